"""SGF as people have it: FF[1] to FF[4], written by Sabaki, CGoban, OGS, Fox, KGS, KaTrain and renju programs.

Grammar and escaping are sgfmill's. Only the main line is read: the first variation of each branching.
"""

import re

from sgfmill import sgf_grammar

from shared_rules import points
from shared_rules.go import GoBoard
from shared_rules.points import BLACK, EMPTY, NO_POINT, WHITE
from shared_rules.reasons import LEGAL
from shared_rules.renju import FIVE, RenjuBoard
from tengen.errors import TengenError
from tengen.formats.charset import decode
from tengen.kifu import MOST_MOVES, NOWHERE, Kifu, Move

_START = re.compile(rb"\(\s*;")
_COLORS = {"B": BLACK, "W": WHITE}
_STONES = {"AB": BLACK, "AW": WHITE, "AE": EMPTY}
_SMALLEST, _LARGEST = 2, 20
_NAMED = re.compile(r"renju|gomoku|go-moku|five.in.a.row|wuziqi|五子棋|连珠|連珠|五目", re.IGNORECASE)
_FREE = re.compile(r"free|gomoku|自由|无禁|無禁", re.IGNORECASE)
_EXACT = re.compile(r"standard|exact", re.IGNORECASE)
_NUMBER = re.compile(r"[-+]?\d+(?:[.,]\d+)?")


def recognises(data: bytes) -> bool:
    """Whether there is the start of a game tree, in ASCII or (with a byte order mark) UTF-16."""
    return bool(_START.search(data[:100_000])) or data[:2] in (b"\xff\xfe", b"\xfe\xff")


def read(data: bytes, game: str = "1") -> Kifu:
    """The main line of a game of an SGF collection."""
    text, codec = decode(data)
    kifu = Kifu()
    if codec not in ("utf-8", "cp1252"):
        kifu.notes.append(f"text read as {codec}")
    nodes, branches = _main_line(text.encode("utf-8", errors="replace"), game, kifu)
    _header(kifu, nodes)
    if branches:
        kifu.notes.append(f"{branches} variation{'s' if branches > 1 else ''} left out: only the main line is read")
    for node in nodes:
        _node(kifu, node)
        if len(kifu.moves) > MOST_MOVES:
            break  # the reader of all formats says so
    kifu.comment = _text(nodes[0], "C") or _text(nodes[0], "GC")
    _guess_renju(kifu)
    return kifu


def _main_line(data: bytes, game: str, kifu: Kifu) -> tuple[list[dict[str, list[bytes]]], int]:
    """Property maps of the nodes of the main line, and how many variations were left out."""
    if not game.isdigit() or int(game) < 1:
        raise TengenError(f"games of an SGF file are numbered from 1, not {game}")
    position = 0
    for number in range(1, int(game) + 1):
        tokens, end = sgf_grammar.tokenise(data, position)
        if not tokens:
            raise TengenError(f"there is no game {number} in the file" if number > 1 else "there is no SGF game in it")
        position = end
    if _START.search(data, position):
        kifu.notes.append(f"there are more games in the file: game {game} is read")
    nodes: list[dict[str, list[bytes]]] = []
    ident, depth, branches = "", 0, 0
    skip = 0  # depth of a variation being left out
    ended = [False]  # for each open tree: whether a variation of it was read already
    for kind, token in tokens:
        if kind == "D" and token == b"(":
            depth += 1
            if not skip and ended[-1]:
                skip, branches = depth, branches + 1
            if not skip:
                ended[-1] = True
                ended.append(False)
        elif kind == "D" and token == b")":
            if skip == depth:
                skip = 0
            elif not skip:
                ended.pop()
            depth -= 1
        elif skip:
            continue
        elif kind == "D":
            nodes.append({})
            ident = ""
        elif kind == "I":
            ident = token.decode("ascii")
        elif nodes and ident:
            nodes[-1].setdefault(ident, []).append(token)
    if depth > 0:
        rest = data[end:].strip()
        where = f"move {sum(1 for n in nodes if 'B' in n or 'W' in n)}"
        kifu.damage = f"damaged after {where}: " + (
            "the file ends there" if not rest else f"unreadable from {_show(rest)}"
        )
        if rest.startswith(b"[") and nodes and ident in ("C", "GC"):
            # A comment that was cut off keeps its text; the coordinates of a move would be too short to trust.
            nodes[-1].setdefault(ident, []).append(rest[1:].rstrip(b"\\"))
    if not nodes or (kifu.damage and not any(nodes)):
        raise TengenError("there is no SGF game in it")
    return nodes, branches


