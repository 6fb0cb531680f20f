"""The model of stones and sensors, against tables computed apart from it (``tests/cases/field_tables.jsonl``)."""

import json
from pathlib import Path

import numpy as np
import pytest

from shared_rules.points import BLACK, WHITE
from tengen.twin.physics import Board
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


def test_the_same_seed_gives_the_same_conversions():
    frames = []
    for _ in range(2):
        board = Board(15, 7)
        board.place(5, WHITE, 1.5, 0.2)
        frames.append(board.raw(0) + board.raw(1))
    assert frames[0] == frames[1] and len(frames[0]) == 2 * 15 * 24 * 2
