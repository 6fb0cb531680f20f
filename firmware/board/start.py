"""What runs after power-on: the app, or safe mode when the app keeps failing or is not wanted."""

import gc

from board import crash_count
from board.timeline import ticks_diff
from shared_rules.native import const

HELLO_MS = const(5000)  # a firmware that has run as long is no failure: its folder is kept
_COLLECT_BYTES = const(262144)  # frames of calls counted: by now the program collects, and the interpreter in need
_LINGER_MS = const(200)  # for the answer to the request for a restart


def run(hardware, hello):
    """Run until a restart is asked for, and do it; Ctrl-C and crashes come out as exceptions, crashes crash_count.

    ``hello()`` is called once, when the program has run for ``HELLO_MS``: until then ``boot_slot`` counts trials.
    """
    crashes = crash_count.CrashCount(hardware.storage.root)
    if hardware.info.get("watchdog_reset"):
        crashes.add("it hung for 8 s")
    why = hardware.info.get("safe") or crash_count.reason(crashes, hardware.buttons.stuck)
    wish = Wish()
    try:
        if why:
            # The next start tries the app again.
            crashes.well()
            program = _safe(hardware, why, wish)
        else:
            from board.app import App

            if hasattr(gc, "threshold"):
                gc.threshold(_COLLECT_BYTES)
            program = App(hardware)
        hardware.watchdog.start()
        _loop(program, hardware, hello, crashes, wish)
    except Exception as error:
        crashes.add("%s: %s" % (type(error).__name__, error))
        raise
    hardware.restart(wish.to)


class Wish:
    """A restart that a host has asked for: ``run``, ``safe`` or ``bootloader``."""

    to = None

    def ask(self, to):
        """Restart a little later."""
        self.to = to


def _safe(hardware, why, wish):
    from board import safe_mode
    from board.journal import Journal
    from board.settings import Settings

    root = hardware.storage.root
    return safe_mode.SafeMode(hardware, Journal(root), Settings(root), why, wish.ask)


def _loop(program, hardware, hello, crashes, wish):
    ticks = hardware.timer.ticks
    began = ticks()
    said = well = False
    asked = -1
    while True:
        program.step()
        if not well:
            ran = ticks_diff(ticks(), began)
            if not said and ran >= HELLO_MS:
                said = True
                hello()
            if ran >= crash_count.WELL_MS:
                well = True
                crashes.well()
        to = wish.to or getattr(program, "reboot_to", None)
        if to:
            wish.to = to
            if asked < 0:
                asked = ticks()
            elif ticks_diff(ticks(), asked) >= _LINGER_MS:
                return
