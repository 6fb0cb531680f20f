"""Bad scenarios, records and ports: one clear line on stderr, exit status 2, nothing left behind."""

import json
import os
import pty
import subprocess
import sys
import tty
from pathlib import Path

import pytest

from tengen.errors import TengenError
from tengen.twin import scenario

TENGEN = str(Path(sys.executable).with_name("tengen"))
HEAD = json.dumps({"game": {"preset": "go-2002"}})


def refused(*arguments: str) -> str:
    """The one line that the command says; its exit status is 2."""
    done = subprocess.run([TENGEN, *arguments], capture_output=True, text=True, timeout=60)
    assert done.returncode == 2, done
    assert done.stdout == ""
    assert done.stderr.count("\n") == 1 and done.stderr.startswith("tengen: "), done.stderr
    return done.stderr


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ('{"at": 1, "do": "place", "point": "I5", "color": "black"}', "no such point on a 19x19 board: I5"),
        ('{"at": 1, "do": "place", "point": "Q16", "color": "red"}', "no such colour"),
        ('{"at": 1, "do": "throw", "point": "Q16"}', "no such event: 'throw'"),
        ('{"at": 1, "do": "lift"}', "'lift' needs 'point'"),
        ('{"at": 1, "do": "lift", "point": "Q16", "colour": "black"}', "'lift' has no 'colour'"),
        ('{"do": "lift", "point": "Q16"}', "'at' must be seconds"),
        ('{"at": 1, "do"', "not JSON"),
    ],
)
def test_a_scenario_that_is_wrong_is_told_by_its_line(tmp_path, line, says):
    path = tmp_path / "bad.jsonl"
    path.write_text(HEAD + "\n" + line + "\n")
    said = refused("twin", "run", str(path), "--sgf", str(tmp_path / "out.sgf"))
    assert says in said and "line 2" in said
    assert not (tmp_path / "out.sgf").exists()


def test_events_out_of_order_and_a_missing_game(tmp_path):
    path = tmp_path / "bad.jsonl"
    rows = [{"at": at, "do": "press", "side": "black"} for at in (2, 1)]
    path.write_text("\n".join([HEAD, *(json.dumps(row) for row in rows)]))
    assert "in order of time" in refused("twin", "run", str(path))
    path.write_text(json.dumps(rows[0]))
    assert "first line" in refused("twin", "run", str(path))
    path.write_text('{"game": {"preset": "chess"}}')
    assert "chess" in refused("twin", "run", str(path))
    assert "cannot read" in refused("twin", "run", str(tmp_path / "none.jsonl"))


def test_an_sgf_of_a_size_that_no_board_has(tmp_path):
    path = tmp_path / "large.sgf"
    path.write_text("(;FF[4]GM[1]SZ[37];B[aa])")
    assert "37" in refused("verify", str(path))


def test_a_port_that_does_not_answer():
    master, slave = pty.openpty()
    tty.setraw(slave)
    port = os.ttyname(slave)
    try:
        assert port in refused("games", "--port", port)
    finally:
        os.close(master)
        os.close(slave)
    assert "/dev/no-such-port" in refused("games", "--port", "/dev/no-such-port")


ODD = (None, -1, 1.5, float("inf"), float("nan"), "x", "", [], {}, [1], {"a": 1}, True, 10**30)
EVENTS = [
    {"game": {"preset": "go-2002", "time": {"system": "byoyomi", "main_ms": 5, "periods": 3, "period_ms": 30000}}}
    | {"seed": 1, "placing_sd_mm": 1.0},
    {"at": 1, "do": "place", "point": "Q16", "color": "black", "dx": 0.4, "dy": -1.1},
    {"at": 2, "do": "press", "side": "black"},
    {"at": 3, "do": "hold", "side": "white", "seconds": 2.5},
    {"at": 4, "do": "slide", "from": "Q16", "to": "R16", "seconds": 0.3},
    {"at": 5, "do": "set", "stones": {"Q16": "white", "D4": None}},
    {"at": 6, "do": "power", "on": False},
    {"at": 7, "do": "arbiter", "command": "pause", "args": {}},
    {"at": 8, "do": "fault", "kind": "dead_sensor", "point": "K10", "value": 0},
]


def test_whatever_stands_in_a_scenario_it_is_one_or_one_clear_line():
    """Each value exchanged for each odd one; what is taken has finite numbers only."""
    refused = 0
    for number, row in enumerate(EVENTS):
        for holder in (row, *(value for value in row.values() if isinstance(value, dict))):
            for key, before in list(holder.items()):
                for value in ODD:
                    holder[key] = value
                    try:
                        found = scenario.parse(scenario.lines(EVENTS))
                        assert repr(found.events).count("inf") == repr(found.events).count("nan") == 0, (number, key)
                    except TengenError as error:
                        refused += 1
                        assert "\n" not in str(error)
                holder[key] = before
    assert refused > 300 and len(scenario.parse(scenario.lines(EVENTS)).events) == len(EVENTS) - 1
