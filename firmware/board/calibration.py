"""What the board knows about its sensors: stored once with an empty board, never taken at power-on (A1).

``calibration.bin``, little endian:

======  ===================================================================
bytes   field
======  ===================================================================
0-3     ``TGCA``
4       version of this format, 1
5       board size
6-7     field of a centred stone of ``magnet`` in uT, 0 if it was not measured
8-11    seconds since 2000-01-01 UTC, 0 if the date was unknown
12-19   magnet, like ``6x1``, padded with NUL
20-     per point: baseline u16 (ratio times 8192 without stones), gain i16
        (uT per unit of ratio, times 256; its sign is the sensor's side),
        0 if the point is masked
last 2  CRC-16/CCITT-FALSE of all before
======  ===================================================================
"""

import os
import struct
from array import array

from board.decode import REST
from board.stones import DEFAULT, StoneSet
from shared_rules.native import const
from shared_rules.record import crc16

NAME = "calibration.bin"
VERSION = const(1)
# DRV5055A1 at 3.3 V: 60 mV per mT, so 1 / 8192 of half the supply is 3.357 uT.
GAIN = const(859)
_HEAD = "<4sBBHI8s"
_HEAD_SIZE = const(20)


class Calibration:
    """Baseline and gain of every point; ``taken``: False for the nominal one of a board that never was calibrated."""

    def __init__(self, size):
        n = size * size
        self.size = size
        self.taken = False
        self.date = 0
        self.magnet = DEFAULT
        self.centred = 0
        self.baseline = array("H", [REST] * n)
        self.gain = array("h", [GAIN] * n)
        self.masked = bytearray(n)

    def encode(self):
        """The bytes of the file."""
        n = self.size * self.size
        data = bytearray(_HEAD_SIZE + 4 * n + 2)
        struct.pack_into(_HEAD, data, 0, b"TGCA", VERSION, self.size, self.centred, self.date, self.magnet.encode())
        for p in range(n):
            gain = 0 if self.masked[p] else self.gain[p]
            struct.pack_into("<Hh", data, _HEAD_SIZE + 4 * p, self.baseline[p], gain)
        struct.pack_into("<H", data, len(data) - 2, crc16(data, len(data) - 2))
        return data


def decode(data, size):
    """Calibration in the bytes of a file; ``ValueError`` with one clear line if they are damaged."""
    n = size * size
    if (
        len(data) != _HEAD_SIZE + 4 * n + 2
        or crc16(data, len(data) - 2) != struct.unpack_from("<H", data, len(data) - 2)[0]
    ):
        raise ValueError("the calibration is damaged: calibrate the empty board again")
    magic, version, rows, centred, date, magnet = struct.unpack_from(_HEAD, data, 0)
    if magic != b"TGCA" or version != VERSION or rows != size:
        raise ValueError("the calibration is of another board or version: calibrate the empty board again")
    found = Calibration(size)
    found.taken, found.date, found.centred = True, date, centred
    found.magnet = magnet.rstrip(b"\x00").decode()
    for p in range(n):
        baseline, gain = struct.unpack_from("<Hh", data, _HEAD_SIZE + 4 * p)
        found.baseline[p] = baseline
        if gain:
            found.gain[p] = gain
        else:
            found.masked[p] = 1
    return found


def load(root, size):
    """``(calibration, problem)``: the stored one, or the nominal one and a line that says why."""
    try:
        with open(root + "/" + NAME, "rb") as file:
            return decode(file.read(), size), ""
    except OSError:
        return Calibration(size), "not calibrated: calibrate the empty board"
    except ValueError as error:
        return Calibration(size), str(error)


def stone_set(calibration, magnet):
    """The ``StoneSet`` of these stones: with the field that was measured, if it was that of the same ``magnet``."""
    return StoneSet(magnet, calibration.centred if calibration.magnet == magnet else 0)


def store(root, calibration):
    """Write the file so that a power cut leaves the old one or the new one."""
    path = root + "/" + NAME
    with open(path + ".new", "wb") as file:
        file.write(calibration.encode())
        file.flush()
    os.rename(path + ".new", path)
