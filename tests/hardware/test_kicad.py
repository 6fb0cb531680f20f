"""KiCad's files against the description, and our pins against KiCad's libraries."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from hardware import build, guide
from hardware.design.half_strip import half_strip
from hardware.kicad import project
from hardware.kicad.route import Pad, Router, Task, segments

ROOT = Path(__file__).parents[2]
SYMBOLS = Path("/usr/share/kicad/symbols")


def test_schematics_are_what_the_description_says():
    assert project.stale() == []


def test_guide_tables_are_what_the_description_says():
    assert guide.stale() == []


def test_a_second_run_gives_the_same_bytes():
    """In a process of its own, whose strings hash differently: nothing may hang on the order of a set."""
    program = (
        "import hashlib; from hardware.kicad import project; [print(p.name, hashlib.sha256(t.encode()).hexdigest())"
    )
    program += " for p, t in project.texts().items()]"
    runs = [
        subprocess.run(
            [sys.executable, "-c", program], env=os.environ | {"PYTHONHASHSEED": seed}, cwd=ROOT, capture_output=True
        ).stdout
        for seed in ("1", "2")
    ]
    assert runs[0] == runs[1] and runs[0].count(b".kicad_sch") == 3


@pytest.mark.parametrize("circuit", project.circuits(), ids=[c.name for c in project.circuits()])
def test_board_file_has_every_part_and_pad_net(circuit):
    """The committed board against the description, without KiCad: reference, and net of each pad."""
    text = (project.BOARDS / circuit.name / f"{circuit.name}.kicad_pcb").read_text()
    found = {}
    for block in re.split(r"\n\t\(footprint ", text)[1:]:
        ref = re.search(r'\(property "Reference" "([^"]+)"', block)[1]
        for number, body in re.findall(r'\n\t\t\(pad "([^"]*)"(.*?)\n\t\t\)', block, re.DOTALL):
            net = re.search(r'\(net \d+ "([^"]*)"\)', body)
            found.setdefault(ref, {})[number] = net[1] if net else ""
    holes = [ref for ref in found if ref.startswith("MH")]
    assert len(holes) == len(circuit.holes)
    assert set(found) - set(holes) == {part.ref for part in circuit.parts}
    for part in circuit.parts:
        for number, net in part.nets.items():
            if net != "NC":
                assert found[part.ref][number] == net, (part.ref, number)


def kicad_pins(library, name):
    """Pin names by number, from KiCad's libraries, through ``extends``."""
    text = (SYMBOLS / f"{library}.kicad_sym").read_text()
    start = text.index(f'\n\t(symbol "{name}"')
    block = text[start : text.index("\n\t)", start)]
    if base := re.search(r'\(extends "([^"]+)"\)', block):
        return kicad_pins(library, base[1])
    return {n: name for name, n in re.findall(r'\(name "([^"]*)".*?\(number "([^"]*)"', block, re.DOTALL)}


@pytest.mark.skipif(
    not SYMBOLS.exists(), reason="KiCad's symbol libraries are not installed (hardware/install.sh does)"
)
def test_pin_numbers_agree_with_kicads_libraries():
    """An independent source for every pinout; names are spelled differently there, so they are brought together."""
    same = {
        "C": {"CLK"}, "D": {"D"}, "~{Q}": {"~{Q}"}, "~{R}": {"~{CLR}"}, "~{S}": {"~{PRE}"}, "Z": {"COM"},
        "V_{DD}": {"VDD"}, "V_{SS}": {"VSS"}, "V_{BAT}": {"VBAT"},
    }  # fmt: skip
    kinds = {part.kind.name: part.kind for c in project.circuits() for part in c.parts if part.kind.library}
    assert len(kinds) >= 8
    for kind in kinds.values():
        theirs = kicad_pins(*kind.library.split(":"))
        for number, name, _ in kind.pins:
            plain = re.sub("[12](?=}?$)", "", name) if kind.name == "74HC74" else name
            their = theirs[number].replace("GPIO", "GP").split("_ADC")[0].replace("~{1", "~{").replace("~{2", "~{")
            their = re.sub(r"^[12](?=[A-Z~])", "", their)
            assert plain in {their} | same.get(their, set()), (kind.name, number, name, theirs[number])


def test_router_joins_pads_and_keeps_the_distance():
    """Two nets that cross: one has to change sides. Distances are measured anew from the drawn segments."""
    pads = [
        Pad("A", 1, 5, 0.4, 0.4, False), Pad("A", 9, 5, 0.4, 0.4, False),
        Pad("B", 5, 1, 0.4, 0.4, False), Pad("B", 5, 9, 0.4, 0.4, False),
    ]  # fmt: skip
    routes = Router(Task(10, 10, pads, set(), 0.0, (0.125, 0.25, 0.3), 0.2, 0.3), log=lambda _: None).solve()
    assert routes["A"].vias or routes["B"].vias

    def points(net):
        for path in routes[net].paths:
            for layer, x0, y0, x1, y1 in segments(path):
                for k in range(51):
                    yield layer, x0 + (x1 - x0) * k / 50, y0 + (y1 - y0) * k / 50

    for layer, x, y in points("A"):
        for other, u, v in points("B"):
            assert layer != other or ((x - u) ** 2 + (y - v) ** 2) ** 0.5 > 0.25 + 0.2 - 0.02


@pytest.mark.skipif(not shutil.which("kicad-cli"), reason="KiCad 9 is not installed (hardware/install.sh does)")
def test_kicads_checks_catch_a_planted_short(tmp_path, monkeypatch):
    """Two sensors' outputs on one net: ERC finds it, and the board no longer is what is drawn."""
    shutil.copytree(project.BOARDS, tmp_path / "boards")
    drawing = tmp_path / "boards" / "half_strip_go" / "half_strip_go.kicad_sch"
    text = drawing.read_text()
    drawing.write_text(text.replace('(global_label "H1"', '(global_label "H0"'))
    monkeypatch.setattr(project, "BOARDS", tmp_path / "boards")
    monkeypatch.setattr(build, "OUT", tmp_path / "out")
    counts = build.rule_check(half_strip("go"))
    assert counts["erc"] > 0 and counts["parity"] > 0
    drawing.write_text(text)
    counts = build.rule_check(half_strip("go"))
    assert (counts["erc"], counts["drc"], counts["unconnected"], counts["parity"]) == (0, 0, 0, 0)
