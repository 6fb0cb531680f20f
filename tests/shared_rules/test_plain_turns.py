"""Plain turns taken at once leave the referee as its facts do one by one: every attribute, wherever a record is cut.

Hands play legal moves at random, nearly always as one should; prisoners come off with the stone, after it or before it,
buttons come up late, some think long, and now and then something goes wrong.
"""

import gc

from ideal_board import IdealBoard
from test_referee_random import PRESETS, Dice, play

from shared_rules import commands, plain_turns, record
from shared_rules.points import BLACK, NO_POINT, WHITE
from shared_rules.presets import resolve
from shared_rules.referee import Referee
from shared_rules.rulings import MOVE, pack
from shared_rules.states import MOVE as MADE
from shared_rules.states import OVER, PLAY

BYOYOMI = {"system": "byoyomi", "main_ms": 90000, "period_ms": 30000, "periods": 3}
# Preset, changes, and how many of a hundred moves are plain at least.
GAMES = (
    ("go-2002", {"size": 5, "time": BYOYOMI, "superko": "none"}, 60),
    ("go-2002", {"size": 7, "time": {"system": "absolute", "main_ms": 400000}}, 60),
    ("go-2002", {"size": 9, "time": {"system": "fischer", "main_ms": 60000, "increment_ms": 5000}, "handicap": 2}, 60),
    ("go-casual", {"size": 9, "time": {"system": "moves", "main_ms": 30000, "moves": 5, "moves_ms": 60000}}, 60),
    ("go-casual", {"size": 7, "time": None}, 80),
    ("go-2002", {"size": 5, "time": None, "superko": "none", "repetition": "log"}, 60),
    ("renju-cn", {"opening": "none", "time": {"system": "absolute", "main_ms": 400000}}, 40),
    ("renju-cn", {"opening": "swap2", "offers": 1, "time": {"system": "pool", "main_ms": 900000}}, 60),
    ("gomoku-free", {"time": None}, 70),
    ("gomoku-free", {"time": {"system": "delay", "main_ms": 60000, "delay_ms": 5000}}, 0),
)
# Of a board and a picture: room for the next question, which says nothing of the game.
SCRATCH = ("_queue", "_out", "_frames", "_edges", "_table", "sink", "guide", "board", "game")
TURNS = 40


