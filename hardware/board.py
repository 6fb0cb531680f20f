"""What a Tengen board is, as plain data: sizes, pitch, half-strips, mux inputs, pins, magnet and gap.

The firmware's pin table, the twin's geometry, the schematics and the build guide come from here and nowhere else. It
imports nothing. Lengths in mm, currents in mA, times in us; points, colours and rows as in ``docs/architecture.md``:
row 0 at the top, column 0 at the left, seen by Black.
"""

# --- the playing field -----------------------------------------------------------------------------------------------

SIZES = (19, 15, 13, 9)
"""Board sizes that the layout works for. 19 and 15 are made as printed circuit boards, 9 and 13 come for free."""

PITCHES = {
    "go": (23.0, 24.0),
    "wide": (24.0, 25.0),
}
"""Distance of two columns and of two rows by variant: a Go board, and one for larger stones or renju."""

PITCH = PITCHES["go"]

MAGNET = "6x1"
"""Disc of diameter x height, N35, axially magnetised, in the bottom of every stone."""

MAGNET_DIAMETER, MAGNET_HEIGHT = 6.0, 1.0

REMANENCE_T = 1.19

# What lies between the lower face of the magnet and the Hall element.
STACK = (
    ("skin of the stone below the magnet", 1.0),
    ("wooden top", 4.0),
    ("glue and air", 0.2),
    ("circuit board, sensors below", 1.0),
    ("height of the Hall element in a SOT-23", 0.65),
)

GAP = 7.0
"""Gap that the twin and the thresholds are computed for: the stack, rounded."""

# --- sign ------------------------------------------------------------------------------------------------------------

# Directions: +1 up, towards the stones; -1 down. A field counts as positive along the sensors' axis.
SENSOR_AXIS = -1
"""A DRV5055's output rises with a south pole at its marked face, that is with a field that leaves this face; and the
face looks down, as the sensors sit below their board and read through it."""

BLACK_NORTH = -1
"""Where the north pole of a black stone's magnet points: to the board. So a black stone reads above half supply, and a
white one, with its magnet the other way round, below. Stones glued the wrong way round are told to the firmware with
one black stone (`tengen calibrate`), which then changes the sign of every gain."""

# --- half-strips -----------------------------------------------------------------------------------------------------

CHAINS = 2
"""Two chains of half-strips, left and right, each with its own analogue line."""

SITES = 10
"""Sensor sites of a half-strip; one half-strip is half a row."""

HALF_SUPPLY_INPUT, GROUND_INPUT = 14, 15
"""Mux inputs that read half of the row's supply and the row's ground: cable drops cancel."""

INPUTS = tuple(range(SITES)) + (HALF_SUPPLY_INPUT, GROUND_INPUT)
"""Mux inputs in the order of the raw frame: site k is input k."""

HALF_SUPPLY_SLOT, GROUND_SLOT = 10, 11
"""Where the references stand in the 12 values of a half-strip."""

OVERSAMPLING = 4
"""ADC conversions that are added up per input."""


def left_columns(size):
    """Columns of the left chain: half, rounded up."""
    return (size + 1) // 2


def site_of(row, col, size):
    """``(chain, row, site)`` of a point: which half-strip, and which of its sites. ``ValueError`` off the board."""
    if not (0 <= row < size and 0 <= col < size):
        raise ValueError(f"row {row}, column {col} is not on a {size}x{size} board")
    left = left_columns(size)
    return (0, row, col) if col < left else (1, row, col - left)


def raw_index(row, col, size):
    """Index of a point in a raw frame, which has per row and chain the sums of ``INPUTS``."""
    chain, row, site = site_of(row, col, size)
    return (row * CHAINS + chain) * len(INPUTS) + site


def raw_order(size):
    """Index in a raw frame of every point, row by row from the top left."""
    return [raw_index(row, col, size) for row in range(size) for col in range(size)]


def position(row, col, pitch=PITCH):
    """``(x, y)`` of a point in mm from the top left point, y downwards."""
    return col * pitch[0], row * pitch[1]


# --- timing ----------------------------------------------------------------------------------------------------------

WAKE_US = 330
"""Longest time from power to a valid output of a DRV5055."""

SETTLE_US = 8
"""Wait after a change of the mux input; ``hardware/spice`` shows what it must be at least."""

# --- pins of the Pico and Pico 2 -------------------------------------------------------------------------------------

PINS = (
    ("VOICE_TX", 0, "UART0 to the voice module (DFPlayer Mini), 9600 baud"),
    ("VOICE_RX", 1, "UART0 from the voice module"),
    ("MUX_S0", 2, "mux address, four pins in a row: one masked write sets them"),
    ("MUX_S1", 3, ""),
    ("MUX_S2", 4, ""),
    ("MUX_S3", 5, ""),
    ("ROW_CLK", 6, "clock of the row shift register, shifts on the rising edge"),
    ("ROW_DIN", 7, "its data: a 1 is the token that powers a row"),
    ("ROW_RST_N", 8, "low: no row has power"),
    ("VOICE_BUSY", 9, "low while the voice module speaks"),
    ("EDGE_LIGHTS", 10, "SK6812 lights along two edges"),
    ("PIEZO", 12, "PWM for the passive piezo"),
    ("BUTTON_BLACK", 13, "clock button of Black, closed = low"),
    ("BUTTON_WHITE", 14, "clock button of White, closed = low; the next pin, so that PIO reads both"),
    ("OLED_SDA", 18, "display, I2C1"),
    ("OLED_SCL", 19, "display, I2C1"),
    ("ADC_LEFT", 26, "analogue line of the left chain, ADC0"),
    ("ADC_RIGHT", 27, "analogue line of the right chain, ADC1"),
    ("BATTERY", 28, "half the battery's voltage, ADC2"),
)
"""Name, GPIO number and use; the same for both board sizes."""

CONSTANTS = (
    ("MUX_BITS", 4, "address pins from MUX_S0 upwards"),
    ("VOICE_UART", 0, "UART number of the voice module"),
    ("OLED_I2C", 1, "I2C number of the display"),
    ("CHAINS", CHAINS, "half-strips in a row"),
    ("SITES", SITES, "sensor sites of a half-strip"),
    ("SLOTS", len(INPUTS), "values per half-strip in a raw frame: INPUTS in their order"),
    ("HALF_SUPPLY_SLOT", HALF_SUPPLY_SLOT, "place of the half supply in them"),
    ("GROUND_SLOT", GROUND_SLOT, "place of the ground"),
    ("OVERSAMPLING", OVERSAMPLING, "conversions added up per value"),
    ("WAKE_US", WAKE_US, "from power to a valid sensor output"),
    ("SETTLE_US", SETTLE_US, "after a change of the mux address"),
    ("BATTERY_DIVIDER", 2, "battery voltage / voltage at BATTERY"),
)

EXPANSION = (11, 15, 16, 17, 20, 21, 22)
"""GPIO numbers that nothing uses; the controller brings them out."""

# --- cables ----------------------------------------------------------------------------------------------------------

CHAIN_CABLE = ("GND", "3V3", "RST_N", "CLK", "D", "S0", "S1", "S2", "S3", "AOUT", "3V3", "GND")
"""Pins 1 to 12 of every chain connector. D is the token: in at one end of a half-strip, out at the other. Turned round,
a plug still meets supply with supply and ground with ground."""
