"""Drawings of the build guide as SVG: the section through stone and board, and how the chains hang together."""

from hardware import board


def stack_picture() -> str:
    """A section through stone, wood and board as SVG, 12 px to the mm."""
    scale, left, width = 12, 20, 360
    colors = ("#f4f4f4", "#d9b77c", "#ffffff", "#2f6f4f", "#555555")
    top = board.MAGNET_HEIGHT + 3
    middle = left + width / 2
    total = top + sum(height for _, height in board.STACK) + 2
    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 760 {total * scale:.0f}" font-family="sans-serif"'
        ' font-size="13">',
        f'<path d="M{middle - 132} {top * scale} Q{middle} {-2 * scale} {middle + 132} {top * scale} Z" fill="#f4f4f4"'
        ' stroke="#888"/>',
        f'<rect x="{middle - 36}" y="{(top - 1) * scale}" width="72" height="{scale}" fill="#c33"/>',
        f'<text x="{left + width + 28}" y="{(top - 1) * scale:.0f}">magnet {board.MAGNET} mm in the stone</text>',
    ]
    y, label = top, (top - 1) * scale
    for (text, height), color in zip(board.STACK, colors, strict=True):
        x, wide = (middle - 132, 264) if color == colors[0] else (left, width)
        if color == colors[-1]:
            x, wide = middle - 18, 36
        out.append(
            f'<rect x="{x:.0f}" y="{y * scale:.1f}" width="{wide}" height="{height * scale:.1f}" fill="{color}"'
            ' stroke="#888" stroke-width="0.5"/>'
        )
        middle_of_it = (y + height / 2) * scale
        label = max(label + 18, middle_of_it + 4)
        right = x + wide if color != colors[0] else middle + 132
        out.append(
            f'<path d="M{right:.0f} {middle_of_it:.0f} L{left + width + 24} {label - 4:.0f}" stroke="#888" fill="none"'
            f' stroke-width="0.5"/><text x="{left + width + 28}" y="{label:.0f}">{text}: {height:g} mm</text>'
        )
        y += height
    return "\n".join([*out, "</svg>", ""])


_STRIP_W, _STRIP_H, _STEP, _LEFT, _TOP = 260, 26, 52, 60, 150
_CABLE, _FEED = "#2a6fb0", "#c0392b"


def _text(x, y, words, size=13, anchor="start", color="#222"):
    return f'<text x="{x}" y="{y}" font-size="{size}" text-anchor="{anchor}" fill="{color}">{words}</text>'


def _line(points, color, width=3):
    path = " ".join(f"{x},{y}" for x, y in points)
    return f'<polyline points="{path}" fill="none" stroke="{color}" stroke-width="{width}" stroke-linejoin="round"/>'


def _strip(x, y, words):
    """A half-strip with IN at its far edge and OUT at Black's."""
    plug = x + _STRIP_W / 2 - 22
    out = [f'<rect x="{x}" y="{y}" width="{_STRIP_W}" height="{_STRIP_H}" fill="#dcebe2" stroke="#2f6f4f"/>']
    for top, name in ((y - 1, "IN"), (y + _STRIP_H - 7, "OUT")):
        out.append(f'<rect x="{plug}" y="{top}" width="44" height="8" fill="#fff" stroke="#555"/>')
        out.append(_text(plug + 50, top + 8, name, 9))
    return [*out, _text(x + 8, y + 17, words, 11)]


def chains_picture(size: int = 19) -> str:
    """Controller, both chains and the far feed as one looks through the top, Black below; middle rows left out."""
    rows = [0, 1, None, size - 2, size - 1]
    bottom = _TOP + _STEP * len(rows)
    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 760 {bottom + 60}" font-family="sans-serif">',
        '<rect x="250" y="20" width="240" height="66" fill="#eee" stroke="#555"/>',
        _text(370, 42, "controller", 14, "middle"),
        _text(262, 78, "J1 left chain", 11), _text(478, 78, "J2 right chain", 11, "end"),
        _text(370, 62, "J10: 1 = 3V3, 2 = GND", 11, "middle", _FEED),
        _text(20, 40, "White", 14), _text(380, bottom + 44, "Black sits here", 14, "middle"),
    ]  # fmt: skip
    for chain, x in enumerate((_LEFT, _LEFT + _STRIP_W + 60)):
        plug = x + _STRIP_W / 2
        out.append(_line([((290, 450)[chain], 86), ((290, 450)[chain], 118), (plug, 118), (plug, _TOP)], _CABLE))
        for k, row in enumerate(rows):
            y = _TOP + _STEP * k
            if row is None:
                out.append(_text(plug, y + 18, ". . .", 18, "middle"))
                continue
            out += _strip(x, y, f"row {size - row}, {('left', 'right')[chain]}")
            if k + 1 < len(rows):
                end = y + _STEP + (0 if rows[k + 1] is not None else -8)
                out.append(_line([(plug, y + _STRIP_H + 1), (plug, end)], _CABLE))
            if k and rows[k - 1] is None:
                out.append(_line([(plug, y - 20), (plug, y)], _CABLE))
        last = _TOP + _STEP * (len(rows) - 1) + _STRIP_H
        side = x - 22 if chain == 0 else x + _STRIP_W + 22
        up = 250 if chain == 0 else 490
        out.append(_line([(up, 58), (side, 58), (side, last + 14), (plug, last + 14), (plug, last + 1)], _FEED, 2))
    out.append(_text(_LEFT, bottom + 6, "far feed: 3V3 and GND to the last OUT of each chain", 12, "start", _FEED))
    return "\n".join([*out, "</svg>", ""])
