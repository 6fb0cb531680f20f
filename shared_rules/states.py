"""The referee's states, what may follow what, and the statuses of the picture. docs/rules/states.md is checked
against it.
"""

from shared_rules.native import const

# States of a game
READY = const(0)  # the board is not yet the starting position
SETUP = const(1)  # handicap or any position is being set up; a press starts
PLAY = const(2)
CHOICE = const(3)  # an opening's choice is open: swap, or more
OFFER = const(4)  # several stones are offered as move 5
CHOOSE = const(5)  # the other side takes all but one of them off
COUNT = const(6)  # dead stones are lifted, both sides press
OVER = const(7)

STATES = ("ready", "setup", "play", "choice", "offer", "choose", "count", "over")

NEXT = (
    (PLAY, OVER),
    (PLAY, OVER),
    (CHOICE, OFFER, COUNT, OVER),
    (PLAY, OFFER, OVER),
    (CHOOSE, PLAY, OVER),
    (PLAY, OVER),
    (PLAY, OVER),
    (PLAY,),  # the arbiter overrules the end
)

# What the picture shows beside the position. Up to LIFTED all is right.
CLEAN = const(0)  # exactly the position
MOVE = const(1)  # the position after a legal move, perhaps with the answer already on
PRISONERS = const(2)  # the same, captured stones still on
LIFTED = const(3)  # stones off that one legal move captures; the move is not yet on
ILLEGAL = const(4)  # one stone of the side to move on a point where it may not be played
MISMATCH = const(5)  # anything else

STATUSES = ("clean", "move", "prisoners", "lifted", "illegal", "mismatch")
