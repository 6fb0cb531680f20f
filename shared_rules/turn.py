"""Moves, presses and passes: what ends a turn (G2 to G6, G17, G18, R2.1, R8.1, R9)."""

from shared_rules import repair
from shared_rules.points import BLACK, NO_POINT, UNRESOLVED, WHITE
from shared_rules.reasons import KO, NAMES
from shared_rules.rulings import MOVE as MOVE_RULING
from shared_rules.rulings import NOTE, PASS, VOID
from shared_rules.states import CHOICE, CHOOSE, CLEAN, COUNT, ILLEGAL, LIFTED, MOVE, OFFER, OVER, PLAY, PRISONERS, SETUP

FIVE_MS = 1000  # a five that stays on the board this long needs no press
_TOUCHED = 4  # so many of the points that a move stood on are kept


def look(r, t):
    """See which legal moves explain the picture; what none explain is for ``repair``."""
    picture, board = r.picture, r.board
    if r.barred and picture.seen[r.barred[0]] not in (r.barred[1], UNRESOLVED):
        r.barred = None
    if r.state in (OFFER, CHOOSE) and r.guide.look(r, t):
        return
    found, first = None, r.guide.first_color(r) if r.guide else r.turn
    # The moves already accepted come first: a stone put on a point just cleared is a new stone, not a prisoner.
    for kept in (r.pending[0] if r.cleared and r.pending else None, r.withdrawn):
        if kept and kept[1] == first and found is None:
            taken = board.play(kept[0], kept[1])
            # What was captured on a masked point is not seen to go: it is no answer.
            unseen = [(p, 3 - kept[1]) for p in taken if picture.masked[p]]
            answer = picture.explain(3 - kept[1], 1 if r.clock else 2, unseen)
            board.take_back()
            if answer and (answer[0] or kept is not r.withdrawn):
                found = [kept] + answer[0], answer[1]
    if found is None:
        found = picture.explain(first, r.guide.depth(r) if r.guide else 2)
    if found is None:
        repair.look(r, t)
        return
    objection = _objection(r, found[0])
    if objection:
        repair.illegal(r, t, objection[2], objection[0], objection[1])
        return
    if r.barred and r.barred[2] == "turn" and r.withdrawn and r.withdrawn in found[0][:1]:
        r.barred = None  # the stone that was out of sight stands where it stood: the other side has answered it
    if r.repairing and not r.barred:
        _bar_unseen(r, found[0])
    if r.barred and _holds_barred(r, t, found[0], found[1]):
        return
    _accept(r, t, found[0], found[1])


def _bar_unseen(r, moves):
    """Bar the first of ``moves`` that nothing shows to be the next one, now that something was told to be wrong.

    Whoever played on over it may have made more moves than are left to be seen, a ko taken and retaken for one (G6).
    Beside the moves that stood before, one may be made; an answer only if it was not among what had to come off.
    """
    if _by_one_hand(r):
        return
    known = 0
    while known < len(moves) and moves[known] in r.pending[known : known + 1]:
        known += 1
    if not known and moves and (moves[0][0] == r.must or moves[0] == r.withdrawn):
        known = 1
    (_, surplus, _), reason = r.told
    if known == len(moves) or not (known and reason in ("mismatch", "upset") and moves[known][0] in surplus):
        known += 1
    if known < len(moves):
        r.barred = moves[known] + ("mismatch",)


def _holds_barred(r, t, moves, prisoners):
    """True if one of ``moves`` is a stone that has to come off first; those before it stand."""
    points = [p for p, _ in moves]
    if r.barred[0] not in points:
        return False
    r.pending = moves[: points.index(r.barred[0])]
    r.prisoners = [p for p in prisoners if r.board.grid[p] != moves[0][1]]
    for p, color in r.pending:
        r.board.play(p, color)
    off = r.picture.lists()
    for _ in r.pending:
        r.board.take_back()
    repair.show(r, t, r.barred[2], off)
    return True


def _objection(r, moves):
    """``(reason, article, point)`` against the first of ``moves``, None if there is none."""
    if r.must >= 0 and moves and moves[0][0] != r.must:
        return "touch", "G17.3" if r.go else "R9.1.9", moves[0][0]
    return r.guide.objection(r, moves) if r.guide else None


