"""A board drawn with characters, for the terminal."""

import sys

from shared_rules.points import BLACK, WHITE, columns

_ROUND = {BLACK: "●", WHITE: "○"}
_PLAIN = {BLACK: "X", WHITE: "O"}


def draw(grid: bytes, size: int, rules: str, marks: dict[int, str] | None = None, encoding: str | None = None) -> str:
    """The position with coordinates as players write them; ``marks`` are single characters on empty points.

    Round stones where the encoding (of standard output, if not given) has them, else X and O.
    """
    try:
        "".join(_ROUND.values()).encode(encoding or sys.stdout.encoding or "ascii")
        stones = _ROUND
    except (UnicodeEncodeError, LookupError):
        stones = _PLAIN
    letters = "    " + " ".join(columns(rules)[:size])
    lines = [letters]
    for row in range(size):
        number = size - row
        cells = []
        for point in range(row * size, (row + 1) * size):
            empty = (marks or {}).get(point, "+" if _is_star(point, size) else "·" if stones is _ROUND else ".")
            cells.append(stones.get(grid[point], empty))
        lines.append(f"{number:>3} {' '.join(cells)} {number}")
    return "\n".join([*lines, letters])


def _is_star(point: int, size: int) -> bool:
    """Star points and the centre (G1, R1)."""
    row, col = divmod(point, size)
    edge = 3 if size > 12 else 2
    lines = {edge, size - 1 - edge}
    middle = size // 2 if size % 2 else -1
    if size == 19:
        return row in lines | {middle} and col in lines | {middle}
    return (row in lines and col in lines and size > 7) or (row == col == middle)
