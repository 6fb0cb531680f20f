"""Openings on the board: where the first moves may stand, swaps, several stones offered as move 5 (R2.5, R2.10, R3,
R9.1.5).

Black's side lays the first three stones; it may press after each or once after the third. A swap is open in state
CHOICE until the next move: own button held 2 s, or the command ``swap``. In OFFER Black puts the stones down and
presses, in CHOOSE White takes all but one of them off, plays move 6 and presses.
"""

from shared_rules import repair
from shared_rules.points import BLACK, WHITE
from shared_rules.rulings import CHOOSE as CHOOSE_RULING
from shared_rules.rulings import NOTE, OPENING, SWAP
from shared_rules.rulings import OFFER as OFFER_RULING
from shared_rules.states import CHOICE, CHOOSE, CLEAN, MOVE, OFFER, PLAY

_LAID = ("cn26", "rif", "swap", "swap2")  # Black's side lays the first three stones


def first_color(r):
    """Colour of the next move: in CHOOSE the offered stone that stays comes before White's."""
    return BLACK if r.state == CHOOSE else r.turn


def depth(r):
    """How many moves one picture may show: a move and its answer, or the stones that one side lays."""
    return 3 if r.move_number == 0 and r.game["opening"] in _LAID else 2


def laying(r):
    """True while one hand puts down, or takes off, the stones of several moves, in any order."""
    return r.state == CHOOSE or r.laying_two or (r.move_number < 3 and r.game["opening"] in _LAID)


def laid(r, side):
    """How many pending moves a press of ``side`` makes final."""
    n = len(r.pending)
    if r.state == CHOOSE or r.laying_two:
        return n
    if n == 3 and r.move_number == 0 and side == BLACK:
        return 3
    return 1


def objection(r, moves):
    """``(reason, article, point)`` against the first move that the opening does not allow, else None."""
    rule = r.game["opening"]
    if rule == "none" or r.move_number > 4:
        return None
    from shared_rules import openings

    for i in range(len(moves)):
        p = moves[i][0]
        n = r.move_number + 1 + i
        if r.state == CHOOSE:
            if i == 0 and p not in r.offered:
                return "offer_count", "R2.10", p
        elif not (n == 5 and r.offering) and not openings.allowed(rule, n, p, r.game["size"]):
            if n == 1:
                return "first_center", "R9.1.5", p
            return ("not_named" if n < 4 else "range"), "R9.1.6", p
    return None


def after_move(r, t):
    """Name the opening, open the swap or the offer that follows the move just made."""
    rule = r.game["opening"]
    n = r.move_number
    if r.go or n > 5:
        return
    r.first_moves.append(r.board.last_point())
    if n == 3 and len(r.first_moves) == 3:
        from shared_rules import openings

        index = openings.name_opening(r.first_moves, r.game["size"])
        if index >= 0 or rule != "none":
            r.rule(
                OPENING,
                "R2.16",
                BLACK,
                t,
                value=index + 1,
                name=openings.english(index),
                chinese=openings.chinese(index),
                code=openings.code(index),
            )
    if rule == "none":
        return
    from shared_rules import openings

    if openings.swaps(rule, n) and n not in r.swapped and (n != 5 or rule != "swap2" or r.laying_two):
        if not (n == 5 and r.offered):
            r.go_to(CHOICE)
    if n == 4 and rule in ("cn26", "rif") and r.game["offers"] > 1:
        r.offering = r.game["offers"]
        r.go_to(OFFER)


def reopen(r):
    """Moves were taken back: what the opening offers after the move that is now the last is open again."""
    rule, n = r.game["opening"], r.move_number
    r.offering, r.offered, r.full_offer = 0, [], []
    r.laying_two = False
    if r.state != PLAY:
        r.go_to(PLAY)
    if rule == "none":
        return
    from shared_rules import openings

    if n < 5 and openings.swaps(rule, n) and n not in r.swapped:
        r.go_to(CHOICE)
    if n == 4 and rule in ("cn26", "rif") and r.game["offers"] > 1:
        r.offering = r.game["offers"]
        r.go_to(OFFER)


def after_turn(r, side, t):
    """Swap2: when the two further stones are on, the other player chooses a colour, and White plays (move 6)."""
    if r.laying_two and r.move_number == 5:
        r.laying_two = False
        r.turn = BLACK
        if r.clock and r.clock.running == WHITE:
            r.run_clock(t, BLACK)  # the stones were pressed one by one


