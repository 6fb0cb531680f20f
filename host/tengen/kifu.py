"""A game record as it was read from a file of any format: what ``verify``, ``forbidden`` and ``score`` work on."""

from dataclasses import dataclass, field

from shared_rules import points
from shared_rules.points import NO_POINT

PASSES = ("--", "pass", "")
MOST_MOVES = 5000  # of a record; the longest games that were ever played have 400
NOWHERE = -1  # the point of a move whose coordinates are not on this board


@dataclass
class Move:
    """One move or pass."""

    color: int  # BLACK or WHITE
    point: int  # NO_POINT for a pass, NOWHERE if ``written`` is no point of this board
    written: str = ""  # as the file has it
    comment: str = ""
    # Stones set up or taken away (EMPTY) on the board just before this move; before move 1 they are in Kifu.setup.
    edits: dict[int, int] = field(default_factory=dict)

    @property
    def is_pass(self) -> bool:
        """Whether no stone was played."""
        return self.point == NO_POINT


@dataclass
class Kifu:
    """A game record: its main line, and what the file says of the game."""

    rules: str = "go"  # "go" or "renju" (gomoku too)
    variant: str = "renju"  # of renju: "renju", "free", "exact"
    variant_known: bool = True  # False if the file does not say it
    size: int = 19
    black: str = ""
    white: str = ""
    event: str = ""
    date: str = ""
    place: str = ""
    result: str = ""  # as the file has it
    komi: float | None = None  # points, None if unknown
    handicap: int = 0
    rule_text: str = ""  # RU as the file has it
    application: str = ""
    comment: str = ""  # of the game
    setup: dict[int, int] = field(default_factory=dict)  # point to colour, before move 1
    to_play: int | None = None  # PL, if the file says it
    moves: list[Move] = field(default_factory=list)
    final_edits: dict[int, int] = field(default_factory=dict)  # stones set up after the last move
    format: str = ""
    notes: list[str] = field(default_factory=list)  # what the reader had to decide or leave out
    damage: str = ""  # where and why reading stopped early, empty if all was read

    def point_name(self, point: int) -> str:
        """A point as players of this game write it."""
        return points.name(point, self.size, self.rules)

    @property
    def first_color(self) -> int:
        """Who moves first: PL, else White after handicap stones alone, else Black (G2).

        Where the record's first move says otherwise, the record is right; a set-up without PL leaves it open.
        """
        if self.to_play:
            return self.to_play
        if self.setup and self.moves:
            return self.moves[0].color
        return points.BLACK

    def point_moves(self, moves: list[tuple[int, str]]) -> None:
        """Append moves ``(colour, text)`` written as players do; what is no point of the board becomes NOWHERE."""
        for color, text in moves:
            try:
                point = NO_POINT if text in PASSES else points.parse(text, self.size, self.rules)
            except ValueError:
                point = NOWHERE
            self.moves.append(Move(color, point, text))
