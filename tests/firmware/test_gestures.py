"""Button edges become presses, passes, the menu and stuck buttons."""

from board.gestures import HOLD, MENU, PRESS, RELEASE, STUCK, Gestures
from shared_rules.points import BLACK, WHITE


def events(gestures, t):
    found = []
    while True:
        event = gestures.poll(t)
        if event is None:
            return found
        found.append(event)


def test_a_press_counts_when_the_button_goes_down():  # D11
    g = Gestures()
    g.edge(1000, BLACK, True)
    assert events(g, 1000) == [(PRESS, BLACK, 1000)]
    assert events(g, 2999) == []
    assert g.is_down(BLACK)
    g.edge(2999, BLACK, False)
    assert events(g, 2999) == [(RELEASE, BLACK, 2999)]


def test_two_seconds_are_a_pass_and_their_release_says_nothing():
    g = Gestures()
    g.edge(1000, WHITE, True)
    events(g, 1000)
    assert events(g, 3000) == [(HOLD, WHITE, 3000)]
    g.edge(3400, WHITE, False)
    assert events(g, 3400) == []
    g.edge(4000, WHITE, True)
    assert events(g, 4000) == [(PRESS, WHITE, 4000)]


def test_a_hold_keeps_its_time_when_it_is_asked_for_late():
    g = Gestures()
    g.edge(1000, WHITE, True)
    g.edge(3500, WHITE, False)  # both edges drained after a flash erase
    assert events(g, 9000) == [(PRESS, WHITE, 1000), (HOLD, WHITE, 3000)]


def test_both_held_open_the_menu():
    g = Gestures()
    g.edge(1000, WHITE, True)
    g.edge(2500, BLACK, True)
    assert events(g, 4499) == [(PRESS, WHITE, 1000), (PRESS, BLACK, 2500)]
    assert events(g, 4500) == [(MENU, 0, 4500)]
    g.edge(5000, WHITE, False)
    g.edge(8000, BLACK, False)
    assert events(g, 9000) == []


def test_both_pressed_in_the_same_millisecond_are_two_presses():  # D14
    g = Gestures()
    g.edge(1000, BLACK, True)
    g.edge(1000, WHITE, True)
    g.edge(1060, BLACK, False)
    g.edge(1090, WHITE, False)
    assert events(g, 1100) == [
        (PRESS, BLACK, 1000),
        (PRESS, WHITE, 1000),
        (RELEASE, BLACK, 1060),
        (RELEASE, WHITE, 1090),
    ]


def test_repeated_edges_of_the_same_kind_are_one():  # D14
    g = Gestures()
    for t in range(1000, 1030, 3):
        g.edge(t, BLACK, True)
    g.edge(1030, BLACK, False)
    g.edge(1033, BLACK, False)
    assert events(g, 1100) == [(PRESS, BLACK, 1000), (RELEASE, BLACK, 1030)]


def test_a_button_down_at_boot_is_reported_once_and_ignored_until_it_came_up():
    g = Gestures(stuck=WHITE)
    assert events(g, 0) == [(STUCK, WHITE, 0)]
    assert events(g, 50000) == []
    g.edge(50000, WHITE, True)
    assert events(g, 50000) == [] and not g.is_down(WHITE)
    g.edge(51000, BLACK, True)  # the other one works
    g.edge(51100, BLACK, False)
    assert events(g, 51100) == [(PRESS, BLACK, 51000), (RELEASE, BLACK, 51100)]
    g.edge(60000, WHITE, False)
    g.edge(61000, WHITE, True)
    assert events(g, 61000) == [(PRESS, WHITE, 61000)]


def test_a_button_that_stays_down_in_a_game_becomes_stuck():
    g = Gestures()
    g.edge(1000, BLACK, True)
    assert events(g, 40000) == [(PRESS, BLACK, 1000), (HOLD, BLACK, 3000), (STUCK, BLACK, 31000)]
    assert not g.is_down(BLACK)
    g.edge(40100, WHITE, True)
    assert events(g, 43000) == [(PRESS, WHITE, 40100), (HOLD, WHITE, 42100)]  # no menu with a stuck button
    g.edge(45000, BLACK, False)
    g.edge(46000, BLACK, True)
    assert events(g, 46000) == [(PRESS, BLACK, 46000)]


def test_holds_across_the_wrap_of_the_counter():
    g = Gestures()
    t = (1 << 30) - 500
    g.edge(t, BLACK, True)
    assert events(g, (1 << 30) - 1) == [(PRESS, BLACK, t)]
    assert events(g, 1499) == []
    assert events(g, 1500) == [(HOLD, BLACK, 1500)]


def test_ten_thousand_presses_none_lost_none_doubled():  # D11, D14, F3
    # Both hands at random, polled at random, also not at all for 400 ms as in a flash erase.
    g = Gestures()
    pressed = []  # and not yet reported
    count = 0
    seed = 99
    t = (1 << 30) - 1000000
    up_at = [0, 0, 0]
    down = [False, False, False]
    while count < 10000 or True in down:
        seed = (seed * 1103515245 + 12345) & 0x3FFFFFFF
        t += 1 + (seed >> 8) % 90
        ticks = t & ((1 << 30) - 1)
        for side in (BLACK, WHITE):
            if down[side]:
                if t >= up_at[side]:
                    g.edge(ticks, side, False)
                    down[side] = False
            elif count < 10000 and (seed >> (12 + side)) & 1:
                g.edge(ticks, side, True)
                pressed.append((PRESS, side, ticks))
                count += 1
                down[side] = True
                up_at[side] = t + 20 + (seed >> 15) % 3000
        if (seed >> 20) % 5 == 0:
            assert [e for e in events(g, ticks) if e[0] == PRESS] == pressed
            pressed = []
    assert [e for e in events(g, t & ((1 << 30) - 1)) if e[0] == PRESS] == pressed
    assert count == 10000
