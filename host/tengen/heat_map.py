"""The fields of all points as a picture: coloured figures in a terminal, SVG, PNG.

Black's pole is orange, White's is blue, which all kinds of colour vision tell apart; figures and marks say the same
without colour.
"""

import io
from dataclasses import dataclass, field
from pathlib import Path
from xml.sax.saxutils import escape

from PIL import Image, ImageDraw, ImageFont
from rich.text import Text

from shared_rules import points
from tengen.errors import TengenError
from tengen.faults import Fault
from tengen.record_file import write_atomically

FULL_MT = 12.0  # more than a centred stone of the usual set; the colour ends there
QUIET_MT = 0.15  # less is not coloured
FIGURE_MT = 0.3  # less has no figure: what neighbours add
LEGEND_MT = (-12.0, -6.0, -2.0, -0.5, 0.0, 0.5, 2.0, 6.0, 12.0)
BLACK_POLE, WHITE_POLE = (214, 96, 16), (33, 102, 190)
PAPER, INK, FAINT, ALARM = (255, 255, 255), (20, 20, 20), (140, 140, 140), (150, 0, 110)
CELL, MARGIN, LEGEND_HEIGHT, LINE = 44, 46, 74, 20  # pixels of the pictures
WIDEST, WIDE, NARROW = 5, 4, 3  # characters of a cell in the terminal; a figure has at most WIDE


@dataclass
class HeatMap:
    """What is to be drawn. ``mt``: a field a point, None without answer; ``faults`` mark their points."""

    size: int
    mt: list[float | None]
    faults: list[Fault] = field(default_factory=list)
    masked: set[int] = field(default_factory=set)
    target: int | None = None  # the point that the stone belongs on now
    done: set[int] = field(default_factory=set)  # points that the sweep has been at

    def broken(self) -> set[int]:
        """Points with a fault, those without answer left out: they show it themselves."""
        return {p for fault in self.faults for p in fault.points if self.mt[p] is not None}

    def figure(self, p: int, chars: int) -> str:
        """The field of a point in at most ``chars`` characters; a dot for none, ``--`` for no answer, x if masked."""
        value = self.mt[p]
        if p in self.masked:
            return "x"
        if value is None:
            return "--"
        if abs(value) < FIGURE_MT:
            return "·" if p not in self.broken() else "!"
        text = f"{value:.1f}"
        if chars < WIDE or len(text) > chars:
            return f"{value:.0f}"
        return text.replace("0.", ".", 1) if abs(value) < 1 else text


def color(value: float | None) -> tuple[int, int, int]:
    """Background of a field in mT; small fields are spread, so that the ring around a stone shows too."""
    if value is None or abs(value) < QUIET_MT:
        return PAPER
    share = min(1.0, abs(value) / FULL_MT) ** 0.5
    end = BLACK_POLE if value > 0 else WHITE_POLE
    return tuple(round(a + (b - a) * share) for a, b in zip(PAPER, end, strict=True))


def ink(background: tuple[int, int, int]) -> tuple[int, int, int]:
    """Black or white, whichever reads better on it."""
    red, green, blue = background
    return INK if 0.299 * red + 0.587 * green + 0.114 * blue > 140 else PAPER


# ---- terminal


def terminal(heat: HeatMap, width: int) -> Text:
    """As many lines as the board has, and one with the letters; 80 columns are enough for 19 lines with tenths.

    There figures of four characters touch, which colours tell apart; 99 columns have room between them.
    """
    cell = min(max((width - 4) // heat.size, NARROW), WIDEST)
    out = Text(no_wrap=True, overflow="crop")
    out.append("   " + "".join(f"{letter:>{cell - 1}} " for letter in points.columns("go")[: heat.size]) + "\n", "dim")
    for row in range(heat.size):
        out.append(f"{heat.size - row:>2} ", "dim")
        for col in range(heat.size):
            p = row * heat.size + col
            text = heat.figure(p, min(cell, WIDE))
            out.append(f"{text:>{cell}}" if text[-1].isdigit() else f"{text:>{cell - 1}} ", _style(heat, p))
        out.append("\n" if row + 1 < heat.size else "")
    return out


def _style(heat: HeatMap, p: int) -> str:
    value = heat.mt[p]
    if p == heat.target:
        return "bold black on bright_yellow"
    if p in heat.masked or value is None:
        return "dim"
    if p in heat.broken():
        return "bold white on rgb({},{},{})".format(*ALARM)
    if abs(value) < FIGURE_MT:
        # A tint as on paper would be glaring on a dark screen.
        return "green" if p in heat.done else "dim"
    background = color(value)
    return "rgb({},{},{}) on rgb({},{},{})".format(*ink(background), *background)


def legend() -> Text:
    """What the colours of the terminal say, in one line."""
    out = Text("mT ", no_wrap=True, overflow="crop")
    for value in LEGEND_MT:
        if 0 < abs(value) < 1:
            continue  # 80 columns
        background = color(value)
        text = f" {value:+.0f} " if value else "  ·  "
        style = "rgb({},{},{}) on rgb({},{},{})".format(*ink(background), *background)
        out.append(text, style if value else "dim")
    out.append("  + black's pole", "dim")
    out.append("  -- no answer  x masked ", "dim")
    out.append("fault", "bold white on rgb({},{},{})".format(*ALARM))
    return out


# ---- pictures


def check_name(path: Path) -> None:
    """TengenError for a file name whose ending is neither kind of picture."""
    if path.suffix.lower() not in (".svg", ".png"):
        raise TengenError(f"a heat map is a picture NAME.svg or NAME.png, not {path.name}")


def save(heat: HeatMap, path: Path, title: str) -> None:
    """Write the picture whole or not at all; the ending says which kind."""
    check_name(path)
    write_atomically(path, svg(heat, title).encode() if path.suffix.lower() == ".svg" else png(heat, title))


def svg(heat: HeatMap, title: str) -> str:
    """The picture as SVG."""
    width, height = _extent(heat)
    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}" '
        'font-family="DejaVu Sans, Verdana, sans-serif">',
        f"<title>{escape(title)}</title>",
    ]
    for shape, box, fill, stroke, text, size in _shapes(heat, title):
        x, y, w, h = box
        if shape == "rect":
            out.append(f'<rect x="{x}" y="{y}" width="{w}" height="{h}" fill="{_hex(fill)}" stroke="{_hex(stroke)}"/>')
        elif shape == "ring":
            out.append(
                f'<rect x="{x}" y="{y}" width="{w}" height="{h}" fill="none" stroke="{_hex(stroke)}" stroke-width="3"/>'
            )
        else:
            anchor = "middle" if shape == "middle" else "start"
            out.append(
                f'<text x="{x}" y="{y}" font-size="{size}" fill="{_hex(fill)}" text-anchor="{anchor}" '
                f'dominant-baseline="central">{escape(text)}</text>'
            )
    return "\n".join([*out, "</svg>", ""])


