"""The optional voice module: a DFPlayer Mini on a UART, with a line that says when it speaks."""

import machine

from hal.rp2 import pins


class VoiceModule:
    """``write`` sends commands, 10 bytes each; they fit the UART's buffer, so nothing waits."""

    def __init__(self):
        self._uart = machine.UART(pins.VOICE_UART, 9600, tx=machine.Pin(pins.VOICE_TX), rx=machine.Pin(pins.VOICE_RX))
        # Without a module the line is high: not busy.
        self._busy = machine.Pin(pins.VOICE_BUSY, machine.Pin.IN, machine.Pin.PULL_UP)

    def write(self, data):
        """Send one command."""
        self._uart.write(data)

    @property
    def busy(self):
        """True while it speaks."""
        return not self._busy.value()
