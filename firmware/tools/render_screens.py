"""Draws screens under MicroPython: ``micropython render_screens.py ROOT`` reads one scene a line (JSON) from standard
input and prints the display's 1024 bytes as hexadecimal digits, a line a scene.

A scene is an object of ``View`` attributes; ``menu`` in it is ``{"context": {...}, "presses": "LLR"}``: the menu as it
is after these presses.
"""

import json
import sys

root = sys.argv[1]
sys.path[:0] = [root, root + "/firmware"]


def set_all(target, fields):
    """Set attributes, refusing names that the object does not have; lists become tuples as the board has them."""
    for key in fields:
        if not hasattr(target, key):
            raise ValueError("no such attribute: " + key)
        value = fields[key]
        setattr(target, key, tuple(value) if isinstance(value, list) else value)


def menu_page(scene):
    """The page that the presses lead to."""
    from board.menu import LEFT, RIGHT, Context, Menu

    context = Context()
    set_all(context, scene.get("context", {}))
    menu = Menu(context)
    for button in scene.get("presses", ""):
        menu.press(LEFT if button == "L" else RIGHT)
    return menu.screen()


def main():
    """Draw every scene of standard input."""
    import framebuf

    from board.screens import draw
    from board.view import View

    buffer = bytearray(1024)
    frame = framebuf.FrameBuffer(buffer, 128, 64, framebuf.MONO_VLSB)
    for line in sys.stdin:
        scene = json.loads(line)
        view = View()
        menu = scene.pop("menu", None)
        set_all(view, scene)
        if menu is not None:
            view.menu = menu_page(menu)
        draw(frame, view, lambda: None)
        print("".join("%02x" % byte for byte in buffer))


main()
