"""``tengen doctor``: faults put into the twin's sensors are found by name, at rest and with one stone (A8)."""

import json
import os
import pty
import random
import select
import sys
import time
import xml.etree.ElementTree as ElementTree

import pytest
from PIL import Image
from typer.testing import CliRunner

from shared_rules import points
from shared_rules.points import BLACK, WHITE
from tengen import faults, fields, guide, heat_map
from tengen import library as shelf
from tengen.board import Board
from tengen.cli import app, load_commands
from tengen.commands import doctor
from tengen.errors import TengenError
from tengen.fields import Reading
from tengen.sweep import Sweep, snake
from tengen.twin.physics import Board as Model
from tengen.twin.world import World

FOREIGN_MT = 14.8
SIZE = 9


def point(name, size=SIZE):
    return points.parse(name, size, "go")


def reading(size, silent=(), ratio=None, mt=None, supply=None):
    """Sensors at rest; ``silent``: half-strips without answer; the others by point or half-strip."""
    strips = [0 if s in silent else (supply or {}).get(s, 8190) for s in range(2 * size)]
    answers = [fields.SUPPLY_LOW <= strips[fields.strip_of(p, size)] <= fields.SUPPLY_HIGH for p in range(size * size)]
    return Reading(
        size,
        [(mt or {}).get(p, 0.02) if ok else None for p, ok in enumerate(answers)],
        [(ratio or {}).get(p, 1.0) if ok else None for p, ok in enumerate(answers)],
        strips,
    )


# ---- at rest


def test_a_good_board_has_no_fault():
    assert faults.at_rest([reading(19)] * 5, FOREIGN_MT) == []
    assert len(faults.working(reading(19), [])) == 361


def test_half_a_board_that_is_not_soldered_yet_is_one_line_a_chain_and_the_rest_works():
    """A maker adds half-strips one after the other: left up to row 12, right up to row 17."""
    seen = reading(19, silent=[s for s in range(38) if s >= (6 if s % 2 else 16)])
    found = faults.at_rest([seen], FOREIGN_MT)
    assert [fault.kind for fault in found] == ["missing_strip"] * 2
    assert found[0].say.startswith("rows 11 to 1: left half-strips 9 to 19 are missing: not plugged in yet")
    assert found[1].say.startswith("rows 16 to 1: right half-strips 4 to 19 are missing")
    assert len(found[0].points) == 11 * 10 and len(found[1].points) == 16 * 9
    assert len(faults.working(seen, found)) == 8 * 10 + 3 * 9


@pytest.mark.parametrize(
    ("silent", "says"),
    [
        ([4], "row 17: left half-strip 3 is missing, those behind it answer: it gets no power (Q1, R1)"),
        ([37], "row 1: right half-strip 19 is missing, the last one: not plugged in, or it gets no power"),
        (range(1, 38, 2), "the whole right chain is missing, rows 19 to 1: look at its cable to the controller"),
    ],
)
def test_where_a_strip_is_missing_says_why(silent, says):
    assert [fault.say for fault in faults.at_rest([reading(19, silent)], FOREIGN_MT)] == [says]


def test_supply_rails_noise_and_foreign_fields_are_told_apart():
    seen = [
        reading(
            19,
            supply={3: 5000},
            ratio={point("A1", 19): 0.02, point("T1", 19): 1.9},
            mt={point("C3", 19): i % 2, point("K10", 19): 17.0},
        )
        for i in range(6)
    ]
    found = {fault.kind: fault for fault in faults.at_rest(seen, FOREIGN_MT)}
    assert found["supply"].say.startswith("row 18: right half-strip 2 has 2.0 V instead of 3.3")
    assert found["noisy"].points == (point("C3", 19),) and "0.55 mT rms" in found["noisy"].say
    assert found["foreign"].points == (point("K10", 19),)
    stuck = [fault.say.split(":")[:2] for fault in faults.at_rest(seen, FOREIGN_MT) if fault.kind == "stuck"]
    assert sorted(stuck) == [["A1", " stuck at ground"], ["T1", " stuck at the supply"]]


# ---- the sweep


