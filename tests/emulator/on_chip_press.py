"""Runs on the emulated chip: plays moves while an outside hand presses, and shows on a pin when the clock has switched.

``SAMPLES`` (how many presses to wait for) is put in front of it. ``MARK`` goes up when the clock has taken the press
and down when the display has been sent. The stones are told to the referee; the scan sees an empty board. During the
last ``TIMED`` presses, which that makes slower, the parts of the loop are timed: ``name median longest`` a line, in us.
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
from shared_rules import record  # noqa: E402
from shared_rules.states import PLAY  # noqa: E402

MARK = machine.Pin(25, machine.Pin.OUT, value=0)

hardware = rp2.build({"size": 19, "sounds": pattern})
program = App(hardware)
program.begin("go-2002", {"enforcement": "advise"})
session = program.session
told, shown, pressed = session.fact, hardware.display.show, session.referee.clock.press
presses = 0
marked = False
times = {}


def timed(name, call):
    def run(*arguments):
        start = time.ticks_us()
        answer = call(*arguments)
        taken = time.ticks_diff(time.ticks_us(), start)
        times.setdefault(name, []).append(taken)
        del times[name][:-60]
        return answer

    return run


def switch(t, side):
    global presses, marked
    switched = pressed(t, side)
    MARK.value(1)
    presses += 1
    marked = True
    return switched


def show(*watch):
    global marked
    shown(*watch)
    if marked:
        marked = False
        MARK.value(0)


def time_parts():
    hardware.grid.scan = timed("scan_us", hardware.grid.scan)
    program.sensing.frame = timed("frame_us", program.sensing.frame)
    program.glass.draw = timed("draw_us", program.glass.draw)
    program.link.service = timed("link_us", program.link.service)
    session.flush = timed("flush_us", session.flush)
    session.fact = timed("fact_us", session.fact)
    session.referee.fact = timed("referee_us", session.referee.fact)
    program.face.fill = timed("fill_us", program.face.fill)
    program._watch = timed("watch_us", program._watch)
    hardware.buttons.pending = timed("pending_us", hardware.buttons.pending)


gc.threshold(262144)  # as start.py does
try:
    while program._wanted or session.referee.state != PLAY:
        program.step()  # a stone that lay there when the game began would be no move
    session.referee.clock.press, hardware.display.show = switch, show
    program.step()
    # A first pulse: who presses before it presses nothing.
    MARK.value(1)
    MARK.value(0)
    for n in range(SAMPLES):  # noqa: F821 (put in front)
        if n == SAMPLES - TIMED:  # noqa: F821
            time_parts()
        # A stone of the side to move, away from the others.
        point = (n // 6) * 57 + (n % 6) * 3 + 21
        told(record.POINT, session.referee.turn, session.time(hardware.timer.ticks()), point, 0)
        program.face.changed = True
        while presses <= n:
            program.step()
        for _ in range(3):
            program.step()
    for name in sorted(times):
        found = sorted(times[name])
        print(name, found[len(found) // 2], found[-1])
finally:
    hardware.stop()
