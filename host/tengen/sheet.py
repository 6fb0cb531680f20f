"""The score sheet: a game on A4 as clubs keep it on paper (R1.3, R6), for the printer, the screen and the archive.

Go stones are drawn with their numbers. In renju and gomoku the sheet looks like the form that players fill in: Black's
numbers odd and circled, White's even and bare.
"""

from dataclasses import dataclass

from shared_rules import points
from shared_rules.points import BLACK
from tengen import describe
from tengen.game import Game, star_points
from tengen.sheet_canvas import HEIGHT, MM_PER_POINT, SERIF, WIDTH, Box, Circle, Line, Page, Text, fit, text_width
from tengen.sheet_figures import Figure, figures

MARGIN = 15.0
INNER = WIDTH - 2 * MARGIN
LABEL = 110  # grey of small labels
RULING_STEP, CLOCK_STEP, CLOCK_COLUMNS = 4.4, 3.9, 6
SIGNATURES = 12.0  # height of the line for them
SMALLEST_CELL = 8.2  # to which a single diagram is drawn smaller, so that the lists find room on its page
FAINT = 170  # grey of lines that only separate
RULES = {"renju": "Renju", "free": "Gomoku, five or more wins", "exact": "Gomoku, exactly five wins"}
SKIPPED = ("start", "move", "pass", "call", "period", "opening", "end")  # not in the list of rulings


@dataclass
class _Place:
    """Where a board is drawn: corner of the first crossing and the distance of the lines, mm."""

    x: float
    y: float
    cell: float


def draw(game: Game, per_figure: int = 100) -> list[Page]:
    """The pages of a game's score sheet; ``per_figure`` is the number of moves on a diagram.

    Diagrams of up to 50 moves stand two on a page, larger ones fill it.
    """
    found = figures(game, per_figure)
    pages, page = [], Page()
    top = _form(page, game)
    per_page = 2 if len(found) > 1 and per_figure <= 50 else 1
    for i in range(0, len(found), per_page):
        if i:
            pages.append(page)
            page = Page()
            top = _running_head(page, game)
        below = _lists_height(game) + SIGNATURES if len(found) == 1 else 0
        top = _diagrams(page, game, found[i : i + per_page], top, per_page, below)
    page, top = _lists(pages, page, game, top)
    if top > HEIGHT - MARGIN - SIGNATURES:
        pages.append(page)
        page = Page()
        _running_head(page, game)
    _signatures(page)
    pages.append(page)
    for number, each in enumerate(pages, 1):
        _foot(each, game, number, len(pages))
    return pages


def _form(page: Page, game: Game) -> float:
    """The boxes at the head of the first page, filled in; returns where the rest begins."""
    h = game.header
    kind = "Go" if game.rules == "go" else RULES[h["variant"]].split(",")[0]
    page.draw(Text(WIDTH / 2, MARGIN + 3.2, f"{kind} Score Sheet", 17, "middle", SERIF))
    y = MARGIN + 9
    total = {side: _time_used(game, side) for side in ("black", "white")}
    rows = [
        [("Event", h.get("event"), 0.56), ("Round", h.get("round"), 0.14), ("Date", h.get("date"), 0.3)],
        [("Black", game.black, 0.5), ("White", game.white, 0.5)],
        [("Time used", total["black"], 0.2), ("Left on the clock", _remaining(game, "black"), 0.3)]
        + [("Time used", total["white"], 0.2), ("Left on the clock", _remaining(game, "white"), 0.3)],
        [("Rules", _rules_text(game), 0.4), ("Time", describe.time_text(h["time"]) if "time" in h else "", 0.6)],
        [("Opening", game.opening, 0.4), ("Result", _result(game), 0.6)],
    ]
    if not total["black"]:
        del rows[2]
    if game.rules == "go":
        rows[-1] = [("Handicap", str(h.get("handicap") or "none"), 0.2), ("Prisoners", _prisoners(game), 0.2)]
        rows[-1].append(("Result", _result(game), 0.6))
    top, height = y, 9.4
    for row in rows:
        x = MARGIN
        for label, value, share in row:
            _cell(page, x, y, INNER * share, height, label, value or "")
            x += INNER * share
        y += height
    _frame(page, MARGIN, top, INNER, y - top, 0.4)
    return y + 4


