"""What the board says to the players: few words, each understood at a glance, each fitting one line of the display.

The words are English; ``board.chinese`` has the same in Chinese and is loaded only when the board is set to it. Those
of rulings are in ``messages.txt``.
"""

from board import texts
from shared_rules import rulings, states

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


_found = ["", ""]  # the last key and its words: a repair is drawn again and again


def _find(key):
    """The words for a reason or a ``kind ...``, empty if there are none."""
    if _found[0] != key:
        _found[:] = key, texts.find("messages.txt", key)
    return _found[1]


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
        return _find(reason) if kind == rulings.NOTE and reason else ""
    if kind == rulings.PASS and reason == "agreed":  # whoever passes too agrees that the game is over (G13)
        return PASS_AGREES
    words = ""
    if reason and reason != "arbiter":  # what he did says more than that it was him
        words = _find(reason)
    return words or _find("kind " + rulings.name(kind)) or reason and _find(reason)


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
