"""The face of a game: rulings of a real referee become messages, sounds and the view."""

from board import sounds
from board.face import MESSAGE_MS, Face
from board.view import View
from shared_rules import commands, record
from shared_rules.points import BLACK, EMPTY, WHITE, parse
from shared_rules.presets import resolve
from shared_rules.referee import Referee


class Heard:
    """A sound or a voice that remembers."""

    def __init__(self):
        self.names = []

    def play(self, name):
        self.names.append(name)


class Table:
    """A referee, a face, and hands."""

    def __init__(self, preset, **overrides):
        self.sound, self.voice, self.view = Heard(), Heard(), View()
        self.face = Face(self.sound, self.voice)
        self.game = resolve(preset, overrides)
        self.referee = Referee(self.game, self)
        self.referee.advance(0)

    def ruling(self, kind, rule, side, t, move, point, value, lists):
        self.face.ruled(self.referee, kind, side, t, value, lists)

    def put(self, t, point, color):
        p = parse(point, self.game["size"], self.game["rules"])
        self.referee.fact(record.POINT, color, t, p, 0)

    def press(self, t, side):
        self.referee.fact(record.PRESS, side, t)
        self.referee.fact(record.RELEASE, side, t + 80)

    def command(self, t, name, side, text=b""):
        self.referee.fact(record.COMMAND, side, t, value=commands.code(name), text=text)

    def look(self, t):
        self.referee.advance(t)
        self.face.fill(self.view, self.referee, t)
        for name in self.sound.names:
            assert sounds.pattern(name), name
        return self.view


def test_what_the_arbiter_puts_right_asks_nothing_of_the_players():
    """A turn that was set is no stone of the wrong side, and a sensor that is believed again is not off (A8)."""
    table = Table("go-2002")
    for t, name, side, text, message in (
        (2000, "mask", 0, b"point=K10", "Sensor is off"),
        (3000, "mask", 0, b"point=C3", "Sensor is off"),
        (20000, "mask", 0, b"point=C3 what=off", "Sensor is off"),
        (40000, "mask", 0, b"point=K10 what=off", ""),
        (60000, "turn", WHITE, b"", ""),
    ):
        table.referee.fact(record.COMMAND, side, t, value=commands.code(name), text=text)
        assert table.look(t).message == message, (t, name)
    assert table.view.turn == WHITE


def test_moves_are_numbered_and_the_time_runs():
    table = Table("go-2002")
    view = table.look(5000)
    assert view.turn == BLACK and view.move_number == 0 and view.last_move == "" and view.message == ""
    table.put(5000, "Q16", BLACK)
    table.press(6000, BLACK)
    view = table.look(10000)
    assert (view.turn, view.move_number, view.last_move, view.last_side) == (WHITE, 1, "Q16", BLACK)
    assert view.black[0] == 6900000 - 6000 and view.white[0] == 6900000 - 4000
    assert table.sound.names == ["start"]  # the press is sounded by the app, at once


def test_early_press_is_told_and_goes_away():  # G17.4
    table = Table("go-2002")
    table.press(5000, BLACK)
    assert table.look(5200).message == "Stone first"
    assert table.sound.names[-1] == "warning" and table.voice.names == ["warning"]
    assert table.look(5200 + MESSAGE_MS).message == ""


def test_prisoners_are_shown_one_at_a_time_until_they_are_off():  # G18.2
    table = Table("go-2002", time=None, setup={"black": ["A2", "C1"], "white": ["A1", "B1"], "to_play": "black"})
    for point, color in (("A2", BLACK), ("C1", BLACK), ("A1", WHITE), ("B1", WHITE)):
        table.put(0, point, color)
    table.look(10)
    table.put(1000, "B2", BLACK)
    view = table.look(1100)
    assert view.message == "Lift prisoner" and view.message_count == 2
    assert view.message_point in ("A1", "B1") and view.message_color == WHITE
    table.put(2000, "A1", EMPTY)
    view = table.look(2100)
    assert (view.message_point, view.message_count) == ("B1", 1)
    table.put(3000, "B1", EMPTY)
    assert table.look(3100).message_point == ""


def test_a_stone_that_is_missing_is_shown_as_it_should_be():  # G18.1
    table = Table("go-2002")
    table.put(5000, "Q16", BLACK)
    table.press(6000, BLACK)
    table.put(7000, "Q16", EMPTY)
    view = table.look(12000)
    assert (view.message, view.message_point, view.message_color) == ("Put it back", "Q16", BLACK)
    table.put(13000, "Q16", BLACK)
    assert table.look(13100).message_point == ""
    assert "right" in table.sound.names


