"""``tengen doctor``: fields of all points in the terminal or as a picture, and what is broken, by name."""

import time
from collections import deque
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console, Group
from rich.live import Live
from rich.text import Text

from shared_rules import points
from tengen import fields, guide, heat_map
from tengen.board import Board
from tengen.errors import TengenError
from tengen.faults import Fault, at_rest, working
from tengen.heat_map import HeatMap
from tengen.options import AsJson, Port, connected, print_json
from tengen.sweep import Result, Sweep, snake

KEPT = 12  # readings that noise is told from
NOT_TO_MASK = ("missing_strip", "supply", "foreign")  # repaired or taken away, not played around


def register(app: typer.Typer) -> None:
    """Add the command to ``app``."""
    app.command("doctor")(doctor)


def doctor(
    port: Port = None,
    once: Annotated[bool, typer.Option("--once", help="One look instead of the live picture.")] = False,
    sweep: Annotated[bool, typer.Option("--sweep", help="Guide one stone over the points and test each.")] = False,
    at: Annotated[
        str | None, typer.Option("--at", help="Sweep only these rows or points, like 19,18 or K10,C3.", metavar="WHERE")
    ] = None,
    mask: Annotated[bool, typer.Option("--mask", help="Mask the points found broken: play goes on without.")] = False,
    picture: Annotated[
        list[Path] | None, typer.Option("--picture", help="Write the heat map as NAME.svg or NAME.png.")
    ] = None,
    readings: Annotated[int, typer.Option(min=1, max=100, help="How often to read for one look.")] = KEPT,
    as_json: AsJson = False,
) -> int:
    """Show the field of every point in mT (positive: black's pole) and name what is broken.

    In a terminal a live picture, until Ctrl-C. Broken points show at rest; dead, weak and swapped ones in the sweep.
    Exit status 1 if something is broken.
    """
    for path in picture or []:
        heat_map.check_name(path)
    console = Console()
    with connected(port) as (board, _):
        doing = Doctor(board, console, as_json)
        if not (once or sweep or at or as_json) and console.is_terminal:
            doing.watch()
        else:
            doing.look(readings)
        if sweep or at:
            doing.sweep(where(at, board.hello["size"]))
        heat = doing.heat()
        for path in picture or []:
            heat_map.save(heat, path, f"Board {board.serial}, {time.strftime('%Y-%m-%d %H:%M')}")
        if mask:
            doing.mask()
    doing.report(table=not sweep and not at)
    return 1 if doing.faults else 0


def where(text: str | None, size: int) -> list[int]:
    """Points to sweep, in their order: of all rows, of rows, or single ones."""
    if text is None:
        return snake(size)
    found, rows = [], []
    for word in text.replace(" ", "").split(","):
        if word.isdigit():
            if not 1 <= int(word) <= size:
                raise TengenError(f"this board has rows 1 to {size}, not {word}")
            rows.append(size - int(word))
            continue
        try:
            found.append(points.parse(word, size, "go"))
        except ValueError as error:
            raise TengenError(f"write rows or points, like 19,18 or K10,C3: {error}") from None
    return snake(size, rows) + found


