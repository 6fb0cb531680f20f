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
        _check_size(preset, changes, board.hello["size"])
        answer = board.new(preset, changes, black, white, event)
    if answer.get("warning"):
        warn(answer["warning"])
    if as_json:
        print_json(answer)
    else:
        typer.echo(f"game {answer['game']} is set up on the board")


def _check_size(preset: str, changes: dict, lines: int) -> None:
    """TengenError with what to do instead, if the game does not fit on a board of so many lines."""
    wanted = presets.resolve(preset, changes)["size"]
    if wanted == lines:
        return
    ways = [name for name in sorted(presets.PRESETS) if _fits(name, {"size": lines})]
    if _fits(preset, changes | {"size": lines}):
        raise TengenError(f"this board has {lines} lines, the game wants {wanted}: add --set size={lines}")
    what = f"preset {preset} with these settings" if changes else f"preset {preset}"
    raise TengenError(
        f"{what} needs a {wanted}x{wanted} board, this one has {lines}x{lines}; here fit, "
        f"with --set size={lines} where it is not theirs: {', '.join(ways)}"
    )


def _fits(preset: str, changes: dict) -> bool:
    try:
        presets.resolve(preset, changes)
    except ValueError:
        return False
    return True
