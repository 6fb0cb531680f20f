"""Run by MicroPython: ``board_rules.py ROOT`` prints ``name microseconds bytes`` for what the rules cores do."""

import gc
import json
import sys
import time

sys.path.insert(0, sys.argv[1])
CASES = sys.argv[1] + "/tests/cases/"
TURNS = 20
gc.collect()
START = gc.mem_alloc()

from shared_rules.go import GoBoard  # noqa: E402
from shared_rules.native import micropython, ptr8  # noqa: E402
from shared_rules.points import BLACK, WHITE, from_sgf, parse  # noqa: E402

gc.collect()
GO_IMPORT = gc.mem_alloc() - START

from shared_rules.renju import RenjuBoard  # noqa: E402

gc.collect()
RENJU_IMPORT = gc.mem_alloc() - START - GO_IMPORT


def show(name, micros, size):
    print(name, round(micros, 6), size)


@micropython.viper
def byte_tests(data: ptr8, n: int) -> int:
    found = 0
    for i in range(n):
        if data[i & 127]:
            found += 1
    return found


def calibrate():
    n = 200000
    start = time.ticks_us()
    for _ in range(n):
        pass
    show("loop", time.ticks_diff(time.ticks_us(), start) / n, 0)
    start = time.ticks_us()
    byte_tests(bytearray(128), n * 5)
    show("viper", time.ticks_diff(time.ticks_us(), start) / n / 5, 0)


def timed(call, *args):
    """Microseconds of one call: the least of three means."""
    least = 1 << 29
    for _ in range(3):
        start = time.ticks_us()
        for _ in range(TURNS):
            call(*args)
        least = min(least, time.ticks_diff(time.ticks_us(), start))
    return least / TURNS


def allocated(call, *args):
    gc.collect()
    gc.disable()
    before = gc.mem_alloc()
    call(*args)
    size = gc.mem_alloc() - before
    gc.enable()
    return size


def count(times, micros):
    """Count a time in a table of times: all of them would not fit."""
    times[micros] = times.get(micros, 0) + 1


def spread(name, times, size):
    half = sum(times.values()) // 2
    for micros in sorted(times):
        half -= times[micros]
        if half < 0:
            show(name + ", median", micros, size)
            break
    show(name + ", worst", max(times), size)


def renju():
    checks, maps, size, map_size = {}, {}, 0, 0
    with open(CASES + "renju_maps.jsonl") as lines:
        for line in lines:
            case = json.loads(line)
            board = RenjuBoard(15)
            for color, side in ((BLACK, "black"), (WHITE, "white")):
                for text in case[side]:
                    board.place(parse(text, 15, "renju"), color)
            # The points that Black may ask about: where at least one of his stones is near.
            for p in range(0, 225, 7):
                if not board.grid[p]:
                    count(checks, timed(board.judge, p, BLACK))
                    size = max(size, allocated(board.judge, p, BLACK)) if p % 2 else size
            for text in case["forbidden"]:
                count(checks, timed(board.judge, parse(text, 15, "renju"), BLACK))
            start = time.ticks_us()
            board.forbidden_map()
            count(maps, time.ticks_diff(time.ticks_us(), start))
            map_size = max(map_size, allocated(board.forbidden_map))
            gc.collect()
    spread("forbidden check", checks, size)
    spread("forbidden map", maps, map_size)


def go():
    times, size = {}, 0
    with open(CASES + "go_play.jsonl") as lines:
        for line in lines:
            case = json.loads(line)
            if case["size"] != 19 or not ("real_game" in case["tags"] or "huge" in case["tags"]):
                continue
            board = GoBoard(19, "log")
            for number, move in enumerate(case["moves"].split()):
                color = " BW".find(move[0])
                if len(move) == 1:
                    board.play_pass(color)
                    continue
                p = from_sgf(move[1:], 19)
                if number % 97 == 0:
                    size = max(size, allocated(board.check, p, color))
                start = time.ticks_us()
                board.check(p, color)
                board.play(p, color)
                count(times, time.ticks_diff(time.ticks_us(), start))
            next_point = case["next"][1:]
            if next_point and case["expect"]["none"]["result"] == "ok":
                p, color = from_sgf(next_point, 19), " BW".find(case["next"][0])
                start = time.ticks_us()
                board.check(p, color)
                board.play(p, color)
                count(times, time.ticks_diff(time.ticks_us(), start))
            gc.collect()
    spread("Go move", times, size)


gc.collect()
before = gc.mem_alloc()
kept = GoBoard(19)
gc.collect()
show("Go core, imported", 0, GO_IMPORT)
show("Go board of 19x19", 0, gc.mem_alloc() - before)
before = gc.mem_alloc()
kept_too = RenjuBoard(15)
gc.collect()
show("renju core, imported after Go", 0, RENJU_IMPORT)
show("renju board of 15x15", 0, gc.mem_alloc() - before)
calibrate()
renju()
go()
