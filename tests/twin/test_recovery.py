"""What may go wrong with a board, and the way back, tried on the twin: no record is lost (docs/manual/flashing.md)."""

import contextlib
import time

import pytest
from littlefs import LittleFS, LittleFSError

from hal.twin.nor_flash import PROG_SIZE
from shared_rules.points import BLACK, WHITE
from tengen import download
from tengen.board import Board
from tengen.errors import TengenError
from tengen.library import Library
from tengen.link import Link
from tengen.twin.physics import Board as Model
from tengen.twin.world import FLASH_BLOCKS, World

BLOCK = 4096
START_S = 20


def power(world, on, stuck=0):
    """Switch the board on or off, as hands do: in the world's own time."""
    world.at(world.t, (lambda: world.power_on(stuck)) if on else world.power_off)
    end = time.monotonic() + START_S
    while world.powered != on:
        assert time.monotonic() < end and not world.failure
        time.sleep(0.02)


@pytest.fixture
def world(tmp_path):
    """A 9x9 board on which a game has begun; the power is off."""
    made = World(Model(9, seed=1, ideal=True), 9, tmp_path / "flash.img", real_time=True)
    made.power_on()
    made.start()
    with board(made) as found:
        found.link.request("new", {"preset": "go-casual", "set": {"size": 9}, "black": "Ann", "white": "Ben"})
        found.link.request("command", {"command": "pause"})
    power(made, False)
    yield made
    made.stop()


@contextlib.contextmanager
def board(world):
    """The board, as soon as it answers."""
    end = time.monotonic() + START_S
    while True:
        link = Link(world.port)
        try:
            found = Board(link)
            break
        except TengenError as error:
            link.close()
            assert time.monotonic() < end, (str(error), world.said()[-800:])
    with found:
        yield found


@contextlib.contextmanager
def drive(world):
    """The drive of a board that is switched off, to be changed."""
    files = LittleFS(block_size=BLOCK, block_count=FLASH_BLOCKS, prog_size=PROG_SIZE, mount=False)
    files.context.buffer = bytearray(world.flash.read_bytes())
    files.mount()
    yield files
    files.unmount()
    world.flash.write_bytes(bytes(files.context.buffer))


def fetched(found, tmp_path):
    """The names in the record of the game on the board, and whether its rulings follow from its facts."""
    with Library(tmp_path / "library") as library:
        got = download.fetch(found, library, found.games()[0])
        return got.replay.game.black, got.replay.game.white, got.replay.same


def test_broken_settings_are_replaced_by_the_standard_ones(world, tmp_path):
    with drive(world) as files, files.open("settings.json", "wb") as file:
        file.write(b'{"volume": "loud", "last": [[[')
    power(world, True)
    with board(world) as found:
        answer = found.link.request("settings")
        assert answer["settings"]["volume"] == 2 and "settings" in answer["message"]
        assert fetched(found, tmp_path) == ("Ann", "Ben", True)
        found.link.request("set", {"key": "volume", "value": 1})
        assert found.link.request("settings")["settings"]["volume"] == 1


def test_full_drive_keeps_the_running_game_and_says_so(world, tmp_path):
    with drive(world) as files, contextlib.suppress(LittleFSError):
        for number in range(FLASH_BLOCKS):
            with files.open(f"filler{number:03}", "wb") as file:
                file.write(bytes(BLOCK))
    power(world, True)
    with board(world) as found:
        assert fetched(found, tmp_path) == ("Ann", "Ben", True)
        found.link.request("command", {"command": "result", "args": {"result": "0"}})
        with pytest.raises(TengenError, match="no room"):
            found.link.request("new", {"preset": "go-casual", "set": {"size": 9}})
        assert len(found.games()) == 1
    power(world, False)
    with drive(world) as files:
        for name in files.listdir("/"):
            if name.startswith("filler"):
                files.remove(name)
    power(world, True)
    with board(world) as found:
        found.link.request("new", {"preset": "go-casual", "set": {"size": 9}})
        assert len(found.games()) == 2


def test_both_buttons_at_power_on_start_safe_mode_once(world, tmp_path):
    power(world, True, BLACK | WHITE)
    with board(world) as found:
        hello = found.link.request("hello", {"protocol": 1})
        assert hello["state"] == "safe" and "both buttons" in hello["message"]
        with pytest.raises(TengenError, match="safe mode"):
            found.link.request("new", {})
        assert fetched(found, tmp_path) == ("Ann", "Ben", True)
    power(world, False)
    power(world, True)
    with board(world) as found:
        assert found.link.request("status")["black"] == "Ann"


def test_three_crashes_start_safe_mode_and_the_next_start_is_normal(world, tmp_path):
    with drive(world) as files, files.open("crashes", "wb") as file:
        file.write(b'{"number": 3, "last": "ValueError: 2"}')
    power(world, True)
    with board(world) as found:
        hello = found.link.request("hello", {"protocol": 1})
        assert hello["state"] == "safe" and "3 times: ValueError: 2" in hello["message"]
        assert fetched(found, tmp_path) == ("Ann", "Ben", True)
    power(world, False)
    power(world, True)
    with board(world) as found:
        assert found.link.request("status")["black"] == "Ann"
