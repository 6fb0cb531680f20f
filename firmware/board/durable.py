"""Files that are whole or not there, whatever happens to the power."""

import json
import os


def replace(path, data):
    """Write ``data`` under ``path``: to a temporary name, flushed, then renamed. ``OSError`` if there is no room."""
    part = path + ".part"
    try:
        with open(part, "wb") as file:
            file.write(data)
        os.rename(part, path)
    except OSError:
        remove(part)
        raise


def remove(path):
    """Remove a file if it is there."""
    try:
        os.remove(path)
    except OSError:
        pass


def make_folder(path):
    """Make a folder if it is not there."""
    try:
        os.mkdir(path)
    except OSError:
        if not exists(path):
            raise


def exists(path):
    """Whether there is a file or folder of this name."""
    try:
        os.stat(path)
        return True
    except OSError:
        return False


def listing(folder):
    """What is in a folder, by name: tuples with the name in front and, on littlefs, the size as the fourth."""
    if hasattr(os, "ilistdir"):
        return sorted(os.ilistdir(folder))
    return [(name,) for name in sorted(os.listdir(folder))]


def read(path):
    """The bytes of a file, None if it cannot be read."""
    try:
        with open(path, "rb") as file:
            return file.read()
    except OSError:
        return None


def read_json(path):
    """The object in a file, None if there is none."""
    data = read(path)
    try:
        found = json.loads(data.decode()) if data else None
    except (ValueError, UnicodeError):
        return None
    return found if isinstance(found, dict) else None
