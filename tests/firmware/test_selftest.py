"""A8: the board's own test names half-strips without supply and sensors that are not at rest."""

from array import array

from board import selftest
from board.sensing import layout
from shared_rules.points import parse

SIZE = 19


class Hardware:
    """Display, sound and storage that are well; the frame is what matters."""

    def __init__(self):
        self.info = {"size": SIZE}
        self.storage = self.buttons = self.display = self.sound = self
        self.root = "/nowhere"
        self.stuck = 0

    def free(self):
        return 1 << 20

    def play(self, name):
        pass


def judged(frame):
    """``{name: (passed, text)}``"""
    return {name: (passed, text) for name, passed, text in selftest.run(Hardware(), frame)}


def at_rest():
    frame = array("H", [8190] * (2 * SIZE * 12))
    for strip in range(2 * SIZE):
        frame[strip * 12 + 10], frame[strip * 12 + 11] = 8200, 10
    return frame


def test_a_whole_board_passes():
    found = judged(at_rest())
    assert found["strips"] == (True, "all 38 answer") and found["sensors"] == (True, "all 361 at rest")


def test_strips_have_the_numbers_of_their_rows_and_sensors_the_names_of_their_points():
    frame = at_rest()
    for place in range(5 * 12, 6 * 12):
        frame[place] = 20
    frame[layout(SIZE)[parse("Q4", SIZE, "go")]] = 16000
    found = judged(frame)
    assert found["strips"] == (False, "1 of 38 without supply: row 17 right")
    assert found["sensors"] == (False, "1 of 352 not at rest, a stone or a fault: Q4")


def test_a_controller_alone_says_that_nothing_answers():
    found = judged(array("H", [15] * (2 * SIZE * 12)))
    assert found["strips"][1].startswith("38 of 38 without supply: row 19 left, row 19 right, row 18 left")
    assert found["strips"][1].endswith(" ...") and found["sensors"] == (False, "none answers")
