"""Guiding a hand with one stone over the board: the sweep of ``tengen doctor``, the stones of ``tengen calibrate``."""

import queue
import statistics
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from tengen import fields
from tengen.board import Board
from tengen.errors import TengenError
from tengen.sweep import SEEN_MT, Result, Sweep

try:
    import termios
except ImportError:  # Windows
    termios = None

REST_READINGS = 8
PAUSE_S = 0.04  # between two readings


def rest(board: Board, ignore=()) -> list[float | None]:
    """Fields of the empty board, the mean of some readings. TengenError if a stone lies there.

    ``ignore``: points that are known to be broken.
    """
    seen = []
    for _ in range(REST_READINGS):
        size, mt = fields.read(board)
        seen.append(mt)
        time.sleep(PAUSE_S)
    found = [None if None in values else statistics.fmean(values) for values in zip(*seen, strict=True)]
    there = [p for p, value in enumerate(found) if value is not None and abs(value) > 2 * SEEN_MT and p not in ignore]
    if there:
        names = " ".join(fields.name(p, size) for p in there[:8])
        raise TengenError(f"clear the board first: something lies on {names}")
    return found


def run(board: Board, sweep: Sweep, show: Callable[[Sweep, list, Result | None], None], keys=None) -> None:
    """Read until the sweep has no target, or ``q`` comes.

    ``show(sweep, mt, result)`` after every reading. ``keys``: a queue of lines that the one with the stone typed: an
    empty one says that the stone lies on the target, ``s`` leaves it out, ``q`` ends.
    """
    while sweep.target is not None:
        _, mt = fields.read(board)
        result = sweep.take(mt, time.monotonic())
        show(sweep, mt, result)
        while keys is not None and not keys.empty():
            word = keys.get()
            if word == "q":
                return
            if word == "s":
                sweep.skip()
            elif word == "":
                sweep.it_lies_there()
        time.sleep(PAUSE_S)


def typed_lines() -> queue.Queue:
    """Lines typed at the terminal, as they come."""
    found: queue.Queue = queue.Queue()

    def read() -> None:
        for line in sys.stdin:
            found.put(line.strip().lower())

    threading.Thread(target=read, daemon=True).start()
    return found


@contextmanager
def unseen() -> Iterator[None]:
    """Keys typed at the terminal do not show, so that they do not spoil a picture. Does nothing without a POSIX one."""
    if termios is None or not sys.stdin.isatty():
        yield
        return
    before = termios.tcgetattr(sys.stdin)
    quiet = list(before)
    quiet[3] &= ~termios.ECHO
    termios.tcsetattr(sys.stdin, termios.TCSADRAIN, quiet)
    try:
        yield
    finally:
        termios.tcsetattr(sys.stdin, termios.TCSADRAIN, before)
