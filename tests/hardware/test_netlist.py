"""The circuits as data: wired right, whatever the drawing program makes of them."""

import pytest

from hardware import board
from hardware.design import budget as limits
from hardware.design.budget import PICO_3V3_LIMIT_MA, SENSOR_LEAST_V, budget
from hardware.design.circuit import NO_CONNECT, Circuit
from hardware.design.controller import CHAIN_SIGNALS, controller
from hardware.design.half_strip import CUT_AFTER, half_strip

STRIPS = [half_strip(variant) for variant in board.PITCHES]
ALL = [*STRIPS, controller()]


def named(part):
    """Net by pin name; for pins of one name a set of nets."""
    nets = {}
    for number, name, _ in part.kind.pins:
        nets.setdefault(name, set()).add(part.nets[number])
    return {name: found.pop() if len(found) == 1 else found for name, found in nets.items()}


def ids(circuits):
    return [circuit.name for circuit in circuits]


@pytest.mark.parametrize("strip", STRIPS, ids=ids(STRIPS))
def test_every_sensor_is_on_the_mux_input_of_its_site(strip):
    mux = named(strip.part("U11"))
    sensors = [part for part in strip.parts if part.kind.name == "DRV5055A1"]
    assert len(sensors) == board.SITES
    for site, sensor in enumerate(sensors):
        assert mux[f"I{site}"] == sensor.nets["2"]
        assert len(strip.nets()[sensor.nets["2"]]) == 2
    assert len({sensor.nets["2"] for sensor in sensors}) == board.SITES


@pytest.mark.parametrize("strip", STRIPS, ids=ids(STRIPS))
def test_references_are_on_inputs_14_and_15(strip):
    mux = named(strip.part("U11"))
    assert mux[f"I{board.HALF_SUPPLY_INPUT}"] == "HALF" and mux[f"I{board.GROUND_INPUT}"] == "GND"
    upper, lower = strip.part("R2"), strip.part("R3")
    assert upper.value == lower.value
    assert set(upper.nets.values()) == {"VROW", "HALF"} and set(lower.nets.values()) == {"HALF", "GND"}
    # Inputs that nothing uses are not left open.
    assert {mux[f"I{k}"] for k in range(10, 14)} == {"GND"}


@pytest.mark.parametrize("strip", STRIPS, ids=ids(STRIPS))
def test_a_row_has_power_and_mux_only_while_it_holds_the_token(strip):
    """74HC74: Q-bar is low while Q is 1; the P-FET and the mux's enable are both active low."""
    flipflop, mux, fet = named(strip.part("U12")), named(strip.part("U11")), named(strip.part("Q1"))
    assert flipflop["~{Q1}"] == mux["~{E}"] == "ROW_OFF"
    assert set(strip.part("R1").nets.values()) == {"ROW_OFF", fet["G"]}
    assert (fet["S"], fet["D"]) == ("3V3", "VROW")
    assert (flipflop["D1"], flipflop["Q1"], flipflop["CLK1"], flipflop["~{CLR1}"]) == ("DIN", "TOKEN", "CLK", "RST_N")
    assert flipflop["~{PRE1}"] == "3V3"
    # A slow clock edge must not pass the token on twice: the way to the next flip-flop is slowed (hardware/spice).
    assert frozenset(strip.part("R4").nets.values()) == {"TOKEN", "DOUT"} and strip.part("R4").value == "R_10k"
    assert {ref for ref, _ in strip.nets()["TOKEN"]} == {"U12", "R4"}
    assert {ref for ref, _ in strip.nets()["DOUT"]} == {"R4", "J2"}
    # Never from the row's supply: the clamps of a mux without power would load the common line.
    assert mux["VCC"] == flipflop["VCC"] == "3V3"


@pytest.mark.parametrize("strip", STRIPS, ids=ids(STRIPS))
def test_connectors_mirror_each_other(strip):
    into, out = strip.part("J1").nets, strip.part("J2").nets
    for pin, signal in enumerate(board.CHAIN_CABLE, 1):
        a, b = into[str(pin)], out[str(pin)]
        assert (a, b) == ("DIN", "DOUT") if signal == "D" else a == b == signal


