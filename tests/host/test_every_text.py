"""No text of the display is cut or covered: every message, point, result, time and menu line, in both languages."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def test_every_text_is_whole_on_the_display():
    micropython = Path(sys.executable).with_name("micropython")
    script = Path(__file__).with_name("every_text.py")
    done = subprocess.run(
        [micropython, "-X", "heapsize=16M", script, ROOT], capture_output=True, text=True, timeout=120
    )
    assert done.returncode == 0, done.stdout + done.stderr
    *spoilt, drawn = done.stdout.splitlines()
    assert not spoilt, "\n".join(spoilt)
    assert int(drawn) > 6000
