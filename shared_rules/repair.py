"""Whatever is not as it should be: found, named point by point, waited for (G17.5, G17.6, G18.1, R4.2, R9.1).

Nothing is ruled while hands are at work: a picture that no legal move explains is told as a REPAIR once it has stayed
the same for ``QUIET_MS``, or at a press; what is to be put right can be read at once from ``Referee.repair()``.
"""

from shared_rules import turn
from shared_rules.points import NO_POINT, UNRESOLVED
from shared_rules.reasons import KO, NAMES, SUICIDE
from shared_rules.rulings import NOTE, REPAIR, REPAIRED, VOID
from shared_rules.states import CHOICE, CHOOSE, ILLEGAL, LIFTED, MISMATCH, OVER, PLAY, PRISONERS

QUIET_MS = 1000
UPSET = 6  # this many points differ: the board was bumped, the clock stands
SLID_MS = 250
TAKEN_UP_MS = 3000  # off alone for longer, a last stone was taken up, not swept off with the others

PAUSE_ARBITER = 1
PAUSE_UPSET = 2
PAUSE_POWER = 4


def look(r, t):
    """No legal moves explain the picture: find the likeliest reason, without guessing a move."""
    picture, board = r.picture, r.board
    base = _standing(r, t)
    if not base and r.withdrawn and _lifted_first(r, t):
        return
    mover, prisoners = r.turn, []
    r.made = NO_POINT
    if base:
        mover, r.made = 3 - base[1], base[0]
        captured = board.play(base[0], base[1])
        if not r.cleared:
            prisoners = [p for p in captured if picture.seen[p] == mover]
    off, own, other, played = _measure(r, mover, prisoners)
    if played and not base:
        r.made = own[0]
    alone = len(own) == 1 and not (played or other or off[2] or prisoners or (base and r.clock))
    if alone and _is_illegal(r, t, own[0], mover, off[0]):
        if base:
            board.take_back()
        return
    first = not own and _are_captured(r, mover, off)
    why = "" if first else _why(r, base, off, own, other, played, prisoners)
    if base:
        board.take_back()
    if first:
        if not base:
            r.pending = []
        r.prisoners = []
        r.status = LIFTED
        clear(r, t)
        return
    if why == "moved" and r.reason != "moved":
        # Slid, it is seen elsewhere in the same picture; lifted, it is in a hand for a while.
        r.slid = r.lifted[0] == off[0][0] and t - r.lifted[1] < SLID_MS
    if why == "upset" and r.clock:
        # What seemed to be a move was the first stone to be seen where the board was bumped.
        base, off = None, picture.lists()
        r.touched = []
        r.made = NO_POINT
        if r.answered:
            r.must, r.answered = -1, False
    if not base:
        r.pending = []
    show(r, t, why, off)


def _standing(r, t):
    """The move that is not final and still stands, ``(point, color)``, or None."""
    picture = r.picture
    base = r.pending[0] if r.pending and picture.seen[r.pending[0][0]] == r.pending[0][1] else None
    if base and r.clock and picture.filled() >= UPSET + 2:
        return None  # upset, whatever the two last moves may explain of it
    if not base and not r.clock and r.pending and r.cleared:
        r.withdrawn, r.withdrawn_t = r.pending[0], t
    elif r.withdrawn and r.status <= LIFTED and t - r.withdrawn_t > TAKEN_UP_MS:
        r.withdrawn_t = -1
    return base


def _measure(r, mover, prisoners):
    """What the picture shows beside the position: ``((missing, surplus, wrong), own, other, played)``.

    ``own``, ``other``: surplus stones of ``mover``, who is to move, and of the other side, as long as few are wrong;
    ``played``: there is one of ``mover``, it may be played, and the points are those beside this move, too.
    ``prisoners`` that are still on are no new stones of ``mover``; they come off first.
    """
    picture, board = r.picture, r.board
    missing, surplus, wrong = picture.lists()
    own = other = ()
    played = False
    if len(surplus) + len(wrong) < UPSET + 2:
        new = [p for p in surplus if p not in prisoners] if prisoners else surplus
        own, other = picture.added(new, mover), picture.added(new, 3 - mover)
        if len(own) == 1 and not board.check(own[0], mover):
            # Beside one stone that may be played, what it captures is to come off and anything else is wrong.
            board.play(own[0], mover)
            after = picture.lists()
            board.take_back()
            # A stone of the same colour gone beside it: rather a nudged stone than a move (B9).
            played = not any(board.grid[p] == mover for p in after[0])
            if played:
                missing, surplus, wrong = after
    if prisoners:
        surplus = prisoners + [p for p in surplus if p not in prisoners]
    return (missing, surplus, wrong), own, other, played


def _is_illegal(r, t, p, mover, missing):
    """True if all that is wrong is a stone of ``mover`` where it may not be played; says so.

    What it would capture may be off already.
    """
    reason = r.board.check(p, mover)
    captured = r.board.captures(p, mover) if reason and missing else ()
    if not reason or not all(q in captured for q in missing):
        return False
    illegal(r, t, p, NAMES[reason], "G5" if reason == SUICIDE else "G18.3" if reason == KO else "G6")
    r.mover = mover
    return True


