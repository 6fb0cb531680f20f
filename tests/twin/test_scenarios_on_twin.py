"""Every scenario of ``tests/scenarios`` on the twin: firmware under MicroPython, sensors with noise and tolerances."""

import json
import sys
from pathlib import Path

import pytest

from tengen.twin import match, scenario

TESTS = Path(__file__).parent.parent
sys.path.insert(0, str(TESTS / "shared_rules"))
from scenario_check import differs  # noqa: E402

FILES = sorted((TESTS / "scenarios").glob("*.jsonl"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_scenario(path):
    """The rulings are those that the articles in the scenario's first line ask for."""
    played = match.play(scenario.load(path))
    rulings = [moment.ruling for moment in played.replay.moments if moment.ruling]
    expect = json.loads(path.read_text().splitlines()[-1])["expect"]
    assert played.refused == []
    assert differs(rulings, expect) == ""
    assert played.replay.same, played.replay.differences[0]
