"""RenjuNet's XML database: tables of players, rules and tournaments, and games whose moves are ``h8 h9 i10 ...``."""

import re
import xml.etree.ElementTree as ElementTree

from shared_rules.points import BLACK, WHITE
from tengen.errors import TengenError
from tengen.kifu import Kifu

_RESULTS = {"1": "B+", "0": "W+", "0.5": "Draw", "1.0": "B+", "0.0": "W+"}
_MOVES = re.compile(r"[A-Za-z]\d+|--|pass", re.IGNORECASE)


def recognises(data: bytes) -> bool:
    """Whether it is XML with games in it."""
    start = data[:4096].lstrip(b"\xef\xbb\xbf \t\r\n")
    return start.startswith(b"<?xml") or bool(re.match(rb"<(database|games?|renju\w*)\b", start))


def read(data: bytes, game: str = "1") -> Kifu:
    """One game: by number, or by the id of the database as ``id=1234``."""
    if b"<!ENTITY" in data:
        raise TengenError("XML with entity declarations is not read")
    parser = ElementTree.XMLPullParser(events=("end",))
    tables: dict[tuple[str, str], ElementTree.Element] = {}
    games = []
    broken = ""
    try:
        parser.feed(data)
        parser.close()
    except ElementTree.ParseError as error:
        broken = f"the XML is damaged at line {error.position[0]}"
    try:
        for _, element in parser.read_events():
            if element.tag == "game":
                games.append(element)
            elif element.get("id") is not None:
                tables[element.tag, element.get("id")] = element
    except ElementTree.ParseError:
        pass  # what was complete before the damage has been read
    if not games:
        raise TengenError(broken or "XML without any <game>")
    kifu = _game(_choose(games, game), tables)
    if len(games) > 1 and not broken:
        kifu.notes.append(f"{len(games)} games in the file: game {game} is read")
    kifu.damage = broken
    return kifu


def _choose(games: list[ElementTree.Element], game: str) -> ElementTree.Element:
    if game.startswith("id="):
        for element in games:
            if element.get("id") == game[3:]:
                return element
        raise TengenError(f"no game with {game} in the file")
    if not game.isdigit() or not 1 <= int(game) <= len(games):
        raise TengenError(f"no game {game} in the file: it has {len(games)}, or choose by id=NUMBER")
    return games[int(game) - 1]


def _game(element: ElementTree.Element, tables: dict[tuple[str, str], ElementTree.Element]) -> Kifu:
    def named(table: str, key: str) -> str:
        entry = tables.get((table, element.get(key, "")))
        if entry is None:
            return element.get(key, "")
        return " ".join(part for part in (entry.get("name", ""), entry.get("surname", "")) if part)

    kifu = Kifu(rules="renju", variant="renju", size=15)
    kifu.black, kifu.white = named("player", "black"), named("player", "white")
    kifu.event, kifu.rule_text = named("tournament", "tournament"), named("rule", "rule")
    kifu.result = _RESULTS.get(element.get("bresult", ""), "")
    entry = tables.get(("tournament", element.get("tournament", "")))
    if entry is not None:
        kifu.date = entry.get("year", "")
    texts = [child.text or "" for child in element if child.tag in ("move", "moves")]
    words = _MOVES.findall(" ".join(texts) or element.get("moves", ""))
    kifu.point_moves([(WHITE if n % 2 else BLACK, word.lower()) for n, word in enumerate(words)])
    kifu.comment = next(((child.text or "").strip() for child in element if child.tag == "info"), "")
    return kifu
