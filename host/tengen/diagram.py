"""A board drawn with characters, for the terminal."""

import sys

from shared_rules.points import BLACK, NO_POINT, WHITE, columns
from tengen.game import star_points

_ROUND = {BLACK: "●", WHITE: "○"}
_PLAIN = {BLACK: "X", WHITE: "O"}


def draw(
    grid: bytes,
    size: int,
    rules: str,
    marks: dict[int, str] | None = None,
    last: int = NO_POINT,
    encoding: str | None = None,
) -> str:
    """The position with coordinates as players write them.

    ``marks`` are single characters on empty points; the stone on ``last`` is put in brackets. Round stones where the
    encoding (of standard output, if not given) has them, else X and O.
    """
    try:
        "".join(_ROUND.values()).encode(encoding or sys.stdout.encoding or "ascii")
        stones, empty = _ROUND, "·"
    except (UnicodeEncodeError, LookupError):
        stones, empty = _PLAIN, "."
    signs = dict.fromkeys((row * size + col for row, col in star_points(size)), "+") | (marks or {})
    letters = "    " + " ".join(columns(rules)[:size])
    lines = [letters]
    for row in range(size):
        text = ""
        for p in range(row * size, (row + 1) * size):
            before = "(" if p == last else ")" if p - 1 == last and p % size else " "
            text += before + stones.get(grid[p], signs.get(p, empty))
        lines.append(f"{size - row:>3}{text}{')' if last == (row + 1) * size - 1 else ' '}{size - row}")
    return "\n".join([*lines, letters])
