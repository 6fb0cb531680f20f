"""From power-on to a game with two buttons, on the real firmware: at most ten presses, the last settings in two."""

import json
from pathlib import Path

import pytest

from board import texts
from board.menu_setup import FAMILIES, fits
from shared_rules.points import BLACK, WHITE
from shared_rules.presets import resolve
from tengen.twin import screen_image
from tengen.twin.dfplayer import DfPlayer
from tests.twin.two_buttons import Evening, presses_to

PHRASES = [line.split("=") for line in Path(texts.FOLDER, "voice.txt").read_text(encoding="utf-8").splitlines()[1:]]


def call_off(table, rules):
    """Both buttons, then End of game, Call it off, Yes."""
    table.hold_both()
    table.tap("LLLR" + ("LLR" if rules == "go" else "LR") + "LR")
    table.wait(3000)


@pytest.mark.parametrize("size", [15, 19])
def test_every_preset_from_power_on(tmp_path, size):
    table = Evening(tmp_path, size)
    table.wait(3000)
    wanted, last = [], None
    for family, games in FAMILIES:
        for label, preset in games:
            if not fits(preset, size):
                continue
            presses = presses_to((family, label, "Start"), size, last)
            assert len(presses) <= 10, (preset, presses)
            for taps in (presses, "RR"):
                table.tap(taps)
                table.wait(3000)
                wanted.append(preset)
                call_off(table, "go" if family == "Go" else "renju")
                table.power(False)
                table.power(True)
            last = (preset, {})
    table.play()
    games = table.games()
    assert [game["preset"] for game in games] == wanted
    assert all(game["size"] == size for game in games)


def test_names_of_the_host_and_a_held_left_button(tmp_path):
    table = Evening(tmp_path, 15)
    game = resolve("gomoku-free", {"black": "Anna", "white": "羽根"})  # the display has no characters for White
    files = {
        "/settings.json": {"names": "Bo, 羽根"},  # tengen settings "names=Bo, 羽根"
        "/games/0001/game.json": game,  # tengen new --black Anna --white 羽根
        "/games/0001/end": {"records": 0, "crc": 0, "result": "Void"},
    }
    table.write({path: json.dumps(content).encode() for path, content in files.items()})
    table.wait(3000)
    table.tap(presses_to(("Gomoku", "Five or more"), 15) + "LLLRLR" + "LRLLR")  # Black: Anna, White: Bo
    table.photo("names")
    table.wait(1000)
    table.world.at(table.t, lambda: table.world.press(BLACK, 6000))  # from White on, again and again
    table.wait(7000)
    held = table.t
    table.play()
    (names,) = screen_image.render(
        [
            {
                "menu": {
                    "context": {
                        "size": 15,
                        "names": ["Anna", "Bo"],
                        "last": ["gomoku-free", {"black": "Anna", "white": "Bo"}],
                    },
                    "presses": "RLLLL",
                }
            }
        ]
    )
    assert table.photos["names"] == names
    steps = [t for t, name in table.world.sounds if name == "step" and held - 7000 <= t]
    gaps = [later - t for t, later in zip(steps, steps[1:], strict=False)]
    assert 500 <= gaps[0] <= 700 and max(gaps[1:]) <= 200 and len(steps) > 30


def test_what_is_wrong_is_told_while_the_menu_is_open_and_a_flag_closes_it(tmp_path):
    table = Evening(tmp_path, 15)
    table.wait(3000)
    table.tap(presses_to(("Gomoku", "Club final", "Start"), 15))  # 15 minutes, then the flag
    table.wait(2000)
    table.put("H8", BLACK)
    table.tap("L")
    table.hold_both()
    table.world.at(table.t, lambda: (table.world.model.lift(112, table.world.t), table.world.touched()))
    table.wait(9000)
    table.photo("lifted")
    table.put("H8", BLACK)
    table.wait(2000)
    table.photo("back")
    table.wait(16 * 60000)
    table.photo("flag")
    table.hold_both()
    table.photo("over")
    table.tap("LLR")  # overrule the end
    table.wait(1000)
    table.hold_both()
    table.photo("goes on")
    table.play()
    context = {"size": 15, "in_game": True, "rules": "renju", "turn": 2}
    # The clock of the context is seen in the arbiter's page only.
    (lifted,) = screen_image.render(
        [{"menu": {"context": context}, "message": "Put it back", "message_point": "H8", "message_color": 1}]
    )
    assert table.photos["lifted"] == lifted
    plain, over = screen_image.render([{"menu": {"context": context}}, {"menu": {"context": {"over": True}}}])
    assert table.photos["back"] == plain
    shown = {"black": [895000, 0, 0, 0, False], "white": [0, 0, 0, 0, False], "move_number": 1, "flag": WHITE}
    shown |= {"message": "Time is up", "result": "B+T", "last_move": "H8", "last_side": 1}
    flags = screen_image.render([{**shown, "black": [900000 - 1000 * s, 0, 0, 0, False]} for s in range(12)])
    assert table.photos["flag"] in flags
    assert table.photos["over"] == over
    assert table.photos["goes on"] == plain


def test_voice_counts_when_it_is_switched_on(tmp_path):  # R7.2
    table = Evening(tmp_path, 15)
    clips = {(folder, number): 600 for folder in (1, 2) for number in range(1, len(PHRASES) + 1)}
    table.world.voice = DfPlayer(clips)
    table.wait(3000)
    table.tap("LLLR" + "LRR" + "LLLLR")  # Settings, Voice: English, then Chinese, Back
    # Gomoku, Club, its time: no main time, so that byo-yomi of 60 s begins at once
    table.tap("LLLR" + "R" + "LR" + "LR" + 17 * "L" + "R" + "LLLR" + "LLLLLR", 250)
    table.wait(70000)
    table.play()
    assert json.loads(table.files("/settings.json")["/settings.json"])["voice"] == "zh"
    (game,) = table.games()
    assert game["time"]["main_ms"] == 0
    assert {folder for _, folder, _ in table.world.voice.spoken} == {2}
    words = [PHRASES[number - 1][0] for _, _, number in table.world.voice.spoken]
    assert words == ["30", "40", "50", "56", "57", "58", "59", "time"]
