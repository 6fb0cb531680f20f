"""``tengen flash`` against a real MicroPython with a real littlefs behind a pty, through the real mpremote."""

import io
import json
import os
import pty
from dataclasses import replace

import pytest
from rich.console import Console

from tengen.devices import Port
from tengen.errors import TengenError
from tengen.flash import session
from tengen.flash.build import File, Firmware
from tengen.flash.deploy import check_format, plan
from tengen.flash.remote import Remote
from tengen.flash.session import Session, Wishes
from tests.host.flash_bench import BOOTLOADER, RP2350, BarePico
from tests.host.flash_rig import FIRMWARE, MAIN, flash, look, read, version, write
from tests.host.test_flash_uf2 import uf2

# An app that sees its folder through the catalogue, as modules are looked for, and as it is afterwards.
LOOK = b"""
import os
import boot_slot
import catalogue
catalogue.mount("/a")
from pack import part
from pack.deep import inner
try:
    from pack import nothing
except ImportError:
    pass
seen = [part.PART, inner.INNER, os.stat("/a/pack")[0], os.stat("/a/app.py")[0], len(open("/a/pack/part.py").read())]
try:
    os.listdir("/a")
except (OSError, AttributeError):
    seen.append("catalogue")
boot_slot.unmount()
seen.append(sorted(os.listdir("/a/pack")))
from pack import later
with open("/ran", "w") as file:
    file.write("%s" % (seen,))
"""


def test_a_program_is_loaded_through_a_catalogue_of_its_folder(pico, monkeypatch):
    catalogue = (FIRMWARE / "board" / "catalogue.py").read_bytes()
    parts = {
        "app.py": LOOK,
        "catalogue.py": catalogue,
        "pack/part.py": b"PART = 1\n",
        "pack/later.py": b"",
        "pack/deep/inner.py": b"INNER = 2\n",
    }
    files = tuple(File(name, data) for name, data in parts.items())
    flash(pico, Firmware(files, version(1).boot, "0000000c"), monkeypatch)
    wanted = [1, 2, 0x4000, 0x8000, 9, "catalogue", ["deep", "later.py", "part.py"]]
    assert read(pico, "/ran") == str(wanted), read(pico, "/crash.txt")


def test_bare_board_gets_the_firmware_and_runs_it(pico, monkeypatch):
    said, report = flash(pico, version(1), monkeypatch, size=15)
    assert report["slot"] == "a" and report["sent"] == 6 and report["chip"] == "RP2040"
    assert "first on this board" in said
    assert read(pico, "/ran") == "1"
    seen = look(pico)
    assert (seen.use, seen.fallback, seen.trials) == ("a", None, -1)
    assert seen.files("a") == {file.name: file.sha256 for file in version(1).files}
    assert json.loads(read(pico, "/tengen/board.json")) == {"size": 15, "display": "sh1106"}


def test_each_file_is_named_and_counted_beside_the_bar(pico, monkeypatch):
    said = io.StringIO()
    firmware = version(1)
    monkeypatch.setattr(session, "build", lambda _chip: firmware)
    terminal = Console(file=said, force_terminal=True, width=120)
    Session(Wishes(port=pico.port), terminal, greet=lambda _: {}).flash()
    # The bar is drawn ten times a second: of what happens between, only the last is certain to be seen.
    assert f"6/6 {firmware.boot[-1].name}" in said.getvalue()


def test_update_goes_into_the_other_folder_and_is_confirmed_when_it_runs(pico, monkeypatch):
    flash(pico, version(1), monkeypatch)
    said, report = flash(pico, version(2), monkeypatch, diff=True)
    assert report["slot"] == "b" and report["changes"]["changed"] == ("app.py", "board/big.py")
    assert "~ app.py" in said and "/a is kept" in said
    assert read(pico, "/ran") == "2"
    seen = look(pico)
    assert (seen.use, seen.fallback, seen.trials) == ("b", "a", -1)
    three = version(3)
    three = replace(three, files=(*three.files[:2], File("board/new.py", b"NEW = 1\n"), three.files[3]))
    said, report = flash(pico, three, monkeypatch, diff=True, dry_run=True)
    listed = [line for line in said.splitlines() if line.startswith("  ")]
    assert listed == ["  + board/new.py", "  ~ app.py", "  ~ board/big.py", "  - board/same.py"]
    assert report["changes"]["removed"] == ("board/same.py",) and look(pico).use == "b"


def test_third_version_sends_only_what_differs_in_the_folder_it_goes_to(pico, monkeypatch):
    for number in (1, 2):
        flash(pico, version(number), monkeypatch)
    todo = plan(look(pico), version(3))
    assert todo.slot == "a" and {file.name for file in todo.write} == {"app.py", "board/big.py"} and todo.boot == ()


def test_same_firmware_again_changes_nothing(pico, monkeypatch):
    flash(pico, version(1), monkeypatch)
    said, report = flash(pico, version(1), monkeypatch)
    assert report["changed"] is False and "already" in said
    assert look(pico).use == "a"


