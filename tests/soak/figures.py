"""Writes docs/figures.md and its picture: ``.venv/bin/python tests/soak/figures.py``, about an hour (--help: parts)."""

import argparse
import os
import sys
import textwrap
import time
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
for folder in ("tests/twin", "firmware", "host", "."):
    sys.path.insert(0, str(ROOT / folder))

import matplotlib  # noqa: E402

matplotlib.use("Agg")

import numpy as np  # noqa: E402
import placements  # noqa: E402
import played_games  # noqa: E402
from matplotlib import pyplot  # noqa: E402
from sensing_board import BoardUnderTest  # noqa: E402

TEXT = ROOT / "docs" / "figures.md"
PICTURE = ROOT / "docs" / "figures" / "placements.svg"
FAR_SHARE = 0.2
EVERY_GO = 9
POWER_ON_BOARDS = 200

INTRODUCTION = """
How badly stones may lie before anything goes wrong, and that the board then says so. The stones, sensors,
multiplexers and the converter are a model (`host/tengen/twin/physics.py`, fields by magpylib); what reads them is the
firmware itself (`firmware/board/sensing.py` and what it calls, with the app's loop and the referee for the games), run
by MicroPython. No real board has been measured yet. Written by `.venv/bin/python tests/soak/figures.py {arguments}`;
`make soak` prints a smaller run.

6x1 mm N35 discs, 7 mm from the sensors, points 23 x 24 mm apart. Every board has its own parts: magnets 3 %, gains 3 %,
depth of the sensors 0.15 mm and of the magnets 0.1 mm (standard deviations), tilted stones, noise, the converter's
steps, a supply that drops along the cables; it has drifted by up to 0.2 mT in common and by 0.07 mT (sd) sensor by
sensor since it was calibrated.

The fixed threshold is the scheme of existing boards: the empty board is read once at power-on, one threshold (2.0 mT,
the best one by the worst case), no neighbours taken off, no drift followed, three equal frames. It reads the same
frames.
"""

NEAR = """
{near.placed} stones, every one of them up to {reach:g} mm beside its point (uniform in radius and direction), on random
boards up to 70 % full. Per million stones:
"""

PHANTOMS = """
Stones seen where none lies: {ours} on {points} empty points (fixed threshold: {plain}). Empty points called unresolved:
{bothered}.
"""

FAR = """
{far.placed} more stones; {share:.0%} of them up to {reach:g} mm off, the others as people place them (sd {sd} mm each
way). Unresolved counts if the point or one beside it is. Per million:
"""

BLIND = """
What cannot be seen: half way between two points, 10 to 13 mm from both, a disc of 6x1 makes less than 0.2 mT at every
sensor; neighbours that lie a few mm off their points change as much. Such a stone reads as none: its player is told at
the press that no stone was put down, and it never becomes a move. Two stones on top of each other read 14 % more (one
colour) or less (two colours) than one, which is within what magnets and gaps differ by: the lower one is read, and the
upper one is no move.
"""

POWER_ON = """
{on[stones]} stones on {on[boards]} boards, placed as people do (sd {sd} mm), when the power comes, with the calibration
of the empty board and the drift since then: {on[right]} read right at once, {on[unresolved]} unresolved, {on[wrong]}
wrong, {on[phantoms]} seen where none lies. The scheme that calibrates at power-on then sees {on[plain_seen]} of them;
and of {on[lifted]} stones that are lifted afterwards, it takes {on[plain_flipped]} for new stones of the other colour
(Tengen: {on[flipped]}).
"""

GAMES = """
{counts[games]} games, {counts[moves]} moves: real games of `tests/cases/games`, one in {every_go} Go and the others
renju, by hands that place with a standard deviation of 1.0 to 2.5 mm each way, on boards that drift by up to 2 mT an
hour in common and by 0.03 mT (sd) sensor by sensor. Half of the boards have a dead sensor; on half of these it is
masked before the game. Clock and presses in 7 of 10 games. After every move the record must be the moves that were
played.
"""

BOTHERED = """
Players were bothered without cause (no stone more than {off:g} mm off its point, no dead sensor) {times} times:
{rate:.0f} in a million moves. A dead sensor that is not masked shows by itself or at its first stone; it is then
masked, and its stone said. Violations and warnings of R9.2 and G17.4 are presses after a stone that was not seen, those
of G17.2 and G18.1, and voids, follow where a sleeve has pushed a stone out of sight: the answer to it is out of turn, a
living stone is missing, and the board has said so before. The plain scheme is the fixed threshold on the same frames,
dead points left out.
"""


def paragraphs(text: str, **values) -> str:
    """Text with its values, wrapped anew."""
    return "\n\n".join(textwrap.fill(part, 120) for part in text.format(**values).strip().split("\n\n"))


def placement_lines(counts: placements.Counts) -> list[str]:
    """A Markdown table, stones per million."""
    lines = [
        "| mm off | stones | read right | unresolved, and said so | not seen | wrong colour "
        "| fixed threshold: not seen | wrong colour |",
        "|---|---|---|---|---|---|---|---|",
    ]
    for place, (ours, theirs) in enumerate(zip(counts.stones["tengen"], counts.stones["plain"], strict=True)):
        total = int(ours.sum())
        if total:
            cells = [*ours, *theirs[2:]]
            begin = place * placements.BIN_MM
            lines.append(
                f"| {begin:g} to {begin + placements.BIN_MM:g} | {total} | "
                + " | ".join(f"{1e6 * cell / total:.0f}" for cell in cells)
                + " |"
            )
    return lines


