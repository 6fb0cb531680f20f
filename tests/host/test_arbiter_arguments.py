"""What an arbiter types is checked before it stands in the record."""

import re
from pathlib import Path

import pytest
from fake_board import FakeBoard
from recorder import Recorder
from typer.testing import CliRunner

from shared_rules import arbiter, commands, presets
from tengen import arbiter_arguments
from tengen import library as shelf
from tengen.cli import app, load_commands
from tengen.errors import TengenError
from tengen.options import pairs
from tengen.replay import replay

ROOT = Path(__file__).parents[2]
OF_A_SIDE = arbiter_arguments.OF_A_SIDE.split(",")
NOT_MEANT = (
    # command line after "arbiter"; what the line says
    ("warn rule=G99 --side black", "rule=G99: no such article"),
    ("warn rule=- --side black", "rule=-: no such article"),
    ("warn rule=G17.5", "warn concerns one side: add --side black or --side white"),
    ("overrule what=warning", "overrule concerns one side"),
    ("set_time main_ms=-5 --side white", "main_ms=-5: a whole number from 0 to 86400000, in milliseconds"),
    ("set_time main_ms=5m --side white", "main_ms=5m: a whole number"),
    ("set_time main_ms=true --side white", "main_ms=True: a whole number"),
    ("set_time periods=1.5 --side white", "periods=1.5: a whole number from 0 to 100"),
    ("set_time --side white", "set_time needs at least one of main_ms=, periods="),
    ("set_time main_ms= --side white", "set_time needs at least one of main_ms=, periods="),
    ("penalty", "penalty needs at least one of black_ms=, white_ms="),
    ("penalty black_ms=-90000000", "black_ms=-90000000: a whole number from -86400000 to 86400000"),
    ("late by_ms=-1 --side black", "by_ms=-1: a whole number"),
    ("late --side black", "late needs by_ms="),
    ("take_back moves=0", "moves=0: a whole number from 1 to 400"),
    ("result result=foo", "result=foo: write B+R, W+F"),
    ("result result=B+nine", "result=B+nine: write"),
    ("result", "result needs result="),
    ("result result=B+F rule=G99", "rule=G99: no such article"),
    ("claim what=food --side white", "what=food: claim takes five, foul"),
    ("claim --side white", "claim needs what=: one of five, foul"),
    ("swap what=name", "what=name: swap takes names"),
    ("accept_position to_play=red", "to_play=red: accept_position takes black, white"),
    ("stone point=K10", "stone needs color=: one of black, white, empty"),
    ("stone", "stone needs point= and color="),
    ("mask point=K10 what=maybe", "what=maybe: mask takes on, off"),
    ("warn rule=G24 color=red --side black", "warn takes no color (takes: side rule)"),
    ("pause now=1", "pause takes no now (takes: side)"),
)


@pytest.fixture
def board(tmp_path, monkeypatch):
    monkeypatch.setenv(shelf.FOLDER_VARIABLE, str(tmp_path / "library"))
    load_commands()
    with FakeBoard() as fake:
        yield fake


def arbiter_says(board, words):
    return CliRunner().invoke(app, ["arbiter", *words.split(), "--port", board.port])


def test_nonsense_is_one_clear_line_and_does_not_reach_the_record(board):
    for words, said in NOT_MEANT:
        failed = arbiter_says(board, words)
        assert isinstance(failed.exception, TengenError) and str(failed.exception).startswith(said), (
            words,
            failed.exception,
        )
    assert board.commands == []
    assert arbiter_says(board, "warn rule=G17.5 --side black").exit_code in (0, None)
    assert len(board.commands) == 1


def test_every_command_is_listed_with_what_it_does():
    load_commands()
    lines = CliRunner().invoke(app, ["arbiter"]).stdout.splitlines()
    assert [line.split()[0] for line in lines[::2]] == [name for name, _ in commands.COMMANDS]
    assert all(line.startswith("    ") and len(line) > 12 for line in lines[1::2]) and len(lines) % 2 == 0
    assert "set_time main_ms= periods= period_left_ms= bank_ms= moves_left= --side" in lines and "pause" in lines


STATUS = {"rules": "go", "clock": {"b": {}, "w": {}}, "move": 3, "phase": "play", "result": None}


