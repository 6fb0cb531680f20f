"""A strict DFPlayer Mini: it takes nothing that a real one might not take.

Frames are ten bytes, ``7E FF 06 command feedback high low sum sum EF``; the sum is the negative of the six bytes from
``FF`` on. A real module drops a frame with a wrong sum, a command that follows another one too soon, and one for a file
that is not on its card, and nobody hears why; this one raises ``ValueError``.
"""

from dataclasses import dataclass, field

FRAME = 10
GAP_MS = 100  # commands that come sooner after another one get lost
LATENCY_MS = 200  # from a command to the first sound: 100 to 300 ms
_PLAY, _VOLUME, _STOP = 0x0F, 0x06, 0x16


@dataclass
class DfPlayer:
    """``clips``: milliseconds of each file by ``(folder, number)``; ``spoken``: ``(ms, folder, number)`` so far."""

    clips: dict[tuple[int, int], int]
    volume: int = 30
    spoken: list[tuple[int, int, int]] = field(default_factory=list)
    stopped: list[int] = field(default_factory=list)
    _latest: int = -GAP_MS
    _until: int = 0

    def receive(self, t: int, data: bytes) -> None:
        """Bytes came at ``t`` ms."""
        if len(data) != FRAME or data[:3] != b"\x7e\xff\x06" or data[9] != 0xEF:
            raise ValueError(f"no frame of a DFPlayer: {data.hex(' ')}")
        if sum(data[1:7]) + int.from_bytes(data[7:9]) & 0xFFFF:
            raise ValueError(f"wrong checksum: {data.hex(' ')}")
        if t - self._latest < GAP_MS:
            raise ValueError(f"a command {t - self._latest} ms after another one gets lost")
        self._latest = t
        command, high, low = data[3], data[5], data[6]
        if command == _VOLUME and high == 0 and low <= 30:
            self.volume = low
        elif command == _PLAY:
            if (high, low) not in self.clips:
                raise ValueError(f"there is no file {low:03} in folder {high:02}")
            self.spoken.append((t, high, low))
            self._until = t + LATENCY_MS + self.clips[high, low]
        elif command == _STOP:
            self.stopped.append(t)
            self._until = t
        else:
            raise ValueError(f"no command that the board uses: {data.hex(' ')}")

    def busy(self, t: int) -> bool:
        """The busy line, low on the real one: something is being played at ``t`` ms."""
        return t < self._until
