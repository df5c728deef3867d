"""What each event changes on the table, a function of its name; nothing is judged here."""

from __future__ import annotations

import functools
from dataclasses import replace

from tableside.core import codec
from tableside.games.beyond_the_sun.facts import UNTOLD
from tableside.games.beyond_the_sun.state import (
    Ask,
    Colony,
    Ending,
    Goal,
    Kept,
    Phase,
    Place,
    Row,
    Site,
    State,
    Task,
    Under,
    with_place,
    with_player,
    with_site,
)

# -- pieces: whatever leaves one place arrives at another ----------------------------------------


def cube(state: State, seat: int, origin: str, target: str) -> State:
    """A cube goes from one place to another and is turned to fit."""
    return replace(_cube_at(_cube_at(state, seat, origin, -1), seat, target, 1), changed=True)


def _cube_at(state: State, seat: int, where: str, step: int) -> State:
    kind, *rest = where.split(":")
    player = state.players[seat]
    match kind:
        case "population":
            return with_player(state, seat, replace(player, population=player.population + step))
        case "spare":
            return with_player(state, seat, replace(player, spare=player.spare + step))
        case "supply":
            column = int(rest[0])
            supply = tuple(n + step if number == column else n for number, n in enumerate(player.supply))
            return with_player(state, seat, replace(player, supply=supply))
        case "slot":
            site = state.site(rest[0])
            assert site is not None
            cubes = (*site.cubes, seat) if step > 0 else tuple(other for other in site.cubes if other != seat)
            return with_site(state, site.id, lambda site: replace(site, cubes=cubes))
        case "ship":
            place = state.place(rest[0])
            assert place is not None
            levels = _put(place.ships[seat], int(rest[1]), step)
            ships = tuple(levels if other == seat else there for other, there in enumerate(place.ships))
            return with_place(state, place.id, lambda there: replace(there, ships=ships))
        case "kept":
            ship = (seat, int(rest[1]))
            kept = tuple(
                replace(card, ships=tuple(sorted((*card.ships, ship)))) if card.card == rest[0] else card
                for card in state.kept
            )
            return replace(state, kept=kept)
    raise ValueError(where)


def _put(levels: tuple[int, ...], level: int, step: int) -> tuple[int, ...]:
    left = list(levels)
    if step > 0:
        left.append(level)
    else:
        left.remove(level)
    return tuple(sorted(left))


def disc(state: State, seat: int, disc: str, origin: str, target: str) -> State:
    """A disc goes from one place to another."""
    return replace(_disc_at(_disc_at(state, seat, disc, origin, -1), seat, disc, target, 1), changed=True)


def _disc_at(state: State, seat: int, disc: str, where: str, step: int) -> State:
    kind, _, rest = where.partition(":")
    player = state.players[seat]
    match kind:
        case "beside":
            return state
        case "track":
            if disc == "food":
                return with_player(state, seat, replace(player, food=player.food + step))
            return with_player(state, seat, replace(player, ore_discs=player.ore_discs + step))
        case "automation":
            return with_player(state, seat, replace(player, automation=(*player.automation, disc)))
        case "place":
            return with_place(
                state,
                rest,
                lambda there: replace(there, owner=seat if step > 0 else None, disc=disc if step > 0 else ""),
            )
        case "colony":
            colonies = tuple(
                replace(colony, discs=(*colony.discs, disc)) if colony.system == rest else colony
                for colony in player.colonies
            )
            return with_player(state, seat, replace(player, colonies=colonies))
    raise ValueError(where)


def ore(state: State, seat: int, n: int) -> State:
    """Ore comes or goes."""
    player = state.players[seat]
    return replace(with_player(state, seat, replace(player, ore=player.ore + n)), changed=True)


def pawn(state: State, seat: int, space: str) -> State:
    """A pawn goes to a space, or aside."""
    return with_player(state, seat, replace(state.players[seat], pawn=space))


# -- cards -------------------------------------------------------------------------------------


def technology(state: State, card: str, slot: str, level: int) -> State:
    """A technology comes to the board."""
    return replace(_with_card(_taken(state, card, str(level)), slot, card), changed=True)


def _with_card(state: State, slot: str, card: str) -> State:
    return with_site(state, slot, lambda site: replace(site, card=card))


def private(state: State, seat: int, card: str, level: int) -> State:
    """A technology comes beside a mat."""
    owned = (*state.players[seat].private, card)
    state = _taken(state, card, str(level))
    return replace(with_player(state, seat, replace(state.players[seat], private=owned)), changed=True)


def _taken(state: State, card: str, deck: str) -> State:
    """The card is no longer under its deck."""
    batches = tuple(
        tuple(other for other in batch if other != card) for batch in state.batches(deck) if batch != (card,)
    )
    return _batches(state, deck, batches)


