"""The record of every game on flash, whole after a power cut at any moment.

``<root>/games/<id>/`` holds a game: ``game.json`` (the resolved game, names, date, and ``format``), its records in
chunks ``c00``, ``c01`` ... of at most one flash block, ``end`` once it is over (number of records, their CRC-32, the
result), ``confirmed`` once a host has it.

A flush must be cheap: one erase is 45 ms and wears the flash. So it writes the few new records into a small file of
``<root>/tail``, which littlefs keeps in its metadata log (about fourteen flushes to an erase), and only when the tail
is full do all of them go into the chunk, which costs an erase. A tail file names its game and its first record, so
what the chunk has already is ignored at start-up and nothing need be deleted. A heartbeat (a TIME record and
little else) goes to ``<root>/beat``, a log of its own, and becomes part of the record with the next flush, or at
start-up.
"""

import binascii
import json
import os
import struct

from board import durable
from shared_rules import record
from shared_rules.native import const
from shared_rules.points import NO_POINT

FORMAT = const(1)
MAX_GAMES = const(40)
# What a long game with its folders takes; with less the players are warned before they begin.
ROOM_FOR_A_GAME = const(98304)
_SLOTS = const(16)
_SLOT_BYTES = const(384)  # 24 records; with its head still inside the metadata
_BEAT_BYTES = const(128)  # what may wait beside a heartbeat, such as the release of a button
_TAIL_BYTES = const(1360)  # three of them in a chunk
_CHUNK_BYTES = const(4096)
_CHUNKS = const(36)  # the last one grows without limit
_HEAD = "<HIH"  # game, first record, CRC-16 of these
_HEAD_BYTES = const(8)
_FULL = "Storage is full: download the games to a computer, this game is not being saved"


