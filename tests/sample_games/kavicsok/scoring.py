"""Points and ties (P7, P8)."""

from __future__ import annotations

from tableside.core.catalog import Catalog
from tableside.core.moves import text
from tableside.core.score import Ending, Line, Outcome, by_hand, told, totals
from tableside.core.tiebreak import Criterion, rank
from tests.sample_games.kavicsok.records import Stone
from tests.sample_games.kavicsok.refusal import cite
from tests.sample_games.kavicsok.state import State


def lines(catalog: Catalog, state: State) -> tuple[Line, ...]:
    """The score sheet as it stands."""
    found: list[Line] = []
    known = catalog.records(Stone)
    for seat, player in enumerate(state.players):
        stones = sum(known[stone].points or 0 for stone in player.stones if stone in known)
        for key, points in (("pebbles", player.pebbles), ("stones", stones)):
            found.append(Line(seat, key, points, text(f"kavicsok.score.{key}"), cite("P7")))
        if player.bonus:
            found.append(by_hand(seat, player.bonus))
    return tuple(found)


def outcome(catalog: Catalog, state: State) -> Outcome:
    """How the game came out."""
    sheet = lines(catalog, state)
    everyone = range(len(state.players))
    points = dict(enumerate(totals(sheet, len(state.players))))
    stones = {seat: len(state.players[seat].stones) for seat in everyone}
    pebbles = {seat: state.players[seat].pebbles for seat in everyone}
    ranks, trace = rank(
        everyone,
        Criterion("score", text("kavicsok.tie.score"), cite("P7"), points),
        (
            Criterion("stones", text("kavicsok.tie.stones"), cite("P8"), stones),
            Criterion("pebbles", text("kavicsok.tie.pebbles"), cite("P8"), pebbles, higher=False),
        ),
    )
    ending = Ending(str(state.option("last_tie"))) if len(ranks[0]) > 1 else Ending.WON
    winners = () if ending is Ending.REPLAY else ranks[0]
    return Outcome(sheet, ranks, winners, trace, ending, told(ending, winners))
