"""What a won sector costs: the energy of its die, and every way to give its ships their goods (C10, C11, F5)."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations_with_replacement

from tableside.core.catalog import Catalog
from tableside.games.urcsempeszek import records
from tableside.games.urcsempeszek.records import CRUISER, GOODS
from tableside.games.urcsempeszek.state import Bid, Goods, State, counted, minus, plus

SIX_IN_TOWER = 10


@dataclass(frozen=True, slots=True)
class Delivery:
    """Goods for one sector: the ship left out, if any, and what each cruiser gets."""

    omit: str | None
    cruisers: tuple[str, ...]
    goods: Goods


def cost(state: State, bid: Bid) -> int:
    """The energy a winning die costs: what it shows, but ten for a six in the tower game."""
    return SIX_IN_TOWER if state.settings.stacked_dice and bid.value == 6 else bid.value


def ships_of(catalog: Catalog, card: str) -> tuple[str, ...]:
    """The ships in a sector."""
    record = records.sector(catalog, card)
    return record.ships or () if record is not None else ()


def deliverable(have: Goods, ships: tuple[str, ...]) -> bool:
    """Whether these goods satisfy the ships, with one of them left out."""
    lacking = sum(max(0, want - here) for want, here in zip(counted(ships), have))
    spare = sum(max(0, here - want) for want, here in zip(counted(ships), have))
    cruisers = ships.count(CRUISER)
    return (lacking == 0 and spare >= cruisers - 1) or (lacking == 1 and spare >= cruisers)


def delivery(ships: tuple[str, ...], omit: str | None, cruisers: tuple[str, ...]) -> Delivery:
    """What is handed over for this choice."""
    served = list(ships)
    if omit is not None:
        served.remove(omit)
    return Delivery(omit, cruisers, plus(counted(tuple(served)), counted(cruisers)))


def deliveries(have: Goods, ships: tuple[str, ...]) -> tuple[Delivery, ...]:
    """Every way to satisfy the ships, the cheapest first: fewest goods, and of those one has the most of.

    Leaving out a ship whose colour then goes to a cruiser is the same as leaving out the cruiser, so it is not listed.
    """
    found = []
    for omit in (None, *dict.fromkeys(ships)):
        for cruisers in combinations_with_replacement(GOODS, ships.count(CRUISER) - (omit == CRUISER)):
            made = delivery(ships, omit, cruisers)
            if omit not in cruisers and min(minus(have, made.goods)) >= 0:
                found.append(made)
    return tuple(sorted(found, key=lambda made: (sum(made.goods), *_unevenness(minus(have, made.goods)))))


def _unevenness(left: Goods) -> tuple[int, int]:
    return sum(amount * amount for amount in left), left.count(0)


# -- what must and what cannot be paid ---------------------------------------------------------