def test_a_stone_put_elsewhere_is_shown_where_it_has_to_stand():  # G17.3, R9.1.9
    table = Table("renju-cn", opening="none")
    table.put(5000, "H8", BLACK)
    table.press(6000, BLACK)
    table.put(7000, "H8", EMPTY)
    table.put(7500, "C3", BLACK)
    view = table.look(12000)
    assert (view.message, view.message_point, view.message_color) == ("Put it back", "H8", BLACK)
    table = Table("renju-cn", opening="none", touch="auto")
    table.put(5000, "H8", BLACK)
    table.put(6000, "H8", EMPTY)
    table.put(7000, "C3", BLACK)
    view = table.look(12000)
    assert (view.message, view.message_point, view.message_color) == ("Put it back", "H8", BLACK)


def test_calls_are_sounded_and_spoken_and_the_flag_ends_it():  # G12.3, D21
    table = Table("go-2002", time={"system": "byoyomi", "main_ms": 10000, "periods": 2, "period_ms": 60000})
    table.look(1)
    assert table.look(10000).message == "Byo-yomi"
    assert table.sound.names[-1] == "overtime" and table.voice.names == ["overtime"]
    table.look(69999)
    assert table.sound.names[-5:] == ["call1", "call2", "call3", "call4", "call5"]
    assert table.look(70000).message == "Period used"
    assert table.sound.names[-1] == "period" and table.voice.names[-1] == "minute used, 1 left"
    table.look(129999)
    assert table.sound.names[-9:] == ["count%d" % n for n in range(1, 10)]
    assert table.voice.names[-9:] == [str(n) for n in range(1, 10)]
    view = table.look(140000)
    assert (view.message, view.result, view.flag, view.turn) == ("Time is up", "W+T", BLACK, 0)
    assert table.sound.names[-1] == "flag" and "end" not in table.sound.names
    assert table.voice.names[-2:] == ["10", "time"]


def test_a_pass_is_the_last_move():
    table = Table("go-2002")
    table.referee.fact(record.PRESS, BLACK, 1000)
    view = table.look(3500)
    assert (view.last_move, view.last_side, view.turn) == ("Pass", BLACK, WHITE)
    assert table.sound.names[-1] == "pass"


def test_a_board_that_is_not_empty_is_not_begun():  # B14, B18
    table = Table("go-casual")
    table.referee = Referee(table.game, table)
    table.put(0, "D4", BLACK)
    view = table.look(1500)
    assert (view.message, view.message_point, view.message_color) == ("Clear board", "D4", BLACK)
    assert view.black is None and view.black_name == "Player 1"


def test_messages_without_a_game_are_shown_for_a_while():  # a button stuck at power-on, a board that is not empty
    face, view = Face(Heard()), View()
    face.say("Button stuck", 100)
    face.fill(view, None, 100)
    assert view.message == "Button stuck"
    face.fill(view, None, 100 + MESSAGE_MS)
    assert view.message == ""


def test_the_result_is_told_until_the_menu_comes():
    table = Table("go-casual")
    table.referee.fact(record.COMMAND, BLACK, 3000, value=commands.encode("resign", {})[0])
    assert (table.look(3100).message, table.view.result) == ("Resigned", "W+R")
    table.face.fill(table.view, None, 9000)  # the stones are swept off: the record is closed
    assert (table.view.message, table.view.result) == ("Resigned", "W+R")
    table.view.menu = True
    assert table.look(9100).message == ""
    table.face.say("Memory full", 9200)
    assert table.look(9300).message == "Memory full"
    table.face.fill(table.view, None, 9400)
    assert table.view.message == "Memory full"


def test_what_is_said_after_the_end_is_seen_before_the_result_is_told_again():
    table = Table("go-casual")
    table.referee.fact(record.COMMAND, BLACK, 3000, value=commands.encode("resign", {})[0])
    assert table.look(3100).message == "Resigned"
    table.face.say("Memory full", 5000)
    assert (table.look(5100).message, table.view.result) == ("Memory full", "W+R")
    assert table.look(5000 + MESSAGE_MS).message == "Resigned"
    table.referee.fact(record.COMMAND, WHITE, 20000, value=commands.encode("resign", {})[0])
    assert table.look(20100).message == "Not allowed"
    assert table.look(20000 + MESSAGE_MS).message == "Resigned"


def test_an_answer_is_seen_before_what_is_to_be_put_right():
    """Who claims does so because something is wrong on the board (R10.1); so does who asks for what cannot be."""
    table = Table("go-2002")
    table.put(5000, "Q16", BLACK)
    table.press(6000, BLACK)
    table.put(7000, "Q16", EMPTY)
    assert table.look(12000).message == "Put it back"
    for menu in (None, True):
        table.view.menu = menu
        table.face.say("Memory full", 12000)
        view = table.look(12100)
        assert (view.message, view.message_point) == ("Memory full", "")
        assert table.look(12000 + MESSAGE_MS).message == "Put it back"
    table.view.menu = None
    table.referee.fact(
        record.COMMAND, WHITE, 20000, value=commands.encode("claim", {"what": "moved"})[0], text=b"what=moved"
    )
    assert table.look(20100).message.startswith("Claim ")
    assert table.look(20000 + MESSAGE_MS).message == "Put it back"


