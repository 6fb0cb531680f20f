"""``tengen twin``: a simulated board with the real firmware."""

import json
import sys
import tempfile
import threading
import zlib
from pathlib import Path
from typing import Annotated

import typer

from tengen.describe import counted
from tengen.errors import TengenError
from tengen.options import AsJson
from tengen.record_file import write_atomically


def register(app: typer.Typer) -> None:
    """Add the commands to ``app``."""
    twin = typer.Typer(
        no_args_is_help=True, help="A simulated board with the real firmware, to play and to try things on."
    )
    twin.command("run")(run)
    twin.command("serve")(serve)
    app.add_typer(twin, name="twin")


def run(
    scenario: Annotated[Path, typer.Argument(help="Scenario file, JSON lines.")],
    sgf: Annotated[Path | None, typer.Option("--sgf", help="Write the game here as SGF.")] = None,
    rulings: Annotated[Path | None, typer.Option("--rulings", help="Write the rulings here, JSON lines.")] = None,
    record: Annotated[Path | None, typer.Option("--record", help="Write the downloaded record here.")] = None,
    ideal: Annotated[bool, typer.Option("--ideal", help="Perfect sensors and stones.")] = False,
    as_json: AsJson = False,
) -> None:
    """Play a scenario on the twin in virtual time, download it over the serial link, write SGF and rulings."""
    from tengen.twin import match
    from tengen.twin import scenario as scenarios

    plan = scenarios.load(scenario)
    played = match.play(plan, ideal=ideal)
    found = [moment.ruling for moment in played.replay.moments if moment.ruling]
    if rulings:
        write_atomically(rulings, "".join(json.dumps(r, ensure_ascii=False) + "\n" for r in found).encode())
    if sgf:
        write_atomically(sgf, played.sgf())
    if record:
        match.write_record(record, played)
    summary = {
        "scenario": str(scenario),
        "moves": sum(ruling["kind"] in ("move", "pass") for ruling in found),
        "rulings": len(found),
        "records": len(played.records) // 16,
        "seconds": played.virtual_ms / 1000,
        "same": played.replay.same,
        "refused": played.refused,
    }
    if as_json:
        typer.echo(json.dumps(summary, ensure_ascii=False))
    else:
        told = f"{counted(summary['moves'], 'move')}, {counted(len(found), 'ruling')}"
        typer.echo(f"{told}, {summary['seconds']:.0f} s of play")
        for line in played.refused:
            typer.echo(f"refused: {line}")
    if not played.replay.same:
        raise TengenError(f"the record's facts give other rulings: {played.replay.differences[0]}")


def serve(
    size: Annotated[int, typer.Option("--size", help="19, 15, 13 or 9 lines.")] = 19,
    flash: Annotated[Path | None, typer.Option("--flash", help="Flash image to keep; made if missing.")] = None,
    events: Annotated[Path | None, typer.Option("--events", help="Events to play, or - for standard input.")] = None,
    screen: Annotated[bool, typer.Option("--screen", help="Show the board's display whenever it changes.")] = False,
    ideal: Annotated[bool, typer.Option("--ideal", help="Perfect sensors and stones.")] = False,
    as_json: AsJson = False,
) -> None:
    """Run a twin in real time; its port works with every other command (--port). Ctrl-C ends it.

    Events are the lines of a scenario without ``at``: they happen when they are read.
    """
    from tengen.twin.physics import Board
    from tengen.twin.world import World

    if size not in (9, 13, 15, 19):
        raise TengenError(f"there are boards of 9, 13, 15 and 19 lines, not {size}")
    with tempfile.TemporaryDirectory(prefix="tengen-") as folder:
        image = flash or Path(folder) / "flash.img"
        if not image.parent.is_dir():
            raise TengenError(f"there is no folder {image.parent} for the flash image")
        # Another drive is another board: with one number for all, each new twin would count as a reformatted one.
        serial = f"TWIN{zlib.crc32(str(image.resolve()).encode()):08X}"
        world = World(Board(size, ideal=ideal), size, image, real_time=True, serial=serial)
        world.power_on()
        thread = world.start()
        print(json.dumps({"port": world.port, "size": size}) if as_json else f"port {world.port}", flush=True)
        if events:
            source = sys.stdin if str(events) == "-" else _open(events)
            threading.Thread(target=_play, args=(world, source, size), daemon=True).start()
        try:
            shown = None
            while thread.is_alive():
                thread.join(0.2)
                if screen and world.display != shown:
                    shown = world.display
                    _show(shown)
        except KeyboardInterrupt:
            pass
        finally:
            world.stop()
        if world.failure:
            raise world.failure


def _open(path: Path):
    try:
        return path.open(encoding="utf-8")
    except OSError as error:
        raise TengenError(f"cannot read {path}: {error.strerror}") from error


def _play(world, source, size: int) -> None:
    """Carry out events as their lines come; a wrong line is said and left out."""
    from tengen.twin import scenario as scenarios
    from tengen.twin.hands import Hands

    plan = scenarios.parse(scenarios.lines([{"game": {"size": size} if size != 15 else {"preset": "renju-rif"}}]))
    hands = Hands(world, plan, lambda command, args: None)
    for line in source:
        if not line.strip():
            continue
        try:
            event = scenarios.event({"at": 0} | json.loads(line), plan.game, "events")
        except (TengenError, ValueError) as error:
            print(f"tengen: {error}", file=sys.stderr)
            continue
        world.at(world.t, lambda event=event: hands.do(event))


def _show(display: bytes) -> None:
    from tengen.twin.screen_image import text

    print("\033[H\033[2J" + text(display), flush=True)
