"""Go: capture, suicide, ko, repetition, taking back (G2 to G6), over tests/cases/go_play.jsonl and by hand."""

import json

from shared_rules import go
from shared_rules.go import GoBoard
from shared_rules.points import BLACK, EMPTY, NO_POINT, WHITE, from_sgf, to_sgf
from shared_rules.reasons import KO, LEGAL, NAMES, OCCUPIED, OFF_BOARD, SUICIDE, SUPERKO

CASES = __file__.rsplit("/", 2)[0] + "/cases/"
COLORS = {"B": BLACK, "W": WHITE}


def cases():
    with open(CASES + "go_play.jsonl") as lines:
        for line in lines:
            yield json.loads(line)


def point(letters, size):
    try:
        return from_sgf(letters, size)
    except ValueError:
        return -1


def replay(board, moves):
    """Play moves like ``Bab``; a colour alone is a pass."""
    for move in moves.split():
        if len(move) == 1:
            board.play_pass(COLORS[move])
        else:
            board.play(from_sgf(move[1:], board.size), COLORS[move[0]])


def board_of(size, rows, superko="positional"):
    """A board from a picture: X black, O white."""
    board = GoBoard(size, superko)
    for p, cell in enumerate("".join(rows.split())):
        board.place(p, " XO".find(cell) if cell in "XO" else EMPTY)
    return board


def test_every_case_under_every_reading():
    count = 0
    for case in cases():
        size = case["size"]
        for superko, expect in case["expect"].items():
            board = GoBoard(size, superko)
            replay(board, case["moves"])
            color, letters = COLORS[case["next"][0]], case["next"][1:]
            before = bytes(board.grid), board.moves
            if not letters:
                assert expect["result"] == "ok", case["id"]
                board.play_pass(color)
            else:
                p = point(letters, size)
                reason = board.check(p, color)
                assert NAMES[reason] == expect["result"], (case["id"], superko, NAMES[reason])
                taken = sorted([to_sgf(q, size) for q in board.captures(p, color)])
                assert (bytes(board.grid), board.moves) == before, case["id"]
                if reason == LEGAL:
                    assert taken == expect["captures"], (case["id"], superko, taken)
                    assert sorted([to_sgf(q, size) for q in board.play(p, color)]) == taken
                    assert (board.last_point(), board.last_color()) == (p, color)
                else:
                    try:
                        board.play(p, color)
                    except ValueError:
                        pass
                    else:
                        raise AssertionError("played: " + case["id"])
                    assert (bytes(board.grid), board.moves) == before, case["id"]
            count += 1
    assert count == 727


def test_taking_back_restores_every_position():
    for case in cases():
        board = GoBoard(case["size"], "none")
        seen = [hash(bytes(board.grid))]
        for move in case["moves"].split():
            replay(board, move)
            seen.append(hash(bytes(board.grid)))
        while board.moves:
            assert hash(bytes(board.grid)) == seen[board.moves], case["id"]
            board.take_back()
        assert not any(board.grid)
        assert (board.last_point(), board.last_color()) == (NO_POINT, EMPTY)


def test_a_capture_taken_back_may_be_played_again():
    # A position taken back leaves the history (G6): a ko taken, taken back and taken again.
    board = board_of(5, ".XO.. XO.O. .XO.. ..... .....")
    p = 1 * 5 + 2
    assert board.play(p, BLACK) == [6]
    board.take_back()
    assert board.check(p, BLACK) == LEGAL
    assert board.play(p, BLACK) == [6]
    assert board.check(6, WHITE) == KO


def test_ko_is_over_after_a_threat_and_its_answer():
    board = board_of(5, ".XO.. XO.O. .XO.. ..... .....")
    board.play(7, BLACK)
    assert board.check(6, WHITE) == KO
    board.play(24, WHITE)
    board.play(20, BLACK)
    assert board.check(6, WHITE) == LEGAL
    assert board.play(6, WHITE) == [7]
    assert board.check(7, BLACK) == KO


def test_passes_do_not_lift_a_repetition():
    rows = ".XO.. XO.O. .XO.. ..... ....."
    for superko, expected in (("positional", SUPERKO), ("situational", SUPERKO), ("none", LEGAL), ("log", LEGAL)):
        board = board_of(5, rows, superko)
        board.play(7, BLACK)
        board.play_pass(WHITE)
        board.play_pass(BLACK)
        # White retakes: the stones are those of the set-up, and Black is to play again (G6).
        assert board.check(6, WHITE) == expected, superko


def test_repetition_is_reported_where_it_is_no_objection():
    board = board_of(5, ".XO.. XO.O. .XO.. ..... .....", "log")
    board.play(7, BLACK)
    assert board.repetition == -1
    board.play_pass(WHITE)
    board.play_pass(BLACK)
    assert board.play(6, WHITE) == [7]
    assert board.repetition == 0  # the position before the first move
    board.play(24, BLACK)
    assert board.repetition == -1


def test_equal_hashes_are_not_enough():
    # A hit of the hash is confirmed stone by stone: with all hashes equal, the cases come out the same.
    hash_of = go._hash
    go._hash = lambda *stones: 0
    try:
        for case in cases():
            if "superko" in case["tags"] and len(case["moves"]) < 1000:
                for superko, expect in case["expect"].items():
                    board = GoBoard(case["size"], superko)
                    replay(board, case["moves"])
                    p = point(case["next"][1:], case["size"])
                    assert NAMES[board.check(p, COLORS[case["next"][0]])] == expect["result"], (case["id"], superko)
    finally:
        go._hash = hash_of


