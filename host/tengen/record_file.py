"""A downloaded game on disk: a line of JSON (the resolved game, what the board said of itself), then the record.

The line says how many records follow, and ends with ``"header_crc"``, the CRC-32 of the line without it. Each record
has a checksum of its own.
"""

import binascii
import contextlib
import json
import os
import re
from pathlib import Path

from shared_rules import record
from tengen.errors import TengenError

SUFFIX = ".tengen"
VERSION = 1
_CRC = re.compile(rb', "header_crc": "([0-9A-F]{8})"}')


def write_atomically(path: Path, data: bytes) -> None:
    """Write a file whole or not at all: to a temporary name beside it, flushed, then renamed.

    What is no plain file (``/dev/stdout``, a pipe) is written into, never replaced.
    """
    part = path.with_name(f".{path.name}.part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        if path.exists() and not path.is_file():
            path.write_bytes(data)
            return
        with part.open("wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        part.replace(path)
    except OSError as error:
        with contextlib.suppress(OSError):
            part.unlink(missing_ok=True)
        raise TengenError(f"cannot write {path}: {error.strerror}") from error


def encode(header: dict, records: bytes) -> bytes:
    """The bytes of a record file; one that was cut off before it was read stays one (``header["records"]``)."""
    number = {"records": max(header.get("records", 0), len(records) // record.SIZE)}
    line = json.dumps({"tengen": VERSION} | header | number, ensure_ascii=False).encode()
    return line[:-1] + b', "header_crc": "%08X"}\n' % binascii.crc32(line) + records


def is_record(data: bytes) -> bool:
    """Whether these bytes are a record file."""
    return data.startswith(b'{"tengen":')


def decode(data: bytes, name: str) -> tuple[dict, bytes]:
    """Header and records of a record file; ``name`` is for the message. TengenError if the header is damaged.

    Files without the header's checksum, as older programs wrote them, are taken as they are. ``header["records"]``: how
    many there were when the file was written, if it says so.
    """
    line, newline, records = data.partition(b"\n")
    try:
        header = json.loads(line)
        checked = header.pop("header_crc", None) is not None
        version = header.pop("tengen")
        header["rules"], header["size"]
    except (ValueError, KeyError, AttributeError, UnicodeDecodeError) as error:
        raise TengenError(f"{name} is not a Tengen record: its first line cannot be read") from error
    if version != VERSION:
        raise TengenError(f"{name} is a record of version {version}, this program reads version {VERSION}: update it")
    if checked:
        crc = _CRC.fullmatch(line[-27:])
        if not crc or binascii.crc32(line[:-27] + b"}") != int(crc[1], 16):
            raise TengenError(
                f"{name} is damaged: its first line has changed (the checksum is wrong); "
                "if the game is still on the board, tengen download and its id fetch it again"
            )
    return header, records


def read(path: Path) -> tuple[dict, bytes]:
    """Header and records of a record file."""
    try:
        return decode(path.read_bytes(), str(path))
    except OSError as error:
        raise TengenError(f"cannot read {path}: {error.strerror}") from error
