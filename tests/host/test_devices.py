"""Boards are found among what Linux, macOS and Windows really list, and every failure says what to do."""

import errno
import os
import pty
from types import SimpleNamespace

import pytest
import serial

from tengen import devices
from tengen.errors import TengenError
from tengen.link import Link


def port(device, vid=None, pid=None, number=None):
    return SimpleNamespace(device=device, vid=vid, pid=pid, serial_number=number)


# Ports as pyserial lists them on three systems: Bluetooth, modems, adapters, a debug probe, and our board.
LINUX = [
    port("/dev/ttyS0"),
    port("/dev/ttyUSB0", 0x1A86, 0x7523, None),
    port("/dev/ttyACM1", 0x2E8A, 0x0005, "E6605838834C5F2D"),
    port("/dev/ttyACM0", 0x2E8A, 0x000C, "E6616407E3496E28"),
]
MACOS = [
    port("/dev/cu.Bluetooth-Incoming-Port"),
    port("/dev/cu.debug-console"),
    port("/dev/cu.wlan-debug"),
    port("/dev/tty.usbmodem1101", 0x2E8A, 0x0005, "e6605838834c5f2d"),
]
WINDOWS = [
    port("COM3"),
    port("COM10", 0x2E8A, 0x0005, "E6605838834C5F2D"),
    port("COM9", 0x2E8A, 0x0005, "E66038B713596F30"),
]


def test_linux_finds_the_board_and_tells_the_debug_probe_apart():
    found = devices.ports(LINUX)
    assert [p.device for p in found] == ["/dev/ttyACM0", "/dev/ttyACM1"]
    assert found[0].firmware == "a Debug Probe" and found[1].may_be_ours
    assert found[1].serial == "e6605838834c5f2d"
    assert devices.choose(None, LINUX) == "/dev/ttyACM1"


def test_macos_uses_the_cu_name_and_ignores_ports_without_usb_ids():
    """Field report G8."""
    assert devices.choose(None, MACOS) == "/dev/cu.usbmodem1101"


def test_windows_names_in_order_of_their_numbers_and_two_boards_ask_for_a_choice():
    assert [p.device for p in devices.ports(WINDOWS)] == ["COM9", "COM10"]
    with pytest.raises(TengenError, match=r"more than one board: COM9 \(e66038b713596f30\), COM10 .*--port"):
        devices.choose(None, WINDOWS)
    assert devices.choose("COM7", WINDOWS) == "COM7"


def test_no_board_says_what_was_looked_for():
    """Field report G18."""
    with pytest.raises(TengenError, match="2e8a:0005 .*BOOTSEL.*data cable"):
        devices.choose(None, LINUX[:2], drives=[])


def test_other_firmware_and_bootsel_say_what_to_do():
    with pytest.raises(TengenError, match="ttyACM0 is a Debug Probe, not a Tengen board"):
        devices.choose(None, LINUX[3:], drives=[])
    with pytest.raises(TengenError, match="in BOOTSEL .*/media/RPI-RP2.*tengen flash"):
        devices.choose(None, [], drives=["/media/RPI-RP2"])


def test_bootsel_is_a_drive_with_its_info_file(tmp_path):
    drive = tmp_path / "RPI-RP2"
    drive.mkdir()
    (tmp_path / "STICK").mkdir()
    roots = [tmp_path / "STICK", drive, tmp_path / "gone"]
    assert devices.bootsel(roots, tmp_path / "none") == []
    (drive / "INFO_UF2.TXT").write_text("UF2 Bootloader v3.0\nModel: Raspberry Pi RP2\nBoard-ID: RPI-RP2\n")
    assert devices.bootsel(roots, tmp_path / "none") == [str(drive)]
    labels = tmp_path / "by-label"
    labels.mkdir()
    (labels / "RP2350").touch()
    assert devices.bootsel([], labels) == [str(labels / "RP2350")]


def test_a_port_that_is_not_there():
    with pytest.raises(TengenError, match="there is no port /dev/ttyNONE; boards are at /dev/ttyACM0, /dev/ttyACM1"):
        devices.choose("/dev/ttyNONE", LINUX)


def test_no_permission_names_the_group_of_the_device_file_and_the_udev_rule(tmp_path, monkeypatch):
    """Field report G6: never a group that this system does not have."""
    grp = pytest.importorskip("grp", reason="groups of device files are a Unix thing")
    group = next(g for g in grp.getgrall() if g.gr_name != "root")
    status = SimpleNamespace(st_gid=group.gr_gid, st_mode=0o020660)
    monkeypatch.setattr(devices.os, "stat", lambda path: status)
    said = devices.explain("/dev/ttyACM0", PermissionError(errno.EACCES, "Permission denied"))
    assert f"usermod -aG {group.gr_name} $USER" in said and "/etc/udev/rules.d/60-tengen.rules" in said
    status.st_mode = 0o020600
    said = devices.explain("/dev/ttyACM0", PermissionError(errno.EACCES, "Permission denied"))
    assert said.startswith(
        "no permission to open /dev/ttyACM0: install the udev rule /etc/udev/rules.d/60-tengen.rules"
    )


def test_a_busy_port_names_who_has_it():
    """Two host programs at once: the second gets a clear answer."""
    master, slave = pty.openpty()
    name = os.ttyname(slave)
    first = serial.Serial(name, exclusive=True)
    try:
        with pytest.raises(serial.SerialException) as caught:
            serial.Serial(name, exclusive=True)
        said = devices.explain(name, caught.value)
        assert said.startswith(f"{name} is in use by ") and said.endswith("close it and try again")
    finally:
        first.close()
        os.close(master)
        os.close(slave)


def test_what_is_no_serial_port(tmp_path):
    """A plain file, a folder, ``/dev/null``: one line, not the system's number of the error."""
    plain = tmp_path / "game.sgf"
    plain.write_bytes(b"(;)")
    for name in (str(plain), str(tmp_path), "/dev/null"):
        with pytest.raises(TengenError) as caught:
            Link(devices.choose(name, []))
        assert str(caught.value) == f"{name} is not a serial port; tengen devices lists the boards"


def test_drives_are_found_under_any_name(tmp_path):
    """As the kernel lists them (proc(5)): blanks as octal numbers, other bytes as they are, UTF-8 or not."""
    listed = tmp_path / "mounts"
    lines = (
        b"proc /proc proc rw 0 0",
        b"/dev/sda1 /media/j\xc3\xbcrg\\040m/RPI-RP2 vfat rw 0 0",
        b"/dev/sdb1 /media/j\xfcrg/RP2350 vfat rw 0 0",
        b"/dev/sdc1 /mnt/a\\134b\\011c msdos rw 0 0",
    )
    listed.write_bytes(b"\n".join(lines))
    wanted = ["/media/jürg m/RPI-RP2".encode(), b"/media/j\xfcrg/RP2350", b"/mnt/a\\b\tc"]
    assert [os.fsencode(path) for path in devices._mounts(listed)] == wanted
