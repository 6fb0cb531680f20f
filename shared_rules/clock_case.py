"""Works out a clock case: a configuration and its events, as in ``tests/cases/clock.jsonl``."""

from shared_rules.clock import CALL, FORCED_PASS, PERIOD, Clock
from shared_rules.points import BLACK, WHITE

_LATEST = 1 << 31  # ms, 24 days: twice what a board counts, so that cases can lie across its wrap
_SIDES = {"b": BLACK, "w": WHITE}
_LETTERS = (None, "b", "w", "both")
_WITH_SIDE = ("start", "press", "early_press", "set", "late")
_WITHOUT_SIDE = ("pause", "resume", "split_pool", "look")


def work_out(case):
    """Run one case; gives ``{"id", "snapshots", "calls", "flag", "forced_passes"}`` in the form of its ``expect``.

    ValueError with one clear line for a case that cannot be read.
    """
    if not isinstance(case, dict) or not isinstance(case.get("config"), dict):
        raise ValueError("a clock case is an object with config and events")
    if not isinstance(case.get("events", []), list):
        raise ValueError("events of a clock case must be a list")
    clock = Clock(case["config"])
    snapshots = []
    now = None
    for event in case.get("events", []):
        now = _apply(clock, event, now, snapshots)
    calls = []
    passes = []
    for t, side, what, _, text in clock.take():
        if what == CALL or (what == PERIOD and clock.has_calls):
            calls.append([t, _LETTERS[side], text])
        elif what == FORCED_PASS:
            passes.append({"side": _LETTERS[side], "t": t})
    return {
        "id": case.get("id"),
        "snapshots": snapshots,
        "calls": calls,
        "flag": _flag(clock.flag),
        "forced_passes": passes,
    }


def _flag(flag):
    if flag is None:
        return None
    side, t, why = flag
    result = {"side": _LETTERS[side], "t": t}
    if why == "late":
        result["why"] = why
    return result


def _apply(clock, event, now, snapshots):
    """Let one event happen; gives the time it happened at."""
    if not isinstance(event, dict):
        raise ValueError("a clock event is an object with ev and t, not %s" % (event,))
    what = event.get("ev")
    if what not in _WITH_SIDE and what not in _WITHOUT_SIDE:
        raise ValueError("unknown clock event %s" % (what,))
    side = _SIDES.get(event.get("side"), 0) if isinstance(event.get("side"), str) else 0
    if what in _WITH_SIDE and not side:
        raise ValueError('clock event %s needs side "b" or "w"' % what)
    if what == "late":
        clock.late(side, _whole(event, "by_ms"))
        return now
    t = _whole(event, "t")
    if now is not None and t < now:
        raise ValueError("clock events must be in order of t: %d comes after %d" % (t, now))
    if what == "look":
        snapshots.append(clock.snapshot(t))
    elif what == "split_pool":
        clock.split_pool(t)
    elif what == "pause":
        clock.pause(t)
    elif what == "resume":
        clock.resume(t)
    elif what == "start":
        clock.start(t, side)
    elif what == "press":
        clock.press(t, side)
    elif what == "early_press":
        clock.early_press(t, side)
    else:
        fields = event.get("fields")
        if not isinstance(fields, dict):
            raise ValueError("clock event set needs fields")
        clock.set_time(t, side, fields)
    return t


def _whole(event, key):
    value = event.get(key)
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value <= _LATEST:
        raise ValueError("clock event %s needs %s in whole milliseconds, at most %d" % (event.get("ev"), key, _LATEST))
    return value
