"""How a game ends: five, fouls, passes and the count, flags, agreement, draws (G7 to G11, G20, G21, R10)."""

from shared_rules import repair
from shared_rules.points import BLACK, NO_POINT, WHITE
from shared_rules.rulings import END, NOTE
from shared_rules.rulings import FLAG as FLAG_RULING
from shared_rules.states import CLEAN, COUNT, MISMATCH, OVER, PLAY

# Bits of RenjuBoard.judge; not imported, so that a Go game does not load the renju core.
FIVE = 1
OVERLINE = 2
_FOULS = ((OVERLINE, "overline"), (4, "double_four"), (8, "double_three"))


def end(r, t, winner, how, rule, reason, margin=0):
    """The game is over: ``winner`` a colour or 0; ``how`` what follows ``B+`` in the SGF result (for 0: ``0``,
    ``Void``); ``margin`` of a count, in quarters of a zi, Black's.
    """
    r.result = ("B+", "W+")[winner - 1] + how if winner else how
    if r.clock:
        r.clock.stop(t)
    r.held = None
    r.quiet_t = r.five_t = r.power_t = -1
    r.pending = []
    r.go_to(OVER)
    r.rule(END, rule, winner, t, value=margin, reason=reason, result=r.result, margin_q=margin)


def makes_five(r, move):
    """True if the move of ``(point, color)`` wins by five (R10.1.1)."""
    return bool(r.board.judge(move[0], move[1]) & FIVE)


def after_move(r, p, color, bits, t):
    """A move became final: five, fouls, repetition, full board."""
    if r.go:
        if r.board.repetition >= 0 and r.game["repetition"] != "forbid":
            how = r.game["repetition"]
            if how == "log":
                r.rule(NOTE, "G20", color, t, p, "repetition")
            else:
                end(r, t, 0, "0" if how == "draw" else "Void", "G20", "repetition")
        return
    r.foul = 0
    if bits & FIVE:
        if r.game["declare"] == "auto" or r.declared == color:
            # Five made together with a forbidden shape wins (R10.1.6).
            end(r, t, color, "", "R10.1.6" if bits & ~FIVE else "R10.1.1", "five")
            return
    elif bits and color == BLACK and r.game["variant"] == "renju":
        r.foul = bits
        if r.game["foul"] == "auto":
            if r.strict:
                foul_lost(r, t)
                return
            r.rule(NOTE, "R10.1.2", color, t, p, foul_name(bits))
    if r.board.grid.find(b"\x00") < 0:
        end(r, t, 0, "0", "R10.2", "board_full")


def foul_name(bits):
    """``overline``, ``double_four`` or ``double_three``: the first that applies."""
    for bit, word in _FOULS:
        if bits & bit:
            return word
    return ""


def foul_lost(r, t):
    """Black's forbidden move loses (R10.1.2)."""
    end(r, t, WHITE, "F", "R10.1.2", foul_name(r.foul))


def old_overline(r):
    """A point of a black overline on the board, NO_POINT if there is none (R10.1.4)."""
    grid, size = r.board.grid, r.board.size
    for p in range(len(grid)):
        # Along the row, the column and both diagonals; ``room``: points until the edge ends the line.
        for step, room in ((1, size - p % size), (size, size), (size + 1, size - p % size), (size - 1, p % size + 1)):
            q, n = p, 0
            while n < room and q < len(grid) and grid[q] == BLACK:
                n += 1
                q += step
            if n > 5:
                return p
    return NO_POINT


_TIME = {"byoyomi": "G12.3", "moves": "G12.5"}  # the article of a flag in Go; sudden death is G12.4


def flag(r, t):
    """A flag fell (G12.4, R7.6), or lateness forfeits (G22.1, R7.5)."""
    side = r.clock.flag[0]
    late = r.clock.flag[2] == "late"
    rule = ("G22.1" if r.go else "R7.5") if late else _TIME.get(r.game["time"]["system"], "G12.4") if r.go else "R7.6"
    r.rule(FLAG_RULING, rule, side if side < BLACK | WHITE else 0, t, reason="late" if late else "time")
    if side == BLACK | WHITE:
        end(r, t, 0, "Void", "G22.3" if r.go else "R7.5", "both_late")
    else:
        end(r, t, 3 - side, "F" if late else "T", rule, "late" if late else "time")


def two_passes(r, t):
    """Both passed: the count in Go (G7), a draw in renju (R10.2)."""
    if r.go:
        start_count(r, t)
    else:
        end(r, t, 0, "0", "R10.2", "two_passes")


def start_count(r, t, reason="two_passes"):
    """Dead stones are lifted off now; when both sides have pressed on the same count it is the result."""
    r.go_to(COUNT)
    if r.clock:
        r.clock.stop(t)
    r.held = None
    r.agreed = 0
    r.dead, r.marked = [], []
    r.rule(NOTE, "G8", 0, t, reason=reason)
    look(r, t)


def look(r, t):
    """COUNT: stones that are off are dead; a stone where none was is to be taken off."""
    missing, surplus, wrong = r.picture.lists()
    if surplus or wrong:
        repair.show(r, t, "mismatch", ([], surplus, wrong))
        return
    r.status = CLEAN
    repair.clear(r, t)
    missing = sorted(set(missing + [p for p in r.marked if r.board.grid[p]]))
    if missing != r.dead:
        r.dead = missing
        r.agreed = 0


def count(r):
    """The ``Score`` of the position with the dead stones off, komi and warnings taken (G9, G11, G24)."""
    from shared_rules.area import score

    return score(r.board.grid, r.board.size, r.dead, int(r.game["komi_zi"] * 4), r.counts[1:])


def press(r, side, t):
    """COUNT: a press agrees to the count as it stands; the second side's ends the game (G8, G9)."""
    if r.status == MISMATCH:
        repair.tell(r, t)
        return
    found = count(r)
    r.rule(
        NOTE,
        "G9",
        side,
        t,
        reason="count",
        dead=list(r.dead),
        margin_q=found.margin_q,
        black_q=found.black_q,
        white_q=found.white_q,
    )
    r.agreed |= side
    if r.agreed == BLACK | WHITE:
        winner = found.winner()
        result = found.result()
        end(r, t, winner, result[2:] if winner else result, "G9", "count", found.margin_q)


def dispute(r, side, t):
    """No agreement on life and death: play goes on, the side that called the stones dead moves first (G21.4).

    ``side`` is the one that disagrees. All stones go back on.
    """
    r.rule(NOTE, "G21.4", side, t, reason="dispute", dead=list(r.dead))
    r.dead, r.marked = [], []
    r.passes = r.agreed = 0
    r.turn = 3 - side
    r.go_to(PLAY)
    r.run_clock(t, r.turn)
    r.look(t)
