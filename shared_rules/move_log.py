"""What both rules cores keep of a game: its moves in order, 16 bits each, and the set-up before the first."""

from shared_rules.native import const
from shared_rules.points import EMPTY, NO_POINT

# A move of the log: its point, or that of a pass, in the low bits, its colour above.
_PASS = const(0x3FF)
_POINT_BITS = const(0x3FF)
_COLOR_SHIFT = const(10)


class MoveLog:
    """``GoBoard`` and ``RenjuBoard`` have ``grid``, ``moves`` and ``_log``, an ``array('H')``, and ``_set_up``."""

    def last_color(self):
        """Colour of the last move or pass, EMPTY before the first."""
        return self._log[self.moves - 1] >> _COLOR_SHIFT if self.moves else EMPTY

    def last_point(self):
        """Point of the last move, NO_POINT for a pass or none."""
        p = self._log[self.moves - 1] & _POINT_BITS if self.moves else _PASS
        return NO_POINT if p == _PASS else p

    def place(self, p, color):
        """Set up a stone, or EMPTY, before the first move. ValueError afterwards or off the board."""
        if self.moves:
            raise ValueError("stones are set up before the first move")
        if not 0 <= p < len(self.grid):
            raise ValueError("off the board: point %d" % p)
        self._set_up(p, color)
