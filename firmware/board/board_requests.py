"""The requests of the link that are about the board and the game on it (``firmware/PROTOCOL.md``)."""

import gc

from board.calibration import stone_set
from board.link import Refused
from board.memory import let_go
from board.requests import StorageRequests, number
from shared_rules import points, rulings, states
from shared_rules.native import const
from shared_rules.points import NO_POINT

_FIELDS = const(100)
_SUMS = const(120)
_LISTS = ("captures", "missing", "surplus", "wrong", "points", "removed", "dead", "black", "white")
_SIGNS = ".bw?"


def clock_now(referee):
    """A snapshot. It stops at a press whose meaning is not yet known: going past it could let a flag fall."""
    return referee.clock.snapshot(referee.held[1] if referee.held else referee.t)


def idle_only(app, what):
    """``Refused`` while a game is being played; ``what`` begins the sentence."""
    if app.session and not app.session.over:
        raise Refused("refused", "%s has to wait until the game is over" % what)


class BoardRequests(StorageRequests):
    """Handlers for ``Link``; ``app`` is what wires the board."""

    def __init__(self, app):
        super().__init__(app.journal, app.settings, app.hardware.calendar)
        self._app = app

    # ---- what there is

    def hello(self, arguments):
        """Who this board is and what it is doing."""
        app = self._app
        return self.identity(
            app.hardware.info, app.generation, "playing" if app.session else "idle", app.problem or None
        )

    def status(self, arguments):
        """What is going on."""
        app = self._app
        session, view = app.session, app.glass.view
        answer = {"state": "idle", "size": app.sensing.size, "grid": self.grid_text()}
        answer["message"] = [line for line in (view.message, view.message_point) if line]
        if session is None:
            return answer
        referee, game = session.referee, session.game
        last = referee.board.last_point() if referee.move_number else NO_POINT
        answer.update(
            {
                "state": "playing",
                "game": session.name,
                "t": referee.t,
                "records": app.journal.count,
                "rules": game["rules"],
                "black": referee.game["black"],
                "white": referee.game["white"],
                "phase": states.STATES[referee.state],
                "move": referee.move_number,
                "turn": points.color_name(referee.turn),
                "last": points.name(last, game["size"], game["rules"]),
                "position": "".join(_SIGNS[color] for color in referee.position),
                "repair": not referee.is_right(),
                "clock": clock_now(referee) if referee.clock else None,
                "result": referee.result or None,
                "heap": gc.mem_free() if hasattr(gc, "mem_free") else None,
            }
        )
        return answer

    def grid_text(self):
        """What the sensors see, a character a point."""
        sensing = self._app.sensing
        return "".join("x" if sensing.masked[p] else _SIGNS[sensing.grid[p]] for p in range(len(sensing.grid)))

    def games(self, arguments):
        """Some of the games; one that is over is closed first, so that it can be fetched."""
        self._app.close()
        return super().games(arguments)

    # ---- the game

    def new(self, arguments):
        """Begin a game."""
        return self._rare("new", arguments)

    def command(self, arguments):
        """An arbiter command."""
        args = arguments.get("args") or {}
        if not isinstance(args, dict):
            raise Refused("bad", "args must be an object")
        try:
            record = self._app.command(arguments.get("command", ""), args)
            return {"record": record, "done": not self._app.session.refused_last}
        except ValueError as error:
            raise Refused("refused", str(error)) from None

    def tell(self, session, kind, rule, side, t, move, point, value, lists):
        """A ruling, as an event of the link."""
        size, rules = session.game["size"], session.game["rules"]
        event = {
            "event": "ruling",
            "at": t / 1000,
            "kind": rulings.name(kind),
            "rule": rule,
            "side": points.color_name(side),
        }
        event.update({"move": move, "point": points.name(point, size, rules), "value": value})
        for key in lists:
            found = lists[key]
            event[key] = [points.name(p, size, rules) for p in found] if key in _LISTS else found
        event["record"] = self._app.journal.count - 1
        self._app.link.event(event)
        if session.referee.clock:
            self._app.link.event({"event": "clock", "clock": clock_now(session.referee)})

    # ---- the sensors

    def fields(self, arguments):
        """Fields of some points in uT."""
        sensing, start = self._app.sensing, number(arguments, "from", 0)
        end = min(start + _FIELDS, len(sensing.grid))
        found = [sensing.field[p] if sensing.ratio(p) else None for p in range(start, end)]
        return {"from": start, "ut": found, "size": sensing.size}

    def raw(self, arguments):
        """Some sums of a raw frame."""
        frame, start = self._app._raw, number(arguments, "from", 0)
        return {"from": start, "sums": list(frame[start : start + _SUMS]), "total": len(frame), "per": 12}

    def selftest(self, arguments):
        """What the board finds out about itself."""
        return self._rare("selftest", arguments)

    def calibrate(self, arguments):
        """Take the empty board's baseline or the field of a stone, mask a point, or say what is stored."""
        return self._rare("calibrate", arguments)

    def set(self, arguments):
        """Change one setting; other stones get other thresholds."""
        if arguments.get("key") != "magnet":
            return super().set(arguments)
        idle_only(self._app, "another set of stones")
        answer = super().set(arguments)
        sensing = self._app.sensing
        sensing.use(stone_set(sensing.calibration, self._app.settings["magnet"]))
        return answer

    def reboot(self, arguments):
        """Restart; a running game is resumed after it."""
        return self._rare("reboot", arguments)

    def _rare(self, word, arguments):
        """What hardly ever comes while a game is played is in memory only while it is carried out."""
        from board import rare_requests

        try:
            return getattr(rare_requests, word)(self._app, arguments)
        finally:
            let_go("board", ("rare_requests", "selftest", "calibrating"))
