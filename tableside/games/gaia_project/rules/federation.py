"""I: federations, judged exactly: value, fewest satellites, nothing superfluous, no contact with older ones."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from tableside.core.moves import Move, move
from tableside.core.ruling import Illegal
from tableside.games.gaia_project.content import TOKENS
from tableside.games.gaia_project.desk import Desk, no
from tableside.games.gaia_project.geometry import Geometry
from tableside.games.gaia_project.rules.links import Links, numbers
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


def judge_federation(desk: Desk, wanted: Move) -> Illegal | None:
    """I: planets form a federation."""
    state, seat, player = desk.state, desk.seat, desk.player()
    geometry, names, token = state.map, wanted["hexes"], wanted["token"]
    if token not in TOKENS or not state.supply[TOKENS.index(token)]:
        return no("no_such_token", "I11", 14)
    if any(name not in geometry.number for name in names) or tuple(sorted(set(names))) != names:
        return no("hexes_sorted", "I5", 14)
    hexes = geometry.mask(names)
    field = field_of(state, seat)
    problem = _ill_formed(state, player, field, hexes)
    if problem is not None:
        return problem
    own = player.land | player.outposts
    satellites = hexes & ~own
    chosen = 1 if field.base else 0
    for number, cluster in enumerate(field.clusters):
        if cluster & hexes:
            chosen |= 1 << number
    worth, value = value_of(field, chosen), needed(player)
    if worth < value:
        return no("value", "I6", 14, value=worth, needed=value)
    if field.base and not names and not state.rules.ivits_growth:
        return no("nothing_new", "Q6")
    n = satellites.bit_count()
    if n > satellites_left(state, player):
        return no("satellites_left", "Q1", n=satellites_left(state, player))
    if n > most_satellites(state, player):
        return no("satellites_cost", "I3", 14, n=n, have=most_satellites(state, player))
    smaller = cheaper(field, chosen, n, value)
    if smaller is not None:
        nearest = _proposal(state, seat, field, smaller, token)
        key = "fewer_satellites" if touched(field, smaller) & chosen == chosen else "superfluous"
        refusal = no(key, "I6", 14, hexes=nearest["hexes"], n=smaller.bit_count())
        return refusal.near(nearest)
    if state.rules.federations == "strict" and _droppable(field, chosen, value):
        return no("droppable", "Q5")
    desk.emit("federated", "I6", 14, seat=seat, hexes=names)
    if player.faction == IVITS:
        desk.change(seat, "federation", "O8", qic=-n)
    else:
        desk.shift(seat, n, "out", "federation", "I3")
    desk.then("take", what=token)
    desk.emit("flow", "E1", 10, acted=True)
    return None


def _ill_formed(state: State, player: Player, field: Field, hexes: int) -> Illegal | None:
    """I3 to I6a: what is wrong with the hexes themselves."""
    geometry = field.geometry
    own = player.land | player.outposts
    if player.faction == IVITS:
        if hexes & player.federated:
            return no("only_new_hexes", "I9", 14, hexes=geometry.names(hexes & player.federated))
    else:
        closed = geometry.near(player.federated) if player.federated else 0
        if hexes & closed:
            return no("closed", "I4", 14, hexes=geometry.names(hexes & closed))
    satellites = hexes & ~own
    if satellites & ~field.open:
        return no("satellite_place", "I3", 14, hexes=geometry.names(satellites & ~field.open))
    around = geometry.near(hexes) & own & ~hexes & ~field.base
    if around:
        return no("touches", "I5", 14, hexes=geometry.names(around))
    if not hexes and not field.base:
        return no("hexes_sorted", "I5", 14)
    if len(geometry.pieces(hexes | field.base)) != 1:
        return no("not_connected", "I6", 14)
    return None


def _droppable(field: Field, chosen: int, value: int) -> bool:
    """Q5, the strict wording: whether a planet is not needed for the value."""
    worth = value_of(field, chosen)
    return any(
        chosen >> number & 1 and worth - one >= value
        for number, one in enumerate(field.values)
        if not (field.base and number == 0)
    )


def _proposal(state: State, seat: int, field: Field, satellites: int, token: str) -> Move:
    """The federation these satellites make, with every cluster they touch."""
    hexes = satellites
    reached = touched(field, satellites)
    if not satellites and not field.base:
        value = needed(state.players[seat])
        reached = next(1 << number for number, worth in enumerate(field.values) if worth >= value)
    for number, cluster in enumerate(field.clusters):
        if reached >> number & 1 and cluster != field.base:
            hexes |= cluster
    return move(seat, "federation", hexes=field.geometry.names(hexes), token=token)


# -- listing -----------------------------------------------------------------------------------


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
        if (strict and _droppable(field, whole, value)) or (less and cheaper(field, whole, cost, value) is not None):
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
