"""The steps of the build guide as scenes: lists of solids with their colours, as they lie on the bench.

Underside scenes have the top's underside facing up, Black's edge away from the eye, site 0 at the left.
"""

from build123d import Align, Box, Cylinder, Pos, Rot

from hardware import board
from hardware.cad import case as parts
from hardware.cad import solids
from hardware.design import case
from hardware.design.half_strip import HEIGHT, THICKNESS, half_strip

WOOD, RAIL, BOARD, CHIP, PLUG, METAL = (
    (0.86, 0.71, 0.5),
    (0.62, 0.44, 0.27),
    (0.12, 0.42, 0.3),
    (0.16,) * 3,
    (0.93,) * 3,
    (0.75,) * 3,
)
PRINT, PENCIL, BLACK, WHITE, MAGNET = (
    (0.35, 0.5, 0.72),
    (0.35, 0.3, 0.25),
    (0.17,) * 3,
    (0.95, 0.94, 0.9),
    (0.78, 0.22, 0.2),
)
BRASS = (0.83, 0.68, 0.3)

BODIES = {
    "SOT-23": (2.9, 1.3, 1.0), "R_0603_1608Metric": (1.6, 0.8, 0.5), "C_0603_1608Metric": (1.6, 0.8, 0.8),
    "SOIC-24W_7.5x15.4mm_P1.27mm": (7.5, 15.4, 2.6), "SOIC-14_3.9x8.7mm_P1.27mm": (3.9, 8.7, 1.7),
    "JST_GH_BM12B-GHS-TBT_1x12-1MP_P1.25mm_Vertical": (18.3, 4.3, 4.2),
}  # fmt: skip
"""Length, width and height of the bodies by footprint, as they lie unturned."""

_FLAT = (Align.CENTER, Align.CENTER, Align.MIN)
_CORNER = (Align.MIN, Align.MIN, Align.MIN)
ROWS, SIZE = 4, 19


def _box(x, y, z, wide, deep, high):
    return Pos(x, y, z) * Box(wide, deep, high, align=_FLAT)


def strip_bodies(x, y, z):
    """A half-strip with its parts up: its left edge at ``x``, the middle of its height at ``y``, OUT towards +y."""
    strip = half_strip("go")
    plate = Box(strip.width, HEIGHT, THICKNESS, align=(Align.MIN, Align.CENTER, Align.MIN))
    for hole, _, diameter in strip.holes:
        plate -= Pos(hole, 0, 0) * Cylinder(diameter / 2, THICKNESS, align=_FLAT)
    bodies = [(Pos(x, y, z) * plate, BOARD)]
    for part in strip.parts:
        wide, deep, high = BODIES[part.kind.footprint.split(":")[1]]
        if part.turn % 180:
            wide, deep = deep, wide
        place = (x + part.x, y + HEIGHT / 2 - part.y, z + THICKNESS)
        bodies.append((_box(*place, wide, deep, high), PLUG if part.ref[0] == "J" else CHIP))
    for site in range(board.SITES):
        tick = x + board.PITCH[0] * (site + 0.5)
        for edge in (-1, 1):
            bodies.append((_box(tick, y + edge * (HEIGHT / 2 - 0.9), z + THICKNESS, 0.4, 1.2, 0.05), WHITE))
    return bodies


def _underside(columns, rows):
    """The top's underside with its pencil lines; the lines' crossing of column 0, row 0 is at (0, 0), rows go to -y."""
    across, down = board.PITCH
    wide, deep = (columns - 0.5) * across + case.MARGIN, (rows - 0.5) * down + case.MARGIN
    bodies = [(Pos(-case.MARGIN, case.MARGIN - deep, -case.TOP) * Box(wide, deep, case.TOP, align=_CORNER), WOOD)]
    for col in range(columns):
        bodies.append((_box(col * across, (case.MARGIN - deep + case.MARGIN) / 2, 0, 0.5, deep - 4, 0.05), PENCIL))
    for row in range(rows):
        bodies.append((_box((wide - 2 * case.MARGIN) / 2, -row * down, 0, wide - 4, 0.5, 0.05), PENCIL))
    return bodies


def strips_on_wood():
    """Step: pencil lines on the underside, half-strips laid on them, tick on line."""
    down = board.PITCH[1]
    bodies = _underside(10, ROWS)
    for row in range(ROWS - 1):
        bodies += strip_bodies(-board.PITCH[0] / 2, -row * down, 0.05)
    return bodies + strip_bodies(-board.PITCH[0] / 2 - 12, -(ROWS - 1) * down - 3, 14)


def carriers_on_strips():
    """Step: carriers pegged and screwed over the half-strips; one hangs above its place."""
    down = board.PITCH[1]
    bodies = _underside(10, ROWS)
    for row in range(ROWS):
        bodies += strip_bodies(-board.PITCH[0] / 2, -row * down, 0.05)
    carrier = Rot(180, 0, 0) * solids.carrier()
    middle = -(ROWS - 1) * down / 2
    for k, x in enumerate(case.peg_columns(SIZE)[:3]):
        lift = 45 if k == 1 else 0
        bodies.append((Pos(x, middle, THICKNESS + case.CARRIER_HEIGHT + lift) * carrier, PRINT))
        for side in (-1, 1):
            head = Cylinder(2.6, 1.8, align=_FLAT) + Pos(0, 0, -8) * Cylinder(1.4, 8, align=_FLAT)
            height = THICKNESS + case.CARRIER_HEIGHT - 2 + lift * 1.6
            bodies.append((Pos(x, middle + side * down, height) * head, BRASS))
    return bodies


