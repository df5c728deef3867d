"""Chapter D: a turn, its five actions, and the pass tokens that end it all."""

from __future__ import annotations

from tableside.core.cost import shortfall
from tableside.core.moves import Move, text
from tableside.core.ruling import Illegal, Ruling
from tableside.games.onward_to_venus.content import Copy, no
from tableside.games.onward_to_venus.ledger import Ledger
from tableside.games.onward_to_venus.records import Card, Effect, Timing
from tableside.games.onward_to_venus.rules.flow import begin_turn, close, pass_on
from tableside.games.onward_to_venus.state import COST, DISTANCE, PLANETS, SLUG, UNITS, State

REACH = 2
"""Planets a group may go without help (D1)."""


def no_action(state: State, rule: str) -> Illegal | None:
    """Why no action can be taken now, or None."""
    if state.top is None or state.top.kind != "act":
        return no("finish_first", rule)
    if not state.actions:
        return no("no_action_left", rule)
    return None


def held(copy: Copy, state: State, seat: int, cards: tuple[str, ...], rule: str) -> Illegal | None:
    """Why the player cannot have these cards in hand, or None."""
    for card in dict.fromkeys(cards):
        record = copy.card(card)
        if record is None or (record.count is None and not copy.copies(state, card)):
            return copy.unknown(copy.catalog.missing("cards", card, "count"), rule)
        if copy.unseen(state, card) < cards.count(card):
            needs = copy.missing_starting(state)
            if needs:
                return copy.unknown(needs, rule)
            return no("card_elsewhere", rule, card=copy.card_name(card))
    if len(cards) > state.players[seat].hand:
        return no("hand_too_small", rule, n=state.players[seat].hand)
    return None


def playable(copy: Copy, state: State, seat: int, card: str, effects: tuple[Effect, ...]) -> Card | Illegal:
    """The card, when it does this and may be in the hand; whether its timing fits is asked apart."""
    problem = held(copy, state, seat, (card,), "A4")
    if problem is not None:
        return problem
    record = copy.card(card)
    assert record is not None
    if record.effect not in effects:
        return no("card_does_not", "A4", card=copy.card_name(card))
    return record


def bad_time(copy: Copy, state: State, card: str, record: Card, rule: str) -> Illegal | None:
    """An action card costs an action; the others come at any time in one's own turn (F37)."""
    needs = copy.catalog.missing("cards", card, "timing")
    if needs:
        return copy.unknown(needs, "F37")
    if record.timing is Timing.ACTION:
        return no_action(state, "D11")
    if state.top is None or state.top.kind not in ("act", "arrived", "combat"):
        return no("finish_first", rule)
    return None


# -- movement ----------------------------------------------------------------------------------


def allowance(copy: Copy, cards: tuple[str, ...]) -> int:
    """How far a group may go with these cards (D1, F1)."""
    records = (copy.card(card) for card in cards)
    return REACH + sum(record.amount or 0 for record in records if record is not None)


def judge_move(copy: Copy, state: State, move: Move) -> Ruling:
    """A group with at least one cruiser goes up to two planets; after a shorter way it may claim (D1, D2)."""
    seat = move.seat or 0
    problem = no_action(state, "D1")
    if problem is None:
        problem = _bad_group(state, seat, move)
    if problem is None:
        problem = _bad_move_cards(copy, state, seat, move)
    if problem is not None:
        return problem
    origin, destination, cards = move["origin"], move["destination"], move["cards"]
    far, reach = DISTANCE[origin, destination], allowance(copy, cards)
    if far > reach:
        return no("too_far", "D1", far=far, reach=reach)
    ledger = Ledger(copy, state)
    ledger.action(seat, "D1")
    for card in cards:
        record = copy.card(card)
        ledger.play(seat, card, "F1" if record is not None and record.effect is Effect.MOVE else "F5")
    group = {unit: move[unit] for unit in UNITS}
    ledger.do("moved", "D1", seat=seat, origin=origin, destination=destination, **group)
    if far < reach and not state.planet(destination).dead:
        ledger.push("arrived", seat, destination)
    return close(ledger)


def _bad_group(state: State, seat: int, move: Move) -> Illegal | None:
    for name in ("origin", "destination"):
        if move[name] not in PLANETS:
            return no("no_such_planet", "B1", planet=move[name])
    if move["origin"] == move["destination"]:
        return no("stays", "D1")
    orbit = state.players[seat].on(move["origin"]).orbit
    for unit in UNITS:
        if not 0 <= move[unit] <= orbit.of(unit):
            return no("not_in_orbit", "D1", unit=text(f"{SLUG}.thing.{unit}"), n=orbit.of(unit))
    if not move["cruiser"]:
        return no("no_cruiser", "D1")
    return None


