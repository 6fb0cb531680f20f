"""Settings of a game: what cannot be played is refused with one clear line, before anything is stored."""

from shared_rules.presets import PRESETS, resolve

INFINITE = float("inf")
# preset, overrides, how the line begins
REFUSED = (
    ("go-2002", {"black": 5}, "black must be a text of at most 60 characters"),
    ("go-2002", {"white": ["Ann"]}, "white must be a text"),
    ("go-2002", {"event": None}, "event must be a text"),
    ("go-2002", {"black": "x" * 61}, "black must be a text"),
    ("go-2002", {"komi_zi": INFINITE}, "komi_zi must be a number of zi such as 3.75, not inf"),
    ("go-2002", {"komi_zi": INFINITE - INFINITE}, "komi_zi must be a number of zi"),
    ("go-2002", {"komi_zi": 3.8}, "komi_zi must be a number of quarter zi"),
    ("go-2002", {"size": INFINITE}, "size must be a whole number, not inf"),
    ("go-2002", {"handicap": "many"}, "handicap must be a whole number, not many"),
    ("go-2002", {"handicap": 26}, "handicap must be from 0 to 25, not 26"),
    ("go-2002", {"to_play": "red"}, "to_play must be one of black, white, not red"),
    ("go-2002", {"setup": 5}, "setup must be free or the points of each side, not 5"),
    ("go-2002", {"setup": "half"}, "setup must be free or the points of each side, not half"),
    ("go-2002", {"setup": {"black": 5}}, "setup takes lists of points as black and white"),
    ("go-2002", {"setup": {"red": []}}, "setup takes lists of points as black and white, and to_play, not red"),
    ("go-2002", {"setup": {"to_play": "red"}}, "setup takes lists of points"),
    ("go-2002", {"setup": {"black": ["I5"]}}, "no such point on a 19x19 board: I5"),
    ("go-2002", {"setup": {"black": ["D4"], "white": ["d4"]}}, "setup has d4 twice"),
    ("go-2002", {"setup": {"black": ["D4"]}, "handicap": 2}, "give either handicap or setup"),
    ("go-2002", {"late": 5}, "late must be the milliseconds of black and white, not 5"),
    ("go-2002", {"late": {"black": -1}}, "late must be the milliseconds"),
    ("go-2002", {"late": {"red": 1}}, "late must be the milliseconds"),
    ("go-2002", {"late": {"black": "soon"}}, "late must be a whole number, not soon"),
    ("renju-cn", {"size": 19}, "opening cn26 needs a 15x15 board"),
    ("renju-rif", {"handicap": 2}, "handicap is for Go"),
    ("go-2002", {"colour": 1}, "no such setting: colour"),
    ("go-1949", {}, "no such preset: go-1949"),
    (["go-2002"], {}, "no such preset"),
    ("go-2002", {"time": 5}, "time must be a clock configuration or none, not 5"),
    (
        "go-2002",
        {"time": {"system": "byoyomi", "periods": 3, "period_ms": "x"}},
        "clock setting period_ms must be a whole",
    ),
    ("go-2002", {"time": {"system": ["byoyomi"]}}, "clock system must be one of"),
    ("go-2002", {"time": {"system": "absolute", "main_ms": 5, "calls": []}}, "clock setting calls: no call table"),
)


def test_what_cannot_be_played_is_one_clear_line():
    for preset, overrides, begins in REFUSED:
        try:
            resolve(preset, overrides)
        except ValueError as error:
            assert str(error).startswith(begins) and "\n" not in str(error), (overrides, str(error))
        else:
            raise AssertionError(overrides)


def test_what_can_be_played_is_taken():
    for preset in PRESETS:
        game = resolve(preset, {"black": "x" * 60, "late": {"black": 600000}})
        assert game["preset"] == preset and game["late"] == {"black": 600000}
    points = {"black": ["D4", "Q16"], "white": ["K10"], "to_play": "white"}
    assert resolve("go-2002", {"setup": points})["setup"] == points
    assert resolve("renju-rif", {"setup": {"black": ["I8"]}})["setup"] == {"black": ["I8"]}  # R1: letters with I
    for value in (None, "free"):
        assert resolve("go-2002", {"setup": value})["setup"] == value
    assert resolve("go-2002", {"komi_zi": "3.25"})["komi_zi"] == 3.25  # G11, as a command line gives it


def test_a_game_of_long_ago_is_still_resolved():
    """What a board wrote down resolves to itself: presets may be asked again with all that they gave."""
    for preset in PRESETS:
        game = resolve(preset)
        assert resolve(preset, game) == game