@pytest.mark.parametrize(
    ("command", "changes", "why"),
    [
        ("take_back moves=9", {}, "the game has 3 moves"),
        ("take_back", {"move": 1, "result": "B+R"}, "the game is over"),
        ("overrule", {}, "the game is not over"),
        ("set_time main_ms=1", {"clock": None}, "the game has no clock"),
        ("late by_ms=5", {}, "a move has been made"),
        ("split_pool", {}, "the sides have no common time"),
        ("agree_end", {"rules": "renju"}, "that is for Go; in renju a draw is agreed on"),
        ("draw_offer", {}, "that is for renju and gomoku"),
        ("swap", {}, "colours are swapped in renju and gomoku"),
        ("swap", {"rules": "renju"}, "the opening leaves no choice here"),
        ("dead points=Q16", {}, "there is no count: both sides pass first"),
        ("stone point=Q16 color=black", {}, "the sensor of this point is believed: mask it first"),
        ("claim what=five", {}, ""),
        ("overrule what=warning", {}, ""),
    ],
)
def test_why_a_command_made_no_sense(command, changes, why):
    """Each of them is refused by the referee in that situation, and the arbiter is told what the situation is."""
    name, *words = command.split()
    assert arbiter_arguments.why_not(name, pairs(words), STATUS | changes) == why


def test_points_are_those_of_the_running_game(board):
    """K10 is no point of 9 lines; I8 is one in renju (R1) and none in Go."""
    for size, rules, bad in ((9, "go", "D4,K10"), (19, "go", "I8"), (15, "renju", "T19")):
        board.status |= {"size": size, "rules": rules}
        for words in (f"play moves={bad}", f"dead points={bad}", f"mask point={bad.split(',')[-1]}"):
            assert "no such point" in str(arbiter_says(board, words).exception), words
    board.status |= {"size": 15, "rules": "renju"}
    assert board.commands == []
    assert arbiter_says(board, "mask point=I8").exit_code in (0, None) and len(board.commands) == 1


def test_everything_in_the_manual_is_let_through():
    """Every command of the manual's table, with its side where the referee wants one."""
    text = (ROOT / "docs" / "manual" / "arbiter.md").read_text()
    table = text[text.index("| command | does") : text.index("\n## ", text.index("| command | does"))]
    count = 0
    for row in table.splitlines()[2:]:
        for line in re.findall(r"`([a-z_]+(?: [^`]*)?)`", row.split("|")[1]):
            name, *words = line.split()
            side = "black" if name in OF_A_SIDE else None
            arbiter_arguments.check(name, pairs([w for w in words if "=" in w]), side)
            count += 1
    assert count > 25


def test_what_the_referee_wants_a_side_for():
    """The list is the referee's: without a side it refuses each of these."""
    for name in OF_A_SIDE:
        game = Recorder(time={"system": "absolute", "main_ms": 600000})
        game.move("b", "Q16")
        game.command(name)
        assert replay(game.game, bytes(game.records)).game.rulings[-1]["reason"] == "not_allowed", name
    assert sorted(OF_A_SIDE) == sorted(arbiter._OF_A_SIDE)


def test_a_result_that_is_let_through_is_taken_by_the_referee():
    for result in ("B+R", "W+F", "B+T", "W+3.5", "W+123.75", "B+", "0", "Void"):
        arbiter_arguments.check("result", pairs([f"result={result}"]), None)
        game = Recorder(time={"system": "absolute", "main_ms": 600000})
        game.move("b", "Q16")
        game.command("result", result=result)
        assert replay(game.game, bytes(game.records)).game.result == result


def test_a_preset_that_does_not_fit_on_the_board_says_which_do(board):
    """R2.16: the 26 openings are those of 15 lines; Go and free gomoku are played on what there is."""

    def new(*words):
        return str(CliRunner().invoke(app, ["new", *words, "--port", board.port]).exception)

    said = new("--preset", "renju-cn")
    assert said.startswith("preset renju-cn needs a 15x15 board, this one has 19x19; here fit, with --set size=19")
    for name in said.rsplit(": ", 1)[1].split(", "):
        assert presets.resolve(name, {"size": 19})["size"] == 19
        assert new("--preset", name, "--set", "size=19") == "None"
    assert "gomoku-club" not in said.rsplit(": ", 1)[1].split(", ") and "go-2002" in said
    assert new("--set", "size=9") == "this board has 19 lines, the game wants 9: add --set size=19"
    assert new("--preset", "gomoku-free") == "this board has 19 lines, the game wants 15: add --set size=19"
    assert [word for word, _ in board.asked].count("new") == 5
