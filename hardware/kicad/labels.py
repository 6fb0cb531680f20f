"""Finds room on the silkscreen for the parts' names: beside the part and, where it can be, on nothing else."""

from dataclasses import dataclass

WIDTH_PER_HEIGHT = 1.05
"""Room a letter takes, as a part of its height."""
MARGIN = 0.15


@dataclass(frozen=True)
class Box:
    """A rectangle in mm, y downwards."""

    x0: float
    y0: float
    x1: float
    y1: float

    def overlap(self, other: "Box") -> float:
        """Area in mm2 that two boxes share."""
        wide = min(self.x1, other.x1) - max(self.x0, other.x0)
        high = min(self.y1, other.y1) - max(self.y0, other.y0)
        return wide * high if wide > 0 and high > 0 else 0.0


def _around(x, y, wide, high):
    return Box(x - wide / 2, y - high / 2, x + wide / 2, y + high / 2)


def _candidates(part: Box, letters: int, height: float):
    """(x, y, upright, box) beside a part: below, above, right and left, lying first, then upright."""
    middle_x, middle_y = (part.x0 + part.x1) / 2, (part.y0 + part.y1) / 2
    for upright in (False, True):
        wide, high = letters * height * WIDTH_PER_HEIGHT, height
        if upright:
            wide, high = high, wide
        dx, dy = wide / 2 + MARGIN, high / 2 + MARGIN
        for slide in (0.0, 0.35, -0.35):
            along_x, along_y = slide * (part.x1 - part.x0), slide * (part.y1 - part.y0)
            for x, y in (
                (middle_x + along_x, part.y1 + dy),
                (middle_x + along_x, part.y0 - dy),
                (part.x1 + dx, middle_y + along_y),
                (part.x0 - dx, middle_y + along_y),
            ):
                yield x, y, upright, _around(x, y, wide, high)


def label_places(
    parts: dict[str, Box], taken: list[Box], board: Box, height: float
) -> dict[str, tuple[float, float, bool]]:
    """Place of every part's name, (x, y, upright), for letters of ``height`` mm.

    ``parts``: the room each part takes; ``taken``: what else is on the silkscreen, and holes. Small parts choose first.
    """
    places = {}
    taken = list(taken)
    bodies = list(parts.values())
    for ref in sorted(parts, key=lambda ref: ((parts[ref].x1 - parts[ref].x0) * (parts[ref].y1 - parts[ref].y0), ref)):
        best = None
        for x, y, upright, box in _candidates(parts[ref], len(ref), height):
            outside = (box.x1 - box.x0) * (box.y1 - box.y0) - box.overlap(board)
            cost = outside * 10 + sum(box.overlap(other) for other in taken + bodies)
            if best is None or cost < best[0] - 1e-9:
                best = (cost, (x, y, upright), box)
        places[ref] = best[1]
        taken.append(best[2])
    return places
