"""The host against the board's own code: its link, journal and settings, on a pty."""

import json
import os
import pty
import select
import threading
import time
import tty

import pytest
from recorder import Recorder
from typer.testing import CliRunner

from board.journal import Journal
from board.link import Link as BoardLink
from board.requests import StorageRequests
from board.settings import Settings
from shared_rules import record
from tengen import library as shelf
from tengen.board import Board
from tengen.cli import app, load_commands
from tengen.link import Link, Refused

INFO = {"firmware": "0.1.0", "hash": "0a1b2c3d", "chip": "rp2040", "serial": "e6614103e7452c2f", "size": 19}


class PtySerial:
    """The board's end of a pty, as the hardware layer's ``serial``."""

    connected = True

    def __init__(self):
        self._master, self._slave = pty.openpty()
        tty.setraw(self._slave)
        os.set_blocking(self._master, False)
        self.path = os.ttyname(self._slave)

    def readinto(self, buffer):
        try:
            data = os.read(self._master, len(buffer))
        except BlockingIOError:
            return 0
        buffer[: len(data)] = data
        return len(data)

    def write(self, buffer):
        try:
            return os.write(self._master, buffer)
        except BlockingIOError:
            return 0

    def wait(self):
        select.select([self._master], [], [], 0.005)

    def close(self):
        os.close(self._master)
        os.close(self._slave)


class Calendar:
    """The board's time of day."""

    def __init__(self):
        self.now = None

    def set(self, seconds):
        self.now = seconds

    def seconds(self):
        return self.now


class Requests(StorageRequests):
    """The storage's requests and a ``hello``."""

    def hello(self, arguments):
        return self.identity(INFO, "5be10c77", "idle")


@pytest.fixture
def board(tmp_path):
    """``(port path, journal, calendar)`` of a served board."""
    (tmp_path / "flash").mkdir()
    serial, calendar = PtySerial(), Calendar()
    journal = Journal(str(tmp_path / "flash"))
    link = BoardLink(serial, Requests(journal, Settings(journal.root), calendar))
    stop = threading.Event()

    def serve():
        while not stop.is_set():
            serial.wait()
            link.service(int(time.monotonic() * 1000) & 0x3FFFFFFF)

    thread = threading.Thread(target=serve, daemon=True)
    thread.start()
    yield serial.path, journal, calendar
    stop.set()
    thread.join()
    serial.close()


def write_game(journal, moves, **names):
    """Play a game and write its record through the journal; the recorder that played it."""
    made = Recorder(time={"system": "absolute", "main_ms": 6000000}, **names)
    for i, name in enumerate(moves):
        made.move("bw"[i % 2], name)
    made.command("resign", "white")
    game = journal.create(made.game | {"date": "2026-11-30"})
    for offset in range(0, len(made.records), 16):
        kind, side, _, t, point, value = record.unpack(made.records, offset)
        if kind == record.TEXT:
            journal.append_text(t)
        else:
            journal.append(kind, side, t, point, value)
        if offset % 160 == 0:
            assert journal.flush()
    assert journal.finish(made.referee.result)
    return game, made


def test_download_from_the_real_journal(board, tmp_path, monkeypatch):
    port, journal, calendar = board
    monkeypatch.setenv(shelf.FOLDER_VARIABLE, str(tmp_path / "library"))
    points = [f"{'ABCDEFGHJKLMNOPQRST'[n % 19]}{n // 19 * 2 + 1}" for n in range(150)]
    first, made = write_game(journal, points, black="羽根直樹", white="A]\\")
    second, _ = write_game(journal, points[:10], event="誠")
    load_commands()
    done = CliRunner().invoke(app, ["download", "--port", port, "--json"])
    assert done.exit_code == 0, (done.output, done.exception)
    rows = [json.loads(line) for line in done.stdout.splitlines()]
    assert [(r["game"], r["moves"], r["same"], r["result"]) for r in rows] == [
        (first, 150, True, "B+R"),
        (second, 10, True, "B+R"),
    ]
    assert calendar.now > 800_000_000
    assert all(row[3] for row in journal.games())  # both are confirmed
    stored = next((tmp_path / "library").glob(f"games/*/*{first}.tengen")).read_bytes()
    assert stored.endswith(bytes(made.records))
    again = CliRunner().invoke(app, ["download", "--port", port])
    assert "nothing new" in again.output


def test_settings_and_refusals_of_the_real_board(board):
    port, journal, _ = board
    with Board(Link(port)) as link:
        assert link.settings()["settings"]["language"] == "en"
        assert link.set("language", "zh")["language"] == "zh"
        with pytest.raises(Refused, match="language is one of en, zh, not xx"):
            link.set("language", "xx")
        with pytest.raises(Refused, match="no game 0042 on this board"):
            link.header("0042")
        assert link.games() == []
    assert Settings(journal.root)["language"] == "zh"


def test_who_is_there_is_no_part_of_the_count(board):
    """After the cable was pulled a host asks hello with number 0: changes are still done once, and in their order."""
    port, _, _ = board
    with Board(Link(port)) as link:
        assert link.set("volume", 1)["volume"] == 1
        assert link.link._is_ours()
        assert link.set("volume", 0)["volume"] == 0
        link.link.number = "0000000000000000"
        assert not link.link._is_ours()


def test_a_second_session_hears_that_the_board_is_busy_and_waits(board):
    port, _, _ = board
    first = Link(port)
    first.request("ping")
    first._drop()  # killed: no bye
    with Board(Link(port)) as link:
        assert link.serial == INFO["serial"]
