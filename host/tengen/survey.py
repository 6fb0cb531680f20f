"""The CSV file of ``tengen survey``: a line a reading; columns ``time``, ``board``, ``note``, the field of every point.

While it is written it is called ``NAME.csv.part``; ``finish`` gives it its name. A survey that was cut off leaves the
``.part`` file, and the next one goes on with it if it is asked to.
"""

import csv
import io
import os
from pathlib import Path

from tengen import fields
from tengen.board import warn
from tengen.errors import TengenError
from tengen.record_file import write_atomically

FIXED = ["time", "board", "note"]


def header(size: int) -> list[str]:
    """Names of the columns; fields are in mT."""
    return FIXED + [fields.name(p, size) for p in range(size * size)]


class SurveyFile:
    """Takes readings of one board; use it as a context."""

    def __init__(self, path: Path, size: int, serial: str, append: bool):
        """``append``: go on with a survey of the same board. TengenError with one clear line if that cannot be."""
        self.path, self.size, self.serial = path, size, serial
        self.part = path.with_name(path.name + ".part")
        self.rows = 0
        if not path.parent.is_dir():
            raise TengenError(f"there is no folder {path.parent} for the survey")
        before = self._before(append) or _line(header(size))
        try:
            if not self.part.exists():
                write_atomically(self.part, before.encode())
            self._file = self.part.open("r+", newline="", encoding="utf-8")
            # Nothing that was read before is written again: only half a line goes.
            self._file.truncate(len(before.encode()))
            self._file.seek(0, os.SEEK_END)
        except OSError as error:
            raise TengenError(f"cannot write {self.part}: {error.strerror}") from error

    def __enter__(self):
        return self

    def __exit__(self, kind, *_):
        """Give the file its name, also after Ctrl-C; after an error what was read stays in the ``.part`` file."""
        if kind is None or issubclass(kind, KeyboardInterrupt):
            self.finish()
        else:
            self._file.close()
            warn(f"{self.rows} readings are in {self.part}: the same command with --append goes on with it")

    def _before(self, append: bool) -> str:
        """What is there already, whole lines only."""
        source = self.part if self.part.exists() else self.path
        if not source.exists():
            return ""
        if not append:
            what = "is of a survey that was cut off" if source == self.part else "is there already"
            raise TengenError(f"{source} {what}: --append goes on with it, or give another name")
        try:
            text = source.read_bytes().decode()
        except (OSError, UnicodeDecodeError) as error:
            raise TengenError(f"cannot go on with {source}: {error}") from error
        text = text[: text.rfind("\n") + 1]
        rows = list(csv.reader(io.StringIO(text, newline="")))
        if not rows or rows[0] != header(self.size):
            raise TengenError(f"{source} is no survey of a board with {self.size} lines: give another name")
        others = {row[1] for row in rows[1:] if len(row) > 1} - {self.serial}
        if others:
            raise TengenError(f"{source} is a survey of board {', '.join(sorted(others))}, not of {self.serial}")
        self.rows = len(rows) - 1
        return text

    def add(self, time: str, note: str, mt: list[float | None]) -> None:
        """One reading; a point without answer stays empty."""
        values = ["" if value is None else f"{value:.3f}" for value in mt]
        self._file.write(_line([time, self.serial, note, *values]))
        self._file.flush()
        self.rows += 1

    def finish(self) -> None:
        """All is written: the file gets its name."""
        self._file.flush()
        os.fsync(self._file.fileno())
        self._file.close()
        self.part.replace(self.path)


def _line(values: list[str]) -> str:
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerow(values)
    return out.getvalue()
