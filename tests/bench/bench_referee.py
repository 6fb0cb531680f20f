"""What a step of the referee costs the board: estimates here, measured by tests/emulator on the emulated chip."""

import subprocess
import sys
from pathlib import Path

from shared_rules.points import parse
from tengen.twin.rehearsal import Rehearsal

ROOT = Path(__file__).resolve().parent.parent.parent
GAME = ROOT / "tests" / "cases" / "games" / "century21-gnugo-smartgo.sgf"  # with captures and a long ko fight
CALL_US = 21.2  # of ``board_referee.made`` on an RP2040 at 125 MHz
LIMIT_MS = 10


def program(folder: str, moves: int | None = None, bumps: tuple[int, ...] = (60, 150)) -> str:
    """``board_referee.py`` with its data in front: ``folder`` holds ``shared_rules``."""
    played = [
        (361 if name is None else parse(name, 19, "go"), [parse(p, 19, "go") for p in gone])
        for _, name, gone in Rehearsal(GAME).moves[:moves]
    ]
    text = (Path(__file__).parent / "board_referee.py").read_text(encoding="utf-8")
    return f"FOLDER = {folder!r}\nMOVES = {played!r}\nBUMPS = {bumps!r}\n{text}"


def read(output: str) -> dict[str, tuple[int, int, list[float]]]:
    """What the program printed: kind of step to bytes (mean, most) and the time of each step in us."""
    found = {}
    for line in output.splitlines():
        if line.count("|") == 3:
            name, mean, most, times = (part.strip() for part in line.split("|"))
            found[name] = int(mean), int(most), [float(us) for us in times.split()]
    return found


def run() -> dict[str, tuple[int, int, list[float]]]:
    """The same of this computer's MicroPython."""
    command = [str(Path(sys.executable).with_name("micropython")), "-X", "heapsize=466K", "-c", program(str(ROOT))]
    return read(subprocess.run(command, capture_output=True, text=True, check=True).stdout)


def rows():
    """Each step is the least of five runs, so that what else the computer does is not counted.

    A 64-bit interpreter needs twice the board's bytes for the same objects.
    """
    runs = [run() for _ in range(5)]
    scale = CALL_US / min(found["call"][2][0] for found in runs) / 1000
    for name, (mean, most, times) in runs[0].items():
        if name in ("call", "referee"):
            continue
        times = [min(step) * scale for step in zip(*(found[name][2] for found in runs), strict=True)]
        where = f"referee: {name}, on an RP2040 (estimate)"
        yield f"{where}, mean of {len(times)}", sum(times) / len(times), "ms", f"<= {LIMIT_MS}"
        yield f"{where}, worst", max(times), "ms", f"<= {LIMIT_MS}"
        yield f"referee: {name}, allocated, mean", mean / 2, "bytes", ""
        yield f"referee: {name}, allocated, most", most / 2, "bytes", ""