class Hand:
    """Moves one stone over a model of the board as it is told, its readings taken every 60 ms."""

    def __init__(self, model, seed=1, sd=1.2, color=BLACK):
        self.model, self.color, self.sd = model, color, sd
        self._random = random.Random(seed)
        self._at = None
        self.t = 0
        self.insisted = 0  # how often it had to say that the stone does lie there

    def read(self):
        """mT of every point, with the noise of a frame."""
        self.t += 60
        return [float(v) + self._random.gauss(0, 0.03) for v in self.model.field(self.t)]

    def lift(self):
        """Into the air, if it lies somewhere."""
        if self._at is not None:
            self.model.lift(self._at, self.t)

    def put(self, p):
        """Onto ``p``, more or less."""
        self.model.place(p, self.color, self._random.gauss(0, self.sd), self._random.gauss(0, self.sd), self.t)
        self._at = p

    def sweep(self, order, mistakes=(), ignore=()):
        """A whole sweep; the points of ``mistakes`` are missed at first, the stone goes on the point after them."""
        rest = [sum(values) / 8 for values in zip(*[self.read() for _ in range(8)], strict=True)]
        sweep = Sweep(self.model.size, rest, order, 10.2, ignore)
        missed, asked = set(mistakes), None
        for _ in range(60 * len(order)):
            if sweep.target is None:
                return sweep
            if sweep.target != asked:
                asked = sweep.target
                self.lift()
                sweep.take(self.read(), self.t / 1000)
                self.put(asked + 1 if asked in missed else asked)
            elif sweep.say.startswith("it reads at"):
                if asked in missed:
                    missed.discard(asked)
                    self.lift()
                    self.put(asked)
                else:
                    self.insisted += 1
                    sweep.it_lies_there()
            if sweep.take(self.read(), self.t / 1000):
                asked = None  # the same point may be asked for once more
        raise AssertionError(f"does not go on: {sweep.say}")


def test_a_good_board_sweeps_clean_with_either_colour():
    for color in (BLACK, WHITE):
        hand = Hand(Model(SIZE, seed=4), color=color)
        sweep = hand.sweep(snake(SIZE))
        assert sweep.faults() == [] and len(sweep.results) == 81 and hand.insisted == 0


def test_dead_weak_and_swapped_sensors_are_found_by_name():
    """Neighbours swapped, points far apart swapped, one at the corner dead, one in the middle, one weak."""
    model = Model(SIZE, seed=5)
    for name in ("C3", "A9"):
        model.fault("dead_sensor", point(name))
    model.fault("swapped", point("E5"), point("D5"))
    model.fault("swapped", point("B7"), point("H2"))
    model.gain[point("G7")] = 0.3
    found = {fault.points: fault for fault in Hand(model).sweep(snake(SIZE)).faults()}
    kinds = {tuple(fields.name(p, SIZE) for p in at): fault.kind for at, fault in found.items()}
    assert kinds == {
        ("A9",): "dead",
        ("C3",): "dead",
        ("B7", "H2"): "swapped",
        ("D5", "E5"): "swapped",
        ("G7",): "weak",
    }
    assert "solder bridge at the mux" in found[point("D5"), point("E5")].say
    assert "half-strips" in found[point("B7"), point("H2")].say


def test_a_weak_sensor_with_the_stone_beside_its_point_is_asked_for_again_and_is_not_dead():
    """5 mm off it shows less than the least that counts as a stone; a dead one shows nothing and is not asked again."""
    model, asked = Model(SIZE, seed=5), []
    model.gain[point("G7")] = 0.3
    model.fault("dead_sensor", point("C3"))
    hand = Hand(model, sd=0.5)

    def put(p):
        far = 5.2 if p == point("G7") and p not in asked else 0.0
        asked.append(p)
        model.place(p, hand.color, far, 0.0, hand.t)
        hand._at = p

    hand.put = put
    found = hand.sweep(snake(SIZE)).faults()
    assert [(fault.kind, fault.points) for fault in found] == [("weak", (point("G7"),)), ("dead", (point("C3"),))]
    assert asked.count(point("G7")) == 2 and asked.count(point("C3")) == 1


def test_a_stone_on_the_wrong_point_is_no_swapped_sensor():
    sweep = Hand(Model(SIZE, seed=6)).sweep(snake(SIZE)[:30], mistakes=[point("C9"), point("E7")])
    assert sweep.faults() == [] and len(sweep.results) == 30
    assert all(result.reads_at == p for p, result in sweep.results.items())


def test_an_output_that_is_not_soldered_shows_what_its_neighbour_shows():
    """An open mux input keeps the voltage of the input before it."""

    class Open(Model):
        def field(self, t):
            found = super().field(t).copy()
            found[point("D6")] = found[point("C6")]
            return found

    found = Hand(Open(SIZE, seed=7)).sweep([point(n) for n in ("B6", "C6", "D6", "E6")]).faults()
    assert [fault.say for fault in found] == ["D6: dead, it shows what C6 shows: its output is not soldered"]


def test_stuck_and_silent_points_are_not_asked_for():
    model = Model(SIZE, seed=8)
    model.fault("stuck", point("B9"), 1)
    sweep = Hand(model).sweep(snake(SIZE, [0]), ignore=[point("B9")])
    assert point("B9") not in sweep.results and len(sweep.results) == 8


