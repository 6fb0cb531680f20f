"""Campaign of games: real games played by human hands on boards that drift, read by the firmware and its referee.

Hands put stones down beside their points (normal distribution), now and then slide one into its place, put it down
twice, lift prisoners first; a sleeve brushes a stone aside. Half the boards have a dead sensor; on half of these it is
masked before the game. After each move the record must hold exactly the moves that were played. Where the board says
that it cannot tell, or asks for a stone that was not seen, the player straightens the stones and goes on. A move that
is ruled void is no silent error; the game is given up.

The plain scheme of ``placements.py`` reads the same frames.
"""

import math
from collections import Counter
from functools import cache
from pathlib import Path

import numpy as np
from placements import STONE_MM, at_boot, plain

from shared_rules import points
from shared_rules.points import BLACK, WHITE, parse
from tengen.twin.physics import Board
from tengen.twin.rehearsal import Rehearsal

GAMES = Path(__file__).parents[1] / "cases" / "games"
CODE = {"b": BLACK, "w": WHITE}
COLOR = {BLACK: "black", WHITE: "white"}
OFF_MM = 6.0  # a stone further off its point is cause enough to be told
CLOCK = {"system": "absolute", "main_ms": 100 * 3_600_000}
TRIES = 4  # after that the game is given up


@cache
def _load(path: Path) -> Rehearsal:
    """A real game up to its first pass."""
    game = Rehearsal(path)
    names = [name for _, name, _ in game.moves] + [None]
    game.moves = game.moves[: names.index(None)]
    return game


def choose(number: int, go: bool) -> Rehearsal:
    """A real game without set-up stones."""
    paths = [path for path in sorted(GAMES.glob("*.sgf")) if path.name.startswith("renju") != go]
    while _load(paths[number % len(paths)]).setup:
        number += 1
    return _load(paths[number % len(paths)])


