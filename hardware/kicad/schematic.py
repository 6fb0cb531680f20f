"""Writes a circuit as a KiCad 9 schematic: a box per part, a global label on every pin.

The same circuit gives the same bytes: identifiers are hashes of names. Symbols are our own, made from the pins of
``hardware.design.parts``, so that nothing depends on the version of a library.
"""

import uuid

from hardware.design.circuit import NO_CONNECT, Circuit, Kind, Part

GRID = 2.54
_SPACE = uuid.UUID("6f1c9d0e-3f4e-5a53-9a55-0d6c4b1f7a10")
COLUMN_WIDTH, TOP, LEFT, BOTTOM = 63.5, 25.4, 38.1, 190.0


def identifier(*names: str) -> str:
    """A UUID that depends on the names alone."""
    return str(uuid.uuid5(_SPACE, "/".join(names)))


def _number(value: float) -> str:
    return f"{value:.4f}".rstrip("0").rstrip(".")


def _sides(kind: Kind):
    """Pins of the left and of the right side of the box."""
    half = (len(kind.pins) + 1) // 2
    return kind.pins[:half], kind.pins[half:]


def _box(kind: Kind) -> tuple[float, float]:
    """Half width and half height of the box in mm, on the grid."""
    rows = max(len(side) for side in _sides(kind))
    wide = len(kind.pins) > 2
    return (GRID * 4 if wide else GRID), GRID * rows / 2 + (0 if rows % 2 else GRID / 2)


