"""Commands of arbiters and players, from the host and from the board's menu (``commands.py``)."""

from shared_rules import ending, opening_guide, penalties, repair, turn
from shared_rules.commands import COMMANDS, arguments
from shared_rules.points import BLACK, EMPTY, NO_POINT, WHITE, parse
from shared_rules.rulings import CLAIM, DRAW_OFFER, NOTE, PENALTY, RESTART, VOID
from shared_rules.rulings import MOVE as MOVE_RULING
from shared_rules.states import CHOICE, CHOOSE, COUNT, MOVE, OFFER, OVER, PLAY, PRISONERS

_COLORS = {"black": BLACK, "white": WHITE, "empty": EMPTY, "": 0}
_RESULT_LENGTH = 8  # characters that the journal keeps of one
_OFFERS_AHEAD = 2  # R10.3

_OF_A_SIDE = "claim resign draw_offer draw_accept draw_refuse agree_end dispute warn set_time late turn".split()


def command(r, code, side, t, text):
    """Carry out a command; one that makes no sense now is noted (``not_allowed``) and changes nothing."""
    name = COMMANDS[code][0] if 0 <= code < len(COMMANDS) else ""
    args = arguments(text)
    handler = _HANDLERS.get(name)
    if (
        not handler
        or (not side and name in _OF_A_SIDE)
        or (r.state == OVER and name not in ("overrule", "result", "swap"))
    ):
        _refuse(r, side, t)
        return
    try:
        handler(r, side, t, args)
    except (ValueError, KeyError):
        _refuse(r, side, t)


def _refuse(r, side, t):
    r.rule(NOTE, "-", side, t, reason="not_allowed")


def _points(r, text):
    return [parse(word, r.game["size"], r.game["rules"]) for word in text.split(",") if word]


def _settle(r, t):
    """Without a clock the last move stands when the game is ended by words."""
    if not r.clock and r.pending and r.status in (MOVE, PRISONERS):
        turn.final(r, t)
    return r.state != OVER


def _pause(r, side, t, args):
    times = {}
    if r.clock:
        for word, color in (("black", BLACK), ("white", WHITE)):
            shown = r.clock.display(t, color)
            times[word + "_ms"], times[word + "_period_ms"], times[word + "_periods"] = shown[:3]
    r.pause(repair.PAUSE_ARBITER, t, "G14" if r.go else "R7.6", "arbiter", times)


def _resume(r, side, t, args):
    if not r.is_right():
        # The position is to be set up first; the clock goes on when it is (G14).
        r.pause(repair.PAUSE_UPSET, t, "G14", "upset")
        repair.tell(r, t)
    r.unpause(repair.PAUSE_ARBITER, t, "G14" if r.go else "R7.6")
    r.look(t)


# What can be claimed: its article in Go and in renju, empty where it cannot be.
_CLAIMS = {
    "five": ("", "R10.1.1"),
    "foul": ("", "R10.1.2"),
    "overline": ("", "R10.1.4"),
    "moved": ("G17.3", "R9.1.9"),
    "touch": ("G17.3", "R9.1.9"),
    "turn": ("G17.2", "R9.1.7"),
    "dropped": ("G17.3", "R9.1.2"),
    "straightened": ("-", "R9.1.12"),
    "opening": ("-", "R9.1.6"),
    "time": ("G12.4", "R7.6"),
}


def _claim(r, side, t, args):
    """``side`` claims something: a CLAIM ruling says whether it is granted, and what follows is done."""
    what = args.get("what", "")
    rule = _CLAIMS.get(what, ("-", "-"))[0 if r.go else 1]
    if not rule:
        _refuse(r, side, t)
        return
    granted = _granted(r, side, t, what)
    reason = what if what in _CLAIMS and what != "opening" else ""
    running = r.clock.running if r.clock else 0
    r.rule(CLAIM, rule, side, t, reason=reason, granted=granted, what=what, running=running)
    if granted:
        _follow_claim(r, side, t, what)


def _granted(r, side, t, what):
    """Whether the claim holds; None for what is only logged."""
    other = 3 - side
    pending = r.pending[0] if r.pending else None
    if what == "five":
        _reopen_turn(r, side, t)
        pending = r.pending[0] if r.pending else None
        return bool(pending) and pending[1] == side and ending.makes_five(r, pending)
    if what == "foul":
        if side == WHITE and pending and pending[1] == BLACK and r.status == MOVE and len(r.pending) == 1:
            bits = r.board.judge(pending[0], BLACK)
            if bits and not bits & ending.FIVE:
                turn.final(r, t)
        return bool(r.foul) and side == WHITE and r.turn == WHITE and not r.pending and r.state != OVER
    if what == "overline":
        return side == WHITE and r.game["variant"] == "renju" and ending.old_overline(r) != NO_POINT
    if what in ("moved", "touch"):
        touched = r.touched if r.turn == other else r.last_touched
        return len(touched) > 1 or (r.reason == "moved" and side == r.turn)
    if what == "turn":
        return (r.reason == "turn" and side == r.turn) or (r.reason == "two_stones" and side != r.turn)
    return True if what == "dropped" else None


