"""Replays a game record under its rules and collects what is wrong with it."""

from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from pathlib import Path

from shared_rules import openings
from shared_rules.go import SUPERKO_READINGS
from shared_rules.points import BLACK, NO_POINT
from shared_rules.reasons import KO, OCCUPIED, OFF_BOARD, SUICIDE, SUPERKO
from shared_rules.renju import DOUBLE_FOUR, DOUBLE_THREE, FIVE, OVERLINE, VARIANTS
from tengen import formats
from tengen.errors import TengenError
from tengen.game import in_order
from tengen.kifu import Kifu, Move
from tengen.kifu_board import carry_out, edited, new_board

_OBJECTIONS = {
    OFF_BOARD: ("off_board", "G2", "R2.1"),
    OCCUPIED: ("occupied", "G2", "R2.1"),
    SUICIDE: ("suicide", "G5", ""),
    KO: ("ko", "G6", ""),
    SUPERKO: ("superko", "G6", ""),
}
_FOULS = ((OVERLINE, "overline"), (DOUBLE_FOUR, "double_four"), (DOUBLE_THREE, "double_three"))


@dataclass
class Settings:
    """What the command line says over the file; None leaves it to the file."""

    rules: str | None = None
    variant: str | None = None
    superko: str | None = None
    game: str = "1"  # which game of a file that holds several

    def __post_init__(self) -> None:
        for key, choices in (("rules", ("go", "renju")), ("variant", VARIANTS), ("superko", SUPERKO_READINGS)):
            if getattr(self, key) not in (None, *choices):
                raise TengenError(f"{key} must be one of {', '.join(choices)}, not {getattr(self, key)}")

    def apply(self, kifu: Kifu) -> None:
        """Let the command line decide where it says something."""
        if self.rules and self.rules != kifu.rules:
            kifu.notes.append(f"read as {self.rules} as told")
            kifu.rules = self.rules
        if self.variant:
            kifu.variant = self.variant
        elif kifu.rules == "renju" and not kifu.variant_known:
            kifu.notes.append(
                f"the file names no variant: judged as {kifu.variant} (--set variant=renju, free or exact)"
            )


@dataclass
class Problem:
    """One thing wrong with a record."""

    move: int  # number of the move, passes counted
    rule: str  # the article
    kind: str
    point: str  # as players write it; what is written in the file if it is no point of the board


@dataclass
class Report:
    """What a replay found."""

    file: str
    game: str  # "go" or "renju"
    size: int
    moves: int
    captures: list = field(default_factory=list)  # [move, [points]] for each move that took stones
    problems: list[Problem] = field(default_factory=list)
    result: str = ""  # the record's, else what the board shows
    damage: str = ""  # where reading stopped early
    notes: list[str] = field(default_factory=list)
    details: dict = field(default_factory=dict)  # further keys of the object

    @property
    def sound(self) -> bool:
        """Whether nothing is wrong."""
        return not self.problems and not self.damage

    def as_object(self) -> dict:
        """The line of ``--json``."""
        found = asdict(self)
        return found | found.pop("details")


# Other sources than game records: each pair recognises the bytes of a file and checks it. A record downloaded from a
# board is one: its facts are given to the referee again.
Check = Callable[[Path, bytes, Settings], Report]
SOURCES: list[tuple[Callable[[bytes], bool], Check]] = []


def check_file(path: Path, settings: Settings) -> Report:
    """Check one file; TengenError if nothing can be read from it."""
    data = formats.read_bytes(path)
    for recognises, check in SOURCES:
        if recognises(data):
            return check(path, data, settings)
    kifu = formats.read(path, settings.game)
    settings.apply(kifu)
    return check_kifu(kifu, str(path), settings.superko or "positional")


def check_kifu(kifu: Kifu, file: str, superko: str = "positional") -> Report:
    """Replay a record to the end of what can be read."""
    report = Report(file, kifu.rules, kifu.size, len(kifu.moves), damage=kifu.damage, notes=list(kifu.notes))
    _Replay(kifu, report, superko).run()
    return report


class _Replay:
    """The state of one replay."""

    def __init__(self, kifu: Kifu, report: Report, superko: str):
        self.kifu = kifu
        self.report = report
        self.board = new_board(kifu, superko)
        self.over = ""  # who has won or "draw", as far as the board shows it
        self.said_over = False
        # Black's handicap stones may be played one after the other instead of being set up.
        self.free_stones = kifu.handicap if kifu.rules == "go" and not kifu.setup else 0

    def run(self) -> None:
        turn = self.kifu.first_color
        for number, move in enumerate(self.kifu.moves, 1):
            if move.edits:
                self.report.notes.append(f"stones set up before move {number}: repetition counts from there")
                self.board = edited(self.board, move.edits)
            if self.free_stones > 0 and move.color == BLACK:
                self.free_stones -= 1
            elif move.color != turn and not (number == 1 and self.kifu.handicap > 1):
                self._problem(number, "turn", ("G17.2" if number > 1 else "G2", "R9.1.7"), move)
            if move.color != BLACK:
                self.free_stones = 0
            self._move(number, move)
            turn = BLACK if self.free_stones else 3 - move.color
        kifu, report = self.kifu, self.report
        shown = "" if self.over == "passes" else self.over
        report.result = kifu.result or shown
        if kifu.result and shown and kifu.result[:2].upper() != shown[:2].upper():
            report.notes.append(f"the record says {kifu.result}, the board shows {shown}")
        if kifu.rules == "renju":
            report.details["variant"] = kifu.variant
            index = openings.name_opening([move.point for move in kifu.moves[:3]], kifu.size)
            if index >= 0 and not kifu.setup:
                names = {"english": openings.english(index), "chinese": openings.chinese(index)}
                report.details["opening"] = {"code": openings.code(index)} | names

    def _problem(self, number: int, kind: str, rules: tuple[str, str], move: Move) -> None:
        rule = rules[self.kifu.rules == "renju"]
        name = self.kifu.point_name(move.point) if move.point >= 0 else move.written
        self.report.problems.append(Problem(number, rule, kind, name))

    def _move(self, number: int, move: Move) -> None:
        board = self.board
        if move.is_pass:
            if not self.over and board.moves and board.last_point() == NO_POINT:
                # G7: over after two passes; R10.2: in renju that is a draw. The count decides a Go game.
                self.over = "Draw" if self.kifu.rules == "renju" else "passes"
            board.play_pass(move.color)
            return
        if self.over and not self.said_over:
            self.said_over = True
            self._problem(number, "after_end", ("G7", "R10.2" if self.over == "Draw" else "R10.1.1"), move)
        reason = board.check(move.point, move.color)
        if reason:
            kind, *rules = _OBJECTIONS[reason]
            self._problem(number, kind, tuple(rules), move)
        elif self.kifu.rules == "renju" and not self.over:
            self._judge(number, move)
        taken = carry_out(board, move)
        if taken:
            self.report.captures.append([number, in_order(map(self.kifu.point_name, taken))])

    def _judge(self, number: int, move: Move) -> None:
        """Fives end the game (R10.1.1); Black's forbidden shapes are problems (R2.19)."""
        made = self.board.judge(move.point, move.color)
        if made & FIVE:
            self.over = "B+" if move.color == BLACK else "W+"
        for bit, kind in _FOULS:
            if made & bit:
                self._problem(number, kind, ("", "R2.19"), move)
