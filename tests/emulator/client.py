"""Drives ``tests/emulator/pico.py`` from a test: boots it, talks to its world and, through its pty, to its REPL."""

import json
import subprocess
import sys
from pathlib import Path, PurePosixPath

from littlefs import LittleFS

from tengen.flash.build import Firmware, with_constants

ROOT = Path(__file__).resolve().parents[2]
BLOCKS, BLOCK, PROG = 352, 4096, 256
STOP_S = 20


class Emulator:
    """One emulated Pico; ``flash`` is the file of its drive, made by the firmware if it is not there."""

    def __init__(self, image: Path, flash: Path):
        self._command = [sys.executable, "-m", "tests.emulator.pico", str(image), str(flash)]
        self.port = ""

    def __enter__(self):
        self._process = subprocess.Popen(
            self._command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=ROOT
        )
        self.port = self.ask("port")["port"]
        return self

    def __exit__(self, *_):
        if self._process.poll() is None:
            self._process.stdin.write('{"do": "quit"}\n')
            self._process.stdin.close()
            try:
                self._process.wait(STOP_S)
            except subprocess.TimeoutExpired:
                self._process.kill()

    def ask(self, do: str, **arguments) -> dict:
        """One command of the world."""
        self._process.stdin.write(json.dumps({"do": do, **arguments}) + "\n")
        self._process.stdin.flush()
        line = self._process.stdout.readline()
        if not line:
            raise RuntimeError(f"the emulator ended, status {self._process.wait(STOP_S)}")
        return json.loads(line)

    def now(self) -> float:
        """Emulated milliseconds since power-on."""
        return self.ask("now")["ms"]

    def execute(self, code: str, timeout: float = 600) -> str:
        """Run code on the chip, give its output; stops whatever runs there, without a soft reset."""
        call = [sys.executable, "-m", "mpremote", "connect", self.port, "resume", "exec", with_constants(code)]
        done = subprocess.run(call, capture_output=True, text=True, timeout=timeout)
        if done.returncode:
            raise RuntimeError(done.stdout + done.stderr)
        return done.stdout


def make_drive(path: Path, firmware: Firmware, files: dict[str, bytes] | None = None, main: bool = True) -> None:
    """Write a drive as ``tengen flash`` leaves it, without the minute that it takes in the emulator.

    ``files``: more of them, by path; ``main``: with what starts the program at power-on.
    """
    drive = LittleFS(block_size=BLOCK, block_count=BLOCKS, prog_size=PROG, disk_version=0x00020000)
    everything = {f"a/{file.name}": file.data for file in firmware.files}
    everything.update({file.name: file.data for file in firmware.boot if main or file.name != "main.py"})
    everything["slot"] = b"a\n"
    everything.update(files or {})
    for name, data in everything.items():
        folder = str(PurePosixPath(name).parent)
        if folder != ".":
            drive.makedirs(folder, exist_ok=True)
        with drive.open(name, "wb") as file:
            file.write(data)
    path.write_bytes(bytes(drive.context.buffer))
