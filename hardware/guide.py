"""The tables of the build guide: wiring, measures and order list.

``python -m hardware.guide`` writes them; ``--check`` compares.
Prices are estimates in euro for one board, without shipping and tools.
"""

import sys
from pathlib import Path

from hardware import board
from hardware.build import parts_list
from hardware.design import case
from hardware.design.budget import PICO_3V3_LIMIT_MA, USB_CHARGER_MA, USB_PORT_MA, budget
from hardware.design.case import carriers
from hardware.design.controller import controller
from hardware.design.half_strip import half_strip
from hardware.guide_pictures import chains_picture, stack_picture

DOCS = Path(__file__).resolve().parent.parent / "docs" / "build"

# What is bought beside the parts on the boards: name, quantity for a size, euro each, remark.
_CABLE = "12-wire cable, two JST GH plugs, pin 1 to pin 1, 80 mm"
OTHERS = (
    ("half-strip boards, 1.0 mm, two layers", lambda size: size * board.CHAINS, 1.30, "minimum order is often 5 alike"),
    ("controller board, 1.6 mm, two layers", lambda size: 1, 3.00, "sold in fives"),
    (_CABLE, lambda size: board.CHAINS * (size - 1) + 1, 0.80, "one is cut in two for the far feed"),
    ("the same cable, 400 mm", lambda size: board.CHAINS, 1.50, "controller to the first half-strips"),
    ("sockets and pin strips 1 x 20, 2.54 mm", lambda size: 4, 0.60, "for the Pico; a Pico H has its pins"),
    ("USB data cable, micro-B", lambda size: 1, 3.00, "many cables only charge"),
    ("display SH1106 1.3 inch 128 x 64, I2C", lambda size: 1, 5.00, "look at the order of its pins"),
    ("socket leads 2.54 mm, set of 20", lambda size: 1, 2.00, "display, voice, lights"),
    ("key switches with cross-shaped stem", lambda size: 2, 0.60, "their spring is steel: 5 cm from the field"),
    ("leads with an XH plug, 2 wires, 300 mm", lambda size: 2, 0.50, "clock buttons"),
    ("wire 0.3 mm2 (AWG 22), m", lambda size: 4, 0.50, "far feed: two wires to each chain's end"),
    ("magnets 6 x 1 mm, N35", lambda size: spare(size * size), 0.045, "one per stone"),
    ("PLA or PETG, kg", lambda size: 0.001 * filament_g(size), 22.0, "half of the stones black, half white"),
    ("wood for top, frame and bars", lambda size: 1, 25.0, "sizes: see the measures"),
    ("brass wood screws 3 x 10 mm", lambda size: 2 * carriers(size) + 4, 0.06, "carriers, top on corners"),
    ("brass wood screws 3 x 12 mm", lambda size: 20, 0.06, "rails on corners, controller in its tray"),
    ("brass wood screws 3 x 30 mm", lambda size: 4, 0.12, "bars"),
    ("glue: two-component for magnets, wood glue", lambda size: 1, 8.0, ""),
)
OPTIONS = (
    ("voice module DFPlayer Mini, card, loudspeaker 0.5 W", 8.0, "loudspeaker 100 mm from the field; peaks of 200 mA"),
    ("lights SK6812, one per row and column", 9.0, "the firmware does not drive them yet; dim on a low cell"),
    ("protected lithium cell 2000 mAh with JST PH plug", 9.0, "+ at pin 1; no steel can near the field"),
    ("switch and lead for J9", 1.0, "a jumper does as well"),
)
_PART_G = {"stone": 2.65, "carrier": 15.0, "other": 170.0}
"""Weight of a stone with its plug, of a carrier, and of all other prints together, printed full."""


def filament_g(size: int) -> float:
    """Grams of filament for a set of stones and all printed parts."""
    return _PART_G["stone"] * size * size + _PART_G["carrier"] * carriers(size) + _PART_G["other"]


def bench_layer() -> float:
    """Millimetres between stone and half-strip on the bench, bare side up, that give the gap of the finished board."""
    heights = dict(board.STACK)
    return board.GAP - sum(height for text, height in heights.items() if "wood" not in text and "glue" not in text)


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
        "| size | sensors | at USB, charging | with voice and lights | from a cell, with them | hours on 2000 mAh |",
        "|---|---|---|---|---|---|",
    ]
    for size in (19, 15):
        for old in (True, False):
            worst = budget(size, old)
            lines.append(
                f"| {size} | {'older' if old else 'newer'} | {worst.usb_ma:.0f} mA | {worst.usb_options_ma:.0f} mA"
                f" | {worst.battery_options_ma:.0f} mA | {worst.battery_hours:.0f} |"
            )
    lines += [
        "",
        f"A computer's port gives {USB_PORT_MA:.0f} mA: enough without voice and lights. With them use a charger of"
        f" {USB_CHARGER_MA:.0f} mA or unplug",
        "the cell. Voice and lights together have a fuse of 0.5 A (F1), the cell has one of 1.1 A (F2). A cell plugged",
        "the wrong way round is kept out by Q3.",
        "",
    ]
    return "\n".join(lines)


