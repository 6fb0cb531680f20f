"""Sensing from frames of ideal sensors: fields of the stone set's own kernel, supply and ground drops on top."""

from array import array

from board.calibration import Calibration, decode
from board.sensing import Sensing, layout
from board.stones import KERNELS, StoneSet
from shared_rules.native import micropython
from shared_rules.points import BLACK, EMPTY, UNRESOLVED, WHITE

SIZE = 19
N = SIZE * SIZE
Q16 = 3 * SIZE + 15
E5 = 40  # on a board of 9 lines
KERNEL = KERNELS["6x1"]


def frame_of(stones, size=SIZE, half=8100, ground=20, drift=0):
    """A raw frame; ``stones``: point to field in uT of its own magnet there (positive black)."""
    field = [drift] * (size * size)
    for p, own in stones.items():
        for q in range(size * size):
            dr, dc = abs(p // size - q // size), abs(p % size - q % size)
            if dr < 4 and dc < 4:
                field[q] += own if p == q else own * KERNEL[dr * 4 + dc] // KERNEL[0]
    raw = array("H", bytes(2 * size * 24))
    for strip in range(size * 2):
        raw[strip * 12 + 10], raw[strip * 12 + 11] = half + ground, ground
    for p, index in enumerate(layout(size)):
        raw[index] = ground + half + field[p] * 256 // 859 * half // 8192
    return raw


def settled(sensing, raw, t, ms):
    """Frames every 20 ms for ``ms``: ``[(point, level, time), ...]`` and the time at the end."""
    found = []
    end = t + ms
    while t < end:
        for i in range(sensing.frame(raw, t)):
            p = sensing.changes[i]
            found.append((p, sensing.grid[p], t))
        t += 20
    return found, t


def test_an_empty_board_shows_nothing():
    """A9: the first scan after a calibration emits no event."""
    sensing = Sensing(SIZE)
    assert settled(sensing, frame_of({}), 0, 500)[0] == []
    assert not sensing.busy and sensing.ready


def test_a_stone_settles_within_150_ms_and_is_told_once():
    sensing = Sensing(SIZE)
    _, t = settled(sensing, frame_of({}), 0, 200)
    found, t = settled(sensing, frame_of({Q16: 10225}), t, 1000)
    assert len(found) == 1 and found[0][:2] == (Q16, BLACK) and found[0][2] - 200 <= 110
    found, t = settled(sensing, frame_of({}), t, 1000)
    assert len(found) == 1 and found[0][:2] == (Q16, EMPTY) and found[0][2] - 1200 <= 150


def test_white_reads_south_up():
    sensing = Sensing(15)
    found, _ = settled(sensing, frame_of({7: -10225, 8: 10225}, 15), 0, 300)
    assert sorted(f[:2] for f in found) == [(7, WHITE), (8, BLACK)]


def test_a_full_board_at_power_on_is_seen_with_the_stored_calibration():
    """A1: boot with stones on the board, then lift one: no other point changes, none flips its colour."""
    stones = {p: (10225 if p * 7 % 3 else -10225) for p in range(0, N, 2)}
    sensing = Sensing(SIZE)
    _, t = settled(sensing, frame_of(stones), 0, 300)
    for p in range(N):
        assert sensing.grid[p] == (EMPTY if p % 2 else BLACK if p * 7 % 3 else WHITE)
    del stones[Q16]
    assert Q16 % 2 == 0
    found, _ = settled(sensing, frame_of(stones), t, 1000)
    assert [f[:2] for f in found] == [(Q16, EMPTY)]


def test_between_the_thresholds_a_point_is_unresolved_and_keeps_its_level_on_the_way():
    """B17: a stone between points is no stone, and no pick at random."""
    stones = StoneSet()
    sensing = Sensing(SIZE)
    t = 0
    for field, level in (
        (stones.doubtful - 60, EMPTY),
        (stones.doubtful + 60, UNRESOLVED),
        (stones.on - 60, UNRESOLVED),
        (stones.on + 60, BLACK),
        (stones.off + 60, BLACK),
        (stones.off - 60, UNRESOLVED),
        (stones.clear + 60, UNRESOLVED),
        (stones.clear - 60, EMPTY),
    ):
        _, t = settled(sensing, frame_of({Q16: field}), t, 1000)
        assert sensing.grid[Q16] == level, (field, level, sensing.grid[Q16])


def test_a_field_that_moves_does_not_settle():
    sensing = Sensing(SIZE)
    _, t = settled(sensing, frame_of({}), 0, 200)
    for step in range(30):
        assert sensing.frame(frame_of({Q16: 4000 + 200 * (step if step % 30 < 15 else 30 - step)}), t) == 0
        assert sensing.busy
        t += 20
    assert settled(sensing, frame_of({Q16: 4000}), t, 120)[0][0][:2] == (Q16, BLACK)


def test_a_stone_that_came_sideways_takes_longer_unless_time_is_short():
    """B1 and B4: patient behind a stone of its colour that left next to it, quick in time trouble."""
    for hurry, low, high in ((False, 400, 520), (True, 200, 320)):
        sensing = Sensing(SIZE)
        _, t = settled(sensing, frame_of({Q16: 10225}), 0, 300)
        sensing.hurry = hurry
        _, t = settled(sensing, frame_of({}), t, 60)
        begin = t
        found, _ = settled(sensing, frame_of({Q16 + 1: 10225}), t, 1000)
        at = {f[0]: f[2] - begin for f in found}
        assert low <= at[Q16 + 1] <= high, at


def test_uniform_drift_makes_no_stones():
    """A4: five per cent of the span (2.2 mT) within half an hour, with stones lying there, then one lifted."""
    stones = {p: (10225 if p % 3 else -10225) for p in range(0, N, 4)}
    sensing = Sensing(SIZE)
    _, t = settled(sensing, frame_of(stones), 0, 300)
    for second in range(0, 300, 5):
        found, _ = settled(sensing, frame_of(stones, drift=2200 * second // 300), t, 60)
        t += 1000
        found += settled(sensing, frame_of(stones, drift=2200 * second // 300), t, 60)[0]
        assert found == []
        t += 4000
    del stones[Q16 + 4]
    found, _ = settled(sensing, frame_of(stones, drift=2200), t, 1000)
    assert [f[:2] for f in found] == [(Q16 + 4, EMPTY)]


def test_drift_since_the_calibration_makes_no_stones_at_power_on():
    """A1 and A4: 1.5 mT on every sensor, and stones on the board, when the power comes."""
    stones = {p: (10225 if p % 3 else -10225) for p in range(0, N, 3)}
    for drift in (1500, -1500):
        sensing = Sensing(SIZE)
        settled(sensing, frame_of(stones, drift=drift), 0, 300)
        assert sensing.ready
        for p in range(N):
            assert sensing.grid[p] == (EMPTY if p % 3 else WHITE), p


def test_a_weak_field_is_unresolved_where_no_neighbour_explains_it():
    """B17: 9.5 mm off its point a stone of 6x1 reads 344 uT there: less than neighbours off theirs may add."""
    sensing = Sensing(SIZE)
    t = 0
    for _ in range(200):  # drift of the parts has been followed
        sensing.frame(frame_of({}), t)
        t += 1000
    _, t = settled(sensing, frame_of({Q16: 344}), t, 1500)
    assert sensing.grid[Q16] == UNRESOLVED
    # With four stones around, all 5 mm off theirs, it may be their share.
    around = {q: 4024 for q in (Q16 - 1, Q16 + 1, Q16 - SIZE, Q16 + SIZE)}
    sensing = Sensing(SIZE)
    t = 0
    for _ in range(200):
        sensing.frame(frame_of(around), t)
        t += 1000
    around[Q16] = 344
    _, t = settled(sensing, frame_of(around), t, 1500)
    assert sensing.grid[Q16] == EMPTY
    around[Q16] = 600
    _, t = settled(sensing, frame_of(around), t, 1500)
    assert sensing.grid[Q16] == UNRESOLVED


def test_a_point_that_flickers_is_unresolved_until_it_is_calm():
    """A loose sensor: stone, no stone, stone ... faster than anything settles, and slower."""
    empty, stone = frame_of({}, 9), frame_of({E5: 10225}, 9)
    for every in (2, 8):
        sensing = Sensing(9)
        _, t = settled(sensing, empty, 0, 200)
        for step in range(1500 // every):
            for _ in range(every):
                sensing.frame(stone if step % 2 else empty, t)
                t += 20
        assert sensing.grid[E5] == UNRESOLVED, every
        found, t = settled(sensing, empty, t, 12000)
        assert [f[:2] for f in found] == [(E5, EMPTY)]


def test_a_stone_put_down_and_taken_up_again_and_again_is_no_flicker():
    """A3: twenty pairs of place and lift in forty seconds, then play goes on."""
    empty, stone = frame_of({}, 9), frame_of({E5: 10225}, 9)
    sensing = Sensing(9)
    _, t = settled(sensing, empty, 0, 200)
    for _ in range(20):
        found, t = settled(sensing, stone, t, 1000)
        assert [f[:2] for f in found] == [(E5, BLACK)]
        found, t = settled(sensing, empty, t, 1000)
        assert [f[:2] for f in found] == [(E5, EMPTY)]


def test_a_foreign_magnet_moves_no_stone():
    sensing = Sensing(SIZE)
    _, t = settled(sensing, frame_of({Q16: 10225}), 0, 300)
    found, t = settled(sensing, frame_of({Q16: 10225, 9: 25000, 10: 9000, 8: 9000, 28: 5000}), t, 2000)
    assert sensing.foreign and sorted(f[:2] for f in found) == [(p, UNRESOLVED) for p in (8, 9, 10, 28)]
    settled(sensing, frame_of({Q16: 10225}), t, 2000)
    assert not sensing.foreign and [p for p in range(N) if sensing.grid[p]] == [Q16]


def test_a_missing_strip_is_told_and_its_stones_stay():
    sensing = Sensing(SIZE)
    _, t = settled(sensing, frame_of({0: 10225}), 0, 300)
    raw = frame_of({0: 10225})
    for i in range(12):
        raw[i] = 30
    settled(sensing, raw, t, 2000)
    assert sensing.silent == 1 and sensing.doubtful() == list(range(10))


def test_a_masked_point_shows_what_a_person_says():
    sensing = Sensing(SIZE)
    _, t = settled(sensing, frame_of({}), 0, 200)
    sensing.mask(Q16, True)
    assert settled(sensing, frame_of({Q16: -10225}), t, 300)[0] == []
    sensing.put(Q16, BLACK)
    assert settled(sensing, frame_of({}), t + 300, 300)[0][0][:2] == (Q16, BLACK)


def test_no_allocation():
    """The scan loop runs with the heap locked."""
    sensing = Sensing(SIZE)
    empty, full = frame_of({}), frame_of({p: 10225 for p in range(0, N, 2)})
    sensing.frame(empty, 0)
    if hasattr(micropython, "heap_lock"):
        micropython.heap_lock()
    try:
        for t in range(20, 4000, 20):
            sensing.frame(full if 1000 < t < 2000 else empty, t)
    finally:
        if hasattr(micropython, "heap_unlock"):
            micropython.heap_unlock()
    assert not any(sensing.grid)


def test_time_may_wrap():
    sensing = Sensing(SIZE)
    t = (1 << 30) - 60
    for _ in range(20):
        sensing.frame(frame_of({Q16: 10225}), t)
        t = (t + 20) % (1 << 30)
    assert sensing.grid[Q16] == BLACK


def test_calibration_survives_its_file():
    calibration = Calibration(SIZE)
    calibration.baseline[5], calibration.gain[6], calibration.masked[7] = 8300, -900, 1
    calibration.date, calibration.magnet, calibration.centred = 812345678, "6x2", 17000
    data = calibration.encode()
    again = decode(data, SIZE)
    assert again.taken and again.baseline == calibration.baseline and again.masked == calibration.masked
    assert (again.gain[6], again.date, again.magnet, again.centred) == (-900, 812345678, "6x2", 17000)
    data[100] ^= 1
    for damaged in (data, data[:-1], Calibration(15).encode()):
        try:
            decode(damaged, SIZE)
        except ValueError as error:
            assert "calibrate the empty board again" in str(error)
        else:
            raise AssertionError("a damaged calibration was taken")
