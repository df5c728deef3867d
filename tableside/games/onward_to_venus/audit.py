"""Everything that cannot be on the table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from tableside.core.moves import text
from tableside.core.ruling import Illegal
from tableside.games.onward_to_venus.records import TileKind
from tableside.games.onward_to_venus.refusal import no
from tableside.games.onward_to_venus.state import (
    ALIENS,
    BUILDINGS,
    COLOURS,
    PERIODS,
    PLANETS,
    SLUG,
    START_CARDS,
    TOKENS,
    UNITS,
    UNTOLD,
    Player,
    State,
)
from tableside.games.onward_to_venus.supply import Copy
from tableside.games.onward_to_venus.words import player_name


def audit(copy: Copy, state: State) -> tuple[Illegal, ...]:
    """Every impossibility of a position."""
    return tuple(problem for check in (_sets, _planets, _tiles, _cards, _counters) for problem in check(copy, state))


def _name(planet: str) -> object:
    return text(f"{SLUG}.planet.{planet}")


def _sets(copy: Copy, state: State) -> Iterator[Illegal]:
    for seat, player in enumerate(state.players):
        used = {thing: player.count(thing) for thing in (*UNITS, *BUILDINGS)}
        problem = too_many_pieces(copy, player_name(state, seat), used)
        if problem is not None:
            yield problem
        if _negative(player):
            yield no("negative", "A2", player=player_name(state, seat))
        if player.colour and player.colour not in COLOURS:
            yield no("no_such_colour", "A2", colour=player.colour)
        if not player.colour and state.period:
            yield no("no_colour", "B2", player=player_name(state, seat))
    colours = Counter(player.colour for player in state.players if player.colour)
    if any(amount > 1 for amount in colours.values()):
        yield no("same_colour", "B2")


def too_many_pieces(copy: Copy, player: object, used: Mapping[str, int]) -> Illegal | None:
    """A set does not have so many of some kind (A2)."""
    found = copy.too_many(used)
    if found is None:
        return None
    thing, size = found
    name = text(f"{SLUG}.thing.{thing}")
    return no("too_many_pieces", "A2", player=player, thing=name, n=used[thing], size=size)


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
        if planet.traitors and UNTOLD not in planet.tiles and not copy.of_kind(planet.tiles, TileKind.CRISIS):
            yield no("traitor_without_crisis", "F15", planet=_name(name))
    for _, name, here in state.presences():
        planet = state.planet(name)
        if planet.dead and (here.buildings or here.surface.size):
            yield no("dead_with_empire", "E4", planet=_name(name))
        if planet.alien and here.buildings and not state.option("beside_alien"):
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
            yield no("unknown_tile", "A3", tile=copy.tile_name(tile))
        elif record.count is not None and amount > record.count:
            yield no("too_many_tiles", "A3", tile=copy.tile_name(tile), n=amount, size=record.count)
    problem = copy.too_many_tiles(copy.out_of_bag(state))
    if problem is not None:
        yield problem
    for seat, player in enumerate(state.players):
        if any(copy.kind(tile) not in (TileKind.TROPHY, TileKind.CRISIS) for tile in player.kept):
            yield no("kept_wrong", "G3", player=player_name(state, seat))


def _cards(copy: Copy, state: State) -> Iterator[Illegal]:
    seen = Counter(state.discards)
    for planet in state.planets:
        seen.update(planet.traitors)
    for card, amount in seen.items():
        record = copy.card(card)
        unseen = copy.unseen(state, card)
        if record is None or (unseen is not None and unseen < 0):
            yield no("too_many_cards", "A1", card=copy.card_name(card), n=amount)
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
    for task in state.todo:
        if task.seat is not None and task.seat not in state.seats:
            yield no("no_such_seat", "D13", n=task.seat + 1)


def census(copy: Copy, state: State) -> Mapping[str, int]:
    """How many of each component there are in all places together."""
    seats, out = len(state.players), copy.out_of_bag(state)
    counts = {f"tile {id}": out[id] + amount for id, amount in copy.bag(state).items()}
    loose = len(state.discards) + sum(len(planet.traitors) for planet in state.planets)
    loose += sum(player.hand for player in state.players)
    if state.deck is None:
        counts["cards"] = (copy.draw_cards() or 0) + START_CARDS * seats
    else:
        counts["cards"] = state.deck + loose
    aliens = sum(planet.alien for planet in state.planets) + sum(player.aliens for player in state.players)
    counts["aliens"] = state.aliens + aliens
    in_play = state.tokens + sum(player.tokens for player in state.players)
    counts["tokens"] = TOKENS if in_play in (0, seats + 2) else in_play
    return counts
