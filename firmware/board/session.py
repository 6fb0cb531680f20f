"""One game on the board: facts go into the journal and to the referee, rulings come back and are written too."""

from board.timeline import Timeline
from shared_rules import record
from shared_rules.native import const
from shared_rules.points import NO_POINT
from shared_rules.referee import Referee
from shared_rules.rulings import CALL, NOTE, pack
from shared_rules.states import OVER

# While a clock runs the time is written down this often when nothing else is: what a power cut can give back of it.
# With less than a minute left, or in overtime, more often; not always: each one is a sixteenth of an erase.
HEARTBEAT_MS = const(30000)
SHORT_HEARTBEAT_MS = const(10000)
_SHORT_MS = const(60000)


class Broken(BaseException):
    """The state of a game can no longer be trusted: start again from its record."""


class Session:
    """The referee of a game, tied to its journal.

    ``watcher.ruled(kind, rule, side, t, move, point, value, lists)`` hears of every new ruling. Times are ms since the
    game was created; ``ticks`` are readings of the chip's counter.
    """

    def __init__(self, journal, name, game, watcher, ticks):
        """Begin (``journal.create`` made it) the game ``name``; ``game`` is resolved."""
        self.name, self.game = name, game
        self._journal, self._watcher = journal, watcher
        self._last_t = self._written_t = self._flushed_t = 0
        self._unflushed = False
        self.refused_last = False  # the last ruling was that a command makes no sense now, or grants no claim
        self.referee = Referee(game, self)
        self._timeline = Timeline(ticks)

    @classmethod
    def resume(cls, journal, name, watcher, ticks):
        """Take up an unfinished game where its journal ends: the same facts give the same position and clocks.

        Rulings that the power cut kept from the journal are written now.
        """
        from board.replay import Replay

        session = cls(journal, name, journal.header(name), watcher, ticks)
        replay = Replay(session.referee)
        replay.read(journal, name)
        session.referee.sink = session
        session._last_t = replay.t
        journal.resume(name)
        for ruling in replay.missing:
            session._write(*pack(*ruling))
        session._timeline = Timeline(ticks, session._last_t)
        session.fact(record.POWER, 0, session._last_t, value=-1)
        session.flush()
        return session

    # ---- time

    def time(self, ticks):
        """Game time for a reading of the counter; never before the last fact."""
        return max(self._timeline.at(ticks), self._last_t)

    # ---- facts

    def fact(self, kind, side, t, point=NO_POINT, value=0, text=b""):
        """Write a fact down, then tell the referee.

        An error on the way leaves a referee that no longer follows from the facts: it goes on as ``Broken``, which
        nobody catches but ``main.py``; after the restart the same facts are told to a new referee.
        """
        t = max(t, self._last_t)
        try:
            # What was due before this fact is ruled, and written, before it.
            self.referee.advance(t)
            self.refused_last = False
            self._write(kind, side, t, point, value, text)
            self._last_t = t
            self.referee.take(kind, side, t, point, value, text)
        except Exception as error:
            self.flush()
            raise Broken("game %s: %r" % (self.name, error)) from error

    def advance(self, t):
        """Time has come to ``t``: calls, periods and flags; a heartbeat if nothing was written for long."""
        due = self.referee.next_deadline(self._last_t)
        if 0 <= due <= t:
            self.referee.advance(t)
        clock = self.referee.clock
        waited = t - self._flushed_t
        # A ruling that waits for its flush must not go into the heartbeat's log: a download would not have it yet.
        if waited < SHORT_HEARTBEAT_MS or self._unflushed or not self.referee.clock_running:
            return
        if waited >= HEARTBEAT_MS or clock.display(t, clock.running)[0] < _SHORT_MS:
            self.fact(record.TIME, 0, t)
            self.flush()

    def ruling(self, kind, rule, side, t, move, point, value, lists):
        """The referee has ruled."""
        self._last_t = max(t, self._last_t)
        self._write(*pack(kind, rule, side, t, move, point, value))
        # A call needs no flash of its own: the clock says it again.
        self._unflushed = self._unflushed or kind != CALL
        self.refused_last = lists.get("granted") is False or (kind == NOTE and lists.get("reason") == "not_allowed")
        self._watcher.ruled(kind, rule, side, t, move, point, value, lists)

    def _write(self, kind, side, t, point, value, text=b""):
        self._journal.append(kind, side, t, point, value)
        if text:
            for start in range(0, len(text), 10):
                self._journal.append_text(text[start : start + 10])
        self._written_t = t
        if not self._unflushed:
            self._unflushed = (
                kind in (record.COMMAND, record.TIME, record.POWER)
                # Without a clock no press follows: a prisoner that went off before a power cut must be known after it.
                or (kind == record.POINT and not self.referee.clock)
                # Facts that lead to nothing, idle presses say, must not pile up in memory.
                or t - self._flushed_t >= HEARTBEAT_MS
            )

    def flush(self):
        """Make durable what a ruling, a command or a heartbeat has left; cheap when there is nothing."""
        if self._unflushed:
            self._unflushed = not self._journal.flush()
            self._flushed_t = self._written_t

    @property
    def over(self):
        """True once the game has a result."""
        return self.referee.state == OVER

    def finish(self):
        """Close the record; nothing can be added any more."""
        return self._journal.finish(self.referee.result)
