"""Crashes in a row, and when the board starts in safe mode for them.

Three crashes in a row, or both buttons held at power-on, start ``board/safe_mode.py`` instead of the app. A crash is an
exception that left the app, or a reset by the watchdog; the count is cleared once the app has run well for a minute.
Nothing is written at a start without a crash.
"""

import json

from board import durable
from shared_rules.native import const

WELL_MS = const(60000)
_CRASHES = const(3)
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
    if crashes.number >= _CRASHES:
        return "the program stopped %d times: %s" % (crashes.number, crashes.last)
    return None
