"""What is on a board: chip, MicroPython, firmware folders, records."""

import re
from dataclasses import dataclass, field

from tengen.errors import TengenError
from tengen.flash import scripts
from tengen.flash.remote import Remote
from tengen.flash.uf2 import MINIMUM

DATA = "/tengen"


@dataclass(frozen=True)
class Board:
    """The state of one board."""

    chip: str
    version: tuple[int, int, int]
    mpy: int  # the format of compiled files that it loads: version, and from bit 8 on sub-version
    serial: str
    heap: int  # bytes free with nothing running
    total: int
    free: int  # bytes of the drive
    use: str | None  # the folder that starts: a, b or None
    fallback: str | None
    trials: int  # left until it falls back, -1 once the firmware has said hello
    crash: str
    sums: dict[str, str] = field(default_factory=dict)  # SHA-256 of the files of the program, by path
    data: dict[str, str] = field(default_factory=dict)  # the same of records, settings and calibration

    @property
    def version_text(self) -> str:
        """As MicroPython writes it."""
        return ".".join(map(str, self.version))

    def files(self, slot: str) -> dict[str, str]:
        """Sums of a slot's files by their names below it."""
        head = f"/{slot}/"
        return {path[len(head) :]: value for path, value in self.sums.items() if path.startswith(head)}


def inspect(remote: Remote, minimum: tuple[int, ...] = MINIMUM) -> Board:
    """Look at the board; TengenError if it is no Pico, or its MicroPython is older than ``minimum``."""
    remote.soft_reset()
    seen = remote.query("looking at the board", scripts.PROBE)
    if "RISCV" in seen["machine"]:
        raise TengenError(
            "the board runs MicroPython for its RISC-V cores; Tengen needs that for its ARM cores (RPI_PICO2): hold "
            "BOOTSEL while plugging it in and run tengen flash again"
        )
    chip = "RP2350" if "RP2350" in seen["machine"] else "RP2040" if "RP2040" in seen["machine"] else None
    if chip is None:
        raise TengenError(f"{remote.port} is a {seen['machine']}, not a Raspberry Pi Pico or Pico 2")
    number = re.match(r"(\d+)\.(\d+)(?:\.(\d+))?", seen["release"])
    version = tuple(int(part or 0) for part in number.groups()) if number else (0, 0, 0)
    if version < minimum:
        raise TengenError(
            f"the board runs MicroPython {seen['release']}; Tengen needs 1.27 or later: hold BOOTSEL while plugging it "
            "in and run tengen flash again"
        )
    words = seen["slot"].split()
    use, fallback, trials = (words + [None] * 3)[:3]
    return Board(
        chip=chip,
        version=version,
        mpy=seen["mpy"],
        serial=seen["serial"],
        heap=seen["heap"],
        total=seen["total"],
        free=seen["free"],
        use=use if use in ("a", "b") else None,
        fallback=fallback if fallback in ("a", "b") else None,
        trials=int(trials) if trials and trials.isdigit() else -1,
        crash=seen["crash"],
        sums=seen["sums"],
        data=seen["data"],
    )
