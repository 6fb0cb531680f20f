"""Real games by human hands on a board that drifts, has a dead sensor and a phone nearby: the record is the game.

The whole way: magnets, sensors, converter, scan, settling, referee, journal, download.
"""

from pathlib import Path

import pytest

from board import messages
from shared_rules import rulings
from tengen.twin import compare, match, scenario
from tengen.twin.rehearsal import COLOR, Rehearsal

GAMES = Path(__file__).parent.parent / "cases" / "games"


def with_a_dead_sensor(game: Rehearsal, lines: list[dict], move: int) -> list[dict]:
    """The sensor below the stone of ``move`` is dead from the beginning and masked; its stone is told (A8)."""
    color, name, _ = game.moves[move]
    begin = [
        {"at": 0.2, "do": "fault", "kind": "drift", "value": 3.0},
        {"at": 0.3, "do": "fault", "kind": "dead_sensor", "point": name, "value": 0.1},
        {"at": 0.5, "do": "arbiter", "command": "mask", "args": {"point": name}},
    ]
    found = [lines[0], *begin]
    placed = False
    for line in lines[1:]:
        found.append(line)
        if not placed and line["do"] == "place" and line["point"] == name:
            placed = True
            told = {"point": name, "color": COLOR[color]}
            found.append({"at": round(line["at"] + 0.1, 3), "do": "arbiter", "command": "stone", "args": told})
    assert placed
    return found


@pytest.mark.parametrize(
    ("name", "moves", "clock", "sd", "seed"),
    [
        ("kisei28-g7.sgf", 110, True, 1.5, 1),
        ("club-3f8c.sgf", 80, False, 1.0, 2),
        ("renju-4d.sgf", 99, True, 2.0, 3),
        ("renju-3i.sgf", 99, False, 1.5, 4),
    ],
)
def test_the_record_is_the_game_whatever_the_hands_and_the_drift(name, moves, clock, sd, seed):
    game = Rehearsal(GAMES / name)
    game.moves = game.moves[:moves]
    settings = game.settings() if clock else game.settings(time=None)
    if not game.go:
        settings["opening"] = "none"
    plain = game.scenario(settings, seed, placing_sd_mm=sd)
    for line in plain[1::3]:
        if line["do"] in ("place", "lift"):
            line["seconds"] = 0.2  # the hand is seen on its way
    lines = with_a_dead_sensor(game, plain, move=9)
    played = match.play(scenario.parse(scenario.lines(lines), name))
    assert played.refused == []
    if not clock and moves < 99:
        del game.moves[-1]  # not final without an answer to it
    assert compare.first_difference(game, played) == ""
    kinds = {m.ruling["kind"] for m in played.replay.moments if m.ruling}
    assert not kinds & {"void", "warning", "violation", "penalty"}


def test_a_stone_upside_down_is_named_and_turned_over():
    """It reads as the other colour: the players are told, nothing is recorded, and turned over it is the move."""
    rows = [
        {"game": {"preset": "go-2002", "size": 9, "enforcement": "advise"}, "seed": 5, "placing_sd_mm": 1.0},
        {"at": 1.0, "do": "place", "point": "E5", "color": "black"},
        {"at": 1.6, "do": "press", "side": "black"},
        {"at": 3.0, "do": "place", "point": "C3", "color": "black"},  # White's, on its back
        {"at": 6.0, "do": "lift", "point": "C3"},
        {"at": 7.0, "do": "place", "point": "C3", "color": "white"},
        {"at": 8.0, "do": "press", "side": "white"},
    ]
    played = match.play(scenario.parse(scenario.lines(rows)))
    rulings_seen = [m.ruling for m in played.replay.moments if m.ruling]
    assert [(r["side"], r["point"]) for r in rulings_seen if r["kind"] == "move"] == [("black", "E5"), ("white", "C3")]
    (repair,) = [r for r in rulings_seen if r["kind"] == "repair"]
    assert (repair["reason"], repair["surplus"]) == ("turn", ["C3"])
    assert messages.of(rulings.REPAIR, "turn") == "Lift or turn"


def test_a_press_after_a_stone_between_points_is_no_early_press():
    """B17: the picture is waited for; the players are told to straighten the stone, nobody is warned (G17.4)."""
    rows = [
        {"game": {"preset": "go-2002", "size": 9, "enforcement": "strict"}, "seed": 6},
        {"at": 1.0, "do": "place", "point": "E5", "color": "black", "dx": 8.4, "dy": 0.0},
        {"at": 1.08, "do": "press", "side": "black"},
        {"at": 5.0, "do": "lift", "point": "E5"},
        {"at": 6.0, "do": "place", "point": "E5", "color": "black", "dx": 1.0, "dy": 0.0},
        {"at": 7.0, "do": "press", "side": "black"},
    ]
    played = match.play(scenario.parse(scenario.lines(rows)))
    seen = [(m.ruling["kind"], m.ruling.get("reason")) for m in played.replay.moments if m.ruling]
    assert seen == [("start", None), ("repair", "unclear"), ("repaired", None), ("move", None)]
