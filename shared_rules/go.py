"""The rules of Go: capture, suicide, ko and whole-board repetition (G2 to G6).

A position is a flat grid of colours. Groups are flooded with a work list and given up at their first liberty, so a
move costs a few stones' worth of work wherever it falls. Each position has a 30-bit hash; equal hashes are only a hint,
and a repetition counts when taking the moves back in a copy gives the same stones.
"""

from array import array

from shared_rules.move_log import MoveLog
from shared_rules.native import const, micropython, ptr8, ptr16
from shared_rules.points import BLACK, EMPTY
from shared_rules.reasons import KO, LEGAL, OCCUPIED, OFF_BOARD, SUICIDE, SUPERKO

SUPERKO_READINGS = ("positional", "situational", "none", "log")
MIN_SIZE = const(2)  # G1 plays 19x19; the boards below 5x5 are for analysis
MAX_SIZE = const(19)

_PASS = const(0x3FF)
_POINT_BITS = const(0x3FF)
_COLOR_SHIFT = const(10)
_MARK = const(4)  # on a colour of the grid, while its group is being flooded
_HASH_BITS = const(0x3FFFFFFF)
_BUCKETS = const(256)
_GROWTH = const(64)  # moves or captured stones

_ABOVE = const(1)
_BELOW = const(2)
_LEFT = const(4)
_RIGHT = const(8)


@micropython.viper
def _flood(grid: ptr8, edges: ptr8, size: int, start: int, queue: ptr16, first: int) -> int:
    """Write the group of ``start`` into ``queue`` from index ``first``, marking its stones in the grid.

    Returns the index after its last stone, or 0 if the group has a liberty (its marks are gone then).
    """
    color = grid[start]
    marked = color | _MARK
    queue[first] = start
    grid[start] = marked
    head = first
    tail = first + 1
    while head < tail:
        p = queue[head]
        head += 1
        edge = edges[p]
        found = color
        if edge & _ABOVE:
            q = p - size
            found = grid[q]
            if found == color:
                grid[q] = marked
                queue[tail] = q
                tail += 1
        if found and edge & _BELOW:
            q = p + size
            found = grid[q]
            if found == color:
                grid[q] = marked
                queue[tail] = q
                tail += 1
        if found and edge & _LEFT:
            q = p - 1
            found = grid[q]
            if found == color:
                grid[q] = marked
                queue[tail] = q
                tail += 1
        if found and edge & _RIGHT:
            q = p + 1
            found = grid[q]
            if found == color:
                grid[q] = marked
                queue[tail] = q
                tail += 1
        if not found:
            while tail > first:
                tail -= 1
                grid[queue[tail]] = color
            return 0
    return tail


@micropython.viper
def _try(grid: ptr8, edges: ptr8, size: int, p: int, color: int, queue: ptr16) -> int:
    """Work out a move on the empty point ``p``: the stones it takes are in ``queue``, their number is returned.

    -1 means suicide; the group that would be left without liberties is then in ``queue``. The grid is as before.
    """
    other = 3 - color
    grid[p] = color
    taken = 0
    free = 0
    edge = edges[p]
    side = 1
    while side <= _RIGHT:
        if edge & side:
            q = p
            if side == _ABOVE:
                q -= size
            elif side == _BELOW:
                q += size
            elif side == _LEFT:
                q -= 1
            else:
                q += 1
            found = grid[q]
            if found == 0:
                free = 1
            elif found == other:
                tail = int(_flood(grid, edges, size, q, queue, taken))
                if tail:
                    taken = tail
        side += side
    for i in range(taken):
        grid[queue[i]] = other
    if taken == 0 and free == 0:
        tail = int(_flood(grid, edges, size, p, queue, 0))
        if tail:
            taken = -1
            for i in range(tail):
                grid[queue[i]] = color
    grid[p] = 0
    return taken


@micropython.viper
def _hash(p: int, color: int, queue: ptr16, n: int, taken_color: int) -> int:
    """What a stone on ``p`` and the first ``n`` stones of ``queue`` change in the hash of a position: 30 bits."""
    found = 0
    key = 2 * p + color
    i = 0
    while True:
        key = ((key + 1) * 0x1E3779B1) & _HASH_BITS
        key = ((key ^ (key >> 15)) * 0x2C1B3C6D) & _HASH_BITS
        key = ((key ^ (key >> 12)) * 0x297A2D39) & _HASH_BITS
        found ^= key ^ (key >> 15)
        if i == n:
            return found
        key = 2 * queue[i] + taken_color
        i += 1


@micropython.viper
def _lift(grid: ptr8, queue: ptr16, n: int, color: int, taken: ptr16, end: int):
    """Take the first ``n`` stones of ``queue`` off and append them to ``taken``."""
    for i in range(n):
        p = queue[i]
        grid[p] = 0
        taken[end + i] = p | color << _COLOR_SHIFT


