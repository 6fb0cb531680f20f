"""Writes the firmware into the folder that is not in use, checks every byte, and only then names it in ``slot``.

A cut at any moment leaves the firmware that was there, or the new one: the folder in use is never touched, the files
that start it and the choice itself are replaced by renaming.
"""

import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from tengen.errors import TengenError
from tengen.flash import scripts
from tengen.flash.board import Board
from tengen.flash.build import File, Firmware
from tengen.flash.remote import AGAIN, Remote

TRIALS = 3  # as in firmware/boot_slot.py
BATCH = 20  # files a call: command lines are short on Windows
_ATTEMPTS = 3
_MARGIN = 64 * 1024  # bytes of the drive that stay free for a game's records
_OVERHEAD = 4096  # a file takes whole blocks

Progress = Callable[[str, int], None]  # name of the file that is done, its bytes


@dataclass(frozen=True)
class Plan:
    """What is to be done on the board."""

    slot: str  # where the firmware goes
    stays: str | None  # the other folder, to go back to
    write: tuple[File, ...]  # into the slot
    kept: int  # files of the slot that are right already
    stale: tuple[str, ...]  # paths in the slot that do not belong there
    boot: tuple[File, ...]  # into the root
    added: tuple[str, ...]  # against the firmware in use
    changed: tuple[str, ...]
    removed: tuple[str, ...]
    current: bool  # the firmware in use is this one

    @property
    def bytes(self) -> int:
        """To be sent."""
        return sum(len(file.data) for file in self.write + self.boot)


def plan(board: Board, firmware: Firmware) -> Plan:
    """Compare the board with the firmware that is wanted.

    It goes into the folder not in use; but where the one in use has not said hello yet, and may never do so, it takes
    that one's place, and the one before stays.
    """
    waiting = board.trials >= 0 and board.fallback and board.files(board.fallback)
    stays = board.fallback if waiting else board.use
    slot = "b" if stays == "a" else "a"
    there = board.files(slot)
    wanted = {file.name: file for file in firmware.files}
    write = tuple(file for file in firmware.files if there.get(file.name) != file.sha256)
    used = board.files(board.use) if board.use else {}
    return Plan(
        slot=slot,
        stays=stays,
        write=write,
        kept=len(wanted) - len(write),
        stale=tuple(f"/{slot}/{name}" for name in sorted(there) if name not in wanted),
        boot=tuple(file for file in firmware.boot if board.sums.get(f"/{file.name}") != file.sha256),
        added=tuple(name for name in wanted if name not in used),
        changed=tuple(name for name, file in wanted.items() if name in used and used[name] != file.sha256),
        removed=tuple(sorted(name for name in used if name not in wanted)),
        current=bool(used) and used == {name: file.sha256 for name, file in wanted.items()},
    )


def deploy(remote: Remote, board: Board, firmware: Firmware, progress: Progress) -> Plan:
    """Write the firmware and choose it; the board must be restarted afterwards. The plan says what was done."""
    todo = plan(board, firmware)
    need = sum(len(file.data) + _OVERHEAD for file in todo.write + todo.boot)
    old = sum(1 for file in todo.write if file.name in board.files(todo.slot))
    if board.free + old * _OVERHEAD < need + _MARGIN:
        raise TengenError(
            f"the board's drive is full ({board.free // 1024} KB free, {(need + _MARGIN) // 1024} KB needed): "
            "download old games with tengen download and delete them with tengen games, then run the command again"
        )
    # From here on the folder is nothing to start or to go back to; the other stands alone.
    if todo.slot in (board.use, board.fallback):
        _choose(remote, todo.stays)
    _clear(remote, todo)
    _send(remote, todo.slot, todo.write, progress)
    _replace(remote, todo.boot, progress)
    _verify_all(remote, todo.slot, firmware)
    _choose(remote, todo.slot, todo.stays, TRIALS)
    return todo


