"""Plain turns on the way through a record: a stone, off comes what it captures, the press; nothing else.

When a game is taken up after a power cut, the same facts are told to a new referee. Nearly all of them make such
turns, and a plain turn leaves the referee in a state that can be written down at once: a fraction of the work, so
that a long game is ready as soon as a short one. Whatever is not exactly so is left to the referee, fact by fact.

Both ways lead to the same state, attribute by attribute: ``tests/shared_rules/test_plain_turns.py``. A computer that
verifies a record never takes this one.
"""

from array import array

from shared_rules import record, rulings
from shared_rules.native import const, micropython, ptr8, ptr32
from shared_rules.points import NO_POINT
from shared_rules.record import crc
from shared_rules.states import CLEAN, MOVE, PLAY, PRISONERS

_OPENING = const(6)  # moves in which a guide has a say
_FOREVER = const(0x3FFFFFFF)
# What ``_turn`` finds.
_STONE = const(0)
_BEFORE = const(1)  # how many came off before the stone was seen
_END_T = const(2)  # of the fact that made the move final
_VALUE = const(3)  # of the MOVE ruling
_POINT = const(4)  # of the MOVE ruling
_DOWN = const(5)  # buttons
_OFF_T = const(6)  # when the last one came off
_TAKEN = const(7)  # how many came off; their points follow
_FIRST_TAKEN = const(8)
_MOST_TAKEN = const(24)


@micropython.viper
def _number(source: ptr8, at: int) -> int:
    return source[at] | source[at + 1] << 8 | source[at + 2] << 16 | source[at + 3] << 24


@micropython.viper
def _turn(buffer, at: int, end: int, seq: int, mover: int, clocked: int, limit: int, found: ptr32) -> int:
    """How many records from byte ``at`` make one plain turn of ``mover``, 0 if they do not.

    ``seq``: of the first of them; ``limit``: all facts are earlier; ``found``: see the constants, ``_DOWN`` is read as
    well. Without a clock the answer makes the move of ``mover`` final, once the prisoners of that one are off.
    """
    source = ptr8(buffer)
    stone = -1
    taken = 0
    down = found[_DOWN]
    whole = 0
    over = 0
    n = 0
    while at < end:
        if source[at + 2] | source[at + 3] << 8 != (seq + n) & 0xFFFF:
            return 0
        if int(crc(buffer, at, at + 14)) != source[at + 14] | source[at + 15] << 8:
            return 0
        kind = source[at]
        side = source[at + 1]
        t = int(_number(source, at + 4))
        p = source[at + 8] | source[at + 9] << 8
        value = int(_number(source, at + 10))
        n += 1
        at += int(record.SIZE)
        if kind == int(rulings.MOVE):
            if over == 0 or side != mover or t != found[_END_T]:
                return 0
            found[_STONE] = stone
            found[_TAKEN] = taken
            found[_VALUE] = value
            found[_POINT] = p
            found[_DOWN] = down
            return n
        if t >= limit or (over and clocked):
            return 0
        if kind == int(record.POINT):
            if side == 0 and taken < _MOST_TAKEN:
                found[_FIRST_TAKEN + taken] = p
                found[_OFF_T] = t
                taken += 1
            elif side == (mover if clocked else 3 - mover) and stone < 0:
                stone = p
                found[_BEFORE] = taken
            else:
                return 0
            whole = 1 - (value & 1)
            if clocked == 0 and stone >= 0:
                if whole == 0 or over:
                    return 0
                found[_END_T] = t
                over = 1
        elif kind == int(record.PRESS):
            if clocked == 0 or side != mover or whole == 0 or down | side == 3:
                return 0
            down |= side
            found[_END_T] = t
            over = 1
        elif kind == int(record.RELEASE) and clocked:
            down &= 3 - side
        elif kind != int(record.TIME):
            return 0
    return 0


