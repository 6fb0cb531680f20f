"""The guided sweep: one stone goes from point to point, and every sensor has to see it where it lies.

Where the stone lies does not have to be believed: a stone takes about 1.3 % of its field from each of the points around
it, and that ring tells its place even if the sensor below it is dead or swapped with another.
"""

import statistics
from collections import deque
from dataclasses import dataclass

from tengen.faults import Fault
from tengen.fields import name, strip_of

SEEN_MT = 1.5  # less is no stone
FAINT_MT = 0.6  # less is nothing: a dead sensor only drifts, a weak one with the stone far off its point shows more
WEAK = 0.5  # of what the other points show; a stone 3 mm off its point still has 0.7
COPY = 0.6  # an open input keeps the voltage of the input before it
STEADY_S = 0.25
STAYS_S = 0.8  # for what looks wrong
CLEAR = 0.3  # of all that a ring can explain, for a place that nobody expects
EXPECTED = 0.08  # and for the one that the stone should lie on
SMOOTH = 4  # readings that are averaged
FOLLOW = 0.002  # a reading: how fast the rest of far points is followed

# Field at the points up to two rows and columns away, as a part of the stone's own: 6x1 mm at a gap of 7 mm; other
# discs differ little (firmware/board/stones.py).
RING = {
    (0, 1): -0.0132,
    (0, 2): -0.0023,
    (1, 0): -0.0121,
    (1, 1): -0.0057,
    (1, 2): -0.0017,
    (2, 0): -0.0022,
    (2, 1): -0.0016,
    (2, 2): -0.0009,
}


@dataclass(frozen=True)
class Result:
    """What was seen while the stone lay on ``point``: ``mt`` at the point ``reads_at``, None if at no point."""

    point: int
    reads_at: int | None
    mt: float
    copies: tuple[int, ...] = ()  # points that showed nearly the same, though nothing lay there


def snake(size: int, rows: list[int] | None = None) -> list[int]:
    """All points (or those of some rows, 0 the far one) in an order in which the stone slides on to its neighbour."""
    order = []
    for i, row in enumerate(range(size) if rows is None else rows):
        line = [row * size + col for col in range(size)]
        order += line[::-1] if i % 2 else line
    return order


