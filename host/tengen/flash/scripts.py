"""Code that is sent to the board's REPL. What a script is to work on is given to it as literals in front of it."""

_SUM = """
import os, json, hashlib, binascii
def sum_of(path):
    digest = hashlib.sha256()
    with open(path, "rb") as file:
        while True:
            block = file.read(512)
            if not block:
                return binascii.hexlify(digest.digest()).decode()
            digest.update(block)
"""

# One line of JSON about the board. Sums are SHA-256, so that a file cut off half way is seen.
PROBE = (
    _SUM
    + """
import sys, gc
gc.collect()
free = gc.mem_free()
def sums(folder, found, deep=True):
    try:
        entries = list(os.ilistdir(folder))
    except OSError:
        return found
    for entry in entries:
        path = folder.rstrip("/") + "/" + entry[0]
        if entry[1] & 0x4000:
            if deep:
                sums(path, found)
        else:
            found[path] = sum_of(path)
    return found
def text(path):
    try:
        with open(path) as file:
            return file.read(2000)
    except OSError:
        return ""
try:
    import machine
    serial = binascii.hexlify(machine.unique_id()).decode()
except (ImportError, AttributeError):
    serial = ""
stat = os.statvfs("/")
print(json.dumps({
    "machine": os.uname()[4], "release": os.uname()[2], "serial": serial, "heap": free,
    "mpy": getattr(sys.implementation, "_mpy", 0),
    "total": stat[0] * stat[2], "free": stat[0] * stat[3],
    "slot": text("/slot"), "crash": text("/crash.txt"),
    "sums": sums("/a", sums("/b", sums("/", {}, False))), "data": sums("/tengen", {}),
}))
"""
)

_SUMS = (
    _SUM
    + """
sums = {}
for path in PATHS:
    try:
        sums[path] = sum_of(path)
    except OSError:
        pass
print(json.dumps(sums))
"""
)

_CLEAR = """
import os
for path in STALE:
    os.remove(path)
for path in FOLDERS:
    try:
        os.mkdir(path)
    except OSError as error:
        if error.errno != 17:
            raise
"""

_RENAME = """
import os
for path in PATHS:
    os.rename(path + ".new", path)
"""

_CHOOSE = """
import os
with open("/slot.new", "w") as file:
    file.write(LINE)
os.rename("/slot.new", "/slot")
"""


def sums(paths: list[str]) -> str:
    """Print the SHA-256 of files by path; those that are not there are left out."""
    return f"PATHS = {paths!r}{_SUMS}"


def clear(stale: list[str], folders: list[str]) -> str:
    """Remove files, make folders (parents first)."""
    return f"STALE = {stale!r}\nFOLDERS = {folders!r}{_CLEAR}"


def rename(paths: list[str]) -> str:
    """Put each ``PATH.new`` in the place of ``PATH``."""
    return f"PATHS = {paths!r}{_RENAME}"


def choose(line: str) -> str:
    """Replace the file that names the firmware to start, in one step."""
    return f"LINE = {line!r}{_CHOOSE}"


_DESCRIBE = """
import os, json
try:
    with open(PATH) as file:
        board = json.load(file)
except (OSError, ValueError):
    board = {}
if not isinstance(board, dict):
    board = {}
new = DEFAULTS.copy()
new.update(board)
new.update(WISHES)
if new != board:
    try:
        os.mkdir(PATH.rsplit("/", 1)[0])
    except OSError:
        pass
    with open(PATH + ".new", "w") as file:
        json.dump(new, file)
    os.rename(PATH + ".new", PATH)
print(json.dumps(new))
"""


def describe(path: str, defaults: dict, wishes: dict) -> str:
    """Write the JSON object of ``path`` anew: what is there, completed by ``defaults``, overruled by ``wishes``."""
    return f"PATH = {path!r}\nDEFAULTS = {defaults!r}\nWISHES = {wishes!r}{_DESCRIBE}"
