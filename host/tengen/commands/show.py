"""``tengen show``: a record in text, and what happened at one move."""

from pathlib import Path
from typing import Annotated

import typer

from tengen import formats, record_file
from tengen import show as showing
from tengen.errors import TengenError
from tengen.load import load, located, replay_file
from tengen.options import AsJson, print_json


def register(app: typer.Typer) -> None:
    """Add the command to ``app``."""
    app.command("show")(show)


def show(
    file: Annotated[
        Path, typer.Argument(help="A downloaded record or its number in the library, SGF, .psq, .lib or RenjuNet XML.")
    ],
    move: Annotated[
        int | None, typer.Option("--move", "-m", help="What happened at this move (downloaded records).")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Show a record: position, players, result and rulings; with --move what happened at one move.

    For a protest: everything that the board saw and ruled from the end of the move before to the end of this one, with
    its time, whose clock ran, both clocks, and the article of each ruling.
    """
    if not as_json:
        show_game(file, move)
        return
    if move is None:
        game = load(file)
        print_json({"game": game.header, "result": game.result, "rulings": game.rulings})
        return
    for moment in _replayed(file).moments:
        if moment.move == move:
            print_json(showing.moment_object(moment))


def show_game(file: Path, move: int | None) -> None:
    """Print a record, or what happened at one move of it."""
    lines = showing.overview(load(file)) if move is None else showing.explain(_replayed(file), move)
    typer.echo("\n".join(lines))


def _replayed(file: Path):
    file = located(file)
    data = formats.read_bytes(file)
    if not record_file.is_record(data):
        raise TengenError(f"{file} is not a record from a board: only those hold what was seen at each move")
    return replay_file(file, data)
