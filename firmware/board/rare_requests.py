"""The requests of the link that hardly ever come while a game is played (``firmware/PROTOCOL.md``).

Each is a function of the app and the object of arguments that gives the object of the answer, or raises ``Refused``;
``BoardRequests`` loads them for one request and lets them go.
"""

from board.board_requests import idle_only
from board.link import Refused


def new(app, arguments):
    """Begin a game."""
    for key in ("black", "white", "event"):
        if not isinstance(arguments.get(key, ""), str) or len(arguments.get(key, "")) > 60:
            raise Refused("bad", "%s is a text of at most 60 characters" % key)
    changes = arguments.get("set") or {}
    if app.session and not app.session.over:
        raise Refused("refused", "a game is running on this board: end it first")
    try:
        name, warning = app.begin(
            arguments.get("preset", "go-2002"),
            changes,
            arguments.get("black", ""),
            arguments.get("white", ""),
            arguments.get("event", ""),
        )
    except ValueError as error:
        raise Refused("bad", str(error)) from None
    except OSError:
        raise Refused("full", "there is no room on the flash for another game: download the games") from None
    return {"game": name, "warning": warning}


def selftest(app, arguments):
    """What the board finds out about itself."""
    idle_only(app, "the self-test")
    from board import selftest as tests

    return {"tests": tests.run(app.hardware, app._raw)}


def calibrate(app, arguments):
    """Take the empty board's baseline or the field of a stone, mask a point, or say what is stored."""
    do = arguments.get("do")
    if do == "show":
        return _calibration(app)
    if do not in ("empty", "stones", "mask", "unmask"):
        raise Refused("bad", "calibrate does show, empty, stones, mask or unmask")
    idle_only(app, "calibration")
    centred = arguments.get("centred", 0)
    if isinstance(centred, bool) or not isinstance(centred, int):
        raise Refused("bad", "centred must be a whole number of uT, not %s" % centred)
    from board import calibrating

    try:
        calibrating.carry_out(app, do, arguments.get("fresh") is True, centred, arguments.get("point", ""))
    except ValueError as error:
        raise Refused("refused", str(error)) from None
    except OSError:
        raise Refused("full", "there is no room on the flash for the calibration") from None
    return _calibration(app)


def _calibration(app):
    found, stones = app.sensing.calibration, app.sensing.stones
    return {
        "points": len(found.baseline),
        "taken": found.taken,
        "date": found.date or None,
        "magnet": stones.magnet,
        "measured": stones.centred == found.centred,
        "centred": stones.centred,
        "on": stones.on,
        "off": stones.off,
        "foreign": stones.foreign,
        "masked": sum(found.masked),
        "message": None,
    }


def reboot(app, arguments):
    """Restart; a running game is resumed after it."""
    if app.session and not arguments.get("force"):
        raise Refused("refused", "a game is running; with force it is resumed after the restart")
    to = arguments.get("to", "run")
    if to not in ("run", "safe", "bootloader"):
        raise Refused("bad", "reboot goes to run, safe or bootloader")
    app.reboot_to = to
    return {"to": to}
