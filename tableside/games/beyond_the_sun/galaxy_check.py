"""A photo of the galaxy against the referee's: the ships seen on each planet card, and who controls it with them."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from tableside.core.moves import Plain
from tableside.core.readings import Readings
from tableside.games.beyond_the_sun.facts import Facts
from tableside.games.beyond_the_sun.rules import control, cubes
from tableside.games.beyond_the_sun.state import Place, State

SHIP = "ship"
Ships = tuple[tuple[int, ...], ...]
TRACK = {"food": "food", "ore": "ore_discs"}


def lies_at(place: Place) -> str:
    """What is recognised where this location is: its card, or the spot on the board."""
    return place.system if place.kind == "system" else place.id


def ships_seen(state: State, owners: tuple[str, ...], readings: Readings) -> tuple[dict[int, Ships], float]:
    """The ships at every planet and spot of the board that was recognised; an unclear cube leaves its place out.

    Beside them how sure that is. Sol, Deep Space and shipyards are known by a photo of the spot, where there is one.
    """
    lying = {lies_at(place): number for number, place in enumerate(state.places) if lies_at(place)}
    cards = {at: lying[card.id] for at, card in enumerate(readings.cards) if card.id in lying}
    once = Counter(cards.values())
    cards = {at: number for at, number in cards.items() if once[number] == 1}
    found: dict[int, list[tuple[int, int]]] = {number: [] for number in cards.values()}
    sure = []
    for die in readings.dice:
        number = cards.get(die.card) if die.card is not None else None
        if number is None or number not in found:
            continue
        face = str(die.value)
        if owners.count(die.colour) != 1 or not die.colour or face[:-1] != SHIP or face[-1] not in "1234":
            del found[number]
            continue
        found[number].append((owners.index(die.colour), int(face[-1])))
        sure.append(die.alternatives[0].p)
    ships = {
        number: tuple(tuple(sorted(level for seat, level in seen if seat == own)) for own in state.seats)
        for number, seen in found.items()
    }
    return ships, min(sure, default=1.0)


def differences(facts: Facts, state: State, ships: dict[int, Ships]) -> tuple[tuple[str, Plain], ...]:
    """What must be set so that the referee has these ships: cubes from and to population, outposts as they follow."""
    changes: list[tuple[str, Plain]] = []
    players = list(state.players)
    for number, seen in ships.items():
        place = state.places[number]
        for seat in state.seats:
            if tuple(sorted(place.ships[seat])) != seen[seat]:
                changes.append((f"places.{number}.ships.{seat}", seen[seat]))
                more = len(seen[seat]) - len(place.ships[seat])
                players[seat] = replace(players[seat], population=players[seat].population - more)
        after = replace(place, ships=seen)
        owner, _ = control.holder(after)
        specialties = facts.specialties(after)
        if not specialties or owner == place.owner:
            continue
        disc = ""
        if place.owner is not None and place.disc in TRACK:
            track = TRACK[place.disc]
            players[place.owner] = replace(players[place.owner], **{track: getattr(players[place.owner], track) + 1})
        if owner is not None:
            disc = cubes.fitting(players[owner], specialties)[0]
            if disc in TRACK:
                track = TRACK[disc]
                players[owner] = replace(players[owner], **{track: getattr(players[owner], track) - 1})
        changes += [(f"places.{number}.owner", owner), (f"places.{number}.disc", disc)]
    for seat, (before, now) in enumerate(zip(state.players, players)):
        changes += [
            (f"players.{seat}.{name}", getattr(now, name))
            for name in ("population", "food", "ore_discs")
            if getattr(now, name) != getattr(before, name)
        ]
    return tuple(changes)
