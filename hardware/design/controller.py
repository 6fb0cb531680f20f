"""The controller carrier: a Pico in sockets, two chains, two clock buttons, display, piezo, voice, lights, battery."""

from hardware import board
from hardware.design import parts
from hardware.design.circuit import NO_CONNECT, Circuit
from hardware.design.half_strip import chain_nets

VERSION = 1

CHAIN_SIGNALS = ("MUX_S0", "MUX_S1", "MUX_S2", "MUX_S3", "ROW_CLK", "ROW_DIN", "ROW_RST_N")
_CHAIN_NAME = dict(zip(CHAIN_SIGNALS, ("S0", "S1", "S2", "S3", "CLK", "D", "RST_N"), strict=True))


def controller() -> Circuit:
    """The carrier board."""
    carrier = Circuit(
        "controller", "Tengen controller carrier", 110.0, 75.0, 1.6,
        power=("GND", "3V3", "VSYS", "VBUS", "VBAT", "BAT_ON", "LIGHTS_5V"),
        wide=("3V3", "VSYS", "VBUS", "VBAT", "BAT_IN", "BAT_FUSED", "BAT_ON", "LIGHTS_5V"),
    )  # fmt: skip
    _pico(carrier)
    for side, x in (("L", 20.0), ("R", 90.0)):
        _chain(carrier, side, x)
    _buttons(carrier)
    _display_and_sound(carrier)
    _lights(carrier)
    _battery(carrier)
    carrier.holes = [(3.5, 3.5, 3.2), (106.5, 3.5, 3.2), (3.5, 71.5, 3.2), (106.5, 71.5, 3.2)]
    carrier.texts = [
        (12.6, 9.4, 0.8, "1"), (82.6, 9.4, 0.8, "1"),
        (20, 9.6, 1.0, "LEFT CHAIN"), (90, 9.6, 1.0, "RIGHT CHAIN"), (55, 1.6, 1.0, "USB"),
        (13, 73.6, 0.9, "BLACK"), (25, 73.6, 0.9, "WHITE"), (38.5, 73.6, 0.8, "GND 3V3 SCL SDA"),
        (54.5, 73.6, 0.8, "V+ DATA GND"), (87, 73.6, 0.8, "ON/OFF"), (97, 72.1, 1.0, "+"),
        (99, 72.1, 1.0, "-"), (98, 73.7, 0.8, "BATTERY"),
        (100, 46.5, 0.8, "CHARGING"), (98, 28, 2.0, "TENGEN"), (98, 31.5, 1.2, f"CONTROLLER V{VERSION}"),
        *((31.5, 22 + 2.54 * k, 0.8, name) for k, name in enumerate(("V+", "GND", "RX", "TX", "BUSY"))),
        (31.5, 19, 1.0, "VOICE"), (82.5, 17.4, 1.0, "FREE"),
        *((82.5, 20 + 2.54 * k, 0.8, name) for k, name in enumerate(
            ("3V3", "GND", *(f"GP{gpio}" for gpio in board.EXPANSION)))),
    ]  # fmt: skip
    return carrier


def _pico(carrier):
    carrier.section = "Pico"
    by_gpio = {f"GP{gpio}": name for name, gpio, _ in board.PINS}
    by_gpio |= {f"GP{gpio}": f"GP{gpio}" for gpio in board.EXPANSION}
    others = {"GND": "GND", "AGND": "GND", "3V3": "3V3", "VSYS": "VSYS", "VBUS": "VBUS"}
    nets = {number: by_gpio.get(name) or others.get(name, NO_CONNECT) for number, name, _ in parts.PICO.pins}
    carrier.add("U1", parts.PICO, nets, 46.0, 5.0, 0, value="Pico / Pico 2")
    header = parts.header(9)
    carrier.add("J10", header, ("3V3", "GND", *(f"GP{g}" for g in board.EXPANSION)), 79.0, 20.0, value="EXPANSION")


