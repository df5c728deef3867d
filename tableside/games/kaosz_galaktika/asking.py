"""A move asked for slot by slot; what cannot be done now is shown with its reason."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice

from tableside.core.game import Choice, Offer, Slot
from tableside.core.moves import Move, Plain, Seat, text
from tableside.games.kaosz_galaktika import offers, offers_text, words
from tableside.games.kaosz_galaktika.desk import SLUG, Desk, no
from tableside.games.kaosz_galaktika.moves import KINDS

MOST = 5000
SLOTS = {
    **dict.fromkeys(("card", "piece", "ship", "crew", "base", "by", "targets", "ships", "bases"), Slot.CARD),
    **dict.fromkeys(("amount", "price", "cards", "seconds"), Slot.AMOUNT),
    **dict.fromkeys(("player", "defender", "winner"), Slot.SEAT),
    "order": Slot.ORDER,
    "values": Slot.DICE,
}


def kinds(desk: Desk, seat: Seat) -> Sequence[Choice]:
    """The kinds of move that belong to this moment, the impossible ones with their reason.

    Whoever has a card with free text in play can carry it out whenever something is that player's to decide.
    """
    found = []
    kinds_now = offers.kinds_now(desk, seat)
    if seat is not None and desk.state.turn and offers_text.sources(desk, seat):
        kinds_now = tuple(dict.fromkeys((*kinds_now, *offers_text.KINDS_OF_TEXT)))
    for kind in kinds_now:
        why_not = None
        if next(offers.of_kind(desk, seat, kind), None) is None:
            first = next(iter(offers.candidates(desk, seat, kind)), None)
            problem = KINDS[kind].check(desk, first) if first is not None else None
            why_not = no("nothing_for_this", "F2") if problem is None else problem
        found.append(Offer(kind, text(f"{SLUG}.kind.{kind}"), why_not))
    return (Choice("kind", Slot.BUTTON, text("core.which_move"), tuple(found)),) if found else ()


def slots(desk: Desk, partial: Move) -> Sequence[Choice]:
    """The next open slot of a move whose kind is chosen."""
    if partial.kind not in KINDS:
        return ()
    slot = next((name for name in KINDS[partial.kind].shape if name not in partial), None)
    if slot is None:
        return ()
    if partial.kind.startswith("effect_"):
        values = _effect_values(desk, partial, slot)
    else:
        values = dict.fromkeys(
            move[slot]
            for move in islice(offers.of_kind(desk, partial.seat, partial.kind), MOST)
            if all(move[name] == value for name, value in partial.args)
        )
    found = tuple(Offer(value, words.say_value(desk, partial.kind, slot, value)) for value in values)
    label = text(f"{SLUG}.slot.{partial.kind}.{slot}")
    return (Choice(slot, SLOTS.get(slot, Slot.BUTTON), label, found),) if found else ()


def _effect_values(desk: Desk, partial: Move, slot: str) -> dict[Plain, None]:
    """What may go into a slot of free text: whatever some legal move goes on from."""
    given = {name: (value,) for name, value in partial.args}
    check = KINDS[partial.kind].check
    found: dict[Plain, None] = {}
    for move in offers_text.effects(desk, partial.seat, partial.kind, given, wide=True):
        if move[slot] not in found and check(desk, move) is None:
            found[move[slot]] = None
    return found
