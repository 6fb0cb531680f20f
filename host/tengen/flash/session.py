"""The whole of ``tengen flash``: what is there, what is needed, doing it, saying it."""

import time
from collections.abc import Callable
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import serial
from rich.console import Console
from rich.progress import BarColumn, DownloadColumn, Progress, TextColumn, TimeRemainingColumn

from tengen import devices
from tengen.errors import TengenError
from tengen.flash import backup, bootsel, scripts
from tengen.flash.board import Board, inspect
from tengen.flash.build import Firmware, build
from tengen.flash.deploy import Plan, check_format, deploy, plan, roll_back
from tengen.flash.remote import AGAIN, REAPPEAR_S, Remote
from tengen.flash.uf2 import MINIMUM, Image, read_image
from tengen.link import PROTOCOL, Link

BOARD_FILE = "/tengen/board.json"
HELLO_S = 20
TWIN_ANSWER_S = 0.1  # and again, a few times


@dataclass(frozen=True)
class Wishes:
    """What the user asked for."""

    port: str | None = None
    uf2: Path | None = None
    size: int | None = None
    display: str | None = None
    dry_run: bool = False
    diff: bool = False
    force: bool = False


class Session:
    """One run of the command; speaks through ``console``, and gathers in ``report`` what it did."""

    def __init__(self, wishes: Wishes, console: Console, greet: Callable[[str], dict] | None = None):
        """``greet``: asks the board at a port for its hello, TengenError if it does not answer."""
        self.wishes = wishes
        self.console = console
        self._greet = greet or _hello
        self.report: dict = {}

    def flash(self) -> None:
        """From whatever is plugged in to a board that plays."""
        image = self._given  # what is wrong with it is said before anything is done
        port = self.wishes.port
        drive = None if port else bootsel.find()
        if drive:
            port = self._put_micropython(drive)
            if port is None:
                return
        remote = Remote(devices.choose(port))
        if image and not drive:
            remote, board = self._renew_micropython(remote, _look(remote, minimum=(0,)), image)
        else:
            board = _look(remote)
        self._say_board(remote, board)
        firmware = build(board.chip)
        check_format(board, firmware)
        todo = plan(board, firmware)
        if self.wishes.diff:
            self._say_changes(todo)
        if self.wishes.dry_run:
            self._say_plan(board, firmware, todo)
            return
        folder = backup.make(remote, board)
        if folder:
            self._say(f"backup: {folder}", backup=str(folder))
        if todo.current and not todo.boot and not self.wishes.force:
            self._say(f"firmware {firmware.id} is on the board already", firmware=firmware.id, changed=False)
        else:
            self._deploy(remote, board, firmware, todo)
        self._describe(remote)
        self._start(remote, firmware.id)

    def roll_back(self) -> None:
        """Back to the firmware before."""
        remote = Remote(devices.choose(self.wishes.port))
        board = _look(remote)
        slot = roll_back(remote, board)
        self._start(remote)
        self._say(f"the board runs the earlier firmware again (folder /{slot})", slot=slot)

    def restore(self, folder: Path | None) -> None:
        """Copy a backup's records back."""
        remote = Remote(devices.choose(self.wishes.port))
        board = _look(remote)
        folder = folder or backup.latest(board.serial)
        if folder is None:
            raise TengenError(f"there is no backup of the board {board.serial}")
        count = backup.restore(remote, board, folder)
        self._start(remote)
        self._say(f"{count} files restored from {folder}", restored=count, backup=str(folder))

    # ---- MicroPython itself

    @cached_property
    def _given(self) -> Image | None:
        """The image that the user has."""
        return read_image(self.wishes.uf2) if self.wishes.uf2 else None

    def _put_micropython(self, drive: Path) -> str | None:
        """Copy an image to a board in BOOTSEL; gives the port at which it comes back, None in a dry run."""
        chip = bootsel.chip_of(drive)
        self._say(f"{chip} in BOOTSEL on {drive}", chip=chip, drive=str(drive))
        if self.wishes.dry_run and not self._given:
            self._say("would fetch and copy the latest MicroPython, then the firmware")
            return None
        image = self._given or bootsel.download(chip, self._say)
        bootsel.check(image, drive)
        if self.wishes.dry_run:
            self._say(f"would copy MicroPython {image.version_text}, then the firmware", micropython=image.version_text)
            return None
        before = {port.device for port in devices.ports()}
        self._say(f"copying MicroPython {image.version_text} to {drive}")
        if not bootsel.copy(image, drive):
            raise TengenError(f"the board did not take the image and still shows {drive}: {AGAIN}")
        port = _new_port(before)
        version = inspect(Remote(port)).version
        if version != image.version:
            raise TengenError(
                f"the board runs MicroPython {'.'.join(map(str, version))} and not {image.version_text}: {AGAIN}"
            )
        self._say(f"MicroPython {image.version_text} runs at {port}", micropython=image.version_text)
        return port

    def _renew_micropython(self, remote: Remote, board: Board, image: Image) -> tuple[Remote, Board]:
        """Another MicroPython for a board that runs one, if the image is another version."""
        if image.chip != board.chip:
            raise TengenError(f"{image.path} is for the {image.chip}, the board at {remote.port} is an {board.chip}")
        if image.version == board.version:
            return remote, board
        if self.wishes.dry_run:
            self._say(f"would replace MicroPython {board.version_text} by {image.version_text}")
            return remote, board
        backup.make(remote, board)
        self._say("sending the board into BOOTSEL")
        remote.run("sending the board into BOOTSEL", "bootloader")
        end = time.monotonic() + REAPPEAR_S
        while not (drive := bootsel.find()):
            if time.monotonic() > end:
                raise TengenError(
                    "the board's drive does not appear: open it in the file manager, then run tengen flash again"
                )
            time.sleep(0.3)
        port = self._put_micropython(drive)
        remote = Remote(port)
        return remote, inspect(remote)

    # ---- the firmware

    def _deploy(self, remote: Remote, board: Board, firmware: Firmware, todo: Plan) -> None:
        with self._progress(todo.bytes, len(todo.write) + len(todo.boot)) as advance:
            done = deploy(remote, board, firmware, advance)
        self._say_changes(done)
        self._say(
            f"firmware {firmware.id} in /{done.slot}: {len(done.write)} files sent, {done.kept} were there already; "
            + (f"/{done.stays} is kept to go back to" if done.stays else "it is the first on this board"),
            firmware=firmware.id,
            slot=done.slot,
            sent=len(done.write) + len(done.boot),
            changed=True,
        )

    def _describe(self, remote: Remote) -> None:
        """Write down on the board what it is made of, if that was said or is not there yet."""
        wishes = {key: value for key, value in (("size", self.wishes.size), ("display", self.wishes.display)) if value}
        code = scripts.describe(BOARD_FILE, {"size": 19, "display": "sh1106"}, wishes)
        self.report["board"] = remote.query("describing the board", code)

    def _start(self, remote: Remote, wanted: str | None = None) -> None:
        """Restart the board and wait for its hello: only that shows that the firmware runs, ``wanted`` if given."""
        remote.reset()
        remote.wait()
        try:
            hello = self._greet(remote.port)
        except TengenError:
            board = inspect(remote)
            last = board.crash.strip().splitlines()
            raise TengenError(
                "the firmware is on the board but does not answer"
                + (f" ({last[-1]})" if last else "")
                + (": the earlier one is back with tengen flash --rollback" if board.fallback else f": {AGAIN}")
            ) from None
        if wanted and (hello.get("hash") or wanted) != wanted:
            raise TengenError(
                f"firmware {wanted} crashed before its hello and the board went back to the earlier one, "
                f"{hello['hash']}: tengen flash --dry-run shows the crash"
            )
        self._say(f"the board answers: firmware {hello.get('firmware', '?')}, {hello.get('hash', '?')}", hello=hello)

    @contextmanager
    def _progress(self, total: int, files: int):
        """A bar of bytes in all, and beside it each file that is done: its name, and how many of ``files`` are."""
        columns = TextColumn("{task.description}"), BarColumn(), DownloadColumn(), TimeRemainingColumn()
        with Progress(*columns, console=self.console, transient=True) as progress:
            task = progress.add_task("copying", total=total)
            done = 0

            def advance(name: str, size: int) -> None:
                nonlocal done
                done += 1
                progress.update(task, description=f"{done}/{files} {name}", advance=size)

            yield advance

    # ---- saying it

    def _say(self, text: str, **facts) -> None:
        self.console.print(text, highlight=False, soft_wrap=True, markup=False)
        self.report.update(facts)

    def _say_board(self, remote: Remote, board: Board) -> None:
        state = "no firmware yet"
        if board.use:
            state = f"firmware in /{board.use}"
            if board.trials >= 0:
                state += f", not confirmed yet ({board.trials} trials left)"
        self._say(
            f"{board.chip} {board.serial} at {remote.port}: MicroPython {board.version_text}, {state}, "
            f"{board.free // 1024} of {board.total // 1024} KB free",
            port=remote.port,
            chip=board.chip,
            serial=board.serial,
            micropython=board.version_text,
        )
        if board.crash:
            self._say(f"the firmware crashed the last time: {board.crash.strip().splitlines()[-1]}", crash=board.crash)
        old = backup.lost(board)
        if old:
            self._say(
                f"the board's drive was formatted since the last backup, its games are gone: bring them back with "
                f"tengen flash --restore (from {old})",
                lost=str(old),
            )

    def _say_changes(self, todo: Plan) -> None:
        for mark, names in (("+", todo.added), ("~", todo.changed), ("-", todo.removed)):
            for name in names:
                self._say(f"  {mark} {name}")
        self.report["changes"] = {"added": todo.added, "changed": todo.changed, "removed": todo.removed}

    def _say_plan(self, board: Board, firmware: Firmware, todo: Plan) -> None:
        if todo.current and not todo.boot:
            self._say(f"nothing to do: firmware {firmware.id} is on the board already", firmware=firmware.id)
            return
        self._say(
            f"would back up {len(board.data)} files, send {len(todo.write) + len(todo.boot)} files "
            f"({todo.bytes // 1024} KB) into /{todo.slot} and start firmware {firmware.id}",
            firmware=firmware.id,
            slot=todo.slot,
        )


