"""Reads a routed board from its ``.kicad_pcb`` file: parts, pads, nets, places. Nothing of the description is used."""

import math
import re

from hardware.kicad import project

ORIGIN = 50.0
"""x and y of every board's top left corner on its sheet, in mm."""


class Pad:
    """A pad: its part, number, net and place in mm from the board's top left corner."""

    def __init__(self, ref, number, net, x, y):
        self.ref, self.number, self.net, self.x, self.y = ref, number, net, x, y

    def distance(self, other):
        """Middle to middle in mm."""
        return math.hypot(self.x - other.x, self.y - other.y)


class Routed:
    """A board: ``pads``; by reference ``values``, ``places`` (x, y) in mm."""

    def __init__(self, name):
        text = (project.BOARDS / name / f"{name}.kicad_pcb").read_text()
        self.name, self.pads, self.values, self.places = name, [], {}, {}
        for block in re.split(r"\n\t\(footprint ", text)[1:]:
            ref = re.search(r'\(property "Reference" "([^"]+)"', block)[1]
            self.values[ref] = re.search(r'\(property "Value" "([^"]+)"', block)[1]
            x, y, turn = re.search(r"\n\t\t\(at (\S+) ([^\s)]+) ?([^)]*)\)", block).groups()
            x, y, turn = float(x) - ORIGIN, float(y) - ORIGIN, math.radians(float(turn or 0))
            self.places[ref] = (x, y)
            for number, body in re.findall(r'\n\t\t\(pad "([^"]*)"(.*?)\n\t\t\)', block, re.DOTALL):
                dx, dy = (float(v) for v in re.search(r"\(at (\S+) ([^\s)]+)", body).groups())
                net = re.search(r'\(net \d+ "([^"]*)"\)', body)
                across, down = dx * math.cos(turn) + dy * math.sin(turn), dy * math.cos(turn) - dx * math.sin(turn)
                self.pads.append(Pad(ref, number, net[1] if net else "", x + across, y + down))

    def pad(self, ref, number):
        """One pad; ``StopIteration`` if there is none."""
        return next(pad for pad in self.pads if (pad.ref, pad.number) == (ref, str(number)))

    def nets(self, ref):
        """Net by pad number."""
        return {pad.number: pad.net for pad in self.pads if pad.ref == ref}

    def on(self, net):
        """Pads of a net."""
        return [pad for pad in self.pads if pad.net == net]

    def between(self, prefix, one, other):
        """References like ``R1`` of the parts that have these two nets and no other."""
        refs = {pad.ref for pad in self.pads if re.fullmatch(rf"{prefix}\d+", pad.ref)}
        return sorted(ref for ref in refs if set(self.nets(ref).values()) == {one, other})

    def behind(self, net):
        """Nets that are one resistor away from ``net``, without supply and ground."""
        refs = {pad.ref for pad in self.on(net) if re.fullmatch(r"R\d+", pad.ref)}
        return {other for ref in refs for other in self.nets(ref).values()} - {net, "GND", "3V3"}

    def ohms(self, ref):
        """Resistance from the value, such as ``R_4k7``."""
        whole, unit, part = re.fullmatch(r"R_(\d+)(k?)(\d*)", self.values[ref]).groups()
        return float(f"{whole}.{part or 0}") * (1000 if unit else 1)
