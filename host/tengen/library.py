"""The library: every downloaded game, in one SQLite file, with its record and SGF beside it."""

import os
import sqlite3
from contextlib import closing, contextmanager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

import platformdirs

from tengen import record_file, sgf
from tengen.errors import TengenError
from tengen.replay import Replay, replay

# Each step takes the database to the next version; steps are never changed, new ones are added.
MIGRATIONS = (
    """
    CREATE TABLE boards (
        serial TEXT PRIMARY KEY, generation TEXT NOT NULL, firmware TEXT NOT NULL, seen TEXT NOT NULL
    );
    CREATE TABLE games (
        number INTEGER PRIMARY KEY,
        serial TEXT NOT NULL, generation TEXT NOT NULL, game TEXT NOT NULL,
        rules TEXT NOT NULL, size INTEGER NOT NULL, preset TEXT NOT NULL,
        black TEXT NOT NULL, white TEXT NOT NULL, event TEXT NOT NULL, date TEXT NOT NULL,
        moves INTEGER NOT NULL, result TEXT NOT NULL, finished INTEGER NOT NULL, same INTEGER NOT NULL,
        records INTEGER NOT NULL, folder TEXT NOT NULL, name TEXT NOT NULL, stored TEXT NOT NULL,
        UNIQUE (serial, generation, game)
    );
    CREATE VIRTUAL TABLE names USING fts5 (black, white, event, content=games, content_rowid=number, tokenize=trigram);
    CREATE TRIGGER game_added AFTER INSERT ON games BEGIN
        INSERT INTO names (rowid, black, white, event) VALUES (new.number, new.black, new.white, new.event);
    END;
    CREATE TRIGGER game_gone AFTER DELETE ON games BEGIN
        INSERT INTO names (names, rowid, black, white, event)
        VALUES ('delete', old.number, old.black, old.white, old.event);
    END;
    CREATE TRIGGER game_changed AFTER UPDATE ON games BEGIN
        INSERT INTO names (names, rowid, black, white, event)
        VALUES ('delete', old.number, old.black, old.white, old.event);
        INSERT INTO names (rowid, black, white, event) VALUES (new.number, new.black, new.white, new.event);
    END;
    """,
)
FOLDER_VARIABLE = "TENGEN_LIBRARY"
_PLAYERS_BYTES = 160  # of a file name, which has 255 with date, id, ending and what is added while it is written
_UNSAFE = '<>:"/\\|?*'


@dataclass(frozen=True)
class Entry:
    """A game of the library, as its row says."""

    number: int
    serial: str
    generation: str
    game: str
    rules: str
    size: int
    preset: str
    black: str
    white: str
    event: str
    date: str
    moves: int
    result: str
    finished: int
    same: int
    records: int
    folder: str
    name: str
    stored: str

    def as_object(self) -> dict:
        """The row for ``--json``."""
        return dict(vars(self)) | {"finished": bool(self.finished), "same": bool(self.same)}


def default_folder() -> Path:
    """Where this system keeps a user's data, or what the environment says."""
    return Path(os.environ.get(FOLDER_VARIABLE) or platformdirs.user_data_dir("tengen", appauthor=False))


