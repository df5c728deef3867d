"""A move asked for slot by slot; what cannot be done now is shown with its reason."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import TYPE_CHECKING

from tableside.core.game import Choice, Offer, Slot
from tableside.core.moves import Move, move, text
from tableside.core.ruling import Illegal, Need
from tableside.games.onward_to_venus import offers
from tableside.games.onward_to_venus.content import no
from tableside.games.onward_to_venus.offers import detail
from tableside.games.onward_to_venus.records import Effect
from tableside.games.onward_to_venus.rules import cards, crises, opening
from tableside.games.onward_to_venus.rules.answers import DESTROYS
from tableside.games.onward_to_venus.state import SLUG, State

if TYPE_CHECKING:
    from tableside.games.onward_to_venus.game import OnwardToVenus

MOST = 3000
ORDER = {
    "move": ("origin", "destination", "cruiser", "infantry", "tank", "cards"),
    "claim": ("planet", "tile", "unit"),
    "attack": ("planet", "tile", "victim", "what"),
    "pay": ("infantry", "tank", "cruiser", "cards", "blown"),
    "destroy": ("card", "victim", "planet", "place", "unit"),
    "strike": ("victim", "planet", "place", "unit"),
    "sabotage": ("victim", "planet", "what"),
    "lose": ("unit", "place", "card"),
    "recycle": ("card", "back"),
    "swap": ("card", "first", "second", "third"),
    "deploy": ("card", "first", "second"),
}
"""The order in which the parts of a move are asked for, where it is not that of their names."""
KIND_RULES = {
    "move": "D1",
    "claim": "D3",
    "attack": "D5",
    "deploy": "D10",
    "token": "D12",
    "done": "D13",
    "play": "F37",
    "play_at": "F37",
    "play_on": "F37",
    "swap": "F8",
    "destroy": "F11",
    "recycle": "F7",
    "pay": "D5",
    "reroll": "F25",
    "exclude": "F6",
    "answer": "F19",
    "steal": "E3",
    "strike": "E3",
    "sabotage": "E3",
    "remove": "E6",
    "forfeit": "E9",
    "tribute": "E9",
    "discard": "D4",
}
ACTION_KINDS = ("move", "claim", "attack", "deploy", "token")
CARD_EFFECTS: dict[str, tuple[Effect, ...]] = {
    "play": (*cards.PLAIN, *cards.IN_COMBAT, Effect.LAST_ACTION),
    "play_at": cards.AT,
    "play_on": cards.ON,
    "swap": (Effect.SWAP,),
    "destroy": tuple(DESTROYS),
    "recycle": (Effect.RECYCLE,),
    "deploy": (Effect.DEPLOY,),
    "reroll": (Effect.REROLL,),
    "exclude": (Effect.EXCLUDE,),
    "answer": (Effect.IGNORE_BURST, Effect.RESCUE),
    "lose": (Effect.RESCUE,),
    "discard": tuple(Effect),
}
"""Which cards a kind of move plays."""
TIMED = ("play", "play_at", "play_on", "swap", "destroy", "deploy")
"""Moves for which the word printed on the card must be known (F37)."""


def slot_kind(kind: str, slot: str) -> Slot:
    """How a part of a move is asked for."""
    if slot in ("card", "cards", "back") or kind in ("lay", "replace", "swap"):
        return Slot.CARD
    if slot in ("victim", "seat"):
        return Slot.SEAT
    if slot in ("planet", "origin", "destination"):
        return Slot.SPACE
    if slot in ("dice", "die"):
        return Slot.DICE
    if slot in ("infantry", "tank", "cruiser"):
        return Slot.AMOUNT
    return Slot.BUTTON


def choices(game: OnwardToVenus, state: State, partial: Move) -> Sequence[Choice]:
    """The next open slot; an empty kind asks which move."""
    if partial.seat not in game.to_act(state):
        return ()
    if not partial.kind:
        return (Choice("kind", Slot.BUTTON, text("core.which_move"), kind_offers(game, state, partial.seat)),)
    if partial.kind not in offers.kinds(state):
        return ()
    if partial.kind == "lay":
        return _lay(game, state, partial)
    if partial.kind == "swap" and "card" in partial:
        return _swap(game, state, partial)
    some = [made for made in islice(_ways(game, state, partial), MOST) if _agrees(made, partial)]
    if not some:
        return ()
    names = ORDER.get(partial.kind) or tuple(name for name, _ in some[0].args)
    for slot in names:
        if slot not in partial:
            return (_choice(game, state, partial.kind, slot, list(dict.fromkeys(made[slot] for made in some))),)
    return ()


def _ways(game: OnwardToVenus, state: State, partial: Move) -> Iterator[Move]:
    """The moves to choose from; large ones are worked out for what is chosen so far."""
    if partial.kind == "pay" and partial.seat is not None:
        return detail.payments(game.copy, state, partial.seat, partial)
    if partial.kind == "move" and partial.seat is not None and "destination" in partial:
        return detail.groups_with(game.copy, state, partial.seat, partial)
    return offers.offers(game.copy, state, partial.seat, partial.kind)


def _agrees(made: Move, partial: Move) -> bool:
    return all(slot in made and made[slot] == value for slot, value in partial.args)


def _swap(game: OnwardToVenus, state: State, partial: Move) -> Sequence[Choice]:
    for slot in ORDER["swap"]:
        if slot not in partial:
            values = detail.swap_values(game.copy, state, partial.seat or 0, partial, slot)
            return (_choice(game, state, "swap", slot, values),)
    return ()


def _choice(game: OnwardToVenus, state: State, kind: str, slot: str, values: Sequence[object]) -> Choice:
    shown = [Offer(value, game.say_value(state, kind, slot, value)) for value in values]
    if slot == "card":
        shown += [
            Offer(card, game.say_value(state, kind, slot, card), game.copy.unknown(needs, "F37"))
            for card, needs in unknown_cards(game, state, kind).items()
            if card not in values
        ]
    if kind == "lay":
        shown += [
            Offer(tile, game.say_value(state, kind, slot, tile), game.copy.unknown(needs, "C2"))
            for tile in game.copy.tiles()
            if (needs := game.catalog.missing("tiles", tile, "count"))
        ]
    if kind == "lay":
        planet, _, number = slot.partition("_")
        label = text(f"{SLUG}.slot.lay", planet=text(f"{SLUG}.planet.{planet}"), n=int(number))
    else:
        label = text(f"{SLUG}.slot.{kind}.{slot}")
    return Choice(slot, slot_kind(kind, slot), label, tuple(shown))


def unknown_cards(game: OnwardToVenus, state: State, kind: str) -> dict[str, tuple[Need, ...]]:
    """Cards that this kind of move could play if we knew more of them."""
    found = {}
    for card, record in game.catalog.table("cards").items():
        if record.effect in CARD_EFFECTS.get(kind, ()):
            keys: tuple[str, ...] = ("count",) if not game.copy.copies(state, card) else ()
            keys += ("timing",) if kind in TIMED and record.effect not in cards.IN_COMBAT else ()
            needs = game.catalog.missing("cards", card, *keys) if keys else ()
            if needs:
                found[card] = needs
    return found


def kind_offers(game: OnwardToVenus, state: State, seat: int | None) -> tuple[Offer, ...]:
    """Every kind of move there is now, the impossible ones with their reason."""
    shown = []
    for kind in offers.kinds(state):
        possible = next(iter(offers.offers(game.copy, state, seat, kind)), None) is not None
        label = text(f"{SLUG}.kind.{kind}")
        shown.append(Offer(kind, label, None if possible else why_not(game, state, kind)))
    return tuple(shown)


def why_not(game: OnwardToVenus, state: State, kind: str) -> Illegal:
    """Why no move of this kind can be made."""
    lacking = missing_facts(game, state, kind)
    if lacking is not None:
        return lacking
    seat = next(iter(game.to_act(state)), None)
    if kind != "deploy" and seat is not None and state.players[seat].hand:
        needs = tuple(need for some in unknown_cards(game, state, kind).values() for need in some)
        if needs:
            return game.copy.unknown(needs, "F37")
    if kind in ACTION_KINDS and state.top is not None and state.top.kind == "act" and not state.actions:
        return no("no_action_left", KIND_RULES[kind])
    return no(f"none_{kind}", KIND_RULES[kind])


def missing_facts(game: OnwardToVenus, state: State, kind: str) -> Illegal | None:
    """The facts of the owner's copy without which the table cannot go on."""
    copy = game.copy
    if kind == "lay":
        lacking = opening.lacking_table(copy, state)
        if lacking is not None:
            return lacking
    if kind in ("lay", "replace"):
        needs = tuple(need for tile in copy.tiles() for need in copy.catalog.missing("tiles", tile, "count"))
        return copy.unknown(needs, "C2") if needs else no("bag_empty", "C2")
    if kind == "roll":
        needs = copy.catalog.missing("dice", "die", "faces")
        return copy.unknown(needs, "D5") if needs else crises.unmarked_facts(copy, state)
    if kind in ("deal", "finish"):
        ruling = game.judge(state, move(None, kind))
        return ruling if isinstance(ruling, Illegal) else None
    if kind == "deploy" and any(copy.pieces(unit) is None for unit in ("infantry", "tank", "cruiser")):
        needs = tuple(
            need for unit in ("infantry", "tank", "cruiser") for need in copy.catalog.missing("pieces", unit, "count")
        )
        return copy.unknown(needs, "D10")
    return None


def _lay(game: OnwardToVenus, state: State, partial: Move) -> Sequence[Choice]:
    """The next tile: those still in the bag that keep each planet's tiles in their written order."""
    copy = game.copy
    if opening.lacking_table(copy, state) is not None:
        return ()
    slots = opening.tile_slots(copy, state)
    open_slots = [slot for slot in slots if slot not in partial]
    if not open_slots:
        return ()
    slot = open_slots[0]
    planet = slot.split("_")[0]
    used = Counter(value for _, value in partial.args)
    left = {tile: amount - used[tile] for tile, amount in copy.bag(state).items()}
    floor = max((value for name, value in partial.args if name.split("_")[0] == planet), default="")
    still = sum(other.split("_")[0] == planet for other in open_slots)
    values = [
        tile
        for tile, amount in left.items()
        if amount > 0 and tile >= floor and sum(more for other, more in left.items() if other >= tile) >= still
    ]
    return (_choice(game, state, "lay", slot, values),)
