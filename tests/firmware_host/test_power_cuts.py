"""Power cuts at every flash operation of a game, on the real littlefs under MicroPython."""

import json
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SCRIPT = Path(__file__).with_name("journal_cuts.py")
HEAP = "32M"  # several copies of the flash


def run(*arguments: str) -> dict:
    """What the campaign prints; its own words if it found a loss."""
    micropython = Path(sys.executable).with_name("micropython")
    done = subprocess.run(
        [str(micropython), "-X", f"heapsize={HEAP}", str(SCRIPT), str(ROOT), *arguments], capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout[-1500:] + done.stderr[-3000:]
    return json.loads(done.stdout.splitlines()[-1])


def test_a_cut_at_every_operation_loses_nothing():
    found = run("every")
    assert found["operations"] > 100  # a game cannot be written with less: one commit a move and more
    assert found["cuts"] == {kind: found["operations"] for kind in ("clean", "torn", "weak")}
    assert found["lost"] == 0


def test_a_move_costs_a_quarter_of_an_erase():
    found = run("wear")
    # 300 moves of six records, a heartbeat in every one (the budget of the design: mean 0.25, worst 2).
    assert found["mean"] <= 0.25, found
    assert found["worst"] <= 2, found
    assert found["bytes"] <= 56 * 1024, found


def test_random_cuts_through_games_and_full_storage():
    found = run("random", "300", "7")
    assert found["cuts"] == 300
    assert found["removed"] > 0  # confirmed games had to go
