"""Rulings that a watcher has missed, read back from the board's own record."""

import dataclasses

from shared_rules import record
from tengen.replay import replay


@dataclasses.dataclass
class _Held:
    """A game as far as it has been read back."""

    game: str
    header: dict
    records: bytes = b""


class Backlog:
    """What has been seen of the game on a board, and what has not.

    ``board``: gives ``header(game)``, ``total(game)`` and ``read(game, start, total)``.
    """

    def __init__(self, board):
        self._board = board
        self._game: str | None = None
        self._seen = -1  # index of the last record whose ruling was seen
        self._held: _Held | None = None

    def is_new(self, ruling: dict) -> bool:
        """Whether this event of the board has not been seen; notes it."""
        index = ruling.get("record")
        if index is None:
            return True
        new = index > self._seen
        self._seen = max(index, self._seen)
        return new

    def begin(self, game: str | None, records: int = 0) -> None:
        """From here on this game is watched, of which ``records`` are there already."""
        self._game, self._seen = game, records - 1

    def missed(self, status: dict) -> list[dict]:
        """The rulings since the last one that was seen, as events; ``status``: the board's now.

        Of the game that was watched, to its end if another one has begun since, and then of that one.
        """
        game, found = status.get("game"), []
        if self._game and self._game != game:
            found = self._rulings(self._game)
        if game != self._game:
            self.begin(game)
        if game:
            found += self._rulings(game)
        return found

    def _rulings(self, game: str) -> list[dict]:
        total = self._board.total(game)
        if total <= self._seen + 1:
            return []
        if self._held is None or self._held.game != game:
            self._held = _Held(game, self._board.header(game))
        held = self._held
        held.records += b"".join(self._board.read(game, len(held.records) // record.SIZE, total))
        # Their lists and reasons are not stored: the replay gives them again.
        rulings = replay(held.header, held.records).game.rulings
        kinds = held.records[:: record.SIZE]
        stored = [index for index, kind in enumerate(kinds) if kind >= record.FIRST_RULING]
        found = [
            {"event": "ruling", "record": index} | ruling
            for index, ruling in zip(stored, rulings, strict=False)
            if index > self._seen
        ]
        self._seen = max(self._seen, len(kinds) - 1)
        return found
