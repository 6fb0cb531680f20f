"""``tengen live``: follow the game on the board."""

from typing import Annotated

import typer
from rich.console import Console
from rich.live import Live

from tengen.live_view import LiveView
from tengen.options import AsJson, Port, connected, print_json


def register(app: typer.Typer) -> None:
    """Add the command to ``app``."""
    app.command("live")(live)


def live(
    port: Port = None,
    as_json: AsJson = False,
    until_end: Annotated[bool, typer.Option("--until-end", help="Stop when the game has ended.")] = False,
) -> None:
    """Show the game as it is played: board, clocks and messages, redrawn in place; stop with Ctrl-C.

    With --json every event is a line: first the status, then rulings, clocks, what the sensors see, messages.
    """
    with connected(port) as (board, _):
        if as_json:
            board.live(lambda event, content: _print(event, content, until_end))
            return
        view, console, drawn = LiveView(), Console(), [""]
        with Live(console=console, auto_refresh=False) as screen:

            def show(event: str, content: dict) -> bool:
                view.take(event, content)
                if event == "game" and content.get("state") == "playing":
                    view.take("status", board.status())
                key = f"{console.size} {view.key()}"
                if key != drawn[0]:
                    drawn[0] = key
                    screen.update(view.render(*console.size), refresh=True)
                return not (until_end and view.status.get("result"))

            board.live(show)


def _print(event: str, content: dict, until_end: bool) -> bool:
    if event != "tick":
        print_json({"event": event} | content)
    return not (until_end and (content.get("kind") == "end" or content.get("result")))
