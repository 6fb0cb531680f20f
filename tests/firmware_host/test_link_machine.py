"""The link as a state machine: whatever the cable does, a change is done once and a record arrives whole."""

import binascii
import json
import tempfile

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import Bundle, RuleBasedStateMachine, initialize, invariant, rule

from board.journal import Journal
from board.link import SESSION_MS, Link
from board.requests import StorageRequests
from board.settings import Settings
from shared_rules import record


class Calendar:
    """No host has told the time yet."""

    now = None

    def seconds(self):
        return self.now

    def set(self, seconds):
        self.now = seconds


class Board(StorageRequests):
    """A board with storage, and commands that are only counted."""

    def __init__(self, root):
        super().__init__(Journal(root), Settings(root), Calendar())
        self.done: list[str] = []

    def hello(self, arguments):
        return self.identity({"chip": "twin", "serial": "1", "size": 19}, "00000000", "idle")

    def command(self, arguments):
        self.done.append(arguments["nonce"])
        return {"record": len(self.done)}


class Cable:
    """The board's serial port. ``to_board`` and ``to_host`` are what is on the way."""

    def __init__(self):
        self.connected = True
        self.to_board = b""
        self.to_host = b""
        self.takes = 1 << 20

    def readinto(self, buffer):
        n = min(len(buffer), len(self.to_board))
        buffer[:n], self.to_board = self.to_board[:n], self.to_board[n:]
        return n

    def write(self, data):
        n = min(len(data), self.takes)
        self.to_host += bytes(data[:n])
        return n


def harm(data: bytes, fault) -> bytes:
    """What a bad cable makes of some bytes."""
    kind, at, byte = fault
    at %= max(1, len(data))
    if kind == "cut":
        return data[:at]
    if kind == "lose":
        return data[:at] + data[at + 1 + byte % 8 :]
    if kind == "flip":
        return data[:at] + bytes([data[at] ^ (byte or 1)]) + data[at + 1 :] if data else data
    if kind == "insert":
        return data[:at] + bytes([byte]) * (1 + byte % 3) + data[at:]
    if kind == "twice":
        return data + data
    return b""


faults = st.lists(
    st.tuples(
        st.sampled_from(["to_board", "to_host"]),
        st.tuples(
            st.sampled_from(["cut", "lose", "flip", "insert", "twice", "nothing"]),
            st.integers(0, 1500),
            st.integers(0, 255),
        ),
    ),
    max_size=4,
)


class Program:
    """A reference client of the smallest kind: one request at a time, repeated until it is answered."""

    def __init__(self, token: str):
        self.token, self.seq = token, 0

    def frame(self, seq: int, word: str, content: dict) -> bytes:
        body = f"?{seq} {self.token} {word} {json.dumps(content)}".encode()
        return b"\n" + body + b" %08X\n" % binascii.crc32(body)

    def find(self, seq: int, lines: list[bytes]):
        """The first whole answer to ``seq`` in ``lines``: (mark, word, object)."""
        for line in lines:
            body, crc = line[:-9], line[-8:]
            if len(line) < 12 or crc != b"%08X" % binascii.crc32(body) or b" {" not in body:
                continue
            head = body[: body.index(b" {")].decode().split()
            if head[0][1:] == str(seq) and head[1] == self.token and head[0][0] in "=!":
                return head[0][0], head[2] if len(head) > 2 else "", json.loads(body[body.index(b"{") :])
        return None


