"""The menu on the board: what it knows when it opens, and what its choices do. Loaded with the menu, let go with it."""

from board import messages
from board.menu import Context, Menu
from shared_rules import points
from shared_rules.native import const
from shared_rules.points import BLACK, WHITE
from shared_rules.rulings import NOTE
from shared_rules.states import CHOICE, PLAY

_GAMES = const(4)  # whose players are remembered
_PROBLEM_MS = const(10000)


def open_menu(app, over=False):
    """The menu as it is now. ``over``: of the game that has ended, not of the next one."""
    context, session, settings = Context(), app.session, app.settings
    context.size = app.sensing.size
    context.language, context.volume, context.voice = settings["language"], settings["volume"], settings["voice"]
    if not session or session.over:
        context.over = over and session is not None
        context.names = _names(app)
        context.last = _last(context, settings["last"])
        if app.problem and not session:
            lost = app.problem.startswith("game ")
            app.face.say(messages.NOT_RESUMED if lost else messages.NO_CALIBRATION, app.now(), _PROBLEM_MS)
    else:
        referee = session.referee
        context.in_game = True
        context.turn, context.paused, context.rules = referee.turn, bool(referee.pauses), session.game["rules"]
        context.move = referee.move_number
        context.choices, context.offered = _choices(referee), referee.offered_by
        masked, game = referee.picture.masked, session.game
        context.masked = [points.name(p, game["size"], game["rules"]) for p in range(len(masked)) if masked[p]]
        if referee.clock:
            now = app.now()
            context.black = referee.clock.display(now, BLACK)
            context.white = referee.clock.display(now, WHITE)
    return Menu(context)


def _last(context, last):
    """Preset and overrides of the last game, None if there was none or this board cannot play it (any more)."""
    from board.menu_setup import Draft

    try:
        draft = Draft(context)
        draft.load(last[0], last[1])
        draft.get("time")
    except (ValueError, TypeError, KeyError, IndexError, AttributeError):
        return None
    return last[0], last[1]


def _names(app):
    """Players of the latest games, then those of the settings; not whom the display has no characters for."""
    journal, found = app.journal, []
    for row in reversed(journal.games(max(0, journal.number() - _GAMES))):
        header = journal.header(row[0]) or {}
        found += [header.get("black") or "", header.get("white") or ""]
    known = []
    for name in found + app.settings["names"].split(","):
        name = name.strip()
        if name and name not in known and not name.startswith("Player ") and all([32 <= ord(c) < 127 for c in name]):
            known.append(name)
    return known


def _choices(referee):
    """What the opening offers the side to move (R2.5, R2.10; the arguments of the command ``choose``)."""
    opening, last = referee.game["opening"], referee.move_number
    if referee.state == CHOICE:
        return ("swap", "stay", "two_more") if opening == "swap2" and last == 3 else ("swap", "stay")
    if opening == "taraguchi10" and referee.state == PLAY and last == 4:
        return ("offer",)
    return ()


def act(app, action):
    """Carry out what was chosen; what cannot be done is said on the display."""
    what = action[0]
    try:
        if what == "new":
            app.face.say("", 0, 0)  # what was said before the game does not cover what is said in it
            app.begin(action[1], action[2])
            app.settings.set("last", [action[1], action[2]])
        elif what == "command":
            app.close_menu()
            app.command(action[1], action[2])
        elif what == "setting":
            app.settings.set(action[1], action[2])
        elif what == "calibrate":
            from board import calibrating

            app.face.say(calibrating.carry_out(app, action[1]), app.now())
            app.close_menu()
        else:
            app.close_menu()
    except OSError:
        app.face.say(messages.STORAGE_FULL, app.now())
    except ValueError as error:
        if what == "calibrate":
            words = str(error).split(":")[0]  # the rest is for a host's line
        else:
            words = messages.SET_UP_ANEW if what == "new" else messages.of(NOTE, "not_allowed")
        app.face.say(words, app.now())
