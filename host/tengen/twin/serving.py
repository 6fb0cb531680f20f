"""A twin in real time at a terminal: hands that do what is typed, and the board's display above it."""

import shutil
import sys
import threading
from collections.abc import Iterable

from tengen.errors import TengenError
from tengen.twin import hand_words
from tengen.twin import scenario as scenarios
from tengen.twin.hands import Hands
from tengen.twin.screen_image import text
from tengen.twin.world import World

BELOW = 3  # lines below the display: an empty one, what is said, what is typed


class Screen:
    """The board's display at the top of the terminal; below it, where somebody types, a line for that.

    ``typed``: somebody does; the cursor stays where it is when the display changes.
    """

    def __init__(self, typed: bool, port: str):
        self._typed, self._port = typed, port
        self._shown: bytes | None = None
        self._lock = threading.Lock()

    def show(self, display: bytes) -> None:
        """Draw the display if it has changed."""
        if display == self._shown:
            return
        with self._lock:
            first, self._shown = self._shown is None, display
            if first or not self._typed:
                print("\033[H\033[2J", end="")
            print(f"\0337\033[H{self._text()}\0338" if self._typed else self._text(), end="", flush=True)
        if first:
            self.say("")

    def say(self, words: str) -> None:
        """Answer what was typed, and make its line empty again."""
        if not self._typed:
            if words:
                print(words, file=sys.stderr)
            return
        with self._lock:
            below = self._text().count("\n") + 1
            words = words or f"port {self._port}; help lists what can be typed"
            print(f"\033[{below};1H\033[J{words}\n> ", end="", flush=True)

    def _text(self) -> str:
        if not self._shown:
            return ""
        room = shutil.get_terminal_size()
        return text(self._shown, room.columns, room.lines - BELOW).replace("\n", "\033[K\n")


def start_hands(world: World, source: Iterable[str], size: int, screen: Screen | None = None) -> None:
    """Let hands do what the lines of ``source`` say, as they come, beside the rest of the program."""
    threading.Thread(target=_play, args=(world, source, size, screen), daemon=True).start()


def _play(world: World, source: Iterable[str], size: int, screen: Screen | None) -> None:
    """Carry out what is typed as its lines come; a wrong line is said and left out."""
    plan = scenarios.parse(scenarios.lines([{"game": {"size": size} if size != 15 else {"preset": "renju-rif"}}]))
    hands = Hands(world, plan, lambda command, args: None)
    for line in source:
        said = ""
        try:
            if line.strip() in ("help", "?"):
                said = hand_words.HELP
            elif line.strip():
                for found in hand_words.events(line):
                    event = scenarios.event({"at": 0} | found, plan.game, "events")
                    world.at(world.t, lambda event=event: hands.do(event))
        except TengenError as error:
            said = f"tengen: {error}"
        if screen:
            screen.say(said)
        elif said:
            print(said, file=sys.stderr)
