"""A board at the other end of the link, in the words of the host: games, records, settings, arbiter commands."""

import base64
import binascii
import json
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from shared_rules import record
from tengen import devices
from tengen.backlog import Backlog
from tengen.errors import TengenError
from tengen.link import PROTOCOL, Link, Refused

EPOCH = datetime(2000, 1, 1, tzinfo=UTC)
BUSY_TRIES = 2  # a program that was killed blocks the board for three seconds


class DamagedGame(TengenError):
    """A game on the board that cannot be read or replayed; the others can."""


@dataclass(frozen=True)
class OnBoard:
    """A game in the board's storage, as ``games`` lists it."""

    id: str
    records: int
    state: str  # "playing", "unfinished", "finished"
    confirmed: bool
    bytes: int


class Board:
    """A connected board. Its clock is set to this computer's at every contact."""

    def __init__(self, link: Link):
        self.link = link
        self.hello = self._hello()
        self.serial = self.hello["serial"]
        self.generation = self.hello["generation"]
        link.number = self.serial.lower()
        self.time_was_set = self.hello.get("seconds") is not None
        self.set_time()

    @classmethod
    def connect(cls, port: str | None = None) -> "Board":
        """The board at this port, or the only one that is plugged in."""
        return cls(Link(devices.choose(port)))

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.link.close()

    def _hello(self) -> dict:
        for attempt in range(BUSY_TRIES):
            try:
                hello = self.link.request("hello", {"protocol": PROTOCOL})
                break
            except Refused as error:
                if error.word != "busy" or attempt + 1 == BUSY_TRIES:
                    raise
                time.sleep(min(error.answer.get("free_in_ms", 3000), 4000) / 1000 + 0.1)
        if hello.get("board") != "tengen":
            raise TengenError(f"{self.link.device} answers, but is not a Tengen board")
        if hello["protocol"] != PROTOCOL:
            older = "the board's firmware: tengen flash" if hello["protocol"] < PROTOCOL else "this program"
            raise TengenError(
                f"the board speaks protocol {hello['protocol']}, this program protocol {PROTOCOL}: update {older}"
            )
        return hello

    # ---- time

    def set_time(self) -> None:
        """Give the board the time of day; in safe mode too."""
        seconds = int((datetime.now(UTC) - EPOCH).total_seconds())
        self.link.request("time", {"seconds": seconds})

    # ---- what is there

    def status(self) -> dict:
        """What is going on; see ``firmware/PROTOCOL.md``."""
        return self.link.request("status")

    def games(self) -> list[OnBoard]:
        """The games in storage, oldest first."""
        found, more = [], True
        while more:
            answer = self.link.request("games", {"from": len(found)})
            page = [OnBoard(str(g[0]), g[1], g[2], bool(g[3]), g[4]) for g in answer["games"]]
            found += page
            more = bool(answer.get("more")) and bool(page)
        return found

    def header(self, game: str) -> dict:
        """The game's ``game.json``: the resolved game, names, and ``date`` as text in this computer's time, or None."""
        data, size = b"", 1
        while len(data) < size:
            answer = self.link.request("header", {"game": game, "from": len(data)})
            piece, size = base64.b64decode(answer["data"]), answer["size"]
            if not piece and len(data) < size:
                raise TengenError(f"the board sends game {game}'s header only in part; try again")
            data += piece
        try:
            found = json.loads(data)
            found["rules"], found["size"]
        except (ValueError, KeyError, TypeError):
            raise DamagedGame(f"the header of game {game} on the board is damaged") from None
        if isinstance(found.get("date"), int):
            found["date"] = local_date(found["date"])
        for key in ("black", "white", "event"):
            # Firmware that did not check them yet kept numbers, too.
            found[key] = found[key] if isinstance(found.get(key), str) else str(found.get(key) or "")
        return found

    def read(self, game: str, start: int, total: int) -> Iterator[bytes]:
        """Records ``start`` to ``total`` of a game, in blocks; each block is whole records whose checksums are right.

        Four requests are on the way at once. A record that is damaged on the board itself comes as it is.
        """
        most = self.hello["records"]
        wanted = [(first, min(most, total - first)) for first in range(start, total, most)]
        asked = (("read", {"game": game, "from": first, "count": count}) for first, count in wanted)
        for (first, count), answer in zip(wanted, self.link.requests(asked), strict=False):
            data = base64.b64decode(answer["data"])
            if answer["from"] != first or len(data) != count * record.SIZE:
                raise TengenError(f"the board sent {len(data)} bytes of game {game} for {count} records; try again")
            yield data

    def total(self, game: str) -> int:
        """Number of records of a game that are safe on the board's flash, 0 if there is no such game."""
        try:
            return self.link.request("read", {"game": game, "from": 0, "count": 0})["total"]
        except Refused as error:
            if error.word != "missing":
                raise
            return 0

    # ---- changes

    def confirm(self, game: str, records: bytes) -> None:
        """Tell the board that the game is safe here: it goes first when storage is full."""
        crc = f"{binascii.crc32(records):08X}"
        self.link.request("confirm", {"game": game, "records": len(records) // record.SIZE, "crc": crc})

    def new(self, preset: str, changes: dict, black: str, white: str, event: str) -> dict:
        """Begin a game; ``{"game": id, "warning": text or None}``."""
        names = {"black": black, "white": white, "event": event}
        return self.link.request("new", {"preset": preset, "set": changes} | names)

    def command(self, name: str, args: dict) -> dict:
        """Give an arbiter command: ``record``, its index in the game, and ``done``: whether it made sense now."""
        return {"done": True} | self.link.request("command", {"command": name, "args": args})

    def settings(self) -> dict:
        """``{"settings": {...}, "message": text or None}``."""
        return self.link.request("settings")

    def set(self, key: str, value) -> dict:
        """Change one setting; the settings after it."""
        return self.link.request("set", {"key": key, "value": value})["settings"]

    # ---- live

    def live(self, watch: Callable[[str, dict], bool], status_s: float = 2.0) -> None:
        """Follow the game until ``watch`` returns False.

        ``watch("status", status)`` at the start and after every gap, ``watch(event, object)`` for each event and
        ``watch("tick", {})`` when nothing comes for a moment. A pulled cable is waited for. Rulings that came while
        the cable was out, or found no room on the board, are read back from its record, each once and in order.
        """
        backlog, status = Backlog(self), self.status()
        backlog.begin(status.get("game"), status.get("records", 0))
        if not watch("status", status):
            return
        again = False
        while True:
            self.link.expect_events(self.link.request("live", {"on": True})["next"])
            now = self.status()
            missed = backlog.missed(now)
            for ruling in missed:
                if not watch("ruling", ruling):
                    return
            if (missed or again) and not watch("status", now):
                return
            again = True
            if not self._follow(watch, status_s, backlog):
                return

    def _follow(self, watch: Callable[[str, dict], bool], status_s: float, backlog: Backlog) -> bool:
        """Events up to a gap (True) or until ``watch`` has seen enough (False)."""
        kept = time.monotonic()
        while not self.link.missed_events:
            event = self.link.next_event(0.25)
            if self.link.missed_events:
                break
            # Newer firmware may have events that this program does not know.
            kind = event.get("event", "unknown") if event else "tick"
            if kind == "game" and event.get("state") == "playing":
                backlog.begin(event["game"])
            if kind == "ruling" and not backlog.is_new(event):
                continue
            if not watch(kind, event or {}):
                return False
            if time.monotonic() - kept > status_s:
                answer = self.link.request("ping")
                kept = time.monotonic()
                # The board has dropped the session (it saw no host for a while), or its last events found no room.
                if not answer.get("live", True) or self.link.has_missed(answer.get("next")):
                    break
        return True


def local_date(seconds: int) -> str:
    """The board's seconds since 2000 as ``2026-11-30 19:30`` in this computer's time."""
    return (EPOCH + timedelta(seconds=seconds)).astimezone().strftime("%Y-%m-%d %H:%M")


def warn(text: str) -> None:
    """A remark for people on stderr, where it does not disturb ``--json``."""
    print(f"tengen: {text}", file=sys.stderr)
