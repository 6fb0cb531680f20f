"""The stones on the board and the sensors under them: what a scan reads at any time.

Points, colours and the raw layout are those of ``docs/architecture.md``; lengths in mm, fields in mT, times in ms.
"""

import math
from dataclasses import dataclass

import numpy as np

from shared_rules.points import BLACK, WHITE
from tengen.twin.physics_adc import Chain
from tengen.twin.physics_fields import field_tables, gap_table, interpolate

PITCH_MM = (23.0, 24.0)  # between columns, between rows
GAP_MM = 7.0
FRAME_MS = 10  # a moving stone is looked at this often
DRIFT_STEP_MS = 2000  # a drifting board changes visibly after this time
HEIGHTS_MM = (0.0, 1.0, 2.0, 4.0, 8.0, 16.0, 32.0)  # of a stone in the hand; above the last one it is not felt
GAP_SD_MM = 0.15  # of the sensors' depths below the wood
SKIN_SD_MM = 0.1  # of the stones' skins below their magnets
MAGNET_PER_K = -0.0012  # N35
SENSOR_PER_K = 0.0012  # the sensors make up for it
REST_PER_K = (0.006, 0.003)  # mT, in common and scattered
FAULTS = (
    "dead_sensor",
    "stuck",
    "noise",
    "drift",
    "temperature",
    "supply",
    "swapped",
    "missing_strip",
    "phone",
    "mend",
)


@dataclass(eq=False)
class Stone:
    """One stone; ``x``, ``y`` in mm from the top left point; ``path``: where a hand moves it."""

    color: int
    x: float
    y: float
    strength: float = 1.0
    tilt: tuple[float, float] = (0.0, 0.0)  # degrees towards +x and +y
    skin: float = 0.0  # mm that its magnet is nearer than usual
    path: tuple[tuple, tuple, int, int] | None = None  # (x, y, height) from and to, begin, end
    leaves: bool = False  # at the end of its path it is gone
    field: np.ndarray | None = None  # at every point, while it lies still

    def place(self, t: float) -> tuple[float, float, float]:
        """Where it is at ``t``, with its height; a hand starts and ends gently."""
        if self.path is None:
            return self.x, self.y, 0.0
        start, goal, begin, end = self.path
        part = min(1.0, max(0.0, (t - begin) / max(1, end - begin)))
        part = part * part * (3 - 2 * part)
        return tuple(a + (b - a) * part for a, b in zip(start, goal, strict=True))

    def position(self, t: float) -> tuple[float, float]:
        """Where it is at ``t``, seen from above."""
        return self.place(t)[:2]


