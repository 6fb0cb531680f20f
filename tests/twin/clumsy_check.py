"""Plays clumsy games on the ideal board and compares record and game."""

import sys
from pathlib import Path

from shared_rules.presets import resolve
from tengen.twin.clumsy import ClumsyGame

TESTS = Path(__file__).resolve().parent.parent
sys.path.append(str(TESTS / "shared_rules"))
from ideal_board import IdealBoard  # noqa: E402 (a portable module beside the portable tests)

GAMES = sorted((TESTS / "cases" / "games").glob("*.sgf"))

CLOCK = {"system": "absolute", "main_ms": 36000000}


def settings(rehearsal, clock):
    """Settings under which every game of tests/cases/games can be played as it was."""
    chosen = (
        {"preset": "go-2002", "superko": "none"}
        if rehearsal.go
        else {"preset": "renju-cn", "opening": "none", "foul": "claim"}
    )
    chosen["size"] = rehearsal.size
    chosen["time"] = CLOCK if clock else None
    if rehearsal.setup:
        chosen["setup"] = "free"
        chosen["to_play"] = "black" if rehearsal.moves[0][0] == "b" else "white"
    return chosen


def play(lines):
    """The board after a scenario."""
    given = dict(lines[0]["game"])
    board = IdealBoard(resolve(given.pop("preset"), given))
    board.play(lines[1:])
    if not given.get("time") and not board.referee.result:
        # Without a clock the last move stands when somebody says that the game is over.
        board.do(
            {"do": "arbiter", "command": "resign", "args": {"side": "black" if board.referee.turn == 2 else "white"}}
        )
    return board


def recorded(board):
    """``(colour letter, point or None, captured points)`` of every move and pass in the record."""
    return [
        (row["side"][0], row.get("point"), sorted(row.get("captures", [])))
        for row in board.rulings
        if row["kind"] in ("move", "pass")
    ]


def wanted(rehearsal):
    """The same of the game, up to its end: what follows two passes is no move of it."""
    moves, passes = [], 0
    for color, name, gone in rehearsal.moves:
        passes = passes + 1 if name is None else 0
        moves.append((color, name, sorted(gone)))
        if passes == 2:
            break
    return moves


def clumsy(rehearsal, seed, clock=True, **more):
    """``(game, board)`` of one clumsy game."""
    game = ClumsyGame(rehearsal, settings(rehearsal, clock), seed, **more)
    return game, play(game.lines)
