"""A twin whose two buttons, stones and power are moved at given times, as players do who have no computer."""

import json
from pathlib import PurePosixPath

from littlefs import LittleFS

from board import menu
from shared_rules.points import BLACK, WHITE, parse
from tengen.twin.physics import Board as Model
from tengen.twin.world import FLASH_BLOCKS, World

LEFT, RIGHT = BLACK, WHITE  # the left button is Black's


def presses_to(labels, size, last=None):
    """The presses that lead from the menu's first page along these lines, as ``L`` and ``R``."""
    context = menu.Context()
    context.size, context.last = size, last
    pages, presses = menu.Menu(context), ""
    for label in labels:
        while pages.screen().lines[pages.screen().selected][0] != label:
            pages.press(menu.LEFT)
            presses += "L"
        pages.press(menu.RIGHT)
        presses += "R"
    return presses


class Evening:
    """A twin whose buttons and stones are moved at given times; ``photo`` keeps what the display shows then."""

    def __init__(self, folder, size=15):
        self.world = World(Model(size, seed=3), size, folder / "flash.img")
        self.size = size
        self.photos: dict[str, bytes] = {}
        self.t = 0

    def wait(self, ms):
        self.t += ms

    def photo(self, name):
        self.world.at(self.t, lambda: self.photos.__setitem__(name, bytes(self.world.display)))

    def tap(self, buttons, every=400):
        for button in buttons:
            side = LEFT if button == "L" else RIGHT
            self.world.at(self.t, lambda side=side: self.world.press(side))
            self.t += every

    def hold_both(self, ms=2500):
        self.world.at(self.t, lambda: (self.world.press(LEFT, ms), self.world.press(RIGHT, ms)))
        self.t += ms + 500

    def put(self, name, color):
        point = parse(name, self.size, "renju")

        def place():
            self.world.model.place(point, color, 0.3, -0.4, self.world.t)
            self.world.touched()

        self.world.at(self.t, place)
        self.t += 1500

    def power(self, on):
        self.world.at(self.t, self.world.power_on if on else self.world.power_off)
        self.t += 3000

    def files(self, pattern_end):
        """Contents of the files on the board's drive whose path ends like this, by path, once all is over."""
        drive = LittleFS(block_size=4096, block_count=FLASH_BLOCKS, prog_size=256, mount=False)
        drive.context.buffer = bytearray(self.world.flash.read_bytes())
        drive.mount()
        found = {}
        for folder, _, names in drive.walk("/"):
            for name in names:
                path = f"{folder.rstrip('/')}/{name}"
                if path.endswith(pattern_end):
                    with drive.open(path, "rb") as file:
                        found[path] = file.read()
        return dict(sorted(found.items()))

    def write(self, files):
        """Put files, by path, on the board's new drive before the evening begins."""
        drive = LittleFS(block_size=4096, block_count=FLASH_BLOCKS, prog_size=256, disk_version=0x00020000)
        for path, data in files.items():
            drive.makedirs(str(PurePosixPath(path).parent), exist_ok=True)
            with drive.open(path, "wb") as file:
                file.write(data)
        self.world.flash.write_bytes(bytes(drive.context.buffer))

    def games(self):
        """The headers of all games on the board, oldest first."""
        return [json.loads(data) for data in self.files("/game.json").values()]

    def play(self):
        """Let it all happen."""
        over = []
        self.world.at(self.t, lambda: over.append(True))
        self.world.power_on()
        thread = self.world.start()
        try:
            for _ in range(600):
                thread.join(0.1)
                if over or self.world.failure:
                    break
        finally:
            self.world.stop()
        if self.world.failure:
            raise self.world.failure
        assert over, self.world.said()[-500:]
