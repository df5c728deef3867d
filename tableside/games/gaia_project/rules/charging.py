"""M: passive charging."""

from __future__ import annotations

from collections.abc import Iterator

from tableside.core.moves import Move
from tableside.core.rulebook import play
from tableside.core.ruling import Illegal
from tableside.games.gaia_project import changes
from tableside.games.gaia_project.refusal import no
from tableside.games.gaia_project.rules import effects
from tableside.games.gaia_project.rules.effects import done, receive, score, then
from tableside.games.gaia_project.state import Player, State, Task, Turn, best_value, movable

NEVER = -1
"""How willing a player is to pay points for a charge: so many unasked, 0 to be asked, this to decline unasked."""
WORDS = ("none", "before", "after")
"""O5: Taklons with their institute take a token before or after they charge; all others none."""


def offers(state: State, builder: int, hex: int) -> list[Task]:
    """M2, M4: who may charge for this build, clockwise from the builder."""
    around = state.map.within(hex, 2)
    place = state.seating.index(builder)
    found = []
    for seat in state.seating[place + 1 :] + state.seating[:place]:
        player = state.players[seat]
        if not player.land & around:
            continue
        value = best_value(state, player, around)
        if value and (movable(player) or extra_token(player)):
            found.append(Task("charge", seat, value, builder))
    return found


def extra_token(player: Player) -> bool:
    """O5: Taklons with their institute get a token when they charge."""
    return player.faction == "taklons" and player.institute != 0


def charge_amount(player: Player, value: int, token_first: bool = False) -> int:
    """M3: how much is charged: the value, what can move, and what the points can pay."""
    return min(value, movable(player) + (2 if token_first else 0), player.vp + 1)


@play
def charge(turn: Turn, token: str) -> Illegal | None:
    """M2: power is charged for points, all or nothing."""
    me, player = turn.me, turn.state.players[turn.me]
    if extra_token(player) != (token in ("before", "after")) or token not in WORDS:
        return no("charge_token", "O5")
    amount = charge_amount(player, done(turn).a, token == "before")
    if token == "before":
        receive(turn, me, (("t", 1),), "taklons", "O5")
    if amount:
        effects.charge(turn, me, amount, "charging", "M2")
    if token == "after":
        then(turn, "gain_token", me, what="taklons")
    if amount > 1:
        score(turn, me, 1 - amount, "leech_cost", "M2", "charging")
    return None


@charge.lists_legal
def _charges(turn: Turn) -> Iterator[Move]:
    words = ("after", "before") if extra_token(turn.state.players[turn.me]) else ("none",)
    return (charge.move(turn.seat, word) for word in words)


@play
def decline(turn: Turn) -> None:
    """M2: no charging."""
    done(turn)


@play
def always(turn: Turn) -> Illegal | None:
    """M2: charged, and from now on without asking when it costs no more points than this."""
    player = turn.state.players[turn.me]
    if extra_token(player):
        return no("charge_token", "O5")
    points = charge_amount(player, turn.start.todo[0].a) - 1
    charge.judge(turn, "none")
    turn.do(changes.willing, "M2", turn.me, points)
    return None


@play
def never(turn: Turn) -> None:
    """M2: no charging, and from now on none that costs points."""
    done(turn)
    turn.do(changes.willing, "M2", turn.me, NEVER)


always.quiet = True  # of no use to Taklons with their institute, who choose each time
PLAYS = (charge, decline, always, never)
