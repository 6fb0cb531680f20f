"""``tengen flash`` as its user sees it: the self-test's table, and one line with status 2 for what is in the way."""

import errno
import io
import json
import subprocess
import sys
import time
from pathlib import Path

import pytest
import serial
from rich.console import Console

from shared_rules.points import BLACK, parse
from tengen import devices
from tengen.cli import main
from tengen.flash import bootsel, remote, session
from tengen.flash.uf2 import read_image
from tests.host.flash_bench import BarePico
from tests.host.test_flash_uf2 import pico2, uf2

TESTS = ["heap", "flash", "buttons", "display", "sound", "strips", "sensors"]


def run(*words):
    """The command in a process of its own: status, output, errors."""
    done = subprocess.run([sys.executable, "-m", "tengen.cli", *words], capture_output=True, text=True, timeout=60)
    return done.returncode, done.stdout, done.stderr


@pytest.fixture
def said(monkeypatch, capsys):
    """Runs the command in this process, where parts of it are replaced; its status and what it said."""

    def run_here(*words):
        monkeypatch.setattr(sys, "argv", ["tengen", *words])
        with pytest.raises(SystemExit) as status:
            main()
        return status.value.code, capsys.readouterr().err

    return run_here


def bootsel_drive(folder: Path, board: str) -> Path:
    folder.mkdir()
    (folder / "INFO_UF2.TXT").write_text(f"UF2 Bootloader v1.0\nModel: Raspberry Pi\nBoard-ID: {board}\n")
    return folder


def test_check_shows_a_table_and_its_status_tells_whether_all_passed(twin):
    time.sleep(1.0)
    status, table, errors = run("flash", "--check", "--port", twin.port)
    rows = [line.split(None, 2) for line in table.splitlines()]
    assert (status, errors) == (0, "") and [row[0] for row in rows] == TESTS
    assert {row[1] for row in rows} == {"ok"} and rows[-1][2].strip() == "all 81 at rest"

    twin.model.place(parse("C3", 9, "go"), BLACK, 0.0, 0.0, twin.t, 0)
    twin.touched()
    time.sleep(0.5)
    status, table, _ = run("flash", "--check", "--port", twin.port)
    (sensors,) = [line for line in table.splitlines() if line.startswith("sensors")]
    assert status == 1 and "FAILED" in sensors and "1 of 81 not at rest" in sensors and "C3" in sensors
    status, text, _ = run("flash", "--check", "--json", "--port", twin.port)
    tests = {name: (passed, what) for name, passed, what in json.loads(text)["tests"]}
    assert status == 1 and list(tests) == TESTS and not tests["sensors"][0] and tests["heap"][0]


def test_a_running_game_is_not_tested_away(twin):
    time.sleep(1.0)
    assert run("new", "--preset", "go-casual", "--set", "size=9", "--port", twin.port)[0] == 0
    status, _, errors = run("flash", "--check", "--port", twin.port)
    assert status == 2 and errors.count("\n") == 1 and "game" in errors


def test_no_permission_on_the_port_names_the_udev_rule(said, monkeypatch, tmp_path):
    """The port is there, but the system gives it to nobody: mpremote says no more than that it failed."""
    refused = serial.SerialException(errno.EACCES, "could not open port: [Errno 13] Permission denied: '/dev/ttyACM0'")

    def no(*_, **__):
        raise refused

    monkeypatch.setattr(serial, "serial_for_url", no)
    mpremote = tmp_path / "mpremote.py"  # its words, when pyserial is refused
    mpremote.write_text(
        "import sys\n"
        "print('mpremote: failed to access /dev/ttyACM0 (it may be in use by another program)')\n"
        "sys.exit(1)\n"
    )
    popen = subprocess.Popen
    monkeypatch.setattr(remote.subprocess, "Popen", lambda call, **options: popen([call[0], str(mpremote)], **options))
    port = tmp_path / "ttyACM0"
    port.touch()
    monkeypatch.setattr(devices, "no_terminal", lambda _port: False)
    status, errors = said("flash", "--port", str(port))
    assert status == 2 and errors.count("\n") == 1 and "stopping the program: no permission to open" in errors
    assert devices.UDEV_PATH in errors and "then run the command again" in errors


