"""Drawings in millimetres on A4 pages, written as SVG, PDF or PNG.

Grey values are 0 (black) to 255 (white). Text is placed by the middle of its height, so that a number sits in the
middle of its stone in all three.
"""

from dataclasses import dataclass, field
from functools import cache
from io import BytesIO
from pathlib import Path
from xml.sax.saxutils import escape

import pylopdf_fonts_zh_cn as fonts
from fpdf import FPDF
from PIL import Image, ImageDraw, ImageFont

WIDTH, HEIGHT = 210.0, 297.0
MM_PER_POINT = 25.4 / 72
SANS, SERIF = "sans", "serif"
FONT_FILES = {SANS: fonts.sans_path, SERIF: fonts.serif_path}
FAMILIES = {
    SANS: "'Noto Sans SC','Noto Sans CJK SC','Noto Sans','PingFang SC','Microsoft YaHei',sans-serif",
    SERIF: "'Noto Serif SC','Noto Serif CJK SC','Noto Serif','Songti SC',SimSun,serif",
}
# Half the height of a capital letter, as a part of the font size: what middles text on a line.
HALF_CAP = 0.366
PNG_DPI = 200
OVERSAMPLE = 2


@dataclass(frozen=True)
class Line:
    """A straight line, ends in mm."""

    x1: float
    y1: float
    x2: float
    y2: float
    width: float = 0.15
    grey: int = 0


@dataclass(frozen=True)
class Circle:
    """A disc with a black rim; ``width`` 0 has no rim."""

    x: float
    y: float
    r: float
    fill: int = 255
    width: float = 0.15


@dataclass(frozen=True)
class Box:
    """A filled rectangle without a rim."""

    x: float
    y: float
    width: float
    height: float
    fill: int


@dataclass(frozen=True)
class Text:
    """One line of text, ``size`` in points, ``anchor`` left, middle or right of ``x``."""

    x: float
    y: float
    text: str
    size: float
    anchor: str = "left"
    font: str = SANS
    grey: int = 0


@dataclass
class Page:
    """What is drawn on one page, in order."""

    shapes: list = field(default_factory=list)

    def draw(self, *shapes) -> None:
        """Add shapes on top."""
        self.shapes.extend(shapes)


@cache
def _font(name: str, pixels: int) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(str(FONT_FILES[name]()), pixels)


def text_width(text: str, size: float, font: str = SANS) -> float:
    """Width of a line of text in mm; ``size`` in points."""
    return _font(font, 200).getlength(text) / 200 * size * MM_PER_POINT


def fit(text: str, size: float, width: float, font: str = SANS, smallest: float = 6.0) -> tuple[str, float]:
    """Text and size so that it fits into ``width`` mm: first smaller, then cut with an ellipsis."""
    while size > smallest and text_width(text, size, font) > width:
        size -= 0.25
    if text_width(text, size, font) <= width:
        return text, size
    while text and text_width(text + "…", size, font) > width:
        text = text[:-1]
    return text + "…", size


def _hex(grey: int) -> str:
    return f"#{grey:02x}{grey:02x}{grey:02x}"


def svg(page: Page) -> bytes:
    """One page as SVG; text stays text, set in Noto where it is installed."""
    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH:g}mm" height="{HEIGHT:g}mm" '
        f'viewBox="0 0 {WIDTH:g} {HEIGHT:g}">',
        f'<rect width="{WIDTH:g}" height="{HEIGHT:g}" fill="#ffffff"/>',
    ]
    anchors = {"left": "start", "middle": "middle", "right": "end"}
    for s in page.shapes:
        if isinstance(s, Line):
            out.append(
                f'<line x1="{s.x1:.3f}" y1="{s.y1:.3f}" x2="{s.x2:.3f}" y2="{s.y2:.3f}" stroke="{_hex(s.grey)}" '
                f'stroke-width="{s.width:g}" stroke-linecap="square"/>'
            )
        elif isinstance(s, Circle):
            rim = f' stroke="#000000" stroke-width="{s.width:g}"' if s.width else ""
            out.append(f'<circle cx="{s.x:.3f}" cy="{s.y:.3f}" r="{s.r:.3f}" fill="{_hex(s.fill)}"{rim}/>')
        elif isinstance(s, Box):
            out.append(
                f'<rect x="{s.x:.3f}" y="{s.y:.3f}" width="{s.width:.3f}" height="{s.height:.3f}" '
                f'fill="{_hex(s.fill)}"/>'
            )
        else:
            size = s.size * MM_PER_POINT
            clean = escape("".join(c for c in s.text if c >= " "))
            out.append(
                f'<text x="{s.x:.3f}" y="{s.y + HALF_CAP * size:.3f}" font-size="{size:.3f}" fill="{_hex(s.grey)}" '
                f'font-family="{FAMILIES[s.font]}" text-anchor="{anchors[s.anchor]}">{clean}</text>'
            )
    return "\n".join([*out, "</svg>\n"]).encode()