def _are_captured(r, mover, off):
    """True if all that is wrong are stones that are off and that one move of ``mover`` would capture."""
    missing, surplus, wrong = off
    if not missing or surplus or wrong or any(r.board.grid[p] == mover for p in missing):
        return False
    return r.picture.can_capture(mover, missing)


def _lifted_first(r, t):
    """Without a clock: the last move itself is among the prisoners that its opponent lifts first (B6)."""
    picture, board = r.picture, r.board
    p, color = r.withdrawn
    board.play(p, color)
    missing, surplus, wrong = picture.lists()
    lifted = missing and not surplus and not wrong and all(board.grid[q] == color for q in missing)
    lifted = bool(lifted) and picture.can_capture(3 - color, missing)
    board.take_back()
    if lifted:
        r.pending, r.prisoners, r.status = [], [], LIFTED
        clear(r, t)
    return lifted


def _why(r, base, off, own, other, played, prisoners):
    """The reason why the picture is not right; see ``_measure`` and ``look`` for what is given.

    ``base``: the move that is not final, played on the board.
    """
    missing, surplus, wrong = off
    if len(missing) + len(surplus) + len(wrong) + bool(base and r.clock) >= UPSET:
        return "upset"
    if missing and not surplus and not wrong and not own:
        return "lifted"
    if any(r.picture.seen[p] == UNRESOLVED for p in wrong):
        return "unclear"
    if prisoners:
        return "prisoners"
    turn_of_other = "turn"
    if base and r.clock:
        # Two of one side, or a stone, its answer and the next, without any press.
        turn_of_other = "forgot_press" if played else "two_stones"
    if r.barred and r.barred[0] in surplus:
        # The stone of a move that does not count is still on.
        return turn_of_other if r.barred[2] == "turn" else r.barred[2]
    last = r.board.last_point()
    if missing == [last] and len(surplus) == 1 and r.picture.seen[surplus[0]] == r.board.last_color():
        return "moved"
    if len(own) > 1 and not missing and not wrong:
        return "two_stones"
    if len(other) == 1 and surplus == other and not wrong:
        # What the stone would capture may be off already.
        captured = r.board.captures(other[0], r.picture.seen[other[0]]) if missing else ()
        if all(p in captured for p in missing):
            return turn_of_other
    if played and missing and not surplus and not wrong:
        return "lifted"
    return "mismatch"


def show(r, t, reason, off=None):
    """The board is not what it should be; ``off`` is missing, surplus, wrong (else measured against the position)."""
    r.status = MISMATCH
    r.reason = reason
    r.off = off or r.picture.lists()
    r.most = max(r.most, len(r.off[0]) + len(r.off[1]) + len(r.off[2]))
    r.cleared = r.cleared and bool(r.pending)
    r.five_t = -1
    r.quiet_t = t + QUIET_MS


def illegal(r, t, p, reason, rule):
    """One stone of the side to move stands where it may not be played."""
    show(r, t, reason)
    if reason == "touch":
        r.off = _beside_move(r)
    elif rule.startswith("R"):
        missing, surplus, wrong = r.off
        if reason == "first_center":
            center = len(r.picture.seen) // 2
            r.off = [center], [q for q in surplus if q == p], wrong
    r.status = ILLEGAL
    r.bad, r.rule_broken = p, rule


def _beside_move(r):
    """Missing, surplus and wrong points beside the move that has to stand, and its answer."""
    board = r.board
    color = r.guide.first_color(r) if r.guide else r.turn
    played = 0
    for p in (r.must, r.answer):
        if p < 0 or board.check(p, color) or (played and r.picture.seen[p] != color):
            break
        board.play(p, color)
        played += 1
        color = 3 - color
    off = r.picture.lists()
    for _ in range(played):
        board.take_back()
    return off


def clear(r, t):
    """All is right again, or was."""
    r.off = ([], [], [])
    r.made = NO_POINT
    r.reason = ""
    r.most = 0
    r.quiet_t = -1
    if r.repairing:
        r.repairing = False
        r.told = None
        r.rule(REPAIRED, r.repair_rule, r.turn, t)
        if r.told_move and not r.picture.seen[r.told_move[0]]:
            # Without a clock the last stone may be taken up again; where something was wrong the record says so.
            r.rule(NOTE, "G17.3" if r.go else "R2.1", r.told_move[1], t, r.told_move[0], "taken_back")
            r.touched = [p for p in r.touched if p != r.told_move[0]]
        r.told_move = None
    if r.pauses:
        r.unpause(PAUSE_UPSET, t, "G17.6" if r.go else "R4.2")
        r.unpause(PAUSE_POWER, t, "G14" if r.go else "R4.2")


