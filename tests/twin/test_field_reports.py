"""Field reports that are neither a scenario's rulings nor one part's own matter (tests/cases/field_reports.txt)."""

from tengen.twin import match, scenario

ABSOLUTE = {"system": "absolute"}


def lines(settings, *events):
    return scenario.parse(scenario.lines([{"game": {"preset": "go-2002", "size": 9, **settings}, "seed": 3}, *events]))


def stone(at, point, color):
    return [
        {"at": at, "do": "place", "point": point, "color": color},
        {"at": at + 0.8, "do": "press", "side": color},
    ]


def moments(played, word):
    return [moment for moment in played.replay.moments if word in moment.fact]


def test_in_time_trouble_a_stone_settles_faster():
    """B4: under 20 s left a stone is believed sooner. The stone comes sideways, which takes longest."""
    waited = {}
    for main_ms in (600000, 19000):
        events = [
            *stone(1.0, "E5", "black"),
            {"at": 3.0, "do": "place", "point": "C3", "color": "white"},
            {"at": 4.0, "do": "slide", "from": "C3", "to": "D3", "seconds": 0.1},
            {"at": 6.0, "do": "press", "side": "white"},
        ]
        played = match.play(lines({"time": ABSOLUTE | {"main_ms": main_ms}}, *events))
        first = moments(played, "E5: a black stone")[0].at
        waited[main_ms] = moments(played, "D3: a white stone")[0].at - first - 3.1
    assert waited[600000] > waited[19000] + 0.1
    assert waited[19000] < 0.5


class TwoGames(match.Match):
    """The host begins a second game with the command ``new``."""

    def _command(self, command, args):
        if command != "new":
            super()._command(command, args)
            return
        with self._board() as board:
            board.games()  # as ``tengen download`` does: it closes the game that is over
            board.new("go-2002", args, "", "", "")
        self.world.freeze(False)


def test_a_new_game_has_no_timer_of_the_old_one(tmp_path):
    """D12: 30 s, ended after a few; the next game's 60 s run out after 60 s, and nothing happens at the old time."""
    events = [
        {"at": 2.0, "do": "place", "point": "E5", "color": "black"},
        {"at": 3.0, "do": "arbiter", "command": "result", "args": {"result": "Void"}},
        {"at": 4.0, "do": "lift", "point": "E5"},
        {"at": 5.0, "do": "arbiter", "command": "new", "args": {"size": 9, "time": ABSOLUTE | {"main_ms": 60000}}},
        {"at": 80.0, "do": "place", "point": "E5", "color": "black"},
    ]
    plan = lines({"time": ABSOLUTE | {"main_ms": 30000}}, *events)
    played = TwoGames(plan, tmp_path / "flash.img").play()
    rulings = [moment.ruling for moment in played.replay.moments if moment.ruling]
    flags = [row for row in rulings if row["kind"] == "flag"]
    assert [(row["side"], row["at"]) for row in flags] == [("black", 60.0)]
    assert [row["kind"] for row in rulings if row["at"] < 49] == ["start"]


def test_a_press_is_told_by_sound_and_by_light(tmp_path):
    """D21: byo-yomi begins, a period is lost, ten seconds remain: each with a sound and on the display."""
    time = {"system": "byoyomi", "main_ms": 5000, "period_ms": 60000, "periods": 2}
    plan = lines({"time": time}, {"at": 70.0, "do": "press", "side": "white"})
    game = match.Match(plan, tmp_path / "flash.img")
    pictures = []
    for ms in (4000, 6500, 56000, 66500):
        game.world.at(match.START_MS + ms, lambda: pictures.append(bytes(game.world.display)))
    game.play()
    names = [name for _, name in game.world.sounds]
    assert "overtime" in names and "period" in names
    assert len(set(pictures)) == 4
