"""What a table may set right by hand: energy, goods, cards and points of a player, and the pool."""

from __future__ import annotations

from tableside.core.catalog import Catalog
from tableside.core.game import Counter
from tableside.core.moves import Seat, text
from tableside.games.urcsempeszek import words
from tableside.games.urcsempeszek.records import GOODS
from tableside.games.urcsempeszek.state import SLUG, State

BONUS = 99
"""So many points are given or taken by hand at most."""


def counters(catalog: Catalog, state: State, seat: Seat) -> tuple[Counter, ...]:
    """What the table may set right by hand; with a player's stock the pool, since together they never change."""
    energy, goods = state.layout.energy * len(state.players), state.layout.goods * len(state.players)
    found: list[Counter] = []
    if seat is not None:
        player = state.players[seat]
        found.append(Counter(f"players.{seat}.energy", text(f"{SLUG}.counter.energy"), player.energy, energy))
        for place, colour in enumerate(GOODS):
            label = text(f"{SLUG}.counter.good", colour=words.good(colour))
            found.append(Counter(f"players.{seat}.goods.{place}", label, player.goods[place], goods))
        for card in (*player.paid, *player.lost):
            for pile, held in (("paid", player.paid), ("lost", player.lost)):
                label = text(f"{SLUG}.counter.{pile}", card=words.short(catalog, card))
                found.append(Counter(f"players.{seat}.{pile}", label, held.count(card), 1, of=card))
        found.append(Counter(f"players.{seat}.bonus", text(f"{SLUG}.counter.bonus"), player.bonus, None, -BONUS))
    else:
        found.append(Counter("galaxies", text(f"{SLUG}.counter.galaxies"), state.galaxies, state.layout.galaxies))
    found.append(Counter("energy", text(f"{SLUG}.counter.pool_energy"), state.energy, energy))
    for place, colour in enumerate(GOODS):
        label = text(f"{SLUG}.counter.pool_good", colour=words.good(colour))
        found.append(Counter(f"goods.{place}", label, state.goods[place], goods))
    return tuple(found)
