"""Runs on the emulated chip: a game without a clock, whose stones an outside hand puts down and takes off.

``STONES`` (how many rulings to wait for) is put in front of it; the first half of them is shown in Chinese. ``MARK``
goes up when a picture has settled, or has been wrong for so long that it is told (``repair.QUIET_MS``), and down when
the display has been sent. Printed is, a line each: ms from the frame in which it settled, or from that moment, to the
display; of them until it was ruled on, then drawing and sending; what is shown.
"""

import gc
import sys
import time

import machine

sys.path.insert(0, "/a")
gc.threshold(32768)  # as main.py does

from board.app import App  # noqa: E402
from board.sounds import pattern  # noqa: E402
from hal import rp2  # noqa: E402
from shared_rules.states import PLAY  # noqa: E402

MARK = machine.Pin(25, machine.Pin.OUT, value=0)

hardware = rp2.build({"size": 19, "sounds": pattern})
program = App(hardware)
gc.threshold(262144)  # as start.py does
program.settings.set("language", "zh")
program.step()  # the menu shows before a game
program.begin("go-casual", {})
program.face.say("", 0, 0)  # that the board is not calibrated
session = program.session
settle, draw = program.sensing.frame, program.glass.draw
settled = None  # us since when there is something to rule on that has not been shown
rows = []


def frame(raw, ticks):
    global settled
    start = time.ticks_us()
    found = settle(raw, ticks)
    if found and settled is None:
        settled = start
        MARK.value(1)
    return found


def show(watch):
    global settled
    start = time.ticks_us()
    draw(watch)
    if settled is not None and not program._settled:
        end = time.ticks_us()
        MARK.value(0)
        view = program.glass.view
        text = f"{view.message or view.move_number} {view.message_point or view.last_move}".strip()
        rows.append((time.ticks_diff(end, settled), time.ticks_diff(start, settled), text))
        settled = None


try:
    while program._wanted or session.referee.state != PLAY:
        program.step()  # a stone that lay there when the game began would be no move
    program.sensing.frame, program.glass.draw = frame, show
    MARK.value(1)
    MARK.value(0)
    while len(rows) < STONES:  # noqa: F821 (put in front)
        due, now = session.referee.quiet_t, session.time(hardware.timer.ticks())
        if settled is None and 0 <= due <= now:
            settled = time.ticks_us() - 1000 * (now - due)
            MARK.value(1)
        program.step()
        if len(rows) == STONES // 2:  # noqa: F821
            program.settings.set("language", "en")
    for whole, ruled, text in rows:
        print(f"{whole / 1000:.1f} {ruled / 1000:.1f} {(whole - ruled) / 1000:.1f} {text}")
finally:
    hardware.stop()
