"""The referee: from facts in order of time to rulings (docs/rules/states.md draws its states).

Facts are what the hardware saw; nothing here knows hardware, files or the wall clock. The matter is divided:
``turn.py`` moves and presses, ``repair.py`` what is not as it should be, ``ending.py`` ends and the count,
``penalties.py`` warnings, ``opening_guide.py`` openings, ``arbiter.py`` commands. Their functions take the referee as
``r``.

Clock policy. The clock of the side to move runs on while a move is unfinished, also while prisoners are still on
(G22.6) or a stone or two must be put right. It stands (a ``pause`` ruling) while the board is upset: ``repair.UPSET``
points or more differ (G17.6), after a power cut, and while an arbiter has paused it; it goes on when the board is
right again.
"""

from shared_rules import record, repair, turn
from shared_rules.clock import CALL, FLAG, FORCED_PASS, OVERTIME, PERIOD, Clock
from shared_rules.picture import Picture
from shared_rules.points import BLACK, NO_POINT, UNRESOLVED
from shared_rules.rulings import CALL as CALL_RULING
from shared_rules.rulings import NOTE, PAUSE, RESTART, RESUME, reason_code
from shared_rules.rulings import PERIOD as PERIOD_RULING
from shared_rules.states import CLEAN, COUNT, LIFTED, MOVE, NEXT, OVER, PLAY, READY, SETUP

HOLD_MS = 2000  # own button held this long with no stone placed: a pass
START_MS = 500  # what settles before this is the picture that is there from the beginning
POWER_MS = 1500  # after a power cut the board has this long to show whether it is still right


def new_board(game):
    """The rules core of a resolved game, empty."""
    if game["rules"] == "go":
        from shared_rules.go import GoBoard

        superko = game["superko"]
        if game["repetition"] != "forbid" and superko != "none":
            superko = "log"  # G20: the tournament rules on long cycles, only the single ko is refused
        return GoBoard(game["size"], superko)
    from shared_rules.renju import RenjuBoard

    return RenjuBoard(game["size"], game["variant"])


def _guide(game):
    """The module of openings, None for Go."""
    if game["rules"] == "go":
        return None
    from shared_rules import opening_guide

    return opening_guide


