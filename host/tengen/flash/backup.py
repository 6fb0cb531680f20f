"""Copies of a board's records, settings and calibration, made before its firmware is touched."""

import hashlib
import os
import shutil
from datetime import datetime
from pathlib import Path

import platformdirs

from tengen.errors import TengenError
from tengen.flash import scripts
from tengen.flash.board import DATA, Board
from tengen.flash.build import File
from tengen.flash.deploy import BATCH, replace
from tengen.flash.remote import Remote

# Programs of others that the firmware takes the place of.
_FOREIGN = ("/main.py", "/boot.py")


def folder_of(serial: str) -> Path:
    """Where the backups of the board with this chip number lie."""
    return Path(platformdirs.user_data_dir("tengen", appauthor=False)) / "backups" / (serial or "unknown")


def latest(serial: str) -> Path | None:
    """The newest whole backup of a board."""
    folders = sorted(path for path in folder_of(serial).glob("2*") if path.is_dir() and path.suffix != ".part")
    return folders[-1] if folders else None


def make(remote: Remote, board: Board, now: datetime | None = None) -> Path | None:
    """Copy everything of value; gives the new folder, None if the board holds nothing.

    Files that the last backup has already are not sent again. The folder has its name only once it is whole.
    """
    wanted = dict(board.data)
    if not board.use:
        wanted.update({path: board.sums[path] for path in _FOREIGN if path in board.sums})
    if not wanted:
        return None
    try:
        return _copy(remote, board, wanted, now or datetime.now())
    except OSError as error:
        raise TengenError(
            f"the backup cannot be written to {folder_of(board.serial)} ({error.strerror or error}), so nothing was "
            "changed on the board: see to it that there is room and that you may write there, then run the command "
            "again"
        ) from None


def _copy(remote: Remote, board: Board, wanted: dict[str, str], now: datetime) -> Path:
    """A new folder with the files ``wanted``, whose sums are given by their paths on the board."""
    last = latest(board.serial)
    final = stem = folder_of(board.serial) / now.strftime("%Y%m%d-%H%M%S")
    while final.exists():  # two within a second
        final = stem.with_name(f"{final.name}x")
    part = final.with_suffix(".part")
    shutil.rmtree(part, ignore_errors=True)
    fetch = []
    for path, value in sorted(wanted.items()):
        target = part / path.lstrip("/")
        target.parent.mkdir(parents=True, exist_ok=True)
        old = last / path.lstrip("/") if last else None
        if old and old.is_file() and _sum(old) == value:
            shutil.copyfile(old, target)
        else:
            fetch.append((path, target))
    for start in range(0, len(fetch), BATCH):
        command: list[str] = []
        for path, target in fetch[start : start + BATCH]:
            command += [*(["+"] if command else []), "fs", "cp", f":{path}", str(target)]
        remote.run("backing up", *command, timeout=60 + 10 * BATCH)
    for path, value in wanted.items():
        if _sum(part / path.lstrip("/")) != value:
            raise TengenError(f"{path} did not arrive whole in the backup: run the command again")
    os.replace(part, final)
    return final


def lost(board: Board) -> Path | None:
    """The newest backup, if the board has lost the records that are in it: its drive was formatted since."""
    last = latest(board.serial)
    if last and not board.data and (last / DATA.lstrip("/")).is_dir():
        return last
    return None


def restore(remote: Remote, board: Board, backup: Path) -> int:
    """Copy the records of a backup onto the board where it has none of that name; gives the number of files."""
    source = backup / DATA.lstrip("/")
    if not source.is_dir():
        raise TengenError(f"{backup} is no backup of a board: it has no folder {DATA.lstrip('/')}")
    files = sorted(path for path in source.rglob("*") if path.is_file())
    missing = [path for path in files if _on_board(path, backup) not in board.data]
    parents = {folder for path in missing for folder in path.parents if source in (folder, *folder.parents)}
    remote.execute("restoring", scripts.clear([], sorted(_on_board(folder, backup) for folder in parents)))
    for start in range(0, len(missing), BATCH):
        batch = missing[start : start + BATCH]
        pairs = [(File(path.name, path.read_bytes()), _on_board(path, backup)) for path in batch]
        # A cut leaves no file that looks as if it had come back.
        replace(remote, "restoring", pairs, lambda _name, _size: None)
    return len(missing)


def _on_board(path: Path, backup: Path) -> str:
    return "/" + path.relative_to(backup).as_posix()


def _sum(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()
