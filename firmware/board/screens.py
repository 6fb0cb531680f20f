"""What the 128x64 display shows: ``draw(framebuffer, view, watch)``.

``view`` is a ``board.view.View``, whose attributes say what there is to show. ``draw`` changes nothing but the buffer;
the app calls it when something changed, at most ten times a second.
"""

import framebuf

from board import font
from board.messages import text_width, translate
from shared_rules.native import const, micropython, ptr8
from shared_rules.points import BLACK, WHITE

WIDTH = const(128)
HEIGHT = const(64)
_MENU_LINES = const(3)

# One glyph at a time is copied here and drawn from here, so that drawing keeps nothing.
_GLYPH_8 = bytearray(16)
_GLYPH_12 = bytearray(36)
_GLYPH_16 = bytearray(32)
_FRAME_8 = framebuf.FrameBuffer(_GLYPH_8, 8, 16, framebuf.MONO_VLSB)
_FRAME_12 = framebuf.FrameBuffer(_GLYPH_12, 12, 24, framebuf.MONO_VLSB)
_FRAME_16 = framebuf.FrameBuffer(_GLYPH_16, 16, 16, framebuf.MONO_HLSB)
# Colours of a glyph on bright ground.
_INVERSE = framebuf.FrameBuffer(bytearray(b"\x01\x00"), 2, 1, framebuf.MONO_VLSB)


