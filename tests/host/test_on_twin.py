"""The commands against the real firmware: a game on the twin in real time, over its serial port."""

import json
import subprocess
import sys
import threading
import time

from typer.testing import CliRunner

from tengen.board import Board
from tengen.cli import app
from tengen.link import Link
from tengen.twin.hands import Hands
from tengen.twin.scenario import parse


def tengen(world, *words):
    done = CliRunner().invoke(app, [*words, "--port", world.port])
    assert done.exit_code in (0, None), (words, done.output, done.exception)
    return done


def act(world, *events):
    """Let hands do these things; returns when they are done."""
    head = {"game": {"preset": "go-casual", "size": 9}, "seed": 1, "placing_sd_mm": 0.0}
    scenario = parse([json.dumps(head), *(json.dumps(event) for event in events)])
    hands = Hands(world, scenario, lambda command, args: None)
    last = hands.schedule(world.t)
    until = time.monotonic() + 60
    while world.t < last + 700:
        assert time.monotonic() < until and not world.failure, world.said()[-800:]
        time.sleep(0.05)


def test_new_given_again_finds_its_own_game(twin):
    """The cable may be pulled after the board began the game and before it could say so."""
    time.sleep(1.0)
    pair = ["new", "--set", "size=9", "--time", "10m+3x30s", "-b", "羽根", "-w", "Bo", "-e", "Round 1"]
    game = json.loads(tengen(twin, *pair, "--json").stdout)["game"]
    assert json.loads(tengen(twin, *pair, "--json").stdout) == {"game": game, "warning": None, "moves": 0}
    act(
        twin,
        {"at": 0.5, "do": "place", "point": "C3", "color": "black"},
        {"at": 1.2, "do": "press", "side": "black"},
    )
    assert "on the board already, 1 move played" in tengen(twin, *pair).stdout
    for other in (["-e", "Round 2"], ["--set", "komi_zi=0"], ["-w", "Cy"], ["--time", "10m+3x31s"], ["-b", ""]):
        done = CliRunner().invoke(app, [*pair, *other, "--port", twin.port])
        assert f"game {game} (羽根 – Bo, 1 move) is running on this board: end it first" in str(done.exception), other
    tengen(twin, "arbiter", "result", "result=Void")
    nameless = ["new", "--preset", "go-casual", "--set", "size=9"]
    game = json.loads(tengen(twin, *nameless, "--json").stdout)["game"]
    assert json.loads(tengen(twin, *nameless, "--json").stdout)["game"] == game
    assert len(tengen(twin, "games").stdout.splitlines()) == 3  # a heading and two games
    # A pair without names may be the next one: what has been played is not theirs.
    act(
        twin,
        {"at": 0.1, "do": "lift", "point": "C3"},
        {"at": 0.8, "do": "place", "point": "C3", "color": "black"},
        {"at": 1.4, "do": "place", "point": "G7", "color": "white"},
    )
    done = CliRunner().invoke(app, [*nameless, "--port", twin.port])
    assert f"game {game} (Black – White, 1 move) is running" in str(done.exception)


def test_an_evening_at_the_club(twin, tmp_path):
    """Set up, watched, paused, resigned, fetched once, verified, drawn."""
    time.sleep(1.0)
    assert json.loads(tengen(twin, "devices", "--json").stdout)["size"] == 9
    words = ["--preset", "go-2002", "--set", "size=9", "--time", "10m", "-b", "羽根", "-w", "a]\\", "--json"]
    game = json.loads(tengen(twin, "new", *words).stdout)["game"]

    command = [sys.executable, "-m", "tengen.cli", "live", "--json", "--until-end", "--port", twin.port]
    watching = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    first = json.loads(watching.stdout.readline())
    act(
        twin,
        {"at": 0.5, "do": "place", "point": "C3", "color": "black"},
        {"at": 1.2, "do": "press", "side": "black"},
        {"at": 1.6, "do": "place", "point": "G7", "color": "white"},
        {"at": 2.3, "do": "press", "side": "white"},
        {"at": 2.8, "do": "hold", "side": "black", "seconds": 2.5},
        {"at": 5.8, "do": "hold", "side": "white", "seconds": 2.5},
        {"at": 9.0, "do": "press", "side": "black"},
        {"at": 9.6, "do": "press", "side": "white"},
    )
    try:
        events = [first, *(json.loads(line) for line in watching.communicate(timeout=60)[0].splitlines())]
    finally:
        watching.kill()  # it would look for its board at the ports of the tests after this one
        watching.wait()
    kinds = [e["kind"] for e in events if e["event"] == "ruling"]
    assert [kind for kind in kinds if kind in ("move", "pass", "end")] == ["move", "move", "pass", "pass", "end"]
    assert events[0]["event"] == "status" and any(e["event"] == "grid" for e in events)

    first = [json.loads(line) for line in tengen(twin, "download", "--json").stdout.splitlines()]
    assert [(r["game"], r["same"], r["black"], r["white"], r["moves"]) for r in first] == [
        (game, True, "羽根", "a]\\", 4)
    ]
    # An empty board but for two stones: nobody has 40.5 and 3.75 zi more than half, White has the komi.
    assert first[0]["result"].startswith("W+") and first[0]["date"]
    assert "nothing new" in tengen(twin, "download").output
    (row,) = [json.loads(line) for line in tengen(twin, "games", "--json").stdout.splitlines()]
    assert row["confirmed"] and row["state"] == "finished"
    record = next((tmp_path / "library").glob("games/*/*.tengen"))
    found = json.loads(CliRunner().invoke(app, ["verify", str(record), "--json"]).stdout)
    assert found["same"] and found["problems"] == [] and found["moves"] == 4
    assert CliRunner().invoke(app, ["sheet", str(record)]).exit_code == 0


