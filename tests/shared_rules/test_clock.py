"""The clock against tests/cases/clock.jsonl and the articles that it implements."""

import json

from shared_rules.clock import (
    BOTH,
    CALL,
    FLAG,
    FORCED_PASS,
    LATE,
    LOW,
    ON_TIME,
    OVERTIME,
    PERIOD,
    Clock,
)
from shared_rules.clock_case import work_out
from shared_rules.clock_config import check
from shared_rules.points import BLACK, WHITE

CASES = __file__.rsplit("/", 2)[0] + "/cases/clock.jsonl"
BEFORE_WRAP = (1 << 30) - 5000
GO = {"calls": "go60", "calls_last": "go60last"}


def cases():
    with open(CASES) as lines:
        for line in lines:
            yield json.loads(line)


def moved(case, by):
    """The case with everything ``by`` ms later."""
    for event in case["events"]:
        if "t" in event:
            event["t"] += by
    expect = case["expect"]
    for item in expect["snapshots"] + expect["forced_passes"]:
        item["t"] += by
    for call in expect["calls"]:
        call[0] += by
    flag = expect["flag"]
    if flag and "why" not in flag:  # lateness is measured from the appointed time, not on the game's time
        flag["t"] += by
    return case


def compare(case):
    result = work_out(case)
    for key in case["expect"]:
        assert result[key] == case["expect"][key], (case["id"], key, result[key], case["expect"][key])


def test_every_case():
    count = 0
    for case in cases():
        compare(case)
        count += 1
    assert count == 42


def test_every_case_with_a_start_five_seconds_before_the_tick_wrap():
    for case in cases():
        compare(moved(case, BEFORE_WRAP))


def test_every_case_the_same_when_the_clock_is_asked_every_deadline_or_every_few_milliseconds():
    # However often advance is called, and display asked, nothing changes.
    for case in cases():
        for step in (0, 997):
            clock = Clock(case["config"])
            snapshots = []
            happened = []
            now = 0
            for event in case["events"]:
                side = {"b": BLACK, "w": WHITE}.get(event.get("side"), 0)
                if event["ev"] == "late":
                    clock.late(side, event["by_ms"])
                    continue
                t = event["t"]
                while clock.running and now < t:
                    # Small steps through the last 200 s before each event.
                    now = min(clock.next_deadline(now), max(now + step, t - 200000) if step else t, t)
                    clock.advance(now)
                    clock.display(now, BLACK)
                    happened.extend(clock.take())
                if event["ev"] == "look":
                    snapshots.append(clock.snapshot(t))
                elif event["ev"] == "set":
                    clock.set_time(t, side, event["fields"])
                elif event["ev"] == "split_pool":
                    clock.split_pool(t)
                else:
                    getattr(clock, event["ev"])(t, side)
                now = t
            happened.extend(clock.take())
            assert snapshots == case["expect"]["snapshots"], (case["id"], step)
            words = [
                [t, "?bw"[side], text]
                for t, side, what, _, text in happened
                if what == CALL or (what == PERIOD and clock.has_calls)
            ]
            assert words == case["expect"]["calls"], (case["id"], step)


def byoyomi(main_ms=0, periods=5, period_ms=60000, **more):
    config = {"system": "byoyomi", "main_ms": main_ms, "periods": periods, "period_ms": period_ms}
    config.update(more)
    return Clock(config)


def test_deadlines_are_the_times_of_what_happens():  # G12.3
    clock = byoyomi(20000, 2, **GO)
    clock.start(1000, BLACK)
    seen = []
    while clock.running:
        due = clock.next_deadline(0)
        clock.advance(due - 1)
        assert not clock.take()
        clock.advance(due)
        happened = clock.take()
        assert happened and all(event[0] == due for event in happened)
        seen.extend(happened)
    assert seen[0] == (21000, BLACK, OVERTIME, 2, "overtime")
    assert seen[1] == (51000, BLACK, CALL, 30, "30")
    assert (81000, BLACK, PERIOD, 1, "minute used, 1 left") in seen
    assert (132000, BLACK, CALL, 51, "1") in seen
    assert seen[-2:] == [(141000, BLACK, CALL, 60, "10"), (141000, BLACK, FLAG, ON_TIME, "time")]
    assert clock.next_deadline(0) == -1


