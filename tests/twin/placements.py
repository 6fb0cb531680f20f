"""Campaign of placements: stones put down ever further beside their points, read by the firmware and by a plain scheme.

Offsets are drawn uniformly in radius and direction, neighbours, colours and how full the board is at random; stones do
not overlap. Every board has its own parts (``physics.Board``), is calibrated empty, and has drifted since.

The plain scheme is that of existing boards: the empty board read once at power-on, one fixed threshold, no neighbours
taken off, no drift followed, three equal frames.
"""

import math
from collections import Counter
from dataclasses import dataclass, field

import numpy as np

from shared_rules.points import BLACK, EMPTY, UNRESOLVED, WHITE
from tengen.twin.physics import Board

BIN_MM = 0.5
STONE_MM = 21.5  # two stones' middles are at least this far apart
HUMAN_SD_MM = 1.5
PHASES = 4  # a board is filled in so many steps, and looked at after each
PHASE_FRAMES = 60
FRAME_MS = 20
DRIFT_FRAMES = 100  # a second each: the drift of an hour or more
DRIFT_MT = 0.2  # of all sensors, since the calibration; a third of it sensor by sensor
PLAIN_MT = 2.0  # the plain scheme's threshold: the best one by the worst case
KINDS = ("right", "unresolved", "missed", "wrong_colour")


@dataclass
class Counts:
    """What became of the stones, per bin of ``BIN_MM``; ``phantoms``: stones seen on points that have none."""

    bins: int
    stones: np.ndarray = field(init=False)
    phantoms: dict = field(default_factory=lambda: {"tengen": 0, "plain": 0})
    bothered: int = 0  # empty points with no stone near that were called unresolved
    empty_points: int = 0
    placed: int = 0

    def __post_init__(self):
        self.stones = {name: np.zeros((self.bins, len(KINDS)), dtype=np.int64) for name in ("tengen", "plain")}


def _draw(board: Board, random, taken: list, reach: float, share: float):
    """A free point and a place beside it, with the point nearest to it; None if there is no room."""
    point = int(random.integers(board.size**2))
    angle = random.uniform(0, 2 * math.pi)
    radius = random.uniform(0, reach) if random.random() < share else random.rayleigh(HUMAN_SD_MM)
    x, y = board.x[point] + radius * math.cos(angle), board.y[point] + radius * math.sin(angle)
    if taken and np.min(np.hypot(*(np.array(taken) - (x, y)).T)) < STONE_MM:
        return None
    distance = np.hypot(board.x - x, board.y - y)
    return int(np.argmin(distance)), x, y, float(distance.min())