def _show(rest: bytes) -> str:
    return repr(rest[:20].decode("utf-8", errors="replace"))


def _values(node: dict[str, list[bytes]], ident: str) -> list[str]:
    """Values as text with escapes undone; a line break in simple text is a space."""
    values = []
    for raw in node.get(ident, []):
        text = re.sub(r"\\(\r\n|\n\r|\n|\r)", "", raw.decode("utf-8"))
        values.append(re.sub(r"\\(.)", r"\1", text, flags=re.DOTALL))
    return values


def _text(node: dict[str, list[bytes]], ident: str) -> str:
    values = _values(node, ident)
    return values[0].strip() if values else ""


def _header(kifu: Kifu, nodes: list[dict[str, list[bytes]]]) -> None:
    """Read what the file says of the game; properties may stand in any order, and after the root by mistake."""
    found: dict[str, str] = {}
    for node in nodes:
        for ident in ("GM", "SZ", "RU", "KM", "HA", "PB", "PW", "DT", "PC", "RE", "EV", "GN", "AP"):
            if ident in node and ident not in found:
                found[ident] = _text(node, ident)
    kind = found.get("GM", "1") or "1"
    if kind not in ("1", "4"):
        raise TengenError(f"GM[{kind}] is neither Go (1) nor gomoku and renju (4)")
    named = bool(_NAMED.search(" ".join(found.get(i, "") for i in ("RU", "GN", "EV", "AP"))))
    kifu.rules = "renju" if kind == "4" or named else "go"
    if kind == "1" and named:
        kifu.notes.append("labelled as Go (GM[1]), read as renju by its own words")
    kifu.size = _size(found.get("SZ", ""), kifu.rules)
    kifu.rule_text = found.get("RU", "")
    if kifu.rules == "renju":
        variant = _variant(found.get("RU", ""))
        kifu.variant, kifu.variant_known = variant or "renju", bool(variant)
    kifu.black, kifu.white = found.get("PB", ""), found.get("PW", "")
    kifu.date, kifu.place, kifu.result = found.get("DT", ""), found.get("PC", ""), found.get("RE", "")
    kifu.event, kifu.application = found.get("EV", "") or found.get("GN", ""), found.get("AP", "")
    kifu.handicap = int(found["HA"]) if found.get("HA", "").isdigit() else 0
    kifu.komi = _komi(found, kifu)


def _size(text: str, rules: str) -> int:
    if not text:
        return 15 if rules == "renju" else 19
    sides = [side.strip() for side in text.split(":")]
    if not all(side.isdigit() for side in sides) or len(sides) > 2:
        raise TengenError(f"SZ[{text}] is no board size")
    if len(sides) == 2 and sides[0] != sides[1]:
        raise TengenError(f"SZ[{text}]: only square boards can be played")
    size = int(sides[0])
    if not _SMALLEST <= size <= _LARGEST or (rules == "go" and size > 19):
        raise TengenError(f"SZ[{text}]: Go boards have 2 to 19 lines, renju boards 5 to 20")
    return size


def _variant(rule: str) -> str:
    """The variant that RU names, empty if it does not."""
    if re.search("renju|连珠|連珠", rule, re.IGNORECASE):
        return "renju"
    if _EXACT.search(rule):
        return "exact"
    return "free" if _FREE.search(rule) else ""


def _komi(found: dict[str, str], kifu: Kifu) -> float | None:
    text = found.get("KM", "")
    number = _NUMBER.match(text.strip())
    if not number:
        if text:
            kifu.notes.append(f"komi {text} is no number: komi unknown")
        return None
    komi = float(number[0].replace(",", "."))
    if "foxwq" in found.get("AP", "").lower() and abs(komi) >= 25:
        # Fox writes hundredths: of zi (375) or of points (650).
        komi = komi / 100
        if komi % 0.5:
            komi *= 2
        kifu.notes.append(f"komi {text} of a Fox file read as {komi:g} points")
    elif komi % 0.5:
        # Quarters are zi (G11): komi in points is a multiple of a half.
        kifu.notes.append(f"komi {text} read as zi, {2 * komi:g} points")
        komi *= 2
    return komi


