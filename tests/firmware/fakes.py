"""Stand-ins for ``machine`` and ``rp2``, as strict as the chip: what it refuses or silently spoils, they refuse.

``install()`` puts them where ``hal.rp2`` imports them from, ``chip`` is the world: time, pin levels, what was sent.
"""

import sys

HEAP = 0x20003458  # where a buffer may lie: at no round address


class Chip:
    """Time in ms, levels of the pins, memory that DMA may write to."""

    def __init__(self):
        self.ms = 0
        self.levels = {}  # pin -> list of (ms, level), in order
        self.buffers = []  # (address, buffer)
        self.transfers = []  # bytes that went to I2C
        self.present = True  # the display answers
        self.heard = []  # (ms, hertz, duty) whenever the piezo's PWM changed, hertz 0 for silence
        self.timers = []
        self.reset = None

    def wait(self, ms):
        """Time goes on; timers that are due call."""
        end = self.ms + ms
        while True:
            due = [timer for timer in self.timers if timer.due is not None and timer.due <= end]
            if not due:
                break
            timer = min(due, key=lambda timer: timer.due)
            self.ms, timer.due = timer.due, None
            timer.callback(timer)
        self.ms = end

    def level(self, pin, ms):
        """Level of a pin with a pull-up at a time."""
        level = 1
        for since, value in self.levels.get(pin, ()):
            if since > ms:
                break
            level = value
        return level

    def at(self, address):
        """Buffer and index of an address."""
        for start, buffer in self.buffers:
            if start <= address < start + len(buffer):
                return buffer, address - start
        raise ValueError("DMA to %x, which is nobody's memory" % address)


chip = Chip()


class Pin:
    IN, OUT, PULL_UP = 0, 1, 1

    def __init__(self, number, mode=-1, pull=None, value=None):
        if not 0 <= number <= 29:
            raise ValueError("invalid pin")
        self.number, self.mode, self.pull = number, mode, pull


class I2C:
    def __init__(self, bus, sda, scl, freq):
        # RP2040 data sheet, GPIO functions: SDA of I2C0 is on 0, 4, 8 ..., of I2C1 on 2, 6, 10 ...; SCL on the next.
        if sda.number % 4 != 2 * bus or scl.number % 4 != 2 * bus + 1:
            raise ValueError("bad SDA or SCL pin")

    def writeto(self, address, data):
        if not chip.present:
            raise OSError(19)
        chip.transfers.append(bytes(data))
        return len(data)


class PWM:
    def __init__(self, pin):
        self._hertz = self._duty = 0

    def freq(self, hertz):
        # 125 MHz through a divider of at most 256 and a counter of 16 bits.
        if not 8 <= hertz <= 62500000:
            raise ValueError("freq out of range")
        self._hertz = hertz
        self._note()

    def duty_u16(self, duty):
        if not 0 <= duty < 65536:
            raise ValueError("duty out of range")
        self._duty = duty
        self._note()

    def _note(self):
        now = (chip.ms, self._hertz if self._duty else 0, self._duty)
        if not chip.heard or chip.heard[-1][1:] != now[1:]:
            chip.heard.append(now)


class Timer:
    ONE_SHOT = 0

    def __init__(self):
        self.due = self.callback = None
        chip.timers.append(self)

    def init(self, mode, period, callback):
        if mode != Timer.ONE_SHOT or period < 1:
            raise ValueError("a tone is one shot of at least 1 ms")
        self.due, self.callback = chip.ms + period, callback

    def deinit(self):
        self.due = None


class StateMachine:
    def __init__(self, number, program, freq, in_base):
        if not 0 <= number <= 7:
            raise ValueError("invalid StateMachine")
        # The divider has 16 bits and 8 of fraction.
        if not 125000000 // 65536 < freq <= 125000000:
            raise ValueError("freq out of range")
        if in_base.pull != Pin.PULL_UP:
            raise ValueError("a contact to ground needs the pull-up")
        self.number, self.pin, self.began = number, in_base.number, None

    def active(self, on=None):
        if on is not None:
            self.began = chip.ms if on else None

    def rx_fifo(self):
        return 0

    def get(self):
        raise ValueError("get() on an empty FIFO waits for ever")


class DMA:
    def __init__(self):
        self._count = self._done = 0
        self._machine = None

    def pack_ctrl(self, **fields):
        return fields

    def config(self, read, write, count, ctrl, trigger):
        # RP2350 has 28 bits of count, and more than 30 bits would be no small int.
        if not 0 < count < 1 << 28:
            raise ValueError("count out of range")
        size = 1 << ctrl["ring_size"]
        if write % size:
            raise ValueError("a DMA ring must lie at a multiple of its length")
        chip.at(write)
        chip.at(write + size - 1)
        if ctrl["treq_sel"] != (read.number >> 2) * 8 + (read.number & 3) + 4:
            raise ValueError("the request line of another state machine")
        self._machine, self._write, self._start, self._size, self._done = read, write, count, size, 0

    @property
    def count(self):
        """The hardware writes whether anybody looks or not; a sample a millisecond."""
        machine = self._machine
        if machine.began is not None:
            total = min(chip.ms - machine.began, self._start)
            buffer, index = chip.at(self._write)
            for k in range(max(self._done, total - self._size), total):
                at = machine.began + k
                pins = chip.level(machine.pin, at) | chip.level(machine.pin + 1, at) << 1
                buffer[index + (k & (self._size - 1))] = pins
            self._done = total
        return self._start - self._done

    def close(self):
        self._machine = None


class Pio:
    SHIFT_LEFT, JOIN_RX = 0, 2


class Module:
    """A module made of the given names."""

    def __init__(self, **names):
        for name in names:
            setattr(self, name, names[name])


def _asm_pio(**_options):
    return lambda program: program


def _addressof(buffer):
    address = HEAP + 0x4000 * len(chip.buffers)
    chip.buffers.append((address, buffer))
    return address


def _sleep_ms(ms):
    chip.ms += ms


def install():
    """From now on these are the modules of those names."""
    period = 1 << 30
    sys.modules["machine"] = Module(Pin=Pin, I2C=I2C, PWM=PWM, Timer=Timer)
    sys.modules["rp2"] = Module(StateMachine=StateMachine, DMA=DMA, PIO=Pio, asm_pio=_asm_pio)
    sys.modules["uctypes"] = Module(addressof=_addressof)
    fake_time = Module(
        ticks_ms=lambda: chip.ms % period,
        ticks_add=lambda ticks, ms: (ticks + ms) % period,
        ticks_diff=lambda later, earlier: ((later - earlier + period // 2) % period) - period // 2,
        sleep_ms=_sleep_ms,
    )
    kept, sys.modules["time"] = sys.modules.get("time"), fake_time
    return kept


def load(name):
    """A module of ``firmware/hal/rp2`` on the fakes, without the package's other modules."""
    kept = {key: sys.modules.get(key) for key in ("machine", "rp2", "uctypes", "time")}
    install()
    scope = {"__name__": "hal_rp2_" + name}
    try:
        path = __file__.replace("\\", "/").rsplit("/", 3)[0] + "/firmware/hal/rp2/" + name + ".py"
        with open(path) as file:
            exec(compile(file.read(), path, "exec"), scope)
    finally:
        for key in kept:
            if kept[key] is None:
                sys.modules.pop(key, None)
            else:
                sys.modules[key] = kept[key]
    return scope
