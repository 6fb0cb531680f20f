"""Runs under MicroPython: draws every text that the display can have to show, and prints those that are cut or covered.

``micropython every_text.py ROOT``; the last line is how many screens were drawn. A text is whole if each of its
characters has a glyph and, once all is drawn, every glyph is on the display as the font has it: its ink on the display,
and no other ink in a row of its own (of the large digits, which are set close, only the ink is looked at).
"""

import sys

root = sys.argv[1]
sys.path[:0] = [root, root + "/firmware"]

import framebuf  # noqa: E402

from board import calibrating, chinese, font, messages, screens, texts  # noqa: E402
from board.menu import LEFT, RIGHT, Context, Menu  # noqa: E402
from board.view import View  # noqa: E402

SIZES = {id(screens._FRAME_8): (8, 16), id(screens._FRAME_12): (12, 24), id(screens._FRAME_16): (16, 16)}
LONGEST_POINT = "Q16"  # any of 19x19 or 15x15 with two digits: all characters of a font are as wide
CLOCK = (3421000, 60000, 5, 0, False)
NAMES = ("Player 1", "Wolfeschlegelst")


class Display:
    """A frame buffer that remembers the glyphs."""

    def __init__(self):
        self._frame = framebuf.FrameBuffer(bytearray(1024), 128, 64, framebuf.MONO_VLSB)
        for name in ("fill", "fill_rect", "hline", "ellipse"):
            setattr(self, name, getattr(self._frame, name))
        self.glyphs = []
        self.texts = []

    def blit(self, source, x, y, key, palette):
        width, height = SIZES[id(source)]
        glyph = bytearray(width * height // 8)
        framebuf.FrameBuffer(glyph, width, height, framebuf.MONO_VLSB).blit(source, 0, 0)
        self.glyphs.append((glyph, width, height, x, y, 1 if palette is None else 0, self.texts[-1]))
        self._frame.blit(source, x, y, key, palette)

    def spoilt(self):
        """The texts that are not whole."""
        found = []
        for glyph, width, height, x, y, lit, text in self.glyphs:
            if text not in found and not self._whole(glyph, width, height, x, y, lit):
                found.append(text)
        return found

    def _whole(self, glyph, width, height, x, y, lit):
        cell = bytearray(len(glyph))
        framebuf.FrameBuffer(cell, width, height, framebuf.MONO_VLSB).blit(self._frame, -x, -y)
        for page in range(height // 8):
            rows = 0  # with ink
            for column in range(width):
                rows |= glyph[page * width + column]
            for column in range(width):
                ink = glyph[page * width + column]
                outside = not 0 <= x + column < 128 or y < 0 or y + 8 * page + 8 > 64
                if outside and (ink or y < 0):
                    return False
                seen = cell[page * width + column] if lit else ~cell[page * width + column]
                if not outside and ((seen ^ ink) & (ink if width == 12 else rows)):
                    return False
        return True


class Looker:
    """Draws views and prints what is not whole, each text once in each place."""

    def __init__(self):
        self.drawn = 0
        self._told = set()
        self._display = None
        text, big, fitting = screens._text, screens._big, screens._fitting

        def watched_text(frame, words, *place):
            frame.texts.append(words)
            for character in words:
                if not (32 <= ord(character) < 127 or chinese.glyph(ord(character))):
                    self.tell("no glyph for a character of", words)
            text(frame, words, *place)

        def watched_big(frame, words, *place):
            frame.texts.append(words)
            if any([character not in font.BIG_CHARACTERS for character in words]):
                self.tell("no large glyph for a character of", words)
            big(frame, words, *place)

        def watched_fitting(words, width):
            fits = fitting(words, width)
            if fits != words and words not in NAMES:
                self.tell(f"cut to {fits}:", words)
            return fits

        screens._text, screens._big, screens._fitting = watched_text, watched_big, watched_fitting

    def tell(self, what, words):
        line = f"{self._where}: {what} {words}"
        if line not in self._told:
            self._told.add(line)
            print(line)

    def look(self, where, **fields):
        """Draw a view in both languages."""
        for language in ("en", "zh"):
            view = View()
            view.language = language
            for key in fields:
                assert hasattr(view, key), key
                setattr(view, key, fields[key])
            self._where = f"{language} {where}"
            display = Display()
            screens.draw(display, view, lambda: None)
            for text in display.spoilt():
                self.tell("not whole:", text)
            self.drawn += 1


def words_of_rulings():
    """Reason or ``kind ...`` of a ruling -> words."""
    with open(texts.FOLDER + "messages.txt") as file:
        return dict([line.strip().split("=") for line in file if line[0] != "#"])


OF_RULINGS = words_of_rulings()
OF_REASONS = [OF_RULINGS[key] for key in OF_RULINGS if key[:5] != "kind "]


def all_messages():
    found = list(OF_RULINGS.values()) + list(messages.WAITING.values())
    for module in (messages, calibrating):
        for name in dir(module):
            value = getattr(module, name)
            if name.upper() == name and isinstance(value, str) and "\n" not in value:
                found.append(value)
    return sorted(set(found))


def points_of(text):
    """The points that a message can have beside it: it is about one if it is a reason."""
    return ("", LONGEST_POINT) if text in OF_REASONS else ("",)


def playing(looker):
    """Times, names, moves, messages."""
    for ms in (0, 9900, 59000, 3599000, 3600000, 35999000, 39599000):
        for period, periods, moves, overtime in ((0, 0, 0, 0), (60000, 30, 0, 0), (60000, 30, 0, 1), (0, 0, 99, 1)):
            state = (ms, period, periods, moves, bool(overtime))
            for turn in (0, 1, 2):
                for flag in (0, 1, 2, 3):
                    looker.look("times", black=state, white=state, turn=turn, flag=flag)
                looker.look(
                    "times above a message",
                    black=state,
                    white=state,
                    turn=turn,
                    message="Put it back",
                    message_point="Q16",
                )
    for move, last, side in ((361, LONGEST_POINT, 1), (9999, "Pass", 2)):
        for state in (None, CLOCK):
            looker.look("moves", black=state, white=state, turn=1, move_number=move, last_move=last, last_side=side)
    for name in NAMES:
        for turn in (0, 1):
            looker.look("names", turn=turn, black_name=name, white_name=name)
            looker.look("names", turn=turn, black_name=name, white_name=name, message="Draw", result="0")
    for text in all_messages():
        looker.look("message", black=CLOCK, white=CLOCK, turn=1, message=text)
        for color in (0, 1):
            for count in (1, 3, 100, 361) if points_of(text)[1:] else ():
                looker.look(
                    "message of a point",
                    black=CLOCK,
                    white=CLOCK,
                    turn=1,
                    message=text,
                    message_point=LONGEST_POINT,
                    message_color=color,
                    message_count=count,
                )
        for result in ("B+R", "W+T", "W+F", "0", "Void", "B+0.5", "B+1.5", "W+361", "W+730.5"):
            looker.look("result", black=CLOCK, white=CLOCK, message=text, result=result)
    for count in ("0", "B+0.5", "B+361", "W+730.5"):
        looker.look("count", black=CLOCK, white=CLOCK, message=messages.AGREE, count=count)


def menus(looker):
    """Every page, with every value of every line; lines keep their longest value, so that pages show them together."""
    times = (
        {"system": "byoyomi", "main_ms": 18000000, "periods": 10, "period_ms": 60000},
        {"system": "moves", "main_ms": 18000000, "moves": 25, "moves_ms": 1200000, "carry": True},
        {"system": "delay", "main_ms": 18000000, "delay_ms": 60000},
        {"system": "fischer", "main_ms": 18000000, "increment_ms": 60000},
        {"system": "pool", "main_ms": 18000000},
        {"system": "byoyomi", "main_ms": 5430000, "periods": 10, "period_ms": 60000},
    )
    context = Context()
    context.size, context.names, context.last = 15, NAMES[1:], ("go-2002", {})
    visit(looker, Menu(context), [])
    for time in times:
        context.last = ("go-2002", {"time": time, "black": NAMES[1], "white": NAMES[1]})
        for presses in ("RL", "RLR"):
            menu = Menu(context)
            for button in presses:
                menu.press(LEFT if button == "L" else RIGHT)
            for _ in menu.screen().lines:
                looker.look("menu " + menu.screen().title, menu=menu.screen())
                menu.press(LEFT)
    context = Context()
    context.over = True
    visit(looker, Menu(context), [])
    for rules, offered, clock, paused in (
        ("go", 0, CLOCK, False),
        ("renju", 0, None, True),
        ("renju", 1, CLOCK, False),
    ):
        context = Context()
        context.in_game, context.rules, context.paused, context.offered = True, rules, paused, offered
        context.size = 19 if rules == "go" else 15
        context.turn = 2
        context.black = context.white = (35999000, 60000, 30, 0, False) if clock else None
        context.choices = () if rules == "go" else ("swap", "stay", "two_more", "offer")
        context.masked = [LONGEST_POINT]
        visit(looker, Menu(context), [])
    for text in all_messages():
        for selected in (0, 2):
            for point in points_of(text):
                context = Context()
                context.in_game = True
                menu = Menu(context)
                for _ in range(selected):
                    menu.press(LEFT)
                looker.look("menu with a message", menu=menu.screen(), message=text, message_point=point)


def visit(looker, menu, titles):
    page = menu.screen()
    if page.title in titles:
        return
    titles.append(page.title)
    for line in range(len(page.lines)):
        while menu.screen().selected != line:
            menu.press(LEFT)
        looker.look("menu " + page.title, menu=menu.screen())
        if page.lines[line][0] in ("Back", "No") or menu.press(RIGHT) is not None:
            continue
        if menu.screen().editing:
            edit(looker, menu, line)
        elif menu.screen().title != page.title:
            visit(looker, menu, titles)
            while menu.screen().title != page.title:
                go_back(menu)


def edit(looker, menu, line):
    """See every value of a line; it keeps the longest, or the one it had if other lines depend on it."""
    page, values, lines = menu.screen(), [], []
    while True:
        menu.press(LEFT)
        value = menu.screen().lines[line][1]
        looker.look("menu " + page.title, menu=menu.screen())
        if value in values:
            break
        values.append(value)
        lines.append([label for label, _ in menu.screen().lines])
    kept = sorted(values, key=len)[-1] if lines == lines[:1] * len(lines) else page.lines[line][1]
    while menu.screen().lines[line][1] != kept:
        menu.press(LEFT)
    menu.press(RIGHT)


def go_back(menu):
    while menu.screen().lines[menu.screen().selected][0] not in ("Back", "No"):
        menu.press(LEFT)
    menu.press(RIGHT)


looker = Looker()
playing(looker)
menus(looker)
print(looker.drawn)
