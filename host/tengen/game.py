"""A recorded game as the host holds it: its header, and its rulings as objects of the rulings file."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from shared_rules import openings, points
from shared_rules.points import BLACK, EMPTY, NO_POINT, WHITE

COLOR = {"black": BLACK, "white": WHITE, "empty": EMPTY}
OTHER = {"black": "white", "white": "black"}


def in_order(names: Iterable[str]) -> list[str]:
    """Names of points, by column, then by row."""
    return sorted(names, key=lambda name: (name[0], int(name[1:])))


def star_points(size: int) -> list[tuple[int, int]]:
    """The star points of a board as ``(row, column)``: nine on 19 lines (G1), else four and the centre (R1)."""
    edge = 3 if size >= 13 else 2
    if size < 7 or size % 2 == 0:
        return []
    corners, middle = (edge, size - 1 - edge), size // 2
    if size == 19:
        return [(row, col) for row in (edge, middle, corners[1]) for col in (edge, middle, corners[1])]
    return [(row, col) for row in corners for col in corners] + [(middle, middle)]


@dataclass
class Played:
    """One move or pass of the game as it stands in the end (moves taken back are gone)."""

    side: str  # "black" or "white"
    point: int  # NO_POINT for a pass
    ruling: dict  # the move's ruling
    captures: list[int] = field(default_factory=list)
    # A position that was accepted as it stands before this move (G17.5): what changed, EMPTY for a stone that is gone.
    edits: dict[int, int] = field(default_factory=dict)


@dataclass
class Game:
    """A game.

    ``header``: the resolved game (``docs/architecture.md``) and, where known, ``id``, ``date`` (``YYYY-MM-DD`` or with
    a time), ``serial`` and ``firmware`` of the board. ``rulings``: objects ``{"at", "kind", "rule", "side", "move",
    "point", ...}`` in order, points as players write them; a move's ``clock`` is its side's clock after the press.
    """

    header: dict
    rulings: list[dict]
    notes: list[str] = field(default_factory=list)  # what the reader of a file had to decide or leave out
    damage: str = ""  # where and why the record cannot be believed, empty if it is whole

    @property
    def is_from_board(self) -> bool:
        """Whether a board recorded it: its rulings have times, and its header says of the clock (None: none)."""
        return "time" in self.header

    @property
    def size(self) -> int:
        """Lines of the board."""
        return self.header["size"]

    @property
    def rules(self) -> str:
        """``go`` or ``renju``."""
        return self.header["rules"]

    def player(self, side: str) -> str:
        """Who plays this colour in the end: a swap of colours (R2.5) or names (G17.1) changes it."""
        swapped = sum(r["kind"] == "swap" or r.get("reason") == "names" for r in self.rulings) % 2
        return self.header.get(OTHER[side] if swapped else side) or ""

    @property
    def black(self) -> str:
        """Black's name, as the game ended."""
        return self.player("black")

    @property
    def white(self) -> str:
        """White's name, as the game ended."""
        return self.player("white")

    @property
    def result(self) -> str:
        """The result in SGF form, ``?`` if the game has not ended; an overruled end does not count."""
        result = "?"
        for ruling in self.rulings:
            if ruling["kind"] == "end":
                result = ruling.get("result", "?")
            elif overruled(ruling, "end"):
                result = "?"
        return result

    @property
    def opening(self) -> str:
        """The one of the 26 openings that renju began with (R2.16): ``4D flower moon 花月``, empty for none."""
        if self.rules == "go" or self.setup:
            return ""
        index = openings.name_opening([move.point for move in self.played()[:3]], self.size)
        return f"{openings.code(index)} {openings.english(index)} {openings.chinese(index)}".strip()

    @property
    def setup(self) -> dict[int, int]:
        """Stones on the board before move 1: ``{point: colour}``."""
        stones = {}
        for ruling in self.rulings:
            if ruling["kind"] == "start":
                for side in ("black", "white"):
                    stones |= {self.point(name): COLOR[side] for name in ruling.get(side, ())}
        return stones

    @property
    def first(self) -> int:
        """The colour that moves first."""
        for ruling in self.rulings:
            if ruling["kind"] == "start" and ruling.get("side"):
                return COLOR[ruling["side"]]
        return BLACK

    def point(self, name: str | None) -> int:
        """A point's number from its name."""
        return points.parse(name, self.size, self.rules) if name else NO_POINT

    def name(self, point: int) -> str:
        """A point's name from its number."""
        return points.name(point, self.size, self.rules)

    def sgf_point(self, ruling: dict) -> str:
        """The point of a ruling in SGF letters; empty for a pass."""
        return points.to_sgf(self.point(ruling.get("point")), self.size)

    def played(self) -> list[Played]:
        """The moves and passes that stand in the end, in order."""
        return self._standing()[0]

    @property
    def final_edits(self) -> dict[int, int]:
        """What a position accepted as it stands changed after the last move: ``{point: colour}``, EMPTY for gone."""
        return self._standing()[1]

    def _standing(self) -> tuple[list[Played], dict[int, int]]:
        moves: list[Played] = []
        edits: dict[int, int] = {}
        for ruling in self.rulings:
            if undoes(ruling, moves[-1].ruling if moves else None):
                # The position that was accepted before the move stays as it was.
                edits = moves.pop().edits | edits
            if ruling["kind"] in ("move", "pass"):
                captures = [self.point(name) for name in ruling.get("captures", ())]
                moves.append(Played(ruling["side"], self.point(ruling.get("point")), ruling, captures, edits))
                edits = {}
            elif ruling.get("position"):
                edits |= {self.point(name): COLOR[color or "empty"] for name, color in ruling["position"].items()}
        return moves, edits


def overruled(ruling: dict, what: str) -> bool:
    """Whether this ruling is the arbiter's, against an earlier one: ``end`` or ``void``."""
    return ruling["kind"] == "note" and ruling.get("reason") == "overruled" and ruling.get("what") == what


def undoes(ruling: dict, last: dict | None) -> bool:
    """Whether this ruling takes the last accepted move or pass back.

    A void move that the arbiter lets stand takes the place of the pass that it had cost.
    """
    if not last:
        return False
    if overruled(ruling, "void"):
        return last["kind"] == "pass" and last.get("side") == ruling.get("side")
    same = ruling.get("side") == last.get("side") and (ruling.get("point") or "") == (last.get("point") or "")
    return is_undone(ruling) and same


def is_undone(ruling: dict) -> bool:
    """Whether this ruling makes a move void that had been accepted: taken back, or its stone moved."""
    return ruling["kind"] == "void" and ruling.get("reason") in ("taken_back", "moved")
