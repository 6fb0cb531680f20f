"""Schematics, project files and library tables of all boards; ``python -m hardware.kicad.project`` writes them."""

import json
import sys
from pathlib import Path

from hardware.design.circuit import Circuit
from hardware.design.controller import controller
from hardware.design.half_strip import half_strip
from hardware.kicad.schematic import library_text, schematic_text

BOARDS = Path(__file__).resolve().parent.parent / "boards"

RULES = {
    "min_clearance": 0.15, "min_copper_edge_clearance": 0.3, "min_hole_clearance": 0.2, "min_hole_to_hole": 0.25,
    "min_track_width": 0.2, "min_via_diameter": 0.5, "min_via_annular_width": 0.1, "min_through_hole_diameter": 0.3,
    "min_text_height": 0.7, "min_text_thickness": 0.08, "min_silk_clearance": 0.0, "min_resolved_spokes": 1,
    "solder_mask_to_copper_clearance": 0.0,
}  # fmt: skip
CLEARANCE, TRACK, WIDE_TRACK, VIA, VIA_DRILL = 0.2, 0.25, 0.5, 0.6, 0.3


def circuits() -> list[Circuit]:
    """All boards."""
    return [half_strip("go"), half_strip("wide"), controller()]


def project_text(circuit: Circuit) -> str:
    """The ``.kicad_pro`` file: design rules that any cheap board house keeps."""
    net_class = {
        "name": "Default", "clearance": CLEARANCE, "track_width": TRACK, "via_diameter": VIA, "via_drill": VIA_DRILL,
        "microvia_diameter": 0.3, "microvia_drill": 0.1, "diff_pair_width": 0.2, "diff_pair_gap": 0.25,
        "diff_pair_via_gap": 0.25, "wire_width": 6, "bus_width": 12, "line_style": 0, "priority": 2147483647,
        "pcb_color": "rgba(0, 0, 0, 0.000)", "schematic_color": "rgba(0, 0, 0, 0.000)",
    }  # fmt: skip
    project = {
        "board": {"design_settings": {"rules": RULES, "defaults": {}, "rule_severities": {}}},
        "meta": {"filename": f"{circuit.name}.kicad_pro", "version": 3},
        "net_settings": {"classes": [net_class], "meta": {"version": 4}},
        "sheets": [],
    }
    return json.dumps(project, indent=2, sort_keys=True) + "\n"


def texts() -> dict[Path, str]:
    """All files that are made from the description alone, with their text."""
    files = {BOARDS / "tengen.kicad_sym": library_text(circuits())}
    table = (
        '(sym_lib_table (version 7)\n  (lib (name "tengen")(type "KiCad")(uri "${KIPRJMOD}/../tengen.kicad_sym")'
        '(options "")(descr "made from hardware/design"))\n)\n'
    )
    for circuit in circuits():
        folder = BOARDS / circuit.name
        files[folder / f"{circuit.name}.kicad_sch"] = schematic_text(circuit)
        files[folder / f"{circuit.name}.kicad_pro"] = project_text(circuit)
        files[folder / "sym-lib-table"] = table
    return files


def stale() -> list[Path]:
    """Files that differ from what the description says."""
    return [path for path, text in texts().items() if not path.exists() or path.read_text() != text]


def main() -> int:
    """Write what changed; with ``--check`` only say so, exit status 1 if something would change."""
    if "--check" in sys.argv:
        for path in stale():
            print(f"{path} is out of date: run python -m hardware.kicad.project")
        return 1 if stale() else 0
    for path in stale():
        path.parent.mkdir(parents=True, exist_ok=True)
        temporary = path.with_name(path.name + ".tmp")
        temporary.write_text(texts()[path])
        temporary.replace(path)
        print("wrote", path)
    return 0


if __name__ == "__main__":
    sys.exit(main())
