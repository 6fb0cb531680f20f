"""The chip's watchdog: resets the board when the program no longer feeds it."""

import sys

import machine

from shared_rules.native import const

LIMIT_MS = const(8000)  # the chip's own limit is 8388

# Writing a bit to the "clear" alias of a register clears just this bit (RP2040 datasheet 2.1.2).
_CLEAR_CTRL_RP2040 = const(0x4005B000)
_CLEAR_CTRL_RP2350 = const(0x400DB000)
_ENABLE = const(0x40000000)
# Why the chip was reset: bit 0 the watchdog's time was over, bit 1 a program asked for it.
_REASON_RP2040 = const(0x40058008)
_REASON_RP2350 = const(0x400D8008)


def _two():
    return "RP2350" in sys.implementation._machine


class Watchdog:
    """Watches from ``start`` to ``stop``."""

    def __init__(self):
        self._dog = None

    def hung(self):
        """True if the last start was because nobody had fed the watchdog."""
        return bool(machine.mem16[_REASON_RP2350 if _two() else _REASON_RP2040] & 1)

    def start(self):
        """Begin to watch: the board resets if ``feed`` is not called for ``LIMIT_MS``."""
        self._dog = machine.WDT(timeout=LIMIT_MS)

    def feed(self):
        """Still alive."""
        if self._dog:
            self._dog.feed()

    def stop(self):
        """Watch no longer, so that a program at the REPL is left in peace. ``machine.WDT`` cannot do this itself."""
        if self._dog:
            machine.mem32[_CLEAR_CTRL_RP2350 if _two() else _CLEAR_CTRL_RP2040] = _ENABLE
            self._dog = None
