"""Everything that a board house and a solderer need, made from the committed boards into ``build/hardware``.

``python -m hardware.build`` makes it; ``--check`` only runs ERC and DRC; ``--pictures`` also renews the boards'
pictures in the build guide. Needs KiCad 9 (``hardware/install.sh`` installs it). The interactive parts list needs
InteractiveHtmlBom in ``build/ibom`` (``make hardware`` puts it there).
"""

import csv
import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from hardware.design.circuit import Circuit
from hardware.kicad import project

ROOT = Path(__file__).resolve().parent.parent
OUT = ROOT / "build" / "hardware"
IBOM = ROOT / "build" / "ibom"
PICTURES = ROOT / "docs" / "build" / "pictures"
SHARE = Path("/usr/share/kicad")
_LONG, _CLOSE = (
    ("--width", "1800", "--height", "200", "--zoom", "6"),
    ("--width", "1400", "--height", "360", "--zoom", "11"),
)
VIEWS = {
    True: {
        "top": ("top", *_LONG),
        "bottom": ("bottom", *_LONG),
        "left": ("top", *_CLOSE, "--pan", "4.2,0,0"),
        "middle": ("top", *_CLOSE),
        "right": ("top", *_CLOSE, "--pan", "-4.2,0,0"),
    },
    False: {
        "top": ("top", "--width", "1400", "--height", "1000", "--zoom", "1.2"),
        "bottom": ("bottom", "--width", "1400", "--height", "1000", "--zoom", "1.2"),
    },
}
"""Renders of long boards and of others: side and view. Parts have bodies if ``kicad-packages3d`` is installed."""


class BuildError(Exception):
    """Something is missing or a check failed; the text says what to do."""


def _environment() -> dict[str, str]:
    """KiCad's libraries, with a configuration of its own so that nobody's settings count."""
    home = Path(tempfile.gettempdir()) / f"tengen-kicad-{os.getuid()}"
    tables = home / "9.0"
    tables.mkdir(parents=True, exist_ok=True)
    for name in ("sym-lib-table", "fp-lib-table"):
        shutil.copy(SHARE / "template" / name, tables / name)
    return os.environ | {
        "KICAD_CONFIG_HOME": str(home),
        "KICAD9_SYMBOL_DIR": str(SHARE / "symbols"),
        "KICAD9_FOOTPRINT_DIR": str(SHARE / "footprints"),
        "KICAD9_3DMODEL_DIR": os.environ.get("KICAD9_3DMODEL_DIR", str(SHARE / "3dmodels")),
    }


def kicad(*arguments, check=True) -> subprocess.CompletedProcess:
    """Run ``kicad-cli``; ``BuildError`` if it is missing or fails."""
    if not shutil.which("kicad-cli"):
        raise BuildError("kicad-cli is not installed: run hardware/install.sh, or install KiCad 9 with its libraries")
    command = ["kicad-cli", *map(str, arguments)]
    done = subprocess.run(command, env=_environment(), capture_output=True, text=True)
    if check and done.returncode:
        raise BuildError(f"{' '.join(command)}\n{done.stdout}{done.stderr}")
    return done


def is_long(circuit: Circuit) -> bool:
    """Whether a board is a strip, of which whole pictures show little."""
    return circuit.width > 3 * circuit.height


def rule_check(circuit: Circuit) -> dict[str, int]:
    """Counts of ERC and DRC: ``erc``, ``drc`` errors, ``unconnected``, ``parity``, ``warnings``; reports are kept."""
    folder = OUT / circuit.name
    folder.mkdir(parents=True, exist_ok=True)
    source = project.BOARDS / circuit.name / circuit.name
    erc, drc = folder / "erc.json", folder / "drc.json"
    kicad("sch", "erc", "--severity-all", "--format", "json", "-o", erc, f"{source}.kicad_sch")
    kicad("pcb", "drc", "--schematic-parity", "--severity-all", "--format", "json", "-o", drc, f"{source}.kicad_pcb")
    drawn = [v for sheet in json.loads(erc.read_text())["sheets"] for v in sheet["violations"]]
    found = json.loads(drc.read_text())
    return {
        "erc": len(drawn),
        "drc": sum(v["severity"] == "error" for v in found["violations"]),
        "unconnected": len(found["unconnected_items"]),
        "parity": len(found["schematic_parity"]),
        "warnings": sum(v["severity"] != "error" for v in found["violations"]),
    }


