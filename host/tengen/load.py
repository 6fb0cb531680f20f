"""Any record as a ``Game``: downloaded records are replayed, files of other programs are played through their moves."""

from pathlib import Path

from shared_rules import points
from shared_rules.go import GoBoard
from shared_rules.points import EMPTY, NO_POINT
from tengen import formats, record_file
from tengen.game import Game
from tengen.kifu import NOWHERE, Kifu
from tengen.library import Library
from tengen.replay import CannotReplay, Replay, replay

SIDE = ("", "black", "white")


def load(path: Path, which: str = "1") -> Game:
    """The game in a file, or that of this number in the library; TengenError if it cannot be read."""
    path = located(path)
    data = formats.read_bytes(path)
    if record_file.is_record(data):
        return replay_file(path, data).game
    return from_kifu(formats.read(path, which))


def located(path: Path) -> Path:
    """The file itself, or where it is only a number, the record of the library's game of this number."""
    if not str(path).isdecimal() or path.exists():
        return path
    with Library() as library:
        entry = library.get(int(str(path)))
        return library.record_path(entry.folder, entry.name)


def replay_file(path: Path, data: bytes) -> Replay:
    """The replay of a record file."""
    try:
        return replay(*record_file.decode(data, str(path)))
    except CannotReplay as error:
        raise CannotReplay(f"{path}: {error}") from None


def from_kifu(kifu: Kifu) -> Game:
    """A record of another program as a ``Game``; it has no times, so every ruling is ``at`` 0, and no ``time``.

    Moves are carried out as they stand (the FF[4] rule): legality is for ``tengen verify`` to say.
    """
    header = {
        "rules": kifu.rules,
        "variant": kifu.variant,
        "size": kifu.size,
        "komi_zi": None if kifu.komi is None else kifu.komi / 2,
        "handicap": kifu.handicap,
        "black": kifu.black,
        "white": kifu.white,
        "event": kifu.event,
        "date": kifu.date,
    }
    start = {"at": 0, "kind": "start", "rule": "", "side": SIDE[kifu.first_color], "move": 0, "point": ""}
    for side in ("black", "white"):
        start[side] = [kifu.point_name(p) for p, c in sorted(kifu.setup.items()) if SIDE[c] == side]
    rulings = [start]
    board = GoBoard(kifu.size, "none")
    for p, color in kifu.setup.items():
        board.place(p, color)
    for number, move in enumerate(kifu.moves, 1):
        if move.point == NOWHERE:
            continue
        captures = _play(board, move.point, move.color) if kifu.rules == "go" else []
        rulings.append(
            {
                "at": 0,
                "kind": "pass" if move.is_pass else "move",
                "rule": "",
                "side": SIDE[move.color],
                "move": number,
                "point": points.name(move.point, kifu.size, kifu.rules),
                "captures": [kifu.point_name(p) for p in captures],
            }
        )
    if kifu.result:
        rulings.append({"at": 0, "kind": "end", "rule": "", "side": "", "point": "", "result": kifu.result})
    return Game(header, rulings)


def _play(board: GoBoard, point: int, color: int) -> list[int]:
    if point == NO_POINT:
        board.play_pass(color)
        return []
    if board.grid[point] != EMPTY:
        return []  # a second stone on a point: nothing comes off
    return board.force(point, color)
