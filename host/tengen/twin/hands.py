"""Hands: they carry out the events of a scenario on the world's stones, buttons and cables."""

import random
from collections.abc import Callable

from shared_rules.points import BLACK, EMPTY
from tengen.twin.scenario import Scenario
from tengen.twin.world import World

SLIDE_S = 0.3
BOUNCES_MS = 12  # how long a contact bounces


class Hands:
    """Plays one scenario; ``arbiter(command, args)`` is called for what the host tool would send."""

    def __init__(self, world: World, scenario: Scenario, arbiter: Callable[[str, dict], None]):
        self.world, self.scenario, self.arbiter = world, scenario, arbiter
        self._random = random.Random(scenario.seed)
        self.done = 0  # events carried out, for progress
        self._stuck = 0  # bits of the sides whose button is stuck

    def lay_out(self) -> None:
        """What hands do at time 0 is there before the board is switched on."""
        for event in self._first():
            self.do(event)

    def _first(self) -> list[dict]:
        return [event for event in self.scenario.events if event["at"] == 0]

    def schedule(self, start_ms: int) -> int:
        """Put all events into the world's calendar, from ``start_ms`` on; the time of the last one."""
        last = start_ms
        for event in self.scenario.events[len(self._first()) :]:
            last = start_ms + round(event["at"] * 1000)
            self.world.at(last, lambda event=event: self.do(event))
            if event["do"] in ("hold", "slide"):
                last += round(event.get("seconds", SLIDE_S) * 1000)
        return last

    def do(self, event: dict) -> None:
        getattr(self, "_" + event["do"])(event)
        self.done += 1

    def _off(self) -> tuple[float, float]:
        """How far beside its point a hand puts a stone, in mm."""
        sd = self.scenario.placing_sd_mm
        return self._random.gauss(0, sd), self._random.gauss(0, sd)

    def _put(self, point: int, color: int, dx: float | None = None, dy: float | None = None, s: float = 0) -> None:
        x, y = self._off()
        x, y = x if dx is None else dx, y if dy is None else dy
        self.world.model.place(point, color, x, y, self.world.t, round(s * 1000))
        self.world.touched()

    def _place(self, event: dict) -> None:
        self._put(event["point"], event["color"], event.get("dx"), event.get("dy"), event.get("seconds", 0))

    def _lift(self, event: dict) -> None:
        self.world.model.lift(event["point"], self.world.t, round(event.get("seconds", 0) * 1000))
        self.world.touched()

    def _slide(self, event: dict) -> None:
        self.world.model.slide(event["from"], event["to"], round(event.get("seconds", SLIDE_S) * 1000), self.world.t)
        self.world.touched()

    def _set(self, event: dict) -> None:
        for point, color in event["stones"].items():
            self.world.model.lift(point, self.world.t)
            if color != EMPTY:
                self._put(point, color)
        self.world.touched()

    def _press(self, event: dict) -> None:
        self._button(event["side"], 120)

    def _hold(self, event: dict) -> None:
        self._button(event["side"], round(event["seconds"] * 1000))

    def _button(self, side: int, ms: int) -> None:
        """A contact bounces for some milliseconds when it closes and when it opens."""
        world = self.world
        for at, down in ((0, True), (ms, False)):
            world.at(world.t + at, lambda down=down: world.button(side, down))
            level, t = down, 0
            for _ in range(self._random.randrange(3)):
                t += self._random.randint(1, BOUNCES_MS // 4)
                level = not level
                world.at(world.t + at + t, lambda level=level: world.button(side, level))
            if level != down:
                world.at(world.t + at + t + 1, lambda down=down: world.button(side, down))

    def _power(self, event: dict) -> None:
        if event["on"]:
            self.world.power_on(self._stuck)
        else:
            self.world.power_off()

    def _usb(self, event: dict) -> None:
        self.world.usb = event["on"]

    def _arbiter(self, event: dict) -> None:
        self.arbiter(event["command"], event.get("args", {}))

    def _fault(self, event: dict) -> None:
        if event["kind"] == "stuck_button":
            side = event.get("side", BLACK)
            self._stuck |= side
            self.world.button(side, True)
            return
        self.world.model.fault(event["kind"], event.get("point"), event.get("value", 0))
        self.world.touched()
