"""Chapter B: empires, the first deal, who starts, and the tiles of each period (C1, C2)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from tableside.core.arguments import typed
from tableside.core.chance import Pick, shuffled
from tableside.core.errors import Complaint
from tableside.core.game import Choice, Offer, Options, Slot
from tableside.core.moves import Move, move, text
from tableside.core.rulebook import chance, play
from tableside.core.ruling import Illegal, Need
from tableside.games.onward_to_venus.changes import course, pieces
from tableside.games.onward_to_venus.records import TILE_NUMBERS, TileKind
from tableside.games.onward_to_venus.rules.asking import picked
from tableside.games.onward_to_venus.rules.turn_order import begin_turn, copy_of, doubt, pop, push
from tableside.games.onward_to_venus.state import COLOURS, FIRST_DRAW, PLANETS, SLUG, UNTOLD, Player, State, Task, Turn
from tableside.games.onward_to_venus.supply import Copy

DEFENDED = (TileKind.MINE, TileKind.CRISIS)
MOST_TILES = 9
"""More than this never come to one planet in one period."""
CRISIS_FREE = "ganymede"
"""Nothing ever happens on Ganymede (E8)."""
GUESS = 2
"""As many of a tile are taken to be in the bag, and as many to come to a planet, while nobody has counted them."""


def setup(options: Options, seats: int) -> State:
    """The table before anything is laid out, and what is to be done then (B1 to B3)."""
    todo = [Task("begin"), *(Task("first", n=seat) for seat in reversed(range(seats))), Task("deal")]
    todo += [Task("empire", seat) for seat in reversed(range(seats))]
    agreed = typed(tuple[tuple[str, bool | int | str], ...], tuple(sorted(options.items())))
    return State(agreed, tuple(Player() for _ in range(seats)), todo=tuple(todo))


@play
def empire(turn: Turn, colour: str) -> Illegal | None:
    """Step 2: each player takes a colour (B2)."""
    if colour not in COLOURS:
        return turn.no("no_such_colour", "A2", colour=colour)
    if any(player.colour == colour for player in turn.state.players):
        return turn.no("colour_taken", "A2", colour=text(f"{SLUG}.colour.{colour}"))
    turn.do(course.empire, "B2", turn.me, colour)
    pop(turn)
    return None


@empire.lists_legal
def _free(turn: Turn) -> Iterator[Move]:
    taken = {player.colour for player in turn.state.players}
    return (empire.move(turn.me, colour) for colour in COLOURS if colour not in taken)


@chance
def deal(turn: Turn) -> Illegal | None:
    """Steps 3 to 7: units and a factory at Earth, £12, six cards (B2)."""
    copy = copy_of(turn)
    needs = turn.catalog.missing("box", "draw_cards", "count")
    if needs:
        return copy.unknown(needs, "B2")
    count, sure = copy.sure_box()
    turn.do(course.dealt, "B2", (count or 0) - FIRST_DRAW * len(turn.state.players))
    if not sure:
        doubt(turn, "draw_cards", "A1", n=count)
    pop(turn)
    return None


@chance
def begin(turn: Turn) -> None:
    """Phase 1: two pass tokens more than there are players (C1)."""
    pop(turn)
    turn.do(course.period, "C1", turn.state.period + 1, len(turn.state.players) + 2)
    begin_turn(turn, turn.state.start or 0)
    push(turn, "lay")


# -- tiles -------------------------------------------------------------------------------------


def open_planets(state: State) -> tuple[str, ...]:
    """Planets that get tiles: not the dead ones and not those with an alien (C2)."""
    return tuple(name for name, planet in zip(PLANETS, state.planets) if not planet.dead and not planet.alien)


def wanted(copy: Copy, state: State) -> dict[str, int | None]:
    """How many tiles each planet gets; None where nobody has told us."""
    open_ones = open_planets(state)
    return {planet: copy.laid(planet, len(state.players)) if planet in open_ones else 0 for planet in PLANETS}


@chance
def lay(
    turn: Turn,
    mercury: tuple[str, ...],
    venus: tuple[str, ...],
    earth: tuple[str, ...],
    moon: tuple[str, ...],
    mars: tuple[str, ...],
    ganymede: tuple[str, ...],
    titan: tuple[str, ...],
    kuiper: tuple[str, ...],
) -> Illegal | None:
    """Phase 2: tiles face up on every planet (C2)."""
    drawn = dict(zip(PLANETS, (mercury, venus, earth, moon, mars, ganymede, titan, kuiper)))
    problem = no_lay(turn, drawn)
    if problem is not None:
        return problem
    pop(turn)
    wasted = sum(_place(turn, planet, tile) for planet, tiles in drawn.items() for tile in sorted(tiles))
    if wasted and turn.state.option("ganymede_replaced"):
        push(turn, "replace", planet=CRISIS_FREE, n=wasted)
    return None


def no_lay(turn: Turn, drawn: Mapping[str, tuple[str, ...]]) -> Illegal | None:
    """Why these tiles cannot have come to these planets, or None; other planets may still be open."""
    copy, state = copy_of(turn), turn.state
    everything = tuple(tile for tiles in drawn.values() for tile in tiles if tile != UNTOLD)
    problem = not_of_this_box(turn, everything)
    if problem is not None:
        return problem
    emptied = copy.in_bag(state) == len(everything)
    amounts = wanted(copy, state)
    for planet, tiles in drawn.items():
        problem = _bad_number(turn, planet, tiles, amounts[planet], emptied)
        if problem is not None:
            return problem
    return None


def _bad_number(turn: Turn, planet: str, tiles: tuple[str, ...], amount: int | None, emptied: bool) -> Illegal | None:
    """So many tiles cannot have come here; where the table's number is not certain, it is only remarked."""
    name, seats, laid = text(f"{SLUG}.planet.{planet}"), len(turn.state.players), len(tiles)
    if planet not in open_planets(turn.state):
        return turn.no("no_tiles_here", "C2", planet=name) if laid else None
    if laid > MOST_TILES:
        return turn.no("tile_number", "C2", planet=name, n=MOST_TILES)
    fewer = emptied or UNTOLD in tiles
    if laid == amount or amount is None or (fewer and laid <= amount):
        return None
    if copy_of(turn).sure_laid(planet, seats):
        return turn.no("tile_number", "C2", planet=name, n=amount)
    doubt(turn, "tile_number", "C2", planet=name, n=amount, laid=laid)
    return None


