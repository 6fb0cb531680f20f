"""What players wait for: from a press to the switched clock, from a stone to what the display says of it.

On the twin, in virtual time: what the program waits for counts, its computing does not.
How fast a Pico computes is measured on an emulated one (``make test-emulator``: test_press, test_stone_to_display).
"""

import statistics
import tempfile
import time
from pathlib import Path

from board.settle import QUICK_MS
from shared_rules.points import BLACK, WHITE, name
from tengen.twin import screen_image
from tests.twin.two_buttons import Evening, presses_to

MOVES = 40
PRESS_LIMIT_MS, STONE_LIMIT_MS = 5, 150


class Watched(Evening):
    """Notes when the display shows something new, and when a hand has moved: ``(virtual ms, s)``."""

    def __init__(self, folder):
        super().__init__(folder)
        self.pictures: list[tuple[int, float, bytes]] = []
        self.moved: list[tuple[int, float]] = []
        handle = self.world._handle

        def watched(letter, data):
            if letter == "D" and data != self.world.display:
                self.pictures.append((self.world.t, time.perf_counter(), data))
            handle(letter, data)

        self.world._handle = watched

    def note(self):
        self.world.at(self.t, lambda: self.moved.append((self.world.t, time.perf_counter())))

    def waits(self, shows):
        """For each move ``(virtual ms, real ms)`` until the picture for which ``shows(picture, index)``."""
        found = []
        for i, (t, s) in enumerate(self.moved):
            shown = [row for row in self.pictures if row[0] >= t and row[1] >= s and shows(row[2], i)]
            assert shown, f"move {i + 1} was never shown"
            found.append((shown[0][0] - t, 1000 * (shown[0][1] - s)))
        return found


def lit(picture):
    """The side to move, whose half of the display is bright."""
    bright = [sum(screen_image.pixel(picture, x, y) for x in range(128)) > 100 for y in (2, 26)]
    return BLACK if bright[0] else WHITE if bright[1] else 0


def played(folder, labels, presses):
    """A game that begins in the menu; no five comes about. Notes its presses, or its stones."""
    table = Watched(folder)
    table.wait(3000)
    table.tap(presses_to(labels, 15))
    table.wait(2000)
    for n in range(MOVES):
        color = 1 + n % 2
        if not presses:
            table.note()
        table.put(name(n // 7 * 30 + n % 7 * 2, 15, "renju"), color)
        table.wait(37 * n % 500)
        if presses:
            table.note()
            table.tap("L" if color == BLACK else "R", 1000)
    table.play()
    return table


def rows():
    """Two games of the menu, one with a clock, one without."""
    with tempfile.TemporaryDirectory() as folder:
        table = played(Path(folder), ("Go", "2002 rules", "Start"), True)
        waits = table.waits(lambda picture, i: lit(picture) == 2 - i % 2)
    virtual, real = zip(*waits, strict=True)
    yield "press: contact to switched clock on the display, median", statistics.median(virtual), "ms", PRESS_LIMIT_MS
    yield "  worst of them", max(virtual), "ms", ""
    yield "  computing for it on this computer, twin included, median", statistics.median(real), "ms", ""
    with tempfile.TemporaryDirectory() as folder:
        table = played(Path(folder), ("Go", "Casual", "Start"), False)
        virtual = [ms for ms, _ in table.waits(lambda picture, i: True)][1:]  # the first has no move to show
    yield "stone: put down to the ruling on the display, median", statistics.median(virtual), "ms", ""
    yield (
        f"  without the {QUICK_MS[0]} ms that it has to lie still, worst",
        max(virtual) - QUICK_MS[0],
        "ms",
        STONE_LIMIT_MS,
    )