def _batches(state: State, deck: str, batches: tuple[tuple[str, ...], ...]) -> State:
    rest = tuple(under for under in state.under if under.deck != deck)
    return replace(state, under=tuple(sorted((*rest, Under(deck, batches)), key=lambda under: under.deck)))


def under(state: State, deck: str, cards: tuple[str, ...]) -> State:
    """Cards go under their deck."""
    for card in cards:
        state = _taken(state, card, deck)
    return _batches(state, deck, (*state.batches(deck), tuple(sorted(cards))))


def shuffled(state: State, deck: str) -> State:
    """A deck is shuffled."""
    return _batches(state, deck, ())


def event(state: State, card: str, slot: str) -> State:
    """The event of a slot is turned up."""
    return replace(with_site(state, slot, lambda site: replace(site, event=False)), discarded=(*state.discarded, card))


def kept(state: State, card: str, owner: int | None) -> State:
    """An event stays, on the table or with a faction."""
    gone = tuple(other for other in state.discarded if other != card)
    return replace(state, discarded=gone, kept=(*state.kept, Kept(card, owner)))


def discarded(state: State, card: str) -> State:
    """An event that stayed goes."""
    rest = tuple(other for other in state.kept if other.card != card)
    return replace(state, kept=rest, discarded=(*state.discarded, card))


def system(state: State, card: str, place: str, deck: str) -> State:
    """A system comes to its place."""
    return replace(_with_system(_taken(state, card, deck), place, card), changed=True)


def _with_system(state: State, place: str, card: str) -> State:
    return with_place(state, place, lambda there: replace(there, system=card))


def attached(state: State, card: str, system: str, deck: str) -> State:
    """A system comes onto an event card."""
    kept = tuple(replace(other, system=system) if other.card == card else other for other in state.kept)
    return replace(_taken(state, system, deck), kept=kept)


def extended(state: State, place: str, deck: str, beside: str) -> State:
    """An extra place for a system."""
    more = Place(place, "system", ((),) * len(state.players), deck=deck, beside=beside)
    return replace(state, places=(*state.places, more), extras=state.extras + 1)


def colony(state: State, seat: int, place: str, system: str, deck: str) -> State:
    """The card goes to the player with the outpost on it (L4), or without any disc (N3, N7)."""
    state = _taken(state, system, deck)
    discs: tuple[str, ...] = ()
    here = state.place(place)
    if here is not None:
        discs = (here.disc,)
        if here.beside:
            state = replace(state, places=tuple(other for other in state.places if other.id != here.id))
        else:
            state = with_place(state, here.id, lambda there: replace(there, system="", owner=None, disc=""))
    kept = tuple(replace(card, system="") if card.system == system else card for card in state.kept)
    colonies = (*state.players[seat].colonies, Colony(system, discs))
    state = with_player(state, seat, replace(state.players[seat], colonies=colonies))
    return replace(state, kept=kept, changed=True)


def guild(state: State, guild: str) -> State:
    """A guild is unlocked."""
    return replace(state, guilds=(*state.guilds, guild), changed=True)


def innovation(state: State, seat: int, innovation: str) -> State:
    """A one-time innovation has happened."""
    player = state.players[seat]
    return with_player(state, seat, replace(player, innovations=(*player.innovations, innovation)))


def goal(state: State, seat: int, goal: str) -> State:
    """A disc lies on an achievement."""
    goals = tuple(replace(each, discs=(*each.discs, seat)) if each.id == goal else each for each in state.goals)
    return replace(state, goals=goals)


# -- the tableau -------------------------------------------------------------------------------


def row_opened(state: State, level: int) -> State:
    """A row of the tableau is in use from now on."""
    rows = tuple(replace(row, open=True) if row.level == level else row for row in state.rows)
    return replace(state, rows=rows)


def row_card(state: State, level: int, column: int, card: str) -> State:
    """A card comes to its place in a row, or leaves it (an empty card)."""
    if card:
        state = _taken(state, card, str(level))
    rows = []
    for row in state.rows:
        cards = tuple(card if number == column else other for number, other in enumerate(row.cards))
        rows.append(replace(row, cards=cards) if row.level == level else row)
    return replace(state, rows=tuple(rows))


def row_cleared(state: State, level: int) -> State:
    """A row is empty and its cards are back in the deck."""
    rows = tuple(Row(row.level) if row.level == level else row for row in state.rows)
    return _batches(replace(state, rows=rows), str(level), ())


# -- the boards and the course of the game -----------------------------------------------------