def test_suicide_kept_by_agreement_and_as_viewers_carry_it_out():
    rows = ".X... X.... ..... ..... ....."
    board = board_of(5, rows)
    assert (board.check(0, WHITE), board.captures(0, WHITE)) == (SUICIDE, [])
    assert board.force(0, WHITE) == []
    assert board.grid[0] == WHITE
    board.take_back()
    assert board.force(0, WHITE, True) == [0]
    assert (board.grid[0], board.moves) == (EMPTY, 1)
    board.take_back()
    assert bytes(board.grid) == bytes(board_of(5, rows).grid)


def test_suicide_of_two_stones_taken_off_and_back():
    rows = ".OX.. XX... ..... ..... ....."
    board = board_of(5, rows)
    assert board.check(0, WHITE) == SUICIDE
    assert sorted(board.force(0, WHITE, True)) == [0, 1]
    assert (board.grid[0], board.grid[1]) == (EMPTY, EMPTY)
    board.take_back()
    assert bytes(board.grid) == bytes(board_of(5, rows).grid)
    assert board.check(0, BLACK) == LEGAL and board.captures(0, BLACK) == [1]


def test_a_recorded_stone_on_a_stone_replaces_it():
    board = board_of(5, "XO... ..... ..... ..... .....")
    try:
        board.force(1, BLACK)
    except ValueError:
        pass
    else:
        raise AssertionError("an occupied point was played")
    assert board.force(1, BLACK, True) == []
    assert board.grid[1] == BLACK
    board.take_back()
    assert board.grid[1] == WHITE


def test_forced_moves_capture_and_repeat_like_others():
    board = board_of(5, ".XO.. XO.O. .XO.. ..... .....")
    board.play(7, BLACK)
    assert board.check(6, WHITE) == KO
    assert board.force(6, WHITE) == [7]  # kept by agreement
    assert board.repetition == 0


def test_ordinary_moves_as_recorded_are_ordinary():
    board = board_of(5, ".XO.. XO.O. .XO.. ..... .....")
    assert board.force(24, WHITE, True) == [] and board.grid[24] == WHITE
    assert board.force(7, BLACK, True) == [6] and board.grid[7] == BLACK


def test_a_forced_move_that_takes_nothing_can_repeat_too():
    # The cases in which the move that repeats only fills a point.
    count = 0
    for case in cases():
        if case["expect"].get("positional", {"result": ""})["result"] == "superko":
            p, color = point(case["next"][1:], case["size"]), COLORS[case["next"][0]]
            board = GoBoard(case["size"], "positional")
            replay(board, case["moves"])
            board.force(p, color)
            assert board.repetition >= 0, case["id"]
            count += board._counts[board.moves - 1] == 0
    assert count


def test_the_smallest_board():
    board = GoBoard(2)
    for p, color, taken in ((0, BLACK, []), (1, WHITE, []), (3, BLACK, [1])):
        assert board.play(p, color) == taken
    assert board.check(1, WHITE) == SUICIDE


def test_set_up_before_the_first_move_only():
    board = GoBoard(9)
    board.place(40, BLACK)
    board.place(40, EMPTY)
    board.play(40, WHITE)
    for p, color in ((41, BLACK), (81, BLACK)):
        try:
            board.place(p, color)
        except ValueError:
            pass
        else:
            raise AssertionError("set up after the first move")


def test_a_set_up_position_counts_as_history():
    # Stones put down and taken away again leave the same position behind, by whatever way it came about.
    first, second = board_of(5, ".XO.. XO.O. .XO.. ..... ....."), board_of(5, "..... ..... ..... ..... ....X")
    second.place(24, EMPTY)
    for p in range(25):
        second.place(p, first.grid[p])
    for board in (first, second):
        board.play(7, BLACK)
        board.play_pass(WHITE)
        board.play_pass(BLACK)
        assert board.check(6, WHITE) == SUPERKO


def test_off_the_board_and_occupied():
    board = GoBoard(5)
    board.play(12, BLACK)
    assert [board.check(p, WHITE) for p in (-1, 25, NO_POINT, 12, 0, 24)] == [
        OFF_BOARD,
        OFF_BOARD,
        OFF_BOARD,
        OCCUPIED,
        LEGAL,
        LEGAL,
    ]
    for p in (-1, 12, 25):
        assert board.captures(p, WHITE) == []
    for p in (-1, 25):
        for call in (board.play, board.force, GoBoard(5).place):
            try:
                call(p, WHITE)
            except ValueError:
                pass
            else:
                raise AssertionError("played off the board")


def test_sizes_and_readings_out_of_range():
    for size, superko in ((1, "positional"), (20, "positional"), (19, "japanese")):
        try:
            GoBoard(size, superko)
        except ValueError as error:
            assert str(size) in str(error) or superko in str(error)
        else:
            raise AssertionError("made")
    try:
        GoBoard(9).take_back()
    except ValueError:
        pass
    else:
        raise AssertionError("took back nothing")


def test_a_long_game_outgrows_its_first_history():
    # A ko taken to and fro with passes between: more moves and more stones taken than are allocated at first.
    rows = ".XO.. XO.O. .XO.. ..... ....."
    board = board_of(5, rows, "none")
    for _ in range(40):
        assert board.play(7, BLACK) == [6]
        board.play_pass(WHITE)
        board.play_pass(BLACK)
        assert board.play(6, WHITE) == [7]
        board.play_pass(BLACK)
        board.play_pass(WHITE)
    assert board.moves == 240
    while board.moves:
        board.take_back()
    assert bytes(board.grid) == bytes(board_of(5, rows).grid)
