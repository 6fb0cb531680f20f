"""What the sensors of a connected board say: fields in mT, and the raw ratios behind them."""

from dataclasses import dataclass

from shared_rules import points
from tengen.board import Board

INPUTS = 12  # per half-strip in a raw frame: ten sites, half supply, ground
POINTS_A_REQUEST, SUMS_A_REQUEST = 100, 120
# Half the supply as a sum of four conversions; outside of it the firmware takes no notice of the half-strip.
SUPPLY_LOW, SUPPLY_HIGH = 6500, 9000


@dataclass(frozen=True)
class Reading:
    """One look at all sensors; lists have an entry a point, row by row from the top left."""

    size: int
    mt: list[float | None]  # calibrated, positive for black's pole; None: no answer, or an output at ground
    ratio: list[float | None]  # output / half supply: 1 at rest; None where the half-strip does not answer
    supply: list[int]  # half supply less ground of every half-strip, row by row, left one first: about 8190


def read(board: Board) -> tuple[int, list[float | None]]:
    """Board size, and the field in mT of every point; None where there is no answer."""
    size = board.hello["size"]
    wanted = (("fields", {"from": start}) for start in range(0, size * size, POINTS_A_REQUEST))
    found = [value for answer in board.link.requests(wanted) for value in answer["ut"]]
    return size, [None if value is None else value / 1000 for value in found]


def look(board: Board) -> Reading:
    """Fields and raw ratios together."""
    from tengen.twin.physics_adc import sites  # numpy takes a while to come in

    size, mt = read(board)
    wanted = (("raw", {"from": start}) for start in range(0, 2 * size * INPUTS, SUMS_A_REQUEST))
    sums = [value for answer in board.link.requests(wanted) for value in answer["sums"]]
    grounds = sums[INPUTS - 1 :: INPUTS]
    supply = [half - ground for half, ground in zip(sums[INPUTS - 2 :: INPUTS], grounds, strict=True)]
    ratio: list[float | None] = []
    for index in sites(size):
        strip = int(index) // INPUTS
        answers = SUPPLY_LOW <= supply[strip] <= SUPPLY_HIGH
        ratio.append((sums[index] - grounds[strip]) / supply[strip] if answers else None)
    return Reading(size, mt, ratio, supply)


def masked(board: Board) -> set[int]:
    """Points whose sensors are masked."""
    return {p for p, sign in enumerate(board.status()["grid"]) if sign == "x"}


def name(p: int, size: int) -> str:
    """How sensors are named on every board: as Go writes points, letters without I."""
    return points.name(p, size, "go")


def strip_of(p: int, size: int) -> int:
    """Half-strip of a point: two a row from the far side, the left one first."""
    row, col = divmod(p, size)
    return 2 * row + (col >= (size + 1) // 2)


def strip_points(strip: int, size: int) -> list[int]:
    """Points of a half-strip, from the left."""
    row, left = strip // 2, (size + 1) // 2
    cols = range(left, size) if strip % 2 else range(left)
    return [row * size + col for col in cols]
