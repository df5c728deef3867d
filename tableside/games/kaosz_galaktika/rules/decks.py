"""Chapter Races and deck building (A): every reason why a deck cannot be played."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from tableside.core.catalog import Catalog
from tableside.core.ruling import Illegal
from tableside.games.kaosz_galaktika.cards import OPPOSED, Race
from tableside.games.kaosz_galaktika.desk import cite, no
from tableside.games.kaosz_galaktika.hidden import MOST_COPIES, MOST_RACES, race_name
from tableside.games.kaosz_galaktika.state import DECK_SIZE


def problems(
    catalog: Catalog, cards: Sequence[str], race_rules: str = "opposed", simple: bool = False
) -> tuple[Illegal, ...]:
    """Everything that is wrong with a deck; nothing when it can be played."""
    found: list[Illegal] = []
    if len(cards) != DECK_SIZE:
        found.append(no("deck_size", "A1", count=len(cards), needed=DECK_SIZE))
    names: Counter[str] = Counter()
    races: dict[Race, None] = {}
    for id, count in Counter(cards).items():
        card = catalog.find("cards", id)
        keys = ("name",) if race_rules == "free" else ("name", "race")
        needs = catalog.missing("cards", id, *keys)
        if needs:
            found.append(Illegal(needs[0].text, cite("A2"), needs=needs))
        if card is None:
            continue
        names[card.name] += count
        if card.race is not None:
            races[card.race] = None
        if simple and card.speaks_of_speed_or_return:
            found.append(no("banned_in_simple_combat", "H2", card=card.name))
    for name, count in names.items():
        if count > MOST_COPIES:
            found.append(no("too_many_copies", "A1", card=name, count=count))
    return (*found, *_race_problems(races, race_rules))


def _race_problems(races: dict[Race, None], race_rules: str) -> list[Illegal]:
    if race_rules == "opposed":
        return [
            no("opposed_races", "A2", first=race_name(first), second=race_name(second))
            for first, second in OPPOSED
            if first in races and second in races
        ]
    if race_rules == "four" and len(races) > MOST_RACES:
        return [no("too_many_races", "H3", count=len(races))]
    return []
