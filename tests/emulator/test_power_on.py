"""Power comes back in the middle of a long game: how soon the emulated board has it again. Skipped without an image.

Times are emulated ones, of a chip at 125 MHz, from power-on until the display has its first picture, in the program's
loop: imports and the replay of the record are in them.
"""

import os
import struct
from pathlib import Path

import pytest

IMAGE = os.environ.get("UF2")
pytestmark = pytest.mark.skipif(not IMAGE, reason="needs a MicroPython image: make test-emulator UF2=FILE")

pytest.importorskip("rp2040py")
from board.journal import Journal  # noqa: E402
from board.session import Session  # noqa: E402
from shared_rules import presets, record  # noqa: E402
from tengen.flash import build  # noqa: E402
from tests.emulator.client import Emulator, make_drive  # noqa: E402
from tests.emulator.test_a_game import BOOT_MS, connect, ready  # noqa: E402
from tests.emulator.test_on_the_chip import long_game  # noqa: E402


class Nobody:
    """Hears rulings."""

    def ruled(self, *_):
        """Nothing is shown."""


def moves_of(data: bytes) -> list[tuple[int, ...]]:
    """``long_game`` as tuples: the point, then those captured."""
    found = []
    while data:
        found.append(struct.unpack_from(f"<{data[0]}H", data, 1))
        data = data[1 + 2 * data[0] :]
    return found


def scattered(moves: int) -> list[tuple[int]]:
    """So many points of a renju board on which nobody makes a five or a foul: pairs of a colour, never three."""
    order = [(row, col) for row in range(15) for col in range(15)]
    black = [15 * row + col for row, col in order if (col + 2 * row) % 4 < 2]
    white = [15 * row + col for row, col in order if (col + 2 * row) % 4 > 1]
    return [((black, white)[n % 2][n // 2],) for n in range(moves)]


def unfinished(root: Path, preset: str, moves: list[tuple[int, ...]], **changes) -> dict[str, bytes]:
    """The files of a game that the power cut ended after ``moves``, as the board's own journal writes them."""
    journal = Journal(str(root))
    game = presets.resolve(preset, changes) | {"black": "B", "white": "W", "event": "", "date": 0}
    session = Session(journal, journal.create(game), game, Nobody(), 0)
    t, color = 600, 1
    session.advance(t)
    for number, (point, *captured) in enumerate(moves):
        t += 9000 if number % 10 else 41000  # now and then somebody thinks, and the clock is written down
        session.advance(t)
        session.fact(record.POINT, color, t, point, 0)
        for gone in captured:
            t += 300
            session.fact(record.POINT, 0, t, gone, 0)
        if game["time"]:
            session.fact(record.PRESS, color, t + 400)
            session.flush()
            session.fact(record.RELEASE, color, t + 520)
        session.flush()
        color = 3 - color
    made = session.referee.move_number + len(session.referee.pending)
    assert made == len(moves) and not session.over, (made, session.referee.result)
    return {f"tengen/{file.relative_to(root)}": file.read_bytes() for file in root.rglob("*") if file.is_file()}


CLOCK = {"system": "byoyomi", "main_ms": 2000000, "period_ms": 60000, "periods": 3}
GAMES = {
    "no_game": ("", 0, {}),
    "go_300_moves": ("go-2002", 300, {"superko": "none", "time": CLOCK}),
    "go_300_moves_no_clock": ("go-casual", 300, {"superko": "none", "time": None}),
    "renju_150_moves": ("renju-cn", 150, {"opening": "none", "size": 15, "time": CLOCK}),
}


@pytest.mark.parametrize("name", GAMES)
def test_ready_in_two_seconds(name, tmp_path):
    preset, count, changes = GAMES[name]
    moves = moves_of(long_game(count)) if preset.startswith("go") else scattered(count)
    files = {}
    (tmp_path / "tengen").mkdir()
    if preset:
        files = unfinished(tmp_path / "tengen", preset, moves, **changes)
    make_drive(tmp_path / "drive", build.build("RP2040"), files)
    with Emulator(Path(IMAGE), tmp_path / "drive") as pico:
        board = connect(pico.port)
        hello_ms = pico.now()
        ready_ms = ready(pico)
        status = board.link.request("status")
        board.link.close()
    verdict = "ok" if ready_ms <= BOOT_MS else "OVER"
    print(f"\npower-on with {name}: {ready_ms:.0f} ms to the picture, limit {BOOT_MS} {verdict};", end=" ")
    print(f"{hello_ms:.0f} ms to the first answer to a host, which asks now and then")
    if preset:
        assert status["move"] + (not changes["time"]) == len(moves), status
    assert ready_ms <= BOOT_MS
