"""Makes the voice module's clips with espeak-ng: ``python firmware/tools/make_voice.py FOLDER``.

Writes ``FOLDER/01/001.wav`` ... in English and ``FOLDER/02/001.wav`` ... in Chinese, in the order of
``firmware/board/voice.txt``. Copy both folders to the root of the DFPlayer's empty, FAT-formatted card, in this order
and one file after the other: some players count files as they were written. Needs ``espeak-ng`` (Debian's package of
that name).
"""

import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
WORDS = ROOT / "firmware" / "board" / "voice.txt"

# Folder, voice, words a minute: a call must be over well within its second.
LANGUAGES = (("01", "en-gb", 2, "250"), ("02", "cmn", 3, "260"))


def fail(line: str) -> None:
    """Say what is wrong and end with status 2."""
    print(line, file=sys.stderr)
    sys.exit(2)


def main() -> None:
    """Speak every phrase into its file."""
    if len(sys.argv) != 2:
        fail("usage: make_voice.py FOLDER")
    if shutil.which("espeak-ng") is None:
        fail("make_voice: espeak-ng is not installed (on Debian: apt install espeak-ng)")
    phrases = [line.split("=") for line in WORDS.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]
    for folder, voice, column, speed in LANGUAGES:
        target = Path(sys.argv[1]) / folder
        target.mkdir(parents=True, exist_ok=True)
        for phrase in phrases:
            clip = target / f"{int(phrase[1]):03}.wav"
            subprocess.run(["espeak-ng", "-v", voice, "-s", speed, "-a", "180", "-w", clip, phrase[column]], check=True)
        print(f"{target}: {len(phrases)} clips")


if __name__ == "__main__":
    main()
