"""``tengen flash`` when power or cable go, and what it keeps of a board: backups and records that come back."""

import io
from dataclasses import replace
from pathlib import Path

import platformdirs
import pytest
from rich.console import Console

from tengen.errors import TengenError
from tengen.flash import backup
from tengen.flash.build import File
from tengen.flash.remote import Remote
from tengen.flash.session import Session, Wishes
from tests.host.flash_bench import BarePico
from tests.host.flash_rig import MAIN, flash, look, read, version, write

# What runs on the board when it is plugged in again after its cable was pulled before this was done.
STAGES = (
    ("stopping the program", "1"),
    ("looking at the board", "1"),
    ("backing up", "1"),
    ("making room", "1"),
    ("copying", "1"),
    ("copying the second file", "1"),
    ("checking the files", "1"),
    ("replacing the start files", "1"),
    ("choosing the firmware", "1"),
    ("describing the board", "2"),
    ("restarting the board", "2"),
    ("waiting for the port", "2"),
    ("waiting for its hello", "2"),
)


def test_cable_pulled_while_records_come_back_leaves_none_that_only_looks_whole(pico, monkeypatch, tmp_path):
    """The next run restores what is missing: a file that is there must be the whole one."""
    games = tmp_path / "saved" / "tengen" / "games" / "0001"
    games.mkdir(parents=True)
    for name in ("c00", "c01", "c02"):
        (games / name).write_bytes(name.encode() * 700)
    run = Remote.run

    def pulled(self, doing, *command, **options):
        lines, on_line = [], options.get("on_line")

        def line(text):
            lines.append(text)
            if len(lines) == 2:
                pico.unplug()
            on_line(text)

        if on_line:
            options["on_line"] = line
        return run(self, doing, *command, **options)

    monkeypatch.setattr(Remote, "run", pulled)
    with pytest.raises(TengenError, match="copying: .* again"):
        backup.restore(Remote(pico.port), look(pico), tmp_path / "saved")
    monkeypatch.setattr(Remote, "run", run)
    pico.plug()
    assert not {"/tengen/games/0001/c00", "/tengen/games/0001/c01"} & set(look(pico).data)
    assert backup.restore(Remote(pico.port), look(pico), tmp_path / "saved") == 3
    assert [read(pico, f"/tengen/games/0001/{name}") for name in ("c00", "c01")] == ["c00" * 700, "c01" * 700]


def test_records_are_backed_up_and_come_back_after_a_format(pico, monkeypatch, tmp_path):
    flash(pico, version(1), monkeypatch)
    write(pico, "/tengen/games/0001/record", bytes(range(256)) * 20)
    write(pico, "/tengen/settings.json", b"{}")
    _, report = flash(pico, version(2), monkeypatch)
    saved = Path(report["backup"])
    assert (saved / "tengen/games/0001/record").read_bytes() == bytes(range(256)) * 20
    assert read(pico, "/tengen/settings.json") == "{}"

    pico.unplug()
    pico.image.unlink()  # as if the stock firmware had formatted the drive
    pico.plug()
    assert backup.lost(look(pico)) == saved
    said, _ = flash(pico, version(2), monkeypatch)
    assert "formatted since the last backup" in said
    run = Session(Wishes(port=pico.port), Console(file=io.StringIO()), greet=lambda _: {})
    run.restore(None)
    code = "import hashlib, binascii\nprint(open('/tengen/games/0001/record', 'rb').read() == bytes(range(256)) * 20)"
    assert Remote(pico.port).execute("reading", code).strip() == "True"


def test_home_that_cannot_be_written_leaves_the_board_as_it_is(pico, monkeypatch, tmp_path):
    write(pico, "/tengen/settings.json", b"{}")
    (tmp_path / "home").mkdir()
    (tmp_path / "home" / "backups").write_text("a file in its place")
    before = look(pico).sums
    with pytest.raises(TengenError, match="backup cannot be written to .*nothing was changed.* again") as error:
        flash(pico, version(1), monkeypatch)
    assert "\n" not in str(error.value) and look(pico).sums == before


def test_other_programs_main_is_kept_in_the_backup(pico, monkeypatch):
    write(pico, "/main.py", b"print(1)")
    _, report = flash(pico, version(1), monkeypatch)
    assert (Path(report["backup"]) / "main.py").read_text() == "print(1)"


@pytest.mark.parametrize("cut_at", [1, 9, 22, 40, 66])
def test_power_cut_at_any_moment_leaves_a_firmware_that_runs(tmp_path, monkeypatch, cut_at):
    monkeypatch.setattr(platformdirs, "user_data_dir", lambda *_, **__: str(tmp_path / "home"))
    board = BarePico(tmp_path / "flash.img").plug()
    flash(board, version(1), monkeypatch)
    board.unplug()

    board.plug(cut_at)
    try:
        flash(board, version(2), monkeypatch)
        cut = False
    except TengenError as error:
        cut = True
        assert "\n" not in str(error) and "again" in str(error), error
    board.unplug()
    assert cut == board.cut

    board.plug()
    try:
        assert read(board, "/ran") in ("1", "2")
        flash(board, version(2), monkeypatch)  # running it again finishes the job
        assert read(board, "/ran") == "2" and look(board).use is not None
        assert look(board).files(look(board).use) == {file.name: file.sha256 for file in version(2).files}
    finally:
        board.unplug()


def test_cable_pulled_at_every_stage(tmp_path, monkeypatch):
    """The port goes away before a stage; the records stay, and the last run finishes the job."""
    monkeypatch.setattr(platformdirs, "user_data_dir", lambda *_, **__: str(tmp_path / "home"))
    run, wait = Remote.run, Remote.wait
    new = version(2)
    with BarePico(tmp_path / "flash.img") as board:
        flash(board, version(1), monkeypatch)
        write(board, "/tengen/games/0001/c00", b"record" * 30)
        for stage, runs in STAGES:
            if stage == "replacing the start files":
                new = replace(new, boot=(new.boot[0], File("main.py", MAIN + b"# 2\n")))

            def pulled(self, doing, *command, stage=stage, **options):
                lines, on_line = [], options.get("on_line")

                def line(text):
                    lines.append(text)
                    if len(lines) == 2:
                        board.unplug()
                    on_line(text)

                if doing == stage:
                    board.unplug()
                elif stage == "copying the second file" and doing == "copying":
                    options["on_line"] = line
                return run(self, doing, *command, **options)

            def waiting(self, stage=stage):
                if stage == "waiting for the port":
                    board.unplug()
                wait(self, 1)

            def greet(_port, stage=stage):
                assert stage == "waiting for its hello"
                board.unplug()
                raise TengenError("the board was unplugged")

            monkeypatch.setattr(Remote, "run", pulled)
            monkeypatch.setattr(Remote, "wait", waiting)
            with pytest.raises(TengenError) as error:
                flash(board, new, monkeypatch, greet=greet)
            assert "\n" not in str(error.value) and "again" in str(error.value), (stage, error.value)
            monkeypatch.setattr(Remote, "run", run)
            monkeypatch.setattr(Remote, "wait", wait)
            board.plug()
            assert read(board, "/ran") == runs, stage
        flash(board, new, monkeypatch)
        assert read(board, "/ran") == "2" and look(board).use == "b"
        assert read(board, "/tengen/games/0001/c00") == "record" * 30
