"""Random facts for the referee, ``TENGEN_FACT_SEEDS`` games (6000 if it is not set): see test_referee_random.py."""

import os
import sys
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parent.parent / "shared_rules"))
from test_referee_random import PRESETS, check, play

SEEDS = int(os.environ.get("TENGEN_FACT_SEEDS", "6000"))


def test_random_facts():
    rulings, wrong = 0, []
    for seed in range(1000, 1000 + SEEDS):
        preset, overrides = PRESETS[seed % len(PRESETS)]
        try:
            game, board = play(preset, overrides, seed, 200)
            check(game, board, seed)
            rulings += len(board.rulings)
        except Exception as error:
            wrong.append(f"{preset} {overrides}, seed {seed}: {type(error).__name__} {error}")
    print(f"\nrandom facts: {SEEDS} games, {rulings} rulings, wrong {len(wrong)}", *wrong[:5], sep="\n")
    assert not wrong
