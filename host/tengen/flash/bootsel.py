"""A board in BOOTSEL: a drive that takes a UF2 image and vanishes."""

import errno
import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import platformdirs

from tengen import devices
from tengen.errors import TengenError
from tengen.flash.uf2 import BOARD_OF_CHIP, Image, read_image

_NAME = "image.uf2"  # on the drive, where a longer name or one that is not ASCII might not do
_CHIPS = {"RPI-RP2": "RP2040", "RP2350": "RP2350"}
GONE_S = 20
DOWNLOAD_S = 300


def chip_of(drive: Path) -> str:
    """RP2040 or RP2350, from the drive's own description."""
    try:
        text = (drive / "INFO_UF2.TXT").read_text(errors="replace")
    except OSError:
        raise TengenError(
            f"the board in BOOTSEL shows the drive {drive}, which is not mounted: open it in the file manager, then "
            "run the command again"
        ) from None
    board = re.search(r"^Board-ID:\s*(\S+)", text, re.MULTILINE)
    chip = _CHIPS.get(board.group(1)) if board else None
    if chip is None:
        raise TengenError(f"{drive} is the drive of another kind of board, not of a Pico or Pico 2")
    return chip


def find(drives: list[str] | None = None) -> Path | None:
    """The one drive of a board in BOOTSEL, None if there is none; TengenError if there are more."""
    drives = devices.bootsel() if drives is None else drives
    if len(drives) > 1:
        raise TengenError(f"two boards in BOOTSEL ({', '.join(drives)}): unplug all but one")
    return Path(drives[0]) if drives else None


def check(image: Image, drive: Path) -> None:
    """The image must be for the chip of the drive: a chip ignores another's image without a word."""
    chip = chip_of(drive)
    if image.chip != chip:
        raise TengenError(
            f"{image.path} is for the {image.chip}, the board on {drive} is an {chip}: take {BOARD_OF_CHIP[chip]}"
        )


def copy(image: Image, drive: Path) -> bool:
    """Copy the image onto the drive; True if the drive then vanished, as it does when the chip took the image.

    The copy's own errors say nothing: the drive goes away under it as soon as the last block is there (macOS reports
    that as a failure). What counts is the version that is read after the restart.
    """
    check(image, drive)
    target = drive / _NAME
    try:
        shutil.copyfile(image.path, target)
        with open(target, "rb+") as file:
            os.fsync(file.fileno())  # else the system may keep it to itself for half a minute
    except OSError as error:
        if error.errno in (errno.EACCES, errno.EPERM, errno.EROFS):
            raise TengenError(
                f"no permission to write to {drive}, which is mounted for another user or for reading only: unplug "
                "the board, hold BOOTSEL while plugging it in, open its drive in the file manager, then run the "
                "command again"
            ) from None
    end = time.monotonic() + GONE_S
    while (drive / "INFO_UF2.TXT").exists():
        if time.monotonic() > end:
            return False
        time.sleep(0.2)
    return True


def download(chip: str, say: Callable[[str], None]) -> Image:
    """The latest stable image for the chip, fetched by mpflash, or the one fetched before where there is no network.

    ``say`` is told which; TengenError if there is neither.
    """
    board = BOARD_OF_CHIP[chip]
    folder = Path(platformdirs.user_cache_dir("tengen", appauthor=False)) / "images"
    instead = "get it from micropython.org/download and give it with --uf2"
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise TengenError(f"the image {board} cannot be kept in {folder} ({error.strerror}): {instead}") from None
    say(f"fetching the latest MicroPython for the {chip}")
    before = _newest(folder, board)
    trouble = _fetch(folder, board)
    newest = _newest(folder, board)
    if newest is None:
        raise TengenError(f"could not download the image {board}{trouble}: {instead}")
    if newest == before:
        say(f"could not download it{trouble}: the image fetched before is taken")
    return read_image(newest[1])


def _newest(folder: Path, board: str) -> tuple[int, Path] | None:
    """When the newest image of the board was written, and its path."""
    # mpflash fetches variants too (RPI_PICO2-RISCV-v1.29.0.uf2), which are not ours.
    images = [(path.stat().st_mtime_ns, path) for path in folder.rglob(f"{board}-v*.uf2")]
    return max(images, default=None)


def _fetch(folder: Path, board: str) -> str:
    """Let mpflash download; gives what it says last, in brackets, for the case that nothing came."""
    # It has no __main__ module, so what its own script does is said here.
    program = [sys.executable, "-c", "import mpflash.cli_main as cli; cli.mpflash()"]
    command = [*program, "download", "--board", board, "--version", "stable", "--force"]
    environment = {**os.environ, "MPFLASH_FIRMWARE": str(folder), "COLUMNS": "300"}
    try:
        done = subprocess.run(command, capture_output=True, text=True, env=environment, timeout=DOWNLOAD_S, check=False)
    except subprocess.TimeoutExpired:
        return f" (no answer in {DOWNLOAD_S} s)"
    lines = (done.stderr or done.stdout).strip().splitlines()
    # Its lines are "time | sign words", errors marked; advice follows.
    lines = [line for line in lines if "❌" in line] or lines[-1:]
    return f" ({re.sub(r'^[0-9:]* *[|] *', '', lines[-1]).strip(' ❌')[:100]})" if lines else ""
