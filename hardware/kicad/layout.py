"""Places the parts of a circuit, routes them and saves the board: run by KiCad's own Python.

``/usr/bin/python3 -m hardware.kicad.layout half_strip_go`` after ``python -m hardware.kicad.project``. The nets come
from the schematic through ``kicad-cli``, not from the description, so that the board follows what is drawn. The
routed board is committed; it is made anew only when the circuit changes.
"""

import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pcbnew

from hardware.design.circuit import Circuit
from hardware.kicad import project
from hardware.kicad.labels import Box, label_places
from hardware.kicad.route import Pad, Router, Task, segments

FOOTPRINTS = Path("/usr/share/kicad/footprints")
EDGE = 0.4
NAME_HEIGHT = 0.8
"""Of the parts' names on the silkscreen."""
STITCH = 5.0
HOLES = {2.2: "MountingHole_2.2mm_M2", 3.2: "MountingHole_3.2mm_M3"}
HOLE = "MH"
"""Reference of the mounting holes, which are on the board alone."""
LAYERS = (pcbnew.F_Cu, pcbnew.B_Cu)
ORIGIN = 50.0
"""The board's top left corner on the sheet, in mm."""


def _mm(value):
    return pcbnew.FromMM(float(value))


def _at(x, y):
    return pcbnew.VECTOR2I(_mm(ORIGIN + x), _mm(ORIGIN + y))


def netlist(schematic: Path) -> tuple[dict[tuple[str, str], str], dict[str, ElementTree.Element]]:
    """Net of every (reference, pin), and the component elements by reference, as KiCad sees the schematic."""
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "net.xml"
        subprocess.run(
            ["kicad-cli", "sch", "export", "netlist", "--format", "kicadxml", "-o", str(out), str(schematic)],
            check=True,
            stdout=subprocess.DEVNULL,
        )
        tree = ElementTree.parse(out)
    nets = {
        (node.get("ref"), node.get("pin")): net.get("name") for net in tree.iter("net") for node in net.iter("node")
    }
    return nets, {component.get("ref"): component for component in tree.iter("comp")}


def place(circuit: Circuit, board, nets, components):
    """Footprints with their nets, outline, holes and texts."""
    known = {}
    for name in sorted(set(nets.values())):
        known[name] = pcbnew.NETINFO_ITEM(board, name)
        board.Add(known[name])
    for part in circuit.parts:
        library, name = part.kind.footprint.split(":")
        footprint = pcbnew.FootprintLoad(str(FOOTPRINTS / f"{library}.pretty"), name)
        footprint.SetFPID(pcbnew.LIB_ID(library, name))
        footprint.SetReference(part.ref)
        footprint.SetValue(part.value)
        footprint.SetPath(pcbnew.KIID_PATH("/" + components[part.ref].find("tstamps").text))
        for field in components[part.ref].iter("field"):
            if field.get("name") not in ("Footprint", "Datasheet", "Description"):
                footprint.SetField(field.get("name"), field.text or "")
        for field in footprint.GetFields():
            if field.GetName() not in ("Reference", "Value"):
                field.SetVisible(False)
        description = components[part.ref].find("description")
        footprint.SetField("Description", description.text if description is not None else "")
        board.Add(footprint)
        footprint.SetPosition(_at(part.x, part.y))
        footprint.SetOrientationDegrees(part.turn)
        for pad in footprint.Pads():
            net = nets.get((part.ref, pad.GetNumber()))
            if net:
                pad.SetNet(known[net])
    corners = [(0, 0), (circuit.width, 0), (circuit.width, circuit.height), (0, circuit.height)]
    for a, b in zip(corners, corners[1:] + corners[:1]):  # noqa: B905 (KiCad's Python may be older)
        _line(board, a, b, pcbnew.Edge_Cuts, 0.1)
    for k, (x, y, diameter) in enumerate(circuit.holes, 1):
        hole = pcbnew.FootprintLoad(str(FOOTPRINTS / "MountingHole.pretty"), HOLES[diameter])
        hole.SetFPID(pcbnew.LIB_ID("MountingHole", HOLES[diameter]))
        hole.SetReference(f"{HOLE}{k}")
        # Drilled, but no part: not in the schematic, nor in any list.
        hole.SetAttributes(pcbnew.FP_BOARD_ONLY | pcbnew.FP_EXCLUDE_FROM_POS_FILES | pcbnew.FP_EXCLUDE_FROM_BOM)
        for field in hole.GetFields():
            field.SetVisible(False)
        for pad in hole.Pads():
            pad.SetLocalClearance(_mm(EDGE))
        board.Add(hole)
        hole.SetPosition(_at(x, y))
    words = [_write(board, *text, pcbnew.F_SilkS) for text in circuit.texts]
    for text in circuit.back_texts:
        _write(board, *text, pcbnew.B_SilkS)
    for x0, y0, x1, y1 in circuit.marks:
        _line(board, (x0, y0), (x1, y1), pcbnew.F_SilkS, 0.15)
    _name_parts(circuit, board, words)
    return known