class GoBoard(MoveLog):
    """A Go game in progress.

    ``grid`` is a ``bytearray(size * size)`` of colours, read only; ``moves`` counts the moves and passes played.
    ``repetition`` is the number of moves after which the position that the last move made already stood, or -1; it is
    kept under every reading of ``superko``, also where repetition is no objection (``none``, ``log``).
    """

    def __init__(self, size=19, superko="positional"):
        """``size`` 2 to 19; ``superko`` one of ``SUPERKO_READINGS`` (G6). ValueError otherwise."""
        if not MIN_SIZE <= size <= MAX_SIZE:
            raise ValueError("a Go board has %d to %d lines, not %s" % (MIN_SIZE, MAX_SIZE, size))
        if superko not in SUPERKO_READINGS:
            raise ValueError("superko is one of %s, not %s" % (", ".join(SUPERKO_READINGS), superko))
        self.size = size
        self.superko = superko
        self.grid = bytearray(size * size)
        self.moves = 0
        self.repetition = -1
        self._situational = superko == "situational"
        self._forbid = superko in ("positional", "situational")
        self._edges = bytearray(size * size)
        for p in range(size * size):
            self._edges[p] = (
                (_ABOVE if p >= size else 0)
                | (_BELOW if p < size * (size - 1) else 0)
                | (_LEFT if p % size else 0)
                | (_RIGHT if (p + 1) % size else 0)
            )
        self._queue = array("H", bytes(2 * size * size))
        # One entry a move: point and colour, number of stones taken.
        self._log = array("H", bytes(2 * _GROWTH))
        self._counts = array("H", bytes(2 * _GROWTH))
        # Stones taken, in order: point and colour.
        self._taken = array("H", bytes(2 * _GROWTH))
        self._taken_end = 0
        # Hash of the position after each number of moves; those before the current one are chained by bucket.
        self._hashes = array("i", bytes(4 * _GROWTH))
        self._heads = array("H", bytes(2 * _BUCKETS))
        self._next = array("H", bytes(2 * _GROWTH))

    # Asking

    def check(self, p, color):
        """0 if the move is legal, else the first reason of OFF_BOARD, OCCUPIED, SUICIDE, KO, SUPERKO (G5, G6)."""
        return self._examine(p, color)[0]

    def captures(self, p, color):
        """Points that the move would take off (G4), without playing it; suicide takes nothing."""
        if not 0 <= p < len(self.grid) or self.grid[p]:
            return []
        n = _try(self.grid, self._edges, self.size, p, color, self._queue)
        return list(self._queue[: max(n, 0)])

    # Playing

    def play(self, p, color):
        """Play a legal move and return the points it captured; ValueError if ``check`` objects."""
        reason, n, earlier = self._examine(p, color)
        if reason:
            raise ValueError("illegal move: reason %d at point %d" % (reason, p))
        return self._put(p, color, n, earlier)

    def force(self, p, color, as_recorded=False):
        """Play although ``check`` objects (kept by agreement) and return the points captured.

        A suicide stays on the board. ValueError if the point is not empty. With ``as_recorded`` the move is carried out
        as viewers of game records do (FF[4]): a stone that stands there is replaced, a suicide takes itself off.
        """
        if not 0 <= p < len(self.grid):
            raise ValueError("off the board: point %d" % p)
        stood = self.grid[p]
        if stood and not as_recorded:
            raise ValueError("occupied: point %d" % p)
        self.grid[p] = EMPTY
        n = _try(self.grid, self._edges, self.size, p, color, self._queue)
        earlier = self._find(p, color, n) if n >= 0 and not stood else -1
        captured = self._put(p, color, max(n, 0), earlier)
        if stood:
            self._replace(p, stood)
        elif n < 0 and as_recorded:
            captured = self._remove_own(p, color)
        return captured

    def play_pass(self, color):
        """Pass (G2); always allowed."""
        self._push(_PASS, color, 0, self._hashes[self.moves])

    def take_back(self):
        """Undo the last ``play``, ``force`` or ``play_pass``, all of it. ValueError if there is none."""
        if not self.moves:
            raise ValueError("no move to take back")
        self._taken_end = self._unwind(self.grid, self.moves, self._taken_end)
        self.moves -= 1
        self._heads[self._hashes[self.moves] % _BUCKETS] = self._next[self.moves]
        self.repetition = -1

    def _set_up(self, p, color):
        for stone in (self.grid[p], color):
            if stone:
                self._hashes[0] ^= self._change(p, stone, 0)
        self.grid[p] = color

    # Inside

    def _examine(self, p, color):
        """Reason against a move, number of stones it takes, number of moves after which its position already stood."""
        if not 0 <= p < len(self.grid):
            return OFF_BOARD, 0, -1
        if self.grid[p]:
            return OCCUPIED, 0, -1
        n = _try(self.grid, self._edges, self.size, p, color, self._queue)
        if n < 0:
            return SUICIDE, 0, -1
        if n == 1 and self.moves and self._counts[self.moves - 1] == 1 and self.last_point() == self._queue[0]:
            # It takes the stone that has just taken one. If that one stood here, this is the position before it.
            if self._taken[self._taken_end - 1] == p | color << _COLOR_SHIFT:
                return KO, 1, self.moves - 1
        earlier = self._find(p, color, n)
        return (SUPERKO if self._forbid and earlier >= 0 else LEGAL), n, earlier

    def _change(self, p, color, n):
        """What a stone on ``p`` and the ``n`` stones of the other colour in the queue change in the hash."""
        return _hash(p, color, self._queue, n, 3 - color)

    def _find(self, p, color, n):
        """Number of moves after which the position that this move makes already stood, or -1."""
        after = self._hashes[self.moves] ^ self._change(p, color, n)
        link = self._heads[after % _BUCKETS]
        while link:
            earlier = link - 1
            if self._hashes[earlier] == after and (not self._situational or self._made_by(earlier) == color):
                if self._stood(earlier, p, color, n):
                    return earlier
            link = self._next[earlier]
        return -1

    def _made_by(self, i):
        """The side whose move or pass led to position ``i``: the other one is to play there."""
        return self._log[i - 1] >> _COLOR_SHIFT if i else 3 - (self._log[0] >> _COLOR_SHIFT)

    def _stood(self, earlier, p, color, n):
        """Whether the position after ``earlier`` moves is the one that a move makes: both are worked out."""
        grid = bytearray(self.grid)
        end = self._taken_end
        for i in range(self.moves, earlier, -1):
            end = self._unwind(grid, i, end)
        made = bytearray(self.grid)
        made[p] = color
        for i in range(n):
            made[self._queue[i]] = EMPTY
        return grid == made

    def _unwind(self, grid, i, end):
        """Take move ``i`` back in ``grid``; ``end`` and the result are ends of the stones taken."""
        p = self._log[i - 1] & _POINT_BITS
        if p != _PASS:
            grid[p] = EMPTY
        start = end - self._counts[i - 1]
        for k in range(start, end):
            grid[self._taken[k] & _POINT_BITS] = self._taken[k] >> _COLOR_SHIFT
        return start

    def _put(self, p, color, n, earlier):
        """Put a stone and take the first ``n`` of the queue off; returns these."""
        self._reserve(n)
        self.grid[p] = color
        _lift(self.grid, self._queue, n, 3 - color, self._taken, self._taken_end)
        self._taken_end += n
        self._push(p, color, n, self._hashes[self.moves] ^ self._change(p, color, n))
        self.repetition = earlier
        return list(self._queue[:n])

    def _replace(self, p, stood):
        """Let the last move have taken the stone that stood on its own point."""
        self._reserve(1)
        self._taken[self._taken_end] = p | stood << _COLOR_SHIFT
        self._taken_end += 1
        self._counts[self.moves - 1] += 1
        self._hashes[self.moves] ^= self._change(p, stood, 0)

    def _remove_own(self, p, color):
        """Let the last move have taken its own group off; returns its points."""
        queue = self._queue
        n = _flood(self.grid, self._edges, self.size, p, queue, 0) - 1
        queue[0] = queue[n]  # the stone just put is not one of those that were there before
        self._reserve(n)
        _lift(self.grid, queue, n, color, self._taken, self._taken_end)
        self.grid[p] = EMPTY
        self._taken_end += n
        self._counts[self.moves - 1] = n
        self._hashes[self.moves] ^= _hash(p, color, queue, n, color)
        return [p] + list(queue[:n])

    def _reserve(self, n):
        """Make room for ``n`` more stones taken."""
        missing = self._taken_end + n - len(self._taken)
        if missing > 0:
            self._taken.extend(array("H", bytes(2 * (missing + _GROWTH))))

    def _push(self, p, color, count, after):
        """Append a move to the history and chain the position it leaves behind."""
        i = self.moves
        if i + 2 > len(self._hashes):
            for column in (self._log, self._counts, self._next):
                column.extend(array("H", bytes(2 * _GROWTH)))
            self._hashes.extend(array("i", bytes(4 * _GROWTH)))
        bucket = self._hashes[i] % _BUCKETS
        self._next[i] = self._heads[bucket]
        self._heads[bucket] = i + 1
        self._log[i] = p | color << _COLOR_SHIFT
        self._counts[i] = count
        self._hashes[i + 1] = after
        self.moves = i + 1
        self.repetition = -1


assert BLACK == 1  # the hash and 3 - color rely on it
