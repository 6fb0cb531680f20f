"""``tengen twin``: a simulated board with the real firmware."""

import json
import sys
import tempfile
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

    In a terminal what hands do is typed: "help" lists the words. From a file or a pipe come the same words, or the
    lines of a scenario without ``at``; they happen when they are read.
    """
    from tengen.twin import hand_words, serving
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
        typed = events is None and sys.stdin.isatty() and sys.stdout.isatty() and not as_json
        shown = serving.Screen(typed, world.port) if screen else None
        if events or typed:
            source = sys.stdin if typed or str(events) == "-" else _open(events)
            serving.start_hands(world, source, size, shown)
        if typed and not shown:
            print(hand_words.HELP)
        try:
            while thread.is_alive():
                thread.join(0.2)
                if shown and world.display:
                    shown.show(world.display)
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
