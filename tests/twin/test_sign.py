"""Which pole is where: board description, model and firmware agree."""

from array import array

import magpylib
import numpy as np

from board.sensing import Sensing
from hardware import board
from shared_rules.points import BLACK, WHITE
from tengen.twin import physics_fields
from tengen.twin.physics import Board

POINT = 40


def test_a_black_stone_has_its_north_pole_on_the_board_and_reads_above_half_supply():
    """DRV5055 datasheet: the output rises with a south pole at the marked face: with a field that leaves it."""
    south_pole_below = magpylib.magnet.Cylinder(
        polarization=(0, 0, -1.19), dimension=(0.006, 0.001), position=(0, 0, -0.0075)
    )  # north down: its south pole is nearest to the sensor above it, whose marked face looks down
    leaves_the_face = -south_pole_below.getB((0, 0, 0))[2]
    assert leaves_the_face > 0.008  # T, counted downwards: this is what raises the output
    black = magpylib.magnet.Cylinder(
        polarization=(0, 0, 1.19 * board.BLACK_NORTH), dimension=(0.006, 0.001), position=(0, 0, 0.0075)
    )
    assert board.SENSOR_AXIS * black.getB((0, 0, 0))[2] > 0.008
    assert board.SENSOR_AXIS == -1 and board.BLACK_NORTH == -1  # the sensors hang below their board


def test_the_model_has_the_signs_of_the_board_description():
    assert (physics_fields.SENSOR_AXIS, physics_fields.BLACK_NORTH) == (board.SENSOR_AXIS, board.BLACK_NORTH)
    for color, sign in ((BLACK, 1), (WHITE, -1)):
        model = Board(9, ideal=True)
        model.place(POINT, color)
        raw = np.frombuffer(model.raw(0), "<u2").astype(int)
        site = model.chain.site[POINT]
        assert sign * (raw[site] - raw[site // 12 * 12 + 10]) > 2000  # beside half supply, in sums of 4 codes


def test_the_firmware_takes_above_half_supply_for_black():
    model, sensing = Board(9, ideal=True), Sensing(9)
    model.place(POINT, BLACK)
    model.place(POINT + 2, WHITE)
    for t in range(0, 400, 20):
        sensing.frame(array("H", model.raw(t)), t)
    assert {p: sensing.grid[p] for p in range(81) if sensing.grid[p]} == {POINT: BLACK, POINT + 2: WHITE}