@micropython.native
def play(r, buffer, at, end, seq):
    """Take referee ``r`` through the plain turns that begin at byte ``at`` of the records in ``buffer``.

    ``end``: of its last whole record; ``seq``: number of the first. Returns how many records that were; after them
    ``r`` is as if it had been told their facts, and has given the rulings that stand among them. 0 if ``r`` is in the
    middle of something, or what follows is not plain.
    """
    if not _is_plain(r):
        return 0
    found = array("i", bytes(4 * (_FIRST_TAKEN + _MOST_TAKEN)))
    found[_DOWN] = r.down
    clock, side, stone = r.clock, r.turn, NO_POINT if r.clock else r.pending[0][0]
    quiet, taking = [_value(rule) for rule in (("G2", "G3") if r.go else ("R2.1", "R2.1"))]
    first, begun, t = at, r.move_number, -1
    while True:
        n = _turn(buffer, at, end, seq, side, 1 if clock else 0, clock.next_deadline(t) if clock else _FOREVER, found)
        if not n:
            break
        stone = found[_STONE] if clock else stone
        captured = _final(r, stone, side, found[_POINT])
        if captured is None:
            break
        value = (taking if captured else quiet) | (r.move_number + 1 & 0xFFF) << 8
        if not clock and t < 0:
            captured = []  # they were off before the first of these turns began
        seen = value == found[_VALUE] and _seen(r, side if clock else 3 - side, captured, found)
        if not seen:
            r.board.take_back()
            break
        t = found[_END_T]
        if clock:
            clock.press(t, side)
            r.last_touched = [stone]
        else:
            r.last_touched, stone = [stone], found[_STONE]
        r.move_number += 1
        side = 3 - side
        at += n * record.SIZE
        seq += n
    if t >= 0:
        _write_down(r, side, stone, t, found, r.move_number - begun)
    return (at - first) // record.SIZE


def _value(rule):
    """The value of the record of a MOVE, without the move number."""
    return rulings.pack(rulings.MOVE, rule, 0, 0, 0, NO_POINT, 0)[4]


def _is_plain(r):
    """True if nothing is open but the next move, or without a clock the answer to the last one."""
    waits = r.held or r.barred or r.withdrawn or r.repairing or r.prisoners or r.pauses or r.last_void
    if r.state != PLAY or waits or r.must >= 0 or r.quiet_t >= 0 or r.five_t >= 0 or r.power_t >= 0:
        return False
    if any(r.picture.masked) or (r.guide and (r.move_number < _OPENING or r.laying_two)):
        return False
    if r.clock:
        return r.status == CLEAN and not r.touched and r.clock.running == r.turn and not r.picture.diff()
    waiting = r.pending[0] if len(r.pending) == 1 else (NO_POINT, 0)
    if r.status != MOVE or not r.cleared or waiting[1] != r.turn or r.touched != [waiting[0]]:
        return False
    # What has been told of the picture is all that was looked at: no more of it is to follow.
    r.board.play(waiting[0], waiting[1])
    whole = not r.picture.diff()
    r.board.take_back()
    return whole


@micropython.native
def _final(r, p, side, point):
    """Play the move of the ruling on the board; its captures. None if it is not so, or if the game may end by it."""
    board = r.board
    if p != point or (not r.go and board.judge(p, side)):
        return None  # a five or a foul
    try:
        captured = board.play(p, side)
    except ValueError:
        return None
    if board.repetition >= 0 if r.go else board.grid.find(b"\x00") < 0:
        board.take_back()
        return None
    return captured


@micropython.native
def _seen(r, side, captured, found):
    """The picture shows the stone of ``side``; False, and it stays as it was, if not just ``captured`` came off."""
    picture, p = r.picture, found[_STONE]
    if not r.clock and not r.go and r.board.judge(p, side):
        return False  # the answer is a five, or a foul
    if not captured and not found[_TAKEN]:
        picture.see(p, side)
        return True
    taken = list(found[_FIRST_TAKEN : _FIRST_TAKEN + found[_TAKEN]])
    if sorted(taken) != sorted(captured):
        return False
    for q in taken[: found[_BEFORE]]:
        picture.see(q, 0)
    picture.see(p, side)
    for q in taken[found[_BEFORE] :]:
        picture.see(q, 0)
    r.lifted = (taken[-1], found[_OFF_T])
    return True


def _write_down(r, side, stone, t, found, turns):
    """What the last of so many turns leaves (``turn.final`` and the look after it); ``side`` is to move."""
    if r.offered_by == side or turns > 1:
        r.offered_by = 0  # refused by moving (R10.3)
    r.turn, r.t = side, t
    r.cleared = not r.clock
    if r.clock:
        r.down, r.ended = found[_DOWN], 3 - side
    else:
        r.pending, r.touched = [(stone, side)], [stone]
        r.prisoners = sorted(r.board.captures(stone, side))
        if r.prisoners:
            r.status, r.reason, r.cleared = PRISONERS, "prisoners", False
    r.answer = -1
    r.passes = r.gesture = r.agreed = 0
    r.offences = []
    if not r.go:
        r.foul = 0
    r.bad = NO_POINT
