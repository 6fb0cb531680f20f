"""The computer's half of the sensing campaigns: the board under test as a child process (``sensing_child.py``)."""

import json
import struct
import subprocess
import sys
from pathlib import Path

import numpy as np

ROOT = Path(__file__).resolve().parents[2]
CALIBRATION_FRAMES = 16


class BoardUnderTest:
    """The firmware's sensing, and its referee if there is a game, fed with frames of ``model``."""

    def __init__(self):
        self._child = subprocess.Popen(
            [str(Path(sys.executable).with_name("micropython")), "-X", "heapsize=466K"]
            + [str(Path(__file__).with_name("sensing_child.py")), str(ROOT)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )

    def close(self) -> None:
        """End the child."""
        self._child.stdin.close()
        self._child.stdout.close()
        self._child.wait(timeout=10)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def new(self, model, settings: dict | None = None) -> None:
        """Begin with the empty board ``model`` (a ``physics.Board``), calibrated now; ``settings``: of a game."""
        self.model, self.t = model, 0
        text = json.dumps(settings).encode() if settings else b""
        self._send(b"N" + struct.pack("<BH", model.size, len(text)) + text + b"K")
        for _ in range(CALIBRATION_FRAMES):
            self._send(model.raw(0))

    def power_on(self) -> None:
        """Power off and on, without a game: the calibration is kept, nothing else."""
        self._send(b"R")

    def frames(self, count: int, ms: int = 20) -> np.ndarray:
        """``count`` frames, ``ms`` apart; gives them back, as conversions summed by four."""
        data = []
        for _ in range(count):
            self.t += ms
            data.append(self.model.raw(self.t))
        joined = b"".join(data)
        self._send(b"F" + struct.pack("<HH", count, ms) + joined)
        return np.frombuffer(joined, "<u2").reshape(count, self.model.size * 24)

    def wait(self, ms: int) -> None:
        """Time goes by without a frame."""
        self.t += ms
        self._send(b"J" + struct.pack("<I", ms))

    def button(self, side: int, down: bool) -> None:
        """A clock button goes down or up now."""
        self._send(b"E" + bytes((side, int(down))))

    def mask(self, point: int) -> None:
        """The sensor of ``point`` is not to be believed."""
        self._send(b"M" + struct.pack("<H", point))

    def command(self, name: str, **arguments) -> None:
        """An arbiter's command to the referee."""
        text = json.dumps([name, arguments]).encode()
        self._send(b"C" + struct.pack("<H", len(text)) + text)

    def grid(self) -> np.ndarray:
        """The settled grid."""
        self._send(b"G")
        return np.frombuffer(self._read(self.model.size**2), np.uint8)

    def report(self) -> dict:
        """What was ruled since the last report, and what is wrong now."""
        self._send(b"Q")
        (length,) = struct.unpack("<H", self._read(2))
        return json.loads(self._read(length))

    def _send(self, data: bytes) -> None:
        self._child.stdin.write(data)

    def _read(self, count: int) -> bytes:
        self._child.stdin.flush()
        data = self._child.stdout.read(count)
        if len(data) < count:
            raise RuntimeError(f"the board under test has stopped (status {self._child.wait()})")
        return data
