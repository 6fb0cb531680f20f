"""Write the firmware's pin table and the pin table of the docs from the board description.

``python -m hardware.pin_table`` writes both; with ``--check`` it only says whether they are up to date.
"""

import sys
from pathlib import Path

from hardware import board

ROOT = Path(__file__).resolve().parent.parent
FIRMWARE = ROOT / "firmware" / "hal" / "rp2" / "pins.py"
DOCS = ROOT / "docs" / "build" / "pins.md"


def firmware_text() -> str:
    """The MicroPython module of constants."""
    lines = [
        '"""Pins and layout of the board, made by ``python -m hardware.pin_table`` from ``hardware/board.py``.',
        "",
        "Change it there.",
        '"""',
        "",
        "from shared_rules.native import const",
        "",
    ]
    for name, value, comment in (*board.PINS, *board.CONSTANTS):
        lines.append(f"{name} = const({value})" + (f"  # {comment}" if comment else ""))
    inputs = ", ".join(str(i) for i in board.INPUTS)
    lines += ["", f"INPUTS = bytes(({inputs}))  # mux addresses in the order of a raw frame", ""]
    return "\n".join(lines)


def docs_text() -> str:
    """The pin table as Markdown."""
    lines = [
        "# Pins of the Pico",
        "",
        "Made by `python -m hardware.pin_table` from `hardware/board.py`; the firmware reads the same table.",
        "",
        "| GPIO | name | use |",
        "|---|---|---|",
    ]
    lines += [f"| GP{gpio} | `{name}` | {use} |" for name, gpio, use in board.PINS]
    free = ", ".join(f"GP{gpio}" for gpio in board.EXPANSION)
    lines += ["", f"Free, on the expansion header: {free}. GP23 to GP25 and GP29 belong to the Pico itself.", ""]
    lines += ["## Chain cable", "", "| pin | signal |", "|---|---|"]
    lines += [f"| {pin} | {net} |" for pin, net in enumerate(board.CHAIN_CABLE, 1)]
    return "\n".join(lines) + "\n"


def write() -> list[Path]:
    """Write both files; returns those whose text changed."""
    changed = []
    for path, text in ((FIRMWARE, firmware_text()), (DOCS, docs_text())):
        if not path.exists() or path.read_text() != text:
            path.parent.mkdir(parents=True, exist_ok=True)
            temporary = path.with_suffix(".tmp")
            temporary.write_text(text)
            temporary.replace(path)
            changed.append(path)
    return changed


def stale() -> list[Path]:
    """Files that differ from what the board description says."""
    return [p for p, text in ((FIRMWARE, firmware_text()), (DOCS, docs_text())) if p.read_text() != text]


if __name__ == "__main__":
    if "--check" in sys.argv:
        old = stale()
        print("\n".join(f"{path} is out of date: run python -m hardware.pin_table" for path in old) or "up to date")
        sys.exit(1 if old else 0)
    print("\n".join(f"wrote {path}" for path in write()) or "nothing to change")
