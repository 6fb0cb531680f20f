"""From raw conversions to what each point shows in one frame. No allocation; inner loops are viper.

Fields are signed uT in ``array('h')``; viper reads them as u16, hence ``((x & 0xFFFF) ^ 0x8000) - 0x8000``, which gives
them their sign back.
"""

from shared_rules.native import const, micropython, ptr8, ptr16, ptr32

INPUTS = const(12)  # of a half-strip in a raw frame: sites 0..9, half supply, ground
HALF = const(10)
GROUND = const(11)
REST = const(8192)  # ratio (H - G) / (V - G) of a sensor without field, times 8192
NO_FIELD = const(0x7FFF)  # the strip does not answer
# Half the supply read against the ADC's reference: 0.8 to 1.1 of what it should be.
HALF_LOW = const(6500)
HALF_HIGH = const(9000)

# Places in the parameter array
ON = const(0)
OFF = const(1)
DOUBTFUL = const(2)
CLEAR = const(3)
FOREIGN = const(4)
FAINT = const(5)
LOOSE = const(6)
STEEP = const(7)


@micropython.viper
def references(raw: ptr16, scale: ptr32, strips: int) -> int:
    """Per half-strip 2^28 / (V - G) into ``scale``, 0 if it does not answer; the number that do not."""
    silent = 0
    for s in range(strips):
        base = s * 12
        half = int(raw[base + 10]) - int(raw[base + 11])
        if half < 6500 or half > 9000:
            scale[s] = 0
            silent += 1
        else:
            scale[s] = (1 << 28) // half
    return silent


@micropython.viper
def ratios(raw: ptr16, site: ptr16, strip: ptr8, scale: ptr32, out: ptr16, n: int):
    """(H - G) / (V - G) * 8192 of every point into ``out``; 0 where the strip does not answer."""
    for p in range(n):
        s = int(strip[p])
        value = ((int(raw[site[p]]) - int(raw[s * 12 + 11])) * int(scale[s])) >> 15
        out[p] = value if value > 0 else 0


@micropython.viper
def fields(ratio: ptr16, baseline: ptr16, gain: ptr16, offset: ptr16, out: ptr16, n: int):
    """Field in uT of every point into ``out``.

    ``gain``: uT per unit of ratio, times 256, signed; ``offset``: drift that was tracked, uT.
    """
    for p in range(n):
        value = int(ratio[p])
        if value == 0:
            out[p] = 0x7FFF
            continue
        slope = ((int(gain[p]) & 0xFFFF) ^ 0x8000) - 0x8000
        drift = ((int(offset[p]) & 0xFFFF) ^ 0x8000) - 0x8000
        value = (((value - int(baseline[p])) * slope) >> 8) - drift
        if value > 32000:
            value = 32000
        if value < -32000:
            value = -32000
        out[p] = value


@micropython.viper
def spread(cross: ptr16, kernel: ptr16, p: int, times: int, size: int):
    """Add ``times`` (of a black stone) what a stone on ``p`` adds to its neighbours up to three points away."""
    row = p // size
    col = p - row * size
    for dr in range(-3, 4):
        r = row + dr
        if r < 0 or r >= size:
            continue
        k = (dr if dr > 0 else 0 - dr) * 4
        for dc in range(-3, 4):
            c = col + dc
            if c < 0 or c >= size:
                continue
            q = r * size + c
            add = ((int(kernel[k + (dc if dc > 0 else 0 - dc)]) & 0xFFFF) ^ 0x8000) - 0x8000
            cross[q] = ((int(cross[q]) & 0xFFFF) ^ 0x8000) - 0x8000 + add * times


