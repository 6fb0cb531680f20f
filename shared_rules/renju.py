"""The rules of renju and gomoku: five, overline, double four, double three (R2.4 to R2.19).

What a black stone makes in one line depends only on the cells beside it, up to the first white stone or the edge and no
further than five: there are 47 such half lines, so a table of 48 x 48 bytes knows every line. A three counts only if
its straight four can be made on a point that is not forbidden itself, so the points of threes are looked at in turn, as
deep as it takes, on a stack of frames and without recursion.
"""

from array import array

from shared_rules.move_log import MoveLog
from shared_rules.native import const, micropython, ptr8
from shared_rules.points import BLACK, EMPTY, NO_POINT
from shared_rules.reasons import LEGAL, OCCUPIED, OFF_BOARD

FIVE = const(1)
OVERLINE = const(2)
DOUBLE_FOUR = const(4)
DOUBLE_THREE = const(8)
# As `tengen forbidden` and the record write them.
FOUL_NAMES = {OVERLINE: "overline", DOUBLE_FOUR: "double_four", DOUBLE_THREE: "double_three"}

VARIANTS = ("renju", "free", "exact")
MIN_SIZE = const(5)
MAX_SIZE = const(20)  # R1 plays 15x15; gomoku programs go up to 20x20

_PASS = const(0x3FF)
_COLOR_SHIFT = const(10)
_GROWTH = const(64)
_BLACK = const(1)  # viper needs it as a constant of this module
_WALL = const(3)

# Half lines are numbered 1 to 47: the cells from the stone outwards after a leading 1, black as 1, empty as 0, ended by
# a white stone or the edge; of the fifth cell it only matters whether it is black, so five cells count from 16.
_HALVES = const(48)

# What a black stone makes in a line, as the table has it. The low four bits are for a three: how far the points lie
# that make it a straight four: two bits to the left and two to the right (0: none there).
_LINE_FOUR = const(16)
_LINE_DOUBLE_FOUR = const(32)
_LINE_FIVE = const(64)
_LINE_OVERLINE = const(128)

# A frame of the search: cell (2 bytes), candidates of the four lines (4), line (1) with 16 once a three is found, lines
# that may still fail (1).
_FRAME = const(8)
_FRAMES = const(16)


@micropython.viper
def _fill_table(table: ptr8):
    """Work out all lines: ``table[left * 48 + right]``."""
    for left in range(1, _HALVES):
        for right in range(1, _HALVES):
            # Of each side: a row of black beside the stone, a gap, a second row, a second gap, a black cell after it.
            row_l = row_r = second_l = second_r = 0
            gap_l = gap_r = open_l = open_r = 0
            for side in range(2):
                half = right if side else left
                bit = 8
                if half < 16:
                    while bit > half:
                        bit >>= 1
                    bit >>= 1
                else:
                    half += 16
                    bit = 16
                row = gap = second = opened = 0
                while bit and half & bit:
                    row += 1
                    bit >>= 1
                if bit:
                    gap = 1
                    bit >>= 1
                    while bit and half & bit:
                        second += 1
                        bit >>= 1
                    if bit:
                        bit >>= 1
                        # Open: the cell after the second row is empty and the one after that is not black.
                        opened = 0 if bit and half & bit else 1
                if side:
                    row_r = row
                    gap_r = gap
                    second_r = second
                    open_r = opened
                else:
                    row_l = row
                    gap_l = gap
                    second_l = second
                    open_l = opened
            row = row_l + 1 + row_r
            made = 0
            if row > 5:
                made = _LINE_OVERLINE
            elif row == 5:
                made = _LINE_FIVE
            else:
                five_l = 1 if gap_l and row + 1 + second_l == 5 else 0
                five_r = 1 if gap_r and row + 1 + second_r == 5 else 0
                if five_l and five_r and second_l + second_r:
                    made = _LINE_DOUBLE_FOUR
                elif five_l or five_r:
                    made = _LINE_FOUR
                else:
                    if open_l and row + 1 + second_l == 4 and gap_r and second_r == 0:
                        made = row_l + 1
                    if open_r and row + 1 + second_r == 4 and gap_l and second_l == 0:
                        made |= (row_r + 1) << 2
            table[left * _HALVES + right] = made


