"""Sets of stones by their magnets, and the thresholds that follow from them.

Fields in uT, at a gap of 7 mm between magnet and sensor, computed with magpylib for N35 discs on a pitch of 23 x 24 mm
(``tests/twin/test_kernels.py`` computes them anew).
"""

from array import array

# Per magnet (diameter x height in mm): field of a centred stone at the points up to three rows (outer) and three
# columns (inner) away.
KERNELS = {
    "5x1": (7579, -94, -17, -5, -86, -40, -12, -5, -15, -11, -6, -3, -5, -4, -3, -2),
    "5x2": (12957, -174, -33, -11, -161, -78, -24, -9, -30, -22, -12, -6, -9, -8, -6, -4),
    "6x1": (10225, -135, -24, -8, -124, -58, -17, -7, -22, -16, -9, -4, -7, -6, -4, -3),
    "6x1.5": (14188, -195, -36, -12, -180, -86, -26, -10, -32, -24, -13, -7, -10, -9, -6, -4),
    "6x2": (17575, -251, -48, -15, -232, -112, -35, -13, -43, -32, -17, -9, -14, -12, -8, -5),
    "8x1": (15580, -241, -44, -14, -221, -104, -31, -12, -39, -29, -15, -8, -12, -11, -7, -5),
}
DEFAULT = "6x1"
# What drift between two trackings, noise and steps of the ADC may add up to.
SLACK_UT = 150
# An output ends 0.2 V before the rails, at 24.1 mT; its rest may be 1.2 mT off the middle, and drift 0.4 mT.
END_UT = 22500


class StoneSet:
    """Thresholds in uT for stones whose field over a sensor is ``centred``, and what they add to their neighbours."""

    def __init__(self, magnet=DEFAULT, centred=0):
        """``magnet``: a key of ``KERNELS``; ``centred``: measured field of a centred stone, 0 if it was not measured.

        ``ValueError`` for an unknown magnet.
        """
        if magnet not in KERNELS:
            raise ValueError("no such magnet: %s (there are %s)" % (magnet, ", ".join(sorted(KERNELS))))
        kernel = KERNELS[magnet]
        self.magnet = magnet
        self.centred = centred or kernel[0]
        self.kernel = array("h", [value * self.centred // kernel[0] for value in kernel])
        self.kernel[0] = 0  # a stone is not its own neighbour
        # The four nearest neighbours, each pushed 5 mm the worst way, add 0.36 of their sum to what is subtracted; the
        # others a third of that. Three times the nearest one is never reached by an empty point.
        self.doubtful = SLACK_UT - 3 * self.kernel[1]
        self.clear = self.doubtful * 3 // 4
        self.on = max(self.centred // 10, self.doubtful * 3 // 2)
        self.off = self.on * 4 // 5
        # Below that a point is judged by its neighbours. A nearest one off its point adds at most 0.85 of its nominal
        # share, less the better it is centred (6x1: 13 uT a mm, of 135 uT); those further away less than half of it.
        self.faint = SLACK_UT + -self.kernel[1] * 45 // 100
        self.doubt = (self.doubtful - self.faint) // 4  # until a point's own drift has been followed
        self.loose = -self.kernel[1] * 85 // 100
        self.steep = self.centred * 3 // (-self.kernel[1] * 2)
        # Magnet +10 %, gap -0.5 mm, gain +5 % make 1.34. A sensor at its end is told, whatever the stones.
        self.foreign = min(self.centred * 29 // 20, END_UT)

    def thresholds(self):
        """In the order of ``decode``'s parameters."""
        return self.on, self.off, self.doubtful, self.clear, self.foreign, self.faint, self.loose, self.steep
