"""A bare Pico on a pty that restarts when it is reset, for the tests of ``tengen flash``."""

import contextlib
import os
import pty
import subprocess
import sys
import threading
import tty
from pathlib import Path

from hal.twin.nor_flash import CUT_STATUS as CUT

HERE = Path(__file__).resolve().parent
RESET, BOOTLOADER = 5, 6
RP2040 = "Raspberry Pi Pico with RP2040"
RP2350 = "Raspberry Pi Pico2 with RP2350"


class BarePico:
    """Plugged in until ``unplug``. ``port`` is what mpremote connects to, ``log`` what the board said."""

    def __init__(self, image: Path, blocks: int = 128, machine: str = RP2040, release: str = "1.29.0"):
        self.image, self.blocks, self.machine, self.release = image, blocks, machine, release
        self.boots = 0
        self.ended_in: int | None = None
        self.cut = False  # the power failed in a flash operation
        self._process: subprocess.Popen | None = None
        self._plugged = False
        self._slave: int | None = None

    def plug(self, cut_at: int = -1) -> "BarePico":
        """Power on; the power fails at the flash operation ``cut_at``."""
        if self._slave is not None:
            os.close(self._slave)
        self._master, self._slave = pty.openpty()
        tty.setraw(self._slave)
        self.port = os.ttyname(self._slave)
        # The other end of mpremote's line is the terminal of the board.
        self._plugged = True
        self._running = threading.Event()
        self._thread = threading.Thread(target=self._run, args=(cut_at,), daemon=True)
        self._thread.start()
        self._running.wait(10)
        return self

    def _run(self, cut_at: int) -> None:
        while self._plugged:
            self.boots += 1
            self._process = subprocess.Popen(
                [
                    str(Path(sys.executable).with_name("micropython")),
                    str(HERE / "bare_pico.py"),
                    str(self.image),
                    str(self.blocks),
                    str(cut_at),
                    self.machine,
                    self.release,
                ],
                stdin=self._master,
                stdout=self._master,
                stderr=subprocess.DEVNULL,
            )
            self._running.set()
            self.ended_in = self._process.wait()
            if self.ended_in != RESET:
                break
            cut_at = -1
        # Unplugging kills it as well, but is no cut in the middle of a flash operation.
        self.cut = self.ended_in == CUT and self._plugged
        if self.cut:
            self._hang_up()

    def _hang_up(self) -> None:
        """The port is gone; its number stays taken, so that no other program's terminal gets the name meanwhile."""
        with contextlib.suppress(OSError):
            os.close(self._master)

    def unplug(self) -> None:
        """Power off."""
        self._plugged = False
        if self._process and self._process.poll() is None:
            self._process.kill()
        self._thread.join(10)
        if not self.cut:
            self._hang_up()

    def __enter__(self):
        return self.plug()

    def __exit__(self, *_):
        self.unplug()
