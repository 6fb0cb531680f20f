"""Rules cores: against PyPI packages under CPython, and what they cost the board under MicroPython."""

import json
import subprocess
import sys
import time
from pathlib import Path

from renju.check_forbid import get_foul_type
from sgfmill import boards

from shared_rules.go import GoBoard
from shared_rules.points import BLACK, WHITE, from_sgf, parse
from shared_rules.renju import RenjuBoard

ROOT = Path(__file__).resolve().parent.parent.parent
CASES = ROOT / "tests" / "cases"
REPEATS = 3
# On an RP2040 at 125 MHz: an empty interpreted loop turns in 3.4 us, an indexed byte test takes 0.44 us viper.
BOARD_LOOP_US = 3.4
BOARD_VIPER_US = 0.44


def best(measure) -> float:
    """The least of a few times in seconds."""
    return min(measure() for _ in range(REPEATS))


def timed(run) -> float:
    """Seconds that a call takes."""
    start = time.perf_counter()
    run()
    return time.perf_counter() - start


def rows():
    """Comparisons first, then the board's costs."""
    yield from renju_rows()
    yield from go_rows()
    yield from board_rows()


def positions():
    """``(name, black points, white points)``: the densest map, and a game's position after its median move."""
    with (CASES / "renju_maps.jsonl").open() as lines:
        maps = [json.loads(line) for line in lines]
    dense = max(maps, key=lambda case: len(case["black"]) + len(case["white"]))
    typical = sorted((c for c in maps if c["kind"] == "game"), key=lambda c: len(c["black"]) + len(c["white"]))
    for name, case in (("dense", dense), ("median game", typical[len(typical) // 2])):
        yield name, *([parse(p, 15, "renju") for p in case[side]] for side in ("black", "white"))


def renju_rows():
    """Forbidden maps of 225 points."""
    for name, black, white in positions():
        board, plain = RenjuBoard(), [[0] * 15 for _ in range(15)]
        for color, points in ((BLACK, black), (WHITE, white)):
            for p in points:
                board.place(p, color)
                plain[p // 15][p % 15] = color
        empty = [divmod(p, 15) for p in range(225) if not board.grid[p]]

        def theirs(plain=plain, empty=empty):
            return sum(get_foul_type(plain, row, col) != 0 for row, col in empty)

        assert theirs() == len(board.forbidden_map())
        ours_s, theirs_s = best(lambda b=board: timed(b.forbidden_map)), best(lambda t=theirs: timed(t))
        yield f"forbidden map, {name} position ({len(black) + len(white)} stones)", ours_s * 1e6, "us", ""
        yield "  the same by renju 0.1.0", theirs_s * 1e6, "us", ""
        yield "  times faster", theirs_s / ours_s, "x", ">= 5"


def long_games():
    """Moves ``(colour, point)`` of the real games of 250 moves and more; NO_POINT for a pass is None."""
    games = []
    with (CASES / "go_play.jsonl").open() as lines:
        for line in lines:
            case = json.loads(line)
            moves = case["moves"].split()
            if "real_game" in case["tags"] and case["size"] == 19 and len(moves) >= 250:
                games.append([(" BW".index(m[0]), from_sgf(m[1:], 19) if m[1:] else None) for m in moves])
    return games


def go_rows():
    """Replays of long games; ours checks whole-board repetition, sgfmill does not."""
    games = long_games()
    moves = sum(len(game) for game in games)

    def ours():
        for game in games:
            board = GoBoard(19, "log")
            for color, p in game:
                board.play_pass(color) if p is None else board.play(p, color)

    def theirs(history=False):
        for game in games:
            board, seen = boards.Board(19), set()
            for color, p in game:
                if p is not None:
                    board.play(18 - p // 19, p % 19, " bw"[color])
                    if history:
                        seen.add(tuple(tuple(row) for row in board.board))

    ours_s, theirs_s = best(lambda: timed(ours)), best(lambda: timed(theirs))
    scale = 300 / moves * 1e3
    yield f"replay of 300 moves, of {len(games)} games ({moves} moves), repetition checked", ours_s * scale, "ms", ""
    yield "  the same by sgfmill, repetition not checked", theirs_s * scale, "ms", ""
    yield "  times faster", theirs_s / ours_s, "x", ">= 1"
    yield (
        "  times faster than sgfmill with every position kept",
        best(lambda: timed(lambda: theirs(True))) / ours_s,
        "x",
        "",
    )


def board_rows():
    """What ``board_rules.py`` measures under MicroPython, and what it comes to on an RP2040.

    Times are scaled by the slower of the two known rates: of a viper loop and of an interpreted one.
    """
    command = [str(Path(sys.executable).with_name("micropython")), "-X", "heapsize=466K"]
    program = Path(__file__).with_name("board_rules.py")
    runs = []
    for _ in range(REPEATS):
        done = subprocess.run([*command, str(program), str(ROOT)], capture_output=True, text=True, check=True)
        runs.append([line.rsplit(" ", 2) for line in done.stdout.splitlines()])
    found = {name: (min(float(r[i][1]) for r in runs), int(runs[0][i][2])) for i, (name, _, _) in enumerate(runs[0])}
    scale = max(BOARD_LOOP_US / found.pop("loop")[0], BOARD_VIPER_US / found.pop("viper")[0])
    yield "one microsecond of this MicroPython on an RP2040 (estimate)", scale, "us", ""
    limits = {
        "forbidden check, median": "<= 10",
        "forbidden check, worst": "<= 60",
        "Go move, median": "<= 10",
        "Go move, worst": "<= 40",
    }
    for name, (micros, size) in found.items():
        if micros:
            yield f"{name}, on an RP2040 (estimate)", micros * scale / 1000, "ms", limits.get(name, "")
        # A 64-bit interpreter needs twice the board's bytes for the same objects.
        yield f"{name}, allocated", size / 2, "bytes", ""
