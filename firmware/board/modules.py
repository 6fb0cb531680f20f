"""Modules that are needed now and then: imported when they are, let go afterwards, so that a game has the memory.

Under CPython, where tests run, modules stay: others hold them too.
"""

import gc
import sys


def let_go(package, names):
    """Forget modules ``names`` of ``package``; the next import loads them anew. Nobody may hold their functions."""
    if sys.implementation.name != "micropython":
        return
    parent = sys.modules.get(package)
    for name in names:
        if sys.modules.pop(package + "." + name, None) and hasattr(parent, name):
            delattr(parent, name)
    gc.collect()
