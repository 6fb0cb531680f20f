"""The twin: a whole game with clock on the real firmware, in virtual time, down to its SGF."""

import time
from pathlib import Path

GAME = Path(__file__).resolve().parents[1] / "cases" / "games" / "kisei28-g7.sgf"


def rows():
    """One title game, noisy sensors, hands that place to a millimetre."""
    from tengen.twin import compare, match, scenario
    from tengen.twin.rehearsal import Rehearsal

    game = Rehearsal(GAME)
    plan = scenario.parse(scenario.lines(game.scenario(game.settings(), 1)))
    start = time.perf_counter()
    played = match.play(plan)
    played.sgf()
    spent = time.perf_counter() - start
    assert compare.first_difference(game, played) == ""
    yield f"twin: a game of {len(game.moves)} moves with clock, to SGF", spent, "s", 20
    yield "  its virtual time", played.virtual_ms / 1000, "s", ""
