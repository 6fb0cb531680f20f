"""Words for what hands do, typed while a twin runs (``tengen twin serve``, ``make play``)."""

import json

from tengen.errors import TengenError

HELP = """\
b Q16         a black stone on Q16 (w: white; several points: b Q16 R16)
lift Q16      take stones off
move Q16 R16  push a stone to another point
b, hold b     press Black's button; hold it two seconds: a pass (w: White's)
menu          hold both: the menu of the game
usb off       pull the cable (on: plug it in); power off, power on"""
SIDES = {"b": "black", "black": "black", "w": "white", "white": "white"}
HOLD_S = 2.5  # the board asks for two seconds


def events(line: str) -> list[dict]:
    """Events of a scenario, without ``at``, for a line that was typed: words, or an event as JSON.

    TengenError with one clear line if it is neither.
    """
    if line.lstrip().startswith("{"):
        try:
            return [json.loads(line)]
        except ValueError as error:
            raise TengenError(f"not JSON ({error}): {line.strip()}") from None
    word, *rest = line.lower().split()
    if word in SIDES:
        side = SIDES[word]
        return [{"do": "place", "point": p, "color": side} for p in rest] or [{"do": "press", "side": side}]
    if word == "press" and len(rest) == 1 and rest[0] in SIDES:
        return [{"do": "press", "side": SIDES[rest[0]]}]
    if word == "lift" and rest:
        return [{"do": "lift", "point": p} for p in rest]
    if word == "move" and len(rest) == 2:
        return [{"do": "slide", "from": rest[0], "to": rest[1]}]
    if word == "hold" and len(rest) == 1 and rest[0] in SIDES:
        return [{"do": "hold", "side": SIDES[rest[0]], "seconds": HOLD_S}]
    if word == "menu" and not rest:
        return [{"do": "hold", "side": side, "seconds": HOLD_S} for side in ("black", "white")]
    if word in ("usb", "power") and rest in (["on"], ["off"]):
        return [{"do": word, "on": rest == ["on"]}]
    raise TengenError(f"not understood: {line.strip()}; help lists what can be typed")
