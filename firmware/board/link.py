"""The board's end of the link: ``firmware/PROTOCOL.md`` says what the lines mean.

Nothing here ever waits. A line that is no frame is dropped, a frame that is not for this session is refused, and an
answer or event for which there is no room is not made: the host asks again.
"""

import binascii
import gc
import json

from board.timeline import ticks_diff
from shared_rules.native import const, micropython, ptr8

PROTOCOL = const(1)
LINE_IN = const(1024)
LINE_OUT = const(1536)  # of a line that is made at once
RECORDS = const(240)  # in one answer to read, which is made piece by piece
_PIECE = const(768)  # bytes of records, a multiple of 3 and of 16
_PIECE_CHARS = const(1024)  # as base64
LONG_LINE = const(5376)  # of an answer to read
SESSION_MS = const(3000)
_QUEUE = const(4096)
_CHUNK = const(256)
_BASE64 = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
_SPINS = const(3000)  # looks at a port that takes nothing, where the clock stands still meanwhile
_PROGRAMS = const(3)  # whose last change is remembered

QUERIES = ("hello", "ping", "bye", "status", "games", "header", "read", "settings", "fields", "raw")
CHANGES = ("confirm", "new", "command", "set", "time", "calibrate", "live", "selftest", "reboot")
_BUSY = "another program is using the board; it is free 3 s after that program stops"


class Refused(Exception):
    """What a handler raises to say no: a word of the protocol and one clear line."""

    def __init__(self, word, say):
        super().__init__(say)
        self.word = word
        self.say = say