def test_handicap_stones_are_asked_for_then_the_press():  # G2
    table = Table("go-casual", handicap=2)
    assert table.look(600).message == "Set handicap"
    table.put(700, "D4", BLACK)
    assert table.look(800).message == "Set handicap"
    table.put(900, "Q16", BLACK)
    assert table.look(1000).message == "Press clock"
    table.put(1100, "K10", BLACK)
    assert table.look(1200).message == "Set handicap"


def test_with_the_menu_open_only_what_must_not_be_missed_is_told():
    table = Table("renju-cn")
    for t, point, color in ((1000, "H8", BLACK), (3000, "H9", WHITE), (5000, "H10", BLACK)):
        table.put(t, point, color)
        table.press(t + 500, color)
    assert table.look(15000).message == "Hold to swap"  # R2.5
    table.view.menu = True
    assert table.look(15000).message == ""
    table.put(16000, "H8", EMPTY)
    view = table.look(25000)
    assert (view.message, view.message_point) == ("Put it back", "H8")


def test_the_count_is_shown_before_the_second_side_agrees():  # G8, G9, G11
    table = Table("go-casual")
    for t, side in ((1000, BLACK), (6000, WHITE)):
        table.referee.fact(record.PRESS, side, t)
        table.look(t + 2500)
        table.referee.fact(record.RELEASE, side, t + 2600)
    assert table.look(20000).message == "Lift dead ones"
    table.press(21000, BLACK)
    view = table.look(22000)
    # An empty board is shared: 180.5 each, less 3 3/4 zi of komi; 7 1/2 points.
    assert (view.message, view.count, view.result) == ("Press to agree", "W+7.5", "")
    table.press(23000, WHITE)
    view = table.look(24000)
    assert (view.message, view.count, view.result) == ("Counted", "", "W+7.5")


def test_an_end_that_one_side_proposes_says_what_the_other_can_do():  # G13, G21.1
    table = Table("go-casual")
    table.put(1000, "Q16", BLACK)
    table.press(2000, BLACK)
    table.command(3000, "agree_end", WHITE)
    assert table.look(3100).message == "Pass to agree"
    assert table.look(60000).message == "Pass to agree"
    table.command(61000, "agree_end", BLACK)
    assert table.look(61100).message == "End agreed"
    assert table.look(61100 + MESSAGE_MS).message == "Lift dead ones"


def test_an_end_that_is_refused_by_playing_on_is_told_no_more():  # G21.1
    table = Table("go-2002")
    table.put(1000, "Q16", BLACK)
    table.press(2000, BLACK)
    table.command(3000, "agree_end", WHITE)
    table.put(4000, "D4", BLACK)
    table.press(5000, BLACK)
    assert table.look(3000 + 2 * MESSAGE_MS).message == ""


def test_a_draw_that_is_agreed_on_says_so():  # R10.2
    table = Table("gomoku-free")
    table.command(1000, "draw_offer", BLACK)
    table.command(2000, "draw_accept", WHITE)
    view = table.look(2100)
    assert (view.message, view.result) == ("Draw agreed", "0")


def test_a_claim_is_answered():  # G17.3, R9.1.12, R10.1.1
    table = Table("renju-rif", time=None)
    table.command(1000, "claim", BLACK, b"what=five")
    assert table.look(1100).message == "Claim refused"
    table.command(2000, "claim", BLACK, b"what=straightened")
    assert table.look(2100).message == "Claim noted"
    table = Table("go-2002")
    table.command(1000, "claim", WHITE, b"what=moved")
    assert table.look(1100).message == "Claim refused"
    table.command(2000, "claim", WHITE, b"what=dropped")
    assert table.look(2100).message == "Claim granted"


def test_what_is_only_written_down_asks_for_nothing():  # G17.3, G2
    table = Table("go-2002")
    table.put(1000, "Q16", BLACK)
    table.put(1500, "Q16", EMPTY)
    table.put(2000, "D4", BLACK)
    table.press(3000, BLACK)
    assert table.look(3100).message == ""  # another point was touched before; the move stands
    table.put(4000, "Q16", WHITE)
    table.put(5000, "D16", BLACK)
    table.press(6000, BLACK)
    view = table.look(6100)
    assert (view.message, view.turn) == ("", WHITE)  # White had not pressed, Black has
