"""What an arbiter typed, checked before it goes to the board, where it would stand in the record for good.

Which command takes which arguments says ``shared_rules/commands.py``; what may stand in each, this module. Whether a
command makes sense at this moment of the game only the referee knows.
"""

import re

from shared_rules import articles, commands, points
from tengen.describe import counted
from tengen.errors import TengenError

# The referee refuses these without a side.
OF_A_SIDE = "claim,resign,draw_offer,draw_accept,draw_refuse,agree_end,dispute,warn,set_time,late,turn"
NEEDED = {"claim": "what", "choose": "what", "result": "result", "late": "by_ms", "play": "moves", "mask": "point"}
NEEDED |= {"stone": "point,color"}
ONE_OF = {"penalty": "black_ms,white_ms", "set_time": "main_ms,periods,period_left_ms,bank_ms,moves_left"}
CLAIMS = "five,foul,overline,time,moved,touch,turn,opening,dropped,straightened"
WORDS = {
    ("claim", "what"): CLAIMS,
    ("swap", "what"): "names",
    ("overrule", "what"): "end,warning,void",
    ("choose", "what"): "stay,swap,black,white,two_more,offer",
    ("mask", "what"): "on,off",
    ("accept_position", "to_play"): "black,white",
    ("stone", "color"): "black,white,empty",
}
# What each does, in a line.
DOES = {
    "pause": "stop the clocks (G14)",
    "resume": "let the clocks go on",
    "claim": f"a claim for a side (R10.1.2, G17.3): {CLAIMS.replace(',', ', ')}",
    "resign": "a side resigns",
    "draw_offer": "a side offers a draw (R10.3)",
    "draw_accept": "a side accepts the draw that is offered",
    "agree_end": "a side says that the game is over (G7, G13)",
    "dead": "dead stones after both have passed, like Q16,S17 (G8)",
    "dispute": "a side does not agree: play goes on (G21)",
    "swap": "the colours change sides (R2.5); what=names: only the names (G17.1)",
    "take_back": "the last moves are void",
    "warn": "a warning or violation for a side; the second one loses at strict",
    "penalty": "give time, or with a minus take it, in milliseconds (R9.2)",
    "set_time": "set a side's clock (G22.8)",
    "accept_position": "the stones stay as they lie (G17.5)",
    "overrule": "take back an end, a warning, or let a void move stand",
    "result": "decide the game: B+F, W+F, 0 (a draw), Void",
    "draw_refuse": "a side refuses the draw that is offered",
    "stone": "a stone (black, white, empty) on a point whose sensor is masked",
    "choose": "an opening's choice: stay, swap, two_more, offer",
    "late": "a side came late, before its first move (G22.1, R7.5)",
    "split_pool": "halve what is left of a common time (R7.1)",
    "play": "moves as they were agreed, like Q16,D4, kept even if not legal (G17.5)",
    "turn": "set the side to move",
    "mask": "do not believe the sensor of a point any more; what=off: again",
}
DAY_MS = 24 * 3600 * 1000
RANGES = {key: (0, DAY_MS) for key in ("main_ms", "period_left_ms", "bank_ms", "by_ms")}
RANGES |= {key: (-DAY_MS, DAY_MS) for key in ("black_ms", "white_ms")}  # given, or taken (R9.2)
RANGES |= {"periods": (0, 100), "moves_left": (0, 400)}
MOVES_BACK = (1, 400)
# The record keeps no more than eight characters.
RESULT = re.compile(r"[BW]\+([RTF]|\d{1,3}(\.\d{1,2})?)?|0|Void")


