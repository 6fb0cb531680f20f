"""Clocks as people write them."""

import pytest

from tengen import timespec
from tengen.errors import TengenError


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("none", None),
        ("30m", {"system": "absolute", "main_ms": 1800000}),
        ("1h30m", {"system": "absolute", "main_ms": 5400000}),
        ("2h + 5x60s", {"system": "byoyomi", "main_ms": 7200000, "periods": 5, "period_ms": 60000}),
        ("3x1m", {"system": "byoyomi", "main_ms": 0, "periods": 3, "period_ms": 60000}),
        ("30m+15/10m", {"system": "moves", "main_ms": 1800000, "moves": 15, "moves_ms": 600000}),
        ("3m+i15s", {"system": "fischer", "main_ms": 180000, "increment_ms": 15000}),
        ("5m+d10s", {"system": "delay", "main_ms": 300000, "delay_ms": 10000}),
        ("pool 2h", {"system": "pool", "main_ms": 7200000}),
    ],
)
def test_times(text, expected):
    assert timespec.parse(text) == expected


@pytest.mark.parametrize("text", ["", "30", "m", "30m+", "soon", "30m+5y", "5x", "-5m", "30m+x60s", "1e9m"])
def test_what_cannot_be_read_says_how_to_write_it(text):
    with pytest.raises(TengenError, match=r"5x60s"):
        timespec.parse(text)
