"""The facts of a record fed to the referee again: the same rulings must follow as the board wrote down.

This is how a disputed game is settled (``tengen verify``), and where the lists, reasons and clocks of the rulings come
from: the record's 16 bytes hold the kind, side, time, point, article and number of a ruling, and prove it the same.
"""

from contextlib import contextmanager
from dataclasses import dataclass, field

from shared_rules import commands, points, record, rulings
from shared_rules.points import BLACK, EMPTY, WHITE
from shared_rules.referee import Referee
from tengen.errors import TengenError
from tengen.game import COLOR, Game, is_undone

FORMAT = 1  # of the record, as the board's game.json says
NAMES = {BLACK: "black", WHITE: "white", EMPTY: ""}
SEEN = ("no stone", "a black stone", "a white stone", "something unclear")
POINT_LISTS = ("captures", "missing", "surplus", "wrong", "points", "removed", "dead", "black", "white")


class CannotReplay(TengenError):
    """A header that is not that of a game."""


@dataclass
class Difference:
    """Where a record and its replay part."""

    index: int  # of the record in its game
    at: float  # seconds since the game was created
    stored: str  # the ruling that the board wrote, or what is wrong with the record
    replayed: str  # the ruling that follows from the facts, empty for none

    def __str__(self) -> str:
        where = f"record {self.index} at {self.at:.3f} s"
        if not self.replayed:
            return f"{where}: {self.stored}"
        return f"{where}: the board wrote {self.stored}, its facts give {self.replayed}"


@dataclass
class Moment:
    """A fact or a ruling in the order in which they happened, with the clocks before it."""

    at: float
    move: int  # number of the move that was being made
    running: str  # whose time ran, empty for nobody
    clocks: dict[str, dict]  # side -> clock
    fact: str  # what the hardware saw, in words; empty for a ruling
    ruling: dict | None


@dataclass
class Replay:
    """A replayed record."""

    game: Game
    differences: list[Difference] = field(default_factory=list)
    facts: int = 0
    finished: bool = False
    moments: list[Moment] = field(default_factory=list)

    @property
    def same(self) -> bool:
        """Whether the facts give exactly the rulings that the board wrote."""
        return not self.differences


def ruling_object(
    game: dict, kind: int, rule: str, side: int, t: int, move: int, point: int, value: int, lists
) -> dict:
    """A ruling as an object of the rulings file; ``game`` is the resolved game."""

    def name(p):
        return points.name(p, game["size"], game["rules"])

    found = {
        "at": round(t / 1000, 3),
        "kind": rulings.name(kind),
        "rule": "" if rule == "-" else rule,
        "side": NAMES[side],
        "move": move,
        "point": name(point),
        "value": value,
    }
    if kind == rulings.MOVE:
        found["captures"] = []
    if kind == rulings.REPAIR:
        found |= {"missing": [], "surplus": [], "wrong": []}
    for key, items in (lists or {}).items():
        if key in POINT_LISTS and isinstance(items, (list, tuple, bytes, bytearray)):
            found[key] = [p if isinstance(p, str) else name(p) for p in items]
        elif isinstance(items, bytes):
            found[key] = items.decode("utf-8", "replace")
        elif key not in found:
            found[key] = items
    if kind == rulings.CALL:
        found["second"] = value
    elif kind == rulings.PERIOD:
        found["periods_left"] = value
    return found


