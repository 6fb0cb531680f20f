"""What a circuit is: kinds of parts, parts with their nets, and the board that they sit on."""

from dataclasses import dataclass, field

NO_CONNECT = "NC"
"""Net of a pin that is left open on purpose."""


@dataclass(frozen=True)
class Kind:
    """A part as it is bought.

    ``pins``: (number, name, electrical type of KiCad); ``footprint``: library and name in KiCad's libraries;
    ``second``: a drop-in replacement; ``price``: estimate in euro for one, bought for one board.
    """

    name: str
    description: str
    footprint: str
    pins: tuple[tuple[str, str, str], ...]
    maker: str
    mpn: str
    second: str
    price: float
    prefix: str
    library: str = ""


@dataclass
class Part:
    """One part on a board: ``nets`` by pin number, place in mm from the board's top left corner, turned by degrees."""

    ref: str
    kind: Kind
    value: str
    nets: dict[str, str]
    x: float
    y: float
    turn: int = 0
    fitted: bool = True
    section: str = ""


@dataclass
class Circuit:
    """A board: its parts, outline in mm, holes (x, y, diameter).

    On the silkscreen: ``texts`` (x, y, height, text), ``back_texts`` on the other side, ``marks`` as lines (x0, y0, x1,
    y1). ``cut``: x of a line along which the board may be sawn, 0 for none. ``section``: heading in the schematic of
    the parts that are added next.
    """

    name: str
    title: str
    width: float
    height: float
    thickness: float
    parts: list[Part] = field(default_factory=list)
    holes: list[tuple[float, float, float]] = field(default_factory=list)
    texts: list[tuple[float, float, float, str]] = field(default_factory=list)
    back_texts: list[tuple[float, float, float, str]] = field(default_factory=list)
    marks: list[tuple[float, float, float, float]] = field(default_factory=list)
    power: tuple[str, ...] = ()
    wide: tuple[str, ...] = ()
    cut: float = 0.0
    section: str = ""

    def add(self, ref, kind, nets, x, y, turn=0, value="", fitted=True) -> Part:
        """Put a part on the board; ``nets``: net names in the order of ``kind.pins``, or a dict by pin number.

        ``ValueError`` if the reference is taken or a pin is forgotten.
        """
        if isinstance(nets, (tuple, list)):
            if len(nets) != len(kind.pins):
                raise ValueError(f"{ref}: {len(kind.pins)} pins, {len(nets)} nets")
            nets = {number: net for (number, _, _), net in zip(kind.pins, nets, strict=True)}
        if set(nets) != {number for number, _, _ in kind.pins}:
            raise ValueError(f"{ref}: nets for pins {sorted(nets)} of {kind.name}")
        if any(part.ref == ref for part in self.parts):
            raise ValueError(f"{ref} is used twice")
        part = Part(ref, kind, value or kind.name, dict(nets), x, y, turn, fitted, self.section)
        self.parts.append(part)
        return part

    def part(self, ref) -> Part:
        """The part with this reference; ``KeyError`` if there is none."""
        for part in self.parts:
            if part.ref == ref:
                return part
        raise KeyError(ref)

    def nets(self) -> dict[str, list[tuple[str, str]]]:
        """Of every net the (reference, pin number) on it, without open pins."""
        nets: dict[str, list[tuple[str, str]]] = {}
        for part in self.parts:
            for number, net in part.nets.items():
                if net != NO_CONNECT:
                    nets.setdefault(net, []).append((part.ref, number))
        return nets
