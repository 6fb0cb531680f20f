"""An ideal board: what hands do in a scenario becomes facts at once, every stone settles where it is put.

Feeds the referee directly, so that a scenario takes milliseconds; the twin plays the same files with firmware and
physics.
"""

import json

from shared_rules import commands, points, record, rulings
from shared_rules.points import NO_POINT
from shared_rules.presets import resolve
from shared_rules.referee import Referee

COLORS = {"black": points.BLACK, "white": points.WHITE}
TAIL_MS = 4000  # the game goes on this long after the last event, as on the twin


class IdealBoard:
    """Plays scenario events on a referee; ``rulings`` collects what it gives, as dicts like those of ``tengen twin
    run``.
    """

    def __init__(self, game):
        self.rulings = []
        self.facts = []
        self.size, self.kind = game["size"], game["rules"]
        self.referee = Referee(game, self)
        self.stones = bytearray(self.size * self.size)
        self.t = 0
        self.power = True
        self.dead = []  # points whose sensor shows nothing

    def ruling(self, kind, rule, side, t, move, point, value, lists):
        """The sink of the referee."""
        fields = rulings.pack(kind, rule, side, t, move, point, value)
        assert rulings.unpack(fields[4]) == (rule, move & 0xFFF, value), "does not fit into its record"
        row = {"at": t / 1000, "kind": rulings.name(kind), "rule": rule, "move": move, "value": value}
        if side:
            row["side"] = points.color_name(side)
        if point != NO_POINT:
            row["point"] = points.name(point, self.size, self.kind)
        for key in lists:
            row[key] = self._named(lists[key])
        self.rulings.append(row)

    def _named(self, value):
        if isinstance(value, list):
            return [points.name(p, self.size, self.kind) for p in value]
        return value

    def fact(self, kind, side=0, point=NO_POINT, value=0, text=b""):
        """Tell the referee a fact at the present time, and keep it."""
        self.facts.append((kind, side, self.t, point, value, text))
        self.referee.fact(kind, side, self.t, point, value, text)

    def show(self, changes):
        """The picture changes: ``changes`` is a list of ``(point, color)``."""
        changes = [(p, c) for p, c in changes if self.stones[p] != c and p not in self.dead]
        for p, c in changes:
            self.stones[p] = c
        if self.power:
            for i in range(len(changes)):
                p, c = changes[i]
                self.fact(record.POINT, c, p, 1 if i + 1 < len(changes) else 0)

    def point(self, name):
        """Read a point of this game."""
        return points.parse(name, self.size, self.kind)

    def at(self, t):
        """Let time pass."""
        self.t = t
        if self.power:
            self.referee.advance(t)

    def play(self, events):
        """Play scenario events (dicts, points as names) in order of their times."""
        for event in _spread(events):
            self.at(int(event["at"] * 1000 + 0.5))
            self.do(event)
        self.at(self.t + TAIL_MS)

    def replayed(self, game):
        """The rulings that the facts alone give again (``tengen verify``): no call of ``advance`` but the last."""
        again = IdealBoard(game)
        for kind, side, t, point, value, text in self.facts:
            again.referee.fact(kind, side, t, point, value, text)
        again.referee.advance(self.t)
        return again.rulings

    def do(self, event):
        """One event at the present time."""
        what = event["do"]
        if what == "place":
            # Half a line off its point, no sensor can tell where a stone belongs.
            between = abs(event.get("dx", 0)) > 8.5 or abs(event.get("dy", 0)) > 8.5
            self.show([(self.point(event["point"]), points.UNRESOLVED if between else COLORS[event["color"]])])
        elif what == "lift":
            self.show([(self.point(event["point"]), 0)])
        elif what == "slide":
            a, b = self.point(event["from"]), self.point(event["to"])
            self.show([(a, 0), (b, self.stones[a])])
        elif what == "set":
            stones = event["stones"]
            self.show([(self.point(n), COLORS[stones[n]] if stones[n] else 0) for n in sorted(stones)])
        elif what == "down":
            self.fact(record.PRESS, COLORS[event["side"]])
        elif what == "up":
            self.fact(record.RELEASE, COLORS[event["side"]])
        elif what == "power":
            self._switch(event["on"])
        elif what == "arbiter":
            args = event.get("args", {})
            code, text = commands.encode(event["command"], args)
            self.fact(record.COMMAND, COLORS.get(args.get("side", ""), 0), NO_POINT, code, text)
        elif what == "fault" and event["kind"] in ("dead_sensor", "stuck"):
            self.show([(self.point(event["point"]), 0)])
            self.dead.append(self.point(event["point"]))

    def _switch(self, on):
        self.power = on
        if on:
            self.fact(record.POWER, 0, NO_POINT, 0)
            seen = self.referee.picture.seen
            changed = [p for p in range(len(seen)) if seen[p] != self.stones[p]]
            for i in range(len(changed)):
                self.fact(record.POINT, self.stones[changed[i]], changed[i], 1 if i + 1 < len(changed) else 0)


def _spread(events):
    """Split presses and holds into down and up, in order of time."""
    spread = []
    for event in events:
        if event["do"] in ("press", "hold"):
            seconds = event.get("seconds", 0.1)
            spread.append({"at": event["at"], "do": "down", "side": event["side"]})
            spread.append({"at": event["at"] + seconds, "do": "up", "side": event["side"]})
        else:
            spread.append(event)
    order = sorted(range(len(spread)), key=lambda i: (spread[i]["at"], i))
    return [spread[i] for i in order]


def load(path):
    """``(game, events, expect)`` of a scenario file; ``expect`` is a list of rulings."""
    head, events, expect = None, [], []
    with open(path) as lines:
        for line in lines:
            if not line.strip():
                continue
            row = json.loads(line)
            if head is None:
                head = row
            elif "expect" in row:
                expect = row["expect"]
            else:
                events.append(row)
    settings = dict(head["game"])
    return resolve(settings.pop("preset"), settings), events, expect


def run(path):
    """Play a scenario: ``(board, expect)``."""
    game, events, expect = load(path)
    board = IdealBoard(game)
    board.play(events)
    return board, expect
