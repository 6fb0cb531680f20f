"""``tengen flash`` against a real MicroPython with a real littlefs behind a pty, through the real mpremote."""

import io
import json
import os
import pty
from dataclasses import replace
from pathlib import Path

import platformdirs
import pytest
from rich.console import Console

from tengen.devices import Port
from tengen.errors import TengenError
from tengen.flash import backup, session
from tengen.flash.board import inspect
from tengen.flash.build import File, Firmware
from tengen.flash.deploy import check_format, plan
from tengen.flash.remote import Remote
from tengen.flash.session import Session, Wishes
from tests.host.flash_bench import BOOTLOADER, RP2350, BarePico
from tests.host.test_flash_uf2 import uf2

FIRMWARE = Path(__file__).resolve().parents[2] / "firmware"
# In place of the app: writes down that it ran, and which version.
MAIN = b"""
import boot_slot
slot = boot_slot.choose()
if slot:
    try:
        import app
    except Exception as error:
        boot_slot.crashed(error)
    else:
        boot_slot.confirm()
    finally:
        boot_slot.unmount()
"""
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


WRITE = """
import os
for folder in PARENTS:
    try:
        os.mkdir(folder)
    except OSError:
        pass
with open(PATH, "wb") as file:
    for _ in range(TIMES):
        file.write(PIECE)
    file.write(REST)
"""


def version(number: int, app: bytes | None = None) -> Firmware:
    """A firmware of four files, two of which differ from version to version."""
    run = app or b"import os\nwith open('/ran', 'w') as file:\n    file.write('%d')\n" % number
    files = (
        File("app.py", run),
        File("board/big.py", b"# %d\n" % number + b"x = 1\n" * 700),
        File("board/same.py", b"SAME = True\n"),
        File("hal/rp2/deep.py", b"DEEP = 3\n"),
    )
    boot = (File("boot_slot.py", (FIRMWARE / "boot_slot.py").read_bytes()), File("main.py", MAIN))
    return Firmware(files, boot, f"{number:08x}")


@pytest.fixture
def pico(tmp_path, monkeypatch):
    """A bare board, and a home of its own for the backups."""
    monkeypatch.setattr(platformdirs, "user_data_dir", lambda *_, **__: str(tmp_path / "home"))
    board = BarePico(tmp_path / "flash.img").plug()
    yield board
    board.unplug()


def flash(board, firmware, monkeypatch, greet=lambda _port: {"firmware": "test"}, **wishes):
    """Run the command against a board; what it said and what it reported."""
    monkeypatch.setattr(session, "build", lambda _chip: firmware)
    said = io.StringIO()
    run = Session(Wishes(port=board.port, **wishes), Console(file=said, width=200), greet=greet)
    run.flash()
    return said.getvalue(), run.report


def look(board):
    return inspect(Remote(board.port))


def write(board, path, data):
    """As a game leaves it: closed."""
    parents = ["/".join(path.split("/")[:n]) for n in range(2, path.count("/") + 1)]
    body = f"PARENTS, PATH, PIECE, TIMES, REST = {parents!r}, {path!r}, {data[:256]!r}, {len(data) // 256}, "
    code = body + f"{data[len(data) // 256 * 256 :]!r}" + WRITE
    Remote(board.port).execute("writing", code)


def read(board, path):
    code = f"try:\n    print(open({path!r}).read())\nexcept OSError:\n    print()"
    return Remote(board.port).execute("reading", code).strip()


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
