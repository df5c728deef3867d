"""Phase 3: energy for the winning dice, then goods for the ships (C10 to C15)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations_with_replacement

from tableside.core.catalog import Catalog
from tableside.core.cost import shortfall
from tableside.core.moves import Event, Move, event, move, text
from tableside.core.ruling import Caution, Illegal, Legal, Ruling
from tableside.games.urcsempeszek.records import CRUISER, GOODS, SECTORS
from tableside.games.urcsempeszek.state import (
    SLUG,
    Bid,
    Goods,
    Phase,
    State,
    cite,
    counted,
    minus,
    named,
    plus,
)

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


def ships_of(card: str, catalog: Catalog) -> tuple[str, ...]:
    """The ships in a sector."""
    record = catalog.find(SECTORS, card)
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


def can_pay(state: State, bid: Bid, catalog: Catalog) -> bool:
    """Whether this sector could be paid now, energy and goods."""
    player = state.players[bid.seat]
    return player.energy >= cost(state, bid) and deliverable(player.goods, ships_of(bid.card, catalog))


def other_of(state: State, bid: Bid) -> Bid | None:
    """The other sector this player has won and not yet paid."""
    return next((other for other in state.won(bid.seat) if other.card != bid.card), None)


def ways(state: State, bid: Bid, catalog: Catalog) -> tuple[Delivery, ...]:
    """The deliveries allowed for a sector: when both sectors can be paid, only those that leave enough (C12)."""
    if not can_pay(state, bid, catalog):
        return ()
    player = state.players[bid.seat]
    found = deliveries(player.goods, ships_of(bid.card, catalog))
    other = other_of(state, bid)
    if other is None or state.settings.refuse or player.energy < cost(state, bid) + cost(state, other):
        return found
    ships = ships_of(other.card, catalog)
    enough = tuple(made for made in found if deliverable(minus(player.goods, made.goods), ships))
    return enough or found


def torn(state: State, bid: Bid) -> bool:
    """Whether the player has energy for either of two sectors but not for both, and so chooses (C10)."""
    other = other_of(state, bid)
    if other is None:
        return False
    energy, mine, others = state.players[bid.seat].energy, cost(state, bid), cost(state, other)
    return mine <= energy and others <= energy < mine + others


def unpayable(state: State, catalog: Catalog) -> Bid | None:
    """A sector that is lost whatever its player chooses."""
    for bid in state.bids if state.phase is Phase.PAY else ():
        if can_pay(state, bid, catalog):
            continue
        short = state.players[bid.seat].energy < cost(state, bid)
        if short or state.settings.refund or not (state.settings.refuse or torn(state, bid)):
            return bid
    return None


def routine(state: State, catalog: Catalog) -> Move | None:
    """Put the next unpayable sector face down."""
    bid = unpayable(state, catalog)
    return move(None, "lose", sector=bid.card) if bid is not None else None


def moves(state: State, seat: int, catalog: Catalog) -> Iterator[Move]:
    """Every payment, the cheapest first."""
    for bid in sorted(state.won(seat), key=lambda bid: (cost(state, bid), bid.card)):
        for made in ways(state, bid, catalog):
            yield move(seat, "pay", sector=bid.card, omit=made.omit, cruisers=made.cruisers)
    for bid in state.won(seat):
        for kind in ("forfeit", "refuse"):
            wanted = move(seat, kind, sector=bid.card)
            if RULES[kind](state, wanted, catalog):
                yield wanted


# -- rulings -----------------------------------------------------------------------------------


def _mine(state: State, wanted: Move) -> Bid | Illegal:
    if state.phase is not Phase.PAY:
        return Illegal(text(f"{SLUG}.not_now"), cite("C10"))
    for bid in state.won(wanted.seat) if wanted.seat is not None else state.bids:
        if bid.card == wanted["sector"]:
            return bid
    return Illegal(text(f"{SLUG}.not_won", sector=wanted["sector"]), cite("C10"))


def _short_of_energy(state: State, bid: Bid) -> Illegal | None:
    missing = shortfall({"energy": state.players[bid.seat].energy}, {"energy": cost(state, bid)})
    return Illegal(text(f"{SLUG}.cannot_pay", missing=missing.say(SLUG)), cite("C10")) if missing else None


def judge_pay(state: State, wanted: Move, catalog: Catalog) -> Ruling:
    """The energy of the die, then a good for every ship but at most one."""
    bid = _mine(state, wanted)
    if isinstance(bid, Illegal):
        return bid
    if wanted.seat is None:
        return Illegal(text(f"{SLUG}.players_pay"), cite("C10"))
    near = tuple(other for other in moves(state, wanted.seat, catalog) if other.get("sector") == bid.card)[:3]
    refusal = _short_of_energy(state, bid)
    if refusal is None:
        refusal = _wrong_delivery(state, bid, wanted, catalog)
    if refusal is not None:
        return refusal.near(*near)
    made = delivery(ships_of(bid.card, catalog), wanted["omit"], wanted["cruisers"])
    cautions: tuple[Caution, ...] = ()
    if made.omit is None and any(ships_of(bid.card, catalog)):
        cautions = (Caution("could_omit", text(f"{SLUG}.could_omit"), cite("C11")),)
    paid = event(
        "paid",
        cite("C14"),
        seat=wanted.seat,
        sector=bid.card,
        energy=cost(state, bid),
        goods=named(made.goods),
        omit=made.omit,
    )
    return Legal(_with_end(state, paid), cautions)


def _wrong_delivery(state: State, bid: Bid, wanted: Move, catalog: Catalog) -> Illegal | None:
    ships, omit, cruisers = ships_of(bid.card, catalog), wanted["omit"], wanted["cruisers"]
    if omit is not None and omit not in ships:
        return Illegal(text(f"{SLUG}.no_such_ship", ship=omit), cite("C11"))
    asking = ships.count(CRUISER) - (omit == CRUISER)
    if len(cruisers) != asking:
        return Illegal(text(f"{SLUG}.cruisers_get_one_each", n=asking), cite("C11"))
    if any(colour not in GOODS for colour in cruisers):
        return Illegal(text(f"{SLUG}.no_such_good"), cite("C11"))
    if list(cruisers) != sorted(cruisers, key=GOODS.index):
        return Illegal(text(f"{SLUG}.goods_in_order"), cite("C11"))
    made, player = delivery(ships, omit, cruisers), state.players[bid.seat]
    missing = shortfall(dict(zip(GOODS, player.goods)), dict(zip(GOODS, made.goods)))
    if missing:
        return Illegal(text(f"{SLUG}.cannot_pay", missing=missing.say(SLUG)), cite("C11"))
    if not any(way.goods == made.goods for way in ways(state, bid, catalog)):
        other = other_of(state, bid)
        return Illegal(text(f"{SLUG}.both_can_be_paid", sector=other.card if other else ""), cite("C12"))
    return None


def judge_forfeit(state: State, wanted: Move, catalog: Catalog) -> Ruling:
    """Energy goes to a sector whose goods cannot be delivered; only where that is a choice."""
    bid = _mine(state, wanted)
    if isinstance(bid, Illegal):
        return bid
    if wanted.seat is None:
        return Illegal(text(f"{SLUG}.players_pay"), cite("C10"))
    refusal = _short_of_energy(state, bid)
    if refusal is not None:
        return refusal
    if can_pay(state, bid, catalog):
        return Illegal(text(f"{SLUG}.must_deliver"), cite("C12"))
    if state.settings.refund or not (state.settings.refuse or torn(state, bid)):
        return Illegal(text(f"{SLUG}.nothing_to_choose"), cite("C12"))
    cautions = (Caution("forfeit", text(f"{SLUG}.forfeit_loses", energy=cost(state, bid)), cite("C12")),)
    return Legal(_with_end(state, _lost(bid, "goods", cost(state, bid), "C12")), cautions)


def judge_refuse(state: State, wanted: Move, catalog: Catalog) -> Ruling:
    """A sector is not paid though it could be; only where the table has agreed to that."""
    bid = _mine(state, wanted)
    if isinstance(bid, Illegal):
        return bid
    if wanted.seat is None or not state.settings.refuse:
        return Illegal(text(f"{SLUG}.must_pay"), cite("C12"))
    return Legal(_with_end(state, _lost(bid, "refused", 0, "C12")))


def judge_lose(state: State, wanted: Move, catalog: Catalog) -> Ruling:
    """The referee puts face down what cannot be paid."""
    bid = _mine(state, wanted)
    if isinstance(bid, Illegal):
        return bid
    due = routine(state, catalog)
    if wanted != due:
        return Illegal(text(f"{SLUG}.not_lost"), cite("C12"))
    if _short_of_energy(state, bid) is not None:
        return Legal(_with_end(state, _lost(bid, "energy", 0, "C10")))
    paid = 0 if state.settings.refund else cost(state, bid)
    return Legal(_with_end(state, _lost(bid, "goods", paid, "C12")))


def _lost(bid: Bid, why: str, energy: int, rule: str) -> Event:
    return event("lost", cite(rule), seat=bid.seat, sector=bid.card, why=why, energy=energy)


def _with_end(state: State, happened: Event) -> tuple[Event, ...]:
    if len(state.bids) > 1:
        return (happened,)
    return (happened, event("payments_over", cite("C16")))


RULES = {"pay": judge_pay, "forfeit": judge_forfeit, "refuse": judge_refuse, "lose": judge_lose}