def _accept(r, t, moves, prisoners):
    """The picture shows ``moves`` that are not final, with ``prisoners`` still on."""
    before = r.pending[0] if r.pending else None
    first = moves[0] if moves else None
    if not r.clock and before and r.cleared and not moves:
        r.withdrawn, r.withdrawn_t = before, t
    elif moves:
        r.withdrawn = None
    r.pending, r.prisoners = moves, prisoners
    if r.answered and len(moves) < 2:
        r.must, r.answered = -1, False
    if len(moves) > 1:
        r.answer = moves[1][0]
        if r.must < 0 and not _by_one_hand(r):
            r.must, r.answered = first[0], True
    r.status = PRISONERS if prisoners else MOVE if moves else CLEAN
    r.cleared = bool(first) and ((first == before and r.cleared) or not prisoners)
    if not r.clock and len(moves) > 1 and r.cleared and not r.pauses:
        # Without a clock a move is final when the next one stands.
        repair.clear(r, t)
        final(r, t)
        if r.state not in (COUNT, OVER):
            look(r, t)
        return
    if prisoners and len(moves) > 1 and not r.clock:
        # The next move is on, and a prisoner is forgotten (B7): nothing goes on until it is off.
        repair.show(r, t, "prisoners")
        r.status = PRISONERS
        return
    r.five_t = -1
    r.bad = NO_POINT
    if r.status == PRISONERS:
        if not r.repairing or r.told[1] != "prisoners":
            repair.clear(r, t)  # what was told besides is right again
        r.off = ([], [], [])
        r.reason = "prisoners"
    else:
        repair.clear(r, t)
    if first and (not r.touched or r.touched[-1] != first[0]):
        r.touched.append(first[0])
        del r.touched[:-_TOUCHED]
    if r.status == MOVE:
        _is_whole(r, t, moves)


def _is_whole(r, t, moves):
    """``moves`` stand whole: what follows for a button that is down, a stone that stood elsewhere before, a five."""
    if r.held:
        # The stone came while the button was already down (G17.4, R9.2).
        side, at = r.held
        r.held = None
        r.advance(t)
        if side == r.turn:
            r.penalties.early_press(r, side, at)
        if r.state == OVER:
            return
    elsewhere = len(r.touched) > 1 and r.must < 0 and not _by_one_hand(r)
    if elsewhere and r.game["touch"] == "auto" and r.clock and r.strict:
        # (Without a clock the last stone may be taken up again: it is final when the next one stands.)
        r.penalties.offence(r, r.turn, t, "G17.3" if r.go else "R9.1.9", "touch", r.touched[0])
        stands(r, r.touched[0])
        if r.state != OVER:
            look(r, t)
        return
    if r.go or len(moves) > 1 or r.pauses or r.game["declare"] != "auto":
        return
    if r.ending.makes_five(r, moves[0]):
        r.five_t = t + FIVE_MS


def press(r, side, t):
    """A button went down. A press by the side to move ends its move; any other changes nothing (D14)."""
    if r.down == BLACK | WHITE:
        r.held = None  # both together: the menu
        r.gesture = r.ended
    if r.state not in (PLAY, CHOICE, OFFER, CHOOSE):
        if r.state in (SETUP, COUNT) and r.down != BLACK | WHITE:
            r.held = (side, t)  # counts when it comes up: both together are no answer
        return
    if r.pauses:
        if r.status > LIFTED:
            repair.tell(r, t)
        return
    if side != r.turn:
        _press_out_of_turn(r, side, t)
    elif r.state == OFFER:
        r.guide.offer_pressed(r, side, t)
    elif r.state == CHOICE and r.move_number == 5 and r.turn == BLACK:
        r.guide.choose(r, side, t, "stay")
    elif r.status == MOVE and side in (r.pending[0][1], r.pending[-1][1]):
        finish(r, side, t)
    elif r.status in (CLEAN, LIFTED, MOVE):
        if r.down != BLACK | WHITE:
            r.held = (side, t)
    elif r.status == PRISONERS:
        stands(r, r.pending[0][0])
        r.penalties.offence(r, side, t, "G18.2", "prisoners", r.prisoners[0])
        repair.tell(r, t)
    elif r.status == ILLEGAL:
        illegal_pressed(r, side, t)
    elif _whole(r, side):
        repair.second_move(r, t)
        if r.state != OVER:
            finish(r, side, t)
    else:
        repair.pressed(r, side, t)


