"""Noun first, without Kivy: what can be done with a thing of the picture, and which moves are forced.

`verbs(play, slots, value)` is all a view needs: the kinds of move that mention the thing, each with what it would cost
or why it is refused. A verb that leaves nothing open is a whole move, and one more tap makes it.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from itertools import islice

from tableside.app.move_builder import MoveBuilder
from tableside.app.open_table import standing
from tableside.core.game import Choice, Offer, Slot
from tableside.core.moves import Move, Plain, Text
from tableside.core.ruling import Illegal, Legal
from tableside.core.table import Preview

THINGS = (Slot.SPACE, Slot.CARD)
"""Slots that hold things lying on the table, whatever the slot is called."""
READY = 4
"""So many suggestions that mention a thing stand above its verbs."""
HOPS = 3
"""Questions with a single answer that may stand before the one for the thing."""


@dataclass(frozen=True, slots=True)
class Verb:
    """One kind of move with a thing."""

    picks: tuple[tuple[str, Plain, Text], ...]
    """What is filled in, in order: slot, value and label; the kind first, the thing last. A suggestion has one only."""
    part: bool = False
    """That the thing is one of several that are put together: it is picked, and the others are asked."""
    why_not: Illegal | None = None
    made: Move | None = None
    """The whole move, where nothing is open after this."""
    worth: int | None = None
    """How the acting seat's points change by the whole move."""

    @property
    def label(self) -> Text:
        """What is done."""
        return self.picks[0][2]

    @property
    def about(self) -> Text:
        """With what, in the game's words, with its price where the game tells it."""
        return self.picks[-1][2]


def verbs(play: MoveBuilder, slots: Collection[str], value: Plain) -> tuple[Verb, ...]:
    """Everything the acting seat could do with this thing now, possible ones first."""
    if play.over:
        return ()
    start = Move(play.seat, "")
    asked = play.game.choices(play.state, start)
    kinds = [offer for choice in asked if choice.slot == "kind" for offer in choice.offers]
    ready = dict.fromkeys(made for choice in asked for made in choice.ready if _mentions(play, made, value))
    meant = [made for made in play.game.about(play.state, play.seat, slots, value) if made not in ready]
    whole = [_suggested(play, made) for made in (*islice(ready, READY), *meant)]
    found = [verb for kind in kinds if (verb := _verb(play, kind, slots, value)) is not None]
    return (*whole, *sorted(found, key=lambda verb: verb.why_not is not None))


def _mentions(play: MoveBuilder, made: Move, value: Plain) -> bool:
    """Whether the move names this thing; a seat or an amount with the same number is something else."""
    things = (one for slot, one in made.args if play.game.slot_kind(made.kind, slot) not in (Slot.SEAT, Slot.AMOUNT))
    return any(one == value or (isinstance(one, tuple) and value in one) for one in things)


def _suggested(play: MoveBuilder, made: Move) -> Verb:
    """A whole move the game suggests, in its own words."""
    label = play.game.say_ready(play.state, made)
    return Verb((("kind", made.kind, label),), made=made, worth=_worth(play, play.table.preview(made)))


def _worth(play: MoveBuilder, preview: Preview | Illegal) -> int | None:
    """How the acting seat's points change."""
    if play.seat is None or isinstance(preview, Illegal):
        return None
    return standing(play.table, preview.after)[play.seat] - standing(play.table, preview.before)[play.seat]


def _verb(play: MoveBuilder, kind: Offer, slots: Collection[str], value: Plain) -> Verb | None:
    partial = Move(play.seat, str(kind.value))
    picks: tuple[tuple[str, Plain, Text], ...] = (("kind", kind.value, kind.label),)
    for _ in range(HOPS):
        asked = next(iter(play.game.choices(play.state, partial)), None)
        if asked is None:
            return None
        if asked.slot in slots or asked.kind in THINGS:
            offer = next((one for one in (*asked.offers, *asked.parts) if one.value == value), None)
            if offer is not None:
                return _ended(play, (*picks, (asked.slot, value, offer.label)), partial, asked, offer, kind)
        possible = [offer for offer in asked.offers if offer.why_not is None]
        if len(possible) != 1 or asked.parts:
            return None
        picks = (*picks, (asked.slot, possible[0].value, possible[0].label))
        partial = partial.given(**{asked.slot: possible[0].value})
    return None


