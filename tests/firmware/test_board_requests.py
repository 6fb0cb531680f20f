"""What the board tells a host about the game on it, and what asking must not change."""

from board.board_requests import clock_now
from shared_rules import presets, record
from shared_rules.points import BLACK, NO_POINT, WHITE
from shared_rules.referee import HOLD_MS, Referee

MAIN_MS = 10000


class Sink:
    """Nobody listens to the rulings."""

    def ruling(self, kind, rule, side, t, move, point, value, lists):
        pass


def begun():
    """A game without overtime in which Black's first move was pressed at 1000 ms: White's clock runs from there."""
    game = presets.resolve("go-2002", {"size": 9, "time": {"system": "absolute", "main_ms": MAIN_MS}})
    referee = Referee(game, Sink())
    referee.fact(record.POINT, BLACK, 500, 20, 0, b"")
    referee.fact(record.PRESS, BLACK, 1000, NO_POINT, 0, b"")
    referee.fact(record.RELEASE, BLACK, 1100, NO_POINT, 0, b"")
    return referee


def test_asking_during_a_hold_does_not_run_the_clock_past_the_press():
    """White's button goes down half a second before its flag and is held: the pass (G2) counts from the press, so the
    clock that a host is told, however often it asks, stands there until it is known what the press means."""
    referee = begun()
    pressed = 1000 + MAIN_MS - 500
    referee.advance(pressed)
    referee.fact(record.PRESS, WHITE, pressed, NO_POINT, 0, b"")
    assert referee.held == (WHITE, pressed)
    for t in range(pressed + 100, pressed + HOLD_MS, 100):
        referee.advance(t)
        assert clock_now(referee)["w"]["main_ms"] == 500
    referee.advance(pressed + HOLD_MS)
    assert referee.clock.flag is None and referee.move_number == 2 and referee.board.last_color() == WHITE
