"""``tengen doctor``: fields of all points in the terminal, and what is broken."""

import time

import typer

from shared_rules import points
from tengen import fields
from tengen.options import AsJson, Port, connected, print_json


def register(app: typer.Typer) -> None:
    """Add the command to ``app``."""
    app.command("doctor")(doctor)


def doctor(
    port: Port = None,
    readings: int = typer.Option(5, min=1, max=100, help="How often to read the board."),
    as_json: AsJson = False,
) -> None:
    """Show the field of every point in mT (positive: black's pole) and name silent, stuck and restless sensors."""
    seen = []
    with connected(port) as (board, _):
        for _ in range(readings):
            size, found = fields.read(board)
            seen.append(found)
            time.sleep(0.05)
    problems = fields.faults(size, seen)
    if as_json:
        print_json({"size": size, "mt": found, "problems": problems})
        return
    typer.echo("    " + "".join(f"{letter:>6}" for letter in points.columns("go")[:size]))
    for row in range(size):
        values = found[row * size : row * size + size]
        typer.echo(f"{size - row:>3} " + "".join("     -" if v is None else f"{v:+6.1f}" for v in values))
    for line in problems or ["no fault found"]:
        typer.echo(line)
