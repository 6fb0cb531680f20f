"""Buttons of the Pico: every press once, to the millisecond, whatever the processor is doing meanwhile."""

from tests.firmware import fakes

BASE = 13
BLACK, WHITE = 1, 2
scope = fakes.load("buttons")
chip = fakes.chip


def fresh(levels=None, start=0):
    """New buttons at time ``start``."""
    chip.ms = start
    chip.levels = levels or {}
    return scope["Buttons"](BASE)


def drain(buttons):
    found = []
    while buttons.read():
        found.append((buttons.ticks, buttons.side, buttons.down))
    return found


def bounce(pin, at, level, times=3):
    """A contact that closes or opens at ``at`` and bounces for some ms."""
    edges = chip.levels.setdefault(pin, [])
    edges.append((at, level))
    for k in range(times):
        edges.append((at + 2 + 3 * k, 1 - level))
        edges.append((at + 3 + 3 * k, level))


def test_press_is_stamped_where_it_was_sampled():
    buttons = fresh()
    chip.levels = {BASE: [(100, 0), (180, 1)], BASE + 1: [(150, 0), (151, 1)]}
    chip.ms = 400
    assert drain(buttons) == [(100, BLACK, True), (150, WHITE, True), (175, WHITE, False), (180, BLACK, False)]
    assert drain(buttons) == []


def test_first_edge_counts_and_bounces_do_not():
    buttons = fresh()
    chip.levels = {}
    bounce(BASE, 100, 0)
    bounce(BASE, 300, 1)
    chip.ms = 105
    assert drain(buttons) == [(100, BLACK, True)]  # at once, while it still bounces
    chip.ms = 500
    assert drain(buttons) == [(300, BLACK, False)]


def test_nothing_is_lost_or_doubled_through_flash_erases():
    # An erase stops the processor for 45 ms, 400 ms at worst; two may follow each other.
    buttons = fresh()
    chip.levels, wanted, found = {}, [], []
    at, seed = 50, 12345
    for _ in range(120):
        for pin, side in ((BASE, BLACK), (BASE + 1, WHITE)):
            seed = (seed * 1103515245 + 12345) & 0x3FFFFFFF
            held = 40 + (seed >> 12) % 160
            bounce(pin, at, 0, (seed >> 8) % 5)
            bounce(pin, at + held, 1, (seed >> 5) % 5)
            wanted += [(at, side, True), (at + held, side, False)]
            at += held + 30 + (seed >> 20) % 90
    stalls = (1, 3, 45, 2, 400, 1, 8, 850, 5)
    k = 0
    while chip.ms < at + 200:
        chip.ms += stalls[k % len(stalls)]
        k += 1
        found += drain(buttons)
        # Of the levels, only what is still to come and the latest ones are needed.
        for pin in chip.levels:
            edges = chip.levels[pin]
            while len(edges) > 1 and edges[1][0] < chip.ms - 1100:
                edges.pop(0)
    assert found == wanted


def test_stuck_at_power_on_is_reported_and_its_release_is_an_edge():
    buttons = fresh({BASE + 1: [(0, 0), (700, 1)]})
    assert buttons.stuck == WHITE
    chip.ms = 600
    assert drain(buttons) == []
    chip.ms = 900
    assert drain(buttons) == [(700, WHITE, False)]


def test_nobody_asks_for_two_seconds():
    buttons = fresh()
    chip.levels = {BASE: [(100, 0), (200, 1), (1900, 0)]}
    chip.ms = 2000
    assert drain(buttons) == [(1900, BLACK, True)]  # the latest second is kept, and its times are right


def test_counter_of_the_dma_runs_out_after_three_days():
    start = 0x0FFFFFFF - 2000
    buttons = fresh()
    buttons._machine.began -= start  # as if it had sampled so long already
    buttons._began = (buttons._began - start) % (1 << 30)
    buttons._tail = buttons._head()
    chip.levels = {BASE: [(1000, 0), (1100, 1), (4000, 0)]}
    found = []
    while chip.ms < 5000:
        chip.ms += 20
        found += drain(buttons)
    assert found == [(1000, BLACK, True), (1100, BLACK, False), (4000, BLACK, True)]


def test_ticks_wrap():
    buttons = fresh(start=(1 << 30) - 100)
    chip.levels = {BASE: [((1 << 30) + 50, 0)]}
    chip.ms = (1 << 30) + 200
    assert drain(buttons) == [(50, BLACK, True)]


def test_sampling_that_stood_still_counts_from_now():
    buttons = fresh()
    chip.ms = 100
    assert drain(buttons) == []
    buttons._machine.began += 500  # a debugger held the chip for half a second
    chip.ms = 750
    assert drain(buttons) == []
    chip.levels = {BASE: [(800, 0)]}
    chip.ms = 900
    assert drain(buttons) == [(800, BLACK, True)]


def test_a_long_think_makes_no_look_at_the_buttons_longer():
    buttons = fresh()
    looked, first_change = [], scope["_first_change"]

    def counted(ring, tail, end, level, mask):
        looked.append(end - tail)
        return first_change(ring, tail, end, level, mask)

    scope["_first_change"] = counted
    try:
        for _ in range(3000):  # a minute without a press, as the app asks: read only if something is pending
            chip.ms += 20
            if buttons.pending():
                assert drain(buttons) == []
        assert max(looked) <= scope["RING"]
        began = chip.ms
        chip.levels = {BASE: [(began + 5, 0)]}
        chip.ms += 20
        assert buttons.pending() and drain(buttons) == [(began + 5, BLACK, True)]
    finally:
        scope["_first_change"] = first_change
