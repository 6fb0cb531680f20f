"""Sixty moves of a real game, prisoners and clock included, on the unmodified firmware of an emulated RP2040.

Stones become fields, fields ADC codes behind muxes; presses are contacts to ground. In the middle the power fails: the
chip starts anew from its flash as it was at that moment. The record comes back over USB and is compared, as SGF too.
Skipped without an image.
"""

import contextlib
import os
import time
from pathlib import Path

import pytest

IMAGE = os.environ.get("UF2")
pytestmark = pytest.mark.skipif(not IMAGE, reason="needs a MicroPython image: make test-emulator UF2=FILE")

pytest.importorskip("rp2040py")
from sgfmill import sgf as sgfmill_sgf  # noqa: E402
from sgfmill.common import format_vertex  # noqa: E402

from shared_rules.points import parse  # noqa: E402
from tengen import download, sgf  # noqa: E402
from tengen.board import Board  # noqa: E402
from tengen.errors import TengenError  # noqa: E402
from tengen.flash import build  # noqa: E402
from tengen.library import Library  # noqa: E402
from tengen.link import Link  # noqa: E402
from tengen.twin import physics  # noqa: E402
from tengen.twin.rehearsal import Rehearsal  # noqa: E402
from tests.emulator.client import ROOT, Emulator, make_drive  # noqa: E402

GAME = ROOT / "tests" / "cases" / "games" / "century21-2002-manyfaces-gnugo.sgf"
BOOT_MS = 2000  # from power-on until the board is ready: test_power_on.py
MOVES, CUT = 60, 30  # the power fails after so many
PICTURE_MS = 1092 * 9 / 400  # of I2C at 400 kHz
AWAKE_MS = 2500  # after a power cut the clock stands until the board has been seen to be right (R4.2)
SETTLED_MS = 260  # a stone is settled, and seen, within this
PRESS_MS = 70
CONNECT_S = 300
ANSWER_S = 20  # the emulator is a dozen times slower than the chip
PINS = {"b": 13, "w": 14}
COLOR = {"b": 1, "w": 2}
WIRING = {"address": [2, 3, 4, 5], "clock": 6, "data": 7, "reset": 8, "chains": [0, 1]}


class Table:
    """Hands on an emulated board."""

    def __init__(self, pico, stones=None):
        self.pico = pico
        self.stones = stones or physics.Board(19, seed=3, scatter=0.5)
        pico.ask("wire", wiring=WIRING)
        self.show()

    def show(self):
        """The sensors see what lies there now."""
        sums = memoryview(self.stones.raw(0)).cast("H")
        self.pico.ask("codes", rows=[[n // 4 for n in sums[row * 24 : row * 24 + 24]] for row in range(19)])

    def wait(self, ms):
        """Let emulated time pass."""
        end = self.pico.now() + ms
        while self.pico.now() < end:
            time.sleep(0.02)

    def play(self, color, name, captured):
        """Stone, prisoners, press."""
        self.stones.place(parse(name, 19, "go"), COLOR[color])
        self.show()
        for prisoner in captured:
            self.wait(60)
            self.stones.lift(parse(prisoner, 19, "go"))
            self.show()
        self.wait(SETTLED_MS)
        self.press(color)

    def press(self, color):
        """A press of the clock."""
        self.pico.ask("button", pin=PINS[color], down=True)
        self.wait(PRESS_MS)
        self.pico.ask("button", pin=PINS[color], down=False)
        self.wait(PRESS_MS)


def connect(port):
    """The board, as soon as it answers."""
    end = time.monotonic() + CONNECT_S
    while True:
        with contextlib.suppress(TengenError):
            return Board(Link(port, answer_s=ANSWER_S))
        assert time.monotonic() < end, "the board never said hello"


def ready(pico):
    """When the display had its first picture, ms since power-on: the program is in its loop then.

    The I2C takes no time in the emulator; its own is added.
    """
    return pico.ask("display")["drawn_ms"] + PICTURE_MS


def moves_of(replay):
    found = []
    for moment in replay.moments:
        ruling = moment.ruling
        if ruling and ruling["kind"] == "move":
            found.append((ruling["side"][0], ruling["point"], sorted(ruling.get("captures", []))))
    return found


def sgf_moves(data):
    """Colour and point of every move of an SGF game, read by sgfmill."""
    moves = [node.get_move() for node in sgfmill_sgf.Sgf_game.from_bytes(data).get_main_sequence()]
    return [(color, format_vertex(move)) for color, move in moves if color]


def test_sixty_moves_with_a_clock_and_a_power_cut(tmp_path):
    drive = tmp_path / "drive"
    make_drive(drive, build.build("RP2040"))
    wanted = Rehearsal(GAME).moves[:MOVES]
    assert sum(len(captured) for _, _, captured in wanted) > 0
    with Emulator(Path(IMAGE), drive) as pico:
        table = Table(pico)
        board = connect(pico.port)
        ready_ms = ready(pico)
        time_setting = {"system": "byoyomi", "main_ms": 600000, "period_ms": 30000, "periods": 3}
        board.link.request(
            "new", {"preset": "go-2002", "set": {"time": time_setting, "superko": "none"}, "black": "B", "white": "W"}
        )
        table.wait(SETTLED_MS)
        start_ms = pico.now()
        if board.link.request("status")["phase"] != "play":
            table.press("w")
        for color, name, captured in wanted[:CUT]:
            table.play(color, name, captured)
        table.wait(500)
        before = board.link.request("status")
        played_ms = pico.now() - start_ms
        pico.ask("save")
        board.link.close()
    print(f"\npower-on to the first picture: {ready_ms:.0f} ms, import included (limit {BOOT_MS})")
    print(f"{before['move']} moves in {played_ms / 1000:.1f} s emulated")
    print(f"heap free after them, a host connected: {before['heap']} bytes before a collection")

    with Emulator(Path(IMAGE), drive) as pico:
        table = Table(pico, table.stones)
        board = connect(pico.port)
        resumed_ms = ready(pico)
        table.wait(AWAKE_MS)
        after = board.link.request("status")
        assert (after["move"], after["position"]) == (before["move"], before["position"]) and before["move"] == CUT
        for color, name, captured in wanted[CUT:]:
            table.play(color, name, captured)
        table.wait(500)
        assert board.link.request("status")["move"] == MOVES
        with Library(tmp_path / "library") as library:
            began = pico.now()
            games = board.games()
            got = download.fetch(board, library, games[0])
            fetch_ms = pico.now() - began
        board.link.close()
        heap = pico.execute("import gc\ngc.collect()\nprint(gc.mem_free())").strip().splitlines()[-1]
    print(f"power-on to the first picture with a game to take up: {resumed_ms:.0f} ms (limit {BOOT_MS})")
    print(f"download of {games[0].records} records: {fetch_ms:.0f} ms emulated")
    print(f"heap free after Ctrl-C in the game, link in memory: {heap} bytes")
    assert max(ready_ms, resumed_ms) <= BOOT_MS
    assert moves_of(got.replay) == [(c, n, sorted(gone)) for c, n, gone in wanted]
    assert got.replay.same
    assert sgf_moves(sgf.write(got.replay.game)) == sgf_moves(GAME.read_bytes())[:MOVES]
