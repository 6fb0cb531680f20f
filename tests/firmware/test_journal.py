"""Journal, settings, generation, crash count. Under MicroPython on the real littlefs, under CPython in a folder.

Power cuts are in tests/firmware_host/test_power_cuts.py.
"""

import binascii
import os
import sys

from journal_reader import records

from board import crash_count, durable, safe_mode
from board.generation import generation
from board.journal import MAX_GAMES, Journal
from board.link import Refused
from board.requests import Records, StorageRequests
from board.settings import KEYS, Settings
from shared_rules import record

GAME = {"rules": "go", "size": 19, "black": "本因坊丈和", "white": ']\\"', "komi_zi": 3.75}
BLOCKS = 40
_mounted = []


def fresh():
    """The root of an empty drive."""
    if sys.implementation.name != "micropython":
        import tempfile

        return tempfile.mkdtemp()
    from hal.twin.nor_flash import BLOCK, PROG_SIZE, NorFlash

    if _mounted:
        os.umount("/test")
    else:
        _mounted.append(NorFlash(bytearray(BLOCKS * BLOCK), BLOCKS))
    device = _mounted[0]
    for block in range(BLOCKS):
        device.ioctl(6, block)
    os.VfsLfs2.mkfs(device, progsize=PROG_SIZE)
    os.mount(os.VfsLfs2(device, progsize=PROG_SIZE), "/test")
    return "/test"


def write(journal, moves, start=0):
    for move in range(start, start + moves):
        for i in range(3):
            journal.append(record.POINT, 1 + move % 2, move * 1000 + i, move, i)
        journal.append_text("本因坊".encode()[:9])
        assert journal.flush()


def check(journal, name, moves):
    index = 0
    for kind, side, seq, t, point, value in records(journal, name):
        assert seq == index
        if index % 4 == 3:
            assert (kind, t) == (record.TEXT, "本因坊".encode())
        else:
            move = index // 4
            assert (kind, side, t, point, value) == (
                record.POINT,
                1 + move % 2,
                move * 1000 + index % 4,
                move,
                index % 4,
            )
        index += 1
    assert index == 4 * moves == journal.total(name)


def pieces(source):
    """What a source of bytes gives, in pieces that do not fit the chunks."""
    buffer, found = bytearray(16 * 21), b""
    while True:
        n = source.readinto(buffer)
        if not n:
            return found
        found += buffer[:n]


def refusal(call, *arguments):
    """The error that a call raises."""
    try:
        call(*arguments)
    except (ValueError, Refused) as error:
        return error
    raise AssertionError("it was accepted")


def test_a_game_comes_back_as_it_was_written():
    root = fresh()
    journal = Journal(root)
    name = journal.create(GAME)
    assert name == "0001" and journal.current == name
    write(journal, 80)
    check(journal, name, 80)
    assert journal.games() == [["0001", 320, "playing", False, 5120]]
    again = Journal(root)
    assert again.unfinished() == ["0001"] and again.current is None
    assert again.header(name)["black"] == "本因坊丈和" and again.header(name)["white"] == ']\\"'
    check(again, name, 80)
    again.resume(name)
    write(again, 40, 80)
    assert again.finish("B+R")
    check(again, name, 120)
    assert again.games() == [["0001", 480, "finished", False, 7680]] and again.unfinished() == []
    last = Journal(root)
    check(last, name, 120)
    assert "no unfinished game" in str(refusal(last.resume, name))
    assert "no unfinished game" in str(refusal(last.resume, "../x"))


def test_any_piece_can_be_read():
    journal = Journal(fresh())
    name = journal.create(GAME)
    write(journal, 90)
    journal.append(record.PRESS, 1, 999999)  # not durable yet
    whole = journal.read(name, 0, 1000)
    assert len(whole) == 16 * 360
    for start in (0, 1, 23, 24, 250, 255, 256, 340, 359, 360, 400):
        for count in (0, 1, 24, 48, 300):
            assert journal.read(name, start, count) == whole[16 * start : 16 * (start + count)]
    assert journal.total(name) == 360 and journal.count == 361


