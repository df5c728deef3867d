"""Everything that cannot be on the table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from tableside.core.moves import text
from tableside.core.ruling import Illegal
from tableside.games.onward_to_venus.content import Copy, no
from tableside.games.onward_to_venus.records import TileKind
from tableside.games.onward_to_venus.state import (
    ALIENS,
    BUILDINGS,
    COLOURS,
    PERIODS,
    PLANETS,
    SLUG,
    TOKENS,
    UNITS,
    Player,
    State,
)
from tableside.games.onward_to_venus.words import player_name


def audit(copy: Copy, state: State) -> tuple[Illegal, ...]:
    """Every impossibility of a position."""
    return tuple(problem for check in (_sets, _planets, _tiles, _cards, _counters) for problem in check(copy, state))


def _name(planet: str) -> object:
    return text(f"{SLUG}.planet.{planet}")


def _sets(copy: Copy, state: State) -> Iterator[Illegal]:
    for seat, player in enumerate(state.players):
        for thing in (*UNITS, *BUILDINGS):
            size, used = copy.pieces(thing), player.count(thing)
            if size is not None and used > size:
                yield no(
                    "too_many_pieces",
                    "A2",
                    player=player_name(state, seat),
                    thing=text(f"{SLUG}.thing.{thing}"),
                    n=used,
                    size=size,
                )
        if _negative(player):
            yield no("negative", "A2", player=player_name(state, seat))
        if player.colour and player.colour not in COLOURS:
            yield no("no_such_colour", "A2", colour=player.colour)
    colours = Counter(player.colour for player in state.players if player.colour)
    if any(amount > 1 for amount in colours.values()):
        yield no("same_colour", "B2")


def _negative(player: Player) -> bool:
    numbers = [player.money, player.hand, player.aliens, player.tokens]
    for here in player.at:
        numbers += [here.factory, here.mine]
        numbers += [force.of(unit) for force in (here.orbit, here.surface) for unit in UNITS]
    return min(numbers) < 0


def _planets(copy: Copy, state: State) -> Iterator[Illegal]:
    for name, planet in zip(PLANETS, state.planets):
        if planet.dead and planet.tiles:
            yield no("dead_with_tiles", "E4", planet=_name(name))
        if planet.dead and name not in ("venus", "moon", "mars"):
            yield no("cannot_die", "E4", planet=_name(name))
        if planet.traitors and not copy.of_kind(planet.tiles, TileKind.CRISIS):
            yield no("traitor_without_crisis", "F15", planet=_name(name))
    for _, name, here in state.presences():
        planet = state.planet(name)
        if planet.dead and (here.buildings or here.surface.size):
            yield no("dead_with_empire", "E4", planet=_name(name))
        if planet.alien and here.buildings:
            yield no("alien_beside_buildings", "E10", planet=_name(name))
    if copy.of_kind(state.planet("ganymede").tiles, TileKind.CRISIS):
        yield no("crisis_on_ganymede", "E8")
    if state.planet("earth").alien and not state.end:
        yield no("alien_on_earth", "E10")
    aliens = state.aliens + sum(planet.alien for planet in state.planets)
    aliens += sum(player.aliens for player in state.players)
    if aliens != ALIENS or state.aliens < 0:
        yield no("alien_number", "A1", n=aliens)


def _tiles(copy: Copy, state: State) -> Iterator[Illegal]:
    for tile, amount in copy.out_of_bag(state).items():
        record = copy.tile(tile)
        if record is None:
            yield no("unknown_tile", "A3", tile=tile)
        elif record.count is not None and amount > record.count:
            yield no("too_many_tiles", "A3", tile=tile, n=amount, size=record.count)
    for seat, player in enumerate(state.players):
        if any(copy.kind(tile) not in (TileKind.TROPHY, TileKind.CRISIS) for tile in player.kept):
            yield no("kept_wrong", "G3", player=player_name(state, seat))


def _cards(copy: Copy, state: State) -> Iterator[Illegal]:
    seen = Counter(state.discards)
    for planet in state.planets:
        seen.update(planet.traitors)
    for card, amount in seen.items():
        record = copy.card(card)
        known = record is not None and record.count is not None and not copy.missing_starting(state)
        if record is None or (known and amount > copy.copies(state, card)):
            yield no("too_many_cards", "A1", card=card, n=amount)
    if state.deck is not None and state.deck < 0:
        yield no("deck_negative", "A1")


def _counters(copy: Copy, state: State) -> Iterator[Illegal]:
    tokens = state.tokens + sum(player.tokens for player in state.players)
    if state.tokens < 0 or tokens > min(TOKENS, len(state.players) + 2):
        yield no("token_number", "C1", n=tokens)
    if not 0 <= state.period <= PERIODS:
        yield no("period_number", "G1", n=state.period)
    if state.start is not None and state.start not in state.seats:
        yield no("no_such_seat", "B3", n=state.start + 1)
    if state.turn is not None and state.turn not in state.seats:
        yield no("no_such_seat", "D13", n=state.turn + 1)
