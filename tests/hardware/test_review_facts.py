"""The boards as routed against numbers of the makers' datasheets, written down here anew and not taken from the design.

Pads, nets and places are read from the ``.kicad_pcb`` files, so a fault in the description, in the drawing or in the
placing shows alike. ``hardware/REVIEW.md`` says where each number comes from.
"""

import pytest

from hardware import board
from hardware.kicad import project
from tests.hardware.routed import Routed

STRIPS = {"half_strip_go": 23.0, "half_strip_wide": 24.0}
# RP2040 datasheet 1.4.3 and RP2350 datasheet 9.4 agree in these.
UART0_TX, UART0_RX = {0, 12, 16, 28}, {1, 13, 17, 29}
I2C1_SDA, I2C1_SCL = {2, 6, 10, 14, 18, 26}, {3, 7, 11, 15, 19, 27}
ADC_PINS = (26, 27, 28)


@pytest.fixture(scope="module")
def controller():
    return Routed("controller")


@pytest.fixture(scope="module", params=STRIPS)
def strip(request):
    routed = Routed(request.param)
    routed.pitch = STRIPS[request.param]
    return routed


def test_pads_of_the_sensors(strip):
    """DRV5055, SBAS640 section 5: SOT-23 1 VCC, 2 OUT, 3 GND; 3 stands alone on its side."""
    for site in range(10):
        ref = f"U{site + 1}"
        assert strip.nets(ref) == {"1": "VROW", "2": f"H{site}", "3": "GND"}
        one, two, three = (strip.pad(ref, n) for n in "123")
        assert one.distance(two) == pytest.approx(1.9, abs=0.05)
        assert abs(one.distance(three) - two.distance(three)) < 0.05


def test_sensors_lie_under_the_points(strip):
    """The Hall element is in the middle of the package; half-strips lie edge to edge."""
    for site in range(10):
        x, y = strip.places[f"U{site + 1}"]
        assert x == pytest.approx(strip.pitch * (site + 0.5), abs=0.05)
        assert y == pytest.approx(8.5, abs=0.05)


def test_pads_of_the_mux(strip):
    """CD74HC4067: 1 common, 2..9 I7..I0, 10 S0, 11 S1, 12 GND, 13 S3, 14 S2, 15 enable low, 16..23 I15..I8, 24 VCC."""
    inputs = {2 + k: 7 - k for k in range(8)} | {16 + k: 15 - k for k in range(8)}
    nets = {k: f"H{k}" for k in range(10)} | {14: "HALF", 15: "GND"}
    expected = {str(pad): nets.get(k, "GND") for pad, k in inputs.items()}
    expected |= {"1": "AOUT", "10": "S0", "11": "S1", "12": "GND", "13": "S3", "14": "S2", "15": "ROW_OFF", "24": "3V3"}
    assert strip.nets("U11") == expected


def test_pads_of_the_flip_flop_and_the_switch(strip):
    """74HC74: 1 clear, 2 D, 3 clock, 4 preset, 5 Q, 6 Q-bar; AO3401A: 1 gate, 2 source, 3 drain."""
    nets = strip.nets("U12")
    assert [nets[str(pad)] for pad in (1, 2, 3, 4, 6, 7, 14)] == ["RST_N", "DIN", "CLK", "3V3", "ROW_OFF", "GND", "3V3"]
    assert {nets[str(pad)] for pad in (10, 11, 12, 13)} <= {"3V3", "GND"}
    assert strip.nets("Q1") == {"1": "GATE", "2": "3V3", "3": "VROW"}


def test_the_token_comes_later_than_any_clock(strip):
    """Clocks of neighbours come up to 46 ns apart (REVIEW.md): 10 kohm and the next strip's 12 pF take longer.

    It also keeps two outputs from fighting when a cable joins OUT to OUT.
    """
    token = strip.nets("J2")["5"]
    output = strip.nets("U12")["5"]
    assert token != output
    (series,) = strip.between("R", output, token)
    assert strip.ohms(series) >= 10000
    assert [pad.ref for pad in strip.on(token)].count("U12") == 0


def test_cables_run_straight_from_out_to_in(strip):
    """Pin k of OUT above pin k of IN, and supply meets supply in a plug put in the wrong way round."""
    for pin in range(1, 13):
        a, b = strip.pad("J1", pin), strip.pad("J2", pin)
        assert a.x == pytest.approx(b.x, abs=0.01)
    nets = strip.nets("J1")
    for pin in (1, 2, 11, 12):
        assert nets[str(pin)] == nets[str(13 - pin)] and nets[str(pin)] in ("GND", "3V3")


SUPPLY_PIN = {"DRV5055A1": 1, "CD74HC4067": 24, "74HC74": 14, "MCP73831-2-OT": 4, "SN74LV1T34DBV": 5}