def _follow_claim(r, side, t, what):
    """What follows from a claim of ``side`` that is granted."""
    other = 3 - side
    if what == "five":
        r.declared = side
        turn.final(r, t)
    elif what == "foul":
        ending.foul_lost(r, t)
    elif what == "overline":
        ending.end(r, t, WHITE, "F", "R10.1.4", "overline")
    elif what in ("moved", "touch"):
        _put_back(r, other, t)
    elif what == "turn" and r.reason == "turn":
        repair.second_move(r, t)
    elif what == "turn":
        penalties.offence(r, r.turn, t, "G17.2" if r.go else "R9.1.7", r.reason, r.off[1][-1])
    elif (other, "touch") in r.offences:
        # It was taken for a stone put elsewhere (touch=auto), and has cost as much already; it may go anywhere (R4.2).
        r.must, r.touched = -1, r.touched[-1:]
        r.look(t)
    elif not r.go:
        penalties.offence(r, other, t, "R9.1.2", "dropped")


def _put_back(r, offender, t):
    """The stone goes back to the point where it first stood, one warning (G17.3, R9.1.9)."""
    rule = "G17.3" if r.go else "R9.1.9"
    if r.reason != "moved":
        touched = r.touched if r.turn == offender else r.last_touched
        first = touched[0]
        if r.turn != offender:
            take_back(r, t, 1, "moved")
        r.must = first
    penalties.offence(r, offender, t, rule, "moved")
    if r.state != OVER:
        r.look(t)


def _reopen_turn(r, side, t):
    """The press with which ``side`` opened the menu did not end its move yet, for what is declared before the press."""
    if r.gesture == side and r.state == PLAY and not r.pending and r.board.last_color() == side:
        p = r.board.last_point()
        r.board.take_back()
        if ending.makes_five(r, (p, side)):
            r.move_number -= 1
            r.turn = side
            r.pending = [(p, side)]
            r.status = MOVE
        else:
            r.board.force(p, side)


def _resign(r, side, t, args):
    if side and _settle(r, t):
        ending.end(r, t, 3 - side, "R", "G7" if r.go else "R10.1.8", "resign")


def _draw_offer(r, side, t, args):
    if r.go:
        _refuse(r, side, t)
        return
    own = r.gesture == side or (bool(r.pending) and r.pending[0][1] == side and r.status == MOVE)
    r.offers[side] += 1
    r.offered_by = side
    r.rule(DRAW_OFFER, "R10.3", side, t, value=r.offers[side], offers=r.offers[side])
    if not own or r.offers[side] > r.offers[3 - side] + _OFFERS_AHEAD:
        # In the opponent's time, before the stone, or once too often.
        penalties.offence(r, side, t, "R10.3", "draw")


def _draw_accept(r, side, t, args):
    if r.offered_by != 3 - side:
        _refuse(r, side, t)
    elif _settle(r, t):
        ending.end(r, t, 0, "0", "R10.2", "agreed")


def _draw_refuse(r, side, t, args):
    r.offered_by = 0
    r.rule(NOTE, "R10.3", side, t, reason="refused")


def _agree_end(r, side, t, args):
    if not r.go or r.state != PLAY or not _settle(r, t):
        _refuse(r, side, t)
    elif r.agreed == 3 - side:
        ending.start_count(r, t, "agreed")
    elif side == r.turn and not r.pending:
        # Saying so gives the move away; if the other side plays on, both have their turn again (G21.1).
        r.rule(NOTE, "G13", side, t, reason="agreed")
        turn.do_pass(r, side, t, t, "agreed")
        if r.state == PLAY:
            r.agreed = side
    else:
        _refuse(r, side, t)


def _dead(r, side, t, args):
    if r.state != COUNT:
        _refuse(r, side, t)
        return
    r.marked = _points(r, args.get("points", ""))
    r.agreed = 0
    r.look(t)


def _dispute(r, side, t, args):
    if r.state == COUNT:
        ending.dispute(r, side, t)
    elif r.agreed:
        r.agreed = 0
        r.rule(NOTE, "G21.1", side, t, reason="refused")
    else:
        _refuse(r, side, t)


