"""``tengen export``: records in the formats of other programs."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from tengen.errors import TengenError
from tengen.export import WRITERS
from tengen.load import load
from tengen.options import RecordFiles
from tengen.reading import Set, remark, settings_of
from tengen.record_file import write_atomically


def register(app: typer.Typer) -> None:
    """Add the command to ``app``."""
    app.command("export")(export)


def export(
    files: RecordFiles,
    to: Annotated[str | None, typer.Option("--to", help="sgf, psq, rif or json; by the ending of --out.")] = None,
    out: Annotated[Path | None, typer.Option("--out", "-o", help="File to write; standard output if left out.")] = None,
    change: Set = None,
) -> int:
    """Write records as SGF, Piskvork's .psq, RIF's tournament XML or JSON (header, moves and all rulings).

    Exit status 1 if a record is damaged: it is written as far as it can be read.
    """
    settings = settings_of(None, change)
    games = [load(file, settings) for file in files]
    write(games, to, out)
    return max(remark(game, file) for game, file in zip(games, files, strict=True))


def write(games: list, to: str | None, out: Path | None) -> None:
    """Write games in the chosen format to a file or to standard output."""
    kind = to or (out.suffix[1:].lower() if out else "sgf")
    if kind not in WRITERS:
        raise TengenError(f"export to sgf, psq, rif or json, not {kind or 'a file without ending'}")
    data = WRITERS[kind](games)
    if out:
        write_atomically(out, data)
        return
    sys.stdout.buffer.write(data)
    sys.stdout.flush()
