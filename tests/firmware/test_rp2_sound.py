"""The piezo: patterns come out tone by tone, at the volume that is set."""

from board import sounds
from tests.firmware import fakes

Sound = fakes.load("sound")["Sound"]
chip = fakes.chip


def heard(name, volume=2, ms=3000):
    """What comes out: hertz and ms of each tone and pause, and how far the piezo is driven at most."""
    sound = Sound(16, sounds.pattern)
    sound.volume = volume
    chip.heard, began = [], chip.ms
    sound.play(name)
    chip.wait(ms)
    tones = []
    for i in range(len(chip.heard)):
        at, hertz, _ = chip.heard[i]
        until = chip.heard[i + 1][0] if i + 1 < len(chip.heard) else began + ms
        if until > at:
            tones.append((hertz, until - at))
    if tones and not tones[-1][0]:
        tones.pop()
    return tones, max([duty for _, _, duty in chip.heard] + [0])


def test_every_pattern_comes_out_as_it_is_written():
    for line in sounds.PATTERNS.strip().split("\n"):
        name = line.split()[0]
        tones, duty = heard(name)
        assert tones == sounds.pattern(name) and duty == 32768, name  # half of the period drives a piezo most


def test_off_is_silent_and_low_is_softer():
    assert heard("flag", 0) == ([], 0)
    tones, low = heard("flag", 1)
    assert tones == sounds.pattern("flag") and 0 < low < 32768 // 8


def test_a_new_sound_takes_the_place_of_the_old_one():
    sound = Sound(16, sounds.pattern)
    sound.play("flag")
    chip.wait(100)
    chip.heard = []
    sound.play("count1")
    chip.wait(2000)
    assert [hertz for _, hertz, _ in chip.heard] == [0, 440, 0]


def test_silence_when_there_is_no_such_sound():
    assert heard("applause") == ([], 0)


def test_stop_is_quiet_at_once():
    sound = Sound(16, sounds.pattern)
    sound.play("flag")
    chip.wait(50)
    sound.stop()
    stopped = chip.ms
    chip.wait(2000)
    assert chip.heard[-1][:2] == (stopped, 0)
