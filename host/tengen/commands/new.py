"""``tengen new``: begin a game on the board."""

import json
from typing import Annotated

import typer

from shared_rules import presets
from tengen import timespec
from tengen.board import Board, warn
from tengen.describe import counted
from tengen.errors import TengenError
from tengen.link import Refused
from tengen.options import AsJson, Changes, Port, connected, pairs, print_json

TEXTS = ("black", "white", "event")  # may be set to what looks like a number


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
    """Begin a game: names, preset and time; any setting of the preset can be changed with --set.

    Given again, after a cable that was pulled say, it finds its own game running and begins no second one.
    """
    changes = pairs(change, TEXTS)
    if time is not None:
        changes["time"] = timespec.parse(time)
    try:
        game = presets.resolve(preset, changes)
    except ValueError as error:
        raise TengenError(str(error)) from None
    for key, name in zip(TEXTS, (black, white, event), strict=True):
        game[key] = name or game.get(key, "")
    with connected(port) as (board, _):
        _check_size(preset, changes, board.hello["size"])
        try:
            answer = board.new(preset, changes, black, white, event)
        except Refused as refusal:
            answer = _running(board, game, refusal)
    if answer.get("warning"):
        warn(answer["warning"])
    if as_json:
        print_json(answer)
    elif "moves" in answer:
        moves = counted(answer["moves"], "move")
        typer.echo(f"game {answer['game']} with these players and settings is on the board already, {moves} played")
    else:
        typer.echo(f"game {answer['game']} is set up on the board")


def _running(board: Board, wanted: dict, refusal: Refused) -> dict:
    """``{"game", "warning", "moves"}`` if the running game is the one that is wanted; TengenError if it is another.

    ``wanted``: the resolved game. With both players named it is the same one whatever has been played; without, a game
    like it may be the next pair's, so it must not have begun.
    """
    status = board.status()
    name, moves = status.get("game"), status.get("move", 0)
    if refusal.word != "refused" or not name:
        raise refusal
    header, asked = board.header(name), json.loads(json.dumps(wanted))
    same = all(header.get(key) == value for key, value in asked.items())
    if same and (moves == 0 or (wanted["black"] and wanted["white"])):
        return {"game": name, "warning": None, "moves": moves}
    players = f"{status.get('black') or 'Black'} – {status.get('white') or 'White'}"
    raise TengenError(
        f"game {name} ({players}, {counted(moves, 'move')}) is running on this board: end it first, in the menu of the "
        "board (both buttons held) or with tengen arbiter result result=Void"
    )


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
