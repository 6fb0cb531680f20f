"""Private names and those of arguments, shortened for the board: the same program."""

import ast
import json
import re
import shutil
from pathlib import Path

import pytest

from tengen.flash import build, constants, names
from tengen.twin import world

ROOT = Path(__file__).resolve().parents[2]
SCENARIOS = ("G18.2", "G6", "R9.1.7", "G2-menu", "D13")  # prisoners, ko, warnings, menu, a power cut


def shortened(**sources):
    return names.shorten({name.replace("__", "."): text for name, text in sources.items()})


def test_private_names_of_modules_that_share_none_are_the_same():
    made = shortened(
        clock="class Clock:\n    def __init__(self):\n        self._deadline = self._left = 0\n",
        menu="_PAGES = (1, 2)\n\n\ndef first():\n    return _PAGES[0]\n",
    )
    assert made["clock"] == "class Clock:\n    def __init__(self):\n        self._a = self._b = 0\n"
    assert made["menu"] == "_a = (1, 2)\n\n\ndef first():\n    return _a[0]\n"


def test_a_class_and_the_one_it_inherits_from_share_no_name():
    made = shortened(
        base="class Base:\n    def __init__(self):\n        self._journal = 1\n",
        board="from base import Base\n\n\nclass Board(Base):\n    def __init__(self):\n        self._link = 2\n",
    )
    assert re.search(r"self\.(\w+) = 1", made["base"])[1] != re.search(r"self\.(\w+) = 2", made["board"])[1]


def test_an_argument_that_nothing_else_is_called_after_is_numbered():
    made = shortened(rules="def f(points, offset, names):\n    return [offset + points for _ in names]\nnames = 1\n")
    assert made["rules"] == "def f(a0, a1, names):\n    return [a1 + a0 for _ in names]\nnames = 1\n"
    inner = shortened(menu="def by(question):\n    def page(text):\n        return question, text\n    return page\n")
    assert inner["menu"] == "def by(a0):\n    def page(a1):\n        return a0, a1\n    return page\n"


@pytest.mark.parametrize(
    "text",
    [
        "_X = const(1)\nprint(_X)\n",  # never a name at run time
        "def _find(): pass\n",  # a traceback names it
        "def f(offset): pass\nf(offset=1)\n",
        "def f(offset): pass\nf(**{'off' + 'set': 1})\n",
        "def f(offset): return offset.offset\n",
        "def f(error):\n    try: pass\n    except OSError as error: pass\n",
        "@micropython.asm_thumb\ndef f(r0): mov(r0, 1)\n",
        "for _ in range(2): pass\n",
        "from other import _NAMES\n",
        "class C:\n    def f(self):\n        self._raw = app._raw\n",
    ],
)
def test_what_stays(text):
    assert shortened(rules=text)["rules"] == text


def test_a_short_name_that_is_taken_is_not_taken_again():
    made = shortened(
        rules="def f(offset, long):\n    a0 = _a\n    return a0 + offset + _TABLE + long\n_a = _TABLE = 1\n"
    )
    assert made["rules"] == "def f(a1, a2):\n    a0 = _c\n    return a0 + a1 + _b + a2\n_c = _b = 1\n"


def test_the_firmware_keeps_its_functions_and_lines():
    sources = constants.inline(build._sources(build._jobs()))
    made = names.shorten(sources)
    for module, text in sources.items():
        before, after = (
            [(node.name, node.lineno) for node in ast.walk(ast.parse(source)) if hasattr(node, "name")]
            for source in (text, made[module])
        )
        assert before == after, module


def test_the_firmware_without_its_names_plays_as_before(tmp_path, monkeypatch, capsys):
    """What ``constants`` and ``names`` leave of the program, on the twin: the same rulings."""
    from tengen.cli import main

    folder = tmp_path / "board"
    shutil.copytree(ROOT / "firmware", folder / "firmware")
    shutil.copytree(ROOT / "shared_rules", folder / "shared_rules")
    packages = [*build.PACKAGES[:2], (ROOT / "firmware" / "hal" / "twin", "hal/twin")]
    files = {build._module(f"{name}/{path.stem}"): path for source, name in packages for path in source.glob("*.py")}
    texts = names.shorten(constants.inline({name: path.read_text(encoding="utf-8") for name, path in files.items()}))
    assert sum(texts[name] != path.read_text(encoding="utf-8") for name, path in files.items()) > 40
    for name, path in files.items():
        (folder / path.relative_to(ROOT)).write_text(texts[name], encoding="utf-8")
    rulings = []
    for firmware in (ROOT / "firmware", folder / "firmware"):
        monkeypatch.setattr(world, "FIRMWARE", firmware)
        for scenario in SCENARIOS:
            out = tmp_path / "rulings.jsonl"
            call = ["twin", "run", str(ROOT / "tests" / "scenarios" / f"{scenario}.jsonl")]
            monkeypatch.setattr(
                "sys.argv", ["tengen", *call, "--sgf", str(tmp_path / "game.sgf"), "--rulings", str(out)]
            )
            with pytest.raises(SystemExit) as end:
                main()
            assert not end.value.code, capsys.readouterr().err
            rulings.append([json.loads(line) for line in out.read_text().splitlines()])
    assert rulings[: len(SCENARIOS)] == rulings[len(SCENARIOS) :] and min(map(len, rulings)) > 2
