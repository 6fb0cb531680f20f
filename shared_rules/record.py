"""The record: facts and rulings as 16 bytes each.

======  ======  ============================================
bytes   field   meaning
======  ======  ============================================
0       kind    below 64 a fact, from 64 a ruling
1       side    colour it concerns, 0 none
2-3     seq     index in its game, low 16 bits
4-7     t       ms since the game was created
8-9     point   NO_POINT if none
10-13   value   signed
14-15   crc     CRC-16/CCITT-FALSE of bytes 0-13
======  ======  ============================================

All numbers are little endian. A TEXT record carries ten bytes of UTF-8 in bytes 4-13, NUL padded.
"""

import struct

from shared_rules.native import const, micropython, ptr8
from shared_rules.points import NO_POINT

SIZE = const(16)
FORMAT_VERSION = const(1)

# Facts
POINT = const(1)  # side = colour now seen, value 1: more points of the same picture follow
PRESS = const(2)  # side = whose button went down
RELEASE = const(3)  # side = whose button came up
TIME = const(4)  # nothing happened, but it is now t
POWER = const(5)  # power came back; value = ms of the clock known to be lost, -1 unknown
COMMAND = const(6)  # arbiter or menu command, value = code; TEXT records with its arguments follow
TEXT = const(7)  # ten bytes of UTF-8, belongs to the record before it
MASK = const(8)  # value 1: the sensor of this point is masked, 0: used again
FIRST_RULING = const(64)

_LAYOUT = "<BBHIHi"


@micropython.viper
def crc16(data, n: int) -> int:
    """CRC-16/CCITT-FALSE (start 0xFFFF, polynomial 0x1021) of the first ``n`` bytes."""
    source = ptr8(data)
    crc = 0xFFFF
    for i in range(n):
        crc ^= source[i] << 8
        for _ in range(8):
            crc = ((crc << 1) ^ 0x1021) & 0xFFFF if crc & 0x8000 else (crc << 1) & 0xFFFF
    return crc


def pack_into(buffer, offset, kind, side, seq, t, point=NO_POINT, value=0):
    """Write one record into ``buffer`` at ``offset``."""
    struct.pack_into(_LAYOUT, buffer, offset, kind, side, seq & 0xFFFF, t, point, value)
    _seal(buffer, offset)


def pack_text_into(buffer, offset, seq, text):
    """Write a TEXT record; ``text`` is at most ten bytes."""
    struct.pack_into("<BBH", buffer, offset, TEXT, 0, seq & 0xFFFF)
    for i in range(10):
        buffer[offset + 4 + i] = text[i] if i < len(text) else 0
    _seal(buffer, offset)


def _seal(buffer, offset):
    struct.pack_into("<H", buffer, offset + 14, crc16(memoryview(buffer)[offset : offset + 14], 14))


def unpack(buffer, offset=0):
    """Read one record: ``(kind, side, seq, t, point, value)``, for TEXT ``(TEXT, 0, seq, text bytes, NO_POINT, 0)``.

    Returns None if the CRC is wrong: a torn or damaged record.
    """
    view = memoryview(buffer)[offset : offset + SIZE]
    if len(view) < SIZE or crc16(view, 14) != struct.unpack_from("<H", view, 14)[0]:
        return None
    kind, side, seq, t, point, value = struct.unpack_from(_LAYOUT, view, 0)
    if kind == TEXT:
        return kind, side, seq, bytes(view[4:14]).rstrip(b"\x00"), NO_POINT, 0
    return kind, side, seq, t, point, value
