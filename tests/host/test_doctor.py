"""Calibrating and examining the twin's board over its serial port."""

import json

import pytest
from typer.testing import CliRunner

from shared_rules import points
from tengen import fields
from tengen.cli import app


def test_faults_are_named():
    quiet = [0.0] * 361
    broken = list(quiet)
    broken[:10] = [None] * 10
    broken[points.parse("K10", 19, "go")] = 24.0
    restless = [list(broken) for _ in range(4)]
    for i, reading in enumerate(restless):
        reading[points.parse("C3", 19, "go")] = i % 2
    assert fields.faults(19, [quiet]) == []
    found = fields.faults(19, restless)
    assert [line.split(":")[0] for line in found] == ["row 19", "K10", "C3"]


def test_calibrate_and_doctor(twin):
    run = CliRunner().invoke
    done = run(app, ["calibrate", "--json", "--port", twin.port])
    assert done.exit_code == 0 and json.loads(done.stdout.splitlines()[-1])["points"] == 81, done.output
    twin.at(twin.t, lambda: (twin.model.place(40, 1, 0, 0, twin.t), twin.touched()))
    for _ in range(50):
        shown = json.loads(run(app, ["doctor", "--json", "--port", twin.port]).stdout.splitlines()[-1])
        if abs(shown["mt"][40]) > 1:
            break
    assert shown["mt"][40] == pytest.approx(10.22, abs=0.1) and shown["problems"] == []
    assert run(app, ["calibrate", "--port", twin.port]).exit_code != 0  # a stone lies there
