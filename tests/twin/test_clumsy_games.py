"""Real games in clumsy hands: the record equals the game, or says what was wrong, and never has a wrong move."""

import pytest
from clumsy_check import GAMES, clumsy, recorded, wanted

from tengen.twin.clumsy import PUNISHED
from tengen.twin.rehearsal import Rehearsal

FEW = [game for game in GAMES if game.stem in ("kisei28-g7", "club-3f8c", "renju-4d", "reading41")]
PENALTIES = ("warning", "violation", "penalty", "void")


@pytest.fixture(params=FEW, ids=lambda path: path.stem, scope="module")
def rehearsal(request):
    return Rehearsal(request.param)


def test_the_games_are_there():
    assert len(GAMES) == 29 and len(FEW) == 4


@pytest.mark.parametrize("clock", [True, False], ids=["clock", "no-clock"])
@pytest.mark.parametrize("seed", range(2))
def test_slips_put_right_before_the_press_leave_the_game(rehearsal, seed, clock):
    game, board = clumsy(rehearsal, seed, clock)
    assert recorded(board) == wanted(rehearsal), game.slips
    assert not [row for row in board.rulings if row["kind"] in PENALTIES]
    assert len(set(game.slips)) > 1


@pytest.mark.parametrize("slip", PUNISHED)
def test_slips_that_an_article_punishes_get_its_ruling_and_no_wrong_move(rehearsal, slip):
    game, board = clumsy(rehearsal, 7, rate=0, punished=slip)
    rulings = [row["rule"] for row in board.rulings if row["kind"] in ("warning", "violation")]
    assert rulings == game.expected
    assert recorded(board) == wanted(rehearsal)


@pytest.mark.parametrize("clock", [True, False], ids=["clock", "no-clock"])
def test_a_nudged_stone_left_there_is_a_repair_and_no_move(rehearsal, clock):
    game, board = clumsy(rehearsal, 3, clock, rate=0, spoil=20)
    assert game.slips == ["spoil"]
    got = recorded(board)
    assert got == wanted(rehearsal)[: len(got)] and len(got) <= 20
    assert [row for row in board.rulings if row["kind"] == "repair"]
    assert board.referee.repair()["missing"]
