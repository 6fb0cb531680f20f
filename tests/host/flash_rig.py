"""A bare board on the bench, and the command run against it: what the tests of ``tengen flash`` share."""

import io
from pathlib import Path

from rich.console import Console

from tengen.flash import session
from tengen.flash.board import inspect
from tengen.flash.build import File, Firmware
from tengen.flash.remote import Remote
from tengen.flash.session import Session, Wishes

FIRMWARE = Path(__file__).resolve().parents[2] / "firmware"


# In place of the app: writes down that it ran, and which version.
MAIN = b"""
import boot_slot
slot = boot_slot.choose()
if slot:
    try:
        import app
    except Exception as error:
        boot_slot.crashed(error)
    else:
        boot_slot.confirm()
    finally:
        boot_slot.unmount()
"""


WRITE = """
import os
for folder in PARENTS:
    try:
        os.mkdir(folder)
    except OSError:
        pass
with open(PATH, "wb") as file:
    for _ in range(TIMES):
        file.write(PIECE)
    file.write(REST)
"""


def version(number: int, app: bytes | None = None) -> Firmware:
    """A firmware of four files, two of which differ from version to version."""
    run = app or b"import os\nwith open('/ran', 'w') as file:\n    file.write('%d')\n" % number
    files = (
        File("app.py", run),
        File("board/big.py", b"# %d\n" % number + b"x = 1\n" * 700),
        File("board/same.py", b"SAME = True\n"),
        File("hal/rp2/deep.py", b"DEEP = 3\n"),
    )
    boot = (File("boot_slot.py", (FIRMWARE / "boot_slot.py").read_bytes()), File("main.py", MAIN))
    return Firmware(files, boot, f"{number:08x}")


def flash(board, firmware, monkeypatch, greet=lambda _port: {"firmware": "test"}, **wishes):
    """Run the command against a board; what it said and what it reported."""
    monkeypatch.setattr(session, "build", lambda _chip: firmware)
    said = io.StringIO()
    run = Session(Wishes(port=board.port, **wishes), Console(file=said, width=200), greet=greet)
    run.flash()
    return said.getvalue(), run.report


def look(board):
    return inspect(Remote(board.port))


def write(board, path, data):
    """As a game leaves it: closed."""
    parents = ["/".join(path.split("/")[:n]) for n in range(2, path.count("/") + 1)]
    body = f"PARENTS, PATH, PIECE, TIMES, REST = {parents!r}, {path!r}, {data[:256]!r}, {len(data) // 256}, "
    code = body + f"{data[len(data) // 256 * 256 :]!r}" + WRITE
    Remote(board.port).execute("writing", code)


def read(board, path):
    code = f"try:\n    print(open({path!r}).read())\nexcept OSError:\n    print()"
    return Remote(board.port).execute("reading", code).strip()
