"""The parts, with makers' numbers, second sources and estimated prices. Pins are those of the makers' datasheets."""

from hardware.design.circuit import Kind


def _pins(kind: str, *names: str) -> tuple[tuple[str, str, str], ...]:
    """Pins numbered from 1: electrical ``kind`` for all, or with names such as ``VCC:power_in``."""
    parted = (name.partition(":") for name in names)
    return tuple((str(k), name, own or kind) for k, (name, _, own) in enumerate(parted, 1))


_PASSIVE = _pins("passive", "1", "2")


def resistor(ohms: str, price=0.01) -> Kind:
    """A 1 % resistor in 0603; ``ohms`` as written on the drawing, such as ``4k7``."""
    number = {"100": "100R", "220": "220R", "330": "330R", "470": "470R"}.get(ohms, ohms).upper()
    return Kind(
        f"R_{ohms}", f"resistor {ohms} 1 % 0603", "Resistor_SMD:R_0603_1608Metric", _PASSIVE,
        "Yageo", f"RC0603FR-07{number}L", f"any 0603 1 % {ohms}", price, "R",
    )  # fmt: skip


def capacitor(value: str, mpn: str, second: str, size="0603", metric="1608", price=0.02) -> Kind:
    """A ceramic capacitor, X7R or X5R."""
    return Kind(
        f"C_{value}", f"ceramic capacitor {value} {size}", f"Capacitor_SMD:C_{size}_{metric}Metric", _PASSIVE,
        "Samsung", mpn, second, price, "C",
    )  # fmt: skip


C_10N = capacitor("10n", "CL10B103KB8NNNC", "Murata GRM188R71H103KA01D")
C_100N = capacitor("100n", "CL10B104KB8NNNC", "Murata GRM188R71H104KA93D")
C_2U2 = capacitor("2u2", "CL10A225KO8NNNC", "Murata GRM188R61C225KE15D", price=0.03)
C_10U = capacitor("10u", "CL21A106KAYNNNE", "Murata GRM21BR61E106KA73L", "0805", "2012", 0.05)

HALL = Kind(
    "DRV5055A1", "linear Hall sensor, ratiometric, 60 mV/mT at 3.3 V", "Package_TO_SOT_SMD:SOT-23",
    _pins("power_in", "VCC", "OUT:output", "GND"),
    "Texas Instruments", "DRV5055A1QDBZR", "DRV5055A2QDBZR (half the signal, set the gain by calibrating)", 0.45, "U",
    "Sensor_Magnetic:DRV5055A1xDBZxQ1",
)  # fmt: skip

MUX = Kind(
    "CD74HC4067", "16-way analogue multiplexer", "Package_SO:SOIC-24W_7.5x15.4mm_P1.27mm",
    (
        ("1", "COM", "passive"),
        *((str(2 + k), f"I{7 - k}", "passive") for k in range(8)),
        ("10", "S0", "input"), ("11", "S1", "input"), ("12", "GND", "power_in"),
        ("13", "S3", "input"), ("14", "S2", "input"), ("15", "~{E}", "input"),
        *((str(16 + k), f"I{15 - k}", "passive") for k in range(8)),
        ("24", "VCC", "power_in"),
    ),
    "Texas Instruments", "CD74HC4067M96", "Nexperia 74HC4067D,118", 0.45, "U", "74xx:CD74HC4067M",
)  # fmt: skip

FLIPFLOP = Kind(
    "74HC74", "two D flip-flops", "Package_SO:SOIC-14_3.9x8.7mm_P1.27mm",
    _pins(
        "input", "~{CLR1}", "D1", "CLK1", "~{PRE1}", "Q1:output", "~{Q1}:output", "GND:power_in",
        "~{Q2}:output", "Q2:output", "~{PRE2}", "CLK2", "D2", "~{CLR2}", "VCC:power_in",
    ),
    # The clock input must be a Schmitt trigger, which the SN74HC74 has not: the clock's edges are slow.
    "Nexperia", "74HC74D,653", "Texas Instruments SN74HCS74DR, not SN74HC74", 0.15, "U", "74xx:74LS74",
)  # fmt: skip

PFET = Kind(
    "AO3401A", "P-channel MOSFET 30 V, 60 mOhm at 2.5 V", "Package_TO_SOT_SMD:SOT-23",
    _pins("passive", "G:input", "S", "D"),
    "Alpha & Omega", "AO3401A", "Diodes DMG2305UX-7", 0.06, "Q", "Transistor_FET:TP0610T",
)  # fmt: skip

NPN = Kind(
    "MMBT3904", "NPN transistor", "Package_TO_SOT_SMD:SOT-23",
    _pins("passive", "B:input", "E", "C"),
    "onsemi", "MMBT3904LT1G", "Nexperia MMBT3904,215", 0.03, "Q", "Transistor_BJT:Q_NPN_BEC",
)  # fmt: skip

CHAIN = Kind(
    "JST_GH_12", "12-pin connector of the chain, top entry",
    "Connector_JST:JST_GH_BM12B-GHS-TBT_1x12-1MP_P1.25mm_Vertical",
    (*((str(k), f"P{k}", "passive") for k in range(1, 13)), ("MP", "MP", "passive")),
    "JST", "BM12B-GHS-TBT(LF)(SN)", "12 wires soldered to the pads", 0.40, "J",
)  # fmt: skip

