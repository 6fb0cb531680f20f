"""The start: empty board, given position, handicap or free set-up, lateness (G2, G22, R7.4, R7.5)."""

from shared_rules import repair
from shared_rules.points import BLACK, EMPTY, UNRESOLVED, WHITE, parse
from shared_rules.rulings import NOTE, START
from shared_rules.states import CLEAN, PLAY, SETUP


def prepare(r):
    """Put the given position into the rules core; called once, before the first fact."""
    setup = r.game["setup"]
    if r.game["handicap"] or setup == "free":
        r.state = SETUP
    elif setup:
        for word, color in (("black", BLACK), ("white", WHITE)):
            for point in setup.get(word, ()):
                r.board.place(parse(point, r.game["size"], r.game["rules"]), color)
        r.turn = WHITE if setup.get("to_play") == "white" else BLACK
    late = r.game["late"]
    if late and r.clock:
        for word, color in (("black", BLACK), ("white", WHITE)):
            if late.get(word):
                r.clock.late(color, late[word])


def begin(r, t):
    """The game starts as soon as the board shows the starting position; time 0 if it does so from the beginning."""
    if r.picture.diff():
        repair.show(r, t, "start")
        return
    waited = r.status != CLEAN
    repair.clear(r, t)
    _start(r, t if waited else 0)


def look(r, t):
    """SETUP: stones come on in any order; nothing is a move (B18)."""
    r.reason = "handicap"


def press(r, side, t):
    """SETUP: the press of ``side`` starts the game, the other side moves first."""
    seen = r.picture.seen
    stones = [p for p in range(len(seen)) if seen[p] != EMPTY]
    wrong = [p for p in stones if seen[p] == UNRESOLVED or (r.game["handicap"] and seen[p] == WHITE)]
    handicap = r.game["handicap"]
    if wrong or (handicap and len(stones) != handicap):
        r.reason = "handicap"
        r.rule(NOTE, "G2", side, t, reason="handicap", wrong=wrong, stones=len(stones))
        return
    for p in stones:
        r.board.place(p, seen[p])
    to_play = r.game["to_play"]
    if to_play:
        r.turn = BLACK if to_play == "black" else WHITE
    else:
        r.turn = WHITE if handicap else 3 - side
    _start(r, t)


def _start(r, t):
    grid = r.board.grid
    r.go_to(PLAY)
    r.status = CLEAN
    r.reason = ""
    black = [p for p in range(len(grid)) if grid[p] == BLACK]
    white = [p for p in range(len(grid)) if grid[p] == WHITE]
    r.rule(START, "G2" if r.go else "R7.4", r.turn, t, black=black, white=white)
    r.run_clock(t, r.turn)
