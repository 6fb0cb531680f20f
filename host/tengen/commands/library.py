"""``tengen library``: the games that were downloaded."""

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from tengen import describe
from tengen.board import warn
from tengen.commands.export import write
from tengen.commands.show import show_game
from tengen.library import Entry, Library
from tengen.load import load
from tengen.options import AsJson, print_json
from tengen.reading import remark

Numbers = Annotated[list[int], typer.Argument(help="Numbers of games, as tengen library list shows them.")]
Search = Annotated[str, typer.Argument(help="Words in the players' names or the event; all games if left out.")]

library = typer.Typer(no_args_is_help=True, help="Games that were downloaded: list, show, export; rebuild.")


def register(app: typer.Typer) -> None:
    """Add the command to ``app``."""
    app.add_typer(library, name="library")


@library.command("list")
def list_games(text: Search = "", as_json: AsJson = False) -> None:
    """List games, newest first, or those whose players or event hold the words."""
    with Library() as base:
        found = base.search(text)
    if as_json:
        for entry in found:
            print_json(entry.as_object())
        return
    if not found:
        typer.echo(f"no game with {text} in it" if text else f"no games yet in {base.folder}: tengen download")
        return
    table = Table(box=None, header_style="bold", pad_edge=False)
    for title in ("No.", "Date", "Black", "White", "Event", "Game", "Moves", "Result", ""):
        table.add_column(title, justify="right" if title in ("No.", "Moves") else "left", overflow="fold")
    for entry in found:
        table.add_row(*_row(entry))
    Console().print(table)


def _row(entry: Entry) -> list[str]:
    game = "Go" if entry.rules == "go" else "renju"
    remark = "" if entry.same else "does not match its facts"
    if not entry.finished:
        remark = "unfinished"
    return [
        str(entry.number),
        entry.date[:10],
        entry.black,
        entry.white,
        entry.event,
        f"{game} {entry.size}x{entry.size}",
        str(entry.moves),
        entry.result,
        remark,
    ]


@library.command("show")
def show(
    number: Annotated[int, typer.Argument(help="Number of the game, as tengen library list shows it.")],
    move: Annotated[int | None, typer.Option("--move", "-m", help="What happened around this move.")] = None,
    as_json: AsJson = False,
) -> int:
    """Show one game: its position, players and rulings, or what happened at one move."""
    with Library() as base:
        entry = base.get(number)
        path = base.record_path(entry.folder, entry.name)
    if as_json:
        print_json(entry.as_object() | {"path": str(path)})
        return 0
    status = show_game(path, move)
    typer.echo(f"record: {path}")
    return status


@library.command("rebuild")
def rebuild() -> None:
    """Make a damaged library file anew from the records that lie beside it; no record is changed."""
    count, wrong = Library.rebuild()
    for line in wrong:
        warn(line)
    typer.echo(f"the library has {describe.counted(count, 'game')} again")


@library.command("export")
def export(
    numbers: Numbers,
    to: Annotated[str | None, typer.Option("--to", help="sgf, psq, rif or json; by the ending of --out.")] = None,
    out: Annotated[Path | None, typer.Option("--out", "-o", help="File to write; standard output if left out.")] = None,
) -> int:
    """Export games of the library in one file."""
    with Library() as base:
        entries = [base.get(number) for number in numbers]
        paths = [base.record_path(entry.folder, entry.name) for entry in entries]
    games = [load(path) for path in paths]
    write(games, to, out)
    return max(remark(game, path) for game, path in zip(games, paths, strict=True))
