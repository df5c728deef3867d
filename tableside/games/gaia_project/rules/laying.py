"""B1 to B4: what is laid out before anybody chooses: tiles of the round, the research board, the map.

Each space has a slot of its own in the move, so that a drawn setup can be entered tile by tile.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any

from tableside.core.arguments import typed
from tableside.core.chance import Pick, shuffled
from tableside.core.game import Choice, Offer, Slot
from tableside.core.moves import Move, Plain
from tableside.core.rulebook import chance
from tableside.core.ruling import Illegal
from tableside.games.gaia_project import changes
from tableside.games.gaia_project.map_geometry import Geometry, Place, geometry, shape_of, too_wide
from tableside.games.gaia_project.names import twins
from tableside.games.gaia_project.records import (
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
)
from tableside.games.gaia_project.refusal import no
from tableside.games.gaia_project.rules import own_shape
from tableside.games.gaia_project.rules.own_shape import KINDS, clashes
from tableside.games.gaia_project.state import Rules, Turn

Spot = str | int | tuple[tuple[str, int, int, int], ...]
"""What goes into a slot of a map: a sector, its turns, or in a shape of one's own all places."""
SOME = 6
"""How many of the countless ways to lay out tiles or map are listed."""
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


# -- tiles -------------------------------------------------------------------------------------


def printed(tile: str) -> str:
    """P4: the tile that stands for all that look like it; of the round tiles two look the same."""
    record = ROUND_TILES.get(tile)
    return tile if record is None else _LOOK[record.on, record.points]


_LOOK: dict[tuple[str, int], str] = {}
for _name, _record in ROUND_TILES.items():
    _LOOK.setdefault((_record.on, _record.points), _name)


def tiles_left(group: str, taken: Sequence[str]) -> tuple[str, ...]:
    """The tiles of a kind that are still in the box, each look once."""
    left = [printed(tile) for tile in GROUPS[group]]
    for tile in taken:
        if printed(tile) in left:
            left.remove(printed(tile))
    return tuple(dict.fromkeys(left))


def _wrong_deal(tiles: dict[str, tuple[str, ...]]) -> Illegal | None:
    for group, given in tiles.items():
        box = [printed(tile) for tile in GROUPS[group]]
        for tile in given:
            if tile not in GROUPS[group] or printed(tile) not in box:
                return no(f"{group}_number", RULE[group], n=len(given))
            box.remove(printed(tile))
    return None


def _grouped(laid: Mapping[str, str], slots: Mapping[str, str]) -> dict[str, tuple[str, ...]]:
    """Tiles that are laid, kind by kind in the order of their spaces."""
    found: dict[str, tuple[str, ...]] = {}
    for slot, group in slots.items():
        found[group] = (*found.get(group, ()), printed(laid[slot]))
    return found


@chance
def tiles(turn: Turn, /, **tiles: str) -> Illegal | None:
    """B4: the boosters, round tiles and final tiles that were drawn, in any order of boosters."""
    groups = _grouped(tiles, tile_slots(len(turn.state.players)))
    problem = _wrong_deal(groups)
    if problem is not None:
        return problem
    boosters = tuple(sorted(groups["boosters"], key=booster_number))
    turn.do(changes.tiles_laid, "B4", boosters, groups["rounds"], groups["finals"])
    return None


@tiles.slots
def _tile_slots(turn: Turn) -> Iterable[str]:
    return tile_slots(len(turn.state.players))


@chance
def board(turn: Turn, /, **tiles: str) -> Illegal | None:
    """B3: the tiles on the research board and the token on its Terraforming track."""
    groups = _grouped(tiles, BOARD_SLOTS)
    problem = _wrong_deal(groups)
    if problem is not None:
        return problem
    (token,) = groups["token"]
    supply = tuple(TOKEN[other].copies - (1 if other == token else 0) for other in TOKENS)
    turn.do(changes.board_laid, "B3", groups["techs"], groups["advanced"], token, supply)
    return None