def _node(kifu: Kifu, node: dict[str, list[bytes]]) -> None:
    """Add the stones set up in a node and the moves played in it."""
    edits = _setup(kifu, node)
    player = _text(node, "PL")[:1].upper()
    if player in ("B", "W") and not kifu.moves:
        kifu.to_play = _COLORS[player]
    elif player in ("1", "2") and not kifu.moves:  # old writings
        kifu.to_play = int(player)
    pending = kifu.final_edits if kifu.moves else kifu.setup
    for point, color in edits.items():
        if color == EMPTY and pending is kifu.setup:
            pending.pop(point, None)
        else:
            pending[point] = color
    comment = _text(node, "C")
    for ident in [ident for ident in node if ident in _COLORS]:
        for number, written in enumerate(_values(node, ident)):
            if number:
                kifu.notes.append(f"a node with several moves of one side after move {len(kifu.moves)}: all are played")
            move = Move(_COLORS[ident], _move_point(written.strip(), kifu), written.strip(), comment)
            if kifu.moves:
                move.edits, kifu.final_edits = kifu.final_edits, {}
            kifu.moves.append(move)
            comment = ""


def _move_point(written: str, kifu: Kifu) -> int:
    """The point of a move: empty is a pass, and so is ``tt`` up to 19x19; NOWHERE if it is not on the board."""
    if written == "" or (written == "tt" and kifu.size <= 19):
        return NO_POINT
    try:
        return points.from_sgf(written, kifu.size)
    except ValueError:
        return NOWHERE


def _setup(kifu: Kifu, node: dict[str, list[bytes]]) -> dict[int, int]:
    """Points set up in a node, rectangles (``aa:cc``) spread out."""
    edits: dict[int, int] = {}
    for ident, color in _STONES.items():
        for written in _values(node, ident):
            corners = [_corner(part.strip(), kifu.size) for part in written.split(":")]
            if None in corners or len(corners) > 2:
                kifu.notes.append(f"{ident}[{written}] is not on a {kifu.size}x{kifu.size} board: left out")
                continue
            (left, top), (right, bottom) = corners[0], corners[-1]
            for row in range(min(top, bottom), max(top, bottom) + 1):
                for col in range(min(left, right), max(left, right) + 1):
                    edits[row * kifu.size + col] = color
    return edits


def _corner(written: str, size: int) -> tuple[int, int] | None:
    """Column and row of SGF letters, None if they are not a point of this board."""
    try:
        point = points.from_sgf(written, size)
    except ValueError:
        return None
    return point % size, point // size


def _guess_renju(kifu: Kifu) -> None:
    """Renju programs write GM[1] too: on a 15x15 board without any sign of Go, the stones decide."""
    signs_of_go = kifu.rule_text or kifu.komi or kifu.handicap or kifu.setup
    if kifu.rules != "go" or kifu.size != 15 or signs_of_go:
        return
    points_played = [move.point for move in kifu.moves]
    first = [divmod(point, 15) for point in points_played[:2]]
    if len(first) == 2 and first[0] == (7, 7) and max(abs(first[1][0] - 7), abs(first[1][1] - 7)) == 1:
        why = "opened like renju"
    elif _ends_with_five(kifu):
        why = "the last move makes five and nothing was captured before"
    else:
        return
    kifu.rules, kifu.variant_known = "renju", False
    kifu.notes.append(f"labelled as Go (GM[1]), read as renju: 15x15, {why}")


def _ends_with_five(kifu: Kifu) -> bool:
    """Whether the last stone, and no earlier one, makes five in a row, in a game in which Go would capture nothing."""
    go, renju = GoBoard(15, "none"), RenjuBoard(15, "free")
    for number, move in enumerate(kifu.moves, 1):
        if go.check(move.point, move.color) != LEGAL or go.play(move.point, move.color):
            return False
        renju.play(move.point, move.color)
        if renju.judge(move.point, move.color) & FIVE:
            return number == len(kifu.moves)
    return False
