"""The two-button menu: how many presses to a game, every page reachable, every command one that exists."""

from board.menu import LEFT, RIGHT, Context, Menu
from board.menu_setup import FAMILIES, fits, time_text
from shared_rules import commands
from shared_rules.presets import PRESETS, resolve


def press(menu, buttons):
    action = None
    for button in buttons:
        assert action is None, "an action before the last press"
        action = menu.press(LEFT if button == "L" else RIGHT)
    return action


def go_to(menu, label):
    """Step to the line with this label; gives the number of presses."""
    count = 0
    while True:
        page = menu.screen()
        if page.lines[page.selected][0] == label:
            return count
        menu.press(LEFT)
        count += 1
        assert count <= len(page.lines), (label, page.lines)


def choose(menu, label):
    """Step to a line and choose it: the action, if it gives one."""
    go_to(menu, label)
    return menu.press(RIGHT)


def selected(menu):
    page = menu.screen()
    return page.lines[page.selected]


def test_every_preset_in_at_most_ten_presses_from_power_on():
    found = {15: set(), 19: set()}
    for size in (15, 19):
        for family, games in FAMILIES:
            for label, preset in games:
                if not fits(preset, size):
                    continue
                context = Context()
                context.size = size
                context.last = ("go-2002", {})
                menu = Menu(context)
                presses = 0
                action = None
                for wanted in (family, label, "Start"):
                    assert action is None
                    presses += go_to(menu, wanted) + 1
                    action = menu.press(RIGHT)
                assert action[:2] == ("new", preset)
                assert presses <= 10, (preset, presses)
                found[size].add(preset)
                assert resolve(preset, action[2])["size"] == size
    assert found[15] == set(PRESETS)
    assert found[19] == {"go-2002", "go-casual", "renju-rif", "gomoku-free", "gomoku-exact"}


def test_last_used_settings_in_two_presses():
    context = Context()
    context.size = 15
    context.last = ("gomoku-club", {"enforcement": "advise", "black": "Ann"})
    assert press(Menu(context), "RR") == ("new", "gomoku-club", {"enforcement": "advise", "black": "Ann"})


def test_free_editing_gives_a_game_that_resolves():
    context = Context()
    menu = Menu(context)
    choose(menu, "Go")
    choose(menu, "Casual")
    choose(menu, "Penalties")
    choose(menu, "Time")
    choose(menu, "Clock")  # edit: none -> absolute -> byo-yomi
    press(menu, "LLR")
    assert selected(menu) == ("Clock", "byo-yomi")
    choose(menu, "Main")
    while selected(menu)[1] != "20m":
        menu.press(LEFT)
    menu.press(RIGHT)
    choose(menu, "Periods")
    while selected(menu)[1] != "5":
        menu.press(LEFT)
    menu.press(RIGHT)
    choose(menu, "Period")
    while selected(menu)[1] != "60s":
        menu.press(LEFT)
    menu.press(RIGHT)
    choose(menu, "Back")
    choose(menu, "Komi")
    while selected(menu)[1] != "0.5":
        menu.press(LEFT)
    menu.press(RIGHT)
    choose(menu, "Handicap")
    press(menu, "LLLR")
    choose(menu, "White")
    while selected(menu)[1] != "Player 2":
        menu.press(LEFT)
    menu.press(RIGHT)
    kind, preset, overrides = choose(menu, "Start")
    game = resolve(preset, overrides)
    assert (kind, preset) == ("new", "go-casual")
    assert game["enforcement"] == "strict" and game["komi_zi"] == 0.5 and game["handicap"] == 4
    assert game["white"] == "Player 2"
    time = game["time"]
    assert (time["main_ms"], time["periods"], time["period_ms"]) == (1200000, 5, 60000)
    assert time["calls"] == "go60" and time["calls_last"] == "go60last"  # G12.3


def test_every_clock_system_can_be_chosen_and_runs():
    from shared_rules.clock import Clock

    for family, preset in (("Go", "2002 rules"), ("Renju", "26 openings")):
        systems = set()
        for steps in range(7):
            context = Context()
            context.size = 15
            menu = Menu(context)
            choose(menu, family)
            choose(menu, preset)
            choose(menu, "Time")
            choose(menu, "Clock")
            press(menu, "L" * steps + "R")
            for line in range(1, len(menu.screen().lines) - 1):  # every value of every line
                values = set()
                while menu.screen().selected != line:
                    menu.press(LEFT)
                menu.press(RIGHT)
                if menu.screen().editing:
                    while selected(menu)[1] not in values and len(values) < 40:
                        values.add(selected(menu)[1])
                        menu.press(LEFT)
                    menu.press(RIGHT)
            choose(menu, "Back")
            _, name, overrides = choose(menu, "Start")
            time = resolve(name, overrides)["time"]
            systems.add(time["system"] if time else None)
            if time:
                Clock(time)
        assert len(systems) == 7, systems


