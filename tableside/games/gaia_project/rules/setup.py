"""B: setup: tiles, map, factions, first structures, first boosters."""

from __future__ import annotations

from tableside.core.chance import Pick, shuffled
from tableside.core.moves import Move, move
from tableside.core.ruling import Illegal
from tableside.games.gaia_project.content import (
    ADVANCED,
    BOOSTERS,
    FACTIONS,
    FINAL_TILES,
    FIRST_GAME,
    LAYOUTS,
    ROUND_TILES,
    STANDARD,
    START_POINTS,
    TOKEN,
    TOKENS,
    TRACK,
    WHEEL,
    gain,
)
from tableside.games.gaia_project.desk import Desk, no
from tableside.games.gaia_project.geometry import Geometry, Place, geometry, shape_of
from tableside.games.gaia_project.state import Player, Rules, State, planet_at

SIDES = {2: ("1", "2", "3", "4", "5B", "6B", "7B"), 3: ("1", "2", "3", "4", "5A", "6A", "7A", "8", "9", "10")}
MOST_MORE = 8
"""A bid is at most nine more than the last."""
KINDS = {"home": WHEEL, "all": WHEEL + "gm", "any": ""}
"""Q2: the planet types that may not lie side by side."""
DEALT = {
    "techs": (9, STANDARD),
    "advanced": (6, ADVANCED),
    "rounds": (6, tuple(ROUND_TILES)),
    "finals": (2, tuple(FINAL_TILES)),
}


def first_state(rules: Rules, seats: int) -> State:
    """The empty table: on the printed map when it is used."""
    tally = (START_POINTS, *Player().tally[1:])
    players = tuple(Player(tally=tally) for _ in range(seats))
    places = layout(seats) if rules.map == "standard" else ()
    return State(rules, players, places=places)


def layout(seats: int) -> tuple[Place, ...]:
    """B1: the printed map for so many players."""
    return LAYOUTS["small" if seats < 3 else "large"].places


# -- tiles -------------------------------------------------------------------------------------


def judge_tiles(desk: Desk, wanted: Move) -> Illegal | None:
    """B4: the boosters, round tiles and final tiles that were drawn."""
    seats = len(desk.state.players)
    if len(wanted["boosters"]) != seats + 3 or not _different(wanted["boosters"], tuple(BOOSTERS)):
        return no("boosters_number", "B4", 5, n=seats + 3)
    if tuple(sorted(wanted["boosters"], key=booster_number)) != wanted["boosters"]:
        return no("boosters_sorted", "B4", 5)
    problem = _wrong_deal(wanted, ("rounds", "finals"), "B4")
    if problem is not None:
        return problem
    desk.emit("flow", "B4", 5, **dict(wanted.args), phase="board")
    return None


def judge_board(desk: Desk, wanted: Move) -> Illegal | None:
    """B3: the tiles on the research board and the token on its Terraforming track."""
    problem = _wrong_deal(wanted, ("techs", "advanced"), "B3")
    if problem is not None:
        return problem
    if wanted["token"] not in TOKENS:
        return no("track_token", "B3", 4)
    supply = tuple(TOKEN[token].copies - (1 if token == wanted["token"] else 0) for token in TOKENS)
    desk.emit(
        "flow",
        "B3",
        4,
        **dict(wanted.args),
        supply=supply,
        phase="factions" if desk.state.places else "map",
        queue=tuple(range(len(desk.state.players))),
    )
    return None


def _wrong_deal(wanted: Move, names: tuple[str, ...], rule: str) -> Illegal | None:
    for name in names:
        n, all_of_them = DEALT[name]
        if len(wanted[name]) != n or not _different(wanted[name], all_of_them):
            return no(f"{name}_number", rule, 5)
    return None


def _different(given: tuple[str, ...], known: tuple[str, ...]) -> bool:
    return len(set(given)) == len(given) and all(tile in known for tile in given)


def booster_number(tile: str) -> int:
    """The number of a booster, for their one order."""
    return int(tile.removeprefix("booster"))


def some_tiles(seats: int, pick: Pick) -> Move:
    """A random draw of boosters, round tiles and final tiles."""
    boosters = tuple(sorted(shuffled(tuple(BOOSTERS), pick)[: seats + 3], key=booster_number))
    return move(None, "tiles", boosters=boosters, rounds=_deal("rounds", pick), finals=_deal("finals", pick))


def some_board(pick: Pick) -> Move:
    """A random draw of technology tiles and of the token on the track."""
    return move(
        None, "board", techs=_deal("techs", pick), advanced=_deal("advanced", pick), token=TOKENS[pick(len(TOKENS))]
    )


def _deal(name: str, pick: Pick) -> tuple[str, ...]:
    n, all_of_them = DEALT[name]
    return shuffled(all_of_them, pick)[:n]


# -- the map -----------------------------------------------------------------------------------


