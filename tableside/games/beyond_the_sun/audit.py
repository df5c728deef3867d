"""What cannot be: too many cubes, discs in two places, technologies without their prerequisites."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from tableside.core.ruling import Illegal
from tableside.games.beyond_the_sun import names
from tableside.games.beyond_the_sun.effects import Verb
from tableside.games.beyond_the_sun.facts import Facts
from tableside.games.beyond_the_sun.refusal import lacking, no
from tableside.games.beyond_the_sun.rules.control import holder
from tableside.games.beyond_the_sun.rules.decks import used_up
from tableside.games.beyond_the_sun.rules.spaces import spaces
from tableside.games.beyond_the_sun.state import Phase, State, fleet, known_by

CUBES = 20
DISCS = 8


def cubes_of(state: State, seat: int) -> int:
    """All cubes of a seat, wherever they are."""
    player = state.players[seat]
    docked = sum(owner == seat for kept in state.kept for owner, _ in kept.ships)
    return (
        sum(player.supply)
        + player.population
        + player.spare
        + len(known_by(state, seat))
        + len(fleet(state, seat))
        + docked
    )


def discs_of(state: State, seat: int, disc: str) -> int:
    """All food or ore discs of a seat, wherever they are."""
    player = state.players[seat]
    placed = Counter(player.automation)
    placed.update(disc for colony in player.colonies for disc in colony.discs)
    placed.update(place.disc for place in state.places if place.owner == seat)
    return placed[disc] + (player.food if disc == "food" else player.ore_discs)


def census(state: State) -> Mapping[str, int]:
    """Cubes and discs of every faction, in all places together."""
    found = {}
    for seat in state.seats:
        found[f"cubes {seat}"] = cubes_of(state, seat)
        found[f"food discs {seat}"] = discs_of(state, seat, "food")
        found[f"ore discs {seat}"] = discs_of(state, seat, "ore")
    return found


def impossible(facts: Facts, state: State) -> tuple[Illegal, ...]:
    """Everything about the pieces that cannot be."""
    return tuple(_impossible(facts, state))


def audit(facts: Facts, state: State) -> tuple[Illegal, ...]:
    """Everything that cannot be; while the players settle a card by hand, only when they say they are done."""
    strange = tuple(_strange(facts, state))
    if strange:
        return strange
    front = state.front
    if front is not None and front.effect is not None and front.effect.verb is Verb.BY_HAND:
        return ()
    control = () if state.tasks else _control(facts, state)
    return (*impossible(facts, state), *_bare(facts, state), *control)


def _cards(state: State) -> Iterator[tuple[str, str, bool]]:
    """Every card that lies somewhere, with its table, and whether somebody has it."""
    for site in state.sites:
        yield "technologies", site.card, bool(site.cubes)
    for player in state.players:
        yield "mats", player.mat, False
        yield from (("technologies", card, True) for card in player.private)
        yield from (("systems", colony.system, True) for colony in player.colonies)
    for place in state.places:
        yield "systems", place.system, False
    for kept in state.kept:
        yield "events", kept.card, False
        yield "systems", kept.system, False
    for row in state.rows:
        yield from (("technologies", card, False) for card in row.cards)
    yield from (("achievements", goal.id, bool(goal.discs)) for goal in state.goals)


def _strange(facts: Facts, state: State) -> Iterator[Illegal]:
    """Cards, places and seats a declared position speaks of that this copy or this table does not have."""
    for table, card, used in dict.fromkeys(_cards(state)):
        needs = facts.missing(table, card, used) if card else ()
        if needs:
            yield lacking(needs, "A1")
    slots = dict(facts.slots())
    for site in state.sites:
        if site.id not in slots or slots[site.id].level != site.level:
            yield no("unknown_slot", "H1", slot=names.slot(facts, state, site.id))
    for place in state.places:
        star = facts.star(place.id)
        if star is None:
            known = bool(place.beside) and (place.kind, place.deck != "") == ("system", True)
        else:
            known = (place.kind, place.deck) == (star.kind, star.deck or "")
        if not known or len(place.ships) != len(state.players):
            yield no("unknown_place", "A1", place=names.place(facts, state, place.id))
    seats = {state.turn, state.late, *(kept.seat for kept in state.kept), *(place.owner for place in state.places)}
    seats |= {seat for site in state.sites for seat in site.cubes} | {
        seat for goal in state.goals for seat in goal.discs
    }
    seats |= {seat for kept in state.kept for seat, _ in kept.ships}
    for seat in seats:
        if seat is not None and seat not in state.seats:
            yield no("unknown_seat", "A1", seat=names.player(seat))


def _impossible(facts: Facts, state: State) -> Iterator[Illegal]:
    for seat, player in enumerate(state.players):
        who = names.player(seat)
        if cubes_of(state, seat) != CUBES:
            yield no("cubes", "A2", player=who, n=cubes_of(state, seat))
        for disc in ("food", "ore"):
            if discs_of(state, seat, disc) != DISCS:
                yield no(f"{disc}_discs", "A2", player=who, n=discs_of(state, seat, disc))
        amounts = (player.population, player.spare, player.ore, player.food, player.ore_discs, *player.supply)
        if min(amounts) < 0:
            yield no("less_than_nothing", "A2", player=who)
        if not player.mat and state.phase is not Phase.SETUP:
            yield no("no_mat", "B8", player=who)
        if player.mat:
            heights = facts.columns(player.mat)
            if len(heights) != len(player.supply) or any(n > most for n, most in list(zip(player.supply, heights))[1:]):
                yield no("columns", "G1", player=who)
        for site in known_by(state, seat):
            have = {known.id for known in known_by(state, seat)}
            lines = facts.lines(site.id)
            if lines is not None and len(have & set(lines)) < facts.enough(site.id):
                yield no("without_prerequisites", "H1", player=who, slot=names.slot(facts, state, site.id))
    pawns = Counter(player.pawn for player in state.players)
    # A pawn stays where an event was that is gone by now.
    standing = {space for space in pawns if space and not space.startswith("event:")}
    if standing - {space.id for space in spaces(facts, state)}:
        yield no("no_such_space", "D1")
    for space, n in pawns.items():
        kind, _, id = space.partition(":")
        record = facts.catalog.find("basics", id) if kind == "basic" else None
        if n > 1 and space and not (record is not None and record.open):
            yield no("two_pawns", "D1")
    for site in state.sites:
        if len(set(site.cubes)) != len(site.cubes):
            yield no("two_cubes", "H3", slot=names.slot(facts, state, site.id))
    for place in state.places:
        if any(not 1 <= level <= 4 for levels in place.ships for level in levels):
            yield no("ship_levels", "A3", place=names.place(facts, state, place.id))
        if (place.owner is None) != (place.disc == ""):
            yield no("outpost_disc", "K6", place=names.place(facts, state, place.id))
        specialties = facts.specialties(place)
        if place.owner is not None and (not specialties or place.disc not in (*specialties, "star")):
            yield no("outpost_wrong", "K6", place=names.place(facts, state, place.id))
    for goal in state.goals:
        if len(set(goal.discs)) != len(goal.discs) or len(goal.discs) > facts.goal_spaces(goal, len(state.players)):
            yield no("goal_discs", "F2", goal=names.card(facts, goal.id))


def _bare(facts: Facts, state: State) -> Iterator[Illegal]:
    """Places where a card must lie and none is about to come."""
    if state.phase is Phase.SETUP:
        return
    coming = {task.place for task in state.tasks}
    for site in state.sites:
        if not site.card and (site.cubes or site.level == 1) and site.id not in coming:
            yield no("bare", "H1", where=names.slot(facts, state, site.id))
    if not all(used_up(facts, state, deck) for deck in ("A", "B")):
        for place in state.places:
            if place.kind == "system" and not (place.system or place.beside or place.id in coming):
                yield no("bare", "L4", where=names.place(facts, state, place.id))


def _control(facts: Facts, state: State) -> Iterator[Illegal]:
    if state.phase is Phase.SETUP:
        return
    for place in state.places:
        if facts.specialties(place) and holder(place)[0] != place.owner:
            yield no("wrong_controller", "K3", place=names.place(facts, state, place.id))
