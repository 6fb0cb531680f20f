"""The optional voice: a DFPlayer Mini that says the words of the call tables. Loaded only if it is switched on.

``Voice`` has the interface of the hardware layer's ``sound`` (``play``, ``stop``, ``volume``), but ``play`` takes the
words of the clock. Clips lie on its memory card as ``/01/001.wav`` ... (English) and ``/02/001.wav`` ... (Chinese), in
the order of ``voice.txt``; ``firmware/tools/make_voice.py`` makes them. The player needs 100 to 300 ms to begin to
speak, so the tone of ``board.sounds`` still marks the exact second.
"""

from board import texts
from board.timeline import ticks_diff
from shared_rules.native import const

_FOLDER_FILE = const(0x0F)
_VOLUME = const(0x06)
_STOP = const(0x16)
_VOLUMES = (0, 14, 30)
_SECONDS = const(26)  # the first clips, seconds of the count; the next is the end of the time
GAP_MS = const(120)  # between two commands: the player loses one that comes sooner
_WAITING = const(3)  # words that wait while it speaks; older ones are not said any more


def frame(command, high, low):
    """The ten bytes of one command: start, version, length, command, no answer, two parameters, checksum, end."""
    total = -(0xFF + 0x06 + command + high + low) & 0xFFFF
    return bytes((0x7E, 0xFF, 0x06, command, 0, high, low, total >> 8, total & 0xFF, 0xEF))


class Voice:
    """Speaks through ``line``, the hardware layer's ``voice()``: ``write(bytes)`` and ``busy``.

    ``volume``: 0 off, 1 low, 2 high. ``poll(ticks)`` sends what is due; ``waiting`` is True until all is sent.
    """

    def __init__(self, line, language="en"):
        self._line = line
        self.language = language
        self._words = []  # file numbers
        self._sent_at = None
        self._sent_volume = -1
        self.volume = 2

    def play(self, word):
        """Say ``word``; True if there is a clip for it. A second of the count is said at once, others in turn."""
        number = int(texts.find("voice.txt", word).split("=")[0] or 0)
        if not number or not self.volume:
            return False
        if number <= _SECONDS + 1:
            self._words = []
        self._words = self._words[1 - _WAITING :] + [number]
        return True

    def stop(self):
        """Say no more."""
        self._words = []
        self._line.write(frame(_STOP, 0, 0))

    @property
    def waiting(self):
        """True if something is still to be sent."""
        return bool(self._words) or self._sent_volume != self.volume

    def poll(self, ticks):
        """Send the next command that is due when the chip's counter shows ``ticks``."""
        if not self.waiting or self._sent_at is not None and ticks_diff(ticks, self._sent_at) < GAP_MS:
            return
        if self._sent_volume != self.volume:
            self._sent_volume = self.volume
            self._line.write(frame(_VOLUME, 0, _VOLUMES[self.volume]))
        else:
            number = self._words[0]
            if number > _SECONDS + 1 and self._line.busy:
                return
            self._words.pop(0)
            self._line.write(frame(_FOLDER_FILE, 2 if self.language == "zh" else 1, number))
        self._sent_at = ticks
