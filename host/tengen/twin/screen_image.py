"""The display's buffer as a picture: PNG as it looks on the table, or text."""

import json
import subprocess
import sys
from pathlib import Path

from PIL import Image

WIDTH = 128
HEIGHT = 64
BYTES = WIDTH * HEIGHT // 8
# A blue-white OLED, and the gap between its pixels at the larger scales.
_LIT = (214, 236, 255)
_DARK = (10, 12, 16)
_ROOT = Path(__file__).resolve().parents[3]


def pixel(buffer: bytes, x: int, y: int) -> bool:
    """Is the pixel lit? ``buffer`` holds 1024 bytes in MONO_VLSB order: pages of eight rows, low bit on top."""
    return bool(buffer[(y >> 3) * WIDTH + x] >> (y & 7) & 1)


def image(buffer: bytes, scale: int = 4) -> Image.Image:
    """A picture with ``scale`` screen pixels for one of the display's.

    Raises ValueError if the buffer has not 1024 bytes.
    """
    if len(buffer) != BYTES:
        raise ValueError(f"a display buffer has {BYTES} bytes, not {len(buffer)}")
    picture = Image.new("RGB", (WIDTH, HEIGHT), _DARK)
    for y in range(HEIGHT):
        for x in range(WIDTH):
            if pixel(buffer, x, y):
                picture.putpixel((x, y), _LIT)
    return picture.resize((WIDTH * scale, HEIGHT * scale), Image.Resampling.NEAREST)


def save_png(buffer: bytes, path: Path, scale: int = 4) -> None:
    """Write the picture to ``path``, whole or not at all."""
    temporary = path.with_name(path.name + ".tmp")
    image(buffer, scale).save(temporary, format="PNG")
    temporary.replace(path)


def text(buffer: bytes, columns: int = WIDTH, lines: int = HEIGHT // 2) -> str:
    """The display as lines of half blocks, 128 wide and 32 high, for terminals and test files.

    Where there is less room, as quarter blocks, 64 wide, or as Braille dots, 64 wide and 16 high.
    """
    wide, high = (2, 4) if lines < HEIGHT // 2 else (1, 2) if columns >= WIDTH else (2, 2)
    found = []
    for y in range(0, HEIGHT, high):
        row = ([pixel(buffer, x + i, y + j) for j in range(high) for i in range(wide)] for x in range(0, WIDTH, wide))
        found.append("".join(_block(lit) for lit in row).rstrip())
    return "\n".join(found) + "\n"


def _block(lit: list[bool]) -> str:
    """One character for the pixels of a cell, row by row: two, four or eight of them."""
    if len(lit) == 8:
        # Dots 1 to 8 of Braille run down the left column, then the right one, then along the bottom.
        number = sum(bit << place for bit, place in zip(lit, (0, 3, 1, 4, 2, 5, 6, 7), strict=True))
        return chr(0x2800 + number) if number else " "
    blocks = " ▄▀█" if len(lit) == 2 else " ▗▖▄▝▐▞▟▘▚▌▙▀▜▛█"
    return blocks[sum(bit << place for place, bit in enumerate(reversed(lit)))]


def render(scenes: list[dict]) -> list[bytes]:
    """Draw scenes with the firmware's own code under MicroPython (see ``firmware/tools/render_screens.py``)."""
    command = [
        str(Path(sys.executable).with_name("micropython")),
        "-X",
        "heapsize=466K",
        str(_ROOT / "firmware" / "tools" / "render_screens.py"),
        str(_ROOT),
    ]
    lines = "".join(json.dumps(scene) + "\n" for scene in scenes)
    done = subprocess.run(command, input=lines, capture_output=True, text=True, timeout=120)
    buffers = [bytes.fromhex(line) for line in done.stdout.splitlines()] if done.returncode == 0 else []
    if len(buffers) != len(scenes):
        raise RuntimeError(f"screens did not render: {done.stdout[-500:]}{done.stderr[-2000:]}")
    return buffers
