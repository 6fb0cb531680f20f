"""The clips of the voice module, as espeak-ng speaks them."""

import shutil
import subprocess
import sys
import wave
from pathlib import Path

import pytest

from board import texts

PHRASES = [line.split("=") for line in Path(texts.FOLDER, "voice.txt").read_text(encoding="utf-8").splitlines()[1:]]
TOOL = Path(__file__).resolve().parents[2] / "firmware" / "tools" / "make_voice.py"


@pytest.mark.skipif(shutil.which("espeak-ng") is None, reason="needs espeak-ng, which speaks the clips")
def test_every_phrase_has_a_clip_and_a_second_of_the_count_is_over_in_time(tmp_path):
    subprocess.run([sys.executable, TOOL, tmp_path], check=True, stdout=subprocess.DEVNULL)
    for folder in ("01", "02"):
        assert len(list((tmp_path / folder).iterdir())) == len(PHRASES)
        for number, phrase in enumerate(PHRASES, 1):
            with wave.open(str(tmp_path / folder / f"{number:03}.wav")) as clip:
                seconds = clip.getnframes() / clip.getframerate()
            assert 0.15 < seconds < (0.8 if phrase[0].isdigit() else 1.5), (folder, phrase, seconds)


def test_a_wrong_call_is_one_line():
    done = subprocess.run([sys.executable, TOOL], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (2, "usage: make_voice.py FOLDER\n")