class LinkMachine(RuleBasedStateMachine):
    programs = Bundle("programs")

    @initialize()
    def begin(self):
        self.folder = tempfile.TemporaryDirectory()
        self.board = Board(self.folder.name)
        journal = self.board.journal
        self.games = []
        for moves in (0, 7, 130):
            name = journal.create({"rules": "go", "size": 19})
            for move in range(moves):
                journal.append(record.POINT, 1 + move % 2, move * 999, move, move)
            journal.finish()
            self.games.append((name, moves))
        self.cable = Cable()
        self.link = Link(self.cable, self.board)
        self.now = 0
        self.issued, self.certain = [], set()

    @rule(target=programs)
    def start_program(self):
        # Two programs with the same token at once are one in 65536; here there are none.
        self.tokens = getattr(self, "tokens", 0) + 1
        return Program(f"{self.tokens:04x}")

    def serve(self, ms=20):
        for _ in range(30):
            self.now = (self.now + 1) % (1 << 30)
            self.link.service(self.now)
        self.now = (self.now + ms) % (1 << 30)

    def ask(self, program, word, content, bad=()):
        """Ask until there is an answer; ``bad``: what happens to the bytes, one fault a try."""
        program.seq += 1
        request, bad = program.frame(program.seq, word, content), list(bad)
        for _ in range(12):
            fault = bad.pop(0) if bad else None
            to_board = harm(request, fault[1]) if fault and fault[0] == "to_board" else request
            self.cable.to_board += to_board
            self.serve()
            data, self.cable.to_host = self.cable.to_host, b""
            if fault and fault[0] == "to_host":
                data = harm(data, fault[1])
            found = program.find(program.seq, data.split(b"\n"))
            if found and found[1] == "busy":
                assert 0 <= found[2]["free_in_ms"] <= SESSION_MS
                self.serve(SESSION_MS + 1)
            elif found:
                return found
            else:
                self.serve(1000)
        raise AssertionError(f"no answer to {word}")

    @rule(program=programs, bad=faults)
    def command(self, program, bad):
        nonce = f"{len(self.issued)}"
        self.issued.append(nonce)
        mark, _, content = self.ask(program, "command", {"nonce": nonce}, bad)
        assert mark == "=" and content["record"] >= 1
        self.certain.add(nonce)

    @rule(program=programs, game=st.integers(0, 2), bad=st.lists(faults, max_size=4))
    def download(self, program, game, bad):
        name, moves = self.games[game]
        data = b""
        while True:
            mark, _, content = self.ask(
                program, "read", {"game": name, "from": len(data) // 16}, bad.pop(0) if bad else ()
            )
            assert mark == "=" and content["total"] == moves
            if not content["count"]:
                break
            data += binascii.a2b_base64(content["data"])
        assert len(data) == 16 * moves
        assert data == self.board.journal.read(name, 0, 1000)
        confirm = {"game": name, "records": moves, "crc": f"{binascii.crc32(data):08X}"}
        assert self.ask(program, "confirm", confirm, bad[0] if bad else ())[0] == "="
        wrong = confirm | {"records": moves + 1}
        assert self.ask(program, "confirm", wrong)[:2] == ("!", "refused")

    @rule(program=programs, bad=faults)
    def look(self, program, bad):
        mark, _, content = self.ask(program, "games", {}, bad)
        assert mark == "=" and [row[:2] for row in content["games"]] == [[name, moves] for name, moves in self.games]

    @rule(program=programs, at=st.integers(0, 80))
    def unplug_in_the_middle(self, program, at):
        nonce = f"{len(self.issued)}"
        self.issued.append(nonce)
        request = program.frame(program.seq + 1, "command", {"nonce": nonce})
        self.cable.to_board += request[:at]
        self.serve()
        self.cable.connected = False
        self.serve()
        self.cable.to_board = self.cable.to_host = b""
        self.cable.connected = True
        # The program goes on where it was, with the same token and number.
        program.seq += 1
        again = self.ask_again(program, request)
        assert again[0] == "="
        self.certain.add(nonce)

    def ask_again(self, program, request):
        for _ in range(12):
            self.cable.to_board += request
            self.serve(SESSION_MS + 1)
            data, self.cable.to_host = self.cable.to_host, b""
            found = program.find(program.seq, data.split(b"\n"))
            if found and found[1] != "busy":
                return found
        raise AssertionError("no answer after the cable was pulled")

    @rule(data=st.binary(max_size=600))
    def noise(self, data):
        self.cable.to_board += data
        self.serve()
        self.cable.to_host = b""

    @rule(ms=st.sampled_from([1, 500, 2900, 3100, 1 << 28]))
    def wait(self, ms):
        self.serve(ms)

    @invariant()
    def every_change_is_done_once(self):
        if hasattr(self, "board"):
            done = self.board.done
            assert len(done) == len(set(done))
            assert self.certain <= set(done) <= set(self.issued)

    def teardown(self):
        if hasattr(self, "folder"):
            self.folder.cleanup()


LinkMachine.TestCase.settings = settings(
    max_examples=200, stateful_step_count=40, deadline=None, suppress_health_check=list(HealthCheck)
)
TestLink = LinkMachine.TestCase
