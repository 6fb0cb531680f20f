"""A9, A4: the baseline is the mean of several frames of the empty board, and drift that was followed is forgotten."""

from array import array

from board.sensing import BASELINE_FRAMES, Sensing

SIZE = 9
HALF = 8000


def frames(offsets):
    """A scan that gives the next of the raw frames with every sensor ``offset`` sums above half supply."""
    given = list(offsets)

    def scan(raw):
        offset = given.pop(0)
        for i in range(len(raw)):
            raw[i] = HALF if i % 12 == 10 else 0 if i % 12 == 11 else HALF + offset
        return True

    return scan


def test_the_baseline_is_the_mean_and_noise_averages_out():
    sensing = Sensing(SIZE)
    raw = array("H", bytes(2 * SIZE * 24))
    sensing.take_baseline(frames([-40, 40] * (BASELINE_FRAMES // 2)), raw)
    assert all(abs(value - 8192) <= 1 for value in sensing.calibration.baseline)  # (H - G) / (V - G) * 8192


def test_drift_that_was_followed_does_not_count_twice():
    sensing = Sensing(SIZE)
    raw = array("H", bytes(2 * SIZE * 24))
    t = 0
    for step in range(400):
        frames([step // 20])(raw)
        sensing.frame(raw, t)
        t += 100
    sensing.take_baseline(frames([20] * BASELINE_FRAMES), raw)
    frames([20])(raw)
    sensing.frame(raw, t)
    assert all(abs(value) <= 20 for value in sensing.field)
