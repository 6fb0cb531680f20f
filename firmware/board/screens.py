"""What the 128x64 display shows: ``draw(framebuffer, view)``.

The app fills a ``View`` and calls ``draw`` when something changed, at most ten times a second; ``draw`` changes nothing
but the buffer. Attributes of a view (all have defaults, so that a screen needs only what it shows):

=================  ===============================================================================================
attribute          meaning
=================  ===============================================================================================
``language``       ``en`` or ``zh``
``menu``           None, or the ``Page`` that ``Menu.screen()`` gives: it takes the whole display
``turn``           side to move, 0 none
``black, white``   what ``Clock.display(t, side)`` gives, None without a clock
``black_name``,    players' names, shown where there is no clock (a board without host has ``Player 1``, ``Player 2``)
``white_name``
``paused``         the clock stands
``flag``           side whose flag fell, BLACK | WHITE both, 0 none
``move_number``    moves and passes played
``last_move``      ``Q16``, or empty; ``last_side`` its colour
``message``        the message of the moment, empty for none: words of ``board.messages``
``message_point``  the point it is about, ``Q16``, or empty: one point at a time
``message_color``  colour of the stone to put there or to take off, 0 none
``message_count``  how many points are wrong in all, 0 none
``result``         result of a game that is over, ``B+2.25``; empty while it goes on
=================  ===============================================================================================
"""

from shared_rules.points import BLACK, WHITE

WIDTH = 128
HEIGHT = 64


class View:
    """What there is to show; see the table above."""

    def __init__(self):
        self.language = "en"
        self.menu = None
        self.turn = 0
        self.black = None
        self.white = None
        self.black_name = ""
        self.white_name = ""
        self.paused = False
        self.flag = 0
        self.move_number = 0
        self.last_move = ""
        self.last_side = 0
        self.message = ""
        self.message_point = ""
        self.message_color = 0
        self.message_count = 0
        self.result = ""


def clock_text(ms):
    """Time left as players read it: ``1:59:59``, ``29:59``, under ten seconds ``9.9``; 0 only when nothing is left."""
    if ms < 10000:
        tenths = (ms + 99) // 100
        return "%d.%d" % (tenths // 10, tenths % 10)
    seconds = (ms + 999) // 1000
    if seconds >= 3600:
        return "%d:%02d:%02d" % (seconds // 3600, seconds // 60 % 60, seconds % 60)
    return "%d:%02d" % (seconds // 60, seconds % 60)


def draw(frame, view):
    """Draw ``view`` into ``frame``, a ``framebuf.FrameBuffer`` of 128x64 pixels in MONO_VLSB."""
    frame.fill(0)
    if view.menu:
        frame.text(view.menu.title[:16], 0, 0)
        for i in range(len(view.menu.lines)):
            frame.text(("> " if i == view.menu.selected else "  ") + view.menu.lines[i][:14], 0, 16 + 10 * i)
        return
    for side, state, y in ((BLACK, view.black, 0), (WHITE, view.white, 20)):
        mark = ">" if view.turn == side else " "
        letter = "B" if side == BLACK else "W"
        frame.text("%s%s %s" % (mark, letter, clock_text(state[0] or state[1]) if state else ""), 0, y)
    frame.text((view.message or "%d %s" % (view.move_number, view.last_move))[:16], 0, 44)
    frame.text(view.message_point, 0, 54)
