"""The twin's hardware layer asks the world for everything through two pipes.

The world (``host/tengen/twin/world.py``) owns time, the stones, the buttons and the serial port. A message to the
world is a letter, a length (u16) and as many bytes; some are answered.

======  =====================  =========================================================================
letter  bytes                  answer
======  =====================  =========================================================================
``I``   u32 ms to idle         input: ticks u32, flags u8 (1 grid may have changed, 2 host connected,
                               4 the scan must go on), buttons u8, serial u16, then per button
                               ticks u32, side u8, down u8, then the serial bytes
``E``   u32 ms of flash stall  the same
``S``   none                   raw frame: u16 a conversion sum
``W``   serial bytes           u16: how many were taken
``D``   display buffer         none
``P``   name of a sound        none
``V``   bytes to the voice     none
``B``   none                   u8: 1 while the voice speaks
``H``   hello, JSON            none
======  =====================  =========================================================================
"""

import struct
import time

_TICKS_PERIOD = 1 << 30


class World:
    """The two pipes, and what the last answer said."""

    def __init__(self, read_fd, write_fd, real_time):
        """``read_fd`` and ``write_fd`` are the child's ends; ``real_time``: time passes between answers too."""
        self._in = open(read_fd, "rb")
        self._out = open(write_fd, "wb")
        self._real_time = real_time
        self._head = bytearray(12)
        self._word = bytearray(4)
        self.ticks = 0
        self._at = time.ticks_ms()
        self.grid_changed = True
        self.connected = False
        self.edges = []
        self.received = bytearray()

    def now(self):
        """Ticks in ms, wrapping at 2^30."""
        if not self._real_time:
            return self.ticks
        return (self.ticks + time.ticks_diff(time.ticks_ms(), self._at)) % _TICKS_PERIOD

    def _read(self, buffer):
        view = memoryview(buffer)
        got = 0
        while got < len(buffer):
            n = self._in.readinto(view[got:])
            if not n:
                raise SystemExit(0)  # the world has ended
            got += n

    def send(self, letter, data=b""):
        """Say something that has no answer."""
        struct.pack_into("<BH", self._head, 0, ord(letter), len(data))
        self._out.write(bytes(self._head[:3]) + data)

    def ask(self, letter, data, answer):
        """Say something and read the answer into ``answer``."""
        self.send(letter, data)
        self._read(answer)

    def pass_time(self, letter, ms):
        """Let ``ms`` go by (``I`` idle: less if something happens; ``E``: all of it), collect what came in."""
        struct.pack_into("<I", self._word, 0, ms)
        self.send(letter, self._word)
        self._read(memoryview(self._head)[:8])
        ticks, flags, buttons, serial = struct.unpack_from("<IBBH", self._head, 0)
        self.ticks = ticks
        self._at = time.ticks_ms()
        if flags & 1:
            self.grid_changed = True
        self.connected = bool(flags & 2)
        for _ in range(buttons):
            edge = bytearray(6)
            self._read(edge)
            self.edges.append(struct.unpack("<IBB", edge))
        if serial:
            data = bytearray(serial)
            self._read(data)
            self.received += data
