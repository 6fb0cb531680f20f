"""``tengen new``: begin a game on the board."""

from typing import Annotated

import typer

from shared_rules import presets
from tengen import timespec
from tengen.board import warn
from tengen.errors import TengenError
from tengen.options import AsJson, Changes, Port, connected, pairs, print_json


def register(app: typer.Typer) -> None:
    """Add the command to ``app``."""
    app.command("new")(new)


def new(
    preset: Annotated[str, typer.Option("--preset", help=", ".join(sorted(presets.PRESETS)))] = "go-2002",
    black: Annotated[str, typer.Option("--black", "-b", help="Black's name.")] = "",
    white: Annotated[str, typer.Option("--white", "-w", help="White's name.")] = "",
    event: Annotated[str, typer.Option("--event", "-e", help="Event, round, table.")] = "",
    time: Annotated[str | None, typer.Option("--time", "-t", help=timespec.EXAMPLES)] = None,
    change: Changes = None,
    port: Port = None,
    as_json: AsJson = False,
) -> None:
    """Begin a game: names, preset and time; any setting of the preset can be changed with --set."""
    changes = pairs(change)
    if time is not None:
        changes["time"] = timespec.parse(time)
    try:
        presets.resolve(preset, changes)
    except ValueError as error:
        raise TengenError(str(error)) from None
    with connected(port) as (board, _):
        answer = board.new(preset, changes, black, white, event)
    if answer.get("warning"):
        warn(answer["warning"])
    if as_json:
        print_json(answer)
    else:
        typer.echo(f"game {answer['game']} is set up on the board")
