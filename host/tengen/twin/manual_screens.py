"""Renders the screens of the player's manual: ``python -m tengen.twin.manual_screens``.

``docs/manual/screens.jsonl`` has a screen a line: name, caption, and the scene that the firmware draws. Written are
``docs/manual/screens/NAME.png`` and the two pictures of the menu, before and in a game.
"""

import json
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

from tengen.twin import screen_image

ROOT = Path(__file__).resolve().parents[3]
MANUAL = ROOT / "docs" / "manual"
SCALE = 3
# The pictures of the menu flow: (screen, column, row, where the arrow comes from, the button that leads there)
FLOWS = {
    "menu-setup": (
        ("power-on", 0, 0, None, ""),
        ("setup", 1, 0, "power-on", "right"),
        ("begin", 2, 0, "setup", "right: Start"),
        ("family", 0, 1, "power-on", "left to Gomoku, right, left"),
        ("setup-time", 1, 1, "setup", "left"),
        ("time", 2, 1, "setup-time", "right"),
        ("settings", 0, 2, None, "from the first page: left to Settings, right, left"),
        ("setup-komi", 1, 2, "setup-time", "left, left"),
        ("time-edit", 2, 2, "time", "left, right, left"),
    ),
    "menu-game": (
        ("play", 0, 0, None, ""),
        ("game-menu", 1, 0, "play", "both for 2 s"),
        ("resign", 2, 0, "game-menu", "left, left, right"),
        ("arbiter", 1, 1, "game-menu", "left to Arbiter, right, left"),
        ("set-time", 2, 1, "arbiter", "right, right, left"),
    ),
}
_CELL = (128 * SCALE + 150, 64 * SCALE + 60)
_MARGIN = 20


def read_screens() -> list[dict]:
    """The screens of the manual, in order."""
    return [json.loads(line) for line in (MANUAL / "screens.jsonl").read_text(encoding="utf-8").splitlines()]


def flow(name: str, buffers: dict[str, bytes]) -> Image.Image:
    """A picture of screens with arrows between them, each with the button that leads there."""
    cells = FLOWS[name]
    columns = 1 + max(cell[1] for cell in cells)
    rows = 1 + max(cell[2] for cell in cells)
    picture = Image.new("RGB", (columns * _CELL[0] - 150 + 2 * _MARGIN, rows * _CELL[1] + _MARGIN), "white")
    draw = ImageDraw.Draw(picture)
    font = ImageFont.load_default(15)
    corner = {cell[0]: (_MARGIN + cell[1] * _CELL[0], _MARGIN + cell[2] * _CELL[1]) for cell in cells}
    for screen, _, _, origin, label in cells:
        x, y = corner[screen]
        picture.paste(screen_image.image(buffers[screen], SCALE), (x, y))
        if origin is None:
            draw.text((x + 64 * SCALE, y - 14), label, "black", font, "ms")
            continue
        from_x, from_y = corner[origin]
        if from_y == y:
            start, end = (from_x + 128 * SCALE + 4, y + 32 * SCALE), (x - 6, y + 32 * SCALE)
            draw.text(((start[0] + end[0]) / 2, y + 32 * SCALE - 6), label.replace(": ", "\n"), "black", font, "ms")
            head = [end, (end[0] - 10, end[1] - 6), (end[0] - 10, end[1] + 6)]
        else:
            start, end = (x + 64 * SCALE, from_y + 64 * SCALE + 4), (x + 64 * SCALE, y - 6)
            draw.text((x + 64 * SCALE + 12, (start[1] + end[1]) / 2), label, "black", font, "lm")
            head = [end, (end[0] - 6, end[1] - 10), (end[0] + 6, end[1] - 10)]
        draw.line([start, end], "black", 3)
        draw.polygon(head, "black")
    return picture


def main() -> None:
    """Render everything."""
    screens = read_screens()
    target = MANUAL / "screens"
    target.mkdir(parents=True, exist_ok=True)
    buffers = dict(
        zip(
            [screen["name"] for screen in screens],
            screen_image.render([screen["scene"] for screen in screens]),
            strict=True,
        )
    )
    for name, buffer in buffers.items():
        screen_image.save_png(buffer, target / f"{name}.png", SCALE)
    for name in FLOWS:
        temporary = target / f"{name}.tmp"
        flow(name, buffers).save(temporary, format="PNG")
        temporary.replace(target / f"{name}.png")
    print(f"{len(buffers) + len(FLOWS)} pictures in {target.relative_to(ROOT)}")


if __name__ == "__main__":
    main()
