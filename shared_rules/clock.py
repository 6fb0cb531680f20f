"""The game clock: integer milliseconds, exact to the millisecond however seldom it is asked (G12, G22, R7, R9.2).

The clock never reads a time itself: every call brings the time ``t`` (ms since the game was created, never going
back). Time is settled before anything else of the same millisecond, so that a press exactly at the limit is too late.

What happened is collected and drained by ``take()`` as tuples ``(t, side, what, value, text)``:

===========  ================================  ==========================================
what         value                             text
===========  ================================  ==========================================
CALL         second of the period, 51 for "1"  words of the call table: ``30``, ``1``, ``10``, ``time``
PERIOD       periods left                      ``minute used, N left`` (G12.3)
FLAG         0 on time, 1 late                 ``time`` or ``late``
FORCED_PASS  periods left                      ``pass`` (G22.5, ``last_period = pass``)
OVERTIME     periods or moves of the quota     ``overtime``: main time is used up
LOW          10                                ``10``: ten seconds before a flag that no call announces
===========  ================================  ==========================================

OVERTIME and LOW are for light and sound only; no rule hangs on them. A ``PERIOD`` comes also without a call table
(``has_calls`` is False then): it is shown, not called.
"""

from shared_rules.native import const
from shared_rules.points import BLACK, WHITE

CALL = const(0)
PERIOD = const(1)
FLAG = const(2)
FORCED_PASS = const(3)
OVERTIME = const(4)
LOW = const(5)

MOST_MS = const(0x3FFFFFFF)  # twelve days, as in a configuration: larger numbers would be objects on the board

ON_TIME = const(0)
LATE = const(1)
BOTH = const(3)  # BLACK | WHITE: both forfeit by lateness (G22.3, R7.5)

# Places in clock_config.SYSTEMS.
_ABSOLUTE = const(0)
_BYOYOMI = const(1)
_MOVES = const(2)
_FISCHER = const(3)
_DELAY = const(4)
_POOL = const(5)

_LOW_MS = const(10000)
_MINUTE = const(60000)


