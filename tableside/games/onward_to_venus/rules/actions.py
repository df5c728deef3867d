"""Chapter D: a turn, its actions, and the pass tokens that end it all."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations_with_replacement, product

from tableside.core.cost import shortfall
from tableside.core.game import Choice
from tableside.core.moves import Move, text
from tableside.core.rulebook import play
from tableside.core.ruling import Illegal, Legal
from tableside.games.onward_to_venus.changes import course, pieces
from tableside.games.onward_to_venus.records import Effect, TileKind, Timing
from tableside.games.onward_to_venus.refusal import no
from tableside.games.onward_to_venus.rules.asking import and_more, ask_again, card_parts, parts_of, picked, question
from tableside.games.onward_to_venus.rules.hand import (
    ask_card,
    bad_time,
    held,
    may_act,
    no_action,
    no_repeat,
    play_all,
    playable,
    timely,
)
from tableside.games.onward_to_venus.rules.turn_order import (
    begin_turn,
    called,
    copy_of,
    draw,
    limit,
    none,
    pass_on,
    play_card,
    pop,
    push,
)
from tableside.games.onward_to_venus.state import (
    COST,
    DISTANCE,
    PLANETS,
    SLUG,
    UNITS,
    Force,
    State,
    Turn,
)
from tableside.games.onward_to_venus.supply import Copy

REACH = 2
"""Planets a group may go without help (D1)."""
FURTHER = 3
"""As many movement cards are combined in a suggestion."""


# -- movement ----------------------------------------------------------------------------------


def allowance(copy: Copy, cards: tuple[str, ...]) -> int:
    """How far a group may go with these cards (D1, F1)."""
    records = (copy.card(card) for card in cards)
    return REACH + sum(record.amount or 0 for record in records if record is not None)


@play
def move(
    turn: Turn,
    destination: str,
    origin: str,
    cruiser: int,
    infantry: int,
    tank: int,
    cards: tuple[str, ...],
    again: tuple[str, ...],
) -> Illegal | None:
    """A group with at least one cruiser goes up to two planets; after a shorter way it may claim (D1, D2)."""
    copy, seat, group = copy_of(turn), turn.me, Force(infantry, tank, cruiser)
    problem = no_action(turn.state, "D1")
    if problem is None:
        problem = _bad_group(turn.state, seat, origin, destination, group)
    if problem is None:
        problem = _bad_cards(turn, tank, cards, again)
    if problem is not None:
        return problem
    far, reach = DISTANCE[origin, destination], allowance(copy, (*cards, *again))
    if far > reach:
        return turn.no("too_far", "D1", far=far, reach=reach)
    turn.do(course.action, "D1", seat)
    play_all(turn, tuple(sorted(cards)), tuple(sorted(again)))
    turn.do(pieces.moved, "D1", seat, origin, destination, infantry, tank, cruiser)
    if far < reach and _something_there(turn, destination):
        push(turn, "arrived", seat, destination)
    return None


def _something_there(turn: Turn, planet: str) -> bool:
    """Whether there is a tile to claim, or one may still be laid with a card (D2, F23)."""
    there, laid = turn.state.planet(planet), copy_of(turn).of_kind(turn.state.rubbish, TileKind.TENSION)
    return not there.dead and bool(there.tiles or there.alien or laid)


def _bad_group(state: State, seat: int, origin: str, destination: str, group: Force) -> Illegal | None:
    for planet in (origin, destination):
        if planet not in PLANETS:
            return no("no_such_planet", "B1", planet=planet)
    if origin == destination:
        return no("stays", "D1")
    orbit = state.players[seat].on(origin).orbit
    for unit in UNITS:
        if not 0 <= group.of(unit) <= orbit.of(unit):
            return no("not_in_orbit", "D1", unit=text(f"{SLUG}.thing.{unit}"), n=orbit.of(unit))
    return None if group.cruiser else no("no_cruiser", "D1")


def _bad_cards(turn: Turn, tanks: int, cards: tuple[str, ...], again: tuple[str, ...]) -> Illegal | None:
    copy = copy_of(turn)
    problem = held(copy, turn.state, turn.me, cards, "F1")
    if problem is None:
        problem = no_repeat(copy, cards, again)
    if problem is not None:
        return problem
    transports = 0
    for card in cards:
        record = copy.card(card)
        if record is None or record.effect not in (Effect.MOVE, Effect.TRANSPORTS, Effect.RECYCLE):
            return turn.no("card_does_not", "F1", card=copy.card_name(card))
        transports += record.effect is Effect.TRANSPORTS
        if record.effect is Effect.MOVE and record.amount is None:
            return copy.unknown(turn.catalog.missing("cards", card, "amount"), "F1")
    for card in again:
        if copy.effect(card) is not Effect.MOVE:
            return turn.no("card_does_not", "F7", card=copy.card_name(card))
    if tanks and not transports:
        return turn.no("tanks_stay", "D1")
    return turn.no("transports_idle", "F5") if transports > (1 if tanks else 0) else None


def group(seat: int, origin: str, destination: str, force: Force, cards: tuple[str, ...] = ()) -> Move:
    """The move of a group with these cards."""
    return move.move(seat, destination, origin, force.cruiser, force.infantry, force.tank, tuple(sorted(cards)), ())


def _movement(copy: Copy, state: State, seat: int) -> list[str]:
    """The movement cards that may be in hand, and how far they go is told."""
    cards = copy.may_have(state, seat, Effect.MOVE)
    return [card for card in cards if (record := copy.card(card)) is not None and record.amount is not None]


@move.lists_legal
def _groups(turn: Turn) -> Iterator[Move]:
    copy, state, seat = copy_of(turn), turn.state, turn.me
    if not may_act(state):
        return
    further, carriers = _movement(copy, state, seat), tuple(copy.may_have(state, seat, Effect.TRANSPORTS))
    for origin in PLANETS:
        orbit = state.players[seat].on(origin).orbit
        if not orbit.cruiser:
            continue
        near = [aim for aim in PLANETS if 0 < DISTANCE[origin, aim] <= REACH]
        for aim, infantry, cruisers in product(near, range(orbit.infantry + 1), range(1, orbit.cruiser + 1)):
            yield group(seat, origin, aim, Force(infantry, 0, cruisers))
        for card, force in product(further, dict.fromkeys((Force(orbit.infantry, 0, orbit.cruiser), Force(0, 0, 1)))):
            reach = allowance(copy, (card,))
            for aim in PLANETS:
                if 0 < DISTANCE[origin, aim] <= reach:
                    yield group(seat, origin, aim, force, (card,))
        if orbit.tank:
            for card, aim in product(carriers, near):
                yield group(seat, origin, aim, Force(orbit.infantry, orbit.tank, 1), (card,))


def card_sets(copy: Copy, state: State, seat: int) -> Iterator[tuple[str, ...]]:
    """Movement cards that may be played together, the fewest first."""
    cards = sorted(_movement(copy, state, seat))
    for amount in range(min(FURTHER, state.players[seat].hand) + 1):
        for some in combinations_with_replacement(cards, amount):
            if all(some.count(card) <= copy.most(state, seat, card) for card in some):
                yield some


def ways(turn: Turn, bare: Move) -> Iterator[tuple[str, ...]]:
    """Sets of cards with which this group gets there."""
    copy, state, seat = copy_of(turn), turn.state, turn.me
    carriers = tuple((card,) for card in copy.may_have(state, seat, Effect.TRANSPORTS))
    for some, carrier in product(card_sets(copy, state, seat), carriers if bare.get("tank") else ((),)):
        cards = tuple(sorted((*some, *carrier)))
        made = bare.given(cards=cards, again=())
        if isinstance(turn.book.judge(state, made), Legal):
            yield cards


def groups_with(turn: Turn, cards: tuple[str, ...]) -> Iterator[Move]:
    """Every group that moves with just these cards."""
    for origin, aim in product(PLANETS, PLANETS):
        for force in turn.state.players[turn.me].on(origin).orbit.parts():
            made = group(turn.me, origin, aim, force, cards)
            if force.cruiser and isinstance(turn.book.judge(turn.state, made), Legal):
                yield made


def _in_reach(turn: Turn) -> list[tuple[str, str]]:
    """From where to where a group could go with as many movement cards as the hand may hold."""
    copy, player = copy_of(turn), turn.state.players[turn.me]
    longest = max((allowance(copy, (card,)) for card in _movement(copy, turn.state, turn.me)), default=REACH)
    reach = REACH + player.hand * (longest - REACH)
    origins = [origin for origin in PLANETS if player.on(origin).orbit.cruiser]
    return [(origin, aim) for origin in origins for aim in PLANETS if 0 < DISTANCE[origin, aim] <= reach]


@move.asks("destination")
def _ask_destination(turn: Turn, partial: Move) -> Choice:
    aims = (aim for origin, aim in _in_reach(turn) if partial.get("origin", origin) == origin)
    return and_more(turn, partial, "destination", dict.fromkeys(aims))


@move.asks("origin")
def _ask_origin(turn: Turn, partial: Move) -> Choice:
    origins = (origin for origin, aim in _in_reach(turn) if partial.get("destination", aim) == aim)
    return and_more(turn, partial, "origin", dict.fromkeys(origins))


def _ask_units(unit: str) -> None:
    @move.asks(unit)
    def ask(turn: Turn, partial: Move) -> Choice:
        """How many go along: at least one cruiser, tanks only where transports may be in hand (D1, F5)."""
        origin = partial.get("origin")
        orbit = turn.state.players[turn.me].on(origin).orbit if origin in PLANETS else Force()
        grounded = unit == "tank" and not copy_of(turn).may_hold(turn.state, turn.me, Effect.TRANSPORTS)
        return question(turn, partial, unit, range(unit == "cruiser", 1 if grounded else orbit.of(unit) + 1))


for _unit in UNITS:
    _ask_units(_unit)


@move.asks("cards")
def _ask_cards(turn: Turn, partial: Move) -> Choice:
    effects = (Effect.MOVE, Effect.RECYCLE, *((Effect.TRANSPORTS,) if partial.get("tank") else ()))
    parts = card_parts(turn, partial, copy_of(turn).may_have(turn.state, turn.me, *effects))
    return question(turn, partial, "cards", ways(turn, partial), parts)


move.asks("again")(ask_again)
none(move, "D1")


@play
def stop(turn: Turn) -> None:
    """No tile is claimed after the move (D2)."""
    pop(turn)


@play
def done(turn: Turn) -> Illegal | None:
    """The turn ends; one action must have been taken (D13)."""
    if not turn.state.acted and not turn.state.last_call:
        return turn.no("must_act", "D13")
    pass_on(turn)
    return None


none(done, "D13")


# -- deployment --------------------------------------------------------------------------------


@play
def deploy(turn: Turn, units: tuple[str, ...], card: str | None) -> Illegal | None:
    """One or two units, paid for, from what is left in the set (D10; as a free action F21)."""
    copy, seat = copy_of(turn), turn.me
    rule, costs_action = ("D10", True) if card is None else ("F21", False)
    if card is None:
        problem = no_action(turn.state, "D10")
    else:
        record = playable(turn, card, (Effect.DEPLOY,))
        if isinstance(record, Illegal):
            return record
        problem, costs_action = bad_time(copy, turn.state, card, record, "F21"), record.timing is Timing.ACTION
    if problem is None and not 1 <= len(units) <= 2:
        problem = turn.no("deploy_number", "D10")
    pairs = [(part.partition(":")[0], part.partition(":")[2]) for part in sorted(units)]
    if problem is None:
        problem = _bad_units(turn, pairs)
    if problem is not None:
        return problem
    if card is not None:
        play_card(turn, seat, card, "F21")
    if costs_action:
        turn.do(course.action, rule, seat)
    for unit, planet in pairs:
        turn.do(pieces.deployed, rule, seat, planet, unit, COST[unit])
    return None


def _bad_units(turn: Turn, pairs: list[tuple[str, str]]) -> Illegal | None:
    for unit, planet in pairs:
        problem = bad_place(turn.state, turn.me, unit, planet)
        if problem is not None:
            return problem
    for unit, amount in Counter(unit for unit, _ in pairs).items():
        problem = copy_of(turn).lacks(turn.state, turn.me, unit, "D10", amount)
        if problem is not None:
            return problem
    money = {"money": turn.state.players[turn.me].money}
    missing = shortfall(money, {"money": sum(COST[unit] for unit, _ in pairs)})
    return turn.no("cannot_pay", "D10", missing=missing.say(SLUG)) if missing else None


def bad_place(state: State, seat: int, unit: str, planet: str) -> Illegal | None:
    """Infantry only at Earth; tanks and cruisers at Earth or where one has a factory (D10)."""
    if unit not in UNITS:
        return no("no_such_unit", "D10", unit=unit)
    if planet not in PLANETS:
        return no("no_such_planet", "B1", planet=planet)
    if planet != "earth" and unit == "infantry":
        return no("infantry_at_earth", "D10")
    if planet != "earth" and not state.players[seat].on(planet).factory:
        return no("no_factory", "D10", planet=text(f"{SLUG}.planet.{planet}"))
    return None


def deployable(copy: Copy, state: State, seat: int) -> dict[str, str]:
    """Every single unit that could be deployed, as it is written with its planet, in that order."""
    money = state.players[seat].money
    return {
        f"{unit}:{planet}": unit
        for unit in sorted(UNITS)
        if COST[unit] <= money and copy.lacks(state, seat, unit, "D10") is None
        for planet in sorted(PLANETS)
        if bad_place(state, seat, unit, planet) is None
    }


@deploy.lists_legal
def _deployments(turn: Turn) -> Iterator[Move]:
    copy, state, seat = copy_of(turn), turn.state, turn.me
    cards: list[str | None] = [None] if may_act(state) else []
    cards += [card for card, _ in timely(turn, Effect.DEPLOY)]
    singles = deployable(copy, state, seat) if cards else {}
    for card, (first, unit) in product(cards, singles.items()):
        yield deploy.move(seat, (first,), card)
        for second, other in singles.items():
            if second < first or COST[unit] + COST[other] > state.players[seat].money:
                continue
            if unit != other or copy.lacks(state, seat, unit, "D10", 2) is None:
                yield deploy.move(seat, (first, second), card)


def in_order(partial: Move) -> Move:
    """Units told in any order, as they are listed."""
    return partial.given(units=tuple(sorted(picked(partial, "units")))) if "units" in partial else partial


@deploy.asks("card")
def _ask_deploy_card(turn: Turn, partial: Move) -> Choice:
    return ask_card(turn, in_order(partial), (Effect.DEPLOY,))


@deploy.asks("units")
def _ask_deployed(turn: Turn, partial: Move) -> Choice:
    singles = dict.fromkeys(deployable(copy_of(turn), turn.state, turn.me), 2)
    asked, parts = turn.ask(partial, "units"), parts_of(turn, partial, "units", singles)
    return question(turn, partial, "units", [offer.value for offer in asked.offers], parts)


none(deploy, "D10")


# -- pass tokens -------------------------------------------------------------------------------


@play
def token(turn: Turn) -> Illegal | None:
    """Take a pass token and draw a card; the last one ends the phase (D12)."""
    problem = no_action(turn.state, "D12")
    if problem is None and not turn.state.tokens:
        problem = turn.no("no_token", "D12")
    if problem is not None:
        return problem
    turn.do(course.action, "D12", turn.me)
    take_token(turn, "D12")
    return None


none(token, "D12")


def take_token(turn: Turn, rule: str) -> None:
    """The token, the card, and after the last one the start marker and the end of the phase (D12, F36)."""
    seat = turn.me
    turn.do(course.token, rule, seat)
    draw(turn, seat, 1, rule)
    if not turn.state.tokens:
        turn.do(course.marker, "D12", seat)
        turn.do(course.turn, "D12", None, False)
        pop(turn)
        push(turn, "crises")
        seats = len(turn.state.players)
        for step in range(seats, 0, -1):
            push(turn, "last_call", (seat + step) % seats)
    limit(turn, seat)


def last_call(turn: Turn, card: str) -> None:
    """One more action after the last pass token; those asked before have not wanted one (F36)."""
    while turn.state.todo[-1].seat != turn.me:
        pop(turn)
    play_card(turn, turn.me, card, "F36")
    begin_turn(turn, turn.me, last=True)


@play
def let(turn: Turn) -> None:
    """Nobody wants a further action (F36)."""
    while called(turn.state):
        pop(turn)


PLAYS = (move, stop, done, deploy, token, let)
