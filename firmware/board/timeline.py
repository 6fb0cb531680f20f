"""Game time from the chip's counter, which wraps at 2^30 ms."""

import time

try:
    _ticks_diff = time.ticks_diff
except AttributeError:  # CPython has no ticks

    def _ticks_diff(later, earlier):
        """Signed difference of two readings of a counter that wraps at 2^30."""
        return ((later - earlier + (1 << 29)) & ((1 << 30) - 1)) - (1 << 29)


class Timeline:
    """Milliseconds since the game was created, counted on through wraps and power cuts."""

    def __init__(self, ticks, t=0):
        """It is ``t`` when the counter shows ``ticks``."""
        self._ticks = ticks
        self._t = t

    def at(self, ticks):
        """The time when the counter shows ``ticks``; ask at least once in six days.

        A reading from before the latest one gives an earlier time and moves nothing.
        """
        passed = _ticks_diff(ticks, self._ticks)
        if passed > 0:
            self._ticks = ticks
            self._t += passed
            return self._t
        return self._t + passed