class Clock:
    """Both sides' clocks under one configuration.

    ``running``: the side whose time runs, 0 if none. ``flag``: None or ``(side, t, why)``, final (R7.6): nothing runs,
    no press counts after it; ``side`` is BOTH if both forfeited by lateness. ``warnings``: per side, of early presses.
    """

    def __init__(self, config):
        # Let go again on the board, where a game begins once.
        from shared_rules import clock_config

        clock_config.check(config)
        main = config.get("main_ms", 0)
        self._system = clock_config.SYSTEMS.index(config["system"])
        self._period_ms = config.get("period_ms", 0)
        self._quota = config.get("moves", 0)
        self._quota_ms = config.get("moves_ms", 0)
        self._carry = bool(config.get("carry"))
        self._increment = config.get("increment_ms", 0)
        self._cap = config.get("cap_ms", 0)
        self._delay = config.get("delay_ms", 0)
        self._forced_pass = config.get("last_period") == "pass"
        self._renju_penalty = config.get("early_press") == "renju"
        self._late_limit = config.get("late_limit_ms", 0)
        self._late_factor = config.get("late_factor", 1)
        calls = config.get("calls")
        last = config.get("calls_last", calls)
        self.has_calls = bool(calls or last)
        self._calls = clock_config.calls_of(calls)
        self._calls_last = clock_config.calls_of(last)
        self._last_word = "10" if last and last.endswith("last") else "time"
        if not main:
            # Without main time the first turn has what every later turn is given.
            main = self._increment if self._system == _FISCHER else self._delay if self._system == _DELAY else 0
        # Per side, index 0 unused.
        self._main = [0, config.get("black_main_ms", main), config.get("white_main_ms", main)]
        self._periods = [0, config.get("periods", 0), config.get("periods", 0)]
        self._left = [0, self._period_ms, self._period_ms]
        self._bank = [0, self._quota_ms, self._quota_ms]
        self._moves_left = [0, self._quota, self._quota]
        self.warnings = [0, 0, 0]
        self._shared = self._system == _POOL
        self._t = 0
        self._spent = 0  # in this turn, for the delay system
        self._paused = 0
        self._events = []
        self.running = 0
        self.flag = None

    # -- what arbiter and players do -----------------------------------------------------------------------------

    def late(self, side, by_ms):
        """``side`` arrives ``by_ms`` after the appointed time, before the start (G22.1-4, R7.5).

        Up to and including the limit the lateness, times the factor, comes off main time; what goes beyond main time
        is counted as byo-yomi for the absent side (G22.4). Over the limit, or with everything used up, it forfeits.
        """
        if self.flag and (self.flag[0] & side or self.flag[2] != "late"):
            return
        if self._late_limit and by_ms > self._late_limit:
            self._forfeit(side, self._late_limit)
            return
        factor = self._late_factor
        main = self._main[side]
        if not factor or by_ms * factor < main:
            self._set_main(side, main - by_ms * factor)
            return
        self._set_main(side, 0)
        used = (main + factor - 1) // factor
        rest = by_ms - used
        if self._system == _BYOYOMI:
            periods = self._periods[side]
            self._periods[side] = max(0, periods - rest // self._period_ms)
            if not self._periods[side]:
                self._forfeit(side, used + periods * self._period_ms)
        elif self._system == _MOVES:
            self._bank[side] = max(0, self._bank[side] - rest)
            if not self._bank[side]:
                self._forfeit(side, used + self._quota_ms)
        else:
            self._forfeit(side, used)

    def start(self, t, side):
        """Let the time of ``side`` run from ``t``: the start, or an arbiter who sets the turn. No move is counted."""
        self.advance(t)
        if not self.flag:
            self.running = side
            self._left[3 - side] = self._period_ms  # a turn that was set back leaves a whole period
            self._paused = 0
            self._spent = 0

    def stop(self, t):
        """Nobody's time runs any more: the game is over, or it is being counted."""
        self.advance(t)
        self.running = self._paused = 0

    def press(self, t, side):
        """``side`` ends its turn. True if that started the other side's time, False if it changed nothing (D14)."""
        self.advance(t)
        if not side or self.running != side:
            return False
        self._end_turn(side)
        return True

    def early_press(self, t, side):
        """Pressed before the stone, or with captured stones still on (G17.4, G18.2, R9.2): a warning, the time runs on.

        With ``early_press = renju`` the offender loses five minutes and the opponent gets two; an offender with under
        seven minutes left loses none and the opponent gets seven (R9.2). A pool is not changed. True if it counted.
        """
        self.advance(t)
        if not side or self.running != side:
            return False
        self.warnings[side] += 1
        if self._renju_penalty and not self._shared:
            if self._available(side) < 7 * _MINUTE:
                self.add_time(t, 3 - side, 7 * _MINUTE)
            else:
                self.add_time(t, side, -5 * _MINUTE)
                self.add_time(t, 3 - side, 2 * _MINUTE)
        return True

    def pause(self, t):
        """Stand still; presses are refused until ``resume`` (G14). A pause keeps every millisecond as it is."""
        self.advance(t)
        if self.running:
            self._paused = self.running
            self.running = 0

    def resume(self, t):
        """Go on with the side that was running."""
        self.advance(t)
        if self._paused and not self.flag:
            self.running = self._paused
        self._paused = 0

    def add_time(self, t, side, ms):
        """Give (or with negative ``ms`` take) time: to main time, or to the quota of a side that is in it.

        A side has never less than none, and never more than ``MOST_MS``.
        """
        self.advance(t)
        if self._system == _MOVES and not self._main[side]:
            self._bank[side] = min(MOST_MS, max(0, self._bank[side] + ms))
        else:
            self._set_main(side, min(MOST_MS, max(0, self._main[side] + ms)))

    def set_time(self, t, side, fields):
        """Set what an arbiter sets (R7.6, G22.8): any of ``main, periods, period_left, bank, moves_left, warnings``.

        Times in ms; ``main_ms`` and so on are understood as well. ValueError for another name, a negative number or one
        over ``MOST_MS``.
        """
        places = {
            "periods": self._periods,
            "period_left": self._left,
            "bank": self._bank,
            "moves_left": self._moves_left,
            "warnings": self.warnings,
            "main": self._main,
        }
        for key in fields:
            name = key[:-3] if key.endswith("_ms") else key
            if name not in places:
                raise ValueError("unknown clock field %s (have %s)" % (key, ", ".join(sorted(places))))
            if not isinstance(fields[key], int) or not 0 <= fields[key] <= MOST_MS:
                raise ValueError("clock field %s must be a whole number from 0, not %s" % (key, fields[key]))
        self.advance(t)
        for key in fields:
            name = key[:-3] if key.endswith("_ms") else key
            if name == "main":
                self._set_main(side, fields[key])
            else:
                places[name][side] = fields[key]

    def split_pool(self, t):
        """The arbiter halves what is left of the shared time; each side has its own from now on (R7.1)."""
        self.advance(t)
        if self._shared:
            self._shared = False
            self._main[BLACK] = self._main[WHITE] = self._main[BLACK] // 2

    def swap(self, t):
        """The players change colours and keep their times (R2.5)."""
        self.advance(t)
        for pair in (self._main, self._periods, self._left, self._bank, self._moves_left, self.warnings):
            pair[BLACK], pair[WHITE] = pair[WHITE], pair[BLACK]

    def overrule_flag(self):
        """The arbiter takes a flag back; nothing runs until ``start``.

        A side that had nothing left gets its last period, its quota or a minute, so that the right time can be set.
        """
        self.flag = None
        for side in (BLACK, WHITE):
            if self._main[side]:
                continue
            if self._system == _BYOYOMI:
                if not self._periods[side]:
                    self._periods[side] = 1
                    self._left[side] = self._period_ms
            elif self._system == _MOVES:
                self._bank[side] = self._bank[side] or self._quota_ms
            else:
                self._set_main(side, _MINUTE)

    # -- time passes ---------------------------------------------------------------------------------------------

    def advance(self, t):
        """Time has come to ``t``: everything due up to and including it happens, stamped with its own time.

        A forced pass starts the other side's time, so that one far call can pass several turns; a caller that has to
        act in between goes from ``next_deadline`` to ``next_deadline``.
        """
        while self.running:
            ms = self._until()
            if self._t + ms > t:
                self._spend(t - self._t)
                break
            in_main = self._main[self.running] > 0
            self._spend(ms)
            self._t += ms
            self._happen(self.running, in_main)
        if t > self._t:
            self._t = t

    def next_deadline(self, t):
        """When ``advance`` will next do something: a time, or -1 while nothing runs. (``t`` is not needed here.)"""
        return self._t + self._until() if self.running else -1

    def take(self):
        """Hand over what happened since the last call, oldest first, and forget it."""
        if not self._events:
            return ()
        events = self._events
        self._events = []
        return events

    # -- looking at it -------------------------------------------------------------------------------------------

    def display(self, t, side):
        """What a display shows at ``t``: ``(ms, period_left_ms, periods, moves_left, in_overtime)``.

        ``ms`` is main time or, once that is used up, what is left of the quota of moves. Changes nothing.
        """
        main = self._main[side]
        left = self._left[side]
        bank = self._bank[side]
        gone = t - self._t
        # Both sides of a pool watch the same time run down.
        if gone > 0 and self.running and (self.running == side or self._shared):
            over = gone - main
            main = max(0, -over)
            if over > 0:
                left = max(0, left - over)
                bank = max(0, bank - over)
        over_main = main == 0 and (self._system == _BYOYOMI or self._system == _MOVES)
        ms = bank if over_main and self._system == _MOVES else main
        return ms, left if self._periods[side] else 0, self._periods[side], self._moves_left[side], over_main

    def snapshot(self, t):
        """The state at ``t`` in the form of ``tests/cases/clock.jsonl``, after ``advance(t)``."""
        self.advance(t)
        return {
            "t": t,
            "running": (None, "b", "w")[self.running],
            "b": self._side_snapshot(BLACK),
            "w": self._side_snapshot(WHITE),
        }

    def _side_snapshot(self, side):
        fields = {"main_ms": self._main[side]}
        if self._system == _BYOYOMI:
            fields["periods"] = self._periods[side]
            fields["period_left_ms"] = self._left[side]
        elif self._system == _MOVES:
            fields["bank_ms"] = self._bank[side]
            fields["moves_left"] = self._moves_left[side]
        fields["warnings"] = self.warnings[side]
        return fields

    # -- arithmetic ----------------------------------------------------------------------------------------------

    def _available(self, side):
        return self._main[side] or (self._bank[side] if self._system == _MOVES else 0)

    def _set_main(self, side, ms):
        self._main[side] = ms
        if self._shared:
            self._main[3 - side] = ms

    def _table(self, side):
        return self._calls_last if self._periods[side] == 1 else self._calls

    def _until(self):
        """Milliseconds from ``self._t`` to the next thing that happens to the running side."""
        side = self.running
        main = self._main[side]
        if main:
            overtime = self._system == _MOVES or self._periods[side]
            return main - _LOW_MS if main > _LOW_MS and not overtime else main
        if self._system == _MOVES:
            bank = self._bank[side]
            return bank - _LOW_MS if bank > _LOW_MS else bank
        if self._periods[side]:
            elapsed = self._period_ms - self._left[side]
            for second in self._table(side)[0]:
                if second * 1000 > elapsed and second * 1000 < self._period_ms:
                    return second * 1000 - elapsed
            return self._left[side]
        return 0

    def _spend(self, ms):
        """Take ``ms``, no further than the next thing that happens, from the running side."""
        if ms <= 0:
            return
        side = self.running
        if self._main[side]:
            self._set_main(side, self._main[side] - ms)
        elif self._system == _MOVES:
            self._bank[side] -= ms
        else:
            self._left[side] -= ms
        self._spent += ms

    def _happen(self, side, in_main):
        """The running side has come to the time that ``_until`` gave."""
        if in_main and self._main[side]:
            self._tell(side, LOW, 10, "10")
        elif in_main and (self._system == _MOVES or self._periods[side]):
            self._tell(side, OVERTIME, self._periods[side] or self._moves_left[side], "overtime")
        elif self._system == _MOVES and self._bank[side]:
            self._tell(side, LOW, 10, "10")
        elif self._periods[side] and not in_main:
            self._period_event(side)
        else:
            self._fall(side)

    def _period_event(self, side):
        if self._left[side]:
            second = (self._period_ms - self._left[side]) // 1000
            count_from = self._table(side)[1]
            word = second - count_from if count_from and second > count_from else second
            self._tell(side, CALL, second, str(word))
        elif self._periods[side] > 1:
            self._periods[side] -= 1
            self._left[side] = self._period_ms
            self._tell(side, PERIOD, self._periods[side], "minute used, %d left" % self._periods[side])
        else:
            if self.has_calls:
                self._tell(side, CALL, self._period_ms // 1000, self._last_word)
            if self._forced_pass:
                self._tell(side, FORCED_PASS, 1, "pass")
                self._end_turn(side)
            else:
                self._periods[side] = 0
                self._fall(side)

    def _end_turn(self, side):
        if self._system == _BYOYOMI:
            self._left[side] = self._period_ms
        elif self._system == _MOVES:
            if not self._main[side]:
                self._moves_left[side] -= 1
                if self._moves_left[side] <= 0:
                    self._moves_left[side] = self._quota
                    self._bank[side] = self._quota_ms + (self._bank[side] if self._carry else 0)
        elif self._system == _FISCHER:
            main = self._main[side] + self._increment
            self._main[side] = max(self._main[side], min(main, self._cap)) if self._cap else main
        elif self._system == _DELAY:
            self._main[side] += min(self._spent, self._delay)
        self._spent = 0
        self.running = 3 - side

    def _fall(self, side):
        self.flag = (side, self._t, "time")
        self.running = self._paused = 0
        self._tell(side, FLAG, ON_TIME, "time")

    def _forfeit(self, side, t):
        """``side`` is out by lateness at ``t`` after the appointed time; so may the other be (G22.3)."""
        self.flag = (BOTH if self.flag else side, t, "late")
        self.running = self._paused = 0
        self._events.append((t, side, FLAG, LATE, "late"))

    def _tell(self, side, what, value, text):
        self._events.append((self._t, side, what, value, text))
