"""The library: every game once, found by name, number or the board's id, shown, exported and rebuilt."""

import json
import sqlite3

import pytest
from downloads import recorded, tengen, two_games
from fake_board import FakeBoard

from tengen import library as shelf
from tengen.errors import TengenError
from tengen.library import Library


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.setenv(shelf.FOLDER_VARIABLE, str(tmp_path / "library"))
    return tmp_path / "library"


@pytest.fixture
def games():
    return two_games()


def test_search_finds_chinese_names_of_two_characters_and_parts_of_words(games):
    with FakeBoard(games) as fake:
        tengen("download", "--port", fake.port)
    with Library() as library:
        for text, count in (("柯洁", 1), ("羽根", 1), ("羽根直樹 kisei", 1), ("bob", 1), ("nobody", 0), ("", 2)):
            assert len(library.search(text)) == count, text
        for strange in ('"', "%", "_", "' OR 1=1", "*", "a b c d", "\\"):
            library.search(strange)
        assert len(library.search("%")) == 0 and len(library.search("Ann]")) == 1


def test_library_lists_shows_and_exports(games, tmp_path):
    with FakeBoard(games) as fake:
        tengen("download", "--port", fake.port)
    assert "羽根直樹" in tengen("library", "list").output
    rows = [json.loads(line) for line in tengen("library", "list", "--json", "柯洁").stdout.splitlines()]
    assert [r["game"] for r in rows] == ["0001"]
    shown = tengen("library", "show", str(rows[0]["number"])).output
    assert "Black wins by resignation" in shown and "●" in shown
    out = tmp_path / "all.sgf"
    assert tengen("library", "export", "1", "2", "--out", str(out)).exit_code == 0
    assert out.read_bytes().count(b"(;FF[4]CA[UTF-8]") == 2
    assert "no game 99" in str(tengen("library", "show", "99").exception)


def test_a_game_of_the_library_by_its_number(games, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with FakeBoard(games) as fake:
        tengen("download", "--port", fake.port)
    assert tengen("sheet", "1", "--kind", "svg").exit_code == 0 and "羽根直樹" in (tmp_path / "1.svg").read_text(
        "utf-8"
    )
    assert "柯洁" in tengen("show", "1").output and "D4: a white stone" in tengen("show", "1", "--move", "2").output
    assert "no game 9" in str(tengen("show", "9").exception)


def test_what_happened_at_a_move(games):
    """For a protest: what was seen and ruled, when, on whose time, by which article."""
    with FakeBoard(games) as fake:
        tengen("download", "--port", fake.port)
    with Library() as library:
        entry = library.search("柯洁")[0]
        path = library.record_path(entry.folder, entry.name)
    said = tengen("show", str(path), "--move", "2").output
    assert "D4: a white stone is seen" in said and "White's button goes down" in said
    assert "= White plays D4 (G2)" in said and "on the time of White" in said and "[W]" in said
    assert "no move 9 in this game: it has 3" in str(tengen("show", str(path), "--move", "9").exception)


def test_a_library_of_a_newer_program_is_left_alone(folder):
    with Library():
        pass
    base = sqlite3.connect(folder / "library.sqlite")
    base.execute("PRAGMA user_version = 99")
    base.commit()
    base.close()
    with pytest.raises(TengenError, match="newer tengen"):
        Library()


def test_a_damaged_library_is_made_anew_from_its_records(games, folder):
    with FakeBoard(games) as fake:
        tengen("download", "--port", fake.port)
    with Library() as library:
        before = [(e.game, e.black, e.white, e.moves, e.result, e.name) for e in library.search()]
    (folder / "library.sqlite").write_bytes(b"not a database at all " * 400)
    assert "tengen library rebuild" in str(tengen("library", "list").exception)
    next(folder.glob("games/*/*")).with_name("odd.tengen").write_bytes(b"{}")
    done = tengen("library", "rebuild")
    assert "the library has 2 games again" in done.output and "odd.tengen is left out" in done.output
    with Library() as library:
        assert [(e.game, e.black, e.white, e.moves, e.result, e.name) for e in library.search()] == before
        assert len(library.search("柯洁")) == 1
    assert (folder / "library.sqlite.old").exists()
    with FakeBoard(games) as fake:
        assert "nothing new" in tengen("download", "--port", fake.port).output


def test_the_arbiter_is_not_kept_from_the_board_by_a_damaged_library(games, folder):
    folder.mkdir()
    (folder / "library.sqlite").write_bytes(b"not a database at all " * 400)
    with FakeBoard(games) as fake:
        done = tengen("arbiter", "pause", "--port", fake.port)
        assert done.exit_code == 0 and "library rebuild" in done.output and fake.commands
        assert "not known" in tengen("games", "--port", fake.port).output
        assert "library rebuild" in str(tengen("download", "--port", fake.port).exception) and not fake.confirmed


def test_a_game_is_named_by_its_number_or_by_the_boards_id(games):
    """0002 is what the board calls it, 2 is the library's: one typed for the other must not show another game."""
    with FakeBoard({"0002": recorded("Ann", "Bo"), "0001": recorded("Cy", "Di")}) as fake:
        tengen("download", "--port", fake.port)
    assert "Ann" in tengen("show", "0002").output and "Ann" in tengen("show", "1").output
    assert "Cy" in tengen("show", "0001").output and "Cy" in tengen("show", "2").output
    assert "no game with the id 0009: tengen download 0009 fetches it" in str(tengen("show", "0009").exception)
    with FakeBoard({"0001": recorded("Ed", "Fa")}, hello={"serial": "0123456789abcdef"}) as fake:
        tengen("download", "--port", fake.port)
    said = str(tengen("show", "0001").exception)
    assert "games of several boards have the id 0001" in said and "3: 2026-11-30 Ed – Fa; 2: 2026-11-30 Cy – Di" in said
