"""Puts MicroPython and the firmware on a board, and takes care that neither a game nor the board is lost by it."""