def test_controller_feeds_both_chains_through_the_same_pinout():
    carrier = controller()
    for ref, side, adc in (("J1", "L", "ADC_LEFT"), ("J2", "R", "ADC_RIGHT")):
        plug = carrier.part(ref).nets
        for pin, signal in enumerate(board.CHAIN_CABLE, 1):
            assert plug[str(pin)] == (signal if signal in ("GND", "3V3") else f"{side}_{signal}")
        series = {frozenset(part.nets.values()) for part in carrier.parts if part.kind.name.startswith("R_")}
        short = {"MUX_S0": "S0", "MUX_S1": "S1", "MUX_S2": "S2", "MUX_S3": "S3"}
        short |= {"ROW_CLK": "CLK", "ROW_DIN": "D", "ROW_RST_N": "RST_N"}
        assert set(short) == set(CHAIN_SIGNALS)
        for signal, wire in short.items():
            assert frozenset((signal, f"{side}_{wire}")) in series
        assert frozenset((adc, f"{side}_AOUT")) in series


def test_pico_has_every_pin_of_the_table_where_the_table_says():
    """Pico datasheet, pinout: header pin of each GPIO."""
    header = dict(zip(range(16), (1, 2, 4, 5, 6, 7, 9, 10, 11, 12, 14, 15, 16, 17, 19, 20), strict=True))
    header |= {16: 21, 17: 22, 18: 24, 19: 25, 20: 26, 21: 27, 22: 29, 26: 31, 27: 32, 28: 34}
    pico = controller().part("U1")
    for name, gpio, _ in board.PINS:
        assert pico.nets[str(header[gpio])] == name
        assert sum(net == name for net in pico.nets.values()) == 1
    assert {pico.nets[str(pin)] for pin in (3, 8, 13, 18, 23, 28, 33, 38)} == {"GND"}
    assert (pico.nets["36"], pico.nets["39"], pico.nets["40"]) == ("3V3", "VSYS", "VBUS")


@pytest.mark.parametrize("circuit", ALL, ids=ids(ALL))
def test_every_part_has_supply_and_ground_and_no_net_ends_blind(circuit):
    supplies = {"3V3", "VROW", "VBUS", "VSYS", "LIGHTS_5V"}
    for part in circuit.parts:
        if part.ref.startswith("U"):
            assert "GND" in part.nets.values() and supplies & set(part.nets.values()), part.ref
        for number, _, kind in part.kind.pins:
            if kind in ("power_in", "input"):
                assert part.nets[number] != NO_CONNECT, (part.ref, number)
    assert [net for net, pins in circuit.nets().items() if len(pins) < 2] == []


@pytest.mark.parametrize("circuit", ALL, ids=ids(ALL))
def test_no_two_outputs_on_one_net(circuit):
    types = {(part.ref, number): kind for part in circuit.parts for number, _, kind in part.kind.pins}
    for net, pins in circuit.nets().items():
        assert sum(types[pin] in ("output", "power_out") for pin in pins) <= 1, net


@pytest.mark.parametrize("circuit", ALL, ids=ids(ALL))
def test_every_part_can_be_ordered(circuit):
    for part in circuit.parts:
        assert part.kind.maker and part.kind.mpn and part.kind.second and part.kind.price > 0, part.ref


@pytest.mark.parametrize("variant", board.PITCHES)
def test_sensors_sit_on_the_pitch_and_strips_leave_room(variant):
    strip = half_strip(variant)
    across, down = board.PITCHES[variant]
    xs = [strip.part(f"U{k + 1}").x for k in range(board.SITES)]
    assert xs == [across * (k + 0.5) for k in range(board.SITES)]
    assert {strip.part(f"U{k + 1}").y for k in range(board.SITES)} == {strip.height / 2}
    assert strip.height < down - 5
    # 15x15: the left half-strips are cut to eight sites, so that the right ones can follow on the pitch.
    assert board.left_columns(15) == CUT_AFTER and strip.cut == across * CUT_AFTER
    assert all(part.x < strip.cut - 2 or part.x > strip.cut + 2 for part in strip.parts)


def test_clock_buttons_have_pull_up_and_debounce():
    """A press discharges through 1 kOhm x 100 nF: 0.1 ms late, within the millisecond that presses are stamped to."""
    carrier = controller()
    for name in ("BLACK", "WHITE"):
        on = {frozenset(part.nets.values()): part.value for part in carrier.parts if len(part.kind.pins) == 2}
        assert on[frozenset(("3V3", f"{name}_KEY"))] == "R_10k"
        assert on[frozenset((f"{name}_KEY", f"BUTTON_{name}"))] == "R_1k"
        assert on[frozenset((f"BUTTON_{name}", "GND"))] == "C_100n"