@pytest.mark.parametrize(
    "words, wanted",
    [
        (("--port", "/dev/null"), "/dev/null is not a serial port"),
        (("--port", "COM77"), "there is no port COM77"),
        (("--uf2", "/no/such.uf2"), "cannot read /no/such.uf2"),
        (("--check", "--rollback"), "one at a time"),
        (("--rollback", "--force", "--diff"), "--rollback writes no firmware: leave out --diff, --force"),
        (("--check", "--uf2", "x.uf2"), "--check writes no firmware: leave out --uf2"),
        (("--backup", "folder"), "--backup says what --restore copies back"),
        (("--size", "13"), "19 or 15 lines, not 13"),
    ],
)
def test_what_cannot_be_meant_is_said_before_anything_is_done(said, words, wanted):
    status, errors = said("flash", *words)
    assert status == 2 and errors.count("\n") == 1 and wanted in errors


@pytest.mark.parametrize("code", [errno.EACCES, errno.EROFS])
def test_no_permission_on_the_drive_says_how_to_get_at_it(said, monkeypatch, tmp_path, code):
    drive = bootsel_drive(tmp_path / "RPI-RP2", "RPI-RP2")
    image = tmp_path / "pico.uf2"
    image.write_bytes(uf2())

    def no(source, target):
        raise OSError(code, "Permission denied", str(target))

    monkeypatch.setattr(bootsel.shutil, "copyfile", no)
    monkeypatch.setattr(bootsel, "find", lambda: drive)
    status, errors = said("flash", "--uf2", str(image))
    assert status == 2 and errors.splitlines()[-1].startswith(f"tengen: no permission to write to {drive}")
    assert "another user" in errors and "run the command again" in errors


@pytest.mark.parametrize("board, data, wanted", [("RPI-RP2", pico2(), "RPI_PICO"), ("RP2350", uf2(), "RPI_PICO2")])
def test_an_image_for_the_other_chip_is_refused_before_it_is_copied(said, monkeypatch, tmp_path, board, data, wanted):
    """The family id of RPI_PICO2's image is not that of RPI_PICO's: each chip ignores the other's in silence."""
    drive = bootsel_drive(tmp_path / "DRIVE", board)
    image = tmp_path / "image.uf2"
    image.write_bytes(data)
    monkeypatch.setattr(bootsel, "find", lambda: drive)
    status, errors = said("flash", "--uf2", str(image))
    assert status == 2 and errors.splitlines()[-1].endswith(f"take {wanted}")
    assert [path.name for path in drive.iterdir()] == ["INFO_UF2.TXT"]


def test_a_bare_pico_2_takes_its_image_and_is_judged_by_what_runs_then(monkeypatch, tmp_path):
    """The drive goes away while the copy still runs, which it reports as an error; the new port has the version."""
    drive = bootsel_drive(tmp_path / "RP2350", "RP2350")
    image = tmp_path / "pico2.uf2"
    image.write_bytes(pico2())
    with BarePico(tmp_path / "flash.img", machine="Raspberry Pi Pico2 with RP2350") as board:

        def taken(source, target):
            assert read_image(source).board == "RPI_PICO2"
            (drive / "INFO_UF2.TXT").unlink()
            raise OSError(errno.EIO, "Input/output error")

        monkeypatch.setattr(bootsel.shutil, "copyfile", taken)
        monkeypatch.setattr(session, "_new_port", lambda _before: board.port)
        run = session.Session(session.Wishes(uf2=image), Console(file=io.StringIO()))
        assert run._put_micropython(drive) == board.port and run.report["micropython"] == "1.29.0"
        board.release = "1.28.0"
        board.unplug()
        board.plug()
        (drive / "INFO_UF2.TXT").write_text("Board-ID: RP2350\n")
        with pytest.raises(session.TengenError, match="runs MicroPython 1.28.0 and not 1.29.0: run the command again"):
            run._put_micropython(drive)