def pin_places(kind: Kind) -> dict[str, tuple[float, float, int]]:
    """Of every pin number (x, y upwards, side) where a wire joins it: side 0 left, 1 right."""
    half_width, _ = _box(kind)
    places = {}
    for side, pins in enumerate(_sides(kind)):
        top = GRID * ((len(_sides(kind)[0]) - 1) // 2)
        for k, (number, _, _) in enumerate(pins):
            places[number] = ((half_width + GRID) * (1 if side else -1), top - GRID * k, side)
    return places


_STROKE = "(stroke (width 0.254) (type default))"


def _lines(*paths) -> str:
    points = (" ".join(f"(xy {_number(x)} {_number(y)})" for x, y in path) for path in paths)
    return " ".join(f"(polyline (pts {path}) {_STROKE} (fill (type none)))" for path in points)


def _shape(kind, half_width, top, bottom) -> str:
    """Plates of a capacitor, triangle and bar of a diode (cathode is pin 1, at the left), a box for all else."""

    def leads(x):
        return ((-half_width, 0), (-x, 0)), ((x, 0), (half_width, 0))

    if kind.prefix == "C":
        return _lines(*leads(0.5), ((-0.5, 1.5), (-0.5, -1.5)), ((0.5, 1.5), (0.5, -1.5)))
    if kind.prefix == "D":
        triangle = ((1.0, 1.2), (1.0, -1.2), (-1.0, 0), (1.0, 1.2))
        return _lines(*leads(1.0), triangle, ((-1.0, 1.2), (-1.0, -1.2)))
    return (
        f"(rectangle (start {_number(-half_width)} {_number(top)}) (end {_number(half_width)} {_number(bottom)})"
        f" {_STROKE} (fill (type background)))"
    )


def _symbol(kind: Kind, prefix: str) -> list[str]:
    half_width, _ = _box(kind)
    places = pin_places(kind)
    ys = [y for _, y, _ in places.values()]
    names = "" if len(kind.pins) > 2 else " (hide yes)"
    lines = [
        f'(symbol "{prefix}{kind.name}" (pin_names (offset 0.5){names}) (exclude_from_sim no)'
        " (in_bom yes) (on_board yes)",
        _property("Reference", kind.prefix, 0, max(ys) + GRID * 2),
        _property("Value", kind.name, 0, min(ys) - GRID * 2),
        _property("Footprint", kind.footprint, 0, 0, hidden=True),
        _property("Datasheet", "", 0, 0, hidden=True),
        _property("Description", kind.description, 0, 0, hidden=True),
        f'(symbol "{kind.name}_0_1" {_shape(kind, half_width, max(ys) + GRID / 2, min(ys) - GRID / 2)})',
        f'(symbol "{kind.name}_1_1"',
    ]
    for number, name, electric in kind.pins:
        x, y, side = places[number]
        lines.append(
            f"(pin {electric} line (at {_number(x)} {_number(y)} {180 if side else 0}) (length {GRID})"
            f' (name "{name}" {_font()}) (number "{number}" {_font()}))'
        )
    return [*lines, "))"]


FLAG = Kind("PWR_FLAG", "net has a source", "", (("1", "pwr", "power_out"),), "", "", "", 0.0, "#FLG")


def _font(extra: str = "", size: float = 1.27) -> str:
    return f"(effects (font (size {size} {size})){extra})"


def _property(name, value, x, y, hidden=False):
    hide = " (hide yes)" if hidden else ""
    return f'(property "{name}" "{value}" (at {_number(x)} {_number(y)} 0) {_font(hide)})'


def _label(circuit, net, x, y, side, key):
    turn, justify = (0, "left") if side else (180, "right")
    return (
        f'(global_label "{net}" (shape passive) (at {_number(x)} {_number(y)} {turn}) (fields_autoplaced yes)'
        f" {_font(f' (justify {justify})')}"
        f' (uuid "{identifier(circuit.name, key)}")'
        f' (property "Intersheetrefs" "${{INTERSHEET_REFS}}" (at {_number(x)} {_number(y)} 0)'
        f" {_font(' (hide yes)')}))"
    )


def _instance(circuit, part, x, y, root):
    kind = part.kind
    flag = kind is FLAG
    ys = [dy for _, dy, _ in pin_places(kind).values()]
    fitted = "no" if part.fitted else "yes"
    on = "no" if flag else "yes"
    lines = [
        f'(symbol (lib_id "tengen:{kind.name}") (at {_number(x)} {_number(y)} 0) (unit 1) (exclude_from_sim no)'
        f' (in_bom {on}) (on_board {on}) (dnp {fitted}) (uuid "{identifier(circuit.name, part.ref)}")',
        _property("Reference", part.ref, x, y - max(ys) - GRID * 1.0),
        _property("Value", part.value, x, y - min(ys) + GRID * 1.0),
        _property("Footprint", kind.footprint, x, y, hidden=True),
        _property("Datasheet", "", x, y, hidden=True),
        _property("Description", kind.description, x, y, hidden=True),
    ]
    if not flag:
        lines += [
            _property("Manufacturer", kind.maker, x, y, hidden=True),
            _property("MPN", kind.mpn, x, y, hidden=True),
        ]
        lines.append(_property("Second source", kind.second, x, y, hidden=True))
    lines += [f'(pin "{n}" (uuid "{identifier(circuit.name, part.ref, n)}"))' for n, _, _ in kind.pins]
    lines.append(f'(instances (project "{circuit.name}" (path "/{root}" (reference "{part.ref}") (unit 1))))' + ")")
    return lines


def schematic_text(circuit: Circuit) -> str:
    """The ``.kicad_sch`` file."""
    root = identifier(circuit.name)
    flags = [
        Part(f"#FLG{k:02d}", FLAG, "PWR_FLAG", {"1": net}, 0, 0, section="Sources")
        for k, net in enumerate(_flagged(circuit), 1)
    ]
    kinds = {part.kind.name: part.kind for part in [*circuit.parts, *flags]}
    out = [
        f'(kicad_sch (version 20250114) (generator "tengen") (generator_version "9.0") (uuid "{root}") (paper "A3")',
        f'(title_block (title "{circuit.title}") (rev "1") (company "Tengen"))',
        "(lib_symbols",
    ]
    for name in sorted(kinds):
        out += _symbol(kinds[name], "tengen:")
    out.append(")")
    x, y, section = LEFT, TOP, ""
    for part in [*circuit.parts, *flags]:
        places = pin_places(part.kind)
        ys = [dy for _, dy, _ in places.values()]
        room = max(ys) - min(ys) + GRID * (3 if part.section == section else 11)
        if y + room > BOTTOM + TOP:
            x, y = x + COLUMN_WIDTH, TOP
        if part.section != section:
            section = part.section
            y += GRID * 2 if y > TOP else 0
            out.append(_heading(circuit, section, x - GRID * 8, y - GRID))
            y += GRID * 2
        at = y + max(ys)
        out += _instance(circuit, part, x, at, root)
        for number, net in part.nets.items():
            dx, dy, side = places[number]
            px, py = x + dx, at - dy
            if net == NO_CONNECT:
                key = identifier(circuit.name, part.ref, number, "open")
                if dict((n, t) for n, _, t in part.kind.pins)[number] != "no_connect":
                    out.append(f'(no_connect (at {_number(px)} {_number(py)}) (uuid "{key}"))')
            else:
                out.append(_label(circuit, net, px, py, side, f"{part.ref}/{number}/{net}"))
        y = at - min(ys) + GRID * 4
    out += ['(sheet_instances (path "/" (page "1")))', "(embedded_fonts no))", ""]
    return "\n".join(out)


def _heading(circuit, words, x, y):
    font = "(effects (font (size 2.54 2.54) (bold yes)) (justify left))"
    return (
        f'(text "{words}" (exclude_from_sim no) (at {_number(x)} {_number(y)} 0) {font}'
        f' (uuid "{identifier(circuit.name, "section", words)}"))'
    )


def _flagged(circuit: Circuit) -> list[str]:
    """Power nets without a source of their own on this board."""
    types = {(part.ref, n): t for part in circuit.parts for n, _, t in part.kind.pins}
    return [net for net in circuit.power if not any(types[pin] == "power_out" for pin in circuit.nets()[net])]


def library_text(circuits: list[Circuit]) -> str:
    """The project's symbol library with every kind of part."""
    kinds = {part.kind.name: part.kind for circuit in circuits for part in circuit.parts} | {FLAG.name: FLAG}
    out = ['(kicad_symbol_lib (version 20241209) (generator "tengen") (generator_version "9.0")']
    for name in sorted(kinds):
        out += _symbol(kinds[name], "")
    return "\n".join([*out, ")", ""])
