"""The firmware's scan, run against the boards as routed: registers, Pico, carrier, cables, half-strips.

A model of the circuit is made from the pads of the ``.kicad_pcb`` files and the datasheets' pin numbers, and the scan
writes into its registers. So pin table, address order, chain order, site order and reference inputs are tried at once.
"""

import sys
from array import array
from pathlib import Path
from types import ModuleType

import pytest

from hardware import board
from tests.hardware.routed import Routed

RP2 = Path(__file__).resolve().parents[2] / "firmware" / "hal" / "rp2"
# Pico datasheet, pinout: header pin of each GPIO.
HEADER = dict(zip(range(16), (1, 2, 4, 5, 6, 7, 9, 10, 11, 12, 14, 15, 16, 17, 19, 20), strict=True))
HEADER |= {26: 31, 27: 32, 28: 34}
# CD74HC4067: pad of each input, address pads from S0 to S3, enable.
MUX_PAD = {k: 9 - k for k in range(8)} | {k: 31 - k for k in range(8, 16)}
MUX_ADDRESS, MUX_ENABLE, MUX_COMMON = (10, 11, 14, 13), 15, 1

CLOCK_US = 1  # the clock of 19 half-strips rises within 0.11 us, at unlike times along the chain (REVIEW.md)
WAKE_US, SETTLE_US = 330, 6
HALF, GROUND = 2040, 7


class Strip:
    """One half-strip: which of the lines on its plugs drives what, and the field's code of each site."""

    def __init__(self, routed, pitch, codes):
        self.routed, self.codes, self.q, self.woken = routed, codes, 0, None
        chip, mux = routed.nets("U12"), routed.nets("U11")
        self.clear, self.data, self.clock = chip["1"], chip["2"], chip["3"]
        # Q goes out through a resistor; Q-bar opens the row's P-FET, through one too, and the mux.
        (self.token,) = routed.behind(chip["5"])
        gate, source, self.row = (routed.nets("Q1")[pad] for pad in "123")
        assert gate in routed.behind(chip["6"]) and source == "3V3" and mux[str(MUX_ENABLE)] == chip["6"]
        self.address = [mux[str(pad)] for pad in MUX_ADDRESS]
        self.common = mux[str(MUX_COMMON)]
        self.site = {}
        for ref, value in routed.values.items():
            if value.startswith("DRV5055"):
                assert routed.nets(ref)["1"] == self.row
                self.site[routed.nets(ref)["2"]] = round(routed.places[ref][0] / pitch - 0.5)

    def volts(self, address):
        """ADC code of a mux input while the row is on."""
        net = self.routed.nets("U11")[str(MUX_PAD[address])]
        if net == "GND":
            return GROUND
        upper, lower = self.routed.between("R", self.row, net), self.routed.between("R", net, "GND")
        return HALF if upper and lower else self.codes[self.site[net]]


class Chain:
    """Half-strips in a row, IN of each on OUT of the one before it by a straight cable; the first one on ``plug``."""

    def __init__(self, carrier, plug, strips, gpio_of):
        self.strips = strips
        into, out = (strips[0].routed.nets(ref) for ref in ("J1", "J2"))
        self.lines = {}  # net on a half-strip -> GPIO
        for pin, net in carrier.nets(plug).items():
            for far in carrier.behind(net) if net not in ("GND", "3V3") else ():
                self.lines[into[pin]] = gpio_of[far]
        self.token_pin = next(pin for pin, net in out.items() if net == strips[0].token)
        assert into[self.token_pin] == strips[0].data
        assert all(into[pin] == out[pin] for pin in into if pin != self.token_pin)

    def shift(self, level):
        for strip in self.strips:
            strip.q, level = level, strip.q