@pytest.mark.parametrize("name", [*STRIPS, "controller"])
def test_every_chip_has_its_capacitor_beside_it(name):
    """Datasheets ask for one close to the supply pin. The charger's is 4.7 uF or more and not for speed: 7 mm."""
    routed = Routed(name)
    chips = {ref: value for ref, value in routed.values.items() if value in SUPPLY_PIN}
    assert len(chips) == (2 if name == "controller" else 12)
    for ref, value in chips.items():
        pin = routed.pad(ref, SUPPLY_PIN[value])
        near = min(pin.distance(pad) for pad in routed.on(pin.net) if pad.ref.startswith("C"))
        assert near < (7 if value.startswith("MCP") else 5), (ref, near)


def test_no_row_has_power_before_the_firmware_runs(controller):
    """RP2350-E9: at most 8.2 kohm holds a pin low against its leakage; the internal pull-down does not."""
    down = [controller.ohms(ref) for ref in controller.between("R", "ROW_RST_N", "GND")]
    assert down and min(down) <= 8200


def test_a_battery_plugged_in_backwards_reaches_nothing(controller):
    """Behind the plug a fuse, behind it the drain of a P-FET whose gate is on ground: its source opens it or not."""
    plus = controller.nets("J8")["1"]
    (fuse,) = {pad.ref for pad in controller.on(plus)} - {"J8"}
    behind = (set(controller.nets(fuse).values()) - {plus}).pop()
    (guard,) = {pad.ref for pad in controller.on(behind)} - {fuse}
    gate, source, drain = (controller.nets(guard)[pad] for pad in "123")
    assert (gate, drain) == ("GND", behind)
    assert controller.values[guard] == "AO3401A"
    # The charger works with the switch off, so it is on the cell's side of it.
    assert controller.nets("U2")["3"] == source and source in controller.nets("J9").values()


def test_power_path_follows_vbus(controller):
    """Pico datasheet 4.5: P-FET gate on VBUS, source on VSYS; VBUS must fall fast and not be lifted by leakage."""
    nets = controller.nets("Q1")
    assert (nets["1"], nets["2"]) == ("VBUS", "VSYS")
    assert nets["3"] in controller.nets("J9").values()
    assert min(controller.ohms(ref) for ref in controller.between("R", "VBUS", "GND")) <= 10000
    # Capacitance on VBUS slows that: a Schottky diode carries the board meanwhile, pad 1 its cathode.
    (diode,) = controller.between("D", "VSYS", nets["3"])
    assert controller.nets(diode) == {"1": "VSYS", "2": nets["3"]}


def test_charger_gives_what_a_small_cell_stands(controller):
    """MCP73831, DS20001984: 1 STAT, 2 VSS, 4 VDD, 5 PROG; 1000 V / R; at most 500 mA."""
    nets = controller.nets("U2")
    assert (nets["2"], nets["4"]) == ("GND", "VBUS")
    (program,) = controller.between("R", nets["5"], "GND")
    assert 100 <= 1000_000 / controller.ohms(program) <= 250
    assert controller.nets("D1")["1"] == nets["1"]  # cathode at STAT, which is low while charging


def test_voice_inputs_do_not_hang_in_the_air(controller):
    """RP2350-E9: an open input stays at 2.2 V; pull-ups are what works on every stepping."""
    for net in ("VOICE_RX", "VOICE_BUSY"):
        assert controller.between("R", "3V3", net)


def test_regulator_can_start_the_capacitors_of_a_whole_board(strip, controller):
    """RT6150 of the Pico, 0.8 A: 150 uF take 0.6 ms. One capacitor of 10 uF a half-strip would be 380 uF."""
    micro = {"C_2u2": 2.2, "C_10u": 10.0, "C_100n": 0.1}
    total = sum(
        count * micro[routed.values[pad.ref]]
        for routed, count in ((strip, 38), (controller, 1))
        for pad in routed.on("3V3")
        if pad.ref.startswith("C")
    )
    assert 50 < total < 150


def test_functions_of_the_pins_exist_on_both_chips():
    pins = {name: gpio for name, gpio, _ in board.PINS}
    assert pins["VOICE_TX"] in UART0_TX and pins["VOICE_RX"] in UART0_RX
    assert pins["OLED_SDA"] in I2C1_SDA and pins["OLED_SCL"] in I2C1_SCL
    assert (pins["ADC_LEFT"], pins["ADC_RIGHT"], pins["BATTERY"]) == ADC_PINS
    # GP23 to GP25 and GP29 belong to the Pico; the PIO looks at two neighbours, the mux address is one masked write.
    assert not {23, 24, 25, 29} & set(pins.values())
    assert pins["BUTTON_WHITE"] == pins["BUTTON_BLACK"] + 1
    assert [pins[f"MUX_S{k}"] - pins["MUX_S0"] for k in range(4)] == [0, 1, 2, 3]


def test_second_sources_are_no_trap():
    """A plain SN74HC74 has no Schmitt trigger at its clock, which the soft edges of 19 half-strips in a row need."""
    kinds = {part.kind.name: part.kind for circuit in project.circuits() for part in circuit.parts}
    assert "SN74HCS74" in kinds["74HC74"].second
    assert kinds["DRV5055A1"].second.startswith("DRV5055A")  # a 49E has 2 and 3 the other way round
