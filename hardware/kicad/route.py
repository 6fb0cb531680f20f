"""A grid router for two layers with negotiated congestion (McMurchie and Ebeling, PathFinder, 1995).

Nets may first run over each other; what is shared gets dearer from round to round until nobody shares. Plain Python and
numpy. Lengths in mm, cells of ``CELL``.
"""

import heapq
from dataclasses import dataclass, field

import numpy as np

CELL = 0.25
VIA_COST = 8.0
DIAGONAL = 1.4142
SIGNAL, WIDE, VIA = 0, 1, 2
"""Classes of copper: what is drawn at a cell."""


@dataclass
class Pad:
    """A pad or a hole: centre, half extents, net (None: keep away), both layers or the first one only."""

    net: str | None
    x: float
    y: float
    half_x: float
    half_y: float
    through: bool


@dataclass
class Task:
    """What to route: board size, pads, nets that get wide tracks, x of a line where no via may stand (0: none)."""

    width: float
    height: float
    pads: list[Pad]
    wide: set[str]
    cut: float
    radius: tuple[float, float, float]  # half of track, wide track, via
    clearance: float
    edge: float


@dataclass
class Route:
    """Copper of one net: paths of (layer, row, column), vias as (row, column)."""

    paths: list[list[tuple[int, int, int]]] = field(default_factory=list)
    vias: set[tuple[int, int]] = field(default_factory=set)


