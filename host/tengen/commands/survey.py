"""``tengen survey``: log the field of every point to CSV, to check the model of the magnets against the board."""

import time
from datetime import datetime
from pathlib import Path
from typing import Annotated

import typer

from tengen import fields
from tengen.describe import counted
from tengen.errors import TengenError
from tengen.options import AsJson, Port, connected, print_json
from tengen.survey import SurveyFile


def register(app: typer.Typer) -> None:
    """Add the command to ``app``."""
    app.command("survey")(survey)


def survey(
    file: Annotated[Path, typer.Argument(help="CSV file to write, like gap7.csv.")],
    port: Port = None,
    every: Annotated[float, typer.Option("--every", min=0.05, max=3600, help="Seconds between two readings.")] = 1.0,
    count: Annotated[int, typer.Option("--count", min=0, help="Readings to take; 0: until Ctrl-C.")] = 0,
    note: Annotated[str, typer.Option("--note", help="Words for the column note, like: dx 3 mm.")] = "",
    append: Annotated[bool, typer.Option("--append", help="Go on with a file of the same board.")] = False,
    as_json: AsJson = False,
) -> None:
    """Log the field of every point, in mT, to a CSV file: a line a reading, with time, board and a note.

    Ctrl-C ends it; the file gets its name then. A file that is there is not touched unless --append is given.
    """
    if file.suffix.lower() != ".csv":
        raise TengenError(f"a survey is a file NAME.csv, not {file.name}")
    with connected(port) as (board, _), SurveyFile(file, board.hello["size"], board.serial, append) as log:
        started = time.monotonic()
        taken = 0
        try:
            while True:
                _, mt = fields.read(board)
                now = datetime.now().astimezone().isoformat(timespec="milliseconds")
                log.add(now, note, mt)
                taken += 1
                if as_json:
                    print_json({"time": now, "mt": mt})
                if taken == count:
                    break
                _wait(board, started + taken * every)
        except KeyboardInterrupt:
            pass
    if not as_json:
        typer.echo(f"{counted(taken, 'reading')}, {log.rows} in {file}")


def _wait(board, until: float) -> None:
    """Sleep; the board is kept with a sign of life a second."""
    while (left := until - time.monotonic()) > 0:
        time.sleep(min(left, 1.0))
        if left > 1.0:
            board.link.request("ping")
