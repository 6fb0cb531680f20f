"""Time on the chip: the millisecond counter and the date that a host has told."""

import time


class Timer:
    """The chip's millisecond counter."""

    def ticks(self):
        """Now, in ms; wraps at 2^30."""
        return time.ticks_ms()


class Calendar:
    """Date and time of the day; unknown until a host has set it, and after each loss of power."""

    def __init__(self):
        self._offset = None

    def set(self, seconds):
        """Set it: seconds since 2000-01-01 UTC."""
        self._offset = seconds - time.time()

    def seconds(self):
        """Seconds since 2000-01-01 UTC, or None if nobody has set it."""
        if self._offset is None:
            return None
        return time.time() + self._offset
