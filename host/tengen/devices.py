"""Finding boards: serial ports by their USB ids, boards in BOOTSEL, and what to do when a port does not open."""

import errno
import os
import re
import sys
from dataclasses import dataclass
from pathlib import Path

from serial.tools import list_ports

from tengen.errors import TengenError

VENDOR = 0x2E8A  # Raspberry Pi
MICROPYTHON = 0x0005  # a Pico that runs MicroPython: ours, or any other
OTHER_FIRMWARE = {0x000A: "a program made with the Pico SDK", 0x0004: "a Picoprobe", 0x000C: "a Debug Probe"}
BOOTSEL = {0x0003: "RP2040", 0x000F: "RP2350"}
BOOTSEL_LABELS = ("RPI-RP2", "RP2350")
UDEV_PATH = "/etc/udev/rules.d/60-tengen.rules"
# uaccess gives the board to whoever sits at the computer; ID_MM_* keeps modem managers from probing it.
UDEV_RULE = (
    'SUBSYSTEM=="tty", ATTRS{idVendor}=="2e8a", ATTRS{idProduct}=="0005", '
    'TAG+="uaccess", ENV{ID_MM_DEVICE_IGNORE}="1", ENV{ID_MM_PORT_IGNORE}="1"\n'
)


@dataclass(frozen=True)
class Port:
    """A serial port with a Raspberry Pi behind it."""

    device: str  # /dev/ttyACM0, /dev/cu.usbmodem1101, COM5
    serial: str  # the chip's own number, empty if the system does not tell
    firmware: str  # empty if it may be ours, else what runs there

    @property
    def may_be_ours(self) -> bool:
        """Whether a hello is worth sending."""
        return not self.firmware


def ports(listed=None) -> list[Port]:
    """Ports of Raspberry Pi boards, in the order of their names.

    ``listed``: ports as pyserial lists them (``device``, ``vid``, ``pid``, ``serial_number``); the system's by default.
    Bluetooth and debug ports have no USB ids and are left out; on macOS only the ``cu.`` name is used, since opening
    the ``tty.`` one waits for a carrier.
    """
    found = {}
    for item in list_ports.comports() if listed is None else listed:
        if item.vid != VENDOR:
            continue
        device = item.device.replace("/dev/tty.", "/dev/cu.")
        other = "" if item.pid == MICROPYTHON else OTHER_FIRMWARE.get(item.pid, f"other firmware (id {item.pid:04x})")
        found[device] = Port(device, (item.serial_number or "").lower(), other)
    return [found[device] for device in sorted(found, key=_natural)]


def _natural(device: str) -> tuple[str, int]:
    """COM10 comes after COM9."""
    digits = len(device) - len(device.rstrip("0123456789"))
    return device[: len(device) - digits], int(device[len(device) - digits :] or 0)


def bootsel(roots: list[Path] | None = None, labels: Path = Path("/dev/disk/by-label")) -> list[str]:
    """Boards in BOOTSEL: the drives they show, as folders, or as devices where nothing is mounted.

    ``roots``: folders to look at; by default everything that is mounted.
    """
    drives = []
    for root in _mounts() if roots is None else roots:
        try:
            if (root / "INFO_UF2.TXT").is_file():
                drives.append(str(root))
        except OSError:
            continue
    if not drives:
        drives = [str(labels / label) for label in BOOTSEL_LABELS if (labels / label).exists()]
    return drives


def _mounts(listed: Path = Path("/proc/mounts")) -> list[Path]:
    if sys.platform == "win32":
        return [Path(f"{letter}:\\") for letter in "DEFGHIJKLMNOPQRSTUVWXYZ"]
    if sys.platform == "darwin":
        return sorted(Path("/Volumes").glob("*"))
    try:
        lines = [line.split() for line in listed.read_bytes().splitlines()]
    except OSError:
        return []
    # Spaces, tabs, line ends and backslashes stand there as octal numbers.
    return [
        Path(os.fsdecode(re.sub(rb"\\([0-7]{3})", lambda found: bytes([int(found[1], 8)]), folder)))
        for _, folder, kind, *_ in lines
        if kind in (b"vfat", b"msdos", b"fuseblk")
    ]