def stands(r, p):
    """The stone on ``p`` is the move of this turn, although its press was refused: a released stone stands (G17.3)."""
    if not _by_one_hand(r):
        r.must, r.answered = p, False


def _by_one_hand(r):
    """True while one side lays the stones of several moves (R2.10, R3): none of them is answered yet."""
    return r.guide and r.guide.laying(r)


def _whole(r, side):
    """True if the move of ``side`` is whole and only a later stone is too much: the press counts."""
    whole = r.pending and r.pending[0][1] == side and not r.prisoners
    return whole and (r.reason == "forgot_press" or (r.barred and r.barred[0] in r.off[1] and not r.off[0]))


def _press_out_of_turn(r, side, t):
    pending = r.pending
    if r.status == MOVE and len(pending) > 1 and pending[-1][1] == side:
        # Both have moved and the first forgot to press: this press sets the turn all the same.
        r.rule(NOTE, "R2.1" if not r.go else "G2", 3 - side, t, pending[0][0], "forgot_press")
        finish(r, 3 - side, t)
        if r.state == PLAY and r.status == MOVE and r.turn == side:
            finish(r, side, t)
    elif r.status == PRISONERS and len(pending) > 1 and pending[-1][1] == side:
        stands(r, pending[0][0])  # the other side has made its next move
        repair.tell(r, t)
    elif r.status > LIFTED and r.reason == "turn":
        repair.second_move(r, t)
        if r.state != OVER:
            repair.tell(r, t)
    elif r.down != BLACK | WHITE and (not r.clock and r.status == MOVE):
        r.held = (side, t)  # without a clock the answer may be a pass


def release(r, side, t):
    """A button came up: a short press with no stone put down was an early one (G17.4, R9.2)."""
    if r.ended == side:
        r.ended = 0
    if r.held and r.held[0] == side:
        at = r.held[1]
        r.held = None
        if r.state in (SETUP, COUNT):
            _answered(r, side, t)
            return
        r.advance(t)
        if side == r.turn and r.state != OVER:
            unseen = r.picture.masked.find(b"\x01")
            if unseen >= 0 and not r.board.grid[unseen]:
                # The stone may stand where no sensor sees it: it is asked for, not punished (A8).
                r.rule(NOTE, "-", side, t, unseen, "masked")
            else:
                r.penalties.early_press(r, side, at)


def _answered(r, side, t):
    """A press of one button in SETUP or COUNT."""
    if r.state == SETUP:
        r.start.press(r, side, t)
    else:
        r.ending.press(r, side, t)


def held_long(r, t):
    """Own button held 2 s with no stone put down: a pass, or where a swap is open, the swap. Both count from the
    press.
    """
    side, at = r.held
    r.held = None
    if r.state in (SETUP, COUNT):
        _answered(r, side, t)
        return
    if r.status == MOVE and r.pending[0][1] != side:
        final(r, at)
    if r.state == CHOICE:
        r.guide.swap(r, side, t)
    elif r.status in (CLEAN, MOVE) and side == r.turn and r.state == PLAY:
        do_pass(r, side, t, at)


def finish(r, side, t):
    """The press of ``side`` makes its move final and gives the turn to the other side."""
    count = r.guide.laid(r, side) if r.guide else 1
    if r.clock:
        # First of all: what the move leads to takes longer than a press may.
        r.clock.press(t, side)
        r.drain()
    while count and r.pending and r.state != OVER:
        final(r, t)
        count -= 1
    if r.state == OVER:
        return
    if r.state != COUNT:
        if r.guide:
            r.guide.after_turn(r, side, t)
        if r.down & side:
            r.ended = side
            if r.down == BLACK | WHITE:
                r.gesture = side
        look(r, t)


