"""``tengen clock FILE``."""

import copy
import json
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

from shared_rules.clock_case import work_out
from tengen.commands import clock
from tengen.commands.clock import readable
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


ODD = (None, -1, 1.5, float("inf"), "x", "", [], {}, [1], {"a": 1}, True, 10**30, "b")


def places(found, path=()):
    """Paths to everything in a case."""
    yield path
    if isinstance(found, (dict, list)):
        for key in found if isinstance(found, dict) else range(len(found)):
            yield from places(found[key], (*path, key))


def test_whatever_stands_in_a_case_it_is_an_answer_or_one_clear_line():
    """Each value of a case of every clock system, exchanged for each odd one."""
    systems = {case["config"]["system"]: {key: case[key] for key in case if key != "expect"} for case in cases()}
    assert len(systems) == 6
    refused = 0
    for case in systems.values():
        for path in list(places(case))[1:]:
            for value in ODD:
                changed = holder = copy.deepcopy(case)
                for key in path[:-1]:
                    holder = holder[key]
                holder[path[-1]] = value
                try:
                    readable(work_out(changed))
                except ValueError as error:
                    refused += 1
                    assert "\n" not in str(error)
    assert refused > 500


def test_a_file_that_is_not_there(run, tmp_path):
    error = run(tmp_path / "none.json").exception
    assert isinstance(error, TengenError) and "No such file" in str(error)
