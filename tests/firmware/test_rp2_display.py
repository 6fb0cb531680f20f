"""The OLED: only what has changed goes over the wire, and a missing display stops nothing."""

from tests.firmware import fakes

Display = fakes.load("display")["Display"]
chip = fakes.chip


def fresh(kind):
    chip.present = True
    chip.transfers = []
    display = Display(18, 19, kind)
    chip.transfers = []
    display.show()
    return display


def test_first_show_sends_everything():
    fresh("ssd1306")
    assert sum(len(t) - 1 for t in chip.transfers if t[0] == 0x40) == 1024


def test_only_changed_columns_of_changed_pages():
    display = fresh("ssd1306")
    chip.transfers = []
    display.show()
    assert chip.transfers == []
    display.buffer[3 * 128 + 20] = 0xFF
    display.buffer[3 * 128 + 22] = 0x81
    display.show()
    assert chip.transfers == [b"\x00\xb3\x04\x11", b"\x40\xff\x00\x81"]


def test_sh1106_shows_the_middle_of_132_columns():
    display = fresh("sh1106")
    chip.transfers = []
    display.buffer[0] = 1
    display.show()
    assert chip.transfers == [b"\x00\xb0\x02\x10", b"\x40\x01"]


def test_pages_leave_room_for_the_buttons():
    display = fresh("ssd1306")
    for page in range(8):
        display.buffer[page * 128] ^= 0xFF
    watched = []
    chip.transfers = []
    display.show(lambda: watched.append(len(chip.transfers)))
    assert watched == [2, 4, 6, 8, 10, 12, 14, 16]  # after each page: where it goes, what it is


def test_brightness_outlives_a_display_that_was_gone():
    display = fresh("ssd1306")
    chip.transfers = []
    display.brightness(200)
    assert chip.transfers == [b"\x00\x81\xc8"]
    chip.present = False
    display.buffer[0] ^= 1
    display.show()
    chip.present = True
    chip.transfers = []
    for _ in range(60):
        display.show()
    assert b"\x00\x81\xc8" in chip.transfers


def test_missing_display_is_tried_again_later():
    chip.present = False
    display = Display(18, 19)
    assert not display.present
    display.show()
    chip.present = True
    chip.transfers = []
    for _ in range(60):
        display.show()
    assert display.present
    assert sum(len(t) - 1 for t in chip.transfers if t[0] == 0x40) == 1024


def test_unknown_kind_is_refused():
    try:
        Display(18, 19, "st7735")
    except ValueError as error:
        assert "st7735" in str(error)
    else:
        raise AssertionError("a display that we cannot drive was taken")