class Library:
    """The games in one folder: ``library.sqlite``, ``games/`` and ``unfinished/`` downloads."""

    def __init__(self, folder: Path | None = None):
        self.folder = folder or default_folder()
        path = self.folder / "library.sqlite"
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            self._base = sqlite3.connect(path, timeout=10)
            self._base.row_factory = sqlite3.Row
            self._migrate(path)
        except OSError as error:
            raise TengenError(f"cannot use the library folder {self.folder}: {error.strerror}") from error
        except sqlite3.Error as error:
            raise TengenError(
                f"cannot use {path}: {error}; tengen library rebuild makes it anew from the records beside it"
            ) from error

    def close(self) -> None:
        """Close the database."""
        self._base.close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def _migrate(self, path: Path) -> None:
        version = self._base.execute("PRAGMA user_version").fetchone()[0]
        if version > len(MIGRATIONS):
            raise TengenError(f"{path} was written by a newer tengen (version {version}): update this program")
        for number in range(version, len(MIGRATIONS)):
            self._base.executescript(f"BEGIN;{MIGRATIONS[number]};PRAGMA user_version = {number + 1};COMMIT;")

    @contextmanager
    def _change(self):
        try:
            with self._base:
                yield self._base
        except sqlite3.Error as error:
            raise TengenError(f"cannot write the library in {self.folder}: {error}") from error

    # ---- boards

    def meet(self, serial: str, generation: str, firmware: str) -> str | None:
        """Note a contact; returns the generation id that the board had before if its drive is a new one."""
        row = self._base.execute("SELECT generation FROM boards WHERE serial = ?", (serial,)).fetchone()
        with self._change() as base:
            base.execute(
                "INSERT OR REPLACE INTO boards VALUES (?, ?, ?, ?)", (serial, generation, firmware, _now().isoformat())
            )
        return row["generation"] if row and row["generation"] != generation else None

    # ---- games

    def find(self, serial: str, generation: str, game: str) -> Entry | None:
        """The entry of a board's game."""
        found = self._rows("WHERE serial = ? AND generation = ? AND game = ?", (serial, generation, game))
        return found[0] if found else None

    def get(self, number: int) -> Entry:
        """The entry with this number of the library."""
        found = self._rows("WHERE number = ?", (number,))
        if not found:
            raise TengenError(f"the library has no game {number}: tengen library list shows what it has")
        return found[0]

    def by_id(self, game: str) -> Entry:
        """The entry of the game with this id on its board; TengenError if there is none, or one of several boards."""
        found = self._rows("WHERE game = ? ORDER BY date DESC, number DESC", (game,))
        if not found:
            raise TengenError(f"the library has no game with the id {game}: tengen download {game} fetches it")
        if len(found) > 1:
            which = "; ".join(
                f"{e.number}: {e.date[:10]} {e.black or 'Black'} – {e.white or 'White'}" for e in found[:5]
            )
            raise TengenError(f"games of several boards have the id {game}, say which by its number: {which}")
        return found[0]

    def search(self, text: str = "") -> list[Entry]:
        """Games whose players or event hold all words of ``text``, newest first; all for an empty text.

        Words of three and more characters go through the full text index; shorter ones (many Chinese names) through a
        scan of the same table.
        """
        where, values = [], []
        for word in text.split():
            if len(word) >= 3:
                where.append("number IN (SELECT rowid FROM names WHERE names MATCH ?)")
                values.append('"' + word.replace('"', '""') + '"')
            else:
                where.append("(black || char(10) || white || char(10) || event) LIKE ? ESCAPE '\\'")
                values.append("%" + word.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_") + "%")
        clause = "WHERE " + " AND ".join(where) if where else ""
        return self._rows(f"{clause} ORDER BY date DESC, number DESC", values)

    def _rows(self, clause: str, values) -> list[Entry]:
        try:
            with closing(self._base.execute(f"SELECT * FROM games {clause}", values)) as rows:
                return [Entry(**dict(row)) for row in rows]
        except sqlite3.Error as error:
            raise TengenError(
                f"cannot read the library in {self.folder}: {error}; tengen library rebuild makes it anew"
            ) from error

    def store(self, header: dict, records: bytes, name: str = "") -> tuple[Entry, Replay]:
        """Replay a game, write its record and SGF, then its row: once this returns, the game is safe.

        ``header`` holds the resolved game and ``id``, ``serial``, ``generation``, ``date`` and ``firmware``. A game
        that is here already (an unfinished one that went on) is replaced. ``name``: of its files, where they have one.
        """
        done = replay(header, records)
        game = done.game
        old = self.find(header["serial"], header["generation"], header["id"])
        folder = f"games/{header['serial']}-{header['generation']}"
        name = name or (old.name if old else file_name(header, game.black, game.white))
        record_file.write_atomically(self.record_path(folder, name), record_file.encode(header, records))
        record_file.write_atomically(self.sgf_path(folder, name), sgf.write(game))
        row = {
            "serial": header["serial"],
            "generation": header["generation"],
            "game": header["id"],
            "rules": header["rules"],
            "size": header["size"],
            "preset": header.get("preset") or "",
            "black": game.black,
            "white": game.white,
            "event": header.get("event") or "",
            "date": header.get("date") or "",
            "moves": len(game.played()),
            "result": game.result,
            "finished": int(done.finished),
            "same": int(done.same),
            "records": len(records) // 16,
            "folder": folder,
            "name": name,
            "stored": _now().isoformat(),
        }
        columns = ", ".join(row)
        marks = ", ".join(f":{key}" for key in row)
        updates = ", ".join(f"{key} = excluded.{key}" for key in row)
        with self._change() as base:
            base.execute(
                f"INSERT INTO games ({columns}) VALUES ({marks}) "
                f"ON CONFLICT (serial, generation, game) DO UPDATE SET {updates}",
                row,
            )
        return self.find(header["serial"], header["generation"], header["id"]), done

    @classmethod
    def rebuild(cls, folder: Path | None = None) -> tuple[int, list[str]]:
        """Make ``library.sqlite`` anew from the record files, the old one is kept as ``library.sqlite.old``.

        Gives the number of games, and a line for each record that cannot be read.
        """
        place = folder or default_folder()
        path, found, wrong = place / "library.sqlite", [], []
        for file in sorted(place.glob(f"games/*/*{record_file.SUFFIX}")):
            try:
                header, data = record_file.read(file)
                found.append((header.get("date") or "", header["id"], file, header, data))
            except (TengenError, KeyError) as error:
                wrong.append(f"{file.name} is left out: {error}")
        try:
            if path.exists():
                path.replace(path.with_suffix(".sqlite.old"))
        except OSError as error:
            raise TengenError(f"cannot put {path} aside: {error.strerror}") from error
        with cls(place) as library:
            for _, _, file, header, data in sorted(found, key=lambda one: one[:3]):
                library.store(header, data, file.stem)
        return len(found), wrong

    def record_path(self, folder: str, name: str) -> Path:
        """The record file of an entry."""
        return self.folder / folder / (name + record_file.SUFFIX)

    def sgf_path(self, folder: str, name: str) -> Path:
        """The SGF of an entry."""
        return self.folder / folder / (name + ".sgf")

    # ---- downloads that were cut off

    def part_path(self, serial: str, generation: str, game: str) -> Path:
        """Where the records of a download wait until all are here."""
        return self.folder / "unfinished" / f"{serial}-{generation}-{game}"


def file_name(header: dict, black: str, white: str) -> str:
    """A file name that people can read, and every system takes: ``2026-11-30 Hane - Yamashita 0007``."""
    date = (header.get("date") or "undated")[:10]
    players = f"{black or 'Black'} - {white or 'White'}".encode()[:_PLAYERS_BYTES].decode(errors="ignore")
    text = f"{date} {players.strip()} {header['id']}"
    return "".join("_" if c in _UNSAFE or ord(c) < 32 else c for c in text).strip(". ")


def _now() -> datetime:
    return datetime.now().astimezone().replace(microsecond=0)
