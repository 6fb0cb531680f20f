"""The board's words in Chinese, and the characters they are written with. Loaded only where Chinese is shown.

Both stay on the flash, beside this module: in memory they would take 11 KB. What has been read is kept, as much of it
as a screen shows, so that the clock of a message that stands goes on without reading.

- ``chinese.txt``: a text a line, ``English=Chinese``. Messages come first, then the playing screen, the menu before a
  game and the menu in a game. Terms are those of the competition rules of Go (2002) and renju that the rulebook
  follows.
- ``chinese.hex``: a character a line, in the order of their codes: lines of GNU Unifont ((c) 1998-2022 Roman Czyborra,
  Paul Hardy and others, SIL Open Font License 1.1), ``4E00:`` and 16 rows of 16 pixels from the top, the left one
  first. Taken from it by ``firmware/tools/make_font.py``, only those that ``chinese.txt`` uses.
"""

from binascii import unhexlify

from board import texts
from shared_rules.native import const

_LINE = const(70)  # bytes a character takes in the font
_BITS = const(5)  # where its pixels begin
_MOST_WORDS = const(8)  # a title, three labels and values of a menu, a message
_MOST_GLYPHS = const(16)  # a menu page has about ten

_words = {}
_glyphs = {}  # by code: a whole number is no object of its own


def words(text):
    """``text`` in Chinese; as it is if there is none, a name for example."""
    if text not in _words:
        if len(_words) == _MOST_WORDS:
            _words.clear()
        _words[text] = texts.find("chinese.txt", text) or text
        _read_glyphs(_words[text])
    return _words[text]


def glyph(code):
    """32 bytes of 16x16 pixels, MONO_HLSB, of the character with this code; None if the font has no such one."""
    if code not in _glyphs:
        _read_glyphs(chr(code))
    return _glyphs[code]


def _read_glyphs(text):
    """Keep the glyphs of all characters of ``text``, in one go: opening the file takes as long as reading one."""
    if len(_glyphs) + len(text) > _MOST_GLYPHS:
        _glyphs.clear()
    with open(texts.FOLDER + "chinese.hex", "rb") as file:
        count = file.seek(0, 2) // _LINE
        for code in map(ord, text):
            if code > 126 and code not in _glyphs:
                _glyphs[code] = _read_glyph(file, count, b"%04X" % code)


def _read_glyph(file, end, code):
    first = 0
    while first < end:
        middle = (first + end) // 2
        file.seek(middle * _LINE)
        line = file.read(_LINE)
        if line.startswith(code):
            return unhexlify(line[_BITS : _LINE - 1])
        if line < code:
            first = middle + 1
        else:
            end = middle
    return None
