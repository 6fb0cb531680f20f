"""``tengen sheet``: score sheets for the printer and the screen."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from tengen.errors import TengenError
from tengen.load import load
from tengen.options import RecordFiles
from tengen.reading import Set, remark, settings_of
from tengen.record_file import write_atomically

KINDS = ("pdf", "svg", "png")


def register(app: typer.Typer) -> None:
    """Add the command to ``app``."""
    app.command("sheet")(sheet)


def sheet(
    files: RecordFiles,
    out: Annotated[
        Path | None, typer.Option("--out", "-o", help="File to write (one record), or folder. Default: beside it.")
    ] = None,
    kind: Annotated[str, typer.Option("--kind", "-k", help="pdf, svg or png; svg and png are a file a page.")] = "pdf",
    moves: Annotated[int, typer.Option("--moves", "-m", min=10, max=400, help="Moves on one diagram.")] = 100,
    change: Set = None,
) -> int:
    """Draw the score sheet of each record on A4: numbered diagrams, players, times, result and rulings.

    In renju and gomoku it is the sheet that players fill in: Black's numbers odd and circled, White's even (R1.3, R6).
    Exit status 1 if a record is damaged: the sheet says so, too; 2 if one cannot be read: the others are drawn.
    """
    # The PDF library takes half a second to come in: the other commands need not wait for it.
    from tengen import sheet as drawing
    from tengen import sheet_canvas

    settings, status = settings_of(None, change), 0
    if out and out.suffix and not out.is_dir():
        if len(files) > 1:
            raise TengenError(f"{out} is one file, for {len(files)} records: give a folder")
        kind = out.suffix[1:].lower()
    if kind not in KINDS:
        raise TengenError(f"a sheet is {', '.join(KINDS[:-1])} or {KINDS[-1]}, not {kind}")
    targets = [_target(file, out, kind) for file in files]
    twice = next((target for i, target in enumerate(targets) if target in targets[:i]), None)
    if twice:
        raise TengenError(f"two of the records would be drawn as {twice}: draw them into different folders")
    for file, target in zip(files, targets, strict=True):
        try:
            game = load(file, settings)
        except TengenError as error:
            if len(files) == 1:
                raise
            print(f"tengen: {error}", file=sys.stderr)  # the others are drawn
            status = 2
            continue
        pages = drawing.draw(game, moves)
        title = f"{game.black or 'Black'} – {game.white or 'White'}"
        for path, data in sheet_canvas.files(pages, target, title):
            write_atomically(path, data)
            typer.echo(path)
        status = max(status, remark(game, file))
    return status


def _target(file: Path, out: Path | None, kind: str) -> Path:
    if out is None:
        return file.with_suffix("." + kind)
    if out.suffix and not out.is_dir():
        return out
    return out / f"{file.stem}.{kind}"
