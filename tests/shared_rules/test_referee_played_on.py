"""Play goes on although something is wrong, on small boards full of kos and captures: what is recorded was played.

A ko taken and retaken, or more stones captured back and forth, can leave a picture that two other moves would make as
well (G6, G17.3, G18.2). The random numbers are our own, so that both interpreters play the same.
"""

from ideal_board import COLORS, IdealBoard
from test_referee_random import Dice

from shared_rules.go import GoBoard
from shared_rules.points import BLACK, name
from shared_rules.presets import resolve

WORDS = {COLORS[word]: word for word in COLORS}
# What goes wrong once, from then on nobody minds what the board says: a prisoner, or all of them, stay on; moves are
# made without a press; an old stone is moved or removed, and put back some moves later.
WRONG = ("prisoner", "prisoners", "presses", "nudged", "removed")
MOVES = 36
SLOW_MS = 1500  # longer than it takes until something wrong is told


def moves_of(size, dice):
    """A random game, captures first: a list of ``(color, point, captured points)``."""
    board, color, moves = GoBoard(size, "none"), BLACK, []
    for _ in range(MOVES):
        legal = [p for p in range(size * size) if not board.grid[p] and not board.check(p, color)]
        if not legal:
            break
        taking = [p for p in legal if board.captures(p, color)]
        chosen = taking if taking and dice.roll(4) else legal
        p = chosen[dice.roll(len(chosen))]
        moves.append((color, p, board.play(p, color)))
        color = 3 - color
    return moves


class PlayedOn:
    """Plays one such game on the ideal board (``board``); ``moves`` are what was played."""

    def __init__(self, wrong, clock, enforcement, seed):
        self.dice = Dice(seed * 7919 + 13)
        self.size = (5, 5, 6)[self.dice.roll(3)]
        self.wrong, self.clock = wrong, clock
        self.moves = moves_of(self.size, self.dice)
        time = {"system": "absolute", "main_ms": 36000000} if clock else None
        rules = {"size": self.size, "superko": "none", "repetition": "log", "enforcement": enforcement, "time": time}
        self.board = IdealBoard(resolve("go-2002", rules))
        self.t = SLOW_MS
        self.unpressed = 0
        self.astray = (
            None  # (where an old stone is now, -1 in a hand, where it was, color), put back before move self.back
        )
        self.back = 0
        self._play()

    def _event(self, do, **more):
        self.board.at(self.t)
        more["do"] = do
        self.board.do(more)
        self.t += 300 + self.dice.roll(400)

    def _place(self, p, color):
        self._event("place", point=name(p, self.size, "go"), color=WORDS[color])

    def _lift(self, p):
        self._event("lift", point=name(p, self.size, "go"))

    def _play(self):
        start = 4 + self.dice.roll(10)
        done = False
        for i in range(len(self.moves)):
            color, p, taken = self.moves[i]
            self.t += SLOW_MS + self.dice.roll(3000)
            left = []
            if i >= start and not done:
                if taken and self.wrong in ("prisoner", "prisoners"):
                    left, done = taken[:1] if self.wrong == "prisoner" else taken, True
                elif self.wrong == "presses":
                    self.unpressed, done = 2 + self.dice.roll(5), True
                elif self.wrong in ("nudged", "removed"):
                    done = self._spoil(i, p, taken, self.wrong == "nudged")
            if self.astray and i >= self.back:
                self._put_back()
            self._move(color, p, [q for q in taken if q not in left])
            self.t += SLOW_MS * self.dice.roll(2)
        self.t += 4000
        self.board.at(self.t)

    def _move(self, color, p, taken):
        stones = self.board.stones
        if stones[p] != color:
            if stones[p]:
                self._lift(p)
            self._place(p, color)
        for q in taken:
            if stones[q]:
                self._lift(q)
        if self.unpressed:
            self.unpressed -= 1
        elif self.clock:
            self._press(color)

    def _press(self, color):
        self._event("down", side=WORDS[color])
        self._event("up", side=WORDS[color])

    def _spoil(self, i, p, taken, nudged):
        """Take an old stone away, or move it; True if there was one."""
        stones = self.board.stones
        old = [q for q in range(len(stones)) if stones[q] and q != p and q not in taken and q != self.moves[i - 1][1]]
        empty = [q for q in range(len(stones)) if not stones[q] and q != p]
        if not old or not empty:
            return False
        q, to = old[self.dice.roll(len(old))], empty[self.dice.roll(len(empty))]
        self.astray = (to if nudged else -1, q, stones[q])
        self.back = i + 2 + self.dice.roll(5)
        self._lift(q)
        if nudged:
            self._place(to, self.astray[2])
        return True

    def _put_back(self):
        to, q, color = self.astray
        self.astray = None
        stones = self.board.stones
        if to >= 0 and stones[to] == color and to not in [move[1] for move in self.moves[: self.back]]:
            self._lift(to)
        if not stones[q]:
            self._place(q, color)

    def told(self, row):
        """True if the record says with this ruling that not all was as it should be."""
        return row["kind"] == "repair" or row.get("reason") in ("touch", "taken_back")

    def objection(self):
        """What is wrong with the record; empty if nothing is.

        As far as it goes it is the game. Where it is not, because nothing that was seen tells it (an old stone was
        astray while others were captured; without a clock a capture whose prisoners stayed on was taken off by a
        capture that put nothing down), it says before that a repair was due or a stone was taken up.
        """
        hidden = self.wrong in ("nudged", "removed", "all") or (self.wrong == "prisoners" and not self.clock)
        moves, told = 0, False
        for row in self.board.rulings:
            told = told or self.told(row)
            if row["kind"] in ("move", "pass"):
                color, p, taken = self.moves[moves]
                want = ("move", WORDS[color], name(p, self.size, "go"), sorted(taken))
                got = (row["kind"], row["side"], row.get("point"), sorted(map(self.board.point, row["captures"])))
                if got != want:
                    return "" if hidden and told else "move %d is %s, was %s" % (moves + 1, got, want)
                moves, told = moves + 1, False
        return "" if self.wrong or moves >= len(self.moves) - 1 else "%d moves of %d" % (moves, len(self.moves))