def look(r, t):
    """OFFER and CHOOSE: True if the picture is dealt with here."""
    picture = r.picture
    missing, surplus, wrong = picture.lists()
    black, white = picture.added(surplus, BLACK), picture.added(surplus, WHITE)
    whole = not missing and not wrong
    if r.state == CHOOSE:
        on = [p for p in black if p in r.offered]
        if len(on) == 1:
            return False
        stray = [p for p in black if p not in on]
        r.pending, r.prisoners, r.status = [], [], CLEAN
        if not whole or stray:
            repair.show(r, t, "mismatch", (missing, stray, wrong))
        elif not on:
            repair.show(r, t, "offer_count", (list(r.offered), [], []))
        elif white:
            repair.show(r, t, "offer_count", ([], on, []))
        else:
            repair.clear(r, t)
        return True
    if not r.clock and whole and len(r.full_offer) == r.offering and len(black) == 1 and len(white) == 1:
        r.offered = r.full_offer
        _offered(r, t)
        return False
    r.pending, r.prisoners = [], []
    if not whole:
        repair.show(r, t, "mismatch", (missing, white + black[r.offering :], wrong))
        return True
    if white or len(black) > r.offering:
        repair.show(r, t, "offer_count", ([], white or black, []))
        return True
    same = _same(r, black)
    if same >= 0:
        repair.show(r, t, "offer_same", ([], [same], []))
        return True
    r.status = MOVE if len(black) == r.offering else CLEAN
    if r.status == MOVE:
        r.full_offer = black
    repair.clear(r, t)
    return True


def _same(r, black):
    """A stone that repeats another one's shape, -1 if there is none."""
    from shared_rules import openings

    for i in range(1, len(black)):
        for k in range(i):
            if openings.same_shape(r.board.grid, black[k], black[i], r.game["size"]):
                return black[i]
    return -1


def offer_pressed(r, side, t):
    """Black presses with all offered stones on."""
    if r.status == MOVE:
        r.offered = r.full_offer
        _offered(r, t)
        if r.clock:
            r.clock.press(t, side)
            r.drain()
        r.look(t)
    elif r.status != CLEAN:
        repair.tell(r, t)
    else:
        r.rule(NOTE, "R2.10", side, t, reason="offer_count")


def _offered(r, t):
    r.rule(OFFER_RULING, "R2.10", BLACK, t, r.offered[0], value=len(r.offered), points=list(r.offered))
    r.go_to(CHOOSE)
    r.turn = WHITE


def chosen(r, p, t):
    """White has left one stone on: it is move 5."""
    r.rule(CHOOSE_RULING, "R2.10", WHITE, t, p, value=len(r.offered), removed=[q for q in r.offered if q != p])
    r.offering = 0
    r.go_to(PLAY)


def swap(r, side, t):
    """The players change colours and keep their times, warnings and offers; White moves on (R2.5)."""
    if not r.go and not r.clock and r.pending and r.state == PLAY:
        from shared_rules import turn

        turn.final(r, t)
    if r.state != CHOICE or side != r.turn:
        r.rule(NOTE, "R2.5", side, t, reason="not_allowed")
        return
    exchange(r, t)
    r.swapped.append(r.move_number)
    r.rule(SWAP, "R2.5", side, t)
    _choice_made(r, t)


def exchange(r, t):
    """What belongs to the players and not to the colours changes sides."""
    game = r.game
    game["black"], game["white"] = game["white"], game["black"]
    for pair in (r.counts, r.offers):
        pair[BLACK], pair[WHITE] = pair[WHITE], pair[BLACK]
    if r.clock:
        r.clock.swap(t)


def _choice_made(r, t):
    r.must, r.answered = -1, False
    r.go_to(OFFER if r.offering else PLAY)
    if r.move_number == 5 and r.turn == BLACK:
        r.turn = WHITE
        r.run_clock(t, WHITE)
    r.look(t)


def choose(r, side, t, what):
    """A choice of the opening made by command by the side to move (R2.5; 0: whoever it is).

    ``what``: ``stay``, ``swap``, or the colour to have from now on, ``black`` or ``white``; ``two_more`` (swap2);
    ``offer`` (ten stones, taraguchi10). Anything that cannot be chosen now is noted as ``not_allowed``.
    """
    rule = r.game["opening"]
    side = side or r.turn
    if what in ("black", "white"):
        what = "stay" if what == ("", "black", "white")[side] else "swap"
    if side != r.turn:
        r.rule(NOTE, "R2.5", side, t, reason="not_allowed")
    elif what == "swap":
        swap(r, side, t)
    elif what == "two_more" and rule == "swap2" and r.state == CHOICE and r.move_number == 3:
        r.laying_two = True
        r.go_to(PLAY)
        r.rule(NOTE, "swap2", side, t, reason="two_more")
        r.look(t)
    elif what == "offer" and rule == "taraguchi10" and r.move_number == 4 and r.turn == BLACK:
        r.offering = 10
        r.go_to(OFFER)
        r.look(t)
    elif what == "stay" and r.state == CHOICE:
        r.rule(NOTE, "R2.5", side, t, reason="refused")
        _choice_made(r, t)
    else:
        r.rule(NOTE, "R2.5", side, t, reason="not_allowed")
