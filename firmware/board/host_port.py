"""The link to a computer, in memory only while a program there talks: a game on the board needs none of it."""

from board.memory import collect, let_go
from board.timeline import ticks_diff
from shared_rules.native import const

# A program that asks again keeps it; so does one that repeats a change after its cable was out.
_KEEP_MS = const(60000)
_NEXT_MS = const(8)  # a host that fetches games has its next request here within this


class HostPort:
    """``link`` and ``requests``: None while nobody talks."""

    def __init__(self, app):
        self._app = app
        self.link = self.requests = None
        self._talked = 0  # ticks at which there was a session

    @property
    def live(self):
        """True if a host wants to hear events."""
        return self.link is not None and self.link.live

    def event(self, content):
        """Tell the host something, if one wants to hear it."""
        if self.link:
            self.link.event(content)

    def service(self, ticks, budget_ms):
        """Take what has come, answer, send for up to ``budget_ms``; True if the host may want more at once.

        If that is long, the next request is waited for: a scan and a picture after each would double a download.
        """
        hardware, link, now, left = self._app.hardware, self.link, ticks, budget_ms
        if link is None:
            if not hardware.serial.pending():
                return False
            link = self._load(ticks)
        while True:
            talks = link.service(now, left)
            now = hardware.timer.ticks()
            left = budget_ms - ticks_diff(now, ticks)
            if not talks or left < _NEXT_MS:
                break
            hardware.idle(_NEXT_MS)
            talks = hardware.serial.pending()
            if not talks:
                break
        if link.session is not None:
            self._talked = ticks
        elif ticks_diff(ticks, self._talked) > _KEEP_MS:
            self.link = self.requests = link = None
            let_go("board", ("link", "requests", "board_requests"))
        return talks

    def _load(self, ticks):
        collect()  # so that they lie together, and leave one piece when they go
        from board.board_requests import BoardRequests
        from board.link import Link

        hardware = self._app.hardware
        self.requests = BoardRequests(self._app)
        self.link = Link(hardware.serial, self.requests, hardware.timer.ticks)
        self._talked = ticks
        return self.link
