"""The folder on the board's flash where games, settings and calibration live.

The stock firmware mounts its littlefs before ``main.py`` runs. Nothing here formats.
"""

import os

ROOT = "/tengen"


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
