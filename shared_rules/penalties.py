"""Warnings, violations and time penalties (G17.4, G24, R9.1, R9.2, R10.1.8)."""

from shared_rules.points import NO_POINT
from shared_rules.rulings import NOTE, PENALTY, VIOLATION, WARNING


def offence(r, side, t, rule, reason, point=NO_POINT):
    """A warning (Go, G24) or violation (renju, R10.1.8) for ``side``; the second in a game loses under ``strict``.

    The same thing is not held against a side twice in one turn. Under ``advise`` it is told and not counted.
    """
    if (side, reason) in r.offences:
        return
    r.offences.append((side, reason))
    if r.strict:
        r.counts[side] += 1
    r.rule(WARNING if r.go else VIOLATION, rule, side, t, point, reason, count=r.counts[side])
    if r.strict and r.counts[side] > 1:
        if r.go:
            r.ending.end(r, t, 3 - side, "F", "G24", "warnings")
        else:
            r.ending.end(r, t, 3 - side, "F", "R10.1.8", "violations")


def early_press(r, side, t):
    """Pressed before the stone (G17.4: clocks unchanged; R9.2: time for the opponent, less for the offender).

    ``t``: when the button went down; the clocks have gone on to ``r.t`` since, and are changed from there.
    """
    if not r.clock:
        return
    if (side, "early_press") in r.offences:
        r.rule(NOTE, "G17.4" if r.go else "R9.2", side, t, reason="early_press")
        return
    if not r.go and r.strict and r.game["time"].get("early_press") == "renju":
        before = [r.clock.display(r.t, c)[0] for c in (1, 2)]
        if r.clock.early_press(r.t, side):
            after = [r.clock.display(r.t, c)[0] for c in (1, 2)]
            r.rule(
                PENALTY,
                "R9.2",
                side,
                t,
                reason="early_press",
                black_ms=after[0] - before[0],
                white_ms=after[1] - before[1],
            )
    offence(r, side, t, "G17.4" if r.go else "R9.2", "early_press")
