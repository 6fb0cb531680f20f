"""What the commands that read game records share: their options, and answers as JSON or as text."""

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Annotated

import typer

from shared_rules import presets
from tengen.errors import TengenError
from tengen.game import Game
from tengen.verify import Settings

Files = Annotated[list[Path], typer.Argument(help="Game records: SGF, .psq, .lib, RenjuNet XML or h8i9j10 text.")]
AsJson = Annotated[
    bool | None,
    typer.Option("--json/--text", help="A JSON object a line, or text; if not said, text on a terminal, else JSON."),
]
Preset = Annotated[str | None, typer.Option(help="Rules of a preset, such as go-2002 or renju-cn.")]
Set = Annotated[
    list[str] | None,
    typer.Option("--set", help="KEY=VALUE: rules, variant, superko, or game=NUMBER in a file of several.", metavar=""),
]


def settings_of(preset: str | None, changes: list[str] | None) -> Settings:
    """The settings of ``--preset`` and ``--set``."""
    chosen: dict[str, str] = {}
    if preset:
        try:
            game = presets.resolve(preset)
        except ValueError as error:
            raise TengenError(str(error)) from None
        chosen = {key: game[key] for key in ("rules", "variant", "superko")}
    for change in changes or []:
        key, equals, value = change.partition("=")
        if not equals or key not in ("rules", "variant", "superko", "game"):
            raise TengenError(f"--set {change}: give rules=, variant=, superko= or game=")
        chosen[key] = value
    return Settings(**chosen)


def answer(files: list[Path], as_json: bool | None, look: Callable[[Path], tuple[dict, str, bool]]) -> int:
    """Print what ``look`` finds in each file (object, text, whether it is sound); the exit status.

    A file that cannot be read is said on stderr and does not keep the others from being read.
    """
    if as_json is None:
        as_json = not sys.stdout.isatty()
    status = 0
    for file in files:
        try:
            found, text, sound = look(file)
        except TengenError as error:
            print(f"tengen: {error}", file=sys.stderr)
            status = 2
            continue
        typer.echo(json.dumps(found, ensure_ascii=False) if as_json else text)
        if found.get("damage"):
            print(f"tengen: {file}: {found['damage']}", file=sys.stderr)
        if not sound:
            status = max(status, 1)
    return status


def remark(game: Game, name: str | Path) -> int:
    """Say on stderr what a reader left out, and what is wrong with the record; the exit status: 1 for a wrong one."""
    for said in (*game.notes, game.damage):
        if said:
            print(f"tengen: {name}: {said}", file=sys.stderr)
    return int(bool(game.damage))
