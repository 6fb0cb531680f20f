"""G17.4: the press comes after the stone; which of the two came first is decided by times, not by the settling."""

from board.press_gate import GRACE_MS, PATIENCE_MS, PressGate

BLACK = 1


def test_a_press_waits_for_the_stone_that_is_settling():
    gate = PressGate()
    gate.frame(1000, True)  # the stone begins to show
    gate.edge(1040, BLACK, True)
    assert gate.pop(1045, 1000, False) is None
    gate.frame(1100, False)
    assert gate.points_first(1000)
    assert gate.pop(1100, 1100, False) == (1040, BLACK, True)


def test_a_press_just_before_the_frame_that_shows_the_stone_is_after_it():
    gate = PressGate()
    gate.edge(1000, BLACK, True)
    assert gate.pop(1005, 1005, False) is None  # that frame may be too early to show it
    gate.frame(1000 + GRACE_MS, True)
    assert gate.pop(1000 + GRACE_MS, 1000 + GRACE_MS, False) is None
    assert gate.points_first(1000 + GRACE_MS)


def test_a_stone_that_lands_later_is_after_the_press():
    gate = PressGate()
    gate.edge(1000, BLACK, True)
    assert gate.pop(1000 + GRACE_MS, 1000 + GRACE_MS, False) == (1000, BLACK, True)
    gate.edge(2000, BLACK, True)
    assert not gate.points_first(2001 + GRACE_MS)


def test_a_settled_move_makes_the_press_immediate():
    gate = PressGate()
    gate.edge(1000, BLACK, True)
    assert gate.pop(1000, 995, True) == (1000, BLACK, True)
    assert gate.waiting() == -1


def test_a_press_does_not_wait_for_ever():
    gate = PressGate()
    gate.frame(900, True)
    gate.edge(1000, BLACK, True)
    assert gate.pop(1000 + PATIENCE_MS - 1, 1500, True) is None
    assert gate.waiting() == 1000
    assert gate.pop(1000 + PATIENCE_MS, 1600, True) == (1000, BLACK, True)


def test_edges_keep_their_order():
    gate = PressGate()
    for t, down in ((1000, True), (1100, False)):
        gate.edge(t, BLACK, down)
    assert gate.pop(1200, 1195, False) == (1000, BLACK, True)
    assert gate.pop(1200, 1195, False) == (1100, BLACK, False)
    assert gate.pop(1200, 1195, False) is None
