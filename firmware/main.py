"""Starts the firmware that the file ``slot`` names (``boot_slot.py``); Ctrl-C leaves a quiet board at the REPL."""

import gc

import boot_slot

# Collect while importing: otherwise what the imports throw away lies between what they keep, and the largest free piece
# of the heap ends as 11 KB instead of 77.
gc.threshold(32768)

use = boot_slot.choose()
if use:
    hardware = None
    try:
        from board import catalogue

        catalogue.mount("/" + use)
        del catalogue  # it goes when all is loaded
        from board import sounds, start
        from hal import rp2

        hardware = rp2.build({"sounds": sounds.pattern})
        start.run(hardware, boot_slot.confirm)
    except Exception as error:
        boot_slot.crashed(error)
    finally:
        boot_slot.unmount()
        if hardware:
            hardware.stop()
    boot_slot.again()
