"""Beyond the Sun as people play it: moves are drawn by lot, those that make sense more often than the others.

Random moves are unlike an evening: nobody trades a cube to and fro, flies back to Sol, or leaves the research he could
pay for. These players research when they can, land where they are strong enough, fly where a place is to be won, grow
when few are left at home and mine otherwise, trade when they are rich and nobody is left, and take what a card gives.
What is turned up is drawn by lot.
"""

from __future__ import annotations

import random
from typing import Any

from tableside.core.moves import Move, Seat
from tableside.core.table import Table
from tableside.games.beyond_the_sun.effects import Verb
from tableside.games.beyond_the_sun.rules.production import growth_due
from tableside.games.beyond_the_sun.rules.spaces import mentions, spaces
from tableside.games.beyond_the_sun.state import State, Turn, power

VERBS = {Verb.COLONISE: 10.0, Verb.RESEARCH: 6.0, Verb.AUTOMATE: 4.0, Verb.JUMP: 3.0, Verb.BUILD: 2.0}
"""How much an action is wanted for what it does; any other counts one."""
RICH = 6
"""With so much ore and nobody at home it is worth trading."""
WANTED = {"done": 0.3, "pass_goal": 0.1, "sell_population": 0.2, "scrap": 0.1, "buy_population": 2.0}
"""How much a kind of move is wanted beside the others; any other counts one."""


def made(table: Table, seat: Seat, chance: random.Random) -> Move:
    """The next move of this seat."""
    game: Any = table.game
    if seat is None:
        kept: list[Move] = (
            list(game.moves_of(table.state, None, "keep")) if "keep" in game.kinds(table.state, None) else []
        )
        drawn: Move = chance.choice(kept) if kept else game.sample(table.state, None, chance.randrange)
        return drawn
    moves: list[Move] = list(game.moves(table.state, seat))
    return chance.choices(moves, [worth(game, table.state, one) for one in moves])[0]


def worth(game: Any, state: State, wanted: Move) -> float:
    """How much somebody wants this move."""
    assert wanted.seat is not None
    match wanted.kind:
        case "act":
            action = next(space.action for space in spaces(game.facts, state) if space.id == wanted["space"])
            return max((much for verb, much in VERBS.items() if mentions(action, verb)), default=1.0)
        case "grow":
            due = growth_due(Turn(game, state, wanted.seat), wanted.seat)
            return 0.01 if not due else 1.0 if state.players[wanted.seat].population < 3 else 0.2
        case "trade":
            player = state.players[wanted.seat]
            return 0.5 if player.ore >= RICH and not player.population else 0.02
        case "jump":
            return _gained(state, wanted.seat, str(wanted["target"]), int(wanted["level"]))
    return WANTED.get(wanted.kind, 1.0)


def _gained(state: State, seat: int, target: str, level: int) -> float:
    """A place to be won is worth flying to, one that is held already less, Sol hardly."""
    place = state.place(target)
    if place is None or place.kind == "sol":
        return 0.1
    rivals = max(power(place, other) for other in state.seats if other != seat)
    return 3.0 if place.owner != seat and power(place, seat) + level > rivals else 0.5
