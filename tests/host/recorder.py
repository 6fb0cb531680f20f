"""Makes the records of games as the board writes them: facts, and after each the rulings of the referee."""

from shared_rules import commands, points, presets, record, rulings
from shared_rules.points import BLACK, EMPTY, NO_POINT, WHITE
from shared_rules.referee import Referee

COLOR = {"b": BLACK, "w": WHITE, "black": BLACK, "white": WHITE}


class Recorder:
    """One game; ``records`` grows as the board's journal does."""

    def __init__(self, preset="go-2002", **changes):
        self.game = presets.resolve(preset, changes)
        self.records = bytearray()
        self.t = 0
        self.referee = Referee(self.game, self)

    def ruling(self, kind, rule, side, t, move, point, value, lists):
        self.write(*rulings.pack(kind, rule, side, t, move, point, value))

    def write(self, kind, side, t, point=NO_POINT, value=0):
        at = len(self.records)
        self.records += bytes(16)
        record.pack_into(self.records, at, kind, side, at // 16, t, point, value)

    def fact(self, kind, side=0, point=NO_POINT, value=0, text=b""):
        self.referee.advance(self.t)
        self.write(kind, side, self.t, point, value)
        for i in range(0, len(text), 10):
            at = len(self.records)
            self.records += bytes(16)
            record.pack_text_into(self.records, at, at // 16, text[i : i + 10])
        self.referee.fact(kind, side, self.t, point, value, text)

    def point(self, name):
        return points.parse(name, self.game["size"], self.game["rules"])

    def wait(self, ms):
        self.t += ms
        self.referee.advance(self.t)

    def put(self, color, name):
        self.wait(1000)
        self.fact(record.POINT, COLOR.get(color, EMPTY), self.point(name))

    def press(self, color, hold=100):
        self.wait(400)
        self.fact(record.PRESS, COLOR[color])
        self.wait(hold)
        self.fact(record.RELEASE, COLOR[color])

    def move(self, color, name, captured=()):
        if name is None:
            self.press(color, 2500)
            return
        self.put(color, name)
        for gone in captured:
            self.put(None, gone)
        self.press(color)

    def command(self, name, side=None, **args):
        self.wait(500)
        code, text = commands.encode(name, args)
        self.fact(record.COMMAND, COLOR.get(side, 0), value=code, text=text.encode())