def pdf(pages: list[Page], title: str) -> bytes:
    """All pages as one PDF with the glyphs that are used embedded."""
    doc = FPDF(unit="mm", format="A4")
    doc.set_auto_page_break(False)
    doc.set_title(title)
    doc.set_creator("Tengen")
    for name in FONT_FILES:
        doc.add_font(name, "", str(FONT_FILES[name]()))
    for page in pages:
        doc.add_page()
        for s in page.shapes:
            _pdf_shape(doc, s)
    return bytes(doc.output())


def _pdf_shape(doc: FPDF, s) -> None:
    if isinstance(s, Line):
        doc.set_draw_color(s.grey)
        doc.set_line_width(s.width)
        doc.line(s.x1, s.y1, s.x2, s.y2)
    elif isinstance(s, Circle):
        doc.set_draw_color(0)
        doc.set_line_width(s.width or 0.1)
        doc.set_fill_color(s.fill)
        doc.circle(s.x, s.y, s.r, style="DF" if s.width else "F")
    elif isinstance(s, Box):
        doc.set_fill_color(s.fill)
        doc.rect(s.x, s.y, s.width, s.height, style="F")
    else:
        doc.set_font(s.font, size=s.size)
        doc.set_text_color(s.grey)
        width = doc.get_string_width(s.text)
        left = {"left": 0.0, "middle": width / 2, "right": width}[s.anchor]
        doc.text(s.x - left, s.y + HALF_CAP * s.size * MM_PER_POINT, s.text)


def png(page: Page) -> bytes:
    """One page as a grey PNG of 200 dots an inch, drawn larger and reduced for smooth edges."""
    k = PNG_DPI * OVERSAMPLE / 25.4
    image = Image.new("L", (round(WIDTH * k), round(HEIGHT * k)), 255)
    draw = ImageDraw.Draw(image)
    anchors = {"left": "ls", "middle": "ms", "right": "rs"}
    for s in page.shapes:
        if isinstance(s, Line):
            half = s.width * k / 2
            xs, ys = sorted((s.x1 * k, s.x2 * k)), sorted((s.y1 * k, s.y2 * k))
            draw.rectangle((xs[0] - half, ys[0] - half, xs[1] + half - 1, ys[1] + half - 1), fill=s.grey)
        elif isinstance(s, Circle):
            for r, fill in ((s.r + s.width / 2, 0 if s.width else s.fill), (s.r - s.width / 2, s.fill)):
                draw.ellipse(((s.x - r) * k, (s.y - r) * k, (s.x + r) * k, (s.y + r) * k), fill=fill)
        elif isinstance(s, Box):
            draw.rectangle((s.x * k, s.y * k, (s.x + s.width) * k, (s.y + s.height) * k), fill=s.fill)
        else:
            size = s.size * MM_PER_POINT * k
            place = (s.x * k, (s.y + HALF_CAP * s.size * MM_PER_POINT) * k)
            draw.text(place, s.text, font=_font(s.font, round(size)), fill=s.grey, anchor=anchors[s.anchor])
    small = image.resize((image.width // OVERSAMPLE, image.height // OVERSAMPLE), Image.Resampling.LANCZOS)
    out = BytesIO()
    small.save(out, "PNG", dpi=(PNG_DPI, PNG_DPI), optimize=True)
    return out.getvalue()


def files(pages: list[Page], path: Path, title: str) -> list[tuple[Path, bytes]]:
    """Names and bytes of the files for ``path``, whose ending says the kind; PNG and SVG have a file a page."""
    kind = path.suffix.lower()
    if kind == ".pdf":
        return [(path, pdf(pages, title))]
    draw = {".png": png, ".svg": svg}[kind]
    if len(pages) == 1:
        return [(path, draw(pages[0]))]
    return [(path.with_name(f"{path.stem}-{n}{path.suffix}"), draw(page)) for n, page in enumerate(pages, 1)]
