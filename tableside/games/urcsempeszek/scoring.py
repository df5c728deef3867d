"""Points and places (D1 to D3, F2 to F4), the same for a game in progress and for a typed final position."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tableside.core.catalog import Catalog
from tableside.core.moves import Text, called, text
from tableside.core.score import Ending, Line, Outcome, by_hand, totals
from tableside.core.tiebreak import Criterion, rank
from tableside.games.urcsempeszek import records, words
from tableside.games.urcsempeszek.records import GOODS
from tableside.games.urcsempeszek.refusal import cite
from tableside.games.urcsempeszek.state import SLUG, Goods, Settings, State

MAJORITY = 3


@dataclass(frozen=True, slots=True)
class Card:
    """A sector as it counts: its planets, those whose colour nobody said, its ships, its station."""

    planets: tuple[str, ...] = ()
    uncoloured: int = 0
    ships: tuple[str, ...] = ()
    station: bool = False

    @property
    def size(self) -> int:
        """All its planets."""
        return len(self.planets) + self.uncoloured


@dataclass(frozen=True, slots=True)
class Holding:
    """What one player is scored on."""

    paid: tuple[Card, ...]
    lost: tuple[Card, ...]
    energy: int
    goods: Goods
    planets: tuple[str, ...] = ()
    """Favourite planet colours."""
    ships: tuple[str, ...] = ()
    """Favourite ship colours."""
    bonus: int = 0


def card_of(catalog: Catalog, id: str) -> Card:
    """A sector of this copy as it counts; what is not known yet counts nothing."""
    record = records.sector(catalog, id)
    if record is None or record.size is None:
        return Card()
    known = record.colours or ()
    return Card(known, record.size - len(known), record.ships or (), bool(record.station))


def holdings(catalog: Catalog, state: State) -> tuple[Holding, ...]:
    """What every player is scored on if the game ended now."""
    found = []
    for player in state.players:
        sheet = records.sheet(catalog, player.colour)
        found.append(
            Holding(
                tuple(card_of(catalog, card) for card in player.paid),
                tuple(card_of(catalog, card) for card in player.lost),
                player.energy,
                player.goods,
                (sheet.planets or ()) if sheet else (),
                (sheet.ships or ()) if sheet else (),
                player.bonus,
            )
        )
    return tuple(found)


def worth(card: Card, holding: Holding, settings: Settings) -> int:
    """The points of a paid sector: its planets, at a station only those of the favourite colours (F2)."""
    if settings.stations and card.station:
        return sum(1 for planet in card.planets if planet in holding.planets)
    return card.size


def ships(holding: Holding, colour: str, settings: Settings) -> int:
    """Ships of a colour on the sectors that count for the majority (F3)."""
    counting = (card for card in holding.paid if settings.station_ships == "all" or worth(card, holding, settings))
    return sum(card.ships.count(colour) for card in counting)


def majority(everyone: Sequence[Holding], seat: int, colour: str, settings: Settings) -> int:
    """The points for most ships of a favourite colour: three and one for each other player who shares it (F3)."""
    sharers = [other for other, holding in enumerate(everyone) if other != seat and colour in holding.ships]
    rivals = (
        sharers if settings.ship_rivals == "sharers" else [other for other in range(len(everyone)) if other != seat]
    )
    mine = ships(everyone[seat], colour, settings)
    theirs = max((ships(everyone[other], colour, settings) for other in rivals), default=0)
    if mine == 0 or mine < theirs or (mine == theirs and settings.ship_tie == "nobody"):
        return 0
    return MAJORITY + len(sharers)


def spared(holding: Holding, settings: Settings) -> int:
    """Left-over goods that cost nothing: one of each favourite ship colour (F4)."""
    if not settings.favourite_goods:
        return 0
    return sum(1 for colour, left in zip(GOODS, holding.goods) if left and colour in holding.ships)


def lines(everyone: Sequence[Holding], settings: Settings) -> tuple[Line, ...]:
    """Every player's score sheet, line by line."""
    return tuple(line for seat in range(len(everyone)) for line in _lines(everyone, seat, settings))


def _lines(everyone: Sequence[Holding], seat: int, settings: Settings) -> Iterator[Line]:
    """One player's lines; all players have the same rows, so that they can stand side by side."""
    mine = everyone[seat]

    def line(key: str, points: int, rule: str, detail: Text | None = None, **args: object) -> Line:
        return Line(seat, key, points, text(f"{SLUG}.score.{key.partition('.')[0]}", **args), cite(rule), detail)

    at_stations = tuple(card for card in mine.paid if settings.stations and card.station)
    plain = tuple(card for card in mine.paid if card not in at_stations)
    for key, cards, rule in (("sectors", plain, "D2"), ("stations", at_stations, "F2")):
        if key == "sectors" or settings.stations:
            each = tuple(worth(card, mine, settings) for card in cards)
            yield line(key, sum(each), rule, _planets(each))
    for colour in GOODS if settings.favourite_ships else ():
        if any(colour in holding.ships for holding in everyone):
            points = majority(everyone, seat, colour, settings) if colour in mine.ships else 0
            counts = tuple(ships(holding, colour, settings) for holding in everyone)
            shared = sum(1 for holding in everyone if colour in holding.ships) - (colour in mine.ships)
            detail = text(f"{SLUG}.detail.ships", n=counts[seat], counts=counts, sharers=shared)
            yield line(f"ships.{colour}", points, "F3", detail, colour=words.good(colour))
    yield line("energy", -mine.energy, "D2")
    free = spared(mine, settings)
    left = text(
        f"{SLUG}.detail.goods_spared" if free else f"{SLUG}.detail.goods", goods=words.goods(mine.goods), free=free
    )
    told = left if any(mine.goods) else None
    key, rule = ("goods_spared", "F4") if settings.favourite_goods else ("goods", "D2")
    yield line(key, free - sum(mine.goods), rule, told)
    yield line("lost", -sum(card.size for card in mine.lost), "D2", _planets(tuple(card.size for card in mine.lost)))
    if mine.bonus:
        yield by_hand(seat, mine.bonus)


def _planets(each: tuple[int, ...]) -> Text | None:
    """How many cards, and what each of them counts."""
    if not each:
        return None
    return text(f"{SLUG}.detail.planets", n=len(each), planets=" + ".join(str(one) for one in each))


def outcome(everyone: Sequence[Holding], settings: Settings) -> Outcome:
    """The result: highest total; then fewer goods, less energy, more paid sectors; else the game is played again."""
    sheet = lines(everyone, settings)
    seats = range(len(everyone))

    def by(rule: str, where: str, values: Sequence[int], higher: bool) -> Criterion:
        return Criterion(rule, text(f"{SLUG}.tie.{rule}"), cite(where), dict(enumerate(values)), higher)

    ranks, trace = rank(
        seats,
        by("score", "D2", totals(sheet, len(everyone)), True),
        (
            by("goods", "D3", [sum(one.goods) for one in everyone], False),
            by("energy", "D3", [one.energy for one in everyone], False),
            by("sectors", "D3", [len(one.paid) for one in everyone], True),
        ),
    )
    ending = Ending.WON if len(ranks[0]) == 1 else Ending.REPLAY
    winners = ranks[0] if ending is Ending.WON else ()
    best = winners[0] if winners else 0
    who = called(best, text(f"{SLUG}.seat", n=best + 1))
    return Outcome(sheet, ranks, winners, trace, ending, text(f"{SLUG}.ending.{ending}", who=who))
