"""A small game by fingers, and what is seen and saved of it: for tests of the app's life."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from models.store import OpenSession, Store
from tableside.core.moves import Move
from tableside.core.table import Table
from tests.app.driver import Person

Sit = Callable[..., Person]


def play_on(session: OpenSession, pick: Callable[[int], int], moves: int = 10_000) -> OpenSession:
    """A game some way on, or to its end, by chance; all of it is saved at once."""

    def made() -> Iterator[Move]:
        real = session.table
        table = Table(real.base, real.options, real.seats, entries=real.log.entries, automatic=real.automatic)
        for _ in range(moves):
            acting = sorted(table.to_act(), key=lambda seat: 99 if seat is None else seat)
            if not acting:
                return
            move = table.game.sample(table.state, acting[0], pick)
            table.confirm(move)
            yield move

    session.table.confirm_all(made())
    return session


def new_game(person: Person, *names: str) -> str:
    person.invite("kavicsok", *(names or ("Anna", "Béla")))
    person.tap("start now")
    return str(person.app.page.route.session)


def play(person: Person) -> Any:
    return person.app.page.play


def step(person: Person) -> None:
    """The next move by fingers, whoever's it is."""
    if play(person).seat is None:
        person.play_chance(1)
        return
    while not play(person).ready:
        choice = play(person).choices[0]
        offer = next(offer for offer in choice.offers if offer.why_not is None)
        person.tap(f"{choice.slot} {offer.value}")
    person.tap("confirm")


def saved(session: str, url: str | None = None) -> list[Any]:
    """The log as another program reads it."""
    store = Store.open(url)
    try:
        return store.open_session(session).table.log.entries
    finally:
        store.close()


def entries(person: Person) -> list[Any]:
    return list(person.app.page.session.table.log.entries)


def strip(person: Person) -> str:
    """What the strip above everything says."""
    return str(person.app.life.unsaved.strip.words.plain) if person.app.life.unsaved.strip is not None else ""


def press_strip(person: Person) -> None:
    person.press(person.app.life.unsaved.strip.button)
