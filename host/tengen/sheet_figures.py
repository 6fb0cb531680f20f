"""What the diagrams of a score sheet show: numbered stones, and what cannot stand on the diagram as a list."""

from dataclasses import dataclass, field

from shared_rules.points import EMPTY, NO_POINT
from tengen.game import COLOR, Game, Played, in_order


@dataclass
class Figure:
    """One diagram: moves ``first`` to ``last``.

    ``stones``: ``{point: (colour, number)}``, number 0 for stones from before. ``at``: moves on points that are taken
    on the diagram, as printed (``57, 63 at 42``). ``passes`` and ``takes``: likewise, in words.
    """

    first: int
    last: int
    stones: dict[int, tuple[int, int]]
    at: list[str] = field(default_factory=list)
    passes: list[str] = field(default_factory=list)
    takes: list[str] = field(default_factory=list)

    @property
    def notes(self) -> str:
        """Everything under the diagram in one paragraph."""
        return " · ".join(self.at + self.passes + self.takes)


def figures(game: Game, per_figure: int = 100) -> list[Figure]:
    """The diagrams of a game, ``per_figure`` moves each; a game without moves has one, with its set-up."""
    moves = game.played()
    board = dict(game.setup)
    found = []
    for start in range(0, max(len(moves), 1), per_figure):
        found.append(_figure(game, board, moves[start : start + per_figure], start + 1))
    _edit(found[-1], board, game.final_edits)
    return found


def _figure(game: Game, board: dict[int, int], moves: list[Played], first: int) -> Figure:
    """One diagram; ``board`` is the position before it and becomes the one after it."""
    figure = Figure(first, first + len(moves) - 1, {p: (c, 0) for p, c in board.items() if c != EMPTY})
    again: dict[int, list[int]] = {}
    for number, move in enumerate(moves, first):
        _edit(figure, board, move.edits)
        if move.point == NO_POINT:
            figure.passes.append(f"{number} pass")
            continue
        color = COLOR[move.side]
        board[move.point] = color
        for p in move.captures:
            board.pop(p, None)
        if move.point in figure.stones:
            again.setdefault(move.point, []).append(number)
        else:
            figure.stones[move.point] = (color, number)
        if move.captures:
            names = in_order(map(game.name, move.captures))
            figure.takes.append(f"{number} takes {' '.join(names) if len(names) <= 4 else f'{len(names)} stones'}")
    for point, numbers in again.items():
        place = figure.stones[point][1] or game.name(point)
        figure.at.append(f"{', '.join(map(str, numbers))} at {place}")
    return figure


def _edit(figure: Figure, board: dict[int, int], edits: dict[int, int]) -> None:
    """A position accepted as it stands: new stones come on without a number."""
    for point, color in edits.items():
        if color == EMPTY:
            board.pop(point, None)
        else:
            board[point] = color
            figure.stones.setdefault(point, (color, 0))
