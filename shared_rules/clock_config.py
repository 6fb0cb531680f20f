"""Clock configurations: systems, call tables, what each system needs (G12, R7). The keys: tests/cases/clock.jsonl."""

SYSTEMS = ("absolute", "byoyomi", "moves", "fischer", "delay", "pool")

_COUNT_UP = (51, 52, 53, 54, 55, 56, 57, 58, 59)

# Seconds called in a period, and the second from which a count 1, 2, 3... starts (0: none). G12.3 gives the
# 60 s tables and says that 30, 20 and 10 s follow the same scheme; R7.2 gives those of renju.
CALL_TABLES = {
    "go60": ((30, 40, 50, 55, 58), 0),
    "go60last": ((30, 40, 50) + _COUNT_UP, 50),
    "go30": ((10, 20, 25, 28), 0),
    "go30last": ((10, 20) + tuple(s - 30 for s in _COUNT_UP), 20),
    "go20": ((10, 15, 18), 0),
    "go20last": ((10,) + tuple(s - 40 for s in _COUNT_UP), 10),
    "go10": ((5, 8), 0),
    "go10last": (tuple(s - 50 for s in _COUNT_UP), 0),
    "renju60": ((30, 40, 50, 56, 57, 58, 59), 0),
    "renju30": ((15, 25, 26, 27, 28, 29), 0),
}

# Keys of a configuration that are times or counts; black_main_ms and white_main_ms give the sides unequal times.
_NUMBERS = (
    "main_ms",
    "black_main_ms",
    "white_main_ms",
    "periods",
    "period_ms",
    "moves",
    "moves_ms",
    "increment_ms",
    "cap_ms",
    "delay_ms",
    "late_limit_ms",
    "late_factor",
)
_CHOICES = {"calls": None, "calls_last": None, "last_period": ("lose", "pass"), "early_press": ("warn", "renju")}
_NEEDS = {
    "absolute": ("main_ms",),
    "byoyomi": ("periods", "period_ms"),
    "moves": ("moves", "moves_ms"),
    "fischer": ("increment_ms",),
    "delay": ("delay_ms",),
    "pool": ("main_ms",),
}


def check(config):
    """Raise ValueError with one clear line if ``config`` is no clock configuration (keys: tests/cases/clock.jsonl)."""
    system = config.get("system")
    if system not in SYSTEMS:
        raise ValueError("clock system must be one of %s, not %s" % (", ".join(SYSTEMS), system))
    for key in config:
        value = config[key]
        if key in _NUMBERS:
            if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value < 1 << 30:
                raise ValueError("clock setting %s must be a whole number from 0, not %s" % (key, value))
        elif key in ("calls", "calls_last"):
            if value is not None and (not isinstance(value, str) or value not in CALL_TABLES):
                raise ValueError("clock setting %s: no call table %s" % (key, value))
        elif key in _CHOICES:
            if value not in _CHOICES[key]:
                raise ValueError("clock setting %s must be one of %s" % (key, ", ".join(_CHOICES[key])))
        elif key not in ("system", "carry"):
            raise ValueError("unknown clock setting %s" % key)
    for key in _NEEDS[system]:
        if not config.get(key):
            raise ValueError("clock system %s needs %s above 0" % (system, key))


def calls_of(name):
    """``(seconds, count from)`` of a call table; nothing is called for one that does not exist."""
    return CALL_TABLES.get(name, ((), 0))