def frame_and_bars():
    """Step: a corner of the frame from below with its rails, and a bar over a column of carriers."""
    down = board.PITCH[1]
    bodies = carriers_on_strips()
    bodies = [body for body in bodies if body[1] not in (PRINT, BRASS)]
    carrier = Rot(180, 0, 0) * solids.carrier()
    middle = -(ROWS - 1) * down / 2
    for x in case.peg_columns(SIZE)[:3]:
        bodies.append((Pos(x, middle, THICKNESS + case.CARRIER_HEIGHT) * carrier, PRINT))
    thick, high = case.RAIL_THICKNESS, case.RAIL_HEIGHT
    edge = case.MARGIN
    wide, deep = 9.5 * board.PITCH[0] + edge, (ROWS - 0.5) * down + edge
    bodies.append((Pos(-edge - thick, edge, -case.TOP) * Box(wide + thick, thick, high, align=_CORNER), RAIL))
    bodies.append((Pos(-edge - thick, edge - deep, -case.TOP) * Box(thick, deep, high, align=_CORNER), RAIL))
    bodies.append((Pos(-edge, edge, 0) * Rot(0, 0, -90) * parts.frame_corner(), PRINT))
    bar = Box(case.BAR[0], deep, case.BAR[1], align=_CORNER)
    x = case.peg_columns(SIZE)[1] - case.BAR[0] / 2
    return [*bodies, (Pos(x, edge - deep, THICKNESS + case.CARRIER_HEIGHT) * bar, RAIL)]


def stone_in_pieces():
    """Step: a stone cut open, magnet and plug below it, in the order in which they go in."""
    stone = solids.stone() - _box(0, -20, -1, 60, 40, 40)
    magnet = Cylinder(board.MAGNET_DIAMETER / 2, board.MAGNET_HEIGHT, align=_FLAT)
    dot = Cylinder(0.9, 0.06, align=_FLAT)
    return [
        (stone, WOOD),
        (Pos(0, 0, -7) * magnet, METAL),
        (Pos(0, 0, -7 + board.MAGNET_HEIGHT) * dot, MAGNET),
        (Pos(0, 0, -13) * solids.plug(), PRINT),
    ]


def whole_board():
    """The finished board with a few stones, its clock buttons and the controller's tray beside it."""
    across, down = board.PITCH
    wide, deep = case.top_size(SIZE)
    thick, high = case.RAIL_THICKNESS, case.RAIL_HEIGHT
    bodies = [(_box(0, 0, -case.TOP, wide, deep, case.TOP), WOOD)]
    for side in (-1, 1):
        bodies.append((_box(0, side * (deep + thick) / 2, -high, wide + 2 * thick, thick, high), RAIL))
        bodies.append((_box(side * (wide + thick) / 2, 0, -high, thick, deep, high), RAIL))
    reach = (SIZE - 1) / 2
    for k in range(SIZE):
        bodies.append((_box((k - reach) * across, 0, 0, 0.9, 2 * reach * down + 0.9, 0.1), BLACK))
        bodies.append((_box(0, (k - reach) * down, 0, 2 * reach * across + 0.9, 0.9, 0.1), BLACK))
    for col in (3, 9, 15):
        for row in (3, 9, 15):
            bodies.append((Pos((col - reach) * across, (row - reach) * down, 0) * Cylinder(2, 0.2, align=_FLAT), BLACK))
    stone = solids.stone()
    for n, (col, row) in enumerate(((15, 3), (3, 15), (16, 15), (3, 3), (5, 2), (13, 16), (9, 9), (2, 5), (10, 9))):
        place = Pos((col - reach) * across, (reach - row) * down, 0.1)
        bodies.append((place * stone, WHITE if n % 2 else BLACK))
    for side, color in ((-1, BLACK), (1, WHITE)):
        x, y = wide / 2 + thick + 50, side * 60
        bodies.append((Pos(x, y, -high) * parts.button_housing(), PRINT))
        bodies.append((Pos(x, y, -high + 24) * solids.button_cap(), color))
    return [*bodies, (Pos(0, deep / 2 + 75, -high) * parts.controller_tray(), PRINT)]


SCENES = {
    "step_stone": (stone_in_pieces, (25, -60, 12), 480),
    "step_strips": (strips_on_wood, (40, -150, 150), 1100),
    "step_carriers": (carriers_on_strips, (40, -160, 120), 1100),
    "step_frame": (frame_and_bars, (70, -150, 130), 1100),
    "board": (whole_board, (60, -170, 170), 1100),
}
"""Name of the picture: what is drawn, where the eye is, width in pixels."""
