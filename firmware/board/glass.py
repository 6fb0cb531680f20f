"""The display of the board: draws the view when it has changed, and knows when it will change by itself."""

import framebuf

from board import screens
from board.view import View
from shared_rules.native import const

_TENTHS_BELOW_MS = const(10000)  # clocks show tenths of a second below this
_MESSAGE_MS = const(500)  # a message may go this late


class Glass:
    """``view`` is what it shows (``board.view``)."""

    def __init__(self, display):
        self._display = display
        self._frame = framebuf.FrameBuffer(display.buffer, display.width, display.height, framebuf.MONO_VLSB)
        self.view = View()

    def draw(self, watch):
        """Draw the view and show it; ``watch()`` is called now and then."""
        screens.draw(self._frame, self.view, watch)
        watch()
        self._display.show(watch)

    def next_change(self, referee, t):
        """ms until the clock on the display reads otherwise; -1 if none runs. ``referee`` None: no game."""
        if referee is None or not referee.clock_running:
            return _MESSAGE_MS if self.view.message else -1
        ms, period_left, periods, _, overtime = referee.clock.display(t, referee.turn)
        left = period_left if overtime and periods else ms
        return (left - 1) % (100 if left <= _TENTHS_BELOW_MS else 1000) + 1
