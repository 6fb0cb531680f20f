"""The campaigns of ``placements.py`` and ``played_games.py``, short; ``tests/soak`` has them long."""

import placements
import played_games
import pytest
from sensing_board import BoardUnderTest


@pytest.fixture(scope="module")
def board():
    with BoardUnderTest() as under_test:
        yield under_test


def test_stones_up_to_7_mm_off_are_read_right_and_none_is_misread(board):
    counts = placements.run(board, 4000, 8.0)
    ours, plain = counts.stones["tengen"], counts.stones["plain"]
    assert not ours[:, 2:].any() and counts.phantoms["tengen"] == 0 and counts.bothered == 0
    assert not ours[:14, 1].any()  # unresolved
    # The fixed threshold loses half of those 6.5 to 7 mm off, and all beyond 7.5.
    assert plain[13, 2] > plain[13].sum() / 4 and plain[15, 0] == 0


def test_further_off_they_are_unresolved_or_not_seen_but_never_the_other_colour(board):
    counts = placements.run(board, 1500, 12.0, share=0.3, seed=900)
    ours = counts.stones["tengen"]
    assert not ours[:, 3].any() and counts.phantoms["tengen"] == 0
    assert ours[16:18, 2].sum() == 0 and ours[16:18, 1].sum() > 10  # 8 to 9 mm: said so
    assert not ours[20:, 0].any()


def test_games_by_human_hands_are_recorded_as_they_were_played(board):
    counts, wrong = played_games.play(board, 27, seed=2, every_go=27)
    assert wrong == [] and counts["games played to the end"] == 27
    assert counts["told: without cause"] == 0
    assert counts["dead sensors masked in play"] > 3 and counts["stones slid into place"] > 20