class Sweep:
    """Feed it readings with ``take``; ``target`` is where the stone has to go next, None when all is done.

    ``say``: a line for the one who moves the stone. ``results``: by point.
    """

    def __init__(self, size: int, rest: list[float | None], order: list[int], expected_mt: float = 10.2, ignore=()):
        """``rest``: mT of every point with nothing on the board; ``order``: the points to sweep.

        ``ignore``: points of restless or stuck sensors: they are not swept, and say nothing of their neighbours.
        """
        self.size, self.results = size, {}
        self._rest = list(rest)
        self._expected = expected_mt
        self._ignore = set(ignore) | {p for p, value in enumerate(rest) if value is None}
        self._todo = deque(p for p in order if p not in self._ignore)
        self._input = list(range(size * size))  # where the sensor below a point is read: elsewhere, if it is swapped
        self._recent: deque[list[float]] = deque(maxlen=SMOOTH)
        self._since: tuple[object, float] = (None, 0.0)
        self._left: int | None = None  # where the stone has to go away from
        self._again: set[int] = set()
        self.say = ""
        self._ask()

    @property
    def target(self) -> int | None:
        """The point that the stone belongs on now."""
        return self._todo[0] if self._todo else None

    @property
    def left(self) -> int:
        """How many points are still to be done."""
        return len(self._todo)

    def skip(self) -> None:
        """Leave the target out."""
        if self._todo:
            self._todo.popleft()
            self._ask()

    def it_lies_there(self) -> None:
        """The one who moves the stone says that it lies on the target, whatever shows."""
        if self._todo and self._recent:
            self._record(self.target, self._mean())

    def take(self, mt: list[float | None], t: float) -> Result | None:
        """The next reading, at ``t`` seconds; the result of the target if this one decided it."""
        if not self._todo:
            return None
        delta = [0.0 if q in self._ignore else mt[q] - self._rest[q] for q in self._input]
        if self._recent and max(abs(a - b) for a, b in zip(delta, self._recent[-1], strict=True)) > SEEN_MT / 2:
            self._recent.clear()  # the stone moves
        self._recent.append(delta)
        mean = self._mean()
        at = self.locate(mean)
        self._follow(mt, at)
        if at is None:
            self._left = None
        seen = (at, max(range(len(mean)), key=lambda p: abs(mean[p])) if max(map(abs, mean)) >= SEEN_MT else None)
        if seen != self._since[0]:
            self._since = (seen, t)
        if at is None or at == self._left:
            return None
        lasted = t - self._since[1]
        target = self.target
        if at == target:
            self._left = None
            good = abs(mean[target]) >= WEAK * self._usual()
            if len(self._recent) >= 2 and lasted >= (STEADY_S if good else STAYS_S):
                return self._record(target, mean)
        elif lasted >= STAYS_S:
            self.say = (
                f"it reads at {name(at, self.size)}: put it on {name(target, self.size)}, or Enter: it lies there"
            )
        return None

    def locate(self, delta: list[float]) -> int | None:
        """The point that the stone lies on by its ring, or by what shows where the ring says nothing; None: no stone.

        ``delta``: mT beyond its rest of the sensor below every point.
        """
        strong = [p for p, value in enumerate(delta) if p not in self._ignore and abs(value) >= SEEN_MT]
        strongest = max(strong, key=lambda p: abs(delta[p]), default=None)
        amount = delta[strongest] if strongest is not None else 0.0
        # If nothing shows, or little, the stone may be either colour.
        tries = (self._expected, -self._expected) if abs(amount) < WEAK * self._expected else (amount,)
        out = self._ignore | set(strong)
        best, place = 0.0, None
        for value in tries:
            for p in range(len(delta)):
                gain = self._misfit(delta, p, value, out)
                if gain < best:
                    best, place = gain, p
        if strongest is None:
            # A ring has to be most of what it should be, to be one.
            return place if place is not None and best < -self._enough(place) * self._power(place, out) else None
        # What shows is right, unless the ring clearly is another one.
        here = self._misfit(delta, strongest, amount, out)
        if place is None or here - best < self._enough(place) * self._power(place, out):
            return strongest
        return place

    def _enough(self, place: int) -> float:
        return EXPECTED if place == self.target else CLEAR

    def _misfit(self, delta, p: int, value: float, out: set[int]) -> float:
        """How much worse (below 0: better) a stone of ``value`` mT on ``p`` explains the points around it than none."""
        total = 0.0
        for q, share in self._around(p):
            if q not in out:
                total += value * share * (value * share - 2 * delta[q])
        return total

    def _power(self, p: int, out: set[int]) -> float:
        return sum((self._expected * share) ** 2 for q, share in self._around(p) if q not in out)

    def _around(self, p: int):
        row, col = divmod(p, self.size)
        for r in range(max(0, row - 2), min(self.size, row + 3)):
            for c in range(max(0, col - 2), min(self.size, col + 3)):
                if (r, c) != (row, col):
                    yield r * self.size + c, RING[abs(r - row), abs(c - col)]

    def _usual(self) -> float:
        """What a good point shows."""
        values = [abs(result.mt) for result in self.results.values() if result.reads_at is not None]
        return statistics.median(values) if len(values) >= 3 else self._expected

    def _mean(self) -> list[float]:
        return [statistics.fmean(values) for values in zip(*self._recent, strict=True)]

    def _follow(self, mt, at: int | None) -> None:
        """Sensors far from the stone drift, and the board follows that: so do we."""
        for p, value in enumerate(mt):
            if value is None or self._rest[p] is None:
                continue
            if not self._near(p, at) and abs(value - self._rest[p]) < SEEN_MT / 5:
                self._rest[p] += FOLLOW * (value - self._rest[p])

    def _near(self, p: int, at: int | None) -> bool:
        """Does a stone on ``at`` show at ``p``?"""
        if at is None:
            return False
        return abs(p // self.size - at // self.size) < 4 and abs(p % self.size - at % self.size) < 4

    def _record(self, target: int, mean: list[float]) -> Result:
        shown = [p for p, value in enumerate(mean) if p not in self._ignore and abs(value) >= SEEN_MT]
        strongest = max(shown, key=lambda p: abs(mean[p]), default=None)
        place = target if target in shown and abs(mean[target]) >= COPY * abs(mean[strongest]) else strongest
        value = mean[place if place is not None else target]
        copies = tuple(self._input[p] for p in shown if p != place and abs(mean[p]) > COPY * abs(value))
        reads_at = None if place is None else self._input[place]
        result = Result(target, reads_at, value, copies)
        if place is not None and place != target:
            self._input[target], self._input[place] = self._input[place], self._input[target]
        before = self.results.get(target)
        if before is None or abs(value) > abs(before.mt):
            self.results[target] = result
        self._todo.popleft()
        self._left = target
        self._since = (None, 0.0)
        if not self._todo:
            self._second_try()
        self._ask()
        return result

    def _second_try(self) -> None:
        """Weak points once more, and those that show next to nothing: perhaps the stone lay beside the point."""
        weak = [p for p, r in self.results.items() if (self._is_weak(r) or self._is_faint(r)) and p not in self._again]
        self._again.update(weak)
        self._todo.extend(weak)

    def _is_weak(self, result: Result) -> bool:
        return result.reads_at == result.point and abs(result.mt) < WEAK * self._usual()

    def _is_faint(self, result: Result) -> bool:
        return result.reads_at is None and abs(result.mt) > FAINT_MT

    def _ask(self) -> None:
        if self.target is None:
            self.say = "done"
        else:
            again = " once more, on its middle" if self.target in self._again else ""
            self.say = f"put the stone on {name(self.target, self.size)}{again}"

    # ---- what it showed

    def faults(self) -> list[Fault]:
        """Dead, weak, swapped and open sensors."""
        found = []
        told = set()
        copied = {p: result.point for result in self.results.values() for p in result.copies}
        for p, result in sorted(self.results.items()):
            label, at = name(p, self.size), result.reads_at
            if p in told:
                continue
            if at is None:
                found.append(self._dead(p, result, copied.get(p)))
            elif at != p:
                other = self.results.get(at)
                here = name(at, self.size)
                if other is not None and other.reads_at == p:
                    told.add(at)
                    found.append(Fault("swapped", (p, at), f"{label} and {here} are swapped: {self._swap(p, at)}"))
                else:
                    found.append(Fault("swapped", (p, at), f"{label} reads at {here}: {self._swap(p, at)}"))
            elif self._is_weak(result):
                say = f"{label}: weak, {result.mt:+.1f} mT where others have {self._usual():.1f}"
                found.append(Fault("weak", (p,), say + ": its joints, or another kind of sensor"))
        return found

    def _dead(self, p: int, result: Result, copied: int | None) -> Fault:
        label = name(p, self.size)
        if copied is not None:
            say = f"{label}: dead, it shows what {name(copied, self.size)} shows: its output is not soldered"
        else:
            say = f"{label}: dead, {result.mt:+.1f} mT with a stone on it: warm its joints, then change the sensor"
        return Fault("dead", (p,), say)

    def _swap(self, p: int, q: int) -> str:
        if strip_of(p, self.size) == strip_of(q, self.size):
            return "a solder bridge at the mux (U11), or its pins"
        return "half-strips or chain cables are in each other's place"
