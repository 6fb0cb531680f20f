"""The clock of the row register on a full board: does every half-strip see it, and can a token pass two at once?

Both chains hang on one pin of the Pico. A chain is a line of pieces, one a half-strip: cable and tracks, and the input
of a flip-flop. The far end is open, so the edge goes there in part, comes back, and rests meanwhile. A flip-flop whose
threshold lies below the rest clocks early, one above it late: the token must be on its way for longer than that.
``python -m hardware.spice.clock_line`` prints the times.
"""

from dataclasses import dataclass
from math import log

from hardware.spice.run import measure

SUPPLY_V = 3.3
PIN_OHM, SERIES_OHM = 40.0, 100.0
EDGE_NS = 4.0
PIECE_NH, PIECE_PF = 60.0, 10.0  # 8 cm of cable, two plugs, the half-strip's track
INPUTS_PF = (3.5, 10.0)  # typical and greatest of a 74HC74
THRESHOLDS_V = (0.44 * SUPPLY_V, 0.65 * SUPPLY_V)
"""The two unlike flip-flops: lowest and highest rising threshold that neighbours may have."""

TOKEN_OHM, TOKEN_PF = 10000.0, 12.0  # R4; cable, tracks and the D input behind it
LOW_V = 0.3 * SUPPLY_V
"""A 74HC input is surely low below this."""
CLOCK_TO_Q_NS = 10.0
HIGH_V = 0.7 * SUPPLY_V
"""A 74HC input is surely high above this."""


@dataclass(frozen=True)
class Clock:
    """``skew_ns``: worst time from a flip-flop's clock to the next one's; ``seen_ns``: until all are surely high."""

    skew_ns: float
    seen_ns: float


def deck(size: int, input_pf: float) -> str:
    """The ngspice deck: voltages ``a0`` .. at the half-strips of one chain; the other chain is alike."""
    lines = [f"* clock line of {size} half-strips", f"vclk src 0 pwl(0 0 10n 0 {10 + EDGE_NS}n {SUPPLY_V})"]
    lines.append(f"rpin src pin {PIN_OHM}")
    for chain in "ab":
        lines.append(f"rs{chain} pin {chain}s {SERIES_OHM}")
        for k in range(size):
            before = f"{chain}{k - 1}" if k else f"{chain}s"
            lines.append(f"l{chain}{k} {before} {chain}{k} {PIECE_NH}n")
            lines.append(f"c{chain}{k} {chain}{k} 0 {PIECE_PF + input_pf}p")
    lines.append(".tran 0.1n 1.5u")
    for k in range(size):
        for name, volts in (("low", THRESHOLDS_V[0]), ("high", THRESHOLDS_V[1]), ("sure", HIGH_V)):
            # The last crossing counts for "surely high", the first for a flip-flop.
            lines.append(f".meas tran {name}{k} when v(a{k})={volts:.4f} rise={'last' if name == 'sure' else 1}")
    return "\n".join([*lines, ".end", ""])


def clock(size: int, input_pf: float) -> Clock:
    """Worst times on a board of ``size`` rows."""
    seen = measure(deck(size, input_pf))
    skew = max(seen[f"high{k + 1}"] - seen[f"low{k}"] for k in range(size - 1))
    return Clock(skew * 1e9, max(seen[f"sure{k}"] for k in range(size)) * 1e9 - 10.0)


def token_delay_ns() -> float:
    """From a flip-flop's clock until the next one's input may no longer count as low."""
    return CLOCK_TO_Q_NS - TOKEN_OHM * TOKEN_PF * 1e-3 * log(1 - LOW_V / SUPPLY_V)


if __name__ == "__main__":
    for rows in (19, 15):
        for picofarad in INPUTS_PF:
            found = clock(rows, picofarad)
            print(f"{rows} rows, {picofarad} pF: skew {found.skew_ns:.0f} ns, all high after {found.seen_ns:.0f} ns")
    print(f"token: {token_delay_ns():.0f} ns")
