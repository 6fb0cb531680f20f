"""The real firmware on a twin in real time, for the commands that talk to a board."""

import platformdirs
import pytest

from tengen import library as shelf
from tengen.cli import load_commands
from tengen.twin.physics import Board as Model
from tengen.twin.world import World
from tests.host.flash_bench import BarePico


@pytest.fixture
def twin(tmp_path, monkeypatch):
    """A 9x9 board that is switched on; ``port`` is its serial port. The library is an empty one."""
    monkeypatch.setenv(shelf.FOLDER_VARIABLE, str(tmp_path / "library"))
    world = World(Model(9, seed=1, ideal=True), 9, tmp_path / "flash.img", real_time=True)
    world.power_on()
    world.start()
    load_commands()
    yield world
    world.stop()


@pytest.fixture
def pico(tmp_path, monkeypatch):
    """A bare board, and a home of its own for the backups."""
    monkeypatch.setattr(platformdirs, "user_data_dir", lambda *_, **__: str(tmp_path / "home"))
    board = BarePico(tmp_path / "flash.img").plug()
    yield board
    board.unplug()
