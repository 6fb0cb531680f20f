"""firmware/PROTOCOL.md against the firmware: every request that it lists is known and answers with the keys it says,
and the firmware knows and says nothing that it does not list."""

import base64
import binascii
import json
import re
from pathlib import Path

import pytest

from board.link import CHANGES, LINE_IN, LINE_OUT, LONG_LINE, PROTOCOL, QUERIES, RECORDS
from tengen.link import Link, Refused

TEXT = (Path(__file__).parents[2] / "firmware" / "PROTOCOL.md").read_text()
ROWS = {row[0]: row[1:] for row in re.findall(r"^\| `(\w+)` \| ([QC]) \| (.*?) ?\| (.*) \|$", TEXT, re.M)}
NEW = {"preset": "go-2002", "set": {"size": 9}, "black": "B"}
# In the order in which they can be asked of one board: what needs a board without a game, a game, and its end.
ASKED = (
    ("hello", {"protocol": 1}),
    ("ping", {}),
    ("time", {"seconds": 847000000}),
    ("settings", {}),
    ("set", {"key": "volume", "value": 1}),
    ("fields", {"from": 3}),
    ("raw", {"from": 120}),
    ("selftest", {}),
    ("calibrate", {"do": "mask", "point": "C3"}),
    ("calibrate", {"do": "unmask", "point": "C3"}),
    ("calibrate", {"do": "empty"}),
    ("new", NEW),
    ("live", {"on": True}),
    ("status", {}),
    ("header", {"game": "0001"}),
    ("command", {"command": "result", "args": {"result": "B+F"}}),
    ("games", {}),
    ("read", {"game": "0001"}),
    ("confirm", {}),
    ("reboot", {"to": "run"}),
    ("bye", {}),
)


def keys(text: str) -> set[str]:
    """The top-level keys of the first object of a row's answer; those of the example where the row says "below"."""
    found = re.search(r"`(\{.*?\})`", text)
    if not found:
        return set()
    plain, depth = "", 0
    for char in found[1]:
        depth += char in "{["
        plain += char if depth == 1 else ""
        depth -= char in "}]"
    return set(re.findall(r'"(\w+)"(?=\s*[:,}])', re.sub(r':\s*"[^"]*"', ":", plain)))


def example(word: str) -> set[str]:
    """Keys of the worked answer to ``hello`` or ``status``."""
    return set(json.loads(re.search(rf"`{word}`:\n\n```json\n(.*?)```", TEXT, re.S)[1]))


def test_requests_and_limits_are_those_of_the_document():
    assert {word for word, row in ROWS.items() if row[0] == "Q"} == set(QUERIES)
    assert {word for word, row in ROWS.items() if row[0] == "C"} == set(CHANGES)
    assert {word for word, _ in ASKED} == set(ROWS)
    assert f"Protocol version {PROTOCOL}." in TEXT and f"{LINE_IN} bytes from the host; {LINE_OUT} from" in TEXT
    assert f'"line":{LONG_LINE},"records":{RECORDS},' in TEXT


def test_answers_have_the_keys_of_the_document(twin):
    answer = {}
    with Link(twin.port) as link:
        for word, content in ASKED:
            if word == "confirm":
                records = base64.b64decode(answer["data"])
                content = {"game": "0001", "records": answer["count"], "crc": f"{binascii.crc32(records):08X}"}
            answer = link.request(word, content)
            wanted = keys(ROWS[word][2]) or (example(word) if word in ("hello", "status") else set())
            assert set(answer) == wanted, word


def test_refusals_are_those_of_the_document(twin):
    words = set(re.findall(r"^\| `(\w+)` \| [^|]*\| [^|]*\|$", TEXT.partition("## Refusals")[2], re.M))
    asked = {
        "unknown": ("fly", {}),
        "bad": ("set", {"key": "volume", "value": 9}),
        "missing": ("read", {"game": "0042"}),
        "refused": ("command", {"command": "pause"}),
    }
    assert set(asked) < words
    with Link(twin.port) as link:
        for word, request in asked.items():
            with pytest.raises(Refused) as caught:
                link.request(*request)
            assert caught.value.word == word and caught.value.answer["say"]
