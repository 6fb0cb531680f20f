"""All files of the board compile for both chips, and use nothing that the stock firmware does not have."""

import ast
from pathlib import Path
from types import SimpleNamespace

import pytest

from tengen.flash import build
from tengen.flash.deploy import check_format

ROOT = Path(__file__).resolve().parents[2]
LAYER = ROOT / "firmware" / "hal" / "rp2"


@pytest.mark.parametrize("chip", ["RP2040", "RP2350"])
def test_compiles(chip):
    firmware = build.build(chip)
    names = {file.name for file in firmware.files}
    assert {"board/app.mpy", "hal/rp2/grid.mpy", "shared_rules/referee.mpy", "build_id.py"} <= names
    assert not any("twin" in name for name in names)
    # Format 6.3, which every MicroPython from 1.23 on loads.
    check_format(SimpleNamespace(mpy=6 | 3 << 8, version_text="1.27.0"), firmware)
    assert [file.name for file in firmware.boot] == ["boot_slot.mpy", "main.py"]
    # Two slots, the start files and 500 KB of records fit the drive of 1408 KB.
    blocks = sum(-(-len(file.data) // 4096) for file in firmware.files)
    assert 2 * blocks * 4096 < 900 * 1024


def stub_names(path: Path) -> set[str]:
    """Top-level names and attributes of classes, as ``Class.name``, of a stub file."""
    names = set()
    for node in ast.parse(path.read_text()).body:
        if isinstance(node, ast.ClassDef):
            names.add(node.name)
            for inner in ast.walk(node):
                if isinstance(inner, ast.FunctionDef):
                    names.add(f"{node.name}.{inner.name}")
                elif isinstance(inner, ast.AnnAssign) and isinstance(inner.target, ast.Name):
                    names.add(f"{node.name}.{inner.target.id}")
        elif isinstance(node, ast.FunctionDef):
            names.add(node.name)
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            names.add(node.target.id)
    return names


@pytest.mark.parametrize("path", sorted(LAYER.glob("*.py")), ids=lambda path: path.name)
def test_every_name_of_the_chip_is_in_the_stubs(path):
    stubs = {
        "machine": stub_names(ROOT / "stubs" / "machine.pyi"),
        "rp2": stub_names(ROOT / "stubs" / "rp2" / "__init__.pyi"),
    }
    for node in ast.walk(ast.parse(path.read_text())):
        if not isinstance(node, ast.Attribute):
            continue
        if isinstance(node.value, ast.Name) and node.value.id in stubs:
            assert node.attr in stubs[node.value.id], f"{node.value.id}.{node.attr}"
        inner = node.value
        if isinstance(inner, ast.Attribute) and isinstance(inner.value, ast.Name) and inner.value.id in stubs:
            assert f"{inner.attr}.{node.attr}" in stubs[inner.value.id], f"{inner.value.id}.{inner.attr}.{node.attr}"
