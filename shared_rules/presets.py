"""Presets of the rulebook, and how a preset with overrides becomes the resolved game."""

from shared_rules import clock_config, points

_MINUTE = 60000

_BASE = {
    "rules": "go",
    "variant": "renju",
    "size": 19,
    "superko": "positional",  # positional, situational, none
    "repetition": "forbid",  # G20: forbid, draw, no_result, log
    "komi_zi": 0,
    "handicap": 0,
    "opening": "none",
    "offers": 1,  # stones offered as move 5 (R2.10)
    "foul": "claim",  # R10.1.2: claim, auto
    "declare": "auto",  # R10.1.1: auto, claim
    # A stone put elsewhere before the press (G17.3, R9.1.9): noted, and ruled when it is claimed; or at once, auto. Go
    # asks for the claim. In renju R9.1.9 does not, but a stone that was dropped may be taken up and put anywhere (R4.2,
    # R9.1.2), the second violation loses, and the board sees stones, not hands: whose eyes saw it has to say so.
    "touch": "claim",
    "enforcement": "strict",
    "black": "",
    "white": "",
    "event": "",
    "setup": None,  # {"black": [points], "white": [points], "to_play": "black"}, or "free": set up on the board
    "to_play": "",  # who moves first after a free set-up; else the side that did not press
    "late": None,  # {"black": ms, "white": ms}: who came how much too late (G22.1, R7.5)
    "time": None,
}

_RENJU = {"rules": "renju", "size": 15}
_RENJU_60 = {"system": "byoyomi", "periods": 1, "period_ms": _MINUTE}

PRESETS = {
    # G11, G12: two hours each, of which the last five minutes are kept
    "go-2002": {
        "komi_zi": 3.75,
        "time": {"system": "byoyomi", "main_ms": 115 * _MINUTE, "periods": 5, "period_ms": _MINUTE},
    },
    "go-casual": {"komi_zi": 3.75, "enforcement": "advise", "superko": "positional"},
    # R7.1, R7.2
    "renju-cn": dict(_RENJU, opening="cn26", offers=2, time=dict(_RENJU_60, main_ms=60 * _MINUTE)),
    # T1: from the centre in turn; heats 30 minutes, then 60 s a move
    "gomoku-club": dict(_RENJU, opening="center", time=dict(_RENJU_60, main_ms=30 * _MINUTE)),
    # T1: from the last 16 swap, two offers, the 26 openings; 15 minutes sudden death
    "gomoku-club-final": dict(_RENJU, opening="cn26", offers=2, time={"system": "absolute", "main_ms": 15 * _MINUTE}),
    "gomoku-free": dict(_RENJU, variant="free", enforcement="advise"),
    "gomoku-exact": dict(_RENJU, variant="exact", enforcement="advise"),
    "renju-rif": dict(_RENJU, foul="auto"),
}

_CHOICES = {
    "rules": ("go", "renju"),
    "variant": ("renju", "free", "exact"),
    "to_play": ("", "black", "white"),
    "superko": ("positional", "situational", "none", "log"),
    "repetition": ("forbid", "draw", "no_result", "log"),
    "opening": ("none", "center", "cn26", "rif", "swap", "swap2", "taraguchi10"),
    "foul": ("claim", "auto"),
    "declare": ("auto", "claim"),
    "touch": ("claim", "auto"),
    "enforcement": ("strict", "advise"),
}
_TEXTS = ("black", "white", "event")
_MOST_CHARACTERS = 60  # of each
_RANGES = {"size": (5, 19), "handicap": (0, 25), "offers": (1, 10)}
# Keys a caller may add freely: they are kept and not judged.
_FREE = ("preset", "black", "white", "event", "round", "date", "place", "id", "title")


