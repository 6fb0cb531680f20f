"""What is missed while a game is watched is read back from the board's record: every ruling once, in order."""

import pytest
from fake_board import FakeBoard
from recorder import Recorder

from shared_rules import record
from tengen.board import Board
from tengen.link import Link
from tengen.replay import replay

TIME = {"system": "byoyomi", "main_ms": 600000, "period_ms": 30000, "periods": 3}
SHOWN = 4  # moves that the watcher sees as events, before and after what it misses


def played(names, over=True):
    """``(game, records, rulings as events)`` of a game."""
    made = Recorder(size=9, time=TIME)
    for i, name in enumerate(names):
        made.move("bw"[i % 2], name)
    if over:
        made.command("resign", "white")
    records = bytes(made.records)
    at = [i for i, kind in enumerate(records[:: record.SIZE]) if kind >= record.FIRST_RULING]
    rulings = replay(made.game, records).game.rulings
    return made.game, records, [{"event": "ruling", "record": i} | r for i, r in zip(at, rulings, strict=True)]


def status_of(game, records):
    return {"state": "playing", "game": game, "size": 9, "records": len(records) // 16, "grid": "." * 81}


def watch(board, until):
    """The rulings that a watcher gets, and how often it gets the status."""
    rulings, statuses = [], []

    def take(event, content):
        if event == "ruling":
            rulings.append(content)
        elif event == "status":
            statuses.append(content)
        return not (rulings and rulings[-1]["kind"] == until)

    board.live(take, status_s=0.1)
    return rulings, statuses


@pytest.mark.parametrize("how", ["gap", "tail", "session", "cable"])
def test_rulings_of_a_gap_are_read_back(how, tmp_path):
    """A full queue in the middle or at the end, a session that the board gave up, a pulled cable."""
    names = ["C3", "G7", "D4", "F6", "E5", "C7", "G3", "D7", "F3", "E2"]
    game, records, events = played(names)
    head = events[0]["record"] + 1
    seen, rest = events[1 : 1 + SHOWN], events[-2:]
    with FakeBoard({"0001": (game, records[: head * 16], "playing")}) as fake:
        fake.status = status_of("0001", records[: head * 16])

        def go_on():
            fake.games["0001"] = (game, records, "playing")
            fake.status = status_of("0001", records)

        def end_session():
            fake.live = False

        if how == "gap":
            fake.batches = [[*seen, go_on, len(events) - SHOWN - 3, *rest]]
        elif how == "tail":
            fake.batches = [[*seen, go_on, 3]]
        elif how == "session":
            fake.batches = [[*seen, go_on, end_session]]
        else:
            fake.batches = [[*seen, go_on, fake.replug]]
        with Board(Link(fake.follow(tmp_path / "board"), answer_s=0.3)) as board:
            rulings, statuses = watch(board, "end")
    assert [r["record"] for r in rulings] == [e["record"] for e in events[1:]]
    assert [(r["kind"], r["point"]) for r in rulings] == [(e["kind"], e["point"]) for e in events[1:]]
    assert len(statuses) == 1 and [word for word, _ in fake.asked].count("header") == 1


def test_a_game_that_ended_and_the_next_one():
    """While the cable was out the game ended and another one began: both are told, the first to its end."""
    first, records, events = played(["C3", "G7", "D4"])
    second, more, later = played(["E5", "E6"], over=False)
    half = events[2]["record"] + 1
    with FakeBoard({"0001": (first, records[: half * 16], "playing")}) as fake:
        fake.status = status_of("0001", records[: half * 16])

        def go_on():
            fake.games = {"0001": (first, records, "finished"), "0002": (second, more, "playing")}
            fake.status = status_of("0002", more)

        fake.batches = [[go_on, 40, {"event": "message", "message": ["x"]}]]
        with Board(Link(fake.port)) as board:
            kinds = []

            def take(event, content):
                if event == "ruling":
                    kinds.append((content["kind"], content["point"]))
                return event != "status" or content["game"] == "0001"

            board.live(take)
    assert kinds == [(e["kind"], e["point"]) for e in events[3:] + later]
