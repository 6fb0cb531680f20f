"""What is left when the program itself fails: the records can still be fetched and new firmware put on.

Three crashes in a row, or both buttons held at power-on, start this instead of the app. A crash is an exception that
left the app, or a reset by the watchdog; the count is cleared once the app has run well for a minute. Nothing is
written at a start without a crash.
"""

import json

from board import durable
from board.generation import generation
from board.link import Link, Refused
from board.requests import StorageRequests
from shared_rules.native import const

CRASHES = const(3)
WELL_MS = const(60000)
_IDLE_MS = const(20)
_FETCH_MS = const(200)  # as in board/app.py
_BOTH = const(3)  # bits of the two buttons


class CrashCount:
    """How many crashes there were in a row, kept in ``<root>/crashes`` with the last one's own words."""

    def __init__(self, root):
        self._path = root + "/crashes"
        found = durable.read_json(self._path) or {}
        self.number = found.get("number", 0)
        self.last = found.get("last", "")

    def add(self, words):
        """One more; ``words`` say what happened."""
        self.number += 1
        self.last = words
        try:
            durable.replace(self._path, json.dumps({"number": self.number, "last": words[:300]}).encode())
        except OSError:
            pass  # a full drive must not stop the restart

    def well(self):
        """The app runs: the next crash is the first one again."""
        if self.number:
            self.number = 0
            durable.remove(self._path)


def reason(crashes, stuck):
    """Why to start in safe mode, None for a normal start.

    ``crashes``: the ``CrashCount``, this start's watchdog reset added; ``stuck``: bits of the buttons held at power-on.
    """
    if stuck & _BOTH == _BOTH:
        return "both buttons were held"
    if crashes.number >= CRASHES:
        return "the program stopped %d times: %s" % (crashes.number, crashes.last)
    return None


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
