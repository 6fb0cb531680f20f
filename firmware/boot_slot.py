"""Two firmware folders, ``/a`` and ``/b``: which one starts.

The file ``slot`` in the root says it in a line of words: ``b a 3`` means start ``b``; if it crashes three times before
it has said hello, go back to ``a``; ``b a`` means that ``b`` has said hello; ``a`` that there is no other. It is
replaced by renaming, so a cut at any moment leaves the old choice or the new one. A new firmware is written into the
folder that is not in use and only then named here.

Everything else of the program may be broken; this file and ``main.py`` are what is left to go back with, so they import
nothing of it and are themselves replaced only by renaming.
"""

import os
import sys
import time

FILE = "slot"
CRASH_FILE = "crash.txt"
TRIALS = 3
PAUSE_S = 2
SLOTS = ("a", "b")


def read(root="/"):
    """``(use, fallback, trials left)``; fallback is None if there is none, trials are -1 once it has said hello.

    A missing or damaged file means the first folder that is there.
    """
    try:
        with open(root + FILE) as file:
            words = file.read().split()
        use = words[0]
        fallback = words[1] if len(words) > 1 else None
        left = int(words[2]) if len(words) > 2 else -1
        if use in SLOTS and (fallback is None or fallback in SLOTS):
            return use, fallback, left
    except (OSError, ValueError, IndexError):
        pass
    there = os.listdir(root)
    for slot in SLOTS:
        if slot in there:
            return slot, None, -1
    return None, None, -1


def write(use, fallback=None, left=-1, root="/"):
    """Choose the folder ``use``, replacing the file in one step."""
    words = [use]
    if fallback:
        words.append(fallback)
        if left >= 0:
            words.append(str(left))
    with open(root + FILE + ".new", "w") as file:
        file.write(" ".join(words) + "\n")
    os.rename(root + FILE + ".new", root + FILE)


def choose(root="/"):
    """The folder to start now, put first on ``sys.path``; counts the trials of one that has not said hello yet.

    Returns None if there is no firmware at all.
    """
    use, fallback, left = read(root)
    try:
        if left > 0:
            write(use, fallback, left - 1, root)
        elif left == 0:
            use, fallback = fallback, use
            write(use, fallback, root=root)
    except OSError:
        pass  # a full drive must not stop the start
    if use:
        sys.path.insert(0, root + use)
    return use


def unmount():
    """The program is loaded, or has ended: its folder is itself again (``board/catalogue.py``)."""
    import vfs

    for _, path in vfs.mount():
        if path[1:] in SLOTS:
            vfs.umount(path)


def confirm(root="/"):
    """The program that runs has said hello: it stays."""
    unmount()
    use, fallback, left = read(root)
    if left >= 0:
        write(use, fallback, root=root)


def crashed(error, root="/"):
    """Keep the traceback of the last crash where ``tengen status`` and ``mpremote`` find it."""
    try:
        with open(root + CRASH_FILE, "w") as file:
            sys.print_exception(error, file)
    except OSError:
        pass  # a full drive must not stop the restart


def again():
    """After a crash: start anew, with time for a Ctrl-C before."""
    import machine

    print("starting again in %d s; Ctrl-C stops that" % PAUSE_S)
    time.sleep(PAUSE_S)
    machine.reset()
