"""Pebbles in words: the phase, values, the checklist."""

from __future__ import annotations

from tableside.core.catalog import Catalog
from tableside.core.moves import Event, Move, Plain, Text, called, text
from tests.sample_games.kavicsok.records import STONES
from tests.sample_games.kavicsok.state import State


def phase(state: State) -> Text:
    """Where in the game we are."""
    return text("kavicsok.phase", pile=state.pile)


def checklist(seats: int) -> tuple[Text, ...]:
    """What to lay out before the game."""
    return (text("kavicsok.check.pile", n=8 * seats),)


def named(catalog: Catalog, args: tuple[tuple[str, Plain], ...]) -> tuple[tuple[str, object], ...]:
    """The arguments of a move or event with players and stones called by name."""
    return tuple((name, say_value(catalog, name, what)) for name, what in args)


def say_move(catalog: Catalog, made: Move) -> Text:
    """A move in words."""
    return Text(f"kavicsok.move.{made.kind}", named(catalog, (*made.args, ("seat", made.seat))))


def say_event(catalog: Catalog, happened: Event) -> Text:
    """An event in words."""
    return Text(f"kavicsok.event.{happened.kind}", named(catalog, happened.args))


def say_value(catalog: Catalog, slot: str, value: Plain) -> Text:
    """What may go into a slot."""
    if slot == "seat" and isinstance(value, int):
        return called(value, text("core.seat", n=value + 1))
    return catalog.named(STONES, str(value)) if slot == "stone" else text("core.value", value=value)
