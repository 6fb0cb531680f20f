"""What the commands that talk to a board share."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer

from tengen.board import Board, warn
from tengen.errors import TengenError
from tengen.library import Library

Port = Annotated[
    str | None,
    typer.Option("--port", "-p", envvar="TENGEN_PORT", help="Serial port of the board or twin; found if left out."),
]
RecordFiles = Annotated[
    list[Path],
    typer.Argument(help="Records: downloaded ones or their numbers in the library, SGF, .psq, .lib, RenjuNet XML."),
]
RecordFile = Annotated[
    Path, typer.Argument(help="A downloaded record or its number in the library, SGF, .psq, .lib or RenjuNet XML.")
]
AsJson = Annotated[bool, typer.Option("--json", help="A JSON object a line.")]
_CHANGES = "As often as needed: komi_zi=3.25, handicap=4, enforcement=advise, opening=swap2; a wrong key lists all."
Changes = Annotated[list[str] | None, typer.Option("--set", help=_CHANGES, metavar="KEY=VALUE")]


@contextmanager
def connected(port: str | None, to_store: bool = False) -> Iterator[tuple[Board, Library | None]]:
    """The board and the library; says so when the board's drive was reformatted since the last contact.

    ``to_store``: the library is needed. A command that can do without is not kept from the board by a full disk or a
    damaged library: it says what is wrong, and goes on with None.
    """
    with _library(to_store) as library, Board.connect(port) as board:
        if library:
            _meet(library, board, to_store)
        if board.hello.get("message"):
            warn(f"the board says: {board.hello['message']}")
        yield board, library


@contextmanager
def _library(needed: bool) -> Iterator[Library | None]:
    try:
        library = Library()
    except TengenError as error:
        if needed:
            raise
        warn(str(error))
        yield None
        return
    with library:
        yield library


def _meet(library: Library, board: Board, needed: bool) -> None:
    try:
        before = library.meet(board.serial, board.generation, str(board.hello.get("firmware", "")))
    except TengenError as error:
        if needed:
            raise
        warn(str(error))
        return
    if before:
        warn(
            f"the drive of board {board.serial} was reformatted since the last contact: games that were not "
            "downloaded before are gone, its settings and calibration too (tengen calibrate)"
        )


def print_json(found: dict) -> None:
    """One object as one line."""
    typer.echo(json.dumps(found, ensure_ascii=False))


def pairs(words: list[str] | None, texts: tuple[str, ...] = ()) -> dict:
    """``KEY=VALUE`` words as a dict; values are numbers, true, false, null or JSON where they read so, else text.

    ``texts``: keys whose values are text whatever they look like.
    """
    found = {}
    for word in words or []:
        key, equals, text = word.partition("=")
        if not equals or not key:
            raise TengenError(f"write KEY=VALUE, not {word}")
        found[key] = text if key in texts else value(text)
    return found


def value(text: str):
    """A value from the command line."""
    try:
        return json.loads(text)
    except ValueError:
        return text