def check(command: str, args: dict, side: str | None) -> None:
    """TengenError with one clear line that names the argument, if the command cannot be meant so.

    ``args``: values as ``options.pairs`` reads them; ``side``: ``black``, ``white`` or None.
    """
    try:
        commands.encode(command, args)
    except ValueError as error:
        raise TengenError(str(error)) from None
    if side is None and (command in OF_A_SIDE.split(",") or (command == "overrule" and args.get("what") == "warning")):
        raise TengenError(f"{command} concerns one side: add --side black or --side white")
    given = [key for key, value in args.items() if value not in (None, "")]
    missing = [key for key in NEEDED.get(command, "").split(",") if key and key not in given]
    if missing:
        raise TengenError(f"{command} needs {' and '.join(key + '=' for key in missing)}{_choice(command, missing[0])}")
    if command in ONE_OF and not set(given) & set(ONE_OF[command].split(",")):
        raise TengenError(f"{command} needs at least one of {', '.join(k + '=' for k in ONE_OF[command].split(','))}")
    for key in given:
        _check_value(command, key, args[key])


def listing() -> list[str]:
    """All commands: a line with what each takes, a line with what it does."""
    lines = []
    for name, takes in commands.COMMANDS:
        words = [name, *(word + "=" for word in takes.split(",") if word)]
        words += ["--side"] if name in OF_A_SIDE.split(",") else []
        lines += [" ".join(words), f"    {DOES[name]}"]
    return lines


def check_points(command: str, args: dict, size: int, rules: str) -> None:
    """TengenError if a point among the arguments is not on the board of the running game."""
    keys = {"dead": "points", "play": "moves", "stone": "point", "mask": "point"}
    value = args.get(keys.get(command, "")) or ""
    for name in value if isinstance(value, list) else str(value).split(","):
        try:
            if name:
                points.parse(str(name), size, rules)
        except ValueError as error:
            raise TengenError(str(error)) from None


def why_not(command: str, args: dict, game: dict) -> str:
    """Why a command made no sense, as far as the status of the game before it tells; empty if it does not."""
    over, go, what = bool(game.get("result")), game.get("rules") == "go", args.get("what")
    reasons = (
        (over and command not in ("overrule", "result", "swap"), "the game is over"),
        (not over and command == "overrule" and what in (None, "end"), "the game is not over"),
        (command in ("set_time", "penalty", "late", "split_pool") and not game.get("clock"), "the game has no clock"),
        (command == "late" and bool(game.get("move")), "a move has been made"),
        (command == "split_pool", "the sides have no common time"),
        (command == "agree_end" and not go, "that is for Go; in renju a draw is agreed on"),
        (go and command in ("draw_offer", "draw_accept", "choose"), "that is for renju and gomoku"),
        (go and command == "swap" and what is None, "colours are swapped in renju and gomoku"),
        (command in ("swap", "choose") and what != "names", "the opening leaves no choice here"),
        (command in ("dead", "dispute") and game.get("phase") != "count", "there is no count: both sides pass first"),
        (command == "take_back", f"the game has {counted(game.get('move') or 0, 'move')}"),
        (command == "stone", "the sensor of this point is believed: mask it first"),
    )
    return next((reason for holds, reason in reasons if holds), "")


def _choice(command: str, key: str) -> str:
    words = WORDS.get((command, key))
    return f": one of {words.replace(',', ', ')}" if words else ""


def _check_value(command: str, key: str, value) -> None:
    if (command, key) in WORDS:
        if str(value) not in WORDS[command, key].split(","):
            raise TengenError(f"{key}={value}: {command} takes {WORDS[command, key].replace(',', ', ')}")
    elif key == "rule":
        try:
            if value == "-":
                raise ValueError
            articles.code(str(value))
        except ValueError:
            raise TengenError(f"rule={value}: no such article; rule=G17.5 or rule=R9.1.12 are some") from None
    elif key == "result" and not RESULT.fullmatch(str(value)):
        raise TengenError(f"result={value}: write B+R, W+F, B+T, W+3.5, B+, 0 (a draw) or Void")
    elif key in RANGES or (command, key) == ("take_back", "moves"):
        low, high = RANGES.get(key, MOVES_BACK)
        if type(value) is not int or not low <= value <= high:
            raise TengenError(f"{key}={value}: a whole number from {low} to {high}{_unit(key)}")


def _unit(key: str) -> str:
    return ", in milliseconds" if key.endswith("_ms") else ""
