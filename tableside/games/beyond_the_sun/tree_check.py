"""A photo of the technology tree against the referee's: whose cubes lie at each card that was recognised."""

from __future__ import annotations

from collections import Counter

from tableside.core.moves import Plain
from tableside.core.readings import Readings
from tableside.games.beyond_the_sun.state import State


def cubes_seen(state: State, owners: tuple[str, ...], readings: Readings) -> tuple[dict[int, tuple[int, ...]], float]:
    """The seats with a cube at every technology that was recognised, and how sure that is.

    A cube of an unclear colour leaves its card out, and so does a card at which none was seen: cubes are easily hidden.
    """
    lying = {site.card: number for number, site in enumerate(state.sites) if site.card}
    once = Counter(card.id for card in readings.cards)
    found: dict[int, list[int]] = {}
    unclear, sure = set(), []
    for die in readings.dice:
        card = readings.cards[die.card] if die.card is not None and die.card < len(readings.cards) else None
        if card is None or card.id not in lying or once[card.id] > 1:
            continue
        if not die.colour or owners.count(die.colour) != 1:
            unclear.add(lying[card.id])
            continue
        found.setdefault(lying[card.id], []).append(owners.index(die.colour))
        sure.append(card.alternatives[0].p)
    seen = {number: tuple(sorted(set(seats))) for number, seats in found.items() if number not in unclear}
    return seen, min(sure, default=1.0)


def differences(state: State, seen: dict[int, tuple[int, ...]]) -> tuple[tuple[str, Plain], ...]:
    """What must be set so that the referee has these cubes too, from population; none ever leaves a technology (H3)."""
    changes: list[tuple[str, Plain]] = []
    population = [player.population for player in state.players]
    for number, seats in seen.items():
        before = state.sites[number].cubes
        more = tuple(seat for seat in seats if seat not in before)
        if more:
            changes.append((f"sites.{number}.cubes", (*before, *more)))
        for seat in more:
            population[seat] -= 1
    moved = ((seat, now) for seat, now in enumerate(population) if now != state.players[seat].population)
    return (*changes, *((f"players.{seat}.population", now) for seat, now in moved))
