"""Menu pages of a game in progress: what players say with words, and what only an arbiter does (G14, R7.6, R10)."""

from shared_rules.points import BLACK

_CLAIMS = (
    ("Five", "five"),
    ("Foul", "foul"),
    ("Overline", "overline"),
    ("Stone moved", "moved"),
    ("Dropped", "dropped"),
    ("Straightened", "straightened"),
)
_RESULTS = (("Black wins", "B+F"), ("White wins", "W+F"), ("Draw", "0"), ("No result", "Void"))
_CHOICES = (
    ("Stay", "stay"),
    ("Swap", "swap"),
    ("Two more", "two_more"),
    ("Black", "black"),
    ("White", "white"),
    ("Offer", "offer"),
)
_PENALTY_MIN = (0, 1, 2, 3, 5, 7, 10, 15, 20, 30)
_TENS = tuple(range(6))
_UNITS = tuple(range(10))
_HOURS = tuple(range(11))
_PERIODS = tuple(range(31))


def _command(name, **args):
    return lambda menu: ("command", name, args)


def _opens(page):
    return lambda menu: menu.open(page)


def _back(menu):
    menu.back()


def _sides(menu):
    """Both sides, the one on move first: it is the one that mostly speaks."""
    sides = [("Black", "black"), ("White", "white")]
    return sides if menu.context.turn in (0, BLACK) else [sides[1], sides[0]]


def by_side(title, name, key="side", **args):
    """Item: ask which side, then give command ``name`` with it as argument ``key``."""

    def page(menu):
        items = []
        for label, side in _sides(menu):
            chosen = dict(args)
            chosen[key] = side
            items.append((label, "", _command(name, **chosen)))
        return title, items + [("Back", "", _back)]

    return _opens(page)


def game_page(menu):
    """The first page in a game; leaving it is the first choice."""
    paused = menu.context.paused
    items = [
        ("Back to game", "", lambda menu: ("close",)),
        ("Resume" if paused else "Pause", "", _command("resume" if paused else "pause")),
        ("Resign", "", by_side("Resign", "resign")),
        ("End of game", "", _opens(end_page)),
        ("Claim", "", _opens(claim_page)),
        ("Take back", "", _command("take_back", moves=1)),
    ]
    if menu.context.rules != "go":
        items.append(("Opening", "", _opens(opening_page)))
    items.append(("Arbiter", "", _opens(arbiter_page)))
    return "Game", items


def end_page(menu):
    """Ends by agreement, draws, and taking an agreement back (G7, G8, R10.2, R10.3)."""
    return "End of game", [
        ("Agree to end", "", by_side("Agree to end", "agree_end")),
        ("Not agreed", "", by_side("Not agreed", "dispute")),
        ("Offer draw", "", by_side("Offer draw", "draw_offer")),
        ("Accept draw", "", by_side("Accept draw", "draw_accept")),
        ("Refuse draw", "", by_side("Refuse draw", "draw_refuse")),
        ("Back", "", _back),
    ]


def claim_page(menu):
    """What a side can claim (G17.3, R10.1)."""
    items = [(label, "", by_side(label, "claim", what=what)) for label, what in _CLAIMS]
    return "Claim", items + [("Back", "", _back)]


def opening_page(menu):
    """Swaps and choices of renju openings (R2.5, R2.10), and of names (G17.1)."""
    items = [("Swap colours", "", _command("swap", what="colors"))]
    items += [(label, "", _command("choose", what=what)) for label, what in _CHOICES]
    return "Opening", items + [("Back", "", _back)]


def arbiter_page(menu):
    """What an arbiter does."""
    items = [
        ("Warn", "", by_side("Warn", "warn")),
        ("Turn", "", by_side("Turn", "turn")),
        ("Accept board", "", by_side("Who moves?", "accept_position", "to_play")),
        ("Overrule", "", _opens(overrule_page)),
        ("Result", "", _opens(result_page)),
        ("Swap names", "", _command("swap", what="names")),
    ]
    if menu.context.black:
        items[1:1] = [
            ("Set time", "", _opens(set_time_page)),
            ("Penalty", "", _opens(penalty_page)),
            ("Split pool", "", _command("split_pool")),
        ]
    return "Arbiter", items + [("Back", "", _back)]


def overrule_page(menu):
    """Take back a ruling; both stay in the record."""
    return "Overrule", [
        ("End", "", _command("overrule", what="end")),
        ("Warning", "", by_side("Warning", "overrule", what="warning")),
        ("Void move", "", _command("overrule", what="void")),
        ("Back", "", _back),
    ]


def result_page(menu):
    """The arbiter decides the game."""
    items = [(label, "", _command("result", result=result)) for label, result in _RESULTS]
    return "Result", items + [("Back", "", _back)]


def set_time_page(menu):
    """Whose time is to be set."""

    def opens_side(side, state):
        return lambda menu: menu.open(_time_of(side, state))

    context = menu.context
    return "Set time", [
        ("Black", "", opens_side("black", context.black)),
        ("White", "", opens_side("white", context.white)),
        ("Back", "", _back),
    ]


def _edits(label, state, key, values):
    at = values.index(state[key]) if state[key] in values else 0

    def keep(menu, value):
        state[key] = value

    return label, str(state[key]), (values, at, keep)


def _time_of(side, display):
    """Hours, minutes, tens of seconds and periods of one side (G22.8, R7.6)."""
    ms, _, periods, moves_left, in_overtime = display
    in_quota = moves_left and in_overtime
    seconds = ms // 1000
    state = {
        "hours": min(seconds // 3600, 10),
        "tens": seconds // 600 % 6,
        "units": seconds // 60 % 10,
        "seconds": seconds // 10 % 6,
        "periods": periods,
    }

    def set_time(menu):
        minutes = state["hours"] * 60 + state["tens"] * 10 + state["units"]
        total = (minutes * 6 + state["seconds"]) * 10000
        args = {"side": side, "bank_ms" if in_quota else "main_ms": total}
        if periods:
            args["periods"] = state["periods"]
        return "command", "set_time", args

    def page(menu):
        items = [
            _edits("Hours", state, "hours", _HOURS),
            _edits("Minutes x10", state, "tens", _TENS),
            _edits("Minutes x1", state, "units", _UNITS),
            _edits("Seconds x10", state, "seconds", _TENS),
        ]
        if periods:
            items.append(_edits("Periods", state, "periods", _PERIODS))
        items.append(("Set", "", set_time))
        return "Black" if side == "black" else "White", items + [("Back", "", _back)]

    return page


def penalty_page(menu):
    """Whose penalty it is; the usual one is R9.2: five minutes off, two for the opponent."""

    def opens_side(side):
        return lambda menu: menu.open(_penalty_of(side))

    return "Penalty", [(label, "", opens_side(side)) for label, side in _sides(menu)] + [("Back", "", _back)]


def _penalty_of(side):
    state = {"take": 5, "give": 2}

    def apply(menu):
        take, give = -state["take"] * 60000, state["give"] * 60000
        black, white = (take, give) if side == "black" else (give, take)
        return "command", "penalty", {"side": side, "black_ms": black, "white_ms": white}

    def page(menu):
        return "Black" if side == "black" else "White", [
            _edits("Takes, min", state, "take", _PENALTY_MIN),
            _edits("Gives, min", state, "give", _PENALTY_MIN),
            ("Apply", "", apply),
            ("Back", "", _back),
        ]

    return page
