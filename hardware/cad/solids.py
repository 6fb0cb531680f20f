"""The printed parts. Lengths in mm, z up, each part as it is printed; the stone as it lies on the board."""

from build123d import (
    Align,
    Axis,
    Box,
    Cylinder,
    Edge,
    Face,
    Part,
    Pos,
    Wire,
    chamfer,
    fillet,
    revolve,
)

from hardware import board
from hardware.cad.case import button_housing, controller_tray, frame_corner
from hardware.design.case import CARRIER_HEIGHT, CARRIER_ROWS, SCREW_HEAD
from hardware.design.half_strip import THICKNESS

STONE_DIAMETER, STONE_HEIGHT = 22.0, 8.0
STONE_FOOT, STONE_BELLY = 8.5, 2.6
"""Radius of the flat bottom; height of the widest place."""
FIT = 0.1
POCKET_DIAMETER, POCKET_DEPTH = board.MAGNET_DIAMETER + FIT, board.MAGNET_HEIGHT + FIT
SKIN = board.STACK[0][1]
"""The plug below the magnet, which sets the magnet's height above the board."""
PLUG_DIAMETER = 9.0

CARRIER_WIDTH = 16.0
PEG_DIAMETER = 2.0
JIG_HOLE, JIG_HEIGHT = STONE_DIAMETER + 0.3, 3.0
CAP_DIAMETER, CAP_HEIGHT = 28.0, 10.0
STEM, POST_DIAMETER = (4.1, 1.35, 4.0), 5.5
"""Slot of a cross-shaped key stem: length, width, depth; the post around it dips into the switch when pressed."""

_FLAT = (Align.CENTER, Align.CENTER, Align.MIN)


def _drum(diameter, height, z=0.0):
    return Pos(0, 0, z) * Cylinder(diameter / 2, height, align=_FLAT)


def stone() -> Part:
    """A flat-bottomed stone; magnet and plug go in from below. A black stone's north pole faces the board."""
    radius = STONE_DIAMETER / 2
    foot, belly, top = (STONE_FOOT, 0, 0), (radius, 0, STONE_BELLY), (0, 0, STONE_HEIGHT)
    rim = Edge.make_line(foot, belly)
    # A quarter of an ellipse: round at the belly, flat at the top.
    dome = Edge.make_spline([belly, (radius * 0.766, 0, 6.07), top], tangents=[(0, 0, 1), (-1, 0, 0)])
    outline = Wire([Edge.make_line((0, 0, 0), foot), rim, dome, Edge.make_line(top, (0, 0, 0))])
    body = revolve(Face(outline), Axis.Z)
    return body - _drum(PLUG_DIAMETER, SKIN) - _drum(POCKET_DIAMETER, POCKET_DEPTH, SKIN)


def plug() -> Part:
    """The disc that closes a stone below its magnet."""
    return _drum(PLUG_DIAMETER - FIT, SKIN)


def jig(variant="go") -> Part:
    """Three by three rings that put stones exactly on their points, with notches for the lines of the board."""
    across, down = board.PITCHES[variant]
    plate = Box(across * 3 + 4, down * 3 + 4, JIG_HEIGHT, align=_FLAT)
    for col in (-1, 0, 1):
        for row in (-1, 0, 1):
            plate -= Pos(col * across, row * down, 0) * _drum(JIG_HOLE, JIG_HEIGHT)
    for k in (-1, 0, 1):
        for side in (-1, 1):
            plate -= Pos(k * across, side * (down * 1.5 + 2), 0) * Box(1, 3, JIG_HEIGHT, align=_FLAT)
            plate -= Pos(side * (across * 1.5 + 2), k * down, 0) * Box(3, 1, JIG_HEIGHT, align=_FLAT)
    return plate


def carrier(variant="go") -> Part:
    """A bar that presses four half-strips against the wood: pegs for their holes, screw holes between the rows."""
    down = board.PITCHES[variant][1]
    length = down * CARRIER_ROWS
    bar = Box(CARRIER_WIDTH, length, CARRIER_HEIGHT, align=_FLAT)
    bar = fillet(bar.edges().filter_by(Axis.Z), 2)
    for k in range(CARRIER_ROWS):
        y = down * (k - (CARRIER_ROWS - 1) / 2)
        bar += Pos(0, y, CARRIER_HEIGHT) * Cylinder(PEG_DIAMETER / 2, THICKNESS - 0.2, align=_FLAT)
    for k in (-1, 1):
        bar -= Pos(0, down * k, 0) * (_drum(3.2, CARRIER_HEIGHT) + _drum(*SCREW_HEAD))
    return bar


def button_cap() -> Part:
    """A cap for the clock button, for key switches with a cross-shaped stem."""
    cap = chamfer(_drum(CAP_DIAMETER, CAP_HEIGHT).edges().sort_by(Axis.Z)[-1], 2.0)
    cap -= _drum(CAP_DIAMETER - 4, CAP_HEIGHT - 3)
    cap += _drum(POST_DIAMETER, CAP_HEIGHT - 3)
    long, wide, deep = STEM
    return cap - Box(long, wide, deep, align=_FLAT) - Box(wide, long, deep, align=_FLAT)


def parts() -> dict[str, Part]:
    """All printed parts by file name."""
    made = {"stone": stone(), "plug": plug(), "button_cap": button_cap(), "button_housing": button_housing()}
    made |= {"frame_corner": frame_corner(), "controller_tray": controller_tray()}
    for variant in board.PITCHES:
        made[f"jig_{variant}"] = jig(variant)
        made[f"carrier_{variant}"] = carrier(variant)
    return made
