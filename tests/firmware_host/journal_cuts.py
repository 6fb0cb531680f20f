"""Power cuts on the real littlefs. MicroPython runs it: ``journal_cuts.py ROOT every|wear|random [N] [SEED]``.

``every``: a 60-move game is cut at every flash operation, in each of the three ways, from a copy of the flash taken
before the step. ``random``: one board lives through N cuts at random operations, those of the recovery included, game
after game, until its storage is full and confirmed games have to go. ``wear``: erases of a 300-move game without cuts.

After each cut the board is started again: every acknowledged record must be there as it was written, nothing that was
never written, and the game must go on. The last line printed is JSON; the first loss raises. (The interpreter prints
EIO when it collects a file that was open when the power failed: its machine is off.)
"""

import json
import os
import sys

sys.path[:] = [sys.argv[1], sys.argv[1] + "/firmware", ".frozen"]

from board.journal import Journal  # noqa: E402 (the path must be set first)
from board.settings import Settings  # noqa: E402
from hal.twin.nor_flash import BLOCK, CUT_KINDS, PROG_SIZE, Cut, NorFlash  # noqa: E402
from shared_rules import record  # noqa: E402
from tests.firmware.journal_reader import records  # noqa: E402

HERE = "/flash"
GAME = {"preset": "go-2002", "rules": "go", "size": 19, "black": "本因坊丈和", "white": "井上因碩", "komi_zi": 3.75}
MOVES = 60


def mount(device):
    """A board starts on this flash; formats nothing."""
    os.mount(os.VfsLfs2(device, progsize=PROG_SIZE), HERE)


def umount():
    """The power is gone, or the test is done with this flash."""
    os.umount(HERE)


def blank(blocks):
    """An image with an empty file system."""
    image = bytearray(b"\xff" * (blocks * BLOCK))
    os.VfsLfs2.mkfs(NorFlash(image, blocks), progsize=PROG_SIZE)
    return image


class Book:
    """What was written (``lines``), and how much of it was acknowledged."""

    def __init__(self):
        self.lines = []
        self.acknowledged = 0
        self.acknowledged_time = -1  # of a heartbeat that ends the acknowledged lines

    def copy(self):
        other = Book()
        other.lines = self.lines[:]
        other.acknowledged, other.acknowledged_time = self.acknowledged, self.acknowledged_time
        return other

    def write(self, journal, kind, side, t, point, value):
        """Append to the journal, and here as the journal promises to: a TIME after an unflushed TIME replaces it."""
        if kind == record.TIME and journal.count < len(self.lines) + 1 and self.lines and self.lines[-1][0] == kind:
            before = journal.count
            journal.append(kind, side, t, point, value)
            if journal.count == before:
                self.lines.pop()
        else:
            journal.append(kind, side, t, point, value)
        self.lines.append((kind, side, t, point, value))
        assert journal.count == len(self.lines)

    def flush(self, journal):
        """Make it durable; from here on nothing may be lost."""
        assert journal.flush()
        self.acknowledge()

    def acknowledge(self):
        """Everything written so far is durable."""
        self.acknowledged = len(self.lines)
        last = self.lines[-1] if self.lines else (0, 0, -1)
        self.acknowledged_time = last[2] if last[0] == record.TIME else -1

    def check(self, journal, name):
        """Compare the journal after a start; the lines that were lost unacknowledged are forgotten."""
        n = 0
        for found in records(journal, name):
            assert found is not None, f"record {n} of game {name} is damaged"
            kind, side, seq, t, point, value = found
            assert n < len(self.lines), f"record {n} of game {name} was never written"
            if n == self.acknowledged - 1 and self.acknowledged_time >= 0:
                assert kind == record.TIME and t >= self.acknowledged_time
                self.lines[n] = (kind, side, t, point, value)
            elif self.lines[n][0] != record.TIME or kind != record.TIME:
                assert (kind, side, t, point, value) == self.lines[n], f"record {n} of game {name}"
            n += 1
        assert n >= self.acknowledged, f"game {name} lost {self.acknowledged - n} records"
        self.lines = self.lines[:n]
        self.acknowledge()


