"""The board's end of the link (firmware/PROTOCOL.md): framing, sessions, changes done once, a host that is silent."""

import binascii
import json

from board.link import LINE_OUT, LONG_LINE, Link, Refused, base64_into, joined_surrogates, parse

GRID = "." * 361


class Port:
    """A serial port whose other end is in the test."""

    def __init__(self, takes=1 << 20):
        self.connected = True
        self.arriving = b""
        self.sent = b""
        self.takes = takes

    def readinto(self, buffer):
        n = min(len(buffer), len(self.arriving))
        if n:
            buffer[:n] = self.arriving[:n]
            self.arriving = self.arriving[n:]
        return n

    def write(self, data):
        n = min(len(data), self.takes)
        self.sent += bytes(data[:n])
        return n

    def lines(self):
        found, self.sent = self.sent.split(b"\n"), b""
        return found[:-1]


class Source:
    """``size`` bytes that are numbered; reading fails from byte ``fails`` on."""

    def __init__(self, size, fails):
        self.at, self.size, self.fails = 0, size, fails
        self.closed = False

    def close(self):
        self.closed = True

    def readinto(self, buffer):
        if self.at >= self.fails:
            raise OSError(2)
        n = min(len(buffer), self.size - self.at)
        for i in range(n):
            buffer[i] = (self.at + i) * 7 & 0xFF
        self.at += n
        return n


class Handlers:
    """Answers of a board that does nothing but count what it was told."""

    def __init__(self):
        self.told, self.sources = [], []

    def hello(self, arguments):
        return {"serial": "e6614103e7452c2f", "size": 19}

    def status(self, arguments):
        return {"grid": GRID, "position": GRID, "black": "本因坊丈和\x7f", "white": "𠮷"}

    def command(self, arguments):
        self.told.append(arguments)
        if arguments.get("command") == "no":
            raise Refused("refused", "not now")
        if arguments.get("command") == "fault":
            raise KeyError("x")
        return {"record": len(self.told)}

    def new(self, arguments):
        self.told.append(arguments)
        return {"game": "0001"}

    def read(self, arguments):
        self.sources.append(Source(arguments["size"], arguments.get("fails", 1 << 20)))
        return {"game": "0007", "data": self.sources[-1]}

    def raw(self, arguments):
        return {"sums": "9" * 2000}


def frame(seq, token, text):
    body = ("?%d %s %s" % (seq, token, text)).encode()
    return body + b" %08X\n" % (binascii.crc32(body) & 0xFFFFFFFF)


def board(takes=1 << 20):
    port, handlers = Port(takes), Handlers()
    return port, handlers, Link(port, handlers)


def serve(link, port, data, now=0, passes=60):
    port.arriving += data
    for _ in range(passes):
        link.service(now)
    return port.lines()


def content(line):
    """JSON of an answer line whose CRC is right."""
    body, crc = line[:-9], line[-8:]
    assert b"%08X" % (binascii.crc32(body) & 0xFFFFFFFF) == crc, line
    for byte in line:
        assert 0x20 <= byte <= 0x7E
    return json.loads(body[body.index(b"{") :])


def head(line):
    return line[: line.index(b" {")].decode()


def test_worked_examples_of_the_protocol():
    assert frame(1, "c0de", 'hello {"protocol":1}') == b'?1 c0de hello {"protocol":1} E03309AC\n'
    assert frame(3, "c0de", "bye {}") == b"?3 c0de bye {} 1EB326F4\n"
    port, _, link = board()
    lines = serve(link, port, b'?1 c0de hello {"protocol":1} E03309AC\n?3 c0de bye {} 1EB326F4\n')
    assert head(lines[0]) == "=1 c0de"
    hello = content(lines[0])
    assert hello["protocol"] == 1 and hello["busy"] is False and hello["line"] == 5376 and hello["records"] == 240
    assert head(lines[1]) == "=3 c0de" and content(lines[1]) == {}
    assert link.session is None
    assert serve(link, port, b"?3 c0de bye {} 1EB326F5\n") == [
        b'!0 0000 damaged {"say":"a line arrived damaged; send it again"} 72080A4C'
    ]


def test_requests_arrive_in_pieces_of_any_size():
    text = b"".join(frame(n, "c0de", 'command {"command":"%s"}' % ("x" * n)) for n in range(1, 60))
    for size in (1, 2, 7, 63, 64, 65, 128, 255, 256, 257, 512, 1023):
        port, handlers, link = board()
        answers = []
        for start in range(0, len(text), size):
            answers += serve(link, port, text[start : start + size], passes=4)
        assert [content(line)["record"] for line in answers] == list(range(1, 60))
        assert [len(told["command"]) for told in handlers.told] == list(range(1, 60))


