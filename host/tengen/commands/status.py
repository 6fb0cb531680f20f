"""``tengen status``: what the board is doing."""

import typer

from tengen import describe
from tengen.options import AsJson, Port, connected, print_json


def register(app: typer.Typer) -> None:
    """Add the command to ``app``."""
    app.command("status")(status)


def status(port: Port = None, as_json: AsJson = False) -> None:
    """Show what the board is doing: game, turn, clocks, free space, messages."""
    with connected(port) as (board, _):
        now = board.status()
    if as_json:
        print_json(board.hello | now)
        return
    hello = board.hello
    free, total = hello.get("free", 0), hello.get("total", 0)
    typer.echo(
        f"board {board.serial} at {board.link.device}: {hello['size']}x{hello['size']}, firmware {hello['firmware']}, "
        f"{free // 1024} of {total // 1024} KB free, {now['state']}"
    )
    if not board.time_was_set:
        typer.echo("its clock was not set: it is now; games before this contact have no date")
    for line in game_lines(now):
        typer.echo(line)


def game_lines(now: dict) -> list[str]:
    """The running game in words, from a ``status`` answer."""
    lines = []
    if now.get("game"):
        names = f"{now.get('black') or 'Black'} – {now.get('white') or 'White'}"
        last = f", last {now['last']}" if now.get("last") else ""
        phase = "" if now["phase"] == "play" else f" ({now['phase']})"
        turn = "over" if now.get("result") else f"{now['turn'].capitalize()} to move{phase}"
        lines.append(f"game {now['game']}: {names}, move {now['move']}{last}, {turn}")
    if now.get("clock"):
        sides = (f"{name} {describe.clock_text(now['clock'][key])}" for key, name in (("b", "Black"), ("w", "White")))
        lines.append("clocks: " + ", ".join(sides))
    if now.get("repair"):
        lines.append("the board has to be put right")
    if now.get("result"):
        lines.append(f"result: {describe.result_text(now['result'])} ({now['result']})")
    return lines + [text for text in now.get("message") or [] if text]
