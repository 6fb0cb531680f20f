"""KiCad 9 files made from ``hardware.design``: schematic, board, project."""