class Chip:
    """GPIO and ADC registers, and a clock that goes on by a microsecond whenever it is read."""

    def __init__(self, variant, size):
        self.us, self.high, self.control = 0, 0, 0
        self.clock_at, self.address_at = None, 0
        carrier = Routed("controller")
        pico = carrier.nets("U1")
        gpio_of = {pico[str(pin)]: gpio for gpio, pin in HEADER.items()}
        pitch = board.PITCHES[variant][0]
        routed = Routed(f"half_strip_{variant}")
        left = board.left_columns(size)
        self.chains = []
        for plug, first in (("J1", 0), ("J2", left)):
            strips = [Strip(routed, pitch, [code(row, first + k) for k in range(10)]) for row in range(size)]
            self.chains.append(Chain(carrier, plug, strips, gpio_of))

    def write(self, mask, level):
        before, self.high = self.high, (self.high | mask) if level else (self.high & ~mask)
        changed = before ^ self.high
        for chain in self.chains:
            strip = chain.strips[0]
            clock, data, clear = (1 << chain.lines[net] for net in (strip.clock, strip.data, strip.clear))
            if changed & clock and level:
                self.clock_at = self.us
            # Every flip-flop sees the edge within CLOCK_US: until then neither clock nor token may change.
            if changed & (clock | data) and not level and self.clock_at is not None:
                # A difference of two readings may be a whole microsecond less than it says.
                assert self.us - self.clock_at - 1 >= CLOCK_US, "a flip-flop may miss the clock or the token"
            if changed & clock and not level:
                chain.shift(1 if before & data else 0)
                for each in chain.strips:
                    each.woken = self.clock_at if each.q else None
            if not self.high & clear:
                for each in chain.strips:
                    each.q, each.woken = 0, None
            if changed & sum(1 << chain.lines[net] for net in strip.address):
                self.address_at = self.us
        assert sum(each.q for each in self.chains[0].strips) <= 1, "two rows have power"

    def convert(self):
        """What the ADC input that ``control`` selects has on it: ADC0 is GP26, ADC1 is GP27."""
        pin = 26 + (self.control >> 12 & 7)
        (chain,) = [chain for chain in self.chains if chain.lines[chain.strips[0].common] == pin]
        (strip,) = [each for each in chain.strips if each.q]
        assert self.us - strip.woken >= WAKE_US and self.us - self.address_at >= SETTLE_US
        return strip.volts(sum((self.high >> chain.lines[net] & 1) << k for k, net in enumerate(strip.address)))


class Register:
    """A register: what reading and writing it does."""

    def __init__(self, read=None, write=None):
        self.read, self.write = read, write

    def __getitem__(self, _):
        return self.read()

    def __setitem__(self, _, value):
        self.write(value)


def code(row, col):
    """ADC code of a point, no two alike on a board."""
    return 100 + 40 * row + col


def scan_function(monkeypatch):
    """What ``Grid.scan`` of ``hal.rp2`` does, and the pin table, without a chip."""
    pins = ModuleType("hal.rp2.pins")
    exec((RP2 / "pins.py").read_text(), pins.__dict__)
    package = ModuleType("hal.rp2")
    package.pins = pins
    for name, module in (("machine", ModuleType("machine")), ("hal", ModuleType("hal")), ("hal.rp2", package)):
        monkeypatch.setitem(sys.modules, name, module)
    scope = {"__name__": "grid"}
    exec(compile((RP2 / "grid.py").read_text(), "grid.py", "exec"), scope)

    def scan(raw, table, size):
        for row in range(size):
            scope["_scan_row"](raw, table, pins.INPUTS, row)
        scope["_no_row"](table)

    return scan, pins


@pytest.mark.parametrize(("variant", "size"), [("go", 19), ("wide", 15), ("go", 9)])
def test_every_value_of_a_frame_is_that_of_its_point(monkeypatch, variant, size):
    scan, pins = scan_function(monkeypatch)
    chip = Chip(variant, size)

    def microseconds():
        chip.us += 1
        return chip.us

    chip.write(1 << pins.ROW_RST_N, 1)
    table = [
        Register(write=lambda mask: chip.write(mask, 1)),
        Register(write=lambda mask: chip.write(mask, 0)),
        Register(read=lambda: 0x100, write=lambda value: setattr(chip, "control", value)),
        Register(read=chip.convert),
        Register(read=microseconds),
        pins.MUX_S0, (1 << pins.MUX_BITS) - 1 << pins.MUX_S0, 1 << pins.ROW_CLK, 1 << pins.ROW_DIN, 1 << pins.ROW_RST_N,
        pins.WAKE_US, pins.SETTLE_US,
    ]  # fmt: skip
    raw = array("H", bytes(2 * size * 24))
    for _ in range(2):  # the second frame starts from where the first one ended
        scan(raw, table, size)
        for row in range(size):
            for col in range(size):
                assert raw[board.raw_index(row, col, size)] == 4 * code(row, col), (row, col)
            for base in (row * 24, row * 24 + 12):
                assert (raw[base + 10], raw[base + 11]) == (4 * HALF, 4 * GROUND)
        assert not any(strip.q for chain in chip.chains for strip in chain.strips), "a row keeps its power"
