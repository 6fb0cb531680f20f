"""``make demo``: two real games, played on a simulated board by the real firmware, fetched over serial and compared."""

import sys
import time
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from tengen.record_file import write_atomically
from tengen.twin import compare, match, scenario
from tengen.twin.rehearsal import Rehearsal

GAMES = Path(__file__).resolve().parents[3] / "tests" / "cases" / "games"
OUT = Path("demo")
SHOW = (
    ("kisei28-g7.sgf", {"event": "28th Kisei title match, game 7"}),
    ("renju-4d.sgf", {"time": {"system": "absolute", "main_ms": 1800000}}),
)


def play(name: str, changes: dict, console: Console) -> bool:
    """Play one game and write what came of it; True if it is the same as the input."""
    game = Rehearsal(GAMES / name)
    lines = scenario.lines(game.scenario(game.settings(**changes)))
    plan = scenario.parse(lines, name)
    stones = sum(len(gone) for _, _, gone in game.moves)
    console.print(f"[bold]{name}[/bold]: {game.size}x{game.size}, {len(game.moves)} moves, {stones} prisoners")
    began = time.monotonic()
    columns = (TextColumn("  playing"), BarColumn(), MofNCompleteColumn(), TextColumn("hand movements"))
    with Progress(*columns, TimeElapsedColumn(), console=console) as progress:
        task = progress.add_task("", total=len(plan.events))
        played = match.play(plan, lambda done: progress.update(task, completed=done))
    seconds = time.monotonic() - began
    target = OUT / name
    OUT.mkdir(exist_ok=True)
    write_atomically(target, played.sgf())
    match.write_record(target.with_suffix(".tengen"), played)
    difference = compare.first_difference(game, played)
    console.print(
        f"  {len(played.records) // 16} records of 16 bytes, {played.virtual_ms / 60000:.0f} minutes of play"
        f" in {seconds:.1f} s of this machine; written to {target}",
        soft_wrap=True,
    )
    if difference:
        console.print(f"  [red]NOT the game that was played[/red]: {difference}")
        return False
    console.print(
        f"  [green]the record is the game[/green]: {len(compare.wanted_moves(game))} moves and {stones} captured"
        " stones equal, and its facts give the same rulings again",
        soft_wrap=True,
    )
    return True


def main() -> int:
    """Exit status 0 if both games came back as they were played."""
    console = Console()
    return 0 if all([play(name, changes, console) for name, changes in SHOW]) else 1


if __name__ == "__main__":
    sys.exit(main())
