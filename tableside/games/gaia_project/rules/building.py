"""F, G, J5, O8: mines, Gaia projects, the Lost Planet, space stations."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from tableside.core.moves import Move
from tableside.core.rulebook import play
from tableside.core.ruling import Illegal
from tableside.games.gaia_project import changes
from tableside.games.gaia_project.prices import (
    Price,
    lost_spots,
    mine_price,
    mine_targets,
    missing,
    project_price,
    project_targets,
    project_tokens,
    qic_for,
    range_price,
    station_spots,
    too_far,
    wasteful,
    why_not_lost,
    why_not_station,
)
from tableside.games.gaia_project.records import ROUNDS
from tableside.games.gaia_project.refusal import no
from tableside.games.gaia_project.rules.effects import awaited, change, done, receive, score, shift, then, trigger
from tableside.games.gaia_project.rules.reasons import least_lacking
from tableside.games.gaia_project.state import Player, State, Turn, loose, planet_at


def bonus(state: State) -> tuple[int, int]:
    """K2: the free steps and the further range of a step or range action."""
    return (state.todo[0].a, state.todo[0].b) if state.todo else (0, 0)


def free_planets(state: State, planets: int) -> tuple[str, ...]:
    """Those of these planets that nobody has colonised."""
    for player in state.players:
        planets &= ~player.land
    return state.map.names(planets)


def _extend(turn: Turn, price: Price) -> None:
    if price.far:
        turn.warn("qic_for_range", "F2", n=price.far)


@play
def mine(turn: Turn, hex: str) -> Illegal | None:
    """F: build a mine, as an action of its own or within a step or range action."""
    state, me = turn.state, turn.me
    number = state.map.number.get(hex)
    if number is None:
        return no("no_hex", "F1", hex=hex)
    task = awaited(turn)
    free, more = bonus(state)
    price = mine_price(state, me, number, free, more)
    if isinstance(price, Illegal):
        return price
    problem = wasteful(state, me, number, price, free, more) if task else None
    if problem is None:
        problem = too_far(state, state.players[me], number, price, more)
    if problem is None:
        problem = missing(state.players[me], price)
    if problem is not None:
        return problem
    _extend(turn, price)
    if task:
        done(turn)
        if free > price.steps:
            turn.warn("step_wasted", "Q8", n=free - price.steps)
    _build_mine(turn, hex, number, price)
    if not task:
        turn.do(changes.acted, "E1")
    return None


@mine.lists_legal
def _mines(turn: Turn) -> Iterator[Move]:
    state = turn.state
    return (mine.move(turn.seat, state.map.name[hex]) for hex in mine_targets(state, turn.me, *bonus(state)))


@mine.tries
def _all_mines(turn: Turn) -> Iterator[Move]:
    state = turn.state
    planets = free_planets(state, state.map.planets & ~state.map.of["m"] | state.formed)
    return (mine.move(turn.seat, name) for name in planets)


@mine.why_none
def _no_mine(turn: Turn) -> Illegal:
    return least_lacking(turn, "mine", "F1", _all_mines(turn))


def _build_mine(turn: Turn, name: str, hex: int, price: Price) -> None:
    """F5: the mine is paid, placed, and pays."""
    me = turn.me
    change(turn, me, "mine", "F1", credits=-price.credits, ore=-price.ore, qic=-price.qic)
    new_type = _is_new_type(turn.state, turn.state.players[me], hex)
    turn.do(changes.placed, "O2" if price.guest else "F5", me, "guest" if price.guest else "m", name, "")
    _after_mine(turn, hex, new_type and not price.guest)
    player = turn.state.players[me]
    if price.guest:
        if player.institute:
            receive(turn, me, (("k", 2),), "lantids", "O2")
    elif planet_at(turn.state, hex) == "g":
        trigger(turn, me, "gaia")
        if player.faction == "gleens":
            score(turn, me, 2, "faction", "O4", "gleens")
    if price.steps:
        trigger(turn, me, "step", price.steps)
    note_built(turn, hex)


def _is_new_type(state: State, player: Player, hex: int) -> bool:
    """O9: whether Geodens' institute pays for this planet."""
    if player.faction != "geodens" or not player.institute:
        return False
    planet = planet_at(state, hex)
    if planet == "l":
        return True
    same = state.map.of["g"] | state.formed if planet == "g" else state.map.of[planet]
    return not player.land & same


def _after_mine(turn: Turn, hex: int, new_type: bool) -> None:
    join(turn, turn.me, hex)
    trigger(turn, turn.me, "mine")
    if new_type:
        receive(turn, turn.me, (("k", 3),), "geodens", "O9")


