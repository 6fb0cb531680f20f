"""What is broken, as far as it shows while nothing is moved: half-strips without answer, outputs at a rail, noise."""

import statistics
from dataclasses import dataclass

from tengen.fields import Reading, name, strip_points

RAIL = 0.13  # DRV5055: the output ends 0.2 V before ground and supply
NOISY_MT = 0.2  # rms; a good one has 0.05
READINGS_FOR_NOISE = 4
UNPOWERED = 1000  # half supply of a half-strip that is not there, as a sum of conversions
FULL_SUM = 16380  # of four conversions at 3.3 V
SIDES = ("left", "right")


@dataclass(frozen=True)
class Fault:
    """One thing that is wrong: ``kind``, the points it is about, and words for the maker."""

    kind: str
    points: tuple[int, ...]
    say: str

    def as_dict(self, size: int) -> dict:
        """For ``--json``."""
        return {"kind": self.kind, "points": [name(p, size) for p in self.points], "say": self.say}


def at_rest(readings: list[Reading], foreign_mt: float) -> list[Fault]:
    """Faults that some readings show, made one after the other without a hand on the board.

    ``foreign_mt``: no stone of the set gives more. Sensors that never change cannot be told from good ones so: that
    takes the sweep.
    """
    last = readings[-1]
    found = _strips(last)
    for p, ratio in enumerate(last.ratio):
        if ratio is None:
            continue
        label = name(p, last.size)
        if ratio < RAIL or ratio > 2 - RAIL:
            end = "ground" if ratio < 1 else "the supply"
            found.append(
                Fault("stuck", (p,), f"{label}: stuck at {end}: output shorted, or the sensor is not soldered")
            )
            continue
        values = [r.mt[p] for r in readings if r.mt[p] is not None]
        noise = statistics.stdev(values) if len(values) >= READINGS_FOR_NOISE else 0.0
        if noise > NOISY_MT:
            found.append(Fault("noisy", (p,), f"{label}: noisy, {noise:.2f} mT rms (a good one has 0.05)"))
        elif values and abs(values[-1]) > foreign_mt:
            say = f"{label}: {values[-1]:+.1f} mT, more than a stone has: a magnet near, or broken"
            found.append(Fault("foreign", (p,), say))
    return found


def _strips(reading: Reading) -> list[Fault]:
    """Half-strips that do not answer, those that belong together in one line."""
    found = []
    size = reading.size
    for side in (0, 1):
        silent = [row for row in range(size) if reading.supply[2 * row + side] < UNPOWERED]
        tail = size
        while tail and tail - 1 in silent:
            tail -= 1
        if tail < size:
            what = _chain(side, tail, size)
            rows = range(tail, size)
            found.append(Fault("missing_strip", tuple(p for r in rows for p in strip_points(2 * r + side, size)), what))
        for row in range(tail):
            if row in silent:
                say = f"{_strip(row, side, size)} is missing, those behind it answer: it gets no power (Q1, R1)"
                found.append(Fault("missing_strip", tuple(strip_points(2 * row + side, size)), say))
        for row in range(size):
            half = reading.supply[2 * row + side]
            if row not in silent and reading.ratio[strip_points(2 * row + side, size)[0]] is None:
                volts = half * 2 * 3.3 / FULL_SUM
                say = f"{_strip(row, side, size)} has {volts:.1f} V instead of 3.3: its supply, R2, R3"
                found.append(Fault("supply", tuple(strip_points(2 * row + side, size)), say))
    return found


def _strip(row: int, side: int, size: int) -> str:
    return f"row {size - row}: {SIDES[side]} half-strip {row + 1}"


def _chain(side: int, first: int, size: int) -> str:
    """Words for a chain whose half-strips do not answer from index ``first`` to the end."""
    if first == 0:
        return f"the whole {SIDES[side]} chain is missing, rows {size} to 1: look at its cable to the controller"
    if first == size - 1:
        return f"{_strip(first, side, size)} is missing, the last one: not plugged in, or it gets no power"
    return (
        f"rows {size - first} to 1: {SIDES[side]} half-strips {first + 1} to {size} are missing: not plugged in yet, "
        f"or the token does not come through half-strip {first} or {first + 1}"
    )


def working(reading: Reading, faults: list[Fault]) -> list[int]:
    """Points that answer and have no fault."""
    broken = {p for fault in faults for p in fault.points}
    return [p for p, ratio in enumerate(reading.ratio) if ratio is not None and p not in broken]