def _look(remote: Remote, minimum: tuple[int, ...] = MINIMUM) -> Board:
    """What is on the board; says so if it is none that can be flashed, or its MicroPython is older than ``minimum``."""
    if _simulated(remote.port):
        raise TengenError(
            f"{remote.port} is a simulated board (tengen twin): it runs the sources, there is nothing to flash"
        )
    if devices.no_terminal(remote.port):
        raise TengenError(f"{remote.port} is not a serial port; tengen devices lists the boards")
    return inspect(remote, minimum)


def _simulated(port: str) -> bool:
    """Whether a twin answers at the port, which then is none of the USB ports."""
    if any(port == found.device for found in devices.ports()):
        return False
    try:
        with Link(port, answer_s=TWIN_ANSWER_S, replug_s=0) as link:
            return link.request("hello", {"protocol": PROTOCOL}).get("chip") == "twin"
    except TengenError:
        return False


def _new_port(before: set[str], ports: Callable[[], list] = devices.ports) -> str:
    """The port that was not there before; waits for it. Another board's, which was, is left alone."""
    end = time.monotonic() + REAPPEAR_S
    while time.monotonic() < end:
        found = [port.device for port in ports() if port.may_be_ours]
        new = [device for device in found if device not in before]
        before = before.intersection(found)  # a name that was gone for a moment is new when it is back
        if new:
            _wait_until_open(new[0])
            return new[0]
        time.sleep(0.3)
    raise TengenError(f"the board did not come back after the copy: unplug it, plug it in and {AGAIN}")


def _hello(port: str) -> dict:
    """What the board says of itself, as soon as it does."""
    end = time.monotonic() + HELLO_S
    while True:
        try:
            with Link(port) as link:
                return link.request("hello", {"protocol": PROTOCOL})
        except TengenError:
            if time.monotonic() > end:
                raise


def _wait_until_open(port: str) -> None:
    """udev needs a moment to give the port to us."""
    for _ in range(20):
        try:
            serial.serial_for_url(port).close()
            return
        except OSError:
            time.sleep(0.25)
