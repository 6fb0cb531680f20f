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


class _Canvas:
    """What the three kinds have in common: each has a method for every shape."""

    def page(self, page: Page) -> None:
        """Draw the shapes of a page in order."""
        for shape in page.shapes:
            getattr(self, type(shape).__name__.lower())(shape)


class _Svg(_Canvas):
    """Lines of an SVG; text stays text, set in Noto where it is installed."""

    ANCHORS = {"left": "start", "middle": "middle", "right": "end"}

    def __init__(self):
        self.out = [
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH:g}mm" height="{HEIGHT:g}mm" '
            f'viewBox="0 0 {WIDTH:g} {HEIGHT:g}">',
            f'<rect width="{WIDTH:g}" height="{HEIGHT:g}" fill="#ffffff"/>',
        ]

    def line(self, s: Line) -> None:
        self.out.append(
            f'<line x1="{s.x1:.3f}" y1="{s.y1:.3f}" x2="{s.x2:.3f}" y2="{s.y2:.3f}" stroke="{_hex(s.grey)}" '
            f'stroke-width="{s.width:g}" stroke-linecap="square"/>'
        )

    def circle(self, s: Circle) -> None:
        rim = f' stroke="#000000" stroke-width="{s.width:g}"' if s.width else ""
        self.out.append(f'<circle cx="{s.x:.3f}" cy="{s.y:.3f}" r="{s.r:.3f}" fill="{_hex(s.fill)}"{rim}/>')

    def box(self, s: Box) -> None:
        self.out.append(
            f'<rect x="{s.x:.3f}" y="{s.y:.3f}" width="{s.width:.3f}" height="{s.height:.3f}" fill="{_hex(s.fill)}"/>'
        )

    def text(self, s: Text) -> None:
        size = s.size * MM_PER_POINT
        clean = escape("".join(c for c in s.text if c >= " "))
        self.out.append(
            f'<text x="{s.x:.3f}" y="{s.y + HALF_CAP * size:.3f}" font-size="{size:.3f}" fill="{_hex(s.grey)}" '
            f'font-family="{FAMILIES[s.font]}" text-anchor="{self.ANCHORS[s.anchor]}">{clean}</text>'
        )


def svg(page: Page) -> bytes:
    """One page as SVG."""
    canvas = _Svg()
    canvas.page(page)
    return "\n".join([*canvas.out, "</svg>\n"]).encode()


class _Pdf(_Canvas):
    """A PDF with the glyphs that are used embedded."""

    def __init__(self, title: str):
        self.doc = FPDF(unit="mm", format="A4")
        self.doc.set_auto_page_break(False)
        self.doc.set_title(title)
        self.doc.set_creator("Tengen")
        for name in FONT_FILES:
            self.doc.add_font(name, "", str(FONT_FILES[name]()))

    def line(self, s: Line) -> None:
        self.doc.set_draw_color(s.grey)
        self.doc.set_line_width(s.width)
        self.doc.line(s.x1, s.y1, s.x2, s.y2)

    def circle(self, s: Circle) -> None:
        self.doc.set_draw_color(0)
        self.doc.set_line_width(s.width or 0.1)
        self.doc.set_fill_color(s.fill)
        self.doc.circle(s.x, s.y, s.r, style="DF" if s.width else "F")

    def box(self, s: Box) -> None:
        self.doc.set_fill_color(s.fill)
        self.doc.rect(s.x, s.y, s.width, s.height, style="F")

    def text(self, s: Text) -> None:
        self.doc.set_font(s.font, size=s.size)
        self.doc.set_text_color(s.grey)
        width = self.doc.get_string_width(s.text)
        left = {"left": 0.0, "middle": width / 2, "right": width}[s.anchor]
        self.doc.text(s.x - left, s.y + HALF_CAP * s.size * MM_PER_POINT, s.text)


def pdf(pages: list[Page], title: str) -> bytes:
    """All pages as one PDF."""
    canvas = _Pdf(title)
    for page in pages:
        canvas.doc.add_page()
        canvas.page(page)
    return bytes(canvas.doc.output())


class _Png(_Canvas):
    """A grey picture, drawn larger and reduced for smooth edges."""

    ANCHORS = {"left": "ls", "middle": "ms", "right": "rs"}

    def __init__(self):
        self.k = PNG_DPI * OVERSAMPLE / 25.4
        self.image = Image.new("L", (round(WIDTH * self.k), round(HEIGHT * self.k)), 255)
        self.pen = ImageDraw.Draw(self.image)

    def line(self, s: Line) -> None:
        half = s.width * self.k / 2
        xs, ys = sorted((s.x1 * self.k, s.x2 * self.k)), sorted((s.y1 * self.k, s.y2 * self.k))
        self.pen.rectangle((xs[0] - half, ys[0] - half, xs[1] + half - 1, ys[1] + half - 1), fill=s.grey)

    def circle(self, s: Circle) -> None:
        k = self.k
        for r, fill in ((s.r + s.width / 2, 0 if s.width else s.fill), (s.r - s.width / 2, s.fill)):
            self.pen.ellipse(((s.x - r) * k, (s.y - r) * k, (s.x + r) * k, (s.y + r) * k), fill=fill)

    def box(self, s: Box) -> None:
        k = self.k
        self.pen.rectangle((s.x * k, s.y * k, (s.x + s.width) * k, (s.y + s.height) * k), fill=s.fill)

    def text(self, s: Text) -> None:
        size = s.size * MM_PER_POINT * self.k
        place = (s.x * self.k, s.y * self.k + HALF_CAP * size)
        self.pen.text(place, s.text, font=_font(s.font, round(size)), fill=s.grey, anchor=self.ANCHORS[s.anchor])


def png(page: Page) -> bytes:
    """One page as a grey PNG of 200 dots an inch."""
    canvas = _Png()
    canvas.page(page)
    image = canvas.image
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
