"""Clumsy players: real games with the slips of real hands, as scenarios.

Slips that are put right before the press leave nothing in the record but the game (``PUT_RIGHT``). Slips that an
article punishes are put right after its ruling (``PUNISHED``). Slips of ``SPOILS`` are left as they are while play goes
on: from then on nothing may be recorded that was not played.
"""

import random

from shared_rules import points
from shared_rules.go import GoBoard
from shared_rules.points import BLACK, WHITE

COLOR = {"b": "black", "w": "white"}
CODE = {"b": BLACK, "w": WHITE}

PUT_RIGHT = (
    "prisoners_first",
    "second_thought",
    "slide",
    "nudge",
    "bump",
    "wrong_colour",
    "living_stone",
    "wrong_press",
    "double_press",
    "early_answer",
    "power",
    "power_at_press",
    "usb",
)
# Slips that nobody puts right.
SPOILS = ("nudged", "removed", "recoloured", "dropped", "prisoner_left", "swept")
# Slip -> article of the ruling that must follow (Go, renju); None where the slip does not exist.
PUNISHED = {
    "early_press": ("G17.4", "R9.2"),
    "forgotten_prisoner": ("G18.2", None),
    "two_stones": ("G17.2", "R9.1.7"),
    "second_move": ("G17.2", "R9.1.7"),
    "living_stone_pressed": ("G18.1", None),
}