def test_pieces_of_two_games_in_turn_and_of_one_that_goes():
    """A download reads piece by piece; in between the game goes on, or another one, and its file is not kept open."""
    journal = Journal(fresh())
    first = journal.create(GAME)
    write(journal, 150)
    journal.finish()
    second = journal.create(GAME)
    write(journal, 100)
    whole = journal.read(first, 0, 600) + journal.read(second, 0, 400)
    sources, found = [Records(journal, first, 0, 600), Records(journal, second, 0, 400)], [b"", b""]
    buffer = bytearray(16 * 48)
    for turn in range(14):
        for i in range(2):
            found[i] += buffer[: sources[i].readinto(buffer)]
        write(journal, 3, 100 + 3 * turn)
    assert found[0] + found[1] == whole
    last = Records(journal, first, 0, 600)
    assert last.readinto(buffer) == 768
    journal.finish()
    assert journal.games()[0][:3] == [first, 600, "finished"]
    journal._remove(first)
    try:
        last.readinto(buffer)
        raise AssertionError("the game has gone")
    except OSError:
        pass
    assert journal.read(second, 0, 400) == whole[600 * 16 :]


def test_no_file_is_left_open():
    """A chunk is open between two pieces only: whoever reads to the end or stops closes it."""
    journal = Journal(fresh())
    name = journal.create(GAME)
    write(journal, 150)
    journal.finish()
    buffer = bytearray(16 * 48)
    source = Records(journal, name, 0, 100)
    source.readinto(buffer)
    assert journal._file is not None
    source.close()
    assert journal._file is None and pieces(Records(journal, name, 48, 552)) == journal.read(name, 48, 552)
    assert journal._file is None
    assert len(list(records(journal, name))) == 600 and journal._file is None
    assert len(journal._crc(name)) == 8 and journal._file is None


def test_a_heartbeat_becomes_part_of_the_record():
    root = fresh()
    journal = Journal(root)
    name = journal.create(GAME)
    write(journal, 2)
    for t in (20000, 40000, 60000):
        journal.append(record.TIME, 0, t)
        assert journal.flush()
    assert journal.count == 9  # one of three: they say nothing but the time
    assert [found[3] for found in records(Journal(root), name)][-1] == 60000
    journal = Journal(root)
    journal.resume(name)
    assert journal.count == 9
    journal.append(record.PRESS, 1, 70000)
    journal.flush()
    kinds = [found[0] for found in records(Journal(root), name)]
    assert kinds[-2:] == [record.TIME, record.PRESS] and len(kinds) == 10


def test_an_old_heartbeat_is_not_taken_for_a_new_one():
    root = fresh()
    journal = Journal(root)
    name = journal.create(GAME)
    write(journal, 1)
    journal.append(record.TIME, 0, 5000)
    journal.flush()
    journal.append(record.PRESS, 1, 6000)
    journal.flush()
    journal.finish()
    other = journal.create(GAME)
    write(journal, 1)
    reopened = Journal(root)
    check(reopened, other, 1)
    assert [found[0] for found in records(reopened, name)][-2:] == [record.TIME, record.PRESS]


def test_confirmed_games_go_first_and_the_newest_never():
    root = fresh()
    journal = Journal(root)
    for _ in range(3):
        journal.create(GAME)
        write(journal, 30)
        journal.finish()
    crc = "%08X" % (binascii.crc32(journal.read("0002", 0, 1000)) & 0xFFFFFFFF)
    assert "is not over" in str(refusal(journal.confirm, journal.create(GAME), 0, "00000000"))
    assert "download it again" in str(refusal(journal.confirm, "0002", 119, crc))
    assert "download it again" in str(refusal(journal.confirm, "0002", 120, "00000000"))
    journal.confirm("0002", 120, crc)
    journal.confirm("0002", 120, crc)
    assert [row[3] for row in journal.games()] == [False, True, False, False]
    assert not journal.make_room(1 << 50)
    assert [row[0] for row in journal.games()] == ["0001", "0003", "0004"]
    # A number is never given twice, whatever is removed.
    journal.finish()
    for row in journal.games():
        journal.confirm(row[0], row[1], journal._crc(row[0]))
    assert not journal.make_room(1 << 50)
    assert [row[0] for row in journal.games()] == ["0004"]
    assert journal.create(GAME) == "0005"