def png(heat: HeatMap, title: str, scale: int = 2) -> bytes:
    """The picture as PNG; ``scale``: pixels for one of the SVG's."""
    width, height = _extent(heat)
    picture = Image.new("RGB", (width * scale, height * scale), PAPER)
    draw = ImageDraw.Draw(picture)
    for shape, box, fill, stroke, text, size in _shapes(heat, title):
        x, y, w, h = (value * scale for value in box)
        if shape == "rect":
            draw.rectangle((x, y, x + w, y + h), fill, stroke)
        elif shape == "ring":
            draw.rectangle((x, y, x + w, y + h), None, stroke, 3 * scale)
        else:
            draw.text((x, y), text, fill, ImageFont.load_default(size * scale), "mm" if shape == "middle" else "lm")
    out = io.BytesIO()
    picture.save(out, "PNG")
    return out.getvalue()


def _hex(rgb: tuple[int, int, int]) -> str:
    return "#{:02x}{:02x}{:02x}".format(*rgb)


def _extent(heat: HeatMap) -> tuple[int, int]:
    """Width and height of the pictures."""
    side = heat.size * CELL
    return max(side + 2 * MARGIN, 720), side + 2 * MARGIN + LEGEND_HEIGHT + LINE * len(heat.faults)


def _shapes(heat: HeatMap, title: str):
    """What both kinds of picture consist of: ``(shape, (x, y, width, height), fill, stroke, text, font size)``."""
    middle = CELL // 2
    yield "start", (MARGIN, 14, 0, 0), INK, None, title, 15
    broken = heat.broken()
    for i, letter in enumerate(points.columns("go")[: heat.size]):
        yield "middle", (MARGIN + i * CELL + middle, MARGIN - 12, 0, 0), FAINT, None, letter, 14
        yield "middle", (MARGIN - 16, MARGIN + i * CELL + middle, 0, 0), FAINT, None, str(heat.size - i), 14
    for p, value in enumerate(heat.mt):
        x, y = MARGIN + p % heat.size * CELL, MARGIN + p // heat.size * CELL
        known = p not in heat.masked and value is not None
        background = color(value) if known else (232, 232, 232)
        yield "rect", (x, y, CELL, CELL), background, (205, 205, 205), "", 0
        text = heat.figure(p, 5)
        fill = ink(background) if known and abs(value) >= FIGURE_MT else FAINT
        yield "middle", (x + middle, y + middle, 0, 0), fill, None, text, 13
        if p in broken:
            yield "ring", (x + 2, y + 2, CELL - 4, CELL - 4), None, ALARM, "", 0
    y = MARGIN + heat.size * CELL + 24
    for i, value in enumerate(LEGEND_MT):
        background = color(value)
        yield "rect", (MARGIN + i * CELL, y, CELL, 22), background, (205, 205, 205), "", 0
        text = f"{value:+.1f}" if 0 < abs(value) < 1 else f"{value:+.0f}" if value else "·"
        yield "middle", (MARGIN + i * CELL + middle, y + 11, 0, 0), ink(background), None, text, 13
    words = "mT, + black's pole   -- no answer   x masked   framed: fault"
    yield "start", (MARGIN + len(LEGEND_MT) * CELL + 10, y + 11, 0, 0), INK, None, words, 13
    for i, fault in enumerate(heat.faults):
        yield "start", (MARGIN, y + 46 + i * LINE, 0, 0), ALARM, None, fault.say, 13
