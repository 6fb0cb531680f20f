"""The program on the board: one loop over buttons, scan, referee, link and display.

Nothing here waits for anything but ``hardware.idle``; time is read once a turn of the loop and passed on.
"""

from array import array

from board import calibration, gestures, messages
from board.face import Face
from board.generation import generation
from board.glass import Glass
from board.host_port import HostPort
from board.journal import Journal
from board.memory import collect, forget, let_go
from board.press_gate import PressGate
from board.sensing import Sensing
from board.session import Broken, Session
from board.settings import Settings
from board.timeline import Timeline, ticks_diff
from shared_rules import record, rulings
from shared_rules.native import const, micropython
from shared_rules.points import BLACK, NO_POINT, WHITE

VERSION = "0.1.0"
_WHOLE_MS = const(600)  # how long a settled point waits for others that are still moving
_BUSY_MS = const(8)  # between two frames while something is settling
_OVER_MS = const(120000)  # how long an ended game can still be overruled before its record is closed
_HURRY_MS = const(20000)  # below this a stone settles faster
_REST_MS = const(1000)
_QUIET_TURNS = const(64)  # about 2 s, in which 12 KB are left behind
_SPEAK_MS = const(20)  # how soon a word that waits is tried again
_HELD_MS = const(600)  # the left button held that long in the menu steps again
_REPEAT_MS = const(120)  # and again
_FETCH_MS = const(200)  # how long a host that fetches games has the board to itself while nothing is played


