"""Questions that a list of moves cannot give: cards, units and dice picked one by one beside a few suggestions."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from itertools import islice

from tableside.core.game import Choice, Offer
from tableside.core.moves import Move, Plain
from tableside.core.ruling import Legal
from tableside.games.onward_to_venus.records import BLASTS, Effect
from tableside.games.onward_to_venus.rules.hand import new_card
from tableside.games.onward_to_venus.rules.turn_order import copy_of
from tableside.games.onward_to_venus.state import UNITS, Turn

SUGGESTED = 6
"""As many ready-made answers stand beside things that are picked one by one."""


def picked(partial: Move, slot: str) -> tuple[str, ...]:
    """The things put into this slot so far."""
    value = partial.get(slot)
    return tuple(str(one) for one in value) if isinstance(value, tuple) else ()


def counted(partial: Move, slot: str, otherwise: int = 0) -> int:
    """The number put into this slot."""
    value = partial.get(slot)
    return value if isinstance(value, int) else otherwise


def offers(turn: Turn, partial: Move, slot: str, values: Iterable[Plain]) -> tuple[Offer, ...]:
    """These values in words."""
    return tuple(Offer(value, turn.book.say_value(turn.state, partial.kind, slot, value)) for value in values)


def question(turn: Turn, partial: Move, slot: str, values: Iterable[Plain], parts: tuple[Offer, ...] = ()) -> Choice:
    """The question for a slot with just these values; beside parts only the first few."""
    book, state = turn.book, turn.state
    shown = offers(turn, partial, slot, islice(values, SUGGESTED) if parts else values)
    new = new_card(turn) if slot == "cards" and (shown or parts) and state.players[turn.me].hand else None
    label = book.say_slot(state, partial.kind, slot)
    return Choice(slot, book.slot_kind(partial.kind, slot), label, shown, new, parts)


def and_more(turn: Turn, partial: Move, slot: str, values: Iterable[Plain]) -> Choice:
    """The question as the listed moves give it, and these values beside them."""
    asked = turn.ask(partial, slot)
    known = {offer.value for offer in asked.offers}
    return replace(
        asked, offers=(*asked.offers, *offers(turn, partial, slot, (one for one in values if one not in known)))
    )


def parts_of(turn: Turn, partial: Move, slot: str, counts: dict[str, int]) -> tuple[Offer, ...]:
    """Single things, each at most so many times."""
    say = turn.book.say_value
    return tuple(
        Offer(one, say(turn.state, partial.kind, slot, (one,)), most=most) for one, most in counts.items() if most > 0
    )


def card_parts(turn: Turn, partial: Move, cards: Iterable[str]) -> tuple[Offer, ...]:
    """Cards, each as often as it may be in hand."""
    counts = {card: copy_of(turn).most(turn.state, turn.me, card) for card in cards}
    return parts_of(turn, partial, "cards", counts)


def ask_again(turn: Turn, partial: Move) -> Choice:
    """Which of the cards of this fight or move is used once more for each Dobókártya among them (F7)."""
    copy, cards = copy_of(turn), picked(partial, "cards")
    others = [card for card in cards if copy.effect(card) is not Effect.RECYCLE]
    parts = parts_of(turn, partial, "again", dict.fromkeys(others, len(cards) - len(others)))
    asked = question(turn, partial, "again", () if parts else ((),), parts)
    # Without such a card the sum is told at once, with all that could land, unless somebody is blown up.
    ruling = turn.book.judge(turn.state, partial.given(again=(), **_landing(turn, partial)))
    blasting = any(copy.effect(card) in BLASTS for card in cards)
    if parts or blasting or isinstance(ruling, Legal):
        return asked
    return replace(asked, offers=(replace(asked.offers[0], why_not=ruling),))


def _landing(turn: Turn, partial: Move) -> dict[str, Plain]:
    """What a payment has beside its cards: all units that are in orbit."""
    combat = turn.state.combat
    if partial.kind != "pay" or combat is None:
        return {}
    orbit = turn.state.players[turn.me].on(combat.planet).orbit
    return {"blown": (), **{unit: orbit.of(unit) for unit in UNITS}}