class HumanGame:
    """One game on one board; ``counts`` gets what happened, ``wrong`` what should never happen."""

    def __init__(self, under_test, game: Rehearsal, seed: int, counts: Counter):
        self.board, self.counts, self.game = under_test, counts, game
        self.random = np.random.default_rng(seed)
        self.size, self.rules = game.size, "go" if game.go else "renju"
        self.sd = self.random.uniform(1.0, 2.5)
        self.clock = bool(self.random.random() < 0.7)
        self.model = Board(self.size, seed)
        self.lying: dict[int, int] = {}
        self.played: list[tuple[int, int]] = []
        self.recorded: list[tuple[int, int]] = []
        self.wrong: list[str] = []
        self.over = False
        self.dead, self.masked = -1, False
        self._begin()

    def _begin(self) -> None:
        settings = self.game.settings(time=CLOCK if self.clock else None, enforcement="advise")
        if not self.game.go:
            settings["opening"] = "none"
        self.board.new(self.model, settings)
        self.boot = at_boot(self.model)
        self.model.fault("drift", None, self.random.uniform(-2, 2))
        self.model._drift_rate += (
            self.random.normal(0, 0.03, self.size**2) / 3_600_000
        )  # mT per hour, each sensor its own
        if self.random.random() < 0.5:
            self.dead = self._point(self.random.choice(len(self.game.moves)))
            self.model.fault("dead_sensor", self.dead, self.random.uniform(-0.3, 0.3))
            self.masked = bool(self.random.random() < 0.5)
            if self.masked:
                self.board.mask(self.dead)
        self.board.frames(15)
        self.board.report()

    def _point(self, index: int) -> int:
        return parse(self.game.moves[index][1], self.size, self.rules)

    # ---- hands

    def _off(self, point: int, sd: float) -> tuple[float, float]:
        """How far beside its point the next stone comes to lie; not on top of another."""
        model = self.model
        others = [pile[-1].position(self.board.t) for q, pile in model._stones.items() if q != point]
        places = np.array(others) if others else np.full((1, 2), 1e3)
        for shrink in range(30):
            dx, dy = self.random.normal(0, sd * 0.93**shrink, 2)
            if np.hypot(places[:, 0] - model.x[point] - dx, places[:, 1] - model.y[point] - dy).min() >= STONE_MM:
                break
        return float(dx), float(dy)

    def _put(self, point: int, color: int, sd: float) -> None:
        # One in five is seen on its way down.
        ms = int(self.random.integers(60, 200)) if self.random.random() < 0.2 else 0
        self.model.place(point, color, *self._off(point, sd), self.board.t, ms)
        self.board.frames(ms // 20)
        self.lying[point] = color

    def _lift(self, point: int) -> None:
        ms = int(self.random.integers(60, 200)) if self.random.random() < 0.2 else 0
        self.model.lift(point, self.board.t, ms)
        self.board.frames(ms // 20)
        self.lying.pop(point, None)

    def _offset(self, point: int) -> float:
        x, y = self.model._stones[point][-1].position(self.board.t)
        return math.hypot(x - self.model.x[point], y - self.model.y[point])

    def _place(self, point: int, color: int) -> None:
        """Put the stone of a move down, one way or another."""
        how = self.random.random()
        row, col = divmod(point, self.size)
        beside = [q for q in (point - 1, point + 1) if q // self.size == row and 0 <= q < self.size**2]
        free = [q for q in beside if q not in self.lying]
        if how < 0.08 and free:
            start = free[0]
            self.model.place(start, color, 0, 0, self.board.t)
            self.board.frames(int(self.random.integers(1, 5)))
            ms = int(self.random.integers(150, 900))
            dx, dy = self._off(point, self.sd)
            self.model.slide(start, point, ms, self.board.t, dx, dy)
            self.lying[point] = color
            self.board.frames(ms // 20 + 1)
            self.board.frames(24)
            self.counts["stones slid into place"] += 1
        elif how < 0.14:
            self._put(point, color, self.sd)
            self.board.frames(int(self.random.integers(1, 8)))
            self._lift(point)
            self.board.frames(int(self.random.integers(1, 8)))
            self._put(point, color, self.sd)
            self.board.frames(24)
            self.counts["stones put down twice"] += 1
        else:
            self._put(point, color, self.sd)

    def _brush(self) -> None:
        """A sleeve moves a stone: mostly a little, sometimes half a point."""
        if not self.lying:
            return
        point = int(self.random.choice(list(self.lying)))
        far = self.random.random() < 0.1
        before = self.model._stones[point][-1].position(self.board.t)
        dx, dy = self._off(point, 4.0 if far else self.sd)
        self.model.nudge(
            point, self.model.x[point] + dx - before[0], self.model.y[point] + dy - before[1], self.board.t
        )
        self.board.frames(6)
        self.counts["stones brushed aside"] += 1

    def _straighten(self, near: int) -> None:
        """Told that something is unclear: the stones that lie badly are put right, and the last one first."""
        bad = [q for q in self.lying if self._offset(q) > 4.0]
        if near in self.lying and near not in bad:
            bad.append(near)
        for q in bad:
            dx, dy = self._off(q, 0.7)
            x, y = self.model._stones[q][-1].position(self.board.t)
            self.model.nudge(q, self.model.x[q] + dx - x, self.model.y[q] + dy - y, self.board.t)
            self.board.frames(8)
        self.board.frames(40)

    # ---- the game

    def play(self) -> None:
        """Play it to its end, or until it is given up because the board has said what it cannot see."""
        for index, (letter, name, gone) in enumerate(self.game.moves):
            point, color = parse(name, self.size, self.rules), CODE[letter]
            taken = [parse(other, self.size, self.rules) for other in gone]
            self._think()
            first = bool(taken) and self.random.random() < 0.2
            if first:
                self._take_off(taken)
            self._place(point, color)
            self.counts["moves"] += 1
            self.played.append((point, color))
            if not first:
                self._take_off(taken)
            if not self._recorded(point, name, color, index):
                return
        self.counts["games played to the end"] += 1

    def _think(self) -> None:
        self.board.wait(int(self.random.integers(500, 30000)))
        if self.random.random() < 0.03:
            self._brush()
        self.board.frames(1, 1000)

    def _take_off(self, taken: list[int]) -> None:
        for q in taken:
            self.board.wait(int(self.random.integers(100, 600)))
            self._lift(q)
            self.board.frames(2)

    def _recorded(self, point: int, name: str, color: int, index: int) -> bool:
        for attempt in range(TRIES):
            self.board.frames(7 if not attempt else 40)
            if self.masked and point == self.dead:
                self.board.command("stone", point=name, color=COLOR[color])
            self.board.wait(int(self.random.integers(20, 800)))
            if self.clock:
                self.board.button(color, True)
                self.board.frames(3)
                self.board.button(color, False)
            frames = self.board.frames(3, 100)
            report = self.board.report()
            self._check(report)
            if self.wrong:
                return False
            due = index + 1 if self.clock else index
            if self.over or (len(self.recorded) >= due and not report["wrong"] and self._stands(report, point, color)):
                if not attempt:
                    self._compare(frames)
                return True
            self._count_bother(report, attempt)
            if self.dead >= 0 and not self.masked:
                self._mask()
            self._straighten(point)
        self.counts["games given up"] += 1
        return False

    def _mask(self) -> None:
        """The dead sensor was named: it is masked, and what lies there said instead."""
        self.masked = True
        name = points.name(self.dead, self.size, self.rules)
        self.board.mask(self.dead)
        self.board.command("mask", point=name)
        if self.dead in self.lying:
            self.board.command("stone", point=name, color=COLOR[self.lying[self.dead]])
        self.counts["dead sensors masked in play"] += 1

    def _stands(self, report: dict, point: int, color: int) -> bool:
        return self.clock or [point, color] in [list(move) for move in report["pending"]]

    def _check(self, report: dict) -> None:
        for kind, rule, side, point, _ in report["ruled"]:
            self.over = self.over or kind == "end"
            if kind == "move":
                self.recorded.append((point, side))
                if self.recorded != self.played[: len(self.recorded)]:
                    self.wrong.append(f"move {len(self.recorded)}: recorded {point} for {side}")
            elif kind == "end" and len(self.recorded) == len(self.game.moves):
                continue  # five in a row, or the last Go move of the file
            elif kind in ("pass", "end", "penalty"):
                self.wrong.append(f"{kind} {rule} at move {len(self.played)}")
            elif kind in ("void", "warning", "violation"):
                self.counts[f"{kind} {rule}"] += 1

    def _compare(self, frames: np.ndarray) -> None:
        """Count what the plain scheme makes of a board that Tengen read right."""
        grid = plain(self.model, self.boot, frames)
        true = np.zeros(self.size**2, dtype=int)
        for point, color in self.lying.items():
            true[point] = color
        if self.dead >= 0:
            grid[self.dead] = true[self.dead]
        self.counts["plain scheme: moves after which it is wrong"] += int((grid != true).any())
        self.counts["plain scheme: moves after which it sees stones that are not there"] += int(
            ((grid != 0) & (grid != true)).any()
        )

    def _count_bother(self, report: dict, attempt: int) -> None:
        if attempt:
            return
        offsets = [self._offset(q) for q in self.lying]
        if self.dead >= 0 and not self.masked:
            cause = "dead sensor"
        elif max(offsets, default=0) > OFF_MM:
            cause = "a stone more than 6 mm off"
        else:
            cause = "without cause"
        self.counts[f"told: {cause}"] += 1


def play(under_test, games: int, seed: int = 1, every_go: int = 4) -> tuple[Counter, list[str]]:
    """Play so many games, every ``every_go``-th of them Go; what happened, and what is wrong.

    Seeds ``seed``, ``seed + 1`` ...: the same games whether they are played at once or in parts.
    """
    counts, wrong = Counter(), []
    for number in range(seed, seed + games):
        game = HumanGame(under_test, choose(number // every_go, number % every_go == 0), number, counts)
        game.play()
        counts["games"] += 1
        wrong += [f"seed {number}: {text}" for text in game.wrong]
    return counts, wrong
