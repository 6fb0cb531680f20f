"""Menu pages of a game in progress: what players say with words, and what only an arbiter does (G14, R7.6, R10)."""

from board.menu import back, opens
from shared_rules import points
from shared_rules.points import BLACK

_CLAIMS = (("Stone moved", "moved"), ("Two stones", "turn"), ("Dropped", "dropped"))
_RENJU_CLAIMS = (("Five", "five"), ("Overline", "overline"), ("Straightened", "straightened"))
_RESULTS = (("Black wins", "B+F"), ("White wins", "W+F"), ("Draw", "0"), ("No result", "Void"))
_CHOICES = {"swap": "Swap colours", "stay": "Keep colours", "two_more": "Two more", "offer": "Offer ten"}
_PENALTY_MIN = (0, 1, 2, 3, 5, 7, 10, 15, 20, 30)
_LATE_MIN = tuple(range(1, 16)) + tuple(range(20, 65, 5))
_TENS = tuple(range(6))
_UNITS = tuple(range(10))
_HOURS = tuple(range(11))
_PERIODS = tuple(range(31))


def _command(name, **args):
    return lambda menu: ("command", name, args)


def _sides(menu):
    """Both sides, the one on move first: it is the one that mostly speaks."""
    sides = [("Black", "black"), ("White", "white")]
    return sides if menu.context.turn in (0, BLACK) else [sides[1], sides[0]]


def by_side(question, name, key="side", **args):
    """Item: ask which side, then give command ``name`` with it as argument ``key``."""

    def page(menu):
        items = []
        for label, side in _sides(menu):
            chosen = dict(args)
            chosen[key] = side
            items.append((label, "", _command(name, **chosen)))
        return question, items + [("Back", "", back)]

    return opens(page)


def asked(question, name, **args):
    """Item: give the command once ``question`` is answered with yes; no comes first, a hasty choice does nothing."""
    items = [("No", "", back), ("Yes", "", _command(name, **args))]
    return opens(lambda menu: (question, items))


def game_page(menu):
    """The first page in a game; leaving it is the first choice, an opening's choice that is open comes next."""
    context = menu.context
    items = [("Back to game", "", lambda menu: ("close",))]
    side = "black" if context.turn == BLACK else "white"
    items += [(_CHOICES[what], "", _command("choose", side=side, what=what)) for what in context.choices]
    items += [("Stone on", name, opens(_stone_on(name))) for name in context.masked]
    items += [
        ("Resume" if context.paused else "Pause", "", _command("resume" if context.paused else "pause")),
        ("Resign", "", by_side("Who resigns?", "resign")),
        ("End of game", "", opens(end_page)),
        ("Claim", "", opens(claim_page)),
        ("Take back", "", asked("Take back?", "take_back", moves=1)),
        ("Arbiter", "", opens(arbiter_page)),
    ]
    return "Game", items


def _stone_on(name):
    """What lies on a point whose sensor is not believed."""

    def page(menu):
        items = [(label, "", _command("stone", point=name, color=side)) for label, side in _sides(menu)]
        items.append(("none", "", _command("stone", point=name, color="empty")))
        return "Stone on", items + [("Back", "", back)]

    return page


def _sensor_off(context):
    """Which sensor is not to be believed any more."""
    size, rules = context.size, context.rules
    letters = tuple([points.name((size - 1) * size + col, size, rules)[:-1] for col in range(size)])
    state = {"letter": letters[0], "number": 1}

    def mask(menu):
        return "command", "mask", {"point": "%s%d" % (state["letter"], state["number"])}

    def page(menu):
        return "Sensor off", [
            _edits("Letter", state, "letter", letters),
            _edits("Number", state, "number", tuple(range(1, size + 1))),
            ("Apply", "", mask),
            ("Back", "", back),
        ]

    return page


def end_page(menu):
    """Ends by agreement (G7, G8, G21), draws (R10.2, R10.3), and a game that is not finished."""
    if menu.context.rules == "go":
        items = [
            ("Agree to end", "", by_side("Who agrees?", "agree_end")),
            ("Not agreed", "", by_side("Who disagrees?", "dispute")),
        ]
    elif menu.context.offered:
        side = "white" if menu.context.offered == BLACK else "black"
        items = [
            ("Accept draw", "", _command("draw_accept", side=side)),
            ("Refuse draw", "", _command("draw_refuse", side=side)),
        ]
    else:
        items = [("Offer draw", "", by_side("Who offers?", "draw_offer"))]
    items.append(("Call it off", "", asked("Call it off?", "result", result="Void")))
    return "End of game", items + [("Back", "", back)]


