"""Every legal move of a seat, kind by kind and lazily."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from tableside.core.chance import Pick
from tableside.core.moves import Move, Seat, move
from tableside.core.ruling import Illegal
from tableside.games.gaia_project.content import ACTIONS, CONVERSIONS, FACTIONS, ROUNDS, TOKENS, TRACKS
from tableside.games.gaia_project.geometry import bits
from tableside.games.gaia_project.referee import kinds_now, to_act, work_through
from tableside.games.gaia_project.rules import laying, setup
from tableside.games.gaia_project.rules.actions import (
    mine_targets,
    own_conversions,
    project_targets,
    specials,
)
from tableside.games.gaia_project.rules.building import (
    lost_spots,
    qic_for,
    station_spots,
    upgrade_price,
)
from tableside.games.gaia_project.rules.charging import extra_token
from tableside.games.gaia_project.rules.federation import proposals
from tableside.games.gaia_project.rules.flow import choosable
from tableside.games.gaia_project.rules.power import stone_goals, token_mixes
from tableside.games.gaia_project.rules.research import COST, open_tiles, open_tracks, why_not_advance
from tableside.games.gaia_project.state import State, free_formers, spendable

SOME = 6
"""How many of the countless ways to lay out tiles or map are listed."""


def moves(state: State, seat: Seat) -> Iterator[Move]:
    """The legal moves of this seat; federations, the dearest to find, last."""
    if seat not in to_act(state):
        return
    kinds = kinds_now(state)
    for kind in sorted(kinds, key=lambda kind: kind == "federation"):
        yield from of_kind(state, seat, kind)


def of_kind(state: State, seat: Seat, kind: str) -> Iterator[Move]:
    """The legal moves of one kind."""
    if kind in kinds_now(state) and seat in to_act(state):
        yield from LISTS[kind](state, -1 if seat is None else seat)


def dealer(number: int) -> Pick:
    """A chooser that is no chance at all: the same number gives the same choices."""
    value = number

    def pick(n: int) -> int:
        nonlocal value
        value = (value * 1103515245 + 12345) & 0x7FFFFFFF
        return (value >> 8) % n

    return pick


def _tiles(state: State, seat: int) -> Iterator[Move]:
    return (laying.some_tiles(len(state.players), dealer(number)) for number in range(SOME))


def _board(state: State, seat: int) -> Iterator[Move]:
    return (laying.some_board(dealer(number)) for number in range(SOME))


def _map(state: State, seat: int) -> Iterator[Move]:
    return (laying.some_map(state.rules, len(state.players), dealer(number)) for number in range(SOME))


def _factions(state: State, seat: int) -> Iterator[Move]:
    return (move(seat, "faction", faction=name) for name in setup.open_factions(state))


def _bids(state: State, seat: int) -> Iterator[Move]:
    for name in state.pool:
        least = setup.least_bid(state, name)
        for points in range(least, least + setup.MOST_MORE + 1):
            yield move(seat, "bid", faction=name, points=points)


def _start(state: State, seat: int) -> Iterator[Move]:
    home = state.map.of[FACTIONS[state.players[seat].faction].home]
    for other in state.players:
        home &= ~other.land
    return (Move(seat, "start", (("hex", state.map.name[hex]),)) for hex in bits(home))


def _boosters(state: State, seat: int) -> Iterator[Move]:
    return (Move(seat, "booster", (("booster", booster),)) for booster in state.boosters)


def _plain(kind: str) -> Callable[[State, int], Iterable[Move]]:
    return lambda state, seat: (Move(None if seat < 0 else seat, kind),)


def _tried(state: State, candidates: Iterable[Move]) -> Iterator[Move]:
    return (wanted for wanted in candidates if not isinstance(work_through(state, wanted), Illegal))


def _income(state: State, seat: int) -> Iterator[Move]:
    return (Move(seat, "income", (("source", icon),)) for icon in choosable(state.sources))


def _done(state: State, seat: int) -> Iterator[Move]:
    if not (state.todo[0].kind == "terrans" and state.rules.terrans_forced):
        yield Move(seat, "done")


def _bonus(state: State) -> tuple[int, int]:
    return (state.todo[0].a, state.todo[0].b) if state.todo else (0, 0)


def _mines(state: State, seat: int) -> Iterator[Move]:
    free, more = _bonus(state)
    for hex, _ in mine_targets(state, seat, free, more):
        yield Move(seat, "mine", (("hex", state.map.name[hex]),))


def _projects(state: State, seat: int) -> Iterator[Move]:
    _, more = _bonus(state)
    if not state.todo or more:
        for hex in project_targets(state, seat, more):
            yield Move(seat, "project", (("hex", state.map.name[hex]),))


def _upgrades(state: State, seat: int) -> Iterator[Move]:
    player = state.players[seat]
    routes = FACTIONS[player.faction].upgrades
    for old, mask in (("m", player.mines), ("ts", player.stations), ("lab", player.labs)):
        for hex in bits(mask):
            for to in routes.get(old, ()):
                price = upgrade_price(state, seat, hex, to)
                if not isinstance(price, Illegal) and price[1] <= player.credits and price[2] <= player.ore:
                    yield Move(seat, "upgrade", (("hex", state.map.name[hex]), ("to", to)))


def _federations(state: State, seat: int) -> Iterator[Move]:
    tokens = [token for token, n in zip(TOKENS, state.supply) if n]
    if tokens:
        for hexes in proposals(state, seat):
            for token in tokens:
                yield Move(seat, "federation", (("hexes", hexes), ("token", token)))


def _research(state: State, seat: int) -> Iterator[Move]:
    if state.players[seat].knowledge >= COST:
        for track in TRACKS:
            if why_not_advance(state, seat, track) is None:
                yield Move(seat, "research", (("track", track),))


def _actions(state: State, seat: int) -> Iterator[Move]:
    player = state.players[seat]
    power = spendable(player)
    payable = (
        name
        for name, action in ACTIONS.items()
        if name not in state.used and action.power <= power and action.qic <= player.qic
    )
    return _tried(state, (Move(seat, "action", (("action", name),)) for name in payable))


def _specials(state: State, seat: int) -> Iterator[Move]:
    player = state.players[seat]
    unused = (name for name in specials(player) if name not in player.used)
    return _tried(state, (Move(seat, "special", (("action", name),)) for name in unused))


def _passes(state: State, seat: int) -> Iterator[Move]:
    if state.round == ROUNDS:
        yield Move(seat, "pass", (("booster", ""),))
    else:
        for booster in state.boosters:
            yield Move(seat, "pass", (("booster", booster),))


def _conversions(state: State, seat: int) -> Iterator[Move]:
    player = state.players[seat]
    if state.todo:
        keys = [key for key, record in CONVERSIONS.items() if record.of == "area"]
    else:
        own = own_conversions(player)
        keys = [key for key in CONVERSIONS if key in own]
    have = {
        "pw": spendable(player),
        "c": player.credits,
        "o": player.ore,
        "k": player.knowledge,
        "q": player.qic,
        "token": player.bowl3,
        "former": free_formers(player),
        "area": player.area,
    }
    wanted = []
    for key in keys:
        record = CONVERSIONS[key]
        most = have[record.of] // record.price
        for n in range(1, min(most, 4 if record.of in ("pw", "area") else 1) + 1):
            wanted.append(Move(seat, "convert", (("into", (record.into,) * n), ("of", record.of))))
    return iter(wanted) if state.rules.wasted or state.todo else _tried(state, wanted)


def _burn(state: State, seat: int) -> Iterator[Move]:
    player = state.players[seat]
    if player.bowl2 + (1 if player.stone == 2 else 0) >= 2:
        yield Move(seat, "burn")


def _tile(state: State, seat: int) -> Iterator[Move]:
    return (Move(seat, "tile", (("place", place),)) for place in open_tiles(state, state.players[seat]))


def _cover(state: State, seat: int) -> Iterator[Move]:
    player = state.players[seat]
    return (Move(seat, "cover", (("tile", tile),)) for tile in player.techs if tile not in player.covered)


def _up(state: State, seat: int) -> Iterator[Move]:
    return (Move(seat, "up", (("track", track),)) for track in open_tracks(state, seat, state.todo[0].what))


def _lost(state: State, seat: int) -> Iterator[Move]:
    return (Move(seat, "lost", (("hex", state.map.name[hex]),)) for hex in _payable(state, seat, lost_spots))


def _stations(state: State, seat: int) -> Iterator[Move]:
    return (Move(seat, "station", (("hex", state.map.name[hex]),)) for hex in _payable(state, seat, station_spots))


def _payable(state: State, seat: int, spots: Callable[[State, int], list[int]]) -> Iterator[int]:
    player = state.players[seat]
    return (hex for hex in spots(state, seat) if 0 <= qic_for(state, player, hex) <= player.qic)


def _tokens_again(state: State, seat: int) -> Iterator[Move]:
    owned = dict.fromkeys(state.players[seat].tokens)
    return (Move(seat, "token", (("token", token),)) for token in owned)


def _swaps(state: State, seat: int) -> Iterator[Move]:
    return (Move(seat, "swap", (("hex", state.map.name[hex]),)) for hex in bits(state.players[seat].mines))


def _downgrades(state: State, seat: int) -> Iterator[Move]:
    return (Move(seat, "downgrade", (("hex", state.map.name[hex]),)) for hex in bits(state.players[seat].labs))


def _charges(state: State, seat: int) -> Iterator[Move]:
    words = ("after", "before") if extra_token(state.players[seat]) else ("none",)
    return (Move(seat, "charge", (("token", word),)) for word in words)


def _stones(state: State, seat: int) -> Iterator[Move]:
    return (Move(seat, "stone", (("to", goal),)) for goal in stone_goals(state.players[seat], state.todo[0]))


def _mixes(state: State, seat: int) -> Iterator[Move]:
    mixes = token_mixes(state.players[seat], state.todo[0].a)
    return (Move(seat, "tokens", (("bowls", bowls), ("stone", stone))) for bowls, stone in mixes)


LISTS: dict[str, Callable[[State, int], Iterable[Move]]] = {
    "tiles": _tiles,
    "board": _board,
    "map": _map,
    "faction": _factions,
    "start": _start,
    "bid": _bids,
    "booster": _boosters,
    "proceed": _plain("proceed"),
    "income": _income,
    "exchange": _plain("exchange"),
    "done": _done,
    "mine": _mines,
    "project": _projects,
    "upgrade": _upgrades,
    "federation": _federations,
    "research": _research,
    "action": _actions,
    "special": _specials,
    "pass": _passes,
    "convert": _conversions,
    "burn": _burn,
    "end": _plain("end"),
    "tile": _tile,
    "cover": _cover,
    "up": _up,
    "skip": _plain("skip"),
    "lost": _lost,
    "token": _tokens_again,
    "swap": _swaps,
    "station": _stations,
    "downgrade": _downgrades,
    "charge": _charges,
    "decline": _plain("decline"),
    "stone": _stones,
    "tokens": _mixes,
}

WEIGHT = {"mine": 5, "upgrade": 6, "federation": 5, "research": 3, "action": 3, "special": 3, "project": 3, "end": 4}
"""How often a random player thinks of each kind of move; the others once."""


def sample(state: State, seat: Seat, pick: Pick) -> Move:
    """One legal move: first its kind, then which."""
    match state.phase:
        case "tiles":
            return laying.some_tiles(len(state.players), pick)
        case "board":
            return laying.some_board(pick)
        case "map":
            return laying.some_map(state.rules, len(state.players), pick)
    kinds = [kind for kind in kinds_now(state) for _ in range(WEIGHT.get(kind, 1))]
    while kinds:
        kind = kinds[pick(len(kinds))]
        offered = list(of_kind(state, seat, kind))
        if offered:
            return offered[pick(len(offered))]
        kinds = [other for other in kinds if other != kind]
    raise LookupError("nothing can be done")
