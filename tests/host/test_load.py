"""Records as games: what is shown, drawn and exported is what the file says, and what was left out is told."""

import json
from pathlib import Path

import pytest
from recorder import Recorder
from typer.testing import CliRunner

from shared_rules.points import BLACK, EMPTY, WHITE
from tengen import __version__, formats, record_file, sgf, sheet, show
from tengen.cli import app, load_commands
from tengen.errors import TengenError
from tengen.game import Game
from tengen.kifu_board import final_position
from tengen.load import from_kifu, load
from tengen.replay import replay
from tengen.sheet_figures import figures

CASES = Path(__file__).resolve().parent.parent / "cases"


@pytest.fixture
def file(tmp_path):
    """Write a record and give its path."""

    def write(data, name="game.sgf"):
        path = tmp_path / name
        path.write_bytes(data.encode() if isinstance(data, str) else data)
        return path

    return write


def tengen(*words):
    """What a command printed, and its ``status`` as ``cli.main`` would end with it."""
    load_commands()
    done = CliRunner().invoke(app, [str(word) for word in words], standalone_mode=False)
    done.status = done.return_value or 0
    return done


@pytest.mark.parametrize("path", sorted((CASES / "games").glob("*.sgf")), ids=lambda path: path.stem)
def test_the_position_shown_is_the_one_that_was_played(path):
    """The board that carries out the moves, and the one that is put together from their rulings, are two."""
    kifu = formats.read(path)
    game = from_kifu(kifu)
    shown = show.position(game)
    assert bytes(shown.get(p, EMPTY) for p in range(kifu.size**2)) == bytes(final_position(kifu).grid)
    again = formats.sgf.read(sgf.write(game))
    assert [move.point for move in again.moves] == [move.point for move in kifu.moves]


def test_stones_set_up_in_the_middle_and_at_the_end_are_shown_and_written(file):
    """FF[4]: AB, AW and AE may stand in any node. What they change captures nothing by itself."""
    path = file("(;GM[1]SZ[9]RU[Japanese];B[aa];W[bb];AB[cc]AE[aa];B[dd];AW[ee]AE[bb])")
    game = load(path)
    # aa is point 0, bb 10, cc 20, dd 30, ee 40 of nine lines.
    stones = {p: color for p, color in show.position(game).items() if color}
    assert stones == {20: BLACK, 30: BLACK, 40: WHITE}
    assert {p: c for p, c in show.position(game, 2).items() if c} == {0: BLACK, 10: WHITE}
    assert figures(game)[0].stones[40] == (WHITE, 0)
    assert [line for line in show.overview(game) if "set up" in line] == [
        "  move   2  stones were set up",
        "  move   3  stones were set up",
    ]
    assert "0:00:00" not in "".join(row[0] for row in sheet._rulings(game))
    written = formats.sgf.read(sgf.write(game))
    assert written.moves[2].edits == {20: BLACK, 0: EMPTY} and written.final_edits == {40: WHITE, 10: EMPTY}


def test_a_move_taken_back_leaves_the_position_that_was_accepted_before_it():
    """G17.5, then G17.3: the accepted stones stay when the first move after them is taken back."""
    header = {"rules": "go", "variant": "renju", "size": 9, "komi_zi": 3.75, "time": None}
    accepted = {"at": 2, "kind": "restart", "rule": "G17.5", "side": "white", "point": "", "reason": "accepted"}
    accepted["position"] = {"E5": "white", "C3": None}
    told = [
        {"at": 1, "kind": "move", "side": "black", "point": "C3"},
        accepted,
        {"at": 3, "kind": "move", "side": "white", "point": "D4"},
        {"at": 4, "kind": "void", "side": "white", "point": "D4", "reason": "taken_back"},
        {"at": 5, "kind": "move", "side": "white", "point": "F6"},
    ]
    for count, expect in ((2, {"E5"}), (3, {"E5", "D4"}), (4, {"E5"}), (5, {"E5", "F6"})):
        game = Game(header, told[:count])
        assert {game.name(p) for p, color in show.position(game).items() if color} == expect


def test_a_file_keeps_its_own_words_and_gets_none_of_the_boards(file):
    """What only a board can say (Chinese rules, no date for want of a computer, times) is not said of other files."""
    path = file("(;GM[1]SZ[9]RU[Japanese]DT[2004-03-18,19]PC[Naha]C[first\nsecond];B[aa]C[good \\] move];W[])")
    kifu = formats.sgf.read(sgf.write(load(path)))
    assert kifu.rule_text == "Japanese" and kifu.place == "Naha" and kifu.date == "2004-03-18,19" and kifu.result == ""
    assert kifu.comment == "first\nsecond" and [move.comment for move in kifu.moves] == ["good ] move", ""]
    resigned = load(file("(;GM[1]SZ[9]RE[B+R];B[aa])"))
    assert b"C[" not in sgf.write(resigned) and "0:00:00" not in "".join(show.overview(resigned))


