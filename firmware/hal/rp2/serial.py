"""The USB serial port, shared with the REPL.

Ctrl-C is taken out of the stream by the interpreter itself and always stops the program, so ``mpremote`` can always
recover the board. A plain write to a port that nobody reads blocks for half a second and is then lost; so nothing is
written before the last packet has been fetched. Whether it has, only the USB hardware knows: the buffer control word
of the port's endpoint (RP2040 datasheet 4.1.2.5.1), read here.
"""

import select
import sys
import time

import machine

from shared_rules.native import const, micropython

_BURST = const(256)  # what the interpreter's USB stack queues for the port; it is empty when a write is let through
_BUFFER_CONTROL = const(0x50100090)  # of endpoint 2 IN, the serial port's data; two half words
_AVAILABLE = const(0x0400)  # a packet waits to be fetched
_ADDRESS = const(0x50110000)  # the low 7 bits: which address the host has given, 0 if none
_STATUS = const(0x50110050)
_SUSPENDED = const(0x0010)  # no frames from a host for 3 ms: cable out, or computer asleep
_DEAF_MS = const(500)
_PATIENCE_MS = const(20)
_FETCH_US = const(1500)


class Serial:
    """Bytes to and from the host; nothing here ever blocks."""

    def __init__(self):
        self._in = sys.stdin.buffer
        self._out = sys.stdout.buffer
        self._poll = select.poll()
        self._poll.register(sys.stdin, select.POLLIN)
        self._one = bytearray(1)
        self._waiting_since = -1

    @property
    def connected(self):
        """True while a computer is there and fetches what is sent."""
        if not self._there():
            return False
        self._idle()
        since = self._waiting_since
        return since < 0 or time.ticks_diff(time.ticks_ms(), since) < _DEAF_MS

    def _there(self):
        """True if there is a computer."""
        return machine.mem16[_ADDRESS] & 0x7F and not machine.mem16[_STATUS] & _SUSPENDED

    def pending(self):
        """True if something has come."""
        for _ in self._poll.ipoll(0):
            return True
        return False

    @micropython.native
    def readinto(self, buffer):
        """Copy what has come into ``buffer``; the number of bytes, 0 if none."""
        n, most = 0, len(buffer)
        one = self._one
        # Methods are called where they are: one that is kept in a variable is a new object. Bytes are read one by one:
        # a longer read waits until it is full.
        while n < most:
            for _ in self._poll.ipoll(0):
                break
            else:
                return n
            self._in.readinto(one)
            buffer[n] = one[0]
            n += 1
        return n

    def write(self, data):
        """Send what fits now; the number of bytes that were taken, 0 if nobody fetches."""
        if not self._there() or not self._idle():
            return 0
        if len(data) <= _BURST:
            return self._out.write(data)
        return self._out.write(memoryview(data)[:_BURST])

    def _idle(self):
        """True if the host has fetched everything; notes since when it has not.

        A host that is reading fetches a burst within a millisecond, so that is waited for; one that has not fetched
        for a while is not.
        """
        began = time.ticks_us()
        while True:
            self.pending()  # lets the USB stack move what it has queued
            if not (machine.mem16[_BUFFER_CONTROL] | machine.mem16[_BUFFER_CONTROL + 2]) & _AVAILABLE:
                self._waiting_since = -1
                return True
            if self._waiting_since < 0:
                self._waiting_since = time.ticks_ms()
            elif time.ticks_diff(time.ticks_ms(), self._waiting_since) > _PATIENCE_MS:
                return False
            if time.ticks_diff(time.ticks_us(), began) > _FETCH_US:
                return False