@micropython.viper
def _judge(cells: ptr8, pitch: int, table: ptr8, frames: ptr8, room: int, cell: int) -> int:
    """What a black stone on ``cell`` makes: a set of FIVE, OVERLINE, DOUBLE_FOUR, DOUBLE_THREE; five stands alone.

    ``room`` is the length of ``frames``; -1 if it does not suffice. The cells are as before, except that ``cell`` and
    the cells of unfinished frames need their stones put back by the caller in that case.
    """
    p = cell
    end = 0  # of the frames in use
    top = 0  # what the first stone makes besides a double three
    while True:
        # Look at the four lines through p.
        fours = 0
        all_lines = 0
        candidates = 0  # four bits a line
        lines = 0
        for d in range(4):
            step = pitch - 2 + d if d else 1
            left = 1
            q = p
            while left < 16:
                q -= step
                seen = cells[q]
                if seen > _BLACK:
                    break
                left = left + left + seen
            if left >= 16:
                left = left + left - 16
                if cells[q - step] == _BLACK:
                    left += 1
            right = 1
            q = p
            while right < 16:
                q += step
                seen = cells[q]
                if seen > _BLACK:
                    break
                right = right + right + seen
            if right >= 16:
                right = right + right - 16
                if cells[q + step] == _BLACK:
                    right += 1
            made = table[left * _HALVES + right]
            if made:
                all_lines |= made
                if made < _LINE_FOUR:
                    candidates |= made << (d * 4)
                    lines += 1
                else:
                    fours += (made >> 4) & 3
        found = 0
        if all_lines & _LINE_FIVE:
            found = FIVE
            lines = 0
        else:
            if all_lines & _LINE_OVERLINE:
                found = OVERLINE
            if fours > 1:
                found |= DOUBLE_FOUR
            if end and found:
                lines = 0
        if lines > 1:
            # Two lines look like threes: open a frame and look at the points of their straight fours.
            if end + _FRAME > room:
                return -1
            if end == 0:
                top = found
            frames[end] = p & 255
            frames[end + 1] = p >> 8
            for d in range(4):
                frames[end + 2 + d] = (candidates >> (d * 4)) & 15
            frames[end + 6] = 0
            frames[end + 7] = lines - 2
            cells[p] = _BLACK
            end += _FRAME
            found = -1
        # Hand what was found to the frame below, until there is a next point to look at.
        while True:
            if end == 0:
                return found
            frame = end - _FRAME
            p = frames[frame] | frames[frame + 1] << 8
            line = frames[frame + 6]
            threes = line & 16
            line &= 15
            result = -1
            if found == 0:
                # The straight four can be made: this line is a three.
                if threes:
                    result = DOUBLE_THREE
                threes = 16
                frames[frame + 2 + line] = 0
            elif found > 0 and frames[frame + 2 + line] == 0:
                # Its last point is forbidden or makes five: no three.
                if frames[frame + 7] == 0:
                    result = 0
                else:
                    frames[frame + 7] -= 1
            if result < 0:
                while line < 4 and frames[frame + 2 + line] == 0:
                    line += 1
                if line == 4:
                    result = 0
            if result >= 0:
                cells[p] = 0
                end = frame
                found = result | top if end == 0 else result
                continue
            frames[frame + 6] = line | threes
            candidates = frames[frame + 2 + line]
            step = pitch - 2 + line if line else 1
            if candidates & 3:
                p -= (candidates & 3) * step
                frames[frame + 2 + line] = candidates & 12
            else:
                p += (candidates >> 2) * step
                frames[frame + 2 + line] = 0
            break