def test_shorter_go_periods_follow_the_scheme_of_the_minute():  # G12.3
    for table, seconds, last in (
        (30, (10, 20, 25, 28), ("10", "20", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10")),
        (20, (10, 15, 18), ("10", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10")),
        (10, (5, 8), ("1", "2", "3", "4", "5", "6", "7", "8", "9", "10")),
    ):
        clock = byoyomi(0, 2, table * 1000, calls="go%d" % table, calls_last="go%dlast" % table)
        clock.start(0, BLACK)
        clock.advance(table * 2000)
        calls = [event for event in clock.take() if event[2] == CALL]
        assert tuple(event[3] for event in calls[: len(seconds)]) == seconds
        assert tuple(event[4] for event in calls[len(seconds) :]) == last


def test_nothing_happens_after_a_flag():  # R7.6: the flag is final
    clock = Clock({"system": "absolute", "main_ms": 30000})
    clock.start(0, BLACK)
    clock.advance(10**8)
    assert clock.take() == [(20000, BLACK, LOW, 10, "10"), (30000, BLACK, FLAG, ON_TIME, "time")]
    before = clock.snapshot(10**8)
    assert not clock.press(10**8, BLACK) and not clock.early_press(10**8, BLACK)
    clock.pause(10**8)
    clock.resume(10**8)
    clock.start(10**8, WHITE)
    clock.advance(2 * 10**8)
    assert clock.flag == (BLACK, 30000, "time") and not clock.take()
    before["t"] = 2 * 10**8
    assert clock.snapshot(2 * 10**8) == before
    clock.overrule_flag()  # an arbiter takes it back and sets a time
    clock.set_time(2 * 10**8, BLACK, {"main": 60000})
    clock.start(2 * 10**8, BLACK)
    assert clock.display(2 * 10**8 + 1000, BLACK)[0] == 59000


def test_a_flag_that_is_overruled_does_not_fall_again_at_once():
    for config, left in (
        ({"system": "absolute", "main_ms": 5000}, (60000, 0, 0, 0, False)),
        ({"system": "byoyomi", "periods": 1, "period_ms": 30000}, (0, 30000, 1, 0, True)),
        ({"system": "moves", "moves": 10, "moves_ms": 300000}, (300000, 0, 0, 10, True)),
        ({"system": "pool", "main_ms": 5000}, (60000, 0, 0, 0, False)),
    ):
        clock = Clock(config)
        clock.start(0, BLACK)
        clock.advance(10**6)
        assert clock.flag
        clock.overrule_flag()
        clock.start(10**6, BLACK)
        clock.advance(10**6)
        assert clock.flag is None and clock.display(10**6, BLACK) == left


def test_both_forfeit_when_both_are_too_late():  # G22.3, R7.5
    clock = Clock({"system": "absolute", "main_ms": 3600000, "late_limit_ms": 900000})
    clock.late(BLACK, 900001)
    clock.late(WHITE, 1000000)
    assert clock.flag == (BOTH, 900000, "late")
    assert [event[1:4] for event in clock.take()] == [(BLACK, FLAG, LATE), (WHITE, FLAG, LATE)]
    clock.start(0, BLACK)
    assert not clock.running


def test_lateness_without_main_time_is_counted_as_byo_yomi():  # G22.4
    clock = byoyomi(0, 3, late_limit_ms=900000, late_factor=2)
    clock.late(WHITE, 119999)
    assert clock.snapshot(0)["w"]["periods"] == 2
    assert clock.flag is None
    clock = byoyomi(0, 3, late_limit_ms=900000, late_factor=2)
    clock.late(WHITE, 180000)
    assert clock.flag == (WHITE, 180000, "late")


def test_lateness_beyond_main_time():  # G22.1, G22.4
    clock = byoyomi(200000, 3, late_limit_ms=900000, late_factor=2)
    clock.late(BLACK, 100000 + 59999)  # main time is gone after 100 s, then byo-yomi is counted
    assert clock.snapshot(0)["b"] == {"main_ms": 0, "periods": 3, "period_left_ms": 60000, "warnings": 0}
    clock = byoyomi(200000, 3, late_limit_ms=900000, late_factor=2)
    clock.late(BLACK, 100000 + 60000)
    assert clock.snapshot(0)["b"]["periods"] == 2
    clock = byoyomi(200000, 3, late_limit_ms=900000, late_factor=2)
    clock.late(BLACK, 300000)
    assert clock.flag == (BLACK, 280000, "late")
    quota = {"system": "moves", "main_ms": 60000, "moves": 10, "moves_ms": 300000, "late_limit_ms": 900000}
    clock = Clock(quota)
    clock.late(WHITE, 90000)
    assert clock.display(0, WHITE) == (270000, 0, 0, 10, True)
    clock = Clock(quota)
    clock.late(WHITE, 400000)
    assert clock.flag == (WHITE, 360000, "late")
    clock = Clock({"system": "absolute", "main_ms": 600000, "late_limit_ms": 900000})
    clock.late(WHITE, 600000)  # nothing is left to play with
    assert clock.flag == (WHITE, 600000, "late")


def test_time_given_and_taken():  # R9.2, the arbiter's penalty
    for config in ({"system": "absolute", "main_ms": 600000}, {"system": "moves", "moves": 10, "moves_ms": 600000}):
        clock = Clock(config)
        clock.start(0, BLACK)
        clock.add_time(10000, BLACK, -60000)
        clock.add_time(10000, WHITE, 120000)
        assert clock.display(10000, BLACK)[0] == 530000 and clock.display(10000, WHITE)[0] == 720000
        clock.add_time(10000, WHITE, -(10**6))
        assert clock.display(10000, WHITE)[0] == 0 and clock.flag is None
        assert clock.press(20000, BLACK)
        clock.advance(20000)
        assert clock.flag == (WHITE, 20000, "time")


def test_early_press_of_renju_within_a_quota():  # R9.2, R7.3
    clock = Clock({"system": "moves", "moves": 10, "moves_ms": 600000, "early_press": "renju"})
    clock.start(0, BLACK)
    clock.early_press(60000, BLACK)  # nine minutes left
    assert clock.display(60000, BLACK)[0] == 240000 and clock.display(60000, WHITE)[0] == 720000
    clock.early_press(60000, BLACK)  # four minutes left
    assert clock.display(60000, BLACK)[0] == 240000 and clock.display(60000, WHITE)[0] == 1140000


def test_a_call_never_comes_at_the_end_of_a_period():  # G12.3: there the period is used up
    clock = byoyomi(0, 2, 30000, calls="go60")
    clock.start(0, BLACK)
    clock.advance(30000)
    assert [event[2] for event in clock.take()] == [PERIOD]


def test_a_pause_keeps_every_millisecond():  # G14
    clock = byoyomi(0, 3, **GO)
    clock.start(0, BLACK)
    clock.pause(29999)
    assert clock.next_deadline(29999) == -1
    assert not clock.press(40000, BLACK)  # D6: a press in a pause is refused
    assert clock.snapshot(10**7)["b"]["period_left_ms"] == 30001
    clock.resume(10**7)
    clock.advance(10**7 + 1)
    assert clock.take() == [(10**7 + 1, BLACK, CALL, 30, "30")]
    clock.pause(10**7 + 2)
    clock.pause(10**7 + 3)  # twice is once
    clock.resume(10**7 + 4)
    assert clock.running == BLACK


def test_a_pause_with_no_main_time_is_a_pause():  # D7, D8
    clock = byoyomi(0, 1)
    clock.start(0, BLACK)
    clock.pause(0)
    assert clock.display(5000, BLACK) == (0, 60000, 1, 0, True)
    clock = Clock({"system": "delay", "main_ms": 0, "delay_ms": 10000})
    clock.start(0, BLACK)
    clock.pause(4000)
    assert clock.flag is None and clock.display(9000, BLACK)[0] == 6000
    clock.resume(9000)
    clock.press(10000, BLACK)
    assert clock.display(10000, BLACK)[0] == 10000


def test_ten_hour_adjourned_game_to_the_millisecond():  # G14, G22.8
    # Each side's time is added up apart from the clock; turns and pauses of odd lengths, asked at odd moments.
    main = 6 * 3600 * 1000
    clock = Clock({"system": "absolute", "main_ms": main})
    used = [0, 0, 0]
    seed = 12345
    t = BEFORE_WRAP
    side = BLACK
    clock.start(t, side)
    moves = 0
    while used[BLACK] + used[WHITE] < 36000000 - 180000:
        seed = (seed * 1103515245 + 12345) & 0x3FFFFFFF
        turn = seed % 90000 + 1
        if moves % 40 == 39:  # adjourned in the middle of the turn
            clock.pause(t + turn // 3)
            t += 12 * 3600 * 1000 + seed % 1000
            clock.resume(t + turn // 3)
        elif moves % 3 == 0:
            clock.advance(t + turn // 2)
        t += turn
        used[side] += turn
        assert clock.press(t, side)
        side = 3 - side
        moves += 1
        assert clock.display(t, BLACK)[0] == main - used[BLACK]
        assert clock.display(t, WHITE)[0] == main - used[WHITE]
    assert moves > 500 and not clock.flag
    assert t - BEFORE_WRAP > 6 * 24 * 3600 * 1000  # two weeks of evenings


def test_both_buttons_in_the_same_millisecond():  # D14
    clock = Clock({"system": "absolute", "main_ms": 60000})
    clock.start(0, BLACK)
    assert clock.press(5000, BLACK) and not clock.press(5000, BLACK)
    assert clock.press(5000, WHITE)
    assert clock.running == BLACK
    assert clock.display(5000, BLACK)[0] == 55000 and clock.display(5000, WHITE)[0] == 60000
    assert not clock.press(6000, WHITE)  # the idle side's button
    assert clock.running == BLACK


def test_display_looks_ahead_without_changing_anything():  # G12.3, G12.5
    clock = byoyomi(10000, 3)
    clock.start(0, BLACK)
    assert clock.display(9999, BLACK) == (1, 60000, 3, 0, False)
    assert clock.display(12000, BLACK) == (0, 58000, 3, 0, True)
    assert clock.display(12000, WHITE) == (10000, 60000, 3, 0, False)
    assert not clock.take()
    quota = Clock({"system": "moves", "main_ms": 10000, "moves": 15, "moves_ms": 600000})
    quota.start(0, WHITE)
    assert quota.display(9000, WHITE) == (1000, 0, 0, 15, False)
    assert quota.display(11000, WHITE) == (599000, 0, 0, 15, True)


def test_early_press_of_renju_moves_time():  # R9.2
    clock = Clock({"system": "absolute", "main_ms": 1800000, "early_press": "renju"})
    clock.start(0, BLACK)
    clock.early_press(60000, BLACK)
    assert clock.display(60000, BLACK)[0] == 1800000 - 60000 - 300000
    assert clock.display(60000, WHITE)[0] == 1800000 + 120000
    clock = Clock({"system": "absolute", "main_ms": 420000, "early_press": "renju"})
    clock.start(0, BLACK)
    clock.early_press(0, BLACK)  # exactly seven minutes are not under seven
    assert clock.display(0, BLACK)[0] == 120000
    assert not clock.early_press(0, WHITE)  # not White's turn: nothing
    assert clock.display(0, WHITE)[0] == 540000


def test_pool_runs_for_both_and_the_side_on_move_loses():  # R7.1
    clock = Clock({"system": "pool", "main_ms": 60000})
    clock.start(0, BLACK)
    clock.press(20000, BLACK)
    assert clock.display(30000, BLACK)[0] == clock.display(30000, WHITE)[0] == 30000
    clock.advance(60000)
    assert clock.flag == (WHITE, 60000, "time")


def test_fischer_cap_gives_no_more_and_takes_nothing():
    clock = Clock({"system": "fischer", "main_ms": 180000, "increment_ms": 15000, "cap_ms": 185000})
    clock.start(0, BLACK)
    clock.press(2000, BLACK)
    assert clock.display(2000, BLACK)[0] == 185000
    clock.set_time(2000, WHITE, {"main": 300000})
    clock.press(2000, WHITE)
    assert clock.display(2000, WHITE)[0] == 300000


def test_set_time_sets_every_field_and_refuses_others():  # R7.6, G22.8
    clock = byoyomi(0, 2, **GO)
    clock.start(0, BLACK)
    clock.set_time(10000, BLACK, {"periods": 4, "period_left_ms": 20000})
    clock.advance(30000)
    assert [e[3] for e in clock.take()] == [50, 55, 58, 3]
    quota = Clock({"system": "moves", "moves": 15, "moves_ms": 600000})
    quota.set_time(0, WHITE, {"bank": 5, "moves_left": 1})
    quota.start(0, WHITE)
    quota.press(4, WHITE)
    assert quota.display(4, WHITE) == (600000, 0, 0, 15, True)
    quota.set_time(5, BLACK, {"bank": 0})
    assert quota.display(5, BLACK)[0] == 0
    for fields in ({"mian": 5}, {"main": -1}, {"main": "5"}, {"main_ms": 10**30}, {"periods": 1 << 30}):
        try:
            clock.set_time(30000, BLACK, fields)
        except ValueError:
            continue
        raise AssertionError(fields)
    assert clock.display(30000, BLACK)[2] == 3


def test_no_penalty_makes_a_clock_that_the_board_cannot_count():  # R9.2
    clock = Clock({"system": "absolute", "main_ms": 600000})
    clock.start(0, BLACK)
    clock.add_time(0, WHITE, 10**30)
    clock.add_time(0, BLACK, -(10**30))
    assert clock.display(0, WHITE)[0] == (1 << 30) - 1 and clock.display(0, BLACK)[0] == 0
    quota = Clock({"system": "moves", "moves": 15, "moves_ms": 600000})
    quota.start(0, BLACK)
    quota.add_time(0, BLACK, 10**30)
    assert quota.display(0, BLACK)[0] == (1 << 30) - 1


def test_unequal_times_and_a_new_game():  # D12, D13
    config = {"system": "absolute", "main_ms": 600000, "white_main_ms": 1200000}
    clock = Clock(config)
    clock.start(0, BLACK)
    clock.advance(30000)
    again = Clock(config)
    assert again.display(30000, BLACK)[0] == 600000 and again.display(30000, WHITE)[0] == 1200000
    assert again.next_deadline(30000) == -1


def test_colours_swapped_with_their_clocks():  # R2.5
    clock = Clock({"system": "absolute", "main_ms": 600000})
    clock.start(0, BLACK)
    clock.press(60000, BLACK)
    clock.swap(60000)
    assert clock.running == WHITE
    assert clock.display(60000, WHITE)[0] == 540000 and clock.display(60000, BLACK)[0] == 600000


def test_setting_the_turn_gives_the_other_side_its_whole_period_back():  # take-back, D19
    clock = byoyomi(0, 3)
    clock.start(0, BLACK)
    clock.press(10000, BLACK)
    clock.start(30000, BLACK)
    assert clock.display(30000, WHITE) == (0, 60000, 3, 0, True)
    assert clock.running == BLACK and not clock.take()


def test_forced_passes_one_deadline_at_a_time():  # G22.5
    clock = byoyomi(0, 1, last_period="pass", **GO)
    clock.start(0, BLACK)
    passes = []
    while len(passes) < 2:
        clock.advance(clock.next_deadline(0))
        passes.extend((e[0], e[1]) for e in clock.take() if e[2] == FORCED_PASS)
    assert passes == [(60000, BLACK), (120000, WHITE)]
    clock.stop(120000)
    assert clock.next_deadline(0) == -1 and clock.flag is None


def test_bad_configurations_are_refused_in_one_line():
    for config, word in (
        ({}, "system"),
        ({"system": "sundial"}, "sundial"),
        ({"system": "absolute"}, "main_ms"),
        ({"system": "absolute", "main_ms": -1}, "main_ms"),
        ({"system": "absolute", "main_ms": 1.5}, "main_ms"),
        ({"system": "byoyomi", "periods": 3, "period_ms": 0}, "period_ms"),
        ({"system": "byoyomi", "periods": 3, "period_ms": 60000, "calls": "go61"}, "go61"),
        ({"system": "absolute", "main_ms": 1, "last_period": "win"}, "last_period"),
        ({"system": "absolute", "main_ms": 1, "mian_ms": 1}, "mian_ms"),
    ):
        try:
            check(config)
        except ValueError as error:
            assert word in str(error) and "\n" not in str(error)
            continue
        raise AssertionError(config)


class Ticking:
    """A clock that counts single milliseconds, for comparison: plain and slow, written from the articles (G12, R7)."""

    def __init__(self, config):
        self.config = config
        self.system = config["system"]
        self.main = [0] + [config.get("main_ms", 0)] * 2
        self.periods = [0] + [config.get("periods", 0)] * 2
        self.left = [0] + [config.get("period_ms", 0)] * 2
        self.bank = [0] + [config.get("moves_ms", 0)] * 2
        self.quota = [0] + [config.get("moves", 0)] * 2
        self.side = BLACK
        self.turn = 0
        self.flag = None

    def tick(self, t):
        """The millisecond that ends at ``t`` has gone by."""
        s = self.side
        if not s:
            return
        self.turn += 1
        if self.main[s]:
            self.main[s] -= 1
            if self.system == "pool":
                self.main[3 - s] = self.main[s]
            gone = not self.main[s] and self.system not in ("byoyomi", "moves")
        elif self.system == "byoyomi":
            self.left[s] -= 1
            if not self.left[s]:
                self.periods[s] -= 1
                self.left[s] = self.config["period_ms"] if self.periods[s] else 0
            gone = not self.periods[s]
        else:
            self.bank[s] -= 1
            gone = not self.bank[s]
        if gone:
            self.flag = (s, t, "time")
            self.side = 0

    def press(self, side):
        s, config = self.side, self.config
        if side != s:
            return
        if self.system == "byoyomi":
            self.left[s] = config["period_ms"]
        elif self.system == "moves" and not self.main[s]:
            self.quota[s] -= 1
            if not self.quota[s]:
                self.quota[s] = config["moves"]
                self.bank[s] = config["moves_ms"] + (self.bank[s] if config.get("carry") else 0)
        elif self.system == "fischer":
            self.main[s] += config["increment_ms"]
        elif self.system == "delay":
            self.main[s] += min(config["delay_ms"], self.turn)
        self.turn = 0
        self.side = 3 - s


def test_the_same_as_a_clock_that_counts_single_milliseconds():  # G12, R7
    configs = (
        {"system": "absolute", "main_ms": 4000},
        {"system": "byoyomi", "main_ms": 1500, "periods": 3, "period_ms": 700},
        {"system": "byoyomi", "main_ms": 0, "periods": 1, "period_ms": 900},
        {"system": "moves", "main_ms": 1000, "moves": 3, "moves_ms": 1500, "carry": True},
        {"system": "moves", "main_ms": 0, "moves": 3, "moves_ms": 1500},
        {"system": "fischer", "main_ms": 1000, "increment_ms": 250},
        {"system": "delay", "main_ms": 1000, "delay_ms": 300},
        {"system": "pool", "main_ms": 6000},
    )
    seed = 7
    flags = 0
    for config in configs:
        for presses in range(3, 27, 2):
            clock, plain = Clock(config), Ticking(config)
            clock.start(0, BLACK)
            t = 0
            for _ in range(presses):
                seed = (seed * 1103515245 + 12345) & 0x3FFFFFFF
                wait = (seed >> 8) % 800
                for _ in range(wait):
                    t += 1
                    plain.tick(t)
                side = BLACK if seed >> 20 & 1 else WHITE
                if seed >> 21 & 1:
                    clock.advance(t)
                clock.press(t, side)
                plain.press(side)
                assert clock.running == plain.side and clock.flag == plain.flag, (config, t)
                for s in (BLACK, WHITE):
                    ms, left, periods, quota, overtime = clock.display(t, s)
                    assert ms == (plain.bank[s] if overtime and quota else plain.main[s]), (config, t, s)
                    assert (left, periods, quota) == (plain.left[s], plain.periods[s], plain.quota[s]), (config, t, s)
            flags += clock.flag is not None
    assert 20 < flags < 96  # games that end on time, and games that do not
