"""``tengen show``: a record in text, and what happened at one move."""

from pathlib import Path
from typing import Annotated

import typer

from tengen import formats, record_file
from tengen import show as showing
from tengen.errors import TengenError
from tengen.load import load, located, replay_file
from tengen.options import AsJson, RecordFile, print_json
from tengen.reading import Set, remark, settings_of
from tengen.verify import Settings


def register(app: typer.Typer) -> None:
    """Add the command to ``app``."""
    app.command("show")(show)


def show(
    file: RecordFile,
    move: Annotated[
        int | None, typer.Option("--move", "-m", help="What happened at this move (downloaded records).")
    ] = None,
    as_json: AsJson = False,
    change: Set = None,
) -> int:
    """Show a record: position, players, result and rulings; with --move what happened at one move.

    For a protest: everything that the board saw and ruled from the end of the move before to the end of this one, with
    its time, whose clock ran, both clocks, and the article of each ruling. Exit status 1 if the record is damaged.
    """
    settings = settings_of(None, change)
    if not as_json:
        return show_game(file, move, settings)
    if move is None:
        game = load(file, settings)
        found = {"game": game.header, "result": game.result, "rulings": game.rulings}
        print_json(found | {"damage": game.damage, "notes": game.notes})
        return int(bool(game.damage))
    done = _replayed(file)
    for moments in showing.times_made(done, move):
        for moment in moments:
            print_json(showing.moment_object(moment))
    return remark(done.game, file)


def show_game(file: Path, move: int | None, settings: Settings | None = None) -> int:
    """Print a record, or what happened at one move of it; the exit status."""
    if move is None:
        game = load(file, settings)
        lines = showing.overview(game)
    else:
        done = _replayed(file)
        game, lines = done.game, showing.explain(done, move)
    typer.echo("\n".join(lines))
    return remark(game, file)


def _replayed(file: Path):
    file = located(file)
    data = formats.read_bytes(file)
    if not record_file.is_record(data):
        raise TengenError(f"{file} is not a record from a board: only those hold what was seen at each move")
    return replay_file(file, data)
