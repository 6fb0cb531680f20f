"""From field to conversions: the strips' supply, the analogue multiplexers and the RP2040's ADC."""

import numpy as np

SUPPLY_V = 3.3
CODES = 4096
VOLT_PER_MT = 0.060  # DRV5055A1 at 3.3 V, ratiometric
SWING_V = 0.2  # the output stays this far from the rails
OVERSAMPLE = 4
INPUTS = 12  # per half-strip: sites 0..9, half supply, ground
GROUND_INPUT = 11
ADC_NOISE = 0.97  # LSB rms (hardware_notes, section 1.3)
WIDE_CODES = (512, 1536, 2560, 3584)  # RP2040-E11
WIDE_BY = 8.9  # LSB that such a code swallows
FINE = 4  # steps per code of the table of its errors
WAKE_US = 330  # the scan waits so long after it has powered a row,
SETTLE_US = 8  # so long after it has chosen an input,
INPUT_US = 30  # and takes so long for each
LINE_US = 1.05  # time constant of the line: 5e-4 of the input before is left after 8 us
WAKING_US = (21.0, 39.0)  # of the sensors' outputs: within a code after 175 us (typical), 330 us (slowest)
POOL = 1 << 17  # random numbers that are drawn once, and used from a new place each time


def sites(size: int) -> np.ndarray:
    """Index in a raw frame of every point: the left half-strip takes the first half of the columns, rounded up."""
    rows, cols = np.divmod(np.arange(size * size), size)
    left = (size + 1) // 2
    return (rows * 2 + (cols >= left)) * INPUTS + np.where(cols < left, cols, cols - left)


def nonlinearity() -> np.ndarray:
    """Error in LSB of the RP2040's ADC at every code: wide codes, and a slow climb between them."""
    corners, errors = [0.0], [-WIDE_BY / 2 + WIDE_BY * 512 / 1024]
    for code in WIDE_CODES:
        corners += [code, code + WIDE_BY]
        errors += [WIDE_BY / 2, -WIDE_BY / 2]
    corners.append(CODES)
    errors.append(0.0)
    return np.interp(np.arange(CODES), corners, errors)


class Chain:
    """All half-strips of a board: two chains, one conversion after the other."""

    def __init__(self, size, random, ideal, wake_us=WAKE_US, settle_us=SETTLE_US):
        """``random``: the board's generator; ``ideal``: no noise, no drops, no steps (rounding stays).

        ``wake_us``, ``settle_us``: how long the scan waits after power for a row, and after the choice of an input.
        """
        self._ideal, self._random, self._size = ideal, random, size
        self.site = sites(size)
        strips = size * 2
        row = np.arange(strips) // 2
        if ideal:
            self._span, self._ground = np.full(strips, SUPPLY_V), np.zeros(strips)
        else:
            # 3V3 falls and ground rises towards the far end of the chain.
            self._ground = 0.001 + 0.0006 * row + random.uniform(0, 0.001, strips)
            self._span = SUPPLY_V - 0.010 - 0.0012 * row - self._ground - random.uniform(0, 0.003, strips)
        self._missing = np.zeros(strips, dtype=bool)
        self._sag = 0.0
        self._error = np.interp(np.arange(CODES * FINE) / FINE, np.arange(CODES), nonlinearity())
        # In one pass per side: the conversion before each one, to which the bus was charged.
        self._before = np.maximum(np.arange(strips * INPUTS) - 1, 0)
        self._pool = random.standard_normal(POOL)
        since = wake_us + settle_us + INPUT_US * (self.site % INPUTS)
        self._awake = 1 - np.exp(-since / random.uniform(*WAKING_US, len(self.site)))
        self._carry = np.exp(-settle_us / LINE_US)
        self._prepare()

    def remove(self, point: int) -> None:
        """The half-strip of ``point`` is not plugged in."""
        self._missing[self.site[point] // INPUTS] = True
        self._prepare()

    def supply(self, sag: float) -> None:
        """The supply is ``sag`` V below its nominal voltage; the ADC's reference is not."""
        self._sag = sag
        self._prepare()

    def repair(self) -> None:
        """All half-strips are there, and the supply is what it should be."""
        self._missing[:] = False
        self.supply(0.0)

    def _prepare(self) -> None:
        """What all frames have in common until something breaks."""
        whole = self._span - self._sag
        self._still = np.repeat(self._ground + whole / 2, INPUTS)
        self._still[GROUND_INPUT::INPUTS] = self._ground
        span = whole[self.site // INPUTS]
        self._slope = VOLT_PER_MT / SUPPLY_V * span
        self._swing = span / 2 - SWING_V
        self._gone = np.flatnonzero(np.repeat(self._missing, INPUTS))

    def _noise(self, count: int) -> np.ndarray:
        start = int(self._random.integers(POOL - count))
        return self._pool[start : start + count]

    def convert(self, field: np.ndarray, noise: np.ndarray) -> np.ndarray:
        """Sums of 4 conversions (u16) in the raw layout for fields in mT at every point; ``noise`` in mT rms."""
        site = self.site
        if not self._ideal:
            field = field + noise / 2 * self._noise(len(field))  # four samples of it
        volts = self._still.copy()
        levels = volts[site] + np.minimum(np.maximum(field * self._slope, -self._swing), self._swing)
        volts[site] = levels if self._ideal else levels * self._awake
        if len(self._gone):
            volts[self._gone] = 0.02
        codes = volts * (CODES / SUPPLY_V)
        if self._ideal:
            return np.clip(np.rint(codes * OVERSAMPLE), 0, OVERSAMPLE * (CODES - 1)).astype("<u2")
        codes += self._carry * (codes[self._before] - codes)
        codes += self._error[(codes * FINE).astype(np.int64)]
        samples = np.rint(codes + ADC_NOISE * self._noise(OVERSAMPLE * len(codes)).reshape(OVERSAMPLE, -1))
        np.maximum(samples, 0, out=samples)
        return np.minimum(samples, CODES - 1, out=samples).sum(axis=0).astype("<u2")