def _swap(r, side, t, args):
    if args.get("what") != "names":
        opening_guide.swap(r, side or r.turn, t)
    elif r.move_number > 10:
        r.rule(NOTE, "G17.1", side, t, reason="not_allowed")
    else:
        game = r.game
        game["black"], game["white"] = game["white"], game["black"]
        r.rule(NOTE, "G17.1", side, t, reason="names")


def take_back(r, t, moves, reason="taken_back"):
    """Undo the last ``moves`` final moves: each is VOID in the record, the position before must be put on the board."""
    r.first_back = NO_POINT
    while moves > 0 and r.board.moves:
        p, color = r.board.last_point(), r.board.last_color()
        r.rule(VOID, "G17.3" if r.go else "R9.1.9", color, t, p, reason)
        r.board.take_back()
        r.move_number -= 1
        r.turn, r.first_back = color, p
        r.first_moves = r.first_moves[: r.move_number]
        moves -= 1
    r.pending = []
    r.touched = []
    r.cleared = False
    r.withdrawn = None
    r.must, r.answered = -1, False
    r.foul = r.passes = 0
    opening_guide.reopen(r)
    r.run_clock(t, r.turn)


def _take_back(r, side, t, args):
    moves = int(args.get("moves") or 1)
    held = r.must >= 0 and not r.answered  # pressed for, and refused: the first to go
    standing = r.board.moves + (held or (not r.clock and bool(r.pending) and r.status in (MOVE, PRISONERS)))
    if r.state not in (PLAY, CHOICE, OFFER, CHOOSE) or not 0 < moves <= standing or not _settle(r, t):
        _refuse(r, side, t)
        return
    if r.must >= 0 and held:
        r.rule(NOTE, "G17.3" if r.go else "R2.1", r.turn, t, r.must, "taken_back")
        r.first_back = r.must
        r.must = -1
        r.pending, r.touched, r.cleared = [], [], False
        moves -= 1
    if moves:
        take_back(r, t, moves)
    if r.first_back != NO_POINT and r.picture.seen[r.first_back] == r.turn:
        r.barred = (r.first_back, r.turn, "taken_back")  # it comes off; it is not played again
    r.look(t)


def _warn(r, side, t, args):
    r.offences = [o for o in r.offences if o != (side, "arbiter")]
    penalties.offence(r, side, t, args.get("rule") or ("G24" if r.go else "R9.1.12"), "arbiter")


def _penalty(r, side, t, args):
    black, white = int(args.get("black_ms") or 0), int(args.get("white_ms") or 0)
    if not r.clock:
        _refuse(r, side, t)
        return
    r.clock.add_time(t, BLACK, black)
    r.clock.add_time(t, WHITE, white)
    r.drain()
    r.rule(
        PENALTY,
        args.get("rule") or ("G24" if r.go else "R9.2"),
        side,
        t,
        reason="arbiter",
        black_ms=black,
        white_ms=white,
    )


def _set_time(r, side, t, args):
    if not r.clock:
        _refuse(r, side, t)
        return
    fields = {}
    for key in args:
        fields[key] = int(args[key])
    r.clock.set_time(t, side, fields)
    r.drain()
    r.rule(NOTE, "G22.8" if r.go else "R7.6", side, t, reason="set_time", fields=fields)


def _accept_position(r, side, t, args):
    """The stones stay as they lie (G17.5): a new start of the position, said so in the record."""
    from shared_rules.referee import new_board

    seen = r.picture.seen
    if r.state not in (PLAY, CHOICE, OFFER, CHOOSE) or r.unresolved():
        _refuse(r, side, t)
        return
    if r.state != PLAY:
        r.go_to(PLAY)
    r.offering = 0
    to_play = _COLORS[args.get("to_play", "")] or r.turn
    r.board = r.picture.board = None  # there is no room for two
    board = new_board(r.game)
    for p in range(len(seen)):
        if seen[p]:
            board.place(p, seen[p])
    r.board = r.picture.board = board
    r.barred = r.last_void = None
    r.foul = r.passes = 0
    black = [p for p in range(len(seen)) if seen[p] == BLACK]
    white = [p for p in range(len(seen)) if seen[p] == WHITE]
    r.rule(RESTART, "G17.5" if r.go else "R4.2", to_play, t, reason="accepted", black=black, white=white)
    _set_turn(r, to_play, t)


def _turn(r, side, t, args):
    if r.state not in (PLAY, CHOICE, OFFER, CHOOSE):
        _refuse(r, side, t)
        return
    r.rule(NOTE, "-", side, t, reason="turn")
    _set_turn(r, side, t)


