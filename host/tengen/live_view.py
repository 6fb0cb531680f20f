"""The running game on a terminal: board, clocks and messages, kept up to date from the board's events."""

import time

from rich.columns import Columns
from rich.console import Group
from rich.panel import Panel
from rich.text import Text

from shared_rules import points
from tengen import describe
from tengen.game import star_points

WOOD, LAST, WRONG = "black on #dcb35c", "bold black on #f7e3a8", "bold white on red"
RULINGS_SHOWN = 8
SIDES = (("black", "b", "●"), ("white", "w", "○"))


class LiveView:
    """What is known of the game; ``take`` brings it up to date, ``render`` draws it."""

    def __init__(self):
        self.status: dict = {}
        self.rulings: list[dict] = []
        self._clock_at = 0.0

    def take(self, event: str, content: dict) -> None:
        """One event of ``Board.live``."""
        if event == "status":
            self.status = dict(content)
            self._clock_at = time.monotonic()
        elif event == "ruling":
            self._ruling(content)
        elif event == "clock":
            self.status["clock"] = content["clock"]
            self._clock_at = time.monotonic()
        elif event in ("grid", "message", "game"):
            self.status |= {key: value for key, value in content.items() if key != "event"}

    def _ruling(self, ruling: dict) -> None:
        kind = ruling["kind"]
        if kind == "start" and ruling.get("record", 0) < 3:
            self.rulings = []
        self.rulings.append(ruling)
        if kind in ("move", "pass"):
            self.status |= {"move": ruling.get("move"), "last": ruling.get("point") or "pass"}
            self.status["turn"] = {"black": "white", "white": "black"}[ruling["side"]]
        elif kind in ("repair", "repaired"):
            self.status["repair"] = kind == "repair"
        elif kind == "end":
            self.status["result"] = ruling.get("result")

    def clock(self, key: str) -> dict | None:
        """One side's clock now: the last snapshot, counted down since."""
        snapshot = self.status.get("clock")
        if not snapshot:
            return None
        side = dict(snapshot[key])
        if snapshot.get("running") == key:
            gone = round((time.monotonic() - self._clock_at) * 1000)
            main = min(gone, side.get("main_ms", 0))
            side["main_ms"] = side.get("main_ms", 0) - main
            for left in ("period_left_ms", "bank_ms"):
                if left in side:
                    side[left] = max(0, side[left] - (gone - main))
        return side

    def render(self):
        """Everything as one picture for rich."""
        if not self.status.get("game"):
            return Panel(Text("\n".join(self.status.get("message") or ["no game is running"])), title="Tengen")
        return Group(Columns([self._board(), self._sides()], padding=(0, 3)), self._messages())

    def _board(self) -> Text:
        size, rules = self.status["size"], self.status.get("rules", "go")
        grid = self.status.get("grid") or self.status.get("position") or "." * size * size
        position = self.status.get("position") or grid
        stars = star_points(size)
        letters = "    " + " ".join(points.columns(rules)[:size])
        out = Text()
        out.append(letters + "\n", "dim")
        for row in range(size):
            out.append(f"{size - row:3}", "dim")
            out.append(" ", WOOD)
            for col in range(size):
                p = row * size + col
                seen, style = grid[p], WOOD
                if points.name(p, size, rules) == self.status.get("last"):
                    style = LAST
                if self._differs(seen, position[p]):
                    style = WRONG
                star = "+" if (row, col) in stars else "·"
                out.append({"b": "●", "w": "○", "?": "?", "x": "×"}.get(seen, star), style)
                out.append(" ", WOOD)
            out.append(f" {size - row}\n", "dim")
        out.append(letters, "dim")
        return out

    def _differs(self, seen: str, expected: str) -> bool:
        return bool(self.status.get("repair")) and seen != expected and seen != "x"

    def _sides(self) -> Group:
        panels = []
        for side, key, mark in SIDES:
            text = Text(f"{mark} {self.status.get(side) or side.capitalize()}\n", style="bold")
            clock = self.clock(key)
            if clock:
                text.append(describe.clock_text(clock), "bold cyan" if self.status.get("turn") == side else "cyan")
            if clock and clock.get("warnings"):
                text.append(f"\nwarnings: {clock['warnings']}", "yellow")
            turn = self.status.get("turn") == side and not self.status.get("result")
            panels.append(Panel(text, width=28, border_style="green" if turn else "dim"))
        last = f"move {self.status.get('move') or 0}  {self.status.get('last') or ''}"
        if self.status.get("result"):
            last += f"\n{describe.result_text(self.status['result'])}"
        return Group(*panels, Text(last))

    def _messages(self) -> Group:
        lines = [Text(line, style="bold yellow") for line in self.status.get("message") or [] if line]
        for ruling in self.rulings[-RULINGS_SHOWN:]:
            lines.append(Text(f"{describe.stamp(ruling['at'])}  {describe.describe(ruling)}", style="dim"))
        return Group(*lines)
