"""The board's face: what the referee rules becomes messages and sounds, what it knows becomes the view.

``Face`` watches a session: ``ruled`` takes each ruling, ``fill`` brings a ``View`` up to date. Neither draws: the app
does, with ``board.screens``.
"""

from board import messages, sounds
from shared_rules import rulings
from shared_rules.native import const
from shared_rules.points import BLACK, EMPTY, NO_POINT, WHITE, name
from shared_rules.states import COUNT, LIFTED, OVER, PLAY, PRISONERS, READY, SETUP

# How long the message of a ruling stays, ms.
MESSAGE_MS = const(4000)


class Face:
    """``sound`` and ``voice`` have ``play(name)``; there is a ``voice`` only while it is switched on, else None.

    ``changed``: something new is to be shown at once; the app sets it back when it has drawn.
    """

    def __init__(self, sound, voice=None):
        self._sound, self.voice = sound, voice
        self._message = ""
        self._until = -1
        self._first = False
        self._end = self._count = ""
        self.changed = True

    def say(self, text, t, ms=MESSAGE_MS, first=True):
        """Show ``text`` until ``t + ms``; ``first``: before what is to be put right on the board, which stays."""
        self._message, self._until, self._first = text, t + ms, first
        self.changed = True

    def ruled(self, referee, kind, side, t, value, lists):
        """A ruling of ``referee`` (``shared_rules/rulings.py``): show it, sound it, say it."""
        reason = lists.get("reason", "")
        self.changed = True
        if kind == rulings.CALL:
            last = referee.clock.display(t, side)[2] <= 1
            self._sound.play(sounds.call_sound(value, referee.game["time"]["period_ms"], last))
            self._speak(lists["word"])
            return
        if kind == rulings.NOTE and reason == "count":
            margin = lists["margin_q"]  # quarters of a zi, halves of a point
            self._count = ("B+" if margin > 0 else "W+") + str(abs(margin) / 2) if margin else "0"
        if kind == rulings.END:
            self._end = messages.of(kind, reason)
            self._message = ""
        else:
            words = messages.of_claim(lists["granted"]) if kind == rulings.CLAIM else messages.of(kind, reason)
            if kind == rulings.NOTE and (reason == "turn" or reason == "masked" and not any(referee.picture.masked)):
                words = ""  # the arbiter set the turn, or believes the last sensor again: there is nothing to do
            if words and kind != rulings.REPAIR:  # a repair is shown as long as it lasts, from ``fill``
                # An answer to a player; other words only go with what is to be put right.
                self.say(words, t, first=kind == rulings.CLAIM or reason in ("not_allowed", "refused"))
        if kind == rulings.MOVE and referee.clock or kind == rulings.END and reason in ("time", "late", "both_late"):
            return  # the press was heard; the flag is being heard
        sound = sounds.ruling_sound(kind, reason)
        if sound:
            self._sound.play(sound)
        self._speak_ruling(kind, reason, value)

    def _speak(self, word):
        if self.voice:
            self.voice.play(word)

    def _speak_ruling(self, kind, reason, value):
        if kind == rulings.PERIOD:
            self._speak("minute used, %d left" % value)
        elif kind == rulings.FLAG:
            self._speak("time")
        elif kind == rulings.PASS:
            self._speak("pass")
        elif kind in (rulings.WARNING, rulings.VIOLATION):
            self._speak("warning")
        elif kind == rulings.DRAW_OFFER:
            self._speak("draw")
        elif kind == rulings.NOTE and reason in ("overtime", "low"):
            self._speak(reason)

    def fill(self, view, referee, t):
        """Bring ``view`` up to what ``referee`` (None: there is no game) knows at ``t``.

        With an open menu ``view.message`` has only what must not be missed: what was said, and what is to be put
        right.
        """
        view.message = view.message_point = ""
        view.message_color = view.message_count = 0
        view.count = ""
        said = self._message if t < self._until else ""
        if referee is None:
            if said:
                view.message = said
            elif view.result and not view.menu:
                view.message = self._end  # of the game whose stones have been swept off
            return
        game = referee.game
        clock = referee.clock
        over = referee.state == OVER
        view.turn = 0 if over or referee.state == READY else referee.turn
        view.black = clock.display(t, BLACK) if clock else None
        view.white = clock.display(t, WHITE) if clock else None
        view.black_name = game["black"] or "Player 1"
        view.white_name = game["white"] or "Player 2"
        view.paused = bool(referee.pauses)
        view.flag = clock.flag[0] if clock and clock.flag else 0
        view.move_number = referee.move_number
        view.last_side = referee.board.last_color() if referee.move_number else 0
        view.last_move = name(referee.board.last_point(), game["size"], game["rules"]) if referee.move_number else ""
        if view.last_side and not view.last_move:
            view.last_move = "Pass"
        view.result = referee.result
        if over and not view.menu:
            view.message = said or self._end
        elif said and self._first:
            view.message = said
        elif referee.status == PRISONERS or referee.repairing and referee.status > LIFTED:
            self._fill_repair(view, referee)
        elif referee.state == COUNT and referee.agreed and not view.menu:
            view.message, view.count = messages.AGREE, self._count
        elif referee.state == PLAY and referee.agreed and not view.menu:
            view.message = messages.PASS_AGREES  # or play on
        elif said:
            view.message = said
        elif referee.state == SETUP and not view.menu and referee.picture.seen.count(b"\x01") == game["handicap"]:
            view.message = messages.of(rulings.REPAIR, "forgot_press")  # all of them lie there
        elif referee.state != PLAY and not view.menu:
            view.message = messages.WAITING.get(referee.state, "")

    def _fill_repair(self, view, referee):
        """The first of the points that are not as they should be, and how many there are."""
        off = referee.repair()
        missing, surplus, wrong = off["missing"], off["surplus"], off["wrong"]
        view.message = messages.of(rulings.REPAIR, off["reason"])
        view.message_count = len(missing) + len(surplus) + len(wrong)
        if missing and off["reason"] in ("moved", "touch"):
            surplus = wrong = ()  # where the stone has to stand, not where it was put
        point = (surplus or wrong or missing or (NO_POINT,))[0]
        if point == NO_POINT:
            return
        view.message_point = name(point, referee.game["size"], referee.game["rules"])
        # A stone too many is shown as it is, any other point as it should be.
        color = referee.picture.seen[point] if surplus else referee.position[point]
        if point == referee.must and not surplus:
            color = referee.turn  # it is no part of the position yet
        view.message_color = color if color in (BLACK, WHITE) else EMPTY