def claim_page(menu):
    """What a side can claim (G17.2, G17.3, R10.1); a forbidden move is White's to claim."""
    claims, items = _CLAIMS, []
    if menu.context.rules != "go":
        claims = _RENJU_CLAIMS + _CLAIMS
        items.append(("Forbidden move", "", _command("claim", side="white", what="foul")))
    items += [(label, "", by_side("Who claims?", "claim", what=what)) for label, what in claims]
    return "Claim", items + [("Back", "", back)]


def arbiter_page(menu):
    """What an arbiter does."""
    items = [
        ("Warn", "", by_side("Warn whom?", "warn")),
        ("Turn", "", by_side("Whose turn?", "turn")),
        ("Accept board", "", by_side("Who moves?", "accept_position", "to_play")),
        ("Overrule", "", opens(overrule_page)),
        ("Result", "", opens(result_page)),
        ("Swap names", "", _command("swap", what="names")),
        ("Sensor off", "", lambda menu: menu.open(_sensor_off(menu.context))),
    ]
    if menu.context.black:
        items[1:1] = [
            ("Set time", "", opens(set_time_page)),
            ("Penalty", "", opens(penalty_page)),
            ("Split pool", "", asked("Split pool?", "split_pool")),
        ]
    if menu.context.black and not menu.context.move:
        items.append(("Came late", "", opens(late_page)))
    return "Arbiter", items + [("Back", "", back)]


def overrule_page(menu):
    """Take back a ruling; both stay in the record."""
    return "Overrule", [
        ("End", "", _command("overrule", what="end")),
        ("Warning", "", by_side("Whose warning?", "overrule", what="warning")),
        ("Void move", "", _command("overrule", what="void")),
        ("Back", "", back),
    ]


def result_page(menu):
    """The arbiter decides the game."""
    items = [(label, "", _command("result", result=result)) for label, result in _RESULTS]
    return "Result", items + [("Back", "", back)]


def set_time_page(menu):
    """Whose time is to be set."""

    def opens_side(side, state):
        return lambda menu: menu.open(_time_of(side, state))

    context = menu.context
    return "Whose time?", [
        ("Black", "", opens_side("black", context.black)),
        ("White", "", opens_side("white", context.white)),
        ("Back", "", back),
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
        return "Black" if side == "black" else "White", items + [("Back", "", back)]

    return page


def late_page(menu):
    """Who came late, before the first move (G22.1, R7.5)."""
    return "Who came late?", [(label, "", _late(side)) for label, side in _sides(menu)] + [("Back", "", back)]


def _late(side):
    state = {"minutes": 5}

    def late(menu):
        return "command", "late", {"side": side, "by_ms": state["minutes"] * 60000}

    def page(menu):
        return "Black" if side == "black" else "White", [
            _edits("Minutes late", state, "minutes", _LATE_MIN),
            ("Set", "", late),
            ("Back", "", back),
        ]

    return opens(page)


def penalty_page(menu):
    """Whose penalty it is; the usual one is R9.2: five minutes off, two for the opponent."""

    def opens_side(side):
        return lambda menu: menu.open(_penalty_of(side))

    return "Whose penalty?", [(label, "", opens_side(side)) for label, side in _sides(menu)] + [("Back", "", back)]


def _penalty_of(side):
    state = {"take": 5, "give": 2}

    def apply(menu):
        take, give = -state["take"] * 60000, state["give"] * 60000
        black, white = (take, give) if side == "black" else (give, take)
        return "command", "penalty", {"side": side, "black_ms": black, "white_ms": white}

    def page(menu):
        return "Black" if side == "black" else "White", [
            _edits("Loses, min", state, "take", _PENALTY_MIN),
            _edits("Other +min", state, "give", _PENALTY_MIN),
            ("Apply", "", apply),
            ("Back", "", back),
        ]

    return page
