"""What a table may set right by hand: ore, cubes wherever they are, discs, ships, points."""

from __future__ import annotations

from collections.abc import Iterator

from tableside.core.game import Counter
from tableside.games.beyond_the_sun import names
from tableside.games.beyond_the_sun.card_text import word
from tableside.games.beyond_the_sun.facts import Facts
from tableside.games.beyond_the_sun.state import State

CUBES, DISCS, BONUS = 20, 8, 99


def counters(facts: Facts, state: State, seat: int) -> tuple[Counter, ...]:
    """Everything of one faction that is counted; together it must still add up."""
    return tuple(_counters(facts, state, seat))


def _counters(facts: Facts, state: State, seat: int) -> Iterator[Counter]:
    player, own = state.players[seat], f"players.{seat}"
    yield Counter(f"{own}.ore", word("by_hand.ore"), player.ore)
    yield Counter(f"{own}.population", word("by_hand.population"), player.population, CUBES)
    for column, cubes in enumerate(player.supply):
        yield Counter(f"{own}.supply.{column}", word("by_hand.supply", column=names.column(column)), cubes, CUBES)
    yield Counter(f"{own}.spare", word("by_hand.spare"), player.spare, CUBES)
    for site in state.sites:
        if site.card:
            label = word("by_hand.technology", slot=names.slot(facts, state, site.id))
            yield Counter(_path(state.sites, site, "sites", "cubes"), label, site.cubes.count(seat), 1, of=seat)
    for place in state.places:
        where = names.place(facts, state, place.id)
        path = f"{_path(state.places, place, 'places', 'ships')}.{seat}"
        for level in (1, 2, 3, 4):
            label = word("ship_at", level=level, place=where)
            yield Counter(path, label, place.ships[seat].count(level), CUBES, of=level)
    yield Counter(f"{own}.food", word("by_hand.food"), player.food, DISCS)
    yield Counter(f"{own}.ore_discs", word("by_hand.ore_discs"), player.ore_discs, DISCS)
    for disc in ("food", "ore", "star"):
        label = word("by_hand.automation", disc=word(f"disc.{disc}"))
        yield Counter(f"{own}.automation", label, player.automation.count(disc), of=disc)
    for goal in state.goals:
        label = word("by_hand.goal", goal=names.card(facts, goal.id))
        yield Counter(_path(state.goals, goal, "goals", "discs"), label, goal.discs.count(seat), 1, of=seat)
    yield Counter(f"{own}.bonus", word("by_hand.bonus"), player.bonus, BONUS, -BONUS)


def _path(all_of_them: tuple[object, ...], one: object, name: str, field: str) -> str:
    return f"{name}.{all_of_them.index(one)}.{field}"
