"""What the board says to the players: few words, each understood at a glance, each fitting one line of the display.

The words are English; ``board.chinese`` has the same in Chinese and is loaded only when the board is set to it.
"""

from shared_rules import rulings, states

# Reason of a ruling (shared_rules/rulings.py) = words, which leave room for a point in a line of 16 characters. Text
# takes a third of the memory of a dict.
REASONS = """
mismatch=Put it right
upset=Board upset
unclear=Straighten it
turn=Lift or turn
two_stones=Two stones
moved=Put it back
prisoners=Lift prisoner
lifted=Put it back
suicide=No liberties
ko=Ko, not here
superko=Repeats board
occupied=Occupied
start=Clear board
handicap=Set handicap
early_press=Stone first
wrong_press=Not your turn
forgot_press=Press clock
pass_not_allowed=No pass yet
five=Five in a row
overline=Overline
double_four=Double four
double_three=Double three
resign=Resigned
time=Time is up
late=Too late
both_late=Both too late
foul=Forbidden
dropped=Stone dropped
two_more=Two more
count=Counted
two_passes=Both passed
agreed=Draw agreed
board_full=Board is full
warnings=Two warnings
violations=2 violations
repetition=Repetition
arbiter=Arbiter rules
forfeit=Forfeit
first_center=Centre first
not_named=Wrong opening
offer_same=Mirror image
offer_count=Offer again
range=Too far out
power=Power was off
taken_back=Taken back
accepted=Accepted
overruled=Overruled
masked=Sensor is off
set_time=Time set
touch=Put it back
straightened=Not your time
refused=Refused
not_allowed=Not allowed
dispute=Play on
forced_pass=Forced pass
overtime=Byo-yomi
low=Ten seconds
illegal_kept=Kept as it is
names=Names swapped
draw=Draw
cleared=Board cleared
"""

# Kind of a ruling = words, where it has no reason or the reason says too little.
KINDS = """
pass=Pass
void=Does not count
warning=Warning
violation=Violation
penalty=Time penalty
repair=Put it right
period=Period used
flag=Time is up
swap=Colours swap
draw_offer=Draw offered
pause=Paused
resume=Play on
"""

# What the app says for itself.
STUCK_BUTTON = "Button stuck"
STORAGE_FULL = "Memory full"
AGREE = "Press to agree"
PASS_AGREES = "Pass to agree"
END_AGREED = "End agreed"
CLAIM_GRANTED = "Claim granted"
CLAIM_REFUSED = "Claim refused"
CLAIM_NOTED = "Claim noted"
NO_CALIBRATION = "Calibrate first"
NOT_RESUMED = "Cannot resume"
SET_UP_ANEW = "Set up anew"
CAME_LATE = "Came late"

# States of the referee that wait for something -> what for. (READY has its own reason, PLAY needs no words.)
WAITING = {
    states.SETUP: "Set handicap",
    states.CHOICE: "Hold to swap",
    states.OFFER: "Offer stones",
    states.CHOOSE: "Keep one",
    states.COUNT: "Lift dead ones",
}


def _find(table, word):
    """The words for ``word``, empty if there are none."""
    at = table.find("\n%s=" % word)
    if at < 0:
        return ""
    at += len(word) + 2
    return table[at : table.find("\n", at)]


def of_claim(granted):
    """Words for a claim; ``granted``: None if it is only logged. What it was about, who claimed has said."""
    return CLAIM_NOTED if granted is None else CLAIM_GRANTED if granted else CLAIM_REFUSED


def of(kind, reason=""):
    """Words for a ruling, empty if the players need none."""
    if kind in (rulings.MOVE, rulings.START, rulings.CALL, rulings.REPAIRED, rulings.OPENING, rulings.NOTE):
        if kind == rulings.NOTE and reason == "late":  # it has cost time; too late is who loses by it
            return CAME_LATE
        if kind == rulings.NOTE and reason == "agreed":  # on the end of play, not on a draw
            return END_AGREED
        if kind == rulings.NOTE and reason in ("touch", "forgot_press"):  # written down, and nothing is to be done
            return ""
        return _find(REASONS, reason) if kind == rulings.NOTE else ""
    words = _find(KINDS, rulings.name(kind))
    if kind == rulings.PASS and reason == "agreed":  # whoever passes too agrees that the game is over (G13)
        return PASS_AGREES
    if reason == "arbiter" and words:  # what he did says more than that it was him
        return words
    return _find(REASONS, reason) or words


def text_width(text):
    """Pixels that a line of text takes: 8 a Latin character, 16 a Chinese one. The display has 128."""
    width = 0
    for character in text:
        width += 8 if ord(character) < 127 else 16
    return width


def translate(text, language):
    """``text`` in the language of the board; unknown words stay as they are."""
    if language == "zh":
        from board import chinese

        return chinese.words(text)
    return text
