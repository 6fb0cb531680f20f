"""All real games in clumsy hands. Prints what was played.

On the ideal board ``TENGEN_SEEDS`` seeds each (10 if it is not set), on the twin ``TENGEN_TWIN_SEEDS`` (2).
"""

import os
import sys
from collections import Counter
from pathlib import Path

import pytest

sys.path.append(str(Path(__file__).resolve().parent.parent / "twin"))
from clumsy_check import GAMES, on_ideal_board, on_twin, punished, put_right, spoiled

from tengen.twin.clumsy import PUNISHED, SPOILS
from tengen.twin.rehearsal import Rehearsal

SEEDS = int(os.environ.get("TENGEN_SEEDS", "10"))
TWIN_SEEDS = int(os.environ.get("TENGEN_TWIN_SEEDS", "2"))
START = int(os.environ.get("TENGEN_FIRST_SEED", "0"))


def campaign(path, play, seeds):
    """Every kind of slip with every seed; prints the counts, fails if one record is not as it should be."""
    rehearsal = Rehearsal(path)
    slips, games, wrong = Counter(), Counter(), []

    def count(kind, found, where):
        games[kind] += 1
        slips.update(found[0])
        if found[1]:
            wrong.append(f"{where}: {found[1]}")

    for seed in range(START, START + seeds):
        for clock in (True, False):
            count("put right", put_right(rehearsal, seed, clock, play), (seed, clock))
        # On the twin one of each a seed: these take as long as the games.
        for slip in PUNISHED if play is on_ideal_board else [tuple(PUNISHED)[seed % len(PUNISHED)]]:
            count("punished", punished(rehearsal, seed, slip, play), (seed, slip))
        for kind in (
            SPOILS if play is on_ideal_board else [SPOILS[seed % len(SPOILS)], SPOILS[(seed + 3) % len(SPOILS)]]
        ):
            count("left", spoiled(rehearsal, seed, seed % 2 == 0, kind, play), (seed, kind))
    print(f"\n{path.stem}: games {dict(games)}, wrong {len(wrong)}; slips {dict(slips)}")
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_clumsy_campaign(path):
    campaign(path, on_ideal_board, SEEDS)


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_clumsy_campaign_on_the_twin(path):
    campaign(path, on_twin, TWIN_SEEDS)
