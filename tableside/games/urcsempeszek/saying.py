"""Moves, events and offers in words."""

from __future__ import annotations

from typing import Any

from tableside.core.catalog import Catalog
from tableside.core.moves import Event, Move, Plain, Text, text
from tableside.games.urcsempeszek import words
from tableside.games.urcsempeszek.rules.payment import cost, delivery, ships_of
from tableside.games.urcsempeszek.state import SLUG, Phase, State, counted


def say_move(state: State, made: Move, catalog: Catalog) -> Text:
    """A move in words; the state is the one before it."""
    args: dict[str, Any] = {}
    if made.seat is not None:
        args["who"] = words.player(state, made.seat, catalog)
    match made.kind:
        case "colour":
            args["colour"] = words.dice(made["colour"], catalog)
        case "host":
            args["who"] = words.player(state, made["player"], catalog)
        case "deal":
            args["cards"] = made["cards"]
        case "bid":
            args["dice"] = tuple(_die(die, catalog) for die in made["dice"])
            args["tokens"] = tuple(_tokens(state, seat, own, catalog) for seat, own in enumerate(made["tokens"]))
        case "pay":
            return _payment(state, made, catalog, args["who"])
        case "forfeit" | "refuse" | "lose":
            args["sector"] = made["sector"]
        case "take_energy":
            args["n"] = made["amount"]
        case "take_goods":
            args["goods"] = words.goods((made["red"], made["blue"], made["green"], made["yellow"]))
        case "put_good":
            args["good"] = words.good(made["good"])
    return text(f"{SLUG}.move.{made.kind}", **args)


def _die(die: tuple[str, str, int], catalog: Catalog) -> Text:
    card, colour, value = die
    return text(f"{SLUG}.die_on", card=card, colour=words.dice(colour, catalog), value=value)


def _tokens(state: State, seat: int, own: tuple[int, ...], catalog: Catalog) -> Text:
    return text(f"{SLUG}.token_of", who=words.player(state, seat, catalog), tokens=own)


def _payment(state: State, made: Move, catalog: Catalog, who: Text) -> Text:
    """The whole payment: energy, goods, and what is left out."""
    bid = next(
        (bid for bid in state.won(made.seat if made.seat is not None else -1) if bid.card == made["sector"]), None
    )
    ships = ships_of(made["sector"], catalog)
    args: dict[str, Any] = {"who": who, "sector": made["sector"], "energy": cost(state, bid) if bid else 0}
    omit = made["omit"] if made["omit"] in ships else None
    args["goods"] = words.goods(delivery(ships, omit, made["cruisers"]).goods)
    if omit is None:
        return text(f"{SLUG}.move.pay", **args)
    return text(f"{SLUG}.move.pay_omit", **args, omit=words.good(omit))


def say_event(state: State, happened: Event, catalog: Catalog) -> Text:
    """An event in words."""
    args: dict[str, Any] = dict(happened.args)
    if "seat" in args:
        args["who"] = words.player(state, args.pop("seat"), catalog)
    key = f"{SLUG}.event.{happened.kind}"
    match happened.kind:
        case "colour":
            args["colour"] = words.dice(args["colour"], catalog)
        case "placed":
            args["dice"] = tuple(
                text(f"{SLUG}.die_of", who=words.player(state, seat, catalog), value=value)
                for seat, value in args["dice"]
            )
        case "won_by_speed":
            args["level"] = tuple(words.player(state, seat, catalog) for seat in args["level"])
        case "evaluated":
            key = f"{key}.some" if args.pop("dice") else f"{key}.none"
        case "paid":
            args["goods"] = words.goods(counted(args["goods"]))
            omit = args.pop("omit")
            if omit is not None:
                key, args["omit"] = f"{key}_omit", words.good(omit)
        case "lost":
            key = f"{key}.{args.pop('why')}"
        case "took_goods" | "put_goods":
            args["goods"] = words.goods(counted(args["goods"]))
        case "took_energy" | "put_energy":
            args["n"] = args.pop("amount")
    return text(key, **args)


def say_value(state: State, kind: str, slot: str, value: Plain, catalog: Catalog) -> Text:
    """What may go into a slot, in words."""
    match (kind, slot):
        case ("colour", "colour"):
            return words.dice(value, catalog)
        case ("host", "player"):
            return words.player(state, value, catalog)
        case (_, "sector"):
            return words.sector(value, catalog)
        case ("pay", "omit"):
            return text(f"{SLUG}.omit_nothing") if value is None else words.good(value)
        case ("pay", "cruisers"):
            return text("core.value", value=tuple(words.good(good) for good in value))
        case ("put_good", "good"):
            return words.good(value)
    return text("core.value", value=value)


def phase(state: State, catalog: Catalog) -> Text:
    """Where in the game we are."""
    args: dict[str, Any] = {"round": state.round, "of": state.layout.galaxies}
    if state.phase in (Phase.COLOURS, Phase.HOST, Phase.OVER):
        args = {}
    elif state.phase is Phase.DEAL:
        args["host"] = words.player(state, state.host or 0, catalog)
    elif state.phase is Phase.REFILL:
        args["energy"], args["goods"] = state.energy, words.goods(state.goods)
    return text(f"{SLUG}.phase.{state.phase}", **args)
