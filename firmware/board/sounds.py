"""Sounds as data: each a pattern of tones, 0 hertz is a pause. The hardware layer plays them by name.

Byo-yomi calls are told apart without looking: one to five beeps, faster and higher the less time is left; in the last
period every second of the count has its own note, rising from ``count1`` to ``count9``, and the end is one long low
tone.
"""

from shared_rules import rulings

# A line a pattern: its name, then hertz and ms of each tone. Text takes a third of the memory of tuples.
# call1 to call5: about 30, 20, 10, 5, 2 seconds left; count1 to count9: the last seconds, a rising scale from a' (A4).
PATTERNS = """
press 2400 25
move 1200 20
pass 900 60 0 40 700 90
wrong 220 180 0 60 220 180
warning 330 150 0 50 330 150 0 50 250 300
lift 700 60 0 60 700 60
right 880 60 1320 90
call1 1320 120
call2 1320 120 0 90 1320 120
call3 1320 120 0 90 1320 120 0 90 1320 120
call4 1500 70 0 50 1500 70 0 50 1500 70 0 50 1500 70
call5 2000 50 0 40 2000 50 0 40 2000 50 0 40 2000 50 0 40 2000 50
count1 440 110
count2 494 110
count3 523 110
count4 587 110
count5 659 110
count6 740 110
count7 831 110
count8 880 110
count9 988 110
period 1000 150 750 150 500 250
overtime 500 150 750 150 1000 250
low 1500 70 0 50 1500 70
flag 150 1200
start 660 90 880 140
pause 600 120 400 120
resume 400 120 600 120
end 880 140 660 140 440 280
step 1600 12
choose 2000 30
"""

# Kind of a ruling -> sound
_BY_KIND = {
    rulings.START: "start",
    rulings.MOVE: "move",
    rulings.PASS: "pass",
    rulings.VOID: "wrong",
    rulings.WARNING: "warning",
    rulings.VIOLATION: "warning",
    rulings.PENALTY: "warning",
    rulings.REPAIR: "wrong",
    rulings.REPAIRED: "right",
    rulings.PERIOD: "period",
    rulings.FLAG: "flag",
    rulings.DRAW_OFFER: "lift",
    rulings.PAUSE: "pause",
    rulings.RESUME: "resume",
    rulings.END: "end",
}


def pattern(name):
    """The tones of a pattern, a list of ``(hertz, ms)``; empty for a name that there is none for."""
    at = PATTERNS.find("\n%s " % name)
    if at < 0:
        return []
    numbers = PATTERNS[at + 2 + len(name) : PATTERNS.find("\n", at + 1)].split()
    return [(int(numbers[i]), int(numbers[i + 1])) for i in range(0, len(numbers), 2)]


def call_sound(second, period_ms, last):
    """The sound of a byo-yomi call at ``second``; ``last``: it is the side's last period (G12.3, R7.2)."""
    left = period_ms // 1000 - second
    if left <= 0:
        return "flag"
    if last and left < 10:
        return "count%d" % (10 - left)
    if left >= 25:
        return "call1"
    if left >= 15:
        return "call2"
    if left >= 8:
        return "call3"
    return "call4" if left >= 4 else "call5"


def ruling_sound(kind, reason=""):
    """The sound of a ruling other than a call; empty for one that makes none."""
    if kind == rulings.REPAIR and reason == "prisoners":
        return "lift"
    if kind == rulings.NOTE:
        return reason if reason in ("overtime", "low") else ""
    return _BY_KIND.get(kind, "")