def _chain(carrier, side, x):
    carrier.section = {"L": "Left chain", "R": "Right chain"}[side]
    nets = {net: f"{side}_{net}" for net in (*_CHAIN_NAME.values(), "AOUT")}
    pins = tuple(nets.get(net, net) for net in chain_nets("D"))
    ref = {"L": "J1", "R": "J2"}[side]
    carrier.add(ref, parts.CHAIN, pins, x, 5.2, 0, value=f"CHAIN {side}")
    first = {"L": 1, "R": 9}[side]
    # In the order of the plug, so that the lines run straight.
    order = ("ROW_RST_N", "ROW_CLK", "ROW_DIN", "MUX_S0", "MUX_S1", "MUX_S2", "MUX_S3")
    for k, signal in enumerate(order):
        line = f"{side}_{_CHAIN_NAME[signal]}"
        carrier.add(f"R{first + k}", parts.resistor("100"), (signal, line), x - 6.0 + 1.8 * k, 12.5, 90)
    adc = {"L": "ADC_LEFT", "R": "ADC_RIGHT"}[side]
    carrier.add(f"R{first + 7}", parts.resistor("220"), (adc, f"{side}_AOUT"), x + 7.0, 12.5, 90)
    carrier.add({"L": "C1", "R": "C2"}[side], parts.C_10U, ("3V3", "GND"), x - 9.5, 12.0, 90)
    if side == "L":
        # The rows stay off while the Pico resets. 4k7: an RP2350 leaks too much for its own pull-down (RP2350-E9).
        carrier.add("R17", parts.resistor("4k7"), ("ROW_RST_N", "GND"), x - 6.0, 19.0, 90)


def _buttons(carrier):
    carrier.section = "Clock buttons"
    for k, name in enumerate(("BLACK", "WHITE")):
        x = 13.0 + 12.0 * k
        raw, gpio = f"{name}_KEY", f"BUTTON_{name}"
        carrier.add(f"J{3 + k}", parts.BUTTON_PLUG, (raw, "GND"), x - 1.25, 68.0, value=f"{name} BUTTON")
        carrier.add(f"R{18 + 2 * k}", parts.resistor("10k"), ("3V3", raw), x - 3.0, 60.0, 90)
        carrier.add(f"R{19 + 2 * k}", parts.resistor("1k"), (raw, gpio), x, 60.0, 270)
        carrier.add(f"C{3 + k}", parts.C_100N, (gpio, "GND"), x + 3.0, 60.0, 90)


def _display_and_sound(carrier):
    carrier.section = "Display"
    carrier.add("J5", parts.header(4), ("GND", "3V3", "OLED_SCL", "OLED_SDA"), 35.0, 69.0, 90, value="OLED")
    carrier.add("R22", parts.resistor("4k7"), ("3V3", "OLED_SCL"), 37.0, 63.0, 90)
    carrier.add("R23", parts.resistor("4k7"), ("3V3", "OLED_SDA"), 40.0, 63.0, 90)
    carrier.section = "Sound"
    carrier.add("BZ1", parts.PIEZO, ("VSYS", "PIEZO_LOW"), 12.0, 46.0, 0)
    carrier.add("Q2", parts.NPN, ("PIEZO_BASE", "GND", "PIEZO_LOW"), 28.0, 45.0, 0)
    carrier.add("R24", parts.resistor("1k"), ("PIEZO", "PIEZO_BASE"), 33.0, 45.0, 180)
    carrier.add("R25", parts.resistor("1k"), ("VSYS", "PIEZO_LOW"), 24.0, 45.0, 90)
    voice = ("LIGHTS_5V", "GND", "VOICE_IN", "VOICE_RX", "VOICE_BUSY")
    carrier.add("J6", parts.header(5), voice, 35.0, 22.0, 0, value="VOICE")
    carrier.add("R26", parts.resistor("1k"), ("VOICE_TX", "VOICE_IN"), 39.0, 24.0, 180)
    # Without a module these inputs would hang in the air, which an RP2350 dislikes (RP2350-E9).
    carrier.add("R33", parts.resistor("10k"), ("3V3", "VOICE_RX"), 39.0, 28.0, 180)
    carrier.add("R34", parts.resistor("10k"), ("3V3", "VOICE_BUSY"), 39.0, 32.0, 180)


