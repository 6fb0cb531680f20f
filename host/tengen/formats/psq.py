"""Piskvorky's ``.psq``: a line with the size, then ``column,row,milliseconds`` a move, from 1 and the top left."""

import re

from shared_rules.points import BLACK, WHITE
from tengen.errors import TengenError
from tengen.formats.charset import decode
from tengen.kifu import NOWHERE, Kifu, Move

_HEAD = re.compile(rb"\s*Piskvorky\s+(\d+)\s*x\s*(\d+)", re.IGNORECASE)
_PROGRAM = re.compile(r"\.(exe|zip|dll|bat|py)$", re.IGNORECASE)
_MOVE = re.compile(r"(\d+)\s*,\s*(\d+)\s*,\s*\d+\s*$")


def recognises(data: bytes) -> bool:
    """Whether the first line names the program."""
    return bool(_HEAD.match(data))


def read(data: bytes, game: str = "1") -> Kifu:
    """The one game of a file. The format holds no rule: free gomoku is Piskvorky's own default."""
    head = _HEAD.match(data)
    if not head:
        raise TengenError("no .psq file: its first line is not 'Piskvorky WxH'")
    width, height = int(head[1]), int(head[2])
    if width != height or not 5 <= width <= 20:
        raise TengenError(f"board of {width}x{height}: renju boards are square, of 5 to 20 lines")
    kifu = Kifu(rules="renju", variant="free", variant_known=False, size=width)
    lines = decode(data)[0].splitlines()[1:]
    for number, line in enumerate(lines, 2):
        match = _MOVE.match(line.strip())
        if not match:
            if line.strip() != "-1" and line.strip():
                _names(kifu, [rest.strip() for rest in lines[number - 2 :]])
            break
        col, row = int(match[1]) - 1, int(match[2]) - 1
        on_board = 0 <= col < width and 0 <= row < width
        color = WHITE if len(kifu.moves) % 2 else BLACK
        kifu.moves.append(Move(color, row * width + col if on_board else NOWHERE, f"{match[1]},{match[2]}"))
    else:
        kifu.damage = f"damaged after move {len(kifu.moves)}: the file ends without names or -1"
    return kifu


def _names(kifu: Kifu, rest: list[str]) -> None:
    """After the moves come the programs that played, or people's names, first Black's."""
    names = [_PROGRAM.sub("", re.split(r"[\\/]", line)[-1]) for line in rest if line and not line.lstrip("-").isdigit()]
    kifu.black, kifu.white = (names + ["", ""])[:2]
