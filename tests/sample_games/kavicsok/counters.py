"""What a table may set right by hand: the pile and the box, pebbles and points of a player."""

from __future__ import annotations

from tableside.core.game import Counter
from tableside.core.moves import Seat, text
from tests.sample_games.kavicsok.state import State


def counters(state: State, seat: Seat) -> tuple[Counter, ...]:
    """The numbers of a player, or those between all."""
    if seat is None:
        shared = (("pile", state.pile), ("box", state.box))
        return tuple(Counter(name, text(f"kavicsok.counter.{name}"), n) for name, n in shared)
    player = state.players[seat]
    owned = (("pebbles", player.pebbles), ("bonus", player.bonus))
    return tuple(Counter(f"players.{seat}.{name}", text(f"kavicsok.counter.{name}"), n) for name, n in owned)