def _cell(page: Page, x: float, y: float, width: float, height: float, label: str, value: str) -> None:
    _frame(page, x, y, width, height, 0.15)
    left = x + 2
    page.draw(Text(left, y + 2.2, label, 6, grey=LABEL))
    if label in ("Black", "White"):
        page.draw(Circle(left + 1.5, y + 6.3, 1.5, 0 if label == "Black" else 255, 0.2))
        left += 5
    large = 12 if label in ("Black", "White", "Event") else 10
    text, size = fit(value, large, x + width - 2 - left, SERIF)
    page.draw(Text(left, y + 6.3, text, size, font=SERIF))


def _frame(page: Page, x: float, y: float, width: float, height: float, line: float) -> None:
    for x1, y1, x2, y2 in ((0, 0, 1, 0), (0, 1, 1, 1), (0, 0, 0, 1), (1, 0, 1, 1)):
        page.draw(Line(x + x1 * width, y + y1 * height, x + x2 * width, y + y2 * height, line))


def _running_head(page: Page, game: Game) -> float:
    y = MARGIN + 1
    names = f"{game.black or 'Black'} – {game.white or 'White'}"
    event = game.header.get("event") or ""
    text, size = fit(names, 10, INNER * 0.6, SERIF)
    page.draw(Text(MARGIN, y, text, size, font=SERIF))
    text, size = fit(event, 9, INNER * 0.38, SERIF)
    page.draw(Text(WIDTH - MARGIN, y, text, size, "right", SERIF, LABEL))
    page.draw(Line(MARGIN, y + 3.4, WIDTH - MARGIN, y + 3.4, 0.3))
    return y + 8


def _foot(page: Page, game: Game, number: int, count: int) -> None:
    y = HEIGHT - MARGIN + 4
    where = " · ".join(str(w) for w in ("Tengen", game.header.get("serial"), game.header.get("id")) if w)
    page.draw(Text(MARGIN, y, where, 6.5, grey=LABEL))
    if count > 1:
        page.draw(Text(WIDTH - MARGIN, y, f"{number} / {count}", 6.5, "right", grey=LABEL))


def _diagrams(page: Page, game: Game, found: list[Figure], top: float, per_page: int, below: float = 0) -> float:
    """The diagrams of one page, all of one scale, each with moves and notes; ``below``: room to leave if it can."""
    notes = [_wrap(figure.notes, 8, INNER) for figure in found]
    lines = game.size - 1
    room = (HEIGHT - MARGIN - 2 - top) / per_page - 17 - 4.4 * max(len(n) for n in notes)
    cell = min(room / (lines + 1), (INNER - 12) / (lines + 1), 10.6)
    smaller = min(cell, (room - below) / (lines + 1))
    cell = smaller if smaller >= SMALLEST_CELL else cell
    width, off = cell * lines, _label_offset(cell)
    for figure, under in zip(found, notes, strict=True):
        place = _Place((WIDTH - width) / 2, top + off + 1.5, cell)
        _board(page, game, place)
        for point, (color, number) in figure.stones.items():
            _stone(page, game, place, point, color, number)
        y = place.y + width + off + 5.5
        if figure.last >= figure.first:
            span = f"Moves {figure.first} to {figure.last}" if figure.last > figure.first else f"Move {figure.first}"
            page.draw(Text(WIDTH / 2, y, span, 9, "middle", SERIF))
        for line in under:
            y += 4.6
            page.draw(Text(WIDTH / 2, y, line, 8, "middle"))
        top = y + 7
    return top


