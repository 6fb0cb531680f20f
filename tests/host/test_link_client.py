"""The link against a board that keeps to the protocol to the letter, over a real pty and a bad cable."""

import random
import time

import pytest
from fake_board import FakeBoard

from tengen import devices, link
from tengen.board import Board
from tengen.errors import TengenError
from tengen.link import Link, Refused

RECORDS = random.Random(7).randbytes(16 * 500)
GAMES = {"0007": ({"rules": "go", "size": 19, "black": "誠" * 60, "white": "x" * 900}, RECORDS, "finished")}


def test_examples_of_the_protocol():
    """The worked examples of firmware/PROTOCOL.md, checksums included."""
    assert link.frame("?", 1, "c0de", "hello", {"protocol": 1}) == b'?1 c0de hello {"protocol":1} E03309AC\n'
    assert link.frame("?", 3, "c0de", "bye", {}) == b"?3 c0de bye {} 1EB326F4\n"
    assert link.parse(b'=1 c0de {"protocol":1,"busy":false} E7B1C756') == (
        "=", 1, "c0de", "", {"protocol": 1, "busy": False},
    )  # fmt: skip
    refusal = b'!2 c0de missing {"say":"there is no game 0009 on this board"} 92CE6DF3'
    assert link.parse(refusal)[3] == "missing"


@pytest.mark.parametrize(
    "line",
    [b"", b">>> ", b"=1 c0de {} 00000000", b"=1 c0de {\xc3\xa9} E7B1C756", b"AT", b"=", b"*4", b"\x00\x00", b"=1 c0de"],
)
def test_what_is_no_frame_is_none(line):
    assert link.parse(line) is None


