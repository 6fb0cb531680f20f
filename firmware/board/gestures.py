"""What a hand does with the two clock buttons: presses, holds, both held, and a button that is stuck.

Edges come in debounced, each with the time it was sampled. A press counts on its down edge, at once and with the time
of that edge (D11); what a *hold* means is known only later, so the sequences are:

====================  =====================================================================================
hand                  events
====================  =====================================================================================
short press           PRESS at the down edge, RELEASE at the up edge
own button held 2 s   PRESS at the down edge, HOLD exactly 2 s later; no RELEASE
both held 2 s         PRESS of each, MENU 2 s after the second went down (side 0); no RELEASE of either
down for 30 s         STUCK once; the button is ignored until it has come up, then works again
====================  =====================================================================================

So a PRESS without a stone is an early press (G17.4) only when its RELEASE comes; a HOLD makes it a pass, a MENU
nothing. Times are ms of any counter, the one that wraps at 2^30 included.
"""

from board.timeline import TICKS_PERIOD, ticks_diff
from shared_rules.native import const
from shared_rules.points import BLACK, WHITE

PRESS = const(1)
RELEASE = const(2)
HOLD = const(3)
MENU = const(4)
STUCK = const(5)

HOLD_MS = const(2000)
STUCK_MS = const(30000)

_UP = const(0)
_DOWN = const(1)  # short so far
_SPENT = const(2)  # already meant something else: its release says nothing
_IGNORED = const(3)  # stuck, until it comes up


class Gestures:
    """Turns button edges into events ``(kind, side, t)``; ``t`` is when it happened, however late it is asked for."""

    def __init__(self, stuck=0):
        """``stuck``: bits of the buttons (BLACK, WHITE) that were down at boot; each is reported once and ignored."""
        self._state = [_UP, _UP, _UP]
        self._since = [0, 0, 0]
        self._events = []
        for side in (BLACK, WHITE):
            if stuck & side:
                self._state[side] = _IGNORED
                self._events.append((STUCK, side, 0))

    def edge(self, t, side, down):
        """``side``'s button went down or came up at ``t``. A repeated edge of the same kind changes nothing (D14)."""
        self._settle(t)
        state = self._state[side]
        if down:
            if state == _UP:
                self._state[side] = _DOWN
                self._since[side] = t
                self._events.append((PRESS, side, t))
        else:
            self._state[side] = _UP
            if state == _DOWN:
                self._events.append((RELEASE, side, t))

    def poll(self, t):
        """The next event up to ``t``, or None. Ask until None; allocates nothing when there is nothing."""
        if self._state[BLACK] or self._state[WHITE]:
            self._settle(t)
        return self._events.pop(0) if self._events else None

    def is_down(self, side):
        """True while the button is down and not stuck."""
        return self._state[side] in (_DOWN, _SPENT)

    def _settle(self, t):
        """Let the holds that are complete at ``t`` become events."""
        state = self._state
        if state[BLACK] == _DOWN and state[WHITE] == _DOWN:
            later = WHITE if ticks_diff(self._since[WHITE], self._since[BLACK]) >= 0 else BLACK
            if ticks_diff(t, self._since[later]) >= HOLD_MS:
                state[BLACK] = state[WHITE] = _SPENT
                self._tell(MENU, 0, self._since[later] + HOLD_MS)
        else:
            for side in (BLACK, WHITE):
                if state[side] == _DOWN and ticks_diff(t, self._since[side]) >= HOLD_MS:
                    state[side] = _SPENT
                    self._tell(HOLD, side, self._since[side] + HOLD_MS)
        for side in (BLACK, WHITE):
            if state[side] == _SPENT and ticks_diff(t, self._since[side]) >= STUCK_MS:
                state[side] = _IGNORED
                self._tell(STUCK, side, self._since[side] + STUCK_MS)

    def _tell(self, kind, side, t):
        # Game time never comes near the wrap; the chip's counter wraps here as it does there.
        self._events.append((kind, side, t & (TICKS_PERIOD - 1)))