def _label_offset(cell: float) -> float:
    """How far the coordinates stand off the outer lines, so that an edge stone does not touch them."""
    return cell * 0.5 + 2.5


def _board(page: Page, game: Game, place: _Place) -> None:
    n, cell = game.size, place.cell
    end = (n - 1) * cell
    for i in range(n):
        width = 0.35 if i in (0, n - 1) else 0.13
        page.draw(Line(place.x, place.y + i * cell, place.x + end, place.y + i * cell, width))
        page.draw(Line(place.x + i * cell, place.y, place.x + i * cell, place.y + end, width))
    for row, col in star_points(n):
        page.draw(Circle(place.x + col * cell, place.y + row * cell, cell * 0.09, 0, 0))
    size, off = min(7.5, cell / MM_PER_POINT * 0.36), _label_offset(cell)
    for i, letter in enumerate(points.columns(game.rules)[:n]):
        for y in (place.y - off, place.y + end + off):
            page.draw(Text(place.x + i * cell, y, letter, size, "middle", grey=LABEL))
    for row in range(n):
        for x in (place.x - off, place.x + end + off):
            page.draw(Text(x, place.y + row * cell, str(n - row), size, "middle", grey=LABEL))


def _stone(page: Page, game: Game, place: _Place, point: int, color: int, number: int) -> None:
    x = place.x + point % game.size * place.cell
    y = place.y + point // game.size * place.cell
    label = str(number) if number else ""
    size = place.cell / MM_PER_POINT * (0.5 if len(label) < 3 else 1.2 / len(label))
    if game.rules != "go" and number:
        r = place.cell * 0.43
        if color == BLACK:
            page.draw(Circle(x, y, r, 255, 0.25))
        else:
            page.draw(Box(x - r * 0.85, y - r * 0.8, r * 1.7, r * 1.6, 255))
        page.draw(Text(x, y, label, size, "middle"))
        return
    page.draw(Circle(x, y, place.cell * 0.475, 0 if color == BLACK else 255, 0.2))
    if label:
        page.draw(Text(x, y, label, size, "middle", grey=255 if color == BLACK else 0))


def _rulings(game: Game) -> list[tuple[str, str, list[str]]]:
    """When, after which move, and what in lines, of every ruling that the diagrams do not show, and of damage."""
    found = [
        (
            describe.stamp(r["at"]) if game.is_from_board else "",
            f"after move {r['move']}" if r.get("move") else "",
            _wrap(describe.describe(r), 8, INNER - 42),
        )
        for r in describe.worth_telling(game.rulings)
        if r["kind"] not in SKIPPED
    ]
    return found + ([("", "attention", _wrap(game.damage, 8, INNER - 42))] if game.damage else [])