class ClumsyGame:
    """Plays a ``Rehearsal``'s moves with slips.

    ``lines``: the scenario; ``slips``: what was done; ``expected``: articles of the rulings that must follow;
    ``dropped``: point and colour letter of a stone that was dropped and left, or None.
    """

    def __init__(self, rehearsal, settings, seed, rate=0.25, punished=None, spoil=None):
        """``rate``: slips a move; ``punished``: one slip of ``PUNISHED``; ``spoil``: one of ``SPOILS`` and the
        index of the first move at which it can happen.
        """
        self.game, self.size = rehearsal, rehearsal.size
        self.pick = random.Random(seed)
        self.clock = settings.get("time", True) is not None
        self.lines = [{"game": settings, "seed": seed, "placing_sd_mm": 1.0}]
        self.slips, self.expected, self.dropped = [], [], None
        self.t = 2.0
        self.stones = dict(rehearsal.setup)
        self.last = None
        self.answered = False
        self.rules = "go" if rehearsal.go else "renju"
        self._play(rate, punished, spoil)

    def _play(self, rate, punished, spoil):
        moves = self.game.moves
        self._set_up()
        chosen = None
        if punished:
            fit = [i for i in range(6, len(moves) - 4) if self._fits(punished, moves, i)]
            chosen = self.pick.choice(fit) if fit else None
        for i, move in enumerate(moves):
            color, name, gone = move
            if self.answered:
                self.answered = False
                self._finish(color, name, gone)
                continue
            self._wait(1.5, 6.0)
            # (A stone of a side that then presses is its move, whoever dropped it there.)
            passes = any(m[1] is None for m in moves[i : i + 3])
            if spoil and i >= spoil[1] and not self.slips and not passes and self._spoil(spoil[0], move):
                continue
            if name is None:
                self._event("hold", side=COLOR[color], seconds=2.4)
                self.t += 3.0
                continue
            if i == chosen:
                self.slips.append(punished)
                self.expected.append(PUNISHED[punished][0 if self.game.go else 1])
                getattr(self, "_" + punished)(move)
                continue
            slip = self.pick.choice(PUT_RIGHT) if self.pick.random() < rate else ""
            done = bool(slip) and getattr(self, "_" + slip)(move, moves[i + 1] if i + 1 < len(moves) else None)
            if slip and done is not None:
                self.slips.append(slip)
            if not done:
                self._move(color, name, gone)

    # -- plain play

    def _event(self, do, **more):
        self.lines.append({"at": round(self.t, 3), "do": do, **more})

    def _wait(self, low, high):
        self.t += self.pick.uniform(low, high)

    def _set_up(self):
        if not self.stones:
            return
        for name, color in self.stones.items():
            self._event("place", point=name, color=color)
            self.t += 0.7
        self.t += 1.0
        self._event("press", side="black")
        self.t += 1.0

    def _place(self, name, color):
        self._event("place", point=name, color=COLOR[color])

    def _lift(self, names):
        for name in self.pick.sample(names, len(names)):
            self._wait(0.3, 0.7)
            self._event("lift", point=name)

    def _move(self, color, name, gone):
        self._place(name, color)
        self._lift(gone)
        self._finish(color, name, gone)

    def _finish(self, color, name, gone):
        """The stone stands and the prisoners are off: press, and remember the position."""
        self.stones[name] = COLOR[color]
        self.last = name
        for prisoner in gone:
            del self.stones[prisoner]
        self._press(color)

    def _press(self, color):
        if self.clock:
            self._wait(0.45, 1.0)
            self._event("press", side=COLOR[color])

    # -- points

    def _all(self):
        return [points.name(p, self.size, self.rules) for p in range(self.size * self.size)]

    def _empty(self, besides=()):
        return [n for n in self._all() if n not in self.stones and n not in besides]

    def _near(self, name):
        p = points.parse(name, self.size, self.rules)
        row, col = divmod(p, self.size)
        near = [(row + 1, col), (row - 1, col), (row, col + 1), (row, col - 1)]
        return [points.name(r * self.size + c, self.size, self.rules) for r, c in near if 0 <= r < self.size > c >= 0]

    def _legal(self, name, color):
        """A stone may stand there for a while: it is no suicide."""
        if not self.game.go:
            return True
        board = GoBoard(self.size, "none")
        for stone, c in self.stones.items():
            board.place(points.parse(stone, self.size, self.rules), BLACK if c == "black" else WHITE)
        return not board.check(points.parse(name, self.size, self.rules), CODE[color])

    def _loose(self, avoid):
        """``(stone, empty neighbour)`` of a stone that can be nudged, or None."""
        names = [n for n in self.stones if n not in avoid]
        self.pick.shuffle(names)
        for name in names:
            free = [q for q in self._near(name) if q not in self.stones and q not in avoid]
            if free:
                return name, self.pick.choice(free)
        return None

    # -- slips put right before the press; True: the move is made, False: still to be made, None: did not fit

    def _prisoners_first(self, move, following):
        color, name, gone = move
        if not gone:
            return None
        self._lift(gone)
        self._wait(0.3, 3.0)
        self._place(name, color)
        self._finish(color, name, gone)
        return True

    def _second_thought(self, move, following):
        color, name, gone = move
        free = [n for n in self._empty((name,)) if self._legal(n, color)]
        if not free:
            return None
        other = self.pick.choice(free)
        self._place(other, color)
        self._wait(0.4, 3.0)
        self._event("lift", point=other)
        self._wait(0.3, 2.0)
        return False

    def _slide(self, move, following):
        color, name, gone = move
        free = [q for q in self._near(name) if q not in self.stones and self._legal(q, color)]
        if not free:
            return None
        start = self.pick.choice(free)
        self._place(start, color)
        self._wait(0.3, 0.8)
        self._event("slide", **{"from": start, "to": name, "seconds": 0.3})
        self.t += 0.4
        self._lift(gone)
        self._finish(color, name, gone)
        return True

    def _nudge(self, move, following):
        # In renju the last stone seen elsewhere is a violation of whoever played it (R9.1.8), not a nudge.
        last = () if self.game.go else (self.last,)
        loose = self._loose((move[1], *move[2], *last))
        if not loose:
            return None
        stone, free = loose
        self._event("slide", **{"from": stone, "to": free, "seconds": 0.2})
        self._wait(0.4, 4.0)
        self._event("slide", **{"from": free, "to": stone, "seconds": 0.3})
        self.t += 0.8
        return False

    def _bump(self, move, following):
        """A sleeve takes a handful of stones along; they are put back."""
        names = sorted(self.stones)
        moved = self.pick.sample(names, min(len(names), self.pick.randint(2, 12)))
        free = self._empty((move[1],))
        # In renju one stone, which is the last, seen elsewhere is a violation of whoever played it (R9.1.8).
        if len(moved) < (1 if self.game.go else 2) or len(free) < len(moved):
            return None
        stray = self.pick.sample(free, len(moved))
        self._event(
            "set", stones={n: None for n in moved} | {s: self.stones[m] for s, m in zip(stray, moved, strict=True)}
        )
        self._wait(0.5, 20.0)
        # Put right one by one, in any order.
        for s, m in zip(stray, moved, strict=True):
            self._event("lift", point=s)
            self.t += 0.4
            self._event("place", point=m, color=self.stones[m])
            self._wait(0.3, 1.5)
        self.t += 0.5
        return False

    def _wrong_colour(self, move, following):
        color, name, gone = move
        other = "w" if color == "b" else "b"
        self._place(name, other)
        self._wait(0.4, 3.0)
        self._event("lift", point=name)
        self._wait(0.4, 1.0)
        return False

    def _living_stone(self, move, following):
        color, name, gone = move
        names = [n for n in sorted(self.stones) if n not in gone]
        if not names:
            return None
        stone = self.pick.choice(names)
        self._event("lift", point=stone)
        self._wait(0.4, 3.0)
        self._event("place", point=stone, color=self.stones[stone])
        self._wait(0.4, 1.0)
        return False

    def _wrong_press(self, move, following):
        if not self.clock:
            return None
        self._event("press", side=COLOR["w" if move[0] == "b" else "b"])
        self._wait(0.4, 1.5)
        return False

    def _double_press(self, move, following):
        if not self.clock:
            return None
        self._move(*move)
        self._wait(0.3, 1.0)
        self._event("press", side=COLOR[move[0]])
        return True

    def _early_answer(self, move, following):
        """The other side answers before the press."""
        color, name, gone = move
        if not self.clock or not following or following[1] is None or following[1] in gone or following[2]:
            return None
        self._place(name, color)
        self._lift(gone)
        self._wait(0.4, 1.0)
        self._place(following[1], following[0])
        self._finish(color, name, gone)
        self._wait(0.3, 2.0)
        self.answered = True
        return True

    def _power(self, move, following):
        """The power goes and comes back, with the stone put down before, in between or after.

        Prisoners are lifted while it is off, or after.
        """
        color, name, gone = move
        when = self.pick.choice(("before", "between", "after"))
        dark = when != "after" and self.pick.random() < 0.5
        if when == "before":
            self._place(name, color)
            self._wait(0.6, 1.0)
        self._event("power", on=False)
        self._wait(1.0, 10.0)
        if when == "between":
            self._place(name, color)
            self._wait(0.5, 1.0)
        if dark:
            self._lift(gone)
        self._event("power", on=True)
        self.t += 4.0
        if when == "after":
            self._place(name, color)
        if not dark:
            self._lift(gone)
        self._finish(color, name, gone)
        return True

    def _power_at_press(self, move, following):
        """The power goes within moments of the press; whoever is not sure presses again."""
        if not self.clock:
            return None
        self._move(*move)
        self.t += self.pick.uniform(0.005, 0.3)
        self._event("power", on=False)
        self._wait(1.0, 10.0)
        self._event("power", on=True)
        self.t += 4.0
        self._press(move[0])
        return True

    def _usb(self, move, following):
        self._event("usb", on=False)
        self._wait(0.5, 3.0)
        self._move(*move)
        self._wait(0.1, 1.0)
        self._event("usb", on=True)
        return True

    # -- slips that an article punishes

    def _fits(self, slip, moves, i):
        color, name, gone = moves[i]
        if name is None or PUNISHED[slip][0 if self.game.go else 1] is None:
            return False
        return bool(gone) if slip in ("forgotten_prisoner", "living_stone_pressed") else True

    def _early_press(self, move):
        self._event("press", side=COLOR[move[0]])
        self._wait(0.7, 2.0)
        self._move(*move)

    def _forgotten_prisoner(self, move):
        color, name, gone = move
        self._place(name, color)
        self._lift(gone[1:])
        self._press(color)
        self._wait(0.5, 3.0)
        self._lift(gone[:1])
        self._finish(color, name, gone)

    def _two_stones(self, move):
        color, name, gone = move
        self._place(name, color)
        self._lift(gone)
        free = [n for n in self._empty((name,)) if n not in gone]
        other = self.pick.choice(free)
        self._wait(0.5, 1.5)
        self._place(other, color)
        self._press(color)
        self._wait(0.5, 3.0)
        self._event("lift", point=other)
        self._finish(color, name, gone)

    def _second_move(self, move):
        """A second move of the side that has just pressed."""
        self._move(*move)
        self._wait(0.5, 2.0)
        other = self.pick.choice(self._empty())
        self._place(other, move[0])
        self._press(move[0])
        self._wait(0.5, 3.0)
        self._event("lift", point=other)
        self._wait(0.5, 1.0)

    def _living_stone_pressed(self, move):
        color, name, gone = move
        enemy = "white" if color == "b" else "black"
        living = [n for n in sorted(self.stones) if self.stones[n] == enemy and n not in gone]
        stone = self.pick.choice(living)
        self._place(name, color)
        self._lift([*gone, stone])
        self._press(color)
        self._wait(0.5, 3.0)
        self._event("place", point=stone, color=enemy)
        self._finish(color, name, gone)

    # -- slips that nobody puts right

    def _spoil(self, kind, move):
        """Leave something wrong, if ``kind`` can be at this move; True if the move is made with it."""
        color, name, gone = move
        # Without a clock the last stone is not final yet: its owner may still take it up.
        stones = [n for n in sorted(self.stones) if n not in (name, self.last, *gone)]
        if kind == "prisoner_left":
            if not gone:
                return False
            self.slips.append(kind)
            self._place(name, color)
            self._lift(gone[1:])
            self._finish(color, name, gone)
            return True
        if not stones:
            return False
        stone = self.pick.choice(stones)
        if kind == "nudged":
            loose = self._loose((self.last, name, *gone))
            if not loose:
                return False
            self._event("slide", **{"from": loose[0], "to": loose[1], "seconds": 0.2})
        elif kind == "removed":
            self._event("lift", point=stone)
        elif kind == "recoloured":
            other = "white" if self.stones[stone] == "black" else "black"
            self._event("lift", point=stone)
            self.t += 0.5
            self._event("place", point=stone, color=other)
        elif kind == "dropped":
            self.dropped = self.pick.choice(self._empty((name,))), self.pick.choice("bw")
            self._place(*self.dropped)
        else:
            self._event("set", stones=dict.fromkeys(self.stones))
        self.slips.append(kind)
        self.t += 0.6
        return False