@pytest.mark.parametrize("command", [("show",), ("export", "--to", "json"), ("sheet", "--kind", "svg")])
def test_a_damaged_record_is_said_to_be_and_ends_with_status_1(file, command):
    """Also where something is drawn or written from what could be read: it is never silently less than the file."""
    path = file("(;GM[1]SZ[9];B[aa];W[bb];B[cc")
    done = tengen(*command, path)
    assert done.status == 1 and "damaged after move 2" in done.stderr
    if command[0] == "sheet":
        assert "damaged after move 2" in path.with_suffix(".svg").read_text(encoding="utf-8")


def test_a_boards_record_that_parts_from_its_facts_is_said_to(file, tmp_path):
    """A flipped bit in one record: its checksum is wrong."""
    made = Recorder(size=9)
    for color, name in (("b", "C3"), ("w", "G7"), ("b", "G3")):
        made.move(color, name)
    bad = bytearray(made.records)
    bad[5 * 16 + 8] ^= 1
    for records, status in ((bytes(made.records), 0), (bytes(bad), 1)):
        path = file(record_file.encode(made.game | {"id": "0001"}, records), "g.tengen")
        for words in (("show", path), ("show", path, "--json"), ("show", path, "--move", 1), ("export", path)):
            done = tengen(*words)
            assert done.status == status, words
        assert ("does not match its facts: record 5" in done.stderr) == bool(status)


@pytest.mark.parametrize("kept", [0, 1, 5])
def test_a_boards_record_that_was_cut_off_is_not_a_game_that_was_not_finished(file, kept):
    """At the end of a record nothing else tells: what is there is sound."""
    made = Recorder(size=9)
    for color, name in (("b", "C3"), ("w", "G7")):
        made.move(color, name)
    whole = record_file.encode(made.game, bytes(made.records))
    path = file(whole[: len(whole) - len(made.records) + 16 * kept], "g.tengen")
    assert load(file(whole, "whole.tengen")).damage == ""
    assert f"record {kept} at" in load(path).damage
    assert f"the file ends here, of {len(made.records) // 16} records" in load(path).damage
    assert tengen("show", path).status == tengen("verify", path).status == 1
    again = record_file.encode(*record_file.read(path))  # as a rebuilt library writes it
    assert "the file ends here" in load(file(again, "again.tengen")).damage


def test_a_record_of_another_firmware_that_rules_otherwise_is_told_apart(file):
    """Its referee may have been put right since: the line says whose rules are compared."""
    made = Recorder(size=9)
    made.move("b", "C3")
    made.records += made.records[-16:]  # a ruling too many
    for firmware, said in (("0.0.1", " (firmware 0.0.1 wrote it, the rules here are of "), (__version__, ": record ")):
        path = file(record_file.encode(made.game | {"firmware": firmware}, bytes(made.records)), "g.tengen")
        assert load(path).damage.startswith("does not match its facts" + said)


def test_one_game_of_several_is_chosen(file):
    path = file("(;GM[1]SZ[9];B[aa])(;GM[1]SZ[9];B[bb];W[cc])")
    done = tengen("export", path, "--set", "game=2")
    assert [move.point for move in formats.sgf.read(done.stdout_bytes).moves] == [10, 20] and done.status == 0
    assert "2 moves" in tengen("show", path, "--set", "game=2").stdout
    told = tengen("show", path)
    assert "1 move," in told.stdout and "there are more games in the file" in told.stderr and told.status == 0
    assert "no game 3" in str(tengen("show", path, "--set", "game=3").exception)


def test_moves_that_are_not_on_the_board_are_left_out_and_told(file):
    done = tengen("show", file("(;GM[1]SZ[9];B[aa];W[zz];B[bb])"))
    assert "move 2, zz, is not on the board: left out" in done.stderr and "2 moves" in done.stdout


def test_a_file_with_more_moves_than_any_game_is_cut(file):
    """The hash table of a board holds 65535 moves; a game has a few hundred."""
    path = file("(;GM[1]SZ[9]" + ";B[]" * 70000 + ")")
    done = tengen("verify", path, "--json")
    assert json.loads(done.stdout)["moves"] == 5000 and "damaged after move 5000" in done.stderr
    assert tengen("score", path).status == tengen("show", path).status == 1


def test_bytes_in_which_a_bracket_and_a_semicolon_meet_are_no_record(file):
    noise = bytes(range(128, 256)) * 40 + b"(;" + bytes(range(128, 256)) * 40
    with pytest.raises(TengenError, match="no SGF game"):
        formats.read(file(noise))


def test_a_game_without_an_end_is_not_finished_where_a_board_recorded_it(file):
    made = Recorder(size=9)
    made.move("b", "C3")
    assert "1 move, not finished" in show.overview(replay(made.game, bytes(made.records)).game)
    assert "1 move, Result not known" in show.overview(load(file("(;GM[1]SZ[9];B[aa])")))


def test_a_move_that_was_never_made_has_no_story(file):
    made = Recorder(size=9)
    made.move("b", "C3")
    path = file(record_file.encode(made.game, bytes(made.records)), "g.tengen")
    for words in (("show", path, "--move", 9), ("show", path, "--move", 9, "--json"), ("show", path, "--move", 0)):
        assert "there is no move" in str(tengen(*words).exception)


def test_the_milliseconds_of_a_time_are_its_own():
    """1.001 s is 1000.9999... ms in floating point."""
    assert show._stamp(1.001) == "0:00:01.001" and show._stamp(3661.28) == "1:01:01.280"
