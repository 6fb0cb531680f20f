"""A Pico with stock MicroPython, for mpremote to talk to: runs under MicroPython, its terminal is a pty.

``micropython bare_pico.py IMAGE BLOCKS CUT_AT MACHINE RELEASE``: a real littlefs on NOR flash with power cuts, the REPL
as the board has it as far as mpremote uses it, and ``machine.reset`` as an end with status 5, after which the test
starts it again. ``boot.py`` and ``main.py`` are run as on the board.
"""

import os
import sys

_here = __file__.rpartition("/")[0]
_root = _here.rpartition("/")[0].rpartition("/")[0]
sys.path[:] = [_root, _root + "/firmware", ".frozen"]

from hal.twin.nor_flash import PROG_SIZE, NorFlash  # noqa: E402 (the path must be set first)

RESET = 5
BOOTLOADER = 6
image, blocks, cut_at, machine_name, release = sys.argv[1:6]
_os = os
_in, _out = sys.stdin.buffer, sys.stdout.buffer


class Machine:
    """What of ``machine`` the host's scripts use."""

    def unique_id(self):
        return b"\xe6\x61\x41\x04\x03\x54\x2e\x2d"

    def reset(self):
        raise SystemExit(RESET)

    def bootloader(self, _timeout=0):
        raise SystemExit(BOOTLOADER)


class Os:
    """The module ``os`` with a Pico's name."""

    def __getattr__(self, name):
        return getattr(_os, name)

    def uname(self):
        return ("rp2", "rp2", release, "v" + release, machine_name)


def mount():
    """The drive, as the stock ``_boot.py`` does it."""
    flash = NorFlash(image, int(blocks), cut_at=int(cut_at))
    try:
        drive = _os.VfsLfs2(flash, progsize=PROG_SIZE)
    except OSError:
        _os.VfsLfs2.mkfs(flash, progsize=PROG_SIZE)
        drive = _os.VfsLfs2(flash, progsize=PROG_SIZE)
    _os.umount("/")
    _os.mount(drive, "/")
    _os.chdir("/")


def run(source, name, scope):
    """Execute code; an exception is printed, SystemExit ends the board."""
    try:
        exec(compile(source, name, "exec"), scope)
    except SystemExit as error:
        raise error
    except BaseException as error:
        return error
    return None


def start():
    """Power-on: ``boot.py`` and ``main.py``."""
    for name in ("boot.py", "main.py"):
        try:
            with open(name) as file:
                source = file.read()
        except OSError:
            continue
        error = run(source, name, {"__name__": "__main__"})
        if error:
            sys.print_exception(error)


def read_until(ends):
    """Bytes up to one of ``ends``, and that one."""
    got = bytearray()
    while True:
        byte = _in.read(1)
        if not byte:
            raise SystemExit(0)
        if byte[0] in ends:
            return bytes(got), byte
        got += byte


def raw_repl(scope):
    """Until Ctrl-B; True to start anew after a soft reset."""
    _out.write(b"raw REPL; CTRL-B to exit\r\n")
    while True:
        _out.write(b">")
        code, end = read_until(b"\x01\x02\x03\x04\x05")
        if end == b"\x01":
            _out.write(b"raw REPL; CTRL-B to exit\r\n")
        elif end == b"\x02":
            return
        elif end == b"\x03":
            continue
        elif end == b"\x05":
            _in.read(2)  # A and Ctrl-A: raw paste, with a window larger than anything
            _out.write(b"R\x01\x00\x80")
            code, _ = read_until(b"\x04")
            _out.write(b"\x04")
            execute(code, scope)
        elif not code.strip():
            _out.write(b"OK\r\nMPY: soft reboot\r\nraw REPL; CTRL-B to exit\r\n")
            scope.clear()
        else:
            _out.write(b"OK")
            execute(code, scope)


def execute(code, scope):
    """Output, Ctrl-D, traceback, Ctrl-D."""
    error = run(code.decode(), "<stdin>", scope)
    _out.write(b"\x04")
    if error:
        sys.print_exception(error, sys.stdout)
    _out.write(b"\x04")


mount()
sys.modules["machine"] = Machine()
sys.modules["os"] = Os()
sys.path[:] = ["", ".frozen", "/lib"]
start()
scope = {}
_out.write(b"MicroPython v%s\r\n>>> " % release)
while True:
    _, key = read_until(b"\x01\x02\x04")
    if key == b"\x01":
        raw_repl(scope)
    elif key == b"\x04":
        _out.write(b"\r\nMPY: soft reboot\r\n")
        start()
    _out.write(b"\r\n>>> ")
