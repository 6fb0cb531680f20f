"""Turns a game record into a scenario: two people play it on the board, stone by stone, prisoner by prisoner."""

import random
from pathlib import Path

from sgfmill import boards, sgf

from tengen.errors import TengenError

COLOR = {"b": "black", "w": "white"}
LETTERS = {True: "ABCDEFGHJKLMNOPQRST", False: "ABCDEFGHIJKLMNOPQRS"}


class Rehearsal:
    """The moves of an SGF file's main line, with captures worked out by sgfmill, not by our own rules.

    ``moves``: list of ``(colour letter, point name or None, [captured point names])``; ``setup`` likewise
    ``{name: colour}``.
    """

    def __init__(self, path: Path):
        try:
            self._read(path.read_bytes(), path)
        except OSError as error:
            raise TengenError(f"cannot read {path}: {error.strerror}") from error

    @classmethod
    def from_bytes(cls, data: bytes, name: str) -> "Rehearsal":
        """The game in the bytes of an SGF file."""
        game = cls.__new__(cls)
        game._read(data, Path(name))
        return game

    def _read(self, data: bytes, path: Path) -> None:
        try:
            game = sgf.Sgf_game.from_bytes(data)
        except ValueError as error:
            raise TengenError(f"{path} is not an SGF file that can be read: {error}") from error
        root = game.get_root()
        self.path, self.size = path, game.get_size()
        self.go = root.get("GM") == 1 if root.has_property("GM") else True
        if self.size not in (9, 13, 15, 19):
            raise TengenError(f"{path}: the twin has boards of 9, 13, 15 and 19 lines, not {self.size}")
        self.black, self.white = (root.get(p) if root.has_property(p) else "" for p in ("PB", "PW"))
        self.komi = float(root.get("KM")) if root.has_property("KM") else 0.0
        self.setup, self.moves = {}, []
        board = boards.Board(self.size)
        for node in game.get_main_sequence():
            if node.has_setup_stones():
                black, white, _ = node.get_setup_stones()
                board.apply_setup(black, white, [])
                self.setup |= {self._name(p): "black" for p in black} | {self._name(p): "white" for p in white}
            color, point = node.get_move()
            if color is None:
                continue
            if point is None:
                self.moves.append((color, None, []))
                continue
            self.moves.append((color, self._name(point), self._captures(board, color, point) if self.go else []))

    def _captures(self, board: boards.Board, color: str, point: tuple[int, int]) -> list[str]:
        before = set(board.list_occupied_points())
        board.play(*point, color)
        return sorted(self._name(p) for _, p in before - set(board.list_occupied_points()))

    def _name(self, point: tuple[int, int]) -> str:
        row, col = point
        return f"{LETTERS[self.go][col]}{row + 1}"

    def settings(self, **changes) -> dict:
        """The ``game`` object of a scenario for this game: its size, komi, handicap, names; ``changes`` go on top."""
        found = {"preset": "go-2002" if self.go else "renju-rif", "black": self.black, "white": self.white}
        if self.go:
            # Records of other rules may hold repetitions that these forbid (G6).
            found |= {"size": self.size, "komi_zi": self.komi / 2, "superko": "none"}
            if self.setup:
                found["handicap"] = len(self.setup)
        return found | changes

    def scenario(self, settings: dict, seed: int = 1, placing_sd_mm: float = 1.0) -> list[dict]:
        """The lines of a scenario: thinking times, then stone, prisoners, press; ``settings``: the ``game`` object.

        With ``time: None`` in the settings nobody presses but to pass.
        """
        pick = random.Random(seed)
        pressed = settings.get("time", True) is not None
        lines, t = [{"game": settings, "seed": seed, "placing_sd_mm": placing_sd_mm}], 2.0

        def event(do, **more):
            lines.append({"at": round(t, 3), "do": do, **more})

        if self.setup:
            for name, color in self.setup.items():
                event("place", point=name, color=color)
                t += 0.7
            t += 1.0
            event("press", side="black")
            t += 1.0
        passes = 0
        for color, name, gone in self.moves:
            passes = passes + 1 if name is None else 0
            if passes > 2:
                break  # the game was over (G7)
            t += pick.uniform(1.5, 9.0)
            if name is None:
                event("hold", side=COLOR[color], seconds=2.4)
                t += 3.0
                continue
            event("place", point=name, color=COLOR[color])
            for prisoner in gone:
                t += pick.uniform(0.3, 0.7)
                event("lift", point=prisoner)
            t += pick.uniform(0.45, 1.0)
            if pressed:
                event("press", side=COLOR[color])
        return lines
