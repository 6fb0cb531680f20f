"""What the board is made of: its description may be broken, and it starts all the same."""

from tests.firmware import fakes

made_of = fakes.load("storage")["made_of"]


def test_the_description_of_the_board_is_taken():
    assert made_of('{"size": 15, "display": "ssd1306"}') == (15, "ssd1306")
    assert made_of('{"size": 19, "display": "sh1106", "more": 1}') == (19, "sh1106")


def test_what_makes_no_sense_in_it_is_as_usual():
    for text in ("", "{", "[]", "7", "null", "{}", "\x00\xff"):
        assert made_of(text) == (19, "sh1106"), text
    for size in ("0", "13", "-19", "19.0", "true", "[19]", '"15"', "null"):
        assert made_of('{"size": %s, "display": "ssd1306"}' % size) == (19, "ssd1306"), size
    for display in ('"SSD1306"', "1", "[]", "null"):
        assert made_of('{"size": 15, "display": %s}' % display) == (15, "sh1106"), display
