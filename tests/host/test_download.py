"""From the board into the library: every game once, resumed where it was cut, confirmed only when it is safe."""

import json
import os
import re
from pathlib import Path

import pytest
from downloads import TIME, recorded, tengen, two_games
from fake_board import FakeBoard
from recorder import Recorder

from board import settings as board_settings
from tengen import library as shelf
from tengen import record_file, sgf
from tengen.board import Board
from tengen.commands import settings
from tengen.commands.status import game_lines
from tengen.download import fetch, wanted
from tengen.errors import TengenError
from tengen.library import Library
from tengen.link import Link
from tengen.replay import replay
from tengen.twin.rehearsal import Rehearsal


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.setenv(shelf.FOLDER_VARIABLE, str(tmp_path / "library"))
    return tmp_path / "library"


@pytest.fixture
def games():
    return two_games()


def test_download_run_twice_fetches_once(games, folder, tmp_path):
    with FakeBoard(games) as fake:
        first = tengen("download", "--port", fake.port, "--json", "--to", str(tmp_path / "out"))
        assert first.exit_code == 0, first.output
        rows = [json.loads(line) for line in first.stdout.splitlines()]
        assert [(r["game"], r["black"], r["result"], r["same"]) for r in rows] == [
            ("0001", "羽根直樹", "B+R", True),
            ("0002", "Ann] \\", "B+R", True),
        ]
        assert fake.confirmed == {"0001", "0002"} and fake._hello["seconds"]
        reads = sum(word == "read" for word, _ in fake.asked)
        second = tengen("download", "--port", fake.port)
        assert "nothing new" in second.output
        assert sum(word == "read" for word, _ in fake.asked) == reads
        assert len(list((tmp_path / "out").glob("*.sgf"))) == 2
        assert not list((folder / "unfinished").iterdir())


def test_copies_of_games_that_were_fetched_before(games, folder, tmp_path):
    """A plain download, then one with ``--to``: the copies are written, into a folder that is made; nothing is read."""
    out = tmp_path / "for" / "the club"
    with FakeBoard(games) as fake:
        assert tengen("download", "--port", fake.port).exit_code in (0, None)
        reads = sum(word == "read" for word, _ in fake.asked)
        done = tengen("download", "--port", fake.port, "--to", str(out))
        assert "game 0001 is in the library already" in done.output and "nothing new" not in done.output
        assert sum(word == "read" for word, _ in fake.asked) == reads
        stored = {path.name: path.read_bytes() for path in folder.glob("games/*/*.sgf")}
        assert {path.name: path.read_bytes() for path in out.iterdir()} == stored and len(stored) == 2
        rows = tengen("download", "--port", fake.port, "--to", str(out), "--json").stdout.splitlines()
        assert [json.loads(row)["game"] for row in rows] == ["0001", "0002"]
        done = tengen("download", "0002", "--port", fake.port, "--to", str(tmp_path / "one"))
        assert done.exit_code in (0, None) and [p.name for p in (tmp_path / "one").iterdir()] == [
            "2026-11-30 Ann] _ - Bob____ 0002.sgf"
        ]
        plain = tmp_path / "plain"
        plain.write_text("x")
        failed = tengen("download", "--port", fake.port, "--to", str(plain))
        assert "cannot write" in str(failed.exception) and plain.read_text() == "x"


def test_the_stored_sgf_is_that_of_the_record(games, folder):
    with FakeBoard(games) as fake:
        tengen("download", "--port", fake.port)
    header, records, _ = games["0001"]
    (path,) = folder.glob("games/*/*0001.sgf")
    assert path.name == "2026-11-30 羽根直樹 - 柯洁 0001.sgf"
    assert path.read_bytes() == sgf.write(replay(header, records).game)
    done = tengen("verify", "--json", str(path.with_suffix(".tengen")))
    found = json.loads(done.stdout)
    assert done.return_value in (0, None) and found["same"] and found["problems"] == [] and found["moves"] == 3