def _write(board, x, y, size, words, layer):
    text = pcbnew.PCB_TEXT(board)
    text.SetText(words)
    text.SetLayer(layer)
    text.SetPosition(_at(x, y))
    text.SetTextSize(pcbnew.VECTOR2I(_mm(size), _mm(size)))
    text.SetTextThickness(_mm(0.13))
    if layer == pcbnew.B_SilkS:
        # Upright once the board is turned about its long edge.
        text.SetMirrored(True)
        text.SetTextAngle(pcbnew.EDA_ANGLE(180, pcbnew.DEGREES_T))
    board.Add(text)
    return _box(text.GetBoundingBox())


def _box(box) -> Box:
    x0, y0 = pcbnew.ToMM(box.GetLeft()) - ORIGIN, pcbnew.ToMM(box.GetTop()) - ORIGIN
    return Box(x0, y0, x0 + pcbnew.ToMM(box.GetWidth()), y0 + pcbnew.ToMM(box.GetHeight()))


def _name_parts(circuit, board, words):
    """Put the parts' names where there is room on the silkscreen."""
    rooms = {}
    parts = [footprint for footprint in board.GetFootprints() if not footprint.GetReference().startswith(HOLE)]
    for footprint in parts:
        courtyard = footprint.GetCourtyard(pcbnew.F_CrtYd)
        rooms[footprint.GetReference()] = _box(courtyard.BBox())
    taken = words + [Box(x - d / 2, y - d / 2, x + d / 2, y + d / 2) for x, y, d in circuit.holes]
    taken += [Box(x0 - 0.1, y0 - 0.1, x1 + 0.1, y1 + 0.1) for x0, y0, x1, y1 in circuit.marks]
    places = label_places(rooms, taken, Box(0.3, 0.3, circuit.width - 0.3, circuit.height - 0.3), NAME_HEIGHT)
    for footprint in parts:
        x, y, upright = places[footprint.GetReference()]
        text = footprint.Reference()
        text.SetTextSize(pcbnew.VECTOR2I(_mm(NAME_HEIGHT), _mm(NAME_HEIGHT)))
        text.SetTextThickness(_mm(0.12))
        text.SetTextPos(_at(x, y))
        text.SetKeepUpright(False)
        text.SetTextAngle(pcbnew.EDA_ANGLE(90 if upright else 0, pcbnew.DEGREES_T))


def _line(board, a, b, layer, width):
    line = pcbnew.PCB_SHAPE(board)
    line.SetShape(pcbnew.SHAPE_T_SEGMENT)
    line.SetLayer(layer)
    line.SetWidth(_mm(width))
    line.SetStart(_at(*a))
    line.SetEnd(_at(*b))
    board.Add(line)


def _pad(box, net, through):
    x, y = pcbnew.ToMM(box.Centre().x) - ORIGIN, pcbnew.ToMM(box.Centre().y) - ORIGIN
    return Pad(net, x, y, pcbnew.ToMM(box.GetWidth()) / 2, pcbnew.ToMM(box.GetHeight()) / 2, through)


