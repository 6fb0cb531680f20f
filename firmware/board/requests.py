"""The requests of the link that are about storage: games, records, settings, time (``firmware/PROTOCOL.md``)."""

import binascii
import os
import sys

from board.link import RECORDS, Refused
from shared_rules import record
from shared_rules.native import const

_GAMES = const(20)
_HEADER_BYTES = const(720)


class StorageRequests:
    """Handlers for ``Link``; what plays games adds the others to a class of its own that inherits from this."""

    def __init__(self, journal, settings, calendar):
        self.journal, self.board_settings, self.calendar = journal, settings, calendar

    def identity(self, info, generation, state, message=None):
        """The answer to ``hello``, as far as every board can say it; ``info``: the hardware's."""
        stat = os.statvfs(self.journal.root)
        return {
            "board": "tengen",
            "firmware": info.get("firmware", ""),
            "hash": info.get("hash", ""),
            "micropython": "%d.%d.%d" % sys.implementation.version[:3],
            "chip": info["chip"],
            "serial": info["serial"],
            "size": info["size"],
            "generation": generation,
            "free": self.journal.free(),
            "total": stat[1] * stat[2],
            "state": state,
            "game": self.journal.current,
            "seconds": self.calendar.seconds(),
            "message": message or self.board_settings.message or self.journal.warning,
        }

    def games(self, arguments):
        """Some of the games, oldest first."""
        start = number(arguments, "from", 0)
        rows = self.journal.games(start, _GAMES)
        return {"games": rows, "from": start, "more": start + len(rows) < self.journal.number()}

    def header(self, arguments):
        """A piece of a game's ``game.json``."""
        name, start = self._game(arguments), number(arguments, "from", 0)
        data = self.journal.header_bytes(name)
        return {"game": name, "from": start, "size": len(data), "data": base64(data[start : start + _HEADER_BYTES])}

    def read(self, arguments):
        """Some records of a game."""
        name, start = self._game(arguments), number(arguments, "from", 0)
        total = self.journal.total(name)
        count = max(0, min(number(arguments, "count", RECORDS), RECORDS, total - start))
        return {
            "game": name,
            "from": start,
            "count": count,
            "total": total,
            "data": Records(self.journal, name, start, count),
        }

    def confirm(self, arguments):
        """A host has the game safely."""
        name = self._game(arguments)
        try:
            self.journal.confirm(name, arguments.get("records"), arguments.get("crc"))
        except ValueError as error:
            raise Refused("refused", str(error)) from None
        except OSError:
            raise Refused("full", "there is no room on the flash to note that game %s is safe" % name) from None
        return {"game": name, "confirmed": True}

    def settings(self, arguments):
        """All settings."""
        return {"settings": self.board_settings.values, "message": self.board_settings.message}

    def set(self, arguments):
        """Change one setting."""
        try:
            self.board_settings.set(arguments.get("key"), arguments.get("value"))
        except ValueError as error:
            raise Refused("bad", str(error)) from None
        except OSError:
            raise Refused("full", "there is no room on the flash for the settings") from None
        return {"settings": self.board_settings.values}

    def time(self, arguments):
        """Set the calendar."""
        seconds = number(arguments, "seconds", -1)
        if seconds < 0:
            raise Refused("bad", "seconds must be those since 2000-01-01 UTC")
        was = self.calendar.seconds()
        self.calendar.set(seconds)
        return {"seconds": seconds, "was": was}

    def _game(self, arguments):
        name = arguments.get("game")
        if not isinstance(name, str) or not self.journal.has(name):
            raise Refused("missing", "there is no game %s on this board" % name)
        return name


class Records:
    """The bytes of some records of a game, piece by piece."""

    def __init__(self, journal, name, start, count):
        """``count`` records of the game ``name`` from ``start``, all of which are there."""
        self._journal, self._name, self._at, self._end = journal, name, start, start + count

    def readinto(self, buffer):
        """Fill ``buffer``; bytes, 0 at the end. ``OSError`` if the game has gone."""
        wanted = min(len(buffer) // record.SIZE, self._end - self._at)
        if not wanted:
            return 0
        if not self._journal.has(self._name) or self._journal.readinto(self._name, self._at, buffer, wanted) < wanted:
            raise OSError("game %s is not there any more" % self._name)
        self._at += wanted
        return wanted * record.SIZE

    def close(self):
        """No more is wanted."""
        self._journal.close_file()


def number(arguments, key, default):
    """A whole number that is not negative, or ``Refused``."""
    value = arguments.get(key, default)
    if isinstance(value, bool) or not isinstance(value, int) or (value < 0 and value != default):
        raise Refused("bad", "%s must be a whole number, not %s" % (key, value))
    return value


def base64(data):
    """Base64 text without a line end."""
    return binascii.b2a_base64(data, newline=False).decode()
