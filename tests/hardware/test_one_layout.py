"""Who reads a frame agrees with ``hardware/board.py`` on which mux input of which half-strip is which point.

The firmware's sensing and pin table, the host's readings and the twin's converter each have the rule for themselves.
"""

from array import array
from pathlib import Path

import numpy as np
import pytest

from board import decode
from board.sensing import Sensing
from hardware import board
from tengen import faults, fields
from tengen.twin.physics_adc import Chain

PINS = Path(__file__).resolve().parents[2] / "firmware" / "hal" / "rp2" / "pins.py"
SUPPLY, GROUND = 8192, 40  # of a half-strip, as sums of four conversions
NOT_FITTED = 16380  # a site without a sensor: nobody may look at it

every_size = pytest.mark.parametrize("size", board.SIZES)


def code(p):
    """What the sensor of ``p`` gives above ground: no two alike, all within the sensors' range."""
    return 4000 + 20 * p


def frame(size, silent=()):
    """A raw frame put together from ``board.site_of`` and ``board.INPUTS``; ``silent``: (chain, row) without answer."""
    raw = array("H", [NOT_FITTED] * (size * board.CHAINS * len(board.INPUTS)))
    for row in range(size):
        for chain in range(board.CHAINS):
            at = (row * board.CHAINS + chain) * len(board.INPUTS)
            dead = (chain, row) in silent
            raw[at + board.INPUTS.index(board.HALF_SUPPLY_INPUT)] = 30 if dead else SUPPLY + GROUND
            raw[at + board.INPUTS.index(board.GROUND_INPUT)] = 30 if dead else GROUND
            for site in range(board.SITES):
                if dead:
                    raw[at + board.INPUTS.index(site)] = 30
    for p in range(size * size):
        chain, row, site = board.site_of(*divmod(p, size), size)
        if (chain, row) not in silent:
            at = (row * board.CHAINS + chain) * len(board.INPUTS)
            raw[at + board.INPUTS.index(site)] = code(p) + GROUND
    return raw


def half_strips(size):
    """Points of every ``(chain, row)``."""
    found = {}
    for p in range(size * size):
        chain, row, _ = board.site_of(*divmod(p, size), size)
        found.setdefault((chain, row), []).append(p)
    return found


class Answering:
    """A connected board that answers requests from a frame."""

    def __init__(self, size, raw):
        self.hello, self.link = {"size": size}, self
        self._values = {"fields": ("ut", [0] * (size * size)), "raw": ("sums", list(raw))}

    def requests(self, wanted):
        most = {"fields": fields.POINTS_A_REQUEST, "raw": fields.SUMS_A_REQUEST}
        for name, arguments in wanted:
            key, values = self._values[name]
            yield {key: values[arguments["from"] : arguments["from"] + most[name]]}


def test_the_pin_table_reads_the_inputs_in_the_order_of_a_frame():
    pins = {}
    exec(PINS.read_text(), pins)
    assert tuple(pins["INPUTS"]) == board.INPUTS and len(set(board.INPUTS)) == pins["SLOTS"] == len(board.INPUTS)
    assert pins["INPUTS"][decode.HALF] == board.HALF_SUPPLY_INPUT
    assert pins["INPUTS"][decode.GROUND] == board.GROUND_INPUT
    assert [pins["INPUTS"].index(site) for site in range(pins["SITES"])] == list(range(board.SITES))
    assert (decode.INPUTS, pins["CHAINS"]) == (len(board.INPUTS), board.CHAINS)


@every_size
def test_the_firmware_takes_every_point_from_its_input(size):
    sensing = Sensing(size)
    sensing.frame(frame(size), 0)
    assert [sensing.ratio(p) for p in range(size * size)] == [code(p) for p in range(size * size)]
    for strip, points in half_strips(size).items():
        sensing.frame(frame(size, [strip]), 20)
        assert [p for p in range(size * size) if not sensing.answers(p)] == points


@every_size
def test_the_host_takes_every_point_from_its_input(size):
    seen = fields.look(Answering(size, frame(size)))
    assert [round(ratio * SUPPLY) for ratio in seen.ratio] == [code(p) for p in range(size * size)]
    for (chain, row), points in half_strips(size).items():
        (strip,) = {fields.strip_of(p, size) for p in points}
        assert fields.strip_points(strip, size) == points
        seen = fields.look(Answering(size, frame(size, [(chain, row)])))
        assert [s for s, supply in enumerate(seen.supply) if supply == 0] == [strip]
        assert [p for p, ratio in enumerate(seen.ratio) if ratio is None] == points
        (fault,) = faults.at_rest([seen], 14.8)
        assert fault.kind == "missing_strip" and list(fault.points) == points


@every_size
def test_the_twin_converts_every_point_at_its_input(size):
    chain = Chain(size, np.random.default_rng(1), ideal=True)
    none = np.zeros(size * size)
    empty = chain.convert(none, none)
    for p in range(size * size):
        only = none.copy()
        only[p] = 5.0
        assert list(np.flatnonzero(chain.convert(only, none) != empty)) == [board.raw_index(*divmod(p, size), size)]
    for strip, points in half_strips(size).items():
        chain.remove(points[0])
        sensing = Sensing(size)
        sensing.frame(array("H", [int(value) for value in chain.convert(none, none)]), 0)
        assert [p for p in range(size * size) if not sensing.answers(p)] == points, strip
        chain.repair()
