"""Renju and gomoku: fives and forbidden moves (R2.4 to R2.19, R10.1) over the maps, cases and figures, and by hand."""

import json

from shared_rules.points import BLACK, EMPTY, NO_POINT, WHITE, name, parse
from shared_rules.reasons import LEGAL, OCCUPIED, OFF_BOARD
from shared_rules.renju import DOUBLE_FOUR, DOUBLE_THREE, FIVE, OVERLINE, RenjuBoard

CASES = __file__.rsplit("/", 2)[0] + "/cases/"
REASONS = (("6", OVERLINE), ("44", DOUBLE_FOUR), ("33", DOUBLE_THREE))
BITS = {"none": 0, "five": FIVE, "6": OVERLINE, "44": DOUBLE_FOUR, "33": DOUBLE_THREE}


def cases(file):
    with open(CASES + file) as lines:
        for line in lines:
            yield json.loads(line)


def at(text, size=15):
    return parse(text, size, "renju")


def board_of(black, white, variant="renju", size=15):
    board = RenjuBoard(size, variant)
    for color, stones in ((BLACK, black), (WHITE, white)):
        for text in stones:
            board.place(at(text, size), color)
    return board


def test_every_map():
    count = 0
    for case in cases("renju_maps.jsonl"):
        board = board_of(case["black"], case["white"])
        before = bytes(board.grid), bytes(board._cells)
        found = {}
        for p, bits in board.forbidden_map().items():
            found[name(p, 15, "renju").lower()] = [text for text, bit in REASONS if bits & bit]
        expect = {p: [text for text, _ in REASONS if text in reasons] for p, reasons in case["forbidden"].items()}
        assert found == expect, (case["id"], found, expect)
        assert (bytes(board.grid), bytes(board._cells)) == before, case["id"]
        count += 1
    assert count == 172


def test_judging_each_point_gives_the_map():
    for number, case in enumerate(cases("renju_maps.jsonl")):
        if number % 8:
            continue
        board = board_of(case["black"], case["white"])
        found = board.forbidden_map()
        for p in range(225):
            if board.grid[p] == EMPTY:
                assert board.judge(p, BLACK) & ~FIVE == found.get(p, 0), (case["id"], p)


def test_deep_nesting_makes_its_own_room():
    # R2.19 all the way down: with room for one level at first, the answers and the position are the same.
    grown = 0
    for case in cases("renju_maps.jsonl"):
        if not case["kind"].startswith("deep"):
            continue
        board = board_of(case["black"], case["white"])
        before = bytes(board._cells)
        found = board.forbidden_map()
        for p in range(225):
            if board.grid[p] == EMPTY:
                board._frames = bytearray(8)
                assert board.judge(p, BLACK) & ~FIVE == found.get(p, 0), (case["id"], p)
                assert bytes(board._cells) == before, (case["id"], p)
                grown = max(grown, len(board._frames))
    assert grown > 16


def test_winning_points_of_every_map():
    # R10.1.1: White wins with six too; in exact gomoku nobody does, in free gomoku both.
    names = {"renju": "renju", "exact": "standard", "free": "freestyle"}
    for case in cases("renju_maps.jsonl"):
        for variant in names:
            board = board_of(case["black"], case["white"], variant)
            for color, side in ((BLACK, "black"), (WHITE, "white")):
                expect = case["win_points"][side + "_" + names[variant]]
                found = [p for p in range(225) if board.grid[p] == EMPTY and board.judge(p, color) == FIVE]
                assert sorted(found) == sorted([at(text) for text in expect]), (case["id"], variant, side)


def test_every_published_and_minimal_case():
    count = 0
    for case in cases("renju_cases.jsonl"):
        board = board_of(case["black"], case["white"])
        assert board.judge(at(case["point"]), BLACK) == BITS[case["expect"]], (case["id"], case["note"])
        assert board.judge(at(case["point"]), WHITE) & ~FIVE == 0, case["id"]
        count += 1
    assert count == 195


def test_figures_of_the_club_rules():
    # Seed 003, figures 1.2 to 1.12 (R2.19)
    for case in cases("renju_figures.jsonl"):
        board = board_of(case["black"], case["white"])
        bits = 0
        for text in case["expect"]:
            bits |= BITS[text]
        assert board.judge(at(case["point"]), BLACK) == bits, (case["figure"], case["about"])


def line(length, first, step):
    """Points of a row in one direction."""
    return [first + i * step for i in range(length)]


def test_rows_are_seen_from_each_of_their_stones():
    # In all four directions and at the edges; the stone asked about may stand there already.
    for start, step in (
        (0, 1),
        (10, 1),
        (219, 1),
        (0, 15),
        (9 * 15, 15),
        (14, 15),
        (0, 16),
        (160, 16),
        (14, 14),
        (74, 14),
    ):
        for length, free, exact, renju_black in ((4, 0, 0, 0), (5, FIVE, FIVE, FIVE), (6, FIVE, 0, OVERLINE)):
            row = line(length, start, step)
            if length == 6 and not (row[-1] < 225 and abs(row[-1] % 15 - row[-2] % 15) <= 1):
                row = line(length, start - step, step)
            if row[0] < 0 or abs(row[0] % 15 - row[1] % 15) > 1:
                continue
            for variant, expect in (("free", free), ("exact", exact), ("renju", renju_black)):
                for color in (BLACK, WHITE):
                    want = free if variant == "renju" and color == WHITE else expect
                    board = RenjuBoard(15, variant)
                    for p in row:
                        board.play(p, color)
                    for p in row:
                        assert board.judge(p, color) == want, (row, p, variant, color)