def test_junk_is_ignored_and_the_next_frame_is_heard():
    junk = (
        b"AT\r",
        b"AT+CGMI\r\nATE0\r\n",
        b"\x7e\x00\x78\xf0\x7e",  # what ModemManager's QCDM probe looks like
        b"\x00" * 300,
        "本因坊".encode(),
        b"\xe6",
        b"\xff\xfe\xc3",
        b"\x03",
        b"\x01\x02\x03\x04\x05",
        b"x" * 5000,
        b"hello\nworld\n",
    )
    for noise in junk:
        port, _, link = board()
        lines = serve(link, port, noise + b"\n" + frame(1, "c0de", "ping {}"))
        assert [head(line) for line in lines] == ["=1 c0de"], noise


def test_damage_is_told_and_nothing_is_done():
    good = frame(1, "c0de", 'command {"command":"pause"}')
    for at in range(1, len(good) - 1):
        for byte in (good[at] ^ 1, good[at] ^ 0x80, 3, 0xE6):
            if byte == good[at]:
                continue
            port, handlers, link = board()
            lines = serve(link, port, good[:at] + bytes([byte]) + good[at + 1 :], passes=3)
            assert handlers.told == [] and link.session is None
            if byte not in (10, 13):
                assert [head(line) for line in lines] == ["!0 0000 damaged"], (at, byte)
    for cut in range(1, len(good)):
        port, handlers, link = board()
        lines = serve(link, port, good[:cut] + b"\n" + good, passes=4)
        assert len(handlers.told) == 1
        assert head(lines[-1]) == "=1 c0de"


def test_a_line_that_is_too_long_is_dropped_to_its_end():
    port, handlers, link = board()
    long = frame(1, "c0de", 'new {"black":"%s"}' % ("x" * 1100))
    assert [head(line) for line in serve(link, port, long + frame(2, "c0de", "ping {}"))] == [
        "!0 0000 damaged",
        "=2 c0de",
    ]
    fits = frame(3, "c0de", 'new {"black":"%s"}' % ("x" * (1024 - len(frame(3, "c0de", 'new {"black":""}')) + 1)))
    assert len(fits) == 1025
    assert content(serve(link, port, fits)[0]) == {"game": "0001"}


def test_a_change_is_done_once_however_often_it_is_asked_for():
    port, handlers, link = board()
    pause = frame(2, "c0de", 'command {"command":"pause"}')
    first = serve(link, port, frame(1, "c0de", "hello {}") + pause)[1]
    again = serve(link, port, pause + pause)
    assert again == [first, first] and len(handlers.told) == 1
    # Queries in between change nothing about it, nor does a pulled cable.
    serve(link, port, frame(3, "c0de", "status {}"))
    port.connected = False
    link.service(10)
    port.connected = True
    assert serve(link, port, frame(4, "c0de", "hello {}") + pause)[1] == first
    assert len(handlers.told) == 1
    # A refusal and a fault are remembered just so.
    for seq, word in ((5, "no"), (6, "fault")):
        asked = frame(seq, "c0de", 'command {"command":"%s"}' % word)
        answers = serve(link, port, asked + asked)
        assert answers[0] == answers[1] and answers[0][:1] == b"!"
    assert len(handlers.told) == 3
    # The old one comes late: it is not done again.
    assert head(serve(link, port, pause)[0]) == "!2 c0de refused"
    assert len(handlers.told) == 3
    # Another program's first change has the same number.
    serve(link, port, frame(7, "c0de", "bye {}"))
    serve(link, port, frame(1, "beef", "hello {}") + frame(2, "beef", 'command {"command":"pause"}'))
    assert len(handlers.told) == 4
    # The first one comes back for its own last answer: still not done again.
    serve(link, port, frame(3, "beef", "bye {}"))
    assert serve(link, port, frame(6, "c0de", 'command {"command":"fault"}'))[0] == answers[0]
    assert len(handlers.told) == 4
    # A new program that happened to choose the same token begins with its hello.
    serve(link, port, frame(1, "c0de", "hello {}") + frame(2, "c0de", 'command {"command":"pause"}'))
    assert len(handlers.told) == 5


