"""F, G, H1, H2, J5: mines, Gaia projects, upgrades, the Lost Planet, space stations."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from tableside.core.moves import Move, text
from tableside.core.ruling import Illegal
from tableside.games.gaia_project.content import (
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
from tableside.games.gaia_project.desk import Desk, no
from tableside.games.gaia_project.geometry import bits
from tableside.games.gaia_project.rules.research import take_token
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
    """What building on a hex costs this player, and how many steps it takes."""

    credits: int = 0
    ore: int = 0
    qic: int = 0
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


def missing(player: Player, credits: int, ore: int, qic: int = 0, rule: str = "F1") -> Illegal | None:
    """E2: what lacks for the price, or None."""
    short = [
        text(f"{SLUG}.amount.{unit}", n=n)
        for unit, n in (
            ("c", credits - player.credits),
            ("o", ore - player.ore),
            ("q", qic - player.qic),
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
        return no("no_planet", "F1", 11)
    if player.land & bit:
        return no("own_planet", "F1", 11)
    guest = False
    for other in state.players:
        if other is player:
            continue
        if other.projects & bit:
            return no("foreign_former", "F3", 11)
        if other.land & bit:
            if player.faction != "lantids":
                return no("occupied", "F1", 11)
            guest = True
    if planet == "m":
        return no("transdim", "F3", 11)
    if count(player, "m") >= MINES:
        return no("no_piece", "A2", 3, piece=text(f"{SLUG}.piece.m"))
    mine = STRUCTURES["m"]
    if player.projects & bit:
        return Price(mine.credits, mine.ore, own_former=True)
    qic = qic_for(state, player, hex, more)
    if qic < 0:
        return no("out_of_range", "F2", 11)
    if guest:
        return Price(mine.credits, mine.ore, qic, guest=True)
    if planet == "g":
        if player.faction == "gleens":
            return Price(mine.credits, mine.ore + 1, qic)
        return Price(mine.credits, mine.ore, qic + 1)
    steps = STEPS[FACTIONS[player.faction].home + planet]
    paid = max(0, steps - free)
    return Price(mine.credits, mine.ore + paid * STEP_PRICE[player.research[TERRA]], qic, steps)


def wasteful(state: State, seat: int, hex: int, price: Price, free: int, more: int) -> Illegal | None:
    """Q8, the other reading: a step or range action that saves nothing is no action."""
    if state.rules.wasted or not (free or more):
        return None
    if price.own_former or (free and (price.steps == 0 or price.guest)):
        return no("wasted_step", "Q8")
    if more and qic_for(state, state.players[seat], hex) == qic_for(state, state.players[seat], hex, more):
        return no("wasted_range", "Q8")
    return None


def judge_mine(desk: Desk, move: Move) -> Illegal | None:
    """F: build a mine, as an action of its own or within a step or range action."""
    state, seat = desk.state, desk.seat
    hex = state.map.number.get(move["hex"])
    if hex is None:
        return no("no_hex", "F1", 11, hex=move["hex"])
    task = desk.rest[0] if desk.rest else None
    free, more = (task.a, task.b) if task else (0, 0)
    price = mine_price(state, seat, hex, free, more)
    if isinstance(price, Illegal):
        return price
    if task:
        problem = wasteful(state, seat, hex, price, free, more)
        if problem is not None:
            return problem
    problem = missing(desk.player(), price.credits, price.ore, price.qic)
    if problem is not None:
        return problem
    if task:
        desk.done()
        if free > price.steps:
            desk.warn("step_wasted", "Q8", n=free - price.steps)
    build_mine(desk, move["hex"], hex, price)
    if not task:
        desk.emit("flow", "E1", 10, acted=True)
    return None


def build_mine(desk: Desk, name: str, hex: int, price: Price) -> None:
    """F5: the mine is paid, placed, and pays."""
    seat = desk.seat
    desk.change(seat, "mine", "F1", credits=-price.credits, ore=-price.ore, qic=-price.qic)
    new_type = _is_new_type(desk.state, desk.player(), hex)
    desk.emit(
        "placed", "O2" if price.guest else "F5", 11, seat=seat, piece="guest" if price.guest else "m", hex=name, old=""
    )
    _after_mine(desk, hex, new_type and not price.guest)
    if price.guest:
        if desk.player().institute:
            desk.gain(seat, (("k", 2),), "lantids", "O2")
    elif planet_at(desk.state, hex) == "g":
        desk.trigger(seat, "gaia", "E3")
        if desk.player().faction == "gleens":
            desk.score(seat, 2, "faction", "O4", "gleens")
    if price.steps:
        desk.trigger(seat, "step", "E3", price.steps)
    note_built(desk, hex)


def _is_new_type(state: State, player: Player, hex: int) -> bool:
    if player.faction != "geodens" or not player.institute:
        return False
    planet = planet_at(state, hex)
    if planet == "l":
        return True
    own = player.land
    same = state.map.of["g"] | state.formed if planet == "g" else state.map.of[planet]
    return not own & same


def _after_mine(desk: Desk, hex: int, new_type: bool) -> None:
    join(desk, desk.seat, hex)
    desk.trigger(desk.seat, "mine", "E3")
    if new_type:
        desk.gain(desk.seat, (("k", 3),), "geodens", "O9")


def join(desk: Desk, seat: int, hex: int) -> None:
    """I8: what is built beside an own federation joins it, with its cluster."""
    state = desk.state
    player = state.players[seat]
    if not player.federated:
        return
    geometry = state.map
    bit = 1 << hex
    if player.federated & bit or not geometry.near(bit) & player.federated:
        return
    own = player.land | player.outposts
    group, all_own = bit, own | player.federated
    while True:
        grown = geometry.near(group) & all_own
        if grown == group:
            break
        group = grown
    joined = group & own & ~player.federated
    desk.emit("joined", "I8", 14, seat=seat, hexes=geometry.names(joined))


def note_built(desk: Desk, hex: int) -> None:
    """M1: others may charge for this at the end of the turn."""
    built = desk.state.built
    own = tuple(entry for entry in built if entry[0] == desk.seat)
    other = tuple(entry for entry in built if entry[0] != desk.seat)
    desk.emit("flow", "M1", 17, built=(*own, (desk.seat, hex), *other))


def project_price(state: State, seat: int, hex: int, more: int = 0) -> Price | Illegal:
    """G1: the QIC a Gaia project here needs, or why there can be none, tokens aside."""
    player = state.players[seat]
    bit = 1 << hex
    if planet_at(state, hex) != "m":
        return no("not_transdim", "G1", 12)
    if any(other.projects & bit for other in state.players):
        return no("former_there", "G1", 12)
    if free_formers(player) <= 0:
        return no("no_former", "G1", 12)
    qic = qic_for(state, player, hex, more)
    if qic < 0:
        return no("out_of_range", "F2", 11)
    return Price(qic=qic)


def project_tokens(player: Player) -> int:
    """G2: how many tokens a project takes."""
    return PROJECT_PRICE[player.research[GAIA]]


def judge_project(desk: Desk, move: Move) -> Illegal | None:
    """G: start a Gaia project."""
    state, seat = desk.state, desk.seat
    hex = state.map.number.get(move["hex"])
    if hex is None:
        return no("no_hex", "G1", 12, hex=move["hex"])
    task = desk.rest[0] if desk.rest else None
    if task and not task.b:
        return no("step_needs_mine", "K2", 16)
    more = task.b if task else 0
    price = project_price(state, seat, hex, more)
    if isinstance(price, Illegal):
        return price
    player = desk.player()
    if task:
        problem = wasteful(state, seat, hex, price, 0, more)
        if problem is not None:
            return problem
    problem = missing(player, 0, 0, price.qic, "F2")
    if problem is not None:
        return problem
    tokens = project_tokens(player)
    if loose(player) < tokens:
        return no("tokens_missing", "G2", 12, n=tokens - loose(player))
    if task:
        desk.done()
    if state.round == 6:
        desk.warn("project_too_late", "G3")
    desk.change(seat, "project", "F2", qic=-price.qic)
    desk.emit("placed", "G2", 12, seat=seat, piece="gf", hex=move["hex"], old="")
    desk.shift(seat, tokens, "area", "project", "G2")
    if not task:
        desk.emit("flow", "E1", 10, acted=True)
    return None


def neighbour_near(state: State, seat: int, hex: int) -> bool:
    """H1: whether a structure of somebody else stands within two hexes."""
    around = state.map.within(hex, 2)
    return any(other.land & around for number, other in enumerate(state.players) if number != seat)


def upgrade_price(state: State, seat: int, hex: int, to: str) -> tuple[str, int, int] | Illegal:
    """H1: what is replaced and the price in credits and ore, or why not, money aside."""
    player = state.players[seat]
    old = structure_at(player, 1 << hex)
    if not old:
        return no("not_yours", "H1", 13)
    if old in ("guest", "lost"):
        return no(f"{old}_stays", "H2", 13)
    if to not in FACTIONS[player.faction].upgrades.get(old, ()):
        return no("no_upgrade", "H1", 13, old=text(f"{SLUG}.piece.{old}"), new=text(f"{SLUG}.piece.{to}"))
    if count(player, to) >= STRUCTURES[to].pieces:
        return no("no_piece", "A2", 3, piece=text(f"{SLUG}.piece.{to}"))
    cost = STRUCTURES[to]
    credits = cost.near if to == "ts" and neighbour_near(state, seat, hex) else cost.credits
    return old, credits, cost.ore


def judge_upgrade(desk: Desk, move: Move) -> Illegal | None:
    """H: one structure is replaced by the next."""
    state, seat, to = desk.state, desk.seat, move["to"]
    hex = state.map.number.get(move["hex"])
    if hex is None or to not in STRUCTURES or to == "m":
        return no("no_hex", "H1", 13, hex=move["hex"])
    found = upgrade_price(state, seat, hex, to)
    if isinstance(found, Illegal):
        return found
    old, credits, ore = found
    problem = missing(desk.player(), credits, ore, rule="H1")
    if problem is not None:
        return problem
    desk.change(seat, "upgrade", "H1", credits=-credits, ore=-ore)
    place_structure(desk, seat, to, move["hex"], old, "H2")
    note_built(desk, hex)
    if to == "PI" and desk.player().faction == "gleens":
        take_token(desk, seat, "gleens", "own", "O4")
    if to in ("lab", "ac1", "ac2"):
        desk.then("tile")
    desk.emit("flow", "E1", 10, acted=True)
    return None


def place_structure(desk: Desk, seat: int, to: str, name: str, old: str, rule: str) -> None:
    """H2: the new piece replaces the old one, and pays."""
    desk.emit("placed", rule, 13, seat=seat, piece=to, hex=name, old=old)
    if to == "ts":
        desk.trigger(seat, "station", "E3")
    elif to in ("PI", "ac1", "ac2"):
        desk.trigger(seat, "big", "E3")


def why_not_lost(state: State, seat: int, hex: int) -> Illegal | None:
    """J5: what keeps the Lost Planet from this hex, QIC aside."""
    bit = 1 << hex
    if planet_at(state, hex) != "e":
        return no("planet_there", "J5", 23)
    for number, other in enumerate(state.players):
        if other.outposts & bit:
            return no("station_there", "J5", 23)
        if other.satellites & bit and (number == seat or not state.rules.lost_on_satellites):
            return no("satellite_there", "Q7")
    return None


def empty_in_reach(state: State, seat: int) -> Iterator[int]:
    """F2: every empty hex this seat reaches, with all its QIC if need be."""
    player = state.players[seat]
    reach = RANGE[player.research[NAV]] + 2 * player.qic
    return iter(bits(state.map.reach(player.land | player.outposts, reach) & state.map.of["e"]))


def lost_spots(state: State, seat: int) -> list[int]:
    """Every hex where the Lost Planet may be put."""
    return [hex for hex in empty_in_reach(state, seat) if why_not_lost(state, seat, hex) is None]


def judge_lost(desk: Desk, move: Move) -> Illegal | None:
    """J5: the Lost Planet is put down with a mine."""
    state, seat = desk.state, desk.seat
    hex = state.map.number.get(move["hex"])
    if hex is None:
        return no("no_hex", "J5", 23, hex=move["hex"])
    problem = why_not_lost(state, seat, hex)
    if problem is not None:
        return problem
    qic = qic_for(state, desk.player(), hex)
    if qic < 0:
        return no("out_of_range", "F2", 11)
    problem = missing(desk.player(), 0, 0, qic, "F2")
    if problem is not None:
        return problem
    desk.done()
    desk.change(seat, "lost", "J5", qic=-qic)
    new_type = desk.player().faction == "geodens" and desk.player().institute != 0
    desk.emit("placed", "J5", 23, seat=seat, piece="lost", hex=move["hex"], old="")
    _after_mine(desk, hex, new_type)
    if state.phase == "gaia" and state.rules.gaia_charging == "now":
        desk.then("charges", a=hex)
    else:
        note_built(desk, hex)
    return None


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
    return [hex for hex in empty_in_reach(state, seat) if why_not_station(state, seat, hex) is None]


def judge_station(desk: Desk, move: Move) -> Illegal | None:
    """O8: Ivits put down a space station."""
    state, seat = desk.state, desk.seat
    hex = state.map.number.get(move["hex"])
    if hex is None:
        return no("no_hex", "O8", hex=move["hex"])
    problem = why_not_station(state, seat, hex)
    if problem is not None:
        return problem
    qic = qic_for(state, desk.player(), hex)
    if qic < 0:
        return no("out_of_range", "F2", 11)
    problem = missing(desk.player(), 0, 0, qic, "F2")
    if problem is not None:
        return problem
    desk.done()
    desk.change(seat, "station", "O8", qic=-qic)
    desk.emit("placed", "O8", seat=seat, piece="sp", hex=move["hex"], old="")
    join(desk, seat, hex)
    return None


def judge_swap(desk: Desk, move: Move) -> Illegal | None:
    """O6: Ambas swap their institute with a mine."""
    hex = desk.state.map.number.get(move["hex"])
    if hex is None or not desk.player().mines >> hex & 1:
        return no("swap_needs_mine", "O6")
    desk.done()
    desk.emit("swapped", "O6", seat=desk.seat, hex=move["hex"])
    return None


def judge_downgrade(desk: Desk, move: Move) -> Illegal | None:
    """O11: Firaks turn a lab back into a trading station."""
    hex = desk.state.map.number.get(move["hex"])
    if hex is None or not desk.player().labs >> hex & 1:
        return no("downgrade_needs_lab", "O11")
    desk.done()
    place_structure(desk, desk.seat, "ts", move["hex"], "lab", "O11")
    desk.then("up")
    desk.then("built", a=hex)
    return None
