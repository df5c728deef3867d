"""I: what could be linked, the value it needs, and the least linkings; exact, see links."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from tableside.core.ruling import Illegal
from tableside.games.gaia_project.links import Links, numbers
from tableside.games.gaia_project.map_geometry import Geometry
from tableside.games.gaia_project.refusal import no
from tableside.games.gaia_project.state import Player, State, loose, satellites_left, total_value

IVITS = "ivits"
NEEDED = 7


@dataclass(frozen=True, slots=True)
class Field:
    """What a player could link: clusters with their values, hexes open for satellites, and the own old federation."""

    geometry: Geometry
    open: int
    clusters: tuple[int, ...]
    values: tuple[int, ...]
    base: int
    """Ivits: all hexes of the federation that is enlarged; it is then the first cluster."""


def needed(player: Player) -> int:
    """I1, I9: the value a federation needs now."""
    if player.faction == IVITS:
        return NEEDED * (player.federations + 1)
    return NEEDED - 1 if player.faction == "xenos" and player.institute else NEEDED


def field_of(state: State, seat: int) -> Field:
    """I2 to I4: clusters and open hexes of a player."""
    player = state.players[seat]
    geometry = state.map
    own = player.land | player.outposts
    empty = geometry.of["e"] & ~state.lost & ~own
    if player.faction == IVITS:
        parts = geometry.pieces(own | player.federated)
        parts.sort(key=lambda part: not part & player.federated)
        base = parts[0] if player.federated else 0
        open_hexes = empty & ~player.federated
    else:
        closed = geometry.near(player.federated) if player.federated else 0
        parts = [part for part in geometry.pieces(own & ~player.federated) if not part & closed]
        base = 0
        open_hexes = empty & ~closed
    values = tuple(total_value(state, player, part) for part in parts)
    return Field(geometry, open_hexes, tuple(parts), values, base)


def most_satellites(state: State, player: Player) -> int:
    """I3: how many satellites this player could pay and has."""
    means = player.qic if player.faction == IVITS else loose(player)
    return min(means, satellites_left(state, player))


def touched(field: Field, satellites: int) -> int:
    """I5: the clusters beside these satellites, as a set of their numbers."""
    around = field.geometry.near(satellites)
    return sum(1 << number for number, cluster in enumerate(field.clusters) if cluster & around)


def value_of(field: Field, chosen: int) -> int:
    """The value of a set of clusters."""
    return sum(value for number, value in enumerate(field.values) if chosen >> number & 1)


def cheaper(field: Field, chosen: int, satellites: int, value: int) -> int | None:
    """I6 d, e: satellites of a smaller linking that forbids this one, or None.

    Fewest: no fewer satellites link all of the clusters, over other own planets too. Not superfluous: no fewer link a
    part of them that is worth enough, touching no others.
    """
    if not satellites:
        return None
    limit = satellites - 1
    members = [number for number in range(len(field.clusters)) if chosen >> number & 1]
    outside = 0
    for number, cluster in enumerate(field.clusters):
        if not chosen >> number & 1:
            outside |= cluster
    inner = field.open & ~field.geometry.near(outside) if outside else field.open
    links = Links(field.geometry, inner, [field.clusters[number] for number in members], limit)
    values = [field.values[number] for number in members]
    found = _worth_enough(links, values, value, 1 if field.base else 0)
    if found is not None:
        return links.satellites(found)
    if outside:
        links = Links(field.geometry, field.open, field.clusters, limit)
        if links.cost(chosen) is not None:
            return links.satellites(chosen)
    elif links.cost((1 << len(members)) - 1) is not None:
        return links.satellites((1 << len(members)) - 1)
    return None


def _worth_enough(links: Links, values: list[int], value: int, base: int) -> int | None:
    """A set of clusters worth enough that can be linked within the limit; the base must be in it."""
    order = sorted(range(base, len(values)), key=lambda number: -values[number])

    def search(chosen: int, worth: int, place: int, left: int) -> int | None:
        if worth >= value:
            return chosen if links.cost(chosen) is not None else None
        if worth + left < value or (chosen and links.cost(chosen) is None):
            return None
        for index in range(place, len(order)):
            number = order[index]
            found = search(chosen | 1 << number, worth + values[number], index + 1, left - values[number])
            if found is not None:
                return found
            left -= values[number]
            if worth + left < value:
                return None
        return None

    start = values[0] if base else 0
    return search(base, start, 0, sum(values) - start)


def droppable(field: Field, chosen: int, value: int) -> bool:
    """Q5, the strict wording: whether a planet is not needed for the value."""
    worth = value_of(field, chosen)
    return any(
        chosen >> number & 1 and worth - one >= value
        for number, one in enumerate(field.values)
        if not (field.base and number == 0)
    )


# -- listing -----------------------------------------------------------------------------------


def linkable(state: State, seat: int) -> tuple[str, ...]:
    """Every hex that could be part of a new federation: own planets and stations first, then places for satellites."""
    field = field_of(state, seat)
    own = 0
    for cluster in field.clusters:
        if cluster != field.base:
            own |= cluster
    return (*field.geometry.names(own), *field.geometry.names(field.open))


def why_no_federation(state: State, seat: int) -> Illegal:
    """What keeps this player from any federation: the value, or the satellites that would link enough of it."""
    player, field = state.players[seat], field_of(state, seat)
    value, worth = needed(player), sum(field.values)
    if worth < value:
        return no("no_value", "I6", value=worth, needed=value)
    if not any(state.supply):
        return no("no_such_token", "I11")
    left = satellites_left(state, player)
    strict = state.rules.federations == "strict"
    found = _proposals(field.geometry, field.open, field.clusters, field.values, field.base, value, left, strict)
    own = player.land | player.outposts
    fewest = min(((field.geometry.mask(hexes) & ~own).bit_count() for hexes in found if hexes), default=None)
    if fewest is None:
        return no("no_link", "I6")
    key = "no_qic_to_link" if player.faction == IVITS else "no_tokens_to_link"
    return no(key, "I3", n=fewest, have=most_satellites(state, player))


def proposals(state: State, seat: int) -> tuple[tuple[str, ...], ...]:
    """For every legal choice of planets one federation with the fewest satellites."""
    player = state.players[seat]
    field = field_of(state, seat)
    value = needed(player)
    if sum(field.values) < value:
        return ()
    limit = most_satellites(state, player)
    strict = state.rules.federations == "strict"
    found = _proposals(field.geometry, field.open, field.clusters, field.values, field.base, value, limit, strict)
    if not state.rules.ivits_growth:
        found = tuple(hexes for hexes in found if hexes)
    return found


@lru_cache(maxsize=256)
def _proposals(
    geometry: Geometry,
    open_hexes: int,
    clusters: tuple[int, ...],
    values: tuple[int, ...],
    base: int,
    value: int,
    limit: int,
    strict: bool,
) -> tuple[tuple[str, ...], ...]:
    field = Field(geometry, open_hexes, clusters, values, base)
    needed_sets = _least_sets(values, value, 1 if base else 0)
    links = Links(geometry, open_hexes, clusters, limit)
    bound = max((_at_most(links, chosen) for chosen in needed_sets), default=0)
    if bound < limit:
        links = Links(geometry, open_hexes, clusters, bound)
    enough: dict[int, int] = {}
    for chosen in needed_sets:
        cost = links.cost(chosen)
        if cost is not None:
            enough[chosen] = cost
    found: dict[tuple[str, ...], None] = {}
    done: list[tuple[int, int, int]] = []
    """Sets already linked: the clusters asked for, all that were touched, and the satellites."""
    for chosen, cost in sorted(enough.items(), key=lambda entry: entry[1]):
        satellites = links.satellites(chosen)
        whole = touched(field, satellites) | chosen
        less = [(other, all_of_it) for other, all_of_it, n in done if n < cost and other & ~whole == 0]
        done.append((chosen, whole, cost))
        if any(all_of_it & ~whole == 0 for _, all_of_it in less):
            continue
        if (strict and droppable(field, whole, value)) or (less and cheaper(field, whole, cost, value) is not None):
            continue
        hexes = satellites
        for number, cluster in enumerate(clusters):
            if whole >> number & 1 and cluster != base:
                hexes |= cluster
        found[geometry.names(hexes)] = None
    return tuple(found)


def _least_sets(values: tuple[int, ...], value: int, base: int) -> list[int]:
    """Every set of clusters that is worth enough, and not without any one of them; the base is in all of them."""
    order = sorted(range(base, len(values)), key=lambda number: -values[number])
    found: list[int] = []

    def search(chosen: int, worth: int, place: int) -> None:
        if worth >= value:
            found.append(chosen)
            return
        for index in range(place, len(order)):
            search(chosen | 1 << order[index], worth + values[order[index]], index + 1)

    search(base, values[0] if base else 0, 0)
    return found


def _at_most(links: Links, chosen: int) -> int:
    """A number of satellites that surely links these clusters: one after the other, each the nearest way."""
    left = list(numbers(chosen))
    linked = [left.pop(0)]
    total = 0
    while left:
        ways = [
            (distance, other)
            for one in linked
            for other in left
            if (distance := links.distance(one, other)) is not None
        ]
        if not ways:
            return links.limit
        distance, other = min(ways)
        total += distance
        if total >= links.limit:
            return links.limit
        left.remove(other)
        linked.append(other)
    return total