def test_every_single_bit_error_is_noticed():
    line = bytearray(link.frame("=", 12, "c0de", "", {"a": [1, 2]})[:-1])
    for i in range(len(line) * 8):
        line[i // 8] ^= 1 << i % 8
        assert link.parse(bytes(line)) is None
        line[i // 8] ^= 1 << i % 8
    assert link.parse(bytes(line)) is not None


def test_hello_sets_the_time_and_reads_everything():
    with FakeBoard(GAMES) as fake, Board(Link(fake.port)) as board:
        assert not board.time_was_set and fake._hello["seconds"] > 800_000_000
        (game,) = board.games()
        assert (game.id, game.records, game.state, game.confirmed) == ("0007", 500, "finished", False)
        assert board.header("0007")["black"] == "誠" * 60
        assert b"".join(board.read("0007", 0, 500)) == RECORDS
        assert b"".join(board.read("0007", 490, 500)) == RECORDS[490 * 16 :]
        board.confirm("0007", RECORDS)
        assert fake.confirmed == {"0007"}


def test_more_games_than_fit_one_answer():
    games = {f"{n:04}": ({"rules": "go", "size": 9}, b"", "finished") for n in range(47)}
    with FakeBoard(games) as fake, Board(Link(fake.port)) as board:
        assert [game.id for game in board.games()] == list(games)


@pytest.mark.parametrize("seed", range(3))
def test_lost_and_damaged_lines_are_asked_for_again(seed):
    """Field report G11: a flipped byte costs one repetition, never a wrong record."""
    with FakeBoard(GAMES, loss=0.15, seed=seed) as fake, Board(Link(fake.port, answer_s=0.06)) as board:
        assert b"".join(board.read("0007", 0, 500)) == RECORDS
        for n in range(20):
            board.command("warn", {"side": "black", "n": n})
        assert [c["args"]["n"] for c in fake.commands] == list(range(20))  # each was done once
        assert board.link.repeated > 0


def test_four_requests_are_on_the_way_at_once():
    with FakeBoard(GAMES) as fake, Board(Link(fake.port)) as board:
        sent = []
        write = board.link._port.write
        board.link._port.write = lambda data: (sent.append(data.count(b"?")), write(data))
        assert b"".join(board.read("0007", 0, 500)) == RECORDS
        assert sent[0] == 4 and sum(sent) == 11


def test_a_refusal_says_what_the_board_says():
    with FakeBoard(GAMES) as fake, Board(Link(fake.port)) as board:
        with pytest.raises(Refused, match="there is no game 0009 on this board") as caught:
            board.header("0009")
        assert caught.value.word == "missing"
        assert b"".join(board.read("0007", 0, 500)) == RECORDS  # and the link goes on


def test_a_second_program_gets_a_clear_answer():
    with FakeBoard(GAMES) as fake, Link(fake.port) as first:
        first.request("ping")
        with pytest.raises(TengenError, match="in use by .*close it and try again"):
            Link(fake.port)


def test_a_program_that_was_killed_blocks_the_board_for_three_seconds_only():
    with FakeBoard(GAMES) as fake:
        first = Link(fake.port)
        first.request("ping")
        first._drop()  # no bye
        with Board(Link(fake.port)) as board:
            assert board.serial == "e6614103e7452c2f"
        with Board(Link(fake.port)) as board:  # after a bye there is nothing to wait for
            assert [word for word, _ in fake.asked][-3:] == ["bye", "hello", "time"]


def test_micropython_without_our_firmware():
    repl = b"Traceback (most recent call last):\r\nSyntaxError: invalid syntax\r\n>>> "
    said = "runs MicroPython, but not Tengen's firmware.*tengen flash"
    with FakeBoard(greeting=repl) as fake, pytest.raises(TengenError, match=said):
        Board(Link(fake.port, answer_s=0.05))


def test_a_silent_port():
    with FakeBoard() as fake:
        fake.silent = True
        with pytest.raises(TengenError, match="no answer from .*safe mode"):
            Board(Link(fake.port, answer_s=0.05))


@pytest.mark.parametrize(
    ("hello", "said"),
    [
        ({"protocol": 2}, "protocol 2, this program protocol 1: update this program"),
        ({"protocol": 0}, "update the board's firmware: tengen flash"),
        ({"board": "chessboard"}, "not a Tengen board"),
    ],
)
def test_another_version_says_what_to_update(hello, said):
    with FakeBoard(hello=hello) as fake, Link(fake.port) as port, pytest.raises(TengenError, match=said):
        Board(port)


def test_a_pulled_cable_is_waited_for_and_no_change_is_done_twice(tmp_path):
    """Field reports G2 and G3: the board comes back under another name, which its name for us follows."""
    with FakeBoard(GAMES) as fake, Board(Link(fake.follow(tmp_path / "board"), answer_s=0.3)) as board:
        blocks = board.read("0007", 0, 500)
        got = next(blocks)
        fake.replug()
        got += b"".join(blocks)
        assert got == RECORDS and board.link.replugged == 1
        assert board.command("pause", {})["record"] == 41


@pytest.mark.parametrize("after", [0, 1, 60, 61, 400, 1100, 1101, 1102, 1537, 2500, 6000])
def test_the_cable_is_pulled_after_any_byte(after, tmp_path):
    with FakeBoard(GAMES) as fake, Board(Link(fake.follow(tmp_path / "board"), answer_s=0.3)) as board:
        fake.cut_after = after
        assert b"".join(board.read("0007", 0, 500)) == RECORDS
        assert board.command("warn", {"side": "black"})["record"] == 41 and len(fake.commands) == 1
        assert board.link.replugged == 1


def test_a_board_that_goes_for_good_leaves_one_line_and_no_open_port(tmp_path, monkeypatch):
    """Pulled while nothing was asked, and pulled again while it says who it is: no traceback from the port."""
    fake = FakeBoard(GAMES)
    board = Board(Link(fake.port))
    fake.close()
    board.link.close()  # the goodbye finds nobody
    with FakeBoard(GAMES) as fake:
        board = Board(Link(fake.follow(tmp_path / "board"), replug_s=0.7))

        def gone():
            raise link._Unplugged

        monkeypatch.setattr(board.link, "_is_ours", gone)
        fake.replug()
        with pytest.raises(TengenError, match="unplugged and did not come back"):
            board.status()
        assert board.link._port is None
        board.link.close()


def test_a_board_that_stays_away(tmp_path):
    fake = FakeBoard(GAMES)
    try:
        name = fake.follow(tmp_path / "board")
        board = Board(Link(name, replug_s=0.5))
        fake.name = None
        (tmp_path / "board").unlink()
        fake.replug()
        with pytest.raises(TengenError, match="unplugged and did not come back"):
            board.status()
    finally:
        fake.close()


def test_another_board_at_the_same_port_is_not_taken_for_ours(tmp_path, monkeypatch):
    with FakeBoard(GAMES) as fake, Board(Link(fake.follow(tmp_path / "board"), answer_s=0.3, replug_s=0.9)) as board:
        name = str(tmp_path / "board")
        listed = [devices.Port(name, "e6614103e7452c2f", "")]
        monkeypatch.setattr(devices, "ports", lambda: listed)
        fake.replug()
        assert board.status()["state"] == "idle"
        listed[0] = devices.Port(name, "0000000000000000", "")
        fake.replug()
        with pytest.raises(TengenError, match="did not come back"):
            board.status()


def test_a_port_without_a_number_is_believed_only_if_the_board_says_who_it_is(tmp_path, monkeypatch):
    """Field reports G2, G3: hubs, containers and virtual ports do not tell the USB number; the same board goes on."""
    monkeypatch.setattr(devices, "ports", lambda: [])
    with FakeBoard(GAMES) as fake, Board(Link(fake.follow(tmp_path / "board"), answer_s=0.3, replug_s=0.9)) as board:
        fake.replug()
        assert board.command("warn", {"side": "black"})["record"] == 41 and board.link.replugged == 1
        fake._hello["serial"] = "0000000000000000"
        fake.replug()
        with pytest.raises(TengenError, match="did not come back"):
            board.command("warn", {"side": "black"})
        assert len(fake.commands) == 1  # the other board was told nothing
        assert {word for word, _ in fake.asked[-2:]} == {"hello"}


def test_live_gives_status_then_events_and_asks_again_after_a_gap():
    """Field report G13: a missed event shows as a gap; the whole state is fetched, never a reset."""

    def said(*texts):
        return [{"event": "message", "message": [text]} for text in texts]

    with FakeBoard(GAMES) as fake, Board(Link(fake.port)) as board:
        fake.batches = [[*said("0", "1"), 2, *said("2")], said("again")]
        seen = []

        def watch(event, content):
            if event != "tick":
                seen.append((event, content["message"][0]))
            return seen[-1] != ("message", "again")

        board.live(watch)
        assert seen[0] == ("status", "Tengen") and ("message", "2") not in seen
        assert seen[-2:] == [("status", "Tengen"), ("message", "again")]


def test_a_session_is_kept_alive_while_nothing_happens():
    with FakeBoard(GAMES) as fake, Board(Link(fake.port)) as board:
        start = time.monotonic()
        board.live(lambda event, content: time.monotonic() - start < 0.9, status_s=0.3)
        assert sum(word == "ping" for word, _ in fake.asked) >= 1


def test_the_date_of_a_game_is_that_of_this_computer(monkeypatch):
    """The board keeps seconds since 2000 UTC; before its first contact it knows no date (field report E12)."""
    monkeypatch.setenv("TZ", "CST-8")
    time.tzset()
    try:
        noon = (26 * 365 + 7) * 86400 + 333 * 86400 + 12 * 3600  # 2026-11-30 12:00 UTC
        games = {"0001": ({"rules": "go", "size": 9, "date": noon}, b"", "finished")}
        games["0002"] = ({"rules": "go", "size": 9, "date": None}, b"", "finished")
        with FakeBoard(games) as fake, Board(Link(fake.port)) as board:
            assert board.header("0001")["date"] == "2026-11-30 20:00"
            assert board.header("0002")["date"] is None
    finally:
        monkeypatch.undo()
        time.tzset()