class RenjuBoard(MoveLog):
    """A game of renju or gomoku in progress.

    ``grid`` is a ``bytearray(size * size)`` of colours, read only; ``moves`` counts the moves and passes played.
    ``variant``: ``renju`` (Black makes exactly five and has forbidden moves, White five or more), ``free`` (five or
    more), ``exact`` (exactly five).
    """

    def __init__(self, size=15, variant="renju"):
        """``size`` 5 to 20, ``variant`` one of ``VARIANTS``. ValueError otherwise."""
        if not MIN_SIZE <= size <= MAX_SIZE:
            raise ValueError("a renju board has %d to %d lines, not %s" % (MIN_SIZE, MAX_SIZE, size))
        if variant not in VARIANTS:
            raise ValueError("variant is one of %s, not %s" % (", ".join(VARIANTS), variant))
        self.size = size
        self.variant = variant
        self.grid = bytearray(size * size)
        self.moves = 0
        self._log = array("H", bytes(2 * _GROWTH))
        self._replaced = {}  # number of the move that replaced a stone: the stone's colour
        # The same position with a wall around it: one cell at the end of each row serves both neighbours.
        self._pitch = size + 1
        self._cells = bytearray(self._pitch * (size + 2) + 1)
        for i in range(len(self._cells)):
            self._cells[i] = _WALL
        for p in range(size * size):
            self._cells[self._cell(p)] = EMPTY
        self._table = None
        self._frames = bytearray(_FRAME * _FRAMES)
        if variant == "renju":
            self._table = bytearray(_HALVES * _HALVES)
            _fill_table(self._table)

    # Asking

    def check(self, p, color):
        """0 if a stone can be put there, else OFF_BOARD or OCCUPIED; a forbidden move is a foul and can be played."""
        if not 0 <= p < len(self.grid):
            return OFF_BOARD
        return OCCUPIED if self.grid[p] else LEGAL

    def captures(self, p, color):
        """No points: nothing is captured in these games."""
        return []

    def judge(self, p, color):
        """What a stone of this colour on ``p`` makes (or made, if it stands there): a set of bits.

        FIVE wins, under the variant's own reading (R10.1.1), and stands alone (R10.1.6). OVERLINE, DOUBLE_FOUR,
        DOUBLE_THREE are Black's fouls in renju (R2.19) and appear nowhere else.
        """
        cell = self._cell(p)
        if self._table and color == BLACK:
            return self._judge_black(cell)
        longest = self._longest(cell, color)
        if self.variant == "exact":
            return FIVE if 5 in longest else 0
        return FIVE if max(longest) >= 5 else 0

    def forbidden_map(self):
        """All points that Black must not play now: point to bits of OVERLINE, DOUBLE_FOUR, DOUBLE_THREE."""
        found = {}
        if self._table:
            for p in range(len(self.grid)):
                if self.grid[p] == EMPTY:
                    bits = self._judge_black(self._cell(p))
                    if bits > FIVE:
                        found[p] = bits
        return found

    # Playing

    def play(self, p, color):
        """Put a stone on an empty point; returns the points captured, none. ValueError if ``check`` objects."""
        reason = self.check(p, color)
        if reason:
            raise ValueError("illegal move: reason %d at point %d" % (reason, p))
        self._push(p, color)
        self._set_up(p, color)
        return []

    def force(self, p, color, as_recorded=False):
        """Like ``play``; with ``as_recorded`` a stone that stands there is replaced, as viewers do (FF[4])."""
        if as_recorded and self.check(p, color) == OCCUPIED:
            self._replaced[self.moves] = self.grid[p]
            self._set_up(p, EMPTY)
        return self.play(p, color)

    def play_pass(self, color):
        """Pass (R8.1)."""
        self._push(_PASS, color)

    def take_back(self):
        """Undo the last ``play``, ``force`` or ``play_pass``. ValueError if there is none."""
        if not self.moves:
            raise ValueError("no move to take back")
        p = self.last_point()
        self.moves -= 1
        if p != NO_POINT:
            self._set_up(p, self._replaced.pop(self.moves, EMPTY))

    # Inside

    def _cell(self, p):
        return p + p // self.size + self._pitch + 1

    def _set_up(self, p, color):
        self.grid[p] = color
        self._cells[self._cell(p)] = color

    def _push(self, p, color):
        if self.moves >= len(self._log):
            self._log.extend(array("H", bytes(2 * _GROWTH)))
        self._log[self.moves] = p | color << _COLOR_SHIFT
        self.moves += 1

    def _judge_black(self, cell):
        stood = self._cells[cell]
        while True:
            found = _judge(self._cells, self._pitch, self._table, self._frames, len(self._frames), cell)
            self._cells[cell] = stood
            if found >= 0:
                return found
            for i in range(_FRAME, len(self._frames), _FRAME):
                self._cells[self._frames[i] | self._frames[i + 1] << 8] = EMPTY
            self._frames = bytearray(2 * len(self._frames))

    def _longest(self, cell, color):
        """Length of the unbroken line through ``cell`` in each of the four directions."""
        lengths = []
        for step in (1, self._pitch - 1, self._pitch, self._pitch + 1):
            length = 1
            for towards in (-step, step):
                q = cell + towards
                while self._cells[q] == color:
                    length += 1
                    q += towards
            lengths.append(length)
        return lengths
