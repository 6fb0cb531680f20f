"""The settled grid: what lies on the board, from raw frames. ``frame`` allocates nothing.

A frame becomes ratios (``decode.references``, ``ratios``), fields in uT by the stored calibration (``fields``), levels
with the neighbours' share taken off and hysteresis (``classify``), and settled changes (``settle.settle``).
"""

from array import array

from board import decode, settle
from board.calibration import Calibration
from board.stones import StoneSet
from shared_rules.native import const
from shared_rules.points import BLACK, EMPTY, UNRESOLVED, WHITE

TRACK_MS = const(1000)
_FAR_UT = const(2500)  # common drift since the calibration that is taken off at power-on
_COMMON_UT = const(40)  # common drift that is followed at a time
BASELINE_FRAMES = const(16)
_CYCLE = const(0x3FFFFFFF)  # times may be ticks, which wrap


def layout(size):
    """Index in a raw frame of every point: the left half-strip has the first half of the columns, rounded up."""
    left = (size + 1) // 2
    site = array("H", bytes(2 * size * size))
    for row in range(size):
        for col in range(size):
            chain = 0 if col < left else 1
            site[row * size + col] = (row * 2 + chain) * decode.INPUTS + col - chain * left
    return site


class Sensing:
    """Reads raw frames; ``grid`` is the settled grid of EMPTY, BLACK, WHITE and UNRESOLVED.

    After ``frame`` has returned ``k``: ``changes[:k]`` are the points whose settled level changed, ``waited[i]`` is how
    many ms ago ``changes[i]`` began to change. ``busy``: something is unsettled, so scan again soon. Set ``hurry`` in
    time trouble. ``foreign``: number of points with a field that no stone has. ``silent``: half-strips without answer.
    ``ready``: the grid shows the board (False for the first frames after power-on).
    """

    def __init__(self, size, raw_layout=None, calibration=None, stones=None):
        """``raw_layout``: index in a raw frame of every point; ``calibration``: a ``Calibration``, nominal if None."""
        n = self._n = size * size
        self.size = size
        self.calibration = calibration or Calibration(size)
        self._site = raw_layout or layout(size)
        self._strip = bytearray([index // decode.INPUTS for index in self._site])
        self._scale = array("i", bytes(4 * 2 * size))
        self._ratio = array("H", bytes(2 * n))
        self.field = array("h", bytes(2 * n))  # uT, drift taken off
        self._offset = array("h", bytes(2 * n))
        self._cross = array("h", bytes(2 * n))
        self._rest = array("h", bytes(2 * n))
        self._level = bytearray(n)
        self._moved = array("H", bytes(2 * n))
        self.grid = bytearray(n)
        self._wanted = bytearray(n)
        self._times = array("H", bytes(10 * n))
        self._trail = memoryview(self._times)[3 * n : 4 * n]
        self._trail_color = bytearray(n)
        self._unrest = bytearray(n)
        self._doubt = bytearray(n)
        self._calm = 0
        self.changes = array("H", bytes(2 * n))
        self.waited = memoryview(self._times)[4 * n :]
        self._par = array("i", bytes(4 * settle.PARAMETERS))
        self.masked = bytearray(self.calibration.masked)
        self.use(stones or StoneSet(self.calibration.magnet, self.calibration.centred))
        self.busy = True
        self.hurry = False
        self.ready = False
        self.foreign = 0
        self.silent = 0
        self._last = -1
        self._tracked = self._trackings = 0

    def use(self, stones):
        """Stones of another set are on the board: take its thresholds."""
        self.stones = stones
        for index, value in enumerate(stones.thresholds()):
            self._par[index] = value
        for p in range(self._n):
            self._doubt[p] = stones.doubt
        self._par[settle.MOVE] = stones.centred * 3 // 100
        for p in range(self._n):
            self._cross[p] = 0
        for p in range(self._n):
            self._share(p, self._level[p], 1)

    def frame(self, raw, t):
        """Take in a raw frame of time ``t`` (ms, may wrap at 2^30); the number of points that settled anew."""
        dt = (t - self._last) & _CYCLE if self._last >= 0 else 0
        self._last = t & _CYCLE
        if dt > 1000:
            dt = 1000
        self._read(raw)
        par = self._par
        if not self.ready and self._tracked == 0:
            self._first(raw)
        # Levels depend on the neighbours' levels; from frame to frame they settle by themselves.
        self._look()
        hurry = 1 if self.hurry else 0
        par[settle.QUICK] = settle.QUICK_MS[hurry]
        par[settle.LIFT] = settle.LIFT_MS[hurry]
        par[settle.PATIENT] = settle.PATIENT_MS[hurry]
        par[settle.DOUBT] = settle.DOUBT_MS[hurry]
        par[settle.ALIEN] = 1 if self.foreign else 0
        self._calm += dt
        par[settle.CALMER] = self._calm // settle.CALM_MS
        self._calm %= settle.CALM_MS
        found = settle.settle(
            self._level,
            self._rest,
            self.grid,
            self._wanted,
            self._times,
            self._trail_color,
            self._unrest,
            par,
            dt,
            self._n,
            self.changes,
        )
        self.busy = found > 4095
        self._tracked += dt if dt else 1
        if not self.busy:
            self.ready = True
            if self._tracked > TRACK_MS and not self.foreign:
                self._tracked = 1
                self._trackings = (self._trackings + 1) & 31
                self._track(self._rest, par[decode.DOUBTFUL], _COMMON_UT)
        return found & 4095

    def _first(self, raw):
        """Power-on: what all points have in common that show no stone is drift since the calibration."""
        self._track(self.field, _FAR_UT, _FAR_UT)
        for _ in range(2):
            self._read(raw)
            self._look()
            self._track(self._rest, self._par[decode.DOUBTFUL], _FAR_UT)
        self._read(raw)

    def _track(self, rest, limit, most):
        """Follow the drift of the empty points, whose fields without the neighbours' share are ``rest``."""
        decode.track(rest, self.grid, self._level, self._doubt, self._offset, limit, most, self._trackings, self._n)

    def _read(self, raw):
        """Ratios and fields of a raw frame."""
        n = self._n
        self.silent = decode.references(raw, self._scale, 2 * self.size)
        decode.ratios(raw, self._site, self._strip, self._scale, self._ratio, n)
        calibration = self.calibration
        decode.fields(self._ratio, calibration.baseline, calibration.gain, self._offset, self.field, n)

    def _look(self):
        """Levels of this frame; neighbours' shares of what changed; trails of stones that left."""
        level, size = self._level, self.size
        found = decode.classify(
            self.field,
            self._cross,
            level,
            self.masked,
            self._doubt,
            self._rest,
            self._moved,
            self._par,
            self.size,
        )
        self.foreign = found >> 12
        for i in range(found & 4095):
            p = self._moved[i] & 4095
            old = self._moved[i] >> 12
            self._share(p, old, -1)
            self._share(p, level[p], 1)
            if old == BLACK or old == WHITE:
                settle.leave(self._trail, self._trail_color, p, old, size)

    def _share(self, p, color, times):
        if color == BLACK:
            decode.spread(self._cross, self.stones.kernel, p, times, self.size)
        elif color == WHITE:
            decode.spread(self._cross, self.stones.kernel, p, -times, self.size)

    def ratio(self, p):
        """(H - G) / (V - G) * 8192 of a point in the last frame, 0 if its strip did not answer."""
        return self._ratio[p]

    def answers(self, p):
        """Does the half-strip of ``p`` answer?"""
        return self._scale[self._strip[p]] != 0

    def stone(self, p):
        """Does the sensor of ``p`` see a stone now?"""
        return not self.masked[p] and self.grid[p] in (BLACK, WHITE)

    def take_baseline(self, scan, raw):
        """Take the empty board as it reads now, the mean of ``BASELINE_FRAMES`` scans, as baseline; drift starts anew.

        ``scan(raw)`` fills a raw frame. Points without an answer keep their baseline. Nothing is stored.
        """
        sums = array("I", bytes(4 * self._n))
        for _ in range(BASELINE_FRAMES):
            scan(raw)
            self._read(raw)
            for p in range(self._n):
                sums[p] += self._ratio[p]
        for p in range(self._n):
            self._offset[p] = 0
            if self._ratio[p]:
                self.calibration.baseline[p] = (sums[p] + BASELINE_FRAMES // 2) // BASELINE_FRAMES
            self._doubt[p] = 0

    def mask(self, p, on):
        """Take no notice of the sensor of ``p`` any more (or again). What lies there is told with ``put``."""
        self.masked[p] = 1 if on else 0
        if on:
            self.put(p, EMPTY)

    def put(self, p, color):
        """A person says what lies on the masked point ``p``; comes with the changes of a following frame."""
        if not self.masked[p] or color not in (EMPTY, BLACK, WHITE):
            raise ValueError("only a masked point can be told, and only empty, black or white")
        self._share(p, self._level[p], -1)
        self._level[p] = color
        self._share(p, color, 1)

    def doubtful(self):
        """List of points that are unresolved now."""
        return [p for p in range(self._n) if self.grid[p] == UNRESOLVED]
