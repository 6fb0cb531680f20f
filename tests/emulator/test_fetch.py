"""A game of 300 moves over the emulated cable from the unmodified firmware. Skipped without an image.

Times are emulated ones, of a chip at 125 MHz; what the host computes in between costs nothing.
"""

import binascii
import json
import os
from pathlib import Path

import pytest

IMAGE = os.environ.get("UF2")
pytestmark = pytest.mark.skipif(not IMAGE, reason="needs a MicroPython image: make test-emulator UF2=FILE")

pytest.importorskip("rp2040py")
from shared_rules import record  # noqa: E402
from tengen.flash import build  # noqa: E402
from tests.emulator.client import Emulator, make_drive  # noqa: E402
from tests.emulator.test_a_game import connect  # noqa: E402

MOVES, RECORDS_A_MOVE = 300, 5  # a stone, its ruling, press and release; captured stones, heartbeats and calls
CHUNK = 4080
LIMIT_MS = 500


def stored_game() -> tuple[dict[str, bytes], bytes]:
    """Files of a finished game as the journal leaves them, and its records."""
    count = MOVES * RECORDS_A_MOVE
    records = bytearray(count * record.SIZE)
    for i in range(count):
        record.pack_into(records, i * record.SIZE, record.POINT, 1 + i % 2, i, i * 700, i % 361)
    head = {"rules": "go", "size": 19, "black": "本因坊", "white": "W", "format": 1}
    end = {"records": count, "crc": f"{binascii.crc32(records):08X}", "result": "B+R"}
    files = {"game.json": json.dumps(head).encode(), "end": json.dumps(end).encode()}
    for number in range(0, len(records), CHUNK):
        files[f"c{number // CHUNK:02}"] = bytes(records[number : number + CHUNK])
    return {f"tengen/games/0001/{name}": data for name, data in files.items()}, bytes(records)


def test_a_game_of_300_moves_is_fetched_in_half_a_second(tmp_path):
    files, records = stored_game()
    make_drive(tmp_path / "drive", build.build("RP2040"), files)
    with Emulator(Path(IMAGE), tmp_path / "drive") as pico:
        board = connect(pico.port)
        began = pico.now()
        (game,) = board.games()
        head = board.header(game.id)
        got = b"".join(board.read(game.id, 0, game.records))
        board.confirm(game.id, got)
        spent = pico.now() - began
        board.link.close()
    verdict = "ok" if spent <= LIMIT_MS else "OVER"
    print(f"\ndownload of {MOVES} moves, {game.records} records, with list, header and confirmation:")
    print(f"{spent:.0f} ms, limit {LIMIT_MS} {verdict}")
    assert spent <= LIMIT_MS
    assert got == records and head["black"] == "本因坊" and not game.confirmed
