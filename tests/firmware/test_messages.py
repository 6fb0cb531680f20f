"""Every message and menu word: there is one, and Chinese has it too (that they fit: tests/host/test_every_text.py)."""

from board import calibrating, chinese, font, messages, texts
from board.menu import LEFT, RIGHT, Context, Menu
from shared_rules import rulings


def lines_of(name):
    with open(texts.FOLDER + name) as file:
        return [line.strip().split("=") for line in file if line[0] != "#"]


CHINESE = lines_of("chinese.txt")
WORDS = dict(CHINESE)
OF_REASONS = {key: words for key, words in lines_of("messages.txt") if not key.startswith("kind ")}
OF_KINDS = {key[5:]: words for key, words in lines_of("messages.txt") if key.startswith("kind ")}


def all_messages():
    texts = set(OF_REASONS.values()) | set(OF_KINDS.values()) | set(messages.WAITING.values())
    for module in (messages, calibrating):
        for name in dir(module):
            value = getattr(module, name)
            if name.upper() == name and name[0] != "_" and isinstance(value, str) and "\n" not in value:
                texts.add(value)
    return texts


def test_every_reason_of_a_ruling_has_words():
    known = rulings.REASONS.split()
    for reason in known[1:]:
        assert reason in OF_REASONS, reason
    for reason in OF_REASONS:
        assert reason in known, reason
        of_notes = {"late": "Came late", "agreed": "End agreed", "touch": "", "forgot_press": ""}
        assert messages.of(rulings.NOTE, reason) == of_notes.get(reason, OF_REASONS[reason])
        assert messages.of(rulings.END, reason) == OF_REASONS[reason]
    for word in OF_KINDS:
        assert messages.of(rulings.kind(word)) == OF_KINDS[word]


def test_every_message_has_chinese():
    for text in all_messages():
        assert messages.translate(text, "zh") != text, "no Chinese for " + text


def test_every_chinese_character_has_a_glyph():
    for text in WORDS.values():
        for character in text:
            assert ord(character) < 127 or len(chinese.glyph(ord(character))) == 32, text
    for character in "\u4e00中文\uff1f":  # the first and the last of the file; no text has the second and the third
        assert len(chinese.glyph(ord(character))) == 32
    for character in "\u3000\u4e01\uff20":  # before, between and behind those of the file
        assert chinese.glyph(ord(character)) is None
    assert len(font.SMALL) == 16 * 95 and len(font.BIG) == 36 * len(font.BIG_CHARACTERS)


def test_messages_of_rulings():
    assert messages.of(rulings.REPAIR, "prisoners") == "Lift prisoner"  # G18.2
    assert messages.of(rulings.WARNING, "early_press") == "Stone first"  # G17.4
    assert messages.of(rulings.VIOLATION) == "Violation"
    assert messages.of(rulings.MOVE) == ""
    assert messages.of(rulings.PAUSE, "arbiter") == "Paused"
    assert messages.of(rulings.END, "arbiter") == "Arbiter rules"
    assert messages.of(rulings.NOTE, "overtime") == "Byo-yomi"  # D21
    assert messages.translate("Ann", "zh") == "Ann" and messages.translate("", "zh") == ""
    for english in WORDS:
        assert messages.translate(english, "zh") == WORDS[english]
        assert messages.translate(english, "en") == english
    assert len(WORDS) == len(CHINESE)  # none twice
    assert len(OF_REASONS) + len(OF_KINDS) == len(lines_of("messages.txt"))


def check_page(page):
    """Title and every label have a Chinese word."""
    assert page.title in WORDS or page.title == "Tengen", page.title
    for label, _ in page.lines:
        assert label in WORDS, "no Chinese for " + label


def visit(menu, titles):
    """Check every page that can be reached, each once, and with every value of every line."""
    page = menu.screen()
    check_page(page)
    if page.title in titles:
        return
    titles.add(page.title)
    for line in range(len(page.lines)):
        while menu.screen().selected != line:
            menu.press(LEFT)
        if page.lines[line][0] in ("Back", "No") or menu.press(RIGHT) is not None:
            continue
        if menu.screen().editing:
            for _ in range(40):
                menu.press(LEFT)
                check_page(menu.screen())
                if menu.screen().lines[line] == page.lines[line]:
                    break
            menu.press(RIGHT)
        elif menu.screen().title != page.title:
            visit(menu, titles)
            while menu.screen().title != page.title:
                go_back(menu)


def go_back(menu):
    for _ in menu.screen().lines:
        if menu.screen().lines[menu.screen().selected][0] in ("Back", "No"):
            menu.press(RIGHT)
            return
        menu.press(LEFT)
    raise AssertionError("no way back from " + menu.screen().title)


def test_every_menu_line_has_chinese():
    titles = set()
    for in_game, rules in ((False, "go"), (True, "go"), (True, "renju")):
        context = Context()
        context.in_game, context.rules = in_game, rules
        context.size = 15
        context.last = ("go-2002", {})
        context.black = context.white = (35999000, 60000, 30, 0, False)
        visit(Menu(context), titles)
    assert len(titles) > 30