class Link:
    """One serial port, one session at a time.

    ``handlers``: an object with a method for each request but ``ping``, ``bye`` and ``live``: it takes the object of
    arguments and gives the object of the answer, or raises ``Refused``. ``data`` may be a source of bytes instead of
    base64 text: ``readinto(buffer)`` gives how many bytes it put there, 0 at the end; it is closed then, or when the
    cable is pulled. ``ticks()`` gives ms, wrapping at 2^30; with it ``service`` goes on for up to its budget, without
    it it makes one pass.
    """

    def __init__(self, serial, handlers, ticks=None):
        self._serial, self._handlers, self._ticks = serial, handlers, ticks
        self._in = bytearray(_CHUNK)
        self._in_view = memoryview(self._in)
        self._line = bytearray(LINE_IN)
        self._length = 0
        self._spoiled = False  # the line has something that no frame has
        self._at = self._got = 0  # what of _in is still to be taken
        self._out = bytearray(_QUEUE)
        self._start = self._end = 0
        self._source = None  # what the line in the queue still waits for
        self._source_crc = 0
        self._piece = bytearray(_PIECE)
        self._late = b""  # events that wait for the end of that line
        self._stalled = False  # the host does not fetch: it is not waited for until it does
        self._rest = None  # view of the queued bytes, kept while the port takes none
        self._now = 0
        self._token = None
        self._last_frame = 0
        self._done = []  # (token, seq, CRC of the request, answer line) of the last change of the last programs
        self.live = False
        self._event_number = 1
        self.damaged = 0  # lines that began like a frame and were none

    @property
    def session(self):
        """Token of the program that has the board, None without one."""
        return self._token

    def service(self, now, budget_ms=5):
        """Take what has come, answer, send what the port takes. ``now``: ticks. True if anything was done."""
        self._now = now
        if not self._serial.connected:
            self._disconnected()
            return False
        if self._token is not None and ticks_diff(now, self._last_frame) > SESSION_MS:
            self._end_session()
        spins, moved = 0, False
        while True:
            if self._send() | self._pour() | self._receive():
                spins, moved = 0, True
            elif self._start == self._end or self._stalled:
                return moved
            else:
                # The port has not passed on the last burst; a host that reads takes it within a millisecond or two.
                spins += 1
            if self._ticks is None or ticks_diff(self._ticks(), now) >= budget_ms or spins > _SPINS:
                self._stalled = spins > 0
                return moved

    def event(self, content):
        """Tell the host something, if it wants to hear it; lost if the queue has no room, its number with it."""
        if not self.live or self._token is None:
            return
        number = self._event_number
        self._event_number = number % 999999 + 1
        line = self._encode("*%d %s " % (number, self._token), content)
        if line is None:
            return
        if self._source:
            if len(self._late) + len(line) <= LINE_OUT:
                self._late += line
        elif self._room() >= len(line) + LINE_OUT:  # the room of one answer is kept free
            self._queue(line)

    # ---- bytes

    def _disconnected(self):
        if self._token is not None:
            self._end_session()
        self._start = self._end = self._at = self._got = self._length = 0
        self._rest = None
        self._drop_source()
        self._late = b""
        self._spoiled = False

    def _room(self):
        return _QUEUE - (self._end - self._start)

    def _queue(self, line):
        if self._end + len(line) > _QUEUE:
            waiting = self._end - self._start
            self._out[:waiting] = bytes(memoryview(self._out)[self._start : self._end])
            self._start, self._end = 0, waiting
        self._out[self._end : self._end + len(line)] = line
        self._end += len(line)
        self._rest = None

    def _send(self):
        if self._start == self._end:
            return False
        if self._rest is None:
            self._rest = memoryview(self._out)[self._start : self._end]
        n = self._serial.write(self._rest)
        if not n:
            return False
        self._start += n
        self._stalled = False
        self._rest = None
        if self._start == self._end:
            self._start = self._end = 0
        return True

    def _pour(self):
        """Put the next piece of a long answer into the queue, and behind the last one what ends the line."""
        source = self._source
        if source is None or self._end - self._start > _PIECE_CHARS or self._end + _PIECE_CHARS > _QUEUE:
            return False
        try:
            n = source.readinto(self._piece)
        except OSError:
            n = -1
        if n > 0:
            end = base64_into(self._out, self._end, self._piece, n)
            self._source_crc = binascii.crc32(memoryview(self._out)[self._end : end], self._source_crc)
            self._end = end
            self._rest = None
            return True
        self._drop_source()
        # What has gone since the answer was begun is sent as a line that is damaged: the host asks again.
        crc = binascii.crc32(b'"}', self._source_crc) & 0xFFFFFFFF
        self._queue(b'"} %08X\n' % crc if n == 0 else b"\n")
        self._queue(self._late)
        self._late = b""
        return True

    def _drop_source(self):
        if self._source:
            self._source.close()
            self._source = None

    def _receive(self):
        if self._source or self._room() <= LINE_OUT:
            return False
        if self._at == self._got:
            self._at = 0
            self._got = self._serial.readinto(self._in)
            if not self._got:
                return False
        while self._at < self._got and self._room() > LINE_OUT and not self._source:
            self._take()
        return True

    def _take(self):
        """Take from the input up to the next byte that ends a line or has no business in one."""
        stop = plain_until(self._in, self._at, self._got)
        n = min(stop - self._at, LINE_IN - self._length)
        self._line[self._length : self._length + n] = self._in_view[self._at : self._at + n]
        self._length += n
        if n < stop - self._at:
            self._spoiled = True
        self._at = stop
        if stop == self._got:
            return
        self._at += 1
        byte = self._in[stop]
        if byte != 10 and byte != 13:
            self._spoiled = True
            return
        length, spoiled = self._length, self._spoiled
        self._length, self._spoiled = 0, False
        if length and self._line[0] == 63:  # ?
            frame = None if spoiled else parse(bytes(memoryview(self._line)[:length]))
            if frame is None:
                self.damaged += 1
                self._say("!0 0000 damaged ", {"say": "a line arrived damaged; send it again"})
            else:
                self._frame(*frame)

    # ---- frames

    def _frame(self, seq, token, word, arguments, crc):
        if self._token is None:
            self._token = token
            self.live = False
        elif token != self._token:
            free_in = SESSION_MS - ticks_diff(self._now, self._last_frame)
            self._refuse(seq, token, "busy", {"say": _BUSY, "free_in_ms": max(0, free_in)})
            return
        self._last_frame = self._now
        done = None
        for entry in self._done:
            if entry[0] == token:
                done = entry
        if done is not None and word == "hello" and seq == 1:
            # Another program that happened to choose the same token.
            self._done.remove(done)
        if word not in CHANGES:
            self._queue(self._answer(seq, token, word, arguments))
        elif done is not None and seq == done[1] and crc == done[2]:
            self._queue(done[3])
        elif done is not None and seq < done[1]:
            self._refuse(seq, token, "refused", {"say": "a later change has been done already"})
        else:
            line = self._answer(seq, token, word, arguments)
            if done is not None:
                self._done.remove(done)
            elif len(self._done) == _PROGRAMS:
                self._done.pop(0)
            self._done.append((token, seq, crc, line))
            self._queue(line)
        if word == "bye":
            self._end_session()

    def _answer(self, seq, token, word, arguments):
        """The line that answers a request."""
        try:
            if arguments is None:
                raise Refused("bad", "the arguments of %s are no JSON object" % word)
            content = self._do(word, arguments)
            source = content.get("data")
            if hasattr(source, "readinto"):
                return self._begin(seq, token, content, source)
            line = self._encode("=%d %s " % (seq, token), content)
            if line is not None:
                return line
            raise Refused("failed", "the answer to %s is too long for a line" % word)
        except Refused as no:
            return self._refusal(seq, token, no.word, {"say": no.say[:300]})
        except MemoryError:
            gc.collect()
            return self._refusal(seq, token, "failed", {"say": "the board has no memory left for this"})
        except Exception as error:  # a fault in one request must not stop the clock
            return self._refusal(seq, token, "failed", {"say": "%s: %r" % (word, error)})

    def _begin(self, seq, token, content, source):
        """What comes before the data of a long answer; ``_pour`` does the rest."""
        del content["data"]
        line = b'=%d %s %s,"data":"' % (seq, token.encode(), ascii_json(content)[:-1])
        self._source, self._source_crc = source, binascii.crc32(line)
        return line

    def _do(self, word, arguments):
        if word == "bye":
            return {}
        if word == "ping":
            return {"live": self.live, "next": self._event_number}
        if word == "live":
            self.live = bool(arguments.get("on"))
            return {"on": self.live, "next": self._event_number}
        if word not in QUERIES and word not in CHANGES:
            raise Refused("unknown", "this board does not know the request %s" % word)
        content = getattr(self._handlers, word)(arguments)
        if word == "hello":
            content.update({"protocol": PROTOCOL, "busy": False, "line": LONG_LINE, "records": RECORDS})
        return content

    def _refusal(self, seq, token, word, content):
        line = self._encode("!%d %s %s " % (seq, token, word), content)
        return line or self._encode("!%d %s %s " % (seq, token, word), {"say": "no more can be said"})

    def _refuse(self, seq, token, word, content):
        self._queue(self._refusal(seq, token, word, content))

    def _say(self, head, content):
        self._queue(self._encode(head, content))

    def _encode(self, head, content):
        """A whole line, or None if it is too long."""
        body = head.encode() + ascii_json(content)
        if len(body) + 9 > LINE_OUT:
            return None
        return b"%s %08X\n" % (body, binascii.crc32(body) & 0xFFFFFFFF)

    def _end_session(self):
        self._token = None
        self.live = False


