"""``tengen download``: fetch games into the library."""

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, DownloadColumn, Progress, TextColumn, TimeRemainingColumn

from shared_rules import record
from tengen import record_file, sgf
from tengen.board import Board, DamagedGame, OnBoard
from tengen.describe import counted
from tengen.download import confirm_again, fetch, wanted
from tengen.errors import TengenError
from tengen.library import Library
from tengen.link import Refused
from tengen.load import load
from tengen.options import AsJson, Port, connected, print_json


def register(app: typer.Typer) -> None:
    """Add the command to ``app``."""
    app.command("download")(download)


def download(
    games: Annotated[list[str] | None, typer.Argument(help="Ids of games, as tengen games shows them.")] = None,
    port: Port = None,
    to: Annotated[
        Path | None,
        typer.Option("--to", help="Copy the SGF files into this folder, too, those fetched before as well."),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Fetch all new games, or the chosen ones, into the library, and confirm them to the board.

    A download that was cut off goes on where it was. A game is fetched once; the running game only if it is chosen.
    """
    columns = (TextColumn("{task.description}"), BarColumn(), DownloadColumn(), TimeRemainingColumn())
    with connected(port, to_store=True) as (board, library):
        listed = board.games()
        todo, left_out = wanted(board, library, listed, games), []
        with Progress(*columns, console=Console(stderr=True), transient=True, disable=as_json or not todo) as bar:
            for game in todo:
                task = bar.add_task(f"game {game.id}", total=game.records * record.SIZE)
                try:
                    got = fetch(board, library, game, lambda n, task=task: bar.update(task, completed=n * record.SIZE))
                except DamagedGame as error:
                    left_out.append(str(error))
                    continue
                except Refused as error:
                    if error.word != "missing":
                        raise
                    left_out.append(f"game {game.id} has left the board: it needed the room")
                    continue
                path = library.sgf_path(got.entry.folder, got.entry.name)
                if to:
                    path = to / path.name
                    record_file.write_atomically(path, sgf.write(got.replay.game))
                if as_json:
                    differences = [str(d) for d in got.replay.differences]
                    print_json(got.entry.as_object() | {"sgf": str(path), "differences": differences})
                else:
                    bar.console.print(_line(got, path), markup=False, highlight=False, soft_wrap=True)
        confirm_again(board, library, listed)
        older = [] if games else [game for game in listed if game not in todo]
        copied = _copy(board, library, older, to, as_json) if to else 0
    if left_out:
        raise TengenError("; ".join(left_out))
    if not todo and not as_json:
        playing = next((game.id for game in listed if game.state == "playing" and game.records), None)
        if playing:
            typer.echo(f"game {playing} is being played: tengen download {playing} fetches what there is")
        elif not copied:
            typer.echo("nothing new on the board")


def _copy(board: Board, library: Library, games: list[OnBoard], to: Path, as_json: bool) -> int:
    """Copies of finished and unfinished games that were fetched before; how many."""
    count = 0
    for game in games:
        entry = library.find(board.serial, board.generation, game.id)
        if entry is None or game.state == "playing":
            continue
        path = to / library.sgf_path(entry.folder, entry.name).name
        record_file.write_atomically(path, sgf.write(load(library.record_path(entry.folder, entry.name))))
        count += 1
        if as_json:
            print_json(entry.as_object() | {"sgf": str(path)})
        else:
            typer.echo(f"game {game.id} is in the library already\n  {path}")
    return count


def _line(got, path: Path) -> str:
    entry = got.entry
    names = f"{entry.black or 'Black'} – {entry.white or 'White'}"
    result = entry.result if entry.finished else "not finished"
    remark = "" if got.replay.same else f"; does not match its facts: {got.replay.differences[0]}"
    where = f"game {got.game.id}, number {entry.number} of the library"
    return f"{where}: {names}, {counted(entry.moves, 'move')}, {result}{remark}\n  {path}"
