"""The real firmware on an emulated RP2040: ``make test-emulator UF2=FILE``. Skipped without an image.

Times are emulated ones, of a chip at 125 MHz.
"""

import itertools
import json
import os
import random
import struct
from pathlib import Path

import pytest

IMAGE = os.environ.get("UF2")
pytestmark = pytest.mark.skipif(not IMAGE, reason="needs a MicroPython image: make test-emulator UF2=FILE")

pytest.importorskip("rp2040py")
from sgfmill import sgf  # noqa: E402

from shared_rules.go import GoBoard  # noqa: E402
from shared_rules.points import BLACK, parse  # noqa: E402
from tengen.flash import build, uf2  # noqa: E402
from tengen.flash.board import inspect  # noqa: E402
from tengen.flash.deploy import deploy  # noqa: E402
from tengen.flash.remote import Remote  # noqa: E402
from tests.emulator.client import ROOT, Emulator, make_drive  # noqa: E402

CASES = ROOT / "tests" / "cases"
# name, limit, unit, whether it must be at least that. What the design promises: a figure beyond it fails.
LIMITS = (
    ("heap_at_move_361", 90000, "bytes", True),
    ("heap_at_move_361_in_chinese", 90000, "bytes", True),
    ("forbidden_median_us", 10000, "us", False),
    ("forbidden_worst_us", 60000, "us", False),
    ("go_median_us", 10000, "us", False),
    ("go_worst_us", 40000, "us", False),
    ("scan_us", 15000, "us", False),
    ("scan_alloc_bytes", 0, "bytes", False),
    ("buttons_alloc_bytes", 0, "bytes", False),
    ("serial_alloc_bytes", 0, "bytes", False),
    ("scan_under_heap_lock", 20, "frames", True),
)
# Printed only: parts of what is promised as a whole (boot, settling, press), or of the image's own making.
GUIDES = (
    ("heap_at_boot", 225000, "bytes", True),
    # What is still in memory after it: the names of all that was loaded.
    ("heap_at_move_361_after_host_and_menu", 90000, "bytes", True),
    ("heap_at_move_361_with_a_host", 72000, "bytes", True),
    ("heap_at_move_361_in_chinese_with_a_host", 70000, "bytes", True),
    ("import_ms", 1500, "ms", False),
    ("stone_median_us", 150000, "us", False),
    ("press_worst_us", 60000, "us", False),
    ("draw_ms", 100, "ms", False),
    ("buttons_read_us", 1000, "us", False),
)


@pytest.fixture(scope="module")
def firmware():
    return build.build("RP2040")


@pytest.fixture(scope="module")
def image():
    checked = uf2.read_image(Path(IMAGE))
    assert checked.chip == "RP2040", "the emulator is an RP2040: give it an RPI_PICO image"
    return checked.path


def maps(count=3):
    """The densest positions, and the points that may be forbidden or near it."""
    with (CASES / "renju_maps.jsonl").open() as lines:
        cases = [json.loads(line) for line in lines]
    cases.sort(key=lambda case: -len(case["forbidden"]))
    for case in cases[:count]:
        black, white = ([parse(p, 15, "renju") for p in case[side]] for side in ("black", "white"))
        asked = [parse(p, 15, "renju") for p in case["forbidden"]]
        asked += [p for p in range(0, 225, 11) if p not in black and p not in white and p not in asked]
        yield bytes(black), bytes(white), bytes(asked)


def game():
    """Points of a game with captures and a long ko fight; 361 is a pass."""
    root = sgf.Sgf_game.from_bytes((CASES / "games" / "century21-gnugo-smartgo.sgf").read_bytes())
    points = []
    for node in root.get_main_sequence():
        color, move = node.get_move()
        if color:
            points.append(361 if move is None else (18 - move[0]) * 19 + move[1])
    return points


def long_game(moves=361):
    """A game of this many moves, as ``on_chip.py`` wants it: a real one, and random moves where it ended."""
    root = sgf.Sgf_game.from_bytes((CASES / "games" / "olympiad2006-19x19-crazystone-gnu.sgf").read_bytes())
    board, found, color, chance = GoBoard(19, "positional"), b"", BLACK, random.Random(1)
    real = [node.get_move()[1] for node in root.get_main_sequence() if node.get_move()[0]]
    real = [(18 - row) * 19 + col for row, col in itertools.takewhile(lambda move: move is not None, real)]
    assert len(real) > 300
    while board.moves < moves:
        point = real[board.moves] if board.moves < len(real) else chance.randrange(361)
        if not board.check(point, color):
            points = [point, *board.play(point, color)]
            found += struct.pack(f"<B{len(points)}H", len(points), *points)
            color = 3 - color
    return found


def test_deploy_over_the_port(image, firmware, tmp_path):
    with Emulator(image, tmp_path / "drive") as pico:
        remote = Remote(pico.port)
        board = inspect(remote)
        assert board.chip == "RP2040" and board.sums == {}
        start = pico.now()
        done = deploy(remote, board, firmware, lambda _name, _size: None)
        sent_ms = pico.now() - start
        seen = inspect(remote)
        assert (seen.use, seen.files("a")) == ("a", {file.name: file.sha256 for file in firmware.files})
    print(f"\ndeploy: {len(done.write)} files, {done.bytes} bytes, {sent_ms / 1000:.1f} s emulated")


def test_figures(image, firmware, tmp_path):
    make_drive(tmp_path / "drive", firmware, {"game": long_game()}, main=False)
    code = (ROOT / "tests" / "emulator" / "on_chip.py").read_text()
    output = ""
    with Emulator(image, tmp_path / "drive") as pico:
        boot_ms = pico.now()
        for part in ("imports", "rules", "hardware", "app"):
            Remote(pico.port).soft_reset()
            data = f"GAME = {game()!r}\nMAPS = {list(maps())!r}\n" if part == "rules" else ""
            output += pico.execute(f"PART = {part!r}\n{data}{code}")
    figures = {
        name: value for name, _, value in (line.partition(" ") for line in output.splitlines()) if name.isidentifier()
    }
    print(f"\n{'boot to REPL':<40}{boot_ms:>10.0f} ms")
    limits = {name: rest for name, *rest in LIMITS + GUIDES}
    over = set()
    for name, value in figures.items():
        verdict = ""
        if name in limits:
            limit, unit, least = limits[name]
            kept = int(value) >= limit if least else int(value) <= limit
            if not kept:
                over.add(name)
            verdict = f"limit {'>=' if least else '<='} {limit} {unit} {'ok' if kept else 'OVER'}"
        print(f"{name:<40}{value:>10} {verdict}")
    failed = [f"{name}: {value}" for name, value in figures.items() if name.endswith("_failed")]
    failed += [f"{name}: {figures.get(name)}" for name, *_ in LIMITS if name in over or name not in figures]
    assert not failed, failed
