"""Calibrating, asked for by a host or the menu: the empty board's baseline, the stones' field, masked points.

Loaded while it is done. Every function changes ``app.sensing`` and stores the calibration; ``ValueError`` with one
clear line if it cannot be done, and nothing is changed then.
"""

from board import calibration
from board.decode import REST
from board.messages import NO_CALIBRATION
from board.stones import StoneSet
from shared_rules import points
from shared_rules.native import const
from shared_rules.points import EMPTY

# A sensor that was never calibrated may rest that far from half its supply (DRV5055A1: 1 mT, the divider 0.2 mT). It is
# also the least that a point shows whose stone lies 5 mm off.
_FRESH_UT = const(2400)
# Fields of centred stones that a sensor can measure: 5x1 at half the gain, and below the end of scale (22 mT).
_WEAKEST_UT, _STRONGEST_UT = const(2000), const(20500)
_NAMED = const(8)
# What the display says; what comes after a colon is for a host's line.
DONE = "Calibrated"
NOT_EMPTY = "Board not empty"
NO_STONE = "No stone there"
BLACK_ONLY = "Black ones only"
NOT_A_STONE = "Not a stone"


def carry_out(app, do, fresh=False, centred=0, point=""):
    """Do ``empty``, ``stones``, ``mask`` or ``unmask``; words for the display."""
    if do == "empty":
        empty(app, fresh)
    elif do == "stones":
        stones(app, centred)
    else:
        mask(app, point, do == "mask")
    return DONE


def empty(app, fresh=False):
    """Take the baselines of the empty board.

    ``fresh``: sensors are new, so every field below 2.4 mT counts as their rest; so it does while the board has no
    calibration. Points of half-strips that do not answer, and masked ones, do not stand in the way.
    """
    sensing = app.sensing
    found = sensing.calibration
    app.hardware.grid.scan(app._raw)
    sensing.frame(app._raw, app.hardware.timer.ticks())
    wrong = [p for p in range(len(sensing.grid)) if _taken(sensing, p, fresh or not found.taken)]
    if wrong:
        names = " ".join([points.name(p, sensing.size, "go") for p in wrong[:_NAMED]])
        more = " and %d more" % (len(wrong) - _NAMED) if len(wrong) > _NAMED else ""
        raise ValueError("%s: %s%s" % (NOT_EMPTY, names, more))
    sensing.take_baseline(app.hardware.grid.scan, app._raw)
    _store(app)
    app.problem = ""


def _taken(sensing, p, fresh):
    """Does something lie on ``p``?"""
    if sensing.masked[p]:
        return False
    ratio = sensing.ratio(p)
    if not ratio:
        # An output at ground is a fault; a half-strip without answer is not, it may not have been built yet.
        return sensing.answers(p)
    if fresh:
        return abs((ratio - REST) * calibration.GAIN >> 8) > _FRESH_UT
    return sensing.grid[p] != EMPTY


def stones(app, centred=0):
    """Take the field of a centred stone, in uT, and the thresholds that follow from it; gives it back.

    ``centred``: as a host measured it with a black stone, negative if that read as white: then all sensors are looked
    at from the other side and every gain changes its sign. 0: measure what lies on the board now, the middle of all
    points with a stone, which must be black ones, each on the middle of its point.
    """
    sensing = app.sensing
    found = sensing.calibration
    if not found.taken:
        raise ValueError(NO_CALIBRATION)
    if not centred:
        fields = [sensing.field[p] for p in range(len(sensing.grid)) if sensing.stone(p)]
        fields.sort(key=abs)
        if not fields:
            raise ValueError(NO_STONE)
        centred = fields[len(fields) // 2]
        if any([(field < 0) != (centred < 0) for field in fields]):
            raise ValueError(BLACK_ONLY)
    if not _WEAKEST_UT <= abs(centred) <= _STRONGEST_UT:
        raise ValueError("%s: %d uT" % (NOT_A_STONE, centred))
    if centred < 0:
        for p in range(len(found.gain)):
            found.gain[p] = -found.gain[p]
    found.centred = abs(centred)
    found.magnet = app.settings["magnet"]
    sensing.use(StoneSet(found.magnet, found.centred))
    _store(app)
    return found.centred


def mask(app, name, on):
    """Take no notice of the sensor of the point ``name`` (as Go writes it), or use it again."""
    sensing = app.sensing
    p = points.parse(name, sensing.size, "go")
    sensing.mask(p, on)
    sensing.calibration.masked[p] = sensing.masked[p]
    _store(app, False)


def _store(app, dated=True):
    found = app.sensing.calibration
    if dated:
        found.taken = True
        found.date = app.hardware.calendar.seconds() or 0
    calibration.store(app.hardware.storage.root, found)
