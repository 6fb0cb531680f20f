"""The menu on the board: what it offers, and what it says when a choice cannot be carried out."""

from board import messages
from board.menu import RIGHT
from board.menu_board import act, open_menu


class NoGames:
    """A journal that has written nothing."""

    def number(self):
        return 0

    def games(self, start):
        return []


class Words:
    """A face that remembers what it says."""

    said = ""

    def say(self, text, t, ms=0):
        self.said = text


class App:
    """What the menu asks of the app; ``fails`` is raised by whatever it is told to do."""

    session = None

    def __init__(self, last=None, size=15, fails=None, problem=""):
        self.settings = Settings(last, fails)
        self.sensing, self.journal, self.face, self.problem = self, NoGames(), Words(), problem
        self.size, self._fails = size, fails

    def now(self):
        return 0

    def close_menu(self):
        pass

    def begin(self, preset, overrides):
        raise self._fails

    def command(self, name, args):
        raise self._fails


class Settings:
    def __init__(self, last, fails):
        self._values = {"last": last, "language": "en", "volume": 2, "voice": "off", "names": ""}
        self._fails = fails

    def __getitem__(self, key):
        return self._values[key]

    def set(self, key, value):
        raise self._fails


def first_line(app):
    return open_menu(app).screen().lines[0][0]


def test_the_last_game_is_offered_again():
    app = App(["go-casual", {"komi_zi": 0.5}])
    assert first_line(app) == "Again"
    menu = open_menu(app)
    assert menu.press(RIGHT) is None and menu.press(RIGHT) == ("new", "go-casual", {"komi_zi": 0.5, "size": 15})


def test_a_last_game_that_cannot_be_played_is_not_offered():
    for last in (
        ["chess", {}],  # of another firmware
        ["go-2002", {"castling": True}],
        ["go-2002", {"time": {"system": "hourglass"}}],
        ["go-2002", {"time": 5}],
        ["go-2002"],
        "go-2002",
        7,
        {},
        [None, None],
    ):
        assert first_line(App(last)) == "Go", last
    assert first_line(App(["renju-cn", {}], 19)) == "Go"  # named openings need 15x15 points
    assert first_line(App(["renju-cn", {}], 15)) == "Again"


def test_what_cannot_be_done_is_said_in_words_that_the_display_has():
    for action, error, words in (
        (("new", "go-2002", {}), ValueError("this board has 15 lines, the game wants 19: set size=15"), "Set up anew"),
        (("new", "go-2002", {}), OSError(28), "Memory full"),
        (("setting", "volume", 1), OSError(28), "Memory full"),
        (("command", "resign", {"side": "black"}), ValueError("no game is running"), "Not allowed"),
    ):
        app = App(fails=error)
        act(app, action)
        assert app.face.said == words and messages.translate(words, "zh") != words


def test_a_board_with_a_problem_says_so():
    for problem, words in (
        ("", ""),
        ("the board is not calibrated: take all stones off and calibrate", messages.NO_CALIBRATION),
        ("game 0007 cannot go on (Broken()): download it", messages.NOT_RESUMED),
    ):
        app = App(problem=problem)
        open_menu(app)
        assert app.face.said == words
