"""The build guide: what it points to is there, and the numbers written into its text are those of the description."""

import re
from pathlib import Path

import pytest

from hardware import board
from hardware.design import case
from hardware.design.half_strip import half_strip
from tengen.twin.physics_fields import field_of

ROOT = Path(__file__).parents[2]
PAGES = sorted((ROOT / "docs" / "build").glob("*.md"))


def anchors(page):
    """Anchors of the headings as GitHub makes them."""
    heads = re.findall(r"^#+ (.+)$", page.read_text(), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", head.lower()).replace(" ", "-") for head in heads}


@pytest.mark.parametrize("page", PAGES, ids=[p.stem for p in PAGES])
def test_links_and_pictures_are_there(page):
    for target in re.findall(r"\]\(([^)]+)\)", page.read_text()):
        path, _, anchor = target.partition("#")
        linked = (page.parent / path).resolve() if path else page
        assert linked.exists(), target
        assert not anchor or anchor in anchors(linked), target


def test_no_picture_is_left_over():
    used = {Path(t).name for page in PAGES for t in re.findall(r"\(pictures/([^)]+)\)", page.read_text())}
    assert {p.name for p in (ROOT / "docs" / "build" / "pictures").iterdir()} == used


def test_fields_of_the_first_half_strip_are_those_of_the_model():
    """Computed anew from the magnet by magpylib; hardware notes: 10.2 mT centred at a gap of 7 mm."""
    rows = re.findall(r"^ +\| m[mT].*\|$", (ROOT / "docs" / "build" / "README.md").read_text(), re.MULTILINE)
    offsets, fields = ([float(v) for v in re.findall(r"[\d.]+", row)] for row in rows)
    expected = field_of(board.MAGNET, board.GAP, offsets)
    assert len(fields) == 9 and all(abs(a - b) < 0.06 for a, b in zip(fields, expected, strict=True))


def test_numbers_of_the_text():
    guide = (ROOT / "docs" / "build" / "README.md").read_text()
    for size, found in ((19, "30"), (15, "16")):
        assert case.carriers(size) == int(found)
    for words in (
        f"38 half-strips of {len(half_strip('go').parts)} parts",
        f"`carrier_go` or `_wide` | ![](pictures/carrier_go.svg) | {case.carriers(19)} ({case.carriers(15)})",
        f"The lines begin {case.MARGIN:g} mm from the edge",
        "brass\n   {:g} x {:g} mm".format(*case.CARRIER_SCREW),
    ):
        assert words in guide, words
