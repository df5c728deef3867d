"""The game in words: its things, phases, moves, events, offers, and what to lay out."""

from __future__ import annotations

from typing import Any

from tableside.core.arguments import optional, typed
from tableside.core.catalog import Catalog
from tableside.core.game import Options
from tableside.core.moves import Event, Move, Plain, Text, called, text
from tableside.games.urcsempeszek import records
from tableside.games.urcsempeszek.delivery import cost, delivery, ships_of
from tableside.games.urcsempeszek.records import DICE_WORDS, by_colour, by_number, dice_word, number
from tableside.games.urcsempeszek.state import LAYOUTS, SECTOR_CARDS, SLUG, Goods, Phase, State, counted, named, taken

# -- things ------------------------------------------------------------------------------------


def tokens(own: tuple[int, ...]) -> tuple[str, ...]:
    """Speed tokens by their numbers."""
    return tuple(number(token) for token in own)


def colour_name(catalog: Catalog, colour: str) -> str:
    """What a pair of dice is called in this copy."""
    record = records.dice(catalog, colour)
    return record.colour if record is not None and record.colour else colour


def dice(catalog: Catalog, colour: str) -> Text:
    """The colour of a pair of dice."""
    return dice_word(colour_name(catalog, colour))


def player(catalog: Catalog, state: State, seat: int) -> Text:
    """A player by the colour of the dice, or by the seat before colours are chosen."""
    if not 0 <= seat < len(state.players) or not state.players[seat].colour:
        return called(seat, text(f"{SLUG}.seat", n=seat + 1))
    name = colour_name(catalog, state.players[seat].colour)
    known = name in DICE_WORDS
    return called(seat, text(f"{SLUG}.player.{name}") if known else text(f"{SLUG}.player_named", colour=name))


def good(colour: str) -> Text:
    """A good, or the ship that wants it, by its colour; a cruiser by its name."""
    return text(f"{SLUG}.good.{colour}")


def goods(amounts: Goods) -> tuple[Text, ...]:
    """Goods by number and colour."""
    return by_number(named(amounts))


def sector(catalog: Catalog, card: str) -> Text:
    """A sector by all that is known of it, to tell it from others."""
    record = records.sector(catalog, card)
    return record.say(card) if record is not None else text(f"{SLUG}.sector_unknown")


def short(catalog: Catalog, card: str) -> Text:
    """A sector as it is called in a sentence: by its number of planets and its ships."""
    record = records.sector(catalog, card)
    if record is None or record.size is None:
        place = records.place_of(card)
        return text(f"{SLUG}.short_unknown") if place is None else text(f"{SLUG}.short_place", n=place)
    if not record.ships:
        return text(f"{SLUG}.short_no_ships", n=record.size)
    return text(f"{SLUG}.short", n=record.size, ships=by_colour(record.ships))


def galaxy(catalog: Catalog, cards: tuple[str, ...]) -> tuple[Text, ...]:
    """The cards of a galaxy: those of which something is known each by itself, the others by their number."""
    told = set(records.told(catalog))
    found = tuple(short(catalog, card) for card in cards if card in told)
    new = sum(1 for card in cards if card not in told)
    return (*found, text(f"{SLUG}.untold_cards", n=new)) if new else found


# -- where in the game we are ------------------------------------------------------------------


def phase(catalog: Catalog, state: State) -> Text:
    """Where in the game we are."""
    args: dict[str, Any] = {"round": state.round, "of": state.layout.galaxies}
    key = str(state.phase)
    if state.phase in (Phase.COLOURS, Phase.HOST, Phase.OVER):
        args = {}
    elif state.phase is Phase.DEAL and state.host is not None:
        args["host"] = player(catalog, state, state.host)
        key = "deal_two" if len(state.players) == 2 else key
    elif state.phase is Phase.REFILL:
        args["energy"], args["goods"] = state.energy, goods(state.goods)
    return text(f"{SLUG}.phase.{key}", **args)