def join(turn: Turn, seat: int, hex: int) -> None:
    """I8: what is built beside an own federation joins it, with its cluster."""
    state = turn.state
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
    turn.do(changes.joined, "I8", seat, geometry.names(group & own & ~player.federated))


def note_built(turn: Turn, hex: int) -> None:
    """M1: others may charge for this at the end of the turn."""
    me, built = turn.me, turn.state.built
    own = tuple(entry for entry in built if entry[0] == me)
    other = tuple(entry for entry in built if entry[0] != me)
    turn.do(changes.built, "M1", (*own, (me, hex), *other))


@play
def project(turn: Turn, hex: str) -> Illegal | None:
    """G: start a Gaia project."""
    state, me = turn.state, turn.me
    number = state.map.number.get(hex)
    if number is None:
        return no("no_hex", "G1", hex=hex)
    task, player = awaited(turn), state.players[me]
    _, more = bonus(state)
    price = project_price(state, me, number, more)
    if isinstance(price, Illegal):
        return price
    problem = wasteful(state, me, number, price, 0, more) if task else None
    if problem is None:
        problem = too_far(state, player, number, price, more)
    if problem is not None:
        return problem
    tokens = project_tokens(player)
    if loose(player) < tokens:
        return no("tokens_missing", "G2", needed=tokens, have=loose(player))
    _extend(turn, price)
    if task:
        done(turn)
    if state.round == ROUNDS:
        turn.warn("project_too_late", "G3")
    change(turn, me, "project", "F2", qic=-price.qic)
    turn.do(changes.placed, "G2", me, "gf", hex, "")
    shift(turn, me, tokens, "area", "project", "G2")
    if not task:
        turn.do(changes.acted, "E1")
    return None


@project.lists_legal
def _projects(turn: Turn) -> Iterator[Move]:
    state = turn.state
    return (project.move(turn.seat, state.map.name[hex]) for hex in project_targets(state, turn.me, bonus(state)[1]))


@project.tries
def _all_projects(turn: Turn) -> Iterator[Move]:
    state = turn.state
    return (project.move(turn.seat, name) for name in free_planets(state, state.map.of["m"] & ~state.formed))


@project.why_none
def _no_project(turn: Turn) -> Illegal:
    return least_lacking(turn, "project", "G1", _all_projects(turn))


def _reached(
    turn: Turn, hex: str, what: str, rule: str, why_not: Callable[[State, int, int], Illegal | None]
) -> int | Illegal:
    """A hex where something is put down, with the range paid for and the step that allows it done; or why not."""
    state, me = turn.state, turn.me
    number = state.map.number.get(hex)
    if number is None:
        return no("no_hex", rule, hex=hex)
    problem = why_not(state, me, number)
    if problem is not None:
        return problem
    price = range_price(state, state.players[me], number)
    if isinstance(price, Illegal):
        return price
    done(turn)
    _extend(turn, price)
    change(turn, me, what, rule, qic=-price.qic)
    return number


@play
def lost(turn: Turn, hex: str) -> Illegal | None:
    """J5: the Lost Planet is put down with a mine."""
    number = _reached(turn, hex, "lost", "J5", why_not_lost)
    if isinstance(number, Illegal):
        return number
    state, me, player = turn.state, turn.me, turn.state.players[turn.me]
    turn.do(changes.placed, "J5", me, "lost", hex, "")
    _after_mine(turn, number, player.faction == "geodens" and player.institute != 0)
    if state.phase == "gaia" and state.rules.gaia_charging == "now":
        then(turn, "charges", me, number)
    else:
        note_built(turn, number)
    return None


@lost.lists_legal
def _lost_spots(turn: Turn) -> Iterator[Move]:
    return (lost.move(turn.seat, name) for name in _payable(turn, lost_spots))


@play
def station(turn: Turn, hex: str) -> Illegal | None:
    """O8: Ivits put down a space station."""
    number = _reached(turn, hex, "station", "O8", why_not_station)
    if isinstance(number, Illegal):
        return number
    turn.do(changes.placed, "O8", turn.me, "sp", hex, "")
    join(turn, turn.me, number)
    return None


@station.lists_legal
def _stations(turn: Turn) -> Iterator[Move]:
    return (station.move(turn.seat, name) for name in _payable(turn, station_spots))


def _payable(turn: Turn, spots: Callable[[State, int], Iterable[int]]) -> Iterator[str]:
    state, player = turn.state, turn.state.players[turn.me]
    return (state.map.name[hex] for hex in spots(state, turn.me) if 0 <= qic_for(state, player, hex) <= player.qic)


PLAYS = (mine, project, lost, station)