@board.slots
def _board_slots(turn: Turn) -> Iterable[str]:
    return BOARD_SLOTS


def booster_number(tile: str) -> int:
    """The number of a booster, for their one order."""
    return int(tile.removeprefix("booster"))


def tiles_move(boosters: Sequence[str], rounds: Sequence[str], finals: Sequence[str]) -> Move:
    """The move that lays out these tiles."""
    slots = {f"booster{n + 1}": tile for n, tile in enumerate(sorted(boosters, key=booster_number))}
    slots |= {f"round{n + 1}": printed(tile) for n, tile in enumerate(rounds)}
    slots |= {f"final{n + 1}": tile for n, tile in enumerate(finals)}
    return tiles.move(None, **slots)


def board_move(techs: Sequence[str], advanced: Sequence[str], token: str) -> Move:
    """The move that lays out the research board."""
    slots = dict(zip(PLACES, techs)) | {f"adv_{track}": tile for track, tile in zip(TRACKS, advanced)}
    return board.move(None, token=token, **slots)


@tiles.draws
def _some_tiles(turn: Turn, pick: Pick) -> Move:
    """A random draw of boosters, round tiles and final tiles."""
    boosters = _deal("boosters", len(turn.state.players) + 3, pick)
    return tiles_move(boosters, _deal("rounds", 6, pick), _deal("finals", 2, pick))


@board.draws
def _some_board(turn: Turn, pick: Pick) -> Move:
    """A random draw of technology tiles and of the token on the track."""
    return board_move(_deal("techs", 9, pick), _deal("advanced", 6, pick), TOKENS[pick(len(TOKENS))])


@tiles.lists_legal
def _listed_tiles(turn: Turn) -> Iterator[Move]:
    return (_some_tiles(turn, _dealer(number)) for number in range(SOME))


@board.lists_legal
def _listed_boards(turn: Turn) -> Iterator[Move]:
    return (_some_board(turn, _dealer(number)) for number in range(SOME))


def _dealer(number: int) -> Pick:
    """A chooser that is no chance at all: the same number gives the same choices."""
    value = number

    def pick(n: int) -> int:
        nonlocal value
        value = (value * 1103515245 + 12345) & 0x7FFFFFFF
        return (value >> 8) % n

    return pick


@tiles.asks("*")
@board.asks("*")
def _next_space(turn: Turn, partial: Move) -> Choice:
    """The next space that is not filled: any tile that is left, as a listed setup has it first."""
    slots = tile_slots(len(turn.state.players)) if partial.kind == tiles.kind else BOARD_SLOTS
    slot = next(slot for slot in slots if slot not in partial)
    taken = [typed(str, what) for name, what in partial.args if slots[name] == slots[slot]]
    return _asked(turn, partial, slot, tiles_left(slots[slot], taken))


def _asked(turn: Turn, partial: Move, slot: str, left: Iterable[str | int]) -> Choice:
    """What is left for a space, after what the first listed setup that agrees puts there."""
    listed = turn.ask(partial, slot)
    known = {offer.value: offer for offer in listed.offers[:1]}
    for one in left:
        known.setdefault(one, Offer(one, turn.book.say_value(turn.state, partial.kind, slot, one)))
    return replace(listed, kind=Slot.CARD, offers=tuple(known.values()))


def _deal(group: str, n: int, pick: Pick) -> tuple[str, ...]:
    return tuple(printed(tile) for tile in shuffled(GROUPS[group], pick)[:n])


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
        return map_.move(None, places=tuple(sorted(places)))
    lying = {(q, r): (face, turns) for face, turns, q, r in places}
    slots: dict[str, str | int] = {}
    for face, _, q, r in layout(seats):
        name = face.rstrip("AB")
        slots[f"at_{name}"], slots[f"turn_{name}"] = lying[q, r]
    return map_.move(None, **slots)


