"""A board in BOOTSEL: a drive that takes a UF2 image and vanishes."""

import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from tengen import devices
from tengen.errors import TengenError
from tengen.flash.uf2 import BOARD_OF_CHIP, Image, read_image

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
    target = drive / image.path.name
    try:
        shutil.copyfile(image.path, target)
        with open(target, "rb+") as file:
            file.flush()
    except PermissionError:
        raise TengenError(
            f"no permission to write to {drive}, which is mounted for another user: unplug the board, hold "
            "BOOTSEL while plugging it in, open its drive in the file manager, then run the command again"
        ) from None
    except OSError:
        pass
    end = time.monotonic() + GONE_S
    while (drive / "INFO_UF2.TXT").exists():
        if time.monotonic() > end:
            return False
        time.sleep(0.2)
    return True


def download(chip: str) -> Image:
    """The latest stable image for the chip, fetched by mpflash; TengenError where there is no network."""
    board = BOARD_OF_CHIP[chip]
    folder = Path(tempfile.gettempdir()) / "tengen-images"
    # It has no __main__ module, so what its own script does is said here.
    program = [sys.executable, "-c", "import mpflash.cli_main as cli; cli.mpflash()"]
    command = [*program, "download", "--board", board, "--version", "stable", "--force"]
    folder.mkdir(parents=True, exist_ok=True)
    environment = {**os.environ, "MPFLASH_FIRMWARE": str(folder), "COLUMNS": "300"}
    try:
        done = subprocess.run(command, capture_output=True, text=True, env=environment, timeout=DOWNLOAD_S, check=False)
        lines = (done.stderr or done.stdout).strip().splitlines()
    except subprocess.TimeoutExpired:
        lines = [f"no answer in {DOWNLOAD_S} s"]
    # It fetches variants too (RPI_PICO2-RISCV-v1.29.0.uf2), which are not ours.
    images = sorted(folder.rglob(f"{board}-v*.uf2"), key=lambda path: path.stat().st_mtime)
    if not images:
        # Its lines are "time | sign words", errors marked; advice follows.
        lines = [line for line in lines if "❌" in line] or lines[-1:]
        reason = f" ({re.sub(r'^[0-9:]* *[|] *', '', lines[-1]).strip(' ❌')[:100]})" if lines else ""
        raise TengenError(
            f"could not download the image {board}{reason}: get it from micropython.org/download and give it with --uf2"
        )
    return read_image(images[-1])
