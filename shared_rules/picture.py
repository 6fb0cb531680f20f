"""What a settled grid means beside the accepted position: which legal moves explain it, and if none do, what differs.

A grid is explained if playing one move of the side to move, or that move and the answer to it, gives exactly the grid;
stones that those moves captured may still be on (G18.2), they are returned as ``prisoners``. Nothing is guessed: what
no legal moves explain is told as lists of points.
"""

from array import array

from shared_rules.native import const, micropython, ptr8, ptr16
from shared_rules.points import BLACK, UNRESOLVED, WHITE

# What ``differences`` returns: how many points, and from this bit on how many of them are not seen empty.
_FILLED_SHIFT = const(10)
_FILLED = const(1024)
_COUNT = const(1023)
_ONE_STONE = const(1025)  # one point differs, and is not empty
_RECENT = const(16)  # so many points that were filled lately are known in order


@micropython.viper
def differences(grid: ptr8, seen: ptr8, masked: ptr8, n: int, out: ptr16) -> int:
    """Write the points where ``seen`` is not ``grid`` into ``out``, leaving out masked ones.

    Returns how many, and in the bits from 10 on how many of them are not seen empty.
    """
    count = 0
    for p in range(n):
        if grid[p] != seen[p] and masked[p] != 1:
            out[count & _COUNT] = p
            count += 1
            if seen[p]:
                count += _FILLED
    return count


class Picture:
    """The grid as it is seen, beside a rules core.

    ``seen`` holds colours and UNRESOLVED, ``masked`` is 1 where the sensor is not to be believed, 2 where a
    command has said what stands there, ``recent`` lists the points that were filled lately, oldest first.
    """

    def __init__(self, board):
        self.board = board
        n = board.size * board.size
        self.seen = bytearray(n)
        self.masked = bytearray(n)
        self.recent = []
        self._out = array("H", bytes(2 * n))
        self._n = n

    def see(self, p, color):
        """A point has settled to ``color``."""
        if self.seen[p] == color:
            return
        if p in self.recent:
            self.recent.remove(p)
        if color and color != UNRESOLVED:
            self.recent.append(p)
            if len(self.recent) > _RECENT:
                del self.recent[0]
        self.seen[p] = color

    def _compare(self):
        if self.seen == self.board.grid:
            return 0  # much faster than point by point
        return differences(self.board.grid, self.seen, self.masked, self._n, self._out)

    def diff(self):
        """Points that differ from the board's position, in order."""
        return list(self._out[: self._compare() & _COUNT])

    def filled(self):
        """How many points that differ are not empty: stones put down, exchanged or unclear."""
        return self._compare() >> _FILLED_SHIFT

    def explain(self, side, depth, taken=()):
        """``(moves, prisoners)`` with moves a list of ``(point, color)``, or None if no legal moves give this grid.

        At most ``depth`` moves, sides in turn from ``side``. ``taken``: what was captured on the way, as ``(point,
        color)``; whatever of it is still seen, or cannot be told, is among the prisoners (G18.2).
        """
        found = self._compare()
        if not found:
            return [], []
        if found == _ONE_STONE and depth and not taken:
            # Nearly every picture of a game: one stone of the side to move, which takes none off.
            # What follows would find the same, more slowly.
            p = self._out[0]
            board = self.board
            alone = self.seen[p] == side and not board.grid[p]
            if alone and not board.check(p, side) and not board.captures(p, side):
                return [(p, side)], []
        if found >> _FILLED_SHIFT > depth + len(taken):
            return None  # more stones than moves and prisoners
        differ = list(self._out[: found & _COUNT])
        left = [p for p in differ if not self._is_prisoner(p, taken)] if taken else differ
        if not left:
            return [], [p for p in differ if not self.masked[p]]
        candidates = self.added(left, side)
        if not depth or len(candidates) + len(self.added(left, 3 - side)) > depth:
            return None
        board = self.board
        for p in candidates:
            if board.check(p, side):
                continue
            captured = board.play(p, side)
            found = self.explain(3 - side, depth - 1, list(taken) + [(q, 3 - side) for q in captured])
            board.take_back()
            if found is not None:
                return [(p, side)] + found[0], found[1]
        return None

    def _is_prisoner(self, p, taken):
        seen = self.seen[p]
        if not seen or self.board.grid[p]:
            return False
        # A stone of the colour that captured here was put down since.
        return (p, seen) in taken or (seen == UNRESOLVED and ((p, BLACK) in taken or (p, WHITE) in taken))

    def added(self, differ, color):
        """Points of ``differ`` that are empty in the position and have a stone of ``color``; the first one placed
        first.
        """
        grid = self.board.grid
        new = [p for p in differ if not grid[p] and self.seen[p] == color]
        if len(new) > 1:
            new.sort(key=self._age)
        return new

    def _age(self, p):
        return self.recent.index(p) if p in self.recent else -1

    def lists(self):
        """``(missing, surplus, wrong)``: points to fill, to clear, and with a wrong or unclear stone."""
        grid, seen = self.board.grid, self.seen
        missing, surplus, wrong = [], [], []
        for p in self.diff():
            if seen[p] == UNRESOLVED or (grid[p] and seen[p]):
                wrong.append(p)
            elif grid[p]:
                missing.append(p)
            else:
                surplus.append(p)
        return missing, surplus, wrong

    def can_capture(self, side, stones):
        """True if one legal move of ``side`` takes all ``stones`` off: prisoners lifted before the stone is put
        down.
        """
        board = self.board
        grid, size = board.grid, board.size
        group, liberty = [stones[0]], -1
        known = bytearray(len(grid))
        known[stones[0]] = 1
        for p in group:
            for q in neighbours(p, size):
                if not grid[q]:
                    if liberty >= 0 and q != liberty:
                        return False
                    liberty = q
                elif grid[q] == grid[stones[0]] and not known[q]:
                    known[q] = 1
                    group.append(q)
        if liberty < 0:
            return False
        for p in board.captures(liberty, side):
            known[p] = 2
        return all(known[p] == 2 for p in stones)


def neighbours(p, size):
    """The points beside ``p``."""
    near = []
    if p % size:
        near.append(p - 1)
    if (p + 1) % size:
        near.append(p + 1)
    if p >= size:
        near.append(p - size)
    if p < size * (size - 1):
        near.append(p + size)
    return near
