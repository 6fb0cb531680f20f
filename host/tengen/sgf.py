"""Games as SGF, format FF[4]: the form that Sabaki, KaTrain, CGoban, OGS and sgfmill open.

The order of the properties is ours (CA comes before any text, RE before C, as some readers need it), grammar and
escaping are sgfmill's.
"""

from sgfmill import sgf_grammar

from shared_rules import points
from shared_rules.points import BLACK, WHITE
from tengen import __version__, describe
from tengen.game import Game, undoes

TEXT = ("C", "GC")  # keep line breaks
LETTER = {"black": "B", "white": "W"}
GM = {"go": "1", "renju": "4"}
VARIANT = {"renju": "renju", "free": "freestyle", "exact": "standard"}
MARKED = ("warning", "violation", "penalty")  # flagged for the viewer as a hotspot
SILENT = ("start", "call", "period")  # the nodes themselves and BL, OB say these


class Node:
    """The properties of one node in the order in which they were added."""

    def __init__(self):
        self.properties = {}  # ident -> list of encoded values

    def add(self, ident: str, *values: str) -> None:
        """Add values to a property; each value is escaped (text) or given as it stands (everything else)."""
        self.properties.setdefault(ident, []).extend(_encode(ident, v) for v in values)

    def say(self, line: str) -> None:
        """Add a line to the comment."""
        old = self.properties.get("C", [b""])[0]
        self.properties["C"] = [old + (b"\n" if old else b"") + _encode("C", line)]

    def take_over(self, undone: "Node") -> None:
        """What was said at a node that is taken back: its comment after this one's, its marks where this has none."""
        old, said = self.properties.get("C"), undone.properties.get("C")
        if said:
            self.properties["C"] = [b"\n".join(old + said)] if old else said
        for ident in ("MA", "HO"):
            if ident in undone.properties:
                self.properties.setdefault(ident, undone.properties[ident])

    def has(self, ident: str) -> bool:
        """Whether the node has this property."""
        return ident in self.properties


def _encode(ident: str, value: str) -> bytes:
    """One value, escaped; control characters go, and line breaks too where SGF has simple text."""
    lines = value.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    clean = ["".join(c if c >= " " else " " for c in line) for line in lines]
    return sgf_grammar.escape_text(("\n" if ident in TEXT else " ").join(clean).encode())


def serialise(nodes: list[Node]) -> bytes:
    """One game without variations as UTF-8 bytes, lines of about 79 characters."""
    pieces = [b"("]
    for node in nodes:
        pieces.append(b";")
        for ident, values in node.properties.items():
            pieces.append(ident.encode() + b"".join(b"[" + v + b"]" for v in values))
    pieces.append(b")\n")
    return sgf_grammar.block_format(pieces)


def komi_points(komi_zi: float) -> str:
    """Komi as SGF counts it: 3.75 zi that Black gives are 7.5 points."""
    return f"{komi_zi * 2:g}"


def write(game: Game) -> bytes:
    """A game as SGF, one node a move; a board's rulings other than moves are comments on the node before them.

    What was ruled on moves that were taken back stays as comments at the node where play went on from. A record of
    another program keeps its own comments.
    """
    root = Node()
    _root(root, game)
    nodes = [root]
    last = [None]  # the move's ruling of each node
    for ruling in describe.worth_telling(game.rulings):
        if undoes(ruling, last[-1]):
            undone = nodes.pop()
            last.pop()
            nodes[-1].take_over(undone)
        if ruling["kind"] in ("move", "pass"):
            nodes.append(_move(game, ruling))
            last.append(ruling)
        elif ruling["kind"] not in SILENT and game.is_from_board:
            _comment(game, nodes[-1], ruling)
        if ruling.get("comment"):
            nodes[-1].say(ruling["comment"])
        if ruling.get("position"):
            nodes.append(_position(game, ruling["position"]))
            last.append(None)
    return serialise(nodes)


def _root(node: Node, game: Game) -> None:
    h = game.header
    node.add("FF", "4")
    node.add("CA", "UTF-8")
    node.add("AP", f"Tengen:{__version__}")
    node.add("GM", GM[h["rules"]])
    node.add("SZ", str(h["size"]))
    if h["rules"] == "go":
        rules = "Chinese" if game.is_from_board else h.get("rule_text")
        if rules:
            node.add("RU", rules)
        if h["komi_zi"] is not None:
            node.add("KM", komi_points(h["komi_zi"]))
    else:
        node.add("RU", VARIANT[h["variant"]])
    time = h.get("time")
    if time:
        node.add("TM", f"{time['main_ms'] / 1000:g}")
        if describe.overtime(time):
            node.add("OT", describe.overtime(time))
    for ident, value in (
        ("PB", game.black),
        ("PW", game.white),
        ("EV", h.get("event")),
        ("DT", (h.get("date") or "")[: 10 if game.is_from_board else None]),
        ("PC", h.get("place")),
        ("RE", game.result if game.is_from_board or game.result != "?" else ""),
    ):
        if value:
            node.add(ident, value)
    _set_up(node, game)
    if game.is_from_board and not h.get("date"):
        node.say("The date is not known: the board had not met a computer yet.")


def _set_up(node: Node, game: Game) -> None:
    size = game.header["size"]
    if game.header.get("handicap"):
        node.add("HA", str(game.header["handicap"]))
    for ident, color in (("AB", BLACK), ("AW", WHITE)):
        stones = [points.to_sgf(p, size) for p, c in sorted(game.setup.items()) if c == color]
        if stones:
            node.add(ident, *stones)
    if game.setup:
        node.add("PL", "B" if game.first == BLACK else "W")


def _move(game: Game, ruling: dict) -> Node:
    node = Node()
    node.add(LETTER[ruling["side"]], game.sgf_point(ruling))
    if ruling.get("reason") == "illegal_kept":
        node.add("KO", "")  # FF[4]: played although it is illegal
    _clock(node, ruling)
    return node


def _comment(game: Game, node: Node, ruling: dict) -> None:
    node.say(f"{describe.stamp(ruling['at'])} {describe.describe(ruling)}")
    if ruling["kind"] == "void" and ruling.get("point") and not node.has("MA"):
        node.add("MA", game.sgf_point(ruling))
    if ruling["kind"] in MARKED and not node.has("HO"):
        node.add("HO", "1")


def _position(game: Game, stones: dict) -> Node:
    """A position that was accepted as it stands (G17.5): a set-up node with the points that differ."""
    node = Node()
    for ident, color in (("AB", "black"), ("AW", "white"), ("AE", None)):
        changed = [points.to_sgf(game.point(name), game.size) for name, now in stones.items() if now == color]
        if changed:
            node.add(ident, *changed)
    return node


def _clock(node: Node, ruling: dict) -> None:
    """BL or WL in seconds, OB or OW once in overtime: periods left, or moves left in the quota."""
    left = ruling.get("clock")
    if not left:
        return
    letter = LETTER[ruling["side"]]
    in_main = left["main_ms"] > 0
    ms = left["main_ms"]
    if not in_main:
        ms = left.get("period_left_ms", left.get("bank_ms", 0))
    node.add(letter + "L", f"{ms / 1000:.3f}".rstrip("0").rstrip("."))
    if not in_main and ("periods" in left or "moves_left" in left):
        node.add("O" + letter, str(left.get("periods", left.get("moves_left"))))