def test_one_file_under_three_rules():
    # A Piskvorky game on 20x20: f12 makes f9 to f14, six in a row, for Black.
    moves = ["b11", "e11", "f10", "g12", "f11", "h13", "f13", "g14", "f14", "i11", "f9", "q16"]
    for variant, expect in (("free", FIVE), ("exact", 0), ("renju", OVERLINE)):
        board = RenjuBoard(20, variant)
        for number, text in enumerate(moves):
            board.play(at(text, 20), WHITE if number % 2 else BLACK)
        assert board.judge(at("f12", 20), BLACK) == expect, variant


def test_double_fours_in_one_line_at_every_offset():
    # Not only on 15 lines: each shape anywhere in a row of 19 and 20.
    for size in (15, 19, 20):
        for shape in ("X.XXX.X", "XX.XX.XX", "XXX.X.XXX"):
            for offset in range(size - len(shape) + 1):
                stones = [offset + i for i in range(len(shape)) if shape[i] == "X"]
                for last in stones:
                    board = RenjuBoard(size)
                    row = size // 2 * size
                    for col in stones:
                        if col != last:
                            board.place(row + col, BLACK)
                    # From its outer stones a shape has one four only.
                    fours = 0
                    for gap in range(size):
                        if gap not in stones:
                            length = 1
                            for towards in (-1, 1):
                                col = gap + towards
                                while col in stones:
                                    length += 1
                                    col += towards
                            low, high = gap, gap
                            while low - 1 in stones:
                                low -= 1
                            while high + 1 in stones:
                                high += 1
                            fours += length == 5 and low <= last <= high
                    made = board.judge(row + last, BLACK)
                    assert made == (DOUBLE_FOUR if fours == 2 else 0), (size, shape, offset, last, made)


def test_forbidden_moves_are_no_impossible_moves():
    board = board_of(["g8", "i8", "h7", "h9"], [])
    p = at("h8")
    assert board.judge(p, BLACK) == DOUBLE_THREE
    assert board.check(p, BLACK) == LEGAL
    assert board.play(p, BLACK) == [] and board.captures(p, WHITE) == []
    assert board.judge(p, BLACK) == DOUBLE_THREE  # asked about afterwards (R10.1.2)
    assert [board.check(q, WHITE) for q in (p, -1, 225, NO_POINT)] == [OCCUPIED, OFF_BOARD, OFF_BOARD, OFF_BOARD]
    for q in (p, 225):
        try:
            board.play(q, WHITE)
        except ValueError:
            pass
        else:
            raise AssertionError("played")


def test_only_black_in_renju_has_forbidden_points():
    stones = ["g8", "i8", "h7", "h9"]
    assert board_of(stones, []).forbidden_map() == {at("h8"): DOUBLE_THREE}
    assert board_of(stones, [], "free").forbidden_map() == {}
    assert board_of(stones, [], "exact").judge(at("h8"), BLACK) == 0
    assert board_of([], stones).forbidden_map() == {}
    assert board_of([], stones).judge(at("h8"), WHITE) == 0


def test_five_comes_before_everything():
    # R10.1.6: h8 makes five in the row and six in the column.
    board = board_of(["d8", "e8", "f8", "g8", "h9", "h10", "h11", "h12", "h13"], [])
    assert board.judge(at("h8"), BLACK) == FIVE
    assert at("h8") not in board.forbidden_map()


def test_taking_back_a_win():
    # A five taken back is gone, and only the one on the board counts.
    board = board_of(["a1", "b1", "c1", "d1"], ["a3", "b3", "c3", "d3"], "free")
    board.play(at("e3"), WHITE)
    assert board.judge(at("e3"), WHITE) == FIVE
    board.take_back()
    board.play(at("o15"), WHITE)
    assert board.judge(at("o15"), WHITE) == 0
    assert board.judge(at("e1"), BLACK) == FIVE


def test_taking_back_restores_everything():
    board = RenjuBoard(15)
    points = [(i * 37) % 225 for i in range(150)]
    seen = []
    for number, p in enumerate(points):
        seen.append((bytes(board.grid), bytes(board._cells), board.last_point(), board.last_color()))
        if number % 11 == 7:
            board.play_pass(1 + number % 2)
        else:
            board.play(p, 1 + number % 2)
    while board.moves:
        board.take_back()
        assert (bytes(board.grid), bytes(board._cells), board.last_point(), board.last_color()) == seen[board.moves]
    try:
        board.take_back()
    except ValueError:
        pass
    else:
        raise AssertionError("took back nothing")


def test_a_recorded_stone_on_a_stone_replaces_it():
    board = board_of(["h8"], [])
    try:
        board.force(at("h8"), WHITE)
    except ValueError:
        pass
    else:
        raise AssertionError("an occupied point was played")
    board.force(at("h8"), WHITE, True)
    assert board.grid[at("h8")] == WHITE
    board.take_back()
    assert board.grid[at("h8")] == BLACK


def test_set_up_before_the_first_move_only():
    board = RenjuBoard(15)
    board.place(0, BLACK)
    board.place(0, EMPTY)
    board.play(0, WHITE)
    for p, other in ((1, board), (225, RenjuBoard(15)), (-1, RenjuBoard(15))):
        try:
            other.place(p, BLACK)
        except ValueError:
            pass
        else:
            raise AssertionError("set up after the first move")


def test_the_smallest_board():
    board = RenjuBoard(5)
    for p in (0, 6, 12, 18):
        board.place(p, BLACK)
    assert board.judge(24, BLACK) == FIVE and board.forbidden_map() == {}


def test_sizes_and_variants_out_of_range():
    for size, variant in ((4, "renju"), (21, "renju"), (15, "caro")):
        try:
            RenjuBoard(size, variant)
        except ValueError as error:
            assert str(size) in str(error) or variant in str(error)
        else:
            raise AssertionError("made")
