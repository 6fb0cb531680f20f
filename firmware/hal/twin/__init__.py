"""The hardware layer of the twin: the same classes as ``hal.rp2``, against the model of the physical board.

Strict where the hardware is: a scan into a buffer of the wrong size, a display buffer of the wrong length or a serial
write that nobody takes behave as on the board.
"""

import json
import os
import struct

from board.timeline import TICKS_PERIOD, ticks_diff
from hal.twin.nor_flash import PROG_SIZE, NorFlash
from hal.twin.world import World

RAW_PER_ROW = 2 * 12
RESTART_STATUS = 3  # exit status that asks the world for a restart
SAFE_STATUS = 5  # for one into safe mode


class Timer:
    """Milliseconds as ``time.ticks_ms`` gives them."""

    def __init__(self, world):
        self._world = world

    def ticks(self):
        """Now, in ms; wraps at 2^30."""
        return self._world.now()


class Grid:
    """The sensors under the points."""

    def __init__(self, world, rows):
        self._world = world
        self._length = rows * RAW_PER_ROW

    def scan(self, raw, watch=None):
        """Fill ``raw``, ``array('H')`` of ``rows * 24``; False if the picture is known to be as it was."""
        if len(raw) != self._length:
            raise ValueError("a scan needs room for %d conversions" % self._length)
        if not self._world.grid_changed:
            return False
        self._world.grid_changed = False
        self._world.ask("S", b"", memoryview(raw))
        return True


class Buttons:
    """Edges of the two clock buttons, stamped when they happened, bounces removed as ``hal.rp2`` removes them: the
    first edge of a contact counts, then that button is not looked at for ``BOUNCE_MS``."""

    BOUNCE_MS = 25

    def __init__(self, world, stuck):
        self._world = world
        self.stuck = stuck
        self.ticks = self.side = 0
        self.down = False
        self._level = [False] * 3  # as told, by side
        self._contact = [bool(stuck & side) for side in range(3)]
        self._level[:] = self._contact
        self._locked = [0] * 3  # ticks from which a button is looked at again
        self._is_locked = [False] * 3

    def pending(self):
        """True if there may be something for ``read``."""
        return bool(self._world.edges) or any(self._is_locked)

    def read(self):
        """True if there was an edge: ``ticks``, ``side`` and ``down`` say which. Call until False."""
        while self._world.edges:
            ticks, side, down = self._world.edges[0]
            if self._look(side, ticks):
                return True
            self._world.edges.pop(0)
            self._contact[side] = bool(down)
            if self._contact[side] != self._level[side] and not self._is_locked[side]:
                return self._tell(side, ticks)
        for side in (1, 2):
            if self._look(side, self._world.now()):
                return True
        return False

    def _look(self, side, ticks):
        """The time in which bounces are ignored is over at ``ticks``: does the contact differ from what was told?"""
        if not self._is_locked[side] or ticks_diff(ticks, self._locked[side]) < 0:
            return False
        self._is_locked[side] = False
        return self._contact[side] != self._level[side] and self._tell(side, self._locked[side])

    def _tell(self, side, ticks):
        self.ticks, self.side, self.down = ticks, side, self._contact[side]
        self._level[side] = self.down
        self._locked[side] = ticks + self.BOUNCE_MS & TICKS_PERIOD - 1
        self._is_locked[side] = True
        return True


class Display:
    """128 x 64 pixels, one bit each, MONO_VLSB."""

    width, height = 128, 64

    def __init__(self, world):
        self._world = world
        self.buffer = bytearray(1024)

    def brightness(self, value):
        """Set it: 1 dark to 255."""
        if not 1 <= value <= 255:
            raise ValueError("brightness is from 1 to 255")

    def show(self, watch=None):
        """Put the buffer on the glass; it takes no time here."""
        self._world.send("D", self.buffer)


class Sound:
    """The piezo: the world notes which pattern was asked for."""

    def __init__(self, world):
        self._world = world
        self.volume = 2

    def play(self, name):
        """Start a pattern of ``board.sounds`` by its name."""
        if self.volume:
            self._world.send("P", name.encode())

    def stop(self):
        """Be quiet."""
        self._world.send("P", b"")


class VoiceModule:
    """The voice module's line. The world has a strict one, or none: then nobody hears."""

    def __init__(self, world):
        self._world = world
        self._answer = bytearray(1)

    def write(self, data):
        """Send one command."""
        self._world.send("V", data)

    @property
    def busy(self):
        """True while it speaks."""
        self._world.ask("B", b"", self._answer)
        return bool(self._answer[0])


