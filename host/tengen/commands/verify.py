"""``tengen verify``: replay game records under their rules."""

import typer

from tengen import verify_record
from tengen.describe import counted
from tengen.reading import AsJson, Files, Preset, Set, answer, settings_of
from tengen.verify import Report, check_file


def register(app: typer.Typer) -> None:
    """Add the command to ``app``."""
    verify_record.register()
    app.command("verify")(verify)


def verify(files: Files, as_json: AsJson = None, preset: Preset = None, change: Set = None) -> int:
    """Replay game records under their rules: captures, illegal and forbidden moves, result.

    Exit status 1 if a record has a problem, 2 if a file cannot be read.
    """
    settings = settings_of(preset, change)

    def look(file):
        report = check_file(file, settings)
        return report.as_object(), readable(report), report.sound

    return answer(files, as_json, look)


def readable(report: Report) -> str:
    """A report as text: a line for the record, one for each problem and note."""
    taken = sum(len(points) for _, points in report.captures)
    lines = [
        f"{report.file}: {report.game} {report.size}x{report.size}, {counted(report.moves, 'move')}, "
        f"{counted(taken, 'stone')} captured, result {report.result or 'unknown'}: "
        + ("in order" if report.sound else counted(len(report.problems), "problem"))
    ]
    if "opening" in report.details:
        opening = report.details["opening"]
        lines.append(f"  opening {opening['code']} {opening['english']} {opening['chinese']}")
    for problem in report.problems:
        lines.append(f"  move {problem.move} {problem.point or 'pass'}: {problem.kind} ({problem.rule})")
    lines += [f"  note: {note}" for note in report.notes]
    return "\n".join(lines)
