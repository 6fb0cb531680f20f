"""The board's heap: what a collection leaves, and modules that are let go."""

import gc
import sys

from board import memory

ON_BOARD = sys.implementation.name == "micropython"


class Ring:
    """Garbage that only a collection finds; CPython tells when it has."""

    freed = 0

    def __init__(self):
        self.me = self
        self.room = bytearray(1000)

    def __del__(self):
        Ring.freed += 1


def test_a_collection_frees_what_is_left_and_keeps_little_itself():
    """What it fills the gaps with, so that the next press does not walk over them, is at most a thousand blocks."""
    left = [Ring() for _ in range(100)]
    if ON_BOARD:
        gc.collect()
        free = gc.mem_free()
    del left
    memory.collect()
    # (MicroPython calls no __del__ of a class written in Python.)
    assert gc.mem_free() > free + 100 * 1000 - 1000 * 32 if ON_BOARD else Ring.freed == 100


def test_a_module_that_was_let_go_is_imported_anew():
    from board import timeline

    memory.let_go("board", ("timeline",))
    gone = "board.timeline" not in sys.modules
    assert gone == ON_BOARD  # under CPython others hold it too
    from board import timeline as again

    assert again.ticks_diff(5, 3) == 2 == timeline.ticks_diff(5, 3)
