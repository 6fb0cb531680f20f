"""What must hold of any position and any game: symmetry, taking back, counts, independent rules."""

from hypothesis import given, settings
from hypothesis import strategies as st
from renju.check_forbid import get_foul_type
from sgfmill import boards

from shared_rules import area
from shared_rules.go import GoBoard
from shared_rules.points import BLACK, EMPTY, WHITE
from shared_rules.reasons import LEGAL
from shared_rules.renju import DOUBLE_FOUR, DOUBLE_THREE, FIVE, OVERLINE, RenjuBoard

# Reproducible, and without a database of examples: a failure is repeated by its printed example.
QUICK = settings(max_examples=60, deadline=None, derandomize=True, database=None)


def turned(p, size, turn):
    """A quarter turn ``turn & 3`` times, then a mirror."""
    row, col = divmod(p, size)
    for _ in range(turn & 3):
        row, col = col, size - 1 - row
    return row * size + (size - 1 - col if turn & 4 else col)


@st.composite
def crowded(draw, size=15):
    """A position with many black stones near each other and some white ones, no five yet."""
    seed = draw(st.randoms(use_true_random=False))
    corner, width = draw(st.integers(0, size - 7)), draw(st.integers(5, 7))
    corner_col = draw(st.integers(0, size - 7))
    board = RenjuBoard(size)
    for p in range(size * size):
        row, col = divmod(p, size)
        inside = corner <= row < corner + width and corner_col <= col < corner_col + width
        chance = seed.random()
        color = BLACK if chance < (0.42 if inside else 0.06) else WHITE if chance > 0.93 else EMPTY
        if color and not board.judge(p, color) & (FIVE | OVERLINE):
            board.place(p, color)
    return board


@QUICK
@given(crowded(), st.integers(1, 7))
def test_a_turned_position_has_the_turned_forbidden_map(board, turn):
    other = RenjuBoard(board.size)
    for p in range(len(board.grid)):
        other.place(turned(p, board.size, turn), board.grid[p])
    expect = {turned(p, board.size, turn): bits for p, bits in board.forbidden_map().items()}
    assert other.forbidden_map() == expect


