"""Storage that an earlier firmware wrote is read by this one: tests/cases/storage/v1 was written once and stays so.

When the format changes, a folder ``v2`` is added beside it and this file goes on to read both.
"""

import binascii
import json
import shutil
import struct
from pathlib import Path

import pytest

from board.generation import generation
from board.journal import Journal
from board.settings import Settings
from shared_rules import record
from tests.firmware.journal_reader import records

CASES = Path(__file__).resolve().parents[1] / "cases" / "storage"


@pytest.fixture(params=["v1"])
def root(request, tmp_path):
    """A drive with that storage."""
    return shutil.copytree(CASES / request.param, tmp_path / "drive").as_posix()


def lines(start: int, moves: int) -> list[tuple]:
    """What the moves of both games were: a stone, its ruling (article 5), a press, its release, 30 s each."""
    found = []
    for move in range(start, start + moves):
        side, t = 1 + move % 2, move * 30000 + 25000
        found.append((record.POINT, side, t, move, 0))
        found.append((65, side, t + 150, move, (move + 1) << 8 | 5))
        found.append((record.PRESS, side, t + 400, 0xFFFF, 0))
        found.append((record.RELEASE, side, t + 520, 0xFFFF, 0))
    return found


def read(journal: Journal, name: str) -> list[tuple]:
    found = list(records(journal, name))
    assert None not in found
    assert [r[2] for r in found] == list(range(len(found)))
    return [(kind, side, t, point, value) for kind, side, _, t, point, value in found]


def test_a_finished_game(root):
    journal = Journal(root)
    assert journal.games()[0] == ["0001", 402, "finished", True, 6432]
    found = read(journal, "0001")
    assert found[:400] == lines(0, 100)
    assert found[400] == (record.COMMAND, 2, 3100000, 0xFFFF, 7)
    assert found[401][2] == "因碩 res".encode()
    assert f"{binascii.crc32(journal.read('0001', 0, 500)):08X}" == "04EE9DFD"
    game = journal.header("0001")
    assert (game["format"], game["black"], game["white"]) == (1, "本因坊丈和", "井上因碩")
    assert game["time"]["system"] == "byoyomi" and game["komi_zi"] == 3.75


def test_the_bytes_are_those_of_the_document(root):
    first = (Path(root) / "games" / "0001" / "c00").read_bytes()[:16]
    # docs/architecture.md: kind, side, seq, t, point, value, then CRC-16/CCITT-FALSE; little endian.
    assert struct.unpack("<BBHIHi", first[:14]) == (1, 1, 0, 25000, 0, 0)
    assert struct.unpack("<H", first[14:])[0] == binascii.crc_hqx(first[:14], 0xFFFF)


def test_an_unfinished_game_is_taken_up_with_its_heartbeat(root):
    journal = Journal(root)
    assert journal.unfinished() == ["0002"]
    assert read(journal, "0002") == [*lines(0, 31), (record.TIME, 0, 950000, 0xFFFF, 0)]
    journal.resume("0002")
    journal.append(record.POWER, 0, 950000, value=-1)
    assert journal.flush() and journal.finish("W+R")
    assert read(Journal(root), "0002")[124:] == [
        (record.TIME, 0, 950000, 0xFFFF, 0),
        (record.POWER, 0, 950000, 0xFFFF, -1),
    ]
    assert journal.create({}) == "0003"


def test_a_game_of_a_newer_firmware_is_said_and_left_as_it_is(root):
    Journal(root)
    folder = Path(root) / "games" / "0002"
    head = json.loads((folder / "game.json").read_text())
    (folder / "game.json").write_text(json.dumps(head | {"format": 2, "dice": 6}))
    files = {path.name: path.read_bytes() for path in folder.iterdir()}
    journal = Journal(root)
    assert journal.unfinished() == [] and "0002 was written by a newer firmware" in journal.warning
    with pytest.raises(ValueError, match="no unfinished game 0002"):
        journal.resume("0002")
    journal.create({"rules": "go"})
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == files


def test_settings_and_generation(root):
    settings = Settings(root)
    assert settings.message is None
    assert (settings["language"], settings["volume"], settings["name"]) == ("zh", 1, "棋院")
    assert settings["last"] == ["renju-cn", {"offers": 2}] and settings["voice"] == "off"
    assert generation(root) == "5be10c77"
