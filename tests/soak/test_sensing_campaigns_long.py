"""Placements and games, longer than in ``make test``; prints their tables. ``figures.py`` writes the full ones down.

``TENGEN_STONES`` and ``TENGEN_GAMES`` say how many (100000 and 300 if they are not set).
"""

import os
import sys
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parent))
sys.path.append(str(Path(__file__).resolve().parent.parent / "twin"))
import figures
import placements
import played_games
from sensing_board import BoardUnderTest

STONES = int(os.environ.get("TENGEN_STONES", "100000"))
GAMES = int(os.environ.get("TENGEN_GAMES", "300"))


def test_placements():
    with BoardUnderTest() as board:
        near = placements.run(board, STONES, 8.0, seed=500_001)
        far = placements.run(board, STONES // 4, 12.0, figures.FAR_SHARE, seed=600_001)
        on = placements.power_on(board, 50, seed=800_001)
    print("\n" + "\n".join(figures.placement_text(near, far, on)))
    for counts in (near, far):
        assert not counts.stones["tengen"][:, 3].any(), "a stone was read as the other colour"
        assert counts.phantoms["tengen"] == 0
        assert not counts.stones["tengen"][:16, 2].any(), (
            "a stone less than 8 mm off was not seen, and nothing was said"
        )
    assert on["wrong"] == on["phantoms"] == on["flipped"] == 0


def test_games():
    with BoardUnderTest() as board:
        counts, wrong = played_games.play(board, GAMES, 700_001, figures.EVERY_GO)
    print("\n" + "\n".join(figures.game_text(counts, wrong)))
    assert wrong == []
    assert counts["told: without cause"] * 10000 <= counts["moves"]
