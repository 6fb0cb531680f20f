"""``tengen clock``: work out clock cases."""

import json
from pathlib import Path
from typing import Annotated

import typer

from shared_rules.clock_case import work_out
from tengen.errors import TengenError


def register(app: typer.Typer) -> None:
    """Add the command to ``app``."""
    app.command("clock")(clock)


def clock(
    file: Annotated[Path, typer.Argument(help="Clock cases: JSON with a list of cases, or one case a line.")],
    as_json: Annotated[
        bool, typer.Option("--json/--text", help="A JSON object a line, or a few readable lines.")
    ] = True,
) -> None:
    """Work out clock cases (configuration and events): snapshots, calls, flag and forced passes of each.

    Events are start, press, early_press, pause, resume, late, set, split_pool and look, in order of their time t in ms.
    """
    for number, case in enumerate(read_cases(file), 1):
        try:
            result = work_out(case)
        except ValueError as error:
            name = case.get("id") if isinstance(case, dict) else None
            raise TengenError(f"{file}: case {name or number}: {error}") from None
        typer.echo(json.dumps(result, ensure_ascii=False) if as_json else readable(result))


def read_cases(file: Path) -> list:
    """The cases of a file: an object with ``cases``, a list, a single case, or one case a line."""
    try:
        text = file.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is not UTF-8 text"
        raise TengenError(f"cannot read {file}: {reason}; give a file of clock cases") from None
    try:
        content = json.loads(text)
    except json.JSONDecodeError:
        return _read_lines(file, text)
    if isinstance(content, dict):
        content = content.get("cases", [content])
    if not isinstance(content, list):
        raise TengenError(f"{file}: no list of clock cases in it")
    return content


def _read_lines(file: Path, text: str) -> list:
    cases = []
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip():
            continue
        try:
            cases.append(json.loads(line))
        except json.JSONDecodeError as error:
            raise TengenError(f"{file}: line {number} is not JSON: {error.msg}") from None
    if not cases:
        raise TengenError(f"{file}: no clock cases in it")
    return cases


def readable(result: dict) -> str:
    """A result as a few lines of text: times as hours, minutes, seconds and milliseconds."""
    lines = [str(result["id"])]
    for shot in result["snapshots"]:
        sides = []
        for side in "bw":
            fields = (
                f"{key.removesuffix('_ms')} {_hms(value) if key.endswith('_ms') else value}"
                for key, value in shot[side].items()
            )
            sides.append(f"{side}: {', '.join(fields)}")
        lines.append(f"  {_hms(shot['t'])}  running {shot['running'] or '-'}  {'  '.join(sides)}")
    lines += [f"  {_hms(t)}  {side} call: {words}" for t, side, words in result["calls"]]
    lines += [f"  {_hms(item['t'])}  {item['side']} passes by overrun" for item in result["forced_passes"]]
    if result["flag"]:
        lines.append(f"  {_hms(result['flag']['t'])}  {result['flag']['side']} flag")
    return "\n".join(lines)


def _hms(ms: int) -> str:
    return f"{ms // 3600000}:{ms // 60000 % 60:02}:{ms // 1000 % 60:02}.{ms % 1000:03}"