def test_keys_skip_end_and_say_that_it_lies_there():
    sweep = Sweep(SIZE, [0.0] * 81, snake(SIZE)[:3])
    sweep.skip()
    assert sweep.target == 1
    sweep.take([0.0] * 81, 0.0)
    sweep.it_lies_there()
    assert sweep.results[1].reads_at is None and sweep.target == 2


def test_typed_keys_do_not_show_on_the_picture_and_do_again_afterwards(monkeypatch):
    keyboard, terminal = pty.openpty()
    with os.fdopen(terminal) as stdin:
        monkeypatch.setattr(sys, "stdin", stdin)
        with pytest.raises(KeyboardInterrupt), guide.unseen():
            os.write(keyboard, b"s\n")
            assert stdin.readline() == "s\n" and not select.select([keyboard], [], [], 0.1)[0]
            raise KeyboardInterrupt
        os.write(keyboard, b"s\n")
        assert stdin.readline() == "s\n" and os.read(keyboard, 9) == b"s\r\n"
    os.close(keyboard)


# ---- pictures


def a_map():
    mt = [0.0] * 361
    mt[point("Q16", 19)], mt[point("D4", 19)], mt[point("K10", 19)], mt[0] = 10.2, -9.87, -22.6, None
    return heat_map.HeatMap(19, mt, [faults.Fault("stuck", (point("K10", 19),), "K10: <stuck>")], {5})


def test_nineteen_lines_fit_a_terminal_of_80_columns_and_say_tenths():
    lines = heat_map.terminal(a_map(), 80).plain.splitlines()
    assert len(lines) == 20 and max(map(len, lines)) <= 80
    assert lines[0].split() == list("ABCDEFGHJKLMNOPQRST")
    assert lines[1].split()[1:7] == ["--", "·", "·", "·", "·", "x"]
    assert "10.2" in lines[4] and "-9.9" in lines[16] and "-23" in lines[10]
    assert max(map(len, heat_map.terminal(a_map(), 60).plain.splitlines())) <= 60
    heat = heat_map.HeatMap(19, [10.2, -9.9] * 180 + [10.2])
    lines = heat_map.terminal(heat, 99).plain.splitlines()
    assert [len(line.split()) for line in lines[1:]] == [20] * 19 and max(map(len, lines)) <= 99
    assert len(heat_map.legend().plain) <= 80


def test_colours_are_told_apart_by_all_kinds_of_colour_vision():
    """Orange and blue differ along the axis that red- and green-blind people see; figures read on both."""
    black, white = heat_map.color(10.0), heat_map.color(-10.0)
    assert black[0] > black[2] + 100 and white[2] > white[0] + 60
    assert heat_map.color(0.05) == heat_map.PAPER and heat_map.color(None) == heat_map.PAPER
    for value in (-12, -5, -1, 1, 5, 12):
        background = heat_map.color(value)
        assert abs(sum(background) - sum(heat_map.ink(background))) > 200


@pytest.mark.parametrize("ending", ["svg", "png"])
def test_pictures_are_written_whole(tmp_path, ending):
    path = tmp_path / f"heat.{ending}"
    heat_map.save(a_map(), path, "Board <1>")
    assert [p.name for p in tmp_path.iterdir()] == [path.name]
    if ending == "svg":
        texts = [e.text for e in ElementTree.parse(path).iter("{http://www.w3.org/2000/svg}text")]
        assert "Board <1>" in texts and "10.2" in texts and "K10: <stuck>" in texts
    else:
        picture = Image.open(path)
        x, y = (2 * (heat_map.MARGIN + heat_map.CELL * i + 6) for i in (15, 3))
        assert picture.getpixel((x, y)) == heat_map.color(10.2)
    with pytest.raises(TengenError, match=r"NAME.svg or NAME.png"):
        heat_map.save(a_map(), tmp_path / "heat.gif", "")


# ---- the commands, on a twin


@pytest.fixture
def twin(tmp_path, monkeypatch):
    monkeypatch.setenv(shelf.FOLDER_VARIABLE, str(tmp_path / "library"))
    world = World(Model(SIZE, seed=1, rest_mt=0.5), SIZE, tmp_path / "flash.img", real_time=True)
    world.power_on()
    world.start()
    load_commands()
    yield world
    world.stop()


def run(twin, *words):
    return CliRunner().invoke(app, [*words, "--port", twin.port], standalone_mode=False)


def last(result):
    return json.loads(result.stdout.splitlines()[-1])


