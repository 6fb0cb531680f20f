"""A record told to a new referee: what the power cut kept from it is ruled again, what is damaged ends it."""

from board.replay import Replay
from shared_rules import commands, record, rulings
from shared_rules.points import NO_POINT, WHITE
from shared_rules.presets import resolve
from shared_rules.referee import Referee

MOVES = 40


class Paper:
    """The journal of one game in memory, and the sink that fills it."""

    def __init__(self, data=b""):
        self.data = bytearray(data)
        self.rulings = []

    def write(self, kind, side, t, point=NO_POINT, value=0):
        at = len(self.data)
        self.data.extend(bytes(record.SIZE))
        record.pack_into(self.data, at, kind, side, at // record.SIZE, t, point, value)

    def text(self, text):
        for start in range(0, len(text), 10):
            at = len(self.data)
            self.data.extend(bytes(record.SIZE))
            record.pack_text_into(self.data, at, at // record.SIZE, text[start : start + 10])

    def ruling(self, kind, rule, side, t, move, point, value, lists):
        self.rulings.append((kind, rule, side, t, move, point, value))
        self.write(*rulings.pack(kind, rule, side, t, move, point, value))

    def read(self, name, start, count):
        return bytes(self.data[start * record.SIZE : (start + count) * record.SIZE])

    def cut(self, n):
        """The same, with its first ``n`` records only."""
        return Paper(self.data[: n * record.SIZE])


def game():
    return resolve("go-2002", {"size": 9, "superko": "none"})


def played():
    """A record with plain turns, an arbiter's command with its words, and plain turns again; its referee."""
    paper = Paper()
    referee = Referee(game(), paper)

    def fact(kind, side, t, point=NO_POINT, value=0, text=b""):
        referee.advance(t)
        paper.write(kind, side, t, point, value)
        paper.text(text)
        referee.take(kind, side, t, point, value, text)

    t = 600
    referee.advance(t)
    for n in range(MOVES):
        side = 1 + n % 2
        if n == MOVES // 2:
            code, text = commands.encode("set_time", {"main_ms": 777000})
            fact(record.COMMAND, WHITE, t + 100, value=code, text=text.encode())
        t += 5000
        fact(record.POINT, side, t, 2 * n)  # every other point: nothing is captured
        fact(record.PRESS, side, t + 500)
        fact(record.RELEASE, side, t + 600)
        t += 700
    assert referee.move_number == MOVES
    return paper, referee


def replayed(paper):
    referee = Referee(game(), Paper())
    replay = Replay(referee)
    replay.read(paper, "0001")
    return replay, referee


def test_the_whole_record_gives_the_game_and_nothing_is_missing():
    paper, told = played()
    replay, referee = replayed(paper)
    assert replay.missing == []
    assert (referee.move_number, referee.position, referee.turn) == (MOVES, told.position, told.turn)
    assert referee.clock.snapshot(replay.t) == told.clock.snapshot(replay.t)
    assert 600000 < told.clock.snapshot(replay.t)["w"]["main_ms"] < 777000, "the arbiter's words were not understood"


def test_rulings_that_the_cut_kept_from_the_record_are_given_again():
    paper, _ = played()
    count = len(paper.data) // record.SIZE
    shown = 0
    for n in range(1, count + 1):
        kind = record.unpack(paper.data, (n - 1) * record.SIZE)[0]
        shown += kind >= record.FIRST_RULING
        if n < count and record.unpack(paper.data, n * record.SIZE)[0] == record.TEXT:
            continue  # a command is not durable before all its words are
        missing = replayed(paper.cut(n))[0].missing
        assert missing == paper.rulings[shown : shown + len(missing)], n
        if kind == record.PRESS:
            assert [ruling[0] for ruling in missing] == [rulings.MOVE], "the press makes the move final (G2)"


def test_a_damaged_record_ends_the_replay():
    paper, _ = played()
    for n in (7, 60, 100):
        damaged = Paper(paper.data)
        damaged.data[n * record.SIZE + 5] ^= 0x10
        replay, referee = replayed(damaged)
        whole, wanted = replayed(paper.cut(n))
        assert (referee.move_number, referee.position, replay.t) == (wanted.move_number, wanted.position, whole.t)


def test_a_record_of_another_place_ends_it_too():
    paper, _ = played()
    _, referee = replayed(Paper(paper.data[: 50 * record.SIZE] + paper.data[54 * record.SIZE :]))
    _, wanted = replayed(paper.cut(50))
    assert referee.move_number == wanted.move_number > 5
