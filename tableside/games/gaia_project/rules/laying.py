"""B1 to B4: what is laid out before anybody chooses: tiles of the round, the research board, the map.

Each space has a slot of its own in the move, so that a drawn setup can be entered tile by tile.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from tableside.core.chance import Pick, shuffled
from tableside.core.moves import Move, move
from tableside.core.ruling import Illegal
from tableside.games.gaia_project.content import (
    ADVANCED,
    BOOSTERS,
    FINAL_TILES,
    LAYOUTS,
    PLACES,
    ROUND_TILES,
    STANDARD,
    TOKEN,
    TOKENS,
    TRACKS,
    WHEEL,
)
from tableside.games.gaia_project.desk import Desk, no
from tableside.games.gaia_project.geometry import Geometry, Place, geometry, shape_of
from tableside.games.gaia_project.state import Rules

SIDES = {2: ("1", "2", "3", "4", "5B", "6B", "7B"), 3: ("1", "2", "3", "4", "5A", "6A", "7A", "8", "9", "10")}
KINDS = {"home": WHEEL, "all": WHEEL + "gm", "any": ""}
"""Q2: the planet types that may not lie side by side."""
INNER = ("1", "2", "3", "4")
GROUPS: dict[str, tuple[str, ...]] = {
    "boosters": tuple(BOOSTERS),
    "rounds": tuple(ROUND_TILES),
    "finals": tuple(FINAL_TILES),
    "techs": STANDARD,
    "advanced": ADVANCED,
    "token": TOKENS,
}
"""The kinds of tiles, with all there are."""
RULE = {"boosters": "B4", "rounds": "B4", "finals": "B4", "techs": "B3", "advanced": "B3", "token": "B3"}
BOARD_SLOTS: dict[str, str] = {
    **dict.fromkeys(PLACES, "techs"),
    **dict.fromkeys((f"adv_{track}" for track in TRACKS), "advanced"),
    "token": "token",
}


@lru_cache(maxsize=8)
def tile_slots(seats: int) -> dict[str, str]:
    """B4: the spaces of boosters, round tiles and final tiles, with the kind of tile on each."""
    slots = {f"booster{n + 1}": "boosters" for n in range(seats + 3)}
    slots |= {f"round{n + 1}": "rounds" for n in range(6)}
    return {**slots, "final1": "finals", "final2": "finals"}


def slots_of(kind: str, seats: int) -> dict[str, str]:
    """The slots of a move that lays out tiles, with the kind of tile in each."""
    return tile_slots(seats) if kind == "tiles" else BOARD_SLOTS


@lru_cache(maxsize=32)
def shapes(seats: int, map_option: str) -> dict[str, dict[str, Any]]:
    """The form of the moves that lay out tiles and map at this table."""
    spots: dict[str, Any] = {"places": tuple[tuple[str, int, int, int], ...]}
    if map_option != "shape":
        spots = {slot: str if slot.startswith("at_") else int for slot in map_slots(seats)}
    return {"tiles": dict.fromkeys(tile_slots(seats), str), "board": dict.fromkeys(BOARD_SLOTS, str), "map": spots}


# -- tiles -------------------------------------------------------------------------------------


def grouped(wanted: Move, slots: dict[str, str]) -> dict[str, tuple[str, ...]]:
    """The tiles of a move, kind by kind in the order of their spaces."""
    found: dict[str, tuple[str, ...]] = {}
    for slot, group in slots.items():
        found[group] = (*found.get(group, ()), wanted[slot])
    return found


def _wrong_deal(tiles: dict[str, tuple[str, ...]]) -> Illegal | None:
    for group, given in tiles.items():
        if len(set(given)) != len(given) or any(tile not in GROUPS[group] for tile in given):
            return no(f"{group}_number", RULE[group], 5, n=len(given))
    return None


def judge_tiles(desk: Desk, wanted: Move) -> Illegal | None:
    """B4: the boosters, round tiles and final tiles that were drawn."""
    tiles = grouped(wanted, tile_slots(len(desk.state.players)))
    problem = _wrong_deal(tiles)
    if problem is not None:
        return problem
    if tuple(sorted(tiles["boosters"], key=booster_number)) != tiles["boosters"]:
        return no("boosters_sorted", "B4", 5)
    desk.emit("flow", "B4", 5, **tiles, phase="board")
    return None


def judge_board(desk: Desk, wanted: Move) -> Illegal | None:
    """B3: the tiles on the research board and the token on its Terraforming track."""
    tiles = grouped(wanted, BOARD_SLOTS)
    problem = _wrong_deal(tiles)
    if problem is not None:
        return problem
    (token,) = tiles.pop("token")
    supply = tuple(TOKEN[other].copies - (1 if other == token else 0) for other in TOKENS)
    desk.emit(
        "flow",
        "B3",
        4,
        **tiles,
        token=token,
        supply=supply,
        phase="factions" if desk.state.places else "map",
        queue=tuple(range(len(desk.state.players))),
    )
    return None


def booster_number(tile: str) -> int:
    """The number of a booster, for their one order."""
    return int(tile.removeprefix("booster"))


def tiles_move(boosters: Sequence[str], rounds: Sequence[str], finals: Sequence[str]) -> Move:
    """The move that lays out these tiles."""
    slots = {f"booster{n + 1}": tile for n, tile in enumerate(sorted(boosters, key=booster_number))}
    slots |= {f"round{n + 1}": tile for n, tile in enumerate(rounds)}
    slots |= {f"final{n + 1}": tile for n, tile in enumerate(finals)}
    return move(None, "tiles", **slots)


def board_move(techs: Sequence[str], advanced: Sequence[str], token: str) -> Move:
    """The move that lays out the research board."""
    slots = dict(zip(PLACES, techs)) | {f"adv_{track}": tile for track, tile in zip(TRACKS, advanced)}
    return move(None, "board", token=token, **slots)


def some_tiles(seats: int, pick: Pick) -> Move:
    """A random draw of boosters, round tiles and final tiles."""
    return tiles_move(_deal("boosters", seats + 3, pick), _deal("rounds", 6, pick), _deal("finals", 2, pick))


def some_board(pick: Pick) -> Move:
    """A random draw of technology tiles and of the token on the track."""
    return board_move(_deal("techs", 9, pick), _deal("advanced", 6, pick), TOKENS[pick(len(TOKENS))])


def _deal(group: str, n: int, pick: Pick) -> tuple[str, ...]:
    return shuffled(GROUPS[group], pick)[:n]


# -- the map -----------------------------------------------------------------------------------


def layout(seats: int) -> tuple[Place, ...]:
    """B1: the printed map for so many players."""
    return LAYOUTS["small" if seats < 3 else "large"].places


@lru_cache(maxsize=8)
def map_slots(seats: int) -> tuple[str, ...]:
    """A place and a turn for each sector of the printed map: which sector lies there, how far it is turned."""
    names = [place[0].rstrip("AB") for place in layout(seats)]
    return tuple(slot for name in names for slot in (f"at_{name}", f"turn_{name}"))


def map_move(rules: Rules, seats: int, places: Sequence[Place]) -> Move:
    """The move that lays out this map."""
    if rules.map == "shape":
        return move(None, "map", places=tuple(sorted(places)))
    lying = {(q, r): (face, turns) for face, turns, q, r in places}
    slots: dict[str, str | int] = {}
    for face, _, q, r in layout(seats):
        name = face.rstrip("AB")
        slots[f"at_{name}"], slots[f"turn_{name}"] = lying[q, r]
    return move(None, "map", **slots)


def places_laid(wanted: Move, seats: int) -> tuple[Place, ...]:
    """Where the sectors lie by this move."""
    if "places" in wanted:
        return tuple(wanted["places"])
    found = []
    for face, _, q, r in layout(seats):
        name = face.rstrip("AB")
        found.append((wanted[f"at_{name}"], wanted[f"turn_{name}"], q, r))
    return tuple(sorted(found))


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
    state = desk.state
    rules, seats = state.rules, len(state.players)
    places = places_laid(wanted, seats)
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
    inner = {place[0]: place for place in layout(seats) if place[0] in INNER}
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
    while True:
        if seats < 3 or rules.map in ("free", "shape"):
            where = dict(zip(spots, shuffled(tuple(spots.values()), pick)))
            turns = {face: pick(6) for face in spots}
        else:
            outer = tuple(face for face in spots if face not in INNER)
            where = dict(zip(outer, shuffled(tuple(spots[face] for face in outer), pick)))
            mixed = shuffled(INNER, pick) if rules.map == "upright" else INNER
            where |= {face: spots[home] for face, home in zip(INNER, mixed)}
            turns = {face: 0 if face in INNER else pick(6) for face in spots}
        places = _settled({face: (face, turns[face], *where[face]) for face in spots}, rules, kinds, pick, seats)
        if places:
            return map_move(rules, seats, places)


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
        loose = [face for face in faces if not (fixed and face in INNER)]
        if not loose:
            return None
        face = loose[pick(len(loose))]
        laid[face] = (face, pick(6), *laid[face][2:])
    return None