def _lists_height(game: Game) -> float:
    """Room that the lists take where they are not broken, mm."""
    lines = sum(len(lines) for _, _, lines in _rulings(game))
    moves = game.played()
    clocks = -(-len(moves) // CLOCK_COLUMNS) if any(m.ruling.get("clock") for m in moves) else 0
    return (6.5 + RULING_STEP * lines if lines else 0) + (9.5 + CLOCK_STEP * clocks if clocks else 0)


def _lists(pages: list[Page], page: Page, game: Game, top: float) -> tuple[Page, float]:
    """Rulings, and the clocks after each move; on further pages if there is no room."""
    rows = _rulings(game)
    title = "Rulings"
    for i, (at, move, lines) in enumerate(rows):
        if top + RULING_STEP * len(lines) + (8 if i == 0 else 0) > HEIGHT - MARGIN - 4:
            pages.append(page)
            page = Page()
            top = _running_head(page, game)
            title = title if i == 0 else "Rulings, continued"
            i = 0
        if i == 0:
            top = _heading(page, title, top)
        page.draw(Text(MARGIN, top, at, 8, grey=LABEL), Text(MARGIN + 16, top, move, 8, grey=LABEL))
        for line in lines:
            page.draw(Text(MARGIN + 42, top, line, 8))
            top += RULING_STEP
    return _clocks(pages, page, game, top + (3 if rows else 0))


def _clocks(pages: list[Page], page: Page, game: Game, top: float) -> tuple[Page, float]:
    """Every move with its side's clock after it, in columns."""
    moves = list(enumerate(game.played(), 1))
    if not any(m.ruling.get("clock") for _, m in moves):
        return page, top
    columns, step, most = CLOCK_COLUMNS, CLOCK_STEP, 60
    width = INNER / columns
    for start in range(0, len(moves), columns * most):
        part = moves[start : start + columns * most]
        rows = -(-len(part) // columns)
        if start or top + 8 + rows * step > HEIGHT - MARGIN - 4:
            pages.append(page)
            page = Page()
            top = _running_head(page, game)
        top = _heading(page, "Moves and clocks", top)
        for i, (number, move) in enumerate(part):
            x, y = MARGIN + i // rows * width, top + i % rows * step
            page.draw(Text(x + 6, y, str(number), 7, "right", grey=LABEL))
            page.draw(Text(x + 8, y, game.name(move.point) or "pass", 7))
            clock = move.ruling.get("clock")
            if clock:
                page.draw(Text(x + width - 3, y, describe.clock_text(clock).replace(" left)", ")"), 7, "right"))
        top += rows * step + 3
    return page, top


def _heading(page: Page, title: str, top: float) -> float:
    page.draw(Text(MARGIN, top, title, 10, font=SERIF))
    page.draw(Line(MARGIN, top + 3, WIDTH - MARGIN, top + 3, 0.15, FAINT))
    return top + 6.5


def _signatures(page: Page) -> None:
    """Lines to sign, at the foot of the last page."""
    y = HEIGHT - MARGIN - 3
    width = INNER / 3 - 6
    for i, who in enumerate(("Black", "White", "Arbiter")):
        x = MARGIN + i * (width + 9)
        page.draw(Line(x, y - 3, x + width, y - 3, 0.15, LABEL), Text(x, y, who, 6.5, grey=LABEL))


def _wrap(text: str, size: float, width: float) -> list[str]:
    """Text in lines of at most ``width`` mm; items that a dot separates are not broken."""
    lines: list[str] = []
    gap = " · " if " · " in text else " "
    for item in text.split(gap):
        if lines and text_width(lines[-1] + gap + item, size) <= width:
            lines[-1] += gap + item
        elif item:
            lines.append(item)
    return lines


def _rules_text(game: Game) -> str:
    if game.rules == "go":
        komi = game.header["komi_zi"]
        return "Go" if komi is None else f"Go, komi {komi:g} zi"
    return RULES[game.header["variant"]]


def _prisoners(game: Game) -> str:
    taken = {"black": 0, "white": 0}
    for move in game.played():
        taken[move.side] += len(move.captures)
    return f"B {taken['black']}, W {taken['white']}"


def _result(game: Game) -> str:
    return "" if game.result == "?" else f"{describe.result_text(game.result)} ({game.result})"


def _time_used(game: Game, side: str) -> str:
    """Thinking time of a side: from the opponent's press to its own, pauses left out; empty without a clock."""
    if not game.header.get("time") or not any(r.get("clock") for r in game.rulings):
        return ""
    used, since, paused = 0.0, None, False
    for r in game.rulings:
        if r["kind"] in ("start", "resume", "move", "pass", "pause"):
            if r["kind"] in ("move", "pass") and since is not None and not paused and r.get("side") == side:
                used += r["at"] - since
            paused = r["kind"] == "pause"
            since = r["at"]
    return describe.stamp(used)


def _remaining(game: Game, side: str) -> str:
    clocks = [m.ruling["clock"] for m in game.played() if m.side == side and m.ruling.get("clock")]
    return describe.clock_text(clocks[-1]) if clocks else ""
