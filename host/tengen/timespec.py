"""Clocks as people write them: ``2h+5x60s``, ``30m``, ``30m+15/10m``, ``3m+i5s``, ``10m+d5s``, ``pool 2h``."""

import re

from tengen.errors import TengenError

_UNIT = {"h": 3600000, "m": 60000, "s": 1000}
_LENGTH = re.compile(r"(?:(\d+)h)?(?:(\d+)m)?(?:(\d+)s)?")
EXAMPLES = (
    "none; 30m (sudden death); 2h+5x60s (five periods of 60 s); 30m+15/10m (15 moves in 10 minutes); "
    "3m+i5s (5 s more a move); 10m+d5s (delay of 5 s); pool2h (one time for both)"
)


def parse(text: str) -> dict | None:
    """A clock configuration with the keys of ``tests/cases/clock.jsonl``; None for ``none``."""
    clean = text.replace(" ", "").lower()
    if clean in ("none", "no", "-"):
        return None
    if clean.startswith("pool"):
        return {"system": "pool", "main_ms": _length(clean[4:], text)}
    main, plus, over = clean.partition("+")
    if not main or (plus and not over):
        raise _unreadable(text)
    if not plus and ("x" in main or "/" in main):
        main, over = "", main
    found = {"main_ms": _length(main, text) if main else 0}
    if not over:
        return {"system": "absolute"} | found
    if match := re.fullmatch(r"(\d+)x(.+)", over):
        return {"system": "byoyomi"} | found | {"periods": int(match[1]), "period_ms": _length(match[2], text)}
    if match := re.fullmatch(r"(\d+)/(.+)", over):
        return {"system": "moves"} | found | {"moves": int(match[1]), "moves_ms": _length(match[2], text)}
    if over[0] == "i":
        return {"system": "fischer"} | found | {"increment_ms": _length(over[1:], text)}
    if over[0] == "d":
        return {"system": "delay"} | found | {"delay_ms": _length(over[1:], text)}
    raise _unreadable(text)


def _length(part: str, text: str) -> int:
    match = _LENGTH.fullmatch(part)
    if not match or not part:
        raise _unreadable(text)
    return sum(int(n or 0) * unit for n, unit in zip(match.groups(), _UNIT.values(), strict=True))


def _unreadable(text: str) -> TengenError:
    return TengenError(f"cannot read the time {text or 'that is empty'}; write it as {EXAMPLES}")
