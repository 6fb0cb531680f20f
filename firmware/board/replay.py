"""A game taken up after a power cut: the facts of its record told to a new referee."""

from board.memory import collect
from shared_rules import plain_turns, record
from shared_rules.native import const

_RECORDS = const(128)  # read at once
_TURN = const(16)  # no usual turn has more: with fewer left, one may be cut by the end of what was read
_COLLECT_FACTS = const(160)  # told one by one they leave 60 KB behind; so much for plain turns as well


class Replay:
    """Hears the rulings of ``referee``, which has been told nothing yet, while it is told the facts of a record.

    ``missing``: rulings ``(kind, rule, side, t, move, point, value)`` that the power cut kept from the record;
    ``t``: of the last fact or ruling, ms.
    """

    def __init__(self, referee):
        """``referee.sink`` is the caller's to set again."""
        self.missing = []
        self.t = 0
        self._referee = referee
        referee.sink = self
        self._ahead = 0  # rulings that the record has shown and that are still to follow from its facts
        self._fact = None  # whose TEXT records may follow
        self._text = b""
        self._told = 0

    def ruling(self, kind, rule, side, t, move, point, value, lists):
        """The referee has ruled; most rulings stand in the record after the fact."""
        self.t = max(t, self.t)
        if self._ahead:
            self._ahead -= 1
        else:
            self.missing.append((kind, rule, side, t, move, point, value))

    def read(self, journal, name):
        """Tell the facts of game ``name`` up to its end, or to a damaged record: verify shows the gap there."""
        start, more = 0, True
        while more:
            data = journal.read(name, start, _RECORDS)
            at, end = 0, len(data)
            more = end == _RECORDS * record.SIZE
            while at < end and not (more and at > end - _TURN * record.SIZE):
                if not self._told % _COLLECT_FACTS:
                    collect()  # before the interpreter does: what follows goes twice as fast
                found = record.unpack(data, at)
                if found is None or found[2] != start & 0xFFFF:
                    more = False
                    break
                n = self._plain(data, at, end, found) or self._one(found)
                self._told += 1
                at += n * record.SIZE
                start += n
        self._tell()
        self._referee.advance(self.t)

    def _plain(self, data, at, end, found):
        """Plain turns, whose rulings need not be compared: how many records they take."""
        kind = found[0]
        if kind == record.TEXT or kind >= record.FIRST_RULING:
            return 0
        self._tell()
        if self._ahead or self.missing:
            return 0
        n = plain_turns.play(self._referee, data, at, end, found[2])
        if n:
            self.t = self._referee.t
        return n

    def _one(self, found):
        """A single record; 1."""
        kind, side, _, t, point, value = found
        if kind == record.TEXT:
            self._text += t
            return 1
        self._tell()
        self.t = max(self.t, t)
        if kind < record.FIRST_RULING:
            self._fact = (kind, side, t, point, value)
        elif self.missing:
            self.missing.pop(0)
        else:
            self._ahead += 1
        return 1

    def _tell(self):
        if self._fact:
            fact, self._fact = self._fact, None
            text, self._text = self._text, b""
            self._referee.fact(*fact, text)