def quiet(r, t):
    """The wrong picture has stayed for a while: say so, and act where a rule says what follows."""
    alone = r.go and r.strict and not r.clock and not r.pauses
    if alone and r.status == ILLEGAL and r.state == PLAY and r.reason != "touch":
        # Without a clock nobody presses: a stone that was let go stands (G17.3), so it is ruled on now.
        turn.make_void(r, r.mover, t)
        return
    if r.pauses & PAUSE_ARBITER:
        return  # adjourned: the stones may come off
    if r.withdrawn and r.withdrawn_t >= 0 and not r.clock and r.swept() and r.state == PLAY:
        # The board is cleared, and nobody said that the game is over: the last stone stood until then.
        r.pending = [r.withdrawn]
        turn.final(r, t)
        if r.state == PLAY:
            look(r, t)
    if r.barred and r.reason == "turn" and not r.clock and r.pending and r.pending[-1][1] != r.barred[1]:
        second_move(r, t)  # its opponent has moved after it: it was no slip of that one's
    if r.state != OVER:
        act(r, t)


def act(r, t):
    """Tell what is wrong, and do what a rule says follows."""
    tell(r, t)
    bumped = r.most > 2 or (r.made != NO_POINT and r.touched and r.touched[-1] != r.made)
    if r.reason == "moved" and not r.go and not bumped:
        # Slid along, or lifted and put elsewhere: back to the first point (R9.1.8, R9.1.9). Not where more was wrong
        # before, or the stone of the side to move went astray with it: that was a bump (R4.2).
        r.penalties.offence(r, 3 - r.turn, t, _moved(r), "moved", r.off[0][0])
    elif r.reason == "upset" and r.state in (PLAY, CHOICE, CHOOSE):
        r.pause(PAUSE_UPSET, t, "G17.6" if r.go else "R4.2", "upset")


def _moved(r):
    return "G17.3" if r.go else "R9.1.8" if r.slid else "R9.1.9"


def second_move(r, t):
    """The stone of the side that was not to move: its second in a row, or put down before the other's move. It does
    not count (G17.2, R9.1.7), and has to come off before it can be played. Ruled once a stone.
    """
    if r.reason == "forgot_press" or (r.barred and r.barred[2] != "turn"):
        return
    p = r.barred[0] if r.barred else r.off[1][0]
    side = r.picture.seen[p]
    rule = "G17.2" if r.go else "R9.1.7"
    r.barred = (p, side, "two_stones")
    r.rule(VOID, rule, side, t, p, "turn")
    r.penalties.offence(r, side, t, rule, "turn", p)


def tell(r, t):
    """Give the REPAIR ruling with the exact points, unless just this was told already."""
    if r.status == PRISONERS:
        off = [], r.prisoners, []
    else:
        off = r.off
    if r.state == OVER or (r.repairing and r.told == (off, r.reason)):
        return
    r.repairing = True
    r.told = (off, r.reason)
    if r.pending and not r.clock:
        r.told_move = r.pending[0]
    r.quiet_t = -1
    if r.reason == "turn" and not r.barred and len(r.pending) < 2 and r.off[1][0] != r.answer:
        # Played before its opponent's next move, unless this is a slip of that one's: then it will be taken off.
        r.barred = (r.off[1][0], r.picture.seen[r.off[1][0]], "turn")
    r.repair_rule = _article(r)
    missing, surplus, wrong = off
    first = (missing or surplus or wrong or [NO_POINT])[0]
    r.rule(
        REPAIR,
        r.repair_rule,
        r.turn,
        t,
        first,
        r.reason,
        missing=list(missing),
        surplus=list(surplus),
        wrong=list(wrong),
    )


def _article(r):
    if r.status == ILLEGAL:
        return r.rule_broken
    go = {
        "prisoners": "G18.2",
        "lifted": "G18.1",
        "turn": "G17.2",
        "two_stones": "G17.2",
        "upset": "G17.6",
        "forgot_press": "G2",
    }
    renju = {
        "turn": "R9.1.7",
        "two_stones": "R9.1.7",
        "forgot_press": "R2.1",
        "offer_same": "R2.10",
        "offer_count": "R2.10",
    }
    if r.reason == "moved":
        return _moved(r)
    if r.go:
        return go.get(r.reason, "G17.5")
    return renju.get(r.reason, "R4.2")


def pressed(r, side, t):
    """The side to move pressed while the board is wrong: refused, and warned of where an article says so."""
    missing, surplus, _ = r.off
    if r.made != NO_POINT:
        turn.stands(r, r.made)
    if r.reason == "lifted" and r.go and any(r.board.grid[p] == 3 - side for p in missing):
        r.penalties.offence(r, side, t, "G18.1", "lifted", missing[0])
    elif r.reason == "two_stones" and not (r.barred and r.barred[0] in surplus):
        r.penalties.offence(r, side, t, "G17.2" if r.go else "R9.1.7", "two_stones", surplus[-1])
    if r.state != OVER:
        act(r, t)
