"""Why a move is not possible: what ``check`` of a rules core returns."""

from shared_rules.native import const

LEGAL = const(0)
OFF_BOARD = const(1)
OCCUPIED = const(2)
SUICIDE = const(3)  # G5
KO = const(4)  # G6, single ko retaken at once
SUPERKO = const(5)  # G6, an earlier whole-board position

NAMES = ("ok", "offboard", "occupied", "suicide", "ko", "superko")
