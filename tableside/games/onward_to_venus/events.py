"""What each event changes on the table. Nothing is judged here."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from tableside.core import stack
from tableside.core.moves import Event
from tableside.games.onward_to_venus.state import (
    BURST,
    FIRST_DRAW,
    PLANETS,
    START_CARDS,
    START_MONEY,
    UNITS,
    Combat,
    Force,
    Planet,
    Presence,
    State,
    Task,
)

Change = Callable[[State, Event], State]
CHANGES: dict[str, Change] = {}


def change(kind: str) -> Callable[[Change], Change]:
    """Marks what an event of this kind does."""

    def mark(function: Change) -> Change:
        CHANGES[kind] = function
        return function

    return mark


def apply(state: State, happened: Event) -> State:
    """The state after an event."""
    return CHANGES[happened.kind](state, happened)


# -- helpers -----------------------------------------------------------------------------------


def with_player(state: State, seat: int, **changes: object) -> State:
    players = list(state.players)
    players[seat] = replace(players[seat], **changes)  # type: ignore[arg-type]
    return replace(state, players=tuple(players))


def with_presence(state: State, seat: int, planet: str, here: Presence) -> State:
    at = list(state.players[seat].at)
    at[PLANETS.index(planet)] = here
    return with_player(state, seat, at=tuple(at))


def with_force(state: State, seat: int, planet: str, place: str, force: Force) -> State:
    here = state.players[seat].on(planet)
    here = replace(here, orbit=force) if place == "orbit" else replace(here, surface=force)
    return with_presence(state, seat, planet, here)


def more_units(state: State, seat: int, planet: str, place: str, unit: str, amount: int) -> State:
    return with_force(state, seat, planet, place, state.players[seat].on(planet).force(place).plus(unit, amount))


def with_planet(state: State, planet: str, there: Planet) -> State:
    planets = list(state.planets)
    planets[PLANETS.index(planet)] = there
    return replace(state, planets=tuple(planets))


def without(items: tuple[str, ...], item: str) -> tuple[str, ...]:
    place = items.index(item)
    return items[:place] + items[place + 1 :]


def put(items: tuple[str, ...], item: str) -> tuple[str, ...]:
    return tuple(sorted((*items, item)))


def emptied(state: State, planet: str) -> State:
    """Everything of the players there goes back to their sets."""
    for seat in state.seats:
        state = with_presence(state, seat, planet, Presence())
    return state


# -- the course of the game --------------------------------------------------------------------


@change("next")
def _next(state: State, happened: Event) -> State:
    return replace(state, todo=tuple(Task(*task) for task in happened["todo"]))


@change("empire")
def _empire(state: State, happened: Event) -> State:
    return with_player(state, happened["seat"], colour=happened["colour"])


@change("dealt")
def _dealt(state: State, happened: Event) -> State:
    earth = Presence(orbit=Force(infantry=4, cruiser=2), factory=1)
    players = []
    for player in state.players:
        at = tuple(earth if planet == "earth" else Presence() for planet in PLANETS)
        players.append(replace(player, money=START_MONEY, hand=START_CARDS + FIRST_DRAW, at=at))
    return replace(state, players=tuple(players), deck=happened["deck"])


@change("summed")
def _summed(state: State, happened: Event) -> State:
    return replace(state, sums=(*state.sums, (happened["seat"], happened["total"])))


@change("tied")
def _tied(state: State, happened: Event) -> State:
    return replace(state, sums=())


@change("marker")
def _marker(state: State, happened: Event) -> State:
    return replace(state, start=happened["seat"], sums=())


@change("period")
def _period(state: State, happened: Event) -> State:
    players = tuple(replace(player, tokens=0) for player in state.players)
    return replace(state, players=players, period=happened["number"], tokens=happened["tokens"])


@change("turn")
def _turn(state: State, happened: Event) -> State:
    seat = happened["seat"]
    return replace(
        state,
        turn=seat,
        actions=0 if seat is None else 1,
        acted=False,
        fresh=(),
        last_call=happened["last"],
    )


@change("action")
def _action(state: State, happened: Event) -> State:
    return replace(state, actions=state.actions - 1, acted=True)


@change("extra")
def _extra(state: State, happened: Event) -> State:
    return replace(state, actions=state.actions + 1)


@change("token")
def _token(state: State, happened: Event) -> State:
    seat = happened["seat"]
    state = with_player(state, seat, tokens=state.players[seat].tokens + 1)
    return replace(state, tokens=state.tokens - 1)


@change("returned")
def _returned(state: State, happened: Event) -> State:
    for seat, planet, here in tuple(state.presences()):
        if here.surface.size:
            orbit = here.orbit
            for unit in UNITS:
                orbit = orbit.plus(unit, here.surface.of(unit))
            state = with_presence(state, seat, planet, replace(here, orbit=orbit, surface=Force()))
    return state


@change("over")
def _over(state: State, happened: Event) -> State:
    return replace(state, end=happened["how"], combat=None, answers=stack.Stack(), turn=None, actions=0)


# -- units, buildings, money -------------------------------------------------------------------


@change("money")
def _money(state: State, happened: Event) -> State:
    seat = happened["seat"]
    return with_player(state, seat, money=state.players[seat].money + happened["amount"])


@change("moved")
def _moved(state: State, happened: Event) -> State:
    for unit in UNITS:
        state = more_units(state, happened["seat"], happened["origin"], "orbit", unit, -happened[unit])
        state = more_units(state, happened["seat"], happened["destination"], "orbit", unit, happened[unit])
    return state


@change("landed")
def _landed(state: State, happened: Event) -> State:
    for unit in UNITS:
        state = more_units(state, happened["seat"], happened["planet"], "orbit", unit, -happened[unit])
        state = more_units(state, happened["seat"], happened["planet"], "surface", unit, happened[unit])
    return state


@change("lifted")
def _lifted(state: State, happened: Event) -> State:
    state = more_units(state, happened["seat"], happened["planet"], "surface", happened["unit"], -1)
    return more_units(state, happened["seat"], happened["planet"], "orbit", happened["unit"], 1)


@change("deployed")
def _deployed(state: State, happened: Event) -> State:
    seat = happened["seat"]
    state = with_player(state, seat, money=state.players[seat].money - happened["cost"])
    return more_units(state, seat, happened["planet"], "orbit", happened["unit"], 1)


@change("removed")
def _removed(state: State, happened: Event) -> State:
    return more_units(state, happened["seat"], happened["planet"], happened["place"], happened["unit"], -1)


@change("rescued")
def _rescued(state: State, happened: Event) -> State:
    state = _removed(state, happened)
    return more_units(state, happened["seat"], "earth", "orbit", happened["unit"], 1)


@change("built")
def _built(state: State, happened: Event) -> State:
    return _buildings(state, happened, 1)


@change("razed")
def _razed(state: State, happened: Event) -> State:
    return _buildings(state, happened, -1)


def _buildings(state: State, happened: Event, amount: int) -> State:
    here = state.players[happened["seat"]].on(happened["planet"])
    what = happened["what"]
    if what == "factory":
        here = replace(here, factory=here.factory + amount)
    else:
        here = replace(here, mine=here.mine + amount)
    return with_presence(state, happened["seat"], happened["planet"], here)


# -- tiles -------------------------------------------------------------------------------------


@change("tile")
def _tile(state: State, happened: Event) -> State:
    there = state.planet(happened["planet"])
    return with_planet(state, happened["planet"], replace(there, tiles=put(there.tiles, happened["tile"])))


@change("tile_wasted")
def _tile_wasted(state: State, happened: Event) -> State:
    return replace(state, rubbish=put(state.rubbish, happened["tile"]))


@change("tile_gone")
def _tile_gone(state: State, happened: Event) -> State:
    return _tile_wasted(_taken(state, happened), happened)


@change("tile_back")
def _tile_back(state: State, happened: Event) -> State:
    return _tile(replace(state, rubbish=without(state.rubbish, happened["tile"])), happened)


@change("kept")
def _kept(state: State, happened: Event) -> State:
    seat = happened["seat"]
    return with_player(_taken(state, happened), seat, kept=put(state.players[seat].kept, happened["tile"]))


def _taken(state: State, happened: Event) -> State:
    there = state.planet(happened["planet"])
    return with_planet(state, happened["planet"], replace(there, tiles=without(there.tiles, happened["tile"])))


# -- cards -------------------------------------------------------------------------------------


@change("drew")
def _drew(state: State, happened: Event) -> State:
    seat = happened["seat"]
    state = with_player(state, seat, hand=state.players[seat].hand + happened["n"])
    return replace(state, deck=(state.deck or 0) - happened["n"])


@change("reshuffled")
def _reshuffled(state: State, happened: Event) -> State:
    return replace(state, deck=(state.deck or 0) + len(state.discards), discards=(), fresh=())


def _from_hand(state: State, happened: Event) -> State:
    seat = happened["seat"]
    return with_player(state, seat, hand=state.players[seat].hand - 1)


@change("discarded")
def _discarded(state: State, happened: Event) -> State:
    return replace(_from_hand(state, happened), discards=put(state.discards, happened["card"]))


@change("played")
def _played(state: State, happened: Event) -> State:
    card = happened["card"]
    fresh = (card,) if happened["first"] else put(state.fresh, card)
    if happened["seat"] != state.turn:
        fresh = state.fresh
    return replace(_from_hand(state, happened), discards=put(state.discards, card), fresh=fresh)


@change("taken_back")
def _taken_back(state: State, happened: Event) -> State:
    seat, card = happened["seat"], happened["card"]
    state = replace(state, discards=without(state.discards, card), fresh=without(state.fresh, card))
    return with_player(state, seat, hand=state.players[seat].hand + 1)


@change("traitor")
def _traitor(state: State, happened: Event) -> State:
    there = state.planet(happened["planet"])
    there = replace(there, traitors=put(there.traitors, happened["card"]))
    return replace(with_planet(_from_hand(state, happened), happened["planet"], there), fresh=())


@change("traitor_gone")
def _traitor_gone(state: State, happened: Event) -> State:
    there = state.planet(happened["planet"])
    there = replace(there, traitors=without(there.traitors, happened["card"]))
    state = with_planet(state, happened["planet"], there)
    return replace(state, discards=put(state.discards, happened["card"]))


@change("stolen")
def _stolen(state: State, happened: Event) -> State:
    seat, victim = happened["seat"], happened["victim"]
    state = with_player(state, victim, hand=state.players[victim].hand - 1)
    return with_player(state, seat, hand=state.players[seat].hand + 1)


@change("traded")
def _traded(state: State, happened: Event) -> State:
    return state


# -- combat and answers ------------------------------------------------------------------------


@change("attacked")
def _attacked(state: State, happened: Event) -> State:
    combat = Combat(happened["planet"], happened["tile"], happened["victim"], happened["what"] or "")
    return replace(state, combat=combat)


def _with_combat(state: State, **changes: object) -> State:
    assert state.combat is not None
    return replace(state, combat=replace(state.combat, **changes))  # type: ignore[arg-type]


@change("rolled")
def _rolled(state: State, happened: Event) -> State:
    if state.combat is None:
        return state
    return _with_combat(state, dice=tuple(sorted((*state.combat.dice, *happened["dice"]))))


@change("rerolling")
def _rerolling(state: State, happened: Event) -> State:
    return _without_dice(state, happened["dice"])


@change("excluded")
def _excluded(state: State, happened: Event) -> State:
    return _without_dice(state, (happened["die"],))


def _without_dice(state: State, gone: tuple[int, ...]) -> State:
    assert state.combat is not None
    dice = list(state.combat.dice)
    for die in gone:
        dice.remove(die)
    return _with_combat(state, dice=tuple(dice), ignored=min(state.combat.ignored, dice.count(BURST)))


@change("ignored")
def _ignored(state: State, happened: Event) -> State:
    assert state.combat is not None
    return _with_combat(state, ignored=state.combat.ignored + 1)


@change("point")
def _point(state: State, happened: Event) -> State:
    assert state.combat is not None
    return _with_combat(state, points=state.combat.points + 1)


@change("fought")
def _fought(state: State, happened: Event) -> State:
    return replace(state, combat=None)


@change("declared")
def _declared(state: State, happened: Event) -> State:
    args = tuple((name, happened[name]) for name in ("victim", "unit", "planet", "place"))
    pending = stack.Pending(happened["seat"], "destroy", args)
    return replace(state, answers=stack.declare(state.answers, pending, (happened["victim"],)))


@change("stood")
def _stood(state: State, happened: Event) -> State:
    answers = stack.let_stand(state.answers, happened["seat"])
    return replace(state, answers=stack.resolve(answers, lambda pending: None).stack)


@change("saved")
def _saved(state: State, happened: Event) -> State:
    return _stood(state, happened)


# -- crises ------------------------------------------------------------------------------------


@change("crisis_dice")
def _crisis_dice(state: State, happened: Event) -> State:
    return replace(state, crisis_dice=happened["dice"])


@change("crisis")
def _crisis(state: State, happened: Event) -> State:
    dice = list(state.crisis_dice)
    dice[PLANETS.index(happened["planet"])] = 0
    return replace(state, crisis_dice=tuple(dice))


@change("perished")
def _perished(state: State, happened: Event) -> State:
    planet = happened["planet"]
    state = emptied(state, planet)
    there = state.planet(planet)
    rubbish, discards = state.rubbish, state.discards
    for tile in there.tiles:
        rubbish = put(rubbish, tile)
    for card in there.traitors:
        discards = put(discards, card)
    state = with_planet(state, planet, replace(there, tiles=(), traitors=(), dead=True))
    return replace(state, rubbish=rubbish, discards=discards)


@change("alien_landed")
def _alien_landed(state: State, happened: Event) -> State:
    planet = happened["planet"]
    state = with_planet(emptied(state, planet), planet, replace(state.planet(planet), alien=True))
    return replace(state, aliens=state.aliens - 1, invaded=max(state.invaded, 0))


@change("alien_moved")
def _alien_moved(state: State, happened: Event) -> State:
    origin, planet = happened["origin"], happened["planet"]
    state = with_planet(state, origin, replace(state.planet(origin), alien=False))
    state = with_planet(emptied(state, planet), planet, replace(state.planet(planet), alien=True))
    return replace(state, invaded=state.invaded + 1)


@change("alien_kept")
def _alien_kept(state: State, happened: Event) -> State:
    seat, planet = happened["seat"], happened["planet"]
    state = with_planet(state, planet, replace(state.planet(planet), alien=False))
    return with_player(state, seat, aliens=state.players[seat].aliens + 1)
