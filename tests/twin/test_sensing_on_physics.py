"""The firmware's sensing on the model of stones and sensors: hands in time, and everything that may be broken."""

from array import array

import numpy as np
import pytest

from board.sensing import Sensing
from board.stones import KERNELS, StoneSet
from shared_rules.points import BLACK, EMPTY, UNRESOLVED, WHITE
from tengen.twin.physics import Board

SIZE = 9
E5 = 40
BUSY_MS = 20


class Table:
    """A board and its sensing, calibrated empty; ``found`` lists ``(point, level, ms)`` of all that settles."""

    def __init__(self, seed=1, size=SIZE, magnet="6x1", **board):
        self.board = Board(size, seed, magnet=magnet, **board)
        self.sensing = Sensing(size, stones=StoneSet(magnet))
        self.raw = array("H", bytes(2 * size * 24))
        self.t = 0
        self.found = []
        self.sensing.take_baseline(self._scan, self.raw)
        self.wait(400)

    def _scan(self, raw):
        raw[:] = array("H", self.board.raw(self.t))
        return True

    def wait(self, ms, every=BUSY_MS):
        """Let time pass, a frame every 20 ms; what settled meanwhile."""
        found = []
        for _ in range(max(1, ms // every)):
            self.t += every
            self._scan(self.raw)
            for i in range(self.sensing.frame(self.raw, self.t)):
                p = self.sensing.changes[i]
                found.append((p, self.sensing.grid[p], self.t))
        self.found += found
        return [change[:2] for change in found]

    def place(self, point, color, dx=0.0, dy=0.0, ms=0):
        self.board.place(point, color, dx, dy, self.t, ms)

    def grid(self):
        return {p: level for p, level in enumerate(self.sensing.grid) if level != EMPTY}


def test_a_stone_put_down_settles_quickly_and_once():
    """Within 150 ms of the touch, whatever is seen while the hand brings it down; in time trouble in 100."""
    for hurry, limit in ((False, 150), (True, 100)):
        table = Table()
        table.sensing.hurry = hurry
        table.place(E5, BLACK, 1.0, -1.5, ms=240)
        touch = table.t + 240
        assert table.wait(1500) == [(E5, BLACK)]
        assert table.found[-1][2] <= touch + limit


@pytest.mark.parametrize("ms", [300, 900, 2000])
def test_a_slide_across_three_points_is_one_stone_at_its_end(ms):
    """B1: pushed over three points within two seconds."""
    table = Table()
    table.place(E5 - 3, BLACK)
    table.wait(600)
    table.board.slide(E5 - 3, E5, ms, table.t)
    assert sorted(table.wait(ms + 1500)) == [(E5 - 3, EMPTY), (E5, BLACK)]


@pytest.mark.parametrize(("hurry", "least", "most"), [(False, 400, 560), (True, 220, 360)])
def test_a_slid_stone_is_watched_patiently_and_less_so_in_time_trouble(hurry, least, most):
    """B4: under 20 s on the clock everything settles sooner."""
    table = Table()
    table.place(E5, BLACK)
    table.wait(600)
    table.sensing.hurry = hurry
    table.board.slide(E5, E5 + 1, 200, table.t)
    end = table.t + 200
    table.wait(1500)
    (at,) = [t for p, level, t in table.found if (p, level) == (E5 + 1, BLACK)]
    assert least <= at - end <= most


def test_a_stone_between_two_points_is_unresolved_and_its_push_resolves_it():
    """B17: never a pick at random."""
    table = Table()
    table.place(E5, WHITE, 8.8, 0.0)
    assert table.wait(1500) == [(E5, UNRESOLVED)]
    table.board.nudge(E5, -7.0, 0.0, table.t)
    assert table.wait(1500) == [(E5, WHITE)]


def test_a_stone_upside_down_is_the_other_colour_until_it_is_turned():
    """The magnet makes the colour; the referee then asks for the stone of the side to move."""
    table = Table()
    table.place(E5, WHITE)  # a black stone on its back
    assert table.wait(600) == [(E5, WHITE)]
    table.board.lift(E5, table.t, 100)
    table.wait(400)
    table.place(E5, BLACK, ms=100)
    assert table.wait(900)[-1] == (E5, BLACK)


@pytest.mark.parametrize("upper", [BLACK, WHITE])
def test_a_stone_on_top_of_another_is_none(upper):
    """B17: 8 mm higher a magnet adds or takes 14 %: less than parts differ by. The lower stone is read, no other."""
    table = Table(scatter=0.0)
    table.place(E5, BLACK)
    table.wait(600)
    sign = 1 if upper == BLACK else -1
    table.board._foreign += sign * table.board._held(
        np.hypot(table.board.x - table.board.x[E5], table.board.y - table.board.y[E5]), 8.0
    )
    assert table.wait(2000) == []
    assert table.sensing.field[E5] == pytest.approx(10225 + sign * 1400, abs=250)


@pytest.mark.parametrize("peak", [30, 60, 150])
def test_a_phone_on_the_rim_moves_no_stone_and_is_never_a_clean_picture(peak):
    """The ring magnet of a phone: tens of mT. Some points at the rim are unresolved, whatever it adds to the others."""
    table = Table()
    stones = {E5: BLACK, 13: BLACK, 76: WHITE}
    for point, color in stones.items():
        table.place(point, color)
    table.wait(600)
    table.board.fault("phone", 4, peak)
    table.wait(4000)
    grid = table.grid()
    assert UNRESOLVED in grid.values() and bool(table.sensing.foreign) == (peak > 30)
    assert all(grid[point] in (color, UNRESOLVED) for point, color in stones.items())
    assert grid[E5] == BLACK and grid[76] == WHITE
    table.board.fault("mend")
    table.wait(4000)
    assert table.grid() == stones


def test_a_missing_strip_is_known_and_its_stones_are_not_lost():
    table = Table()
    table.place(0, BLACK)
    table.wait(600)
    table.board.fault("missing_strip", 0)
    table.wait(2000)
    assert table.sensing.silent == 1
    assert table.grid() == {p: UNRESOLVED for p in range(5)}
    table.board.fault("mend")
    table.wait(2000)
    assert table.grid() == {0: BLACK}


@pytest.mark.parametrize("magnet", sorted(KERNELS))
@pytest.mark.parametrize("side", [1, -1])
def test_a_stuck_sensor_is_no_stone(side, magnet):
    """More than any stone of the set, also if the sensor rests 1.2 mT nearer to that end (DRV5055A1: 1 mT, divider)."""
    table = Table(magnet=magnet)
    table.board.rest[E5] = side * 1.2
    table.sensing.take_baseline(table._scan, table.raw)
    table.board.fault("stuck", E5, side)
    table.wait(3000)
    assert table.sensing.foreign == 1 and table.grid() == {E5: UNRESOLVED}
    table.sensing.mask(E5, True)
    table.place(E5 + 1, WHITE)
    assert (E5 + 1, WHITE) in table.wait(800)


def test_a_noisy_sensor_is_unresolved_and_disturbs_no_other():
    table = Table()
    table.board.fault("noise", E5, 8.0)
    table.wait(8000)
    assert table.grid() == {E5: UNRESOLVED}
    table.place(E5 + 1, WHITE)
    assert (E5 + 1, WHITE) in table.wait(800)


def test_swapped_sensors_show_the_stone_where_the_wires_lead():
    """What the guided sweep of the doctor finds by."""
    table = Table()
    table.board.fault("swapped", E5, E5 + 1)
    table.place(E5, BLACK)
    assert table.wait(1500) == [(E5 + 1, BLACK)]


def test_supply_and_temperature_make_no_stones_and_lose_none():
    """A4: a battery that goes flat, a board that is carried out into the sun."""
    table = Table()
    for p in range(0, 81, 3):
        table.place(p, BLACK if p % 2 else WHITE)
    table.wait(800)
    table.found = []
    for step in range(60):
        table.board.fault("supply", None, 0.005 * step)
        table.board.fault("temperature", None, 0.5 * step)
        table.wait(5000, every=1000)
    assert table.found == []


@pytest.mark.parametrize("code", [1536, 2048, 2560])
def test_a_reading_on_a_wide_code_is_steady(code):
    """A5: RP2040-E11; readings that dither across the code are no event."""
    table = Table(scatter=0.0)
    table.wait(200)
    table.found = []
    field = (code - 2048) * 3.3 / 4096 / 0.060
    table.board._foreign[E5] = field
    settled = table.wait(800)
    assert len(settled) == (1 if code != 2048 else 0)
    for step in range(100):
        table.board._foreign[E5] = field + (0.02 if step % 2 else -0.02)
        assert table.wait(20) == []


@pytest.mark.parametrize("magnet", sorted(KERNELS))
def test_every_set_of_stones_is_read_with_its_own_thresholds(magnet):
    """Stones up to 5.5 mm off, as near to each other as they can lie, on a board that is two thirds full."""
    table = Table(magnet=magnet)
    random = np.random.default_rng(7)
    stones, places = {}, []
    for point in random.permutation(81):
        point = int(point)
        angle, radius = random.uniform(0, 2 * np.pi), random.uniform(0, 5.5)
        x, y = table.board.x[point] + radius * np.cos(angle), table.board.y[point] + radius * np.sin(angle)
        if len(stones) < 54 and (not places or min(np.hypot(x - a, y - b) for a, b in places) > 21.5):
            stones[point] = int(random.integers(BLACK, WHITE + 1))
            places.append((x, y))
            table.place(point, stones[point], x - table.board.x[point], y - table.board.y[point])
            table.wait(100)
    table.wait(1500)
    assert len(stones) > 35 and table.grid() == stones
    for point in list(stones)[::2]:
        table.board.lift(point, table.t)
        del stones[point]
    table.wait(2000)
    assert table.grid() == stones
