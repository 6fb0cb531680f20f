"""The two-button menu: the left button steps, the right one chooses.

``Menu(context)`` is a pure state machine: ``press(LEFT)`` or ``press(RIGHT)`` moves it and gives the action that the
app has to carry out, or None; ``screen()`` gives the ``Page`` to draw. The app repeats ``press(LEFT)`` while the
button is held. Actions:

======================================  ======================================================================
action                                  meaning
======================================  ======================================================================
``("new", preset, overrides)``          start a game; remember both as ``context.last``
``("command", name, args)``             of ``shared_rules.commands``; ``args["side"]`` is ``black`` or ``white``
``("setting", key, value)``             ``volume`` 0-2, ``voice`` off, en or zh, ``language`` en or zh
``("calibrate", what)``                 ``empty``: take the empty board's fields; ``stones``: those of black stones
``("close",)``                          leave the menu
======================================  ======================================================================
"""

from shared_rules.native import const

LEFT = const(0)
RIGHT = const(1)


class Context:
    """What the menu needs to know when it opens (``board.menu_board`` fills it).

    ``in_game``: a game goes on; ``over``: it has ended, and can still be overruled. ``last``: None or ``(preset,
    overrides)`` of the last game started. ``names``: players known to the board, from the host. ``choices``: what the
    opening offers now, words of the command ``choose``. ``offered``: the side that has offered a draw, or 0.
    ``masked``: names of points whose sensor is not believed. ``black, white``: ``Clock.display`` of both sides in a
    game with a clock, else None.
    """

    def __init__(self):
        self.size = 19
        self.in_game = False
        self.over = False
        self.last = None
        self.names = ()
        self.language = "en"
        self.volume = 2
        self.voice = "off"
        self.turn = self.move = 0
        self.paused = False
        self.rules = "go"
        self.choices = ()
        self.offered = 0
        self.masked = ()
        self.black = None
        self.white = None


class Page:
    """One screen of the menu: ``lines`` are ``(label, value)``, ``selected`` the index of the marked one.

    ``editing``: the left button now changes the value of the selected line, the right one keeps it.
    """

    def __init__(self, title, lines, selected, editing):
        self.title = title
        self.lines = lines
        self.selected = selected
        self.editing = editing


class Menu:
    """See the module. Pages are functions ``page(menu) -> (title, items)``; an item is ``(label, value, do)``.

    ``do`` is a function of the menu that gives an action or None, or ``(values, at, keep)``: the values the left button
    steps through, the index of the present one, and the function that keeps a new one.
    """

    def __init__(self, context):
        self.context = context
        self._editing = None
        self._at = 0
        # Only the pages that can be reached take memory.
        if context.in_game:
            from board import menu_commands

            first = menu_commands.game_page
        else:
            from board import menu_setup

            self.draft = menu_setup.Draft(context)
            first = over_page if context.over else main_page
        self._stack = [[first, 0]]

    def open(self, page):
        """Go into ``page``."""
        self._stack.append([page, 0])

    def back(self):
        """Go back to the page before; from the first page None, the menu stays."""
        if len(self._stack) > 1:
            self._stack.pop()

    def press(self, button):
        """The player stepped (LEFT) or chose (RIGHT). Gives an action or None."""
        page = self._stack[-1]
        items = page[0](self)[1]
        if self._editing is not None:
            values, _, keep = items[page[1]][2]
            if button == LEFT:
                self._at = (self._at + 1) % len(values)
                keep(self, values[self._at])
            else:
                self._editing = None
            return None
        if button == LEFT:
            page[1] = (page[1] + 1) % len(items)
            return None
        do = items[page[1]][2]
        if isinstance(do, tuple):
            self._editing = do
            self._at = do[1]
            return None
        return do(self)

    def screen(self):
        """The page to draw."""
        page, selected = self._stack[-1]
        title, items = page(self)
        return Page(title, [(label, value) for label, value, _ in items], selected, self._editing is not None)


def back(menu):
    """Item: to the page before."""
    menu.back()


def opens(page):
    """Item: into ``page``."""
    return lambda menu: menu.open(page)


def gives(*action):
    """Item: hand ``action`` to the app."""
    return lambda menu: action


def over_page(menu):
    """After the end: the arbiter can still overrule it, for a while."""
    return "Game over", [
        ("Back", "", gives("close")),
        ("New game", "", opens(main_page)),
        ("Overrule end", "", gives("command", "overrule", {"what": "end"})),
        ("Other result", "", _open_results),
    ]


def _open_results(menu):
    from board import menu_commands

    menu.open(menu_commands.result_page)


def main_page(menu):
    """The first page after power-on."""
    from board import menu_setup

    items = []
    if menu.context.last:
        items.append(("Again", "", menu_setup.again))
    for family in menu_setup.FAMILIES:
        items.append((family[0], "", menu_setup.opens_family(family)))
    items.append(("Settings", "", opens(settings_page)))
    if menu.context.over:
        items.append(("Back", "", back))
    return "Tengen", items


_VOLUMES = ("off", "low", "high")
_LANGUAGES = {"en": "EN", "zh": "中文"}


def settings_page(menu):
    """Settings of the board itself."""
    context = menu.context

    def volume(menu):
        context.volume = (context.volume + 1) % 3
        return "setting", "volume", context.volume

    def voice(menu):
        context.voice = "zh" if context.voice == "en" else "en" if context.voice == "off" else "off"
        return "setting", "voice", context.voice

    def language(menu):
        context.language = "zh" if context.language == "en" else "en"
        return "setting", "language", context.language

    return "Settings", [
        ("Volume", _VOLUMES[context.volume], volume),
        ("Voice", _LANGUAGES.get(context.voice, "off"), voice),
        ("Language", _LANGUAGES[context.language], language),
        ("Calibrate", "", opens(question_calibrate)),
        ("Measure stones", "", opens(question_stones)),
        ("Back", "", back),
    ]


def question_calibrate(menu):
    """Calibration is for an empty board; asked, since with stones on it would make them invisible."""
    return "Board empty?", [("No", "", back), ("Yes", "", gives("calibrate", "empty"))]


def question_stones(menu):
    """The field of the stones is taken from black ones that lie on the middle of their points."""
    return "Black stones on?", [("No", "", back), ("Yes", "", gives("calibrate", "stones"))]
