"""Makes the display's fonts: ``make_font.py --terminus TER.otb --terminus-bold TERBOLD.otb --unifont UNIFONT.hex``.

Writes ``firmware/board/font.py`` (Latin text of 8x16 and digits and letters of 12x24 pixels, from Terminus) and
``firmware/board/font_chinese.py`` (16x16 pixels, from GNU Unifont, only the characters that ``board.chinese`` uses). On
Debian the fonts are in the packages ``fonts-terminus-otb`` and ``unifont``. Both are free under the SIL Open Font
License 1.1, whose text is in ``docs/manual/fonts.md``.

A glyph is stored as the display wants it (MONO_VLSB): pages of eight rows from the top, one byte a column, low bit on
top.
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


def from_hex(path: Path, characters: str) -> bytes:
    """16x16 glyphs of a ``.hex`` font: lines ``CODE:hex``, rows of 16 bits from the top."""
    wanted = {f"{ord(character):04X}" for character in characters}
    rows = {}
    for line in path.read_text(encoding="ascii").splitlines():
        code, _, bits = line.partition(":")
        if code in wanted:
            rows[code] = bits
    data = b""
    for character in characters:
        bits = rows.get(f"{ord(character):04X}", "")
        if len(bits) != 64:
            sys.exit(f"make_font: {path} has no 16x16 glyph for {character}")
        data += columns(Image.frombytes("1", (16, 16), bytes.fromhex(bits)))
    return data


def write(name: str, text: str) -> None:
    """Write a module of ``firmware/board`` whole or not at all."""
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
    sys.path.insert(0, str(ROOT / "firmware"))
    from board.chinese import WORDS

    return "".join(sorted(set(WORDS + "中文") - set(SMALL + "\n")))


def main() -> None:
    """Read the fonts named on the command line, write both modules."""
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
    characters = chinese_characters()
    write(
        "font_chinese.py",
        '"""GNU Unifont (c) 1998-2022 Roman Czyborra, Paul Hardy and others, SIL Open Font License 1.1.\n\n'
        "Made by firmware/tools/make_font.py: 16x16 glyphs in MONO_VLSB order, only characters that the board uses.\n"
        '"""\n\nCHARACTERS = (\n'
        + "\n".join(f'    "{characters[i : i + 40]}"' for i in range(0, len(characters), 40))
        + f"\n)\n# fmt: off\nGLYPHS = {literal(from_hex(options.unifont, characters))}\n",
    )


if __name__ == "__main__":
    main()
