"""All real games in clumsy hands, ``TENGEN_SEEDS`` seeds each (10 if it is not set). Prints what was played."""

import os
import sys
from collections import Counter
from pathlib import Path

import pytest

sys.path.append(str(Path(__file__).resolve().parent.parent / "twin"))
from clumsy_check import GAMES, clumsy, recorded, wanted

from tengen.twin.clumsy import PUNISHED
from tengen.twin.rehearsal import Rehearsal

SEEDS = int(os.environ.get("TENGEN_SEEDS", "10"))
PENALTIES = ("warning", "violation", "penalty", "void")


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_clumsy_campaign(path):
    rehearsal = Rehearsal(path)
    game_moves = wanted(rehearsal)
    slips, games, moves = Counter(), 0, 0
    for seed in range(SEEDS):
        for clock in (True, False):
            game, board = clumsy(rehearsal, seed, clock)
            assert recorded(board) == game_moves, (seed, clock)
            assert not [row for row in board.rulings if row["kind"] in PENALTIES], (seed, clock)
            slips.update(game.slips)
            games, moves = games + 1, moves + len(game_moves)

            game, board = clumsy(rehearsal, seed, clock, rate=0, spoil=(seed * 7) % (len(game_moves) - 4) + 2)
            got = recorded(board)
            if game.slips:
                assert got == game_moves[: len(got)], (seed, clock)
                # (A game that is whole had the nudged stone captured by its next move.)
                repairs = [row for row in board.rulings if row["kind"] == "repair"]
                assert repairs or got == game_moves, (seed, clock)
            slips.update(game.slips)
        for slip in PUNISHED:
            game, board = clumsy(rehearsal, seed, rate=0, punished=slip)
            assert recorded(board) == game_moves, (seed, slip)
            assert [r["rule"] for r in board.rulings if r["kind"] in ("warning", "violation")] == game.expected
            slips.update(game.slips)
    print(f"\n{path.stem}: {games} games, {moves} moves, 0 wrong; {sum(slips.values())} slips: {dict(slips)}")
