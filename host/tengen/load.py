"""Any record as a ``Game``: downloaded records are replayed, files of other programs are played through their moves."""

from pathlib import Path

from shared_rules import record
from shared_rules.points import EMPTY
from tengen import __version__, formats, record_file
from tengen.game import Game
from tengen.kifu import NOWHERE, Kifu
from tengen.kifu_board import carry_out, edited, new_board
from tengen.library import Library
from tengen.replay import CannotReplay, Difference, Replay, replay
from tengen.verify import Settings

SIDE = ("", "black", "white")


def load(path: Path, settings: Settings | None = None) -> Game:
    """The game in a file, or that of this number in the library; TengenError if it cannot be read.

    ``settings``: which game of a file that holds several, and what is said over the file; of a board's record nothing
    is. ``Game.damage`` says where a record stops, or parts from its own facts.
    """
    path = located(path)
    data = formats.read_bytes(path)
    if record_file.is_record(data):
        return replay_file(path, data).game
    settings = settings or Settings()
    kifu = formats.read(path, settings.game)
    settings.apply(kifu)
    return from_kifu(kifu)


def located(path: Path) -> Path:
    """The file itself, or where it is only a number, the record of the library's game of this number.

    Written as boards do, with zeros in front (``0007``), it is the id of a game on its board.
    """
    text = str(path)
    if not text.isdecimal() or path.exists():
        return path
    with Library() as library:
        entry = library.by_id(text) if text.startswith("0") else library.get(int(text))
        return library.record_path(entry.folder, entry.name)


def replay_file(path: Path, data: bytes) -> Replay:
    """The replay of a record file."""
    header, records = record_file.decode(data, str(path))
    try:
        done = replay(header, records)
    except CannotReplay as error:
        raise CannotReplay(f"{path}: {error}") from None
    here, written = len(records) // record.SIZE, header.get("records", 0)
    if here < written:
        at = done.moments[-1].at if done.moments else 0.0
        done.differences.append(Difference(here, at, f"the file ends here, of {written} records", ""))
    if not done.same:
        # A referee that was put right since rules otherwise: that is no damage, and has to be told apart from it.
        wrote = done.game.header.get("firmware") or __version__
        by = "" if wrote == __version__ else f" (firmware {wrote} wrote it, the rules here are of {__version__})"
        done.game.damage = f"does not match its facts{by}: {done.differences[0]}"
    return done


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
        "place": kifu.place,
        "rule_text": kifu.rule_text,
    }
    start = _ruling("start", side=SIDE[kifu.first_color], comment=kifu.comment)
    for side in ("black", "white"):
        start[side] = [kifu.point_name(p) for p, c in sorted(kifu.setup.items()) if SIDE[c] == side]
    game = Game(header, [start], list(kifu.notes), kifu.damage)
    board = new_board(kifu, "none")
    for number, move in enumerate(kifu.moves, 1):
        if move.edits:
            game.rulings.append(_set_up(kifu, number - 1, move.edits))
            board = edited(board, move.edits)
        if move.point == NOWHERE:
            game.notes.append(f"move {number}, {move.written}, is not on the board: left out")
            continue
        captures = carry_out(board, move)
        kind, point = "pass" if move.is_pass else "move", kifu.point_name(move.point)
        played = _ruling(kind, side=SIDE[move.color], move=number, point=point, comment=move.comment)
        game.rulings.append(played | {"captures": [kifu.point_name(p) for p in captures]})
    if kifu.final_edits:
        game.rulings.append(_set_up(kifu, len(kifu.moves), kifu.final_edits))
    if kifu.result:
        game.rulings.append(_ruling("end") | {"result": kifu.result})
    return game


def _ruling(kind: str, side: str = "", move: int = 0, point: str = "", comment: str = "") -> dict:
    """A ruling of a record that has no times and names no articles; ``comment``: what the file says there."""
    found = {"at": 0, "kind": kind, "rule": "", "side": side, "move": move, "point": point}
    return found | ({"comment": comment} if comment else {})


def _set_up(kifu: Kifu, moves: int, edits: dict[int, int]) -> dict:
    """Stones set up or taken away after so many moves."""
    position = {kifu.point_name(p): None if color == EMPTY else SIDE[color] for p, color in edits.items()}
    return _ruling("note", move=moves) | {"text": "stones were set up", "position": position}