def clashes(grid: Geometry, kinds: str = WHEEL) -> list[tuple[str, str]]:
    """B2: planets of one type side by side (Q2: the seven home types), sectors' own neighbours aside."""
    found = []
    for kind in kinds:
        for part in grid.pieces(grid.of[kind]):
            names = grid.names(part)
            if len(names) > 1 and len({name[: 2 if name.startswith("10") else 1] for name in names}) > 1:
                found.append((names[0], names[1]))
    return found


def judge_map(desk: Desk, wanted: Move) -> Illegal | None:
    """B2: how the sectors were laid."""
    state, places = desk.state, wanted["places"]
    rules, seats = state.rules, len(state.players)
    faces = tuple(sorted(face for face, *_ in places))
    needed = SIDES[2 if seats < 3 else 3]
    fewer = tuple(face for face in needed if face not in ("9", "10"))
    if faces != tuple(sorted(needed)) and not (rules.map == "shape" and seats == 3 and faces == tuple(sorted(fewer))):
        return no("sectors", "B2", 19)
    if any(not 0 <= turns < 6 for _, turns, _, _ in places) or tuple(sorted(places)) != places:
        return no("sectors_sorted", "B2", 19)
    if any(abs(q) > 60 or abs(r) > 60 for _, _, q, r in places):
        return no("map_shape", "B2", 19)
    if rules.map != "shape" and shape_of(places) != shape_of(layout(seats)):
        return no("map_shape", "B2", 19)
    problem = _fixed_part(rules, places, seats)
    if problem is not None:
        return problem
    grid = geometry(places, rules.mirrored, rules.distance == "path")
    if len(grid.number) != 19 * len(places) or len(grid.pieces(grid.board)) != 1:
        return no("map_shape", "B2", 19)
    touching = clashes(grid, KINDS[rules.neighbours])
    if touching:
        return no("equal_neighbours", "B2", 19, hexes=touching[0])
    desk.emit("flow", "B2", 19, places=places, phase="factions")
    return None


def _fixed_part(rules: Rules, places: tuple[Place, ...], seats: int) -> Illegal | None:
    if seats < 3 or rules.map not in ("core", "upright"):
        return None
    inner = {place[0]: place for place in layout(seats) if place[0] in ("1", "2", "3", "4")}
    spots = {place[2:] for place in inner.values()}
    for place in places:
        if place[0] not in inner:
            continue
        if place[1] or (rules.map == "core" and place != inner[place[0]]):
            return no("inner_fixed", "B2", 19, sector=place[0])
        if rules.map == "upright" and place[2:] not in spots:
            return no("inner_fixed", "B2", 19, sector=place[0])
    return None


def some_map(rules: Rules, seats: int, pick: Pick) -> Move:
    """A random map by the rules of this table: laid again until no equal planets touch."""
    printed = layout(seats)
    kinds = KINDS[rules.neighbours]
    spots = {place[0]: place[2:] for place in printed}
    inner = ("1", "2", "3", "4")
    while True:
        if seats < 3 or rules.map in ("free", "shape"):
            where = dict(zip(spots, shuffled(tuple(spots.values()), pick)))
            turns = {face: pick(6) for face in spots}
        else:
            outer = tuple(face for face in spots if face not in inner)
            where = dict(zip(outer, shuffled(tuple(spots[face] for face in outer), pick)))
            mixed = shuffled(inner, pick) if rules.map == "upright" else inner
            where |= {face: spots[home] for face, home in zip(inner, mixed)}
            turns = {face: 0 if face in inner else pick(6) for face in spots}
        places = _settled({face: (face, turns[face], *where[face]) for face in spots}, rules, kinds, pick, seats)
        if places:
            return move(None, "map", places=places)


def _settled(laid: dict[str, Place], rules: Rules, kinds: str, pick: Pick, seats: int) -> tuple[Place, ...] | None:
    """Sectors that may turn are turned until no equal planets touch; None when that does not come to rest."""
    fixed = seats > 2 and rules.map in ("core", "upright")
    for _ in range(60):
        places = tuple(sorted(laid.values()))
        touching = clashes(Geometry(places, rules.mirrored), kinds)
        if not touching:
            return places
        names = [name[: 2 if name.startswith("10") else 1] for name in touching[0]]
        faces = [face for face in laid if face.rstrip("AB") in names]
        loose = [face for face in faces if not (fixed and face in ("1", "2", "3", "4"))]
        if not loose:
            return None
        face = loose[pick(len(loose))]
        laid[face] = (face, pick(6), *laid[face][2:])
    return None


# -- factions ----------------------------------------------------------------------------------


def open_factions(state: State) -> list[str]:
    """B5: the factions that can still be chosen."""
    boards = {FACTIONS[name].board for name in state.pool}
    if state.rules.setup == "first":
        return [name for name in FIRST_GAME[len(state.players)] if name not in state.pool]
    return [name for name, faction in FACTIONS.items() if faction.board not in boards]


