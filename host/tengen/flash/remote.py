"""The board's REPL, through ``mpremote`` as a program of its own: every call says its mode and ends."""

import contextlib
import json
import re
import subprocess
import sys
import threading
import time
from collections.abc import Callable

import serial

from tengen import devices
from tengen.errors import TengenError

TIMEOUT_S = 60
REAPPEAR_S = 30
AGAIN = "run the command again, it goes on where it stopped"

# What MicroPython and mpremote say, and what it means for the person at the keyboard.
_MEANINGS = (
    (r"ENOSPC|OSError: 28|No space left", "the board's drive is full: delete old games, then {again}"),
    (r"failed to access|in use by another", None),
    (r"could not enter raw repl|timeout waiting", "the board does not answer: unplug it, plug it in and {again}"),
    (r"\bEIO\b|OSError: 5\b", "the board's flash reports an error: {again}; if it stays, the board is worn out"),
    (r"Input/output|disconnected|device reports readiness|ClearCommError|Errno (5|6|9|19)\b",
     "the cable came off: plug the board in and {again}"),
    (r"MemoryError", "the board ran out of memory: unplug it, plug it in and {again}"),
)  # fmt: skip


class Remote:
    """One board at one port."""

    def __init__(self, port: str):
        self.port = port

    def soft_reset(self) -> None:
        """Stop the program that runs and empty the heap; ``main.py`` does not start."""
        self.run("stopping the program", "soft-reset")

    def run(
        self, stage: str, *command: str, on_line: Callable[[str], None] | None = None, timeout: float = TIMEOUT_S
    ) -> str:
        """One mpremote call that does ``command`` (without another reset) and gives its output.

        ``stage`` is what the error line says was being done; ``on_line`` gets each line as it comes.
        """
        call = [sys.executable, "-u", "-m", "mpremote", "connect", self.port, "resume", *command]
        process = subprocess.Popen(call, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, errors="replace")
        slow = threading.Event()

        def give_up() -> None:
            slow.set()
            process.kill()

        alarm = threading.Timer(timeout, give_up)
        alarm.start()
        output = []
        try:
            if on_line:
                for line in process.stdout:
                    output.append(line)
                    on_line(line.rstrip("\n"))
            rest, errors = process.communicate()
        except BaseException:
            process.kill()
            process.communicate()
            raise
        finally:
            alarm.cancel()
        if slow.is_set():
            raise TengenError(f"{stage}: the board does not answer: unplug it, plug it in and {AGAIN}")
        output.append(rest)
        if process.returncode:
            raise TengenError(f"{stage}: {self._explain(errors + rest)}")
        return "".join(output)

    def execute(self, stage: str, code: str, timeout: float = TIMEOUT_S) -> str:
        """Run code on the board, give what it prints."""
        return self.run(stage, "exec", code, timeout=timeout)

    def query(self, stage: str, code: str, timeout: float = TIMEOUT_S) -> dict:
        """Run code whose last line of output is a JSON object."""
        lines = self.execute(stage, code, timeout).strip().splitlines()
        with contextlib.suppress(IndexError, ValueError):
            answer = json.loads(lines[-1])
            if isinstance(answer, dict):
                return answer
        raise TengenError(f"{stage}: the board's answer makes no sense: {AGAIN}")

    def reset(self) -> None:
        """Restart the board, as if the power had been off."""
        self.run("restarting the board", "reset")

    def wait(self, seconds: float = REAPPEAR_S) -> None:
        """Wait until the port is there again after a restart."""
        end = time.monotonic() + seconds
        time.sleep(0.5)
        while time.monotonic() < end:
            try:
                devices.choose(self.port)
                return
            except TengenError:
                time.sleep(0.3)
        raise TengenError(f"the board did not come back at {self.port}: unplug it, plug it in and {AGAIN}")

    def _explain(self, text: str) -> str:
        for pattern, meaning in _MEANINGS:
            if re.search(pattern, text):
                return meaning.format(again=AGAIN) if meaning else self._why_closed()
        lines = [line for line in text.strip().splitlines() if line.strip()]
        return f"{lines[-1].removeprefix('mpremote: ') if lines else 'mpremote failed'}; {AGAIN}"

    def _why_closed(self) -> str:
        """Why mpremote could not open the port, as far as opening it once more shows, and what to do."""
        try:
            serial.serial_for_url(self.port, exclusive=True).close()
        except (OSError, ValueError) as error:
            text = devices.explain(self.port, error)
        else:
            text = f"{self.port} was in use by another program: close it"
        return f"{text} Then {AGAIN}" if text.endswith("?") else f"{text}; then {AGAIN}"