class App:
    """Wires the parts of the board; ``step`` is one turn of the loop. ``reboot_to``: None, or where to restart to."""

    reboot_to = None

    def __init__(self, hardware):
        self.hardware = hardware
        size = hardware.info["size"]
        root = hardware.storage.root
        self.settings = Settings(root)
        self.journal = Journal(root)
        self.generation = generation(root)
        found, problem = calibration.load(root, size)
        self.sensing = Sensing(size, None, found, calibration.stone_set(found, self.settings["magnet"]))
        self.problem = "" if hardware.info["chip"] == "twin" else problem
        self._raw = array("H", bytes(2 * size * 24))
        self._frame_at = 0  # game time of the latest frame
        self._settled = []  # points whose change the referee has not been told
        self._settled_at = self._began_at = 0
        self._scanned = False
        self.face = Face(hardware.sound)
        self.glass = Glass(hardware.display)
        self._drawn_at = -1
        self.gate = PressGate()
        self._gestures = gestures.Gestures(hardware.buttons.stuck)
        self.menu = None
        self._tidy = False  # a press was told, so that no other one is due soon
        self._calm = 0  # turns of the loop with nothing due, since memory was collected
        self._watch = self.watch  # bound once: the loop allocates nothing
        self._repeat_at = None  # ticks of the next step of a menu whose left button is held
        self._boot = Timeline(hardware.timer.ticks())  # the time while there is no game
        self.session = None
        self._ended_at = -1
        self._wanted = None  # a game that begins as soon as the sensing is ready
        self._ticks = hardware.timer.ticks()
        self.link = HostPort(self)
        unfinished = self.journal.unfinished()
        if unfinished:
            self._resume(unfinished[-1])
        if not self.session or self.session.over:
            self._open_menu()
        # It collects too: what stays from here on is not to lie between what the start has left behind.
        let_go("board", ("replay", "catalogue"))

    # ---- the loop

    def step(self):
        """One turn of the loop. An error in a game ends the program: it starts again from the game's record."""
        try:
            self._step()
        except Broken as broken:
            raise RuntimeError(str(broken)) from None

    def _step(self):
        hardware = self.hardware
        ticks = self._ticks = hardware.timer.ticks()
        hardware.watchdog.feed()
        if self.settings.changed:
            self._use_settings()
        self._read_buttons()
        session = self.session  # not before: a press in the menu may have begun another game
        now = self.now()
        if self._tidy:
            self._show(now)  # the switched clock does not wait for the scan
        self._scan(session, ticks, now)
        if session:
            self._edges(session, now)
            waiting = self.gate.waiting()
            session.advance(now if waiting < 0 else min(now, waiting))
        self._show(now)  # before the flash, which may stop everything for a while
        if session:
            session.flush()
            self._watch_end(session, now)
        more = self.link.service(ticks, 5 if session and not session.over else _FETCH_MS)
        if self.face.voice:
            self.face.voice.poll(ticks)
        pause = 0 if more else self._pause(now)
        if self._tidy and pause > _BUSY_MS:
            # A collection takes 25 ms, in which no press is taken: now, when nothing is due, rather than at the next.
            self._tidy = False
            collect()
        hardware.idle(pause)

    @micropython.native  # from a button's edge to the clock every part of a ms counts
    def watch(self):
        """Take the edges that the buttons have; a press that can only mean one thing is told at once.

        Called between the rows of a scan and the pages of the display as well, so that no press waits for them.
        """
        buttons = self.hardware.buttons
        if not buttons.pending():
            return
        session = self.session
        playing = session and not session.over
        heard = False
        while buttons.read():
            down = buttons.down
            # (The buttons that opened the menu come up in it.)
            if playing and not (self.menu and down):
                t = session.time(buttons.ticks)
                self.gate.edge(t, buttons.side, down)
                heard = heard or down
                if not self._wanted and session.referee.ready:
                    self._edges(session, t)  # before anything else: a clock is to be switched
            self._gestures.edge(buttons.ticks, buttons.side, down)
        if heard:
            self.hardware.sound.play("press")

    def _read_buttons(self):
        self.watch()
        session, found = self.session, self._gestures
        while True:
            event = found.poll(self._ticks)
            if event is None:
                break
            kind, side, _ = event
            if kind == gestures.STUCK:
                self.face.say(messages.STUCK_BUTTON, self.now())
            elif kind == gestures.MENU:
                self._open_menu(over=True)
            elif kind == gestures.PRESS and (self.menu or not session or session.over):
                self._menu_press(side)
        if self._repeat_at is not None and self.menu:
            if not found.is_down(BLACK) or found.is_down(WHITE):
                self._repeat_at = None
            elif ticks_diff(self._ticks, self._repeat_at) >= 0:
                self._menu_press(BLACK)

    def _scan(self, session, ticks, now):
        sensing, found = self.sensing, 0
        if self.hardware.grid.scan(self._raw, self._watch) or sensing.busy or not self._scanned:
            self._scanned = True
            found = sensing.frame(self._raw, ticks)
        self._frame_at = now
        if session is None:
            return
        self.gate.frame(now, sensing.busy)
        if self._wanted:
            if sensing.ready:
                self._wanted = None
                self._first_picture(session, now)
            return
        self._collect(found, now)
        # Whole pictures decide: what still moves belongs to the same picture, but is not waited for long.
        if self._settled and (not sensing.busy or now - self._settled_at >= _WHOLE_MS):
            self._tell_picture(session, now)

    def _collect(self, found, now):
        sensing = self.sensing
        for i in range(found):
            p, began = sensing.changes[i], now - sensing.waited[i]
            if not self._settled:
                self._settled_at = now
                self._began_at = began
            self._began_at = max(self._began_at, began)
            if p not in self._settled:
                self._settled.append(p)

    def _tell_picture(self, session, now):
        """Tell the referee the points that have settled, as one picture, before or after a press that waits."""
        if not self.gate.points_first(self._began_at):
            self._edges(session, now, late=True)
        waiting = self.gate.waiting()
        t = now if waiting < 0 else min(now, waiting)
        last = self._settled[-1]
        for p in self._settled:
            session.fact(record.POINT, self.sensing.grid[p], t, p, 0 if p == last else 1)
        self._settled = []
        self.face.changed = True
        if self.link.live:
            self.link.event({"event": "grid", "grid": self.link.requests.grid_text()})

    def _first_picture(self, session, now):
        """Tell the referee all that lies on the board, as far as it has not been told."""
        grid, seen = self.sensing.grid, session.referee.picture.seen
        for p in range(len(grid)):
            if self.sensing.masked[p] and not session.referee.picture.masked[p]:
                session.fact(record.MASK, 0, now, p, 1)
        self._use_masks(session)
        differ = [p for p in range(len(grid)) if grid[p] != seen[p] and not self.sensing.masked[p]]
        for i in range(len(differ)):
            session.fact(record.POINT, grid[differ[i]], now, differ[i], 1 if i + 1 < len(differ) else 0)
        session.flush()

    def _use_masks(self, session, off=False):
        """The sensing leaves out what the game's record leaves out, and knows what lies there by what was said.

        ``off``: it takes up again what the record does.
        """
        picture, sensing = session.referee.picture, self.sensing
        for p in range(len(picture.masked)):
            if picture.masked[p]:
                sensing.mask(p, True)
                sensing.put(p, picture.seen[p])
            elif off and sensing.masked[p]:
                sensing.mask(p, False)

    @micropython.native
    def _edges(self, session, now, late=False):
        """Tell the referee the button edges whose time has come; ``late``: what has settled began after them."""
        while True:
            edge = self.gate.pop(now, now if late else self._frame_at, late or session.referee.ready)
            if edge is None:
                return
            t, side, down = edge
            if down:
                session.fact(record.PRESS, side, t)
                self._tidy = True
            elif session.referee.down & side:
                session.fact(record.RELEASE, side, t)

    def _watch_end(self, session, now):
        """An ended game stays open for the arbiter for a while; a swept board or a new game closes it."""
        if not session.over:
            self._ended_at = -1
        elif self._ended_at < 0:
            self._ended_at = now
        elif now - self._ended_at > _OVER_MS or session.referee.swept():
            self.close()

    def _pause(self, now):
        """ms until there is something to do, if nothing happens before."""
        session = self.session
        if self.face.changed:
            return 0
        if self.sensing.busy or self.gate.waiting() >= 0 or self._wanted:
            return _BUSY_MS
        wait = self.glass.next_change(session.referee if session else None, now)
        if wait < 0 or wait > _REST_MS:
            wait = _REST_MS
        if self.face.voice and self.face.voice.waiting:
            wait = min(wait, _SPEAK_MS)
        if self._repeat_at is not None:
            wait = min(wait, max(1, ticks_diff(self._repeat_at, self._ticks)))
        if session:
            due = session.referee.next_deadline(now)
            if due >= 0:
                wait = min(wait, max(1, due - now))
        return min(wait, self.hardware.scan_ms)

    def now(self):
        """Time of the game, or since power-on while there is none, ms."""
        return self.session.time(self._ticks) if self.session else self._boot.at(self._ticks)

    def _use_settings(self):
        """The settings have changed: sound, display and voice follow."""
        settings, hardware, face = self.settings, self.hardware, self.face
        settings.changed = False
        face.changed = True
        hardware.sound.volume = settings["volume"]
        hardware.display.brightness(settings["brightness"])
        if settings["voice"] == "off":
            if face.voice:
                face.voice.stop()
                face.voice = None
                let_go("board", ("voice",))
            return
        if not face.voice:
            from board.voice import Voice

            face.voice = Voice(hardware.voice())
        face.voice.language, face.voice.volume = settings["voice"], settings["volume"]

    # ---- games

    def begin(self, preset, overrides, black="", white="", event=""):
        """Begin a game; ``(id, warning)``. ValueError with one clear line if it cannot be."""
        if self.session and not self.session.over:
            raise ValueError("a game is running: end it first")
        collect()
        from shared_rules import presets

        game = presets.resolve(preset, overrides)
        if game["size"] != self.sensing.size:
            raise ValueError(
                "this board has %d lines, the game wants %d: set size=%d"
                % (self.sensing.size, game["size"], self.sensing.size)
            )
        self.close()
        game["black"] = black or game.get("black", "")
        game["white"] = white or game.get("white", "")
        game["event"] = event or game.get("event", "")
        game["date"] = self.hardware.calendar.seconds()
        name = self.journal.create(game)
        self._start(Session(self.journal, name, game, self, self._ticks))
        self._wanted = self.session
        self.close_menu()
        if self.journal.warning:
            self.face.say(messages.STORAGE_FULL, 0)
        return name, self.journal.warning

    def _resume(self, name):
        """Take up the game ``name``. One that cannot be replayed stays in storage for a host: the board is for play."""
        try:
            self._start(Session.resume(self.journal, name, self, self._ticks))
        except (Broken, ValueError, KeyError, IndexError, TypeError, AttributeError) as error:
            self.session = None
            self.problem = "game %s cannot go on (%r): download it" % (name, error)
            try:
                self.journal.leave()
            except OSError:
                pass  # a full drive: the next game makes room
            return
        self._wanted = self.session
        self._use_masks(self.session)

    def _start(self, session):
        forget("shared_rules", ("presets", "clock_config", "start", "plain_turns"))
        self.session = session
        self.gate = PressGate()
        self._settled = []
        self._ended_at = -1
        self.hardware.watchdog.start()
        self.face.changed = True
        self.link.event({"event": "game", "game": session.name, "state": "playing"})

    def close(self):
        """Close the record of a game that is over; there is no game then."""
        session = self.session
        if session and session.over:
            session.flush()
            if not session.finish():
                self.face.say(messages.STORAGE_FULL, self.now())
                return
            self.link.event({"event": "game", "game": session.name, "state": "finished"})
            self.session = None
            self.face.say("", 0, 0)  # its messages end with it

    def command(self, name, args):
        """Carry out an arbiter or menu command; gives the index of its record. ValueError if it is none."""
        session = self.session
        if session is None:
            raise ValueError("no game is running")
        collect()
        from shared_rules import commands

        code, text = commands.encode(name, args)
        sides = {"black": BLACK, "white": WHITE, None: 0, "": 0}
        if args.get("side") not in sides:
            raise ValueError("side is black or white, not %s" % args["side"])
        at = self.journal.count
        session.fact(record.COMMAND, sides[args.get("side")], session.time(self._ticks), NO_POINT, code, text.encode())
        if name in ("mask", "stone"):
            self._use_masks(session, True)
        session.flush()
        self.face.changed = True
        let_go("shared_rules", ("arbiter", "commands", "ending", "penalties"))
        return at

    def ruled(self, kind, rule, side, t, move, point, value, lists):
        """The session has a new ruling."""
        session = self.session
        if session is None:
            return
        self.face.ruled(session.referee, kind, side, t, value, lists)
        if kind == rulings.END:
            self.close_menu()  # it is a menu of a game that goes on
        elif kind == rulings.START:
            let_go("shared_rules", ("start",))
        clock = session.referee.clock
        if clock and clock.running:
            self.sensing.hurry = clock.display(t, clock.running)[0] < _HURRY_MS
        if self.link.live:
            self.link.requests.tell(session, kind, rule, side, t, move, point, value, lists)

    # ---- menu

    def _open_menu(self, over=False):
        collect()  # as many modules as there are should lie together
        from board import menu_board

        self.menu = menu_board.open_menu(self, over)
        self._repeat_at = None
        self.face.changed = True

    def close_menu(self):
        """Leave the menu and its memory, Chinese too if only the menu needed it."""
        if self.menu:
            self.menu = self.glass.view.menu = None
            self.face.changed = True
            let_go("board", ("menu", "menu_board", "menu_setup", "menu_commands", "calibrating"))
            if self.settings["language"] != "zh":
                let_go("board", ("chinese",))

    def _menu_press(self, side):
        if self.menu is None:
            self._open_menu()
            return
        # The left button is Black's: it steps, again and again while it is held; the right one chooses.
        step = side == BLACK
        self.hardware.sound.play("step" if step else "choose")
        self.face.changed = True
        self._repeat_at = self._ticks + (_REPEAT_MS if self._repeat_at else _HELD_MS) if step else None
        action = self.menu.press(0 if step else 1)
        if action:
            from board import menu_board

            menu_board.act(self, action)
        if self.menu is None and self.session is None:
            self._open_menu()

    # ---- display

    def _show(self, now):
        """Draw when something has changed, or the clock that is shown has gone on."""
        session, face, view = self.session, self.face, self.glass.view
        due = self.glass.next_change(session.referee if session else None, self._drawn_at)
        if not face.changed and (due < 0 or now - self._drawn_at < due):
            return
        face.changed = False
        self._drawn_at = now
        view.language = self.settings["language"]
        view.menu = self.menu.screen() if self.menu else None
        face.fill(view, session.referee if session else None, now)
        self.glass.draw(self._watch)
