"""``tengen forbidden``: Black's forbidden points."""

import typer

from shared_rules.points import BLACK, EMPTY, WHITE
from shared_rules.renju import DOUBLE_FOUR, DOUBLE_THREE, FIVE, FOUL_NAMES, OVERLINE, RenjuBoard
from tengen import formats
from tengen.diagram import draw
from tengen.kifu import Kifu
from tengen.kifu_board import final_position
from tengen.reading import AsJson, Files, Set, answer, settings_of

_MARKS = {OVERLINE: "6", DOUBLE_FOUR: "4", DOUBLE_THREE: "3"}


def register(app: typer.Typer) -> None:
    """Add the command to ``app``."""
    app.command("forbidden")(forbidden)


def forbidden(files: Files, as_json: AsJson = None, change: Set = None) -> int:
    """Show the points that are forbidden to Black in the final position of each record (R2.19).

    Where a point has several reasons, overline is named before double four before double three. The text draws the
    board: 6 overline, 4 double four, 3 double three, and the points where a side makes five.
    """
    settings = settings_of(None, change)

    def look(file):
        kifu = formats.read(file, settings.game)
        # Asked for forbidden points, whatever the record calls itself.
        kifu.rules, kifu.variant = "renju", "renju"
        board = final_position(kifu)
        assert isinstance(board, RenjuBoard)
        found = answer_for(board, kifu)
        return {"file": str(file)} | found, _text(str(file), board, kifu, found), not kifu.damage

    return answer(files, as_json, look)


def answer_for(board: RenjuBoard, kifu: Kifu) -> dict:
    """The object of ``--json`` without the file's name."""
    reasons = {}
    for point, bits in board.forbidden_map().items():
        reasons[kifu.point_name(point)] = [FOUL_NAMES[bit] for bit in _MARKS if bits & bit]
    fives = {}
    for side, color in (("black", BLACK), ("white", WHITE)):
        empty = (p for p in range(len(board.grid)) if board.grid[p] == EMPTY)
        fives[side] = [kifu.point_name(p) for p in empty if board.judge(p, color) & FIVE]
    return {
        "points": {name: names[0] for name, names in reasons.items()},
        "reasons": reasons,
        "fives": fives,
        "damage": kifu.damage,
        "notes": kifu.notes,
    }


def _text(file: str, board: RenjuBoard, kifu: Kifu, found: dict) -> str:
    marks = {}
    for point, bits in board.forbidden_map().items():
        marks[point] = next(mark for bit, mark in _MARKS.items() if bits & bit)
    lines = [
        f"{file}: {kifu.size}x{kifu.size} after move {len(kifu.moves)}",
        draw(board.grid, board.size, "renju", marks),
    ]
    for name, names in found["reasons"].items():
        lines.append(f"  {name}: {', '.join(word.replace('_', ' ') for word in names)}")
    if not found["reasons"]:
        lines.append("  no point is forbidden")
    for side, names in found["fives"].items():
        if names:
            lines.append(f"  {side} makes five on {', '.join(names)}")
    lines += [f"  note: {note}" for note in kifu.notes]
    return "\n".join(lines)
