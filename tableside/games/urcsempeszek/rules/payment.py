"""Phase 3: energy for the winning dice, then goods for the ships (C10 to C15)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from tableside.core.arguments import typed
from tableside.core.catalog import Catalog
from tableside.core.cost import shortfall
from tableside.core.game import Choice
from tableside.core.moves import Move, text
from tableside.core.rulebook import chance, play
from tableside.core.ruling import Illegal, Need
from tableside.games.urcsempeszek import changes, records, words
from tableside.games.urcsempeszek.delivery import Delivery, cost, deliverable, deliveries, delivery, ships_of
from tableside.games.urcsempeszek.records import CRUISER, GOODS, SECTORS
from tableside.games.urcsempeszek.rules.deal import keys
from tableside.games.urcsempeszek.state import SLUG, Bid, Goods, Phase, State, Turn, minus, named

PAYMENTS_READY = 6
"""So many payments are suggested at most."""
Payment = tuple[str, str | None, tuple[str, ...]]
"""One of several payments: the sector, the ship left out, what the cruisers get."""

# -- what must and what cannot be paid ---------------------------------------------------------


def can_pay(catalog: Catalog, state: State, bid: Bid) -> bool:
    """Whether this sector could be paid now, energy and goods."""
    player = state.players[bid.seat]
    return player.energy >= cost(state, bid) and deliverable(player.goods, ships_of(catalog, bid.card))


def other_of(state: State, bid: Bid) -> Bid | None:
    """The other sector this player has won and not yet paid."""
    return next((other for other in state.won(bid.seat) if other.card != bid.card), None)


def untold(catalog: Catalog, state: State, seat: int) -> tuple[Need, ...]:
    """What must be told of the sectors a player has won before they are paid or lost.

    Of one that is lost for want of energy only the planets count; where there is a station, the planets' colours.
    """
    needs: list[Need] = []
    for bid in state.won(seat):
        payable = state.players[seat].energy >= cost(state, bid)
        wanted = keys(state.settings) if payable else ("planets",)
        record = records.sector(catalog, bid.card)
        missing = tuple(key for key in wanted if record is None or getattr(record, key) is None)
        if missing:
            key, who = "sector_untold" if payable else "planets_untold", words.player(catalog, state, seat)
            needs.append(Need(SECTORS, bid.card, missing, text(f"{SLUG}.no.{key}", who=who, value=bid.value)))
        elif "station" in wanted and record is not None and record.station and record.colours is None:
            said = text(f"{SLUG}.no.colours_needed", card=words.sector(catalog, bid.card))
            needs.append(Need(SECTORS, bid.card, ("planets",), said))
    return tuple(needs)


def ways(catalog: Catalog, state: State, bid: Bid) -> tuple[Delivery, ...]:
    """The deliveries allowed for a sector, the best first: the cheapest, but in the last round what leaves least.

    When both sectors can be paid, only those are allowed that leave enough for the other (C12).
    """
    if not can_pay(catalog, state, bid):
        return ()
    player = state.players[bid.seat]
    found = deliveries(player.goods, ships_of(catalog, bid.card))
    if not state.galaxies:
        found = tuple(
            sorted(found, key=lambda made: penalty(catalog, state, bid.seat, minus(player.goods, made.goods)))
        )
    other = other_of(state, bid)
    if other is None or state.settings.refuse or player.energy < cost(state, bid) + cost(state, other):
        return found
    ships = ships_of(catalog, other.card)
    enough = tuple(made for made in found if deliverable(minus(player.goods, made.goods), ships))
    return enough or found


def penalty(catalog: Catalog, state: State, seat: int, left: Goods) -> int:
    """What these goods would cost at the end (D2, F4)."""
    sheet = records.sheet(catalog, state.players[seat].colour) if state.settings.favourite_goods else None
    free = sheet.ships or () if sheet is not None else ()
    return sum(left) - sum(1 for colour, amount in zip(GOODS, left) if amount and colour in free)


def torn(state: State, bid: Bid) -> bool:
    """Whether the player has energy for either of two sectors but not for both, and so chooses (C10)."""
    other = other_of(state, bid)
    if other is None:
        return False
    energy, mine, others = state.players[bid.seat].energy, cost(state, bid), cost(state, other)
    return mine <= energy and others <= energy < mine + others


def unpayable(catalog: Catalog, state: State, bid: Bid) -> bool:
    """Whether a sector is lost whatever its player chooses."""
    if can_pay(catalog, state, bid) or untold(catalog, state, bid.seat):
        return False
    short = state.players[bid.seat].energy < cost(state, bid)
    return short or state.settings.refund or not (state.settings.refuse or torn(state, bid))


def routine(catalog: Catalog, state: State) -> Move | None:
    """Put the next unpayable sector face down."""
    lost = (bid for bid in state.bids if state.phase is Phase.PAY and unpayable(catalog, state, bid))
    return next((lose.move(None, bid.card) for bid in lost), None)


# -- rulings -----------------------------------------------------------------------------------


def _mine(turn: Turn, sector: str) -> Bid | Illegal:
    for bid in turn.state.bids:
        if bid.card == sector and turn.seat in (None, bid.seat):
            needs = untold(turn.catalog, turn.state, bid.seat)
            return turn.lacks(needs, "A1") if needs else bid
    return turn.no("not_won", "C10", sector=words.short(turn.catalog, sector))


def _short_of_energy(turn: Turn, bid: Bid) -> Illegal | None:
    have, price = turn.state.players[bid.seat].energy, cost(turn.state, bid)
    if have >= price:
        return None
    return turn.no("cannot_pay", "C10", cost=text(f"{SLUG}.amount.energy", n=price), have=have)


def _lost(turn: Turn, bid: Bid, why: str, energy: int, rule: str) -> None:
    turn.do(changes.lost, rule, bid.seat, bid.card, why, energy)
    _end(turn)


def _end(turn: Turn) -> None:
    if not turn.state.bids:
        turn.do(changes.payments_over, "C16")


@play
def pay(turn: Turn, sector: str, omit: str | None, cruisers: tuple[str, ...]) -> Illegal | None:
    """The energy of the die, then a good for every ship but at most one (C10, C11)."""
    bid = _mine(turn, sector)
    if isinstance(bid, Illegal):
        return bid
    refusal = _short_of_energy(turn, bid)
    if refusal is None:
        refusal = _wrong_delivery(turn, bid, omit, cruisers)
    if refusal is not None:
        return refusal.near(*[other for other in _payments(turn) if other["sector"] == sector][:3])
    made = delivery(ships_of(turn.catalog, sector), omit, cruisers)
    _kept_in_mind(turn, bid, made)
    turn.do(changes.paid, "C14", bid.seat, sector, cost(turn.state, bid), named(made.goods), omit)
    _end(turn)
    return None


def _wrong_delivery(turn: Turn, bid: Bid, omit: str | None, cruisers: tuple[str, ...]) -> Illegal | None:
    ships, have = ships_of(turn.catalog, bid.card), turn.state.players[bid.seat].goods
    if omit is not None and omit not in ships:
        return turn.no("no_such_ship", "C11")
    asking = ships.count(CRUISER) - (omit == CRUISER)
    if len(cruisers) != asking:
        return turn.no("cruisers_get_one_each", "C11", n=asking)
    if any(colour not in GOODS for colour in cruisers):
        return turn.no("no_such_good", "C11")
    made = delivery(ships, omit, cruisers)
    missing = shortfall(dict(zip(GOODS, have)), dict(zip(GOODS, made.goods)))
    if missing:
        return turn.no("short_of_goods", "C11", missing=missing.say(SLUG))
    other = other_of(turn.state, bid)
    if other is not None and not any(way.goods == made.goods for way in ways(turn.catalog, turn.state, bid)):
        return turn.no("both_can_be_paid", "C12", sector=words.short(turn.catalog, other.card))
    return None


def _kept_in_mind(turn: Turn, bid: Bid, made: Delivery) -> None:
    """In the last round a good that is kept though a ship would take it costs a point."""
    state, catalog = turn.state, turn.catalog
    if not state.galaxies:
        have, best = state.players[bid.seat].goods, ways(catalog, state, bid)[0]
        more = penalty(catalog, state, bid.seat, minus(have, made.goods))
        saved = more - penalty(catalog, state, bid.seat, minus(have, best.goods))
        if saved:
            turn.warn("last_round_keep", "D2", n=saved)


@pay.lists_legal
def _payments(turn: Turn) -> Iterator[Move]:
    """The cheapest die first, and for each sector the best payment first."""
    state = turn.state
    if untold(turn.catalog, state, turn.me):
        return
    for bid in sorted(state.won(turn.me), key=lambda bid: (cost(state, bid), bid.card)):
        for made in ways(turn.catalog, state, bid):
            yield pay.move(turn.seat, bid.card, made.omit, made.cruisers)


def best(turn: Turn) -> tuple[Move, ...]:
    """Everybody at once, then the best payments of each sector: with one sector to pay more of them than with two."""
    found: dict[str, list[Move]] = {}
    for made in _payments(turn):
        found.setdefault(typed(str, made["sector"]), []).append(made)
    own = (made for ways in found.values() for made in ways[: PAYMENTS_READY // len(found)])
    return (*_together(turn), *own)


@pay.tries
def _sought(turn: Turn) -> Iterator[Move]:
    """What a player might look for: each ship left out, the cruisers served from what there is most of."""
    for bid in turn.state.won(turn.me):
        ships = ships_of(turn.catalog, bid.card)
        for omit in (None, *dict.fromkeys(ships)):
            left = dict(zip(GOODS, minus(turn.state.players[bid.seat].goods, delivery(ships, omit, ()).goods)))
            given = []
            for _ in range(ships.count(CRUISER) - (omit == CRUISER)):
                most = max(GOODS, key=lambda colour: left[colour])
                left[most] -= 1
                given.append(most)
            yield pay.move(turn.seat, bid.card, omit, tuple(sorted(given, key=GOODS.index)))


@pay.unfinished("sector")
def _other_untold(turn: Turn, partial: Move) -> bool:
    """With two sectors won, one of them is not paid before it is told what is on both."""
    return bool(untold(turn.catalog, turn.state, turn.me))


@pay.asks("sector")
def _sector(turn: Turn, partial: Move) -> Choice:
    """Which of the sectors that were won; first what is on those of which nobody has told it yet."""
    choice, needs = turn.ask(partial, "sector"), untold(turn.catalog, turn.state, turn.me)
    if not needs:
        return choice
    return replace(choice, label=text(f"{SLUG}.slot.pay.sector_untold"), offers=(), new=needs[0])


@pay.asks("omit")
def _advised(turn: Turn, partial: Move) -> Choice:
    """The question with the best payment of the sector, and what it leaves."""
    state, choice = turn.state, turn.ask(partial, "omit")
    bid = next((bid for bid in state.won(turn.me) if bid.card == partial["sector"]), None)
    best = ways(turn.catalog, state, bid)[:1] if bid is not None else ()
    if bid is None or not best:
        return choice
    player, price = state.players[turn.me], cost(state, bid)
    advice = text(
        f"{SLUG}.pay_best" if state.galaxies else f"{SLUG}.pay_best_last",
        energy=price,
        goods=words.goods(best[0].goods),
        left_energy=player.energy - price,
        left_goods=sum(minus(player.goods, best[0].goods)),
    )
    return replace(choice, label=text(f"{SLUG}.asked_with", ask=choice.label, advice=advice))


@play
def all_pay(turn: Turn, payments: tuple[Payment, ...]) -> Illegal | None:
    """Several players pay at once, each by the rules for one (C10 to C15)."""
    if not payments:
        return turn.no("nothing_to_pay", "C10")
    told = turn.seat
    for sector, omit, cruisers in payments:
        turn.seat = next((bid.seat for bid in turn.state.bids if bid.card == sector), told)
        refusal = pay.judge(turn, sector, omit, cruisers)
        if refusal is not None:
            return refusal.near(*_together(Turn(turn.book, turn.start, told)))
    return None


@all_pay.lists_legal
def _together(turn: Turn) -> Iterator[Move]:
    """The best payments of all who need not choose between two sectors, where there are several."""
    payments = [one for seat in range(len(turn.state.players)) for one in _whole(turn, seat)]
    if len(payments) > 1:
        yield all_pay.move(turn.seat, tuple(payments))


def _whole(turn: Turn, seat: int) -> tuple[Payment, ...]:
    """The best payment of all a player has won, the cheapest die first; nothing where not all can be paid."""
    state, found = turn.state, list[Payment]()
    if untold(turn.catalog, state, seat):
        return ()
    for bid in sorted(state.won(seat), key=lambda bid: (cost(state, bid), bid.card)):
        allowed = ways(turn.catalog, state, bid)
        if not allowed:
            return ()
        made = allowed[0]
        found.append((bid.card, made.omit, made.cruisers))
        state = changes.paid(state, seat, bid.card, cost(state, bid), named(made.goods), made.omit)
    return tuple(found)


@play
def forfeit(turn: Turn, sector: str) -> Illegal | None:
    """Energy goes to a sector whose goods cannot be delivered; only where that is a choice (C12)."""
    bid = _mine(turn, sector)
    if isinstance(bid, Illegal):
        return bid
    refusal = _short_of_energy(turn, bid)
    if refusal is not None:
        return refusal
    state = turn.state
    if can_pay(turn.catalog, state, bid):
        return turn.no("must_deliver", "C12")
    if state.settings.refund or not (state.settings.refuse or torn(state, bid)):
        return turn.no("nothing_to_choose", "C12")
    turn.warn("forfeit", "C12", energy=cost(state, bid))
    _lost(turn, bid, "goods", cost(state, bid), "C12")
    return None


@play
def refuse(turn: Turn, sector: str) -> Illegal | None:
    """A sector is not paid though it could be; only where the table has agreed to that (C12)."""
    bid = _mine(turn, sector)
    if isinstance(bid, Illegal):
        return bid
    if not turn.state.settings.refuse:
        return turn.no("must_pay", "C12")
    _lost(turn, bid, "refused", 0, "C12")
    return None


def _told(turn: Turn) -> tuple[Bid, ...]:
    """The sectors a player has won, once it is told what is on them."""
    return () if untold(turn.catalog, turn.state, turn.me) else turn.state.won(turn.me)


@forfeit.lists
def _forfeits(turn: Turn) -> Iterator[Move]:
    return (forfeit.move(turn.seat, bid.card) for bid in _told(turn))


@refuse.lists
def _refusals(turn: Turn) -> Iterator[Move]:
    return (refuse.move(turn.seat, bid.card) for bid in _told(turn))


all_pay.quiet = forfeit.quiet = refuse.quiet = True


@chance
def lose(turn: Turn, sector: str) -> Illegal | None:
    """The referee puts face down what cannot be paid (C10, C12)."""
    bid = _mine(turn, sector)
    if isinstance(bid, Illegal):
        return bid
    if not unpayable(turn.catalog, turn.state, bid):
        return turn.no("not_lost", "C12")
    if _short_of_energy(turn, bid) is not None:
        _lost(turn, bid, "energy", 0, "C10")
    else:
        _lost(turn, bid, "goods", 0 if turn.state.settings.refund else cost(turn.state, bid), "C12")
    return None


@lose.lists_legal
def _due(turn: Turn) -> Iterator[Move]:
    due = routine(turn.catalog, turn.state)
    return iter((due,) if due is not None else ())


PLAYS = (pay, all_pay, forfeit, refuse, lose)
