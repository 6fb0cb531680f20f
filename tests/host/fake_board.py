"""A board on a pty that keeps to ``firmware/PROTOCOL.md`` to the letter, and a bad cable to it.

It is written from the document alone, not from the firmware: what the host assumes and the document does not say fails
here.
"""

import base64
import binascii
import json
import os
import pty
import random
import re
import select
import threading
import time
import tty

LINE = re.compile(rb"\?(\d{1,6}) ([0-9a-f]{4}) ([a-z]+) (\{.*\}) ([0-9A-F]{8})")


def frame(mark, seq, token, text):
    """As in the document."""
    body = f"{mark}{seq} {token} {text}"
    return f"{body} {binascii.crc32(body.encode()):08X}\n".encode()


class FakeBoard:
    """``games``: ``{id: (header dict, records bytes, state)}``; ``port``: the path to open.

    ``loss``: part of the lines in either direction that are lost or damaged. ``asked``: every request that was carried
    out. ``hello``: overrides. ``silent``: answers nothing. ``greeting``: bytes instead of answers, as a REPL does.
    """

    def __init__(self, games=None, loss=0.0, hello=None, seed=1, greeting=None):
        self.games = dict(games or {})
        self.loss, self._random = loss, random.Random(seed)
        self.greeting, self.silent = greeting, False
        self.settings = {"volume": 3, "language": "en", "name": "", "last": ["go-2002", {}]}
        self.confirmed, self.asked, self.commands = set(), [], []
        self.batches = []  # events to send after each live; a number among them: so many were lost; or a call
        self.session = None
        self.live = False
        self._last_frame = 0.0
        self._done = {}  # the last change: {(token, seq): answer line}
        self._event_number = 0
        self._hello = {
            "protocol": 1, "busy": False, "board": "tengen", "firmware": "0.1.0", "hash": "9f3a12cd",
            "micropython": "1.29.0", "chip": "rp2040", "serial": "e6614103e7452c2f", "generation": "5be10c77",
            "size": 19, "free": 812032, "total": 1441792, "state": "idle", "game": None, "seconds": None, "line": 1536,
            "records": 48, "message": None,
        }  # fmt: skip
        self._hello |= hello or {}
        self.status = {"state": "idle", "size": 19, "grid": "." * 361, "message": ["Tengen"]}
        self._stop = False
        self.name = None  # a symbolic link that follows the port, as a name under /dev/serial/by-id does
        self.cut_after = None  # pull the cable after so many bytes to the host
        self._open()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def _open(self):
        self._master, self._slave = pty.openpty()
        tty.setraw(self._slave)
        self.port = os.ttyname(self._slave)

    def follow(self, name):
        """Keep a symbolic link ``name`` at the port."""
        self.name = name
        name.symlink_to(self.port)
        return str(name)

    def replug(self):
        """Pull the cable and plug it in again: the board is at another port, its memory is what it was."""
        old, slave = self._master, self._slave
        self._open()
        if self.name:
            self.name.unlink()
            self.name.symlink_to(self.port)
        os.close(slave)
        os.close(old)

    def close(self):
        """Stop and close the port."""
        self._stop = True
        self._thread.join()
        os.close(self._master)
        os.close(self._slave)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def _run(self):
        buffer = b""
        while not self._stop:
            master = self._master
            try:
                if not select.select([master], [], [], 0.02)[0]:
                    continue
                buffer += os.read(master, 4096)
            except (OSError, ValueError):
                buffer = b""  # the cable was pulled
                continue
            *lines, buffer = buffer.split(b"\n")
            for line in lines:
                self._line(line)

    def _bad_luck(self):
        return self._random.random() < self.loss

    def _write(self, line):
        if self._bad_luck():
            if self._bad_luck():
                return  # lost
            line = bytearray(line)
            line[self._random.randrange(len(line))] ^= 1 << self._random.randrange(8)
        if self.cut_after is not None and self.cut_after < len(line):
            os.write(self._master, bytes(line[: self.cut_after]))
            self.cut_after = None
            self.replug()
            return
        if self.cut_after is not None:
            self.cut_after -= len(line)
        os.write(self._master, bytes(line))

    def _line(self, line):
        if self.silent or not line:
            return
        if self.greeting is not None:
            os.write(self._master, line + b"\r\n" + self.greeting)
            return
        if self._bad_luck():
            line = line[: len(line) // 2]
        match = LINE.fullmatch(line)
        if not match or binascii.crc32(line[:-9]) != int(match[5], 16):
            if line[:1] == b"?":
                say = '{"say":"a line arrived damaged; send it again"}'
                self._write(frame("!", 0, "0000", f"damaged {say}"))
            return
        seq, token, word, content = int(match[1]), match[2].decode(), match[3].decode(), json.loads(match[4])
        if self.session not in (None, token) and time.monotonic() - self._last_frame < 3:
            left = round(3000 - (time.monotonic() - self._last_frame) * 1000)
            say = {"say": "another program is using the board", "free_in_ms": left}
            self._write(frame("!", seq, token, f"busy {json.dumps(say)}"))
            return
        if self.session != token or time.monotonic() - self._last_frame > 3:
            self.live = False
        self.session, self._last_frame = token, time.monotonic()
        if (token, seq) in self._done:
            self._write(self._done[token, seq])
            return
        self._answer(seq, token, word, content)

    def _answer(self, seq, token, word, content):
        self.asked.append((word, content))
        handler = getattr(self, f"_{word}_request", None)
        if handler is None:
            self._write(frame("!", seq, token, 'unknown {"say":"no such request"}'))
            return
        found = handler(content)
        if isinstance(found, str):
            kind, _, say = found.partition(" ")
            line = frame("!", seq, token, f"{kind} {json.dumps({'say': say})}")
        else:
            line = frame("=", seq, token, json.dumps(found))
        assert len(line) <= 1537
        if word in ("confirm", "new", "command", "set", "time", "live"):
            self._done = {(token, seq): line}
        self._write(line)
        if word == "live":
            for event in self.batches.pop(0) if self.batches else ():
                if callable(event):
                    event()
                    continue
                if isinstance(event, int):
                    self._event_number += event
                    continue
                self._write(frame("*", self._event_number, token, json.dumps(event)))
                self._event_number += 1
        if word == "bye":
            self.session = None

    def _hello_request(self, content):
        return self._hello

    def _ping_request(self, content):
        return {"live": self.live, "next": self._event_number}

    def _bye_request(self, content):
        return {}

    def _status_request(self, content):
        return self.status

    def _time_request(self, content):
        was, self._hello["seconds"] = self._hello["seconds"], content["seconds"]
        return {"seconds": content["seconds"], "was": was}

    def _games_request(self, content):
        rows = [
            [key, len(records) // 16, state, key in self.confirmed, len(records)]
            for key, (_, records, state) in self.games.items()
        ]
        start = content.get("from", 0)
        return {"games": rows[start : start + 20], "from": start, "more": start + 20 < len(rows)}

    def _header_request(self, content):
        if content["game"] not in self.games:
            return f"missing there is no game {content['game']} on this board"
        data = json.dumps(self.games[content["game"]][0]).encode()
        start = content.get("from", 0)
        piece = base64.b64encode(data[start : start + 720]).decode()
        return {"game": content["game"], "from": start, "size": len(data), "data": piece}

    def _read_request(self, content):
        if content["game"] not in self.games:
            return f"missing there is no game {content['game']} on this board"
        records = self.games[content["game"]][1]
        start, count = content.get("from", 0), min(content["count"], 48)
        piece = records[start * 16 : (start + count) * 16]
        total = len(records) // 16
        data = base64.b64encode(piece).decode()
        return {"game": content["game"], "from": start, "count": len(piece) // 16, "total": total, "data": data}

    def _confirm_request(self, content):
        _, records, state = self.games[content["game"]]
        if state != "finished" or content["records"] * 16 != len(records):
            return "refused the game runs, or has another length"
        if content["crc"] != f"{binascii.crc32(records):08X}":
            return "refused the checksum is not that of the board"
        self.confirmed.add(content["game"])
        return {"game": content["game"], "confirmed": True}

    def _new_request(self, content):
        if len(content["black"]) > 60:
            return "bad a name has at most 60 characters"
        return {"game": "0001", "warning": None}

    def _command_request(self, content):
        self.commands.append(content)
        return {"record": 40 + len(self.commands), "done": True}

    def _settings_request(self, content):
        return {"settings": self.settings, "message": None}

    def _set_request(self, content):
        if content["key"] not in self.settings:
            return f"bad there is no setting {content['key']} (have language, volume)"
        self.settings[content["key"]] = content["value"]
        return {"settings": self.settings}

    def _live_request(self, content):
        self.live = content["on"]
        return {"on": content["on"], "next": self._event_number}
