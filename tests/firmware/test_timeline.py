"""Game time from a counter that wraps at 2^30 ms."""

from board.timeline import Timeline

PERIOD = 1 << 30


def test_time_goes_on_through_the_wrap():
    line = Timeline(PERIOD - 5000)
    assert line.at(PERIOD - 1) == 4999
    assert line.at(0) == 5000
    assert line.at(PERIOD // 3) == PERIOD // 3 + 5000


def test_an_earlier_reading_moves_nothing():
    line = Timeline(100, 36000000)
    assert line.at(600) == 36000500
    assert line.at(590) == 36000490
    assert line.at(600) == 36000500
    wrapped = Timeline(2)
    assert wrapped.at(PERIOD - 3) == -5
