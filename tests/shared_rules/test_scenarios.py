"""Every scenario of tests/scenarios on the ideal board: the rulings must be those it expects; the list is printed."""

import json
import os

from ideal_board import load
from scenario_check import differs, run

_HERE = __file__.replace("\\", "/").rpartition("/")[0] or "."
FOLDER = _HERE + "/../scenarios/"


def _play(wanted):
    failed = []
    count = 0
    for name in sorted(os.listdir(FOLDER)):
        if not name.endswith(".jsonl") or not wanted(name):
            continue
        with open(FOLDER + name) as lines:
            head = json.loads(lines.readline())
        board, expect = run(FOLDER + name)
        found = differs(board.rulings, expect)
        if board.replayed(load(FOLDER + name)[0]) != board.rulings:
            found = "its facts give other rulings when they are replayed"
        print("%-28s %-8s %s" % (name[:-6], "ok" if not found else "FAILED", head["shows"]))
        count += 1
        if found:
            failed.append(name + ": " + found)
    assert count, "no scenarios"
    assert not failed, "\n".join(failed)


def test_articles_of_go():
    _play(lambda name: name[0] == "G")


def test_articles_of_renju():
    _play(lambda name: name[0] in "RT")


def test_field_reports_and_the_rest():
    _play(lambda name: name[0] not in "GRT")
