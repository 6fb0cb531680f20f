"""What ``tengen flash --check`` asks the board to find out about itself, with nothing lying on it."""

import gc
import os
from array import array

from board.sensing import layout
from shared_rules import points
from shared_rules.native import const
from shared_rules.points import BLACK, WHITE

# Menu, link and this test are in memory beside what a game needs, which has 90 KB left when they are gone.
HEAP_LEFT = const(64 * 1024)
DRIVE_LEFT = const(128 * 1024)

# Sums of four conversions. Half of the supply is half of the ADC's range, give or take the cables and the divider.
_HALF_LOW, _HALF_HIGH = const(7000), const(9300)
_GROUND_HIGH = const(600)
# A sensor at rest gives half its supply: ratio to the half supply in thousandths. 22 mT, the sensor's range, is +-800;
# offset and a field that no magnet is near to are far less.
_REST = const(1000)
_REST_TOLERANCE = const(120)
_NAMED = const(12)  # failing sensors that are named, a line of the link is short


def run(hardware, frame=None):
    """``[[name, passed, text], ...]``. ``frame``: the raw frame to judge, by default a scan is made."""
    size = hardware.info["size"]
    if frame is None:
        frame = array("H", bytes(2 * size * 24))
        hardware.grid.scan(frame)
    return [
        _heap(),
        _drive(hardware.storage),
        _buttons(hardware.buttons),
        _display(hardware.display),
        _sound(hardware.sound),
        _strips(frame, size),
        _sensors(frame, size),
    ]


def _heap():
    gc.collect()
    free = gc.mem_free() if hasattr(gc, "mem_free") else HEAP_LEFT
    return ["heap", free >= HEAP_LEFT, "%d KB free" % (free // 1024)]


def _drive(storage):
    path = storage.root + "/selftest"
    text = "%d KB free" % (storage.free() // 1024)
    try:
        with open(path, "wb") as file:
            file.write(b"tengen" * 100)
        with open(path, "rb") as file:
            whole = file.read() == b"tengen" * 100
        os.remove(path)
    except OSError as error:
        return ["flash", False, "%s, cannot be written (error %d)" % (text, error.errno)]
    if not whole:
        return ["flash", False, "%s, gives back other bytes than were written" % text]
    return ["flash", storage.free() >= DRIVE_LEFT, text]


def _buttons(buttons):
    down = [name for side, name in ((BLACK, "black"), (WHITE, "white")) if buttons.stuck & side]
    return ["buttons", not down, "down at power-on: " + " and ".join(down) if down else "both up"]


def _display(display):
    there = getattr(display, "present", True)
    return ["display", there, "answers" if there else "does not answer: wiring, or the wrong kind in board.json?"]


def _sound(sound):
    sound.play("start")
    return ["sound", True, "a rising signal was played: was it heard?"]


def _strip_name(strip, size):
    return "row %d %s" % (size - strip // 2, "right" if strip & 1 else "left")


def _strips(frame, size):
    """Half supply and ground of each half-strip; rows have the numbers that stand beside them."""
    wrong = [strip for strip in range(2 * size) if not _answers(frame, strip)]
    if not wrong:
        return ["strips", True, "all %d answer" % (2 * size)]
    text = ", ".join([_strip_name(strip, size) for strip in wrong[:_NAMED]])
    if len(wrong) > _NAMED:
        text += " ..."
    return ["strips", False, "%d of %d without supply: %s" % (len(wrong), 2 * size, text)]


def _answers(frame, strip):
    half, ground = frame[strip * 12 + 10], frame[strip * 12 + 11]
    return half - ground >= _HALF_LOW and half <= _HALF_HIGH and ground <= _GROUND_HIGH


def _sensors(frame, size):
    """Each sensor at rest, as far as its half-strip answers."""
    where = layout(size)
    wrong = []
    there = 0
    for p in range(size * size):
        at = where[p]
        strip = at // 12
        if not _answers(frame, strip):
            continue
        there += 1
        half, ground = frame[strip * 12 + 10], frame[strip * 12 + 11]
        ratio = (frame[at] - ground) * 1000 // (half - ground)
        if not _REST - _REST_TOLERANCE <= ratio <= _REST + _REST_TOLERANCE:
            wrong.append(p)
    if not there:
        return ["sensors", False, "none answers"]
    if not wrong:
        return ["sensors", True, "all %d at rest" % there]
    text = " ".join([points.name(p, size, "go") for p in wrong[:_NAMED]])
    more = " ..." if len(wrong) > _NAMED else ""
    return ["sensors", False, "%d of %d not at rest, a stone or a fault: %s%s" % (len(wrong), there, text, more)]