def test_the_second_program_hears_that_the_board_is_busy():
    port, handlers, link = board()
    serve(link, port, frame(1, "c0de", "hello {}"), now=1000)
    line = serve(link, port, frame(1, "beef", "hello {}"), now=1900)[0]
    assert head(line) == "!1 beef busy"
    assert content(line)["free_in_ms"] == 2100
    serve(link, port, frame(2, "beef", 'command {"command":"resign"}'), now=2000)
    assert handlers.told == []
    assert head(serve(link, port, frame(2, "c0de", "ping {}"), now=3000)[0]) == "=2 c0de"
    # 3 s after its last frame the first one is gone.
    assert head(serve(link, port, frame(3, "beef", "hello {}"), now=6000)[0]) == "!3 beef busy"
    assert head(serve(link, port, frame(4, "beef", "hello {}"), now=6001)[0]) == "=4 beef"
    assert head(serve(link, port, frame(3, "c0de", "ping {}"), now=6002)[0]) == "!3 c0de busy"
    serve(link, port, frame(5, "beef", "bye {}"), now=6003)
    assert head(serve(link, port, frame(4, "c0de", "ping {}"), now=6004)[0]) == "=4 c0de"
    # A closed port ends a session at once; the counter's wrap does not.
    port.connected = False
    link.service(6005)
    assert link.session is None
    port.connected = True
    serve(link, port, frame(5, "c0de", "ping {}"), now=(1 << 30) - 100)
    link.service(200)
    assert link.session == "c0de"


def test_refusals_say_what_is_wrong():
    port, _, link = board()
    for seq, text, word in (
        (1, "fly {}", "unknown"),
        (2, "command []", "bad"),
        (3, "command {nothing", "bad"),
        (4, 'command {"command":"no"}', "refused"),
        (5, 'command {"command":"fault"}', "failed"),
        (6, "raw {}", "failed"),
        (7, "__init__ {}", "unknown"),
        (8, "games {}", "failed"),
        (9, "status " + "[" * 900, "bad"),
    ):
        line = serve(link, port, frame(seq, "c0de", text))[0]
        assert head(line) == "!%d c0de %s" % (seq, word)
        assert content(line)["say"] and "\n" not in content(line)["say"]


def test_names_survive_in_both_directions():
    port, handlers, link = board()
    status = content(serve(link, port, frame(1, "c0de", "status {}"))[0])
    assert status["black"] == "本因坊丈和\x7f"
    assert len(status["grid"]) == 361
    asked = r'new {"black":"\u672c\u56e0\u574a","white":"\ud842\udfb7 \\ud842\\\ud842\udfb7","event":"\"]\\"}'
    serve(link, port, frame(2, "c0de", asked))
    assert handlers.told == [{"black": "本因坊", "white": "𠮷 \\ud842\\𠮷", "event": '"]\\'}]
    # The answer's pair of surrogates is read by any JSON reader.
    line = serve(link, port, frame(3, "c0de", "status {}"))[0]
    assert b"\\ud842\\udfb7" in line
    assert joined_surrogates("\\ud842") == "\\ud842"


def test_a_host_that_does_not_read_costs_its_own_answers_only():
    port, handlers, link = board(takes=0)
    link.service(0)
    port.arriving = frame(1, "c0de", "hello {}") + frame(2, "c0de", 'live {"on":true}')
    for seq in range(3, 40):
        port.arriving += frame(seq, "c0de", "status {}")
    waiting = len(port.arriving)
    for now in range(200):
        link.service(now)
        link.event({"event": "grid", "grid": GRID})
    # It answers what there is room for and leaves the rest to the cable.
    assert 0 < len(port.arriving) < waiting and port.sent == b""
    port.takes = 64
    for now in range(200, 1200):
        link.service(now)
    lines = port.lines()
    answered = [int(head(line)[1:].split()[0]) for line in lines if line[:1] == b"="]
    assert answered == list(range(1, 40))
    for line in lines:
        content(line)


def test_lost_events_leave_a_gap_in_their_numbers():
    port, _, link = board(takes=0)
    port.takes = 1 << 20
    first = content(serve(link, port, frame(1, "c0de", 'live {"on":true}'))[0])["next"]
    assert first == 1
    port.takes = 0
    for _ in range(30):
        link.event({"event": "grid", "grid": GRID})
    port.takes = 1 << 20
    for now in range(30):
        link.service(now)
    link.event({"event": "message", "message": []})
    numbers = [int(head(line)[1:].split()[0]) for line in serve(link, port, b"")]
    assert numbers[:-1] == list(range(1, len(numbers))) and numbers[-1] == 31 and len(numbers) < 31
    # Not after live is switched off, nor for the next program.
    serve(link, port, frame(2, "c0de", 'live {"on":false}'))
    link.event({"event": "message"})
    assert serve(link, port, b"") == []
    serve(link, port, frame(3, "c0de", 'live {"on":true}') + frame(4, "c0de", "bye {}") + frame(1, "beef", "hello {}"))
    link.event({"event": "message"})
    assert serve(link, port, b"") == []


