"""The host's end of the link (``firmware/PROTOCOL.md``): requests survive lost and damaged lines and a pulled cable.

A request is repeated with its number until its answer is there; the board does no change twice. The token and the
count live as long as the program, so this holds across unplugging, too.
"""

import binascii
import contextlib
import json
import re
import secrets
import time
from collections import deque
from collections.abc import Iterable, Iterator

import serial

from tengen import devices
from tengen.errors import TengenError

try:
    from termios import error as TerminalError
except ImportError:  # Windows
    TerminalError = OSError

PROTOCOL = 1
ANSWER_S = 1.0  # the board answers within this, a flash erase included
TRIES = 6  # the request and five repetitions
WINDOW = 4  # requests on the way at once
REPLUG_S = 15.0  # how long an unplugged board is waited for
MOST_DAMAGED = 50  # damaged lines in a row before the cable is blamed
MOST_SEQ = 999999
_WHO = 0  # number of the question who is there, after the cable was pulled; requests are counted from 1
LONGEST = 8192  # characters of a line; what is longer is none
_PORT_ERRORS = (serial.SerialException, OSError, TerminalError)  # of a port whose device has gone
_FRAME = re.compile(r"([=!*])(\d{1,6}) ([0-9a-f]{4}) (?:([a-z]+) )?(\{.*\}) ([0-9A-F]{8})")


class Refused(TengenError):
    """The board said no: ``word`` of the protocol's list of refusals, ``answer`` the object that came with it."""

    def __init__(self, word: str, answer: dict):
        super().__init__(answer.get("say") or f"the board refused: {word}")
        self.word, self.answer = word, answer


class _Unplugged(Exception):
    """The port is gone."""


def frame(mark: str, seq: int, token: str, word: str, content: dict) -> bytes:
    """One line; ``word`` empty where there is none."""
    text = f"{mark}{seq} {token} {word + ' ' if word else ''}{json.dumps(content, separators=(',', ':'))}"
    return f"{text} {binascii.crc32(text.encode()):08X}\n".encode()


def parse(line: bytes) -> tuple[str, int, str, str, dict] | None:
    """``(mark, seq, token, word, content)`` of a line of the board; None for anything else."""
    try:
        text = line.decode("ascii")
    except UnicodeDecodeError:
        return None
    match = _FRAME.fullmatch(text)
    if not match or binascii.crc32(line[:-9]) != int(match[6], 16):
        return None
    try:
        return match[1], int(match[2]), match[3], match[4] or "", json.loads(match[5])
    except ValueError:
        return None


