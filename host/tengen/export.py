"""Games in the formats of other programs: SGF, Piskvork's .psq, RIF's tournament XML, and JSON."""

import json
from xml.etree import ElementTree

from shared_rules.points import NO_POINT
from tengen import sgf
from tengen.errors import TengenError
from tengen.game import Game

# How a result in SGF form reads in RIF's files: points of Black, then a letter for how.
_RIF_RESULTS = {"B": "1", "W": "0", "0": "0.5", "D": "0.5"}
_RULES = {"renju": "Renju", "free": "Gomoku", "exact": "Gomoku, exactly five"}


def to_sgf(games: list[Game]) -> bytes:
    """One SGF file; several games make a collection."""
    return b"".join(sgf.write(game) for game in games)


def to_psq(games: list[Game]) -> bytes:
    """One game for Piskvork: size, moves as ``column,row,ms`` from the top left, then the players.

    The format knows no passes, no Go and no character set: Western names are written in the Western one as Piskvork
    does, others in UTF-8. The time is the move's thinking time.
    """
    if len(games) != 1:
        raise TengenError(f".psq holds one game, not {len(games)}: export them one by one")
    game = games[0]
    if game.rules == "go":
        raise TengenError(".psq is for gomoku and renju; export Go games as SGF")
    lines = [f"Piskvorky {game.size}x{game.size}, 11:11, 0"]
    before = 0.0
    for number, move in enumerate(game.played(), 1):
        if move.point == NO_POINT:
            raise TengenError(f"move {number} is a pass, which .psq cannot hold; export the game as SGF")
        row, col = divmod(move.point, game.size)
        at = move.ruling["at"]
        lines.append(f"{col + 1},{row + 1},{round((at - before) * 1000) if at else 0}")
        before = at
    lines += [_one_line(game.black) or "Black", _one_line(game.white) or "White", "-1"]
    text = "\r\n".join(lines) + "\r\n"
    try:
        return text.encode("cp1252")
    except UnicodeEncodeError:
        return text.encode()


def to_rif(games: list[Game]) -> bytes:
    """Renju and gomoku games as the RenjuNet database writes them: tables of players, rules, tournaments; games."""
    root = ElementTree.Element("database")
    tables: dict[str, dict[str, str]] = {"player": {}, "rule": {}, "tournament": {}}

    def number(table: str, name: str) -> str:
        return tables[table].setdefault(name, str(len(tables[table]) + 1))

    found = ElementTree.Element("games")
    for count, game in enumerate(games, 1):
        if game.rules == "go":
            raise TengenError("RIF's files are for gomoku and renju; export Go games as SGF")
        element = ElementTree.SubElement(
            found,
            "game",
            id=str(count),
            tournament=number("tournament", game.header.get("event") or "Tengen"),
            round=str(game.header.get("round") or ""),
            rule=number("rule", _RULES[game.header["variant"]]),
            black=number("player", game.black or "Black"),
            white=number("player", game.white or "White"),
            bresult=_RIF_RESULTS.get(game.result[:1], ""),
        )
        names = [game.name(m.point).lower() or "pass" for m in game.played()]
        ElementTree.SubElement(element, "move").text = " ".join(names)
        if game.header.get("date"):
            ElementTree.SubElement(element, "info").text = str(game.header["date"])
    for table, ids in tables.items():
        parent = ElementTree.SubElement(root, table + "s")
        for name, key in ids.items():
            ElementTree.SubElement(parent, table, id=key, name=name)
    root.append(found)
    ElementTree.indent(root)
    return ElementTree.tostring(root, encoding="utf-8", xml_declaration=True) + b"\n"


def to_json(games: list[Game]) -> bytes:
    """One line a game: ``{"game": header, "result", "moves": [[side, point]...], "rulings": [...]}``."""
    lines = []
    for game in games:
        moves = [[m.side, game.name(m.point)] for m in game.played()]
        found = {"game": game.header, "result": game.result, "moves": moves, "rulings": game.rulings}
        lines.append(json.dumps(found, ensure_ascii=False))
    return ("\n".join(lines) + "\n").encode()


WRITERS = {"sgf": to_sgf, "psq": to_psq, "rif": to_rif, "xml": to_rif, "json": to_json}


def _one_line(text: str) -> str:
    return " ".join(text.split())
