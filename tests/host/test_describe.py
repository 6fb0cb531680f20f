"""Rulings in words, as the SGF comments, the sheet, ``show`` and ``live`` have them: who, what, how much, by what."""

import pytest
from recorder import Recorder

from tengen import describe, show
from tengen.replay import replay


def told(made):
    """The rulings of a recorded game in words, those of its facts."""
    return [describe.describe(ruling) for ruling in replay(made.game, bytes(made.records)).game.rulings]


GO = [
    ("penalty black_ms=-60000 white_ms=9000", "time penalty: by the arbiter; Black loses 1:00, White gains 0:09 (G24)"),
    ("penalty white_ms=-1000", "time penalty: by the arbiter; White loses 0:01 (G24)"),
    ("set_time main_ms=600000 --side white", "White's clock was set: 10:00 main time (G22.8)"),
    ("set_time periods=2 --side black", "Black's clock was set: 2 periods (G22.8)"),
    ("turn --side white", "White is to move, by the arbiter"),
    ("mask point=C3", "the sensor of C3 is not believed any more"),
    ("mask point=C3 what=off", "the sensor of C3 is believed again"),
    ("take_back moves=3", "take_back was not possible"),
    ("draw_accept --side black", "draw_accept Black was not possible"),
    ("warn --side black", "warning for Black: by the arbiter (G24)"),
    ("late by_ms=120000 --side white", "White came late by 2:00 (G22.1)"),
    ("claim what=moved --side black", "claim by Black: the stone was moved, not granted (G17.3)"),
    ("swap what=names", "the players' names change places (G17.1)"),
    ("accept_position to_play=white", "the position is accepted as it stands, White to move (G17.5)"),
    ("result result=B+F", "Black wins by forfeit: by the arbiter"),
]  # fmt: skip


@pytest.mark.parametrize(("command", "words"), GO, ids=[command for command, _ in GO])
def test_commands_of_the_arbiter(command, words):
    made = Recorder(size=9, time={"system": "byoyomi", "main_ms": 1800000, "period_ms": 60000, "periods": 3})
    command, _, side = command.partition(" --side ")
    name, *pairs = command.split()
    if command == "mask point=C3 what=off":
        made.command("mask", point="C3")
    made.command(name, side or None, **dict(pair.split("=") for pair in pairs))
    assert words in told(made)


def test_what_was_overruled_is_named():
    """A warning (G24), a void move (G5 here, kept by agreement) and the end of a game."""
    made = Recorder(size=9)
    made.command("warn", "black")
    made.command("overrule", "black", what="warning")
    made.command("resign", "black")
    made.command("overrule", what="end")
    said = told(made)
    assert "overruled by the arbiter: a warning of Black" in said
    assert "overruled by the arbiter: the end of the game" in said


def test_a_common_time_that_is_halved():
    made = Recorder("renju-rif", time={"system": "pool", "main_ms": 600000})
    made.command("split_pool")
    assert "the common time was halved (R7.1)" in told(made)


def test_a_penalty_of_the_rules_says_its_times():
    """R9.2: pressed before the stone: 2 minutes for the opponent, 5 off the own time."""
    made = Recorder("renju-cn", opening="none")
    made.move("b", "H8")
    made.press("w")
    made.wait(100)
    assert "time penalty: pressed before the stone was played; Black gains 2:00, White loses 5:00 (R9.2)" in told(made)


def test_a_refused_command_is_named_at_its_move():
    made = Recorder(size=9)
    made.move("b", "C3")
    made.command("split_pool")
    made.move("w", "G7")
    lines = show.explain(replay(made.game, bytes(made.records)), 2)
    assert any("– command split_pool" in line for line in lines)
    assert any("= split_pool was not possible" in line for line in lines)


@pytest.mark.parametrize(("number", "text"), [(0, "0 moves"), (1, "1 move"), (2, "2 moves")])
def test_one_is_one(number, text):
    assert describe.counted(number, "move") == text


def test_an_end_that_is_agreed_on():
    """G13, G8: one side says that the game is over, the other answers."""
    made = Recorder(size=9)
    made.move("b", "C3")
    made.command("agree_end", "white")
    made.command("agree_end", "black")
    said = told(made)
    assert said[-3:-1] == ["White says that the game is over (G13)", "White passes: by agreement (G2)"]
    assert said[-1] == "both say that the game is over (G8)"


def test_a_stone_put_elsewhere_is_named_where_it_first_stood():
    """G17.3."""
    made = Recorder(size=9)
    made.put("b", "C3")
    made.put(None, "C3")
    made.move("b", "D4")
    assert "Black took its stone up from C3 and put it elsewhere (G17.3)" in told(made)
