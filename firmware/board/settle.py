"""When a change is believed: quick for a stone put down, patient for one that slides. No allocation; viper.

A change counts as settled once the same level has been seen, at a field that stands still, for a time that depends on
what it is. The field of a stone
under way changes by more than 3 % of a centred stone within that time, except below 3 mm a second.
"""

from shared_rules.native import const, micropython, ptr8, ptr16, ptr32

# Milliseconds, normally and in time trouble
QUICK_MS = (90, 50)  # a stone where none was
LIFT_MS = (120, 80)  # a stone is gone
PATIENT_MS = (450, 250)  # a stone beside a point that one of its colour left just now: it may be on a slide
DOUBT_MS = (550, 350)  # neither stone nor empty; less than a press waits for (press_gate.PATIENCE_MS)
TRAIL_MS = const(1500)  # how long a point that a stone left makes its neighbours patient
RESTLESS_MS = const(3000)  # a point that does not come to rest for so long is unresolved
# A point that flickers: every change to or from a stone adds 16 to its unrest, every CALM_MS takes 1 off. From 240 on
# it is unresolved, until it is down to 120: more than a change a second, for as long as no hand does.
CALM_MS = const(64)

# Places in the parameter array, after those of decode
QUICK = const(8)
LIFT = const(9)
PATIENT = const(10)
DOUBT = const(11)
MOVE = const(12)
ALIEN = const(13)  # 1 while a foreign magnet is near
CALMER = const(14)  # what this frame takes off the unrest of every point
PARAMETERS = const(15)


@micropython.viper
def leave(trail: ptr16, trail_color: ptr8, p: int, color: int, size: int):
    """A stone of ``color`` has left ``p``: for a while stones of that colour beside it are watched patiently."""
    row = p // size
    col = p - row * size
    for dr in range(-1, 2):
        r = row + dr
        if r < 0 or r >= size:
            continue
        for dc in range(-1, 2):
            c = col + dc
            if c >= 0 and c < size:
                q = r * size + c
                trail[q] = 1500
                trail_color[q] = color


@micropython.viper
def settle(
    level: ptr8,
    rest: ptr16,
    grid: ptr8,
    wanted: ptr8,
    times: ptr16,
    trail_color: ptr8,
    unrest: ptr8,
    par: ptr32,
    dt: int,
    n: int,
    changes: ptr16,
) -> int:
    """Let ``dt`` ms pass: settled changes go into ``grid`` and, as points, into ``changes``.

    ``times`` holds five numbers per point, one array after the other: ms the wanted level stood still, ms since the
    point left its settled state, field at which it stands still, ms left of a trail, and for the points in ``changes``
    the ms since each began to change. Returns their number, plus 4096 if some point is still unsettled.
    """
    count = 0
    busy = 0
    move = int(par[12])
    calmer = int(par[14])
    for p in range(n):
        trail = int(times[3 * n + p])
        if trail > 0:
            times[3 * n + p] = trail - dt if trail > dt else 0
        want = int(level[p])
        have = int(grid[p])
        if want != have and par[13] == 1:
            want = 3
        shaken = int(unrest[p])
        before = int(wanted[p])
        if want != before and want + before != 3:  # 0 and 3: a weak field at a threshold is no flicker
            shaken = shaken + 16 if shaken < 240 else 255
        if shaken:
            shaken = shaken - calmer if shaken > calmer else 0
            unrest[p] = shaken
        if have == 3 and shaken >= 120:
            wanted[p] = want
            times[n + p] = 0
            continue
        if want == have and shaken < 240:
            if times[n + p] != 0:
                times[n + p] = 0
                times[p] = 0
            wanted[p] = want
            continue
        value = ((int(rest[p]) & 0xFFFF) ^ 0x8000) - 0x8000
        since = int(times[n + p]) + dt
        if since > 30000:
            since = 30000
        if times[n + p] == 0:
            since = 1
        times[n + p] = since
        away = value - (((int(times[2 * n + p]) & 0xFFFF) ^ 0x8000) - 0x8000)
        if away < 0:
            away = 0 - away
        if want != int(wanted[p]) or (away > move and want != 3) or since == 1:
            wanted[p] = want
            times[p] = 0
            times[2 * n + p] = value & 0xFFFF
            age = 0
        else:
            age = int(times[p]) + dt
            if age > 30000:
                age = 30000
            times[p] = age
        if want == 0:
            need = int(par[9])
        elif want == 3:
            need = int(par[11])
        elif trail > 0 and int(trail_color[p]) == want:
            need = int(par[10])
        else:
            need = int(par[8])
        if age < need or shaken >= 240:
            if (since < 3000 and shaken < 240) or have == 3:
                busy = 4096
                continue
            want = 3
        grid[p] = want
        wanted[p] = want
        changes[count] = p
        times[4 * n + count] = since
        times[p] = 0
        times[n + p] = 0
        count += 1
    return count | busy