def test_the_arbiter_at_a_running_game(twin):
    time.sleep(1.0)
    tengen(twin, "new", "--preset", "go-2002", "--set", "size=9", "--time", "5m+3x60s")
    act(
        twin,
        {"at": 0.5, "do": "place", "point": "C3", "color": "black"},
        {"at": 1.2, "do": "press", "side": "black"},
    )
    tengen(twin, "arbiter", "pause")
    before = json.loads(tengen(twin, "status", "--json").stdout)["clock"]
    time.sleep(1.2)
    after = json.loads(tengen(twin, "status", "--json").stdout)["clock"]
    assert (before["w"], before["b"]) == (after["w"], after["b"]) and 290000 < after["w"]["main_ms"] < 300000
    tengen(twin, "arbiter", "set_time", "main_ms=61000", "--side", "white")
    tengen(twin, "arbiter", "resume")
    nobody = CliRunner().invoke(app, ["arbiter", "resign", "--port", twin.port])
    assert str(nobody.exception) == "resign concerns one side: add --side black or --side white"
    far = CliRunner().invoke(app, ["arbiter", "play", "moves=D4,K10", "--port", twin.port])
    assert "no such point on a 9x9 board: K10" in str(far.exception)
    early = CliRunner().invoke(app, ["arbiter", "dead", "points=C3", "--port", twin.port])
    assert "dead is not possible now" in str(early.exception)
    nothing = CliRunner().invoke(app, ["arbiter", "claim", "what=touch", "--side", "white", "--port", twin.port])
    assert "claim is not possible now: nothing has changed" in str(nothing.exception)  # nothing was taken up (G17.3)
    shown = json.loads(tengen(twin, "arbiter", "warn", "--side", "black", "--json").stdout)
    assert shown["status"]["clock"]["w"]["main_ms"] <= 61000 and shown["status"]["move"] == 1
    # The running game is fetched for a protest, and the game goes on.
    game = shown["status"]["game"]
    (row,) = [json.loads(line) for line in tengen(twin, "download", game, "--json").stdout.splitlines()]
    assert not row["finished"] and row["same"] and row["moves"] == 1
    tengen(twin, "arbiter", "result", "result=B+F")
    (row,) = [json.loads(line) for line in tengen(twin, "download", "--json").stdout.splitlines()]
    assert row["finished"] and row["result"] == "B+F" and row["same"]


def test_settings_of_the_board(twin):
    time.sleep(1.0)
    assert json.loads(tengen(twin, "settings", "volume=1", "--json").stdout)["volume"] == 1
    done = CliRunner().invoke(app, ["settings", "volume=11", "--port", twin.port])
    assert "volume" in str(done.exception)
    assert "19x19" not in tengen(twin, "status").output


def test_live_over_a_pulled_cable(twin):
    """Two moves while the cable is out: told when it is back, each once, in order."""
    time.sleep(0.5)
    with Board(Link(twin.port, answer_s=0.5)) as board:
        board.new("go-casual", {"size": 9, "time": None}, "", "", "")
        until = time.monotonic() + 60
        while board.status().get("phase") != "play" and time.monotonic() < until:
            time.sleep(0.1)
        told, done = [], threading.Event()

        def watch(event, content):
            if event == "ruling":
                told.append((content["kind"], content.get("point"), content["record"]))
            return not done.is_set()

        watching = threading.Thread(target=board.live, args=(watch, 0.3))
        watching.start()
        act(twin, {"at": 0.3, "do": "place", "point": "C3", "color": "black"})
        twin.usb = False
        act(
            twin,
            {"at": 0.1, "do": "place", "point": "G7", "color": "white"},
            {"at": 0.9, "do": "place", "point": "D4", "color": "black"},
        )
        twin.usb = True
        act(twin, {"at": 0.3, "do": "place", "point": "E5", "color": "white"})
        until = time.monotonic() + 60
        while ("move", "D4") not in [row[:2] for row in told] and time.monotonic() < until:
            time.sleep(0.1)
        done.set()
        watching.join()
    moves = [point for kind, point, _ in told if kind == "move"]
    assert moves[:3] == ["C3", "G7", "D4"] and len(set(told)) == len(told)


def test_a_simulated_board_is_not_flashed(twin):
    time.sleep(1.0)
    for option in ([], ["--rollback"], ["--restore"], ["--dry-run"]):
        done = CliRunner().invoke(app, ["flash", *option, "--port", twin.port])
        assert done.exception and "is a simulated board" in str(done.exception), (option, done.output)
