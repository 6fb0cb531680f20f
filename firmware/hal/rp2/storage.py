"""The folder on the board's flash where games, settings and calibration live.

The stock firmware mounts its littlefs before ``main.py`` runs. Nothing here formats.
"""

import json
import os

ROOT = "/tengen"


def made_of(text):
    """Lines of the board and kind of its display, as the text of its description says it.

    19 and ``sh1106`` where it says nothing that makes sense: a board with a broken description starts all the same.
    """
    try:
        board = json.loads(text)
        size, display = board.get("size"), board.get("display")
    except (ValueError, AttributeError):
        size = display = None
    if type(size) is not int or size not in (15, 19):
        size = 19
    if display not in ("sh1106", "ssd1306"):
        display = "sh1106"
    return size, display


class Storage:
    """``root``: the folder, made if it is not there."""

    root = ROOT

    def __init__(self):
        try:
            os.mkdir(ROOT)
        except OSError:
            pass  # it is there

    def free(self):
        """Free bytes of the drive."""
        stat = os.statvfs("/")
        return stat[0] * stat[3]