def clock_text(ms):
    """Time left as players read it: ``1:59:59``, ``29:59``, under ten seconds ``9.9``; 0 only when nothing is left."""
    if ms < 10000:
        tenths = (ms + 99) // 100
        return "%d.%d" % (tenths // 10, tenths % 10)
    seconds = (ms + 999) // 1000
    if seconds >= 3600:
        return "%d:%02d:%02d" % (seconds // 3600, seconds // 60 % 60, seconds % 60)
    return "%d:%02d" % (seconds // 60, seconds % 60)


def draw(frame, view, watch):
    """Draw ``view`` into ``frame``, a ``framebuf.FrameBuffer`` of 128x64 pixels in MONO_VLSB.

    ``watch()`` is called between its parts, which take 5 to 10 ms each, so that no press waits for all of them.
    """
    frame.fill(0)
    if view.menu:
        _menu(frame, view)
    elif view.result or view.count or view.message_point:
        _strip(frame, view)
        watch()
        _point(frame, view)
    else:
        _row(frame, view, BLACK, 0)
        watch()
        _row(frame, view, WHITE, 24)
        watch()
        _status(frame, view)


def _menu(frame, view):
    """Title and three lines around the selected one; a bar at the right shows where they are in the page.

    What the players must see in any case takes the place of the third line: a message, bright, and its point.
    """
    page, language = view.menu, view.language
    title = translate(page.title, language)
    message = view.message
    shown = _MENU_LINES - 1 if message else _MENU_LINES
    count = len(page.lines)
    first = max(0, min(page.selected - shown // 2, count - shown))
    frame.fill_rect(0, 16 + 16 * (page.selected - first), WIDTH - 4, 16, 1)
    _text(frame, title, 0, 0)
    frame.hline(text_width(title) + 4, 8, WIDTH, 1)
    for i in range(first, min(first + shown, count)):
        label, value = page.lines[i]
        label, value = translate(label, language), translate(value, language)
        y = 16 + 16 * (i - first)
        lit = 0 if i == page.selected else 1
        editing = i == page.selected and page.editing
        room = WIDTH - 16 - text_width(label)
        if editing and text_width(value) > room:
            label, room = "", WIDTH - 16  # a long name that is being chosen has the line to itself
        _text(frame, label, 2, y, lit)
        value = _fitting(value, room)
        x = WIDTH - 6 - text_width(value)
        if editing:
            frame.fill_rect(x - 2, y, text_width(value) + 4, 16, 0)
            lit = 1
        _text(frame, value, x, y, lit)
    if count > shown:
        frame.fill_rect(WIDTH - 2, 16 + 16 * shown * first // count, 2, 16 * shown * shown // count, 1)
    if message:
        frame.fill_rect(0, 48, WIDTH, 16, 0)
        _text(frame, translate(message, language), 0, 48)
        if view.message_point:
            x = WIDTH - text_width(view.message_point)
            frame.fill_rect(x, 48, WIDTH, 16, 1)
            _text(frame, view.message_point, x, 48, 0)


def _fitting(name, width):
    """A name, as much of it as ``width`` pixels take: a dot stands for the rest."""
    if text_width(name) > width:
        while text_width(name) > width - 8:
            name = name[:-1]
        name += "."
    return name


def _row(frame, view, side, y):
    """One side: its stone, its time, what it has in overtime; lit as a whole when it is its turn."""
    state = view.black if side == BLACK else view.white
    lit = 1
    if view.turn == side:
        frame.fill_rect(0, y, WIDTH, 23, 1)
        lit = 0
    _stone(frame, 10, y + 11, 8, side, lit)
    if state is None:
        _text(frame, _fitting(_name(view, side), WIDTH - 24), 24, y + 4, lit)
        return
    ms, period_left, periods, moves_left, overtime = state
    _big(frame, clock_text(period_left if overtime and periods else ms), 24, y, lit)
    if view.flag & side:
        _text(frame, "!", WIDTH - 9, y + 4, lit)
    elif periods or moves_left and overtime:
        count = str(periods or moves_left)
        _text(frame, count, WIDTH - 1 - text_width(count), y + (1 if overtime else 4), lit)
        if overtime:  # a line under the count: it is being used now
            frame.fill_rect(WIDTH - 1 - text_width(count), y + 19, text_width(count), 2, lit)


def _name(view, side):
    """A player's name; the side's, if it has characters that the display's fonts have not."""
    name = view.black_name if side == BLACK else view.white_name
    for character in name:
        if not 32 <= ord(character) < 127:
            return translate("Black" if side == BLACK else "White", view.language)
    return name


def _status(frame, view):
    """The message of the moment, else the number of the last move and where it was."""
    message = "Paused" if view.paused and not view.message else view.message
    if message:
        message = translate(message, view.language)
        _text(frame, message, (WIDTH - text_width(message)) // 2, 48)
        return
    if not view.move_number:
        return
    _text(frame, str(view.move_number), 2, 48)
    if view.last_move:
        text = translate(view.last_move, view.language)
        x = WIDTH - 1 - text_width(text)
        _text(frame, text, x, 48)
        if view.last_side:
            _stone(frame, x - 9, 55, 5, view.last_side, 1)


def _strip(frame, view):
    """Both times in one line, the side to move lit."""
    for side, state, x in ((BLACK, view.black, 0), (WHITE, view.white, 64)):
        lit = 1
        if view.turn == side:
            frame.fill_rect(x, 0, 64, 16, 1)
            lit = 0
        if state is None:
            name = _name(view, side)
            if text_width(name) > 48:
                name = translate("Black" if side == BLACK else "White", view.language)
            _text(frame, name, x + 14, 0, lit)
        else:
            text = clock_text(state[1] if state[4] and state[2] else state[0])
            _text(frame, text, max(x, x + 63 - text_width(text)), 0, lit)
            if len(text) > 6:  # no room for the stone
                continue
        _stone(frame, x + 7, 7, 5, side, lit)


def _point(frame, view):
    """A message, and large the point that it is about, or the result."""
    message = translate(view.message, view.language)
    _text(frame, message, (WIDTH - text_width(message)) // 2, 19)
    if view.result or view.count:
        _result(frame, view, view.result or view.count)
        return
    big, color = view.message_point, view.message_color
    x = (WIDTH - 12 * len(big) - (28 if color else 0)) // 2
    if color:
        _stone(frame, x + 10, 50, 10, color, 1)
        x += 28
    _big(frame, big, x, 38, 1)
    if view.message_count > 1:
        text = "+%d" % (view.message_count - 1)
        _text(frame, text, WIDTH - 1 - text_width(text), 46)


def _result(frame, view, result):
    """Who has won, and by how much if it was counted: the record has points, two for a zi."""
    side = {"B": BLACK, "W": WHITE}.get(result[0], 0)
    how, big = result[2:], ""
    if not side:
        words = "No result" if result == "Void" else "Draw"
    elif how[:1].isdigit():
        words, quarters = "zi", int(float(how) * 2)
        big = "+%d.%02d" % (quarters // 4, quarters % 4 * 25)
    else:
        words = "wins"
    if words == view.message:
        return
    words = translate(words, view.language)
    width = 12 * len(big)  # the narrow point leaves a gap before the word
    x = (WIDTH - (28 if side else 0) - width - text_width(words)) // 2
    if side:
        _stone(frame, x + 10, 50, 10, side, 1)
        x += 28
    _big(frame, big, x, 38, 1)
    _text(frame, words, x + width, 43)


def _stone(frame, x, y, radius, color, lit):
    """A disc: Black dark with a rim, White bright, on a dark (``lit`` 1) or a bright ground."""
    frame.ellipse(x, y, radius, radius, lit, True)
    if (color == BLACK) == (lit == 1):
        frame.ellipse(x, y, radius - 2, radius - 2, 1 - lit, True)


@micropython.viper
def _copy(glyph: ptr8, glyphs: ptr8, start: int, size: int):
    """One glyph out of a font, without a slice."""
    for i in range(size):
        glyph[i] = glyphs[start + i]


def _text(frame, text, x, y, lit=1):
    """Draw a line of 16 pixels height from ``x``; returns nothing, past the edge nothing is drawn."""
    for character in text:
        code = ord(character)
        if code < 127:
            start = (code - 32) * 16
            _copy(_GLYPH_8, font.SMALL, start, 16)
            frame.blit(_FRAME_8, x, y, 1 - lit, None if lit else _INVERSE)
            x += 8
        else:
            from board import chinese

            glyph = chinese.glyph(code)
            if glyph:
                _copy(_GLYPH_16, glyph, 0, 32)
                frame.blit(_FRAME_16, x, y, 1 - lit, None if lit else _INVERSE)
            x += 16


def _big(frame, text, x, y, lit):
    """Draw digits or a point, 12x24 pixels each; a narrow colon or dot takes 8."""
    for character in text:
        start = font.BIG_CHARACTERS.find(character) * 36
        if start < 0:
            continue
        narrow = character in ":."
        _copy(_GLYPH_12, font.BIG, start, 36)
        frame.blit(_FRAME_12, x - 2 if narrow else x, y, 1 - lit, None if lit else _INVERSE)
        x += 8 if narrow else 12
