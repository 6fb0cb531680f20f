"""The board's half of the sensing campaigns, under MicroPython: ``micropython sensing_child.py ROOT``.

The firmware's own sensing, press gate, app loop and referee, fed with frames instead of hardware. Words on standard
input, little endian; ``raw`` is a raw frame of ``size * 24`` u16:

====================  =================================================================================
``N`` u8 u16 json     a new board of that size; a game of these settings if there are any
``K`` raw * 16        calibrate the empty board
``R``                 power off and on: the calibration is kept
``F`` u16 u16 raw ..  that many frames, so many ms apart
``E`` u8 u8           a button of a side goes down (1) or up (0), now
``M`` u16             mask a point
``C`` u16 json        a command to the referee: ``[name, arguments]``
``J`` u32             time jumps by so many ms without a frame
``G``                 answer: the settled grid
``Q``                 answer: u16 length, then JSON: what was ruled since, and whether anything is wrong
====================  =================================================================================
"""

import json
import struct
import sys

sys.path[:] = [sys.argv[1], sys.argv[1] + "/firmware", ".frozen"]

from array import array  # noqa: E402

from board.app import App  # noqa: E402
from board.press_gate import PressGate  # noqa: E402
from board.sensing import Sensing  # noqa: E402
from board.session import Session  # noqa: E402
from shared_rules import commands, presets, record, rulings  # noqa: E402
from shared_rules.states import LIFTED  # noqa: E402

_TICKS = 0x3FFFFFFF


class NoJournal:
    """Keeps nothing."""

    def append(self, kind, side, t, point, value):
        pass

    def append_text(self, text):
        pass

    def flush(self):
        return True


class Quiet:
    """A face and a link that nobody looks at."""

    live = False
    changed = False


class Table(App):
    """The app without its peripherals: frames come from ``source``, rulings go into ``ruled_list``."""

    def __init__(self, size, settings, source, calibration=None):
        self.hardware = self.grid = self
        self.source = source
        self.sensing = Sensing(size, calibration=calibration)
        self._raw = array("H", bytes(2 * size * 24))
        self._watch = None
        self._frame_at = self._settled_at = self._began_at = 0
        self._settled = []
        self._scanned = False
        self.face = self.link = Quiet()
        self.gate = PressGate()
        self.ticks = 1000
        self.list = []
        self.session = self._wanted = None
        if settings:
            preset = settings.pop("preset")
            self.session = self._wanted = Session(
                NoJournal(), "game", presets.resolve(preset, settings), self, self.ticks
            )

    def scan(self, raw, watch=None):
        self.source.readinto(raw)
        return True

    def ruled(self, kind, rule, side, t, move, point, value, lists):
        reason = lists.get("reason", "")
        self.list.append((rulings.name(kind), rule, side, point, lists.get("captures", reason)))

    def frame(self, ms):
        """``ms`` pass, then one turn of the app's loop."""
        self.ticks = self._ticks = (self.ticks + ms) & _TICKS
        session = self.session
        now = session.time(self.ticks) if session else 0
        self._scan(session, self.ticks, now)
        if session:
            self._edges(session, now)
            waiting = self.gate.waiting()
            session.advance(now if waiting < 0 else min(now, waiting))
            session.flush()

    def report(self):
        sensing, referee = self.sensing, self.session.referee
        found = {
            "ruled": self.list,
            "wrong": referee.status > LIFTED,
            "reason": referee.reason,
            "off": referee.off,
            "pending": referee.pending,
            "doubtful": sensing.doubtful(),
            "busy": sensing.busy,
            "foreign": sensing.foreign,
            "turn": referee.turn,
        }
        self.list = []
        return json.dumps(found)


def run(source, out):
    table = None
    while True:
        word = source.read(1)
        if not word:
            return
        if word == b"F":
            count, ms = struct.unpack("<HH", source.read(4))
            for _ in range(count):
                table.frame(ms)
        elif word == b"E":
            side, down = source.read(2)
            table.gate.edge(table.session.time(table.ticks), side, down)
        elif word == b"G":
            out.write(table.sensing.grid)
        elif word == b"Q":
            text = table.report().encode()
            out.write(struct.pack("<H", len(text)) + text)
        elif word == b"J":
            table.ticks = (table.ticks + struct.unpack("<I", source.read(4))[0]) & _TICKS
        elif word == b"C":
            (length,) = struct.unpack("<H", source.read(2))
            code, text = commands.encode(*json.loads(source.read(length)))
            session = table.session
            session.fact(record.COMMAND, 0, session.time(table.ticks), value=code, text=text)
        elif word == b"K":
            table.sensing.take_baseline(table.scan, table._raw)
        elif word == b"R":
            table = Table(table.sensing.size, None, source, table.sensing.calibration)
        elif word == b"M":
            table.sensing.mask(struct.unpack("<H", source.read(2))[0], True)
        elif word == b"N":
            size, length = struct.unpack("<BH", source.read(3))
            table = Table(size, json.loads(source.read(length)) if length else None, source)


run(sys.stdin.buffer, sys.stdout.buffer)
