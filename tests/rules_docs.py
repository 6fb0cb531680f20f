"""Writes docs/rules/articles.md and docs/rules/states.md from the scenarios and the referee's transition table.

``python -m tests.rules_docs`` writes them; ``tests/host/test_rules_docs.py`` checks that they are as this would write
them.
"""

import json
import re
from pathlib import Path

from shared_rules import states

ROOT = Path(__file__).resolve().parent.parent
SCENARIOS = ROOT / "tests" / "scenarios"
DOCS = ROOT / "docs" / "rules"
# Every article of the rulebook with what the board does, and the field reports of sections A to E.
RULEBOOK = ROOT / "tests" / "cases" / "articles.txt"
REPORTS = ROOT / "tests" / "cases" / "field_reports.txt"

# Article, what the board does, the setting that changes it. In the order of the rulebook.
ARTICLES = [
    ("G2", "enforce", "`handicap`, `setup`"),
    ("G3", "enforce", ""),
    ("G4", "enforce", ""),
    ("G5", "enforce", "`enforcement`"),
    ("G19", "enforce", "`enforcement`"),
    ("G6", "enforce", "`superko`"),
    ("G20", "enforce", "`superko`, `repetition`"),
    ("G7", "enforce", ""),
    ("G13", "enforce", ""),
    ("G8", "guide", ""),
    ("G21", "guide", ""),
    ("G21.1", "guide", ""),
    ("G21.4", "guide", ""),
    ("G9", "enforce", ""),
    ("G11", "enforce", "`komi_zi`"),
    ("G10", "log", ""),
    ("G17.1", "log", ""),
    ("G12.2", "enforce", "`time`"),
    ("G12.4", "enforce", "`time`"),
    ("G12.3", "enforce", "`time`: `periods`, `period_ms`, `calls`"),
    ("G12.5", "enforce", "`time`: `moves`, `moves_ms`, `carry`"),
    ("G14", "enforce", ""),
    ("G22.9", "enforce", ""),
    ("G17.2", "enforce", "`enforcement`"),
    ("G17.3", "guide", "`touch`"),
    ("G17.4", "enforce", "`enforcement`"),
    ("G17.5", "guide", ""),
    ("G17.6", "guide", ""),
    ("G18.1", "guide", "`enforcement`"),
    ("G18.2", "enforce", "`enforcement`"),
    ("G18.3", "enforce", "`enforcement`"),
    ("G22.6", "enforce", ""),
    ("G22.1", "enforce", "`late`, `time`: `late_limit_ms`, `late_factor`"),
    ("G22.2", "enforce", "`time`: `late_limit_ms`"),
    ("G22.3", "enforce", "`late`"),
    ("G22.4", "enforce", ""),
    ("G22.5", "enforce", "`time`: `last_period`"),
    ("G22.8", "enforce", ""),
    ("G24", "enforce", "`enforcement`"),
    ("R1", "enforce", ""),
    ("R1.3", "log", ""),
    ("R6", "log", ""),
    ("R2.1", "enforce", ""),
    ("R2.19", "enforce", "`variant`, `foul`"),
    ("R10.1.6", "enforce", ""),
    ("R10.1.1", "enforce", "`declare`, `variant`"),
    ("R10.1.2", "enforce", "`foul`"),
    ("R10.1.3", "enforce", "`foul`"),
    ("R10.1.4", "enforce", "`foul`"),
    ("R3", "guide", "`opening`"),
    ("R2.16", "guide", "`opening`"),
    ("R2.5", "guide", "`opening`"),
    ("R2.10", "guide", "`opening`, `offers`"),
    ("R9.1.5", "enforce", "`opening`"),
    ("R9.1.6", "enforce", "`opening`"),
    ("R9.1.7", "enforce", "`enforcement`"),
    ("R9.1.8", "enforce", "`enforcement`"),
    ("R9.1.9", "enforce", "`touch`"),
    ("R9.1.2", "log", ""),
    ("R4.2", "log", ""),
    ("R9.1.12", "log", ""),
    ("R9.2", "enforce", "`enforcement`, `time`: `early_press`"),
    ("R10.1.8", "enforce", "`enforcement`"),
    ("R8.1", "enforce", ""),
    ("R10.2", "enforce", ""),
    ("R10.3", "enforce", ""),
    ("R7.1", "enforce", "`time`: `system`"),
    ("R7.2", "enforce", "`time`: `periods`, `period_ms`, `calls`"),
    ("R7.3", "enforce", "`time`: `moves`, `moves_ms`"),
    ("R7.4", "enforce", ""),
    ("R7.5", "enforce", "`late`, `time`: `late_limit_ms`"),
    ("R7.6", "enforce", ""),
    ("R7.7", "enforce", ""),
    ("R7.8", "enforce", ""),
    ("T1", "enforce", "presets `gomoku-club`, `gomoku-club-final`, `gomoku-free`, `gomoku-exact`"),
]