def test_games_are_no_more_than_a_folder_holds_well():
    root = fresh()
    journal = Journal(root)
    # A small drive: the folders alone fill it, so the limit is tried in steps.
    for _ in range(4):
        journal.create({"rules": "go"})
        journal.finish()
    for row in journal.games()[:3]:
        journal.confirm(row[0], row[1], journal._crc(row[0]))
    assert journal.make_room(0, 2)
    assert [row[0] for row in journal.games()] == ["0003", "0004"]
    assert not journal.make_room(0, 0)
    assert [row[0] for row in journal.games()] == ["0004"]
    assert MAX_GAMES == 40


def test_half_made_games_are_swept_away():
    root = fresh()
    journal = Journal(root)
    journal.create(GAME)
    journal.finish()
    os.mkdir(root + "/games/0002")
    os.mkdir(root + "/games/0003")
    with open(root + "/games/0003/game.json.part", "wb") as file:
        file.write(b"{")
    assert [row[0] for row in Journal(root).games()] == ["0001"]


def test_full_storage_warns_and_play_goes_on():
    if sys.implementation.name != "micropython":
        return  # a folder of the computer is never full; the other run of this file counts
    root = fresh()
    journal = Journal(root)
    name = journal.create(GAME)
    assert journal.warning is None
    with open(root + "/ballast", "wb") as file:
        for _ in range(os.statvfs(root)[3] - 6):
            file.write(b"x" * 4000)
    moves = 0
    while True:
        for i in range(3):
            journal.append(record.POINT, 1 + moves % 2, moves * 1000 + i, moves, i)
        journal.append_text("本因坊".encode()[:9])
        moves += 1
        if not journal.flush():
            break
        assert moves < 1000
    assert "full" in journal.warning
    # What was flushed is there, the rest waits in memory and is written as soon as there is room.
    assert Journal(root).total(name) >= 4 * (moves - 1)
    os.remove(root + "/ballast")
    write(journal, 5, moves)
    check(Journal(root), name, moves + 5)


def test_a_new_game_on_a_full_board_is_announced():
    root = fresh()
    journal = Journal(root)
    journal.free = lambda: 20000
    journal.create(GAME)
    assert "download the games" in journal.warning
    write(journal, 3)
    check(Journal(root), "0001", 3)


def test_settings_survive_a_bad_file():
    root = fresh()
    settings = Settings(root)
    assert settings.message is None
    for key in KEYS:
        assert settings[key] == KEYS[key][0]
    settings.set("volume", 0)
    settings.set("language", "zh")
    settings.set("name", "棋院")
    settings.set("last", ["go-2002", {"komi_zi": 3.75}])
    again = Settings(root)
    assert (again["volume"], again["language"], again["name"]) == (0, "zh", "棋院") and again.message is None
    assert again["last"] == ["go-2002", {"komi_zi": 3.75}]
    for bad in (b"", b"{", b"[1]", b"\xff\xfe\x00", b'{"volume": 2'):
        durable.replace(root + "/settings.json", bad)
        broken = Settings(root)
        assert broken["volume"] == 2 and "cannot be read" in broken.message
    durable.replace(root + "/settings.json", b'{"volume": 9, "language": "zh", "tomorrow": 1, "voice": 1}')
    broken = Settings(root)
    assert (broken["volume"], broken["language"], broken["voice"]) == (2, "zh", "off")
    assert "default is used" in broken.message
    broken.set("volume", 1)
    assert Settings(root).message is None


