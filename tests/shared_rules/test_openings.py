"""The 26 openings in all orientations, limits of the opening rules, offers of the same shape (R2.10, R2.16, R3)."""

import json

from shared_rules import openings
from shared_rules.points import BLACK, WHITE, parse

CASES = __file__.rsplit("/", 2)[0] + "/cases/"


def cases():
    with open(CASES + "renju_openings.jsonl") as file:
        return [json.loads(line) for line in file]


def points(names):
    return [parse(name, 15, "renju") for name in names]


def turned(p, turn):
    """Rotations and reflections written out on their own: a quarter turn ``turn & 3`` times, then a mirror."""
    row, col = p // 15, p % 15
    for _ in range(turn & 3):
        row, col = col, 14 - row
    if turn & 4:
        col = 14 - col
    return row * 15 + col


def test_each_opening_in_eight_orientations():
    for index, case in enumerate(cases()):
        shapes = [points(case["moves"])]
        if "same_shape_third" in case:
            shapes.append(shapes[0][:2] + points([case["same_shape_third"]]))
        for moves in shapes:
            for turn in range(8):
                assert openings.name_opening([turned(p, turn) for p in moves]) == index, (case["code"], turn)
        assert openings.code(index) == case["code"]
        assert openings.chinese(index) == case["zh"]
        before, _, after = case["english"].partition(" (")
        assert openings.english(index) == before + after.partition(")")[2]  # without the second meaning in brackets
        assert openings.moves_of(index) == shapes[0]


def test_names_are_found_as_people_write_them():
    for index, case in enumerate(cases()):
        for text in (case["code"], case["code"].lower(), case["zh"], case["ja"], openings.english(index).upper()):
            assert openings.find(text) == index, text
    # A known slip: 彗星 is 13I and 慧星 is another way to write 13D.
    assert openings.code(openings.find("慧星")) == "13D"
    assert openings.code(openings.find("彗星")) == "13I"
    assert openings.find("no such moon") == -1


def test_every_third_move_in_the_central_square_is_a_named_opening():
    # R3: 23 free points of the 5x5 for each second move; outside of it nothing is named.
    for second in (97, 98):
        for p in range(225):
            index = openings.name_opening([112, second, p])
            inside = 5 <= p // 15 <= 9 and 5 <= p % 15 <= 9 and p not in (112, second)
            assert (index >= 0) == inside, (second, p)


def test_what_is_not_an_opening():
    assert openings.name_opening(points(["h8", "h9"])) == -1
    assert openings.name_opening(points(["h9", "h8", "h10"])) == -1  # not from the centre (R9.1.5)
    assert openings.name_opening(points(["h8", "h10", "h9"])) == -1  # White does not touch (R3)
    assert openings.name_opening(points(["h8", "h9", "k8"])) == -1  # outside the 5x5 (R9.1.6)


def test_where_moves_may_stand():
    h8, h9, i9, h10, k8, l8, m8 = points(["h8", "h9", "i9", "h10", "k8", "l8", "m8"])
    for rule in ("cn26", "rif"):
        assert [openings.allowed(rule, 1, p) for p in (h8, h9)] == [True, False]
        assert [openings.allowed(rule, 2, p) for p in (h9, i9, h10)] == [True, True, False]
        assert [openings.allowed(rule, 3, p) for p in (h10, k8)] == [True, False]
        assert openings.allowed(rule, 4, 0)
    # Taraguchi-10: centre, 3x3, 5x5, 7x7, 9x9
    assert [openings.allowed("taraguchi10", n, k8) for n in range(1, 7)] == [False, False, False, True, True, True]
    assert [openings.allowed("taraguchi10", n, l8) for n in (4, 5)] == [False, True]
    assert not openings.allowed("taraguchi10", 5, m8)
    # T1: from the centre, then anywhere; Swap2: three stones anywhere
    assert [openings.allowed("center", 1, h8), openings.allowed("center", 1, 0), openings.allowed("center", 2, 0)] == [
        True,
        False,
        True,
    ]
    assert openings.allowed("swap2", 1, 0) and openings.allowed("none", 1, 0)


def test_when_colours_may_be_swapped():
    def after(rule):
        return [n for n in range(8) if openings.swaps(rule, n)]

    assert after("cn26") == [3]  # R2.5
    assert after("swap2") == [3, 5]
    assert after("taraguchi10") == [1, 2, 3, 4, 5]
    assert after("none") == []
    assert (openings.OFFERS["cn26"], openings.OFFERS["taraguchi10"]) == (2, 10)


def grid_of(black, white):
    grid = bytearray(225)
    for color, names in ((BLACK, black), (WHITE, white)):
        for p in points(names):
            grid[p] = color
    return grid


def test_offers_mirrored_in_the_board_are_the_same():
    # R2.10, 1D cold star with White's second stone on the axis: left and right are mirror images.
    grid = grid_of(["h8", "h10"], ["h9", "h11"])
    g, i, j = points(["g9", "i9", "j9"])
    assert openings.same_shape(grid, g, i)
    assert not openings.same_shape(grid, g, j)


def test_offers_whose_whole_shape_is_the_same_without_symmetry_of_the_board():
    # R2.10: black h8 i8 and white h9 i9 mirror in the line between h and i, which is no axis of the board.
    grid = grid_of(["h8", "i8"], ["h9", "i9"])
    g8, j8, j9 = points(["g8", "j8", "j9"])
    assert openings.same_shape(grid, g8, j8)
    assert not openings.same_shape(grid, g8, j9)
    # Colours count: with one white stone elsewhere the same two points differ.
    assert not openings.same_shape(grid_of(["h8", "i8"], ["h9", "k9"]), g8, j8)


def test_offers_with_a_half_turn():
    grid = grid_of(["h8", "i9"], ["h9", "i8"])
    assert openings.same_shape(grid, *points(["g7", "j10"]))
    assert openings.same_shape(grid, *points(["g7", "g7"]))
    assert not openings.same_shape(grid, *points(["g7", "j7"]))  # a quarter turn swaps the colours
