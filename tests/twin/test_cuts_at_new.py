"""The power fails while ``tengen new`` makes a game: afterwards there is the whole game or none, and the old ones."""

import shutil

from hal.twin.nor_flash import CUT_KINDS, CUT_STATUS
from tengen.board import Board
from tengen.link import Link, Refused
from tengen.replay import replay
from tengen.twin.physics import Board as Model
from tengen.twin.world import World

SIZE = 9
NAMES = ("本因坊丈和", "]\\", "誠")
SETTINGS = {"size": SIZE, "time": {"system": "absolute", "main_ms": 600000}}
MOST = 40  # flash operations that setting up a game may take


class Table:
    """A twin in real time whose power may be cut at a flash operation; it comes back at once."""

    def __init__(self, flash, cut=None):
        self.world = World(Model(SIZE, ideal=True), SIZE, flash, real_time=True, cut=cut)
        self.cuts = 0

    def _cut(self, status):
        assert status == CUT_STATUS, self.world.said()
        self.cuts += 1
        self.world.cut = None
        self.world.power_on()
        return True

    def __enter__(self):
        self.world.on_exit = self._cut
        self.world.power_on()
        self.world.start()
        return self

    def __exit__(self, *_):
        self.world.stop()

    def host(self):
        return Board(Link(self.world.port, answer_s=0.3))


def end_and_fetch(board):
    """End the running game; ``(id, header, replay)`` of it."""
    board.command("result", {"result": "B+F"})
    game = board.games()[-1]
    header = board.header(game.id)
    return game, header, replay(header, b"".join(board.read(game.id, 0, game.records)))


def test_a_cut_at_every_flash_operation_of_new(tmp_path):
    used = tmp_path / "used.img"
    with Table(used) as table, table.host() as board:
        board.new("go-2002", SETTINGS, "A", "B", "")
        first, _, _ = end_and_fetch(board)
        before = b"".join(board.read(first.id, 0, first.records))
        board.confirm(first.id, before)
    lost = 0
    for operation in range(1, MOST):
        flash = tmp_path / "flash.img"
        shutil.copy(used, flash)
        with Table(flash, (operation, CUT_KINDS[operation % 3])) as table, table.host() as board:
            try:
                board.new("go-2002", SETTINGS, *NAMES)
            except Refused as refusal:
                # It was there already when the request came again after the cut.
                assert refusal.word == "refused" and "running" in str(refusal) and table.cuts == 1
            else:
                lost += table.cuts
            if not table.cuts:
                break
            status = board.status()
            assert (status["state"], status["black"], status["white"]) == ("playing", *NAMES[:2]), operation
            game, header, played = end_and_fetch(board)
            assert len(board.games()) == 2 and (header["black"], header["white"], header["event"]) == NAMES
            assert played.same and played.game.result == "B+F"
            assert b"".join(board.read(first.id, 0, first.records)) == before
    assert lost > 2 and operation < MOST - 1
