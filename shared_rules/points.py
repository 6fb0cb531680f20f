"""Points and colours, and how they are written.

A point is ``row * size + col``, row 0 at the top (the side away from Black), column 0 at the left.
"""

from shared_rules.native import const

EMPTY = const(0)
BLACK = const(1)
WHITE = const(2)
UNRESOLVED = const(3)
NO_POINT = const(0xFFFF)

_GO_COLUMNS = "ABCDEFGHJKLMNOPQRST"
_RENJU_COLUMNS = "ABCDEFGHIJKLMNOPQRST"
_SGF = "abcdefghijklmnopqrstuvwxyz"


def columns(rules):
    """Column letters from left to right: Go leaves out I, renju has it (R1)."""
    return _GO_COLUMNS if rules == "go" else _RENJU_COLUMNS


def name(point, size, rules):
    """Write a point as players say it: ``Q16``; rows count from the bottom (R1)."""
    if point == NO_POINT:
        return ""
    return columns(rules)[point % size] + str(size - point // size)


def parse(text, size, rules):
    """Read ``Q16`` or ``q16`` back into a point.

    Raises ValueError with one clear line for anything else.
    """
    letters = columns(rules)
    col = letters.find(text[:1].upper()) if text else -1
    digits = text[1:]
    if col < 0 or col >= size or not digits.isdigit() or not 1 <= int(digits) <= size:
        raise ValueError(
            "no such point on a %dx%d board: %s (columns %s to %s, rows 1 to %d)"
            % (size, size, text, letters[0], letters[size - 1], size)
        )
    return (size - int(digits)) * size + col


def to_sgf(point, size):
    """Write a point in SGF letters, from the top left; no point is a pass, written as an empty value."""
    if point == NO_POINT:
        return ""
    return _SGF[point % size] + _SGF[point // size]


def from_sgf(text, size):
    """Read SGF letters; ``ValueError`` if they are not a point of this board."""
    col = _SGF.find(text[:1]) if len(text) == 2 else -1
    row = _SGF.find(text[1:]) if len(text) == 2 else -1
    if not (0 <= col < size and 0 <= row < size):
        raise ValueError("not a point of a %dx%d board: %s" % (size, size, text))
    return row * size + col


def color_name(color):
    """``black`` or ``white``, empty for none."""
    return ("", "black", "white")[color]
