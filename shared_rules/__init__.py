"""Rules, clock, referee and record of Tengen: one source for the board (MicroPython) and the host (CPython)."""
