"""Hands that know neither the menu nor the rules: whatever is pressed, put down or switched off, the board goes on."""

import random

import pytest

from shared_rules.points import BLACK, WHITE
from tests.twin.two_buttons import LEFT, RIGHT, Evening

SIZE, DEEDS = 15, 400


def evening(folder, dice, language):
    """An evening of random deeds, from power-on."""
    table = Evening(folder, SIZE)
    table.write({"/settings.json": b'{"language": "%s"}' % language})
    world, model = table.world, table.world.model

    def put():
        model.place(dice.randrange(SIZE * SIZE), dice.choice((BLACK, WHITE)), 0.2, 0.1, world.t)
        world.touched()

    def lift(most):
        for p in dice.sample(range(SIZE * SIZE), SIZE * SIZE):
            while most and model.lift(p, world.t):
                most -= 1
        world.touched()

    table.wait(3000)
    for _ in range(DEEDS):
        deed = dice.choices(
            ("left", "right", "both", "one", "put", "lift", "sweep", "power", "wait"), (40, 28, 8, 3, 14, 3, 2, 1, 1)
        )[0]
        if deed in ("left", "right"):
            table.tap("L" if deed == "left" else "R", dice.choice((150, 400)))
        elif deed == "both":
            table.hold_both()
        elif deed == "one":
            side, ms = dice.choice((LEFT, RIGHT)), dice.choice((700, 2300))
            world.at(table.t, lambda side=side, ms=ms: world.press(side, ms))
            table.wait(3000)
        elif deed == "put":
            world.at(table.t, put)
            table.wait(dice.choice((200, 800, 1500)))
        elif deed in ("lift", "sweep"):
            most = 1 if deed == "lift" else SIZE * SIZE
            world.at(table.t, lambda most=most: lift(most))
            table.wait(2000)
        elif deed == "power":
            table.power(False)
            table.power(True)
        else:
            table.wait(dice.choice((5000, 70000, 700000)))
    return table


@pytest.mark.parametrize(("seed", "language"), [(3, b"en"), (4, b"zh"), (31, b"en")])
def test_nothing_that_hands_do_stops_the_board(tmp_path, seed, language):
    table = evening(tmp_path, random.Random(seed), language)
    table.hold_both()
    table.photo("menu")
    table.tap("L")
    table.photo("next line")
    table.play()  # raises what ended the firmware
    assert table.world.said() == "" and not table.files("/crashes")
    assert table.photos["menu"] != table.photos["next line"]
    assert table.games()