def steps():
    """The steps of a game, each ends with something acknowledged: ``function(journal, book)``."""

    def create(journal, book):
        journal.create(GAME)

    def heartbeat(move):
        def step(journal, book):
            book.write(journal, record.TIME, 0, move * 30000 + 20000, 0xFFFF, 0)
            book.flush(journal)

        return step

    def play(move):
        def step(journal, book):
            side, t = 1 + move % 2, move * 30000 + 25000
            for i in range(1 + move % 7 // 3):
                book.write(journal, record.POINT, side, t + i, move + i, 0)
            book.write(journal, 65, side, t + 150, move, move << 8)
            book.write(journal, record.PRESS, side, t + 400, 0xFFFF, 0)
            book.flush(journal)
            book.write(journal, record.RELEASE, side, t + 520, 0xFFFF, 0)

        return step

    def finish(journal, book):
        assert journal.finish("B+R")
        book.acknowledge()

    found = [create]
    for move in range(MOVES):
        if move % 3 == 0:
            found.append(heartbeat(move))
        if move % 15 == 14:
            found.append(heartbeat(move))
        found.append(play(move))
    return found + [finish]


def twin_of(journal):
    """A journal in the same state, for another copy of the flash."""
    other = object.__new__(Journal)
    for name in journal.__dict__:
        value = journal.__dict__[name]
        setattr(other, name, bytearray(value) if isinstance(value, bytearray) else value)
    return other


def run_step(step, image, blocks, journal, book, cut_at=-1, kind="clean", seed=1):
    """One step on a flash that was just mounted: its device; ``device.dead`` if the power failed."""
    device = NorFlash(image, blocks, cut_at=cut_at, cut_kind=kind, seed=seed)
    try:
        mount(device)
        step(journal, book)
    except Cut:
        pass
    finally:
        device.off = True
        umount()
    return device


def every():
    """A cut at every operation of every step of the game."""
    blocks = 40
    image = blank(blocks)
    mount(NorFlash(image, blocks))
    journal, book = Journal(HERE), Book()
    umount()
    counts = {kind: 0 for kind in CUT_KINDS}
    operations = erases = 0
    script = steps()
    for index in range(len(script)):
        step = script[index]
        before, journal_before, book_before = bytes(image), journal, book.copy()
        journal = twin_of(journal_before)
        device = run_step(step, image, blocks, journal, book)
        operations += device.operations
        erases += device.erases
        for cut_at in range(1, device.operations + 1):
            for kind in CUT_KINDS:
                damaged, told = bytearray(before), book_before.copy()
                cut = run_step(step, damaged, blocks, twin_of(journal_before), told, cut_at, kind, index * 999 + cut_at)
                assert cut.dead
                after_cut(damaged, blocks, told, script[index + 1 : index + 3] or [script[-1]])
                counts[kind] += 1
    return {"moves": MOVES, "operations": operations, "erases": erases, "cuts": counts, "lost": 0}


def after_cut(image, blocks, book, following):
    """Start the board, look at everything, go on for some moves, start again and look again."""
    mount(NorFlash(image, blocks))
    journal = Journal(HERE)
    names = journal.unfinished()
    if not names:
        # Cut before the game was there, or after its end was written down.
        assert journal.number() == (1 if book.lines else 0)
        if book.lines:
            book.check(journal, "0001")
            journal.confirm("0001", len(book.lines), journal._crc("0001"))
        umount()
        return
    assert names == ["0001"] and journal.header("0001")["black"] == GAME["black"]
    book.check(journal, "0001")
    journal.resume("0001")
    book.write(journal, record.POWER, 0, 99999999, 0xFFFF, -1)
    for step in following:
        step(journal, book)
    umount()
    mount(NorFlash(image, blocks))
    journal = Journal(HERE)
    book.check(journal, "0001")
    umount()


class Dice:
    """Numbers that come again with the same seed."""

    def __init__(self, seed):
        self._x = seed

    def below(self, n):
        self._x = (self._x * 1103515245 + 12345) & 0x3FFFFFFF
        return (self._x >> 9) % n


def random_cuts(number, seed):
    """One board through ``number`` cuts; games end, some are confirmed, the storage fills up."""
    blocks, dice = 96, Dice(seed)
    image = blank(blocks)
    books, seen = {}, {"cuts": 0, "games": 0, "removed": 0, "full": 0, "records": 0, "erases": 0, "moves": 0}
    volume, moves = 2, 0
    while seen["cuts"] < number:
        kind = CUT_KINDS[dice.below(3)]
        device = NorFlash(
            image,
            blocks,
            cut_at=1 + dice.below(4 if dice.below(4) == 0 else 160),
            cut_kind=kind,
            seed=dice.below(99999),
        )
        name = None
        try:
            mount(device)
            journal = Journal(HERE)
            # Every start looks at the newest games, every 50th at all.
            there = [row[0] for row in journal.games()]
            for old in list(books):
                if old not in there:
                    assert books[old].confirmed, f"game {old} is gone and no host has it"
                    del books[old]
                    seen["removed"] += 1
            for old in there if seen["cuts"] % 50 == 0 else there[-2:]:
                if old not in books:
                    # Created when the power failed: it was never acknowledged, but may be there.
                    books[old] = Book()
                    books[old].confirmed = False
                books[old].check(journal, old)
            settings = Settings(HERE)
            assert settings.message is None, settings.message
            assert settings["volume"] in (volume, (volume + 1) % 3), (settings["volume"], volume)
            volume = settings["volume"]
            open_games = journal.unfinished()
            if open_games:
                name = open_games[-1]
                journal.resume(name)
                books[name].write(journal, record.POWER, 0, moves, 0xFFFF, -1)
            while True:
                if name is None:
                    full = journal.number() >= 12
                    for row in journal.games():
                        if row[2] == "finished" and (full or dice.below(3) == 0):
                            # A host says so once it has the game: it has it, too, if the power fails at this word.
                            books[row[0]].confirmed = True
                            journal.confirm(row[0], row[1], journal._crc(row[0]))
                    name = journal.create(GAME)
                    seen["full"] += journal.warning is not None
                    if name in books:
                        assert books[name].acknowledged == 0
                    books[name] = Book()
                    books[name].confirmed = False
                    seen["games"] += 1
                moves += 1
                seen["moves"] += 1
                book = books[name]
                if dice.below(3) == 0:
                    book.write(journal, record.TIME, 0, moves * 30, 0xFFFF, 0)
                    book.flush(journal)
                for _ in range(3 + dice.below(6)):
                    book.write(journal, record.POINT, 1, moves * 30 + 20, moves & 255, 7)
                    seen["records"] += 1
                book.flush(journal)
                if dice.below(40) == 0:
                    settings.set("volume", (volume + 1) % 3)
                    volume = (volume + 1) % 3
                if dice.below(120) == 0:
                    assert journal.finish("W+R")
                    book.acknowledge()
                    name = None
        except Cut:
            seen["cuts"] += 1
        finally:
            seen["erases"] += device.erases
            device.off = True
            umount()
    return seen


def wear():
    """Erases for each move of a game of 300 moves, six records and one heartbeat a move; and what the game takes."""
    blocks = 352
    device = NorFlash(blank(blocks), blocks)
    mount(device)
    journal = Journal(HERE)
    free = journal.free()
    journal.create(GAME)
    began, counts = device.erases, {}
    for move in range(300):
        journal.append(record.TIME, 0, move * 36000 + 20000)
        journal.flush()
        before = device.erases
        for i in range(5):
            journal.append(record.POINT, 1, move * 36000 + 30000 + i, move, 0)
        journal.flush()
        journal.append(record.RELEASE, 1, move * 36000 + 31000)
        spent = device.erases - before
        counts[spent] = counts.get(spent, 0) + 1
    mean, before = (device.erases - began) / 300, device.erases
    journal.finish("B+R")
    return {
        "mean": mean,
        "worst": max(counts),  # of a flush before a press is acknowledged
        "counts": counts,
        "finish": device.erases - before,
        "bytes": free - journal.free(),
    }


if sys.argv[2] == "every":
    print(json.dumps(every()))
elif sys.argv[2] == "wear":
    print(json.dumps(wear()))
else:
    print(json.dumps(random_cuts(int(sys.argv[3]), int(sys.argv[4]))))
