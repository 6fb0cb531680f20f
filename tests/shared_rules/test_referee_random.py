"""Random hands, presses and commands: nothing breaks, facts alone give the same rulings, the record is the position,
what is said to be right is right, and the clock runs for the side to move, or stands.

The random numbers are our own, so that both interpreters play the same.
"""

from ideal_board import IdealBoard

from shared_rules import commands, record, states
from shared_rules.points import BLACK, NO_POINT, UNRESOLVED, WHITE
from shared_rules.presets import resolve
from shared_rules.referee import new_board

PRESETS = (
    ("go-2002", {"size": 5, "time": {"system": "absolute", "main_ms": 400000}}),
    ("go-casual", {"size": 5}),
    ("go-2002", {"size": 7, "enforcement": "advise", "repetition": "log", "handicap": 2, "time": None}),
    ("renju-cn", {"time": {"system": "byoyomi", "main_ms": 60000, "period_ms": 30000, "periods": 1}, "foul": "auto"}),
    ("renju-cn", {"opening": "swap2", "offers": 1, "enforcement": "advise"}),
    ("gomoku-free", {"size": 7}),
    ("go-2002", {"size": 5, "time": None}),
    ("renju-cn", {"time": {"system": "moves", "main_ms": 30000, "moves": 3, "moves_ms": 30000}}),
    (
        "go-2002",
        {
            "size": 5,
            "touch": "auto",
            "time": {
                "system": "byoyomi",
                "main_ms": 20000,
                "period_ms": 10000,
                "periods": 2,
                "last_period": "pass",
            },
        },
    ),
    ("renju-cn", {"opening": "taraguchi10", "declare": "claim"}),
    ("go-casual", {"size": 5, "setup": "free", "superko": "situational"}),
    ("renju-rif", {"time": {"system": "pool", "main_ms": 100000}, "enforcement": "strict"}),
)
WORDS = ("five", "foul", "overline", "moved", "turn", "dropped", "stay", "two_more", "offer", "swap", "warning", "void")
COMMANDS = [name for name, _ in commands.COMMANDS if name not in ("resign", "result")]


class Dice:
    """A small generator (Park and Miller) that gives the same on every interpreter."""

    def __init__(self, seed):
        self.state = seed + 1

    def roll(self, n):
        """A number from 0 to n - 1."""
        self.state = self.state * 16807 % 2147483647
        return self.state // 7 % n


class Watched(IdealBoard):
    """Looks at the referee after each fact."""

    def fact(self, kind, side=0, point=NO_POINT, value=0, text=b""):
        before = len(self.rulings)
        super().fact(kind, side, point, value, text)
        if kind != record.POINT or not value & 1:
            self.look(before)

    def at(self, t):
        before = len(self.rulings)
        super().at(t)
        self.look(before)

    def look(self, before):
        """What must hold at any time."""
        referee, clock = self.referee, self.referee.clock
        state, status = referee.state, referee.status
        playing = state in (states.PLAY, states.CHOICE, states.OFFER, states.CHOOSE)
        if clock and playing and not referee.pauses:
            assert clock.running == referee.turn, "the time of the other side runs"
        elif clock:
            assert not clock.running, "the clock runs in state %d, pauses %d" % (state, referee.pauses)
        assert state != states.OVER or referee.result
        if state not in (states.PLAY, states.CHOICE):
            return
        if status in (states.CLEAN, states.MOVE):
            self.shown()
        told = referee.repairing or referee.quiet_t >= 0 or referee.pauses
        assert status <= states.LIFTED or told, "something is wrong and nobody is told"
        kinds = [row["kind"] for row in self.rulings[before:]]
        assert kinds[-1:] != ["repaired"] or status <= states.LIFTED or state == states.OVER

    def shown(self):
        """The board shows the position and the moves that are not final."""
        referee, board = self.referee, self.referee.board
        for p, color in referee.pending:
            board.play(p, color)
        masked = referee.picture.masked
        assert not [p for p in referee.picture.diff() if not masked[p]], "what is called right is not"
        for _ in referee.pending:
            board.take_back()


