"""What a table may set right by hand: money, cards, units and buildings of a player, or what lies between all."""

from __future__ import annotations

from tableside.core.game import Counter
from tableside.games.onward_to_venus.records import TileKind
from tableside.games.onward_to_venus.state import (
    ALIENS,
    BUILDINGS,
    PERIODS,
    PLACES,
    PLANETS,
    SET_NUMBERS,
    TOKENS,
    UNITS,
    State,
)
from tableside.games.onward_to_venus.supply import Copy
from tableside.games.onward_to_venus.words import say


def counters(copy: Copy, state: State, seat: int | None) -> tuple[Counter, ...]:
    """What may be set right by hand: money, cards, units and buildings of a player, or what lies between all."""
    if seat is None:
        shared = {"tokens": (state.tokens, TOKENS), "deck": (state.deck, None), "period": (state.period, PERIODS)}
        known = [
            Counter(key, say(f"counter.table.{key}"), value, most)
            for key, (value, most) in shared.items()
            if value is not None
        ]
        for number, planet in enumerate(PLANETS):
            for tile in dict.fromkeys(state.planet(planet).tiles):
                label = say("counter.tile", planet=say(f"planet.{planet}"), tile=copy.tile_name(tile))
                amount = state.planet(planet).tiles.count(tile)
                known.append(Counter(f"planets.{number}.tiles", label, amount, of=tile))
        return tuple(known)
    player, path = state.players[seat], f"players.{seat}"
    own = {"money": None, "hand": None, "tokens": TOKENS, "aliens": ALIENS}
    found = [Counter(f"{path}.{key}", say(f"counter.{key}"), getattr(player, key), most) for key, most in own.items()]
    found.append(Counter(f"{path}.bonus", say("counter.bonus"), player.bonus, least=-99))
    for tile in copy.tiles():
        if copy.kind(tile) in (TileKind.TROPHY, TileKind.CRISIS):
            label = say("counter.kept", tile=copy.tile_name(tile))
            found.append(Counter(f"{path}.kept", label, player.kept.count(tile), of=tile))
    for number, planet in enumerate(PLANETS):
        here, name = player.on(planet), say(f"planet.{planet}")
        for place in PLACES:
            for unit in UNITS:
                label = say("counter.unit", planet=name, place=say(f"place.{place}"), unit=say(f"thing.{unit}"))
                found.append(
                    Counter(f"{path}.at.{number}.{place}.{unit}", label, here.force(place).of(unit), SET_NUMBERS[0])
                )
        for what in BUILDINGS:
            label = say("counter.built", planet=name, what=say(f"thing.{what}"))
            found.append(Counter(f"{path}.at.{number}.{what}", label, here.built(what), SET_NUMBERS[0]))
    return tuple(found)
