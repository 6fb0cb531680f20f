"""The board description, and what the firmware got from it."""

import pytest

from hardware import board, pin_table


def test_pin_tables_are_up_to_date():
    assert pin_table.stale() == []


def test_no_gpio_is_used_twice_and_the_pico_has_them_all():
    used = [gpio for _, gpio, _ in board.PINS] + list(board.EXPANSION)
    assert sorted(used) == [*range(0, 23), 26, 27, 28]


def test_pins_fit_what_the_chip_can_do():
    """RP2040 datasheet, function table: ADC on 26 to 28; UART0 TX/RX on 0/1; I2C1 SDA/SCL on 18/19."""
    gpio = {name: number for name, number, _ in board.PINS}
    assert [gpio[f"MUX_S{k}"] for k in range(4)] == list(range(gpio["MUX_S0"], gpio["MUX_S0"] + 4))
    assert gpio["BUTTON_WHITE"] == gpio["BUTTON_BLACK"] + 1
    assert (gpio["ADC_LEFT"], gpio["ADC_RIGHT"], gpio["BATTERY"]) == (26, 27, 28)
    assert (gpio["VOICE_TX"], gpio["VOICE_RX"]) == (0, 1)
    assert gpio["OLED_SDA"] % 4 == 2 and gpio["OLED_SCL"] % 4 == 3


@pytest.mark.parametrize("size", board.SIZES)
def test_every_point_has_one_sensor(size):
    order = board.raw_order(size)
    assert len(set(order)) == size * size
    assert max(order) < size * board.CHAINS * len(board.INPUTS)
    slots = {index % len(board.INPUTS) for index in order}
    assert slots.isdisjoint({board.HALF_SUPPLY_SLOT, board.GROUND_SLOT})


def test_places_of_known_points():
    """19x19: ten columns left and nine right; 15x15: eight and seven (hardware notes, half-strips)."""
    assert board.site_of(0, 0, 19) == (0, 0, 0)
    assert board.site_of(0, 9, 19) == (0, 0, 9)
    assert board.site_of(18, 18, 19) == (1, 18, 8)
    assert board.site_of(14, 8, 15) == (1, 14, 0)
    assert board.raw_index(1, 10, 19) == 36
    with pytest.raises(ValueError, match="not on a 15x15 board"):
        board.site_of(0, 15, 15)


def test_gap_is_what_lies_between_magnet_and_sensor():
    assert abs(sum(height for _, height in board.STACK) - board.GAP) < 0.2


def test_a_turned_plug_joins_no_supply_to_ground():
    turned = board.CHAIN_CABLE[::-1]
    power = [(a, b) for a, b in zip(board.CHAIN_CABLE, turned, strict=True) if {a, b} & {"3V3", "GND"}]
    assert power and all(a == b for a, b in power)


@pytest.mark.parametrize("size", board.SIZES)
def test_firmware_and_twin_have_the_same_layout(size):
    from board.sensing import layout
    from tengen.twin.physics_adc import sites

    assert list(layout(size)) == board.raw_order(size)
    assert list(sites(size)) == board.raw_order(size)


def test_twin_has_the_same_pitch_gap_and_magnet():
    from tengen.twin import physics, physics_fields

    assert physics.PITCH_MM == board.PITCH and physics.GAP_MM == board.GAP
    assert physics_fields.REMANENCE_T == board.REMANENCE_T
    assert physics.Board(9, ideal=True).magnet == board.MAGNET
