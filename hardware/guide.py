"""The tables of the build guide: wiring and order list. ``python -m hardware.guide`` writes them; ``--check`` compares.

Prices are estimates in euro for one board, without shipping and tools.
"""

import sys
from pathlib import Path

from hardware import board
from hardware.build import parts_list
from hardware.design.budget import PICO_3V3_LIMIT_MA, budget
from hardware.design.controller import controller
from hardware.design.half_strip import half_strip

DOCS = Path(__file__).resolve().parent.parent / "docs" / "build"

# What is bought beside the parts on the boards: name, quantity for a size, euro each, remark.
_CABLE = "12-wire cable, JST GH plugs straight through, 80 mm"
OTHERS = (
    ("half-strip boards, 1.0 mm, two layers", lambda size: size * board.CHAINS, 1.30, "minimum order is often 5 alike"),
    ("controller board, 1.6 mm, two layers", lambda size: 1, 3.00, "sold in fives"),
    (_CABLE, lambda size: board.CHAINS * (size - 1), 0.80, "plugs GHR-12V-S, crimped wires"),
    ("the same cable, 400 mm", lambda size: board.CHAINS, 1.50, "controller to the first half-strips"),
    ("sockets 1 x 20, 2.54 mm", lambda size: 2, 0.60, "for the Pico"),
    ("display SH1106 1.3 inch 128 x 64, I2C", lambda size: 1, 5.00, "look at the order of its pins"),
    ("key switches with cross-shaped stem", lambda size: 2, 0.60, "their spring is steel: 5 cm from the field"),
    ("magnets 6 x 1 mm, N35", lambda size: size * size, 0.045, "one per stone"),
    ("PLA or PETG, kg", lambda size: 0.001 * (2.7 * size * size + 300), 22.0, "stones, carriers, jig, caps"),
    ("wood for the top, 4 mm, and the frame", lambda size: 1, 20.0, "no steel screws: brass or nylon"),
)
OPTIONS = (
    ("voice module DFPlayer Mini, card, loudspeaker 0.5 W", 8.0, "loudspeaker 100 mm from the field"),
    ("lights SK6812, one per row and column", 9.0, ""),
    ("protected lithium cell 2000 mAh with JST PH plug", 9.0, "look at the polarity of the plug"),
)


