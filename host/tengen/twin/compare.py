"""Is the record that came off the board the game that was played? Move for move, captures included."""

from tengen.twin.match import Played
from tengen.twin.rehearsal import Rehearsal


def wanted_moves(game: Rehearsal) -> list[tuple[str, str | None, list[str]]]:
    """The moves that a board records: up to the second pass in a row, which ends the play (G7)."""
    found, passes = [], 0
    for move in game.moves:
        found.append(move)
        passes = passes + 1 if move[1] is None else 0
        if passes == 2:
            break
    return found


def recorded_moves(played: Played) -> list[tuple[str, str | None, list[str]]]:
    """Moves and passes of the rulings, in the form of ``Rehearsal.moves``."""
    found = []
    for moment in played.replay.moments:
        ruling = moment.ruling
        if ruling and ruling["kind"] in ("move", "pass"):
            point = ruling["point"] if ruling["kind"] == "move" else None
            found.append((ruling["side"][0], point, sorted(ruling.get("captures", []))))
    return found


def first_difference(game: Rehearsal, played: Played) -> str:
    """One line that says where they part, empty if they are the same."""
    wanted, recorded = wanted_moves(game), recorded_moves(played)
    for number, (want, got) in enumerate(zip(wanted, recorded, strict=False), 1):
        if (want[0], want[1], sorted(want[2])) != got:
            return f"move {number}: played {want}, recorded {got}"
    if len(wanted) != len(recorded):
        return f"{len(wanted)} moves were played, {len(recorded)} recorded"
    if not played.replay.same:
        return f"the facts give other rulings: {played.replay.differences[0]}"
    return ""
