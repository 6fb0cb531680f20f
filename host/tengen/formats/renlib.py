"""RenLib's ``.lib``: a tree of positions, of which the main line (the first branch everywhere) is read.

After a head of 20 bytes a node is two bytes, column (1 to 15) in the low and row (0 from the top) in the high half of
the first, flags in the second: 0x40 nothing follows in this branch, 0x80 a sibling follows later, 0x08 or 0x20 a
comment follows (pairs of bytes up to a zero), 0x01 two more bytes of flags, of which 0x01 in the first is a board text.
"""

from shared_rules.points import BLACK, NO_POINT, WHITE
from tengen.errors import TengenError
from tengen.formats.charset import decode
from tengen.kifu import NOWHERE, Kifu, Move

_HEAD = b"\xffRenLib\xff"
_HEAD_BYTES = 20
_LAST, _SIBLING, _OLD_COMMENT, _COMMENT, _NO_MOVE, _MORE = 0x40, 0x80, 0x20, 0x08, 0x02, 0x01
_BOARD_TEXT = 0x01


def recognises(data: bytes) -> bool:
    """Whether the file starts as RenLib's do."""
    return data.startswith(_HEAD)


def read(data: bytes, game: str = "1") -> Kifu:
    """The main line of the library."""
    kifu = Kifu(rules="renju", variant="renju", size=15)
    at, siblings = _HEAD_BYTES, 0
    if len(data) < _HEAD_BYTES + 2:
        raise TengenError("a RenLib library without any move")
    while True:
        if at + 2 > len(data):
            kifu.damage = f"damaged after move {len(kifu.moves)}: the file ends there"
            break
        place, flags = data[at], data[at + 1]
        at += 2
        more = 0
        if flags & _MORE:
            more = data[at] if at < len(data) else 0
            at += 2
        comment = ""
        if flags & (_OLD_COMMENT | _COMMENT):
            comment, at = _string(data, at)
        if more & _BOARD_TEXT:
            _, at = _string(data, at)
        siblings += bool(flags & _SIBLING)
        _add(kifu, place, flags, comment)
        if flags & _LAST:
            break
    if siblings:
        kifu.notes.append("a library with branches: only the main line is read")
    return kifu


def _add(kifu: Kifu, place: int, flags: int, comment: str) -> None:
    if place == 0 and not kifu.moves:  # the empty root of newer versions
        kifu.comment = comment
        return
    color = WHITE if len(kifu.moves) % 2 else BLACK
    col, row = (place & 15) - 1, place >> 4
    if flags & _NO_MOVE or place == 0:
        point, written = NO_POINT, ""
    else:
        point = row * 15 + col if 0 <= col < 15 and row < 15 else NOWHERE
        written = f"{place:#04x}"
    kifu.moves.append(Move(color, point, written, comment))


def _string(data: bytes, at: int) -> tuple[str, int]:
    """Text in pairs of bytes up to a zero, and the position after it."""
    end = data.find(b"\x00", at)
    if end < 0:
        end = len(data)
    text, _ = decode(data[at:end])
    return text.replace("\b", "\n").strip(), at + (end - at) // 2 * 2 + 2
