"""``tengen devices``: which boards are here."""

from typing import Annotated

import typer

from tengen import devices as finding
from tengen.board import Board
from tengen.errors import TengenError
from tengen.link import Link
from tengen.options import AsJson, Port, print_json


def register(app: typer.Typer) -> None:
    """Add the command to ``app``."""
    app.command("devices")(devices)


def devices(
    port: Port = None,
    as_json: AsJson = False,
    udev: Annotated[bool, typer.Option("--udev", help="Print the udev rule that gives boards to their users.")] = False,
) -> None:
    """Find boards: by their USB ids and by asking them; says what to do about those that do not answer."""
    if udev:
        typer.echo(f"# save as {finding.UDEV_PATH}, then: sudo udevadm control --reload && sudo udevadm trigger")
        typer.echo(finding.UDEV_RULE, nl=False)
        return
    found = [finding.Port(finding.choose(port), "", "")] if port else finding.ports()
    rows = [_look(item) for item in found]
    rows += [{"port": drive, "state": "bootsel", "say": "in BOOTSEL: tengen flash"} for drive in finding.bootsel()]
    for row in rows:
        if as_json:
            print_json(row)
        else:
            typer.echo(f"{row['port']}  {row['say']}")
    if not rows and not as_json:
        typer.echo("searched for USB serial ports with the ids 2e8a:0005 and for BOOTSEL drives: no board found")


def _look(port: finding.Port) -> dict:
    row = {"port": port.device, "serial": port.serial}
    if not port.may_be_ours:
        return row | {"state": "other", "say": f"{port.firmware}, not a Tengen board"}
    try:
        with Board(Link(port.device)) as board:
            hello, name = board.hello, board.settings()["settings"].get("name") or ""
    except TengenError as error:
        return row | {"state": "error", "say": str(error)}
    size = hello["size"]
    said = f"Tengen {hello['firmware']}, {size}x{size}, serial {hello['serial']}, {hello['state']}"
    if name:
        said = f"{name}: {said}"
    return row | {"state": hello["state"], "say": said, "name": name} | hello