def check_format(board: Board, firmware: Firmware) -> None:
    """TengenError if the board's MicroPython loads compiled files of another format only.

    It wants its own version of them and, where they hold native code, its own sub-version (MicroPython, "MicroPython
    .mpy files").
    """
    loads = (board.mpy & 0xFF, board.mpy >> 8 & 3)
    for file in (*firmware.files, *firmware.boot):
        if not file.name.endswith(".mpy"):
            continue
        version, features = file.data[1], file.data[2]
        native = features >> 2 & 0xF
        if version != loads[0] or native and features & 3 != loads[1]:
            raise TengenError(
                f"the board's MicroPython {board.version_text} loads compiled files of format {loads[0]}.{loads[1]}, "
                f"this Tengen makes {version}.{features & 3}: put another MicroPython on it with --uf2, or get a newer "
                "Tengen"
            )


def roll_back(remote: Remote, board: Board) -> str:
    """Choose the other firmware again; gives the name of its folder."""
    if not board.use or not board.fallback or not board.files(board.fallback):
        raise TengenError("there is no earlier firmware on the board to go back to")
    _choose(remote, board.fallback, board.use)
    return board.fallback


def _choose(remote: Remote, use: str, fallback: str | None = None, trials: int = -1) -> None:
    words = [use] + ([fallback] if fallback else []) + ([str(trials)] if fallback and trials >= 0 else [])
    remote.execute("choosing the firmware", scripts.choose(" ".join(words) + "\n"))


def _clear(remote: Remote, todo: Plan) -> None:
    """Remove what does not belong into the slot, make its folders."""
    folders = {f"/{todo.slot}"}
    for file in todo.write:
        parts = file.name.split("/")
        folders.update("/".join([f"/{todo.slot}", *parts[:n]]) for n in range(1, len(parts)))
    remote.execute("making room", scripts.clear(list(todo.stale), sorted(folders)))


def _send(remote: Remote, slot: str, files: tuple[File, ...], progress: Progress) -> None:
    for start in range(0, len(files), BATCH):
        batch = files[start : start + BATCH]
        copy(remote, [(file, f"/{slot}/{file.name}") for file in batch], progress)


def copy(remote: Remote, pairs: list[tuple[File, str]], progress: Progress) -> None:
    """Copy files to the paths beside them, check their sums on the board, copy again what is wrong."""
    for _ in range(_ATTEMPTS):
        with tempfile.TemporaryDirectory() as folder:
            command: list[str] = []
            for i, (file, path) in enumerate(pairs):
                source = Path(folder) / str(i)
                source.write_bytes(file.data)
                command += [*(["+"] if command else []), "fs", "cp", "--force", str(source), f":{path}"]
            begun: list[File] = []
            waiting = [file for file, _ in pairs]

            def line(text: str, begun: list[File] = begun, waiting: list[File] = waiting) -> None:
                # mpremote names a file when it begins with it.
                if text.startswith("cp ") and waiting:
                    if begun:
                        progress(begun[-1].name, len(begun[-1].data))
                    begun.append(waiting.pop(0))

            remote.run("copying", *command, on_line=line, timeout=60 + 10 * len(pairs))
            if begun:
                progress(begun[-1].name, len(begun[-1].data))
        sums = _sums(remote, [path for _, path in pairs])
        pairs = [(file, path) for file, path in pairs if sums.get(path) != file.sha256]
        if not pairs:
            return
    raise TengenError(f"{pairs[0][1]} does not arrive whole on the board: try another cable, then {AGAIN}")


def _replace(remote: Remote, files: tuple[File, ...], progress: Progress) -> None:
    if files:
        replace(remote, "replacing the start files", [(file, f"/{file.name}") for file in files], progress)


def replace(remote: Remote, stage: str, pairs: list[tuple[File, str]], progress: Progress) -> None:
    """Files that are there whole or not at all: written beside their paths, checked, renamed."""
    copy(remote, [(file, f"{path}.new") for file, path in pairs], progress)
    remote.execute(stage, scripts.rename([path for _, path in pairs]))


def _verify_all(remote: Remote, slot: str, firmware: Firmware) -> None:
    wanted = {f"/{slot}/{file.name}": file.sha256 for file in firmware.files}
    sums = _sums(remote, list(wanted))
    wrong = [path for path, value in wanted.items() if sums.get(path) != value]
    if wrong:
        raise TengenError(f"{wrong[0]} is not on the board as it should be: {AGAIN}")


def _sums(remote: Remote, paths: list[str]) -> dict[str, str]:
    return remote.query("checking the files", scripts.sums(paths))