class Doctor:
    """What was seen of one board, and what it means."""

    def __init__(self, board: Board, console: Console, as_json: bool):
        self.board, self.console, self.as_json = board, console, as_json
        self.size = board.hello["size"]
        stored = board.link.request("calibrate", {"do": "show"})
        self.centred, self.foreign = stored["centred"] / 1000, stored["foreign"] / 1000
        self.masked = fields.masked(board)
        self.seen: deque[fields.Reading] = deque(maxlen=KEPT)
        self.swept: Sweep | None = None
        self.faults: list[Fault] = []
        self._results: list[Result] = []

    # ---- looking

    def look(self, readings: int) -> None:
        """Read the board some times."""
        self.seen = deque(maxlen=readings)
        for _ in range(readings):
            self._read()
            time.sleep(guide.PAUSE_S)

    def watch(self) -> None:
        """The live picture, until Ctrl-C."""
        self._read()
        try:
            with Live(self._render(), console=self.console, auto_refresh=False, screen=True) as screen:
                while True:
                    self._read()
                    screen.update(self._render(), refresh=True)
                    time.sleep(guide.PAUSE_S)
        except KeyboardInterrupt:
            pass

    def _read(self) -> None:
        self.seen.append(fields.look(self.board))
        self.faults = at_rest(list(self.seen), self.foreign)

    # ---- sweeping

    def sweep(self, order: list[int]) -> None:
        """Guide a stone over points ``order``."""
        broken = {p for fault in self.faults for p in fault.points}
        self.swept = Sweep(self.size, guide.rest(self.board, broken), order, self.centred, broken)
        if self.as_json or not self.console.is_terminal:
            self._say()
            guide.run(self.board, self.swept, self._tell, guide.typed_lines())
        else:
            try:
                picture = Live(self._render(), console=self.console, auto_refresh=False, screen=True)
                with guide.unseen(), picture as screen:

                    def show(_sweep: Sweep, mt: list, result: Result | None) -> None:
                        if result:
                            self.console.bell()
                        screen.update(self._render(mt), refresh=True)

                    guide.run(self.board, self.swept, show, guide.typed_lines())
            except KeyboardInterrupt:
                pass
        self.faults += self.swept.faults()

    def _say(self) -> None:
        if self.as_json:
            target = self.swept.target
            print_json({"put": None if target is None else fields.name(target, self.size), "left": self.swept.left})
        else:
            typer.echo(self.swept.say)

    def _tell(self, sweep: Sweep, _mt: list, result: Result | None) -> None:
        """Results as they come, for a program or a file; what is asked changes only with them."""
        if result is None:
            return
        if self.as_json:
            at = None if result.reads_at is None else fields.name(result.reads_at, self.size)
            print_json({"point": fields.name(result.point, self.size), "reads_at": at, "mt": round(result.mt, 3)})
        self._say()

    # ---- showing

    def heat(self, mt: list | None = None) -> HeatMap:
        """What is known, to be drawn."""
        if mt is None:
            mt = self._swept_mt() if self.swept else self.seen[-1].mt
        faults = self.faults + (self.swept.faults() if self.swept and self.swept.target is not None else [])
        target = self.swept.target if self.swept else None
        done = set(self.swept.results) if self.swept else set()
        return HeatMap(self.size, mt, faults, self.masked, target, done)

    def _swept_mt(self) -> list[float | None]:
        """For every point what it showed with the stone on it."""
        shown = {p: r.mt if r.reads_at == p else 0.0 for p, r in self.swept.results.items()}
        return [None if value is None else shown.get(p, 0.0) for p, value in enumerate(self.seen[-1].mt)]

    def _render(self, mt: list | None = None) -> Group:
        heat = self.heat(mt)
        works = len(working(self.seen[-1], heat.faults))
        title = f"board {self.board.serial}: {works} of {self.size**2} sensors answer without fault"
        if self.swept:
            title = f"{self.swept.say} ({self.swept.left} to go)"
        keys = "Ctrl-C ends and lists all"
        if self.swept:
            keys = "Enter: it lies there   s Enter: leave it out   q Enter: end"
        # Title, letters, rows, legend and the keys take their lines first.
        room = max(0, self.console.height - self.size - 4)
        lines = [Text(fault.say, no_wrap=True, overflow="ellipsis") for fault in heat.faults[-room:] if room]
        left_out = len(heat.faults) - len(lines)
        lines.append(Text(keys + (f"   ({left_out} more)" if left_out else ""), "dim", no_wrap=True))
        return Group(
            Text(title, "bold", no_wrap=True, overflow="crop"),
            heat_map.terminal(heat, self.console.width),
            heat_map.legend(),
            *lines,
        )

    def report(self, table: bool) -> None:
        """What was found, in words, or as one JSON object."""
        reading = self.seen[-1]
        works = working(reading, self.faults)
        if self.as_json:
            shown = [None if v is None else round(v, 3) for v in (self._swept_mt() if self.swept else reading.mt)]
            print_json(
                {
                    "size": self.size,
                    "mt": shown,
                    "masked": [fields.name(p, self.size) for p in sorted(self.masked)],
                    "works": len(works),
                    "problems": [fault.as_dict(self.size) for fault in self.faults],
                }
            )
            return
        if table:
            self.console.print(heat_map.terminal(self.heat(), self.console.width))
        for fault in self.faults:
            typer.echo(fault.say)
        swept = f", {len(self.swept.results)} swept" if self.swept else ""
        said = f"{len(self.faults)} fault{'s' * (len(self.faults) > 1)}" if self.faults else "no fault found"
        typer.echo(f"{said}: {len(works)} of {self.size**2} sensors answer{swept}, {len(self.masked)} masked")

    # ---- masking

    def mask(self) -> None:
        """Mask the points that are broken: the referee asks for their stones."""
        for fault in self.faults:
            if fault.kind in NOT_TO_MASK:
                continue
            for p in fault.points:
                self.board.link.request("calibrate", {"do": "mask", "point": fields.name(p, self.size)})
                self.masked.add(p)