def checklist(options: Options, seats: int) -> tuple[Text, ...]:
    """What to lay out, in the rulebook's order, and what to keep in mind."""
    layout = LAYOUTS[seats]
    favourites = any(options[key] for key in ("stations", "favourite_ships", "favourite_goods"))
    advanced = tuple(
        text(f"{SLUG}.option.{key}")
        for key in ("stations", "favourite_ships", "favourite_goods", "stacked_dice")
        if options[key]
    )
    used = layout.galaxies * layout.cards
    return (
        text(f"{SLUG}.check.dice"),
        text(f"{SLUG}.check.sheet_favourites" if favourites else f"{SLUG}.check.sheet"),
        text(f"{SLUG}.check.goods", n=layout.goods),
        text(f"{SLUG}.check.energy", ones=layout.energy - 5, n=layout.energy),
        text(f"{SLUG}.check.tokens", tokens=tokens(layout.tokens)),
        text(f"{SLUG}.check.galaxies", galaxies=layout.galaxies, cards=layout.cards, n=used),
        text(f"{SLUG}.check.unused" if used < SECTOR_CARDS else f"{SLUG}.check.none_unused"),
        text(f"{SLUG}.check.pool"),
        text(f"{SLUG}.check.host"),
        text(f"{SLUG}.check.advanced", rules=advanced) if advanced else text(f"{SLUG}.check.basic"),
        text(f"{SLUG}.check.one_hand_two" if seats == 2 else f"{SLUG}.check.one_hand"),
        text(f"{SLUG}.check.fallen_tower" if options["stacked_dice"] else f"{SLUG}.check.fallen"),
    )


# -- moves and events --------------------------------------------------------------------------


def say_move(catalog: Catalog, state: State, made: Move) -> Text:
    """A move in words; the state is the one before it."""
    args: dict[str, Any] = {}
    if made.seat is not None:
        args["who"] = player(catalog, state, made.seat)
    match made.kind:
        case "colour":
            args["colour"] = dice(catalog, typed(str, made["colour"]))
        case "host":
            args["who"] = player(catalog, state, typed(int, made["player"]))
        case "deal":
            args["cards"] = galaxy(catalog, typed(tuple[str, ...], made["cards"]))
        case "bid":
            args["dice"] = _dice_by_card(catalog, state, made["dice"])
            args["tokens"] = _shares(catalog, state, made["tokens"])
        case "pay":
            return _payment(catalog, state, made, args["who"])
        case "all_pay":
            args["payments"] = _payments(catalog, state, made["payments"])
        case "all_refill":
            args["loads"] = _all_loads(catalog, state, made["loads"])
        case "forfeit" | "refuse" | "lose":
            args["sector"] = short(catalog, typed(str, made["sector"]))
        case "take_energy":
            args["n"] = made["amount"]
        case "take_goods":
            args["goods"] = goods(taken(made))
        case "put_good":
            args["good"] = good(typed(str, made["good"]))
    return text(f"{SLUG}.move.{made.kind}", **args)


def _owner(catalog: Catalog, state: State, colour: str) -> Text:
    """Whose dice these are; their colour where nobody has them."""
    seat = state.seat_of(colour)
    return dice(catalog, colour) if seat is None else player(catalog, state, seat)


def _dice(catalog: Catalog, state: State, told: Plain) -> tuple[Text, ...]:
    """Dice by their owner, card and value."""
    found = []
    for card, colour, value in typed(tuple[tuple[str, str, int], ...], told):
        who = _owner(catalog, state, colour)
        found.append(text(f"{SLUG}.die_on", who=who, card=short(catalog, card), value=value))
    return tuple(found)


def _dice_by_card(catalog: Catalog, state: State, told: Plain) -> Text:
    """The same in one sentence, every card once."""
    dice_on: dict[str, list[Text]] = {}
    for card, colour, value in typed(tuple[tuple[str, str, int], ...], told):
        who = _owner(catalog, state, colour)
        dice_on.setdefault(card, []).append(text(f"{SLUG}.die_of", who=who, value=value))
    cards = [text(f"{SLUG}.dice_on", card=short(catalog, card), dice=tuple(own)) for card, own in dice_on.items()]
    said = cards.pop() if cards else text(f"{SLUG}.no_die_on")
    while cards:
        said = text(f"{SLUG}.dice_then", first=cards.pop(), then=said)
    return said


def _shares(catalog: Catalog, state: State, told: Plain) -> tuple[Text, ...]:
    """The speed tokens of each player."""
    return tuple(
        text(f"{SLUG}.token_of", who=player(catalog, state, seat), tokens=tokens(own))
        for seat, own in enumerate(typed(tuple[tuple[int, ...], ...], told))
    )


def _payment(catalog: Catalog, state: State, made: Move, who: Text) -> Text:
    """The whole payment: energy, goods, and what is left out."""
    card, omit = typed(str, made["sector"]), optional(str, made["omit"])
    bid = next((bid for bid in state.bids if bid.card == card), None)
    ships = ships_of(catalog, card)
    omit = omit if omit in ships else None
    given = delivery(ships, omit, typed(tuple[str, ...], made["cruisers"])).goods
    args = {"who": who, "sector": short(catalog, card), "energy": cost(state, bid) if bid else 0}
    if omit is None:
        return text(f"{SLUG}.move.pay", **args, goods=goods(given))
    return text(f"{SLUG}.move.pay_omit", **args, goods=goods(given), omit=good(omit))