# Articles that the board neither enforces, guides nor logs: what shows them.
ELSEWHERE = {
    "G1": ("tests/host/test_sheet.py", "G1:"),
    "G12.1": ("docs/manual/playing.md", "G12.1"),
} | {f"R2.{n}": ("tests/shared_rules/test_renju.py", "R2.4 to R2.19") for n in (4, 6, 7, 8, 9)}

# Field reports that are a matter of the sensing, the firmware's storage or the host: the test that shows them.
REPORT_TESTS = {
    "A4": ("tests/firmware/test_sensing.py", "A4:"),
    "A5": ("tests/firmware/test_adc_steps.py", "A5:"),
    "A8": ("tests/shared_rules/test_referee.py", "A8:"),
    "A9": ("tests/firmware/test_sensing.py", "A9:"),
    "B4": ("tests/twin/test_field_reports.py", "B4:"),
    "D12": ("tests/twin/test_field_reports.py", "D12:"),
    "D21": ("tests/twin/test_field_reports.py", "D21:"),
    "E8": ("tests/twin/clumsy_check.py", "(E8)"),
    "E11": ("tests/firmware/test_journal.py", "def test_full_storage_warns_and_play_goes_on"),
    "E12": ("tests/host/test_sgf_written.py", "E12"),
}

NOTES = """\
The board sees stones, not hands. A stone of the side that is not to move is its second move (G17.2, R9.1.7) or a slip
of its opponent with the wrong colour. It is shown as a `repair`, and ruled on (void, one warning or violation) as soon
as its owner presses, its opponent claims it, or its opponent moves and leaves it on; then it has to come off before it
can be played.

A move whose press was refused, for a prisoner that is still on or for anything else that is wrong beside it, stands all
the same: a released stone stands (G17.3). So does one that was answered, until both are off again. No other move is
taken in its place: if the two are captured and retaken, as in a ko, other moves may leave the same picture, and the
record says `repair` (`touch`, the point where the move stood) until it is back, or taken back by command. Beside
anything that was told to be wrong one new move is taken, and no answer to it. A stone that is taken up before any of
this leaves the note `touch` when another move is final; so does a ko that is retaken at once without a press, because
the pictures are the same.

In `setup` and `count` a press counts when the button comes up, so that both together, which open the menu, answer
nothing. A move that is ended by the press which opens the menu counts as not yet pressed for what must be said before
the press: a draw offered (R10.3), a five declared (R10.1.1).

While the clock is paused stones may come and go: they are looked at when play goes on. A point whose sensor is masked
is played and cleared by the command `stone`; a press without a stone is no early press while such a point is empty.
"""

# What leads from one state to another.
LABELS = {
    ("ready", "play"): "board shows the starting position",
    ("setup", "play"): "stones are on, press",
    ("play", "choice"): "a swap is open",
    ("play", "offer"): "move 4 final, several fifth moves",
    ("play", "count"): "two passes, or agreed",
    ("play", "over"): "five, foul, flag, resignation, draw, penalty, arbiter",
    ("choice", "play"): "next move, swap, or stay",
    ("choice", "offer"): "move 4 final",
    ("offer", "choose"): "all offered stones on, press",
    ("offer", "play"): "taken back",
    ("choose", "play"): "one left, move 6, press; or taken back",
    ("count", "play"): "dispute",
    ("count", "over"): "both pressed on the same count",
    ("over", "play"): "end overruled",
}


