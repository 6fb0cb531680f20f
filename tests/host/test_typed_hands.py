"""Playing on a simulated board from a terminal: words for hands, and the display in as much room as there is."""

import json
import re
import time
from pathlib import Path

import pytest

from tengen.board import Board
from tengen.errors import TengenError
from tengen.link import Link
from tengen.twin import hand_words, scenario, screen_image, serving

MANUAL = Path(__file__).parents[2] / "docs" / "manual" / "simulated.md"


@pytest.mark.parametrize(
    ("line", "events"),
    [
        ("b Q16", [{"do": "place", "point": "q16", "color": "black"}]),
        ("White d4 D5", [{"do": "place", "point": p, "color": "white"} for p in ("d4", "d5")]),
        ("b", [{"do": "press", "side": "black"}]),
        ("press w", [{"do": "press", "side": "white"}]),
        ("hold w", [{"do": "hold", "side": "white", "seconds": 2.5}]),
        ("menu", [{"do": "hold", "side": side, "seconds": 2.5} for side in ("black", "white")]),
        ("lift Q16 r16", [{"do": "lift", "point": "q16"}, {"do": "lift", "point": "r16"}]),
        ("move Q16 R16", [{"do": "slide", "from": "q16", "to": "r16"}]),
        ("usb off", [{"do": "usb", "on": False}]),
        ("power on", [{"do": "power", "on": True}]),
        (' {"do": "press", "side": "black"}', [{"do": "press", "side": "black"}]),
    ],
)
def test_words_are_events_of_a_scenario(line, events):
    assert hand_words.events(line) == events
    game = scenario.parse(scenario.lines([{"game": {}}])).game
    assert all(scenario.event({"at": 0} | event, game, "typed") for event in events)


@pytest.mark.parametrize(
    "line", ["Q16", "press", "press x", "lift", "move Q16", "hold", "usb", "power maybe", "{", "menu b"]
)
def test_what_is_not_understood_is_one_line(line):
    with pytest.raises(TengenError) as said:
        hand_words.events(line)
    assert "\n" not in str(said.value)


def test_the_manual_lists_the_words_that_help_lists():
    text = MANUAL.read_text(encoding="utf-8")
    assert hand_words.HELP in text
    for line in hand_words.HELP.splitlines():
        for words in re.split(r" {2,}", line)[0].split(", "):
            assert hand_words.events(words), words


def test_the_events_of_the_manual_are_those_of_scenarios():
    text = MANUAL.read_text(encoding="utf-8")
    block = next(part for part in text.split("```") if part.startswith('\n{"game"'))
    assert len(scenario.parse(block.splitlines()).events) == 2
    table = text[text.index("| event | with |") :]
    assert set(
        re.findall(r"`(\w+)`", "".join(row.split("|")[1] for row in table.splitlines() if row.startswith("|")))
    ) == set(scenario._REQUIRED)


@pytest.mark.parametrize(("columns", "lines", "wide", "high"), [(140, 40, 128, 32), (80, 40, 64, 32), (80, 20, 64, 16)])
def test_the_display_fits_the_terminal_and_no_pixel_is_lost(columns, lines, wide, high):
    """Each pixel by itself is somewhere, and all of them fill everything."""
    full = screen_image.text(b"\xff" * screen_image.BYTES, columns, lines).splitlines()
    assert len(full) == high and {len(line) for line in full} == {wide}
    seen = set()
    for x in range(16):
        for y in range(16):
            buffer = bytearray(screen_image.BYTES)
            buffer[(y >> 3) * screen_image.WIDTH + x] = 1 << (y & 7)
            seen.add(screen_image.text(buffer, columns, lines))
    assert len(seen) == 256


def test_what_is_typed_happens_on_the_board_and_errors_are_said(twin, capsys):
    time.sleep(1.0)
    screen = serving.Screen(True, twin.port)
    screen.show(twin.display)
    serving.start_hands(
        twin, ["b c3 G7\n", "nonsense\n", "\n", json.dumps({"do": "lift", "point": "G7"}) + "\n"], 9, screen
    )
    until = time.monotonic() + 20
    grid = ""
    with Board(Link(twin.port)) as board:
        while time.monotonic() < until and (grid.count("b"), grid.count(".")) != (1, 80):
            grid = board.status()["grid"]
    assert grid[6 * 9 + 2] == "b" and grid.count(".") == 80
    said = capsys.readouterr().out
    assert "not understood: nonsense; help lists what can be typed" in said and f"port {twin.port}" in said
    # The cursor goes back to what is being typed when the display is drawn.
    assert said.count("\0337") == said.count("\0338") == 1
