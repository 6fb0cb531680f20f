"""Sounds and the voice: data, calls told apart, frames of the player."""

from board import sounds, texts
from board.voice import GAP_MS, Voice, frame
from shared_rules import rulings
from shared_rules.clock_config import CALL_TABLES

with open(texts.FOLDER + "voice.txt", "rb") as file:
    PHRASES = [line.decode().split("=") for line in file.read().strip().split(b"\n")[1:]]
NAMES = [line.split()[0] for line in sounds.PATTERNS.strip().split("\n")]


def call_sounds(table, period_s, last):
    return [sounds.call_sound(second, period_s * 1000, last) for second in CALL_TABLES[table][0]]


def test_every_call_of_every_table_has_its_own_sound():  # G12.3, R7.2
    for table in CALL_TABLES:
        period = int("".join(c for c in table if c.isdigit()))
        last = table.endswith("last") or table.startswith("renju")
        names = call_sounds(table, period, last)
        assert len(set(names)) == len(names), (table, names)
        for name in names:
            assert name in NAMES, (table, name)
    assert call_sounds("go60", 60, False) == ["call1", "call2", "call3", "call4", "call5"]
    assert call_sounds("go60last", 60, True)[3:] == ["count%d" % n for n in range(1, 10)]
    assert sounds.call_sound(60, 60000, True) == "flag"


def test_calls_differ_by_number_of_beeps_or_pitch_and_end_within_their_second():
    heard = []
    for name in NAMES:
        if name.startswith("call") or name.startswith("count"):
            pattern = sounds.pattern(name)
            assert sum(ms for _, ms in pattern) < 900
            for beeps, hertz in heard:  # half a tone at least, which is 6 %
                assert beeps != len(pattern) or abs(hertz - pattern[0][0]) * 20 > hertz, name
            heard.append((len(pattern), pattern[0][0]))
    assert len(heard) == 14


def test_patterns_are_tones_a_piezo_can_play():
    assert len(NAMES) == len(set(NAMES)) and sounds.pattern("all") == []
    for name in NAMES:
        for hertz, ms in sounds.pattern(name):
            assert (hertz == 0 or 100 <= hertz <= 5000) and 5 <= ms <= 2000, name
        assert sounds.pattern(name)[-1][0], name  # no silence at the end


def test_every_ruling_sound_exists():
    for kind in range(rulings.START, rulings.END + 1):
        for reason in rulings.REASONS.split():
            name = sounds.ruling_sound(kind, reason)
            assert not name or name in NAMES
    assert sounds.ruling_sound(rulings.REPAIR, "prisoners") == "lift"
    assert sounds.ruling_sound(rulings.REPAIR, "turn") == "wrong"
    assert sounds.ruling_sound(rulings.NOTE, "overtime") == "overtime"  # D21


def test_frame_of_the_player():
    # The data sheet's example: play track 1.
    assert frame(0x03, 0, 1) == b"\x7e\xff\x06\x03\x00\x00\x01\xfe\xf7\xef"


class Line:
    """The line to a voice module: the frames sent, each with its time."""

    def __init__(self):
        self.sent = []
        self.busy = False

    def write(self, data):
        self.sent.append(data)


def poll_for(voice, ms, start=0):
    for t in range(start, start + ms, 10):
        voice.poll(t)


def test_clips_are_numbered_in_order_the_seconds_of_the_count_and_the_end_of_time_first():
    assert [int(phrase[1]) for phrase in PHRASES] == list(range(1, len(PHRASES) + 1))
    assert [phrase[0].isdigit() for phrase in PHRASES] == [True] * 26 + [False] * (len(PHRASES) - 26)
    assert PHRASES[26][0] == "time" and all([len(phrase) == 4 and all(phrase) for phrase in PHRASES])


def test_voice_says_every_word_of_the_calls():
    for language, folder in (("en", 1), ("zh", 2)):
        line = Line()
        voice = Voice(line, language)
        words = ["time", "10"] + ["minute used, %d left" % n for n in range(1, 10)]
        for seconds, count_from in CALL_TABLES.values():
            words += [str(s - count_from if count_from and s > count_from else s) for s in seconds]
        t = 0
        for word in words:
            assert voice.play(word), word
            poll_for(voice, 300, t)
            t += 1000
            assert line.sent[-1][3] == 0x0F and line.sent[-1][5] == folder
            assert PHRASES[line.sent[-1][6] - 1][0] == word
        assert line.sent[0][3] == 0x06 and len([f for f in line.sent if f[3] == 0x06]) == 1  # volume once
        assert not voice.play("good luck") and not voice.waiting


def test_commands_of_the_voice_keep_their_distance():  # the player loses what comes sooner
    line = Line()
    voice = Voice(line)
    voice.play("pass")
    at = []
    for t in range(0, 1000):
        before = len(line.sent)
        voice.poll(t)
        if len(line.sent) > before:
            at.append(t)
    assert len(at) == 2 and at[1] - at[0] >= GAP_MS


def test_a_count_is_said_at_once_and_other_words_wait():
    line = Line()
    voice = Voice(line)
    poll_for(voice, 200)
    line.busy = True
    voice.play("warning")
    poll_for(voice, 500, 1000)
    assert line.sent[-1][3] == 0x06 and voice.waiting  # it would cut short what is being said
    voice.play("9")
    poll_for(voice, 200, 2000)
    assert PHRASES[line.sent[-1][6] - 1][0] == "9" and not voice.waiting  # and the warning is out of date


def test_voice_is_silent_at_volume_off():
    line = Line()
    voice = Voice(line)
    voice.volume = 0
    assert not voice.play("30")
    voice.stop()
    assert line.sent[-1][3] == 0x16


def test_pause_of_a_full_queue_forgets_the_oldest():
    line = Line()
    voice = Voice(line)
    for word in ("pass", "warning", "draw", "low"):
        voice.play(word)
    poll_for(voice, 2000)
    assert [PHRASES[f[6] - 1][0] for f in line.sent if f[3] == 0x0F] == ["warning", "draw", "low"]
