"""Rulings in words: one wording for the SGF comments, the score sheet, ``live`` and ``verify --explain``.

A ruling is an object of the rulings file: ``{"at": seconds, "kind", "rule", "side", "move", "point", ...}``.
"""

from itertools import groupby
from operator import itemgetter

POINTS_SHOWN = 12  # of those to be put right
# The reasons of shared_rules/rulings.py in words, where the code itself does not say it.
REASONS = {
    "mismatch": "stones are not where they should be",
    "upset": "the board is upset",
    "unclear": "a stone lies between points",
    "turn": "it was not this side's turn",
    "two_stones": "two stones in a row",
    "moved": "the stone was moved",
    "prisoners": "captured stones are still on the board",
    "lifted": "living stones were taken off",
    "suicide": "it leaves its own stones without liberties",
    "ko": "the ko is retaken at once",
    "superko": "it repeats an earlier position",
    "occupied": "the point is occupied",
    "start": "the board is not set up for the start",
    "handicap": "handicap stones are missing",
    "early_press": "pressed before the stone was played",
    "wrong_press": "the wrong button",
    "forgot_press": "played before the opponent had pressed",
    "pass_not_allowed": "a pass is not allowed here",
    "five": "five in a row",
    "double_four": "double four",
    "double_three": "double three",
    "resign": "resignation",
    "late": "came late",
    "count": "by count",
    "two_passes": "both passed",
    "agreed": "by agreement",
    "board_full": "the board is full",
    "warnings": "second warning",
    "violations": "second violation",
    "arbiter": "by the arbiter",
    "first_center": "move 1 belongs on the centre",
    "not_named": "not one of the 26 openings",
    "offer_same": "the two points are the same by symmetry",
    "offer_count": "not the number of stones to be offered",
    "range": "outside the square this move may be played in",
    "power": "the power was away",
    "taken_back": "taken back",
    "accepted": "the position is accepted as it stands",
    "overruled": "overruled by the arbiter",
    "masked": "the sensor of this point is masked",
    "set_time": "the clock was set",
    "touch": "taken up and put elsewhere",
    "straightened": "stones were straightened",
    "not_allowed": "a command that was not possible",
    "both_late": "both came late",
    "forced_pass": "the time is over, the turn passes",
    "overtime": "main time is used up",
    "low": "little time left",
    "dispute": "life and death are disputed, play goes on",
    "refused": "refused",
    "repetition": "the position repeats",
    "cleared": "the board is cleared",
    "illegal_kept": "kept although not legal",
    "names": "the players' names change places",
    "draw": "a draw offered when it may not be",
}


