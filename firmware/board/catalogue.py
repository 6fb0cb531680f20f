"""Stands for the program's folder while it is loaded, and knows what is in it.

For every module MicroPython asks for three files that are not there, 5 ms on littlefs each time: a quarter of the time
that it takes to load them all. ``boot_slot.unmount`` ends it.
"""

import vfs

_FOLDER = (0x4000, 0, 0, 0, 0, 0, 0, 0, 0, 0)  # what stat says of one
_FILE = (0x8000, 0, 0, 0, 0, 0, 0, 0, 0, 0)


class Catalogue:
    """Mounted over ``folder`` of ``drive``; whatever is opened comes from there as before."""

    def __init__(self, drive, folder):
        self._drive, self._folder = drive, folder
        self._found = {}
        self._look("")

    def _look(self, under):
        for entry in self._drive.ilistdir(self._folder + under):
            name = under + "/" + entry[0]
            is_folder = entry[1] == _FOLDER[0]
            self._found[name] = _FOLDER if is_folder else _FILE
            if is_folder:
                self._look(name)

    def mount(self, _readonly, _mkfs):
        """Asked for by ``vfs``."""

    def umount(self):
        """Asked for by ``vfs``."""

    def stat(self, path):
        """Whether it is a folder or a file, as ``os.stat`` says it; nothing else."""
        found = self._found.get(path)
        if not found:
            raise OSError(2)
        return found

    def open(self, path, mode):
        """The file itself."""
        return self._drive.open(self._folder + path, mode)


def mount(folder):
    """Mount the catalogue of ``folder``, which lies on the drive of the root."""
    for drive, path in vfs.mount():
        if path == "/":
            vfs.mount(Catalogue(drive, folder), folder)
            return