def wiring_text() -> str:
    """``wiring.md``: every plug of the controller, pin by pin."""
    carrier = controller()
    lines = ["# Wiring", "", "Made by `python -m hardware.guide` from the board description.", ""]
    lines += ["![Both chains, seen from above](pictures/chains.svg)", ""]
    uses = {
        "J1": "left chain, cable to IN of the first left half-strip (the row farthest from Black)",
        "J2": "right chain, cable to IN of the first right half-strip",
        "J3": "clock button of Black, a contact that closes",
        "J4": "clock button of White, a contact that closes",
        "J5": "display",
        "J6": "voice module: VOICE_IN to its RX, VOICE_RX to its TX, VOICE_BUSY to BUSY",
        "J7": "lights along the edges",
        "J8": "battery, one protected lithium cell; look at the plug's polarity",
        "J9": "switch between battery and board, or a jumper; the cell charges with it open as well",
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
        "stays free, but for the far feed: half a cable whose wires 2 and 11 go on by 0.3 mm2 wire to J10 pin 1 (3V3)",
        "and wires 1 and 12 to J10 pin 2 (GND). Its other eight wires are cut short and insulated one by one.",
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


def measures_text() -> str:
    """``measures.md``: wood, carriers and cuts of every size."""
    lines = [
        "# Measures",
        "",
        "Made by `python -m hardware.guide` from the board description. Millimetres; width is left to right for Black.",
        "",
        "| | " + " | ".join(f"{size} x {size}, {variant}" for size, variant in _MADE) + " |",
        "|---|" + "---|" * len(_MADE),
    ]
    rows = {
        "pitch, columns x rows": lambda size, variant: "{:g} x {:g}".format(*board.PITCHES[variant]),
        f"top, {case.TOP:g} thick": lambda size, variant: "{:g} x {:g}".format(*case.top_size(size, variant)),
        "first line from the edge": lambda size, variant: f"{case.MARGIN:g}",
        "two rails at Black's and White's side": lambda size, variant: _wood(case.rails(size, variant)[0], *_RAIL),
        "two rails left and right": lambda size, variant: _wood(case.rails(size, variant)[1], *_RAIL),
        "two bars below the carriers": lambda size, variant: _wood(case.top_size(size, variant)[1], *case.BAR),
        "half-strips, left + right": lambda size, variant: f"{size} + {size}",
        "length of a half-strip": lambda size, variant: (
            f"{case.strip_length(size, variant):g}"
            + (" (cut)" if case.strip_length(size, variant) < half_strip(variant).width else "")
        ),
        "they reach beyond the last column": lambda size, variant: f"{case.overhang(size, variant):g}",
        "carriers": lambda size, variant: str(carriers(size)),
        "columns of carriers, from column 1": lambda size, variant: ", ".join(
            f"{x:g}" for x in case.peg_columns(size, variant)
        ),
    }
    for name, value in rows.items():
        lines.append(f"| {name} | " + " | ".join(value(size, variant) for size, variant in _MADE) + " |")
    lines += [
        "",
        f"On the bench, {bench_layer():.2f} mm between stone and half-strip (bare side up) make the gap of the finished"
        f" board, {board.GAP:g} mm",
        "from magnet to sensor.",
        "",
    ]
    return "\n".join(lines)


_MADE = [(size, variant) for size in (19, 15) for variant in board.PITCHES]
_RAIL = (case.RAIL_THICKNESS, case.RAIL_HEIGHT)


def _wood(length, thick, high) -> str:
    return f"{length:g} x {thick:g} x {high:g}"


def texts() -> dict[Path, str]:
    """The files with their text."""
    return {
        DOCS / "parts.md": parts_text(),
        DOCS / "wiring.md": wiring_text(),
        DOCS / "measures.md": measures_text(),
        DOCS / "pictures" / "stack.svg": stack_picture(),
        DOCS / "pictures" / "chains.svg": chains_picture(),
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