def test_a_reversed_battery_meets_a_fuse_and_a_shut_transistor():
    """Body diode of a P-channel MOSFET: from drain to source. So the cell is at Q3's drain and its gate at ground."""
    carrier = controller()
    nets = carrier.nets()
    assert {ref for ref, _ in nets["BAT_IN"]} == {"J8", "F2"}
    assert {ref for ref, _ in nets["BAT_FUSED"]} == {"F2", "Q3"}
    assert named(carrier.part("Q3")) == {"G": "GND", "S": "VBAT", "D": "BAT_FUSED"}
    # The charger is behind the protection and before the switch: a board that is off still charges.
    assert named(carrier.part("U2"))["VBAT"] == "VBAT"
    assert set(carrier.part("J9").nets.values()) == {"VBAT", "BAT_ON"}


def test_power_path_takes_usb_before_the_battery():
    """Pico datasheet, "Powering Pico": gate on VBUS, source on VSYS, and a diode across where VBUS has capacitance."""
    carrier = controller()
    assert named(carrier.part("Q1")) == {"G": "VBUS", "S": "VSYS", "D": "BAT_ON"}
    assert named(carrier.part("D2")) == {"K": "VSYS", "A": "BAT_ON"}
    assert set(carrier.part("R30").nets.values()) == {"VBUS", "GND"} and carrier.part("R30").value == "R_4k7"
    # The voltage that the firmware reads is half the cell's, and a board that is off draws nothing through it.
    assert [set(carrier.part(ref).nets.values()) for ref in ("R31", "R32")] == [
        {"BAT_ON", "BATTERY"},
        {"BATTERY", "GND"},
    ]
    assert carrier.part("R31").value == carrier.part("R32").value


def test_inputs_that_may_stay_unplugged_are_pulled_up():
    """RP2350-E9: an open input settles in between. Pull-ups, but for the reset of the rows, which is driven low."""
    pairs = {frozenset(part.nets.values()): part.value for part in controller().parts if len(part.kind.pins) == 2}
    assert pairs[frozenset(("3V3", "VOICE_RX"))] == pairs[frozenset(("3V3", "VOICE_BUSY"))] == "R_10k"
    assert pairs[frozenset(("ROW_RST_N", "GND"))] == "R_4k7"


@pytest.mark.parametrize("size", [19, 15])
@pytest.mark.parametrize("old", [True, False])
def test_currents_and_drops_in_the_worst_case(size, old):
    worst = budget(size, old)
    assert worst.supply_3v3_ma < PICO_3V3_LIMIT_MA
    assert worst.least_v > SENSOR_LEAST_V
    # A computer's port feeds and charges the board, voice and lights ask for a charger; fuses hold, the Pico runs.
    assert worst.usb_ma < limits.USB_PORT_MA and worst.usb_options_ma < limits.USB_CHARGER_MA
    assert worst.battery_options_ma < limits.FUSE_BATTERY_HOLD_MA
    assert limits.VOICE_MA + limits.LIGHTS_MA < limits.FUSE_OPTIONS_HOLD_MA
    assert worst.vsys_least_v > limits.PICO_LEAST_V + 1.0
    # Why rows are powered in turn: all sensors at once would overload the Pico's supply (300 mA).
    assert worst.all_on_ma > PICO_3V3_LIMIT_MA


def test_older_sensors_need_the_feed_at_the_far_end():
    """The build guide asks for two more wires: without them the far rows of older sensors starve, newer ones do not."""
    assert budget(19, old_silicon=True, far_feed=False).least_v < SENSOR_LEAST_V
    assert budget(19, old_silicon=False, far_feed=False).least_v > SENSOR_LEAST_V


def test_a_part_cannot_be_placed_twice_or_wired_in_half():
    circuit = Circuit("test", "", 10, 10, 1)
    kind = half_strip("go").part("R1").kind
    circuit.add("R1", kind, ("A", "B"), 1, 1)
    with pytest.raises(ValueError, match="used twice"):
        circuit.add("R1", kind, ("A", "B"), 1, 1)
    with pytest.raises(ValueError, match="2 pins, 1 nets"):
        circuit.add("R2", kind, ("A",), 1, 1)
