"""A game in text: its position, and what happened at one move, when, on whose time and by which article."""

from shared_rules import points
from shared_rules.points import BLACK, EMPTY, NO_POINT
from tengen import describe
from tengen.errors import TengenError
from tengen.game import COLOR, Game
from tengen.replay import Moment, Replay

MARKS = {EMPTY: "·", BLACK: "●"}


def position(game: Game, moves: int | None = None) -> dict[int, int]:
    """Stones after the first ``moves`` moves, all by default: ``{point: colour}``."""
    board = dict(game.setup)
    for move in game.played()[:moves]:
        board |= move.edits
        if move.point != NO_POINT:
            board[move.point] = COLOR[move.side]
        for p in move.captures:
            board[p] = EMPTY
    return board


def board_lines(game: Game, moves: int | None = None) -> list[str]:
    """The position as text with coordinates; the last move is in brackets."""
    board = position(game, moves)
    played = game.played()[:moves]
    last = played[-1].point if played else NO_POINT
    letters = "    " + " ".join(points.columns(game.rules)[: game.size])
    lines = [letters]
    for row in range(game.size):
        text = ""
        for col in range(game.size):
            p = row * game.size + col
            text += "(" if p == last else ")" if col and p - 1 == last else " "
            text += MARKS.get(board.get(p, EMPTY), "○")
        text += ")" if last == row * game.size + game.size - 1 else " "
        lines.append(f"{game.size - row:3}{text}{game.size - row}")
    return [*lines, letters]


def overview(game: Game) -> list[str]:
    """Players, result, final position, and every ruling that is not a plain move."""
    h = game.header
    lines = [f"● {game.black or 'Black'}  –  ○ {game.white or 'White'}"]
    lines += [text for text in (h.get("event"), h.get("date")) if text]
    lines += [describe.time_text(h.get("time")), f"{len(game.played())} moves, {describe.result_text(game.result)}", ""]
    lines += board_lines(game)
    told = [
        r for r in describe.worth_telling(game.rulings) if r["kind"] not in ("move", "pass", "call", "period", "start")
    ]
    if told:
        lines += ["", "rulings:"]
        lines += [f"  {describe.stamp(r['at'])}  move {r.get('move', 0):3}  {describe.describe(r)}" for r in told]
    return lines


def explain(done: Replay, number: int) -> list[str]:
    """What happened from the end of move ``number - 1`` to the end of move ``number``.

    TengenError if there was no such move.
    """
    moments = [m for m in done.moments if m.move == number]
    game = done.game
    if not moments or number < 1:
        raise TengenError(f"there is no move {number} in this game: it has {len(game.played())}")
    lines = board_lines(game, min(number, len(game.played())))
    lines += ["", f"move {number}: what the board saw (–) and what it ruled (=)"]
    lines += [_line(moment) for moment in moments]
    started, ended = moments[0].at, moments[-1].at
    times = sorted({m.running for m in moments if m.running})
    whose = " and ".join(side.capitalize() for side in times) or "nobody"
    lines += ["", f"it took {ended - started:.1f} s, from {_stamp(started)} to {_stamp(ended)}, on the time of {whose}"]
    articles = sorted({m.ruling["rule"] for m in moments if m.ruling and m.ruling["rule"]})
    if articles:
        lines.append(f"articles: {', '.join(articles)} (docs/rules)")
    return lines


def moment_object(moment: Moment) -> dict:
    """A moment for ``--json``."""
    found = {"at": round(moment.at, 3), "move": moment.move, "running": moment.running, "clocks": moment.clocks}
    return found | ({"ruling": moment.ruling} if moment.ruling else {"fact": moment.fact})


def _stamp(at: float) -> str:
    return f"{describe.stamp(at)}.{int(at * 1000) % 1000:03d}"


def _line(moment: Moment) -> str:
    clocks = "  ".join(f"{side[0].upper()} {describe.clock_text(clock)}" for side, clock in moment.clocks.items())
    text = f"= {describe.describe(moment.ruling)}" if moment.ruling else f"– {moment.fact}"
    running = {"black": "B", "white": "W", "": "-"}[moment.running]
    return f"  {_stamp(moment.at)}  [{running}]  {clocks:<28}  {text}"
