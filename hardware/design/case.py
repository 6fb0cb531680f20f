"""Measures of top, frame and carriers, in mm. Plain numbers: the printed parts and the build guide come from here."""

from math import ceil

from hardware import board
from hardware.design.half_strip import CUT_AFTER, THICKNESS, half_strip

MARGIN = 38.0
"""Wood outside the outer lines: room for the sites that the right half-strips have too many, and for edge lights."""

TOP = board.STACK[1][1]
RAIL_THICKNESS, RAIL_HEIGHT = 12.0, 40.0
CARRIER_ROWS = 4
"""Half-strips that one carrier holds."""
CARRIER_SCREW = (3.0, 10.0)
"""Brass wood screw, diameter x length: through the carrier and the gap between two half-strips, into the wood."""
CARRIER_HEIGHT, SCREW_HEAD = 8.0, (6.4, 2.0)
"""The head's diameter and depth are sunk into the carrier."""
CORNER = 26.0
BAR = (12.0, 20.0)
"""Wooden bars from rail to rail that carry the middle: across x high."""


def top_size(size: int, variant: str = "go") -> tuple[float, float]:
    """Width and depth of the wooden top."""
    across, down = board.PITCHES[variant]
    return (size - 1) * across + 2 * MARGIN, (size - 1) * down + 2 * MARGIN


def rails(size: int, variant: str = "go") -> tuple[float, float]:
    """Lengths of the two rails at Black's and White's side and of the two at the left and right between them."""
    width, depth = top_size(size, variant)
    return width + 2 * RAIL_THICKNESS, depth


def strip_length(size: int, variant: str = "go") -> float:
    """Length of the half-strips of a size: those of 15x15 and smaller boards are cut."""
    across = board.PITCHES[variant][0]
    return across * (CUT_AFTER if board.left_columns(size) <= CUT_AFTER else board.SITES)


def overhang(size: int, variant: str = "go") -> float:
    """How far the right half-strips reach beyond the last column."""
    across = board.PITCHES[variant][0]
    start = across * (board.left_columns(size) - 0.5)
    return start + strip_length(size, variant) - across * (size - 1)


def peg_columns(size: int, variant: str = "go") -> list[float]:
    """x of the columns of carriers, from the first line of the board."""
    across = board.PITCHES[variant][0]
    holes = [x for x, _, _ in half_strip(variant).holes if x < strip_length(size, variant)]
    starts = (-across / 2, across * (board.left_columns(size) - 0.5))
    return [start + x for start in starts for x in holes]


def screw_in_wood() -> float:
    """How deep a carrier's screw goes into the top."""
    return CARRIER_SCREW[1] - (CARRIER_HEIGHT - SCREW_HEAD[1]) - THICKNESS


def carriers(size: int) -> int:
    """Carriers that a board takes."""
    return len(peg_columns(size)) * ceil(size / CARRIER_ROWS)
