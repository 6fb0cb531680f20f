"""What there is to show: the app fills a ``View``, ``board.screens`` draws it.

All attributes have defaults, so that a screen needs only what it shows:

=================  ===============================================================================================
attribute          meaning
=================  ===============================================================================================
``language``       ``en`` or ``zh``
``menu``           None, or the ``Page`` that ``Menu.screen()`` gives: it takes the display, but for a ``message``
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
``count``          count that one side has agreed to, in the form of a result; empty if there is none
``result``         result of a game that is over, ``B+2.25``; empty while it goes on
=================  ===============================================================================================
"""


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
        self.count = ""
        self.result = ""
