"""``tengen clock FILE``."""

import json
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

from tengen.commands import clock
from tengen.errors import TengenError

CASES = Path(__file__).parent.parent / "cases" / "clock.jsonl"


@pytest.fixture
def run():
    app = typer.Typer()

    @app.callback()
    def root():
        """As in the real command: sub-commands by name."""

    clock.register(app)

    def invoke(*arguments):
        return CliRunner().invoke(app, ["clock", *map(str, arguments)])

    return invoke


def cases():
    return [json.loads(line) for line in CASES.read_text().splitlines()]


@pytest.mark.parametrize("form", ["lines", "list", "object", "single"])
def test_gives_what_the_cases_expect_in_every_form_of_file(run, tmp_path, form):
    wanted = cases()[:1] if form == "single" else cases()
    file = tmp_path / "cases.json"
    file.write_text(
        {
            "lines": "\n".join(map(json.dumps, wanted)),
            "list": json.dumps(wanted),
            "object": json.dumps({"about": {}, "cases": wanted}),
            "single": json.dumps(wanted[0]),
        }[form]
    )
    result = run(file)
    assert result.exit_code == 0
    assert [json.loads(line) for line in result.stdout.splitlines()] == [
        {"id": case["id"], **case["expect"]} for case in wanted
    ]


def test_readable_text(run):
    text = run(CASES, "--text").stdout
    assert "kept-calls-last\n" in text
    assert "  0:00:51.000  b call: 1\n" in text
    assert "  0:15:10.000  w flag\n" in text


@pytest.mark.parametrize(
    ("content", "words"),
    [
        ("", "no clock cases"),
        ("{", "line 1 is not JSON"),
        ("7", "no list of clock cases"),
        ("[7]", "case 1: a clock case is an object"),
        ('[{"id": "x", "config": {"system": "absolute"}}]', "case x: clock system absolute needs main_ms"),
        (
            '[{"config": {"system": "absolute", "main_ms": 5}, "events": [{"ev": "jump", "t": 0}]}]',
            "unknown clock event",
        ),
        ('[{"config": {"system": "absolute", "main_ms": 5}, "events": [{"ev": "press", "t": 0}]}]', 'needs side "b"'),
        (
            '[{"config": {"system": "absolute", "main_ms": 5}, "events": [{"ev": "look", "t": "0"}]}]',
            "whole milliseconds",
        ),
        (
            '[{"config": {"system": "pool", "main_ms": 5}, "events": [{"ev":"look", "t": 5}, {"ev":"look", "t": 4}]}]',
            "in order",
        ),
        ("\udcff", "not UTF-8"),
    ],
)
def test_bad_files_are_refused_in_one_line(run, tmp_path, content, words):
    file = tmp_path / "cases.json"
    file.write_bytes(content.encode(errors="surrogateescape"))
    error = run(file).exception
    assert isinstance(error, TengenError) and words in str(error) and "\n" not in str(error)


def test_a_file_that_is_not_there(run, tmp_path):
    error = run(tmp_path / "none.json").exception
    assert isinstance(error, TengenError) and "No such file" in str(error)
