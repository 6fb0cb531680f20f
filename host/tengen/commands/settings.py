"""``tengen settings``: the board's own settings."""

from typing import Annotated

import typer

from tengen.board import warn
from tengen.errors import TengenError
from tengen.options import AsJson, Port, connected, print_json, value

# What each setting is, and what it takes (firmware/board/settings.py).
MEANING = {
    "brightness": "of the display, 1 to 255",
    "language": "of the display: en, zh",
    "magnet": "in the stones, diameter x height in mm: 5x1, 5x2, 6x1, 6x1.5, 6x2, 8x1",
    "name": "what the club calls this board; tengen devices shows it",
    "names": "players to choose from in the board's menu, commas between them",
    "pitch_um": "from column to column in um, 20000 to 27000, for the figures of tengen doctor",
    "voice": "of the voice module: off, en, zh",
    "volume": "0 off, 1 low, 2 high",
}
OF_THE_BOARD = ("last",)  # kept there by itself: the last game, for "Again"


def register(app: typer.Typer) -> None:
    """Add the command to ``app``."""
    app.command("settings")(settings)


def settings(
    change: Annotated[list[str] | None, typer.Argument(help="KEY=VALUE to change; shows all if left out.")] = None,
    port: Port = None,
    as_json: AsJson = False,
) -> None:
    """Show or change the board's settings, such as language, volume and brightness."""
    changes = [_change(word) for word in change or []]
    with connected(port) as (board, _):
        answer = board.settings()
        found = answer["settings"]
        for key, text in changes:
            # A text may look like a number: name=5.
            found = board.set(key, text if isinstance(found.get(key), str) else value(text))
    if answer.get("message"):
        warn(answer["message"])
    if as_json:
        print_json(found)
        return
    shown = {key: str(value) for key, value in sorted(found.items()) if key not in OF_THE_BOARD}
    widths = max(map(len, shown), default=0), max(map(len, shown.values()), default=0)
    for key, text in shown.items():
        typer.echo(f"{key:{widths[0]}}  {text:{widths[1]}}  {MEANING.get(key, '')}".rstrip())


def _change(word: str) -> tuple[str, str]:
    key, equals, text = word.partition("=")
    if not equals or not key:
        raise TengenError(f"write KEY=VALUE, not {word}")
    if key in OF_THE_BOARD:
        raise TengenError(f"{key} is kept by the board itself")
    return key, text
