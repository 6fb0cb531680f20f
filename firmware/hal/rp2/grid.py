"""The sensors: half-strips of one row each, a mux on each, two analogue lines, one ADC.

A 1 is clocked through a row of flip-flops, one a half-strip; where it is, the strip has power and its mux is connected.
So rows are read one after another: power, wait until the sensors give valid outputs, then for each mux input wait until
the lines have settled and convert both. Each row is one viper function on the registers; nothing is allocated.

A row's power and its mux are one signal, so the next row cannot wake while this one is read: both would drive the
line, and two rows of older sensors would draw more than the Pico gives. 19 times 330 us of waking are the floor; for
less, the half-strip needs a second flip-flop that lags behind the first and opens the mux alone.

The ADC is told what to convert and asked for the result directly (RP2040 datasheet 4.9, RP2350 12.4).
"""

import sys
from array import array

import machine

from hal.rp2 import pins
from shared_rules.native import const, micropython, ptr8, ptr16, ptr32

_PULSE = const(2)  # microseconds of clock, at least one: the far end of the chain sees an edge 0.1 late
_CONVERSIONS = const(4)  # added up: 4 x 4095 fits 16 bits; more is noise of the scan's own length

# Registers, as (GPIO set, GPIO clear, ADC control, ADC result, microseconds).
_RP2040 = (0xD0000014, 0xD0000018, 0x4004C000, 0x4004C004, 0x40054028)
_RP2350 = (0xD0000018, 0xD0000020, 0x400A0000, 0x400A0004, 0x400B0028)

# Places in the table that the scan is given.
_SET = const(0)
_CLEAR = const(1)
_CONTROL = const(2)
_RESULT = const(3)
_MICROS = const(4)
_ADDRESS_SHIFT = const(5)
_ADDRESS_MASK = const(6)
_CLOCK = const(7)
_DATA = const(8)
_RESET = const(9)
_WAKE = const(10)
_SETTLE = const(11)

_SLOTS = const(12)
_READY = const(0x100)
_ENABLE = const(1)
_START = const(4)
_LEFT = const(0)  # ADC input 0 is the left chain's line, 1 the right one's
_RIGHT = const(0x1000)  # as the control register has it


@micropython.viper
def _scan_row(raw: ptr16, table: ptr32, inputs: ptr8, row: int):
    gpio_set = ptr32(table[_SET])
    gpio_clear = ptr32(table[_CLEAR])
    control = ptr32(table[_CONTROL])
    result = ptr32(table[_RESULT])
    micros = ptr32(table[_MICROS])
    shift = table[_ADDRESS_SHIFT]
    mask = table[_ADDRESS_MASK]
    clock = table[_CLOCK]
    wake = table[_WAKE]
    settle = table[_SETTLE]
    if not row:
        gpio_set[0] = table[_DATA]  # the token, for the first pulse only
        since = micros[0]
        while micros[0] - since < _PULSE:
            pass
    gpio_set[0] = clock
    since = micros[0]
    while micros[0] - since < _PULSE:
        pass
    gpio_clear[0] = clock
    gpio_clear[0] = table[_DATA]
    while micros[0] - since < wake:
        pass
    at = row * 2 * _SLOTS
    slot = 0
    while slot < _SLOTS:
        gpio_clear[0] = mask
        gpio_set[0] = int(inputs[slot]) << shift
        since = micros[0]
        while micros[0] - since < settle:
            pass
        chain = _LEFT
        place = at + slot
        while True:
            total = 0
            n = 0
            while n < _CONVERSIONS:
                control[0] = chain | _START | _ENABLE
                while not control[0] & _READY:
                    pass
                total += result[0]
                n += 1
            raw[place] = total
            if chain:
                break
            chain = _RIGHT
            place += _SLOTS
        slot += 1


@micropython.viper
def _no_row(table: ptr32):
    """No row has power until the next scan."""
    gpio_set = ptr32(table[_SET])
    gpio_clear = ptr32(table[_CLEAR])
    micros = ptr32(table[_MICROS])
    settle = table[_SETTLE]
    gpio_clear[0] = table[_RESET]
    since = micros[0]
    while micros[0] - since < settle:
        pass
    gpio_set[0] = table[_RESET]


class Grid:
    """Reads the sensors of a board of ``rows`` rows."""

    def __init__(self, rows):
        for pin in range(pins.MUX_BITS):
            machine.Pin(pins.MUX_S0 + pin, machine.Pin.OUT, value=0)
        for pin in (pins.ROW_CLK, pins.ROW_DIN, pins.ROW_RST_N):
            machine.Pin(pin, machine.Pin.OUT, value=0)
        # Sets the pads up as analogue inputs and starts the ADC.
        machine.ADC(machine.Pin(pins.ADC_LEFT))
        machine.ADC(machine.Pin(pins.ADC_RIGHT))
        self._rows = rows
        self._length = rows * 2 * _SLOTS
        registers = _RP2350 if "RP2350" in sys.implementation._machine else _RP2040
        self._table = array(
            "I",
            registers
            + (
                pins.MUX_S0,
                (1 << pins.MUX_BITS) - 1 << pins.MUX_S0,
                1 << pins.ROW_CLK,
                1 << pins.ROW_DIN,
                1 << pins.ROW_RST_N,
                pins.WAKE_US,
                pins.SETTLE_US,
            ),
        )
        self._inputs = pins.INPUTS
        machine.Pin(pins.ROW_RST_N).value(1)

    def scan(self, raw, watch=None):
        """Fill ``raw``, ``array('H')`` of ``rows * 24`` sums of four conversions; True: the picture may have changed.

        Takes about 13 ms for 19 rows: most of it is waiting for the sensors to wake, row by row. ``watch()`` is called
        every second row, so that a press does not wait for the end.
        """
        if len(raw) != self._length:
            raise ValueError("a scan needs room for %d conversions" % self._length)
        for row in range(self._rows):
            _scan_row(raw, self._table, self._inputs, row)
            if watch and row & 1:
                watch()
        _no_row(self._table)
        return True