def _payments(catalog: Catalog, state: State, told: Plain) -> tuple[Text, ...]:
    """Several payments."""
    each = typed(tuple[tuple[str, str | None, tuple[str, ...]], ...], told)
    return tuple(_one_payment(catalog, state, one) for one in each)


def say_ready(catalog: Catalog, state: State, made: Move) -> Text:
    """A whole move on a button of its own, short: who is asked stands above it.

    With new sectors it says that nothing need be told of them yet.
    """
    match made.kind:
        case "deal":
            return text(f"{SLUG}.ready.untold", cards=galaxy(catalog, typed(tuple[str, ...], made["cards"])))
        case "pay" if made.seat is not None:
            one = (typed(str, made["sector"]), optional(str, made["omit"]), typed(tuple[str, ...], made["cruisers"]))
            if len(state.won(made.seat)) < 2:
                return _one_payment(catalog, state, one, "pay")
            return text(f"{SLUG}.ready.pay_for", n=state.cards.index(one[0]) + 1, payment=_given(catalog, state, one))
        case "all_pay":
            return _ready_together(catalog, state, made["payments"])
        case "all_refill":
            each = _all_loads(catalog, state, made["loads"])
            busy = tuple(one for one in each if one.key != f"{SLUG}.refill.nothing")
            if not busy:
                return text(f"{SLUG}.ready.nobody")
            return text(f"{SLUG}.ready.all", each=busy if len(busy) > 1 else each)
        case "take_energy":
            return text(f"{SLUG}.amount.energy", n=made["amount"])
        case "take_goods":
            return text(f"{SLUG}.ready.goods", goods=goods(taken(made)))
        case "put_good":
            return text(f"{SLUG}.ready.put_good", good=good(typed(str, made["good"])))
        case "put_energy" | "pass":
            return text(f"{SLUG}.kind.{made.kind}")
    return say_move(catalog, state, made)


def _ready_together(catalog: Catalog, state: State, told: Plain) -> Text:
    """Several payments on a button: what is handed over tells which ship goes without."""
    each = typed(tuple[tuple[str, str | None, tuple[str, ...]], ...], told)
    seats = {bid.seat for bid in state.bids if bid.card in {sector for sector, _, _ in each}}
    if len(seats) == 1 and len(each) == 2:
        first, then = (_given(catalog, state, one) for one in each)
        return text(f"{SLUG}.ready.both", first=first, then=then)
    return text(f"{SLUG}.ready.all", each=tuple(_one_payment(catalog, state, one, omits=False) for one in each))


def _given(catalog: Catalog, state: State, one: tuple[str, str | None, tuple[str, ...]]) -> Text:
    """What is handed over for a sector."""
    return _one_payment(catalog, state, one, "pay", omits=False)


def _one_payment(
    catalog: Catalog,
    state: State,
    one: tuple[str, str | None, tuple[str, ...]],
    key: str = "pays",
    *,
    omits: bool = True,
) -> Text:
    """One of several payments: who, what for the die, what for the ships; as `pay` without who."""
    sector, omit, cruisers = one
    bid = next((bid for bid in state.bids if bid.card == sector), None)
    if bid is None:
        return short(catalog, sector)
    ships = ships_of(catalog, sector)
    given = delivery(ships, omit if omit in ships else None, cruisers).goods
    args = {"who": player(catalog, state, bid.seat), "energy": cost(state, bid), "goods": goods(given)}
    if not any(given):
        return text(f"{SLUG}.{key}.energy", **args)
    if omit is None or not omits:
        return text(f"{SLUG}.{key}.all", **args)
    return text(f"{SLUG}.{key}.omit", **args, omit=good(omit))


def _all_loads(catalog: Catalog, state: State, told: Plain) -> tuple[Text, ...]:
    """Several refills: who and what, the fastest first."""
    waiting = sorted(
        (seat for seat, player in enumerate(state.players) if player.tokens),
        key=lambda seat: -state.players[seat].speed,
    )
    found = []
    for seat, (energy, *colours) in zip(waiting, typed(tuple[tuple[int, int, int, int, int], ...], told)):
        red, blue, green, yellow = map(abs, colours)
        key = "takes" if min(energy, *colours) >= 0 else "puts"
        key = f"{key}_energy" if energy else f"{key}_goods" if any(colours) else "nothing"
        args = {"who": player(catalog, state, seat), "n": abs(energy), "goods": goods((red, blue, green, yellow))}
        found.append(text(f"{SLUG}.refill.{key}", **args))
    return tuple(found)


