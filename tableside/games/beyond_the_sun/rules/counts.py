"""What a faction has, counted as cards count it; and which lasting abilities are in force (H7, P1)."""

from __future__ import annotations

from collections.abc import Iterator

from tableside.games.beyond_the_sun.effects import Ability, Condition, Count, Counted, Effect, Lasting
from tableside.games.beyond_the_sun.facts import Facts
from tableside.games.beyond_the_sun.records import Innovation
from tableside.games.beyond_the_sun.rules import cubes
from tableside.games.beyond_the_sun.state import State, fleet, known_by


def count(facts: Facts, state: State, seat: int, what: Count) -> int:
    """How many of these the faction has."""
    player = state.players[seat]
    match what.what:
        case Counted.TECHNOLOGIES:
            cards = [site.card for site in known_by(state, seat) if site.card]
            return sum(_matches(facts, card, what) for card in cards)
        case Counted.COLONIES:
            return len(player.colonies)
        case Counted.OUTPOSTS:
            return sum(place.owner == seat for place in state.places)
        case Counted.SHIPYARDS:
            return sum(place.owner == seat and place.kind == "shipyard" for place in state.places)
        case Counted.SHIPS:
            return sum(what.level in (0, level) for _, level in fleet(state, seat))
        case Counted.POWER:
            return sum(level for _, level in fleet(state, seat))
        case Counted.AUTOMATED:
            return sum(what.track in (None, disc) for disc in player.automation)
        case Counted.POPULATION:
            return player.population
        case Counted.ORE:
            return player.ore
        case Counted.SUPPLY:
            return sum(player.supply)
        case Counted.ICONS:
            food, ore = len(cubes.food_columns(facts, player)), cubes.ore_icons(facts, player)
            return {"food": food, "ore": ore, None: food + ore}[what.track]
        case Counted.SPECIALTIES:
            return sum(what.track in (None, icon) for icon in _specialties(facts, state, seat))
        case Counted.ACHIEVEMENTS:
            return sum(seat in goal.discs for goal in state.goals)
        case Counted.DOCKED:
            return sum(owner == seat for kept in state.kept for owner, _ in kept.ships)
        case Counted.BY_HAND:
            return 0


def _matches(facts: Facts, card: str, what: Count) -> bool:
    record = facts.technology(card)
    return what.level in (0, record.level) and (what.colour is None or what.colour in (record.colours or ()))


def _specialties(facts: Facts, state: State, seat: int) -> Iterator[str]:
    """Printed icons of controlled places and colonies, not the discs on them (N8)."""
    for place in state.places:
        if place.owner == seat:
            star = facts.star(place.id)
            untold = place.kind == "shipyard" and star is not None and star.specialties is None
            yield from (place.disc,) if untold else facts.specialties(place)
    for colony in state.players[seat].colonies:
        yield from facts.system(colony.system).specialties or ()


def amount(facts: Facts, state: State, seat: int, effect: Effect) -> int:
    """n, or n for each thing counted."""
    return effect.n if effect.per is None else effect.n * count(facts, state, seat, effect.per)


def holds(facts: Facts, state: State, seat: int, condition: Condition) -> bool:
    """Whether there are enough."""
    return count(facts, state, seat, condition.count) >= condition.at_least


def innovations(facts: Facts, state: State, seat: int) -> tuple[Innovation, ...]:
    """The innovations on the seat's mat; normal mats have none."""
    mat = state.players[seat].mat
    return (facts.mat(mat).innovations or ()) if mat else ()


def abilities(facts: Facts, state: State, seat: int) -> Iterator[Ability]:
    """Every lasting ability in force for this seat now."""
    cards = [site.card for site in known_by(state, seat) if site.card] + list(state.players[seat].private)
    for card in cards:
        found = facts.technology(card).ability
        if found is not None:
            yield found
    for place in state.places:
        if place.owner == seat and place.system:
            found = facts.system(place.system).ability
            if found is not None:
                yield found
    for innovation in innovations(facts, state, seat):
        if innovation.lasting is not None and all(
            holds(facts, state, seat, condition) for condition in innovation.conditions
        ):
            yield innovation.lasting


def bonus(facts: Facts, state: State, seat: int, kind: Lasting) -> int:
    """How much the abilities of this kind give together."""
    return sum(ability.n for ability in abilities(facts, state, seat) if ability.kind is kind)


def occasion(facts: Facts, state: State, seat: int, kind: Lasting) -> tuple[Effect, ...]:
    """What abilities make happen on this occasion."""
    return tuple(
        effect for ability in abilities(facts, state, seat) if ability.kind is kind for effect in ability.effects
    )
