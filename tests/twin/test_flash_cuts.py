"""The power fails inside a flash operation of a running game, and the game is played on to the right SGF.

Cuts at every operation are tried on the journal alone (tests/firmware_host); here the whole board is behind it.
"""

import tempfile
from pathlib import Path

import pytest

from hal.twin.nor_flash import CUT_STATUS
from tengen.twin import compare, match
from tengen.twin.rehearsal import Rehearsal
from tests.twin.test_games import GAMES, plan

MOVES = 60
OFF_MS, BACK_MS, ON_MS = 2000, 5000, 9000  # without power; the player presses once more; play goes on


def played_through_a_cut(operation: int, kind: str):
    """The game with the power cut at a flash operation: ``(game, what came of it, number of cuts)``."""
    game = Rehearsal(GAMES / "kisei28-g7.sgf")
    game.moves = game.moves[:MOVES]
    # Not pytest's own folder: MicroPython takes no argument of more than 255 bytes, and the path is part of one.
    folder = tempfile.TemporaryDirectory(prefix="tengen-")
    board = match.Match(plan(game), Path(folder.name) / "flash.img", cut=(operation, kind))
    world, cuts, pressed, press = board.world, [], [], board.world.press

    def press_and_remember(side, *rest):
        pressed[:] = [side]
        press(side, *rest)

    def power_fails(status):
        assert status == CUT_STATUS, world.said()
        cuts.append(world.t)
        world.cut = None
        # The players wait for the board; whoever pressed last presses again, as the display still shows the old turn.
        world._events = [(t + ON_MS, order, action) for t, order, action in world._events]
        world.at(world.t + OFF_MS, world.power_on)
        if pressed:
            world.at(world.t + BACK_MS, lambda: press(pressed[0]))
        return True

    world.press, world.on_exit = press_and_remember, power_fails
    with folder:
        return game, board.play(), len(cuts)


@pytest.mark.parametrize("kind", ["clean", "torn", "weak"])
@pytest.mark.parametrize("operation", [30, 61, 120])
def test_a_cut_in_a_flash_operation_leaves_the_game_as_played(operation, kind):
    """E10: every acknowledged move is there, the game goes on, the final SGF is right, verify agrees."""
    game, played, cuts = played_through_a_cut(operation, kind)
    assert cuts == 1
    assert compare.first_difference(game, played) == ""
    again = Rehearsal.from_bytes(played.sgf(), "written")
    assert again.moves == compare.wanted_moves(game)
    assert played.replay.same, played.replay.differences[0]