class Reckless(PlayedOn):
    """All of ``WRONG`` and power cuts, again and again, in one game; forgotten prisoners come off some time."""

    def _play(self):
        paper = GoBoard(self.size, "none")
        for i in range(len(self.moves)):
            color, p, taken = self.moves[i]
            self.t += 300 + self.dice.roll(3500)
            left = []
            wrong = self.dice.roll(6) if i > 3 and self.dice.roll(8) == 0 else -1
            if wrong in (0, 1):
                left = taken[: 1 if wrong else len(taken)]
            elif wrong == 2:
                self.unpressed = 1 + self.dice.roll(3)
            elif wrong in (3, 4) and not self.astray:
                self._spoil(i, p, taken, wrong == 3)
            if self.astray and i >= self.back:
                self._put_back()
            if wrong == 5:
                self._event("power", on=False)
            self._move(color, p, [q for q in taken if q not in left])
            if wrong == 5:
                self._event("power", on=True)
                self.t += 2000
                if self.clock:
                    self._press(color)
            self.t += SLOW_MS * self.dice.roll(2)
            paper.play(p, color)
            if self.dice.roll(4) == 0:
                self._clear_up(paper.grid)
        self.t += 4000
        self.board.at(self.t)

    def _clear_up(self, grid):
        stones = self.board.stones
        for q in range(len(stones)):
            if stones[q] and not grid[q] and not (self.astray and self.astray[0] == q):
                self._lift(q)

    def told(self, row):
        return row["kind"] in ("void", "warning", "restart") or row.get("reason") == "forgot_press" or super().told(row)


def check(wrong, clock, enforcement, seeds):
    """Play the games of ``seeds``, ``all``: reckless ones; returns what is wrong with them."""
    found = []
    for seed in seeds:
        played = Reckless if wrong == "all" else PlayedOn
        objection = played(wrong, clock, enforcement, seed).objection()
        if objection:
            found.append(
                "%s, clock %s, %s, seed %d: %s" % (wrong or "as it should be", clock, enforcement, seed, objection)
            )
    return found


def test_games_without_mistakes_are_recorded_whole():
    assert not check("", True, "strict", range(4)) + check("", False, "advise", range(4))


def test_with_a_clock_only_what_was_played_is_recorded():
    """G18.2, G17.3: a move whose press was refused stands, whatever is put down after it."""
    assert not check("prisoner", True, "advise", (58, 65, 89)) + check("prisoners", True, "strict", range(3))
    assert not check("presses", True, "strict", (47, 48, 49)) + check("removed", True, "strict", (110, 111))
    assert not check("nudged", True, "advise", (48, 110, 111))


def test_what_is_recorded_of_reckless_games_was_played():
    """G17.2, G17.3, G17.5, G18.2."""
    assert not check("all", True, "strict", range(3)) + check("all", True, "advise", range(3))
    assert not check("all", False, "strict", (1968, 1, 2))


def test_without_a_clock_only_what_was_played_is_recorded():
    """G17.3: a move that was answered stands, its prisoner on or not."""
    assert not check("prisoner", False, "strict", (58, 65, 89, 103, 127))
    assert not check("nudged", False, "advise", (48, 49)) + check("removed", False, "strict", (48, 111))
