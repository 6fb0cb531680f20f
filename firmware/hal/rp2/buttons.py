"""The two clock buttons, sampled by hardware.

A flash erase stops the processor and all interrupts for 45 to 400 ms, and a press must keep its millisecond. So a PIO
state machine looks at both pins once a millisecond and DMA writes each look, a byte, into a ring of about a second:
neither needs the processor. ``read`` goes through what the ring has gathered. The first edge of a contact counts, then
that button is not looked at for ``BOUNCE_MS``: no latency, and bounces make no second press.

Both counters come from one crystal, so sample ``k`` was taken ``k`` ms after the first one.
"""

import time

import machine
import rp2
import uctypes

from shared_rules.native import const, micropython, ptr8
from shared_rules.points import BLACK, WHITE

BOUNCE_MS = const(25)
RING = const(1024)  # samples, a power of two: longer than the longest erase with room for a second one

_RING_BITS = const(10)
_MASK = const(1023)
_STATE_HZ = const(32000)  # 32 cycles a sample; divides the usual system clocks exactly enough for the PIO's divider
# DMA counts down from here, 3 days at 1 kHz. 28 bits are what an RP2350 has, and a small int.
_COUNT = const(0x0FFFFFFF)
_BOOT_LOOK_MS = const(5)
_DRIFT_MS = const(2)


@rp2.asm_pio(in_shiftdir=rp2.PIO.SHIFT_LEFT, fifo_join=rp2.PIO.JOIN_RX)
def _sample():
    in_(pins, 2)[15]  # noqa: F821 (names of the PIO assembler)
    push(noblock)[15]  # noqa: F821


@micropython.viper
def _first_change(ring: ptr8, tail: int, end: int, level: int, mask: int) -> int:
    """Index of the first sample in ``tail .. end`` that differs from ``level`` in ``mask``; ``end`` if none does."""
    while tail < end:
        if (int(ring[tail & _MASK]) ^ level) & mask:
            return tail
        tail += 1
    return end


class Buttons:
    """Edges of the two clock buttons.

    ``stuck``: bits ``BLACK`` and ``WHITE`` of the buttons that were down at boot. A stuck button gives a release when
    it comes up and works from then on.
    """

    def __init__(self, base_pin, black_bit=0, state_machine=0):
        """``base_pin``: the lower of two neighbouring GPIO numbers, each a contact to ground; ``black_bit``: 0 if
        Black's button is on it, 1 if on the next."""
        pins = (
            machine.Pin(base_pin, machine.Pin.IN, machine.Pin.PULL_UP),
            machine.Pin(base_pin + 1, machine.Pin.IN, machine.Pin.PULL_UP),
        )
        self._sides = (WHITE, BLACK) if black_bit else (BLACK, WHITE)
        self.ticks = self.side = 0
        self.down = False
        # The DMA ring must start at a multiple of its length.
        self._memory = bytearray(2 * RING)
        at = uctypes.addressof(self._memory)
        offset = -at % RING
        self._ring = memoryview(self._memory)[offset : offset + RING]
        self._address = at + offset
        self._locked = [0, 0]  # sample from which a button is looked at again
        self._machine = rp2.StateMachine(state_machine, _sample, freq=_STATE_HZ, in_base=pins[0])
        self._dma = rp2.DMA()
        # Of the eight state machines each has its own request line: 4 to 7 of PIO 0, 12 to 15 of PIO 1.
        request = (state_machine >> 2) * 8 + (state_machine & 3) + 4
        self._control = self._dma.pack_ctrl(
            size=0, inc_read=False, inc_write=True, ring_size=_RING_BITS, ring_sel=True, treq_sel=request
        )
        self._start()
        time.sleep_ms(_BOOT_LOOK_MS)
        self._level = 3  # bit set: contact open
        seen = self._ring[(self._head() - 1) & _MASK]
        self.stuck = 0
        for bit in (0, 1):
            if not seen >> bit & 1:
                self.stuck |= self._sides[bit]
        self._level = seen & 3

    def _start(self):
        """Sample from now on, at index 0 of the ring."""
        self._machine.active(0)
        while self._machine.rx_fifo():
            self._machine.get()
        self._dma.config(read=self._machine, write=self._address, count=_COUNT, ctrl=self._control, trigger=True)
        self._tail = 0
        self._locked[0] = self._locked[1] = 0
        self._began = time.ticks_ms()  # when sample 0 was taken
        self._machine.active(1)

    def _head(self):
        """Number of samples taken so far."""
        return _COUNT - self._dma.count

    def pending(self):
        """True if a sample differs from what has been told: something for ``read``, or a bounce.

        True as well after half a second without ``read``, which goes on from where it was: however long nobody presses,
        no more than that is looked at again.
        """
        head = self._head()
        if head - self._tail > RING // 2:
            return True
        return _first_change(self._ring, self._tail, head, self._level, 3) < head

    @micropython.native  # from a button's edge to the clock every part of a ms counts
    def read(self):
        """True if there was an edge: ``ticks``, ``side`` and ``down`` say which. Call until False."""
        head = self._head()
        if head - self._tail > RING:
            # Nobody has called for more than a second: what is lost is lost, the latest second is kept.
            self._tail = head - RING
        while self._tail < head:
            mask = 3
            end = head
            for bit in (0, 1):
                opens = self._locked[bit]
                if self._tail < opens:
                    mask ^= 1 << bit
                    if opens < end:
                        end = opens
            at = _first_change(self._ring, self._tail, end, self._level, mask)
            self._tail = at
            if at < end:
                changed = (self._ring[at & _MASK] ^ self._level) & mask
                bit = 0 if changed & 1 else 1
                self._level ^= 1 << bit
                self._locked[bit] = at + BOUNCE_MS
                self.ticks = time.ticks_add(self._began, at)
                self.side = self._sides[bit]
                self.down = not self._level >> bit & 1
                return True
        self._keep_time(head)
        return False

    def _keep_time(self, head):
        """All samples have been looked at: is the time of sample 0 still right?"""
        if head >= _COUNT:
            self._start()  # three days are over; the PIO's own FIFO holds what comes meanwhile
            return
        late = time.ticks_diff(time.ticks_ms(), time.ticks_add(self._began, head))
        if late > _DRIFT_MS or late < -_DRIFT_MS:
            # The sampling stood still (a debugger, a deep sleep): count from now.
            self._began = time.ticks_add(self._began, late)

    def stop(self):
        """Give the state machine and the DMA channel back; the ring may then be collected."""
        self._machine.active(0)
        self._dma.close()
