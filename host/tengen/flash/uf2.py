"""UF2 images: what they are for, whether they are whole, and which MicroPython is in them.

A UF2 file is a row of blocks of 512 bytes, each with its place in flash, its number, the count of all, and the family
of chips it is for (Microsoft's UF2 specification). A chip ignores blocks of another family without a word, so the
family is looked at here, before anything is copied.
"""

import re
import struct
from dataclasses import dataclass
from pathlib import Path

from tengen.errors import TengenError

BLOCK = 512
_HEADER = struct.Struct("<8I")
_MAGIC = (0x0A324655, 0x9E5D5157)
_MAGIC_END = 0x0AB16F30
_FLAG_NOT_FLASH = 0x00000001
_FLAG_FAMILY = 0x00002000
_ABSOLUTE = 0xE48BFF57  # RP2350 images begin with a block that both chips take (erratum RP2350-E10)
FAMILIES = {0xE48BFF56: "RP2040", 0xE48BFF59: "RP2350", 0xE48BFF5A: "RP2350 RISC-V", 0xE48BFF5B: "RP2350"}

MINIMUM = (1, 27)
BOARDS = {"Raspberry Pi Pico with RP2040": "RPI_PICO", "Raspberry Pi Pico2 with RP2350": "RPI_PICO2"}
BOARD_OF_CHIP = {"RP2040": "RPI_PICO", "RP2350": "RPI_PICO2"}
_VERSION = re.compile(rb"MicroPython v(\d+)\.(\d+)(?:\.(\d+))?")
_BOARD = re.compile(rb"; ([\x20-\x7e]{4,60} with RP2[0-9A-Z-]+)\x00")


@dataclass(frozen=True)
class Image:
    """A checked image."""

    path: Path
    chip: str  # RP2040 or RP2350
    board: str  # RPI_PICO or RPI_PICO2
    version: tuple[int, int, int]
    size: int  # bytes of flash

    @property
    def version_text(self) -> str:
        """As MicroPython writes it."""
        return ".".join(map(str, self.version))


def read_image(path: Path) -> Image:
    """Check a MicroPython image for a Pico or Pico 2; TengenError says what is wrong with it."""
    try:
        data = Path(path).read_bytes()
    except OSError as error:
        raise TengenError(f"cannot read {path}: {error.strerror}") from None
    family, content = _blocks(path, data)
    chip = FAMILIES.get(family)
    if chip is None:
        raise TengenError(f"{path} is for another chip (family {family:#010x}), not for an RP2040 or RP2350")
    version = _VERSION.search(content)
    if not version:
        raise TengenError(f"{path} is no MicroPython image: get RPI_PICO or RPI_PICO2 from micropython.org/download")
    number = tuple(int(part or 0) for part in version.groups())
    text = ".".join(map(str, number))
    if number < MINIMUM:
        raise TengenError(f"{path} is MicroPython {text}; Tengen needs 1.27 or later")
    names = {match.group(1).decode() for match in _BOARD.finditer(content)}
    boards = {BOARDS[name] for name in names if name in BOARDS}
    if len(boards) != 1 or boards != {BOARD_OF_CHIP.get(chip)}:
        seen = ", ".join(sorted(names)) or "an unknown board"
        raise TengenError(f"{path} is MicroPython for {seen}; Tengen needs the image RPI_PICO or RPI_PICO2")
    return Image(Path(path), chip, boards.pop(), number, len(content))


def _blocks(path: Path, data: bytes) -> tuple[int, bytes]:
    """Family and the bytes in flash, in order."""
    if not data.startswith(struct.pack("<I", _MAGIC[0])):
        raise TengenError(f"{path} is not a UF2 file")
    if len(data) % BLOCK:
        raise TengenError(f"{path} is cut off in the middle of a block: download it again")
    pieces: dict[int, bytes] = {}
    numbers: set[int] = set()
    family = total = None
    for at in range(0, len(data), BLOCK):
        magic0, magic1, flags, address, size, number, count, fam = _HEADER.unpack_from(data, at)
        end = struct.unpack_from("<I", data, at + BLOCK - 4)[0]
        if (magic0, magic1) != _MAGIC or end != _MAGIC_END or size > BLOCK - 36:
            raise TengenError(f"{path} is damaged at block {at // BLOCK}: download it again")
        if flags & _FLAG_NOT_FLASH or not flags & _FLAG_FAMILY or fam == _ABSOLUTE:
            continue
        if family not in (None, fam):
            raise TengenError(f"{path} holds images for more than one chip; take the one for your board")
        family, total = fam, count
        numbers.add(number)
        pieces[address] = data[at + 32 : at + 32 + size]
    if family is None:
        raise TengenError(f"{path} does not say which chip it is for")
    if len(numbers) != total:
        raise TengenError(f"{path} is not whole, {len(numbers)} of {total} blocks: download it again")
    return family, b"".join(pieces[address] for address in sorted(pieces))
