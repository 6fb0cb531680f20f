"""Pins and layout of the board, made by ``python -m hardware.pin_table`` from ``hardware/board.py``.

Change it there.
"""

from shared_rules.native import const

VOICE_TX = const(0)  # UART0 to the voice module (DFPlayer Mini), 9600 baud
VOICE_RX = const(1)  # UART0 from the voice module
MUX_S0 = const(2)  # mux address, four pins in a row: one masked write sets them
MUX_S1 = const(3)
MUX_S2 = const(4)
MUX_S3 = const(5)
ROW_CLK = const(6)  # clock of the row shift register, shifts on the rising edge
ROW_DIN = const(7)  # its data: a 1 is the token that powers a row
ROW_RST_N = const(8)  # low: no row has power
VOICE_BUSY = const(9)  # low while the voice module speaks
EDGE_LIGHTS = const(10)  # SK6812 lights along two edges
PIEZO = const(12)  # PWM for the passive piezo
BUTTON_BLACK = const(13)  # clock button of Black, closed = low
BUTTON_WHITE = const(14)  # clock button of White, closed = low; the next pin, so that PIO reads both
OLED_SDA = const(18)  # display, I2C1
OLED_SCL = const(19)  # display, I2C1
ADC_LEFT = const(26)  # analogue line of the left chain, ADC0
ADC_RIGHT = const(27)  # analogue line of the right chain, ADC1
BATTERY = const(28)  # half the battery's voltage, ADC2
MUX_BITS = const(4)  # address pins from MUX_S0 upwards
VOICE_UART = const(0)  # UART number of the voice module
OLED_I2C = const(1)  # I2C number of the display
CHAINS = const(2)  # half-strips in a row
SITES = const(10)  # sensor sites of a half-strip
SLOTS = const(12)  # values per half-strip in a raw frame: INPUTS in their order
HALF_SUPPLY_SLOT = const(10)  # place of the half supply in them
GROUND_SLOT = const(11)  # place of the ground
OVERSAMPLING = const(4)  # conversions added up per value
WAKE_US = const(330)  # from power to a valid sensor output
SETTLE_US = const(8)  # after a change of the mux address
BATTERY_DIVIDER = const(2)  # battery voltage / voltage at BATTERY

INPUTS = bytes((0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 14, 15))  # mux addresses in the order of a raw frame
