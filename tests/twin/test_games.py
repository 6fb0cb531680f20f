"""Real games on the twin: the real firmware under MicroPython, the real link, the host's own download.

Captures are worked out by sgfmill, so nothing here is compared with our own rules core.
"""

from pathlib import Path

import pytest

from tengen.twin import compare, match, scenario
from tengen.twin.rehearsal import Rehearsal

GAMES = Path(__file__).parent.parent / "cases" / "games"
GO = sorted(path.name for path in GAMES.glob("*.sgf") if not path.name.startswith("renju"))
RENJU = sorted(path.name for path in GAMES.glob("renju*.sgf"))


def plan(game: Rehearsal, seed: int = 1, **changes) -> scenario.Scenario:
    return scenario.parse(scenario.lines(game.scenario(game.settings(**changes), seed)), game.path.name)


@pytest.mark.parametrize("name", GO + RENJU)
def test_the_record_is_the_game_that_was_played(name):
    """G2 to G7, R2.1, R10.1.1 with clock and presses: every move and capture comes back over the serial port."""
    game = Rehearsal(GAMES / name)
    played = match.play(plan(game))
    assert compare.first_difference(game, played) == ""
    assert played.refused == []


def test_a_handicap_game_starts_with_its_stones_and_white():
    """E6: five or nine handicap stones are one AB, White plays first."""
    game = Rehearsal(GAMES / "club-19c5.sgf")
    assert len(game.setup) == 9 and game.moves[0][0] == "w"
    played = match.play(plan(game))
    start = next(m.ruling for m in played.replay.moments if m.ruling)
    assert start["kind"] == "start" and sorted(start["black"]) == sorted(game.setup)
    again = Rehearsal.from_bytes(played.sgf(), "written")
    assert (again.setup, again.moves) == (game.setup, compare.wanted_moves(game))


def test_the_same_seed_gives_the_same_record():
    """A run repeats exactly: every byte of the record, times included."""
    game = Rehearsal(GAMES / "kisei28-g7.sgf")
    game.moves = game.moves[:60]
    first, second = (match.play(plan(game, seed=7)) for _ in range(2))
    assert first.records == second.records
    assert match.play(plan(game, seed=8)).records != first.records


def test_ticks_that_wrap_in_the_middle_of_the_game(tmp_path):
    """The chip's counter wraps at 2^30 ms; 20 s after power-on here."""
    game = Rehearsal(GAMES / "renju-4d.sgf")
    wanted = match.Match(plan(game), tmp_path / "a.img").play()
    wrapped = match.Match(plan(game), tmp_path / "b.img", ticks_at_boot=(1 << 30) - 20000).play()
    assert compare.first_difference(game, wrapped) == ""
    assert wrapped.records == wanted.records


@pytest.mark.parametrize("moment", ["after a press", "with a stone down", "prisoners on"])
def test_a_power_cut_in_the_middle_of_a_game(moment):
    """E10, F: the process is killed and started again; the game goes on from the journal, to the very same moves."""
    game = Rehearsal(GAMES / "kisei28-g7.sgf")
    game.moves = game.moves[:120]
    rows = game.scenario(game.settings())
    capture = next(i for i, row in enumerate(rows) if row.get("do") == "lift")
    press = next(i for i in range(80, len(rows)) if rows[i]["do"] == "press")
    at = {"after a press": press + 1, "with a stone down": press, "prisoners on": capture}[moment]
    cut = rows[at - 1]["at"] + 0.25
    shift = 6.0
    later = [row | {"at": row["at"] + shift} for row in rows[at:]]
    rows[at:] = [
        {"at": cut, "do": "power", "on": False},
        {"at": cut + 2, "do": "power", "on": True},
        *later,
    ]
    played = match.play(scenario.parse(scenario.lines(rows)))
    assert compare.first_difference(game, played) == ""
    kinds = [m.ruling["kind"] for m in played.replay.moments if m.ruling]
    assert kinds.count("restart") == 1  # the cut is in the record
    assert "warning" not in kinds


def test_a_cable_that_is_pulled_changes_nothing():
    """G2: play goes on without the host, no move is missing or doubled."""
    game = Rehearsal(GAMES / "renju-3i.sgf")
    rows = game.scenario(game.settings())
    rows[40:40] = [{"at": rows[39]["at"], "do": "usb", "on": False}]
    rows[60:60] = [{"at": rows[59]["at"], "do": "usb", "on": True}]
    played = match.play(scenario.parse(scenario.lines(rows)))
    assert compare.first_difference(game, played) == ""


def test_a_board_left_without_power_and_cable_still_gives_its_game():
    """E10: the evening ends with a pulled plug; whoever fetches the game later finds every move."""
    game = Rehearsal(GAMES / "renju-3i.sgf")
    rows = game.scenario(game.settings())[:41]
    rows += [
        {"at": rows[-1]["at"] + 1, "do": "usb", "on": False},
        {"at": rows[-1]["at"] + 2, "do": "power", "on": False},
    ]
    played = match.play(scenario.parse(scenario.lines(rows)))
    written = Rehearsal.from_bytes(played.sgf(), "written")
    presses = sum(row.get("do") == "press" for row in rows)
    assert len(written.moves) == presses > 15
    assert written.moves == compare.wanted_moves(game)[:presses]


@pytest.mark.parametrize(
    ("main_ms", "thought_s", "at_most_s"), [(1800000, 299, 30), (60000, 45, 10), (3000, 30, 10)], ids=str
)
def test_a_power_cut_gives_little_time_back(main_ms, thought_s, at_most_s):
    """G12.3, F: the clock goes on where it was last stamped: 30 s before the cut, 10 s with under a minute left."""
    time = {"system": "byoyomi", "main_ms": main_ms, "period_ms": 60000, "periods": 3}
    rows = [
        {"game": {"preset": "go-2002", "time": time}},
        {"at": 1, "do": "place", "point": "Q16", "color": "black"},
        {"at": 2, "do": "press", "side": "black"},
        {"at": 2 + thought_s, "do": "power", "on": False},
        {"at": 4 + thought_s, "do": "power", "on": True},
        {"at": 10 + thought_s, "do": "arbiter", "command": "pause"},
    ]
    played = match.play(scenario.parse(scenario.lines(rows)))
    restart = next(m.ruling for m in played.replay.moments if m.ruling and m.ruling["kind"] == "restart")
    assert 2 + thought_s - at_most_s - 0.5 <= restart["at"] <= 2 + thought_s
    assert played.replay.same