def test_dry_run_writes_nothing(pico, monkeypatch):
    said, _ = flash(pico, version(1), monkeypatch, dry_run=True, diff=True)
    assert "would back up 0 files, send 6 files" in said and "+ board/big.py" in said
    assert look(pico).sums == {}


def test_roll_back_starts_the_earlier_firmware(pico, monkeypatch):
    flash(pico, version(1), monkeypatch)
    with pytest.raises(TengenError, match="no earlier firmware"):
        Session(Wishes(port=pico.port), Console(file=io.StringIO()), greet=lambda _: {}).roll_back()
    flash(pico, version(2), monkeypatch)
    Session(Wishes(port=pico.port), Console(file=io.StringIO()), greet=lambda _: {}).roll_back()
    assert read(pico, "/ran") == "1"
    assert (look(pico).use, look(pico).fallback) == ("a", "b")


def test_firmware_that_crashes_three_times_before_its_hello_gives_way(pico, monkeypatch):
    flash(pico, version(1), monkeypatch)
    bad = version(2, b"raise ValueError('no such sensor')\n")
    flash(pico, bad, monkeypatch)  # first start
    remote = Remote(pico.port)
    for boots in (2, 3, 4):
        remote.reset()
        remote.wait()
        assert read(pico, "/slot") == (f"b a {3 - boots}" if boots < 4 else "a b")
    assert read(pico, "/ran") == "1"
    assert "no such sensor" in look(pico).crash


def test_firmware_that_never_said_hello_is_replaced_and_the_one_before_stays(pico, monkeypatch):
    one, three = version(1), version(3)
    flash(pico, one, monkeypatch)
    flash(pico, version(2, b"raise ValueError('no such sensor')\n"), monkeypatch)
    assert read(pico, "/slot") == "b a 2"
    run = Remote.run

    def cut(self, doing, *command, **options):
        if doing == "checking the files":
            pico.unplug()
        return run(self, doing, *command, **options)

    monkeypatch.setattr(Remote, "run", cut)
    with pytest.raises(TengenError, match="again"):
        flash(pico, three, monkeypatch)
    monkeypatch.setattr(Remote, "run", run)
    pico.plug()
    assert read(pico, "/ran") == "1" and read(pico, "/slot") == "a"
    assert look(pico).files("a") == {file.name: file.sha256 for file in one.files}
    said, report = flash(pico, three, monkeypatch)
    assert report["slot"] == "b" and "/a is kept to go back to" in said and read(pico, "/ran") == "3"


def test_silent_firmware_is_reported_with_its_crash_and_the_way_back(pico, monkeypatch):
    flash(pico, version(1), monkeypatch)
    monkeypatch.setattr(session, "build", lambda _chip: version(2, b"raise ValueError('no such sensor')\n"))

    def silent(_port):
        raise TengenError("the board does not answer")

    run = Session(Wishes(port=pico.port), Console(file=io.StringIO()), greet=silent)
    with pytest.raises(TengenError, match=r"does not answer \(ValueError: no such sensor\).*--rollback"):
        run.flash()


def test_board_that_went_back_by_itself_is_no_success(pico, monkeypatch):
    """It answers, but it is the earlier firmware that does."""
    with pytest.raises(TengenError, match="00000002 crashed before its hello .* earlier one, 00000001"):
        flash(pico, version(2), monkeypatch, greet=lambda _port: {"firmware": "test", "hash": version(1).id})


def test_micropython_of_another_file_format_gets_no_firmware(pico, monkeypatch):
    """The format is 6.3 since MicroPython 1.23; a sub-version counts only where there is native code."""
    old = version(1)
    format_of = look(pico).mpy
    assert (format_of & 0xFF, format_of >> 8 & 3) == (6, 3)
    plain, native, later = b"M\x06\x00\x1f", b"M\x06" + bytes([7 << 2 | 2]) + b"\x1f", b"M\x07\x00\x1f"
    check_format(look(pico), replace(old, files=(File("app.mpy", plain),)))
    for data, makes in ((native, "6.2"), (later, "7.0")):
        with pytest.raises(TengenError, match=f"loads compiled files of format 6.3, this Tengen makes {makes}:"):
            flash(pico, replace(old, files=(File("app.mpy", data),)), monkeypatch)
    assert look(pico).sums == {}


def test_broken_main_is_replaced_and_no_record_is_lost(pico, monkeypatch):
    flash(pico, version(1), monkeypatch)
    write(pico, "/tengen/games/0001/c00", b"record" * 30)
    write(pico, "/main.py", b"import nothing_like_that(\n")
    pico.unplug()
    pico.plug()
    said, _ = flash(pico, version(1), monkeypatch)
    assert "on the board already" not in said and read(pico, "/ran") == "1"
    assert read(pico, "/main.py").split() == MAIN.decode().split()
    assert read(pico, "/tengen/games/0001/c00") == "record" * 30


