"""A million damaged and random lines: no crash, nothing done that was not asked for, nothing lost, frames heard."""

import binascii
import json
import random
import tempfile

from board.journal import Journal
from board.link import CHANGES, QUERIES, Link
from shared_rules import record
from tests.firmware_host.test_link_machine import Board, Cable

FRAMES = 1_000_000
SEED = 20261130


def frame(seq: int, token: str, word: str, content: dict) -> bytes:
    body = f"?{seq} {token} {word} {json.dumps(content)}".encode()
    return body + b" %08X\n" % binascii.crc32(body)


def damaged(dice: random.Random, line: bytes) -> bytes:
    """A line that a bad cable, or a program that is not ours, might send; never a whole frame of ours."""
    kind = dice.randrange(8)
    if kind == 0:
        return dice.randbytes(dice.randrange(1, 120)) + b"\n"
    if kind == 1:
        return bytes(dice.choices(b'?=!*0123456789abcdef {}[]":,\n', k=dice.randrange(1, 90))) + b"\n"
    if kind == 2:
        return line[: dice.randrange(1, len(line) - 1)] + dice.choice([b"", b"\n", b"\r"])
    if kind == 3:
        return dice.choice([b"AT\r", b"AT+GMI\r\n", b"\x7e\x00\x78\xf0\x7e", "本".encode(), b"\x03", b"\x04\x01"])
    data = bytearray(line)
    for _ in range(dice.randrange(1, 5)):
        at = dice.randrange(len(data) - 1)
        data[at] ^= 1 << dice.randrange(8)
    if kind == 4:
        at = dice.randrange(len(data) - 1)
        data[at:at] = dice.randbytes(dice.randrange(1, 8))
    elif kind == 5:
        at = dice.randrange(len(data) - 1)
        del data[at : at + dice.randrange(1, 9)]
    return bytes(data)


def test_a_million_damaged_lines():
    dice = random.Random(SEED)
    with tempfile.TemporaryDirectory() as folder:
        board = Board(folder)
        journal: Journal = board.journal
        name = journal.create({"rules": "go", "size": 19})
        for move in range(100):
            journal.append(record.POINT, 1 + move % 2, move * 999, move, move)
        journal.finish()
        before = journal.read(name, 0, 1000)
        cable = Cable()
        link = Link(cable, board)
        words, now, heard, asked = QUERIES + CHANGES, 0, 0, 0
        for number in range(FRAMES):
            seq = dice.randrange(1, 1000)
            content = {"nonce": str(number), "game": name, "from": dice.randrange(200), "key": "volume", "value": 0}
            line = frame(seq, "c0de", dice.choice(words), content)
            harmed = damaged(dice, line)
            if harmed == line:
                continue  # two flips of the same bit
            cable.to_board += harmed
            now = (now + 1) % (1 << 30)
            link.service(now)
            cable.takes = dice.choice([0, 1, 64, 1 << 20])
            if number % 100 == 99:
                # A whole frame after any of it is heard.
                cable.takes = 1 << 20
                for _ in range(20):
                    link.service(now)
                cable.to_host, cable.to_board = b"", b"\n" + frame(number, "beef", "read", {"game": name})
                now = (now + 4000) % (1 << 30)
                for _ in range(4):
                    link.service(now)
                found = [line for line in cable.to_host.split(b"\n") if line.startswith(b"=%d beef" % number)]
                asked += 1
                heard += len(found) == 1
                cable.to_host = b""
        print(
            f"\nlink: {FRAMES} damaged lines, {link.damaged} told so, {len(board.done)} changes done, "
            f"{heard} of {asked} whole frames heard"
        )
        assert heard == asked
        assert board.done == []
        assert board.board_settings["volume"] == 2
        assert journal.read(name, 0, 1000) == before
