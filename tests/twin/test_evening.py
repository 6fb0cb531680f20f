"""An evening without a computer: two buttons, stones and the display of the real firmware on the twin."""

import pytest

from shared_rules.points import BLACK, WHITE
from tengen.twin import screen_image
from tests.twin.two_buttons import Evening


@pytest.fixture(scope="module")
def evening(tmp_path_factory):
    """Power on, choose `Club final` with six presses, two moves, pause, power cut, resume, resign."""
    table = Evening(tmp_path_factory.mktemp("evening"))
    table.wait(3000)
    table.photo("power-on")
    table.tap("LLRLRR")
    table.wait(2000)
    table.photo("begun")
    table.put("H8", BLACK)
    table.photo("stone")
    table.tap("L")
    table.wait(1000)
    table.photo("moved")
    table.put("H9", WHITE)
    table.tap("R")
    table.wait(1000)
    table.photo("answered")
    table.hold_both()
    table.photo("menu")
    table.tap("LR")  # pause
    table.wait(1000)
    table.photo("paused")
    table.power(False)
    table.power(True)
    table.wait(2000)
    table.photo("back")
    table.hold_both()
    table.tap("LR")  # resume
    table.wait(1000)
    table.photo("resumed")
    table.hold_both()
    table.tap("LLRR")  # resign: Black, whose turn it is
    table.wait(1000)
    table.photo("resigned")
    table.play()
    return table


def rendered(scenes):
    return screen_image.render(scenes)


def one_of(photo, scene, **choices):
    """True if the photo is the scene with one of the values of each choice."""
    scenes = [scene]
    for key, values in choices.items():
        scenes = [{**known, key: value} for known in scenes for value in values]
    return photo in rendered(scenes)


def seconds(first, last):
    return [[900000 - 1000 * used, 0, 0, 0, False] for used in range(first, last)]


def test_the_menu_comes_after_power_on(evening):
    (expected,) = rendered([{"menu": {"context": {"size": 15}}}])
    assert evening.photos["power-on"] == expected


def test_six_presses_begin_a_game(evening):
    full = [900000, 0, 0, 0, False]
    assert one_of(evening.photos["begun"], {"turn": 1, "white": full}, black=seconds(0, 6))


def test_a_move_is_made_by_the_press(evening):
    assert one_of(evening.photos["stone"], {"turn": 1, "white": [900000, 0, 0, 0, False]}, black=seconds(0, 8))
    shown = {"turn": 2, "move_number": 1, "last_move": "H8", "last_side": 1}
    assert one_of(evening.photos["moved"], shown, black=seconds(2, 8), white=seconds(0, 3))
    shown = {"turn": 1, "move_number": 2, "last_move": "H9", "last_side": 2}
    assert one_of(evening.photos["answered"], shown, black=seconds(2, 10), white=seconds(2, 6))


def test_both_buttons_open_the_menu(evening):
    (expected,) = rendered([{"menu": {"context": {"size": 15, "in_game": True, "rules": "renju", "turn": 1}}}])
    assert evening.photos["menu"] == expected


def test_a_pause_outlives_a_power_cut_and_the_clock_goes_on_where_it_stood(evening):
    paused = {"turn": 1, "paused": True, "move_number": 2, "last_move": "H9", "last_side": 2, "message": "Paused"}
    assert one_of(evening.photos["paused"], paused, black=seconds(2, 20), white=seconds(2, 6))
    assert one_of(
        evening.photos["back"], paused, black=seconds(2, 20), white=seconds(2, 6), message=["Paused", "Power was off"]
    )
    resumed = {**paused, "paused": False}
    assert one_of(
        evening.photos["resumed"], resumed, black=seconds(2, 24), white=seconds(2, 6), message=["Play on", ""]
    )


def test_the_side_to_move_resigns(evening):
    shown = {"turn": 0, "move_number": 2, "last_move": "H9", "last_side": 2, "message": "Resigned", "result": "W+R"}
    assert one_of(evening.photos["resigned"], shown, black=seconds(2, 40), white=seconds(2, 6))


def test_the_sounds_of_the_evening(evening):
    names = [name for _, name in evening.world.sounds if name]
    assert names[:6] == ["step", "step", "choose", "step", "choose", "choose"]
    assert names[6] == "start" and names[7] == "press"
    assert names[-1] == "end" and "pause" in names and "resume" in names
