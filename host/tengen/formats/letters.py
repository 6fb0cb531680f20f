"""Plain text: renju moves as ``h8i9j10`` or ``1. H8 2. I9``, Black first, read without judging them."""

import re

from shared_rules.points import BLACK, WHITE
from tengen.errors import TengenError
from tengen.kifu import Kifu

_NUMBERING = re.compile(r"(?<![A-Za-z0-9])\d+[.)]")
_MOVE = re.compile(r"([A-Za-z])(\d{1,2})|(--|pass)", re.IGNORECASE)
_SEPARATORS = " \t\r\n,;-\ufeff"


def recognises(data: bytes) -> bool:
    """Whether it begins with a coordinate, perhaps numbered."""
    start = data[:200].lstrip(b"\xef\xbb\xbf")
    return bool(re.match(rb"\s*(\d+[.)]\s*)?[A-Za-z]\d{1,2}(?![A-Za-z]{2})", start))


def read(data: bytes, game: str = "1") -> Kifu:
    """The moves of a text, on a board of 15x15."""
    text = _NUMBERING.sub(" ", data.decode("utf-8", errors="replace"))
    kifu = Kifu(rules="renju", variant="renju", size=15)
    at, words = 0, []
    while at < len(text):
        match = _MOVE.match(text, at)
        if match:
            words.append(match[0].lower())
            at = match.end()
        elif text[at] in _SEPARATORS:
            at += 1
        else:
            kifu.damage = f"damaged after move {len(words)}: no coordinate at {text[at : at + 12]!r}"
            break
    if not words:
        raise TengenError("no coordinates in it, expected h8i9j10")
    kifu.point_moves([(WHITE if n % 2 else BLACK, word) for n, word in enumerate(words)])
    return kifu