def _lights(carrier):
    carrier.section = "Lights"
    carrier.add("F1", parts.FUSE_OPTIONS, ("VSYS", "LIGHTS_5V"), 66.0, 58.0, 0)
    carrier.add("C5", parts.C_10U, ("LIGHTS_5V", "GND"), 58.0, 58.0, 180)
    carrier.add("C6", parts.C_100N, ("LIGHTS_5V", "GND"), 52.0, 57.5, 90)
    level = (NO_CONNECT, "EDGE_LIGHTS", "GND", "LIGHTS_Y", "LIGHTS_5V")
    carrier.add("U3", parts.LEVEL, level, 48.0, 59.0, 0)
    carrier.add("R27", parts.resistor("330"), ("LIGHTS_Y", "LIGHTS_DATA"), 52.0, 63.0, 0)
    carrier.add("J7", parts.header(3), ("LIGHTS_5V", "LIGHTS_DATA", "GND"), 52.0, 69.0, 90, value="LIGHTS")


def _battery(carrier):
    carrier.section = "Battery and power path"
    # Plug, fuse, reverse protection; then the charger, and behind the switch the way to VSYS.
    carrier.add("J8", parts.BATTERY_PLUG, ("BAT_IN", "GND"), 97.0, 68.0, value="BATTERY")
    carrier.add("F2", parts.FUSE_BATTERY, ("BAT_IN", "BAT_FUSED"), 98.0, 62.0, 180)
    # A cell the right way round opens Q3 through its body diode; one the wrong way round leaves it shut. With USB in
    # as well, Q3 holds VBAT about a volt above ground: the charger sees an empty cell and gives a tenth of its current.
    carrier.add("Q3", parts.PFET, ("GND", "VBAT", "BAT_FUSED"), 93.0, 61.0, 180)
    carrier.add("U2", parts.CHARGER, ("CHG_STAT", "GND", "VBAT", "VBUS", "CHG_PROG"), 88.0, 52.0, 0)
    carrier.add("R28", parts.resistor("4k7"), ("CHG_PROG", "GND"), 93.0, 51.0, 90)
    carrier.add("C7", parts.C_10U, ("VBUS", "GND"), 88.0, 47.0, 0)
    carrier.add("C8", parts.C_10U, ("VBAT", "GND"), 88.0, 57.0, 0)
    carrier.add("D1", parts.CHARGE_LED, ("CHG_STAT", "CHG_LED"), 100.0, 51.0, 90)
    carrier.add("R29", parts.resistor("1k"), ("VBUS", "CHG_LED"), 104.0, 51.0, 270)
    carrier.add("J9", parts.header(2), ("VBAT", "BAT_ON"), 86.0, 68.0, 90, value="ON/OFF")
    # On USB the gate is at 5 V and the battery only charges; without, the pull-down lets the battery feed VSYS. 4k7:
    # what leaks back through the Pico's own diode when warm must not lift the gate. D2 carries the board while C7 runs
    # down after unplugging (Pico datasheet, "Powering Pico").
    carrier.add("Q1", parts.PFET, ("VBUS", "VSYS", "BAT_ON"), 78.0, 58.0, 0)
    carrier.add("D2", parts.SCHOTTKY, ("VSYS", "BAT_ON"), 78.0, 62.0, 180)
    carrier.add("R30", parts.resistor("4k7"), ("VBUS", "GND"), 78.0, 53.0, 0)
    carrier.add("R31", parts.resistor("100k"), ("BAT_ON", "BATTERY"), 74.0, 67.0, 90)
    carrier.add("R32", parts.resistor("100k"), ("BATTERY", "GND"), 77.0, 67.0, 270)
    carrier.add("C9", parts.C_100N, ("BATTERY", "GND"), 80.0, 67.0, 90)
