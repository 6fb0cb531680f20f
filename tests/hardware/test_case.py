"""Measures of top, frame and carriers: everything finds room, nothing touches anything."""

import pytest

from hardware import board, guide
from hardware.design import case
from hardware.design.half_strip import HEIGHT, THICKNESS, half_strip

BOARDS = [(size, variant) for size in (19, 15) for variant in board.PITCHES]


@pytest.mark.parametrize(("size", "variant"), BOARDS)
def test_half_strips_end_on_the_wood(size, variant):
    """The right ones have sites too many; edge lights find room beside them at the other side."""
    width, depth = case.top_size(size, variant)
    across, down = board.PITCHES[variant]
    assert (width, depth) == ((size - 1) * across + 76, (size - 1) * down + 76)
    assert 0 < case.overhang(size, variant) < case.MARGIN
    # The first and the last row: half a half-strip lies outside the outer line, and a corner of the frame beside it.
    assert HEIGHT / 2 + case.CORNER < case.MARGIN
    # The last carriers have room for a row that is not there.
    spare_rows = -size % case.CARRIER_ROWS
    assert (spare_rows + 0.5) * down <= case.MARGIN
    long, short = case.rails(size, variant)
    assert long == width + 24 and short == depth


def test_measures_of_a_19x19_go_board():
    """By hand: 18 x 23 + 76 and 18 x 24 + 76; six columns of holes, five carriers of four rows in each."""
    assert case.top_size(19) == (490, 508)
    assert case.peg_columns(19) == [11.5, 149.5, 195.5, 241.5, 379.5, 425.5]
    assert case.carriers(19) == 30
    # 15 x 15: all half-strips are cut after the eighth site, and lose their third hole.
    assert case.strip_length(15) == 8 * 23 and case.peg_columns(15) == [11.5, 149.5, 195.5, 333.5]
    assert case.carriers(15) == 16


@pytest.mark.parametrize("variant", board.PITCHES)
def test_cut_half_strips_keep_two_holes_and_their_electronics(variant):
    strip = half_strip(variant)
    length = case.strip_length(15, variant)
    assert sum(x < length for x, _, _ in strip.holes) == 2
    kept = {part.ref for part in strip.parts if part.x < length - 2}
    assert kept == {part.ref for part in strip.parts} - {"U9", "U10", "C9", "C10"}


def test_screws_hold_in_the_wood_and_do_not_come_through():
    assert 2.5 <= case.screw_in_wood() <= case.TOP - 0.5
    # They pass between two half-strips.
    assert all(down - HEIGHT > case.CARRIER_SCREW[0] + 2 for _, down in board.PITCHES.values())


def test_rails_hide_all_that_hangs_below_the_top():
    below = case.TOP + THICKNESS + case.CARRIER_HEIGHT + case.BAR[1]
    assert below < case.RAIL_HEIGHT
    # Plug and wires of a half-strip stand out about 10 mm below its board.
    assert case.RAIL_HEIGHT - case.TOP - THICKNESS > 15


def test_bench_layer_makes_the_gap_of_the_finished_board():
    """By hand: 7 mm less 1 mm of stone, 1 mm of board and 0.65 mm to the Hall element."""
    assert abs(guide.bench_layer() - 4.35) < 1e-9


def test_order_list_counts_what_the_boards_hold():
    """19 x 19 by hand: 361 sensors and 38 of each of a half-strip's chips, 3 % to spare."""
    order = {mpn: count for _, mpn, count, _, _ in guide.order_list(19)}
    assert order["DRV5055A1QDBZR"] == 361 + 10
    assert order["CD74HC4067M96"] == order["74HC74D,653"] == 39
    assert order["BM12B-GHS-TBT(LF)(SN)"] == 2 * 38 + 2 + 2
    assert order["AO3401A"] == 38 + 2 + 1
    assert guide.cost(15) < guide.cost(19)