@micropython.viper
def plain_until(buffer, start: int, end: int) -> int:
    """Index of the first byte from ``start`` that is not printable ASCII; ``end`` if all are."""
    data = ptr8(buffer)
    for i in range(start, end):
        if data[i] < 0x20 or data[i] > 0x7E:
            return i
    return end


@micropython.viper
def base64_into(out, at: int, data, n: int) -> int:
    """Write base64 of the first ``n`` bytes of ``data`` into ``out`` from index ``at``; gives the index behind it."""
    target = ptr8(out)
    source = ptr8(data)
    letters = ptr8(_BASE64)
    i = 0
    while i + 2 < n:
        bits = source[i] << 16 | source[i + 1] << 8 | source[i + 2]
        target[at] = letters[bits >> 18]
        target[at + 1] = letters[(bits >> 12) & 63]
        target[at + 2] = letters[(bits >> 6) & 63]
        target[at + 3] = letters[bits & 63]
        at += 4
        i += 3
    if i < n:
        bits = source[i] << 16
        if i + 1 < n:
            bits |= source[i + 1] << 8
        target[at] = letters[bits >> 18]
        target[at + 1] = letters[(bits >> 12) & 63]
        target[at + 2] = letters[(bits >> 6) & 63] if i + 1 < n else 61
        target[at + 3] = 61
        at += 4
    return at


def ascii_json(content):
    """JSON in printable ASCII, as bytes."""
    text = json.dumps(content, separators=(",", ":"))
    data = text.encode()
    if plain_until(data, 0, len(data)) == len(data):
        return data
    out = []
    for char in text:
        code = ord(char)
        if 0x20 <= code <= 0x7E:
            out.append(char)
        elif code > 0xFFFF:
            out.append("\\u%04x\\u%04x" % (0xD800 + (code - 0x10000 >> 10), 0xDC00 + (code & 0x3FF)))
        else:
            out.append("\\u%04x" % code)
    return "".join(out).encode()


def joined_surrogates(text):
    r"""JSON text whose ``\uD8xx\uDCxx`` pairs are the one character they stand for, which ``json`` here cannot do."""
    at = text.find("\\ud")
    while at >= 0:
        escaped = at
        while escaped and text[escaped - 1] == "\\":
            escaped -= 1
        if (at - escaped) % 2 == 0 and text[at + 3 : at + 4] in "89ab" and text[at + 6 : at + 9] == "\\ud":
            code = 0x10000 + (int(text[at + 2 : at + 6], 16) - 0xD800 << 10) + int(text[at + 8 : at + 12], 16) - 0xDC00
            text = text[:at] + chr(code) + text[at + 12 :]
        at = text.find("\\ud", at + 1)
    return text


def parse(line):
    """``(seq, token, word, arguments, crc)`` of a request line (bytes), None if it is no frame.

    ``arguments`` is None if they are not a JSON object.
    """
    end = len(line) - 9
    if end < 1 or line[end : end + 1] != b" " or b"%08X" % (binascii.crc32(line[:end]) & 0xFFFFFFFF) != line[end + 1 :]:
        return None
    parts = line[1:end].decode().split(" ", 3)
    if len(parts) != 4:
        return None
    seq, token, word, text = parts
    if not seq.isdigit() or len(seq) > 6 or len(token) != 4 or not word:
        return None
    if any(char not in "0123456789abcdef" for char in token):
        return None
    try:
        arguments = json.loads(joined_surrogates(text))
    except Exception:  # whatever a parser says to text that is no JSON
        arguments = None
    return int(seq), token, word, arguments if isinstance(arguments, dict) else None, line[end + 1 :]
