"""A downloaded game on disk: a line of JSON (the resolved game, what the board said of itself), then the record."""

import contextlib
import json
import os
from pathlib import Path

from tengen.errors import TengenError

SUFFIX = ".tengen"
VERSION = 1


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
    """The bytes of a record file."""
    return json.dumps({"tengen": VERSION} | header, ensure_ascii=False).encode() + b"\n" + records


def is_record(data: bytes) -> bool:
    """Whether these bytes are a record file."""
    return data.startswith(b'{"tengen":')


def decode(data: bytes, name: str) -> tuple[dict, bytes]:
    """Header and records of a record file; ``name`` is for the message."""
    line, newline, records = data.partition(b"\n")
    try:
        header = json.loads(line)
        version = header.pop("tengen")
        header["rules"], header["size"]
    except (ValueError, KeyError, AttributeError, UnicodeDecodeError) as error:
        raise TengenError(f"{name} is not a Tengen record: its first line cannot be read") from error
    if version != VERSION:
        raise TengenError(f"{name} is a record of version {version}, this program reads version {VERSION}: update it")
    return header, records


def read(path: Path) -> tuple[dict, bytes]:
    """Header and records of a record file."""
    try:
        return decode(path.read_bytes(), str(path))
    except OSError as error:
        raise TengenError(f"cannot read {path}: {error.strerror}") from error
