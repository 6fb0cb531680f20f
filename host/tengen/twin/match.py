"""A whole game on the twin: the board is switched on, set up over the serial port, played on, and fetched from.

The host's part is the very code of ``tengen new``, ``tengen arbiter`` and ``tengen download``.
"""

import queue
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from tengen import record_file, sgf
from tengen.board import Board
from tengen.errors import TengenError
from tengen.link import Link
from tengen.replay import Replay, replay
from tengen.twin.hands import Hands
from tengen.twin.physics import Board as Model
from tengen.twin.scenario import Scenario
from tengen.twin.world import World

START_MS = 1500  # the board has started and scanned by then
AFTER_MS = 3000  # what follows from the last event
PORT_TRIES = 50
PATIENCE_S = 120  # of this machine's time, without any progress of the twin


@dataclass
class Played:
    """What came of a scenario: the record as downloaded, its replay, and the refusals of arbiter commands."""

    header: dict
    records: bytes
    replay: Replay
    refused: list[str] = field(default_factory=list)
    frames: int = 0
    virtual_ms: int = 0

    def sgf(self) -> bytes:
        """The game as SGF."""
        return sgf.write(self.replay.game)


class Match:
    """One twin and one game on it; use as a context manager, or ``play``."""

    def __init__(self, scenario: Scenario, flash: Path, *, ideal: bool = False, **world):
        self.scenario = scenario
        size = scenario.game["size"]
        self.model = Model(size, seed=scenario.seed, ideal=ideal)
        self.world = World(self.model, size, flash, **world)
        self._jobs: queue.Queue = queue.Queue()
        self.refused: list[str] = []
        self.hands = Hands(self.world, scenario, self._post)

    def _post(self, command: str, args: dict) -> None:
        """An arbiter command is due: time stands still until the host has sent it."""
        self.world.freeze(True)
        self._jobs.put(lambda: self._command(command, args))

    def _board(self) -> Board:
        """The board at the twin's port. Where many twins run, the port's name may have been another one's, which a
        program still looks for there; it finds that this is not its board and leaves.
        """
        for _ in range(PORT_TRIES):
            try:
                return Board(Link(self.world.port))
            except TengenError as error:
                if "in use" not in str(error):
                    raise
            time.sleep(0.1)
        return Board(Link(self.world.port))

    def _command(self, command: str, args: dict) -> None:
        try:
            with self._board() as board:
                board.command(command, args)
        except TengenError as error:
            self.refused.append(str(error))
        self.world.freeze(False)

    def _begin(self) -> None:
        """Set the game up, as ``tengen new`` does, and let the events come."""
        settings = dict(self.scenario.settings)
        names = {key: settings.pop(key, "") for key in ("black", "white", "event")}
        with self._board() as board:
            board.new(self.scenario.preset, settings, **names)
        last = self.hands.schedule(self.world.t)
        self.world.at(last + AFTER_MS, self._post_end)
        self.world.freeze(False)

    def _post_end(self) -> None:
        """The play is over: whoever fetches the game plugs the cable in and switches the board on."""
        self.world.usb = True
        if not self.world.powered:
            self.world.power_on()
            self.world.at(self.world.t + START_MS, self._post_end)
            return
        self.world.freeze(True)
        self._jobs.put(self._fetch)

    def _fetch(self) -> None:
        with self._board() as board:
            found = board.games()[-1]
            header = board.header(found.id)
            records = b"".join(board.read(found.id, 0, found.records))
            header |= {"id": found.id, "serial": board.serial, "generation": board.generation}
        self._result = (header, records)

    def play(self, progress: Callable[[int], None] = lambda events: None) -> Played:
        """Play the whole scenario; ``progress`` is told the number of events carried out."""
        self._result = None
        self.hands.lay_out()
        self.world.power_on()
        self.world.at(START_MS, self._post_begin)
        self.world.start()
        try:
            idle = 0.0
            seen = -1
            while self._result is None:
                try:
                    self._jobs.get(timeout=0.2)()
                    idle = 0.0
                except queue.Empty:
                    idle = 0.0 if self.world.t != seen else idle + 0.2
                seen = self.world.t
                progress(self.hands.done)
                if self.world.failure:
                    raise self.world.failure
                if idle > PATIENCE_S:
                    raise TengenError(f"the twin does not go on: {self.world.said()[-600:]}")
        finally:
            self.world.stop()
        header, records = self._result
        return Played(header, records, replay(header, records), self.refused, self.world.frames, self.world.t)

    def _post_begin(self) -> None:
        self.world.freeze(True)
        self._jobs.put(self._begin)


def play(scenario: Scenario, progress: Callable[[int], None] = lambda events: None, **options) -> Played:
    """Play a scenario on a new board whose flash is thrown away."""
    with tempfile.TemporaryDirectory(prefix="tengen-") as folder:
        return Match(scenario, Path(folder) / "flash.img", **options).play(progress)


def write_record(path: Path, played: Played) -> None:
    """The downloaded record as a file that ``tengen verify`` takes."""
    record_file.write_atomically(path, record_file.encode(played.header, played.records))