class Paper:
    """A sink that keeps the record as the board's journal does."""

    def __init__(self, game):
        self.data = bytearray()
        self.referee = Referee(game, self)

    def write(self, kind, side, t, point=NO_POINT, value=0):
        at = len(self.data)
        self.data.extend(bytes(record.SIZE))
        record.pack_into(self.data, at, kind, side, at // record.SIZE, t, point, value)

    def ruling(self, kind, rule, side, t, move, point, value, lists):
        self.write(*pack(kind, rule, side, t, move, point, value))

    def fact(self, kind, side, t, point, value, text):
        self.referee.advance(t)
        self.write(kind, side, t, point, value)
        self.referee.take(kind, side, t, point, value, text)


class Deaf:
    """A sink that hears nothing."""

    def ruling(self, *_):
        pass


def state(thing, used=None):
    """All that an object knows, for comparison; ``used``: how much of a board's columns is in use."""
    found = {}
    for name in thing.__dict__:
        value = getattr(thing, name)
        if name in SCRATCH:
            continue
        if used is not None and name in ("_log", "_counts", "_next"):
            value = list(value[:used])
        elif name == "_hashes":
            value = list(value[: used + 1])
        elif name == "_taken":
            value = list(value[: thing._taken_end])
        elif name in ("clock", "picture") and value:
            value = state(value)
        elif isinstance(value, (bytearray, tuple)) or name == "_heads":
            value = list(value)
        found[name] = value
    return found


def everything(referee):
    return state(referee), state(referee.board, referee.board.moves)


def one_by_one(game, data):
    """A referee that was told all facts of a record."""
    referee = Referee(game, Deaf())
    t = 0
    for at in range(0, len(data), record.SIZE):
        kind, side, _, t, point, value = record.unpack(data, at)
        if kind < record.FIRST_RULING:
            referee.fact(kind, side, t, point, value)
    referee.advance(t)
    return referee


def at_once(game, data, end=None):
    """One that took the plain turns up to byte ``end`` at once, and how many moves it took so."""
    referee = Referee(game, Deaf())
    at = t = taken = 0
    end = len(data) if end is None else end
    while at < end:
        kind, side, seq, t, point, value = record.unpack(data, at)
        if kind < record.FIRST_RULING:
            before = referee.move_number
            n = plain_turns.play(referee, data, at, end, seq)
            if n:
                at += n * record.SIZE
                taken += referee.move_number - before
                continue
            referee.fact(kind, side, t, point, value)
        at += record.SIZE
    referee.advance(t)
    return referee, taken


def turn(board, dice):
    """One turn by hands."""
    referee = board.referee
    side, size, clocked = referee.turn, board.size, bool(referee.clock)
    before = referee.pending[:1] if not clocked and referee.status == MADE else []
    for q, color in before:
        referee.board.play(q, color)  # without a clock it is final once it is answered
        side = 3 - color
    near = [p for p in range(size * size) if not board.stones[p] and referee.board.check(p, side) == 0]
    p = near[dice.roll(len(near))] if near else 0
    gone = referee.board.captures(p, side)
    for _ in before:
        referee.board.take_back()
    if not near or referee.status > MADE:
        board.show([(p, referee.position[p]) for p in range(size * size)])
        return
    habit = dice.roll(16)
    board.at(board.t + (300 + dice.roll(4000) if habit != 1 else 20000 + dice.roll(40000)))
    if habit == 2:
        other = near[dice.roll(len(near))]
        board.show([(other, side)])
        board.at(board.t + 700)
        board.show([(other, 0)])
    elif habit == 3:
        board.fact(record.TIME)
    way = dice.roll(3)
    if way == 0:
        board.show([(q, 0) for q in gone[:1]] + [(p, side)] + [(q, 0) for q in gone[1:]])
    else:
        if way == 2 and habit > 10:
            for q in gone[:2]:
                board.show([(q, 0)])
        board.show([(p, side)])
        for q in gone:
            board.at(board.t + 150)
            if not (habit == 4 and q == gone[-1]):
                board.show([(q, 0)])
    if not clocked:
        return
    board.at(board.t + 200)
    if habit == 9:
        # The button is still down when the other side answers.
        board.fact(record.PRESS, side)
        board.at(board.t + 900)
        board.show([(near[-1 if p != near[-1] else 0], 3 - side)])
        board.at(board.t + 100)
        if dice.roll(2):
            board.fact(record.RELEASE, side)
        board.fact(record.PRESS, 3 - side)
        board.fact(record.RELEASE, 3 - side)
        board.fact(record.RELEASE, side)
        return
    for _ in range(2 if habit == 5 else 1):
        board.fact(record.PRESS, side)
        board.at(board.t + 60)
        if habit == 6:
            board.show([(near[0], 3 - side)])  # the answer is quicker than the hand on the button
        board.fact(record.RELEASE, side)
    if habit == 7:
        board.show([(q, dice.roll(3)) for q in range(0, size * size, 5)])
        board.at(board.t + 2000)
    elif habit == 8 and not dice.roll(4):
        board.fact(record.PRESS, 3 - side)
        board.at(board.t + 2100)
        board.fact(record.RELEASE, 3 - side)


def played(preset, changes, seed, turns):
    """``(game, record)`` of a game of hands."""
    game = resolve(preset, changes)
    board, dice = IdealBoard(game), Dice(seed)
    board.at(600)
    if board.referee.state == 1:
        corner = game["size"] // 4
        p = corner * game["size"] + corner
        board.show([(p, 1), (game["size"] ** 2 - 1 - p, 1)])
        board.fact(record.PRESS, 2)
        board.fact(record.RELEASE, 2)
    for _ in range(turns):
        turn(board, dice)
    facts, board = board.facts, None  # a board's memory is small, and soon in pieces
    gc.collect()
    paper = Paper(game)
    for fact in facts:
        paper.fact(*fact)
    return game, paper.data


def compare(game, data, step, where):
    """Cut the record at every ``step`` records; the number of moves taken at once in the whole one, and of all."""
    cuts = list(range(step, len(data) // record.SIZE, step)) + [len(data) // record.SIZE]
    for n in cuts:
        told = one_by_one(game, data[: n * record.SIZE])
        referee, taken = at_once(game, data[: n * record.SIZE])
        wanted, found = everything(told), everything(referee)
        for part in (0, 1):
            for name in wanted[part]:
                assert wanted[part][name] == found[part][name], (where, n, name, wanted[part][name], found[part][name])
    return taken, referee.move_number


def test_the_state_is_the_same_wherever_the_record_is_cut():
    for i in range(len(GAMES)):
        preset, changes, least = GAMES[i]
        taken = moves = 0
        for seed in range(i, 3 * len(GAMES), len(GAMES)):
            game, data = played(preset, changes, seed, TURNS)
            found = compare(game, data, 11, (preset, seed))
            taken += found[0]
            moves += found[1]
        print("%s: %d of %d moves at once" % (preset, taken, moves))
        assert taken * 100 >= moves * least, "plain turns were not taken for such"


def test_random_facts_too():
    for seed in range(40, 76):
        game, board = play(*PRESETS[seed % len(PRESETS)], seed, 120)
        paper = Paper(game)
        for fact in board.facts:
            if fact[5]:
                break  # commands with words are for those who read whole records
            paper.fact(*fact)
        data, board, paper = paper.data, None, None  # a board's memory is small
        if data:
            compare(game, data, 23, seed)


class Hands:
    """Facts one after the other, each a second after the last."""

    def __init__(self, preset, **changes):
        self.game = resolve(preset, changes)
        self.paper = Paper(self.game)
        self.t = 600
        self.paper.referee.advance(600)

    def fact(self, kind, side=0, point=NO_POINT, value=0):
        self.t += 1000
        self.paper.fact(kind, side, self.t, point, value, b"")

    def move(self, side, p):
        gone = self.paper.referee.board.captures(p, side)
        self.fact(record.POINT, side, p)
        for q in gone:
            self.fact(record.POINT, 0, q)
        if self.game["time"]:
            self.fact(record.PRESS, side)
            self.fact(record.RELEASE, side)

    def moves(self, points):
        """Both sides in turn."""
        side = self.paper.referee.turn
        for p in points:
            self.move(side, p)
            side = 3 - side

    def same(self):
        """Compare both ways after every record; the moves taken at once."""
        return compare(self.game, self.paper.data, 1, self.game["preset"])[0]


CLOCK = {"system": "absolute", "main_ms": 4000000}
# A row for Black from point 0 on, and stones of White far from it.
ROW, FAR = (0, 1, 2, 3, 4, 5), (210, 212, 214, 216, 218, 220)
FIVE = [p for pair in zip(ROW, FAR) for p in pair][:9]
# After the last of these moves on 5x5 the board is as it was before (two stones are sent, one comes back).
CYCLE = (8, 16, 18, 23, 7, 12, 0, 14, 6, 21, 19, 17, 2, 11, 13, 24, 22, 23)
SIX = [p for pair in zip((0, 1, 2, 4, 5), FAR) for p in pair] + [3]


def test_half_a_picture_is_no_place_to_begin():
    """Two stones come in one picture: its second fact alone looks like a plain turn (G2, G17.2)."""
    for time in (CLOCK, None):
        for first, second in ((BLACK, WHITE), (WHITE, BLACK)):
            hands = Hands("go-2002", size=5, time=time)
            hands.moves((6, 8))
            hands.fact(record.POINT, first, 16, 1)
            hands.fact(record.POINT, second, 18)
            hands.fact(record.TIME)
            hands.fact(record.PRESS, BLACK)
            hands.fact(record.RELEASE, BLACK)
            hands.fact(record.TIME)
            hands.same()


def test_a_five_ends_the_game():  # R10.1.1
    for time in (CLOCK, None):
        hands = Hands("gomoku-free", opening="none", time=time)
        hands.moves(FIVE)
        if not time:
            hands.fact(record.TIME)
        assert hands.paper.referee.state == OVER
        assert hands.same() < 9


def test_an_overline_ends_the_game_or_is_claimable():  # R10.1.2, R10.1.3
    for foul, state in (("auto", OVER), ("claim", PLAY)):
        hands = Hands("renju-cn", opening="none", time=CLOCK, foul=foul)
        hands.moves(SIX)
        assert hands.paper.referee.state == state and hands.paper.referee.foul
        assert 0 < hands.same() < 11
        if state == PLAY:
            hands.move(2, 222)
            assert not hands.paper.referee.foul, "once White has played nothing can be claimed"
            hands.same()


def test_a_full_board_is_a_draw():  # R10.2
    points = [p for p in range(25)]
    black = [p for p in points if (p % 5 + 2 * (p // 5)) % 4 < 2]
    white = [p for p in points if p not in black]
    assert (len(black), len(white)) == (13, 12)
    hands = Hands("gomoku-free", opening="none", size=5, time=CLOCK)
    hands.moves([(black, white)[n % 2][n // 2] for n in range(25)])
    assert (hands.paper.referee.state, hands.paper.referee.result) == (OVER, "0")
    assert 0 < hands.same() < 25


def test_a_repetition_that_is_a_draw():  # G20
    hands = Hands("go-2002", size=5, superko="none", repetition="draw", time=CLOCK)
    hands.moves(CYCLE)
    assert (hands.paper.referee.state, hands.paper.referee.result) == (OVER, "0")
    assert 0 < hands.same() < len(CYCLE)


def test_an_offered_draw_is_refused_by_moving():  # R10.3
    for later in (0, 1):
        hands = Hands("renju-cn", opening="none", time=CLOCK)
        hands.moves(FIVE[:7])
        for _ in range(later):
            hands.move(2, 200)
        side = hands.paper.referee.turn
        hands.fact(record.COMMAND, 3 - side, value=commands.code("draw_offer"))
        assert hands.paper.referee.offered_by == 3 - side
        hands.moves([180, 182])
        assert hands.paper.referee.offered_by == 0
        assert hands.same() >= 2


def test_anything_else_in_a_turn_is_left_to_the_referee():
    for kind, value in ((record.POWER, 5), (record.MASK, 1), (record.COMMAND, commands.code("pause"))):
        hands = Hands("go-2002", time=CLOCK)
        hands.moves([3, 5, 7])
        hands.fact(record.POINT, 2, 9)
        hands.fact(kind, 0, 100 if kind == record.MASK else NO_POINT, value)
        hands.fact(record.PRESS, 2)
        hands.fact(record.RELEASE, 2)
        hands.fact(record.TIME)
        assert hands.same() == 2, kind  # the first one starts the game


def test_a_turn_that_is_missing_is_noticed():
    hands = Hands("go-2002", time=CLOCK)
    hands.moves([3, 5, 7, 9, 11, 13])
    four = 4 * record.SIZE  # stone, press, ruling, release
    data, start = hands.paper.data, len(hands.paper.data) - 6 * four
    assert at_once(hands.game, data)[1] == 5  # the first one starts the game
    for n in range(4):
        cut = start + n * four  # one turn of each side is gone: whose turn it is does not tell
        assert at_once(hands.game, data[:cut] + data[cut + 2 * four :], cut + four)[1] == max(0, n - 1)


def test_no_damaged_record_is_taken():
    preset, changes, _ = GAMES[1]
    game, data = played(preset, changes, 11, 20)
    undamaged = at_once(game, data)[0].move_number
    assert undamaged > 8
    dice = Dice(5)
    for _ in range(150):
        n = dice.roll(len(data))
        damaged = bytearray(data)
        damaged[n] ^= 1 << dice.roll(8)
        whole = n // record.SIZE * record.SIZE
        taken = at_once(game, damaged, whole)[0]
        assert everything(taken) == everything(one_by_one(game, data[:whole])), n


def test_a_ruling_that_does_not_follow_is_not_taken():  # G2
    preset, changes, _ = GAMES[1]
    game, data = played(preset, changes, 11, 20)
    for at in range(0, len(data), record.SIZE):
        kind, side, seq, t, point, value = record.unpack(data, at)
        here = at_once(game, data, at + record.SIZE)[1]
        if kind != MOVE or here == at_once(game, data, at)[1]:
            continue
        for other in ((side, t, point + 1, value), (3 - side, t, point, value), (side, t + 1, point, value)):
            changed = bytearray(data)
            record.pack_into(changed, at, kind, other[0], seq, *other[1:])
            assert at_once(game, changed, at + record.SIZE)[1] < here
