"""Exports, read back by the readers of those formats and by programs of others."""

import json
import xml.etree.ElementTree as ElementTree

import pytest
from sgfmill import sgf as sgfmill_sgf

from shared_rules.points import BLACK, WHITE
from tengen import export, formats
from tengen.errors import TengenError
from tengen.game import Game

RENJU = {"rules": "renju", "variant": "renju", "size": 15, "komi_zi": 0, "black": "誠", "white": "Ann & Bob"}
RENJU |= {"event": "Cup <1>", "date": "2026-11-30", "time": None, "handicap": 0}
MOVES = ["H8", "H9", "I10", "A1", "O15"]


def game(header=RENJU, moves=MOVES, result="B+R"):
    rulings = [
        {"at": 1.5 * n, "kind": "move", "rule": "R2.1", "side": ("white", "black")[n % 2], "point": p, "captures": []}
        for n, p in enumerate(moves, 1)
    ]
    return Game(header, [*rulings, {"at": 99, "kind": "end", "rule": "", "side": "black", "result": result}])


def read_back(tmp_path, data, name):
    path = tmp_path / name
    path.write_bytes(data)
    return formats.read(path)


def test_psq_counts_from_one_at_the_top_left(tmp_path):
    """Software report bug04 shows the format: column, row, milliseconds."""
    lines = export.to_psq([game()]).decode("cp1252").split("\r\n")
    assert lines[:4] == ["Piskvorky 15x15, 11:11, 0", "8,8,1500", "8,7,1500", "9,6,1500"]
    kifu = read_back(tmp_path, export.to_psq([game()]), "x.psq")
    assert [kifu.point_name(m.point) for m in kifu.moves] == MOVES
    assert [m.color for m in kifu.moves] == [BLACK, WHITE, BLACK, WHITE, BLACK]
    assert (kifu.black, kifu.white) == ("誠", "Ann & Bob")


@pytest.mark.parametrize("names", [("Ann M. Smith", "Jörg"), ("羽根直樹", "J. Smith"), ("", "Dr. 誠")])
def test_psq_keeps_the_names_of_people(tmp_path, names):
    """Not only of programs, whose folder and ending go."""
    data = export.to_psq([game(RENJU | {"black": names[0], "white": names[1]})])
    kifu = read_back(tmp_path, data, "x.psq")
    assert (kifu.black, kifu.white) == (names[0] or "Black", names[1])


@pytest.mark.parametrize(
    ("made", "said"),
    [
        ([game(), game()], "one game, not 2"),
        ([game(RENJU | {"rules": "go", "size": 19})], "SGF"),
        ([Game(RENJU, [{"at": 0, "kind": "pass", "rule": "R8.1", "side": "black", "point": ""}])], "move 1 is a pass"),
    ],
)
def test_psq_says_what_it_cannot_hold(made, said):
    with pytest.raises(TengenError, match=said):
        export.to_psq(made)


def test_rif_tables_and_moves(tmp_path):
    data = export.to_rif([game(), game(RENJU | {"black": "Ann & Bob", "white": "誠"}, result="W+T"), game(result="0")])
    root = ElementTree.fromstring(data)
    assert [g.get("bresult") for g in root.iter("game")] == ["1", "0", "0.5"]
    assert [p.get("name") for p in root.iter("player")] == ["誠", "Ann & Bob"]
    kifu = read_back(tmp_path, data, "x.xml")
    assert kifu.black == "誠" and kifu.white == "Ann & Bob" and kifu.event == "Cup <1>" and kifu.result == "B+"
    assert [kifu.point_name(m.point) for m in kifu.moves] == MOVES


def test_sgf_of_several_games_is_a_collection():
    data = export.to_sgf([game(), game()])
    assert len(sgfmill_sgf.sgf_grammar.parse_sgf_collection(data)) == 2


def test_sgf_is_read_by_our_own_reader_with_the_same_rules(tmp_path):
    for variant in ("renju", "free", "exact"):
        kifu = read_back(tmp_path, export.to_sgf([game(RENJU | {"variant": variant})]), "x.sgf")
        assert (kifu.rules, kifu.variant, kifu.size) == ("renju", variant, 15)
        assert [kifu.point_name(m.point) for m in kifu.moves] == MOVES and kifu.black == "誠"


def test_json_is_a_line_a_game():
    lines = export.to_json([game(), game()]).decode().splitlines()
    first = json.loads(lines[0])
    assert len(lines) == 2 and first["moves"][1] == ["white", "H9"] and first["game"]["black"] == "誠"
