"""A record replayed gives the rulings that the board wrote, or says where it does not."""

from pathlib import Path

import pytest
from recorder import Recorder
from sgfmill import sgf as sgfmill_sgf

from shared_rules import record
from tengen import describe, sgf, show
from tengen.replay import replay
from tengen.twin.rehearsal import Rehearsal

GAMES = Path(__file__).parents[1] / "cases" / "games"
TIME = {"system": "byoyomi", "main_ms": 600000, "period_ms": 60000, "periods": 3}


def played(name, preset, **changes):
    """A recorder that has played a game of the cases, stone by stone."""
    source = Rehearsal(GAMES / name)
    board = Recorder(preset, size=source.size, time=TIME, **changes)
    for color, point, captured in source.moves:
        board.move(color, point, captured)
    return board, source


@pytest.fixture(scope="module")
def kisei():
    return played("kisei28-g7.sgf", "go-2002", black="羽根直樹", white="山下敬吾")


def test_a_title_game_is_the_same_move_for_move_captures_included(kisei):
    board, source = kisei
    done = replay(board.game, bytes(board.records))
    assert done.same, done.differences[:3]
    game = done.game
    got = [(m.side[0], game.name(m.point) or None, sorted(map(game.name, m.captures))) for m in game.played()]
    assert got == source.moves and len(got) == 289
    assert sum(len(m.captures) for m in game.played()) == 16


def test_its_sgf_holds_every_move_and_the_time_left_after_it(kisei):
    board, source = kisei
    game = replay(board.game, bytes(board.records)).game
    written = sgfmill_sgf.Sgf_game.from_bytes(sgf.write(game))
    nodes = written.get_main_sequence()[1:]
    original = sgfmill_sgf.Sgf_game.from_bytes((GAMES / "kisei28-g7.sgf").read_bytes()).get_main_sequence()[1:]
    assert [n.get_move() for n in nodes] == [n.get_move() for n in original]
    # A move takes 1.4 s to its press; from the first press on the other side's time runs.
    black = [n.get("BL") for n in nodes if n.get_move()[0] == "b"]
    assert black == sorted(black, reverse=True) and 598 < black[0] <= 600
    assert all(n.has_property("WL") for n in nodes if n.get_move()[0] == "w")


def test_a_renju_game_names_its_opening():
    board, source = played("renju-4d.sgf", "renju-cn", offers=1)
    done = replay(board.game, bytes(board.records))
    assert done.same, done.differences[:3]
    moves = [done.game.name(m.point) for m in done.game.played()]
    assert moves == [name for _, name, _ in source.moves][: len(moves)] and len(moves) > 5
    (opening,) = [r for r in done.game.rulings if r["kind"] == "opening"]
    assert opening["rule"] == "R2.16"


def test_arbiter_commands_and_their_texts_come_back():
    """R7.6: a command of the arbiter is a fact, with its arguments."""
    board = Recorder(time=TIME)
    board.move("b", "Q16")
    board.move("w", "D4")
    board.command("take_back", moves=1)
    board.put(None, "D4")
    board.move("w", "D3")
    board.command("set_time", "black", main_ms=123456)
    board.command("result", result="W+F")
    done = replay(board.game, bytes(board.records))
    assert done.same, done.differences[:3]
    assert [done.game.name(m.point) for m in done.game.played()] == ["Q16", "D3"]
    assert done.game.result == "W+F" and done.finished
    assert "White D4 is void: taken back" in sgf.write(done.game).decode()


def test_a_move_that_was_taken_back_is_told_apart_from_the_one_in_its_place():
    """G17.3: what happened at move 3, when, on whose time; between its two lives White moves and the clock stands."""
    board = Recorder(time=TIME)
    for color, name in (("b", "Q16"), ("w", "D4"), ("b", "Q4"), ("w", "D16")):
        board.move(color, name)
    board.command("take_back", moves=3)
    for name in ("D16", "Q4", "D4"):
        board.put(None, name)
    board.command("pause")
    board.wait(60000)
    board.command("resume")
    board.move("w", "D3")
    board.move("b", "C3")
    done = replay(board.game, bytes(board.records))
    first, second = "\n".join(show.explain(done, 3)).split("move 3 (")[1:]
    assert "= Black plays Q4 (G2)" in first and "= Black Q4 is void: taken back (G17.3)" in first
    # 0.1 s to White's button coming up, 1 s to the stone, 0.4 s to the press.
    assert "it took 1.4 s, from 0:00:03.000 to 0:00:04.400, on the time of Black\n" in first
    assert "it was taken back at 0:00:06.500 (G17.3)" in first and "C3" not in first and "White D4" not in first
    assert "= Black plays C3 (G2)" in second and "it took 1.4 s" in second and "void" not in second
    assert second.endswith("on the time of Black\narticles: G2 (docs/rules)")
    # White's move 2 in its second life holds the pause; the one that was taken back does not.
    first, second = "\n".join(show.explain(done, 2)).split("move 2 (")[1:]
    assert "clock stood" not in first and "White D4 is void: taken back" in first and "Q4" not in first
    assert "on the time of White; the clock stood for 60.5 s of it" in second and "White plays D3" in second