def resolve(preset, overrides=None):
    """The resolved game: the preset's settings, changed by ``overrides``, with what follows from them filled in.

    Numbers may come as text (from a command line). ValueError with one clear line that names the wrong setting.
    """
    if not isinstance(preset, str) or preset not in PRESETS:
        raise ValueError("no such preset: %s (have %s)" % (preset, ", ".join(sorted(PRESETS))))
    game = dict(_BASE)
    game.update(PRESETS[preset])
    overrides = overrides or {}
    for key in overrides:
        game[key] = overrides[key]
    game["preset"] = preset
    if game["opening"] in ("cn26", "rif") and "offers" not in overrides:
        game["offers"] = 2  # R2.10
    for key in game:
        if key not in _BASE and key not in _FREE:
            raise ValueError("no such setting: %s (have %s)" % (key, ", ".join(sorted(_BASE))))
    for key in _CHOICES:
        if game[key] not in _CHOICES[key]:
            known = ", ".join([choice for choice in _CHOICES[key] if choice])
            raise ValueError("%s must be one of %s, not %s" % (key, known, game[key]))
    for key in _TEXTS:
        if not isinstance(game[key], str) or len(game[key]) > _MOST_CHARACTERS:
            raise ValueError("%s must be a text of at most %d characters" % (key, _MOST_CHARACTERS))
    for key in _RANGES:
        low, high = _RANGES[key]
        game[key] = _whole(key, game[key])
        if not low <= game[key] <= high:
            raise ValueError("%s must be from %d to %d, not %s" % (key, low, high, game[key]))
    try:
        quarters = float(game["komi_zi"]) * 4
        whole = quarters == int(quarters)  # neither infinity nor "not a number" is an int
    except (TypeError, ValueError, OverflowError):
        raise ValueError("komi_zi must be a number of zi such as 3.75, not %s" % game["komi_zi"]) from None
    if not whole or abs(quarters) > 400:
        raise ValueError("komi_zi must be a number of quarter zi up to 100, not %s" % game["komi_zi"])
    game["komi_zi"] = quarters / 4
    if game["rules"] == "go":
        if game["opening"] != "none":
            raise ValueError("opening %s is for renju, not for Go" % game["opening"])
    else:
        if game["size"] != 15 and game["opening"] != "none":
            raise ValueError("opening %s needs a 15x15 board" % game["opening"])
        if game["handicap"]:
            raise ValueError("handicap is for Go, not for renju")
    if game["setup"] and game["handicap"]:
        raise ValueError("give either handicap or setup, not both")
    _check_setup(game)
    _check_late(game["late"])
    game["time"] = _clock(game)
    return game


def _whole(key, value):
    try:
        if int(value) == float(value):
            return int(value)
    except (TypeError, ValueError, OverflowError):
        pass
    raise ValueError("%s must be a whole number, not %s" % (key, value))


def _check_setup(game):
    """A set-up position: each point on the board and given once."""
    setup = game["setup"]
    if setup in (None, "free"):
        return
    if not isinstance(setup, dict):
        raise ValueError("setup must be free or the points of each side, not %s" % setup)
    seen = []
    for key in setup:
        if key == "to_play" and setup[key] in ("", "black", "white"):
            continue
        if key not in ("black", "white") or not isinstance(setup[key], (list, tuple)):
            raise ValueError("setup takes lists of points as black and white, and to_play, not %s" % key)
        for name in setup[key]:
            p = points.parse(str(name), game["size"], game["rules"])
            if p in seen:
                raise ValueError("setup has %s twice" % name)
            seen.append(p)


def _check_late(late):
    """Who came how much too late (G22.1, R7.5): whole milliseconds."""
    if late is None:
        return
    if not isinstance(late, dict):
        raise ValueError("late must be the milliseconds of black and white, not %s" % late)
    for side in late:
        if side not in ("black", "white") or _whole("late", late[side]) < 0:
            raise ValueError("late must be the milliseconds of black and white, not %s" % late)


def _clock(game):
    """The clock configuration with calls, lateness and the price of an early press filled in (G12.3, G22, R7, R9.2)."""
    time = game["time"]
    if time in (None, "none", ""):
        return None
    if not isinstance(time, dict):
        raise ValueError("time must be a clock configuration or none, not %s" % time)
    time = dict(time)
    go = game["rules"] == "go"
    if time.get("system") == "byoyomi":
        period_ms = time.get("period_ms")
        seconds = period_ms // 1000 if isinstance(period_ms, int) else 0  # else refused below
        if go and seconds in (60, 30, 20, 10):
            time.setdefault("calls", "go%d" % seconds)
            time.setdefault("calls_last", "go%dlast" % seconds)
        elif not go and seconds in (60, 30):
            time.setdefault("calls", "renju%d" % seconds)
            time.setdefault("calls_last", "renju%d" % seconds)
    time.setdefault("late_limit_ms", (60 if go else 15) * _MINUTE)
    time.setdefault("late_factor", 2 if go else 1)
    if not go and time.get("last_period") == "pass":
        raise ValueError("last_period=pass is a rule of Go (G22.5): in renju the last period lost loses (R7.2)")
    if not go and game["enforcement"] == "strict":
        time.setdefault("early_press", "renju")
    clock_config.check(time)
    return time