def say_event(catalog: Catalog, state: State, happened: Event) -> Text:
    """An event in words; the state is the one before it."""
    args: dict[str, Any] = dict(happened.args)
    seat = args.get("seat")
    if seat is not None:
        args["who"] = player(catalog, state, args.pop("seat"))
    if "card" in args or "sector" in args:
        args["sector"] = short(catalog, args.pop("card", args.get("sector")))
    if "goods" in args:
        args["goods"] = goods(counted(args["goods"]))
    key = f"{SLUG}.event.{happened.kind}"
    match happened.kind:
        case "colour":
            args["colour"] = dice(catalog, args["colour"])
        case "dealt":
            args["cards"] = galaxy(catalog, args["cards"])
        case "placed":
            args["dice"] = tuple(
                text(f"{SLUG}.die_of", who=player(catalog, state, other), value=value) for other, value in args["dice"]
            )
        case "speed" | "token_back":
            if len(args["tokens"]) > 1:
                key, args["sum"] = f"{key}.several", number(sum(args["tokens"]))
            args["tokens"] = tokens(args["tokens"])
        case "won_by_speed":
            key = f"{key}.sum" if len(state.players) == 2 else key
            args["speeds"] = tuple(
                text(f"{SLUG}.speed_of", who=player(catalog, state, other), speed=number(state.players[other].speed))
                for other in (seat, *args.pop("level"))
                if other is not None
            )
            del args["speed"]
        case "evaluated":
            key = f"{key}.some" if args.pop("dice") else f"{key}.none"
        case "paid":
            omit = args.pop("omit")
            if omit is not None:
                key, args["omit"] = f"{key}_omit", good(omit)
        case "lost":
            return _loss(catalog, state, happened)
        case "took_energy" | "put_energy":
            args["n"] = args.pop("amount")
        case "nothing" if seat is not None and len(state.players) == 2 and state.players[seat].speed >= 0:
            key = f"{key}.sum" if state.players[seat].speed == 0 else key
    return text(key, **args)


def _loss(catalog: Catalog, state: State, happened: Event) -> Text:
    """A sector lost: what it would have taken, what there was, and what it costs at the end."""
    card, seat = typed(str, happened["sector"]), typed(int, happened["seat"])
    bid = next((bid for bid in state.bids if bid.card == card), None)
    record = records.sector(catalog, card)
    owner = state.players[seat]
    args: dict[str, Any] = {
        "who": player(catalog, state, seat),
        "sector": short(catalog, card),
        "planets": (record.size if record is not None else None) or 0,
    }
    key = typed(str, happened["why"])
    if key == "energy":
        args |= {"cost": cost(state, bid) if bid is not None else 0, "have": owner.energy}
    elif key == "goods":
        args |= {"ships": by_colour(ships_of(catalog, card)), "have": goods(owner.goods)}
        if happened["energy"]:
            key, args["energy"] = "goods_energy_gone", happened["energy"]
    return text(f"{SLUG}.event.lost.{key}", **args)


def say_value(catalog: Catalog, state: State, kind: str, slot: str, value: Plain) -> Text:
    """What may go into a slot, in words."""
    match (kind, slot):
        case ("colour", "colour"):
            return dice(catalog, typed(str, value))
        case ("host", "player"):
            return player(catalog, state, typed(int, value))
        case ("deal", "cards"):
            return text("core.value", value=galaxy(catalog, typed(tuple[str, ...], value)))
        case (_, "sector"):
            return sector(catalog, typed(str, value))
        case ("bid", "dice"):
            return text("core.value", value=_dice(catalog, state, value))
        case ("bid", "tokens"):
            return text("core.value", value=_shares(catalog, state, value))
        case ("pay", "omit"):
            return text(f"{SLUG}.omit_nothing") if value is None else good(typed(str, value))
        case ("pay", "cruisers"):
            return text("core.value", value=tuple(good(colour) for colour in typed(tuple[str, ...], value)))
        case ("put_good", "good"):
            return good(typed(str, value))
        case ("all_pay", "payments"):
            return text("core.value", value=_payments(catalog, state, value))
        case ("all_refill", "loads"):
            return text("core.value", value=_all_loads(catalog, state, value))
    return text("core.value", value=value)
