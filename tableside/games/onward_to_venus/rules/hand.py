"""Cards in hand: which may be played now, and by whom (A4, F7, F37)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tableside.core.game import Choice, Offer
from tableside.core.moves import Move
from tableside.core.rulebook import Play
from tableside.core.ruling import Illegal, Need
from tableside.games.onward_to_venus.changes import cards as card_changes
from tableside.games.onward_to_venus.records import RULE, Card, Effect, Timing
from tableside.games.onward_to_venus.refusal import no
from tableside.games.onward_to_venus.rules.turn_order import OWN_TIME, copy_of, none, play_card
from tableside.games.onward_to_venus.state import State, Turn
from tableside.games.onward_to_venus.supply import Copy


def no_action(state: State, rule: str) -> Illegal | None:
    """Why no action can be taken now, or None."""
    if state.top is None or state.top.kind != "act":
        return no("finish_first", rule)
    return None if state.actions else no("no_action_left", rule)


def may_act(state: State) -> bool:
    """Whether an action can be taken now."""
    return no_action(state, "D13") is None


def held(copy: Copy, state: State, seat: int, cards: tuple[str, ...], rule: str) -> Illegal | None:
    """Why the player cannot have these cards in hand, or None."""
    for card in dict.fromkeys(cards):
        if copy.card(card) is None:
            return copy.unknown(copy.catalog.missing("cards", card), rule)
        unseen = copy.unseen(state, card)
        if unseen is not None and unseen < cards.count(card):
            return no("card_elsewhere", rule, card=copy.card_name(card))
    if len(cards) > state.players[seat].hand:
        return no("hand_too_small", rule, n=state.players[seat].hand)
    return None


def playable(turn: Turn, card: str, effects: tuple[Effect, ...]) -> Card | Illegal:
    """The card, when it does this and may be in the hand; whether its timing fits is asked apart."""
    copy = copy_of(turn)
    problem = held(copy, turn.state, turn.me, (card,), "A4")
    if problem is not None:
        return problem
    record = copy.card(card)
    if record is None or record.effect not in effects:
        return turn.no("card_does_not", "A4", card=copy.card_name(card))
    return record


def bad_time(copy: Copy, state: State, card: str, record: Card, rule: str) -> Illegal | None:
    """An action card costs an action; the others come at any time in one's own turn (F37)."""
    needs = copy.catalog.missing("cards", card, "timing")
    if needs:
        return copy.unknown(needs, "F37")
    if record.timing is Timing.ACTION:
        return no_action(state, "D11")
    if state.top is None or state.top.kind not in OWN_TIME:
        return no("finish_first", rule)
    return None


def timed(turn: Turn, card: str, effects: tuple[Effect, ...]) -> Card | Illegal:
    """The card, when it can be played now."""
    record = playable(turn, card, effects)
    if isinstance(record, Illegal):
        return record
    problem = bad_time(copy_of(turn), turn.state, card, record, RULE[record.effect])
    return record if problem is None else problem


def timely(turn: Turn, *effects: Effect) -> Iterator[tuple[str, Effect]]:
    """The cards with these effects that may be in hand and played now."""
    copy = copy_of(turn)
    for card in copy.may_have(turn.state, turn.me, *effects):
        record = copy.card(card)
        if record is not None and bad_time(copy, turn.state, card, record, "F37") is None:
            yield card, record.effect


def rule_of(copy: Copy, card: str) -> str:
    """The rule of what a card does."""
    effect = copy.effect(card)
    return RULE[effect] if effect is not None else "A4"


# -- several cards in one fight or move --------------------------------------------------------


def no_repeat(copy: Copy, cards: tuple[str, ...], again: tuple[str, ...]) -> Illegal | None:
    """Each Dobókártya lets one other card of the same fight or move be used once more (F7)."""
    recycled = [card for card in cards if copy.effect(card) is Effect.RECYCLE]
    if len(again) != len(recycled):
        return no("again_number", "F7", n=len(recycled))
    for card in again:
        if card not in cards or card in recycled:
            return no("not_just_played", "F7", card=copy.card_name(card))
    return None


def play_all(turn: Turn, cards: tuple[str, ...], again: tuple[str, ...]) -> None:
    """The cards of one fight or move: first what they do, then those thrown away to use one of them again (F7)."""
    copy = copy_of(turn)
    recycled = [card for card in cards if copy.effect(card) is Effect.RECYCLE]
    for card in cards:
        if card not in recycled:
            play_card(turn, turn.me, card, rule_of(copy, card))
    for thrown, back in zip(recycled, again):
        turn.do(card_changes.discarded, "F7", turn.me, thrown)
        turn.do(card_changes.taken_back, "F7", turn.me, back)
        play_card(turn, turn.me, back, rule_of(copy, back))


# -- asking ------------------------------------------------------------------------------------


def new_card(turn: Turn) -> Need | None:
    """A card that is not in the copy yet, unless every card of the box is told."""
    return None if copy_of(turn).all_cards_told() else turn.catalog.wanted("cards", "effect", "timing", "points")


def untold(copy: Copy, state: State, effects: tuple[Effect, ...]) -> dict[str, tuple[Need, ...]]:
    """Cards with these effects of which the printed word must be told before they are played (F37)."""
    found = {}
    for card, record in copy.catalog.table("cards").items():
        needs = copy.catalog.missing("cards", card, "timing") if record.effect in effects else ()
        if needs and copy.unseen(state, card) != 0:
            found[card] = needs
    return found


def none_now(kind: Play[Any], rule: str, effects: tuple[Effect, ...] = ()) -> None:
    """Why no card of this kind can be played now; where only a printed word is missing, its cards are shown."""
    none(kind, rule)
    plain = kind.none
    assert plain is not None

    @kind.why_none
    def why(turn: Turn) -> Illegal | None:
        state = turn.state
        own_time = state.top is not None and state.top.kind in OWN_TIME and state.players[turn.me].hand
        return None if own_time and untold(copy_of(turn), state, effects) else plain(turn)


def ask_card(turn: Turn, partial: Move, effects: tuple[Effect, ...] = ()) -> Choice:
    """Which card: those that may be played, those of which a word must be told, or one the copy does not know."""
    asked = turn.ask(partial, "card")
    copy, known = copy_of(turn), {offer.value for offer in asked.offers}
    more = tuple(
        Offer(card, copy.card_name(card), copy.unknown(needs, "F37"))
        for card, needs in untold(copy, turn.state, effects).items()
        if card not in known
    )
    new = new_card(turn) if (asked.offers or more) and turn.state.players[turn.me].hand else None
    return Choice("card", asked.kind, asked.label, (*asked.offers, *more), new)
