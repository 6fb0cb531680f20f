"""Texts that stay on the flash, in files beside the modules: ``key=text`` a line, the first line says what they are.

In memory they would take 6 KB; to find one takes 3 to 8 ms.
"""

from shared_rules.native import const

FOLDER = __file__[: __file__.rfind("/") + 1]
_PIECE = const(512)  # bytes read at a time


def find(name, key):
    """The text for ``key`` in the file ``name``, empty if there is none."""
    start = b"\n%s=" % key.encode()
    lines = b""
    with open(FOLDER + name, "rb") as file:
        while True:
            piece = file.read(_PIECE)
            if not piece:
                return ""
            lines += piece
            at = lines.find(start)
            end = lines.find(b"\n", at + 1)
            if at >= 0 and end >= 0:
                return lines[at + len(start) : end].decode()
            lines = lines[lines.rfind(b"\n") :]  # the one that the next piece goes on with
