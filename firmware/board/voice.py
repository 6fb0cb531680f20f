"""The optional voice: a DFPlayer Mini that says the words of the call tables.

``Voice`` has the interface of the hardware layer's ``sound`` (``play``, ``stop``, ``volume``), but ``play`` takes the
words of the clock. Clips lie on its memory card as ``/01/001.wav`` ... (English) and ``/02/001.wav`` ... (Chinese), in
the order of ``PHRASES``; ``firmware/tools/make_voice.py`` makes them. The player needs 100 to 300 ms to begin to speak,
so the tone of ``board.sounds`` still marks the exact second.
"""

from shared_rules.native import const

_FOLDER_FILE = const(0x0F)
_VOLUME = const(0x06)
_STOP = const(0x16)
_VOLUMES = (0, 14, 30)
_NUMBERS = (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 15, 18, 20, 25, 26, 27, 28, 29, 30, 40, 50, 55, 56, 57, 58, 59)
_LEFT = 10  # "minute used, N left" up to this N

# Words of the clock -> what is spoken, English and Chinese. The position gives the number of the file.
PHRASES = (
    tuple((str(n), str(n), str(n)) for n in _NUMBERS)
    + (
        ("time", "Time is up", "超时"),
        ("overtime", "Byo-yomi begins", "开始读秒"),
        ("low", "Ten seconds", "还剩十秒"),
        ("pass", "Pass", "弃权一次"),
        ("warning", "Warning", "警告"),
        ("draw", "Draw offered", "提和"),
    )
    + tuple(("minute used, %d left" % n, "%d left" % n, "还剩%d次" % n) for n in range(1, _LEFT + 1))
)


def frame(command, high, low):
    """The ten bytes of one command: start, version, length, command, no answer, two parameters, checksum, end."""
    total = -(0xFF + 0x06 + command + high + low) & 0xFFFF
    return bytes((0x7E, 0xFF, 0x06, command, 0, high, low, total >> 8, total & 0xFF, 0xEF))


class Voice:
    """Speaks through ``write(bytes)``, a serial line of 9600 baud. ``volume``: 0 off, 1 low, 2 high."""

    def __init__(self, write, language="en"):
        self._write = write
        self.language = language
        self._numbers = {}
        for i in range(len(PHRASES)):
            self._numbers[PHRASES[i][0]] = i + 1
        self._sent_volume = -1
        self.volume = 2

    def play(self, word):
        """Say ``word``; True if there is a clip for it."""
        number = self._numbers.get(word)
        if not number or not self.volume:
            return False
        if self._sent_volume != self.volume:
            self._sent_volume = self.volume
            self._write(frame(_VOLUME, 0, _VOLUMES[self.volume]))
        self._write(frame(_FOLDER_FILE, 2 if self.language == "zh" else 1, number))
        return True

    def stop(self):
        """Be quiet."""
        self._write(frame(_STOP, 0, 0))