def test_names_with_anything_in_them_make_files_that_every_system_takes(games, folder):
    with FakeBoard(games) as fake:
        tengen("download", "--port", fake.port)
    (path,) = folder.glob("games/*/*0002.sgf")
    assert path.name == "2026-11-30 Ann] _ - Bob____ 0002.sgf"


class _Cut(Exception):
    pass


def test_a_download_that_was_cut_off_goes_on_where_it_was(folder):
    """At every block: what was here is not asked for again."""
    board = Recorder(time=TIME)
    for n in range(120):
        board.move("bw"[n % 2], f"{'ABCDEFGHJKLMNOPQRST'[n % 19]}{n // 19 * 2 + 1}")
    board.command("resign", "white")
    total = len(board.records) // 16
    games = {"0001": (board.game, bytes(board.records), "finished")}
    for blocks in range(1, total // 48, 3):

        def stop(records, limit=blocks * 48):
            if records >= limit:
                raise _Cut

        with FakeBoard(games) as fake, Library(folder / str(blocks)) as library, Board(Link(fake.port)) as link:
            (game,) = wanted(link, library, link.games())
            with pytest.raises(_Cut):
                fetch(link, library, game, stop)
            assert wanted(link, library, link.games()) == [game] and not fake.confirmed
            link.link.request("ping")
            before = len(fake.asked)
            done = fetch(link, library, game)
            asked = [content["from"] for word, content in fake.asked[before:] if word == "read"]
            assert done.resumed == blocks * 48 == asked[0] and done.replay.same
            assert library.record_path(done.entry.folder, done.entry.name).read_bytes().endswith(games["0001"][1])


def test_nothing_is_confirmed_that_could_not_be_stored(games, folder, monkeypatch):
    with FakeBoard(games) as fake:
        monkeypatch.setattr(
            shelf.record_file, "write_atomically", lambda *_: (_ for _ in ()).throw(TengenError("full"))
        )
        done = tengen("download", "--port", fake.port)
        assert "full" in str(done.exception) and not fake.confirmed
        monkeypatch.undo()
        monkeypatch.setenv(shelf.FOLDER_VARIABLE, str(folder))
        tengen("download", "--port", fake.port)
        assert fake.confirmed == {"0001", "0002"}


def test_a_damaged_game_does_not_keep_back_the_others(games, folder):
    """One header that is no game, one of rules that nobody knows: the evening's other games arrive all the same."""
    header, records, _ = games["0001"]
    odd = {"0000": ({"rules": "go"}, records, "finished"), "0003": (header | {"rules": "chess"}, records, "finished")}
    with FakeBoard(odd | games) as fake:
        done = tengen("download", "--port", fake.port, "--json")
        assert [json.loads(line)["game"] for line in done.stdout.splitlines()] == ["0001", "0002"]
        assert "header of game 0000 on the board is damaged" in str(done.exception)
        assert "game 0003: the record cannot be replayed" in str(done.exception)
        assert fake.confirmed == {"0001", "0002"}
        listed = tengen("games", "--port", fake.port, "--json")
        assert len(listed.stdout.splitlines()) == 4 and "header of game 0000" in listed.stderr
    assert (folder / "unfinished" / "e6614103e7452c2f-5be10c77-0003").read_bytes() == records


def test_a_confirmation_that_got_lost_is_given_again(games):
    with FakeBoard(games) as fake:
        tengen("download", "--port", fake.port)
        fake.confirmed.clear()
        tengen("download", "--port", fake.port)
        assert fake.confirmed == {"0001", "0002"}


def test_the_running_game_comes_only_when_asked_for_and_again_when_it_has_gone_on(games):
    header, records, _ = games["0001"]
    half = len(records) // 32 * 16
    with FakeBoard({"0001": (header, records[:half], "playing")}) as fake:
        said = "game 0001 is being played: tengen download 0001 fetches what there is\n"
        assert tengen("download", "--port", fake.port).output == said
        tengen("download", "0001", "--port", fake.port)
        assert not fake.confirmed
        fake.games["0001"] = (header, records, "finished")
        tengen("download", "--port", fake.port)
        assert fake.confirmed == {"0001"}
    with Library() as library:
        (entry,) = library.search()
        assert entry.finished and entry.records == len(records) // 16


def test_a_reformatted_drive_is_noticed(games):
    """The same board with another generation id: its old games are gone, new ones get the same ids."""
    with FakeBoard(games) as fake:
        tengen("download", "--port", fake.port)
    with FakeBoard(games, hello={"generation": "00000002"}) as fake:
        done = tengen("download", "--port", fake.port, "--json")
        assert "reformatted" in done.stderr and len(done.stdout.splitlines()) == 2
    with Library() as library:
        assert len(library.search()) == 4


def test_an_unknown_game_is_one_clear_line(games):
    with FakeBoard(games) as fake:
        done = tengen("download", "0009", "--port", fake.port)
        assert str(done.exception) == "there is no game 0009 on this board (it has 0001, 0002)"


def test_a_record_whose_header_is_no_game_is_one_clear_line(tmp_path):
    odd = tmp_path / "odd.tengen"
    odd.write_bytes(record_file.encode({"rules": "go", "size": 9}, b""))
    for words in (("show",), ("sheet",), ("verify",), ("export",), ("show", "--move", "1")):
        failed = tengen(words[0], str(odd), *words[1:])
        said = str(failed.exception) + failed.output
        assert "odd.tengen: the record cannot be replayed" in said, words


def test_a_changed_byte_of_the_header_is_seen(tmp_path, games):
    """Any byte of it; the records have checksums of their own. A file without the checksum is taken as it is."""
    header, records, _ = games["0001"]
    data = record_file.encode(header, records)
    header |= {"records": len(records) // 16}
    assert record_file.decode(data, "x") == (header, records)
    line = data.index(b"\n")
    for at in range(line):
        for bit in range(7):
            changed = data[:at] + bytes([data[at] ^ 1 << bit]) + data[at + 1 :]
            try:
                found, rest = record_file.decode(changed, "x.tengen")
            except TengenError:
                continue
            # Only where the word "header_crc" itself is hit is there nothing to compare with: the game is unchanged.
            assert (found | header, rest) == (found, records) and len(set(found) - set(header)) == 1
            assert at > line - 27
    file = tmp_path / "game.tengen"
    file.write_bytes(data.replace(b'"date": "2026', b'"date": "2025'))
    for word in ("verify", "show", "export", "sheet"):
        failed = tengen(word, str(file))
        assert "game.tengen is damaged: its first line has changed" in str(failed.exception) + failed.output, word
    older = data[: line - 27] + b"}" + data[line:]
    assert record_file.decode(older, "x") == (header, records)


def test_a_game_of_a_newer_firmware_is_not_misread(games, tmp_path):
    """Its records are kept, the other games are fetched, and what to do is said in one line."""
    name = next(iter(games))
    header, records, state = games[name]
    with FakeBoard(games | {name: (header | {"format": 2}, records, state)}) as fake:
        done = tengen("download", "--port", fake.port)
        assert isinstance(done.exception, TengenError) and fake.confirmed == set(games) - {name} == {"0002"}
    said = str(done.exception)
    assert f"game {name}: " in said and "format 2, this program reads 1): update this program" in said
    file = tmp_path / "newer.tengen"
    file.write_bytes(record_file.encode(header | {"format": 2}, records))
    for words in (("show",), ("verify",), ("show", "--move", "1")):
        done = tengen(words[0], str(file), *words[1:])
        assert "update this program" in str(done.exception) + done.output, words
    file.write_bytes(record_file.encode(header | {"format": 1}, records))
    assert tengen("show", str(file)).exit_code == 0


def test_what_is_no_file_is_written_into_and_not_replaced(tmp_path):
    """``--out /dev/stdout`` and a named pipe."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    record_file.write_atomically(pipe, b"game")
    assert os.read(reader, 10) == b"game" and pipe.is_fifo()
    os.close(reader)
    with pytest.raises(TengenError, match="cannot write /proc/"):
        record_file.write_atomically(Path("/proc/none/x.sgf"), b"game")


def test_games_status_settings_new_and_arbiter(games):
    with FakeBoard(games) as fake:
        port = ("--port", fake.port)
        rows = [json.loads(line) for line in tengen("games", *port, "--json").stdout.splitlines()]
        assert [(r["id"], r["library"], r["black"]) for r in rows][0] == ("0001", "no", "羽根直樹")
        assert "19x19" in tengen("status", *port).output
        assert json.loads(tengen("status", *port, "--json").stdout)["serial"] == "e6614103e7452c2f"
        assert json.loads(tengen("settings", "volume=5", *port, "--json").stdout)["volume"] == 5
        tengen("settings", "name=5", *port)  # a text, though it looks like a number
        assert fake.settings["name"] == "5" and "5: Tengen 0.1.0, 19x19" in tengen("devices", *port).stdout
        listed = tengen("settings", *port).stdout
        assert re.search(r"^volume +5 +0 off, 1 low, 2 high$", listed, re.M) and "last" not in listed
        assert "last is kept by the board itself" in str(tengen("settings", "last=5", *port).exception)
        assert "write KEY=VALUE, not volume" in str(tengen("settings", "volume", *port).exception)
        assert "no setting loud" in str(tengen("settings", "loud=5", *port).exception)
        made = tengen("new", "-b", "誠", "--time", "30m+3x60s", "--set", "komi_zi=3.25", *port, "--json")
        assert json.loads(made.stdout)["game"] == "0001"
        _, content = next(item for item in fake.asked if item[0] == "new")
        assert content["set"]["komi_zi"] == 3.25 and content["black"] == "誠" and content["set"]["time"]["periods"] == 3
        assert "no such setting: colour" in str(tengen("new", "--set", "colour=1", *port).exception)
        assert "cannot read the time" in str(tengen("new", "--time", "soon", *port).exception)
        tengen("arbiter", "set_time", "main_ms=1000", "--side", "white", *port)
        assert fake.commands == [{"command": "set_time", "args": {"main_ms": 1000, "side": "white"}}]
        assert "no such command: dance" in str(tengen("arbiter", "dance", *port).exception)
        assert "take_back" in tengen("arbiter").output
        assert json.loads(tengen("devices", *port, "--json").stdout)["serial"] == "e6614103e7452c2f"


@pytest.mark.parametrize("name", ["誠" * 60, "x" * 60, "a" + "é" * 59])
def test_names_of_sixty_characters_make_a_file_name_that_every_system_takes(name):
    """The board takes 60 characters; a file name has 255 bytes, with what is added while it is written."""
    with FakeBoard({"0001": recorded(name, name)}) as fake:
        done = tengen("download", "--port", fake.port)
    with Library() as library:
        (entry,) = library.search()
        assert entry.black == entry.white == name and library.sgf_path(entry.folder, entry.name).exists()
        assert len(f".{entry.name}.tengen.part".encode()) <= 255
    assert f"game 0001, number {entry.number} of the library: {name} – {name}, 3 moves, B+R" in done.output


def test_a_game_in_words():
    now = {"game": "0007", "black": "Ann", "white": "", "move": 12, "last": "Q16", "turn": "white", "phase": "play"}
    assert game_lines(now) == ["game 0007: Ann – White, move 12, last Q16, White to move"]
    assert game_lines(now | {"phase": "count"})[0].endswith("White to move (count)")
    over = game_lines(now | {"phase": "over", "result": "B+R", "message": ["Resigned"]})
    assert over == [
        "game 0007: Ann – White, move 12, last Q16, over",
        "result: Black wins by resignation (B+R)",
        "Resigned",
    ]
    assert game_lines({"message": []}) == []


def test_a_game_whose_players_are_numbers_keeps_no_other_game_from_its_secretary(games):
    """As firmware stored it before names were checked: the list, the download and the sheet take them as text."""
    header, records, state = recorded("Ann", "Bo")
    odd = header | {"black": 5, "white": ["x"], "event": None}
    with FakeBoard({"0000": (odd, records, state)} | games) as fake:
        assert "0000" in tengen("games", "--port", fake.port).output
        rows = [json.loads(line) for line in tengen("download", "--port", fake.port, "--json").stdout.splitlines()]
        assert [(row["game"], row["black"], row["event"]) for row in rows][0] == ("0000", "5", "")
        assert fake.confirmed == {"0000", *games}
        tengen("new", "--set", "black=5", "--set", "event=2026", "--port", fake.port)
        (asked,) = [content for word, content in fake.asked if word == "new"]
        assert asked["set"] == {"black": "5", "event": "2026"}


def test_every_setting_of_the_board_is_explained():
    """The words are the host's, the settings and what they take the firmware's."""
    assert set(settings.MEANING) | set(settings.OF_THE_BOARD) == set(board_settings.KEYS)
    for key, (_, allowed) in board_settings.KEYS.items():
        ends = () if allowed is None else allowed if isinstance(allowed, tuple) else (allowed[0], allowed[-1])
        assert all(str(one) in settings.MEANING[key] for one in ends), key


def test_live_as_json_and_as_a_picture(games):
    with FakeBoard(games) as fake:
        fake.status = {
            "state": "playing", "game": "0007", "t": 61500, "records": 9, "rules": "go", "size": 9, "black": "誠",
            "white": "", "phase": "play", "move": 1, "turn": "white", "position": "." * 20 + "b" + "." * 60,
            "last": "C7", "grid": "." * 20 + "b" + "." * 60, "repair": False, "result": None,
            "message": ["White to play"],
            "clock": {"t": 61500, "running": "w", "b": {"main_ms": 1738500}, "w": {"main_ms": 1800000}},
        }  # fmt: skip
        end = {
            "event": "ruling",
            "at": 70.0,
            "kind": "end",
            "rule": "G7",
            "side": "black",
            "result": "B+R",
            "record": 9,
        }
        fake.batches = [[end]] * 9
        lines = tengen("live", "--json", "--until-end", "--port", fake.port).stdout.splitlines()
        assert [json.loads(line)["event"] for line in lines][0] == "status"
        shown = tengen("live", "--until-end", "--port", fake.port).output
        assert "誠" in shown and "●" in shown and "Black wins by resignation" in shown


def test_a_title_game_over_a_bad_cable_equals_the_input():
    """289 moves, 16 captures: a line in twelve is lost or damaged, the game is not."""
    source = Rehearsal(Path(__file__).parents[1] / "cases" / "games" / "kisei28-g7.sgf")
    board = Recorder(time=TIME | {"main_ms": 6000000})
    for color, name, captured in source.moves:
        board.move(color, name, captured)
    board.command("result", result="B+0.5")
    games = {"0001": (board.game, bytes(board.records), "finished")}
    with FakeBoard(games, loss=0.08) as fake, Library() as library, Board(Link(fake.port, answer_s=0.1)) as link:
        (game,) = wanted(link, library, link.games())
        done = fetch(link, library, game)
        assert link.link.repeated > 0
    stored = done.replay.game
    assert done.replay.same and stored.result == "B+0.5"
    got = [(m.side[0], stored.name(m.point) or None, sorted(map(stored.name, m.captures))) for m in stored.played()]
    assert got == source.moves
