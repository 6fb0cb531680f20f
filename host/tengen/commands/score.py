"""``tengen score``: the area count of final positions."""

from typing import Annotated

import typer

from shared_rules import area
from shared_rules.go import GoBoard
from shared_rules.points import BLACK, WHITE
from tengen import formats
from tengen.errors import TengenError
from tengen.kifu import Kifu
from tengen.kifu_board import final_position, point_of
from tengen.reading import AsJson, Files, Set, answer, settings_of

_DEFAULT_KOMI_Q = 15  # G11: 3 3/4 zi
_WINNERS = {BLACK: "black", WHITE: "white", 0: "draw"}


def register(app: typer.Typer) -> None:
    """Add the command to ``app``."""
    app.command("score")(score)


def score(
    files: Files,
    dead: Annotated[str, typer.Option(help="Agreed dead stones, P,P..: every one of them (G8).")] = "",
    komi_zi: Annotated[
        str | None, typer.Option(help="Komi in zi (G11), such as 3.75; if not given the record's, else 3.75.")
    ] = None,
    warnings: Annotated[
        list[str] | None, typer.Option(help="black=N or white=N: warnings at one zi each (G24).", metavar="SIDE=N")
    ] = None,
    as_json: AsJson = None,
    change: Set = None,
) -> int:
    """Count the area of the final position of each record (G9), in zi.

    Stones live unless named dead: an agreed end is the players' own. Neutral points are halved.
    """
    settings = settings_of(None, change)
    komi_q = None if komi_zi is None else quarters(komi_zi)
    charged = _warnings(warnings or [])

    def look(file):
        kifu = formats.read(file, settings.game)
        settings.apply(kifu)
        if kifu.rules != "go":
            raise TengenError(f"{file}: area is counted in Go; this is a record of renju or gomoku")
        try:
            found = _count(kifu, dead, _komi_of(kifu) if komi_q is None else komi_q, charged)
        except TengenError as error:
            raise TengenError(f"{file}: {error}") from None
        return {"file": str(file)} | found, _text(str(file), found), not kifu.damage

    return answer(files, as_json, look)


def quarters(text: str) -> int:
    """Zi written as a decimal, in quarters."""
    try:
        value = float(text.replace(",", ".")) * 4
        if value == int(value) and abs(value) <= 4 * 361:
            return int(value)
    except (ValueError, OverflowError):
        pass
    raise TengenError(f"komi {text} is no number of quarter zi, such as 3.75")


def _warnings(options: list[str]) -> tuple[int, int]:
    counts = {"black": 0, "white": 0}
    for option in options:
        for part in option.split(","):
            side, _, number = part.strip().partition("=")
            if side not in counts or not number.isdigit():
                raise TengenError(f"warnings {part}: give black=N or white=N")
            counts[side] += int(number)
    return counts["black"], counts["white"]


def _komi_of(kifu: Kifu) -> int:
    if kifu.komi is None:
        kifu.notes.append("the record has no komi: 3.75 zi")
        return _DEFAULT_KOMI_Q
    return round(kifu.komi * 2)  # half a point is a quarter of a zi


def _count(kifu: Kifu, dead: str, komi_q: int, charged: tuple[int, int]) -> dict:
    board = final_position(kifu)
    assert isinstance(board, GoBoard)
    named = [point_of(text, kifu) for text in dead.replace(" ", ",").split(",") if text]
    for point in named:
        if not board.grid[point]:
            raise TengenError(f"no stone on {kifu.point_name(point)} to be dead")
    count = area.score(board.grid, board.size, named, komi_q, charged)
    return {
        "black_zi": _zi(count.black_q),
        "white_zi": _zi(count.white_q),
        "neutral": count.neutral,
        "margin_zi": _zi(count.margin_q),
        "winner": _WINNERS[count.winner()],
        "result": count.result(),
        "komi_zi": _zi(komi_q),
        "large_neutral": [[kifu.point_name(p) for p in region] for region in count.large_neutral],
        "damage": kifu.damage,
        "notes": kifu.notes,
    }


def _zi(quarters_of_zi: int) -> float | int:
    """Quarters as a number: whole where it is whole."""
    return quarters_of_zi // 4 if quarters_of_zi % 4 == 0 else quarters_of_zi / 4


def _text(file: str, found: dict) -> str:
    lines = [
        f"{file}: Black {found['black_zi']:g} zi, White {found['white_zi']:g} zi, {found['neutral']} neutral points; "
        f"with komi {found['komi_zi']:g} zi and warnings: {found['result'] if found['result'] != '0' else 'draw'}"
        f" ({found['margin_zi']:+g} zi for Black)"
    ]
    for region in found["large_neutral"]:
        lines.append(f"  {len(region)} neutral points in one region at {region[0]}: is a border open?")
    lines += [f"  note: {note}" for note in found["notes"]]
    return "\n".join(lines)