@micropython.viper
def classify(
    field: ptr16,
    cross: ptr16,
    level: ptr8,
    masked: ptr8,
    doubt: ptr8,
    rest: ptr16,
    moved: ptr16,
    par: ptr32,
    size: int,
) -> int:
    """What each point shows now: colour, empty or unresolved, with hysteresis against its ``level`` before.

    ``rest``: field without the neighbours' share. Points that changed go to ``moved`` as ``p | old level << 12``; their
    number is returned, plus 4096 for every point with a field that no stone of the set has.

    A field too weak for ``doubtful`` is that of a stone far off its point, or of neighbours off theirs: the point is
    unresolved if it is more than the neighbours can add. What one can add is told by its own field, which is weaker the
    further off it lies. ``doubt`` of a point, in 4 uT, is what its own drift may be beyond what was followed.
    """
    count = 0
    on = int(par[0])
    off = int(par[1])
    doubtful = int(par[2])
    clear = int(par[3])
    foreign = int(par[4])
    faint = int(par[5])
    n = size * size
    for p in range(n):
        if masked[p]:
            rest[p] = 0
            continue
        value = int(field[p])
        old = int(level[p])
        if value == 0x7FFF:
            rest[p] = 0
            new = 3
        else:
            value = ((value & 0xFFFF) ^ 0x8000) - 0x8000 - (((int(cross[p]) & 0xFFFF) ^ 0x8000) - 0x8000)
            rest[p] = value
            color = 1
            if value < 0:
                value = 0 - value
                color = 2
            if value > foreign:
                new = 3
                count += 4096
            elif value >= on or (value >= off and old == color):
                new = color
            elif value >= doubtful or (value >= clear and old != 0):
                new = 3
            elif value < faint and (old == 0 or value * 4 < faint * 3):
                new = 0
            else:
                limit = faint + int(doubt[p]) * 4
                row = p // size
                col = p - row * size
                for dr in range(-1, 2):
                    r = row + dr
                    if r < 0 or r >= size:
                        continue
                    for dc in range(-1, 2):
                        c = col + dc
                        q = r * size + c
                        if c < 0 or c >= size or q == p:
                            continue
                        share = int(par[6])
                        if masked[q] or level[q] == 3:
                            share *= 2  # what lies there is not subtracted
                        elif level[q] == 0:
                            continue
                        else:
                            near = ((int(rest[q]) & 0xFFFF) ^ 0x8000) - 0x8000
                            share -= (near if near > 0 else 0 - near) // int(par[7])
                            if share < 20:
                                share = 20
                        limit += share if dr == 0 or dc == 0 else share // 2
                if old != 0:
                    limit = limit * 3 // 4
                new = 3 if value >= limit else 0
        if new != old:
            level[p] = new
            moved[count & 4095] = p | (old << 12)
            count += 1
    return count


@micropython.viper
def track(
    rest: ptr16, grid: ptr8, level: ptr8, doubt: ptr8, offset: ptr16, limit: int, most: int, step: int, n: int
) -> int:
    """Follow the drift of all points by what the empty ones have in common, and of each empty one by itself.

    Steps are at most ``most`` uT in common and 2 uT apart; fields above ``limit`` are no drift. Gives back the common
    step. ``step``: number of this tracking; with it ``doubt`` falls at empty points as fast as they are followed, and
    rises slowly (450 uT an hour) under stones, which hide the drift of their sensors.
    """
    total = 0
    count = 0
    for p in range(n):
        if grid[p] == 0 and level[p] == 0:
            value = ((int(rest[p]) & 0xFFFF) ^ 0x8000) - 0x8000
            if value < limit and value > 0 - limit:
                total += value
                count += 1
    common = 0
    if count * 8 >= n:
        common = total // count
        if common > most:
            common = most
        if common < 0 - most:
            common = 0 - most
    for p in range(n):
        drift = ((int(offset[p]) & 0xFFFF) ^ 0x8000) - 0x8000 + common
        if grid[p] == 0 and level[p] == 0:
            value = ((int(rest[p]) & 0xFFFF) ^ 0x8000) - 0x8000 - common
            if value > 2:
                value = 2
            if value < -2:
                value = -2
            drift += value
            if step & 1 and doubt[p]:
                doubt[p] = int(doubt[p]) - 1
        elif step & 31 == 0 and int(doubt[p]) < 100:
            doubt[p] = int(doubt[p]) + 1
        if drift < 8000 and drift > -8000:
            offset[p] = drift
    return common
