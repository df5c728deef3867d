"""The five games in figures: `python -m benchmarks.games [GAMES]` prints one JSON object.

So many random games of each kind, with every number of seats, the invented copy of the cards and fixed seeds. In each
position: the time to list the legal moves of whoever acts (a bidding of Űrcsempészek has millions of results and is
listed lazily; the first thousand are timed), and to offer the kinds of moves with reasons for those that
are impossible, as the app shows them. After each game: how many moves a second its log is replayed at, and the time to
score it.
"""

from __future__ import annotations

import json
import random
import sys
import time
from collections.abc import Callable
from itertools import islice
from typing import Any

from benchmarks.gaia import percentiles
from benchmarks.players import GAMES
from tableside.core.game import Game
from tableside.core.moves import Seat, move
from tableside.core.table import Table
from tests.contract import game_of

MANY = 4
LONGEST = 20_000
LISTED = 1000


def spent(work: Callable[..., Any], *given: Any) -> float:
    """Seconds of the processor."""
    begun = time.process_time()
    work(*given)
    return time.process_time() - begun


def listing(game: Game[Any], state: Any, seat: Seat) -> int:
    """How many moves are listed."""
    return len(list(islice(game.moves(state, seat), LISTED)))


def measured(game: Game[Any], many: int) -> dict[str, Any]:
    """One kind of game, many times with each number of seats."""
    listed: list[float] = []
    offered: list[float] = []
    scored: list[float] = []
    most = moves = 0
    replayed = 0.0
    for seats in game.seats:
        for number in range(many):
            chance = random.Random(f"{game.slug} {seats} {number}")
            table = Table(game, {}, seats, automatic=False)
            while acting := sorted(table.to_act(), key=lambda seat: -1 if seat is None else seat):
                state, seat = table.state, chance.choice(acting)
                # A rulebook keeps what it listed of a state: each figure is that of one not asked before.
                listed.append(spent(listing, game.with_catalog(game.catalog), state, seat))
                offered.append(spent(game.with_catalog(game.catalog).choices, state, move(seat, "")))
                most = max(most, listing(game, state, seat))
                table.confirm(game.sample(state, seat, chance.randrange))
                assert len(table.log.entries) < LONGEST, "no end"
            moves += len(table.log.entries)
            replayed += spent(replay, game, table)
            scored.append(spent(game.score, table.state))
    return {
        "games": len(scored),
        "positions": len(listed),
        "most_moves_listed": most,
        "listing_ms": percentiles(listed),
        "offering_ms": percentiles(offered),
        "scoring_ms": percentiles(scored),
        "replayed_moves_a_second": round(moves / replayed, 1),
    }


def replay(game: Game[Any], table: Table) -> None:
    """Every move of a log judged and applied again; it must end where it ended."""
    again = Table(game, dict(table.options), table.seats, automatic=False)
    for entry in table.log.entries:
        again.confirm(entry.move)
    assert again.state == table.state


if __name__ == "__main__":
    print(json.dumps({slug: measured(game_of(slug), int((sys.argv[1:] or [MANY])[0])) for slug in GAMES}))
