"""The heap: when it is collected, and modules that are in it only while they are needed.

The interpreter counts what is allocated, the frames of calls too, which are freed at once; after so much it collects,
which takes 20 ms, in the middle of whatever happens. So the program collects when nothing is due (``App``), and the
interpreter only in need (``start``).

After a collection MicroPython looks for room from the start of the heap again, and only an allocation of one block (16
bytes) moves that place on. The modules are 100 KB with hardly a gap, which every larger allocation then walks: a press
took 16 ms instead of 5. So the gaps between them are filled at once with objects of one block; the next collection
frees these.
"""

import gc
import sys

from shared_rules.native import const

_CALL_WORDS = const(30)
_MOST_GAPS = const(1000)


def collect():
    """Collect, so that what is allocated next is found at once; 20 ms, best when nothing is due."""
    gc.collect()
    if sys.implementation.name != "micropython":
        return
    # The first room for what a call takes; a number's id is its place in the heap.
    room = id((0,) * _CALL_WORDS)
    one_block = 0.0
    for _ in range(_MOST_GAPS):
        one_block += 1.0
        if id(one_block) > room:
            break


def let_go(package, names):
    """``forget``, and collect at once."""
    forget(package, names)
    if sys.implementation.name == "micropython":
        collect()


def forget(package, names):
    """Forget modules ``names`` of ``package``, imported where they are used, so that a game has their memory.

    The next import loads them anew. Nobody may hold their functions. Under CPython, where tests run, modules stay:
    others hold them too.
    """
    if sys.implementation.name != "micropython":
        return
    parent = sys.modules.get(package)
    for name in names:
        if sys.modules.pop(package + "." + name, None) and hasattr(parent, name):
            delattr(parent, name)
