"""A game in storage that cannot be read or replayed: the board is ready for the next one, and says so to a host."""

import pytest

from tengen.board import Board
from tengen.link import Link
from tengen.twin.physics import Board as Model
from tengen.twin.world import World
from tests.twin.two_buttons import Evening


@pytest.mark.parametrize(
    ("header", "said"),
    [(b'{"rules": "go", "si', ""), (b"{}", ""), (b'{"rules": "chess", "size": 9}', "game 0001 cannot go on")],
)
def test_an_unfinished_game_that_cannot_go_on(header, said, tmp_path):
    """No crash at power-on, let alone three and then safe mode, at every start."""
    Evening(tmp_path, 9).write({"games/0001/game.json": header, "games/0001/c00": bytes(160)})
    world = World(Model(9, ideal=True), 9, tmp_path / "flash.img", real_time=True)
    world.power_on()
    world.start()
    try:
        with Board(Link(world.port)) as board:
            assert board.hello["state"] == "idle", world.said()
            assert len(board.games()) == 1 and len(b"".join(board.read("0001", 0, 10))) == 160
            assert said in (board.hello["message"] or "")
            assert board.new("go-2002", {"size": 9}, "", "", "")["game"] == "0002"
            board.command("result", {"result": "B+F"})
            assert [(g.id, g.state) for g in board.games()] == [("0001", "unfinished"), ("0002", "finished")]
    finally:
        world.stop()
