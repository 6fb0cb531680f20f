"""Play goes on over mistakes, ``TENGEN_PLAYED_ON_SEEDS`` games of each kind (400 if it is not set): see
test_referee_played_on.py.
"""

import os
import sys
from pathlib import Path

import pytest

sys.path.append(str(Path(__file__).resolve().parent.parent / "shared_rules"))
from test_referee_played_on import WRONG, check

SEEDS = int(os.environ.get("TENGEN_PLAYED_ON_SEEDS", "400"))


@pytest.mark.parametrize("enforcement", ("strict", "advise"))
@pytest.mark.parametrize("clock", (True, False), ids=("clock", "no clock"))
@pytest.mark.parametrize("wrong", ("", *WRONG, "all"), ids=("nothing", *WRONG, "all"))
def test_played_on(wrong, clock, enforcement):
    found = check(wrong, clock, enforcement, range(SEEDS))
    print(f"\n{wrong or 'nothing wrong'}, clock {clock}, {enforcement}: {SEEDS} games, wrong {len(found)}")
    assert not found, "\n".join(found[:5])
