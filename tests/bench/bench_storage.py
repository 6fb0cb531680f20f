"""Wear of the flash on the real littlefs, and the download of a game over a cable as fast as the Pico's."""

import os
import pty
import tempfile
import threading
import time
import tty

from board.journal import Journal
from board.link import Link
from board.requests import StorageRequests
from board.settings import Settings
from shared_rules import record
from tengen.board import Board
from tengen.link import Link as HostLink
from tests.firmware_host.test_power_cuts import run

MOVES, RECORDS = 300, 7  # a stone, its ruling, press and release, a heartbeat, now and then captured stones
BURST, LOOP_MS = 256, 20  # bytes that the board's USB takes in a millisecond; a turn of the board's loop


class Cable:
    """The board's end of a pty that takes a burst a millisecond."""

    connected = True

    def __init__(self):
        self.master, self.slave = pty.openpty()
        tty.setraw(self.slave)
        os.set_blocking(self.master, False)
        self.bytes, self._next = 0, 0.0

    def readinto(self, buffer):
        try:
            data = os.read(self.master, len(buffer))
        except BlockingIOError:
            return 0
        buffer[: len(data)] = data
        return len(data)

    def write(self, data):
        now = time.monotonic()
        if now < self._next:
            return 0
        self._next = now + 0.001
        n = os.write(self.master, data[:BURST])
        self.bytes += n
        return n


class Requests(StorageRequests):
    """The storage's requests and a hello."""

    def hello(self, arguments):
        return self.identity({"chip": "twin", "serial": "1", "size": 19}, "00000000", "idle")

    def seconds(self):
        return None

    def set(self, arguments):
        return {}


def download() -> tuple[float, int]:
    """Seconds and bytes of one download."""
    with tempfile.TemporaryDirectory() as folder:
        journal = Journal(folder)
        name = journal.create({"rules": "go", "size": 19})
        for i in range(MOVES * RECORDS):
            journal.append(record.POINT, 1, i * 1000, i % 361, 0)
        journal.finish("B+R")
        cable = Cable()
        handlers = Requests(journal, Settings(folder), None)
        handlers.calendar = handlers
        link = Link(cable, handlers, lambda: int(time.monotonic() * 1000) % (1 << 30))
        stop = threading.Event()

        def serve():
            while not stop.is_set():
                link.service(int(time.monotonic() * 1000) % (1 << 30), 40)
                time.sleep(LOOP_MS / 4000)

        thread = threading.Thread(target=serve)
        thread.start()
        try:
            with Board(HostLink(os.ttyname(cable.slave))) as board:
                began, before = time.perf_counter(), cable.bytes
                data = b"".join(board.read(name, 0, MOVES * RECORDS))
                spent, sent = time.perf_counter() - began, cable.bytes - before
        finally:
            stop.set()
            thread.join()
            os.close(cable.master)
            os.close(cable.slave)
        assert data == journal.read(name, 0, MOVES * RECORDS)
        return spent, sent


def rows():
    """Rows for ``tests.bench``."""
    wear = run("wear")
    yield "flash erases a move, a heartbeat in each", wear["mean"], "erases", 0.25
    yield "flash erases before a press is acknowledged, worst", wear["worst"], "erases", 2
    yield "storage of a 300-move game", wear["bytes"] / 1024, "KB", ""
    spent, sent = min(download() for _ in range(3))
    yield f"download of a 300-move game, {MOVES * RECORDS} records, 256 KB/s", spent, "s", 0.5
    yield "the same on the wire", sent / 1024, "KB", ""
