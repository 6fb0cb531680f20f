"""Presses during flash erases: none lost, none doubled, each with its own millisecond (F3, D11, D14)."""

import random

import pytest

from shared_rules import record
from tengen.twin import match, scenario

PRESSES = 10000
HALF_AN_HOUR = 1800000


@pytest.mark.parametrize("seed", [1])
def test_ten_thousand_bouncing_presses_while_the_flash_erases(seed):
    # White, who is not to move, presses at random: that changes no clock (D14), but every press is a fact of the
    # record. Facts are written to flash, whose erases stop the chip for 45 ms, now and then for 400.
    chance = random.Random(seed)
    t = 2000
    pressed = []
    rows = [
        {
            "game": {
                "preset": "go-2002",
                "size": 19,
                "time": {"system": "absolute", "main_ms": 8 * HALF_AN_HOUR},
                "enforcement": "advise",
            },
            "seed": seed,
        }
    ]
    for _ in range(PRESSES):
        t += chance.randint(200, 600)
        pressed.append(t)
        rows.append({"at": t / 1000, "do": "press", "side": "white"})
    # A command is durable at once, and all before it.
    rows.append({"at": t / 1000 + 2, "do": "arbiter", "command": "pause", "args": {}})
    played = match.play(scenario.parse(scenario.lines(rows)))
    found = [
        fact[3]
        for fact in (record.unpack(played.records, at) for at in range(0, len(played.records), record.SIZE))
        if fact and fact[0] == record.PRESS
    ]
    assert len(found) == PRESSES
    offset = found[0] - pressed[0]
    late = [abs(seen - (real + offset)) for seen, real in zip(found, pressed, strict=True)]
    print(f"\n{PRESSES} presses, {len(found)} facts, worst deviation {max(late)} ms, {played.frames} frames")
    assert max(late) <= 1
