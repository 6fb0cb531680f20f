"""The hardware layer of the real board: one class per physical thing, a Raspberry Pi Pico underneath.

Only this folder knows ``machine``, ``rp2``, registers and pins.
"""

import binascii
import os
import sys
import time

import machine

from hal.rp2 import pins
from hal.rp2.buttons import Buttons
from hal.rp2.display import Display
from hal.rp2.grid import Grid
from hal.rp2.serial import Serial
from hal.rp2.sound import Sound
from hal.rp2.storage import Storage, made_of
from hal.rp2.timer import Calendar, Timer
from hal.rp2.watchdog import Watchdog

# There if the next start is to be in safe mode.
SAFE_FILE = "/safe"
# What this board is made of, written when it is flashed: {"size": 19, "display": "sh1106"}.
BOARD_FILE = "/tengen/board.json"


def _board_text():
    try:
        with open(BOARD_FILE) as file:
            return file.read()
    except (OSError, ValueError):
        return ""


def _safe_file():
    """Why to start in safe mode, None if nobody asked for it; asked once."""
    try:
        os.remove(SAFE_FILE)
    except OSError:
        return None
    return "a computer asked for it"


class Hardware:
    """All parts of the board."""

    scan_ms = 15  # a settled board is looked at this often

    def __init__(self, config):
        self.storage = Storage()
        size, display = made_of(_board_text())
        size = config.get("size", size)
        self.timer = Timer()
        self.calendar = Calendar()
        self.buttons = Buttons(
            min(pins.BUTTON_BLACK, pins.BUTTON_WHITE), 0 if pins.BUTTON_BLACK < pins.BUTTON_WHITE else 1
        )
        self.display = Display(pins.OLED_SDA, pins.OLED_SCL, config.get("display", display), bus=pins.OLED_I2C)
        self.sound = Sound(pins.PIEZO, config.get("sounds"))
        self.serial = Serial()
        self.grid = Grid(size)
        self.watchdog = Watchdog()
        self.info = {
            "size": size,
            "chip": "rp2350" if "RP2350" in sys.implementation._machine else "rp2040",
            "serial": binascii.hexlify(machine.unique_id()).decode(),
            "watchdog_reset": self.watchdog.hung(),
            "safe": _safe_file(),
        }
        # Written with the files of each slot: which build this is.
        try:
            import build_id
        except ImportError:
            self.info["firmware"] = self.info["hash"] = ""
        else:
            self.info["firmware"], self.info["hash"] = build_id.VERSION, build_id.HASH

    def voice(self):
        """The voice module's line; made when somebody wants to speak."""
        from hal.rp2.voice import VoiceModule

        return VoiceModule()

    def idle(self, ms):
        """Nothing to do for up to ``ms``; returns early when a button or the host has something to say."""
        began = time.ticks_ms()
        while time.ticks_diff(time.ticks_ms(), began) < ms:
            if self.buttons.pending() or self.serial.pending():
                return
            time.sleep_ms(1)

    def restart(self, to):
        """Start anew: ``run`` the program, in ``safe`` mode, or as the ``bootloader``'s drive for a new MicroPython."""
        self.stop()
        if to == "safe":
            with open(SAFE_FILE, "w"):
                pass
        elif to == "bootloader":
            machine.bootloader()
        machine.reset()

    def stop(self):
        """Leave the chip as a program at the REPL expects it: no watchdog, no DMA into the heap, no sound."""
        self.watchdog.stop()
        self.sound.stop()
        self.buttons.stop()


def build(config):
    """The board's hardware. Keys of ``config``, all optional: ``size`` 19 or 15, ``display`` ``sh1106`` or ``ssd1306``,
    ``sounds`` gives the tones of a name; what is not given comes from ``BOARD_FILE``."""
    return Hardware(config)