def duration(ms: int) -> str:
    """Milliseconds as ``1:02:03`` or ``2:03``; what is left of a second counts as a whole one, as on the clock."""
    seconds = -(-max(ms, 0) // 1000)
    hours, rest = divmod(seconds, 3600)
    return f"{hours}:{rest // 60:02d}:{rest % 60:02d}" if hours else f"{rest // 60}:{rest % 60:02d}"


def counted(number: int, word: str) -> str:
    """``1 move``, ``2 moves``."""
    return f"{number} {word}" if number == 1 else f"{number} {word}s"


def stamp(at: float) -> str:
    """Seconds since the game was created as ``0:12:31``."""
    seconds = int(at)
    return f"{seconds // 3600}:{seconds // 60 % 60:02d}:{seconds % 60:02d}"


def clock_text(side: dict) -> str:
    """One side of a clock snapshot in words: ``12:30``, ``0:41 (3 left)``, ``2:10 for 7 moves``."""
    if side.get("main_ms", 0) > 0:
        return duration(side["main_ms"])
    if "periods" in side:
        return f"{duration(side['period_left_ms'])} ({side['periods']} left)"
    if "moves_left" in side:
        return f"{duration(side['bank_ms'])} for {side['moves_left']} moves"
    return duration(0)


def time_text(time: dict | None) -> str:
    """A clock configuration in words; ``no clock`` for None."""
    if not time:
        return "no clock"
    main = f"{duration(time['main_ms'])} main time" if time.get("main_ms") else "no main time"
    return main + (f", {overtime(time)}" if overtime(time) else "")


def overtime(time: dict) -> str:
    """The part after main time as SGF's OT writes it, the way KGS and CGoban do; empty for sudden death."""
    kind = time["system"]
    if kind == "byoyomi":
        return f"{time['periods']}x{_seconds(time['period_ms'])} byo-yomi"
    if kind == "moves":
        return f"{time['moves']}/{_seconds(time['moves_ms'])} Canadian" + (
            ", rest carries over" * bool(time.get("carry"))
        )
    if kind == "fischer":
        cap = f", at most {_seconds(time['cap_ms'])}" if time.get("cap_ms") else ""
        return f"{_seconds(time['increment_ms'])} fischer{cap}"
    if kind == "delay":
        return f"{_seconds(time['delay_ms'])} delay"
    if kind == "pool":
        return "one pool for both sides"
    return ""


def _seconds(ms: int) -> str:
    return f"{ms / 1000:g}"


def points(names) -> str:
    """A list of points, or a dict of point to colour, as a phrase."""
    if isinstance(names, dict):
        return ", ".join(f"{name} ({color or 'empty'})" for name, color in names.items())
    return ", ".join(names)


def _side(ruling: dict) -> str:
    return (ruling.get("side") or "").capitalize()


def _move(r: dict) -> str:
    taken = f", takes {points(r['captures'])}" if r.get("captures") else ""
    forced = ", kept although not legal" if r.get("reason") == "illegal_kept" else ""
    return f"{_side(r)} plays {r['point']}{taken}{forced}"


def _void(r: dict) -> str:
    reason = reason_text(r)
    return f"{_side(r)} {r.get('point') or 'move'} is void" + (f": {reason}" if reason else "")


def _noted(word: str):
    def text(r: dict) -> str:
        where = f" at {r['point']}" if r.get("point") else ""
        return f"{word} {_side(r)}".strip() + where + _tail(r)

    return text


def _claim(r: dict) -> str:
    # What is only logged (R9.1.12) has None.
    return _noted("claim by")(r) + (", not granted" if r.get("granted") is False else "")


def _tail(r: dict) -> str:
    said = r.get("text") or reason_text(r)
    return f": {said}" if said else ""


def reason_text(ruling: dict) -> str:
    """Why, in words; empty if the ruling gives no reason."""
    reason = ruling.get("reason") or ""
    return REASONS.get(reason, reason.replace("_", " "))


def _repair(r: dict) -> str:
    parts = [
        f"{word} {_some(r[key])}"
        for key, word in (("missing", "put back"), ("surplus", "take off"), ("wrong", "wrong colour at"))
        if r.get(key)
    ]
    return "to put right: " + "; ".join(parts) if parts else "the board has to be put right"


def _some(names: list) -> str:
    """A list that may be a whole upset board, its beginning only then."""
    shown = names if len(names) <= POINTS_SHOWN + 4 else names[:POINTS_SHOWN]
    return points(shown) + (f" and {len(names) - len(shown)} more" if len(shown) < len(names) else "")


def _call(r: dict) -> str:
    return f"called to {_side(r)}: {r.get('word') or str(r.get('second', '?')) + ' seconds'}"


def _period(r: dict) -> str:
    left = r.get("periods_left")
    return f"{_side(r)} uses up a period" + (f", {left} left" if left is not None else "")


def _offer(r: dict) -> str:
    offered = r.get("points") or ([r["point"]] if r.get("point") else [])
    return f"{_side(r)} offers {points(offered)} for move 5"


def _opening(r: dict) -> str:
    return f"opening {r.get('name') or r.get('text') or ''}".strip()


def _note(r: dict) -> str:
    if r.get("reason") in NOTES and (said := NOTES[r["reason"]](r)):
        return said
    text = r.get("text") or reason_text(r) or "note"
    where = f" at {r['point']}" if r.get("point") else ""
    return (f"{_side(r)}: " if r.get("side") else "") + text + where


def _count(r: dict) -> str:
    if "margin_q" not in r:
        return ""
    dead = f", dead {points(r['dead'])}" if r.get("dead") else ""
    return f"{_side(r)} agrees to the count: Black {r['black_q'] / 4:g} zi, White {r['white_q'] / 4:g} zi{dead}"


def _set_time(r: dict) -> str:
    words = {"main_ms": "main time", "period_left_ms": "left of the period", "bank_ms": "for the moves"}
    words |= {"periods": "periods", "moves_left": "moves left"}
    fields = r.get("fields") or {}
    parts = (f"{duration(ms) if key.endswith('_ms') else ms} {words.get(key, key)}" for key, ms in fields.items())
    return f"{_side(r)}'s clock was set: {', '.join(parts)}" if fields else "the common time was halved"


def _late(r: dict) -> str:
    return f"{_side(r)} came late by {duration(r['by_ms'])}" if "by_ms" in r else ""


def _overruled(r: dict) -> str:
    what = {"end": "the end of the game", "warning": "a warning", "void": "the void move"}.get(r.get("what", ""))
    if what and r.get("what") != "end":
        what += f" of {_side(r)}" + (f", {r['point']} stands" if r.get("point") else "")
    return f"overruled by the arbiter: {what}" if what else ""


def _masked(r: dict) -> str:
    # An event of the board does not say which of both it was; a replay does.
    words = {True: "is not believed any more", False: "is believed again", None: "is believed no more, or again"}
    return f"the sensor of {r['point']} {words[r.get('on')]}" if r.get("point") else ""


def _not_allowed(r: dict) -> str:
    return " ".join(w for w in (r["command"], _side(r), "was not possible") if w) if r.get("command") else ""


def _penalty(r: dict) -> str:
    times = ((side, r.get(key) or 0) for side, key in (("Black", "black_ms"), ("White", "white_ms")))
    parts = [f"{side} {'gains' if ms > 0 else 'loses'} {duration(abs(ms))}" for side, ms in times if ms]
    return f"time penalty{_tail(r)}" + (f"; {', '.join(parts)}" if parts else "")


# Notes that say more than their reason: reason -> words, empty where the ruling lacks what they are made of.
NOTES = {
    "count": _count,
    "set_time": _set_time,
    "late": _late,
    "overruled": _overruled,
    "masked": _masked,
    "not_allowed": _not_allowed,
    "turn": lambda r: f"{_side(r)} is to move, by the arbiter",
    "agreed": lambda r: f"{_side(r)} says that the game is over" if r.get("side") else "both say that the game is over",
    "touch": lambda r: f"{_side(r)} took its stone up from {r['point']} and put it elsewhere" if r.get("point") else "",
    "taken_back": lambda r: f"{_side(r)} took {r['point']} back" if r.get("point") else "",
}


def _restart(r: dict) -> str:
    if r.get("reason") == "accepted":
        return f"{REASONS['accepted']}, {_side(r)} to move"
    # The time is stamped every 30 s, with less than a minute left every 10 s (firmware/board/session.py).
    return "the power was away, the board starts again; a running clock may have got back up to 30 s"


def _end(r: dict) -> str:
    # What the result says by itself is not said twice.
    plain = ("resign", "time", "count")
    return result_text(r.get("result", "?")) + ("" if r.get("reason") in plain else _tail(r))


TEXTS = {
    "start": lambda r: "the game starts" + (f", {_side(r)} to move" if r.get("side") else ""),
    "move": _move,
    "pass": lambda r: f"{_side(r)} passes" + (_tail(r) if r.get("reason") else ""),
    "void": _void,
    "warning": _noted("warning for"),
    "violation": _noted("violation by"),
    "penalty": _penalty,
    "repair": _repair,
    "repaired": lambda r: "the board is right again",
    "call": _call,
    "period": _period,
    "flag": lambda r: f"{_side(r)}'s flag falls",
    "claim": _claim,
    "opening": _opening,
    "swap": lambda r: "the players swap colours",
    "offer": _offer,
    "choose": lambda r: f"{_side(r)} takes off one of the two stones, {r.get('point') or '?'} stays",
    "draw_offer": lambda r: f"{_side(r)} offers a draw",
    "pause": lambda r: "the clocks are stopped" + _tail(r),
    "resume": lambda r: "play goes on" + _tail(r),
    "restart": _restart,
    "note": _note,
    "end": _end,
}


def worth_telling(rulings: list[dict]) -> list[dict]:
    """Rulings without the steps of each repair: of lists that follow one another only the longest."""
    found = []
    for kind, group in groupby(rulings, key=itemgetter("kind")):
        run = list(group)
        found += [max(run, key=_differing)] if kind == "repair" else run
    return found


def _differing(repair: dict) -> int:
    return sum(len(repair.get(key, ())) for key in ("missing", "surplus", "wrong"))


def describe(ruling: dict) -> str:
    """One ruling in one line, with its article: ``White R16 is void: the ko is retaken at once (G20)``."""
    text = TEXTS.get(ruling["kind"], lambda r: r["kind"])(ruling)
    return f"{text} ({ruling['rule']})" if ruling.get("rule") else text


def result_text(result: str) -> str:
    """An SGF result in words: ``W+R`` is ``White wins by resignation``."""
    if result in ("0", "Draw"):
        return "Draw"
    if result == "Void":
        return "No result"
    if result[:2] not in ("B+", "W+"):
        return "Result not known"
    winner, how = {"B": "Black", "W": "White"}[result[0]], result[2:]
    ways = {"": "", "R": " by resignation", "Resign": " by resignation", "T": " on time", "Time": " on time"}
    ways |= {"F": " by forfeit", "Forfeit": " by forfeit"}
    return f"{winner} wins" + ways.get(how, f" by {how} point{'s' * (how != '1')}")