def choose(port: str | None, listed=None, drives: list[str] | None = None) -> str:
    """The port to use: the one that was asked for, or the only board there is.

    TengenError if there is none, or more than one to choose from.
    """
    if port:
        if not port.upper().startswith("COM") and "://" not in port and not os.path.exists(port):
            raise TengenError(f"there is no port {port}{_instead(listed)}")
        return port
    found = ports(listed)
    ours = [p for p in found if p.may_be_ours]
    if len(ours) == 1:
        return ours[0].device
    if ours:
        names = ", ".join(f"{p.device} ({p.serial})" if p.serial else p.device for p in ours)
        raise TengenError(f"more than one board: {names}; choose one with --port")
    drives = bootsel() if drives is None else drives
    if drives:
        raise TengenError(f"the board is in BOOTSEL ({drives[0]}): put the firmware on it with: tengen flash")
    if found:
        raise TengenError(f"{found[0].device} is {found[0].firmware}, not a Tengen board; tengen flash puts ours on it")
    raise TengenError(
        "no board found: looked for a USB serial port with the ids 2e8a:0005 and for a BOOTSEL drive; "
        "is the cable a data cable and plugged in? A twin's port is given by --port"
    )


def _instead(listed) -> str:
    found = ports(listed)
    return f"; boards are at {', '.join(p.device for p in found)}" if found else "; no board is plugged in"


def explain(device: str, error: Exception) -> str:
    """One line on why a port did not open and what to do about it."""
    code = getattr(error, "errno", None)
    text = str(error)
    if code == errno.ENOENT or isinstance(error, FileNotFoundError) or "FileNotFoundError" in text:
        return f"there is no port {device}: is the board plugged in?"
    busy = code in (errno.EBUSY, errno.EAGAIN) or "exclusively lock" in text or "busy" in text.lower()
    if busy or (sys.platform == "win32" and "denied" in text.lower()):
        return f"{device} is in use by {_holder(device)}: close it and try again"
    if code in (errno.EACCES, errno.EPERM) or isinstance(error, PermissionError) or "ermission" in text:
        return _no_permission(device)
    if no_terminal(device):
        return f"{device} is not a serial port; tengen devices lists the boards"
    return f"cannot open {device}: {text}"


def no_terminal(device: str) -> bool:
    """Whether there is something of this name that cannot be a port: a file, a folder, ``/dev/null``."""
    try:
        file = os.open(device, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOCTTY", 0))
    except IsADirectoryError:
        return True
    except OSError:
        return False
    try:
        return not os.isatty(file)
    finally:
        os.close(file)


def _no_permission(device: str) -> str:
    rule = f"install the udev rule {UDEV_PATH} that tengen devices --udev prints"
    group = _group(device)
    if group is None:
        return f"no permission to open {device}: {rule}"
    return (
        f"no permission to open {device}, which belongs to the group {group}: "
        f"sudo usermod -aG {group} $USER and log in again, or {rule}"
    )


def _group(device: str) -> str | None:
    """The group that may read and write the device file; None if no group may, or only root's."""
    try:
        import grp

        status = os.stat(device)
        name = grp.getgrgid(status.st_gid).gr_name
    except (ImportError, OSError, KeyError):
        return None
    return name if status.st_mode & 0o060 == 0o060 and name != "root" else None


def _holder(device: str) -> str:
    """The program that has the port open, where the system lets us see it."""
    real = os.path.realpath(device)
    for fd in Path("/proc").glob("[0-9]*/fd/*"):
        try:
            if os.readlink(fd) == real and int(fd.parts[2]) != os.getpid():
                name = Path("/proc", fd.parts[2], "comm").read_text().strip()
                return f"{name} (process {fd.parts[2]})"
        except OSError:
            continue
    return "another program"