def test_a_smaller_board_gets_smaller_games():
    context = Context()
    context.size = 15
    menu = Menu(context)
    choose(menu, "Go")
    choose(menu, "2002 rules")
    _, preset, overrides = choose(menu, "Start")
    assert resolve(preset, overrides)["size"] == 15


def test_names_from_the_host_come_before_numbers():
    context = Context()
    context.names = ("Ann", "Bo")
    menu = Menu(context)
    choose(menu, "Renju")
    choose(menu, "RIF, free")
    choose(menu, "Black")
    menu.press(LEFT)
    assert selected(menu) == ("Black", "Ann")


def walk(menu, depth, seen):
    """Choose every line of every page, as a player without a plan would; collects the actions."""
    lines = len(menu.screen().lines)
    for line in range(lines):
        page = menu.screen()
        while menu.screen().selected != line:
            menu.press(LEFT)
        label = menu.screen().lines[line][0]
        action = menu.press(RIGHT)
        if action is not None:
            seen.append(action)
        elif menu.screen().editing:
            menu.press(LEFT)
            menu.press(RIGHT)
        elif menu.screen().title != page.title or len(menu.screen().lines) != lines:
            if label == "Back":
                return
            if label == "No":
                menu.press(RIGHT)  # into the question again: nothing was done
                continue
            walk(menu, depth + 1, seen)
            assert menu.screen().title == page.title, (label, "does not lead back")
    if menu.screen().lines[0][0] == "No":
        choose(menu, "No")
    assert depth < 6


def test_every_page_leads_back_and_every_command_exists():
    for rules, clock, offered in (
        ("go", None, 0),
        ("go", (60000, 60000, 3, 0, False), 0),
        ("renju", None, 0),
        ("renju", (60000, 60000, 1, 0, False), 1),
    ):
        context = Context()
        context.in_game = True
        context.rules, context.offered = rules, offered
        context.turn = 2
        context.choices = () if rules == "go" else ("swap", "stay", "two_more", "offer")
        context.masked = ["K10"] if clock else []
        context.black = context.white = clock
        actions = []
        walk(Menu(context), 0, actions)
        names = set()
        for action in actions:
            if action[0] == "command":
                commands.encode(action[1], action[2])  # raises for an unknown command or argument
                assert action[2].get("side", "black") in ("black", "white")
                names.add(action[1])
        wanted = "pause claim resign swap take_back warn accept_position overrule result turn mask"
        wanted += " agree_end dispute" if rules == "go" else " choose"
        wanted += " penalty set_time split_pool late stone" if clock else ""
        if rules == "renju":
            wanted += " draw_accept draw_refuse" if offered else " draw_offer"
        assert names >= set(wanted.split()), set(wanted.split()) - names
        assert ("close",) in actions


def test_a_dead_sensor_is_masked_and_its_stone_said():  # A8
    context = Context()
    context.in_game = True
    context.size = 9
    menu = Menu(context)
    for label in ("Arbiter", "Sensor off", "Letter"):
        choose(menu, label)
    for _ in range(4):
        menu.press(LEFT)
    menu.press(RIGHT)
    choose(menu, "Number")
    for _ in range(2):
        menu.press(LEFT)
    menu.press(RIGHT)
    assert choose(menu, "Apply") == ("command", "mask", {"point": "E3"})
    context.masked, context.turn = ["E3"], 2
    menu = Menu(context)
    choose(menu, "Stone on")
    assert menu.press(RIGHT) == ("command", "stone", {"point": "E3", "color": "white"})


def test_an_offered_draw_is_answered_by_the_other_side():  # R10.3
    context = Context()
    context.in_game, context.rules, context.offered = True, "renju", 1
    menu = Menu(context)
    choose(menu, "End of game")
    assert choose(menu, "Accept draw") == ("command", "draw_accept", {"side": "white"})


