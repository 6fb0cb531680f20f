"""Fetching games: what is new goes into the library, and only what is safe there is confirmed to the board."""

from collections.abc import Callable
from dataclasses import dataclass

from shared_rules import record
from tengen import record_file
from tengen.board import Board, DamagedGame, OnBoard
from tengen.errors import TengenError
from tengen.library import Entry, Library
from tengen.link import Refused
from tengen.replay import CannotReplay, Replay


@dataclass
class Download:
    """What came of one game."""

    game: OnBoard
    entry: Entry
    replay: Replay
    resumed: int  # records that were here already from a download that was cut off


def wanted(board: Board, library: Library, games: list[OnBoard], ids: list[str] | None = None) -> list[OnBoard]:
    """The games to fetch: the chosen ones, or all that the library has not, or not to their end.

    A game that is being played is fetched only when it is asked for.
    """
    if ids:
        known = {game.id: game for game in games}
        missing = [game for game in ids if game not in known]
        if missing:
            raise TengenError(f"there is no game {missing[0]} on this board (it has {', '.join(known) or 'none'})")
        return [known[game] for game in ids]
    found = []
    for game in games:
        if game.state == "playing" or not game.records:
            continue
        entry = library.find(board.serial, board.generation, game.id)
        if entry is None or entry.records < game.records:
            found.append(game)
    return found


def fetch(board: Board, library: Library, game: OnBoard, progress: Callable[[int], None] = lambda n: None) -> Download:
    """Fetch one game, store it, and confirm it if it is finished; ``DamagedGame`` if it cannot be replayed.

    Records wait in a file of their own until all are here, so that a download that was cut off goes on where it was.
    ``progress`` is called with the number of records of this game that are here.
    """
    header = board.header(game.id)
    part = library.part_path(board.serial, board.generation, game.id)
    part.parent.mkdir(parents=True, exist_ok=True)
    held = part.stat().st_size // record.SIZE if part.exists() else 0
    held = min(held, game.records)
    progress(held)
    try:
        with part.open("r+b" if part.exists() else "wb") as file:
            file.truncate(held * record.SIZE)
            file.seek(0, 2)
            here = held
            for block in board.read(game.id, held, game.records):
                file.write(block)
                file.flush()
                here += len(block) // record.SIZE
                progress(here)
        records = part.read_bytes()
    except OSError as error:
        raise TengenError(f"cannot write {part}: {error.strerror}; free some space and run this again") from error
    header |= {"id": game.id, "serial": board.serial, "generation": board.generation}
    header.setdefault("firmware", board.hello.get("firmware"))
    try:
        entry, done = library.store(header, records)
    except CannotReplay as error:
        raise DamagedGame(f"game {game.id}: {error}; its records are kept in {part}") from error
    part.unlink()
    if game.state == "finished":
        confirm(board, game, records)
    return Download(game, entry, done, held)


def confirm(board: Board, game: OnBoard, records: bytes) -> None:
    """Tell the board that a game is safe; a game that left the board in between needs no word."""
    try:
        board.confirm(game.id, records)
    except Refused as error:
        if error.word != "missing":
            raise TengenError(
                f"game {game.id} is stored, but the board does not confirm it ({error}); "
                f"fetch it again with tengen download {game.id}"
            ) from None


def confirm_again(board: Board, library: Library, games: list[OnBoard]) -> int:
    """Confirm finished games that are in the library, where the word did not reach the board; how many."""
    count = 0
    for game in games:
        entry = library.find(board.serial, board.generation, game.id)
        if game.state == "finished" and not game.confirmed and entry and entry.records == game.records:
            _, records = record_file.read(library.record_path(entry.folder, entry.name))
            confirm(board, game, records)
            count += 1
    return count