PICO = Kind(
    "RaspberryPi_Pico", "Raspberry Pi Pico or Pico 2 in two 20-pin sockets", "Module:RaspberryPi_Pico_Common_THT",
    (
        *((str(pin), f"GP{gpio}", "bidirectional") for pin, gpio in (
            (1, 0), (2, 1), (4, 2), (5, 3), (6, 4), (7, 5), (9, 6), (10, 7), (11, 8), (12, 9), (14, 10), (15, 11),
            (16, 12), (17, 13), (19, 14), (20, 15), (21, 16), (22, 17), (24, 18), (25, 19), (26, 20), (27, 21),
            (29, 22), (31, 26), (32, 27), (34, 28))),
        *((str(pin), "GND", "passive") for pin in (3, 8, 13, 18, 23, 28, 38)),
        ("33", "AGND", "passive"), ("30", "RUN", "passive"), ("35", "ADC_VREF", "passive"), ("36", "3V3", "power_out"),
        ("37", "3V3_EN", "passive"), ("39", "VSYS", "power_in"), ("40", "VBUS", "power_out"),
    ),
    "Raspberry Pi", "SC0915 (Pico)", "SC1631 (Pico 2)", 5.00, "U", "MCU_Module:RaspberryPi_Pico",
)  # fmt: skip

CHARGER = Kind(
    "MCP73831-2-OT", "charger for one lithium cell", "Package_TO_SOT_SMD:SOT-23-5",
    _pins("power_in", "STAT:output", "VSS", "VBAT:passive", "VDD", "PROG:passive"),
    "Microchip", "MCP73831T-2ACI/OT", "Microchip MCP73831T-2ATI/OT", 0.70, "U", "Battery_Management:MCP73831-2-OT",
)  # fmt: skip

LEVEL = Kind(
    "SN74LV1T34DBV", "level shifter 3.3 V to the lights' supply", "Package_TO_SOT_SMD:SOT-23-5",
    _pins("power_in", "NC:no_connect", "A:input", "GND", "Y:output", "VCC"),
    "Texas Instruments", "SN74LV1T34DBVR", "Nexperia 74LV1T34GV-Q100", 0.20, "U", "Logic_LevelTranslator:SN74LV1T34DBV",
)  # fmt: skip

PIEZO = Kind(
    "PS1240P02BT", "passive piezo, no magnet in it", "Buzzer_Beeper:Buzzer_TDK_PS1240P02BT_D12.2mm_H6.5mm", _PASSIVE,
    "TDK", "PS1240P02BT", "Murata PKM13EPYH4000-A0", 0.60, "BZ",
)  # fmt: skip


def _fuse(hold: str, mpn: str, second: str) -> Kind:
    return Kind(
        f"PTC_{hold}", f"resettable fuse, holds {hold}", "Fuse:Fuse_1206_3216Metric", _PASSIVE,
        "Littelfuse", mpn, second, 0.15, "F",
    )  # fmt: skip


FUSE_OPTIONS = _fuse("500mA", "1206L050YR", "Bourns MF-NSMF050-2")
FUSE_BATTERY = _fuse("1100mA", "1206L110THYR", "Bourns MF-NSMF110-2")

SCHOTTKY = Kind(
    "MBR120VLSF", "Schottky diode 1 A", "Diode_SMD:D_SOD-123",
    _pins("passive", "K", "A"),
    "onsemi", "MBR120VLSFT1G", "any 1 A Schottky in SOD-123, such as B5819W", 0.15, "D", "Device:D_Schottky",
)  # fmt: skip

CHARGE_LED = Kind(
    "LED_red", "LED, lit while charging", "LED_SMD:LED_0603_1608Metric",
    _pins("passive", "K", "A"),
    "Kingbright", "APT1608SURCK", "any red 0603", 0.05, "D",
)  # fmt: skip


def header(pins: int) -> Kind:
    """A pin header with 2.54 mm pitch."""
    return Kind(
        f"Header_{pins}", f"pin header {pins} x 2.54 mm",
        f"Connector_PinHeader_2.54mm:PinHeader_1x{pins:02d}_P2.54mm_Vertical",
        tuple((str(k), f"P{k}", "passive") for k in range(1, pins + 1)),
        "Würth", f"6130{pins:02d}11121", "cut from any 40-pin header", 0.10, "J",
    )  # fmt: skip


BUTTON_PLUG = Kind(
    "JST_XH_2", "2-pin connector of a clock button", "Connector_JST:JST_XH_B2B-XH-A_1x02_P2.50mm_Vertical",
    _pins("passive", "P1", "P2"), "JST", "B2B-XH-A(LF)(SN)", "any JST XH 2-pin", 0.10, "J",
)  # fmt: skip

BATTERY_PLUG = Kind(
    "JST_PH_2", "2-pin connector of the battery", "Connector_JST:JST_PH_B2B-PH-K_1x02_P2.00mm_Vertical",
    _pins("passive", "P1", "P2"), "JST", "B2B-PH-K-S(LF)(SN)", "any JST PH 2-pin", 0.10, "J",
)  # fmt: skip
