"""``tengen arbiter``: commands of the arbiter to the board; each stands in the record."""

from typing import Annotated

import typer

from tengen import arbiter_arguments
from tengen.errors import TengenError
from tengen.options import AsJson, Port, connected, pairs, print_json


def register(app: typer.Typer) -> None:
    """Add the command to ``app``."""
    app.command("arbiter")(arbiter)


def arbiter(
    command: Annotated[str | None, typer.Argument(help="What to do; without it, all commands are listed.")] = None,
    arguments: Annotated[list[str] | None, typer.Argument(help="KEY=VALUE; points as Q16,R16.")] = None,
    side: Annotated[str | None, typer.Option("--side", "-s", help="black or white: whom it concerns.")] = None,
    port: Port = None,
    as_json: AsJson = False,
) -> None:
    """Give an arbiter command: pause, resume, set_time, warn, result and so on; it stands in the record."""
    if command is None:
        typer.echo("\n".join(arbiter_arguments.listing()))
        return
    if side not in (None, "black", "white"):
        raise TengenError(f"--side is black or white, not {side}")
    args = pairs(arguments)
    arbiter_arguments.check(command, args, side)
    with connected(port) as (board, _):
        game = board.status()
        if game.get("rules"):
            arbiter_arguments.check_points(command, args, game["size"], game["rules"])
        given = board.command(command, args | ({"side": side} if side else {}))
        now = board.status()
    if as_json:
        print_json({"command": command} | given | {"status": now})
    if not given["done"]:
        why = arbiter_arguments.why_not(command, args, game)
        raise TengenError(
            f"{command} is not possible now{f' ({why})' if why else ''}: nothing has changed; "
            f"it stands in the record as number {given['record']}"
        )
    if not as_json:
        typer.echo(f"{command} stands in the record as number {given['record']}")
        for line in now.get("message") or []:
            typer.echo(line)
