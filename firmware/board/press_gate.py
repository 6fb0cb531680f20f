"""Puts presses and settled points into the order in which hands made them.

A stone needs some frames to settle, a press is known to the millisecond. So a press that comes while the picture is
unsettled waits until it has settled, for at most ``PATIENCE_MS``; a change that began before the press, or within
``GRACE_MS`` after it (no frame can have shown it earlier), counts as made before it. The clock loses nothing by the
waiting: the press keeps its own time.
"""

from shared_rules.native import const, micropython

GRACE_MS = const(30)
PATIENCE_MS = const(600)
_ROOM = const(8)


class PressGate:
    """Holds button edges ``(t, side, down)`` until they may be told to the referee."""

    def __init__(self):
        self._edges = []
        self._unsettled_since = -1

    def edge(self, t, side, down):
        """A button edge at ``t``; kept in order. More than eight at once are no human hand and are dropped."""
        if len(self._edges) < _ROOM:
            self._edges.append((t, side, down))

    def frame(self, t, busy):
        """A frame was decoded at ``t``; ``busy``: some point has not settled."""
        if not busy:
            self._unsettled_since = -1
        elif self._unsettled_since < 0:
            self._unsettled_since = t

    def waiting(self):
        """Time of the oldest edge that is held, or -1."""
        return self._edges[0][0] if self._edges else -1

    def points_first(self, began):
        """True if a change that began to show at ``began`` comes before the oldest edge."""
        return not self._edges or began <= self._edges[0][0] + GRACE_MS

    @micropython.native  # from a button's edge to the clock every part of a ms counts
    def pop(self, now, frame_at, ready):
        """The next edge that may be told, or None.

        ``frame_at``: time of the latest frame. ``ready``: the picture already shows a whole move, so that a press can
        only mean this move.
        """
        if not self._edges:
            return None
        t = self._edges[0][0]
        since = self._unsettled_since
        if since >= 0 and since <= t + GRACE_MS:
            settled = now - t >= PATIENCE_MS
        else:
            settled = ready or frame_at >= t + GRACE_MS
        return self._edges.pop(0) if settled else None