def scenarios():
    """``{name: (articles, reports, what it shows)}`` of every scenario file."""
    found = {}
    known = REPORTS.read_text(encoding="utf-8").split()
    for path in sorted(SCENARIOS.glob("*.jsonl")):
        head = json.loads(path.read_text(encoding="utf-8").splitlines()[0])
        text = path.stem + " " + head["shows"]
        reports = [r for r in re.findall(r"\b[A-E]\d+\b", text) if r in known]
        found[path.stem] = (head["articles"], reports, head["shows"])
    return found


def _names(names):
    return ", ".join(f"`{name}`" for name in names)


def articles_md():
    """The table of articles and scenarios."""
    found = scenarios()
    lines = [
        "# Articles, scenarios, settings",
        "",
        "Every article of the rulebook that the board enforces, guides or logs, with the scenarios of "
        "`tests/scenarios/` that",
        "show it and the settings that change it. Written by `python -m tests.rules_docs`; a test checks that "
        "it is up to date.",
        "",
        "| article | board | scenarios | settings |",
        "|---|---|---|---|",
    ]
    for article, does, setting in ARTICLES:
        shown = [name for name in found if article in found[name][0]]
        lines.append(f"| {article} | {does} | {_names(shown)} | {setting} |")
    lines += ["", "Of the rules cores, the geometry and the manual:", "", "| article | shown by |", "|---|---|"]
    lines += [f"| {article} | `{path}` |" for article, (path, _) in ELSEWHERE.items()]
    lines += ["", "## Field reports", "", "| report | scenarios | other tests |", "|---|---|---|"]
    for report in REPORTS.read_text(encoding="utf-8").split():
        shown = [name for name in found if report in found[name][1]]
        test = f"`{REPORT_TESTS[report][0]}`" if report in REPORT_TESTS else ""
        lines.append(f"| {report} | {_names(shown)} | {test} |")
    lines += ["", "## What each scenario shows", ""]
    lines += [f"- `{name}`: {found[name][2]}" for name in found]
    return "\n".join(lines) + "\n"


def states_md():
    """The states of a game and what leads from one to the other, as a picture."""
    lines = [
        "# States of a game",
        "",
        "From `shared_rules/states.py`; written by `python -m tests.rules_docs`, a test checks that it is up "
        "to date. Any state",
        "but `over` can also end by an arbiter's result or a resignation: those arrows to `over` are drawn "
        "without words.",
        "",
        "```mermaid",
        "stateDiagram-v2",
        "    [*] --> ready",
        "    [*] --> setup : handicap, or any position",
    ]
    for i, name in enumerate(states.STATES):
        for to in states.NEXT[i]:
            label = LABELS.get((name, states.STATES[to]), "")
            lines.append(f"    {name} --> {states.STATES[to]}{' : ' + label if label else ''}")
    lines += [
        "```",
        "",
        "Beside the state there is the status of the picture: what the settled grid shows beside the final position.",
        "",
        "| status | meaning | a press of the side to move |",
        "|---|---|---|",
        "| `clean` | exactly the position | short: early press (G17.4, R9.2); held 2 s: pass, or swap where "
        "one is open |",
        "| `move` | the position after a legal move, perhaps with the answer on too | makes the move final |",
        "| `prisoners` | the same, captured stones still on | refused, warning (G18.2) |",
        "| `lifted` | stones off that one legal move captures, that move not yet on | as `clean` |",
        "| `illegal` | one stone on a point where it may not be played | void (G5, G6), violation (R9.1.5, R9.1.6) |",
        "| `mismatch` | anything else | refused; warning where an article says so. Counts where the move is whole and "
        "only a later stone is too much |",
        "",
        "`illegal` and `mismatch` become a `repair` ruling with the exact points once they have stayed the "
        "same for a second, or",
        "at a press. With six or more points wrong the clock is paused until the board is right.",
        "",
        *NOTES.splitlines(),
    ]
    return "\n".join(lines) + "\n"


def main():
    DOCS.mkdir(parents=True, exist_ok=True)
    (DOCS / "articles.md").write_text(articles_md(), encoding="utf-8")
    (DOCS / "states.md").write_text(states_md(), encoding="utf-8")


if __name__ == "__main__":
    main()