class Serial:
    """The USB serial port."""

    def __init__(self, world):
        self._world = world
        self._taken = bytearray(2)

    @property
    def connected(self):
        """True while a host has the port open."""
        return self._world.connected

    def pending(self):
        """True if something has come."""
        return len(self._world.received) > 0

    def readinto(self, buffer):
        """Copy what has come into ``buffer``; the number of bytes, 0 if none. Never blocks."""
        received = self._world.received
        n = min(len(buffer), len(received))
        if n:
            buffer[:n] = received[:n]
            self._world.received = received[n:]
        return n

    def write(self, data):
        """Write what fits now; the number of bytes that were taken."""
        if not self._world.connected:
            return 0
        self._world.ask("W", bytes(data), self._taken)
        return struct.unpack("<H", self._taken)[0]


class Storage:
    """A littlefs on NOR flash, mounted where games and settings live."""

    root = "/tengen"

    def __init__(self, path, blocks, stall, cut_at, cut_kind):
        self.device = NorFlash(path, blocks, stall=stall, cut_at=cut_at, cut_kind=cut_kind)
        try:
            filesystem = os.VfsLfs2(self.device, progsize=PROG_SIZE)
        except OSError:
            # As the stock _boot.py does on a new board.
            os.VfsLfs2.mkfs(self.device, progsize=PROG_SIZE)
            filesystem = os.VfsLfs2(self.device, progsize=PROG_SIZE)
        os.mount(filesystem, self.root)

    def free(self):
        """Free bytes."""
        stat = os.statvfs(self.root)
        return stat[0] * stat[3]


class Watchdog:
    """Resets the board if it is not fed for 8 s of the world's time, as the chip's does."""

    LIMIT_MS = 8000

    def __init__(self, world):
        self._world = world
        self._fed = -1

    def start(self):
        """Begin to watch."""
        self._fed = self._world.now()

    def feed(self):
        """Still alive."""
        if self._fed >= 0:
            if ticks_diff(self._world.now(), self._fed) > self.LIMIT_MS:
                raise SystemExit(RESTART_STATUS)
            self._fed = self._world.now()


class Calendar:
    """Date and time of the day; unknown until a host has set it, and after each loss of power."""

    def __init__(self, world):
        self._world = world
        self._seconds = None

    def set(self, seconds):
        """Set it: seconds since 2000-01-01 UTC."""
        self._seconds = seconds
        self._at = self._world.now()

    def seconds(self):
        """Seconds since 2000-01-01 UTC, or None if nobody has set it."""
        if self._seconds is None:
            return None
        return self._seconds + ticks_diff(self._world.now(), self._at) // 1000


class Hardware:
    """All parts of the board; ``config`` is the world's JSON."""

    scan_ms = 1000  # the world says when there is something to see

    def __init__(self, config):
        self._world = world = World(config["read_fd"], config["write_fd"], config["real_time"])
        world.ticks = config["ticks"]
        self.timer = Timer(world)
        self.grid = Grid(world, config["size"])
        self.buttons = Buttons(world, config.get("stuck", 0))
        self.display = Display(world)
        self.sound = Sound(world)
        self.serial = Serial(world)
        self.watchdog = Watchdog(world)
        self.calendar = Calendar(world)
        self.storage = Storage(
            config["flash"], config["blocks"], self._stall, config.get("cut_at", -1), config.get("cut_kind", "clean")
        )
        self.info = {
            "size": config["size"],
            "chip": "twin",
            "serial": config["serial"],
            "firmware": "0.1.0",
            "hash": "",
        }
        world.send("H", json.dumps({"ready": True}).encode())

    def voice(self):
        """The voice module's line; made when somebody wants to speak."""
        return VoiceModule(self._world)

    def _stall(self, ms):
        """A flash erase stops everything but the sampling of the buttons."""
        self._world.pass_time("E", ms)

    def restart(self, to):
        """Start again; the world switches the power off and on. ``to``: ``run``, ``safe`` or ``bootloader``."""
        raise SystemExit(RESTART_STATUS if to == "run" else SAFE_STATUS)

    def idle(self, ms):
        """Let up to ``ms`` go by; returns early when an input changed."""
        self._world.pass_time("I", max(0, ms))


def build(config):
    """The twin's hardware; ``config``: see ``host/tengen/twin/world.py``."""
    return Hardware(config)
