"""Currents and voltage drops of a whole board, worst case. mA, mV, milliohm."""

from dataclasses import dataclass

from hardware import board

# mA of one sensor, typical and greatest; the older silicon of the DRV5055 draws three times as much as the newer.
SENSOR_NEW, SENSOR_OLD = (2.0, 4.0), (6.0, 10.0)
DIVIDER_MA = 3300 / (470 + 470)  # the half-supply reference of one half-strip
LOGIC_MA = 0.04  # mux and flip-flop of one half-strip, at rest
PICO_MA, DISPLAY_MA, PULL_UPS_MA = 30.0, 25.0, 3.0
PIEZO_MA, VOICE_MA, LIGHTS_MA = 5.0, 200.0, 120.0  # on VSYS, not on 3V3: peak of the voice module, two lights lit
CHARGE_MA = 1000 / 4.7  # the charger's resistor, R28
CONVERTER = 0.85  # efficiency of the Pico's converter from VSYS to 3.3 V

PICO_3V3_LIMIT_MA = 300.0  # what the Pico's datasheet asks outside loads to stay below
SENSOR_LEAST_V = 3.0  # least supply of a DRV5055
SUPPLY_V = 3.3 * 0.97
CONTACT_MILLIOHM = 40.0  # JST GH after ageing
WIRE_MILLIOHM = 0.08 * 220  # 8 cm of AWG 28
TRACK_MILLIOHM = (10.0, 3.0)  # supply and ground of a half-strip, connector to connector: 0.5 mm tracks, planes
ROW_SWITCH_MILLIOHM = 60.0 + 50.0  # Q1 of the half-strip, and the row's track to the last sensor
WIRES = 2  # of supply, and of ground, in a chain cable
FEED_MILLIOHM = 60.0  # the controller's tracks and the cable to the first half-strip
FAR_FEED_MILLIOHM = 0.7 * 53 + 30  # 70 cm of AWG 22 to the free OUT plug of the last half-strip, and its contacts
FRAME_MS, FRAMES_PER_SECOND = 13.1, 25
BATTERY_MAH = 2000.0
CELL_EMPTY_V = 3.3  # where a loaded cell has little left
BATTERY_MILLIOHM = 210.0 + 2 * 75.0 + 2 * CONTACT_MILLIOHM  # F2 warm, Q3 and Q1 at 3 V, plug and switch
PICO_LEAST_V = 1.8  # least VSYS of the Pico
FUSE_BATTERY_HOLD_MA, FUSE_OPTIONS_HOLD_MA = 1100.0 * 0.75, 500.0 * 0.75  # at 50 degrees
USB_PORT_MA, USB_CHARGER_MA = 500.0, 1000.0


@dataclass(frozen=True)
class Budget:
    """What a board draws and loses; ``options``: voice speaking and two lights lit."""

    row_ma: float
    supply_3v3_ma: float
    drop_mv: float
    least_v: float
    all_on_ma: float
    average_ma: float
    battery_hours: float
    usb_ma: float
    usb_options_ma: float
    battery_options_ma: float
    vsys_least_v: float


def _resistance(row, size, far_feed):
    """Milliohm from the controller to a half-strip and back."""
    there_and_back = 0.0
    for track in TRACK_MILLIOHM:
        hop = (2 * CONTACT_MILLIOHM + WIRE_MILLIOHM) / WIRES + track
        near = FEED_MILLIOHM + hop * row
        far = FAR_FEED_MILLIOHM + hop * (size - 1 - row)
        there_and_back += near * far / (near + far) if far_feed else near
    return there_and_back


def budget(size: int, old_silicon: bool = True, far_feed: bool = True) -> Budget:
    """Worst case for a board size: greatest sensor current, all ten sites fitted, one row powered at a time.

    ``far_feed``: supply and ground also reach the chains at their far end. ``drop_mv``: supply's sag and ground's lift
    at the worst half-strip and in its row switch; ``least_v``: what its sensors get; ``average_ma`` and
    ``battery_hours`` are typical, without options. ``usb_ma``: all of it at 5 V while the cell charges.
    ``vsys_least_v``: what a nearly empty cell gives the Pico with options.
    """
    typical, greatest = SENSOR_OLD if old_silicon else SENSOR_NEW
    half_row = board.SITES * greatest + DIVIDER_MA
    strips = size * board.CHAINS
    supply = board.CHAINS * half_row + strips * LOGIC_MA + PICO_MA + DISPLAY_MA + PULL_UPS_MA
    worst_path = max(_resistance(row, size, far_feed) for row in range(size)) + ROW_SWITCH_MILLIOHM
    drop = half_row * worst_path / 1000
    typical_row = size * typical + board.CHAINS * DIVIDER_MA
    average = typical_row * FRAME_MS * FRAMES_PER_SECOND / 1000 + PICO_MA + DISPLAY_MA
    options = PIEZO_MA + VOICE_MA + LIGHTS_MA
    usb = supply * 3.3 / (5.0 - 0.4) / CONVERTER + CHARGE_MA
    battery = supply * 3.3 / (CELL_EMPTY_V - 0.3) / CONVERTER + options
    return Budget(
        row_ma=board.CHAINS * half_row,
        supply_3v3_ma=supply,
        drop_mv=drop,
        least_v=SUPPLY_V - drop / 1000,
        all_on_ma=size * size * greatest,
        average_ma=average,
        battery_hours=BATTERY_MAH * CONVERTER / average,
        usb_ma=usb,
        usb_options_ma=usb + options,
        battery_options_ma=battery,
        vsys_least_v=CELL_EMPTY_V - battery * BATTERY_MILLIOHM / 1e6,
    )
