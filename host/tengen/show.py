"""A game in text: its position, and what happened at one move, when, on whose time and by which article."""

from itertools import pairwise

from shared_rules.points import EMPTY, NO_POINT
from tengen import describe, diagram
from tengen.errors import TengenError
from tengen.game import COLOR, Game, is_undone
from tengen.replay import Moment, Replay


def position(game: Game, moves: int | None = None) -> dict[int, int]:
    """Stones after the first ``moves`` moves, all by default: ``{point: colour}``."""
    board, played = dict(game.setup), game.played()
    for move in played[:moves]:
        board |= move.edits
        if move.point != NO_POINT:
            board[move.point] = COLOR[move.side]
        for p in move.captures:
            board[p] = EMPTY
    if moves is None or moves >= len(played):
        board |= game.final_edits
    return board


def board_lines(game: Game, moves: int | None = None) -> list[str]:
    """The position as text with coordinates; the last move is in brackets."""
    board, played = position(game, moves), game.played()[:moves]
    grid = bytes(board.get(p, EMPTY) for p in range(game.size**2))
    last = played[-1].point if played else NO_POINT
    return diagram.draw(grid, game.size, game.rules, last=last).splitlines()


def overview(game: Game) -> list[str]:
    """Players, result, final position, and every ruling that is not a plain move."""
    h = game.header
    lines = [f"● {game.black or 'Black'}  –  ○ {game.white or 'White'}"]
    lines += [text for text in (h.get("event"), h.get("date")) if text]
    # A file of another program does not say the time.
    lines += [text for text in (describe.time_text(h["time"]) if "time" in h else "", game.opening) if text]
    running = game.is_from_board and game.result == "?"
    how = "not finished" if running else describe.result_text(game.result)
    lines += [f"{describe.counted(len(game.played()), 'move')}, {how}", ""]
    lines += board_lines(game)
    silent = ("move", "pass", "call", "period", "start", *(() if game.is_from_board else ("end",)))
    told = [r for r in describe.worth_telling(game.rulings) if r["kind"] not in silent]
    if told:
        lines += ["", "rulings:"]
        # A file of another program has no times.
        when = (f"{describe.stamp(r['at'])}  " if game.is_from_board else "" for r in told)
        lines += [f"  {at}move {r.get('move', 0):3}  {describe.describe(r)}" for at, r in zip(when, told, strict=True)]
    return lines


def explain(done: Replay, number: int) -> list[str]:
    """What happened from the end of move ``number - 1`` to the end of move ``number``.

    Each time that this move was made is told by itself: a move that was taken back is one, the one in its place
    another. TengenError if there was no such move.
    """
    times, game = times_made(done, number), done.game
    lines = board_lines(game, min(number, len(game.played())))
    for count, moments in enumerate(times, 1):
        which = f" ({count} of {len(times)})" if len(times) > 1 else ""
        lines += ["", f"move {number}{which}: what the board saw (–) and what it ruled (=)"]
        lines += [_line(moment) for moment in moments]
        lines += ["", *_sum(moments)]
    return lines


def times_made(done: Replay, number: int) -> list[list[Moment]]:
    """The moments of each time that a move was made; TengenError if there was no such move."""
    times = _times(done.moments, number)
    if not times or number < 1:
        raise TengenError(f"there is no move {number} in this game: it has {len(done.game.played())}")
    return times


def _times(moments: list[Moment], number: int) -> list[list[Moment]]:
    """The moments of each time that this move was made: it ends with the move, or where that was taken back."""
    found: list[list[Moment]] = []
    before = None  # the moment before
    for moment in moments:
        if moment.move == number:
            undoes = bool(moment.ruling and is_undone(moment.ruling))
            undone = bool(found and (last := found[-1][-1].ruling) and is_undone(last))
            goes_on = before is not None and before.move == number and not undone
            if found and (undoes or goes_on):
                found[-1].append(moment)
            else:
                found.append([moment])
        before = moment
    return found


def _sum(moments: list[Moment]) -> list[str]:
    """How long a move took, on whose time, whether it was taken back, and the articles of its rulings."""
    made = [m for m in moments if m.ruling and m.ruling["kind"] in ("move", "pass")]
    undone = [m for m in moments if m.ruling and is_undone(m.ruling)]
    started, ended = moments[0].at, (made or moments)[-1].at
    thought = [m for m in moments if m.at <= ended and m not in undone]
    sides = sorted({m.running for m in thought if m.running})
    whose = " and ".join(side.capitalize() for side in sides) or "nobody"
    # A fact has with it whose time ran up to it.
    stood = sum(m.at - before.at for before, m in pairwise(thought) if m.fact and not m.running)
    part = f"; the clock stood for {stood:.1f} s of it" if stood and sides else ""
    lines = [
        f"it took {ended - started:.1f} s, from {_stamp(started)} to {_stamp(ended)}, on the time of {whose}{part}"
    ]
    lines += [f"it was taken back at {_stamp(m.at)} ({m.ruling['rule']})" for m in undone]
    articles = sorted({m.ruling["rule"] for m in moments if m.ruling and m.ruling["rule"]})
    if articles:
        lines.append(f"articles: {', '.join(articles)} (docs/rules)")
    return lines


def moment_object(moment: Moment) -> dict:
    """A moment for ``--json``."""
    found = {"at": round(moment.at, 3), "move": moment.move, "running": moment.running, "clocks": moment.clocks}
    return found | ({"ruling": moment.ruling} if moment.ruling else {"fact": moment.fact})


def _stamp(at: float) -> str:
    ms = round(at * 1000)  # 1.001 s is 1000.9999... in floating point
    return f"{describe.stamp(ms // 1000)}.{ms % 1000:03d}"


def _line(moment: Moment) -> str:
    clocks = "  ".join(f"{side[0].upper()} {describe.clock_text(clock)}" for side, clock in moment.clocks.items())
    text = f"= {describe.describe(moment.ruling)}" if moment.ruling else f"– {moment.fact}"
    running = {"black": "B", "white": "W", "": "-"}[moment.running]
    return f"  {_stamp(moment.at)}  [{running}]  {clocks:<28}  {text}"
