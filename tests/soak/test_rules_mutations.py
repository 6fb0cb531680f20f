"""Any one comparison of a rules core changed, and a test fails.

Each comparison of the cores is turned into its neighbour (``<`` into ``<=``, ``==`` into ``!=`` and so on), and the
portable tests of that core are run against the result. Printed: how many were tried, caught, and which survived.
"""

import ast
import copy
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent
TESTS = ROOT / "tests" / "shared_rules"
CORES = {
    "shared_rules.go": ["test_go.py"],
    "shared_rules.renju": ["test_renju.py"],
    "shared_rules.area": ["test_go_area.py"],
    "shared_rules.openings": ["test_openings.py"],
}
NEIGHBOUR = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}
TIMEOUT_S = 60  # a mutant that never ends is caught too

# Mutants that do the same as the original, with the reason.
EQUIVALENT = {
    ("missing > 0", "missing >= 0"): "room is made one stone early",
    ("i + 2 > len(self._hashes)", "i + 2 >= len(self._hashes)"): "room is made one move early",
    ("end + _FRAME > room", "end + _FRAME >= room"): "room is made one frame early",
    ("left >= 16", "left > 16"): "16 is four empty cells: the fifth does not matter",
    ("right >= 16", "right > 16"): "16 is four empty cells: the fifth does not matter",
    ("half < 16", "half <= 16"): "16 is empty cells only, which read the same either way",
    ("result < 0", "result <= 0"): "looks at the lines that are left although they cannot make two threes any more",
    ("found > 0", "found >= 0"): "0 was dealt with before",
    ("line < 4", "line <= 4"): "the byte after the candidates is never 0 by then",
    ("self.margin_q > 0", "self.margin_q >= 0"): "0 was dealt with before",
}


def mutants(source: str):
    """``(line, the comparison, the changed comparison, the changed source)`` of every comparison."""
    tree = ast.parse(source)
    places = [node for node in ast.walk(tree) if isinstance(node, ast.Compare)]
    for number, place in enumerate(places):
        for i, op in enumerate(place.ops):
            changed = copy.deepcopy(tree)
            node = [n for n in ast.walk(changed) if isinstance(n, ast.Compare)][number]
            node.ops[i] = NEIGHBOUR[type(op)]()
            yield place.lineno, ast.unparse(place), ast.unparse(node), ast.unparse(changed)


def survives(module: str, path: Path) -> bool:
    """Whether all tests of a core pass with a mutant in its place."""
    files = [str(TESTS / file) for file in CORES[module]]
    command = [sys.executable, str(Path(__file__).with_name("mutant_runner.py")), str(ROOT), module, str(path), *files]
    try:
        return subprocess.run(command, capture_output=True, timeout=TIMEOUT_S).returncode == 0
    except subprocess.TimeoutExpired:
        return False


@pytest.mark.parametrize("module", CORES)
def test_every_changed_comparison_is_caught(module, tmp_path):
    source = (ROOT / (module.replace(".", "/") + ".py")).read_text()
    jobs = []
    for number, (line, before, after, changed) in enumerate(mutants(source)):
        path = tmp_path / f"{number}.py"
        path.write_text(changed)
        jobs.append((line, before, after, path))
    with ThreadPoolExecutor(2) as pool:
        survived = list(pool.map(lambda job: survives(module, job[3]), jobs))
    left = [job[:3] for job, alive in zip(jobs, survived, strict=True) if alive]
    print(f"\n{module}: {len(jobs)} comparisons changed, {len(jobs) - len(left)} caught, {len(left)} survived")
    for line, before, after in left:
        print(f"  line {line}: {before}  ->  {after}  {EQUIVALENT.get((before, after), 'NOT CAUGHT')}")
    assert [job for job in left if job[1:] not in EQUIVALENT] == []