class Router:
    """Routes one board. ``solve`` returns the routes by net; ``RuntimeError`` if a pad cannot be reached at all."""

    def __init__(self, task: Task, log=print):
        self.task, self.log = task, log
        self.rows, self.cols = round(task.height / CELL) + 1, round(task.width / CELL) + 1
        self.nets = sorted({pad.net for pad in task.pads if pad.net})
        self.number = {net: k for k, net in enumerate(self.nets, 1)}
        self.owner = np.zeros((3, 2, self.rows, self.cols), np.int16)
        self.used = np.zeros((3, 2, self.rows, self.cols), np.int16)
        self.history = np.zeros((2, self.rows, self.cols), np.float32)
        self._halo = {
            (a, b): self._disc(task.radius[a] + task.radius[b] + task.clearance) for a in range(3) for b in range(3)
        }
        self._obstacles()

    def _disc(self, reach):
        n = int(reach / CELL) + 1
        return [
            (r, c) for r in range(-n, n + 1) for c in range(-n, n + 1) if (r * r + c * c) ** 0.5 * CELL < reach - 1e-6
        ]

    def _obstacles(self):
        ys, xs = np.mgrid[0 : self.rows, 0 : self.cols] * CELL
        for kind in range(3):
            radius = self.task.radius[kind]
            margin = np.minimum.reduce([xs, ys, self.task.width - xs, self.task.height - ys])
            self.owner[kind][:, margin < self.task.edge + radius - 1e-6] = -1
            for pad in self.task.pads:
                dx = np.maximum(np.abs(xs - pad.x) - pad.half_x, 0)
                dy = np.maximum(np.abs(ys - pad.y) - pad.half_y, 0)
                near = np.hypot(dx, dy) < radius + self.task.clearance - 1e-6
                own = self.number.get(pad.net, -1)
                for layer in (0, 1) if pad.through or kind == VIA else (0,):
                    level = self.owner[kind][layer]
                    # No vias in pads: they would drink the solder.
                    value = -1 if kind == VIA else own
                    level[near] = np.where((level[near] == 0) | (level[near] == value), value, -1)
        if self.task.cut:
            self.owner[VIA][:, np.abs(xs - self.task.cut) < 1.0] = -1

    def _pad_cells(self, pad):
        c0, c1 = (pad.x - pad.half_x) / CELL, (pad.x + pad.half_x) / CELL
        r0, r1 = (pad.y - pad.half_y) / CELL, (pad.y + pad.half_y) / CELL
        cells = [
            (layer, r, c)
            for layer in ((0, 1) if pad.through else (0,))
            for r in range(int(np.ceil(r0)), int(np.floor(r1)) + 1)
            for c in range(int(np.ceil(c0)), int(np.floor(c1)) + 1)
            # An ellipse: corners may be rounded away.
            if np.hypot((c * CELL - pad.x) / pad.half_x, (r * CELL - pad.y) / pad.half_y) < 0.9
        ]
        if not cells:
            raise RuntimeError(f"no grid cell inside the pad of {pad.net} at {pad.x}, {pad.y}")
        return cells

    def _class(self, net):
        return WIDE if net in self.task.wide else SIGNAL

    def _stamp(self, net, route, sign):
        kind = self._class(net)
        marks = [set() for _ in range(6)]
        for path in route.paths:
            for layer, r, c in path:
                for other in range(3):
                    marks[other * 2 + layer].update((r + dr, c + dc) for dr, dc in self._halo[kind, other])
        for r, c in route.vias:
            for other in range(3):
                cells = [(r + dr, c + dc) for dr, dc in self._halo[VIA, other]]
                marks[other * 2].update(cells)
                marks[other * 2 + 1].update(cells)
        for k, cells in enumerate(marks):
            inside = [(r, c) for r, c in cells if 0 <= r < self.rows and 0 <= c < self.cols]
            if inside:
                r, c = zip(*inside, strict=True)
                self.used[k // 2, k % 2][r, c] += sign

    def _conflicts(self, net, route):
        kind = self._class(net)
        bad = {cell for path in route.paths for cell in path if self.used[(kind, *cell)]}
        bad |= {(layer, r, c) for r, c in route.vias for layer in (0, 1) if self.used[VIA, layer, r, c]}
        return bad

    def _route(self, net, price):
        kind, number = self._class(net), self.number[net]
        cost = 1.0 + self.history + price * self.used[kind]
        cost[(self.owner[kind] != 0) & (self.owner[kind] != number)] = np.inf
        hop = VIA_COST + price * (self.used[VIA][0] + self.used[VIA][1]) + self.history[0] + self.history[1]
        hop[(self.owner[VIA][0] != 0) | (self.owner[VIA][1] != 0)] = np.inf
        flat, hops = cost.ravel().tolist(), hop.ravel().tolist()
        plane = self.rows * self.cols
        pads = [self._pad_cells(pad) for pad in self.task.pads if pad.net == net]
        index = [[layer * plane + r * self.cols + c for layer, r, c in cells] for cells in pads]
        for cells in index:
            for cell in cells:
                flat[cell] = min(flat[cell], 1.0)
        route = Route()
        tree, left = set(index[0]), set(range(1, len(index)))
        centres = [cells[len(cells) // 2] for cells in pads]
        near = {k: self._apart(centres[0], centres[k]) for k in left}
        while left:
            goal = min(left, key=lambda k: (near[k], k))
            left.discard(goal)
            for k in left:
                near[k] = min(near[k], self._apart(centres[goal], centres[k]))
            if tree & set(index[goal]):
                tree |= set(index[goal])
                continue
            path = self._search(flat, hops, tree, set(index[goal]), centres[goal], pads[goal])
            if path is None:
                raise RuntimeError(f"{net}: no way to the pad at {centres[goal]}")
            tree.update(path)
            tree |= set(index[goal])
            cells = [(i // plane, i % plane // self.cols, i % self.cols) for i in path]
            route.paths.append(cells)
            for a, b in zip(cells, cells[1:], strict=False):
                if a[0] != b[0]:
                    route.vias.add(a[1:])
                    for dr, dc in self._disc(0.56):
                        r, c = a[1] + dr, a[2] + dc
                        if 0 <= r < self.rows and 0 <= c < self.cols:
                            hops[r * self.cols + c] = float("inf")
        return route

    def _apart(self, a, b):
        return max(abs(a[1] - b[1]), abs(a[2] - b[2])) + 0.4 * min(abs(a[1] - b[1]), abs(a[2] - b[2]))

    def _search(self, flat, hops, sources, goals, centre, goal_cells):
        cols, plane = self.cols, self.rows * self.cols
        gr, gc = centre[1], centre[2]
        slack = max(max(abs(r - gr), abs(c - gc)) for _, r, c in goal_cells)

        def ahead(cell):
            r, c = divmod(cell % plane, cols)
            dr, dc = abs(r - gr), abs(c - gc)
            return max(0.0, max(dr, dc) + 0.4142 * min(dr, dc) - 1.5 * slack)

        best = dict.fromkeys(sources, 0.0)
        came = {}
        heap = [(ahead(cell), cell) for cell in sources]
        heapq.heapify(heap)
        closed = set()
        steps = [(1, 1.0), (-1, 1.0), (cols, 1.0), (-cols, 1.0)]
        steps += [(d, DIAGONAL) for d in (cols + 1, cols - 1, -cols + 1, -cols - 1)]
        while heap:
            _, cell = heapq.heappop(heap)
            if cell in closed:
                continue
            if cell in goals:
                path = [cell]
                while path[-1] in came:
                    path.append(came[path[-1]])
                return path[::-1]
            closed.add(cell)
            so_far = best[cell]
            for step, length in steps:
                to = cell + step
                if 0 <= to < 2 * plane and to not in closed:
                    total = so_far + length * flat[to]
                    if total < best.get(to, 1e9):
                        best[to], came[to] = total, cell
                        heapq.heappush(heap, (total + ahead(to), to))
            to = cell + plane if cell < plane else cell - plane
            if to not in closed:
                total = so_far + hops[cell % plane] + flat[to]
                if total < best.get(to, 1e9):
                    best[to], came[to] = total, cell
                    heapq.heappush(heap, (total + ahead(to), to))
        return None

    def solve(self, rounds=40) -> dict[str, Route]:
        """Route everything. ``RuntimeError`` if nets still touch after ``rounds``."""
        routes: dict[str, Route] = {}
        count = {net: sum(pad.net == net for pad in self.task.pads) for net in self.nets}
        order = sorted((net for net in self.nets if count[net] > 1), key=lambda net: (count[net], net))
        todo = order
        for turn in range(rounds):
            price = 0.6 * 1.5 ** min(turn, 12)
            for net in todo:
                if net in routes:
                    self._stamp(net, routes[net], -1)
                routes[net] = self._route(net, price)
                self._stamp(net, routes[net], 1)
            todo, bad = [], set()
            for net in order:
                self._stamp(net, routes[net], -1)
                conflicts = self._conflicts(net, routes[net])
                self._stamp(net, routes[net], 1)
                if conflicts:
                    todo.append(net)
                    bad |= conflicts
            for cell in bad:
                self.history[cell] += 1.0
            self.log(f"round {turn + 1}: {len(todo)} nets touch others at {len(bad)} cells")
            if not todo:
                return routes
        raise RuntimeError(f"not routed after {rounds} rounds: {', '.join(todo)}")

    def stitch(self, net: str, routes: dict[str, Route], step: float):
        """Add vias of ``net`` every ``step`` mm where there is room, so that its planes hang together."""
        cells = round(step / CELL)
        for row in range(cells // 2, self.rows, cells):
            for col in range(cells // 2, self.cols, cells):
                free = not self.owner[VIA, :, row, col].any() and not self.used[VIA, :, row, col].any()
                if free and abs(col * CELL - self.task.cut) > 2.0:
                    via = Route([], {(row, col)})
                    self._stamp(net, via, 1)
                    routes[net].vias.add((row, col))


def segments(path):
    """Straight pieces of a path: (layer, x0, y0, x1, y1) in mm."""
    pieces = []
    start = 0
    for k in range(1, len(path) + 1):
        ends = k == len(path)
        if not ends:
            step = tuple(b - a for a, b in zip(path[k - 1], path[k], strict=True))
            first = tuple(b - a for a, b in zip(path[start], path[start + 1], strict=True))
            if step == first and step[0] == 0:
                continue
        if k - 1 > start or ends:
            a, b = path[start], path[k - 1]
            if a[0] == b[0] and a != b:
                pieces.append((a[0], a[2] * CELL, a[1] * CELL, b[2] * CELL, b[1] * CELL))
            start = k - 1
    return pieces
