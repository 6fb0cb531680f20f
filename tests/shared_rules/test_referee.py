"""The referee's small parts: presets, commands, what fits into a record, masked points, purity."""

from ideal_board import IdealBoard

from shared_rules import articles, commands, presets, record, rulings, states
from shared_rules.points import BLACK, NO_POINT, WHITE

CLOCK = {"system": "absolute", "main_ms": 600000}


def refused(call, *args):
    """The one line of a ValueError."""
    try:
        call(*args)
    except ValueError as error:
        assert "\n" not in str(error)
        return str(error)
    raise AssertionError("was not refused")


def board_of(preset, **overrides):
    return IdealBoard(presets.resolve(preset, overrides))


def test_presets_of_the_rulebook_resolve():
    for name in ("go-2002", "renju-cn", "gomoku-club", "gomoku-club-final", "gomoku-free", "gomoku-exact"):
        assert presets.resolve(name, {})["preset"] == name
    assert presets.resolve("go-2002")["komi_zi"] == 3.75  # G11
    assert presets.resolve("gomoku-club-final")["time"]["main_ms"] == 15 * 60000  # T1
    assert presets.resolve("gomoku-club")["time"]["main_ms"] == 30 * 60000  # T1
    assert presets.resolve("gomoku-club")["time"]["calls"] == "renju60"  # R7.2
    assert presets.resolve("go-2002")["time"]["calls_last"] == "go60last"  # G12.3
    assert presets.resolve("go-casual")["time"] is None


def test_wrong_settings_are_refused_in_one_line():
    assert "chess" in refused(presets.resolve, "chess", {})
    assert "komi_zi" in refused(presets.resolve, "go-2002", {"komi_zi": "3.8"})
    assert "size" in refused(presets.resolve, "go-2002", {"size": 25})
    assert "colour" in refused(presets.resolve, "go-2002", {"colour": "red"})
    assert "foul" in refused(presets.resolve, "renju-cn", {"foul": "never"})
    assert "opening" in refused(presets.resolve, "go-2002", {"opening": "cn26"})
    assert "periods" in refused(presets.resolve, "go-2002", {"time": {"system": "byoyomi", "period_ms": 60000}})
    assert "handicap" in refused(presets.resolve, "renju-cn", {"handicap": 2})


def test_a_ruling_fits_into_its_record():
    for rule in ("-", "G18.2", "R10.1.6", "rif"):
        fields = rulings.pack(rulings.END, rule, BLACK, 12345, 361, 17, -1444)
        data = bytearray(record.SIZE)
        record.pack_into(data, 0, fields[0], fields[1], 7, *fields[2:])
        kind, side, seq, t, point, value = record.unpack(data)
        assert (kind, side, seq, t, point) == (rulings.END, BLACK, 7, 12345, 17)
        assert rulings.unpack(value) == (rule, 361, -1444)
    assert "G99" in refused(articles.code, "G99")


def test_commands_keep_their_codes_and_arguments():
    assert commands.code("pause") == 0 and commands.code("result") == 16
    code, text = commands.encode("dead", {"points": ["Q16", "R16"], "side": "black"})
    assert (code, text) == (commands.code("dead"), "points=Q16,R16")
    assert commands.arguments(text.encode()) == {"points": "Q16,R16"}
    assert "checkmate" in refused(commands.code, "checkmate")
    assert "size" in refused(commands.encode, "pause", {"size": 9})


def test_every_state_leads_somewhere_and_over_is_left_only_by_the_arbiter():
    assert len(states.NEXT) == len(states.STATES)
    for i in range(len(states.STATES)):
        assert states.NEXT[i]
        if i != states.OVER:
            assert states.OVER in states.NEXT[i]


