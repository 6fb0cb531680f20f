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


def text(buffer: bytes) -> str:
    """The display as 32 lines of 128 half blocks, for terminals and test files."""
    lines = []
    for y in range(0, HEIGHT, 2):
        row = ((pixel(buffer, x, y), pixel(buffer, x, y + 1)) for x in range(WIDTH))
        lines.append("".join(" ▄▀█"[2 * upper + lower] for upper, lower in row).rstrip())
    return "\n".join(lines) + "\n"


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
