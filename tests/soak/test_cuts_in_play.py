"""A game on the whole board, once for each flash operation, the power cut there (tests/twin/test_flash_cuts.py)."""

from hal.twin.nor_flash import CUT_KINDS
from tengen.twin import compare
from tests.twin.test_flash_cuts import played_through_a_cut


def test_a_cut_at_every_operation_of_a_game_on_the_board():
    # Those before belong to the empty drive, to `tengen new`, and to the first stone, which is laid again after them.
    cuts, operation, wrong = 0, 29, []
    while True:
        operation += 1
        kind = CUT_KINDS[operation % 3]
        try:
            game, played, happened = played_through_a_cut(operation, kind)
            if not happened:
                break
            difference = compare.first_difference(game, played) or "".join(map(str, played.replay.differences[:1]))
        except Exception as error:
            difference = f"{type(error).__name__}: {error}"
        cuts += 1
        if difference:
            wrong.append(f"{kind} cut at operation {operation}: {difference}")
    print(f"\npower cuts in play: {cuts}, games not as played: {len(wrong)}", *wrong, sep="\n")
    assert not wrong