def test_settings_take_what_they_should_only():
    settings = Settings(fresh())
    for key, value in (
        ("volume", 3),
        ("volume", True),
        ("volume", "1"),
        ("voice", 1),
        ("language", "fr"),
        ("name", 7),
        ("name", "x" * 500),
        ("nothing", 1),
        (None, 1),
        ("volume", None),
    ):
        assert "\n" not in str(refusal(settings.set, key, value))
    assert settings["volume"] == 2 and settings["voice"] == "off" and settings["name"] == ""


def test_the_generation_stays_and_is_made_anew_on_a_new_drive():
    root = fresh()
    first = generation(root)
    assert len(first) == 8 and generation(root) == first
    durable.replace(root + "/generation", b"nonsense")
    second = generation(root)
    assert second != first and generation(root) == second
    assert generation(fresh()) != second


def test_three_crashes_or_both_buttons_start_safe_mode():
    root = fresh()
    for n in range(3):
        crashes = crash_count.CrashCount(root)
        assert crashes.number == n and crash_count.reason(crashes, 0) is None
        crashes.add("ValueError: %d" % n)
    crashes = crash_count.CrashCount(root)
    assert "3 times: ValueError: 2" in crash_count.reason(crashes, 0)
    crashes.well()
    crashes = crash_count.CrashCount(root)
    assert crash_count.reason(crashes, 0) is None
    assert crash_count.reason(crashes, 1) is None and crash_count.reason(crashes, 2) is None
    assert "both buttons" in crash_count.reason(crashes, 3)
    durable.replace(root + "/crashes", b"\xc3nonsense")
    assert crash_count.CrashCount(root).number == 0


class NoCalendar:
    """A board that no host has told the time."""

    def seconds(self):
        return None

    def set(self, seconds):
        self.told = seconds


def test_requests_about_storage():
    root = fresh()
    journal, settings = Journal(root), Settings(root)
    asked = StorageRequests(journal, settings, NoCalendar())
    name = journal.create(GAME)
    write(journal, 30)
    found = asked.read({"game": name, "from": 47})
    assert (found["from"], found["count"], found["total"]) == (47, 73, 120)
    assert pieces(found["data"]) == journal.read(name, 47, 73)
    assert asked.read({"game": name, "from": 118, "count": 9})["count"] == 2
    assert asked.read({"game": name, "from": 1000, "count": 9})["count"] == 0
    head = asked.header({"game": name})
    assert len(binascii.a2b_base64(head["data"])) == head["size"]
    for bad in ({}, {"game": "0002"}, {"game": "../x"}, {"game": 1}, {"game": ""}):
        assert refusal(asked.read, bad).word == "missing"
    for bad in (-1, "1", 1.5, True, None):
        assert refusal(asked.read, {"game": name, "from": bad}).word == "bad"
    assert refusal(asked.confirm, {"game": name, "records": 120, "crc": "00000000"}).word == "refused"
    journal.finish("W+2")
    crc = "%08X" % (binascii.crc32(journal.read(name, 0, 1000)) & 0xFFFFFFFF)
    assert asked.confirm({"game": name, "records": 120, "crc": crc}) == {"game": name, "confirmed": True}
    assert asked.games({}) == {"games": [[name, 120, "finished", True, 1920]], "from": 0, "more": False}
    assert asked.set({"key": "volume", "value": 1})["settings"]["volume"] == 1
    assert refusal(asked.set, {"key": "volume", "value": 7}).word == "bad"
    assert asked.time({"seconds": 847000000}) == {"seconds": 847000000, "was": None}
    assert refusal(asked.time, {}).word == "bad"
    info = {"chip": "twin", "serial": "1", "size": 19}
    board = safe_mode.SafeBoard(info, journal, settings, NoCalendar(), root, "both buttons were held", lambda to: None)
    hello = board.hello({})
    assert hello["state"] == "safe" and hello["generation"] == generation(root) and hello["game"] is None
    assert refusal(board.new, {}).word == "refused" and refusal(board.reboot, {"to": "moon"}).word == "bad"
    assert board.reboot({"to": "bootloader"}) == {"to": "bootloader"}
