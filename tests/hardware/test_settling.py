"""The analogue line settles within the scan's timing, and the row clock reaches every half-strip (needs ngspice)."""

import re
import shutil

import pytest

from hardware import board
from hardware.design.half_strip import half_strip
from hardware.spice import clock_line
from hardware.spice.run import measure
from hardware.spice.settling import cases, deck, settling_us

pytestmark = pytest.mark.skipif(not shutil.which("ngspice"), reason="ngspice is not installed (apt install ngspice)")


@pytest.mark.parametrize("size", [19, 15])
def test_worst_mux_step_settles_within_the_wait_of_the_scan(size):
    """Within one ADC code; a quarter of ``SETTLE_US`` stays in hand for what nobody has measured yet."""
    for name, us in cases(size).items():
        assert us < 0.75 * board.SETTLE_US, name


def test_simulation_knows_what_an_rc_takes():
    """Without the current limit: tau ln(step / code) of the mux and the line, which textbooks give."""
    from math import log

    from hardware.spice import settling

    line = 19 * (settling.COMMON_PF + settling.CABLE_PF) + settling.PIN_PF
    tau_us = (settling.MUX_OHM + 1.0) * line * 1e-6
    expected = settling.BREAK_NS / 1000 + tau_us * log(2.0 / (settling.SUPPLY_V / settling.ADC_CODES))
    assert abs(settling_us(deck(19, 2.0, 0.0, 1.0, 1000.0)) - expected) < 0.1 * expected


@pytest.mark.parametrize("input_pf", clock_line.INPUTS_PF)
@pytest.mark.parametrize("size", [19, 15])
def test_a_token_takes_longer_than_neighbours_clocks_may_lie_apart(size, input_pf):
    """74HC74: data must hold for 3 ns after the clock. Without R4 it would not: Q follows its clock in 10 ns."""
    hold_ns = 3.0
    assert half_strip("go").part("R4").value == f"R_{clock_line.TOKEN_OHM / 1000:g}k"
    found = clock_line.clock(size, input_pf)
    assert clock_line.CLOCK_TO_Q_NS < found.skew_ns < clock_line.token_delay_ns() - hold_ns
    # The scan keeps the clock high for a microsecond at least (firmware/hal/rp2/grid.py).
    assert found.seen_ns < 500


def test_line_is_as_long_as_it_should_be():
    """A line of N pieces takes N sqrt(LC): with its end matched the far end is half up after that and the source."""
    line = clock_line.deck(19, 3.5)
    piece_pf = clock_line.PIECE_PF + 3.5
    impedance = (clock_line.PIECE_NH / piece_pf * 1000) ** 0.5
    source = f"rsa pin as {impedance}\nrenda a18 0 {impedance}"
    line = line.replace(f"rsa pin as {clock_line.SERIES_OHM}", source).replace(
        f"rpin src pin {clock_line.PIN_OHM}", "rpin src pin 0.1"
    )
    half = clock_line.SUPPLY_V / 4
    line = re.sub(r"^\.meas.*\n", "", line, flags=re.MULTILINE).replace(
        ".end", f".meas tran arrived when v(a18)={half} rise=1\n.end"
    )
    expected = 10 + clock_line.EDGE_NS / 2 + 19 * (clock_line.PIECE_NH * piece_pf * 1e-3) ** 0.5
    assert abs(measure(line)["arrived"] * 1e9 - expected) < 2.0


def test_a_deck_that_measures_nothing_is_an_error():
    with pytest.raises(RuntimeError, match="did not measure"):
        measure("* nothing\nv1 a 0 1\nr1 a 0 1\n.tran 1n 10n\n.meas tran never when v(a)=2 rise=1\n.end\n")
