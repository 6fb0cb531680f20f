"""From field to conversions: the strips' supply, the analogue multiplexers and the RP2040's ADC."""

import numpy as np

SUPPLY_V = 3.3
CODES = 4096
VOLT_PER_MT = 0.060  # DRV5055A1 at 3.3 V, ratiometric
SWING_V = 0.2  # the output stays this far from the rails
OVERSAMPLE = 4
INPUTS = 12  # per half-strip: sites 0..9, half supply, ground
ADC_NOISE = 0.97  # LSB rms (hardware_notes, section 1.3)
WIDE_CODES = (512, 1536, 2560, 3584)  # RP2040-E11
WIDE_BY = 8.9  # LSB that such a code swallows
CARRY = 0.0005  # of the previous input's voltage is still there when the ADC samples


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

    def __init__(self, size, random, ideal):
        """``random``: the board's generator; ``ideal``: no noise, no drops, no steps (rounding stays)."""
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
        self._error = nonlinearity()
        # In one pass per side: the conversion before each one, to which the bus was charged.
        self._before = np.maximum(np.arange(strips * INPUTS) - 1, 0)

    def remove(self, point: int) -> None:
        """The half-strip of ``point`` is not plugged in."""
        self._missing[self.site[point] // INPUTS] = True

    def repair(self) -> None:
        """All half-strips are there."""
        self._missing[:] = False

    def convert(self, field: np.ndarray, noise: np.ndarray) -> np.ndarray:
        """Sums of 4 conversions (u16) in the raw layout for fields in mT at every point; ``noise`` in mT rms."""
        strip = self.site // INPUTS
        volts = np.repeat(self._ground + self._span / 2, INPUTS).reshape(-1, INPUTS)
        volts[:, 11] = self._ground
        span = self._span[strip]
        if not self._ideal:
            field = field + noise / 2 * self._random.standard_normal(len(field))  # four samples of it
        swing = span / 2 - SWING_V
        volts = volts.reshape(-1)
        volts[self.site] += np.clip(field * VOLT_PER_MT * span / SUPPLY_V, -swing, swing)
        if self._missing.any():
            volts[np.repeat(self._missing, INPUTS)] = 0.02
        codes = volts * (CODES / SUPPLY_V)
        if self._ideal:
            return np.clip(np.rint(codes * OVERSAMPLE), 0, OVERSAMPLE * (CODES - 1)).astype("<u2")
        codes = codes + CARRY * (codes[self._before] - codes)
        codes = codes + np.interp(codes, np.arange(CODES), self._error)
        samples = codes + ADC_NOISE * self._random.standard_normal((OVERSAMPLE, len(codes)))
        return np.clip(np.rint(samples), 0, CODES - 1).sum(axis=0).astype("<u2")
