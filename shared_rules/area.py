"""Area counting (G9, G11, G24): living stones and the points they surround, in quarters of a zi.

Stones live unless they are agreed to be dead (G8); empty points that reach stones of both sides are halved.
"""

from array import array

from shared_rules.points import BLACK, WHITE

_DAME = 4  # a neutral region of more points than this is not just dame: most likely a border has a hole


class Score:
    """An area count. Points are halves of zi where a side shares them; all ``_q`` are quarters of a zi.

    ``black_q, white_q``: living stones and territory, with half of the neutral points. ``margin_q``: Black's count less
    half the board, komi and warnings: above 0 Black wins (G9, G11). ``neutral``: number of shared points. ``warnings``:
    ``(black, white)`` warnings that were charged. ``large_neutral``: neutral regions too big to be dame, as lists of
    points.
    """

    def __init__(self, black_q, white_q, margin_q, neutral, warnings, large_neutral):
        self.black_q = black_q
        self.white_q = white_q
        self.margin_q = margin_q
        self.neutral = neutral
        self.warnings = warnings
        self.large_neutral = large_neutral

    def winner(self):
        """BLACK, WHITE, or 0 for a draw."""
        if self.margin_q == 0:
            return 0
        return BLACK if self.margin_q > 0 else WHITE

    def result(self):
        """In SGF form, in points: twice the margin in zi (``B+1.5``); ``0`` for a draw."""
        if self.margin_q == 0:
            return "0"
        # A quarter of a zi is half a point.
        whole, half = divmod(abs(self.margin_q), 2)
        return ("B+" if self.margin_q > 0 else "W+") + str(whole) + (".5" if half else "")


def score(grid, size, dead=(), komi_q=15, warnings=(0, 0)):
    """Count a final position.

    ``grid`` of colours, ``dead`` points agreed to be dead, ``komi_q`` what Black gives in quarters of a zi (15 is
    3 3/4 zi), ``warnings`` of Black and White at one zi each (G24). ValueError if a dead point has no stone.
    """
    alive = bytearray(grid)
    for p in dead:
        if not 0 <= p < len(grid) or not grid[p]:
            raise ValueError("no stone on point %d to be dead" % p)
        alive[p] = 0
    counts = [0, alive.count(b"\x01"), alive.count(b"\x02"), 0]  # by the sides that a point belongs to
    queue = array("H", bytes(2 * len(grid)))
    large_neutral = []
    seen = bytearray(len(grid))
    for p in range(len(grid)):
        if alive[p] or seen[p]:
            continue
        end, sides = _region(alive, size, p, queue, seen)
        counts[sides] += end
        if sides in (0, BLACK | WHITE) and end > _DAME:
            large_neutral.append(sorted(queue[:end]))
    neutral = counts[0] + counts[3]
    black_q = 4 * counts[BLACK] + 2 * neutral
    white_q = 4 * counts[WHITE] + 2 * neutral
    margin_q = black_q - 2 * len(grid) - komi_q - 4 * warnings[0] + 4 * warnings[1]
    return Score(black_q, white_q, margin_q, neutral, tuple(warnings), large_neutral)


def _region(alive, size, start, queue, seen):
    """The empty region of ``start`` in ``queue``: its number of points, and the sides whose stones it touches."""
    queue[0] = start
    seen[start] = 1
    head = sides = 0
    end = 1
    while head < end:
        p = queue[head]
        head += 1
        col = p % size
        for q, inside in (
            (p - size, p >= size),
            (p + size, p + size < len(alive)),
            (p - 1, col > 0),
            (p + 1, col < size - 1),
        ):
            if inside and alive[q]:
                sides |= alive[q]
            elif inside and not seen[q]:
                seen[q] = 1
                queue[end] = q
                end += 1
    return end, sides