def spare(quantity: int) -> int:
    """What to order: 3 % more of what is soldered in numbers, at least one."""
    return quantity + max(1, quantity * 3 // 100) if quantity >= 10 else quantity


def order_list(size: int) -> list[tuple[str, str, int, float, str]]:
    """(part, maker's number, quantity to order, euro each, second source) of all parts that are soldered."""
    strips = size * board.CHAINS
    unused = strips * board.SITES - size * size
    rows: dict[str, list] = {}
    for circuit, count in ((half_strip("go"), strips), (controller(), 1)):
        for row in parts_list(circuit):
            entry = rows.setdefault(row["mpn"], [row["description"], 0, row["euro each"], row["second source"]])
            entry[1] += row["quantity"] * count
            if row["part"] == "DRV5055A1":
                entry[1] -= unused
    return [(text, mpn, spare(count), each, second) for mpn, (text, count, each, second) in rows.items()]


def cost(size: int) -> float:
    """Estimate in euro of everything but the options."""
    soldered = sum(count * each for _, _, count, each, _ in order_list(size))
    return soldered + sum(quantity(size) * each for _, quantity, each, _ in OTHERS)


def parts_text() -> str:
    """``parts.md``: the order list with costs, and the currents."""
    lines = [
        "# Order list",
        "",
        "Made by `python -m hardware.guide` from the board description. Prices are estimates in euro for one board,",
        "without shipping. Quantities above ten include 3 % to spare; points without a sensor are not counted.",
        "",
    ]
    for size in (19, 15):
        lines += [f"## {size} x {size}: about {cost(size):.0f} euro", ""]
        lines += ["| part | number | order | each | together | second source |", "|---|---|---|---|---|---|"]
        for text, mpn, count, each, second in order_list(size):
            lines.append(f"| {text} | {mpn} | {count} | {each:.2f} | {count * each:.2f} | {second} |")
        for text, quantity, each, remark in OTHERS:
            count = quantity(size)
            shown = f"{count:.1f}" if isinstance(count, float) else str(count)
            lines.append(f"| {text} | | {shown} | {each:.2f} | {count * each:.2f} | {remark} |")
        lines.append("")
    lines += ["## If you like", "", "| part | euro | remark |", "|---|---|---|"]
    lines += [f"| {text} | {each:.2f} | {remark} |" for text, each, remark in OPTIONS]
    lines += [
        "",
        "## Currents",
        "",
        "Worst case, computed by `hardware/design/budget.py` and asserted by the tests: all ten sites of both",
        f"half-strips, greatest currents of the datasheet. The Pico gives {PICO_3V3_LIMIT_MA:.0f} mA at 3.3 V.",
        "",
        "| size | sensors | at 3.3 V | lost on the way | sensors get | the same without the far feed | on average |",
        "|---|---|---|---|---|---|---|",
    ]
    for size in (19, 15):
        for old in (True, False):
            far, near = budget(size, old), budget(size, old, far_feed=False)
            lines.append(
                f"| {size} | {'older' if old else 'newer'} | {far.supply_3v3_ma:.0f} mA | {far.drop_mv:.0f} mV"
                f" | {far.least_v:.2f} V | {near.least_v:.2f} V | {far.average_ma:.0f} mA |"
            )
    lines += [
        "",
        "A sensor needs 3.0 V. Older silicon draws 6 mA a sensor, newer 2 mA: measure one, or lay the far feed.",
        "",
    ]
    return "\n".join(lines)


def wiring_text() -> str:
    """``wiring.md``: every plug of the controller, pin by pin."""
    carrier = controller()
    lines = ["# Wiring", "", "Made by `python -m hardware.guide` from the board description.", ""]
    uses = {
        "J1": "left chain, cable to IN of the first left half-strip (the row farthest from Black)",
        "J2": "right chain, cable to IN of the first right half-strip",
        "J3": "clock button of Black, a contact that closes",
        "J4": "clock button of White, a contact that closes",
        "J5": "display",
        "J6": "voice module: VOICE_IN to its RX, VOICE_RX to its TX, VOICE_BUSY to BUSY",
        "J7": "lights along the edges",
        "J8": "battery, one protected lithium cell",
        "J9": "switch in the battery's line, or a jumper",
        "J10": "free pins; pins 1 and 2 also feed the far end of both chains",
    }
    for ref, use in uses.items():
        part = carrier.part(ref)
        lines += [f"## {ref}: {use}", "", "| pin | signal |", "|---|---|"]
        lines += [f"| {number} | {net} |" for number, net in part.nets.items() if number != "MP"]
        lines.append("")
    lines += [
        "## Half-strips",
        "",
        "Cable from OUT of each half-strip to IN of the next one towards Black, pin 1 to pin 1. After the last one OUT",
        "stays free, but for the far feed: a wire of 0.3 mm2 from J10 pin 1 (3V3) to its pins 2 or 11, one from J10",
        "pin 2 (GND) to its pins 1 or 12.",
        "",
        "| board | half-strips | left chain | right chain |",
        "|---|---|---|---|",
    ]
    for size in (19, 15):
        left = board.left_columns(size)
        lines.append(
            f"| {size} x {size} | {size} + {size} | columns 1 to {left}, sites 0 to {left - 1}"
            f" | columns {left + 1} to {size}, sites 0 to {size - left - 1} |"
        )
    return "\n".join([*lines, ""])


def stack_picture() -> str:
    """A section through stone, wood and board as SVG, 12 px to the mm."""
    scale, left, width = 12, 20, 360
    colors = ("#f4f4f4", "#d9b77c", "#ffffff", "#2f6f4f", "#555555")
    top = board.MAGNET_HEIGHT + 3
    middle = left + width / 2
    total = top + sum(height for _, height in board.STACK) + 2
    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 760 {total * scale:.0f}" font-family="sans-serif"'
        ' font-size="13">',
        f'<path d="M{middle - 132} {top * scale} Q{middle} {-2 * scale} {middle + 132} {top * scale} Z" fill="#f4f4f4"'
        ' stroke="#888"/>',
        f'<rect x="{middle - 36}" y="{(top - 1) * scale}" width="72" height="{scale}" fill="#c33"/>',
        f'<text x="{left + width + 28}" y="{(top - 1) * scale:.0f}">magnet {board.MAGNET} mm in the stone</text>',
    ]
    y, label = top, (top - 1) * scale
    for (text, height), color in zip(board.STACK, colors, strict=True):
        x, wide = (middle - 132, 264) if color == colors[0] else (left, width)
        if color == colors[-1]:
            x, wide = middle - 18, 36
        out.append(
            f'<rect x="{x:.0f}" y="{y * scale:.1f}" width="{wide}" height="{height * scale:.1f}" fill="{color}"'
            ' stroke="#888" stroke-width="0.5"/>'
        )
        middle_of_it = (y + height / 2) * scale
        label = max(label + 18, middle_of_it + 4)
        right = x + wide if color != colors[0] else middle + 132
        out.append(
            f'<path d="M{right:.0f} {middle_of_it:.0f} L{left + width + 24} {label - 4:.0f}" stroke="#888" fill="none"'
            f' stroke-width="0.5"/><text x="{left + width + 28}" y="{label:.0f}">{text}: {height:g} mm</text>'
        )
        y += height
    return "\n".join([*out, "</svg>", ""])


def texts() -> dict[Path, str]:
    """The files with their text."""
    return {
        DOCS / "parts.md": parts_text(),
        DOCS / "wiring.md": wiring_text(),
        DOCS / "pictures" / "stack.svg": stack_picture(),
    }


def stale() -> list[Path]:
    """Files that differ from what the description says."""
    return [path for path, text in texts().items() if not path.exists() or path.read_text() != text]


def main() -> int:
    """Write what changed; with ``--check`` only say so, exit status 1 if something would change."""
    old = stale()
    for path in old:
        if "--check" in sys.argv:
            print(f"{path} is out of date: run python -m hardware.guide")
        else:
            temporary = path.with_suffix(".tmp")
            temporary.write_text(texts()[path])
            temporary.replace(path)
            print("wrote", path)
    return 1 if old and "--check" in sys.argv else 0


if __name__ == "__main__":
    sys.exit(main())
