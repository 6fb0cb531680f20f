"""A1, A8: calibration is for an empty board; half-strips to come and masked points do not stand in its way; thresholds
follow from the stones as they were measured."""

import os
import sys
from array import array

from board import calibrating, calibration
from board.sensing import Sensing, layout
from board.stones import StoneSet
from shared_rules.points import BLACK, EMPTY, WHITE, parse

SIZE = 9
HALF = 8000
PER_MT = 1000 * 256 // calibration.GAIN  # units of ratio
BLOCKS = 8
_mounted = []


def drive():
    """The root of an empty drive: a folder, or the board's own littlefs."""
    if sys.implementation.name != "micropython":
        import tempfile

        return tempfile.mkdtemp()
    from hal.twin.nor_flash import BLOCK, PROG_SIZE, NorFlash

    if _mounted:
        os.umount("/calibrating")
    else:
        _mounted.append(NorFlash(bytearray(BLOCKS * BLOCK), BLOCKS))
    for block in range(BLOCKS):
        _mounted[0].ioctl(6, block)
    os.VfsLfs2.mkfs(_mounted[0], progsize=PROG_SIZE)
    os.mount(os.VfsLfs2(_mounted[0], progsize=PROG_SIZE), "/calibrating")
    return "/calibrating"


class Board:
    """As much of the app as calibrating looks at: ``field`` in uT and ``silent`` half-strips are what the scan sees."""

    def __init__(self):
        self.hardware = self.grid = self.storage = self.timer = self.calendar = self
        self.root = drive()
        self.field = [0] * (SIZE * SIZE)
        self.silent = ()
        self.settings = {"magnet": "6x1"}
        self._raw = array("H", bytes(2 * SIZE * 24))
        self.sensing = Sensing(SIZE)
        self.problem = "not calibrated"
        self._ticks = 0

    def ticks(self):
        self._ticks += 20
        return self._ticks

    def seconds(self):
        return 845000000

    def scan(self, raw):
        for strip in range(2 * SIZE):
            alive = strip not in self.silent
            raw[strip * 12 + 10], raw[strip * 12 + 11] = (HALF, 0) if alive else (30, 30)
        for p, index in enumerate(layout(SIZE)):
            alive = index // 12 not in self.silent
            raw[index] = max(0, HALF + self.field[p] * PER_MT // 1000 * HALF // 8192) if alive else 30
        return True

    def see(self):
        """Frames until all has settled."""
        for _ in range(60):
            self.scan(self._raw)
            self.sensing.frame(self._raw, self.ticks())

    def stored(self):
        return calibration.load(self.root, SIZE)[0]


def refused(call, *arguments):
    try:
        call(*arguments)
    except ValueError as error:
        return str(error)
    raise AssertionError("it was done")


def point(name):
    return parse(name, SIZE, "go")


def test_new_sensors_rest_where_they_like_and_are_told_from_stones():
    board = Board()
    board.field = [(p * 37 % 2200) - 1100 for p in range(SIZE * SIZE)]
    board.see()
    assert any(board.sensing.grid)  # before the calibration
    calibrating.empty(board)
    board.see()
    assert not any(board.sensing.grid) and board.problem == ""
    assert board.stored().taken and board.stored().date == 845000000


def test_refused_with_the_names_of_what_lies_there_and_nothing_is_changed():
    board = Board()
    calibrating.empty(board)
    for name in ("C3", "G7"):
        board.field[point(name)] = 10225
    board.see()
    before = bytes(board.stored().encode())
    assert refused(calibrating.empty, board) == "Board not empty: G7 C3"
    board.field[point("C3")] = board.field[point("G7")] = 900  # between two points
    board.see()
    assert refused(calibrating.empty, board) == "Board not empty: G7 C3"
    assert bytes(board.stored().encode()) == before
    calibrating.empty(board, fresh=True)  # as told: the sensors were changed


def test_half_strips_to_come_do_not_stand_in_the_way_but_a_dead_output_does():
    board = Board()
    board.silent = (3, 4, 5, 17)
    board.see()
    calibrating.empty(board)
    board.field[point("E5")] = -40000  # at ground
    board.see()
    assert refused(calibrating.empty, board) == "Board not empty: E5"
    calibrating.mask(board, "E5", True)
    board.see()
    calibrating.empty(board)
    assert board.stored().masked[point("E5")] == 1 and board.sensing.grid[point("E5")] == EMPTY
    calibrating.mask(board, "E5", False)
    assert not any(board.stored().masked)


def test_thresholds_follow_from_the_stones_on_the_board():
    board = Board()
    assert refused(calibrating.stones, board) == "Calibrate first"
    calibrating.empty(board)
    assert refused(calibrating.stones, board) == "No stone there"
    for name, field in (("C3", 7000), ("G3", 7300), ("E7", 7900)):
        board.field[point(name)] = field
    board.see()
    assert abs(calibrating.stones(board) - 7300) < 80  # the drift of the other points is taken off
    nominal, measured = StoneSet("6x1"), board.sensing.stones
    assert measured.on < nominal.on and measured.foreign < nominal.foreign
    assert calibration.stone_set(board.stored(), "6x1").on == measured.on  # after the next power-on
    assert calibration.stone_set(board.stored(), "8x1").on == StoneSet("8x1").on  # other stones
    board.field[point("E7")] = -7300
    board.see()
    assert refused(calibrating.stones, board) == "Black ones only"


def test_a_black_stone_that_reads_as_white_turns_the_sign_of_every_sensor():
    """Sensors below the board see the field from the other side."""
    board = Board()
    calibrating.empty(board)
    board.field[point("E5")] = -10225
    board.see()
    assert board.sensing.grid[point("E5")] == WHITE
    assert calibrating.stones(board, -10225) == 10225
    board.see()
    assert board.sensing.grid[point("E5")] == BLACK
    assert board.stored().gain[0] == -calibration.GAIN
    assert "Not a stone" in refused(calibrating.stones, board, 900)
    assert "Not a stone" in refused(calibrating.stones, board, 21000)


def test_neighbours_shares_follow_another_stone_set():
    board = Board()
    calibrating.empty(board)
    board.field[point("E5")] = 10225
    board.see()
    board.sensing.use(StoneSet("8x1"))
    assert board.sensing._cross[point("E6")] == board.sensing.stones.kernel[4]
    board.field[point("E5")] = 0
    board.see()
    assert not any(board.sensing._cross)