def test_the_longest_lines_that_wait_stay_whole():
    port, _, link = board(takes=0)
    for seq in range(1, 9):
        port.arriving += frame(seq, "c0de", "status {}")
    for turn in range(9000):
        port.takes = turn % 3
        link.service(turn // 10)
    lines = port.lines()
    assert [head(line) for line in lines] == ["=%d c0de" % seq for seq in range(1, 9)]
    for line in lines:
        assert len(line) <= LINE_OUT
        content(line)


def test_a_long_answer_is_made_piece_by_piece():
    for size in (0, 1, 2, 3, 16, 766, 767, 768, 769, 784, 3840):
        port, _, link = board(takes=64)
        lines = serve(link, port, frame(1, "c0de", 'read {"size":%d}' % size) + frame(2, "c0de", "ping {}"), passes=300)
        assert [head(line) for line in lines] == ["=1 c0de", "=2 c0de"]
        assert len(lines[0]) <= LONG_LINE
        found = content(lines[0])
        assert found["game"] == "0007"
        assert binascii.a2b_base64(found["data"]) == bytes([i * 7 & 0xFF for i in range(size)])


def test_events_wait_for_the_end_of_a_long_answer():
    port, _, link = board()
    serve(link, port, frame(1, "c0de", 'live {"on":true}'))
    port.takes = 8
    port.arriving = frame(2, "c0de", 'read {"size":2000}')
    for n in range(3000):
        link.service(0)
        if n % 50 == 20 and n < 300:
            link.event({"event": "message", "message": [str(n)]})
    lines = port.lines()
    assert [head(line) for line in lines] == ["=2 c0de"] + ["*%d c0de" % n for n in range(1, 7)]
    assert len(binascii.a2b_base64(content(lines[0])["data"])) == 2000
    for line in lines:
        content(line)


def test_a_long_answer_whose_source_goes_is_a_damaged_line():
    port, handlers, link = board()
    asked = frame(1, "c0de", 'read {"size":2000,"fails":768}')
    lines = serve(link, port, asked + frame(2, "c0de", "ping {}"))
    assert len(lines) == 2 and head(lines[1]) == "=2 c0de"
    assert b"%08X" % (binascii.crc32(lines[0][:-9]) & 0xFFFFFFFF) != lines[0][-8:]
    # A pulled cable ends it, too.
    port.takes = 100
    serve(link, port, frame(3, "c0de", 'read {"size":2000}'), passes=3)
    port.connected = False
    link.service(0)
    port.connected, port.takes = True, 1 << 20
    assert [head(line) for line in serve(link, port, frame(4, "c0de", "ping {}"))] == ["=4 c0de"]
    serve(link, port, frame(5, "c0de", 'read {"size":2000}'))
    # However an answer ends: what it read from is closed, never left to the collector.
    assert [source.closed for source in handlers.sources] == [True, True, True]


def test_base64_is_that_of_the_library():
    data = bytes(range(256))
    for n in list(range(9)) + [255, 256]:
        out = bytearray(b"." * 400)
        end = base64_into(out, 5, data, n)
        assert bytes(out[5:end]) + b"\n" == binascii.b2a_base64(data[:n]) and out[end] == 46


def test_parse_takes_only_whole_frames():
    assert parse(b"") is None and parse(b"?") is None and parse(b"? 00000000") is None
    for text in (b"?1 c0de ping", b"?x c0de ping {}", b"?1 C0DE ping {}", b"?1 c0d ping {}", b"?1234567 c0de ping {}"):
        assert parse(text + b" %08X" % (binascii.crc32(text) & 0xFFFFFFFF)) is None
    good = b"?1 c0de ping {}"
    assert parse(good + b" %08X" % binascii.crc32(good))[:4] == (1, "c0de", "ping", {})
    assert parse(good + (b" %08X" % binascii.crc32(good)).lower()) is None


def test_an_idle_link_allocates_nothing():
    try:
        from micropython import heap_lock, heap_unlock
    except ImportError:
        return  # CPython has no such lock; the other run of this file counts

    class Silent:
        connected = True
        has = 0

        def readinto(self, buffer):
            return 0

        def write(self, data):
            return 0

    port = Silent()
    link = Link(port, Handlers(), lambda: 7)
    link.service(0)

    def idle(start):
        heap_lock()
        try:
            now = start
            while now < start + 1000:
                link.service(now)
                now += 1
        finally:
            heap_unlock()

    idle(0)
    # Also while a host does not read what waits for it.
    link._queue(b"=1 c0de {} 00000000\n")
    link.service(1000)
    idle(1001)
