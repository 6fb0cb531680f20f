"""What tests of the library and of downloads share: short recorded games, and the command as it is typed."""

from recorder import Recorder
from typer.testing import CliRunner

from tengen.cli import app, load_commands

TIME = {"system": "absolute", "main_ms": 600000}


def recorded(black, white, moves=("Q16", "D4", "Q4"), **changes):
    """``(header, records, state)`` of a short game that White resigned."""
    board = Recorder(time=TIME, black=black, white=white, **changes)
    for i, name in enumerate(moves):
        board.move("bw"[i % 2], name)
    board.command("resign", "white")
    return board.game | {"date": "2026-11-30"}, bytes(board.records), "finished"


def two_games():
    """Games as ``FakeBoard`` takes them: names in Chinese, and names with everything that file names do not take."""
    return {
        "0001": recorded("羽根直樹", "柯洁", event="Kisei"),
        "0002": recorded("Ann] \\", "Bob/:*?", moves=("C3", None, "D3", "E3")),
    }


def tengen(*words):
    """What a command printed."""
    load_commands()
    return CliRunner().invoke(app, list(words))
