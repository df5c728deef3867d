"""A move asked for slot by slot, with what cannot be chosen and why."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import islice

from tableside.core.catalog import Catalog
from tableside.core.game import Choice, Offer, Slot
from tableside.core.moves import Move, Plain, Text, move, text
from tableside.core.ruling import Illegal, Ruling
from tableside.games.urcsempeszek import words
from tableside.games.urcsempeszek.records import CRUISER, DICE, GOODS, SECTORS
from tableside.games.urcsempeszek.rules import deal, payment
from tableside.games.urcsempeszek.rules.placing import Die, dice_problem, in_order, shares
from tableside.games.urcsempeszek.saying import say_move, say_value
from tableside.games.urcsempeszek.state import DICE_EACH, FACES, SLUG, Bid, Phase, State, cite, minus

KINDS = {
    Phase.COLOURS: ("colour",),
    Phase.HOST: ("host",),
    Phase.DEAL: ("deal",),
    Phase.BID: ("bid",),
    Phase.EVALUATE: ("evaluate",),
    Phase.PAY: ("pay", "forfeit", "refuse"),
    Phase.REFILL: ("take_energy", "take_goods", "put_energy", "put_good", "pass"),
}
SLOTS = {
    "colour": ("colour",),
    "host": ("player",),
    "pay": ("sector", "omit", "cruisers"),
    "forfeit": ("sector",),
    "refuse": ("sector",),
    "lose": ("sector",),
    "take_energy": ("amount",),
    "take_goods": GOODS,
    "put_good": ("good",),
}
"""The slots of each kind in the order they are asked; deal and bid are asked piece by piece below."""
SLOT_KINDS = {
    "cards": Slot.CARD,
    "sector": Slot.CARD,
    "dice": Slot.DICE,
    "player": Slot.SEAT,
    "amount": Slot.AMOUNT,
    **dict.fromkeys(GOODS, Slot.AMOUNT),
}

Judge = Callable[[Move], Ruling]


def _choice(slot: str, offers: Iterable[Offer], label: Text) -> Sequence[Choice]:
    found = tuple(offers)
    return (Choice(slot, SLOT_KINDS.get(slot, Slot.BUTTON), label, found),) if found else ()


def choices(state: State, partial: Move, offered: Iterable[Move], judge: Judge, catalog: Catalog) -> Sequence[Choice]:
    """The next open slot."""
    if not partial.kind:
        enough = 1 if partial.seat is None else None  # chance has one kind of move at a time, and galaxies without end
        return _kinds(state, partial, tuple(islice(offered, enough)), judge, catalog)
    if partial.kind == "deal":
        return _cards(state, partial, catalog)
    if partial.kind == "bid":
        return _dice(state, partial, catalog) if _dice_open(partial) else _tokens(state, partial, catalog)
    fitting = [other for other in offered if other.kind == partial.kind and _agrees(other, partial)]
    for slot in SLOTS.get(partial.kind, ()):
        if slot not in partial:
            values = dict.fromkeys(other[slot] for other in fitting)
            offers = [Offer(value, say_value(state, partial.kind, slot, value, catalog)) for value in values]
            greyed = _greyed(state, partial, slot, values, judge, catalog)
            label = text(f"{SLUG}.slot.{partial.kind}.{slot}")
            if partial.kind == "pay" and fitting:
                label = text(f"{SLUG}.cheapest", ask=label, best=say_move(state, fitting[0], catalog))
            return _choice(slot, (*offers, *greyed), label)
    return ()


def _agrees(other: Move, partial: Move) -> bool:
    return all(slot in other and other[slot] == value for slot, value in partial.args)


def _kinds(state: State, partial: Move, offered: Sequence[Move], judge: Judge, catalog: Catalog) -> Sequence[Choice]:
    possible = dict.fromkeys(made.kind for made in offered)
    kinds = dict.fromkeys((*possible, *(KINDS.get(state.phase, ()) if partial.seat is not None else ())))
    if state.phase is Phase.DEAL and partial.seat is None:
        kinds = dict.fromkeys((*kinds, "deal"))
    offers = []
    for kind in kinds:
        why_not = None if kind in possible or kind == "deal" else _why_not(state, partial, kind, judge, catalog)
        offers.append(Offer(kind, text(f"{SLUG}.kind.{kind}"), why_not))
    return (Choice("kind", Slot.BUTTON, text("core.which_move"), tuple(offers)),) if offers else ()


def _why_not(state: State, partial: Move, kind: str, judge: Judge, catalog: Catalog) -> Illegal:
    """The refusal of a plain try at this kind of move."""
    won = state.won(partial.seat) if partial.seat is not None else ()
    sector = won[0].card if won else ""
    tries: dict[str, dict[str, Plain]] = {
        "pay": {
            "sector": sector,
            "omit": None,
            "cruisers": _likely_cruisers(state, won[0], None, catalog) if won else (),
        },
        "forfeit": {"sector": sector},
        "refuse": {"sector": sector},
        "take_energy": {"amount": 1},
        "take_goods": {"red": 1, "blue": 0, "green": 0, "yellow": 0},
        "put_good": {"good": "red"},
    }
    ruling = judge(move(partial.seat, kind, **tries.get(kind, {})))
    return ruling if isinstance(ruling, Illegal) else Illegal(text(f"{SLUG}.not_now"), cite("C1"))


def _likely_cruisers(state: State, bid: Bid, omit: str | None, catalog: Catalog) -> tuple[str, ...]:
    """What a player would give the cruisers: of what is left over, the colour there is most of."""
    ships = payment.ships_of(bid.card, catalog)
    asking = ships.count(CRUISER) - (omit == CRUISER)
    left = dict(zip(GOODS, minus(state.players[bid.seat].goods, payment.delivery(ships, omit, ()).goods)))
    given = []
    for _ in range(asking):
        most = max(GOODS, key=lambda colour: left[colour])
        left[most] -= 1
        given.append(most)
    return tuple(sorted(given, key=GOODS.index))


def _greyed(
    state: State, partial: Move, slot: str, values: Iterable[Plain], judge: Judge, catalog: Catalog
) -> list[Offer]:
    """What a player might look for here but cannot have, with the reason."""
    wanted: list[tuple[Plain, Move]] = []
    if slot == "colour":
        wanted = [(colour, partial.given(colour=colour)) for colour in catalog.table(DICE)]
    elif slot == "sector" and partial.seat is not None:
        for bid in state.won(partial.seat):
            attempt = partial.given(sector=bid.card)
            if partial.kind == "pay":
                attempt = attempt.given(omit=None, cruisers=_likely_cruisers(state, bid, None, catalog))
            wanted.append((bid.card, attempt))
    elif slot == "omit":
        for bid in (bid for bid in state.bids if bid.card == partial["sector"]):
            for omit in (None, *dict.fromkeys(payment.ships_of(bid.card, catalog))):
                cruisers = _likely_cruisers(state, bid, omit, catalog)
                wanted.append((omit, partial.given(omit=omit, cruisers=cruisers)))
    offers = []
    for value, attempt in wanted:
        ruling = judge(attempt) if value not in values else None
        if isinstance(ruling, Illegal):
            offers.append(Offer(value, say_value(state, partial.kind, slot, value, catalog), ruling))
    return offers


# -- a galaxy card by card ---------------------------------------------------------------------


def _cards(state: State, partial: Move, catalog: Catalog) -> Sequence[Choice]:
    """One more card of the galaxy; the offer holds all cards so far, so that they stay in order."""
    named: tuple[str, ...] = partial.get("cards", ())
    if len(named) >= state.layout.cards:
        return ()
    met = set(state.met())
    offers = []
    for card in sorted(catalog.table(SECTORS)):
        if card in named or card in met:
            continue
        needs = deal.sector_needs(state, card, catalog)
        why_not = Illegal(needs[0].text, cite("A1"), needs=needs) if needs else None
        offers.append(Offer(tuple(sorted((*named, card))), words.sector(card, catalog), why_not))
    label = text(f"{SLUG}.slot.deal.cards", n=len(named) + 1, of=state.layout.cards)
    return _choice("cards", offers, label)


# -- a bidding die by die, then token by token -------------------------------------------------

_NEXT = "…"
"""Marks, at the end of dice still being told, whose die comes next; gone when all are told."""


def _dice_open(partial: Move) -> bool:
    dice = partial.get("dice")
    return dice is None or (bool(dice) and dice[-1][0] == _NEXT)


def _dice(state: State, partial: Move, catalog: Catalog) -> Sequence[Choice]:
    """Where one player's next die lies and what it shows."""
    told: tuple[Die, ...] = partial.get("dice") or ((_NEXT, state.players[0].colour, 1),)
    *before, (_, colour, number) = told
    dice = tuple(before)
    seat = state.seat_of(colour)
    if seat is None:
        return ()

    def then(now: tuple[Die, ...], more: bool) -> tuple[Die, ...]:
        """The dice with the mark moved on, or in order when this was the last die."""
        if more and number < DICE_EACH:
            return (*now, (_NEXT, colour, number + 1))
        if seat + 1 < len(state.players):
            return (*now, (_NEXT, state.players[seat + 1].colour, 1))
        return in_order(state, now)

    offers = []
    for card in state.cards:
        for value in FACES:
            placed = (*dice, (card, colour, value))
            problem = dice_problem(state, placed, catalog)
            label = text(f"{SLUG}.value_on", card=card, value=value)
            offers.append(Offer(then(placed, True), label, problem.refuse() if problem is not None else None))
    offers.append(Offer(then(dice, False), text(f"{SLUG}.no_more_dice")))
    label = text(f"{SLUG}.slot.bid.dice", colour=words.dice(colour, catalog), n=number)
    return _choice("dice", offers, label)


def _tokens(state: State, partial: Move, catalog: Catalog) -> Sequence[Choice]:
    """One more player's speed token or tokens."""
    named: tuple[tuple[int, ...], ...] = partial.get("tokens", ())
    if len(named) >= len(state.players):
        return ()
    fitting = (share for share in shares(state) if share[: len(named)] == named)
    owns = dict.fromkeys(share[len(named)] for share in fitting)
    offers = [Offer((*named, own), text("core.value", value=own)) for own in owns]
    label = text(f"{SLUG}.slot.bid.tokens", who=words.player(state, len(named), catalog))
    return _choice("tokens", offers, label)