def _set_turn(r, side, t):
    r.turn = side
    r.touched = []
    r.pending, r.withdrawn, r.cleared = [], None, False
    r.must, r.answered = -1, False
    r.run_clock(t, side)
    r.look(t)


def _overrule(r, side, t, args):
    what = args.get("what", "end")
    if what == "end" and r.state == OVER:
        r.rule(NOTE, "-", side, t, reason="overruled", what=what)
        r.result = ""
        r.passes = r.agreed = 0
        r.go_to(PLAY)
        if r.clock:
            r.clock.overrule_flag()
        r.run_clock(t, r.turn)
        r.look(t)
    elif what == "warning" and side and r.counts[side]:
        r.counts[side] -= 1
        r.rule(NOTE, "-", side, t, reason="overruled", what=what, count=r.counts[side])
    elif what == "void" and r.last_void and r.board.last_point() == NO_POINT:
        # The void move stands after all, or is kept by agreement (C8): it takes the place of the lost turn.
        p, color, _ = r.last_void
        r.rule(NOTE, "-", color, t, p, "overruled", what=what)
        r.board.take_back()
        r.last_void = None
        _force(r, p, color, t, False)
        r.look(t)
    else:
        _refuse(r, side, t)


def _force(r, p, color, t, count=True):
    """A move as agreed, legal or not."""
    legal = not r.board.check(p, color)
    captured = r.board.force(p, color)
    if count:
        r.move_number += 1
    r.turn = 3 - color
    r.pending = []
    r.cleared = False
    article = ("G3" if captured else "G2") if r.go else "R2.1"
    r.rule(MOVE_RULING, article, color, t, p, "" if legal else "illegal_kept", captures=captured)


def _play(r, side, t, args):
    if r.state != PLAY:
        _refuse(r, side, t)
        return
    _settle(r, t)
    for p in _points(r, args.get("moves", "")):
        _force(r, p, r.turn, t)
    _set_turn(r, r.turn, t)


def _result(r, side, t, args):
    result = args["result"]
    if result not in ("0", "Void") and (result[:2] not in ("B+", "W+") or len(result) > _RESULT_LENGTH):
        _refuse(r, side, t)
        return
    _settle(r, t)
    winner = {"B": BLACK, "W": WHITE}.get(result[:1], 0) if "+" in result else 0
    if r.state == OVER:
        r.go_to(PLAY)
    ending.end(r, t, winner, result[2:] if winner else result, args.get("rule") or "-", "arbiter")


def _stone(r, side, t, args):
    p = parse(args["point"], r.game["size"], r.game["rules"])
    if not r.picture.masked[p]:
        _refuse(r, side, t)
        return
    r.picture.masked[p] = 2
    r.picture.see(p, _COLORS[args["color"]])
    r.look(t)


def _mask(r, side, t, args):
    """A sensor that is not to be believed any more, or again (``what=off``)."""
    r.masked(parse(args["point"], r.game["size"], r.game["rules"]), args.get("what") != "off", t)


def _choose(r, side, t, args):
    opening_guide.choose(r, side, t, args.get("what", ""))


def _late(r, side, t, args):
    if not r.clock or r.move_number or int(args["by_ms"]) < 0:
        _refuse(r, side, t)
        return
    r.rule(NOTE, "G22.1" if r.go else "R7.5", side, t, reason="late", by_ms=int(args["by_ms"]))
    r.clock.late(side, int(args["by_ms"]))
    r.drain()


def _split_pool(r, side, t, args):
    if not r.clock or r.game["time"]["system"] != "pool":
        _refuse(r, side, t)
        return
    r.clock.split_pool(t)
    r.drain()
    r.rule(NOTE, "R7.1", side, t, reason="set_time")


_HANDLERS = {
    "pause": _pause,
    "resume": _resume,
    "claim": _claim,
    "resign": _resign,
    "draw_offer": _draw_offer,
    "draw_accept": _draw_accept,
    "draw_refuse": _draw_refuse,
    "agree_end": _agree_end,
    "dead": _dead,
    "dispute": _dispute,
    "swap": _swap,
    "take_back": _take_back,
    "warn": _warn,
    "penalty": _penalty,
    "set_time": _set_time,
    "accept_position": _accept_position,
    "overrule": _overrule,
    "result": _result,
    "stone": _stone,
    "mask": _mask,
    "choose": _choose,
    "late": _late,
    "split_pool": _split_pool,
    "play": _play,
    "turn": _turn,
}
