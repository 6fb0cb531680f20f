"""Whatever is not as it should be: found, named point by point, waited for (G17.5, G17.6, G18.1, R4.2, R9.1).

Nothing is ruled while hands are at work: a picture that no legal move explains is told as a REPAIR once it has stayed
the same for ``QUIET_MS``, or at a press; what is to be put right can be read at once from ``Referee.repair()``.
"""

from shared_rules import penalties, turn
from shared_rules.points import NO_POINT, UNRESOLVED
from shared_rules.reasons import KO, NAMES, SUICIDE
from shared_rules.rulings import REPAIR, REPAIRED
from shared_rules.states import CHOOSE, ILLEGAL, LIFTED, MISMATCH, OVER, PLAY, PRISONERS

QUIET_MS = 1000
UPSET = 6  # this many points differ: the board was bumped, the clock stands

PAUSE_ARBITER = 1
PAUSE_UPSET = 2
PAUSE_POWER = 4


def look(r, t):
    """No legal moves explain the picture: find the likeliest reason, without guessing a move."""
    picture, board = r.picture, r.board
    seen = picture.seen
    base = r.pending[0] if r.pending and seen[r.pending[0][0]] == r.pending[0][1] else None
    mover = r.turn
    if not base and not r.clock and r.pending and r.cleared:
        r.withdrawn = r.pending[0]
    if not base and r.withdrawn and _lifted_first(r, t):
        return
    if base:
        board.play(base[0], base[1])
        mover = 3 - base[1]
    differ = picture.diff()
    own, other = picture.added(differ, mover), picture.added(differ, 3 - mover)
    reason = board.check(own[0], mover) if len(own) == 1 else 0
    if reason and not other and all(seen[p] == 0 and p in board.captures(own[0], mover) for p in differ if p != own[0]):
        if not base or not r.clock:
            illegal(r, t, own[0], NAMES[reason], "G5" if reason == SUICIDE else "G18.3" if reason == KO else "G6")
            r.mover = mover
            if base:
                board.take_back()
            return
    # Beside one stone that may be played, what it captures is to come off and anything else is wrong.
    played = len(own) == 1 and not reason
    if played:
        board.play(own[0], mover)
    off = picture.lists()
    if played:
        board.take_back()
        if any(board.grid[p] == mover for p in off[0]):
            # A stone of the same colour is gone beside it: rather a nudged stone than a move (B9).
            played = False
            off = picture.lists()
    missing, surplus, wrong = off
    if missing and not surplus and not wrong and not own:
        lifted = all(board.grid[p] == 3 - mover for p in missing)
        if lifted and picture.can_capture(mover, missing):
            if base:
                board.take_back()
            else:
                r.pending = []
            r.prisoners = []
            r.status = LIFTED
            clear(r, t)
            return
        why = "upset" if len(missing) + bool(base and r.clock) >= UPSET else "lifted"
    elif any(seen[p] == UNRESOLVED for p in wrong):
        why = "unclear"
    elif len(missing) + len(surplus) + len(wrong) + bool(base and r.clock) >= UPSET:
        why = "upset"
    else:
        why = _why(r, board, own, other, missing, surplus, wrong, played)
        if why == "turn" and base and r.clock:
            why = "two_stones"
    if base:
        board.take_back()
    if why == "upset" and r.clock:
        # What seemed to be a move was the first stone to be seen where the board was bumped.
        base, off = None, picture.lists()
        r.touched = []
    if not base:
        r.pending = []
    show(r, t, why, off)


def _lifted_first(r, t):
    """Without a clock: the last move itself is among the prisoners that its opponent lifts first (B6)."""
    picture, board = r.picture, r.board
    p, color = r.withdrawn
    board.play(p, color)
    missing, surplus, wrong = picture.lists()
    lifted = not surplus and not wrong and all(board.grid[q] == color for q in missing)
    lifted = lifted and picture.can_capture(3 - color, missing)
    board.take_back()
    if lifted:
        r.pending, r.prisoners, r.status = [], [], LIFTED
        clear(r, t)
    return lifted


def _why(r, board, own, other, missing, surplus, wrong, played):
    last = board.last_point()
    if r.last_void and r.last_void[0] in surplus:
        return r.last_void[2]  # the stone of a move that does not count is still on
    if missing == [last] and len(surplus) == 1 and r.picture.seen[surplus[0]] == board.last_color():
        return "moved"
    if len(own) > 1 and not missing and not wrong:
        return "two_stones"
    if len(other) == 1 and surplus == other and not missing and not wrong:
        return "turn"
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
    if rule.startswith("R"):
        missing, surplus, wrong = r.off
        if reason == "first_center":
            center = len(r.picture.seen) // 2
            r.off = [center], [q for q in surplus if q == p], wrong
    r.status = ILLEGAL
    r.bad, r.rule_broken = p, rule


def clear(r, t):
    """All is right again, or was."""
    r.off = ([], [], [])
    r.reason = ""
    r.most = 0
    r.quiet_t = -1
    if r.repairing:
        r.repairing = False
        r.told = None
        r.rule(REPAIRED, r.repair_rule, r.turn, t)
    if r.pauses:
        r.unpause(PAUSE_UPSET, t, "G17.6" if r.go else "R4.2")
        r.unpause(PAUSE_POWER, t, "G14" if r.go else "R4.2")


def quiet(r, t):
    """The wrong picture has stayed for a while: say so, and act where a rule says what follows."""
    if r.status == ILLEGAL and r.go and r.strict and not r.clock and r.state == PLAY:
        # Without a clock nobody presses: a stone that was let go stands (G17.3), so it is ruled on now.
        turn.make_void(r, r.mover, t)
        return
    if r.pauses & PAUSE_ARBITER:
        return  # adjourned: the stones may come off
    tell(r, t)
    if r.reason == "moved" and not r.go and r.most == 2:
        # Slid along, or lifted and put elsewhere: back to the first point (R9.1.8, R9.1.9). Not where more was wrong
        # before: that was a bump, and the last stone is the last to be put back.
        penalties.offence(r, 3 - r.turn, t, "R9.1.9", "moved", r.off[0][0])
    elif r.reason == "upset" and r.state in (PLAY, CHOOSE):
        r.pause(PAUSE_UPSET, t, "G17.6" if r.go else "R4.2", "upset")


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
    r.quiet_t = -1
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
        "moved": "G17.3",
        "upset": "G17.6",
    }
    renju = {"turn": "R9.1.7", "two_stones": "R9.1.7", "moved": "R9.1.9"}
    if r.go:
        return go.get(r.reason, "G17.5")
    return renju.get(r.reason, "R4.2")


def pressed(r, side, t):
    """The side to move pressed while the board is wrong: refused, and warned of where an article says so."""
    missing, surplus, _ = r.off
    if r.reason == "lifted" and r.go and any(r.board.grid[p] == 3 - side for p in missing):
        penalties.offence(r, side, t, "G18.1", "lifted", missing[0])
    elif r.reason == "two_stones":
        penalties.offence(r, side, t, "G17.2" if r.go else "R9.1.7", "two_stones", surplus[-1])
    tell(r, t)
