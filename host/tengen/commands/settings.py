"""``tengen settings``: the board's own settings."""

from typing import Annotated

import typer

from tengen.board import warn
from tengen.options import AsJson, Port, connected, pairs, print_json


def register(app: typer.Typer) -> None:
    """Add the command to ``app``."""
    app.command("settings")(settings)


def settings(
    change: Annotated[list[str] | None, typer.Argument(help="KEY=VALUE to change; shows all if left out.")] = None,
    port: Port = None,
    as_json: AsJson = False,
) -> None:
    """Show or change the board's settings, such as language, volume and brightness."""
    changes = pairs(change)
    with connected(port) as (board, _):
        answer = board.settings()
        found = answer["settings"]
        for key, value in changes.items():
            found = board.set(key, value)
    if answer.get("message"):
        warn(answer["message"])
    if as_json:
        print_json(found)
        return
    width = max(map(len, found), default=0)
    for key, value in sorted(found.items()):
        typer.echo(f"{key:{width}}  {value}")
