"""An evening of five games in a row by two buttons only, each set up and ended in another way, with an adjournment."""

import json

import pytest

from board import menu
from shared_rules.points import BLACK, WHITE, parse
from tengen.twin import screen_image
from tests.twin.two_buttons import LEFT, RIGHT, Evening

SIZE = 15


def way(labels, **context):
    """Presses that lead along these lines of a menu; ``(label, value)`` is a line that is changed to this value."""
    known = menu.Context()
    known.size = SIZE
    for key, value in context.items():
        setattr(known, key, value)
    pages, presses = menu.Menu(known), ""

    def step_to(column, wanted):
        nonlocal presses
        for _ in range(40):
            if pages.screen().lines[pages.screen().selected][column] == wanted:
                break
            pages.press(menu.LEFT)
            presses += "L"
        pages.press(menu.RIGHT)
        presses += "R"

    for label in labels:
        step_to(0, label if isinstance(label, str) else label[0])
        if not isinstance(label, str):
            step_to(1, label[1])
    return presses


class Table(Evening):
    def game_menu(self, labels, **context):
        """Both buttons, then these lines."""
        self.hold_both()
        self.tap(way(labels, in_game=True, **context))
        self.wait(700)

    def play(self, moves=""):
        """Stones and presses in turn, Black first unless it begins with ``W``; nothing: let it all happen."""
        if not moves:
            return super().play()
        for word in moves.split():
            color = BLACK if word[0] == "B" else WHITE
            self.put(word[1:], color)
            self.tap("L" if color == BLACK else "R", 600)

    def take(self, *names):
        """Stones come off; without names all of them."""

        def lift():
            model, t = self.world.model, self.world.t
            for point in [parse(name, SIZE, "renju") for name in names] or range(SIZE * SIZE):
                while model.lift(point, t):
                    pass
            self.world.touched()

        self.world.at(self.t, lift)
        self.wait(2500)

    def pass_by(self, side):
        self.world.at(self.t, lambda: self.world.press(side, 2300))
        self.wait(3200)


@pytest.fixture(scope="module")
def evening(tmp_path_factory):
    table = Table(tmp_path_factory.mktemp("five"), SIZE)
    table.wait(3000)
    clock = [("Clock", "byo-yomi"), ("Main", "10m"), ("Periods", "5"), ("Period", "20s"), "Back"]
    settings = ["Penalties", ("Komi", "0.5"), ("Handicap", "2"), ("Black", "Player 3"), ("White", "Player 1")]
    table.tap(way(["Go", "Casual", "Time", *clock, *settings, "Start"]))
    table.wait(1500)
    table.put("D4", BLACK)
    table.photo("one handicap stone")
    table.put("L12", BLACK)
    table.photo("both")
    table.tap("L")
    table.play("WH8 BC4")
    table.pass_by(RIGHT)
    table.pass_by(LEFT)
    table.take("H8")  # dead, by agreement
    table.tap("LR", 1000)
    table.photo("counted")

    table.tap("L" + "RR")  # the first press opens the menu; Again, Start
    table.wait(2000)
    table.photo("handicap stones again")
    table.take()
    table.put("K4", BLACK)
    table.put("E5", BLACK)
    table.tap("L")
    table.play("WC3")
    table.game_menu(["Resign", "Black"], turn=BLACK)
    table.take()
    table.photo("resigned and swept")

    last = ("go-casual", {})
    table.tap("L" + way(["Renju", "26 openings", "Start"], last=last))
    table.wait(1500)
    table.play("BH8 WH9 BI10")
    renju = {"rules": "renju", "black": (1, 1, 1, 0, False), "white": (1, 1, 1, 0, False)}
    table.game_menu(["Swap colours"], turn=WHITE, choices=("swap", "stay"), move=3, **renju)
    table.photo("swapped")
    table.play("WB2")
    table.game_menu(["Pause"], turn=BLACK, move=4, **renju)
    table.power(False)
    table.take()  # adjourned: the stones go home
    table.power(True)
    table.wait(2000)
    for name, color in (("H8", BLACK), ("H9", WHITE), ("I10", BLACK), ("B2", WHITE)):
        table.put(name, color)
    table.photo("set up again")
    table.game_menu(["Resume"], turn=BLACK, move=4, paused=True, **renju)
    table.game_menu(["Arbiter", "Penalty", "White", "Apply"], turn=BLACK, move=4, **renju)
    table.photo("penalty")
    table.game_menu(["End of game", "Offer draw", "Black"], turn=BLACK, move=4, **renju)
    table.game_menu(["End of game", "Accept draw"], turn=BLACK, move=4, offered=BLACK, **renju)
    table.take()

    table.tap("R" + way(["Gomoku", "Club", "Start"], last=last))
    table.wait(1500)
    table.play("BH8 WH9")
    table.game_menu(["End of game", "Call it off", "Yes"], turn=BLACK, move=2, **renju)

    table.tap("L" + way(["Gomoku", "Five or more", "Start"], last=last))
    table.wait(1500)
    table.photo("stones of the last game")
    table.take()
    for n in range(5):
        table.put(f"{'DEFGH'[n]}8", BLACK)
        if n < 4:
            table.put(f"{'DEFG'[n]}2", WHITE)
    table.wait(2500)
    table.photo("five")
    table.take()
    table.wait(1000)
    table.play()
    return table


def shows(evening, name, **scene):
    """True if below the clocks, which may read anything, the photo shows what this scene does."""
    (wanted,) = screen_image.render([scene])
    below = slice(128 * (2 if "result" in scene or "message_point" in scene else 6), None)
    return evening.photos[name][below] == wanted[below]


def test_five_games_came_to_their_ends(evening):
    ends = [json.loads(data)["result"] for data in evening.files("/end").values()]
    # 225 points are Black's, half a zi of komi is one point: 112.5 - 0.5 zi, 224 points.
    assert ends == ["B+224", "W+R", "0", "Void", "B+"]


def test_what_was_set_up_is_what_was_played(evening):
    first, again, renju, club, free = evening.games()
    for game in (first, again):
        time = game["time"]
        assert (time["system"], time["main_ms"], time["periods"], time["period_ms"]) == ("byoyomi", 600000, 5, 20000)
        assert (game["komi_zi"], game["handicap"], game["enforcement"]) == (0.5, 2, "strict")
        assert (game["black"], game["white"]) == ("Player 3", "Player 1")
    assert [game["preset"] for game in (renju, club, free)] == ["renju-cn", "gomoku-club", "gomoku-free"]


def test_the_display_says_what_is_to_be_done(evening):
    assert shows(evening, "one handicap stone", message="Set handicap")
    assert shows(evening, "both", message="Press clock")
    assert shows(evening, "counted", message="Counted", result="B+224")
    assert shows(evening, "resigned and swept", message="Resigned", result="W+R")
    assert shows(evening, "swapped", message="Colours swap")  # R2.5
    assert shows(evening, "set up again", message="Offer stones")  # R2.10, after an adjournment (G14)
    assert shows(evening, "penalty", message="Time penalty")  # R9.2
    assert shows(evening, "five", message="Five in a row", result="B+")


def test_stones_of_the_last_game_do_not_belong_to_the_next(evening):  # B14
    expected = {"message": "Clear board", "message_point": "H9", "message_color": WHITE, "message_count": 2}
    assert shows(evening, "stones of the last game", black_name="x", white_name="x", **expected)