class _Reader:
    """Feeds the records of one game to a referee and compares what it rules."""

    def __init__(self, header: dict):
        self.header = header
        self.result = Replay(Game(header, []))
        self._queue: list[tuple[tuple, dict]] = []  # rulings of the replay that the record has not shown yet
        self._all: list[tuple | None] = []
        self._command = ""  # that is being carried out
        self._pending = None  # a fact whose TEXT records may still follow
        self._index = 0
        self._t = 0
        self.referee = Referee(header, self)

    def ruling(self, kind, rule, side, t, move, point, value, lists):
        """The sink of the referee."""
        found = ruling_object(self.header, kind, rule, side, t, move, point, value, lists)
        if found.get("reason") == "masked":
            found["on"] = bool(self.referee.picture.masked[point])
        elif found.get("reason") == "not_allowed" and self._command:
            found["command"] = self._command
        self._queue.append((rulings.pack(kind, rule, side, t, move, point, value), found))
        self.result.game.rulings.append(found)
        self.result.moments.append(self._moment(t, "", found))

    def _moment(self, t: int, fact: str, ruling: dict | None) -> Moment:
        clock = self.referee.clock
        running = NAMES[clock.running] if clock else NAMES[self.referee.turn]
        clocks = {side: self._clock(t, side) for side in ("black", "white")} if clock else {}
        number = self.referee.move_number + 1
        if ruling:
            # The ruling that makes or undoes a move carries its number, any other the number of moves before it.
            number = ruling["move"] + (ruling["kind"] not in ("move", "pass") and not is_undone(ruling))
            if ruling["kind"] == "move" and running:
                # The clock goes over before the move is ruled on: before it stood what the press found.
                running = ruling["side"]
                if self.result.moments and self.result.moments[-1].at == t / 1000:
                    clocks = self.result.moments[-1].clocks
        return Moment(t / 1000, number, running, clocks, fact, ruling)

    def read(self, records: bytes) -> Replay:
        """All records in order; what is damaged or missing is said once, where it is."""
        self._all = [record.unpack(records, offset) for offset in range(0, len(records), record.SIZE)]
        for index, found in enumerate(self._all):
            if found is None:
                self._differ(index, "the record is damaged (its checksum is wrong)")
                continue
            kind, side, seq, t, point, value = found
            if seq != (self._index & 0xFFFF):
                self._differ(index, f"records are missing before this one (number {seq}, expected {self._index})")
                self._index += (seq - self._index) & 0xFFFF
            self._index += 1
            if kind == record.TEXT:
                self._text(t)
            elif kind < record.FIRST_RULING:
                self._flush()
                self._pending = [kind, side, t, point, value, b""]
            else:
                self._flush()
                self._compare(index, kind, side, t, point, value)
        self._flush()
        if self._queue:
            packed, replayed = self._queue[0]
            self._differ(self._index, "nothing", replayed)
        self.result.finished = any(r["kind"] == "end" for r in self.result.game.rulings)
        return self.result

    def _text(self, text: bytes) -> None:
        if self._pending:
            self._pending[5] += text

    def _flush(self) -> None:
        """Give the referee the fact that was read last, now that its texts are complete."""
        if not self._pending:
            return
        (kind, side, t, point, value, text), self._pending = self._pending, None
        self.result.facts += 1
        self._t = t
        self._advance(t)
        if kind != record.TIME:
            self.result.moments.append(self._moment(t, self._fact_text(kind, side, point, value, text), None))
        self._command = _command_name(value) if kind == record.COMMAND else ""
        with self._watched(t):
            self.referee.fact(kind, side, t, point, value, text)
        self._command = ""

    def _fact_text(self, kind: int, side: int, point: int, value: int, text: bytes) -> str:
        """A fact in words."""
        name = points.name(point, self.header["size"], self.header["rules"])
        who = NAMES.get(side, "").capitalize()
        if kind == record.POINT:
            return f"{name}: {SEEN[side]} is seen"
        if kind == record.COMMAND:
            return " ".join(w for w in (f"command {_command_name(value)}", who, text.decode("utf-8", "replace")) if w)
        if kind == record.POWER:
            return "the power is back" + (f", {value / 1000:g} s of the clock are lost" if value > 0 else "")
        words = {record.PRESS: f"{who}'s button goes down", record.RELEASE: f"{who}'s button comes up"}
        words[record.MASK] = f"{name}: its sensor is {'masked' if value else 'used again'}"
        return words.get(kind, f"fact {kind}")

    def _advance(self, t: int) -> None:
        with self._watched(t):
            self.referee.advance(t)

    def _wait(self, index: int) -> None:
        """Let time come to the next thing that is due before the next fact: it may be stamped with an earlier time."""
        facts = (r[3] for r in self._all[index:] if r and r[0] < record.FIRST_RULING and r[0] != record.TEXT)
        limit = next(facts, None)
        while not self._queue:
            due = self.referee.next_deadline(self.referee.t)
            if due < 0 or (limit is not None and due > limit):
                return
            self._advance(due)

    @contextmanager
    def _watched(self, t: int):
        """Note each mover's clock after its move, for BL and WL, and a position that was accepted as it stands."""
        found = self.result.game.rulings
        before, grid = len(found), bytes(self.referee.position)
        yield
        for ruling in found[before:]:
            if ruling["kind"] in ("move", "pass") and self.referee.clock:
                ruling["clock"] = self._clock(t, ruling["side"])
            elif ruling["kind"] == "restart" and ruling.get("reason") == "accepted":
                ruling["position"] = {
                    points.name(p, self.header["size"], self.header["rules"]): NAMES[now] or None
                    for p, (was, now) in enumerate(zip(grid, self.referee.position, strict=True))
                    if was != now
                }

    def _clock(self, t: int, side: str) -> dict:
        """A side's clock in the form of a snapshot; looking changes nothing."""
        ms, period_left, periods, moves_left, over = self.referee.clock.display(t, COLOR[side])
        system = self.header["time"]["system"]
        found = {"main_ms": 0 if over else ms}
        if system == "byoyomi":
            found |= {"periods": periods, "period_left_ms": period_left}
        elif system == "moves" and over:
            found |= {"bank_ms": ms, "moves_left": moves_left}
        return found

    def _compare(self, index: int, kind: int, side: int, t: int, point: int, value: int) -> None:
        if not self._queue:
            self._advance(t)
        if not self._queue:
            self._wait(index)
        stored = (kind, side, t, point, value)
        if not self._queue:
            self._differ(index, _stored_text(self.header, stored), None)
            return
        packed, replayed = self._queue[0]
        if packed == stored:
            self._queue.pop(0)
            return
        self._differ(index, _stored_text(self.header, stored), replayed)
        # Go on behind the difference if the two meet again.
        packs = [p for p, _ in self._queue]
        del self._queue[: packs.index(stored) + 1 if stored in packs else int(packed[0] == kind)]

    def _differ(self, index: int, stored: str, replayed: dict | None = None) -> None:
        text = _ruling_text(replayed) if replayed else ""
        self.result.differences.append(Difference(index, self._t / 1000, stored, text))


