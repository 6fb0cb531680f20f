"""The running game on a terminal: board, clocks and messages, kept up to date from the board's events."""

import textwrap
import time

from rich.console import Group
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from shared_rules import points
from tengen import describe
from tengen.game import OTHER, is_undone, overruled, star_points

WOOD, LAST, WRONG = "black on #dcb35c", "bold black on #f7e3a8", "bold white on red"
RULINGS_KEPT = 40
BOARD_EDGES = 7  # columns beside those of the points: coordinates on both sides
GAP, NARROWEST, WIDEST = 2, 24, 60  # columns between board and the rest, and of the rest
SIDES = (("black", "b", "●"), ("white", "w", "○"))


class LiveView:
    """What is known of the game; ``take`` brings it up to date, ``render`` draws it."""

    def __init__(self):
        self.status: dict = {}
        self.rulings: list[dict] = []
        self._wrong: set[str] = set()  # points that differ from what the board should be
        self._clock_at = 0.0

    def take(self, event: str, content: dict) -> None:
        """One event of ``Board.live``."""
        if event == "status":
            self.status = dict(content)
            self._wrong = self._differing() if content.get("repair") else set()
            self._clock_at = time.monotonic()
        elif event == "ruling":
            self._ruling(content)
        elif event == "clock":
            self.status["clock"] = content["clock"]
            self._clock_at = time.monotonic()
        elif event in ("grid", "message", "game"):
            self.status |= {key: value for key, value in content.items() if key != "event"}

    def _ruling(self, ruling: dict) -> None:
        kind, reason = ruling["kind"], ruling.get("reason")
        if kind == "start" and ruling.get("record", 0) < 3:
            self.rulings = []
        self.rulings = [*self.rulings[1 - RULINGS_KEPT :], ruling]
        if kind in ("move", "pass"):
            self._made(ruling["move"], ruling.get("point") or "pass", OTHER[ruling["side"]])
        elif is_undone(ruling):
            self._made(ruling["move"] - 1, "", ruling["side"])
        elif kind == "repair":
            self._wrong = {name for key in ("missing", "surplus", "wrong") for name in ruling.get(key, ())}
        elif kind == "repaired":
            self._wrong = set()
        elif kind == "end":
            self.status["result"] = ruling.get("result")
        elif overruled(ruling, "end"):
            self.status["result"] = None
        elif kind == "swap" or reason == "names":
            self.status |= {side: self.status.get(OTHER[side]) for side in OTHER}
        elif reason in ("turn", "accepted") and ruling.get("side"):
            self.status["turn"] = ruling["side"]

    def _made(self, moves: int, last: str, turn: str) -> None:
        """So many moves stand, and it is this side's turn; what the board should be has changed."""
        self.status |= {"move": moves, "last": last, "turn": turn}
        self._wrong = set()

    def _differing(self) -> set[str]:
        """Points of a status that differ from its position; a masked sensor says nothing."""
        size, rules = self.status["size"], self.status.get("rules", "go")
        pairs = enumerate(zip(self.status["grid"], self.status.get("position", ""), strict=False))
        return {points.name(p, size, rules) for p, (seen, expected) in pairs if seen not in (expected, "x")}

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

    def key(self) -> str:
        """Another one whenever ``render`` would give another picture: what has not changed is not drawn again."""
        clocks = [describe.clock_text(self.clock(key) or {}) for _, key, _ in SIDES]
        known = {key: value for key, value in self.status.items() if key not in ("clock", "t", "records", "heap")}
        return repr((known, clocks, sorted(self._wrong), self.rulings[-1:]))

    def render(self, width: int = 80, height: int = 24):
        """Everything as one picture for rich that fits ``width`` columns and ``height`` lines, from 80x24 on."""
        if not self.status.get("game"):
            return Panel(Text("\n".join(self.status.get("message") or ["no game is running"])), title="Tengen")
        board = 2 * self.status["size"] + BOARD_EDGES
        narrow = width - board - GAP < NARROWEST
        beside = width if narrow else min(width - board - GAP, WIDEST)
        panels = [self._panel(*side, beside) for side in SIDES]
        lines = self._state() + self._messages()
        room = height - 1 - sum(panel.height for panel in panels) - len(lines) - narrow * (self.status["size"] + 2)
        rest = Group(*panels, *lines, *self._told(beside, room))
        if narrow:
            return Group(self._board(), rest)
        table = Table.grid(padding=(0, GAP))
        table.add_column(width=board, no_wrap=True)
        table.add_column(width=beside)
        table.add_row(self._board(), rest)
        return table

    def _board(self) -> Text:
        size, rules = self.status["size"], self.status.get("rules", "go")
        grid = self.status.get("grid") or self.status.get("position") or "." * size * size
        stars = star_points(size)
        letters = "    " + " ".join(points.columns(rules)[:size])
        out = Text()
        out.append(letters + "\n", "dim")
        for row in range(size):
            out.append(f"{size - row:3}", "dim")
            out.append(" ", WOOD)
            for col in range(size):
                p = row * size + col
                seen, name = grid[p], points.name(p, size, rules)
                style = WRONG if name in self._wrong else LAST if name == self.status.get("last") else WOOD
                star = "+" if (row, col) in stars else "·"
                out.append({"b": "●", "w": "○", "?": "?", "x": "×"}.get(seen, star), style)
                out.append(" ", WOOD)
            out.append(f" {size - row}\n", "dim")
        out.append(letters, "dim")
        return out

    def _panel(self, side: str, key: str, mark: str, width: int) -> Panel:
        turn = self.status.get("turn") == side and not self.status.get("result")
        text = Text(
            f"{mark} {self.status.get(side) or side.capitalize()}", style="bold", overflow="ellipsis", no_wrap=True
        )
        lines = [text]
        clock = self.clock(key)
        if clock:
            lines.append(Text(describe.clock_text(clock), "bold cyan" if turn else "cyan"))
        if clock and clock.get("warnings"):
            lines.append(Text(f"warnings: {clock['warnings']}", "yellow"))
        return Panel(Group(*lines), width=width, height=len(lines) + 2, border_style="green" if turn else "dim")

    def _state(self) -> list[Text]:
        lines = [Text(f"move {self.status.get('move') or 0}  {self.status.get('last') or ''}")]
        if self.status.get("result"):
            lines.append(Text(describe.result_text(self.status["result"]), "bold"))
        return lines

    def _messages(self) -> list[Text]:
        return [Text(line, style="bold yellow") for line in self.status.get("message") or [] if line]

    def _told(self, width: int, room: int) -> list[Text]:
        """The latest rulings, as many as there is room for."""
        lines: list[str] = []
        for ruling in reversed(self.rulings):
            text = f"{describe.stamp(ruling['at'])} {describe.describe(ruling)}"
            more = textwrap.wrap(text, width, subsequent_indent="  ")
            if len(more) + len(lines) > room:
                break
            lines = more + lines
        return [Text(line, style="dim") for line in lines]
