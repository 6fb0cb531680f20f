"""How long the analogue line needs after a mux step: ngspice deck and its evaluation.

Worst step: a sensor saturated by a magnet of one pole, then one saturated by the other. The mux breaks before it makes,
the common line of 19 half-strips keeps its charge, and the output stage of a DRV5055 gives 1 mA at most.
``python -m hardware.spice.settling`` prints the times.
"""

from hardware.spice.run import measure

SUPPLY_V = 3.3
ADC_CODES = 4096
COMMON_PF, CABLE_PF = 50.0, 18.0  # mux common pin; 8 cm of cable and the strip's track, per half-strip
MUX_OHM, SERIES_OHM, SENSOR_OHM, PIN_PF = 250.0, 220.0, 10.0, 5.0
SENSOR_MA = 1.0
DIVIDER_OHM = 235.0  # of the half-supply reference: two 470 ohm side by side
BREAK_NS = 20.0

_DECK = """* settling of the analogue line after a mux step
.param cline={line}p
vsrc ideal 0 {to}
* source of the new input: follower limited to {limit} mA
bsrc 0 out I=max(-{limit}m, min({limit}m, (v(ideal)-v(out))/{source}))
cout out 0 10p
* switch closes after the break
vctl ctl 0 pwl(0 0 {gap}n 0 {gap1}n 5)
s1 out line ctl 0 mux
.model mux sw(vt=2.5 ron={mux} roff=1e9)
cl line 0 {{cline}} ic={start}
rs line adc {series}
cadc adc 0 {pin}p ic={start}
.ic v(line)={start} v(adc)={start} v(out)={to}
.tran 5n 40u uic
.meas tran settled when v(adc)={last} {edge}=last
.end
"""


def deck(size: int, start: float, to: float, source: float = SENSOR_OHM, limit: float = SENSOR_MA) -> str:
    """The ngspice deck for a step of the line from ``start`` to ``to`` volts on a board of ``size`` rows."""
    step = SUPPLY_V / ADC_CODES
    return _DECK.format(
        line=size * (COMMON_PF + CABLE_PF), to=to, limit=limit, source=source, gap=BREAK_NS, gap1=BREAK_NS + 1,
        mux=MUX_OHM, start=start, series=SERIES_OHM, pin=PIN_PF,
        last=to + step if start > to else to - step, edge="fall" if start > to else "rise",
    )  # fmt: skip


def settling_us(text: str) -> float:
    """Run a deck; time in us until the ADC's pin stays within one code. ``RuntimeError`` if ngspice says nothing."""
    return measure(text)["settled"] * 1e6


def cases(size: int) -> dict[str, float]:
    """Settling times in us by name of the step."""
    high, low, half = SUPPLY_V * 0.9, SUPPLY_V * 0.1, SUPPLY_V / 2
    return {
        "sensor, high to low": settling_us(deck(size, high, low)),
        "sensor, low to high": settling_us(deck(size, low, high)),
        "sensor to half supply": settling_us(deck(size, high, half, DIVIDER_OHM, 10.0)),
        "half supply to ground": settling_us(deck(size, half, 0.0, 1.0, 100.0)),
    }


if __name__ == "__main__":
    for rows in (19, 15):
        for name, us in cases(rows).items():
            print(f"{rows} rows, {name}: {us:.2f} us")
