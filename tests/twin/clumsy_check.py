"""Plays clumsy games, on the ideal board or on the twin, and compares record and game."""

import sys
from pathlib import Path

from shared_rules.presets import resolve
from tengen.twin import match, scenario
from tengen.twin.clumsy import ClumsyGame
from tengen.twin.rehearsal import Rehearsal

TESTS = Path(__file__).resolve().parent.parent
sys.path.append(str(TESTS / "shared_rules"))
from ideal_board import IdealBoard  # noqa: E402 (a portable module beside the portable tests)

GAMES = sorted((TESTS / "cases" / "games").glob("*.sgf"))

CLOCK = {"system": "absolute", "main_ms": 36000000}
PENALTIES = ("warning", "violation", "penalty", "void")


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


def on_ideal_board(lines):
    """The rulings of a scenario, straight from the referee."""
    given = dict(lines[0]["game"])
    board = IdealBoard(resolve(given.pop("preset"), given))
    board.play(lines[1:])
    return board.rulings


def on_twin(lines):
    """The rulings of a scenario played on the twin: firmware under MicroPython, the record fetched over its port.

    The record must replay to the same rulings, and its SGF must have no move that another engine refuses (E8).
    """
    played = match.play(scenario.parse(scenario.lines(lines)))
    assert played.replay.same, played.replay.differences[0]
    again = Rehearsal.from_bytes(played.sgf(), "written")
    found = [moment.ruling for moment in played.replay.moments if moment.ruling]
    if not [row for row in found if row["kind"] in ("void", "restart")]:
        moves = [row["point"] for row in found if row["kind"] == "move"]
        assert [name for _, name, _ in again.moves if name] == moves
    return found


def recorded(rulings):
    """``(colour letter, point or None, captured points)`` of every move and pass in the record."""
    return [
        (row["side"][0], row["point"] if row["kind"] == "move" else None, sorted(row.get("captures", [])))
        for row in rulings
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


def clumsy(rehearsal, seed, clock=True, play=on_ideal_board, **more):
    """``(game, rulings)`` of one clumsy game."""
    game = ClumsyGame(rehearsal, settings(rehearsal, clock), seed, **more)
    if not clock:
        # Without a clock the last move stands when somebody says that the game is over.
        args = {"side": "black" if rehearsal.moves[-1][0] == "w" else "white"}
        game.lines.append({"at": round(game.t + 4, 3), "do": "arbiter", "command": "resign", "args": args})
    return game, play(game.lines)


def put_right(rehearsal, seed, clock, play=on_ideal_board):
    """A game whose slips were all put right: ``(slips, what is wrong with its record)``."""
    game, rulings = clumsy(rehearsal, seed, clock, play)
    if recorded(rulings) != wanted(rehearsal):
        return game.slips, "the record is not the game"
    punished = [row for row in rulings if row["kind"] in PENALTIES]
    return game.slips, f"punished: {punished[0]}" if punished else ""


def punished(rehearsal, seed, slip, play=on_ideal_board):
    """A game with one slip that an article punishes."""
    game, rulings = clumsy(rehearsal, seed, True, play, rate=0, punished=slip)
    if recorded(rulings) != wanted(rehearsal):
        return game.slips, "the record is not the game"
    rules = [row["rule"] for row in rulings if row["kind"] in ("warning", "violation")]
    return game.slips, "" if rules == game.expected else f"ruled {rules}, expected {game.expected}"


def spoiled(rehearsal, seed, clock, kind, play=on_ideal_board):
    """A game in which something is left wrong: no move may be recorded that was not played, and it must be told."""
    first = 6 + seed * 7 % max(1, len(rehearsal.moves) - 12)
    game, rulings = clumsy(rehearsal, seed, clock, play, rate=0, spoil=(kind, first))
    moves, got = wanted(rehearsal), recorded(rulings)
    for i, move in enumerate(got):
        # (A dropped stone where its side may play is its move: the board sees stones, not hands.)
        if [move] != moves[i : i + 1] and (move[1], move[0]) != game.dropped:
            return game.slips, f"move {i + 1} was not played: {move}"
    told = [row for row in rulings if row["kind"] in ("repair", *PENALTIES)]
    # (A game that is whole had the stone captured by its next move.)
    return game.slips, "" if told or got == moves or not game.slips else "nobody was told"
