"""The moves of a record on a board, carried out as viewers do even where the rules forbid them (the FF[4] rule)."""

from shared_rules import points
from shared_rules.go import GoBoard
from shared_rules.renju import RenjuBoard
from tengen.errors import TengenError
from tengen.kifu import Kifu, Move


def new_board(kifu: Kifu, superko: str = "positional") -> GoBoard | RenjuBoard:
    """A board of the record's game with its set-up stones."""
    try:
        board = GoBoard(kifu.size, superko) if kifu.rules == "go" else RenjuBoard(kifu.size, kifu.variant)
    except ValueError as error:
        raise TengenError(str(error)) from None
    for point, color in kifu.setup.items():
        board.place(point, color)
    return board


def edited(board: GoBoard | RenjuBoard, edits: dict[int, int]) -> GoBoard | RenjuBoard:
    """A board with stones set up in the middle of a game; what was before it no longer counts as history."""
    fresh = GoBoard(board.size, board.superko) if isinstance(board, GoBoard) else RenjuBoard(board.size, board.variant)
    for point, color in enumerate(board.grid):
        fresh.place(point, edits.get(point, color))
    return fresh


def final_position(kifu: Kifu) -> GoBoard | RenjuBoard:
    """The board after all moves, each carried out as viewers do even where the rules forbid it."""
    board = new_board(kifu, "none")
    for move in kifu.moves:
        if move.edits:
            board = edited(board, move.edits)
        carry_out(board, move)
    return edited(board, kifu.final_edits) if kifu.final_edits else board


def carry_out(board: GoBoard | RenjuBoard, move: Move) -> list[int]:
    """Play a move of a record whatever the rules say, and return the points taken; nothing happens off the board."""
    if move.is_pass:
        board.play_pass(move.color)
        return []
    if not 0 <= move.point < len(board.grid):
        return []
    return board.force(move.point, move.color, as_recorded=True)


def point_of(text: str, kifu: Kifu) -> int:
    """A point given on the command line."""
    try:
        return points.parse(text.strip(), kifu.size, kifu.rules)
    except ValueError as error:
        raise TengenError(str(error)) from None