class Board:
    """Stones, sensors and faults of one board, seeded: the same calls in the same order give the same conversions.

    ``ideal``: perfect parts without noise. Otherwise magnets, gaps, gains and rest voltages scatter as parts do:
    ``scatter`` scales it (1: magnets 3 %, sensors' gain 3 %, their depth 0.15 mm and rest 0.1 mT, standing for a
    calibrated board; rest voltages of a board fresh from the factory are five times that). ``scan``: ``wake_us`` and
    ``settle_us`` of a scan that waits less than it should.
    """

    def __init__(
        self, size, seed=0, ideal=False, magnet="6x1", gap=GAP_MM, pitch=PITCH_MM, scatter=1.0, rest_mt=0.1, **scan
    ):
        self.size, self.ideal, self.magnet, self.gap, self.pitch = size, ideal, magnet, gap, pitch
        self.scatter = 0.0 if ideal else scatter
        self._random = np.random.default_rng(seed)
        rows, cols = np.divmod(np.arange(size * size), size)
        self.x, self.y = cols * pitch[0], rows * pitch[1]
        self._upright, self._lean = field_tables(magnet, gap)
        self._nearer = gap_table(magnet, gap)
        self._stones: dict[int, list[Stone]] = {}
        self._moving: list[Stone] = []
        self._static = np.zeros(size * size)
        n = size * size
        self.gain = 1 + 0.03 * self.scatter * self._random.standard_normal(n)
        self.rest = rest_mt * self.scatter * self._random.standard_normal(n)
        self.noise = np.full(n, 0.0 if ideal else 0.05)
        self._dead = np.full(n, np.nan)
        self._swap = np.arange(n)
        self._foreign = np.zeros(n)
        self._drift_rate = np.zeros(n)  # mT per ms
        self._drift_from = 0
        self._now = 0
        self.chain = Chain(size, self._random, ideal, **scan)
        self.depth = -GAP_SD_MM * self.scatter * self._random.standard_normal(n)  # mm nearer than usual
        self._warmth = 0.0  # K above the calibration
        self._rest_per_k = REST_PER_K[0] + REST_PER_K[1] * self._random.standard_normal(n)

    # ---- hands

    def place(self, point: int, color: int, dx: float = 0.0, dy: float = 0.0, t: int = 0, ms: int = 0) -> None:
        """Put a stone down at ``t``, ``dx``, ``dy`` mm beside ``point`` (right and down positive).

        With ``ms`` a hand brings it down from above for so long.
        """
        if color not in (BLACK, WHITE):
            raise ValueError(f"a stone is black (1) or white (2), not {color}")
        stone = Stone(color, self.x[point] + dx, self.y[point] + dy)
        if self.scatter:
            stone.strength = 1 + 0.03 * self.scatter * self._random.standard_normal()
            lean = self._random.normal(0, self.scatter, 2)
            stone.tilt = (float(lean[0]), float(lean[1]))
            stone.skin = float(self._random.normal(0, SKIN_SD_MM * self.scatter))
        self._stones.setdefault(point, []).append(stone)
        if ms:
            self._move(stone, (stone.x, stone.y, HEIGHTS_MM[-1]), (stone.x, stone.y, 0.0), t, ms)
        else:
            self._rest_stone(stone)

    def _move(self, stone: Stone, start: tuple, goal: tuple, t: int, ms: float) -> None:
        if stone.field is not None:
            self._static -= stone.field
            stone.field = None
        stone.path = (start, goal, int(t), int(t + ms))
        if stone not in self._moving:
            self._moving.append(stone)

    def lift(self, point: int, t: int = 0, ms: int = 0) -> bool:
        """Take the topmost stone off ``point``; False if none lies there. With ``ms`` it rises for so long."""
        pile = self._stones.get(point)
        if not pile:
            return False
        stone = pile.pop()
        if not pile:
            del self._stones[point]
        if ms:
            x, y, height = stone.place(t)
            self._move(stone, (x, y, height), (x, y, HEIGHTS_MM[-1]), t, ms)
            stone.leaves = True
        elif stone.field is not None:
            self._static -= stone.field
        else:
            self._moving.remove(stone)
        if not self._stones:
            self._static[:] = 0.0  # no rounding errors from one game to the next
        return True

    def slide(self, start: int, end: int, ms: float, t: int = 0, dx: float = 0.0, dy: float = 0.0) -> bool:
        """Push the stone of ``start`` to ``end`` in ``ms``; from now on it counts as lying on ``end``."""
        pile = self._stones.get(start)
        if not pile:
            return False
        stone = pile.pop()
        if not pile:
            del self._stones[start]
        self._stones.setdefault(end, []).append(stone)
        self._move(stone, stone.place(t), (self.x[end] + dx, self.y[end] + dy, 0.0), t, ms)
        return True

    def nudge(self, point: int, dx: float, dy: float, t: int = 0) -> bool:
        """Push the stone of ``point`` by ``dx``, ``dy`` mm without leaving its point."""
        pile = self._stones.get(point)
        if not pile:
            return False
        x, y = pile[-1].position(t)
        return self.slide(point, point, 80, t, x + dx - self.x[point], y + dy - self.y[point])

    def stones(self) -> dict[int, int]:
        """Colour of the topmost stone of every point that has one: what really lies there."""
        return {point: pile[-1].color for point, pile in self._stones.items()}

    # ---- faults

    def fault(self, kind: str, point: int | None = None, value: float = 0) -> None:
        """Break something from now on.

        ``dead_sensor``: stays at ``value`` mT; ``stuck``: at the rail of the sign of ``value``; ``noise``: rms mT;
        ``drift``: ``value`` mT per hour (these two at all points if ``point`` is None); ``temperature``: ``value`` K
        above that of the calibration; ``supply``: ``value`` V below nominal; ``swapped``: with point ``value``;
        ``missing_strip``: the one that ``point`` is on; ``phone``: a magnet of ``value`` mT (30 if 0) whose middle lies
        8 mm outside of ``point``; ``mend``: all is well again at ``point``, or everywhere.
        """
        if kind not in FAULTS:
            raise ValueError(f"no such fault: {kind} (there are {', '.join(FAULTS)})")
        where = slice(None) if point is None else point
        if kind == "dead_sensor":
            self._dead[where] = value
        elif kind == "stuck":
            self._dead[where] = math.copysign(1000.0, value)
        elif kind == "noise":
            self.noise[where] = value
        elif kind == "drift":
            self._hold_drift()
            self._drift_rate[where] = value / 3_600_000
        elif kind == "temperature":
            self._warmth = value
        elif kind == "supply":
            self.chain.supply(value)
        elif kind == "swapped":
            other = int(value)
            self._swap[[point, other]] = self._swap[[other, point]]
        elif kind == "missing_strip":
            self.chain.remove(point)
        elif kind == "phone":
            self._foreign += self._ring(point, value or 30.0)
        else:
            self._mend(where)

    def _hold_drift(self) -> None:
        self.rest += self._drift_rate * (self._now - self._drift_from)
        self._drift_from = self._now

    def _mend(self, where) -> None:
        self._dead[where] = np.nan
        self.noise[where] = 0.0 if self.ideal else 0.05
        self._hold_drift()
        self._drift_rate[where] = 0.0
        self._swap[where] = np.arange(self.size**2)[where]
        self._foreign[:] = 0.0
        self._warmth = 0.0
        self.chain.repair()

    def _ring(self, point: int, peak: float) -> np.ndarray:
        """Field of a dipole 12 mm above the sensors, beside the board at the rim next to ``point``."""
        row, col = divmod(point, self.size)
        x, y = self.x[point], self.y[point]
        sides = {(-1, 0): col, (1, 0): self.size - 1 - col, (0, -1): row, (0, 1): self.size - 1 - row}
        (sx, sy), _ = min(sides.items(), key=lambda side: side[1])
        squared = (self.x - x - 8 * sx) ** 2 + (self.y - y - 8 * sy) ** 2
        height = 12.0
        return peak * height**3 / 2 * (2 * height**2 - squared) / (squared + height**2) ** 2.5

    # ---- what the sensors see

    def _stone_field(self, stone: Stone, t: float) -> np.ndarray:
        x, y, height = stone.place(t)
        dx, dy = self.x - x, self.y - y
        distance = np.hypot(dx, dy)
        if height:
            field = self._held(distance, height)
        else:
            field = interpolate(self._upright, distance)
            if self.scatter:
                field = field + interpolate(self._nearer, distance) * (self.depth + stone.skin)
            if stone.tilt != (0.0, 0.0):
                along = (dx * stone.tilt[0] + dy * stone.tilt[1]) / np.maximum(distance, 0.01)
                field = field + interpolate(self._lean, distance) * along
        sign = 1.0 if stone.color == BLACK else -1.0
        return field * (sign * stone.strength)

    def _held(self, distance: np.ndarray, height: float) -> np.ndarray:
        """Field of an upright magnet ``height`` mm above its place on the wood, between two of ``HEIGHTS_MM``."""
        if height >= HEIGHTS_MM[-1]:
            return np.zeros(len(distance))
        upper = next(i for i, level in enumerate(HEIGHTS_MM) if level > height)
        low, high = HEIGHTS_MM[upper - 1], HEIGHTS_MM[upper]
        part = (height - low) / (high - low)
        fields = [interpolate(field_tables(self.magnet, self.gap + level)[0], distance) for level in (low, high)]
        return fields[0] * (1 - part) + fields[1] * part

    def _rest_stone(self, stone: Stone) -> None:
        stone.field = self._stone_field(stone, 0)
        self._static += stone.field

    def field(self, t: int) -> np.ndarray:
        """True field in mT at every sensor, with rest voltage, gain and faults of the sensor but without noise."""
        self._now = t
        for stone in [s for s in self._moving if s.path[3] <= t]:
            stone.x, stone.y = stone.position(t)
            stone.path = None
            self._moving.remove(stone)
            if not stone.leaves:
                self._rest_stone(stone)
        total = self._static + self._foreign
        for stone in self._moving:
            total = total + self._stone_field(stone, t)
        if self._warmth:
            total = total * ((1 + MAGNET_PER_K * self._warmth) * (1 + SENSOR_PER_K * self._warmth))
        total = total * self.gain + self.rest + self._drift_rate * (t - self._drift_from)
        if self._warmth:
            total = total + self._rest_per_k * self._warmth
        return np.where(np.isnan(self._dead), total, self._dead)[self._swap]

    def raw(self, t: int) -> bytes:
        """One scan at ``t``: sums of 4 conversions, little endian u16, in the raw layout."""
        return self.chain.convert(self.field(t), self.noise).tobytes()

    def quiet_until(self, t: int) -> int | None:
        """When a scan may differ next although nobody does anything; None: never."""
        if self._moving:
            return t + FRAME_MS
        if np.any(self._drift_rate):
            return t + DRIFT_STEP_MS
        if np.any(self.noise > 0.1):
            return t + 4 * FRAME_MS
        return None
