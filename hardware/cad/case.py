"""The printed parts around the board: corner of the frame, tray of the controller, housing of a clock button."""

from build123d import Align, Axis, Box, Cylinder, Part, Pos, Rot, fillet

from hardware.design import case
from hardware.design.controller import controller

WALL = 6.0
SHELF = 5.0
SCREW_HOLE = 3.2
TRAY_WALL, TRAY_FLOOR, TRAY_HEIGHT = 2.0, 2.0, 26.0
POST_DIAMETER, POST_HEIGHT, POST_HOLE = 7.0, 6.0, 2.5
PLAY = 0.5
HOUSING, HOUSING_HEIGHT, PLATE = 44.0, 22.0, 1.5
KEY_HOLE = 14.0
"""Square hole that a key switch with cross-shaped stem snaps into, in a plate of 1.5 mm."""

_FLAT = (Align.CENTER, Align.CENTER, Align.MIN)
_CORNER = (Align.MIN, Align.MIN, Align.MIN)


def frame_corner() -> Part:
    """A corner seen from below: a shelf that the top is screwed to, two walls that the rails are screwed to."""
    side = case.CORNER
    high = case.RAIL_HEIGHT - case.TOP - 2
    corner = Box(side, side, SHELF, align=_CORNER)
    corner += Box(side, WALL, high, align=_CORNER) + Box(WALL, side, high, align=_CORNER)
    corner -= Pos(side * 0.62, side * 0.62, 0) * Cylinder(SCREW_HOLE / 2, SHELF, align=_FLAT)
    for z in (high * 0.4, high * 0.8):
        corner -= Pos(side * 0.62, 0, z) * Rot(-90, 0, 0) * Cylinder(SCREW_HOLE / 2, WALL, align=_FLAT)
        corner -= Pos(0, side * 0.62, z) * Rot(0, 90, 0) * Cylinder(SCREW_HOLE / 2, WALL, align=_FLAT)
    return corner


def controller_tray() -> Part:
    """An open tray with a post under each hole of the controller, slots for USB at one side and cables at the other."""
    carrier = controller()
    wide, deep = carrier.width + 2 * PLAY, carrier.height + 2 * PLAY
    tray = Box(wide + 2 * TRAY_WALL, deep + 2 * TRAY_WALL, TRAY_HEIGHT, align=_FLAT)
    tray = fillet(tray.edges().filter_by(Axis.Z), 3)
    tray -= Pos(0, 0, TRAY_FLOOR) * Box(wide, deep, TRAY_HEIGHT, align=_FLAT)
    for x, y, _ in carrier.holes:
        post = Cylinder(POST_DIAMETER / 2, POST_HEIGHT, align=_FLAT) - Cylinder(POST_HOLE / 2, POST_HEIGHT, align=_FLAT)
        tray += Pos(x - carrier.width / 2, carrier.height / 2 - y, TRAY_FLOOR) * post
    usb = carrier.part("U1").x + 8.89 - carrier.width / 2
    above = TRAY_FLOOR + POST_HEIGHT + carrier.thickness
    tray -= Pos(usb, deep / 2 + TRAY_WALL / 2, above + 5) * Box(14, 3 * TRAY_WALL, TRAY_HEIGHT, align=_FLAT)
    tray -= Pos(0, -deep / 2 - TRAY_WALL / 2, above) * Box(wide - 12, 3 * TRAY_WALL, TRAY_HEIGHT, align=_FLAT)
    return tray


def button_housing() -> Part:
    """A box, open below, with the hole of a key switch in its top plate and a notch for the cable."""
    inner = HOUSING - 6
    box = Box(HOUSING, HOUSING, HOUSING_HEIGHT, align=_FLAT)
    box = fillet(box.edges().filter_by(Axis.Z), 4)
    box -= Box(inner, inner, HOUSING_HEIGHT - PLATE, align=_FLAT)
    box -= Box(KEY_HOLE, KEY_HOLE, HOUSING_HEIGHT, align=_FLAT)
    return box - Pos(0, HOUSING / 2, 0) * Box(4, 8, 4, align=_FLAT)
