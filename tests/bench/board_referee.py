"""What one step of the referee costs: a fact of the board or the passing of time, until the rulings are given.

Run by MicroPython on a computer (``bench_referee.py``) and on the emulated chip; ``FOLDER`` (of ``shared_rules``),
``MOVES`` (of a Go game on 19x19: ``(point, prisoners)``, point 361 for a pass) and ``BUMPS`` (before which of them the
board is bumped) are put in front of it. Prints a line of every kind of step, ``name | bytes | most bytes | times``:
mean and most of what a step allocates, then how many microseconds each step took.
"""

import gc
import sys
import time

sys.path.insert(0, FOLDER)  # noqa: F821

from shared_rules import record
from shared_rules.presets import resolve
from shared_rules.referee import Referee

MOVED = 30  # stones of a bumped board (B11)
CALLS = 2000


def made(a, b):
    """What the referee's code mostly does: a call, a comparison, a list."""
    return [a] if a != b else []


def calls():
    """Microseconds of a call of ``made``, to compare machines."""
    start = time.ticks_us()
    for i in range(CALLS):
        made(i, 7)
    return time.ticks_diff(time.ticks_us(), start) / CALLS


class Silent:
    """A sink that keeps nothing."""

    def ruling(self, *ruling):
        """Takes a ruling."""


class Steps:
    """Times and allocations of one kind of step."""

    def __init__(self):
        self.times, self.bytes, self.most = [], 0, 0

    def take(self, micros, size):
        """One step took ``micros`` and allocated ``size``."""
        self.times.append(micros)
        self.bytes += size
        self.most = max(self.most, size)

    def show(self, name):
        """Print the line."""
        print(name, "|", self.bytes // len(self.times), "|", self.most, "|", " ".join(map(str, self.times)))


class Measured:
    """A referee whose every step is measured."""

    def __init__(self, game):
        self.referee = Referee(resolve("go-2002", game), Silent())
        self.t = 1000
        self.kinds = {}
        self.steps = 0
        self.referee.advance(self.t)

    def _step(self, kind, call, *arguments):
        self.steps += 1
        if self.steps % 8 == 0:
            gc.collect()
        gc.disable()
        before = gc.mem_alloc()
        start = time.ticks_us()
        call(*arguments)
        micros = time.ticks_diff(time.ticks_us(), start)
        size = gc.mem_alloc() - before
        gc.enable()
        if kind not in self.kinds:
            self.kinds[kind] = Steps()
        self.kinds[kind].take(micros, size)

    def point(self, p, color, kind, more=0):
        """A point settles to ``color``."""
        self.t += 300
        self._step(kind, self.referee.fact, record.POINT, color, self.t, p, more)

    def press(self, side):
        """The button goes down and comes up."""
        self.t += 300
        self._step("press", self.referee.fact, record.PRESS, side, self.t)
        self.t += 100
        self._step("release", self.referee.fact, record.RELEASE, side, self.t)

    def advance(self):
        """Nothing happens for a while, as in most turns of the loop."""
        for _ in range(3):
            self.t += 300
            self._step("nothing new", self.referee.advance, self.t)


def play(board):
    """The game, with a bumped board in the middle."""
    color = 1
    for i, (p, gone) in enumerate(MOVES):  # noqa: F821
        if i in BUMPS:  # noqa: F821
            bump(board)
        if p == 361:
            board.t += 300
            board.referee.fact(record.PRESS, color, board.t)
            board.t += 2500
            board.referee.advance(board.t)
            board.referee.fact(record.RELEASE, color, board.t)
        else:
            board.point(p, color, "stone down")
            for q in gone:
                board.point(q, 0, "prisoner off")
            board.advance()
            board.press(color)
        color = 3 - color


def bump(board):
    """Stones roll to the next empty points, all seen at once; then they are put back one by one."""
    grid = bytes(board.referee.position)
    stones = [p for p in range(361) if grid[p]][:MOVED]
    free = [p for p in range(361) if not grid[p]][: len(stones)]
    changes = [(p, 0) for p in stones] + [(free[i], grid[stones[i]]) for i in range(len(stones))]
    for i in range(len(changes)):
        board.point(
            changes[i][0],
            changes[i][1],
            "upset board" if i + 1 == len(changes) else "of many points",
            1 if i + 1 < len(changes) else 0,
        )
    board.t += 2000
    board._step("upset board told", board.referee.advance, board.t)
    for i in range(len(stones)):
        board.point(free[i], 0, "put back")
        board.point(stones[i], grid[stones[i]], "put back")


gc.collect()
START = gc.mem_alloc()
board = Measured({})
gc.collect()
print("call | 0 | 0 |", calls())
print("referee |", gc.mem_alloc() - START, "| 0 | 0")
play(board)
assert board.referee.move_number == len(MOVES), (board.referee.move_number, board.referee.repair())  # noqa: F821
for name in sorted(board.kinds):
    board.kinds[name].show(name)
