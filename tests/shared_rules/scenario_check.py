"""Compares the rulings of a scenario with what it expects (tests/scenarios/README.md)."""

from ideal_board import run

UNLISTED = ("note", "call", "start", "claim", "opening")
TOLERANCE_S = 0.4
_POINT_LISTS = ("captures", "missing", "surplus", "wrong", "points", "removed", "dead", "black", "white")

__all__ = ["run", "differs"]


def differs(rulings, expect):
    """Empty if the rulings are the expected ones, else one line that says where they part.

    Every ruling counts but those of the kinds in ``UNLISTED``, which count in a scenario that expects one of that kind.
    A ruling may have more keys than are expected of it; the order of points in a list does not matter.
    """
    kinds = [row["kind"] for row in expect]
    left = [row for row in rulings if row["kind"] not in UNLISTED or row["kind"] in kinds]
    for i in range(max(len(left), len(expect))):
        if i >= len(expect):
            return "not expected: %s" % brief(left[i])
        if i >= len(left):
            return "did not come: %s" % brief(expect[i])
        for key in expect[i]:
            if not _same(key, expect[i][key], left[i].get(key)):
                return "expected %s, got %s" % (brief(expect[i]), brief(left[i]))
    return ""


def _same(key, wanted, got):
    if key == "at":
        return got is not None and abs(wanted - got) <= TOLERANCE_S
    if key in _POINT_LISTS:
        return sorted(wanted) == sorted(got or [])
    return wanted == got


def brief(row):
    """A ruling in one line."""
    return " ".join(["%s=%s" % (key, row[key]) for key in sorted(row) if row[key] not in ("", [])])
