"""F, G, H1: where a player can build and what it costs, or why not."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from tableside.core.moves import text
from tableside.core.ruling import Illegal
from tableside.games.gaia_project.map_geometry import FARTHEST, bits
from tableside.games.gaia_project.records import (
    FACTIONS,
    GAIA,
    NAV,
    PROJECT_PRICE,
    RANGE,
    SLUG,
    STEP_PRICE,
    STEPS,
    STRUCTURES,
    TERRA,
)
from tableside.games.gaia_project.refusal import no
from tableside.games.gaia_project.state import (
    Player,
    State,
    count,
    free_formers,
    loose,
    planet_at,
    structure_at,
)

MINES = STRUCTURES["m"].pieces


@dataclass(frozen=True, slots=True)
class Price:
    """What building on a hex costs this player, how many of the QIC extend the range, and how many steps it takes."""

    credits: int = 0
    ore: int = 0
    qic: int = 0
    far: int = 0
    steps: int = 0
    guest: bool = False
    own_former: bool = False


def qic_for(state: State, player: Player, hex: int, more: int = 0) -> int:
    """F2: how many QIC must extend the range to this hex; -1 when nothing is in the galaxy to start from."""
    origins = player.land | player.outposts
    if not origins:
        return -1
    reach = RANGE[player.research[NAV]] + more
    geometry = state.map
    needed = 0
    while not geometry.within(hex, reach) & origins:
        reach += 2
        needed += 1
        if needed > 30:
            return -1
    return needed


def too_far(state: State, player: Player, hex: int, price: Price, more: int = 0) -> Illegal | None:
    """F2: how far it is and how far this player comes, when the QIC for the range are not there."""
    if not price.far or price.qic <= player.qic:
        return None
    origins = player.land | player.outposts
    distance = next(n for n in range(1, FARTHEST + 1) if state.map.within(hex, n) & origins)
    reach = RANGE[player.research[NAV]] + more
    key = "too_far" if price.qic == price.far else "too_far_gaia"
    return no(key, "F2", distance=distance, range=reach, needed=price.qic, have=player.qic)


def range_price(state: State, player: Player, hex: int) -> Price | Illegal:
    """F2: the QIC that reach this hex."""
    qic = qic_for(state, player, hex)
    if qic < 0:
        return no("out_of_range", "F2")
    price = Price(qic=qic, far=qic)
    problem = too_far(state, player, hex, price)
    return price if problem is None else problem


def missing(player: Player, price: Price, rule: str = "F1") -> Illegal | None:
    """E2: what lacks for the price, or None."""
    short = [
        text(f"{SLUG}.amount.{unit}", n=n)
        for unit, n in (
            ("c", price.credits - player.credits),
            ("o", price.ore - player.ore),
            ("q", price.qic - player.qic),
        )
        if n > 0
    ]
    return no("missing", rule, missing=tuple(short)) if short else None


def mine_price(state: State, seat: int, hex: int, free: int = 0, more: int = 0) -> Price | Illegal:
    """F1 to F4: the price of a mine here, or why there can be none, money aside."""
    player = state.players[seat]
    bit = 1 << hex
    planet = planet_at(state, hex)
    if planet == "e":
        return no("no_planet", "F1")
    if player.land & bit:
        return no("own_planet", "F1")
    guest = False
    for other in state.players:
        if other is player:
            continue
        if other.projects & bit:
            return no("foreign_former", "F3")
        if other.land & bit:
            if player.faction != "lantids":
                return no("occupied", "F1")
            guest = True
    if planet == "m":
        return no("transdim", "F3")
    if count(player, "m") >= MINES:
        return no("no_piece", "A2", piece=text(f"{SLUG}.piece.m"))
    mine = STRUCTURES["m"]
    if player.projects & bit:
        return Price(mine.credits, mine.ore, own_former=True)
    qic = qic_for(state, player, hex, more)
    if qic < 0:
        return no("out_of_range", "F2")
    if guest:
        return Price(mine.credits, mine.ore, qic, qic, guest=True)
    if planet == "g":
        if player.faction == "gleens":
            return Price(mine.credits, mine.ore + 1, qic, qic)
        return Price(mine.credits, mine.ore, qic + 1, qic)
    steps = STEPS[FACTIONS[player.faction].home + planet]
    paid = max(0, steps - free)
    return Price(mine.credits, mine.ore + paid * STEP_PRICE[player.research[TERRA]], qic, qic, steps)


def project_price(state: State, seat: int, hex: int, more: int = 0) -> Price | Illegal:
    """G1: the QIC a Gaia project here needs, or why there can be none, tokens aside."""
    player = state.players[seat]
    bit = 1 << hex
    if planet_at(state, hex) != "m":
        return no("not_transdim", "G1")
    if any(other.projects & bit for other in state.players):
        return no("former_there", "G1")
    if free_formers(player) <= 0:
        return no("no_former", "G1")
    qic = qic_for(state, player, hex, more)
    return no("out_of_range", "F2") if qic < 0 else Price(qic=qic, far=qic)


def project_tokens(player: Player) -> int:
    """G2: how many tokens a project takes."""
    return PROJECT_PRICE[player.research[GAIA]]


def wasteful(state: State, seat: int, hex: int, price: Price, free: int, more: int) -> Illegal | None:
    """Q8, the other reading: a step or range action that saves nothing is no action."""
    if state.rules.wasted or not (free or more):
        return None
    if price.own_former or (free and (price.steps == 0 or price.guest)):
        return no("wasted_step", "Q8")
    if more and qic_for(state, state.players[seat], hex) == qic_for(state, state.players[seat], hex, more):
        return no("wasted_range", "Q8")
    return None


def mine_targets(state: State, seat: int, free: int = 0, more: int = 0) -> Iterator[int]:
    """Every hex where this player can build and pay a mine now."""
    player = state.players[seat]
    geometry = state.map
    planets = (geometry.planets | state.lost) & ~(geometry.of["m"] & ~state.formed) & ~player.land
    if player.faction != "lantids":
        for other in state.players:
            planets &= ~other.land
    for hex in bits(planets):
        price = mine_price(state, seat, hex, free, more)
        if isinstance(price, Illegal) or missing(player, price) is not None:
            continue
        if wasteful(state, seat, hex, price, free, more) is None:
            yield hex


def project_targets(state: State, seat: int, more: int = 0) -> Iterator[int]:
    """Every hex where this player can start and pay a Gaia project now."""
    player = state.players[seat]
    if free_formers(player) <= 0 or loose(player) < project_tokens(player):
        return
    for hex in bits(state.map.of["m"] & ~state.formed):
        price = project_price(state, seat, hex, more)
        if isinstance(price, Illegal) or price.qic > player.qic:
            continue
        if wasteful(state, seat, hex, price, 0, more) is None:
            yield hex


def _neighbour_near(state: State, seat: int, hex: int) -> bool:
    """H1: whether a structure of somebody else stands within two hexes."""
    around = state.map.within(hex, 2)
    return any(other.land & around for number, other in enumerate(state.players) if number != seat)


def upgrade_price(state: State, seat: int, hex: int, to: str) -> tuple[str, Price] | Illegal:
    """H1: what is replaced and the price, or why not, money aside."""
    player = state.players[seat]
    old = structure_at(player, 1 << hex)
    if not old:
        return no("not_yours", "H1")
    if old in ("guest", "lost"):
        return no(f"{old}_stays", "H2")
    if to not in FACTIONS[player.faction].upgrades.get(old, ()):
        return no("no_upgrade", "H1", old=text(f"{SLUG}.piece.{old}"), new=text(f"{SLUG}.piece.{to}"))
    if count(player, to) >= STRUCTURES[to].pieces:
        return no("no_piece", "A2", piece=text(f"{SLUG}.piece.{to}"))
    cost = STRUCTURES[to]
    credits = cost.near if to == "ts" and _neighbour_near(state, seat, hex) else cost.credits
    return old, Price(credits, cost.ore)


def _empty_in_reach(state: State, seat: int) -> Iterator[int]:
    """F2: every empty hex this seat reaches, with all its QIC if need be."""
    player = state.players[seat]
    reach = RANGE[player.research[NAV]] + 2 * player.qic
    return bits(state.map.reach(player.land | player.outposts, reach) & state.map.of["e"])


def why_not_lost(state: State, seat: int, hex: int) -> Illegal | None:
    """J5: what keeps the Lost Planet from this hex, QIC aside."""
    bit = 1 << hex
    if planet_at(state, hex) != "e":
        return no("planet_there", "J5")
    for number, other in enumerate(state.players):
        if other.outposts & bit:
            return no("station_there", "J5")
        if other.satellites & bit and (number == seat or not state.rules.lost_on_satellites):
            return no("satellite_there", "Q7")
    return None


def lost_spots(state: State, seat: int) -> list[int]:
    """Every hex where the Lost Planet may be put."""
    return [hex for hex in _empty_in_reach(state, seat) if why_not_lost(state, seat, hex) is None]


def why_not_station(state: State, seat: int, hex: int) -> Illegal | None:
    """O8: what keeps a space station from this hex, QIC aside."""
    player = state.players[seat]
    bit = 1 << hex
    if planet_at(state, hex) != "e":
        return no("planet_there", "O8")
    if any(other.outposts & bit for other in state.players):
        return no("station_there", "O8")
    if player.satellites & bit and not state.rules.station_on_satellite:
        return no("satellite_there", "Q7")
    return None


def station_spots(state: State, seat: int) -> list[int]:
    """Every hex where a space station may be put."""
    return [hex for hex in _empty_in_reach(state, seat) if why_not_station(state, seat, hex) is None]
