"""``tengen flash``: MicroPython and the firmware onto a board, from a bare Pico to the latest version."""

import json
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from tengen.errors import TengenError
from tengen.flash import selftest
from tengen.flash.session import Session, Wishes


class Display(StrEnum):
    """Kinds of display."""

    sh1106 = "sh1106"
    ssd1306 = "ssd1306"


def register(app: typer.Typer) -> None:
    """Add the command to ``app``."""
    app.command("flash")(flash)


def flash(
    port: Annotated[
        str | None, typer.Option("--port", "-p", help="Serial port, if there is more than one board.")
    ] = None,
    uf2: Annotated[
        Path | None, typer.Option("--uf2", help="MicroPython image; without it mpflash fetches one.")
    ] = None,
    size: Annotated[int | None, typer.Option("--size", help="Size of the board, 19 or 15; kept on it.")] = None,
    display: Annotated[Display | None, typer.Option("--display", help="Kind of display; kept on the board.")] = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only say what would be done.")] = False,
    diff: Annotated[bool, typer.Option("--diff", help="List files: + new, ~ changed, - gone.")] = False,
    force: Annotated[bool, typer.Option("--force", help="Write the firmware even if it is there already.")] = False,
    rollback: Annotated[bool, typer.Option("--rollback", help="Go back to the firmware before.")] = False,
    check: Annotated[
        bool, typer.Option("--check", help="Self-test: heap, flash, buttons, display, every sensor.")
    ] = False,
    restore: Annotated[
        bool, typer.Option("--restore", help="Copy the records of a backup back onto the board.")
    ] = False,
    backup: Annotated[
        Path | None, typer.Option("--backup", help="The backup for --restore; the latest if not given.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object on standard output.")] = False,
) -> None:
    """Put the firmware on the board, MicroPython first if it is a bare Pico; games, settings and calibration are kept.

    A board in BOOTSEL (plugged in with the button held) gets MicroPython. Everything that is on the board is backed up
    first. The firmware goes into the folder that is not in use; a cut at any moment leaves the old one or the new one.
    """
    if size not in (None, 15, 19):
        raise TengenError(f"the board is 19 or 15 lines, not {size}")
    writing = {"--uf2": uf2, "--size": size, "--display": display, "--diff": diff, "--force": force}
    _check_options({"--check": check, "--rollback": rollback, "--restore": restore, "--dry-run": dry_run}, writing)
    if backup and not restore:
        raise TengenError("--backup says what --restore copies back: give both")
    wishes = Wishes(port, uf2, size, display.value if display else None, dry_run, diff, force)
    session = Session(wishes, Console(stderr=as_json))
    if check:
        tests = selftest.run(port)
        if as_json:
            typer.echo(json.dumps({"tests": tests}))
        else:
            selftest.show(tests, session.console)
        raise typer.Exit(0 if all(ok for _, ok, _ in tests) else 1)
    if rollback:
        session.roll_back()
    elif restore:
        session.restore(backup)
    else:
        session.flash()
    if as_json:
        typer.echo(json.dumps(session.report, ensure_ascii=False))


def _check_options(ways: dict[str, object], writing: dict[str, object]) -> None:
    """``ways``: what else than writing the firmware may be asked for; ``writing``: what only goes with that."""
    asked = [name for name, given in ways.items() if given]
    if len(asked) > 1:
        raise TengenError(f"{', '.join(ways)}: one at a time")
    without = [name for name, given in writing.items() if given]
    if asked and asked != ["--dry-run"] and without:
        raise TengenError(f"{asked[0]} writes no firmware: leave out {', '.join(without)}")
