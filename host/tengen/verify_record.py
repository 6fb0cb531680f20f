"""``tengen verify`` of a record from a board: its facts go through the referee again."""

from pathlib import Path

from tengen import record_file, verify
from tengen.load import replay_file
from tengen.replay import Difference, Replay


def check(path: Path, data: bytes, _settings: verify.Settings) -> verify.Report:
    """Replay a downloaded record; every difference between its rulings and those of the replay is a problem.

    The settings of the game are in the record: the command line does not change them.
    """
    done = replay_file(path, data)
    game = done.game
    moves = game.played()
    report = verify.Report(str(path), game.rules, game.size, len(moves), result=game.result)
    report.captures = [[n, [game.name(p) for p in m.captures]] for n, m in enumerate(moves, 1) if m.captures]
    report.problems = [_problem(done, difference) for difference in done.differences]
    report.notes = [str(difference) for difference in done.differences]
    report.details = {"facts": done.facts, "rulings": len(game.rulings), "same": done.same}
    return report


def _problem(done: Replay, difference: Difference) -> verify.Problem:
    before = [r for r in done.game.rulings if r["kind"] in ("move", "pass") and r["at"] <= difference.at]
    return verify.Problem(len(before), "", "differs", "")


def register() -> None:
    """Let ``verify.check_file`` know of records."""
    source = (record_file.is_record, check)
    if source not in verify.SOURCES:
        verify.SOURCES.append(source)