def laid_out(state: State, slots: tuple[tuple[str, int], ...], places: tuple[tuple[str, str, str], ...]) -> State:
    """The boards: slots with their level, locations with their kind and deck."""
    nobody: tuple[tuple[int, ...], ...] = ((),) * len(state.players)
    sites = tuple(Site(id, level, event=level in (2, 3)) for id, level in slots)
    stars = tuple(Place(id, kind, nobody, deck=deck) for id, kind, deck in places)
    rows = tuple(Row(level) for level in (2, 3, 4)) if state.option("tableau") else ()
    return replace(state, sites=sites, places=stars, rows=rows)


def slot_found(state: State, slot: str, level: int) -> State:
    """A slot that was not known when the boards were laid out."""
    sites = (*state.sites, Site(slot, level, event=level in (2, 3)))
    return replace(state, sites=tuple(sorted(sites, key=lambda site: (site.level, site.id))))


def lines_told(state: State, slot: str, lines: tuple[str, ...]) -> State:
    """The prerequisites counted for a slot whose lines nobody had told: likely all it has."""
    return with_site(state, slot, lambda site: replace(site, lines=lines))


def place_found(state: State, place: str, kind: str, deck: str) -> State:
    """A location that was not known when the boards were laid out."""
    return replace(state, places=(*state.places, Place(place, kind, ((),) * len(state.players), deck=deck)))


def mat(state: State, seat: int, mat: str, columns: tuple[int, ...]) -> State:
    """A player takes a mat with its full columns."""
    return with_player(state, seat, replace(state.players[seat], mat=mat, supply=columns, spare=20 - sum(columns)))


def goal_dealt(state: State, goal: str, spaces: int) -> State:
    """An achievement is in the game."""
    return replace(state, goals=(*state.goals, Goal(goal, spaces)))


def untold(state: State, ask: str, places: tuple[str, ...]) -> State:
    """Cards lie open at these places, and which ones is told when it first matters; of achievements, their groups."""
    for place in places:
        if ask == Ask.DEAL:
            state = _with_card(state, place, f"{UNTOLD}{place}")
        elif ask == Ask.DEAL_SYSTEM:
            state = _with_system(state, place, f"{UNTOLD}{place}")
        else:
            state = goal_dealt(state, f"{UNTOLD}{place}", len(state.players))
    return state


def goal_told(state: State, goal: str, card: str) -> State:
    """Which card an achievement is that lay there untold."""
    goals = tuple(replace(each, id=card) if each.id == goal else each for each in state.goals)
    return replace(state, goals=goals)


def phase(state: State, phase: str) -> State:
    """Another phase of the turn."""
    return replace(state, phase=Phase(phase), changed=False)


def turn(state: State, seat: int, round: int) -> State:
    """A player's turn begins."""
    return replace(state, phase=Phase.ACTION, turn=seat, round=round, changed=False, late=None)


def early(state: State, seat: int, round: int) -> State:
    """The neighbour begins before production is over."""
    return replace(state, late=state.turn, turn=seat, round=round, phase=Phase.ACTION, changed=False)


def late_done(state: State, seat: int) -> State:
    """The one who was late has finished."""
    return replace(state, late=None)


def ending(state: State, stage: str) -> State:
    """The end has come nearer."""
    return replace(state, ending=Ending(stage))


def over(state: State) -> State:
    """The game is over."""
    return replace(state, phase=Phase.OVER, late=None)


def revealed(state: State, card: str) -> State:
    """A card was turned up; where it goes is told later."""
    return state


def chosen(state: State, seat: int, action: str) -> State:
    """A player has chosen; what follows is told by itself."""
    return state


def nothing(state: State, seat: int | None, verb: str) -> State:
    """An effect had nothing to do."""
    return state


def tasks(state: State, tasks: str, n: int) -> State:
    """What is still to be settled."""
    return replace(state, tasks=read_tasks(tasks))


@functools.lru_cache(maxsize=8192)
def read_tasks(source: str) -> tuple[Task, ...]:
    """The tasks as an event carries them."""
    return codec.decode(tuple[Task, ...], codec.parse(source))


def write_tasks(tasks: tuple[Task, ...]) -> str:
    """The tasks as an event carries them."""
    return f"[{','.join(map(_written, tasks))}]"


@functools.lru_cache(maxsize=8192)
def _written(task: Task) -> str:
    return codec.canonical(codec.encode(task))


CHANGES = (
    *(cube, disc, ore, pawn, technology, private, under, shuffled, event, kept, discarded, system, attached, extended),
    *(
        colony,
        guild,
        innovation,
        goal,
        row_opened,
        row_card,
        row_cleared,
        laid_out,
        slot_found,
        lines_told,
        place_found,
    ),
    *(
        mat,
        goal_dealt,
        untold,
        goal_told,
        phase,
        turn,
        early,
        late_done,
        ending,
        over,
        revealed,
        chosen,
        nothing,
        tasks,
    ),
)