def not_of_this_box(turn: Turn, tiles: tuple[str, ...]) -> Illegal | None:
    """Why these tiles cannot come out of the bag, or None."""
    copy, state = copy_of(turn), turn.state
    for tile, amount in Counter(tiles).items():
        if copy.tile(tile) is None:
            return copy.unknown(turn.catalog.missing("tiles", tile), "C2")
        left = copy.left(state, tile)
        if left is not None and amount > left:
            return turn.no("not_in_bag", "C2", tile=copy.tile_name(tile), n=left)
        needs = turn.catalog.missing("tiles", tile, "defence") if copy.kind(tile) in DEFENDED else ()
        if needs:
            return copy.unknown(needs, "C2")
    return copy.too_many_tiles(copy.out_of_bag(state) + Counter(tiles))


def still_left(copy: Copy, state: State, tile: str, used: Counter[str]) -> int:
    """How many more of this tile may be drawn, with those already told; at most what one planet gets."""
    left, kind = copy.left(state, tile), copy.kind(tile)
    most = MOST_TILES if left is None else min(MOST_TILES, left - used[tile])
    if kind in TILE_NUMBERS:
        out = copy.out_of_bag(state) + used
        most = min(most, TILE_NUMBERS[kind] - sum(n for other, n in out.items() if copy.kind(other) is kind))
    return most


def _place(turn: Turn, planet: str, tile: str) -> int:
    if tile == UNTOLD and tile in turn.state.planet(planet).tiles:
        return 0
    if planet == CRISIS_FREE and copy_of(turn).kind(tile) is TileKind.CRISIS:
        turn.do(pieces.tile_wasted, "C2", planet, tile)
        return 1
    turn.do(pieces.tile, "C2", planet, tile)
    return 0


def later(state: State, told: Move) -> Move:
    """What is told of the tiles, and the rest when it matters."""
    open_ones = open_planets(state)
    rest = {planet: (UNTOLD,) if planet in open_ones else () for planet in PLANETS if planet not in told}
    return told.given(**rest)


def _bag(copy: Copy, state: State) -> list[str]:
    known = copy.bag(state)
    return [tile for tile in copy.tiles() for _ in range(known.get(tile, GUESS))]


