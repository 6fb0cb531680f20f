"""Boards drawn with characters: coordinates as players write them, star points, the last move, any terminal."""

import pytest

from shared_rules.points import BLACK, WHITE, parse
from tengen.diagram import draw


def grid(size, rules, stones):
    found = bytearray(size * size)
    for name, color in stones.items():
        found[parse(name, size, rules)] = color
    return bytes(found)


def test_go_has_no_i_and_nine_star_points_on_nineteen_lines():
    """G1: nine on 19 lines; row 1 is Black's."""
    lines = draw(bytes(361), 19, "go", encoding="utf-8").splitlines()
    assert lines[0].split() == lines[-1].split() == list("ABCDEFGHJKLMNOPQRST")
    assert lines[1].split()[0] == lines[1].split()[-1] == "19" and len(lines) == 21
    stars = {
        (letter, row.split()[0])
        for row in lines[1:-1]
        for letter, sign in zip("ABCDEFGHJKLMNOPQRST", row.split()[1:-1], strict=True)
        if sign == "+"
    }
    assert stars == {(letter, row) for letter in "DKQ" for row in ("4", "10", "16")}


def test_renju_has_five_and_the_letter_i():
    """R1."""
    lines = draw(bytes(225), 15, "renju", encoding="utf-8").splitlines()
    assert lines[0].split() == list("ABCDEFGHIJKLMNO") and sum(line.count("+") for line in lines) == 5
    assert lines[8].split()[8] == "+"  # H8


@pytest.mark.parametrize(
    ("last", "row"),
    [("A9", "  9(●)○ · · · · · · · 9"), ("B9", "  9 ●(○)· · · · · · · 9"), ("J9", "  9 ● ○ · · · · · ·(·)9")],
)
def test_the_last_move_is_in_brackets_wherever_it_lies(last, row):
    stones = {"A9": BLACK, "B9": WHITE}
    drawn = draw(grid(9, "go", stones), 9, "go", last=parse(last, 9, "go"), encoding="utf-8")
    assert drawn.splitlines()[1] == row


@pytest.mark.parametrize(
    ("encoding", "signs"), [("utf-8", "●○·"), ("cp1252", "XO."), ("ascii", "XO."), ("", "●○·"), ("no such", "XO.")]
)
def test_stones_are_letters_where_the_terminal_has_no_round_ones(encoding, signs, monkeypatch):
    class Utf8:
        encoding = "utf-8"

    monkeypatch.setattr("sys.stdout", Utf8())
    drawn = draw(grid(9, "go", {"A9": BLACK, "B9": WHITE}), 9, "go", {2: "6"}, encoding=encoding or None)
    assert drawn.splitlines()[1].split() == ["9", signs[0], signs[1], "6", *[signs[2]] * 6, "9"]
