"""M: passive charging."""

from __future__ import annotations

from tableside.core.moves import Move
from tableside.core.ruling import Illegal
from tableside.games.gaia_project.desk import Desk, no
from tableside.games.gaia_project.state import Player, Task, best_value, movable


def offers(desk: Desk, builder: int, hex: int) -> list[Task]:
    """M2, M4: who may charge for this build, clockwise from the builder."""
    state = desk.state
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


def judge_charge(desk: Desk, move: Move) -> Illegal | None:
    """M2: power is charged for points, all or nothing."""
    player, token = desk.player(), move["token"]
    extra = extra_token(player)
    if extra != (token in ("before", "after")) or token not in ("none", "before", "after"):
        return no("charge_token", "O5")
    task = desk.done()
    amount = charge_amount(player, task.a, token == "before")
    if token == "before":
        desk.gain(desk.seat, (("t", 1),), "taklons", "O5")
    if amount:
        desk.charge(desk.seat, amount, "charging", "M2")
    if token == "after":
        desk.then("gain_token", what="taklons")
    if amount > 1:
        desk.score(desk.seat, 1 - amount, "leech_cost", "M2", "charging")
    return None


def judge_decline(desk: Desk, move: Move) -> Illegal | None:
    """M2: no charging."""
    desk.done()
    return None
