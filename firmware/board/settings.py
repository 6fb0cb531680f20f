"""The board's own settings, in one small file."""

import json

from board import durable
from board.stones import DEFAULT, KERNELS

# What may be set: the default, and what it may be (a range of numbers, or a tuple of values; None: any short text).
KEYS = {
    "language": ("en", ("en", "zh")),
    "volume": (2, range(3)),
    "voice": ("off", ("off", "en", "zh")),  # of the voice module, if there is one
    "brightness": (128, range(1, 256)),
    "magnet": (DEFAULT, tuple(sorted(KERNELS))),  # diameter x height in mm of the discs in the stones
    "pitch_um": (23000, range(20000, 27001)),  # of the columns, for the figures of doctor
    "name": ("", None),  # what the club calls this board
    "names": ("", None),  # a club's players for the menu, commas between them
    "last": (None, None),  # preset and overrides of the last game, for "same again"
}
_LONGEST = 400  # characters of JSON that one value may take


class Settings:
    """``settings["volume"]`` reads, ``set`` checks and writes. ``message``: what was wrong with the file, or None.

    A file that cannot be read, or a value that is not allowed, gives the default; the file stays as it is until the
    next ``set``.
    """

    def __init__(self, root):
        self._path = root + "/settings.json"
        self.values = {key: default for key, (default, _) in KEYS.items()}
        self.message = None
        self.changed = True  # for those who use them; they set it back
        if not durable.exists(self._path):
            return
        found = durable.read_json(self._path)
        if found is None:
            self.message = "The settings cannot be read: defaults are used"
            return
        for key, value in found.items():
            if key not in KEYS:
                continue  # of a newer firmware
            if key == "voice" and isinstance(value, bool):
                # As the first firmware wrote it: without a choice of languages.
                value = found.get("language", "en") if value else "off"
            try:
                check(key, value)
                self.values[key] = value
            except ValueError as error:
                self.message = "%s: the default is used" % error

    def __getitem__(self, key):
        return self.values[key]

    def set(self, key, value):
        """Change a setting and write the file; ``ValueError`` with one clear line if it may not be so."""
        check(key, value)
        if self.values[key] == value and type(self.values[key]) is type(value):
            return
        self.values[key] = value
        self.changed = True
        durable.replace(self._path, json.dumps(self.values).encode())
        self.message = None


def check(key, value):
    """``ValueError`` with one clear line if there is no setting ``key`` or it does not take ``value``."""
    if key not in KEYS:
        raise ValueError("there is no setting %s; there are %s" % (key, ", ".join(sorted(KEYS))))
    default, allowed = KEYS[key]
    if allowed is None:
        if len(json.dumps(value)) > _LONGEST or isinstance(default, str) and not isinstance(value, str):
            raise ValueError("%s is a text of at most %d characters" % (key, _LONGEST))
        return
    # The same type: True is no volume and 1 is no yes.
    if type(value) is type(default) and value in allowed:
        return
    if isinstance(allowed, tuple):
        raise ValueError("%s is one of %s, not %s" % (key, ", ".join([str(one) for one in allowed]), value))
    raise ValueError("%s is a number from %d to %d, not %s" % (key, allowed[0], allowed[-1], value))
