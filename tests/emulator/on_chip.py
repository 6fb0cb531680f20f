"""Runs on the emulated chip: measures what ``make bench`` has limits for, one ``name value`` a line.

``PART`` (what to measure), ``GAME`` (points of a Go game on 19x19, 361 for a pass) and ``MAPS`` (black points, white
points, points asked about, as bytes) are put in front of it; the file ``/game`` has the moves of a long game, each a
byte that counts its points, then the points, 16 bits each: the stone, the prisoners.
"""

import gc
import sys
import time

import micropython

sys.path.insert(0, "/a")


def show(name, value):
    print(name, value)


def micros(call, *arguments):
    start = time.ticks_us()
    call(*arguments)
    return time.ticks_diff(time.ticks_us(), start)


def rules():
    from shared_rules.go import GoBoard
    from shared_rules.renju import RenjuBoard

    times = []
    for black, white, asked in MAPS:  # noqa: F821
        board = RenjuBoard(15)
        for color, stones in ((1, black), (2, white)):
            for p in stones:
                board.place(p, color)
        for p in asked:
            times.append(micros(board.judge, p, 1))
    times.sort()
    show("forbidden_median_us", times[len(times) // 2])
    show("forbidden_worst_us", times[-1])
    board = GoBoard(19)
    times = []
    gc.collect()
    before = gc.mem_free()
    color = 1
    for p in GAME:  # noqa: F821
        if p == 361:
            board.play_pass(color)
        else:
            start = time.ticks_us()
            board.check(p, color)
            board.play(p, color)
            times.append(time.ticks_diff(time.ticks_us(), start))
        color = 3 - color
    times.sort()
    show("go_moves", len(times))
    show("go_median_us", times[len(times) // 2])
    show("go_worst_us", times[-1])
    gc.collect()
    show("go_board_bytes", before - gc.mem_free())


def hardware():
    from array import array

    from hal import rp2

    gc.collect()
    before = gc.mem_free()
    start = time.ticks_us()
    board = rp2.build({"size": 19})
    show("build_ms", time.ticks_diff(time.ticks_us(), start) // 1000)
    gc.collect()
    show("hardware_bytes", before - gc.mem_free())
    raw = array("H", bytes(2 * 19 * 24))
    board.grid.scan(raw)
    watch = board.buttons.pending  # what the app's does when there is nothing
    times = [micros(board.grid.scan, raw, watch) for _ in range(5)]
    times.sort()
    show("scan_us", times[2])
    room = bytearray(16)
    board.serial.readinto(room)  # the interpreter's poll makes a tuple the first time
    gc.collect()
    before = gc.mem_alloc()
    show("measuring_alloc_bytes", gc.mem_alloc() - before)
    before = gc.mem_alloc()
    board.grid.scan(raw, watch)
    show("scan_alloc_bytes", gc.mem_alloc() - before)
    before = gc.mem_alloc()
    board.buttons.read()
    show("buttons_alloc_bytes", gc.mem_alloc() - before)
    before = gc.mem_alloc()
    board.serial.readinto(room)
    show("serial_alloc_bytes", gc.mem_alloc() - before)
    show("buttons_read_us", micros(board.buttons.read))
    board.display.buffer[:] = bytes(range(256)) * 4
    show("display_all_ms", micros(board.display.show) // 1000)
    board.display.buffer[5] ^= 1
    show("display_one_byte_us", micros(board.display.show))
    from board.sensing import Sensing

    gc.collect()
    before = gc.mem_free()
    sensing = Sensing(19)
    gc.collect()
    show("sensing_bytes", before - gc.mem_free())
    sensing.frame(raw, 0)
    show("frame_us", micros(sensing.frame, raw, 40))
    show("scan_under_heap_lock", locked(board, sensing, raw))
    board.stop()


def locked(board, sensing, raw):
    """Frames that were scanned, with the buttons looked at in between, and settled while nothing could be allocated."""
    watch = board.buttons.read
    gc.collect()
    micropython.heap_lock()
    t = frames = 0
    while frames < 20:
        board.grid.scan(raw, watch)
        sensing.frame(raw, t)
        t += 30
        frames += 1
    micropython.heap_unlock()
    return frames


def imports():
    gc.collect()
    before = gc.mem_free()
    show("heap_at_boot", before)
    start = time.ticks_us()
    import board.app  # noqa: F401
    import hal.rp2  # noqa: F401

    show("import_ms", time.ticks_diff(time.ticks_us(), start) // 1000)
    gc.collect()
    show("heap_after_import", gc.mem_free())


def free(name):
    gc.collect()
    show(name, gc.mem_free())


def spread(name, times):
    times.sort()
    show(name + "_median_us", times[len(times) // 2])
    show(name + "_worst_us", times[-1])


def play_long_game(program, hardware):
    """The moves of ``/game``; what measures them is gone with this function."""
    from array import array

    from shared_rules import record

    session, t, color, n = program.session, 600, 1, 0
    session.advance(t)
    times = {"stone": array("I"), "press": array("I"), "store": array("I")}  # us, four bytes each
    with open("/game", "rb") as game:
        while True:
            count = game.read(1)
            if not count:
                break
            move = array("H", game.read(2 * count[0]))
            hardware.watchdog.feed()
            t += 700
            for i in range(len(move)):
                more = 1 if i + 1 < len(move) else 0
                start = time.ticks_us()
                session.fact(record.POINT, 0 if i else color, t, move[i], more)
            times["stone"].append(time.ticks_diff(time.ticks_us(), start))
            t += 300
            start = time.ticks_us()
            session.fact(record.PRESS, color, t)
            times["press"].append(time.ticks_diff(time.ticks_us(), start))
            session.fact(record.RELEASE, color, t + 100)
            start = time.ticks_us()
            session.flush()
            times["store"].append(time.ticks_diff(time.ticks_us(), start))
            color = 3 - color
            n += 1
            if n == 60:
                free("heap_at_move_60")
    show("moves_in_game", session.referee.move_number)
    for name in times:
        spread(name, list(times[name]))


def in_chinese(program):
    """Show some messages in Chinese, as many characters as are kept."""
    program.settings.set("language", "zh")
    for text in ("Put it right", "Lift prisoner", "Not your turn", "Repeats board", "Draw offered", "Too far out"):
        program.face.say(text, program.now())
        start = time.ticks_us()
        program._show(program.now())
        show("draw_chinese_ms", time.ticks_diff(time.ticks_us(), start) // 1000)


def app():
    """The whole app, a game of 361 moves in it: its stones, presses and records are told to the session."""
    from board import sounds
    from board.app import App
    from board.memory import let_go
    from hal import rp2

    hardware = rp2.build({"size": 19, "sounds": sounds.pattern})
    free("heap_with_hardware")
    start = time.ticks_us()
    program = App(hardware)
    show("app_ms", time.ticks_diff(time.ticks_us(), start) // 1000)
    free("heap_with_menu")
    program.begin("go-2002", {})
    program._wanted = None  # no first picture: there are no sensors
    free("heap_in_game")
    play_long_game(program, hardware)
    free("heap_at_move_361")
    in_chinese(program)
    free("heap_at_move_361_in_chinese")
    program.link._load(time.ticks_ms())
    free("heap_at_move_361_in_chinese_with_a_host")
    program.settings.set("language", "en")
    let_go("board", ("chinese",))
    free("heap_at_move_361_with_a_host")
    program.link.link = program.link.requests = None
    let_go("board", ("link", "requests", "board_requests"))
    program._open_menu(over=True)
    program.close_menu()
    program.command("pause", {})
    free("heap_at_move_361_after_host_and_menu")
    micropython.qstr_info()
    start = time.ticks_us()
    program.glass.draw(lambda: None)
    show("draw_ms", time.ticks_diff(time.ticks_us(), start) // 1000)
    program.step()
    spread("step", [micros(program.step) for _ in range(5)])
    hardware.stop()


gc.threshold(32768)  # as main.py does
try:
    {"imports": imports, "rules": rules, "hardware": hardware, "app": app}[PART]()  # noqa: F821
except Exception as error:
    sys.print_exception(error)
    show(PART + "_failed", repr(error))  # noqa: F821
