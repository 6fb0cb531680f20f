"""Fields of the stones' magnets: exact once per magnet (magpylib), a table afterwards.

Lengths in mm, fields in mT. A magnet lies with its axis upright, its lower face ``gap`` above the Hall elements. Fields
are those of a black stone along the sensors' axis, so positive on its own point (``hardware/board.py`` says which pole
is where).
"""

from functools import lru_cache

import magpylib
import numpy as np

STEP_MM = 0.25
REACH_MM = 110.0  # beyond this a stone's field is below 2 uT
REMANENCE_T = 1.19  # N35
SENSOR_AXIS = -1  # down
BLACK_NORTH = -1  # down


def magnet_size(name: str) -> tuple[float, float]:
    """Diameter and height in mm of a disc written like ``6x1``; ``ValueError`` for anything else."""
    diameter, _, height = name.partition("x")
    try:
        return float(diameter), float(height)
    except ValueError:
        raise ValueError(f"a magnet is written diameter x height in mm, like 6x1, not {name}") from None


def field_of(name: str, gap: float, offsets_mm, tilt_deg: float = 0.0) -> np.ndarray:
    """Field of a black stone's disc in mT at ``offsets_mm`` sideways from its axis, straight from magpylib.

    The magnet is tilted by ``tilt_deg`` towards growing offset.
    """
    diameter, height = magnet_size(name)
    offsets = np.atleast_1d(np.asarray(offsets_mm, dtype=float))
    disc = magpylib.magnet.Cylinder(
        polarization=(0, 0, BLACK_NORTH * REMANENCE_T),
        dimension=(diameter / 1000, height / 1000),
        position=(0, 0, (gap + height / 2) / 1000),
    )
    if tilt_deg:
        disc.rotate_from_angax(tilt_deg, "y")
    points = np.column_stack([offsets / 1000, np.zeros((len(offsets), 2))])
    return SENSOR_AXIS * np.atleast_2d(disc.getB(points))[:, 2] * 1000


@lru_cache(maxsize=16)
def field_tables(name: str, gap: float) -> tuple[np.ndarray, np.ndarray]:
    """``(upright, lean)``: field in mT each ``STEP_MM`` from the axis, and what a degree of tilt towards it adds."""
    offsets = np.arange(0.0, REACH_MM + STEP_MM, STEP_MM)
    upright = field_of(name, gap, offsets)
    lean = field_of(name, gap, offsets, 1.0) - upright
    lean[0] = 0.0
    return upright, lean


@lru_cache(maxsize=16)
def gap_table(name: str, gap: float) -> np.ndarray:
    """What a mm less of gap adds to the field, in mT every ``STEP_MM`` from the axis."""
    offsets = np.arange(0.0, REACH_MM + STEP_MM, STEP_MM)
    return field_of(name, gap - 0.5, offsets) - field_of(name, gap + 0.5, offsets)


def interpolate(table: np.ndarray, distance: np.ndarray) -> np.ndarray:
    """Values of ``table`` at distances in mm, 0 beyond its reach."""
    place = np.minimum(distance / STEP_MM, len(table) - 2 + 0.999)
    index = place.astype(np.int64)
    part = place - index
    return np.where(distance < REACH_MM, table[index] * (1 - part) + table[index + 1] * part, 0.0)
