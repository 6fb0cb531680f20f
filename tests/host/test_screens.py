"""The display: every screen of the manual against its snapshot, and the renderer itself.

Snapshots are ``tests/cases/screens/NAME.txt``, made by drawing under MicroPython and accepted by looking at them.
"""

from pathlib import Path

import pytest

from board.menu import LEFT, RIGHT, Context, Menu
from tengen.twin import manual_screens, screen_image

SNAPSHOTS = Path(__file__).parent.parent / "cases" / "screens"
SCREENS = {screen["name"]: screen["scene"] for screen in manual_screens.read_screens()}


@pytest.fixture(scope="module")
def buffers():
    return dict(zip(SCREENS, screen_image.render(list(SCREENS.values())), strict=True))


@pytest.mark.parametrize("name", SCREENS)
def test_screen_is_as_it_was_when_it_was_looked_at(buffers, name):
    assert screen_image.text(buffers[name]) == (SNAPSHOTS / f"{name}.txt").read_text(encoding="utf-8")


def test_every_snapshot_has_its_screen():
    assert {path.stem for path in SNAPSHOTS.glob("*.txt")} == set(SCREENS)


def test_pictures_of_the_manual_are_up_to_date(buffers):
    from PIL import Image

    for name, buffer in buffers.items():
        picture = Image.open(manual_screens.MANUAL / "screens" / f"{name}.png").convert("RGB")
        assert picture.tobytes() == screen_image.image(buffer, manual_screens.SCALE).tobytes(), (
            f"{name}.png is old: python -m tengen.twin.manual_screens"
        )


def steps(menu, words):
    """Press what the words on an arrow say: ``left, left to Komi, right``."""
    for word in words.split(", "):
        if word == "right":
            menu.press(RIGHT)
            continue
        menu.press(LEFT)
        wanted = word.partition(" to ")[2]
        for _ in range(20):
            if not wanted or menu.screen().lines[menu.screen().selected][0] == wanted:
                break
            menu.press(LEFT)


def test_the_arrows_of_the_menu_pictures_lead_where_they_say():
    led = 0
    for cells in manual_screens.FLOWS.values():
        for name, _, _, origin, words in cells:
            if not words or "menu" not in SCREENS[name] or words == "both for 2 s":
                continue
            scene, pages = SCREENS[name]["menu"], []
            before = SCREENS[origin]["menu"].get("presses", "") if origin else ""
            for presses, more in ((scene.get("presses", ""), ""), (before, words.partition(": ")[2] or words)):
                context = Context()
                for key, value in scene["context"].items():
                    setattr(context, key, value)
                menu = Menu(context)
                for button in presses:
                    menu.press(LEFT if button == "L" else RIGHT)
                if more:
                    steps(menu, more)
                pages.append(vars(menu.screen()))
            assert pages[0] == pages[1], (name, words)
            led += 1
    assert led >= 9


def test_the_menu_pictures_are_up_to_date(buffers):
    from PIL import Image

    for name in manual_screens.FLOWS:
        picture = Image.open(manual_screens.MANUAL / "screens" / f"{name}.png")
        assert picture.tobytes() == manual_screens.flow(name, buffers).tobytes(), f"{name}.png is old: make screens"


def test_pixels_lie_as_the_display_has_them():
    buffer = bytearray(1024)
    buffer[0] = 1  # top left
    buffer[1023] = 0x80  # bottom right
    buffer[128 + 5] = 2  # column 5, row 9
    lit = {(x, y) for x in range(128) for y in range(64) if screen_image.pixel(buffer, x, y)}
    assert lit == {(0, 0), (127, 63), (5, 9)}
    lines = screen_image.text(buffer).splitlines()
    assert lines[0] == "▀" and lines[4] == "     ▄" and lines[31] == " " * 127 + "▄"
    assert screen_image.image(buffer, 2).size == (256, 128)
    with pytest.raises(ValueError, match="1024 bytes"):
        screen_image.image(b"")


def test_the_side_to_move_is_lit_and_only_this_side():
    # In words of the screen: the middle row of the lit side is mostly on, of the other mostly off.
    clock = [600000, 0, 0, 0, False]
    for turn in (1, 2):
        (buffer,) = screen_image.render([{"turn": turn, "black": clock, "white": clock}])
        on = [sum(screen_image.pixel(buffer, x, y) for x in range(128)) for y in (2, 26)]
        assert (on[turn - 1] > 100) and (on[2 - turn] < 28)


def test_clock_text_never_shows_zero_while_time_is_left():
    # Shown times are rounded up: 0.0 only at the flag (G12.4).
    scenes = [{"black": [ms, 0, 0, 0, False], "white": None} for ms in (0, 1, 99, 100, 101)]
    shown = screen_image.render(scenes)
    assert shown[0] != shown[1] == shown[2] == shown[3] != shown[4]


def test_an_unknown_attribute_of_a_scene_is_refused():
    with pytest.raises(RuntimeError, match="no such attribute: mesage"):
        screen_image.render([{"mesage": "Pass"}])
