"""Scenarios: a game's settings and what hands do to the board, as JSON lines.

The first line is ``{"game": {...}, "seed": 1, "placing_sd_mm": 1.0}``, each further one an event with ``at`` (seconds
since the start) and ``do``. A last line ``{"expect": [...]}`` with rulings is left to the tests.
"""

import json
from dataclasses import dataclass, field
from pathlib import Path

from shared_rules import points, presets
from tengen.errors import TengenError
from tengen.twin.physics import FAULTS as SENSOR_FAULTS

COLORS = {"black": points.BLACK, "white": points.WHITE}
FAULTS = (*SENSOR_FAULTS, "stuck_button")

# What each event must have, and may have: name -> type.
_NUMBER = (int, float)
MOST = 10**6  # of any number: eleven days, or a kilometre
_REQUIRED = {
    "place": {"point": str, "color": str},
    "lift": {"point": str},
    "slide": {"from": str, "to": str},
    "set": {"stones": dict},
    "press": {"side": str},
    "hold": {"side": str, "seconds": _NUMBER},
    "power": {"on": bool},
    "usb": {"on": bool},
    "arbiter": {"command": str},
    "fault": {"kind": str},
}
_OPTIONAL = {
    "place": {"dx": _NUMBER, "dy": _NUMBER, "seconds": _NUMBER},
    "lift": {"seconds": _NUMBER},
    "slide": {"seconds": _NUMBER},
    "arbiter": {"args": dict},
    "fault": {"point": str, "value": _NUMBER, "side": str},
}


@dataclass
class Scenario:
    """A game and its events; points are already numbers (``point``, ``from``, ``to``, keys of ``stones``).

    ``game`` is resolved; ``preset`` and ``settings`` are what the file says.
    """

    game: dict
    preset: str
    settings: dict
    events: list[dict]
    seed: int = 0
    placing_sd_mm: float = 0.0
    expect: list[dict] = field(default_factory=list)
    source: str = "scenario"


def load(path: Path) -> Scenario:
    """Read a scenario file; TengenError names the line that is wrong."""
    try:
        text = path.read_text(encoding="utf-8").splitlines()
    except OSError as error:
        raise TengenError(f"cannot read {path}: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise TengenError(f"{path} is not UTF-8 text: is it a scenario?") from error
    return parse(text, str(path))


def lines(rows: list[dict]) -> list[str]:
    """The lines of a scenario file for these objects."""
    return [json.dumps(row, ensure_ascii=False) for row in rows]


def parse(text: list[str], source: str = "scenario") -> Scenario:
    """Read the lines of a scenario."""
    rows = []
    for number, line in enumerate(text, 1):
        if not line.strip():
            continue
        try:
            row = json.loads(line)
        except json.JSONDecodeError as error:
            raise TengenError(f"{source}, line {number}: not JSON ({error.msg})") from error
        if not isinstance(row, dict):
            raise TengenError(f"{source}, line {number}: a JSON object is expected")
        rows.append((number, row))
    if not rows or not isinstance(rows[0][1].get("game"), dict):
        raise TengenError(f'{source}: the first line must be {{"game": {{...}}}}')
    head = rows[0][1]
    _check_types(head, {"seed": int, "placing_sd_mm": _NUMBER}, f"{source}, line {rows[0][0]}")
    settings = dict(head["game"])
    preset = settings.pop("preset", "go-2002")
    try:
        game = presets.resolve(preset, settings)
    except ValueError as error:
        raise TengenError(f"{source}, line {rows[0][0]}: {error}") from error
    scenario = Scenario(game, preset, settings, [], head.get("seed", 0), head.get("placing_sd_mm", 0.0), source=source)
    last = 0.0
    for number, row in rows[1:]:
        if "expect" in row:
            scenario.expect = row["expect"]
            continue
        found = event(row, game, f"{source}, line {number}")
        if found["at"] < last:
            raise TengenError(f"{source}, line {number}: events must be in order of time ({found['at']} after {last})")
        last = found["at"]
        scenario.events.append(found)
    return scenario


def event(row: dict, game: dict, where: str) -> dict:
    """Check one event and turn its points into numbers."""
    do = row.get("do")
    if not isinstance(do, str) or do not in _REQUIRED:
        raise TengenError(f"{where}: no such event: {do!r} (known: {', '.join(_REQUIRED)})")
    if not _is(row.get("at"), _NUMBER) or row["at"] < 0:
        raise TengenError(f"{where}: 'at' must be seconds since the start")
    for name, kind in _REQUIRED[do].items():
        if not _is(row.get(name), kind):
            raise TengenError(f"{where}: '{do}' needs '{name}'")
    _check_types(row, _OPTIONAL.get(do, {}), where)
    for name in row:
        if name not in ("at", "do", "note") and name not in _REQUIRED[do] and name not in _OPTIONAL.get(do, {}):
            raise TengenError(f"{where}: '{do}' has no '{name}'")
    found = dict(row)
    try:
        for name in ("point", "from", "to"):
            if name in found:
                found[name] = points.parse(found[name], game["size"], game["rules"])
        if do == "set":
            found["stones"] = {
                points.parse(name, game["size"], game["rules"]): points.EMPTY if color is None else COLORS[str(color)]
                for name, color in row["stones"].items()
            }
        for name in ("color", "side"):
            if name in found:
                found[name] = COLORS[found[name]]
    except ValueError as error:
        raise TengenError(f"{where}: {error}") from error
    except KeyError as error:
        raise TengenError(f"{where}: no such colour: {error} (black or white)") from error
    if do == "fault" and found["kind"] not in FAULTS:
        raise TengenError(f"{where}: no such fault: {found['kind']} (known: {', '.join(FAULTS)})")
    return found


def _is(value, kind) -> bool:
    """Whether a value is of a type; numbers are finite, and true is none."""
    if kind in (_NUMBER, int):
        return isinstance(value, kind) and not isinstance(value, bool) and abs(value) < MOST
    return isinstance(value, kind)


def _check_types(row: dict, types: dict, where: str) -> None:
    for name, kind in types.items():
        if name in row and not _is(row[name], kind):
            what = {str: "a text", dict: "an object", bool: "true or false"}.get(kind, "a number")
            raise TengenError(f"{where}: '{name}' must be {what}, not {row[name]!r}")