def task(circuit: Circuit, board) -> Task:
    """The router's view of the placed board."""
    pads = [Pad(None, x, y, d / 2 + 0.1, d / 2 + 0.1, True) for x, y, d in circuit.holes]
    for footprint in board.GetFootprints():
        for area in footprint.Zones():
            pads.append(_pad(area.GetBoundingBox(), None, True))
        for pad in footprint.Pads():
            through = pad.GetAttribute() in (pcbnew.PAD_ATTRIB_PTH, pcbnew.PAD_ATTRIB_NPTH)
            pads.append(_pad(pad.GetBoundingBox(), pad.GetNetname() or None, through))
    radius = (project.TRACK / 2, project.WIDE_TRACK / 2, project.VIA / 2)
    return Task(circuit.width, circuit.height, pads, set(circuit.wide), circuit.cut, radius, project.CLEARANCE, EDGE)


def draw(circuit: Circuit, board, routes, nets):
    """Tracks, vias and the ground planes."""
    for name, route in routes.items():
        width = project.WIDE_TRACK if name in circuit.wide else project.TRACK
        for path in route.paths:
            for layer, x0, y0, x1, y1 in segments(path):
                track = pcbnew.PCB_TRACK(board)
                track.SetStart(_at(x0, y0))
                track.SetEnd(_at(x1, y1))
                track.SetWidth(_mm(width))
                track.SetLayer(LAYERS[layer])
                track.SetNet(nets[name])
                board.Add(track)
        for row, col in sorted(route.vias):
            via = pcbnew.PCB_VIA(board)
            via.SetPosition(_at(col * 0.25, row * 0.25))
            via.SetDrill(_mm(project.VIA_DRILL))
            via.SetWidth(_mm(project.VIA))
            via.SetNet(nets[name])
            board.Add(via)
    # No plane across the cut: sawing through two planes could short them.
    spans = [(layer, EDGE, (circuit.cut or circuit.width) - 2 * EDGE) for layer in LAYERS]
    if circuit.cut:
        spans += [(layer, circuit.cut + 2 * EDGE, circuit.width - EDGE) for layer in LAYERS]
    for layer, x0, x1 in spans:
        zone = pcbnew.ZONE(board)
        zone.SetLayer(layer)
        zone.SetNet(nets["GND"])
        zone.SetLocalClearance(_mm(0.25))
        zone.SetMinThickness(_mm(0.25))
        zone.SetPadConnection(pcbnew.ZONE_CONNECTION_THERMAL)
        zone.SetThermalReliefGap(_mm(0.3))
        zone.SetThermalReliefSpokeWidth(_mm(0.4))
        zone.SetIslandRemovalMode(pcbnew.ISLAND_REMOVAL_MODE_ALWAYS)
        outline = zone.Outline()
        outline.NewOutline()
        for x, y in ((x0, EDGE), (x1, EDGE), (x1, circuit.height - EDGE), (x0, circuit.height - EDGE)):
            outline.Append(_mm(ORIGIN + x), _mm(ORIGIN + y))
        board.Add(zone)
    pcbnew.ZONE_FILLER(board).Fill(board.Zones())


def main(name: str, placed_only: bool = False):
    """Make ``boards/<name>/<name>.kicad_pcb``."""
    circuit = next(c for c in project.circuits() if c.name == name)
    folder = project.BOARDS / name
    nets, components = netlist(folder / f"{name}.kicad_sch")
    board = pcbnew.NewBoard(str(folder / f"{name}.kicad_pcb"))
    board.GetDesignSettings().SetBoardThickness(_mm(circuit.thickness))
    known = place(circuit, board, nets, components)
    if not placed_only:
        router = Router(task(circuit, board))
        routes = router.solve()
        router.stitch("GND", routes, STITCH)
        draw(circuit, board, routes, known)
    pcbnew.SaveBoard(str(folder / f"{name}.kicad_pcb"), board)
    # Saving writes the project file anew; the one that is made from the description counts.
    (folder / f"{name}.kicad_pro").write_text(project.project_text(circuit))


if __name__ == "__main__":
    main(sys.argv[1], "--placed-only" in sys.argv)