class Referee:
    """Rules one game. ``game`` is resolved (``presets.resolve``); ``sink.ruling(kind, rule, side, t, move, point,
    value, lists)``.

    To be read by display, link and menu: ``state`` and ``status`` (``states.py``), ``turn``, ``move_number``,
    ``pending`` (moves on the board that are not final, ``(point, color)``), ``reason`` (why the status is what it
    is), ``counts`` (warnings or violations per side), ``clock``, ``result``, ``position``, ``repair()``.
    """

    def __init__(self, game, sink):
        self.game, self.sink = dict(game), sink  # a swap changes the names
        self.go = game["rules"] == "go"
        self.strict = game["enforcement"] == "strict"
        self.board = new_board(game)
        self.guide = _guide(game)
        self.picture = Picture(self.board)
        self.clock = Clock(game["time"]) if game["time"] else None
        self.state = READY
        self.status = CLEAN
        self.turn = BLACK
        self.move_number = 0
        self.t = 0
        self.result = ""
        self.reason = ""
        # The picture: what it shows beside the position.
        self.pending = []
        self.cleared = False  # the first pending move stood whole: none of its prisoners was left
        self.withdrawn = None  # without a clock: the pending move that went off again
        self.withdrawn_t = -1  # when; -1 if it was taken up by itself
        self.prisoners = []
        self.off = ([], [], [])  # missing, surplus, wrong
        self.bad = NO_POINT  # a stone on a point where it may not be played
        self.touched = []  # points that stood as the move of this turn, oldest first
        self.repairing = False
        self.most = 0  # points that were wrong at once since all was right
        # Timers: times at which something is due, -1 none.
        self.quiet_t = -1
        self.five_t = -1
        self.power_t = -1
        self.held = None  # (side, t): a press whose meaning is not yet known
        self.down = 0  # buttons that are down, bits BLACK and WHITE
        self.pauses = 0  # why the clock stands: bits of repair.PAUSE_*
        # Counts of the game.
        self.counts = [0, 0, 0]
        self.offences = []  # of this turn, so that one is not warned of twice
        self.passes = 0
        self.offers = [0, 0, 0]
        self.offered_by = 0
        self.agreed = 0
        self.foul = 0  # what Black's last move was, claimable until White has played (R10.1.3)
        self.declared = 0
        self.dead = []  # while counting
        self.marked = []
        # Openings.
        self.first_moves = []
        self.swapped = []  # after which moves
        self.offering = 0
        self.offered = []
        self.full_offer = []
        self.laying_two = False
        self.must = -1  # where the move of this turn stands, and may not be taken up any more (G17.3)
        self.answered = False  # it may not only because the answer is on: both together may come off again
        self.made = NO_POINT  # the move beside what else is wrong: its owner's press says that it is the move
        self.answer = -1  # the point of the answer that was on already while this move was made
        # (point, color, reason) of a stone that has to come off before it may be played (G17.2, G18.3)
        self.barred = None
        self.first_back = NO_POINT  # the earliest of the moves that were taken back together
        self.ended = 0  # side whose button, still down, ended its move
        self.gesture = 0  # the same, when the other button went down too: the press opened the menu
        self.slid = False  # the last move that stands elsewhere was slid there (R9.1.8), not lifted (R9.1.9)
        self.mover = BLACK  # whose stone stands where it may not be played
        self.lifted = (NO_POINT, 0)  # the point that was emptied last, and when
        self.last_touched = []
        self.last_void = None
        self.told = None
        self.told_move = None  # without a clock: the move that stood when a repair was told
        self.repair_rule = self.rule_broken = "-"
        self.start.prepare(self)

    # -- facts

    def fact(self, kind, side, t, point=NO_POINT, value=0, text=b""):
        """The next fact, in order of ``t``; kinds of ``shared_rules/record.py``.

        POINT facts of one picture come with value 1, the last of them with 0; then the picture is looked at.
        """
        self.advance(t)
        self.take(kind, side, t, point, value, text)

    def take(self, kind, side, t, point=NO_POINT, value=0, text=b""):
        """``fact`` for who has called ``advance(t)`` already."""
        if kind == record.POINT:
            if not self.picture.masked[point]:
                self.picture.see(point, side)
                if not side:
                    self.lifted = (point, t)
            if not value & 1:
                self.look(t)
        elif kind == record.PRESS:
            self.down |= side
            turn.press(self, side, t)
        elif kind == record.RELEASE:
            self.down &= ~side
            turn.release(self, side, t)
        elif kind == record.COMMAND:
            from shared_rules import arbiter  # rare, and large

            arbiter.command(self, value, side, t, text)
        elif kind == record.POWER:
            self._power(t, value)
        elif kind == record.MASK:
            self.masked(point, value, t)

    def advance(self, t):
        """Time has come to ``t``: everything due up to and including it happens, each at its own time."""
        while True:
            due = self.next_deadline(t)
            if due < 0 or due > t:
                break
            self._due(due)
        if t > self.t:
            self.t = t

    def next_deadline(self, t):
        """The next time, ms, at which ``advance`` would do something, or -1. (``t`` is not needed here.)"""
        if self.state == OVER:
            return -1
        if self.state == READY and not self.status:
            return START_MS
        # Asked at every fact and in every turn of the board's loop: nothing is allocated.
        if self.held:
            first = self.held[1] + HOLD_MS
        else:
            first = self.clock.next_deadline(t) if self.clock else -1
        due = self.quiet_t
        if due >= 0 and (first < 0 or due < first):
            first = due
        due = self.five_t
        if due >= 0 and (first < 0 or due < first):
            first = due
        due = self.power_t
        if due >= 0 and (first < 0 or due < first):
            first = due
        return first

    def _due(self, t):
        if self.state == READY and not self.status:
            self.start.begin(self, t)
        elif self.clock and not self.held and self.clock.next_deadline(t) == t:
            self.clock.advance(t)
            self.drain()
        elif self.held and self.held[1] + HOLD_MS == t:
            turn.held_long(self, t)
        elif self.quiet_t == t:
            self.quiet_t = -1
            repair.quiet(self, t)
        elif self.five_t == t:
            self.five_t = -1
            if not self.pauses:  # a stone put down in a pause is no move
                turn.finish(self, self.pending[0][1], t)
        else:
            self.power_t = -1
            self.unpause(repair.PAUSE_POWER, t, "G14" if self.go else "R4.2")
            self.look(t)

    def drain(self):
        """Turn what happened on the clock into rulings."""
        for t, side, what, value, text in self.clock.take():
            if self.state == OVER:
                break
            if what == CALL:
                self.rule(CALL_RULING, "G12.3" if self.go else "R7.2", side, t, value=value, word=text)
            elif what == PERIOD:
                self.rule(PERIOD_RULING, "G12.3", side, t, value=value, periods_left=value)
            elif what == FLAG:
                self.ending.flag(self, t)
            elif what == FORCED_PASS:
                turn.forced_pass(self, side, t)
            elif what == OVERTIME:
                self.rule(NOTE, "G12.3" if self.go else "R7.2", side, t, reason="overtime")
            else:
                self.rule(NOTE, "G12.3" if self.go else "R7.2", side, t, reason="low")

    def look(self, t):
        """The picture has changed, or what it is compared with: see what it means now."""
        if self.state == READY:
            if self.status:
                self.start.begin(self, t)
        elif self.state == SETUP:
            self.start.look(self, t)
        elif self.state == COUNT:
            self.ending.look(self, t)
        elif self.state != OVER:
            turn.look(self, t)

    def masked(self, point, on, t):
        """The sensor of ``point`` is not believed from now on (or again): what lies there is said by command (A8)."""
        self.picture.masked[point] = 1 if on else 0
        self.picture.seen[point] = self.board.grid[point]
        self.rule(NOTE, "-", 0, t, point, "masked")
        self.look(t)

    def _power(self, t, lost):
        """Power is back: the clock stands as at the cut until the board is seen to be right (G14, R4.2).

        ``lost``: ms of the clock that are known to be lost, -1 unknown.
        """
        self.held = None
        self.down = self.ended = 0
        rule = "G14" if self.go else "R4.2"
        self.rule(RESTART, rule, self.turn, t, reason="power", lost_ms=lost)
        if self.state not in (READY, SETUP, COUNT, OVER):
            self.pause(repair.PAUSE_POWER, t, rule, "power")
            self.power_t = t + POWER_MS

    # -- for the parts of the referee

    # Parts that a game needs now and then come into the board's memory when they are first asked for.

    @property
    def start(self):
        """``start.py``."""
        from shared_rules import start

        return start

    @property
    def ending(self):
        """``ending.py``."""
        from shared_rules import ending

        return ending

    @property
    def penalties(self):
        """``penalties.py``."""
        from shared_rules import penalties

        return penalties

    def rule(self, kind, rule, side=0, t=0, point=NO_POINT, reason="", value=None, **lists):
        """Give a ruling to the sink."""
        if reason:
            lists["reason"] = reason
        if value is None:
            value = reason_code(reason)
        self.sink.ruling(kind, rule, side, t, self.move_number, point, value, lists)

    def go_to(self, state):
        """Change the state; only the transitions of ``states.NEXT`` exist."""
        if state != self.state and state not in NEXT[self.state]:
            raise RuntimeError("no way from state %d to %d" % (self.state, state))
        self.state = state

    def run_clock(self, t, side):
        """The time of ``side`` runs from ``t``, or will when the pause is over."""
        if self.clock:
            self.clock.start(t, side)
            if self.pauses:
                self.clock.pause(t)
            self.drain()

    def pause(self, why, t, rule, reason, times=None):
        """Stop the clock for one more reason (a bit)."""
        if not self.pauses & why:
            if not self.pauses:
                if self.clock:
                    self.clock.pause(t)
            self.pauses |= why
            self.rule(PAUSE, rule, self.turn, t, reason=reason, **(times or {}))

    def unpause(self, why, t, rule):
        """One reason for a pause is gone; the clock goes on when the last is and the board is right."""
        if not self.pauses & why or (why == repair.PAUSE_POWER and (self.power_t >= 0 or not self.is_right())):
            return
        self.pauses &= ~why
        if not self.pauses:
            if self.clock:
                self.clock.resume(t)
            self.rule(RESUME, rule, self.turn, t)

    def is_right(self):
        """True if the board shows the position, perhaps with a move that is being made."""
        return self.status <= LIFTED

    # -- for those who show it

    @property
    def position(self):
        """The final position, a ``bytearray`` of colours; pending moves are not in it."""
        return self.board.grid

    @property
    def clock_running(self):
        """True while somebody's time runs."""
        return bool(self.clock and self.clock.running)

    @property
    def ready(self):
        """True if the picture shows a whole move, so that a press can only mean this move."""
        return self.state == PLAY and self.status == MOVE

    def repair(self):
        """What to put right now: a dict with ``missing``, ``surplus``, ``wrong`` (points) and ``reason``."""
        missing, surplus, wrong = self.off
        return {"missing": missing, "surplus": surplus or self.prisoners, "wrong": wrong, "reason": self.reason}

    def unresolved(self):
        """Points whose sensor cannot tell what stands there."""
        return [p for p in range(len(self.picture.seen)) if self.picture.seen[p] == UNRESOLVED]

    def swept(self):
        """True if no stone is on the board: after the end, time to ask for a new game (B16)."""
        return not any(self.picture.seen)
