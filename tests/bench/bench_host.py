"""The host: fetching a long game, checking it, writing and drawing it."""

import sys
import tempfile
import time
from pathlib import Path

HOST_TESTS = Path(__file__).resolve().parents[1] / "host"
MOVES = 300
TIME = {"system": "byoyomi", "main_ms": 600000, "period_ms": 60000, "periods": 5}


def timed(work, times=3):
    """The shortest of some runs, in seconds, and what the last one gave."""
    best = None
    for _ in range(times):
        start = time.perf_counter()
        result = work()
        spent = time.perf_counter() - start
        best = spent if best is None else min(best, spent)
    return best, result


def rows():
    """A title game with clock, over a pty."""
    sys.path.insert(0, str(HOST_TESTS))
    from fake_board import FakeBoard
    from recorder import Recorder

    from tengen import sgf, sheet, sheet_canvas
    from tengen.board import Board
    from tengen.download import fetch, wanted
    from tengen.library import Library
    from tengen.link import Link
    from tengen.replay import replay
    from tengen.twin.rehearsal import Rehearsal

    made = Recorder(time=TIME, black="羽根直樹", white="山下敬吾")
    source = Rehearsal(HOST_TESTS.parent / "cases" / "games" / "kisei28-g7.sgf")
    for color, name, captured in source.moves:
        made.move(color, name, captured)
    made.command("resign", "white")
    records = bytes(made.records)

    games = {"0001": (made.game, records, "finished")}

    def download():
        with (
            tempfile.TemporaryDirectory() as folder,
            Library(Path(folder)) as library,
            FakeBoard(games) as fake,
            Board(Link(fake.port)) as board,
        ):
            start = time.perf_counter()
            (game,) = wanted(board, library, board.games())
            fetch(board, library, game)
            return time.perf_counter() - start

    yield (
        f"download, replay, store {len(source.moves)} moves ({len(records) // 16} records) over a pty",
        min(download() for _ in range(3)),
        "s",
        0.5,
    )
    spent, done = timed(lambda: replay(made.game, records))
    yield "verify the record of that game", spent, "s", ""
    yield "its SGF", timed(lambda: sgf.write(done.game))[0], "s", ""
    spent, pages = timed(lambda: sheet.draw(done.game))
    yield "its score sheet, drawn", spent, "s", ""
    yield "the same as PDF", timed(lambda: sheet_canvas.pdf(pages, "x"))[0], "s", ""
    yield "a page of it as PNG", timed(lambda: sheet_canvas.png(pages[0]))[0], "s", ""