def filled(copy: Copy, state: State, tiles: Sequence[str]) -> Move:
    """These tiles laid from Mercury outwards, as many to each planet as belong there."""
    left, laid = list(tiles), {}
    for planet, amount in wanted(copy, state).items():
        amount = GUESS if amount is None else min(amount, MOST_TILES)
        laid[planet], left = tuple(sorted(left[:amount])), left[amount:]
    return move(None, "lay", **laid)


@lay.lists_legal
def _turned(turn: Turn) -> Iterator[Move]:
    copy, bag = copy_of(turn), _bag(copy_of(turn), turn.state)
    turned = (bag[offset:] + bag[:offset] for offset in range(min(len(bag), 40) or 1))
    yield from dict.fromkeys(filled(copy, turn.state, some) for some in turned)


def _shaken(turn: Turn, pick: Pick) -> tuple[str, ...]:
    """The bag by chance; one that nobody has counted cannot be drawn from."""
    if copy_of(turn).in_bag(turn.state) is None:
        raise Complaint(text(f"{SLUG}.untold.bag"))
    return shuffled(_bag(copy_of(turn), turn.state), pick)


@lay.draws
def _poured(turn: Turn, pick: Pick) -> Move:
    return filled(copy_of(turn), turn.state, _shaken(turn, pick))


@lay.asks("*")
def _as_they_lie(turn: Turn, partial: Move) -> Choice:
    """The tiles of the next planet, in any order; nothing more is asked once some of them cannot be."""
    copy, drawn = copy_of(turn), {name: picked(partial, name) for name, _ in partial.args}
    planet = next(name for name in PLANETS if name not in drawn)
    name, amount = text(f"{SLUG}.planet.{planet}"), wanted(copy, turn.state)[planet]
    stands = no_lay(turn, drawn) is None
    if amount == 0 or not stands:
        nothing = Offer((), text(f"{SLUG}.tile.none"))
        return Choice(planet, Slot.CARD, text(f"{SLUG}.slot.lay.none", planet=name), (nothing,) if stands else ())
    key = f"{SLUG}.slot.lay" if amount is not None else f"{SLUG}.slot.lay.any"
    used, parts = Counter(tile for tiles in drawn.values() for tile in tiles), []
    for tile in copy.tiles():
        most = min(amount or MOST_TILES, still_left(copy, turn.state, tile, used))
        if most > 0:
            parts.append(Offer(tile, copy.tile_name(tile), most=most))
    certain = amount if copy.sure_laid(planet, len(turn.state.players)) else None
    label = text(key, planet=name, n=amount)
    return Choice(planet, Slot.CARD, label, (), new_tile(turn), tuple(parts), exactly=certain or 0)


def new_tile(turn: Turn) -> Need:
    """A tile that is not in the copy yet."""
    return turn.catalog.wanted("tiles", "kind", "defence", "burst")


@chance
def replace_(turn: Turn, tile: str) -> Illegal | None:
    """Another tile for a crisis drawn on Ganymede, when the table plays so (C2)."""
    problem = not_of_this_box(turn, (tile,))
    if problem is not None:
        return problem
    task = pop(turn)
    left = task.n - 1 + _place(turn, task.planet, tile)
    if left and copy_of(turn).in_bag(turn.state) != 0:
        push(turn, "replace", planet=task.planet, n=left)
    return None


@replace_.lists_legal
def _singles(turn: Turn) -> Iterator[Move]:
    return (replace_.move(None, tile) for tile in dict.fromkeys(_bag(copy_of(turn), turn.state)))


@replace_.draws
def _single(turn: Turn, pick: Pick) -> Move:
    return replace_.move(None, _shaken(turn, pick)[0])


@replace_.asks("tile")
def _any_tile(turn: Turn, partial: Move) -> Choice:
    copy = copy_of(turn)
    tiles = [tile for tile in copy.tiles() if still_left(copy, turn.state, tile, Counter()) > 0]
    offers = tuple(Offer(tile, copy.tile_name(tile)) for tile in tiles)
    return Choice("tile", Slot.CARD, text(f"{SLUG}.slot.replace.tile"), offers, new_tile(turn))


@replace_.why_none
def _empty(turn: Turn) -> Illegal:
    return turn.no("bag_empty", "C2")


PLAYS = (empire, deal, begin, lay, replace_)
