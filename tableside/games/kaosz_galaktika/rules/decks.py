"""Chapter Races and deck building (A): a deck is put on the table, and every reason why one cannot be played."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from tableside.core.game import Choice
from tableside.core.moves import Move, Text
from tableside.core.rulebook import play
from tableside.core.ruling import Illegal
from tableside.games.kaosz_galaktika.changes import table
from tableside.games.kaosz_galaktika.hidden import MOST_COPIES, MOST_RACES, race_name
from tableside.games.kaosz_galaktika.pieces import card
from tableside.games.kaosz_galaktika.records import OPPOSED, Race, deck_of
from tableside.games.kaosz_galaktika.state import DECK_SIZE, Turn


@play
def deck(turn: Turn, deck: str | None) -> Illegal | None:
    """A deck is named, or none; one that is not entered whole is taken as far as it goes (A1)."""
    found = deck_of(turn.catalog, deck)
    if deck is not None and found is None:
        return turn.no("no_such_deck", "A1", deck=turn.catalog.named("decks", deck))
    if found is None:
        turn.warn("deck", "A1")
    else:
        wrong = problems(turn, found.cards)
        if wrong:
            return wrong[0]
        if len(found.cards) < DECK_SIZE:
            turn.warn("part_deck", "A1", n=len(found.cards), of=DECK_SIZE)
    turn.do(table.deck_chosen, "A1", seat=turn.me, deck=deck)
    if all(player.chosen for player in turn.state.players):
        turn.do(table.phase, "E1", phase="roll")
    return None


@deck.lists
def _decks(turn: Turn) -> Iterator[Move]:
    return (deck.move(turn.me, id) for id in (*turn.catalog.table("decks"), None))


@deck.asks("deck")
def _any_deck(turn: Turn, partial: Move) -> Choice:
    return turn.ask(partial, "deck", new=turn.catalog.wanted("decks", "name"))


def problems(turn: Turn, cards: Sequence[str]) -> tuple[Illegal, ...]:
    """Everything that is wrong with a deck; nothing when it can be played."""
    found: list[Illegal] = []
    if len(cards) > DECK_SIZE:
        found.append(turn.no("deck_size", "A1", count=len(cards), needed=DECK_SIZE))
    names: Counter[str] = Counter()
    called: dict[str, Text] = {}
    races: set[Race] = set()
    for id, count in Counter(cards).items():
        known = card(turn, id)
        if known is None:
            found.append(turn.lacks(turn.catalog.missing("cards", id, "race"), "A2"))
            continue
        names[known.name or id] += count
        called[known.name or id] = turn.catalog.named("cards", id)
        if known.race is not None:
            races.add(known.race)
        if turn.state.simple and known.speaks_of_speed_or_return:
            found.append(turn.no("banned_in_simple_combat", "H2", card=turn.catalog.named("cards", id)))
    for name, count in names.items():
        if count > MOST_COPIES:
            found.append(turn.no("too_many_copies", "A1", card=called[name], count=count))
    return (*found, *_race_problems(turn, races))


def _race_problems(turn: Turn, races: set[Race]) -> list[Illegal]:
    if turn.state.race_rules == "opposed":
        return [
            turn.no("opposed_races", "A2", first=race_name(first), second=race_name(second))
            for first, second in OPPOSED
            if first in races and second in races
        ]
    if turn.state.race_rules == "four" and len(races) > MOST_RACES:
        return [turn.no("too_many_races", "H3", count=len(races))]
    return []


PLAYS = (deck,)