@pytest.mark.parametrize("broken", ["[]", "{", "7", "null"])
def test_broken_description_of_the_board_is_written_anew(pico, monkeypatch, broken):
    write(pico, "/tengen/board.json", broken.encode())
    _, report = flash(pico, version(1), monkeypatch, size=15)
    assert report["board"] == json.loads(read(pico, "/tengen/board.json")) == {"size": 15, "display": "sh1106"}


def test_full_drive_is_said_before_anything_is_written(pico, monkeypatch):
    flash(pico, version(1), monkeypatch)
    write(pico, "/filler", bytes(90 * 4096))
    with pytest.raises(TengenError, match="drive is full"):
        flash(pico, version(2), monkeypatch)
    assert read(pico, "/slot") == "a" and look(pico).files("b") == {}


@pytest.mark.parametrize(
    "machine, release, message",
    [
        ("ESP32 module with ESP32", "1.29.0", "not a Raspberry Pi Pico"),
        ("Raspberry Pi Pico with RP2040", "1.26.1", "needs 1.27 or later"),
        ("Raspberry Pi Pico2 with RP2350-RISCV", "1.29.0", "for its RISC-V cores.* hold BOOTSEL"),
    ],
)
def test_wrong_board_or_old_micropython(tmp_path, monkeypatch, machine, release, message):
    with (
        BarePico(tmp_path / "flash.img", machine=machine, release=release) as board,
        pytest.raises(TengenError, match=message),
    ):
        flash(board, version(1), monkeypatch)


def test_pico_2_is_told_from_its_own_name(tmp_path):
    with BarePico(tmp_path / "flash.img", machine=RP2350) as board:
        assert look(board).chip == "RP2350"


def test_board_that_does_not_answer(tmp_path, monkeypatch):
    board = BarePico(tmp_path / "flash.img").plug()
    board.unplug()
    with pytest.raises(TengenError, match="there is no port"):
        flash(board, version(1), monkeypatch)


@pytest.mark.parametrize("answer", ["", "\x00\xff?", "7", "[]", "Traceback (most recent call last):"])
def test_answer_that_makes_no_sense(monkeypatch, answer):
    monkeypatch.setattr(Remote, "execute", lambda *_: answer)
    with pytest.raises(TengenError, match="^looking at the board: the board's answer makes no sense: run the command"):
        Remote("port").query("looking at the board", "")


@pytest.mark.parametrize(
    "words, meaning",
    [
        ("OSError: [Errno 5] EIO", "the board's flash reports an error"),
        ("serial.serialutil.SerialException: write failed: [Errno 5] Input/output error", "the cable came off"),
        ("OSError: [Errno 28] ENOSPC", "the board's drive is full"),
        ("mpremote: something new", "something new; run the command again"),
    ],
)
def test_what_mpremote_says_is_explained(words, meaning):
    assert Remote("port")._explain(f"Traceback\n{words}\n").startswith(meaning)


def test_port_after_the_copy_is_not_that_of_another_board(monkeypatch):
    """Another board is plugged in all the time; the new one comes later, or its old name is listed for a moment."""
    monkeypatch.setattr(session, "_wait_until_open", lambda _port: None)
    seen = iter([["COM3"], ["COM3"], ["COM3", "COM4"]])
    assert session._new_port({"COM3"}, lambda: [Port(device, "", "") for device in next(seen)]) == "COM4"
    seen = iter([["COM3", "COM4"], ["COM3"], ["COM3", "COM4"]])
    assert session._new_port({"COM3", "COM4"}, lambda: [Port(device, "", "") for device in next(seen)]) == "COM4"
    monkeypatch.setattr(session, "REAPPEAR_S", 0.5)
    with pytest.raises(TengenError, match="did not come back"):
        session._new_port({"COM3"}, lambda: [Port("COM3", "", "")])


def test_port_at_which_nobody_ever_says_a_word(tmp_path):
    """As a simulated board's, or one whose program hangs with interrupts off: mpremote itself waits for ever."""
    ours, its = pty.openpty()
    try:
        with pytest.raises(TengenError, match="looking at the board: the board does not answer: unplug it, .* again"):
            Remote(os.ttyname(its)).execute("looking at the board", "print(1)", timeout=1)
    finally:
        os.close(ours)
        os.close(its)


@pytest.mark.parametrize("release", ["1.29.0", "1.22.2"])
def test_other_micropython_sends_the_board_into_bootsel(pico, monkeypatch, tmp_path, release):
    """One that is too old for the firmware as well."""
    if release != pico.release:
        pico.unplug()
        pico.release = release
        pico.plug()
    image = tmp_path / "new.uf2"
    image.write_bytes(uf2(version=b"1.29.1"))
    monkeypatch.setattr(session, "REAPPEAR_S", 1)
    monkeypatch.setattr(session.bootsel, "find", lambda: None)
    with pytest.raises(TengenError, match="drive does not appear"):
        flash(pico, version(1), monkeypatch, uf2=image)
    pico.unplug()
    assert pico.ended_in == BOOTLOADER