def test_the_side_to_move_makes_the_choice_of_an_opening():  # R2.5
    for turn, side in ((1, "black"), (2, "white")):
        context = Context()
        context.in_game, context.rules, context.turn = True, "renju", turn
        context.choices = ("swap", "stay", "two_more")
        for label, what in (("Swap colours", "swap"), ("Keep colours", "stay"), ("Two more", "two_more")):
            assert choose(Menu(context), label) == ("command", "choose", {"side": side, "what": what})


def test_a_forbidden_move_is_whites_to_claim():  # R10.1.2
    context = Context()
    context.in_game, context.rules = True, "renju"
    menu = Menu(context)
    choose(menu, "Claim")
    assert choose(menu, "Forbidden move") == ("command", "claim", {"side": "white", "what": "foul"})


def test_who_came_late_is_said_before_the_first_move():  # G22.1, R7.5
    for move in (0, 1):
        context = Context()
        context.in_game, context.move = True, move
        context.black = context.white = (600000, 0, 0, 0, False)
        menu = Menu(context)
        choose(menu, "Arbiter")
        labels = [label for label, _ in menu.screen().lines]
        assert ("Came late" in labels) == (move == 0)
        if move == 0:
            choose(menu, "Came late")
            choose(menu, "White")
            choose(menu, "Minutes late")
            press(menu, "LR")
            assert choose(menu, "Set") == ("command", "late", {"side": "white", "by_ms": 360000})


def test_set_time_begins_with_the_present_time():  # G22.8, R7.6
    context = Context()
    context.in_game = True
    context.black = (3723456, 60000, 5, 0, False)
    context.white = (0, 60000, 4, 0, True)
    menu = Menu(context)
    for label in ("Arbiter", "Set time", "Black"):
        assert choose(menu, label) is None
    assert menu.screen().lines[:5] == [
        ("Hours", "1"),
        ("Minutes x10", "0"),
        ("Minutes x1", "2"),
        ("Seconds x10", "0"),
        ("Periods", "5"),
    ]
    choose(menu, "Minutes x1")
    press(menu, "LR")
    assert choose(menu, "Set") == ("command", "set_time", {"side": "black", "main_ms": 3780000, "periods": 5})


def test_penalty_is_the_usual_one_unless_changed():  # R9.2
    context = Context()
    context.in_game = True
    context.black = context.white = (600000, 0, 0, 0, False)
    menu = Menu(context)
    for label in ("Arbiter", "Penalty", "White"):
        choose(menu, label)
    assert choose(menu, "Apply") == ("command", "penalty", {"side": "white", "black_ms": 120000, "white_ms": -300000})


def test_a_paused_game_offers_to_resume():
    context = Context()
    context.in_game = context.paused = True
    assert press(Menu(context), "LR") == ("command", "resume", {})


def test_an_ended_game_can_be_overruled_until_the_next_one():
    context = Context()
    context.over = True
    menu = Menu(context)
    assert choose(menu, "Overrule end") == ("command", "overrule", {"what": "end"})
    choose(menu, "Other result")
    assert choose(menu, "White wins") == ("command", "result", {"result": "W+F"})
    choose(menu, "Back")
    choose(menu, "New game")
    assert menu.screen().title == "Tengen"
    choose(menu, "Back")
    assert menu.screen().title == "Game over"


def test_a_game_is_called_off_only_when_asked_twice():
    context = Context()
    context.in_game = True
    menu = Menu(context)
    choose(menu, "End of game")
    choose(menu, "Call it off")
    assert press(menu, "R") is None and menu.screen().title == "End of game"
    choose(menu, "Call it off")
    assert press(menu, "LR") == ("command", "result", {"result": "Void"})


def test_times_in_few_characters():
    for time, text in (
        (None, "none"),
        ({"system": "byoyomi", "main_ms": 6900000, "periods": 5, "period_ms": 60000}, "115m+5x60s"),
        ({"system": "byoyomi", "main_ms": 0, "periods": 1, "period_ms": 30000}, "1x30s"),
        ({"system": "moves", "main_ms": 0, "moves": 15, "moves_ms": 600000}, "15/10m"),
        ({"system": "fischer", "main_ms": 180000, "increment_ms": 15000}, "3m+15s"),
        ({"system": "delay", "main_ms": 90000, "delay_ms": 10000}, "1:30+d10s"),
        ({"system": "pool", "main_ms": 7200000}, "120m pool"),
        ({"system": "absolute", "main_ms": 900000}, "15m"),
    ):
        assert time_text(time) == text
