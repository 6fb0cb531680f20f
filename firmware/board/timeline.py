"""Game time from the chip's counter, which wraps at 2^30 ms."""

from shared_rules.native import const, micropython

TICKS_PERIOD = const(1 << 30)
_HALF = const(1 << 29)


def ticks_diff(later, earlier):
    """Signed difference in ms of two readings of the chip's counter.

    ``time.ticks_diff`` does the same on the board, but wraps at 2^62 on a 64-bit interpreter.
    """
    return ((later - earlier + _HALF) & (TICKS_PERIOD - 1)) - _HALF


class Timeline:
    """Milliseconds since the game was created, counted on through wraps and power cuts."""

    def __init__(self, ticks, t=0):
        """It is ``t`` when the counter shows ``ticks``."""
        self._ticks = ticks
        self._t = t

    @micropython.native
    def at(self, ticks):
        """The time when the counter shows ``ticks``; ask at least once in six days.

        A reading from before the latest one gives an earlier time and moves nothing.
        """
        passed = ticks_diff(ticks, self._ticks)
        if passed > 0:
            self._ticks = ticks
            self._t += passed
            return self._t
        return self._t + passed