def test_a_command_that_makes_no_sense_changes_nothing():
    board = board_of("go-2002", size=9, time=CLOCK)
    board.at(1000)
    for name, args in (
        ("dead", {"points": "E5"}),
        ("draw_accept", {"side": "black"}),
        ("overrule", {"what": "end"}),
        ("stone", {"point": "E5", "color": "black"}),
        ("set_time", {"main_ms": "-5", "side": "black"}),
    ):
        board.do({"do": "arbiter", "command": name, "args": args})
        assert board.rulings[-1]["reason"] == "not_allowed", name
    board.fact(record.COMMAND, BLACK, NO_POINT, 99, b"nonsense")
    assert board.rulings[-1]["reason"] == "not_allowed"
    assert board.referee.state == states.PLAY and board.referee.move_number == 0


def test_a_masked_point_is_played_and_captured_by_word():
    """A8: a dead sensor's point is masked; its stone is entered, its capture needs no sensor."""
    board = board_of("go-2002", size=9, time=CLOCK)
    board.at(1000)
    p = board.point("E5")
    board.fact(record.MASK, 0, p, 1)
    for name, color in (("D5", "black"), ("A1", "white"), ("E4", "black")):
        board.do({"do": "place", "point": name, "color": color})
        board.do({"do": "down", "side": color})
        board.do({"do": "up", "side": color})
    board.do({"do": "arbiter", "command": "stone", "args": {"point": "E5", "color": "white"}})
    board.do({"do": "down", "side": "white"})
    board.do({"do": "up", "side": "white"})
    assert board.rulings[-1]["point"] == "E5" and board.rulings[-1]["side"] == "white"
    for name, color in (("E6", "black"), ("A2", "white"), ("F5", "black")):
        board.do({"do": "place", "point": name, "color": color})
        board.do({"do": "down", "side": color})
        board.do({"do": "up", "side": color})
    last = [row for row in board.rulings if row["kind"] == "move"][-1]
    assert last["point"] == "F5" and last["captures"] == ["E5"]
    assert not board.referee.repair()["surplus"]


def test_a_damaged_sensor_says_nothing_while_it_is_masked():
    board = board_of("go-2002", size=9, time=CLOCK)
    board.at(1000)
    p = board.point("E5")
    board.fact(record.MASK, 0, p, 1)
    board.fact(record.POINT, WHITE, p)
    board.at(5000)
    assert board.referee.status == states.CLEAN and not [r for r in board.rulings if r["kind"] == "repair"]


def test_the_press_stands_for_its_own_time_while_its_meaning_is_open():
    """G2: a pass by holding the button costs the time until the button went down, not the two seconds."""
    board = board_of("go-2002", size=9, time={"system": "absolute", "main_ms": 10000})
    board.at(9000)
    board.do({"do": "down", "side": "black"})
    board.at(11500)
    board.do({"do": "up", "side": "black"})
    assert [row["kind"] for row in board.rulings if row["kind"] != "note"] == ["start", "pass"]
    assert board.referee.clock.display(11500, BLACK)[0] == 1000


def test_a_button_tapped_too_late_does_not_save_from_the_flag():
    board = board_of("go-2002", size=9, time={"system": "absolute", "main_ms": 10000})
    board.at(9500)
    board.do({"do": "down", "side": "black"})
    board.at(10500)
    board.do({"do": "up", "side": "black"})
    flag = [row for row in board.rulings if row["kind"] == "flag"]
    assert flag and flag[0]["at"] == 10.0  # G12.4, at its exact time


def test_a_press_switches_the_clock_before_its_move_is_ruled_on():
    """A press has to switch the clock at once; what the move leads to takes longer (G12.2, R7.1)."""
    board = board_of("go-2002", time=CLOCK)
    seen = []

    def ruling(kind, rule, side, t, move, point, value, lists):
        if kind == rulings.MOVE:
            seen.append((side, board.referee.clock.running))

    board.ruling = ruling
    t = 600
    board.referee.advance(t)
    for side, point in ((BLACK, 60), (WHITE, 300)):
        board.referee.fact(record.POINT, side, t + 500, point)
        board.referee.fact(record.PRESS, side, t + 900)
        board.referee.fact(record.RELEASE, side, t + 1000)
        t += 1000
    assert seen == [(BLACK, WHITE), (WHITE, BLACK)]
