"""The link to a computer, in memory only while a program there talks: a game on the board needs none of it."""

from board.modules import let_go
from board.timeline import ticks_diff
from shared_rules.native import const

# A program that asks again keeps it; so does one that repeats a change after its cable was out.
_KEEP_MS = const(60000)


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
        """Take what has come, answer, send; see ``board.link.Link.service``."""
        link = self.link
        if link is None:
            if not self._app.hardware.serial.pending():
                return
            link = self._load(ticks)
        link.service(ticks, budget_ms)
        if link.session is not None:
            self._talked = ticks
        elif ticks_diff(ticks, self._talked) > _KEEP_MS:
            self.link = self.requests = link = None
            let_go("board", ("link", "requests", "board_requests"))

    def _load(self, ticks):
        from board.board_requests import BoardRequests
        from board.link import Link

        hardware = self._app.hardware
        self.requests = BoardRequests(self._app)
        self.link = Link(hardware.serial, self.requests, hardware.timer.ticks)
        self._talked = ticks
        return self.link
