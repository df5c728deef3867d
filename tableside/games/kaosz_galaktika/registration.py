"""Putting a deck into the owner's copy: card after card, several in one photo, with the progress shown."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace

from tableside.core.catalog import Catalog
from tableside.core.moves import Text, text
from tableside.core.readings import CardReading, Readings
from tableside.core.ruling import Illegal
from tableside.games.kaosz_galaktika.cards import Deck
from tableside.games.kaosz_galaktika.desk import SLUG
from tableside.games.kaosz_galaktika.rules import decks
from tableside.games.kaosz_galaktika.state import DECK_SIZE

SURE = 0.6
"""A name less likely than this is asked about, not entered."""


@dataclass(frozen=True, slots=True)
class Registration:
    """A deck being put together."""

    cards: tuple[str, ...] = ()
    open: tuple[CardReading, ...] = ()
    """Cards seen that are not known for sure: to be named, or entered once."""

    @property
    def progress(self) -> Text:
        """Such as 31 of 45."""
        return text(f"{SLUG}.progress.cards", n=len(self.cards), of=DECK_SIZE)

    @property
    def complete(self) -> bool:
        return len(self.cards) == DECK_SIZE

    def add(self, *ids: str) -> Registration:
        """With these cards named by hand."""
        return replace(self, cards=(*self.cards, *ids))

    def remove(self, id: str) -> Registration:
        """Without one copy of this card."""
        cards = list(self.cards)
        if id in cards:
            cards.remove(id)
        return replace(self, cards=tuple(cards))

    def settle(self, number: int, id: str) -> Registration:
        """The open card of this number is that one."""
        return replace(self.add(id), open=self.open[:number] + self.open[number + 1 :])

    def counts(self) -> tuple[tuple[str, int], ...]:
        """Each card with its number of copies, as first entered."""
        return tuple(Counter(self.cards).items())

    def problems(self, catalog: Catalog, race_rules: str = "opposed", simple: bool = False) -> tuple[Illegal, ...]:
        """What is wrong so far; a deck still short of cards is not wrong for that."""
        found = decks.problems(catalog, self.cards, race_rules, simple)
        if len(self.cards) < DECK_SIZE:
            found = tuple(problem for problem in found if problem.reason.key != f"{SLUG}.no.deck_size")
        return found

    def deck(self, name: str, source: str) -> Deck:
        """The record for the owner's copy."""
        return Deck(source=source, sure=self.complete and not self.open, name=name, cards=self.cards)


def scan(registration: Registration, catalog: Catalog, readings: Readings) -> Registration:
    """With every card of a photo: the sure ones entered, the others left open."""
    for card in readings.cards:
        best = card.alternatives[0] if card.alternatives else None
        if best is not None and best.p >= SURE and catalog.find("cards", str(best.value)) is not None:
            registration = registration.add(str(best.value))
        elif card.face != "down":
            registration = replace(registration, open=(*registration.open, card))
    return registration
