"""What players, cards, places and spaces are called on every screen; never their ids."""

from __future__ import annotations

from typing import Any

from tableside.core.moves import Text, called
from tableside.games.beyond_the_sun.card_text import action_words, colour_words, roman, word
from tableside.games.beyond_the_sun.facts import NORMAL, UNTOLD, Facts, untold
from tableside.games.beyond_the_sun.records import COLOURS, Basic, EventCard, Mat, Star, System, Technology, TreeSlot
from tableside.games.beyond_the_sun.refusal import SLUG
from tableside.games.beyond_the_sun.rules.spaces import spaces
from tableside.games.beyond_the_sun.state import State


def player(seat: Any) -> Text:
    """A player by the place at the table."""
    return called(seat, word("player", n=seat + 1)) if isinstance(seat, int) else word("referee")


def record(facts: Facts, table: str, id: str) -> Text:
    """What a record is called: its printed name, or what is printed on it; never its id."""
    if untold(id):
        return _untold(facts, id.removeprefix(UNTOLD))
    found = facts.mat(id) if table == "mats" else facts.catalog.find(table, id)
    match found:
        case TreeSlot():
            return slot_name(facts, id)
        case Star(side=2):
            return word("place.two", place=star_name(facts, id, found))
        case Star():
            return star_name(facts, id, found)
        case Basic():
            return word(f"basic.{id}") if id in BASICS else action_words(found.action)
        case Technology(name=None, level=int(), colours=tuple()):
            return word("unnamed.technology", level=roman(found.level or 0), colours=colour_words(found.colours or ()))
        case EventCard(name=None, level=int()):
            return word("unnamed.event", level=roman(found.level or 0))
        case System(name=None, deck=str(), points=int()):
            return word("unnamed.system", deck=found.deck, points=found.points)
        case Mat() if id == NORMAL:
            return word("unnamed.normal")
        case Mat(name=None, colour=str()) if found.colour:
            return word("unnamed.mat", colour=Text(f"{SLUG}.value.{found.colour}|core.record"))
    name = getattr(found, "name", None)
    if name and found is not None and found.source.startswith("rulebook"):
        # The rulebook's names are told in both languages; what an owner wrote down stands as it is.
        return Text(f"{SLUG}.name.{id}|core.value", (("value", name),))
    return facts.catalog.named(table, id)


BASICS = ("research_1", "research_2", "launch", "populate")
CARDS = ("technologies", "events", "systems", "achievements", "mats", "guilds")


def column(number: int) -> Text:
    """A supply column."""
    return word("column", letter=chr(ord("A") + number) if 0 <= number < 26 else str(number))


def card(facts: Facts, id: str) -> Text:
    """The name of a technology, event, system, achievement, mat or guild."""
    for table in CARDS:
        if facts.catalog.find(table, id) is not None:
            return record(facts, table, id)
    return record(facts, "mats", id) if id in COLOURS or untold(id) else word("unknown_card")


def _untold(facts: Facts, where: str) -> Text:
    """A card that lies open and is not told yet: by where it lies, or by its group."""
    if where in dict(facts.slots()):
        return slot_name(facts, where)
    star = facts.star(where)
    return word("untold.goal", group=where) if star is None else star_name(facts, where, star)


def star_name(facts: Facts, id: str, star: Star) -> Text:
    """What the board calls a location; shipyards and systems are told apart by where they lie."""
    if star.kind in ("sol", "deep"):
        return word(f"place.{star.kind}")
    if id in YARDS:
        return word(f"place.{YARDS[id]}")
    key = "place.yard" if star.kind == "shipyard" else "place.empty"
    return word(key, deck=star.deck or "A", n=_number(facts, id, star))


def _number(facts: Facts, id: str, star: Star) -> int:
    """The how-manieth of its sort a location is."""
    alike = (
        other
        for other, each in facts.catalog.table("places").items()
        if (each.side, each.kind, each.deck) == (star.side, star.kind, star.deck)
    )
    return list(alike).index(id) + 1


def short_place(facts: Facts, id: str) -> Text:
    """A shipyard or the place of a planet where there is little room."""
    star = facts.star(id)
    if star is None:
        return word("place.short.extra")
    kind = "yard" if star.kind == "shipyard" else "system"
    return word(f"place.short.{YARDS.get(id, kind)}", deck=star.deck or "A", n=_number(facts, id, star))


YARDS = {"p4.yard_left": "yard_left", "p4.yard_right": "yard_right", "p2.yard": "yard_only"}


def place(facts: Facts, state: State, id: str) -> Text:
    """A location: its system card, or what the board calls it."""
    here = state.place(id)
    if here is not None and here.system:
        return card(facts, here.system)
    star = facts.star(id)
    if star is not None:
        return star_name(facts, id, star)
    return word("place.extra", beside=place(facts, state, here.beside)) if here is not None else word("unknown_place")


def slot_name(facts: Facts, id: str) -> Text:
    """A slot by its level and its number from above."""
    slots = dict(facts.slots())
    if id not in slots:
        return word("unknown_place")
    alike = [other for other, each in slots.items() if each.level == slots[id].level]
    return word("slot_name", level=roman(slots[id].level), n=alike.index(id) + 1)


def slot(facts: Facts, state: State, id: str) -> Text:
    """A slot of the tree, with its technology when there is one."""
    site = state.site(id)
    name = slot_name(facts, id)
    known = site is not None and site.card and not untold(site.card)
    return word("slot_known", slot=name, name=card(facts, site.card)) if site is not None and known else name


def space(facts: Facts, state: State, id: str) -> Text:
    """An action space: whose it is, what it does, and what it costs on top; equal ones are called the same."""
    if not id:
        return word("space.beside")
    id, _, target = id.partition(">")
    if target:
        return word("space.for", space=space(facts, state, id), slot=slot(facts, state, target))
    found = next((other for other in spaces(facts, state) if other.id == id or other.group == id), None)
    kind, *rest = id.split(":")
    name = rest[0] if rest else ""
    if kind == "slot":
        site = state.site(name)
        name = site.card if site is not None else name
    if found is None:
        return word("space.untold", name=card(facts, name)) if name else word("unknown_space")
    does = record(facts, "basics", name) if kind == "basic" else action_words(found.action)
    if kind != "basic":
        return word("space.card", name=card(facts, name), action=does)
    return word("space.extra" if found.extra else "space.basic", action=does, extra=found.extra)


def pawn_on(facts: Facts, state: State, id: str) -> Text:
    """An action space by what it does and whose pawn stands there."""
    there = next((seat for seat, player in enumerate(state.players) if player.pawn == id), None)
    return word("space.taken", space=space(facts, state, id), who=player(there))
