"""What is left when the program itself fails: the records can still be fetched and new firmware put on.

``board/crash_count.py`` says when.
"""

from board.generation import generation
from board.link import Link, Refused
from board.requests import StorageRequests
from shared_rules.native import const

_IDLE_MS = const(20)
_FETCH_MS = const(200)  # as in board/app.py


class SafeBoard(StorageRequests):
    """The requests that need no working app; the others are refused with the reason."""

    def __init__(self, info, journal, settings, calendar, root, why, reboot):
        """``reboot(to)`` restarts the board (``run, safe, bootloader``) a little later."""
        super().__init__(journal, settings, calendar)
        self._info, self._root, self._why, self._reboot = info, root, why, reboot

    def hello(self, arguments):
        """Who this is, and why it does not play."""
        return self.identity(self._info, generation(self._root), "safe", self._why)

    def reboot(self, arguments):
        """Restart."""
        to = arguments.get("to", "run")
        if to not in ("run", "safe", "bootloader"):
            raise Refused("bad", "to is one of run, safe, bootloader, not %s" % to)
        self._reboot(to)
        return {"to": to}

    def _no(self, arguments):
        raise Refused("refused", "the board is in safe mode (%s)" % self._why)

    status = new = command = fields = raw = calibrate = selftest = _no


class SafeMode:
    """Serves the link and nothing else."""

    def __init__(self, hardware, journal, settings, why, reboot):
        """``journal`` and ``settings`` of the board; ``hardware``: see docs/architecture.md."""
        self._hardware = hardware
        board = SafeBoard(hardware.info, journal, settings, hardware.calendar, hardware.storage.root, why, reboot)
        self._link = Link(hardware.serial, board, hardware.timer.ticks)

    def step(self):
        """One turn."""
        self._link.service(self._hardware.timer.ticks(), _FETCH_MS)
        self._hardware.watchdog.feed()
        self._hardware.idle(_IDLE_MS)

    def run(self):
        """Until the power goes or Ctrl-C comes."""
        while True:
            self.step()
