"""``tengen calibrate``: keep the empty board's baseline, mask a broken point."""

import typer

from tengen.options import AsJson, Port, connected, print_json


def register(app: typer.Typer) -> None:
    """Add the command to ``app``."""
    app.command("calibrate")(calibrate)


def calibrate(
    port: Port = None,
    mask: str = typer.Option(None, "--mask", help="Take no notice of the sensor of this point."),
    unmask: str = typer.Option(None, "--unmask", help="Use the sensor of this point again."),
    as_json: AsJson = False,
) -> None:
    """Store the baseline of the EMPTY board; refused if stones lie on it or a game runs."""
    wanted = {"do": "mask", "point": mask} if mask else {"do": "unmask", "point": unmask} if unmask else {"do": "empty"}
    with connected(port) as (board, _):
        done = board.link.request("calibrate", wanted)
    if as_json:
        print_json(done)
    else:
        typer.echo(f"{wanted['do']}: {done['points']} points stored")
