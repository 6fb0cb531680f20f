"""A Pico that runs the stock firmware image on rp2040py, as a process of its own with a pty for its USB port.

``python -m tests.emulator.pico UF2 FLASH`` boots the image with the flash drive of the file ``FLASH`` (made if it is
not there) and then obeys JSON lines on its standard input, each answered by one JSON line:

======================================================  ==============================================================
line                                                    answer and effect
======================================================  ==============================================================
``{"do": "port"}``                                      ``{"port": "/dev/pts/3"}``
``{"do": "now"}``                                       ``{"ms": ...}`` of emulated time
``{"do": "button", "pin": 13, "down": true}``           a contact to ground closes or opens: ``{"ms": ...}``
``{"do": "watch", "pin": 25}``                            notes from now on when this output changes
``{"do": "changes"}``                                     ``{"changes": [[ms, high], ...]}`` noted so far
``{"do": "wire", "wiring": {...}}``                       connects the strips, see ``World``
``{"do": "codes", "rows": [[..24 codes..], ...]}``      what the ADC reads: per row, per chain, mux inputs 0..9, V/2, G
``{"do": "save"}``                                      writes the drive into ``FLASH`` as it is at this moment
``{"do": "display"}``                                   ``{"bytes": ..., "drawn_ms": ...}`` written to I2C so far, and
                                                      when that was a whole picture for the first time (else None)
``{"do": "quit"}``                                      ends without saving: the power is cut
======================================================  ==============================================================
"""

import asyncio
import json
import sys
from pathlib import Path

from rp2040py.boards import BOARDS, resolve_firmware
from rp2040py.cli.pty_repl import PtyInteractiveRepl
from rp2040py.device import MicroPythonDevice
from rp2040py.gpio_pin import GPIOPinState

FS_START = 0xA0000
FS_SIZE = 352 * 4096
BOOT_TIMEOUT_S = 120

# A full-speed host asks a port for data once a millisecond at most; the emulator's 10 us would keep the emulated
# processor busy with nothing else.
USB_POLL_US = 1000

PICTURE_BYTES = 600  # most of a first picture: at most 1092, less where pages are white from their edges on


class World:
    """What is wired to the chip: buttons, and the strips of sensors behind muxes and a chain of row bits.

    ``wiring`` names the GPIOs: ``address`` (list, lowest bit first), ``clock``, ``data``, ``reset``; and ``chains``,
    the ADC channels. The first clock pulse with ``data`` high wakes row 0.
    """

    def __init__(self, mcu):
        self._mcu = mcu
        self._row = -1
        self._rows = []
        self._wiring = None

    def wire(self, wiring):
        """Connect the strips."""
        self._wiring = wiring
        gpio = self._mcu.gpio
        gpio[wiring["clock"]].add_listener(self._clock)
        gpio[wiring["reset"]].add_listener(self._reset)
        self._chains = {channel: i for i, channel in enumerate(wiring["chains"])}
        self._mcu.adc.on_adc_read = self._convert

    def codes(self, rows):
        """What each mux input reads: 24 codes of 0..4095 a row, inputs 0..9, half supply and ground of each chain."""
        self._rows = rows

    def button(self, pin, down):
        """A contact between ``pin`` and ground closes or opens."""
        if down:
            self._mcu.gpio[pin].set_input_value(False)
        else:
            self._mcu.gpio[pin].release_input()

    def _high(self, pin):
        return self._mcu.gpio[pin].value == GPIOPinState.HIGH

    def _clock(self, state, _old):
        if state == GPIOPinState.HIGH:
            if self._high(self._wiring["data"]):
                self._row = 0
            elif self._row >= 0:
                self._row += 1

    def _reset(self, state, _old):
        if state == GPIOPinState.LOW:
            self._row = -1

    def _convert(self, channel):
        adc = self._mcu.adc
        code = 0
        chain = self._chains.get(channel)
        if chain is not None and 0 <= self._row < len(self._rows):
            address = sum(self._high(pin) << bit for bit, pin in enumerate(self._wiring["address"]))
            # Inputs 14 and 15 are half supply and ground; 10 to 13 lead nowhere.
            site = address if address < 10 else {14: 10, 15: 11}.get(address)
            if site is not None:
                code = self._rows[self._row][12 * chain + site]
        adc.channel_values[channel] = code
        adc._default_on_adc_read(channel)


class Session:
    """One boot of the chip."""

    def __init__(self, image, flash):
        self._flash = Path(flash)
        board = resolve_firmware(BOARDS["pico"], "micropython", str(image))
        self._device = MicroPythonDevice(board=board)
        self._mcu = self._device.mcu
        if self._flash.exists():
            self._mcu.flash[FS_START : FS_START + FS_SIZE] = self._flash.read_bytes()
        self._world = World(self._mcu)
        self._i2c = {}
        self._drawn_ms = None
        self._changes = []
        for bus, i2c in enumerate(self._mcu.i2c):
            self._listen(bus, i2c)

    def _listen(self, bus, i2c):
        """Something at every address takes whatever it is sent."""
        self._i2c[bus] = 0

        def connect(_address, _mode):
            i2c.complete_connect(True)

        def write(_value):
            self._i2c[bus] += 1
            if self._i2c[bus] == PICTURE_BYTES:
                self._drawn_ms = self._ms()
            i2c.complete_write(True)

        i2c.on_connect = connect
        i2c.on_write_byte = write

    def _ms(self):
        return self._device.simulator.clock.nanos / 1e6

    def _note(self, state, _old):
        self._changes.append([self._ms(), state == GPIOPinState.HIGH])

    def _obey(self, message):
        do = message["do"]
        if do == "port":
            return {"port": self._port.slave_path}
        if do == "now":
            return {"ms": self._ms()}
        if do == "button":
            self._world.button(message["pin"], message["down"])
            return {"ms": self._ms()}
        elif do == "watch":
            self._mcu.gpio[message["pin"]].add_listener(self._note)
        elif do == "changes":
            return {"changes": self._changes}
        elif do == "wire":
            self._world.wire(message["wiring"])
        elif do == "codes":
            self._world.codes(message["rows"])
        elif do == "display":
            return {"bytes": sum(self._i2c.values()), "drawn_ms": self._drawn_ms}
        elif do == "save":
            self._flash.write_bytes(bytes(self._mcu.flash[FS_START : FS_START + FS_SIZE]))
        else:
            return {"error": f"cannot do {do}"}
        return {}

    async def run(self):
        """Boot, then obey until ``quit`` or the end of the input."""
        await self._device.astart(BOOT_TIMEOUT_S)
        self._mcu.usb_ctrl.read_delay_microseconds = USB_POLL_US
        self._port = PtyInteractiveRepl(self._device.cdc, self._device.simulator, on_quit=lambda _code: None)
        await self._port.start()
        lines = asyncio.StreamReader(limit=1 << 20)
        loop = asyncio.get_running_loop()
        await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(lines), sys.stdin)
        while line := await lines.readline():
            message = json.loads(line)
            if message["do"] == "quit":
                break
            print(json.dumps(self._obey(message)), flush=True)
        self._device.stop()


if __name__ == "__main__":
    asyncio.run(Session(sys.argv[1], sys.argv[2]).run())
