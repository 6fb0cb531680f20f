"""What is missed while a game is watched is read back from the board's record: every ruling once, in order."""

import io

import pytest
from fake_board import FakeBoard
from recorder import Recorder
from rich.cells import cell_len
from rich.console import Console

from shared_rules import record
from tengen.board import Board
from tengen.link import Link
from tengen.live_view import LAST, WRONG, LiveView
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


@pytest.mark.parametrize(("width", "height"), [(80, 24), (120, 40), (50, 60)])
def test_the_picture_fits_the_terminal(width, height):
    """A board of 19 lines with messages and rulings, in the smallest terminal that is usual, and in others."""
    view = LiveView()
    clock = {"t": 0, "running": "w", "b": {"main_ms": 0, "periods": 3, "period_left_ms": 30000, "warnings": 1}}
    view.take(
        "status",
        status_of("0001", b"")
        | {"size": 19, "rules": "go", "grid": "b" * 361, "black": "欧阳司马" * 15, "move": 112, "last": "Q16"}
        | {"turn": "white", "message": ["White to play", "Black: 2 stones"]}
        | {"clock": clock | {"w": {"main_ms": 1800000}}},
    )
    for n in range(60):
        kind = {"kind": "void", "reason": "ko"} if n % 3 else {"kind": "move", "captures": ["A1", "B1", "C1", "D1"]}
        view.take("ruling", {"at": n, "rule": "G20", "side": "black", "move": n, "point": "Q16", "record": n} | kind)
    console = Console(width=width, height=height, file=io.StringIO())
    console.print(view.render(width, height))
    lines = console.file.getvalue().splitlines()
    assert len(lines) < height and max(map(cell_len, lines)) <= width
    said = "\n".join(lines)
    for text in ("○ White", "0:30 (3 left)", "30:00", "warnings: 1", "White to play", "is void", "A B C"):
        assert text in said


def coloured(view, style):
    """The points that are drawn in this style."""
    text = view._board()
    size = view.status["size"]
    found = set()
    for span in text.spans:
        if span.style == style:
            row, at = text.plain[: span.start].count("\n") - 1, span.start - text.plain.rfind("\n", 0, span.start) - 1
            found.add("ABCDEFGHJKLMNOPQRST"[(at - 4) // 2] + str(size - row))
    return found


def test_only_what_is_to_be_put_right_is_red_however_long_the_game_was_watched():
    """Watched from the first move on: the position has changed since the status, the red points are the ruling's."""
    made = Recorder(size=9, time=TIME)
    for color, name in (("b", "C3"), ("w", "G7"), ("b", "D4")):
        made.move(color, name)
    made.put(None, "C3")  # lifted, and put down elsewhere
    made.put("b", "C5")
    made.wait(3000)
    view = LiveView()
    view.take(
        "status", status_of("0001", b"") | {"position": "." * 81, "rules": "go", "turn": "black", "repair": False}
    )
    for ruling in replay(made.game, bytes(made.records)).game.rulings:
        view.take("ruling", ruling)
    assert coloured(view, WRONG) == {"C3", "C5"} and coloured(view, LAST) == {"D4"}
    assert view.status["move"] == 3 and view.status["turn"] == "white"
    made.put(None, "C5")
    made.put("b", "C3")
    made.wait(3000)
    view.take("ruling", replay(made.game, bytes(made.records)).game.rulings[-1])
    assert view.rulings[-1]["kind"] == "repaired" and coloured(view, WRONG) == set()
    # A status in the middle of it says both: what is seen, and what should be.
    seen = "b" + "." * 79 + "x"
    view.take(
        "status", status_of("0001", b"") | {"position": "." * 80 + "w", "rules": "go", "grid": seen, "repair": True}
    )
    assert coloured(view, WRONG) == {"A9"}


def test_what_is_taken_back_swapped_and_overruled_shows_at_once():
    """G17.3, R2.5, and an end that the arbiter takes back."""
    made = Recorder(size=9, time=TIME)
    for color, name in (("b", "C3"), ("w", "G7")):
        made.move(color, name)
    made.command("take_back", moves=1)
    made.put(None, "G7")
    made.command("swap", what="names")
    made.command("resign", "black")
    view = LiveView()
    view.take("status", status_of("0001", b"") | {"black": "Ann", "white": "Bo", "rules": "go"})
    for ruling in replay(made.game, bytes(made.records)).game.rulings:
        view.take("ruling", ruling)
    told = {key: view.status[key] for key in ("move", "turn", "last", "black", "white", "result")}
    assert told == {"move": 1, "turn": "white", "last": "", "black": "Bo", "white": "Ann", "result": "W+R"}
    made.command("overrule", what="end")
    made.command("turn", "black")
    for ruling in replay(made.game, bytes(made.records)).game.rulings[-2:]:
        view.take("ruling", ruling)
    assert view.status["result"] is None and view.status["turn"] == "black"


def test_nothing_is_drawn_again_while_nothing_changes():
    view = LiveView()
    view.take("status", status_of("0001", b"") | {"turn": "black"})
    before = view.key()
    view.take("tick", {})
    assert view.key() == before
    view.take("grid", {"event": "grid", "grid": "b" * 81})
    assert view.key() != before
