"""Portable tests run twice: by pytest under CPython, and in one process a file under the real MicroPython."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PORTABLE = (ROOT / "tests" / "shared_rules", ROOT / "tests" / "firmware")
# The board has 233 KB; objects are twice as large on a 64-bit interpreter.
HEAP = "466K"
TIMEOUT_S = 300


def micropython_command() -> list[str]:
    """The interpreter of the virtual environment."""
    return [str(Path(sys.executable).with_name("micropython")), "-X", f"heapsize={HEAP}"]


def pytest_addoption(parser):
    parser.addoption("--soak", action="store_true", help="run the slow campaigns of tests/soak")


def pytest_ignore_collect(collection_path, config):
    if (ROOT / "tests" / "soak") in [collection_path, *collection_path.parents] and not config.getoption("--soak"):
        return True
    return None


def pytest_collect_file(file_path, parent):
    """Collect a portable file once more, for MicroPython."""
    if file_path.parent in PORTABLE and file_path.name.startswith("test_") and file_path.suffix == ".py":
        # A node id of its own: parallel runs tell tests apart by it.
        nodeid = f"{file_path.relative_to(ROOT).as_posix()}[micropython]"
        return MicroPythonFile.from_parent(parent, path=file_path, nodeid=nodeid)
    return None


class MicroPythonFile(pytest.File):
    """The tests of a portable file, run in one MicroPython process when the first of them is wanted."""

    outcome: dict[str, str | None] | None = None

    def collect(self):
        for node in ast.parse(self.path.read_text()).body:
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                yield MicroPythonTest.from_parent(self, name=node.name)

    def results(self) -> dict[str, str | None]:
        """Name of each test that ran, with None or what was printed when it failed."""
        if self.outcome is None:
            command = [*micropython_command(), str(ROOT / "tests" / "micropython_runner.py"), str(ROOT), str(self.path)]
            done = subprocess.run(command, capture_output=True, text=True, timeout=TIMEOUT_S)
            self.outcome, last = {}, None
            for line in done.stdout.splitlines():
                word, _, name = line.partition(" ")
                if word in ("PASS", "FAIL") and name.startswith("test_"):
                    last = name
                    self.outcome[name] = None if word == "PASS" else ""
                elif last and self.outcome[last] is not None:
                    self.outcome[last] += line + "\n"
            self.rest = done.stdout[-2000:] + done.stderr
        return self.outcome


class MicroPythonTest(pytest.Item):
    """One test function under MicroPython."""

    def runtest(self):
        results = self.parent.results()
        if self.name not in results:
            pytest.fail(f"did not run under MicroPython:\n{self.parent.rest}", pytrace=False)
        if results[self.name] is not None:
            pytest.fail(results[self.name], pytrace=False)

    def reportinfo(self):
        return self.path, None, f"{self.name}[micropython]"
