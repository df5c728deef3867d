"""A photo of the technology tree against the referee's: whose cubes lie at each card that was recognised."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from math import dist

from tableside.core.moves import Plain
from tableside.core.readings import CardReading, DieReading, Readings
from tableside.games.beyond_the_sun.state import State

CUBE = 0.6
"""What shows its face less clearly than this may be no cube but a picture on the card."""
BESIDE, ALONE = 0.65, 1.4
"""How far from the middle of a card, in its longer sides, a cube beside it lies, and how much further the next one."""


def cubes_seen(state: State, owners: tuple[str, ...], readings: Readings) -> tuple[dict[int, tuple[int, ...]], float]:
    """The seats with a cube at every technology that was recognised, and how sure that is.

    A cube of an unclear colour leaves its card out, and so does a card at which none was seen: cubes are easily hidden.
    Where one is new and one that was there is not seen, it is the same cube in another light: that card is left out.
    """
    lying = {site.card: number for number, site in enumerate(state.sites) if site.card}
    once = Counter(card.id for card in readings.cards)
    found: dict[int, list[int]] = {}
    unclear, sure = set[int](), 1.0
    for die in readings.dice:
        card = _beside(die, readings.cards)
        if card is None or card.id not in lying or once[card.id] > 1:
            continue
        number = lying[card.id]
        if not die.colour or owners.count(die.colour) != 1 or (die.alternatives and die.alternatives[0].p < CUBE):
            unclear.add(number)
            continue
        found.setdefault(number, []).append(owners.index(die.colour))
        new = found[number][-1] not in state.sites[number].cubes
        sure = min(sure, card.alternatives[0].p) * (die.colours[0].p if new and die.colours else 1.0)
    for number, seats in found.items():
        before = set(state.sites[number].cubes)
        if before - set(seats) and set(seats) - before:
            unclear.add(number)
    return {number: tuple(sorted(set(seats))) for number, seats in found.items() if number not in unclear}, sure


def _beside(die: DieReading, cards: Sequence[CardReading]) -> CardReading | None:
    """The card a cube lies on, or close to and to no other."""
    if die.card is not None and die.card < len(cards):
        return cards[die.card]
    near = sorted(cards, key=lambda card: dist(card.centre, die.centre))
    reach = BESIDE * max(dist(a, b) for a, b in pairwise(near[0].quad)) if near else 0.0
    if not near or dist(near[0].centre, die.centre) > reach:
        return None
    return near[0] if len(near) == 1 or dist(near[1].centre, die.centre) > ALONE * reach else None


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