def one_board(under_test, counts: Counts, seed: int, reach: float, share: float, size: int) -> None:
    """Fill one board and count."""
    random = np.random.default_rng(seed)
    board = Board(size, seed)
    under_test.new(board)
    boot = at_boot(board)
    drift = random.uniform(-DRIFT_MT, DRIFT_MT) + DRIFT_MT / 3 * random.standard_normal(size**2)
    for _ in range(DRIFT_FRAMES):
        board.rest = board.rest + drift / DRIFT_FRAMES
        under_test.frames(1, 1000)
    lying, taken = {}, []
    wanted = int(size**2 * random.uniform(0.05, 0.7))
    for phase in range(PHASES):
        new = []
        for _ in range(6 * wanted // PHASES):
            if len(new) >= wanted // PHASES:
                break
            found = _draw(board, random, taken, reach, share)
            if found is None or found[0] in lying:
                continue
            point, x, y, offset = found
            color = int(random.integers(BLACK, WHITE + 1))
            board.place(point, color, x - board.x[point], y - board.y[point])
            lying[point] = color
            taken.append((x, y))
            new.append((point, offset))
        frames = under_test.frames(PHASE_FRAMES, FRAME_MS)
        _judge(counts, board, lying, new, under_test.grid(), plain(board, boot, frames), phase == PHASES - 1)


def at_boot(board: Board) -> np.ndarray:
    """What the plain scheme keeps: the mean of the first frames after power-on."""
    return np.frombuffer(b"".join(board.raw(0) for _ in range(16)), "<u2").reshape(16, -1).mean(axis=0)


def plain(board: Board, boot: np.ndarray, frames: np.ndarray) -> np.ndarray:
    """The grid of the plain scheme, after the last three of ``frames``."""
    codes = (frames[-3:].astype(float) - boot)[:, board.chain.site] / 4
    mt = codes * (3.3 / 4096) / 0.060
    seen = np.where(mt > PLAIN_MT, BLACK, np.where(mt < -PLAIN_MT, WHITE, EMPTY))
    return np.where((seen == seen[0]).all(axis=0), seen[-1], EMPTY)


def _judge(counts, board, lying, new, grid, simple, last):
    size = board.size
    near = np.pad((grid == UNRESOLVED).reshape(size, size), 1)
    told = np.zeros((size, size), dtype=bool)
    for row in range(3):
        for col in range(3):
            told |= near[row : row + size, col : col + size]
    told = told.reshape(-1)
    for point, offset in new:
        place = min(int(offset / BIN_MM), counts.bins - 1)
        color = lying[point]
        for name, seen in (("tengen", int(grid[point])), ("plain", int(simple[point]))):
            if seen == color:
                kind = 0
            elif seen in (BLACK, WHITE):
                kind = 3
            elif name == "tengen" and told[point]:
                kind = 1
            else:
                kind = 2
            counts.stones[name][place, kind] += 1
        counts.placed += 1
    if last:
        bare = np.ones(size * size, dtype=bool)
        bare[list(lying)] = False
        counts.phantoms["tengen"] += int(((grid == BLACK) | (grid == WHITE))[bare].sum())
        counts.phantoms["plain"] += int((simple != EMPTY)[bare].sum())
        counts.empty_points += int(bare.sum())
        counts.bothered += int((grid == UNRESOLVED)[bare].sum())


def run(under_test, stones: int, reach: float, share: float = 1.0, seed: int = 1) -> Counts:
    """Place at least ``stones`` stones on as many boards as it takes.

    ``share`` of them with offsets up to ``reach`` mm, the others as people do (sd 1.5 mm in each direction).
    """
    counts = Counts(math.ceil(reach / BIN_MM))
    while counts.placed < stones:
        one_board(under_test, counts, seed, reach, share, 19 if seed % 4 else 15)
        seed += 1
    return counts


def power_on(under_test, boards: int, seed: int = 200_001) -> Counter:
    """Switch boards on with stones on them (A1), and lift ten: what both schemes make of it."""
    counts = Counter()
    for number in range(seed, seed + boards):
        random = np.random.default_rng(number)
        board = Board(19 if number % 4 else 15, number)
        size = board.size
        under_test.new(board)
        board.rest = board.rest + random.uniform(-1, 1) + 0.03 * random.standard_normal(size**2)
        lying, taken = {}, []
        for _ in range(int(size**2 * random.uniform(0.1, 0.9))):
            found = _draw(board, random, taken, 0.0, 0.0)
            if found and found[0] not in lying:
                point, x, y, _ = found
                lying[point] = int(random.integers(BLACK, WHITE + 1))
                board.place(point, lying[point], x - board.x[point], y - board.y[point])
                taken.append((x, y))
        under_test.power_on()
        boot = at_boot(board)
        frames = under_test.frames(PHASE_FRAMES, FRAME_MS)
        grid, simple = under_test.grid(), plain(board, boot, frames)
        true = np.zeros(size**2, dtype=int)
        true[list(lying)] = list(lying.values())
        stones = true != EMPTY
        counts["boards"] += 1
        counts["stones"] += int(stones.sum())
        counts["right"] += int((grid == true)[stones].sum())
        counts["unresolved"] += int((grid == UNRESOLVED).sum())
        counts["wrong"] += int(((grid != true) & (grid != UNRESOLVED))[stones].sum())
        counts["phantoms"] += int(((grid == BLACK) | (grid == WHITE))[~stones].sum())
        counts["plain_seen"] += int((simple == true)[stones].sum())
        lifted = list(lying)[:10]
        for point in lifted:
            board.lift(point)
        frames = under_test.frames(PHASE_FRAMES, FRAME_MS)
        counts["lifted"] += len(lifted)
        counts["flipped"] += int((under_test.grid()[lifted] != EMPTY).sum())
        counts["plain_flipped"] += int((plain(board, boot, frames)[lifted] == 3 - true[lifted]).sum())
    return counts