def parts_list(circuit: Circuit) -> list[dict]:
    """One row per kind and value: references, quantity, maker, number, second source, price estimate of one in euro."""
    rows: dict[tuple, dict] = {}
    for part in circuit.parts:
        row = rows.setdefault(
            (part.kind.name, part.kind.mpn),
            {
                "references": [],
                "quantity": 0,
                "part": part.kind.name,
                "description": part.kind.description,
                "footprint": part.kind.footprint.split(":")[1],
                "maker": part.kind.maker,
                "mpn": part.kind.mpn,
                "second source": part.kind.second,
                "euro each": part.kind.price,
            },
        )
        row["references"].append(part.ref)
        row["quantity"] += 1
    return [row | {"references": " ".join(row["references"])} for row in rows.values()]


def write_parts_list(circuit: Circuit, path: Path):
    """The parts list as CSV."""
    rows = parts_list(circuit)
    with path.open("w", newline="") as file:
        writer = csv.DictWriter(file, rows[0].keys())
        writer.writeheader()
        writer.writerows(rows)


def make(circuit: Circuit):
    """Gerbers, drill file, placement, parts lists, drawings and renders of one board."""
    source = project.BOARDS / circuit.name / circuit.name
    pcb, sch, folder = f"{source}.kicad_pcb", f"{source}.kicad_sch", OUT / circuit.name
    gerbers = folder / "gerbers"
    gerbers.mkdir(parents=True, exist_ok=True)
    layers = "F.Cu,B.Cu,F.Mask,B.Mask,F.Paste,F.SilkS,B.SilkS,Edge.Cuts"
    kicad("pcb", "export", "gerbers", "--layers", layers, "-o", f"{gerbers}/", pcb)
    kicad("pcb", "export", "drill", "-o", f"{gerbers}/", pcb)
    kicad(
        "pcb", "export", "pos", "--format", "csv", "--units", "mm", "--side", "front", "-o", folder / "place.csv", pcb
    )
    kicad("sch", "export", "pdf", "-o", folder / "schematic.pdf", sch)
    kicad("sch", "export", "svg", "-o", folder, sch)
    kicad(
        *("pcb", "export", "svg", "--mode-single", "--page-size-mode", "2", "--exclude-drawing-sheet"),
        *("--layers", "F.Cu,B.Cu,F.Mask,F.SilkS,Edge.Cuts", "-o", folder / "board.svg", pcb),
    )
    for name, (side, *view) in VIEWS[is_long(circuit)].items():
        kicad("pcb", "render", *view, "--side", side, "-o", folder / f"{name}.png", pcb)
    write_parts_list(circuit, folder / "parts.csv")
    shutil.make_archive(str(folder / "gerbers"), "zip", gerbers)
    interactive_parts_list(Path(pcb), folder)


def interactive_parts_list(pcb: Path, folder: Path) -> bool:
    """``ibom.html``, with which one finds each part on the board; False if InteractiveHtmlBom is missing."""
    command = [
        *("/usr/bin/python3", "-m", "InteractiveHtmlBom.generate_interactive_bom", "--no-browser"),
        *("--dest-dir", str(folder), "--name-format", "ibom", "--extra-fields", "MPN,Second source", str(pcb)),
    ]
    environment = _environment() | {"INTERACTIVE_HTML_BOM_NO_DISPLAY": "1"}
    if IBOM.exists():
        environment["PYTHONPATH"] = str(IBOM)
    done = subprocess.run(command, env=environment, capture_output=True, text=True)
    if done.returncode:
        print(f"  no interactive parts list: {(done.stderr.strip().splitlines() or ['?'])[-1]}")
    return done.returncode == 0


def main(check_only: bool, pictures: bool) -> int:
    """Check all boards, then make all files. Exit status 1 if a check fails, 2 if something is missing."""
    try:
        old = project.stale()
        if old:
            raise BuildError(f"{old[0]} is out of date: run python -m hardware.kicad.project")
        bad = False
        for circuit in project.circuits():
            counts = rule_check(circuit)
            failed = any(counts[key] for key in ("erc", "drc", "unconnected", "parity"))
            bad |= failed
            print(f"{circuit.name}: " + ", ".join(f"{key} {value}" for key, value in counts.items()))
            if not check_only and not failed:
                make(circuit)
            if pictures:
                shutil.copy(OUT / circuit.name / "top.png", PICTURES / f"{circuit.name}.png")
            if pictures and circuit.name == "half_strip_go":
                for view in ("left", "middle", "right"):
                    shutil.copy(OUT / circuit.name / f"{view}.png", PICTURES / f"half_strip_{view}.png")
        if bad:
            print(f"reports are in {OUT}")
        return 1 if bad else 0
    except BuildError as error:
        print(error, file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main("--check" in sys.argv, "--pictures" in sys.argv))
