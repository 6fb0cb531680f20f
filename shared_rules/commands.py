"""Arbiter and menu commands: their codes in records and the one-line form in which host, menu and referee pass them on.

A command travels as a COMMAND fact, its code as value, its arguments as text ``key=value key=value`` without spaces in
a value; several points are joined by commas: ``dead points=Q16,R16``. ``side`` travels in the fact's side.
"""

# name -> arguments it takes. The position in the tuple is the code in records: new ones go to the end.
COMMANDS = (
    ("pause", ""),  # G14: the clock stands
    ("resume", ""),
    ("claim", "what"),  # side claims: five, foul, overline, time, moved, turn, opening, dropped, straightened
    ("resign", ""),
    ("draw_offer", ""),  # R10.3
    ("draw_accept", ""),
    ("agree_end", ""),  # G7, G13: "the game is over", said by one side and answered by the other
    ("dead", "points"),  # G8: dead stones marked on the host; an empty list clears the marks
    ("dispute", ""),  # G21.4, G21.1: side does not agree, play goes on
    ("swap", "what"),  # R2.5 colours; what=names: the players' names (G17.1)
    ("take_back", "moves"),
    ("warn", "rule"),  # the arbiter warns a side
    ("penalty", "black_ms,white_ms,rule"),  # time added to (or with a minus taken from) each side
    ("set_time", "main_ms,periods,period_left_ms,bank_ms,moves_left"),  # G22.8
    ("accept_position", "to_play"),  # G17.5: the stones stay as they lie
    ("overrule", "what"),  # end, warning, void
    ("result", "result,rule"),  # the arbiter decides: B+F, W+F, 0, Void
    ("draw_refuse", ""),
    ("stone", "point,color"),  # a stone (or color=empty) on a masked point
    ("choose", "what"),  # an opening's choice: stay, swap, or a colour, black or white; two_more, offer
    ("late", "by_ms"),  # side came late, before its first move (G22.1, R7.5)
    ("split_pool", ""),  # R7.1
    ("play", "moves"),  # moves as they were agreed (Q16,D4 in order), kept even if illegal: C8
    ("turn", ""),  # the arbiter sets the side to move
    ("mask", "point,what"),  # the sensor of a point is not believed any more; what=off: it is again
)


def code(name):
    """The code of a command; ValueError with one clear line if there is none."""
    for i, (word, _) in enumerate(COMMANDS):
        if word == name:
            return i
    raise ValueError("no such command: %s (known: %s)" % (name, ", ".join(c[0] for c in COMMANDS)))


def arguments(text):
    """Read ``key=value key=value`` (str or bytes) into a dict of strings."""
    if not isinstance(text, str):
        text = bytes(text).decode()
    found = {}
    for word in text.split():
        key, _, value = word.partition("=")
        found[key] = value
    return found


def encode(name, args):
    """``(code, text)`` of a command with its arguments (a dict); lists become comma-joined words.

    ``side`` belongs into the fact and is left out. ValueError for an unknown command or argument.
    """
    number = code(name)
    known = COMMANDS[number][1].split(",")
    words = []
    for key in sorted(args):
        value = args[key]
        if key == "side" or value is None:
            continue
        if key not in known:
            raise ValueError("%s takes no %s (takes: %s)" % (name, key, " ".join(["side"] + [k for k in known if k])))
        if isinstance(value, (list, tuple)):
            value = ",".join(str(v) for v in value)
        words.append("%s=%s" % (key, value))
    return number, " ".join(words)