class Journal:
    """Games under ``root``; at most one of them is being written. Opening it repairs what a power cut left."""

    def __init__(self, root):
        """``root``: a folder that exists, on littlefs."""
        self._games = root + "/games"
        self._tails = (root + "/tail", root + "/beat")
        for folder in (self._games,) + self._tails:
            durable.make_folder(folder)
        self.root = root
        self._scratch = bytearray(record.SIZE)
        self._table = None
        self._file = None  # of the chunk that is being read, with what is read next
        self._file_left = 0
        self.current = None  # id of the game being written
        self.warning = None  # one line about storage for the players, or None
        self._close()
        self._collect_tail()
        self._unended = self._sweep()

    # ---- the running game

    def create(self, game):
        """Begin a game (a resolved game with names and date) and return its id. See ``warning`` afterwards.

        The oldest games that a host has confirmed go if room is short; ``OSError`` if not even ``game.json`` finds any.
        """
        enough = self.make_room(ROOM_FOR_A_GAME, MAX_GAMES - 1)
        self.leave()
        ids = self._ids()
        self.warning = None if enough else "Storage is nearly full: download the games to a computer"
        name = "%04d" % ((int(ids[-1]) if ids else 0) + 1)
        head = dict(game)
        head["format"] = FORMAT
        durable.make_folder(self._games + "/" + name)
        durable.replace("%s/%s/game.json" % (self._games, name), json.dumps(head).encode())
        self._unended.append(name)
        self._open(name)
        return name

    def resume(self, name):
        """Go on writing a game that is not finished."""
        if name not in self.unfinished():
            raise ValueError("there is no unfinished game %s" % name)
        if name != self.current:
            self.leave()
            self._open(name)

    def append(self, kind, side, t, point=NO_POINT, value=0):
        """Add a record; it is durable after ``flush``. A TIME right after another replaces it."""
        last = len(self._pending) - record.SIZE
        if kind == record.TIME and last >= 0 and self._pending[last] == record.TIME:
            self._pending = self._pending[:last]
            self._count -= 1
        if self.current is None:
            raise ValueError("no game is being written")
        record.pack_into(self._scratch, 0, kind, side, self._count, t, point, value)
        self._pending.extend(self._scratch)
        self._count += 1

    def append_text(self, text):
        """Add a TEXT record of at most ten bytes."""
        record.pack_text_into(self._scratch, 0, self._count, text)
        self._pending.extend(self._scratch)
        self._count += 1

    @property
    def count(self):
        """Number of records of the running game, durable or not."""
        return self._count

    def flush(self):
        """Make every record durable; False if there is no room (play goes on, the next flush tries again)."""
        if not self._pending:
            return True
        try:
            self._store()
        except OSError:
            if not self.make_room(_CHUNK_BYTES * 4):
                self.warning = _FULL
                return False
            try:
                self._store()
            except OSError:
                return False
        return True

    def finish(self, result=""):
        """The game is over: everything into the chunks, and ``end``. False if there was no room."""
        if self.current is None:
            return True
        name = self.current
        try:
            self._to_chunk(self._pending)
            crc = self._crc(name)
            end = {"records": self._count, "crc": crc, "result": result}
            durable.replace("%s/%s/end" % (self._games, name), json.dumps(end).encode())
        except OSError:
            return False
        self._unended.remove(name)
        self._close()
        self._table = None
        return True

    def leave(self):
        """Leave the running game unfinished, complete in its chunks; ``OSError`` if there is no room for that."""
        if self.current is not None:
            self._to_chunk(self._pending)
            self._close()

    # ---- all games

    def games(self, start=0, most=MAX_GAMES):
        """Games, oldest first: ``[id, records, state, confirmed, bytes]``; states are those of the link's ``games``."""
        return [self._describe(name) for name in self._ids()[start : start + most]]

    def number(self):
        """How many games there are."""
        return len(self._ids())

    def unfinished(self):
        """Ids of the games that have no end and can be read, oldest first.

        One that a newer firmware wrote is left as it is, and ``warning`` says so.
        """
        found = []
        for name in self._unended:
            head = self.header(name)
            if head and head.get("format", FORMAT) > FORMAT:
                self.warning = "Game %s was written by a newer firmware: update this board" % name
            elif head:
                found.append(name)
        return found

    def header(self, name):
        """The ``game.json`` of a game as an object, None if there is no such game."""
        return durable.read_json("%s/%s/game.json" % (self._games, name))

    def has(self, name):
        """Whether there is a game of this id."""
        return self._table is not None and self._table[0] == name or name in self._ids()

    def header_bytes(self, name):
        """The bytes of ``game.json``, None if there is no such game."""
        return durable.read("%s/%s/game.json" % (self._games, name)) if self.has(name) else None

    def total(self, name):
        """Number of durable records of a game."""
        table = self._chunks(name)
        return table[-1][1] if name != self.current else table[-1][1] + len(self._tail) // record.SIZE

    def read(self, name, start, count):
        """Bytes of up to ``count`` durable records from record ``start``."""
        count = max(0, min(count, self.total(name) - start))
        found = bytearray(count * record.SIZE)
        return bytes(memoryview(found)[: self.readinto(name, start, found, count) * record.SIZE])

    def readinto(self, name, start, buffer, count):
        """Copy up to ``count`` durable records from record ``start`` into ``buffer``; how many they are."""
        room, done = memoryview(buffer), 0
        while done < count:
            size = min(self._chunk_at(name, start + done), count - done)
            if not size:
                break
            size = self._file.readinto(room[done * record.SIZE : (done + size) * record.SIZE]) // record.SIZE
            self._file_at += size
            self._file_left -= size
            done += size
        if name == self.current or not self._file_left:
            self.close_file()  # it will grow, or has been read to its end
        if name == self.current:
            at = (start + done - self._chunks(name)[-1][1]) * record.SIZE
            rest = self._tail[at : at + (count - done) * record.SIZE]
            room[done * record.SIZE : done * record.SIZE + len(rest)] = rest
            done += len(rest) // record.SIZE
        return done

    def _chunk_at(self, name, at):
        """Open the chunk with record ``at``, which is the next one to be read then; how many the chunk has from it on.

        It stays open until it is read to its end or ``close_file``: a download reads one piece after the other.
        """
        if self._file and self._file_name == name and self._file_at == at and self._file_left:
            return self._file_left
        self.close_file()
        table = self._chunks(name)
        for i in range(1, len(table)):
            before, (chunk, after) = table[i - 1][1], table[i]
            if before <= at < after:
                self._file = open("%s/%s/%s" % (self._games, name, chunk), "rb")
                self._file.seek((at - before) * record.SIZE)
                self._file_name, self._file_at, self._file_left = name, at, after - at
                return after - at
        return 0

    def close_file(self):
        """Close the chunk that is being read; whoever stops before its end must, for none is left to the collector."""
        if self._file:
            self._file.close()
            self._file = None

    def confirm(self, name, records, crc):
        """A host has the game safely, with this CRC-32 (eight hex digits) over all records.

        ``ValueError`` with one clear line if it is not over or not the same.
        """
        end = self._end(name)
        if end is None:
            raise ValueError("game %s is not over" % name)
        if end["records"] != records or end["crc"] != crc:
            raise ValueError(
                "game %s has %d records with CRC %s: download it again" % (name, end["records"], end["crc"])
            )
        path = "%s/%s/confirmed" % (self._games, name)
        if not durable.exists(path):
            durable.replace(path, b"1")

    # ---- room

    def free(self):
        """Free bytes on the drive."""
        stat = os.statvfs(self.root)
        # littlefs counts shared blocks twice: when it is nearly full, the free ones are below 0, as a huge number.
        return stat[0] * stat[3] if stat[3] <= stat[2] else 0

    def make_room(self, size, most=MAX_GAMES):
        """Remove the oldest confirmed games until ``size`` bytes are free and at most ``most`` games are left.

        False if that cannot be had. The newest game always stays: its number must not be given twice.
        """
        ids = self._ids()
        for name in ids[:-1]:
            if len(ids) <= most and self.free() >= size:
                return True
            if name != self.current and durable.exists("%s/%s/confirmed" % (self._games, name)):
                self._remove(name)
                ids = [other for other in ids if other != name]
        return len(ids) <= most and self.free() >= size

    def _remove(self, name):
        # game.json goes first: without it the folder is rubbish, which _sweep takes away at the next start.
        durable.remove("%s/%s/game.json" % (self._games, name))
        self._clear(name)

    def _clear(self, name):
        self.close_file()
        folder = self._games + "/" + name
        for entry in os.listdir(folder):
            durable.remove(folder + "/" + entry)
        os.rmdir(folder)
        self._table = None

    def _sweep(self):
        """Take away folders without a game, created or removed when the power failed; the ids of games without end."""
        found = []
        for name in self._ids():
            files = os.listdir(self._games + "/" + name)  # one look a game: there may be forty at power-on
            if "game.json" not in files:
                self._clear(name)
            elif "end" not in files:
                found.append(name)
        return found

    # ---- inside

    def _ids(self):
        return sorted(os.listdir(self._games))

    def _end(self, name):
        return durable.read_json("%s/%s/end" % (self._games, name))

    def _describe(self, name):
        end = self._end(name)
        total = end["records"] if end else self.total(name)
        state = "finished" if end else "playing" if name == self.current else "unfinished"
        confirmed = bool(end) and durable.exists("%s/%s/confirmed" % (self._games, name))
        return [name, total, state, confirmed, total * record.SIZE]

    def _crc(self, name):
        """CRC-32 over all durable records, eight hex digits."""
        crc = start = 0
        while True:
            data = self.read(name, start, 48)
            if not data:
                return "%08X" % (crc & 0xFFFFFFFF)
            crc = binascii.crc32(data, crc)
            start += 48

    def _chunks(self, name):
        """``[("", 0), (chunk, records up to its end) ..]``; kept for the game asked last."""
        if self._table is None or self._table[0] != name:
            folder = self._games + "/" + name
            table, total = [("", 0)], 0
            for entry in durable.listing(folder):
                chunk = entry[0]
                if chunk[0] == "c" and len(chunk) == 3:
                    # (Asking for each file by its name takes 2.5 ms on the board.)
                    size = entry[3] if len(entry) > 3 else os.stat(folder + "/" + chunk)[6]
                    total += size // record.SIZE
                    table.append((chunk, total))
            self._table = (name, table)
        return self._table[1]

    def _open(self, name):
        self.close_file()
        self._close()
        self._count = self._chunks(name)[-1][1]
        self.current = name

    def _close(self):
        self.current = None
        self._pending = bytearray()
        self._tail = bytearray()  # durable in tail files, not yet in a chunk
        self._slot = 0
        self._count = 0

    def _store(self):
        last = len(self._pending) - record.SIZE
        if last <= _BEAT_BYTES and self._pending[last] == record.TIME:
            # They stay pending: the next flush that is no heartbeat writes them where they belong.
            self._write_tail(self._tails[1] + "/time", self._pending)
            return
        if (
            self._slot == _SLOTS
            or len(self._pending) > _SLOT_BYTES
            # With the next flush it would be too much.
            or len(self._tail) + 2 * len(self._pending) > _TAIL_BYTES
        ):
            self._to_chunk(self._pending)
        else:
            self._write_tail("%s/%02d" % (self._tails[0], self._slot), self._pending)
            self._slot += 1
            self._tail.extend(self._pending)
        self._pending = bytearray()

    def _write_tail(self, path, records):
        data = bytearray(_HEAD_BYTES)
        first = self._count - len(self._pending) // record.SIZE
        struct.pack_into("<HI", data, 0, int(self.current), first)
        struct.pack_into("<H", data, 6, record.crc16(data, 6))
        data.extend(records)
        with open(path, "wb") as file:
            file.write(data)

    def _to_chunk(self, pending):
        """Tail and ``pending`` into the chunks; the tail files are of no account then."""
        data = self._tail + pending
        if not data:
            return
        table = self._chunks(self.current)
        name, total = table[-1]
        size = (total - table[-2][1]) * record.SIZE if len(table) > 1 else _CHUNK_BYTES
        if size + len(data) > _CHUNK_BYTES and len(table) <= _CHUNKS:
            name = "c%02d" % (len(table) - 1)
            # Made and closed first: when making it fills the metadata log, littlefs would else erase once more.
            open("%s/%s/%s" % (self._games, self.current, name), "ab").close()
        with open("%s/%s/%s" % (self._games, self.current, name), "ab") as file:
            file.write(data)
        self._table = None
        self._tail = bytearray()
        self._pending = bytearray()
        self._slot = 0

    def _collect_tail(self):
        """After a start: what only the tail files hold goes into the chunks of its game."""
        found = []
        for path in [folder + "/" + entry for folder in self._tails for entry in os.listdir(folder)]:
            data = durable.read(path) or b""
            if len(data) > _HEAD_BYTES:
                game, first, crc = struct.unpack_from(_HEAD, data)
                if record.crc16(data, 6) == crc:
                    found.append((game, first, data[_HEAD_BYTES:]))
        # Of two with the same beginning (an old heartbeat), the longer is the later one.
        found.sort(key=lambda slot: (slot[0], slot[1], -len(slot[2])))
        name = None
        for game, first, data in found:
            if name != "%04d" % game:
                name = "%04d" % game
                known = self.header(name) is not None and self._end(name) is None
            if not known:
                continue
            if self.current != name:
                if not self._settle():
                    return
                self._open(name)
            if first == self._count:
                self._tail.extend(data)
                self._count += len(data) // record.SIZE
        self._settle()

    def _settle(self):
        """Let the game go; on a full drive it stays open, its tail in its files and in memory until there is room."""
        try:
            self.leave()
            return True
        except OSError:
            self._slot = _SLOTS
            self.warning = _FULL
            return False
