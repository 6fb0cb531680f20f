"""The model of stones and sensors, against tables computed apart from it (``tests/cases/field_tables.jsonl``)."""

import json
from pathlib import Path

import numpy as np
import pytest

from shared_rules.points import BLACK, WHITE
from tengen.twin.physics import Board
from tengen.twin.physics_adc import nonlinearity
from tengen.twin.physics_fields import field_of, field_tables, interpolate

TABLES = [json.loads(line) for line in (Path(__file__).parents[1] / "cases" / "field_tables.jsonl").open()]
POINT = 9 * 19 + 9


def decoded_mt(board: Board, t: int = 0) -> np.ndarray:
    """Fields in mT by the plain ratio (H - G) / (V - G) of the raw frame."""
    raw = np.frombuffer(board.raw(t), "<u2").astype(float)
    site = board.chain.site
    half, ground = raw[site // 12 * 12 + 10], raw[site // 12 * 12 + 11]
    return ((raw[site] - ground) / (half - ground) - 1) * 3.3 / 2 / 0.060


@pytest.mark.parametrize("case", TABLES, ids=lambda case: case["magnet"] + "@" + str(case.get("gap", "gaps")))
def test_fields_are_those_of_the_tables(case):
    if "gaps" in case:
        for gap, expected in zip(case["gaps"], case["mt"], strict=True):
            assert field_of(case["magnet"], gap, 0)[0] == pytest.approx(expected, abs=0.006)
    else:
        upright, _ = field_tables(case["magnet"], case["gap"])
        got = interpolate(upright, np.array(case["offsets"]))
        assert got == pytest.approx(np.array(case["mt"]), abs=0.02)


def test_a_centred_stone_reads_its_field_and_its_colour():
    board = Board(19, ideal=True)
    board.place(POINT, BLACK)
    board.place(POINT + 3, WHITE)
    field = decoded_mt(board)
    assert field[POINT] == pytest.approx(10.22, abs=0.03)
    assert field[POINT + 3] == pytest.approx(-10.22, abs=0.05)


def test_a_stone_half_way_reads_next_to_nothing_at_both_points():
    board = Board(19, ideal=True)
    board.place(POINT, BLACK, 11.5, 0)
    assert abs(decoded_mt(board)[POINT]) < 0.1 and abs(decoded_mt(board)[POINT + 1]) < 0.1


def test_the_cable_drop_cancels_in_the_ratio():
    far, near = Board(19, 3, scatter=0), Board(19, 3, ideal=True)
    for board in (far, near):
        for point in range(0, 361, 3):
            board.place(point, BLACK)
    assert np.abs(decoded_mt(far) - decoded_mt(near)).max() < 0.5  # noise and steps of the ADC


def test_a_slide_ends_on_its_point_and_then_nothing_moves():
    board = Board(19, ideal=True)
    board.place(POINT, BLACK)
    board.slide(POINT, POINT + 1, 300, 1000)
    assert board.quiet_until(1000) == 1010
    halfway = decoded_mt(board, 1150)
    assert abs(halfway[POINT]) < 0.2 and abs(halfway[POINT + 1]) < 0.2
    assert decoded_mt(board, 1300)[POINT + 1] == pytest.approx(10.22, abs=0.05)
    assert board.quiet_until(1300) is None
    assert board.stones() == {POINT + 1: BLACK}


def test_lifting_leaves_nothing_behind():
    board = Board(19, 5)
    for point in range(361):
        board.place(point, BLACK, 1.0, -1.0)
    for point in range(361):
        assert board.lift(point)
    assert not board.lift(0)
    assert np.abs(decoded_mt(board)).max() < 0.8


@pytest.mark.parametrize(
    ("kind", "value", "low", "high"),
    [("dead_sensor", 0, -0.2, 0.2), ("stuck", 1, 20, 30), ("stuck", -1, -30, -20), ("phone", 30, 3, 40)],
)
def test_faults_show_at_their_point(kind, value, low, high):
    board = Board(19, ideal=True)
    board.fault(kind, 9, value)
    if kind != "phone":
        board.place(9, BLACK)
    assert low < decoded_mt(board)[9] < high
    board.fault("mend", 9)
    assert decoded_mt(board)[9] == pytest.approx(0 if kind == "phone" else 10.22, abs=0.05)


def test_drift_goes_on_from_the_time_it_began():
    board = Board(19, ideal=True)
    board.raw(60_000)
    board.fault("drift", None, 6.0)
    assert board.quiet_until(60_000) is not None
    assert decoded_mt(board, 60_000 + 600_000) == pytest.approx(np.full(361, 1.0), abs=0.01)


def test_swapped_sensors_and_missing_strips():
    board = Board(19, ideal=True)
    board.place(POINT, BLACK)
    board.fault("swapped", POINT, POINT + 4)
    assert decoded_mt(board)[POINT + 4] == pytest.approx(10.22, abs=0.05)
    board.fault("missing_strip", 0)
    raw = np.frombuffer(board.raw(0), "<u2")
    assert raw[10] - raw[11] == 0 and raw[22] - raw[23] == 8192


def test_a_tilted_stone_reads_as_magpylib_says():
    board = Board(19, ideal=True)
    board.scatter = 0.0
    board.place(POINT, BLACK, -3.0, 0.0)  # the sensor lies 3 mm to the right of it
    stone = board._stones[POINT][0]
    board._static -= stone.field
    stone.tilt = (4.0, 0.0)
    board._rest_stone(stone)
    assert decoded_mt(board)[POINT] == pytest.approx(field_of("6x1", 7, 3.0, 4.0)[0], abs=0.06)
    assert abs(field_of("6x1", 7, 3.0, 4.0)[0] - field_of("6x1", 7, 3.0)[0]) > 0.1


def test_a_sensor_that_lies_deeper_reads_less():
    board = Board(19, 4)
    for value in (-0.3, 0.0, 0.3):
        board.depth[:] = value
        board.gain[:], board.rest[:] = 1.0, 0.0
        board.place(POINT, BLACK)
        board._stones[POINT][0].strength, board._stones[POINT][0].skin = 1.0, 0.0
        board._static -= board._stones[POINT][0].field
        board._rest_stone(board._stones[POINT][0])
        assert board.field(0)[POINT] == pytest.approx(field_of("6x1", 7 - value, 0)[0], rel=0.02)
        board.lift(POINT)


def test_parts_differ_from_board_to_board_and_magnet_to_magnet():
    fields = []
    for seed in range(40):
        board = Board(9, seed)
        board.place(40, BLACK)
        fields.append(decoded_mt(board)[40])
    # 3 % of magnet and gain, 0.18 mm of gap (6.5 % a third of a mm): 7 to 8 % in all.
    assert 0.04 < np.std(fields) / np.mean(fields) < 0.11
    assert np.mean(fields) == pytest.approx(10.2, abs=0.4)


def test_sensors_need_their_time_to_wake():
    """DRV5055: valid 175 us (typical), 330 us (slowest) after power; a hasty scan reads a row's first sites low."""
    hasty, patient = (Board(19, 6, scatter=0, wake_us=wake) for wake in (60, 330))
    for board in (hasty, patient):
        board.place(POINT - 9, BLACK)  # the first site of its half-strip
        board.place(POINT - 1, BLACK)  # the ninth
    assert decoded_mt(patient)[POINT - 9] == pytest.approx(10.22, abs=0.3)
    assert decoded_mt(hasty)[POINT - 9] < 8.5
    assert decoded_mt(hasty)[POINT - 1] == pytest.approx(10.22, abs=0.3)


def test_the_line_keeps_what_the_input_before_left_on_it():
    """8 us after a change of the input less than two codes of it are left; after 2 us a seventh."""
    hasty, patient = (Board(19, 6, scatter=0, settle_us=settle) for settle in (2, 8))
    for board in (hasty, patient):
        board.place(POINT - 5, BLACK)
        board.place(POINT - 4, WHITE)
    assert decoded_mt(patient)[POINT - 4] == pytest.approx(-10.1, abs=0.3)
    assert -8.5 < decoded_mt(hasty)[POINT - 4] < -6.0


def test_wide_codes_shift_a_reading_by_a_tenth_of_a_millitesla_at_most():
    """RP2040-E11: codes 512, 1536, 2560 and 3584 are 8.9 codes wide."""
    error = nonlinearity()
    assert np.abs(error).max() == pytest.approx(4.45, abs=0.1)
    for code in (512, 1536, 2560, 3584):
        assert error[code - 1] - error[code + 10] == pytest.approx(8.9, abs=0.3)


def test_supply_and_temperature_hardly_change_a_stone():
    board = Board(19, 8)
    for point in range(0, 361, 4):
        board.place(point, BLACK)
    before = board.field(0)
    board.fault("supply", None, 0.3)
    assert np.abs(decoded_mt(board) - before).max() < 0.6  # noise and steps of the ADC
    board.fault("mend")
    board.fault("temperature", None, 15)
    shift = board.field(0) - before
    assert np.mean(shift) == pytest.approx(0.09, abs=0.03) and 0.02 < np.std(shift) < 0.08
    board.fault("mend")
    assert board.field(0) == pytest.approx(before)


def test_a_hand_brings_a_stone_down_and_up():
    board = Board(19, ideal=True)
    board.place(POINT, BLACK, 0, 0, 1000, ms=200)
    seen = [board.field(t)[POINT] for t in range(1000, 1201, 20)]
    assert seen[0] == 0 and seen == sorted(seen) and seen[-1] == pytest.approx(10.22, abs=0.01)
    assert board.quiet_until(1200) is None
    assert board.lift(POINT, 2000, ms=200) and board.stones() == {}
    assert 0.1 < board.field(2100)[POINT] < 5 and board.quiet_until(2100) == 2110
    assert not np.any(board.field(2200)) and board.quiet_until(2200) is None
    # At 8 mm the field is that of a gap 8 mm wider.
    board.place(POINT, BLACK, 0, 0, 3000, ms=1000)
    stone = board._stones[POINT][0]
    at = next(t for t in range(3000, 4000) if stone.place(t)[2] <= 8.0)
    assert board.field(at)[POINT] == pytest.approx(field_of("6x1", 15, 0)[0], rel=0.03)


def test_the_same_seed_gives_the_same_conversions():
    frames = []
    for _ in range(2):
        board = Board(15, 7)
        board.place(5, WHITE, 1.5, 0.2)
        frames.append(board.raw(0) + board.raw(1))
    assert frames[0] == frames[1] and len(frames[0]) == 2 * 15 * 24 * 2
