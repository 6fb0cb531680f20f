"""Writes the tables of the player's manual from the firmware's data: ``python -m tengen.twin.manual_tables``.

``docs/manual/tables.md`` gets the messages, the sounds and the calls; what each message means is said in
``docs/manual/messages.json`` (message -> meaning).
"""

import json
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
MANUAL = ROOT / "docs" / "manual"
sys.path[:0] = [str(ROOT), str(ROOT / "firmware")]

from board import calibrating, messages, sounds, texts  # noqa: E402  the firmware is not a package of the host's
from shared_rules.clock_config import CALL_TABLES  # noqa: E402

_SOUNDS = {
    "press": "a clock button went down",
    "move": "a move is final",
    "pass": "a pass",
    "wrong": "the board is not as it should be, or the move does not count",
    "warning": "a warning, a violation or a time penalty",
    "lift": "captured stones are to be lifted; a draw was offered",
    "right": "the board is right again",
    "call1": "byo-yomi call: 25 s or more left",
    "call2": "byo-yomi call: 15 to 24 s left",
    "call3": "byo-yomi call: 8 to 14 s left",
    "call4": "byo-yomi call: 4 to 7 s left",
    "call5": "byo-yomi call: under 4 s left",
    "count1": "last period, 1: nine seconds left (to `count9`, one second left, each a tone higher)",
    "period": "a period is used up",
    "overtime": "main time is used up, byo-yomi begins",
    "low": "ten seconds before a flag that no call announces",
    "flag": "time is up",
    "start": "a game starts",
    "pause": "the clock stands",
    "resume": "the clock goes on",
    "end": "the game is over",
    "step": "menu: left",
    "choose": "menu: right",
}


def message_texts() -> list[str]:
    """Every message, alphabetically."""
    found = [*vars(messages).items(), *vars(calibrating).items()]
    words = [value for name, value in found if name.isupper() and isinstance(value, str)]
    of_rulings = Path(texts.FOLDER, "messages.txt").read_text(encoding="utf-8").splitlines()
    words += [line.partition("=")[2] for line in of_rulings if not line.startswith("#")]
    return sorted({*words, *messages.WAITING.values()})


def sound_names() -> list[str]:
    """Names of all patterns, in the firmware's order."""
    return [line.split()[0] for line in sounds.PATTERNS.strip().splitlines()]


def pattern_text(pattern) -> str:
    """``1000 Hz 120 ms, pause 90 ms, ...``"""
    return ", ".join(f"{hertz} Hz {ms} ms" if hertz else f"pause {ms} ms" for hertz, ms in pattern)


def table(heads: list[str], rows: list[list[str]]) -> list[str]:
    """Lines of a Markdown table."""
    return ["| " + " | ".join(row) + " |" for row in [heads, ["---"] * len(heads), *rows]] + [""]


def tables() -> str:
    """The whole document."""
    meanings = json.loads((MANUAL / "messages.json").read_text(encoding="utf-8"))
    calls = []
    for name, (seconds, count_from) in CALL_TABLES.items():
        last = name.endswith("last") or name.startswith("renju")
        period = int("".join(c for c in name if c.isdigit()))
        words = [
            f"{second} s: {second - count_from if count_from and second > count_from else second}"
            f" ({sounds.call_sound(second, period * 1000, last)})"
            for second in seconds
        ]
        calls.append([name, ", ".join(words)])
    patterns = [
        [f"`{name}`", _SOUNDS[name], pattern_text(sounds.pattern(name))] for name in sound_names() if name in _SOUNDS
    ]
    return "\n".join(
        [
            "# Messages, sounds and calls",
            "",
            "Made from the firmware's data by `python -m tengen.twin.manual_tables`; article ids are the rulebook's.",
            "",
            "## Messages",
            "",
            *table(
                ["display", "Chinese", "meaning"],
                [[text, messages.translate(text, "zh"), meanings[text]] for text in message_texts()],
            ),
            "## Sounds",
            "",
            *table(["sound", "when", "pattern"], patterns),
            "## Calls in byo-yomi",
            "",
            "Second of the period: what is called, and its sound in brackets. Tables ending in `last` hold in a side's",
            "last period. The end of a period is called `minute used, N left`, of the last one `10` in Go, `time` in",
            "renju.",
            "",
            *table(["table", "calls"], calls),
        ]
    )


def main() -> None:
    """Write the document whole or not at all."""
    temporary = MANUAL / "tables.tmp"
    temporary.write_text(tables(), encoding="utf-8")
    temporary.replace(MANUAL / "tables.md")
    print("docs/manual/tables.md")


if __name__ == "__main__":
    main()
