"""The analogue line settles within the scan's timing (needs ngspice)."""

import shutil

import pytest

from hardware import board
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
