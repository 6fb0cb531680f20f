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

_LAYOUT = "<BBHIHiH"


@micropython.viper
def crc(data, start: int, end: int) -> int:
    """CRC-16/CCITT-FALSE (start 0xFFFF, polynomial 0x1021) of the bytes from ``start`` to ``end``."""
    source = ptr8(data)
    found = 0xFFFF
    for i in range(start, end):
        # A whole byte at once, as the polynomial has few terms.
        x = (found >> 8) ^ source[i]
        x ^= x >> 4
        found = ((found << 8) ^ (x << 12) ^ (x << 5) ^ x) & 0xFFFF
    return found


def crc16(data, n):
    """``crc`` of the first ``n`` bytes."""
    return crc(data, 0, n)


@micropython.viper
def _put(buffer, at: int, head: int, t: int, point: int, value: int):
    """The fields before the checksum, and that; ``head``: kind, side and seq, the lowest first."""
    target = ptr8(buffer)
    for i in range(4):
        shift = 8 * i
        target[at + i] = (head >> shift) & 0xFF
        target[at + 4 + i] = (t >> shift) & 0xFF
        target[at + 10 + i] = (value >> shift) & 0xFF
    target[at + 8] = point & 0xFF
    target[at + 9] = (point >> 8) & 0xFF
    check = int(crc(buffer, at, at + 14))
    target[at + 14] = check & 0xFF
    target[at + 15] = check >> 8


def pack_into(buffer, offset, kind, side, seq, t, point=NO_POINT, value=0):
    """Write one record into ``buffer`` at ``offset``. Allocates nothing, unlike ``struct``: every press does it."""
    _put(buffer, offset, kind | side << 8 | (seq & 0xFFFF) << 16, t, point, value)


def pack_text_into(buffer, offset, seq, text):
    """Write a TEXT record; ``text`` is at most ten bytes."""
    struct.pack_into("<BBH10s", buffer, offset, TEXT, 0, seq & 0xFFFF, text)
    struct.pack_into("<H", buffer, offset + 14, crc(buffer, offset, offset + 14))


def unpack(buffer, offset=0):
    """Read one record: ``(kind, side, seq, t, point, value)``, for TEXT ``(TEXT, 0, seq, text bytes, NO_POINT, 0)``.

    Returns None if the CRC is wrong: a torn or damaged record.
    """
    if len(buffer) < offset + SIZE:
        return None
    found = struct.unpack_from(_LAYOUT, buffer, offset)
    if found[6] != crc(buffer, offset, offset + 14):
        return None
    if found[0] == TEXT:
        return TEXT, 0, found[2], bytes(buffer[offset + 4 : offset + 14]).rstrip(b"\x00"), NO_POINT, 0
    return found[:6]