def stone(twin, p, color=BLACK):
    """Put a stone down and wait until the board has seen it."""
    twin.at(twin.t, lambda: (twin.model.place(p, color, 0, 0, twin.t), twin.touched()))
    with Board.connect(twin.port) as board:
        for _ in range(200):
            if abs(fields.read(board)[1][p] or 0) > 3:
                return
            time.sleep(0.02)
    raise AssertionError("the stone is not seen")


def test_calibrate_and_look(twin, tmp_path):
    """Sensors fresh from the factory rest half a millitesla off."""
    done = run(twin, "calibrate", "--json")
    assert done.exit_code == 0 and last(done)["points"] == 81 and last(done)["date"], done.output
    stone(twin, point("E5"))
    picture = tmp_path / "heat.svg"
    looked = run(twin, "doctor", "--json", "--picture", str(picture))
    assert looked.exit_code == 0 and last(looked)["works"] == 81 and last(looked)["problems"] == []
    assert last(looked)["mt"][point("E5")] == pytest.approx(10.2, abs=1.5) and picture.stat().st_size > 5000
    refused = run(twin, "calibrate")
    assert isinstance(refused.exception, TengenError) and "Board not empty: E5" in str(refused.exception)
    assert "not empty" not in run(twin, "calibrate", "--show").output


def test_what_shows_at_rest_is_named_and_masked(twin):
    twin.model.fault("stuck", point("H1"), 1)
    twin.model.fault("noise", point("A9"), 1.5)
    twin.model.fault("missing_strip", point("A4"))
    twin.touched()
    found = run(twin, "doctor", "--once", "--mask", "--readings", "8", "--json")
    assert found.return_value == 1
    kinds = {problem["kind"]: problem["points"] for problem in last(found)["problems"]}
    assert kinds == {"stuck": ["H1"], "noisy": ["A9"], "missing_strip": ["A4", "B4", "C4", "D4", "E4"]}
    assert last(found)["masked"] == ["A9", "H1"] and last(found)["works"] == 81 - 7
    words = run(twin, "doctor", "--once")
    assert "H1: stuck at the supply" in words.output and "row 4: left half-strip 6 is missing" in words.output
    assert run(twin, "calibrate").exit_code == 0  # neither stands in the way
    assert run(twin, "calibrate", "--unmask", "H1").exit_code == 0


def follow(twin):
    """A hand for ``guide.run``: it goes where the sweep asks."""
    lies: list[int | None] = [None]

    def show(sweep, _mt, _result):
        if sweep.target == lies[0]:
            if sweep.say.startswith("it reads at"):
                sweep.it_lies_there()
            return
        old, new = lies[0], sweep.target
        lies[0] = new

        def move():
            if old is not None:
                twin.model.lift(old, twin.t)
            if new is not None:
                twin.model.place(new, BLACK, 0.5, -0.5, twin.t)
            twin.touched()

        twin.at(twin.t, move)

    return show


def test_guided_sweep_of_a_row_through_the_link(twin):
    twin.model.fault("dead_sensor", point("C5"))
    twin.model.fault("swapped", point("G5"), point("H5"))
    twin.touched()
    with Board.connect(twin.port) as board:
        board.link.request("calibrate", {"do": "empty"})
        sweep = Sweep(SIZE, guide.rest(board), doctor.where("B5,C5,D5,G5,H5", SIZE))
        guide.run(board, sweep, follow(twin))
    assert [(fault.kind, [fields.name(p, SIZE) for p in fault.points]) for fault in sweep.faults()] == [
        ("dead", ["C5"]),
        ("swapped", ["G5", "H5"]),
    ]


def test_the_stones_are_measured_and_a_board_seen_from_below_is_turned(twin, monkeypatch):
    twin.model.gain *= -0.7  # sensors that look from the other side, or a weaker set of stones
    guided = guide.run
    monkeypatch.setattr(
        guide, "run", lambda board, sweep, show: guided(board, sweep, lambda *a: (show(*a), follower(*a)))
    )
    follower = follow(twin)
    assert run(twin, "calibrate").exit_code == 0
    done = run(twin, "calibrate", "--stone", "--json")
    assert done.exit_code == 0, done.output
    assert last(done)["measured"] and last(done)["centred"] == pytest.approx(7100, abs=900)  # gap and magnet scatter
    stone(twin, point("E5"))
    assert last(run(twin, "doctor", "--json"))["mt"][point("E5")] > 4


def test_where_to_sweep_is_said_in_one_line():
    assert doctor.where("9", 9) == list(range(9)) and doctor.where("A9, B9", 9) == [0, 1]
    assert doctor.where(None, 9)[:10] == [*range(9), 17]
    for wrong in ("20", "Z3", "K"):
        with pytest.raises(TengenError):
            doctor.where(wrong, 9)
