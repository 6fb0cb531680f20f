"""Menu pages that set up a game: preset, time, enforcement, komi, handicap, names."""

from board.menu import back
from shared_rules.presets import resolve

# Label of the main page, then (label, preset) of each of its games.
FAMILIES = (
    ("Go", (("2002 rules", "go-2002"), ("Casual", "go-casual"))),
    ("Renju", (("26 openings", "renju-cn"), ("RIF, free", "renju-rif"))),
    (
        "Gomoku",
        (
            ("Club", "gomoku-club"),
            ("Club final", "gomoku-club-final"),
            ("Five or more", "gomoku-free"),
            ("Exactly five", "gomoku-exact"),
        ),
    ),
)

# (label, system) of a clock
SYSTEMS = (
    ("none", ""),
    ("absolute", "absolute"),
    ("byo-yomi", "byoyomi"),
    ("moves", "moves"),
    ("Fischer", "fischer"),
    ("delay", "delay"),
    ("shared", "pool"),
)
_MINUTES = (0, 1, 3, 5, 10, 15, 20, 25, 30, 40, 45, 50, 55, 60, 75, 85, 90, 105, 115, 120, 150, 175, 180, 240, 300)
_PERIODS = (1, 2, 3, 5, 7, 10)
_PERIOD_S = (10, 20, 30, 60)
_MOVES = (5, 10, 15, 20, 25)
_MOVES_MIN = (1, 2, 3, 5, 10, 15, 20)
_SECONDS = (1, 2, 3, 5, 10, 15, 20, 30, 60)
_KOMI = tuple(q / 4 for q in range(33))  # zi
_HANDICAP = (0, 2, 3, 4, 5, 6, 7, 8, 9)
_PLAYERS = 8
_TIME_LONGEST = 10  # characters beside "Time"


class Draft:
    """The game that is being set up: a preset and what is different from it."""

    def __init__(self, context):
        self._board_size = context.size
        self.preset = ""
        self.overrides = {}

    def load(self, preset, overrides):
        """Begin with a preset and known differences."""
        self.preset = preset
        self.overrides = dict(overrides)
        if resolve(preset, {})["size"] != self._board_size:
            self.overrides["size"] = self._board_size

    def get(self, key):
        """The value that the game would have now."""
        return resolve(self.preset, self.overrides)[key]

    def set(self, key, value):
        """Choose another value."""
        self.overrides[key] = value

    def set_time(self, **fields):
        """Change fields of the clock configuration; what follows from others (calls, lateness) is worked out anew."""
        time = dict(self.get("time") or {})
        time.update(fields)
        for key in ("calls", "calls_last", "late_limit_ms", "late_factor", "early_press"):
            time.pop(key, None)
        self.overrides["time"] = time


def fits(preset, size):
    """True if the preset can be played on a board of ``size``: named openings need 15x15."""
    try:
        resolve(preset, {"size": size})
    except ValueError:
        return False
    return True


def opens_family(family):
    """Item: the page with the presets of a family that this board can play."""

    def page(menu):
        size = menu.context.size
        items = [(label, "", _takes(preset)) for label, preset in family[1] if fits(preset, size)]
        return family[0], items + [("Back", "", back)]

    return lambda menu: menu.open(page)


def again(menu):
    """Item: the last used settings, ready to start."""
    menu.draft.load(menu.context.last[0], menu.context.last[1])
    menu.open(setup_page)


def _takes(preset):
    def choose(menu):
        menu.draft.load(preset, {})
        menu.open(setup_page)

    return choose


def preset_label(preset):
    """What the menu calls a preset."""
    for _, games in FAMILIES:
        for label, name in games:
            if name == preset:
                return label
    return preset


def setup_page(menu):
    """The chosen game, ready to start; every line can be changed first."""
    draft = menu.draft
    strict = draft.get("enforcement") == "strict"
    items = [
        ("Start", "", _start),
        ("Time", time_text(draft.get("time")), lambda menu: menu.open(time_page)),
        ("Penalties", "on" if strict else "off", lambda menu: draft.set("enforcement", ("strict", "advise")[strict])),
    ]
    if draft.get("rules") == "go":
        items.append(_edit("Komi", draft.get("komi_zi"), _KOMI, "komi_zi"))
        items.append(_edit("Handicap", draft.get("handicap"), _HANDICAP, "handicap"))
    players = list(menu.context.names) + ["Player %d" % n for n in range(1, _PLAYERS + 1)]
    for label, key in (("Black", "black"), ("White", "white")):
        items.append(_edit(label, draft.get(key) or "-", players, key))
    items.append(("Back", "", back))
    return preset_label(draft.preset), items


