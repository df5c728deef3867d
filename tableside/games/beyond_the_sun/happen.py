"""What each event changes. Nothing is judged here."""

from __future__ import annotations

import functools
from collections.abc import Callable
from dataclasses import replace

from tableside.core import codec
from tableside.core.moves import Event
from tableside.games.beyond_the_sun import pieces
from tableside.games.beyond_the_sun.facts import Facts
from tableside.games.beyond_the_sun.state import (
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

Handler = Callable[[Facts, State, Event], State]


def apply(facts: Facts, state: State, happened: Event) -> State:
    """The state after an event."""
    return HANDLERS[happened.kind](facts, state, happened)


# -- cards -------------------------------------------------------------------------------------


def _technology(facts: Facts, state: State, happened: Event) -> State:
    state = taken(state, happened["card"], str(happened["level"]))
    return replace(with_site(state, happened["slot"], card=happened["card"]), changed=True)


def _private(facts: Facts, state: State, happened: Event) -> State:
    seat = happened["seat"]
    state = taken(state, happened["card"], str(happened["level"]))
    return replace(with_player(state, seat, private=(*state.players[seat].private, happened["card"])), changed=True)


def taken(state: State, card: str, deck: str) -> State:
    """The card is no longer under its deck."""
    batches = tuple(
        tuple(other for other in batch if other != card) for batch in state.batches(deck) if batch != (card,)
    )
    return _batches(state, deck, batches)


def _batches(state: State, deck: str, batches: tuple[tuple[str, ...], ...]) -> State:
    rest = tuple(under for under in state.under if under.deck != deck)
    return replace(state, under=tuple(sorted((*rest, Under(deck, batches)), key=lambda under: under.deck)))


def _under(facts: Facts, state: State, happened: Event) -> State:
    deck, cards = happened["deck"], happened["cards"]
    for card in cards:
        state = taken(state, card, deck)
    return _batches(state, deck, (*state.batches(deck), tuple(sorted(cards))))


def _shuffled(facts: Facts, state: State, happened: Event) -> State:
    return _batches(state, happened["deck"], ())


def _event(facts: Facts, state: State, happened: Event) -> State:
    return replace(with_site(state, happened["slot"], event=False), discarded=(*state.discarded, happened["card"]))


def _kept(facts: Facts, state: State, happened: Event) -> State:
    gone = tuple(card for card in state.discarded if card != happened["card"])
    return replace(state, discarded=gone, kept=(*state.kept, Kept(happened["card"], happened["owner"])))


def _discarded(facts: Facts, state: State, happened: Event) -> State:
    kept = tuple(card for card in state.kept if card.card != happened["card"])
    return replace(state, kept=kept, discarded=(*state.discarded, happened["card"]))


def _system(facts: Facts, state: State, happened: Event) -> State:
    state = taken(state, happened["card"], happened["deck"])
    return replace(with_place(state, happened["place"], system=happened["card"]), changed=True)


def _attached(facts: Facts, state: State, happened: Event) -> State:
    state = taken(state, happened["system"], happened["deck"])
    kept = tuple(
        replace(card, system=happened["system"]) if card.card == happened["card"] else card for card in state.kept
    )
    return replace(state, kept=kept)


def _extended(facts: Facts, state: State, happened: Event) -> State:
    place = Place(
        happened["place"], "system", ((),) * len(state.players), deck=happened["deck"], beside=happened["beside"]
    )
    return replace(state, places=(*state.places, place), extras=state.extras + 1)


def _colony(facts: Facts, state: State, happened: Event) -> State:
    """The card goes to the player with the outpost on it (L4), or without any disc (N7, settle)."""
    seat, system = happened["seat"], happened["system"]
    state = taken(state, system, happened["deck"])
    discs: tuple[str, ...] = ()
    place = state.place(happened["place"])
    if place is not None:
        discs = (place.disc,)
        if place.beside:
            state = replace(state, places=tuple(other for other in state.places if other.id != place.id))
        else:
            state = with_place(state, place.id, system="", owner=None, disc="")
    kept = tuple(replace(card, system="") if card.system == system else card for card in state.kept)
    colonies = (*state.players[seat].colonies, Colony(system, discs))
    return with_player(replace(state, kept=kept, changed=True), seat, colonies=colonies)


def _guild(facts: Facts, state: State, happened: Event) -> State:
    return replace(state, guilds=(*state.guilds, happened["guild"]), changed=True)


def _innovation(facts: Facts, state: State, happened: Event) -> State:
    seat = happened["seat"]
    return with_player(state, seat, innovations=(*state.players[seat].innovations, happened["innovation"]))


def _goal(facts: Facts, state: State, happened: Event) -> State:
    goals = tuple(
        replace(goal, discs=(*goal.discs, happened["seat"])) if goal.id == happened["goal"] else goal
        for goal in state.goals
    )
    return replace(state, goals=goals)


# -- the tableau -------------------------------------------------------------------------------


def _row_opened(facts: Facts, state: State, happened: Event) -> State:
    rows = tuple(replace(row, open=True) if row.level == happened["level"] else row for row in state.rows)
    return replace(state, rows=rows)


def _row_card(facts: Facts, state: State, happened: Event) -> State:
    """A card comes to its place in a row, or leaves it (an empty card)."""
    if happened["card"]:
        state = taken(state, happened["card"], str(happened["level"]))
    rows = tuple(
        replace(
            row,
            cards=tuple(
                happened["card"] if number == happened["column"] else card for number, card in enumerate(row.cards)
            ),
        )
        if row.level == happened["level"]
        else row
        for row in state.rows
    )
    return replace(state, rows=rows)


def _row_cleared(facts: Facts, state: State, happened: Event) -> State:
    rows = tuple(Row(row.level) if row.level == happened["level"] else row for row in state.rows)
    return _batches(replace(state, rows=rows), str(happened["level"]), ())


# -- the course of the game --------------------------------------------------------------------


def _laid_out(facts: Facts, state: State, happened: Event) -> State:
    sites = tuple(Site(id, slot.level, event=slot.level in (2, 3)) for id, slot in facts.slots())
    nobody: tuple[tuple[int, ...], ...] = ((),) * len(state.players)
    places = tuple(Place(id, star.kind, nobody, deck=star.deck or "") for id, star in facts.stars(len(state.players)))
    rows = tuple(Row(level) for level in (2, 3, 4)) if state.option("tableau") else ()
    return replace(state, sites=sites, places=places, rows=rows)


def _mat(facts: Facts, state: State, happened: Event) -> State:
    columns = facts.mat(happened["mat"]).columns or ()
    return with_player(state, happened["seat"], mat=happened["mat"], supply=columns, spare=20 - sum(columns))


def _goal_dealt(facts: Facts, state: State, happened: Event) -> State:
    return replace(state, goals=(*state.goals, Goal(happened["goal"], happened["spaces"])))


def _phase(facts: Facts, state: State, happened: Event) -> State:
    return replace(state, phase=Phase(happened["phase"]), changed=False)


def _turn(facts: Facts, state: State, happened: Event) -> State:
    return replace(state, phase=Phase.ACTION, turn=happened["seat"], round=happened["round"], changed=False, late=None)


def _early(facts: Facts, state: State, happened: Event) -> State:
    return replace(
        state, late=state.turn, turn=happened["seat"], round=happened["round"], phase=Phase.ACTION, changed=False
    )


def _late_done(facts: Facts, state: State, happened: Event) -> State:
    return replace(state, late=None)


def _ending(facts: Facts, state: State, happened: Event) -> State:
    return replace(state, ending=Ending(happened["stage"]))


def _over(facts: Facts, state: State, happened: Event) -> State:
    return replace(state, phase=Phase.OVER, late=None)


def _nothing(facts: Facts, state: State, happened: Event) -> State:
    return state


@functools.lru_cache(maxsize=8192)
def read_tasks(source: str) -> tuple[Task, ...]:
    """The tasks as an event carries them."""
    return codec.decode(tuple[Task, ...], codec.parse(source))


def write_tasks(tasks: tuple[Task, ...]) -> str:
    """The tasks as an event carries them."""
    return codec.canonical(codec.encode(tasks))


def _tasks(facts: Facts, state: State, happened: Event) -> State:
    return replace(state, tasks=read_tasks(happened["tasks"]))


HANDLERS: dict[str, Handler] = {
    "cube": pieces.cube,
    "disc": pieces.disc,
    "ore": pieces.ore,
    "pawn": pieces.pawn,
    "technology": _technology,
    "private": _private,
    "under": _under,
    "shuffled": _shuffled,
    "event": _event,
    "kept": _kept,
    "discarded": _discarded,
    "system": _system,
    "attached": _attached,
    "extended": _extended,
    "colony": _colony,
    "guild": _guild,
    "innovation": _innovation,
    "goal": _goal,
    "row_opened": _row_opened,
    "row_card": _row_card,
    "row_cleared": _row_cleared,
    "laid_out": _laid_out,
    "mat": _mat,
    "goal_dealt": _goal_dealt,
    "phase": _phase,
    "turn": _turn,
    "early": _early,
    "late_done": _late_done,
    "ending": _ending,
    "over": _over,
    "revealed": _nothing,
    "chosen": _nothing,
    "nothing": _nothing,
    "tasks": _tasks,
}
