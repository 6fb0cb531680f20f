"""Fields at the points of a connected board, and what they say about its sensors."""

import statistics

from shared_rules import points
from tengen.board import Board

STUCK_MT = 20.0  # no stone of the set comes near the sensor's end of scale (22 mT)
RESTLESS_MT = 0.3
SITES = 10


def read(board: Board) -> tuple[int, list[float | None]]:
    """Board size, and the field in mT of every point; None where a half-strip does not answer."""
    found: list[float | None] = []
    while True:
        answer = board.link.request("fields", {"from": len(found)})
        found += [None if value is None else value / 1000 for value in answer["ut"]]
        size = answer["size"]
        if not answer["ut"] or len(found) >= size * size:
            return size, found


def faults(size: int, readings: list[list[float | None]]) -> list[str]:
    """What several readings of the same board show, a line each: silent half-strips, stuck and restless sensors."""
    found = []
    left = (size + 1) // 2
    for row in range(size):
        for side, cols in (("left", range(left)), ("right", range(left, size))):
            if all(reading[row * size + col] is None for col in cols for reading in readings):
                found.append(f"row {size - row}: the {side} half-strip does not answer: look at its plugs")
    for p in range(size * size):
        values = [reading[p] for reading in readings if reading[p] is not None]
        if values and min(abs(value) for value in values) > STUCK_MT:
            found.append(f"{points.name(p, size, 'go')}: stuck at {values[-1]:+.1f} mT: tengen calibrate --mask it")
        elif len(values) > 2 and statistics.stdev(values) > RESTLESS_MT:
            found.append(f"{points.name(p, size, 'go')}: restless, {statistics.stdev(values):.2f} mT rms")
    return found