def final(r, t):
    """The first pending move is final: into the position and the record, then what it leads to."""
    p, color = r.pending.pop(0)
    if not r.pending and r.status == MOVE:
        r.status = CLEAN
    r.five_t = -1
    if r.state == CHOOSE and color == BLACK:
        r.guide.chosen(r, p, t)
    elif r.state == CHOICE:
        r.go_to(PLAY)
    r.last_void = None
    if len(r.touched) > 1 and p in r.touched and r.touched[0] != p:
        r.rule(NOTE, "G17.3" if r.go else "R9.1.9", color, t, r.touched[0], "touch")
    bits = 0 if r.go else r.board.judge(p, color)
    captured = r.board.play(p, color)
    r.move_number += 1
    for q in captured:
        if r.picture.masked[q]:
            r.picture.seen[q], r.picture.masked[q] = 0, 1
    r.rule(MOVE_RULING, ("G3" if captured else "G2") if r.go else "R2.1", color, t, p, captures=captured)
    _turn_over(r, color)
    r.passes = 0
    if not r.go or r.board.repetition >= 0:
        r.ending.after_move(r, p, color, bits, t)
    if r.state != OVER and r.guide:
        r.guide.after_move(r, t)


def _turn_over(r, color):
    r.turn = 3 - color
    r.last_touched, r.touched = r.touched, []
    r.must = r.answer = -1
    r.answered = False
    r.gesture = 0
    r.offences = []
    r.cleared = bool(r.pending) and not r.prisoners
    r.withdrawn = None
    r.agreed = 0
    if r.offered_by == 3 - color:
        r.offered_by = 0  # refused by moving (R10.3)


def do_pass(r, side, t, at, reason=""):
    """``side`` passes; ``reason`` is set where it did not mean to (a void move, G5, or the last minute overrun,
    G22.5).
    """
    if not r.go and r.move_number < 5 and not reason:
        r.rule(NOTE, "R8.1", side, t, reason="pass_not_allowed")
        return
    r.board.play_pass(side)
    r.move_number += 1
    r.rule(PASS, "G2" if r.go else "R8.1", side, t, reason=reason)
    r.pending = []
    _turn_over(r, side)
    r.passes = r.passes + 1 if reason in ("", "agreed") else 0
    if r.pauses:
        r.run_clock(t, r.turn)
    elif r.clock and reason != "forced_pass":
        r.clock.press(at, side)
        r.drain()
    if r.passes > 1:
        r.ending.two_passes(r, t)
    elif r.state != OVER:
        look(r, t)


def forced_pass(r, side, t):
    """The last minute overrun counts as a pass where the tournament says so (G22.5)."""
    if r.state == PLAY and side == r.turn:
        if r.pending:
            # The stone came too late, and comes off; the arbiter may let it stand.
            r.last_void = r.barred = r.pending[0] + ("forced_pass",)
        do_pass(r, side, t, t, "forced_pass")


def illegal_pressed(r, side, t):
    """A press with a stone on a point where it may not be played (G5, G6, G18.3, R9.1.5, R9.1.6)."""
    reason, rule = r.reason, r.rule_broken
    if reason == "touch":
        repair.tell(r, t)  # it was warned of already
    elif not r.go:
        r.penalties.offence(r, side, t, rule, reason, r.bad)
        repair.tell(r, t)
    elif r.strict:
        make_void(r, side, t)
    else:
        r.rule(NOTE, rule, side, t, r.bad, reason)
        repair.tell(r, t)


def make_void(r, side, t):
    """The move does not count and the turn is lost; the stone must come off (G18.3, G19, G20)."""
    reason, p = r.reason, r.bad
    if r.pending and r.pending[0][1] != side:
        final(r, t)
    r.last_void = r.barred = (p, side, reason)
    r.rule(VOID, r.rule_broken, side, t, p, reason)
    if reason == NAMES[KO]:
        r.penalties.offence(r, side, t, "G18.3", reason, p)
    if r.state == PLAY:
        do_pass(r, side, t, t, reason)