def test_a_ruling_comes_with_the_clocks_before_it_also_where_the_press_adds_time():
    """The press gives its side the increment; what the arbiter sees beside the move is what the press found."""
    board = Recorder(time={"system": "fischer", "main_ms": 60000, "increment_ms": 20000})
    board.move("b", "Q16")
    board.move("w", "D4")
    done = replay(board.game, bytes(board.records))
    assert done.same, done.differences[:3]
    moved = [m for m in done.moments if m.ruling and m.ruling["kind"] == "move"]
    assert [m.running for m in moved] == ["black", "white"]
    # Black's first turn takes 1.4 s, from the beginning; White's 1.5 s from Black's press.
    assert moved[0].clocks["black"]["main_ms"] == 60000 - 1400 and moved[0].clocks["white"]["main_ms"] == 60000
    assert moved[1].clocks["black"]["main_ms"] == 60000 - 1400 + 20000
    assert moved[1].clocks["white"]["main_ms"] == 60000 - 1500
    assert done.game.rulings[-1]["clock"]["main_ms"] == 60000 - 1500 + 20000


def test_a_position_accepted_as_it_stands_is_a_setup_node():
    """G17.5."""
    board = Recorder(time=None)
    for color, name in (("b", "Q16"), ("w", "D4"), ("b", "Q4"), ("w", "D16")):
        board.put(color, name)
    board.put(None, "D4")
    board.put("w", "D5")
    board.command("accept_position", to_play="black")
    board.put("b", "K10")
    board.put("w", "K4")
    board.command("result", result="0")
    done = replay(board.game, bytes(board.records))
    assert done.same, done.differences[:3]
    nodes = sgfmill_sgf.Sgf_game.from_bytes(sgf.write(done.game)).get_main_sequence()
    setup = [n.get_setup_stones() for n in nodes if n.has_setup_stones()]
    black, white, empty = setup[0]
    assert (4, 3) in white and (3, 3) in empty


def test_a_ruling_that_the_facts_do_not_give_is_found(kisei):
    board, _ = kisei
    changed = bytearray(board.records)
    index = next(
        i
        for i in range(len(changed) // 16)
        if (found := record.unpack(changed, i * 16))[0] >= record.FIRST_RULING and found[3] > 200000
    )
    kind, side, seq, t, point, value = record.unpack(changed, index * 16)
    record.pack_into(changed, index * 16, kind, side, seq, t, (point + 1) % 361, value)
    done = replay(board.game, bytes(changed))
    assert len(done.differences) == 1
    said = str(done.differences[0])
    assert said.startswith(f"record {index} at") and "the board wrote move" in said and "its facts give move" in said


def test_a_damaged_record_and_missing_ones_are_found(kisei):
    board, _ = kisei
    damaged = bytearray(board.records)
    damaged[50 * 16 + 5] ^= 0x10
    done = replay(board.game, bytes(damaged))
    assert "record 50 " in str(done.differences[0]) and "damaged" in str(done.differences[0])
    cut = board.records[: 60 * 16] + board.records[65 * 16 :]
    done = replay(board.game, bytes(cut))
    assert "records are missing before this one (number 65, expected 60)" in str(done.differences[0])


def test_a_record_that_stops_anywhere_is_still_in_order(kisei):
    """Power may go between a fact and its rulings; then the last rulings are missing, and that is all."""
    board, _ = kisei
    for records in range(1, 400):
        done = replay(board.game, bytes(board.records[: records * 16]))
        assert len(done.differences) <= 1
        if done.differences:
            assert done.differences[0].stored == "nothing"


def test_the_count_that_both_sides_agree_to_names_the_dead_stones():
    """G8, G9: dead stones come off, both press; the record says which they were."""
    board = Recorder(size=9, time=TIME)
    for row in range(1, 10):
        board.move("b", f"C{row}")
        board.move("w", f"G{row}")
    board.move("b", "H5")
    board.move("w", None)
    board.move("b", None)
    board.put(None, "H5")
    board.press("b")
    board.press("w")
    done = replay(board.game, bytes(board.records))
    assert done.same, done.differences[:2]
    # Three columns each, and half of the three between them: 40.5 zi each, so White wins by komi, 3.75 zi.
    assert done.game.result == "W+7.5" and done.finished
    said = sgf.write(done.game).decode().replace("\n", " ")
    assert "Black agrees to the count: Black 40.5 zi, White 40.5 zi, dead H5 (G9)" in said


@pytest.mark.parametrize(("granted", "end"), [(True, ""), (False, ", not granted"), (None, "")])
def test_a_claim_that_was_not_granted_reads_so(granted, end):
    """R10.1.2 granted or not; R9.1.12 is logged and not judged."""
    ruling = {"kind": "claim", "rule": "R10.1.2", "side": "white", "reason": "five", "granted": granted}
    assert describe.describe(ruling) == f"claim by White: five in a row{end} (R10.1.2)"