def _bad_move_cards(copy: Copy, state: State, seat: int, move: Move) -> Illegal | None:
    cards = move["cards"]
    if tuple(sorted(cards)) != cards:
        return no("card_order", "F1")
    problem = held(copy, state, seat, cards, "F1")
    if problem is not None:
        return problem
    transports = 0
    for card in cards:
        record = copy.card(card)
        if record is None or record.effect not in (Effect.MOVE, Effect.TRANSPORTS):
            return no("card_does_not", "F1", card=copy.card_name(card))
        transports += record.effect is Effect.TRANSPORTS
        if record.effect is Effect.MOVE and record.amount is None:
            return copy.unknown(copy.catalog.missing("cards", card, "amount"), "F1")
    if move["tank"] and not transports:
        return no("tanks_stay", "D1")
    if transports > (1 if move["tank"] else 0):
        return no("transports_idle", "F5")
    return None


def judge_stop(copy: Copy, state: State, move: Move) -> Ruling:
    """No tile is claimed after the move (D2)."""
    ledger = Ledger(copy, state)
    ledger.pop()
    return close(ledger)


def judge_done(copy: Copy, state: State, move: Move) -> Ruling:
    """The turn ends; one action must have been taken (D13)."""
    if not state.acted and not state.last_call:
        return no("must_act", "D13")
    ledger = Ledger(copy, state)
    pass_on(ledger)
    return close(ledger)


# -- deployment --------------------------------------------------------------------------------


def judge_deploy(copy: Copy, state: State, move: Move) -> Ruling:
    """One or two units, paid for, from what is left in the set (D10; as a free action F21)."""
    seat, card = move.seat or 0, move["card"]
    rule, costs_action = ("D10", True) if card is None else ("F21", False)
    ledger = Ledger(copy, state)
    if card is None:
        problem = no_action(state, "D10")
    else:
        record = playable(copy, state, seat, card, (Effect.DEPLOY,))
        if isinstance(record, Illegal):
            return record
        problem, costs_action = bad_time(copy, state, card, record, "F21"), record.timing is Timing.ACTION
    if problem is not None:
        return problem
    wanted = tuple(part for part in (move["first"], move["second"]) if part is not None)
    if move["first"] is None or tuple(sorted(wanted)) != wanted:
        return no("deploy_order", "D10")
    pairs = [(part.partition(":")[0], part.partition(":")[2]) for part in wanted]
    for unit, planet in pairs:
        problem = bad_place(state, seat, unit, planet)
        if problem is not None:
            return problem
    for unit in dict.fromkeys(unit for unit, _ in pairs):
        problem = copy.lacks(state, seat, unit, "D10", sum(other == unit for other, _ in pairs))
        if problem is not None:
            return problem
    missing = shortfall({"money": state.players[seat].money}, {"money": sum(COST[unit] for unit, _ in pairs)})
    if missing:
        return no("cannot_pay", "D10", missing=missing.say(SLUG))
    if card is not None:
        ledger.play(seat, card, "F21")
    if costs_action:
        ledger.action(seat, rule)
    for unit, planet in pairs:
        ledger.do("deployed", rule, seat=seat, planet=planet, unit=unit, cost=COST[unit])
    return close(ledger)


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


# -- pass tokens -------------------------------------------------------------------------------


def judge_token(copy: Copy, state: State, move: Move) -> Ruling:
    """Take a pass token and draw a card; the last one ends the phase (D12)."""
    seat = move.seat or 0
    problem = no_action(state, "D12")
    if problem is None and not state.tokens:
        problem = no("no_token", "D12")
    if problem is not None:
        return problem
    ledger = Ledger(copy, state)
    ledger.action(seat, "D12")
    take_token(ledger, seat, "D12")
    return close(ledger)


def take_token(ledger: Ledger, seat: int, rule: str) -> None:
    """The token, the card, and after the last one the start marker and the end of the phase (D12, F36)."""
    ledger.do("token", rule, seat=seat)
    ledger.draw(seat, 1, rule)
    if not ledger.state.tokens:
        ledger.do("marker", "D12", seat=seat)
        ledger.do("turn", "D12", seat=None, last=False)
        ledger.pop()
        ledger.push("crises")
        seats = len(ledger.state.players)
        for step in range(seats, 0, -1):
            ledger.push("last_call", (seat + step) % seats)
    ledger.limit(seat)


def judge_last_call(copy: Copy, state: State, move: Move) -> Ruling:
    """One more action after the last pass token (F36)."""
    ledger = Ledger(copy, state)
    seat = move.seat or 0
    ledger.play(seat, move["card"], "F36")
    begin_turn(ledger, seat, last=True)
    return close(ledger)


def judge_let(copy: Copy, state: State, move: Move) -> Ruling:
    """No further action is wanted (F36)."""
    ledger = Ledger(copy, state)
    ledger.pop()
    return close(ledger)
