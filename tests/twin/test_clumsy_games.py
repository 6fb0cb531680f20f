"""Real games in clumsy hands: the record equals the game, or says what was wrong, and never has a wrong move.

On the ideal board, and a few on the twin: the firmware under MicroPython, with its power cut and its cable pulled.
"""

import pytest
from clumsy_check import GAMES, clumsy, on_twin, punished, put_right, spoiled

from tengen.twin.clumsy import PUNISHED, PUT_RIGHT, SPOILS
from tengen.twin.rehearsal import Rehearsal

FEW = [game for game in GAMES if game.stem in ("kisei28-g7", "club-3f8c", "renju-4d", "reading41")]
CLOCKS = pytest.mark.parametrize("clock", [True, False], ids=["clock", "no-clock"])


@pytest.fixture(params=FEW, ids=lambda path: path.stem, scope="module")
def rehearsal(request):
    return Rehearsal(request.param)


def short(name, moves):
    """The first moves of a game."""
    found = Rehearsal(next(path for path in GAMES if path.stem == name))
    found.moves = found.moves[:moves]
    return found


def test_the_games_are_there():
    assert len(GAMES) == 29 and len(FEW) == 4


def test_every_slip_is_made():
    made = set()
    for seed in range(3):
        made |= set(clumsy(short("kisei28-g7", 280), seed, rate=1.0, play=lambda lines: [])[0].slips)
    assert made == set(PUT_RIGHT)


@CLOCKS
@pytest.mark.parametrize("seed", range(2))
def test_slips_put_right_before_the_press_leave_the_game(rehearsal, seed, clock):
    slips, wrong = put_right(rehearsal, seed, clock)
    assert wrong == ""
    assert len(set(slips)) > 1


@pytest.mark.parametrize("slip", PUNISHED)
def test_slips_that_an_article_punishes_get_its_ruling_and_no_wrong_move(rehearsal, slip):
    assert punished(rehearsal, 7, slip)[1] == ""


@CLOCKS
@pytest.mark.parametrize("kind", SPOILS)
def test_slips_left_as_they_are_are_told_and_no_move(rehearsal, clock, kind):
    slips, wrong = spoiled(rehearsal, 3, clock, kind)
    assert slips == [kind] or (not slips and (kind == "prisoner_left" or rehearsal.path.stem == "reading41"))
    assert wrong == ""


@CLOCKS
@pytest.mark.parametrize("name", ["club-3f8c", "renju-3i"])
def test_on_the_twin_slips_put_right_leave_the_game(name, clock):
    assert put_right(short(name, 90), 11, clock, on_twin)[1] == ""


@pytest.mark.parametrize("slip", PUNISHED)
def test_on_the_twin_punished_slips_get_their_ruling(slip):
    assert punished(short("kisei28-g7", 60), 4, slip, on_twin)[1] == ""


@pytest.mark.parametrize("kind", SPOILS)
def test_on_the_twin_slips_left_as_they_are_are_told_and_no_move(kind):
    assert spoiled(short("kisei28-g7", 50), 4, True, kind, on_twin)[1] == ""


@pytest.mark.parametrize(("name", "kind"), [("club-19c5", "dropped"), ("nando-kisei27-g1", "prisoner_left")])
def test_without_a_clock_no_answer_makes_a_second_stone_good_and_a_stone_taken_up_is_told(name, kind):
    path = next(path for path in GAMES if path.stem == name)
    assert spoiled(Rehearsal(path), 301, False, kind) == ([kind], "")
