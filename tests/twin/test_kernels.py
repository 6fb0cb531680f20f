"""The firmware's table of what stones add to their neighbours, against magpylib."""

import pytest

from board.stones import KERNELS
from tengen.twin.physics_fields import field_of


@pytest.mark.parametrize("magnet", sorted(KERNELS))
def test_kernels(magnet):
    exact = [field_of(magnet, 7, ((23 * c) ** 2 + (24 * r) ** 2) ** 0.5)[0] * 1000 for r in range(4) for c in range(4)]
    assert list(KERNELS[magnet]) == pytest.approx(exact, abs=0.51)