def picture(near: placements.Counts, far: placements.Counts) -> None:
    """Both campaigns as curves, ours beside the fixed threshold."""
    pyplot.rcParams["svg.hashsalt"] = "tengen"
    figure, panes = pyplot.subplots(1, 2, figsize=(11, 4.2), sharey=True, layout="constrained")
    titles = ("all stones badly placed", f"{FAR_SHARE:.0%} of the stones far off, the others as people place them")
    curves = (
        ("tengen", 1, "unresolved, and said so", "#1b7837", "-"),
        ("tengen", 2, "not seen", "#2166ac", "-"),
        ("tengen", 3, "wrong colour", "#b2182b", "-"),
        ("plain", 2, "fixed threshold: not seen", "#2166ac", ":"),
        ("plain", 3, "fixed threshold: wrong colour", "#b2182b", ":"),
    )
    for pane, counts, title in zip(panes, (near, far), titles, strict=True):
        middle = (np.arange(counts.bins) + 0.5) * placements.BIN_MM
        for name, kind, label, color, style in curves:
            total = counts.stones[name].sum(axis=1)
            share = 1e6 * counts.stones[name][:, kind] / np.maximum(total, 1)
            pane.plot(middle, share, style, color=color, label=label, marker=".", markersize=4)
        pane.set_yscale("symlog", linthresh=10)
        pane.set_ylim(-2, 2e6)
        pane.set_xlabel("mm beside the point")
        pane.set_title(title, fontsize=10)
        pane.grid(alpha=0.3)
    panes[0].set_ylabel("stones per million")
    panes[1].legend(fontsize=8, loc="center left")
    new = PICTURE.with_suffix(".new")
    figure.savefig(new, format="svg", metadata={"Date": None})
    pyplot.close(figure)
    os.replace(new, PICTURE)


def placement_text(near: placements.Counts, far: placements.Counts, on: Counter) -> list[str]:
    """The section on placements."""

    def phantoms(counts):
        return paragraphs(
            PHANTOMS,
            ours=counts.phantoms["tengen"],
            plain=counts.phantoms["plain"],
            points=counts.empty_points,
            bothered=counts.bothered,
        )

    reach = [counts.bins * placements.BIN_MM for counts in (near, far)]
    parts = [
        "## Placements",
        paragraphs(NEAR, near=near, reach=reach[0]),
        "\n".join(placement_lines(near)),
        phantoms(near),
        "![misread and unresolved stones by offset](figures/placements.svg)",
        f"### Beyond {reach[0]:g} mm",
        paragraphs(FAR, far=far, share=FAR_SHARE, reach=reach[1], sd=placements.HUMAN_SD_MM),
        "\n".join(placement_lines(far)),
        phantoms(far),
        paragraphs(BLIND),
        "### Power-on with stones on the board",
        paragraphs(POWER_ON, on=on, sd=placements.HUMAN_SD_MM),
    ]
    return "\n\n".join(parts).splitlines()


def game_text(counts: Counter, wrong: list[str]) -> list[str]:
    """The section on games."""
    times = counts["told: without cause"]
    rows = [f"| {name} | {value} |" for name, value in sorted(counts.items()) if name not in ("games", "moves")]
    parts = [
        "## Games",
        paragraphs(GAMES, counts=counts, every_go=EVERY_GO),
        f"**Wrong records: {len(wrong)}.**",
        "\n".join(["| what happened | how often |", "|---|---|", *rows]),
        paragraphs(BOTHERED, off=played_games.OFF_MM, times=times, rate=1e6 * times / max(counts["moves"], 1)),
    ]
    return "\n\n".join(parts).splitlines()


def write(arguments, near, far, on, counts, wrong) -> None:
    """Write the text and the picture from the counts of all campaigns; ``arguments`` give the same again."""
    PICTURE.parent.mkdir(exist_ok=True)
    picture(near, far)
    lines = ["# Figures", "", paragraphs(INTRODUCTION, arguments=arguments), "", *placement_text(near, far, on), ""]
    lines += game_text(counts, wrong)
    new = TEXT.with_suffix(".new")
    new.write_text("\n".join(lines) + "\n", encoding="utf-8")
    os.replace(new, TEXT)


def main() -> None:
    """Run both campaigns and write what came out."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--stones", type=int, default=1_000_000, help="up to 8 mm off")
    options.add_argument("--far", type=int, default=250_000, help="up to 12 mm off, and their neighbours")
    options.add_argument("--games", type=int, default=10_000)
    options.add_argument("--minutes", type=float, default=1e9, help="no game begins after that time")
    chosen = options.parse_args()
    began = time.monotonic()
    with BoardUnderTest() as board:
        near = placements.run(board, chosen.stones, 8.0)
        far = placements.run(board, chosen.far, 12.0, FAR_SHARE, seed=100_001)
        on = placements.power_on(board, POWER_ON_BOARDS)
        print("\n".join(placement_lines(near) + placement_lines(far)), flush=True)
        counts, wrong = Counter(), []
        while counts["games"] < chosen.games and time.monotonic() - began < chosen.minutes * 60:
            more, bad = played_games.play(board, min(50, chosen.games - counts["games"]), 1 + counts["games"], EVERY_GO)
            counts += more
            wrong += bad
            if counts["games"] % 500 == 0:
                print(dict(counts), wrong, flush=True)
    arguments = f"--stones {chosen.stones} --far {chosen.far} --games {counts['games']}"
    write(arguments, near, far, on, counts, wrong)
    print("\n".join(game_text(counts, wrong) + wrong))


if __name__ == "__main__":
    main()
