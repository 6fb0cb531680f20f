"""``tengen calibrate``: keep the empty board's baseline and the stones' field, mask a broken point."""

import statistics
from typing import Annotated

import typer

from tengen import fields, guide
from tengen.board import Board, local_date
from tengen.errors import TengenError
from tengen.game import star_points
from tengen.link import Refused
from tengen.options import AsJson, Port, connected, print_json
from tengen.sweep import Result, Sweep

SPREAD = 0.25  # of the stone's field over the points: more is a hand that put it beside them


def register(app: typer.Typer) -> None:
    """Add the command to ``app``."""
    app.command("calibrate")(calibrate)


def calibrate(
    port: Port = None,
    fresh: Annotated[bool, typer.Option("--fresh", help="Sensors are new: fields below 2.4 mT are no stones.")] = False,
    stone: Annotated[
        bool, typer.Option("--stone", help="Measure the stones: one black stone, put on a few points.")
    ] = False,
    mask: Annotated[
        str | None, typer.Option("--mask", help="Take no notice of the sensor of this point.", metavar="POINT")
    ] = None,
    unmask: Annotated[
        str | None, typer.Option("--unmask", help="Use the sensor of this point again.", metavar="POINT")
    ] = None,
    show: Annotated[bool, typer.Option("--show", help="Only say what is stored.")] = False,
    as_json: AsJson = False,
) -> None:
    """Store the baseline of the EMPTY board; refused, with the points' names, if stones lie on it or a game runs.

    Do it once the board is built, and after a repair; never needed at power-on. With --stone the thresholds follow
    from the field of your stones instead of that of the setting magnet.
    """
    if sum([stone, bool(mask), bool(unmask), show, fresh]) > 1:
        raise TengenError("one at a time: --fresh, --stone, --mask, --unmask or --show")
    wanted: dict = {"do": "empty", "fresh": fresh}
    if show:
        wanted = {"do": "show"}
    elif mask or unmask:
        wanted = {"do": "mask" if mask else "unmask", "point": mask or unmask}
    with connected(port) as (board, _):
        if stone:
            wanted = {"do": "stones", "centred": measure(board, as_json)}
        try:
            done = board.link.request("calibrate", wanted)
        except Refused as error:
            hint = ""
            if "Board not empty" in str(error):
                hint = " (no stone there? a new sensor: --fresh; a broken one: --mask POINT)"
            raise TengenError(f"{error}{hint}") from None
    if as_json:
        print_json({"done": wanted["do"]} | done)
        return
    if wanted.get("centred", 0) < 0:
        typer.echo(
            "the black stone read as a white one: all sensors are looked at from the other side now "
            "(if it was a white stone, repeat with a black one)"
        )
    typer.echo(f"{wanted['do']}: {describe(done)}")


def describe(stored: dict) -> str:
    """What a board has stored, in one line."""
    when = "not calibrated"
    if stored["taken"]:
        when = f"calibrated {local_date(stored['date'])}" if stored["date"] else "calibrated, date unknown"
    how = "measured" if stored["measured"] else "as computed"
    return (
        f"{stored['points']} points, {when}, {stored['masked']} masked; stones {stored['magnet']}, "
        f"{stored['centred'] / 1000:.1f} mT {how}: a stone from {stored['on'] / 1000:.2f} mT, "
        f"none below {stored['off'] / 1000:.2f}, foreign above {stored['foreign'] / 1000:.1f}"
    )


def measure(board: Board, as_json: bool) -> int:
    """Field of a centred stone in uT, signed: the middle of what one stone shows on the star points."""
    size = board.hello["size"]
    masked = fields.masked(board)
    order = [row * size + col for row, col in star_points(size)][:5]
    sweep = Sweep(size, guide.rest(board, masked), order, ignore=masked)

    def show(_sweep: Sweep, _mt: list, result: Result | None) -> None:
        if not as_json and sweep.say != said[-1]:
            said.append(sweep.say)
            typer.echo(sweep.say.replace("the stone", "a black stone, on its middle,"), err=True)

    said = [""]
    show(sweep, [], None)
    guide.run(board, sweep, show)
    seen = [result.mt for p, result in sweep.results.items() if result.reads_at == p]
    if len(seen) < 3:
        raise TengenError("the stone was seen on fewer than three points: tengen doctor --sweep says what is wrong")
    middle = statistics.median(seen)
    if any(value * middle < 0 for value in seen):
        raise TengenError("it read as black on one point and as white on another: was the stone turned over?")
    if max(abs(value - middle) for value in seen) > SPREAD * abs(middle):
        values = ", ".join(f"{value:+.1f}" for value in seen)
        raise TengenError(f"the points differ too much ({values} mT): put the stone on the middle of each, once more")
    return round(middle * 1000)