def judge_faction(desk: Desk, wanted: Move) -> Illegal | None:
    """B5, B6: a faction is chosen; after the last one the boards are laid out."""
    state, name = desk.state, wanted["faction"]
    if name not in FACTIONS:
        return no("no_faction", "B5", 6)
    if name not in open_factions(state):
        return no("faction_taken", "B5", 6, faction=name)
    if state.rules.auction != "after":
        desk.emit("faction", "B5", 6, seat=desk.seat, faction=name)
    desk.emit("flow", "B5", 6, pool=(*state.pool, name))
    if state.rules.auction == "after" and len(state.queue) == 1:
        desk.emit("flow", "B5", 6, phase="auction", queue=(0,))
    elif state.rules.auction == "choosing":
        _next_bidder(desk)
    elif len(state.queue) > 1:
        desk.emit("flow", "B5", 6, queue=state.queue[1:])
    else:
        _lay_out_all(desk)
    return None


def least_bid(state: State, faction: str) -> int:
    """What must be bid at least for a faction of the pool."""
    return next((player.bid + 1 for player in state.players if player.faction == faction), 0)


def judge_bid(desk: Desk, wanted: Move) -> Illegal | None:
    """A table's own variant: points are bid for a faction, and whoever is outbid bids or chooses again."""
    state, name, points = desk.state, wanted["faction"], wanted["points"]
    if name not in state.pool:
        return no("not_in_pool", "B5", 6)
    if not least_bid(state, name) <= points <= least_bid(state, name) + MOST_MORE:
        return no("bid_too_low", "B5", 6, least=least_bid(state, name), most=least_bid(state, name) + MOST_MORE)
    desk.emit("bid", "B5", 6, seat=desk.seat, faction=name, points=points)
    _next_bidder(desk)
    return None


def _next_bidder(desk: Desk) -> None:
    """The next seat without a faction; when all have one the boards are laid out."""
    players = desk.state.players
    for step in range(1, len(players) + 1):
        seat = (desk.seat + step) % len(players)
        if not players[seat].faction:
            desk.emit("flow", "B5", 6, queue=(seat,))
            return
    _lay_out_all(desk)


def _lay_out_all(desk: Desk) -> None:
    state = desk.state
    owners = {player.faction: seat for seat, player in enumerate(state.players)}
    for seat in range(len(state.players)):
        lay_out(desk, seat)
    desk.emit("flow", "B5", 6, seating=tuple(owners[name] for name in state.pool))
    desk.emit("flow", "B7", 7, phase="start", queue=start_order(desk.state))


def lay_out(desk: Desk, seat: int) -> None:
    """B6: what is printed on the board, and the one-time bonus of a printed level 1."""
    desk.emit("board", "B6", 6, seat=seat)
    track = FACTIONS[desk.state.players[seat].faction].track
    if track:
        desk.emit("advanced", "B6", 6, seat=seat, track=track)
        once = TRACK[track].once[1]
        if once:
            desk.gain(seat, gain(once), track, "B6")


def start_order(state: State) -> tuple[int, ...]:
    """B7: who places when: there and back, then Xenos' third mine, then Ivits' institute."""
    seats = [seat for seat in state.seating if FACTIONS[state.players[seat].faction].mines]
    third = [seat for seat in seats if FACTIONS[state.players[seat].faction].mines == 3]
    last = [seat for seat in state.seating if seat not in seats]
    return (*seats, *reversed(seats), *third, *last)


def judge_start(desk: Desk, wanted: Move) -> Illegal | None:
    """B7: a first mine, or Ivits' institute, on a planet of the own type."""
    state, seat = desk.state, desk.seat
    player = desk.player()
    hex = state.map.number.get(wanted["hex"])
    if hex is None:
        return no("no_hex", "B7", 19, hex=wanted["hex"])
    if planet_at(state, hex) != FACTIONS[player.faction].home:
        return no("not_home", "B7", 19)
    if any(other.land >> hex & 1 for other in state.players):
        return no("occupied", "B7", 19)
    piece = "m" if FACTIONS[player.faction].mines else "PI"
    desk.emit("placed", "B7", 19, seat=seat, piece=piece, hex=wanted["hex"], old="")
    queue = state.queue[1:]
    if queue:
        desk.emit("flow", "B7", 19, queue=queue)
    else:
        desk.emit("flow", "B8", 7, phase="boosters", queue=tuple(reversed(state.seating)))
    return None


def judge_booster(desk: Desk, wanted: Move) -> Illegal | None:
    """B8: the first booster."""
    state = desk.state
    if wanted["booster"] not in state.boosters:
        return no("no_such_booster", "B8", 7)
    desk.emit("boosted", "B8", 7, seat=desk.seat, booster=wanted["booster"], back="")
    queue = state.queue[1:]
    if queue:
        desk.emit("flow", "B8", 7, queue=queue)
    else:
        desk.emit("flow", "B8", 7, phase="cleanup", queue=())
    return None
