"""NOR flash as a block device for ``os.VfsLfs2``, with the rules and the accidents of the chip on a Pico.

A block of 4096 bytes is erased to ones as a whole; programming only clears bits, and an attempt to set one raises. A
power cut can be asked for at any operation. Mount with ``progsize=PROG_SIZE``, as the stock firmware does.
"""

import os

from shared_rules.native import const

BLOCK = const(4096)
PROG_SIZE = const(256)
# An erase of the Pico's flash, data sheet of the W25Q16JV: 45 ms typical, 400 ms at worst; one in 64 is slow here.
ERASE_MS = const(45)
ERASE_WORST_MS = const(400)
CUT_STATUS = -9  # what becomes of a process whose power failed: killed, so that nothing of it is tidied up
_EIO = const(-5)  # littlefs takes it for an error of the device

CUT_KINDS = ("clean", "torn", "weak")


class Cut(SystemExit):
    """The power failed, with an image in RAM. Nothing is written from here on, whoever catches this."""


class FlashError(OSError):
    """Something was asked of the flash that real flash does not do."""


class NorFlash:
    """``blocks`` blocks in a file or in RAM.

    ``cut_at``: the power fails at that program or erase operation, counted from 1; -1 never. ``cut_kind``:

    - ``clean``: just before it;
    - ``torn``: in the middle: the beginning of the bytes is done, one byte half;
    - ``weak``: near its end: every byte is done but for some bits, which stay as they were.

    ``erases``, ``programs``, ``reads`` and ``operations`` (erases and programs) count since the object was made.
    ``stall(ms)`` is called after each erase. Set ``off`` when the machine that used this flash is gone: a file that it
    had open is closed by the collector some time, under a locked heap, and gets an error instead of the flash.
    """

    def __init__(self, image, blocks, stall=None, cut_at=-1, cut_kind="clean", seed=1):
        """``image``: path of the image, made if missing, or a ``bytearray`` of ``blocks * BLOCK`` bytes."""
        if cut_kind not in CUT_KINDS:
            raise ValueError("a cut is clean, torn or weak, not " + cut_kind)
        self.blocks = blocks
        self.erases = self.programs = self.reads = self.operations = 0
        self.dead = self.off = False
        self._stall, self._cut_at, self._cut_kind = stall, cut_at, cut_kind
        self._random = seed & 0x3FFFFFFF or 1
        self._page = bytearray(PROG_SIZE)
        self._ram = self._file = None
        if isinstance(image, str):
            self._file = _open(image, blocks)
        elif len(image) == blocks * BLOCK:
            self._ram = image
        else:
            raise ValueError("the image has not the size of the flash")

    # ---- what os.VfsLfs2 calls

    def readblocks(self, block, buffer, offset=0):
        """Fill ``buffer`` from a block."""
        if self.off:
            return _EIO
        self._alive()
        self.reads += 1
        self._get(block * BLOCK + offset, buffer)

    def writeblocks(self, block, buffer, offset=0):
        """Program a piece of an erased block: clear those bits that are 0 in ``buffer``."""
        if self.off:
            return _EIO
        at, n, weak = self._begin(block * BLOCK + offset, len(buffer))
        self.programs += 1
        for start in range(0, n, PROG_SIZE):
            here = memoryview(buffer)[start : min(start + PROG_SIZE, n)]
            page = memoryview(self._page)[: len(here)]
            self._get(at + start, page)
            if not self.dead and not _settable(page, here, len(here)):
                raise FlashError("flash block %d at %d is not erased" % (block, offset + start))
            for i in range(len(here)):
                # A half-done byte: some of its bits are still what they were.
                half = self.dead and (self._rare() if weak else start + i == n - 1)
                page[i] = page[i] & (here[i] | (self._some_bits() if half else 0))
            self._put(at + start, page)
        self._alive()

    def ioctl(self, operation, argument):
        """Number of blocks (4), size of one (5), erase one (6); the rest is nothing to do."""
        if self.off:
            return _EIO
        if operation == 4:
            return self.blocks
        if operation == 5:
            return BLOCK
        if operation == 6:
            self._erase(argument)
        return 0

    # ---- inside

    def _erase(self, block):
        at, n, weak = self._begin(block * BLOCK, BLOCK)
        self.erases += 1
        page = self._page
        for start in range(0, n, PROG_SIZE):
            self._get(at + start, page)
            for i in range(PROG_SIZE):
                page[i] = page[i] | ~self._some_bits() & 0xFF if weak and self._rare() else 0xFF
            self._put(at + start, page)
        self._alive()
        if self._stall:
            self._stall(ERASE_MS if self._next() & 63 else ERASE_WORST_MS)

    def _begin(self, at, n):
        """Count an operation: address, number of bytes that get done, whether the power fails near its end."""
        self._alive()
        self.operations += 1
        if self.operations != self._cut_at:
            return at, n, False
        self.dead = True
        if self._cut_kind == "clean":
            self._alive()
        if self._cut_kind == "weak":
            return at, n, True
        if n == BLOCK:
            return at, self._next() % (n // PROG_SIZE) * PROG_SIZE, False
        return at, 1 + self._next() % n, False

    def _alive(self):
        if self.dead:
            if self._file is not None:
                os.system("kill -KILL $PPID")
            raise Cut(CUT_STATUS)

    def _get(self, at, buffer):
        if self._ram is not None:
            buffer[:] = memoryview(self._ram)[at : at + len(buffer)]
            return
        self._file.seek(at)
        self._file.readinto(buffer)

    def _put(self, at, data):
        if self._ram is not None:
            memoryview(self._ram)[at : at + len(data)] = data
            return
        self._file.seek(at)
        self._file.write(data)
        self._file.flush()

    def _next(self):
        self._random = (self._random * 1103515245 + 12345) & 0x3FFFFFFF
        return self._random >> 8

    def _rare(self):
        return self._next() % 24 == 0

    def _some_bits(self):
        return self._next() & self._next() & 0xFF


def _settable(old, new, n):
    """Whether ``new`` only clears bits of ``old``."""
    for i in range(n):
        if new[i] & ~old[i] & 0xFF:
            return False
    return True


def _open(path, blocks):
    """The image file, filled up with erased flash."""
    try:
        file = open(path, "r+b")
    except OSError:
        file = open(path, "w+b")
    missing = blocks * BLOCK - file.seek(0, 2)
    empty = b"\xff" * BLOCK
    while missing > 0:
        missing -= file.write(empty[: min(missing, BLOCK)])
    file.flush()
    return file