def _ended(
    play: MoveBuilder,
    picks: tuple[tuple[str, Plain, Text], ...],
    partial: Move,
    asked: Choice,
    offer: Offer,
    kind: Offer,
) -> Verb:
    part = offer in asked.parts
    why = offer.why_not or kind.why_not
    if why is not None or part:
        return Verb(picks, part, why)
    whole = partial.given(**{asked.slot: offer.value})
    if play.game.choices(play.state, whole):
        return Verb(picks)
    preview = play.table.preview(whole)
    if isinstance(preview, Illegal):
        return Verb(picks, why_not=preview)
    return Verb(picks, made=whole, worth=_worth(play, preview))


def follow(play: MoveBuilder, verb: Verb) -> None:
    """Fill in what the verb says; what is still open is asked next."""
    if verb.made is not None and len(verb.picks) == 1:
        play.take(verb.made)
        return
    play.restart(play.seat, auto=False)
    for slot, value, label in verb.picks[:-1] if verb.part else verb.picks:
        play.choose(slot, value, label)
    if verb.part:
        play.toggle(verb.picks[-1][1])


def things(play: MoveBuilder) -> tuple[tuple[str, Plain, Text], ...]:
    """Every thing the acting seat could do something with now: slot, value and what it is called."""
    if play.over:
        return ()
    found: dict[tuple[str, Plain], Text] = {}
    for choice in play.game.choices(play.state, Move(play.seat, "")):
        for kind in choice.offers if choice.slot == "kind" else ():
            for asked in play.game.choices(play.state, Move(play.seat, str(kind.value))):
                for offer in (*asked.offers, *asked.parts):
                    found.setdefault((asked.slot, offer.value), offer.label)
    return tuple((slot, value, label) for (slot, value), label in found.items())


def forced(play: MoveBuilder, asked: Collection[str] = ()) -> Move | None:
    """The acting player's only move, where it is nothing but going on and everybody can see that it is the only one.

    Players whose names are in `asked` decide even that for themselves.
    """
    if play.seat is None or play.over or not play.single or len(play.acting) != 1 or play.picks[1:]:
        return None
    if play.session.names[play.seat] in asked:
        return None
    # Where something is hidden, that a window was skipped would tell what is in somebody's hand.
    if play.shown != play.state or any(choice.new is not None for choice in play.choices):
        return None
    some = tuple(islice(play.game.moves(play.state, play.seat), 2))
    if len(some) != 1 or some[0].args:
        return None
    # What waits only for a fact of the box is offered too.
    kinds = (offer for choice in play.choices if choice.slot == "kind" for offer in choice.offers)
    if any(offer.why_not is None and offer.value != some[0].kind for offer in kinds):
        return None
    ruling = play.game.judge(play.state, some[0])
    return some[0] if isinstance(ruling, Legal) and not ruling.cautions else None


def told(play: MoveBuilder, since: int) -> list[tuple[Text, Text | None]]:
    """What hands have to do after the entries from this number on: a sentence each, with the reason for bookkeeping.

    A game words a change for hands under `<slug>.todo.<change>`; without it the sentence of the log is said.
    """
    found: list[tuple[Text, Text | None]] = []
    for step in play.table.log.line.steps():
        if step.entry < since or step.move is None or step.parent is None:
            continue
        explained = play.table.explained(step)
        reason = explained.move if step.auto else None
        for kind, (words, _) in zip(explained.kinds, explained.events):
            if kind in play.game.info.seen:
                continue
            key = words.key.replace(".event.", ".todo.", 1)
            found.append((Text(words.key if key == words.key else f"{key}|{words.key}", words.args), reason))
    return found