def places_laid(spots: Mapping[str, Plain], seats: int) -> tuple[Place, ...]:
    """Where the sectors lie by these slots of a move, in one order; one that is no sector or turn is told as such."""
    shape = spots.get("places")
    if isinstance(shape, tuple):
        return tuple(sorted(typed(tuple[Place, ...], shape)))
    found = []
    for face, _, q, r in layout(seats):
        name = face.rstrip("AB")
        lying, turns = spots.get(f"at_{name}"), spots.get(f"turn_{name}")
        found.append((lying if isinstance(lying, str) else "", turns if isinstance(turns, int) else -1, q, r))
    return tuple(sorted(found))


@chance
def map_(turn: Turn, /, **spots: Spot) -> Illegal | None:
    """B2: how the sectors were laid."""
    rules, seats = turn.state.rules, len(turn.state.players)
    places = places_laid(spots, seats)
    faces = tuple(sorted(face for face, *_ in places))
    needed, fewer = own_shape.sectors(seats), own_shape.without_9_and_10(seats)
    if faces != tuple(sorted(needed)) and not (rules.map == "shape" and seats == 3 and faces == tuple(sorted(fewer))):
        return no("sectors", "B2")
    if any(not 0 <= turns < 6 for _, turns, _, _ in places):
        return no("sector_turns", "B2")
    if too_wide(places) or (rules.map != "shape" and shape_of(places) != shape_of(layout(seats))):
        return no("map_shape", "B2")
    problem = _fixed_part(rules, places, seats)
    if problem is not None:
        return problem
    grid = geometry(places, rules.mirrored, rules.distance == "path")
    if len(grid.number) != 19 * len(places) or len(grid.pieces(grid.board)) != 1:
        return no("map_shape", "B2")
    touching = clashes(grid, KINDS[rules.neighbours])
    if touching:
        return no("equal_neighbours", "B2", hexes=twins(grid, touching[0]))
    turn.do(changes.map_laid, "B2", places)
    return None


@map_.slots
def _map_slots(turn: Turn) -> Iterable[str]:
    return ("places",) if turn.state.rules.map == "shape" else map_slots(len(turn.state.players))


@map_.lists_legal
def _listed_maps(turn: Turn) -> Iterator[Move]:
    return (_some_map(turn, _dealer(number)) for number in range(SOME))


@map_.unfinished("places")
def _still_laying(turn: Turn, partial: Move) -> bool:
    return own_shape.is_open(typed(tuple[tuple[Any, ...], ...], partial["places"]))


@map_.asks("*")
def _next_sector(turn: Turn, partial: Move) -> Choice:
    """Which sector lies in the next place, or how it is turned."""
    if turn.state.rules.map == "shape":
        return own_shape.ask(turn.state, typed(tuple[tuple[Any, ...], ...], partial.get("places") or ()))
    slot = next(slot for slot in map_slots(len(turn.state.players)) if slot not in partial)
    taken = {what for _, what in partial.args}
    faces = [face for face in own_shape.sectors(len(turn.state.players)) if face not in taken]
    return _asked(turn, partial, slot, range(6) if slot.startswith("turn_") else faces)


def _fixed_part(rules: Rules, places: tuple[Place, ...], seats: int) -> Illegal | None:
    if seats < 3 or rules.map not in ("core", "upright"):
        return None
    inner = {place[0]: place for place in layout(seats) if place[0] in INNER}
    spots = {place[2:] for place in inner.values()}
    for place in places:
        if place[0] not in inner:
            continue
        if place[1] or (rules.map == "core" and place != inner[place[0]]):
            return no("inner_fixed", "B2", sector=place[0])
        if rules.map == "upright" and place[2:] not in spots:
            return no("inner_fixed", "B2", sector=place[0])
    return None


@map_.draws
def _some_map(turn: Turn, pick: Pick) -> Move:
    """A random map by the rules of this table: laid again until no equal planets touch."""
    rules, seats = turn.state.rules, len(turn.state.players)
    kinds = KINDS[rules.neighbours]
    spots = {place[0]: place[2:] for place in layout(seats)}
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


PLAYS = (tiles, board, map_)