@QUICK
@given(crowded())
def test_forbidden_points_are_those_of_an_independent_program(board):
    plain = [[board.grid[row * 15 + col] for col in range(15)] for row in range(15)]
    expect = {p for p in range(225) if not board.grid[p] and get_foul_type(plain, p // 15, p % 15)}
    assert set(board.forbidden_map()) == expect


def straight(board, p, color):
    """Longest row through a stone, counted cell by cell in each direction."""
    size, rows = board.size, []
    for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
        length = 1
        for way in (1, -1):
            row, col = p // size + way * down, p % size + way * right
            while 0 <= row < size and 0 <= col < size and board.grid[row * size + col] == color:
                length, row, col = length + 1, row + way * down, col + way * right
        rows.append(length)
    return rows


@QUICK
@given(crowded(), st.sampled_from(["renju", "free", "exact"]))
def test_fives_are_rows_counted_cell_by_cell(board, variant):
    other = RenjuBoard(15, variant)
    for p in range(225):
        other.place(p, board.grid[p])
    for p in range(225):
        if other.grid[p]:
            continue
        for color in (BLACK, WHITE):
            rows = straight(other, p, color)
            exact = variant == "exact" or (variant == "renju" and color == BLACK)
            assert bool(other.judge(p, color) & FIVE) == (5 in rows if exact else max(rows) >= 5)
            if variant == "renju" and color == BLACK and 5 not in rows:
                assert bool(other.judge(p, color) & OVERLINE) == (max(rows) > 5)


@QUICK
@given(crowded(), st.integers(0, 224))
def test_asking_changes_nothing_and_is_the_same_after_playing(board, p):
    before = bytes(board.grid), bytes(board._cells), board.moves
    made = board.judge(p, BLACK)
    board.forbidden_map()
    assert (bytes(board.grid), bytes(board._cells), board.moves) == before
    if not board.grid[p]:
        board.play(p, BLACK)
        assert board.judge(p, BLACK) == made
        board.take_back()
        assert (bytes(board.grid), bytes(board._cells), board.moves) == before


@QUICK
@given(crowded())
def test_white_stones_never_make_a_double_four_or_three_out_of_nothing(board):
    # A white stone on the far side of the board from all black ones changes no reason.
    black = [p for p in range(225) if board.grid[p] == BLACK]
    before = board.forbidden_map()
    far = [
        p
        for p in range(225)
        if not board.grid[p] and all(max(abs(p // 15 - q // 15), abs(p % 15 - q % 15)) > 9 for q in black)
    ]
    if far:
        board.place(far[0], WHITE)
        assert {p: b for p, b in before.items() if p != far[0]} == board.forbidden_map()
    assert all(bits & (OVERLINE | DOUBLE_FOUR | DOUBLE_THREE) == bits for bits in before.values())


moves_on = st.lists(st.tuples(st.integers(0, 80), st.booleans()), min_size=30, max_size=160)


def playing(size, moves, superko="positional"):
    """A board, and random moves for the side to move: those that are legal are played by the test."""
    board = GoBoard(size, superko)
    for p, passes in moves:
        yield board, p % (size * size), WHITE if board.moves % 2 else BLACK, passes


@QUICK
@given(st.integers(2, 9), moves_on)
def test_go_captures_and_suicide_are_those_of_an_independent_program(size, moves):
    theirs = boards.Board(size)
    for board, p, color, passes in playing(size, moves, "none"):
        if passes and p % 4 == 0:
            board.play_pass(color)
            continue
        if board.check(p, color) != LEGAL:
            continue
        before = board.grid.count(color), board.grid.count(3 - color)
        taken = board.play(p, color)
        theirs.play(size - 1 - p // size, p % size, " bw"[color])
        for q in range(size * size):
            at = theirs.get(size - 1 - q // size, q % size)
            assert " bw"[board.grid[q]].strip() == (at or ""), q
        assert (board.grid.count(color), board.grid.count(3 - color)) == (before[0] + 1, before[1] - len(taken))


@QUICK
@given(st.integers(2, 5), moves_on, st.sampled_from(["positional", "situational", "none", "log"]))
def test_go_history_is_kept_as_whole_positions_would_be(size, moves, superko):
    # Whole positions in a set are the definition of G6; hashes and undoing must come to the same.
    seen = {bytes(size * size): {WHITE}}  # position: who made it
    stack = []
    for board, p, color, passes in playing(size, moves, superko):
        here = bytes(board.grid)
        if passes and p % 4 == 0:
            board.play_pass(color)
        else:
            reason = board.check(p, color)
            free = GoBoard(size, "none")
            for q in range(size * size):
                free.place(q, board.grid[q])
            if free.check(p, color) != LEGAL:
                assert reason == free.check(p, color)
                continue
            free.play(p, color)
            made_by = seen.get(bytes(free.grid), set())
            repeats = color in made_by if superko == "situational" else bool(made_by)
            if superko in ("none", "log"):
                # Only the ko retaken at once is refused.
                if reason != LEGAL:
                    assert repeats and bytes(free.grid) == stack[-1]
                    continue
            else:
                assert (reason != LEGAL) == repeats
                if reason != LEGAL:
                    continue
            board.play(p, color)
            assert (board.repetition >= 0) == repeats
            assert bytes(board.grid) == bytes(free.grid)
        stack.append(here)
        seen.setdefault(bytes(board.grid), set()).add(color)
    while stack:
        board.take_back()
        assert bytes(board.grid) == stack.pop()
    assert board.moves == 0


@QUICK
@given(st.integers(2, 7), moves_on)
def test_taking_back_and_playing_again_is_the_same(size, moves):
    played = []
    for board, p, color, _ in playing(size, moves):
        if board.check(p, color) == LEGAL:
            played.append((p, color, board.play(p, color), bytes(board.grid)))
    for _ in played[len(played) // 2 :]:
        board.take_back()
    for p, color, taken, grid in played[len(played) // 2 :]:
        assert board.check(p, color) == LEGAL
        assert (board.play(p, color), bytes(board.grid)) == (taken, grid)


@QUICK
@given(st.integers(2, 9), moves_on, st.integers(0, 7))
def test_go_is_the_same_on_a_turned_board(size, moves, turn):
    other = GoBoard(size)
    for board, p, color, _ in playing(size, moves):
        q = turned(p, size, turn)
        assert board.check(p, color) == other.check(q, color)
        if board.check(p, color) == LEGAL:
            taken = board.play(p, color)
            assert sorted(turned(t, size, turn) for t in taken) == sorted(other.play(q, color))


@QUICK
@given(st.integers(2, 9), moves_on, st.integers(0, 7), st.integers(-40, 40), st.integers(0, 2))
def test_area_sums_to_the_board(size, moves, turn, komi_q, warned):
    for board, p, color, _ in playing(size, moves, "none"):
        if board.check(p, color) == LEGAL:
            board.play(p, color)
    grid = board.grid
    found = area.score(grid, size, (), komi_q, (warned, 0))
    assert found.black_q + found.white_q == 4 * size * size
    assert found.margin_q == found.black_q - 2 * size * size - komi_q - 4 * warned
    other = bytearray(size * size)
    swapped = bytearray(size * size)
    for p in range(size * size):
        other[turned(p, size, turn)] = grid[p]
        swapped[p] = (0, WHITE, BLACK)[grid[p]]
    again = area.score(other, size, (), komi_q, (warned, 0))
    assert (again.black_q, again.white_q, again.neutral) == (found.black_q, found.white_q, found.neutral)
    mirrored = area.score(swapped, size, (), -komi_q, (0, warned))
    assert (mirrored.black_q, mirrored.margin_q) == (found.white_q, -found.margin_q)
    # sgfmill counts the same area, neutral points to nobody.
    theirs = boards.Board(size)
    for p in range(size * size):
        if grid[p]:
            theirs.board[size - 1 - p // size][p % size] = " bw"[grid[p]]
    theirs._is_empty = not any(grid)
    if any(grid):
        assert theirs.area_score() * 4 == found.black_q - found.white_q
