"""``tengen games``: the games in the board's storage."""

import typer
from rich.console import Console
from rich.table import Table

from tengen.board import DamagedGame, warn
from tengen.options import AsJson, Port, connected, print_json


def register(app: typer.Typer) -> None:
    """Add the command to ``app``."""
    app.command("games")(games)


def games(port: Port = None, as_json: AsJson = False) -> None:
    """List the games on the board, oldest first, and whether they are in the library."""
    rows = []
    with connected(port) as (board, library):
        for game in board.games():
            entry = library.find(board.serial, board.generation, game.id) if library else None
            here = "no" if entry is None else "yes" if entry.records >= game.records else "in part"
            here = here if library else "not known"
            try:
                header = board.header(game.id)
            except DamagedGame as error:
                warn(str(error))
                header = {}
            rows.append(vars(game) | {"library": here} | {k: header.get(k) or "" for k in ("black", "white", "date")})
    if as_json:
        for row in rows:
            print_json(row)
        return
    if not rows:
        typer.echo("no games on the board")
        return
    table = Table(box=None, header_style="bold", pad_edge=False)
    for title in ("Game", "Date", "Black", "White", "State", "Records", "In the library"):
        table.add_column(title, justify="right" if title == "Records" else "left")
    for row in rows:
        state = row["state"] + (", confirmed" if row["confirmed"] else "")
        table.add_row(row["id"], row["date"], row["black"], row["white"], state, str(row["records"]), row["library"])
    Console().print(table)