def _edit(label, value, values, key):
    at = values.index(value) if value in values else len(values) - 1
    text = "%g" % value if isinstance(value, float) else str(value)
    return label, text, (values, at, lambda menu, new: menu.draft.set(key, new))


def _start(menu):
    return "new", menu.draft.preset, menu.draft.overrides


def time_text(time):
    """A clock configuration in at most ten characters: ``115m+5x60s``, ``300+10x60s``, ``15m``, ``none``."""
    if not time:
        return "none"
    system = time["system"]
    main = _minutes(time.get("main_ms", 0))
    if system == "byoyomi":
        more = "%dx%ds" % (time["periods"], time["period_ms"] // 1000)
    elif system == "moves":
        more = "%d/%s" % (time["moves"], _minutes(time["moves_ms"]))
    elif system == "fischer":
        more = "%ds" % (time["increment_ms"] // 1000)
    elif system == "delay":
        more = "d%ds" % (time["delay_ms"] // 1000)
    else:
        return main + (" pool" if system == "pool" else "")
    if not time.get("main_ms"):
        return more
    text = main + "+" + more
    if len(text) > _TIME_LONGEST:
        text = text.replace("m+", "+")
    return text if len(text) <= _TIME_LONGEST else main + "+.."  # only a host sets up such a clock


def _minutes(ms):
    minutes = ms // 60000
    return "%dm" % minutes if ms % 60000 == 0 else "%d:%02d" % (minutes, ms // 1000 % 60)


def time_page(menu):
    """The clock: system, then what this system has."""
    time = menu.draft.get("time")
    system = time["system"] if time else ""
    at = [name for _, name in SYSTEMS].index(system)
    items = [("Clock", SYSTEMS[at][0], (SYSTEMS, at, _set_system))]
    if time:
        items.append(_time_edit("Main", time, "main_ms", 60000, _MINUTES, "m"))
    if system == "byoyomi":
        items.append(_time_edit("Periods", time, "periods", 1, _PERIODS, ""))
        items.append(_time_edit("Period", time, "period_ms", 1000, _PERIOD_S, "s"))
    elif system == "moves":
        items.append(_time_edit("Moves", time, "moves", 1, _MOVES, ""))
        items.append(_time_edit("In", time, "moves_ms", 60000, _MOVES_MIN, "m"))
        carry = bool(time.get("carry"))
        items.append(("Carry", "yes" if carry else "no", lambda menu: menu.draft.set_time(carry=not carry)))
    elif system == "fischer":
        items.append(_time_edit("Bonus", time, "increment_ms", 1000, _SECONDS, "s"))
    elif system == "delay":
        items.append(_time_edit("Delay", time, "delay_ms", 1000, _SECONDS, "s"))
    items.append(("Back", "", back))
    return "Time", items


def _time_edit(label, time, key, unit, values, suffix):
    value = time.get(key, 0) // unit
    at = values.index(value) if value in values else len(values) - 1

    def keep(menu, new):
        # Main time and a whole game's time cannot be nothing.
        if new or menu.draft.get("time")["system"] not in ("absolute", "pool"):
            menu.draft.set_time(**{key: new * unit})

    return label, "%d%s" % (value, suffix), (values, at, keep)


def _set_system(menu, choice):
    system = choice[1]
    if not system:
        menu.draft.set("time", None)
        return
    old = menu.draft.get("time") or {}
    time = {"system": system, "main_ms": old.get("main_ms") or 30 * 60000}
    if system == "byoyomi":
        time["periods"] = old.get("periods") or 3
        time["period_ms"] = old.get("period_ms") or 30000
    elif system == "moves":
        time["moves"] = 15
        time["moves_ms"] = 600000
        time["carry"] = menu.draft.get("rules") == "go"
    elif system == "fischer":
        time["increment_ms"] = 10000
    elif system == "delay":
        time["delay_ms"] = 10000
    menu.draft.set("time", time)
