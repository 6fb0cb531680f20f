"""Readers of game records, one module per format; each turns bytes into a ``Kifu``.

A format module has ``recognises(data) -> bool`` and ``read(data, game) -> Kifu``; ``game`` chooses among the games of a
file (number from 1, or an id where the format has ids). They raise ``TengenError`` with one line, without the file's
name, if nothing can be read; a file that can be read in part gives what can be read, with ``Kifu.damage`` set.
"""

from pathlib import Path

from tengen.errors import TengenError
from tengen.formats import letters, psq, renjunet, renlib, sgf
from tengen.kifu import MOST_MOVES, Kifu

# In the order of asking: the sure signs first, plain text last.
READERS = (renlib, psq, renjunet, sgf, letters)
MOST_BYTES = 200_000_000  # the whole RenjuNet database is 60 MB


def read_bytes(path: Path) -> bytes:
    """The content of a file; TengenError in one line if it cannot be read."""
    try:
        if path.stat().st_size > MOST_BYTES:
            raise TengenError(f"{path} is too big for a game record")
        return path.read_bytes()
    except OSError as error:
        raise TengenError(f"cannot read {path}: {error.strerror}") from None


def read(path: Path, game: str = "1") -> Kifu:
    """Read a game record of any known format, whatever the file is called."""
    data = read_bytes(path)
    for reader in READERS:
        if reader.recognises(data):
            try:
                kifu = reader.read(data, game)
            except TengenError as error:
                raise TengenError(f"{path}: {error}") from None
            if len(kifu.moves) > MOST_MOVES:
                del kifu.moves[MOST_MOVES:]
                kifu.damage = f"damaged after move {MOST_MOVES}: no game has more moves"
            kifu.format = reader.__name__.rpartition(".")[2]
            return kifu
    raise TengenError(f"{path} is no game record that can be read: give SGF, .psq, .lib, RenjuNet XML or h8i9j10 text")