def _command_name(code: int) -> str:
    return commands.COMMANDS[code][0] if 0 <= code < len(commands.COMMANDS) else f"number {code}"


def _ruling_text(r: dict) -> str:
    words = [r["kind"], r["side"], r["point"], f"({r['rule']})" if r["rule"] else "", f"at {r['at']:.3f} s"]
    return " ".join(w for w in words if w)


def _stored_text(header: dict, stored: tuple) -> str:
    kind, side, t, point, value = stored
    try:
        rule, move, rest = rulings.unpack(value)
        found = ruling_object(header, kind, rule, side, t, move, point, rest, {})
    except (IndexError, KeyError):
        return f"a ruling this program does not know (kind {kind})"
    return _ruling_text(found)


def replay(header: dict, records: bytes) -> Replay:
    """Replay the record of one game.

    ``header``: the resolved game; ``records``: whole 16-byte records in order, facts and rulings. ``CannotReplay`` if
    the header is not that of a game, or of one that this program does not know.
    """
    if header.get("rules") not in ("go", "renju"):
        raise CannotReplay(f"the record cannot be replayed: it is of {header.get('rules')}, not of go or renju")
    if header.get("format", FORMAT) != FORMAT:
        raise CannotReplay(
            f"the record was written by another firmware (format {header['format']}, this program reads {FORMAT}): "
            "update this program"
        )
    try:
        return _Reader(header).read(records)
    except (KeyError, ValueError, TypeError, IndexError, AttributeError) as error:
        raise CannotReplay(f"the record cannot be replayed: {type(error).__name__} {error}") from error
