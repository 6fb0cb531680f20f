"""Bad scenarios, records and ports: one clear line on stderr, exit status 2, nothing left behind."""

import json
import os
import pty
import subprocess
import sys
import tty
from pathlib import Path

import pytest

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
