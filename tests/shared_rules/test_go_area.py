"""The area count (G9, G11, G24) over tests/cases/go_score.jsonl and by hand."""

import json

from shared_rules.area import score
from shared_rules.points import BLACK, WHITE, from_sgf

CASES = __file__.rsplit("/", 2)[0] + "/cases/"


def quarters(text):
    """``15/4`` in quarters."""
    whole, _, part = text.partition("/")
    return int(whole) * 4 // int(part or 1)


def points(text, size):
    return [from_sgf(letters, size) for letters in text.split()]


def test_every_case():
    count = 0
    with open(CASES + "go_score.jsonl") as lines:
        for line in lines:
            case = json.loads(line)
            size = case["size"]
            grid = bytearray(size * size)
            for color, side in ((BLACK, "black"), (WHITE, "white")):
                for p in points(case[side], size):
                    grid[p] = color
            before = bytes(grid)
            warnings = case["warnings"]["black"], case["warnings"]["white"]
            found = score(grid, size, points(case["dead"], size), quarters(case["komi_zi"]), warnings)
            expect = case["expect"]
            assert found.black_q == quarters(expect["black_zi"]), case["id"]
            assert found.white_q == quarters(expect["white_zi"]), case["id"]
            assert found.neutral == expect["neutral_points"], case["id"]
            assert found.margin_q == quarters(expect["margin_zi"]), case["id"]
            assert found.result() == expect["RE"], case["id"]
            assert found.black_q + found.white_q == 4 * size * size
            assert bytes(grid) == before
            count += 1
    assert count == 44


def picture(rows):
    return bytearray([" XO".find(cell) if cell in "XO" else 0 for cell in "".join(rows.split())])


def test_a_hole_in_a_border_is_reported():
    closed = picture("..X.O ..XO. ..XO. ..XO. ..XO.")
    assert [score(closed, 5).neutral, score(closed, 5).large_neutral] == [1, []]
    # One stone of the border missing: Black's ten points and the dame are one neutral region.
    found = score(picture("..X.O ..XO. ...O. ..XO. ..XO."), 5)
    assert found.neutral == 11 + 1
    assert found.large_neutral == [[0, 1, 5, 6, 10, 11, 12, 15, 16, 20, 21]]


def test_a_region_that_touches_a_stone_only_above_or_only_at_the_edge():
    # Black's corner stone borders the empty point below it and nothing else does.
    found = score(picture("XO... .O... OO... ..... ....."), 5)
    assert (found.neutral, found.black_q) == (1, 4 + 2)
    found = score(picture("..... ..... ...OO ...O. ...OX"), 5)
    assert (found.neutral, found.black_q) == (1, 4 + 2)


def test_five_neutral_points_are_large_four_are_dame():
    assert score(picture("X...O XXXXO OOOOO OOOOO OOOOO"), 5).large_neutral == []
    assert score(picture("X...O X.XXO OOOOO OOOOO OOOOO"), 5).large_neutral == []
    assert score(picture("X...O X..XO OOOOO OOOOO OOOOO"), 5).large_neutral == [[1, 2, 3, 6, 7]]


def test_a_margin_of_nothing_is_a_draw():
    found = score(picture("X.... XXXXX ..... OOOOO ....."), 5, (), 0)
    assert (found.black_q, found.white_q, found.margin_q) == (2 * 25, 2 * 25, 0)
    assert (found.winner(), found.result()) == (0, "0")
    assert score(picture("X.... XXXXX ..... OOOOO ....."), 5, (), 1).winner() == WHITE
    assert score(picture("X.... XXXXX ..... OOOOO ....."), 5, (), -1).winner() == BLACK


def test_dead_points_must_have_stones():
    for p in (0, -1, 25):
        try:
            score(bytearray(25), 5, [p])
        except ValueError as error:
            assert str(p) in str(error)
        else:
            raise AssertionError("an empty point was dead")