class Link:
    """A session with the board at ``device``; ``bye`` is said when it is closed.

    ``number``: the board's serial number once it is known, by which it is found again after the cable was pulled.
    """

    def __init__(self, device: str, answer_s: float = ANSWER_S, replug_s: float = REPLUG_S):
        self.device, self.number = device, ""
        self.repeated = 0  # requests sent again, for the curious and the tests
        self.replugged = 0
        self._answer_s, self._replug_s = answer_s, replug_s
        self._token = secrets.token_hex(2)
        self._seq = 0
        self._buffer = b""
        self._events: deque[dict] = deque()
        self._strange: deque[str] = deque(maxlen=20)  # lines that are no frames
        self._next_event: int | None = None
        self.missed_events = False
        self._port: serial.SerialBase | None = None
        self._open()

    # ---- the port

    def _open(self) -> None:
        try:
            self._port = serial.serial_for_url(
                self.device, baudrate=115200, timeout=0.05, write_timeout=self._answer_s, exclusive=True
            )
        except (*_PORT_ERRORS, ValueError) as error:
            raise TengenError(devices.explain(self.device, error)) from None
        self._buffer = b""

    def close(self) -> None:
        """Say goodbye, so that the next program need not wait, and close the port."""
        if self._port is None:
            return
        with contextlib.suppress(TengenError, _Unplugged):
            self._seq += 1
            self._send([(self._seq, "bye", {})])
        with contextlib.suppress(*_PORT_ERRORS):
            self._port.flush()
        self._drop()

    def _drop(self) -> None:
        with contextlib.suppress(*_PORT_ERRORS):
            if self._port is not None:
                self._port.close()
        self._port = None

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def _reopen(self) -> None:
        """Wait for an unplugged board and open it again, under whatever name it comes back."""
        self._drop()
        until = time.monotonic() + self._replug_s
        while time.monotonic() < until:
            time.sleep(0.2)
            found = {port.device: port.serial for port in devices.ports()}
            self.device = next(
                (device for device, number in found.items() if number and number == self.number), self.device
            )
            if self.number and found.get(self.device) not in (None, "", self.number):
                continue  # another board
            with contextlib.suppress(TengenError, _Unplugged):
                self._open()
                if self._is_ours():
                    self.replugged += 1
                    return
            self._drop()  # another board, or gone again
        raise TengenError(f"the board was unplugged and did not come back in {self._replug_s:.0f} s; run this again")

    def _is_ours(self) -> bool:
        """Whether the board at the port is the one from before: the system does not always tell its number."""
        if not self.number:
            return True
        self._send([(_WHO, "hello", {"protocol": PROTOCOL})])
        until = time.monotonic() + self._answer_s
        while (found := self._receive(until)) is not None:
            mark, seq, token, _, content = found
            if (mark, seq, token) == ("=", _WHO, self._token):
                return str(content.get("serial", "")).lower() == self.number
        return False

    # ---- requests

    def request(self, word: str, content: dict | None = None) -> dict:
        """Send a request and wait for its answer; Refused if the board says no, TengenError if it is silent."""
        return next(self.requests([(word, content or {})]))

    def requests(self, wanted: Iterable[tuple[str, dict]]) -> Iterator[dict]:
        """Answers to queries in their order, with up to four on the way at once."""
        source = iter(wanted)
        waiting: dict[int, tuple[int, str, dict]] = {}
        answers: dict[int, dict] = {}
        due = self._seq + 1
        while True:
            fresh = []
            while len(waiting) + len(answers) < WINDOW and (item := next(source, None)) is not None:
                self._seq += 1
                waiting[self._seq] = (self._seq, *item)
                fresh.append(waiting[self._seq])
            if not waiting and due not in answers:
                return
            if due not in answers:
                self._exchange(fresh, waiting, answers, due)
            while due in answers:
                answer = answers.pop(due)
                due += 1
                if isinstance(answer, Refused):
                    raise answer
                yield answer

    def _exchange(self, fresh: list, waiting: dict, answers: dict, due: int) -> None:
        """Send what is fresh, and what is unanswered again, until the answer ``due`` is there."""
        to_send, tries, damaged = fresh, 1, 0
        while True:
            try:
                if to_send:
                    self._send(to_send)
                outcome = self._collect(waiting, answers, due)
            except _Unplugged:
                self._reopen()
                to_send, tries = list(waiting.values()), 1
                continue
            if outcome == "done":
                return
            if outcome == "damaged":
                damaged += 1
                if damaged > MOST_DAMAGED:
                    raise TengenError(f"every line to {self.device} arrives damaged: try another cable")
            else:
                tries += 1
                if tries > TRIES:
                    raise TengenError(self._silence())
            to_send = list(waiting.values())
            self.repeated += len(to_send)

    def _collect(self, waiting: dict, answers: dict, due: int) -> str:
        """Take frames until the answer ``due`` (``done``), a complaint (``damaged``) or the time-out (``late``)."""
        until = time.monotonic() + self._answer_s
        while (found := self._receive(until)) is not None:
            mark, seq, token, word, content = found
            if mark == "!" and word == "damaged" and token == "0000":
                return "damaged"
            if token != self._token:
                continue
            if mark == "*":
                self._event(seq, content)
            elif seq in waiting:
                if mark == "!" and word == "busy":
                    raise Refused(word, content)
                del waiting[seq]
                answers[seq] = content if mark == "=" else Refused(word, content)
                until = time.monotonic() + self._answer_s
                if due in answers:
                    return "done"
        return "late"

    def _send(self, requests: list) -> None:
        data = b"\n" + b"".join(frame("?", seq, self._token, word, content) for seq, word, content in requests)
        if self._port is None:
            raise _Unplugged
        try:
            self._port.write(data)
        except serial.SerialTimeoutException:
            pass  # the board does not take it now: the answer's time-out sees to it
        except _PORT_ERRORS:
            raise _Unplugged from None

    def _receive(self, until: float) -> tuple[str, int, str, str, dict] | None:
        """The next frame, None when it is ``until``."""
        while True:
            line, newline, rest = self._buffer.partition(b"\n")
            if newline:
                self._buffer = rest
                found = parse(line.rstrip(b"\r"))
                if found:
                    return found
                if line.strip():
                    self._strange.append(line.decode("utf-8", "replace").strip())
                continue
            if time.monotonic() >= until:
                return None
            if len(self._buffer) > LONGEST:
                self._buffer = b""
            self._buffer += self._read()

    def _read(self) -> bytes:
        if self._port is None:
            raise _Unplugged
        try:
            return self._port.read(max(1, self._port.in_waiting))
        except (*_PORT_ERRORS, TypeError):
            # Also "readiness to read but returned no data": the cable was pulled. TypeError: closed under our hands.
            raise _Unplugged from None

    def _silence(self) -> str:
        text = " ".join([*self._strange, self._buffer.decode("utf-8", "replace")])
        if ">>>" in text or "MicroPython" in text or "Traceback" in text:
            return (
                f"{self.device} runs MicroPython, but not Tengen's firmware (or it has stopped): "
                "put it on the board with tengen flash"
            )
        return (
            f"no answer from {self.device}: is it a Tengen board? Unplug it and plug it in again; "
            "if it stays silent, hold both buttons while you plug it in (safe mode)"
        )

    # ---- events

    def _event(self, seq: int, content: dict) -> None:
        if self._next_event is not None and seq != self._next_event:
            self.missed_events = True
        self._next_event = seq % MOST_SEQ + 1
        self._events.append(content)

    def expect_events(self, first: int) -> None:
        """Number of the next event, from the answer to ``live``: a gap before it shows in ``missed_events``."""
        self._next_event = first
        self._events.clear()
        self.missed_events = False

    def has_missed(self, coming: int | None) -> bool:
        """Whether the board, whose next event is number ``coming``, has sent events that never came."""
        return coming is not None and coming != self._next_event

    def next_event(self, timeout_s: float) -> dict | None:
        """The next event, None after ``timeout_s`` without one. TengenError if the board was unplugged and stays away.

        After it came back, ``missed_events`` is True and ``live`` has to be asked for again.
        """
        until = time.monotonic() + timeout_s
        while not self._events:
            try:
                found = self._receive(until)
            except _Unplugged:
                self._reopen()
                self.missed_events = True
                return None
            if found is None:
                return None
            mark, seq, token, _, content = found
            if mark == "*" and token == self._token:
                self._event(seq, content)
        return self._events.popleft()
