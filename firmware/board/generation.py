"""The generation of the drive: a random number made when it was first used.

Stock MicroPython formats a drive that it cannot mount, without a word. A host that finds the same board with another
generation knows that its games are gone, and says so.
"""

import binascii
import os

from board import durable


def generation(root):
    """Eight hex digits; made and kept if there are none, empty if they cannot be kept."""
    path = root + "/generation"
    found = durable.read(path)
    if found and len(found) == 8:
        try:
            binascii.unhexlify(found)
            return found.decode()
        except ValueError:
            pass  # damaged: as good as another drive
    made = binascii.hexlify(os.urandom(4))
    try:
        durable.replace(path, made)
    except OSError:
        return ""
    return made.decode()
