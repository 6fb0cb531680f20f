"""Makes the display's fonts: ``make_font.py --terminus TER.otb --terminus-bold TERBOLD.otb --unifont UNIFONT.hex``.

Writes ``firmware/board/font.py`` (Latin text of 8x16 and digits and letters of 12x24 pixels, from Terminus) and
``firmware/board/chinese.hex`` (16x16 pixels: the lines of GNU Unifont for the characters of ``chinese.txt``). On Debian
the fonts are in the packages ``fonts-terminus-otb`` and ``unifont``. Both are free under the SIL Open Font License 1.1,
whose text is in ``docs/manual/fonts.md``.

A Latin glyph is stored as the display wants it (MONO_VLSB): pages of eight rows from the top, one byte a column, low
bit on top.
"""

import argparse
import sys
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

ROOT = Path(__file__).resolve().parent.parent.parent
BOARD = ROOT / "firmware" / "board"
SMALL = "".join(map(chr, range(32, 127)))
BIG = "0123456789:.-+/ABCDEFGHIJKLMNOPQRST"


def columns(image: Image.Image) -> bytes:
    """A one-bit image, its height a multiple of eight, as bytes in MONO_VLSB order."""
    return bytes(
        sum(1 << row for row in range(8) if image.getpixel((x, top + row)))
        for top in range(0, image.height, 8)
        for x in range(image.width)
    )


def from_font(path: Path, characters: str, width: int, height: int) -> bytes:
    """Glyphs of a bitmap font with a strike of exactly this height."""
    font = ImageFont.truetype(str(path), height)
    data = b""
    for character in characters:
        image = Image.new("1", (width, height))
        draw = ImageDraw.Draw(image)
        draw.fontmode = "1"
        draw.text((0, font.getmetrics()[0]), character, font=font, fill=1, anchor="ls")
        data += columns(image)
    return data


def from_hex(path: Path, characters: str) -> str:
    """The lines, ``CODE:rows``, of a ``.hex`` font's 16x16 glyphs for these characters, in the order of their codes."""
    lines = {line.partition(":")[0]: line for line in path.read_text(encoding="ascii").splitlines()}
    found = ""
    for character in sorted(characters):
        line = lines.get(f"{ord(character):04X}", "")
        if len(line) != 69:
            sys.exit(f"make_font: {path} has no 16x16 glyph for {character}")
        found += line + "\n"
    return found


def write(name: str, text: str) -> None:
    """Write a file of ``firmware/board`` whole or not at all."""
    temporary = BOARD / f"{name}.tmp"
    temporary.write_text(text, encoding="utf-8")
    temporary.replace(BOARD / name)


def literal(data: bytes) -> str:
    """Bytes as source, 24 a line."""
    lines = []
    for start in range(0, len(data), 24):
        lines.append('    b"' + "".join(f"\\x{byte:02x}" for byte in data[start : start + 24]) + '"')
    return "(\n" + "\n".join(lines) + "\n)"


def chinese_characters() -> str:
    """Every character that the board's Chinese words use and the Latin font has not."""
    return "".join(set((BOARD / "chinese.txt").read_text(encoding="utf-8") + "中文") - set(SMALL + "\n"))


def main() -> None:
    """Read the fonts named on the command line, write both files."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    for name in ("terminus", "terminus-bold", "unifont"):
        parser.add_argument(f"--{name}", type=Path, required=True)
    options = parser.parse_args()
    write(
        "font.py",
        '"""Terminus Font (c) 2010-2014 Dimitar Toshkov Zhekov, SIL Open Font License 1.1.\n\n'
        "Made by firmware/tools/make_font.py: glyphs in MONO_VLSB order; SMALL is 8x16 from the space on, BIG\n"
        '12x24 in the order of BIG_CHARACTERS.\n"""\n\n'
        f'BIG_CHARACTERS = "{BIG}"\n'
        f"# fmt: off\nSMALL = {literal(from_font(options.terminus, SMALL, 8, 16))}\n"
        f"BIG = {literal(from_font(options.terminus_bold, BIG, 12, 24))}\n",
    )
    write("chinese.hex", from_hex(options.unifont, chinese_characters()))


if __name__ == "__main__":
    main()
