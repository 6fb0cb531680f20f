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
            None  # (where an old stone is now or NO_POINT, where it was, color), put back before move self.back
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
                    done = self._spoil(i, p, taken)
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
            self._event("down", side=WORDS[color])
            self._event("up", side=WORDS[color])

    def _spoil(self, i, p, taken):
        """Take an old stone away, or move it; True if there was one."""
        stones = self.board.stones
        old = [q for q in range(len(stones)) if stones[q] and q != p and q not in taken and q != self.moves[i - 1][1]]
        empty = [q for q in range(len(stones)) if not stones[q] and q != p]
        if not old or not empty:
            return False
        q, to = old[self.dice.roll(len(old))], empty[self.dice.roll(len(empty))]
        self.astray = (to if self.wrong == "nudged" else -1, q, stones[q])
        self.back = i + 2 + self.dice.roll(5)
        self._lift(q)
        if self.wrong == "nudged":
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

    def objection(self):
        """What is wrong with the record; empty if nothing is.

        As far as it goes it is the game. Where it is not, because nothing that was seen tells it (an old stone was
        astray while others were captured; without a clock a capture whose prisoners stayed on was taken off by a
        capture that put nothing down), it says before that a repair was due or a stone was taken up.
        """
        hidden = self.wrong in ("nudged", "removed") or (self.wrong == "prisoners" and not self.clock)
        moves, told = 0, False
        for row in self.board.rulings:
            told = told or row["kind"] == "repair" or row.get("reason") in ("touch", "taken_back")
            if row["kind"] in ("move", "pass"):
                color, p, taken = self.moves[moves]
                want = ("move", WORDS[color], name(p, self.size, "go"), sorted(taken))
                got = (row["kind"], row["side"], row.get("point"), sorted(map(self.board.point, row["captures"])))
                if got != want:
                    return "" if hidden and told else "move %d is %s, was %s" % (moves + 1, got, want)
                moves, told = moves + 1, False
        return "" if self.wrong or moves >= len(self.moves) - 1 else "%d moves of %d" % (moves, len(self.moves))


def check(wrong, clock, enforcement, seeds):
    """Play the games of ``seeds``; returns what is wrong with them."""
    found = []
    for seed in seeds:
        objection = PlayedOn(wrong, clock, enforcement, seed).objection()
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


def test_without_a_clock_only_what_was_played_is_recorded():
    """G17.3: a move that was answered stands, its prisoner on or not."""
    assert not check("prisoner", False, "strict", (58, 65, 89, 103, 127))
    assert not check("nudged", False, "advise", (48, 49)) + check("removed", False, "strict", (48, 111))