def play(preset, overrides, seed, steps):
    """A game of random facts: mostly moves and presses, now and then anything."""
    game = resolve(preset, overrides)
    board = Watched(game)
    dice = Dice(seed)
    size = game["size"]
    middle = size // 2
    for _ in range(steps):
        board.at(board.t + 50 + dice.roll(1500))
        turn = board.referee.turn
        kind = dice.roll(20)
        row, col = (dice.roll(size), dice.roll(size)) if dice.roll(2) else (middle, middle)
        row, col = (row + dice.roll(5) - 2) % size, (col + dice.roll(5) - 2) % size
        p = row * size + col
        if kind < 8:
            off = board.referee.repair()
            if dice.roll(3) and (off["missing"] or off["surplus"] or off["wrong"]):
                wanted = board.referee.position
                board.show([(q, wanted[q]) for q in off["missing"] + off["wrong"]] + [(q, 0) for q in off["surplus"]])
            elif not board.stones[p]:
                board.show([(p, turn if dice.roll(10) else 3 - turn)])
        elif kind < 14:
            side = turn if dice.roll(5) else 3 - turn
            board.fact(record.PRESS, side)
            board.at(board.t + (2500 if dice.roll(8) == 0 else 80))
            board.fact(record.RELEASE, side)
        elif kind < 16:
            board.show([(p, 0)])
        elif kind < 18:
            changes = {}
            for _ in range(dice.roll(6)):
                changes[dice.roll(size * size)] = dice.roll(4)
            board.show([(q, changes[q]) for q in sorted(changes)])
        elif kind == 18:
            name = COMMANDS[dice.roll(len(COMMANDS))]
            text = "what=%s points=A1,B2 moves=%d point=A1 color=black black_ms=1000 by_ms=1000 to_play=white" % (
                WORDS[dice.roll(len(WORDS))],
                dice.roll(3),
            )
            board.fact(record.COMMAND, dice.roll(3), NO_POINT, commands.code(name), text.encode())
        else:
            fact = dice.roll(4)
            if fact == 0:
                board.fact(record.MASK, 0, p, dice.roll(2))
            elif fact == 1:
                board.do({"do": "power", "on": True})
            else:
                board.fact(record.TIME)
    board.at(board.t + 5000)
    return game, board


def check(game, board, where):
    assert board.replayed(game) == board.rulings, where
    referee = board.referee
    kinds = [row["kind"] for row in board.rulings]
    assert UNRESOLVED not in [c for c in referee.position], where
    if "restart" in kinds or "void" in kinds or "start" not in kinds:
        return
    # The moves in the record, played again from the start, give the position.
    again = new_board(game)
    for row in board.rulings:
        color = {"black": BLACK, "white": WHITE}.get(row.get("side"), 0)
        if row["kind"] == "start":
            for side, key in ((BLACK, "black"), (WHITE, "white")):
                for name in row[key]:
                    again.place(board.point(name), side)
        elif row["kind"] == "pass":
            again.play_pass(color)
        elif row["kind"] == "move":
            taken = again.force(board.point(row["point"]), color)
            assert sorted(taken) == sorted([board.point(name) for name in row["captures"]]), where
    assert again.grid == referee.position, where


def test_games_that_broke_something_once():
    """A stone taken up from a masked point, whose prisoner goes after it (A8, B6)."""
    preset, overrides = "go-casual", {"size": 5, "setup": "free", "superko": "situational"}
    check(*play(preset, overrides, 5554, 200), "go-casual, free set-up")


def test_random_games_break_nothing_and_replay_the_same():
    for seed in range(36):
        preset, overrides = PRESETS[seed % len(PRESETS)]
        check(*play(preset, overrides, seed, 120), (preset, seed))


def test_random_games_in_which_a_stone_put_elsewhere_goes_back_at_once():
    """R9.1.9 with ``touch=auto``, the opening's stones laid by one hand among them."""
    for seed in range(3):
        overrides = {"time": {"system": "absolute", "main_ms": 400000}, "touch": "auto"}
        check(*play("renju-cn", overrides, seed, 120), seed)
