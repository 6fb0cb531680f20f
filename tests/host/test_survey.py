"""``tengen survey``: fields over time as CSV, written whole, gone on with or refused."""

import csv
import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from tengen import library as shelf
from tengen.cli import app, load_commands
from tengen.errors import TengenError
from tengen.survey import SurveyFile
from tengen.twin.physics import Board as Model
from tengen.twin.world import World

MT = [0.0, None, 10.2254, *[-0.1] * 78]


def rows(path):
    with path.open(newline="") as file:
        return list(csv.DictReader(file))


def test_a_survey_is_a_line_a_reading_and_has_its_name_only_when_it_is_whole(tmp_path):
    path = tmp_path / "gap7.csv"
    with SurveyFile(path, 9, "TWIN0001", False) as log:
        log.add("2026-11-30T09:00:00+01:00", "dx 3 mm, dy 0", MT)
        assert [p.name for p in tmp_path.iterdir()] == ["gap7.csv.part"]
    assert [p.name for p in tmp_path.iterdir()] == ["gap7.csv"]
    (row,) = rows(path)
    assert (row["A9"], row["B9"], row["C9"], row["note"]) == ("0.000", "", "10.225", "dx 3 mm, dy 0")
    assert len(row) == 3 + 81 and row["board"] == "TWIN0001"


def test_ctrl_c_keeps_the_file_and_an_error_keeps_what_was_read(tmp_path):
    for number, (error, left) in enumerate([(KeyboardInterrupt, "0.csv"), (TengenError, "1.csv.part")]):
        with pytest.raises(error), SurveyFile(tmp_path / f"{number}.csv", 9, "TWIN0001", False) as log:
            log.add("t", "", MT)
            raise error
        assert (tmp_path / left).exists()


def test_what_was_cut_off_is_gone_on_with_only_if_asked(tmp_path):
    path, part = tmp_path / "a.csv", tmp_path / "a.csv.part"
    with SurveyFile(path, 9, "TWIN0001", False) as log:
        log.add("1", "", MT)
    path.replace(part)
    part.write_text(part.read_text() + "2,TWIN0001,,0.0,0.")  # the power went
    with pytest.raises(TengenError, match=r"a.csv.part is of a survey that was cut off: --append goes on with it"):
        SurveyFile(path, 9, "TWIN0001", False)
    with SurveyFile(path, 9, "TWIN0001", True) as log:
        log.add("3", "", MT)
    assert [row["time"] for row in rows(path)] == ["1", "3"] and log.rows == 2


def test_refused_with_one_clear_line_and_nothing_is_changed(tmp_path):
    path = tmp_path / "a.csv"
    with SurveyFile(path, 9, "TWIN0001", False) as log:
        log.add("1", "", MT)
    before = path.read_bytes()
    for size, serial, append, says in (
        (9, "TWIN0001", False, "is there already: --append goes on with it"),
        (19, "TWIN0001", True, "is no survey of a board with 19 lines"),
        (9, "E6614103", True, "is a survey of board TWIN0001, not of E6614103"),
    ):
        with pytest.raises(TengenError, match=says):
            SurveyFile(path, size, serial, append)
    assert path.read_bytes() == before and [p.name for p in tmp_path.iterdir()] == ["a.csv"]
    with pytest.raises(TengenError, match="there is no folder"):
        SurveyFile(tmp_path / "no" / "a.csv", 9, "TWIN0001", False)


def test_survey_of_a_twin(tmp_path, monkeypatch):
    monkeypatch.setenv(shelf.FOLDER_VARIABLE, str(tmp_path / "library"))
    world = World(Model(9, seed=1), 9, tmp_path / "flash.img", real_time=True)
    world.model.place(40, 1)
    world.power_on()
    world.start()
    load_commands()
    path = tmp_path / "a.csv"

    def run(*words):
        return CliRunner().invoke(app, ["survey", *map(str, words), "--port", world.port], standalone_mode=False)

    try:
        done = run(path, "--count", 3, "--every", 0.1, "--note", "centred")
        assert f"3 readings, 3 in {path}" in done.output, done.output
        done = run(path, "--count", 2, "--every", 0.05, "--append", "--json")
        assert len([json.loads(line) for line in done.stdout.splitlines()]) == 2
        assert len(rows(path)) == 5 and rows(path)[0]["note"] == "centred"
        assert all(8 < float(row["E5"]) < 13 for row in rows(path))
        assert "a survey is a file NAME.csv" in str(run(Path("a.txt"), "--count", 1).exception)
    finally:
        world.stop()
