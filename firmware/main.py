"""Starts the firmware that the file ``slot`` names (``boot_slot.py``); Ctrl-C leaves a quiet board at the REPL."""

import boot_slot

if boot_slot.choose():
    hardware = None
    try:
        from board import start
        from board.sounds import PATTERNS
        from hal import rp2

        hardware = rp2.build({"sounds": PATTERNS})
        start.run(hardware, boot_slot.confirm)
    except Exception as error:
        boot_slot.crashed(error)
    finally:
        if hardware:
            hardware.stop()
    boot_slot.again()
