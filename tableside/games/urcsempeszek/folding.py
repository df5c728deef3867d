"""What each event changes on the table; nothing is judged here."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from tableside.core.moves import Event
from tableside.games.urcsempeszek.records import GOODS
from tableside.games.urcsempeszek.state import Bid, Phase, State, counted, minus, plus


def _colour(state: State, happened: Event) -> State:
    return state.with_player(happened["seat"], colour=happened["colour"])


def _seated(state: State, happened: Event) -> State:
    return replace(state, phase=Phase.HOST)


def _host(state: State, happened: Event) -> State:
    return replace(state, host=happened["seat"], phase=Phase.DEAL)


def _dealt(state: State, happened: Event) -> State:
    return replace(state, cards=happened["cards"], galaxies=state.galaxies - 1, phase=Phase.BID)


def _placed(state: State, happened: Event) -> State:
    for seat, value in happened["dice"]:
        state = replace(state, bids=(*state.bids, Bid(happened["card"], seat, value)))
        state = state.with_player(seat, dice=state.players[seat].dice - 1)
    return state


def _speed(state: State, happened: Event) -> State:
    left = tuple(token for token in state.speed if token not in happened["tokens"])
    return replace(state.with_player(happened["seat"], tokens=happened["tokens"]), speed=left)


def _bidding_over(state: State, happened: Event) -> State:
    return replace(state, phase=Phase.EVALUATE)


def _unclaimed(state: State, happened: Event) -> State:
    cards = tuple(card for card in state.cards if card != happened["card"])
    return replace(state, cards=cards, box=(*state.box, happened["card"]))


def _said(state: State, happened: Event) -> State:
    return state


def _dice_back(state: State, happened: Event) -> State:
    return state.with_player(happened["seat"], dice=state.players[happened["seat"]].dice + happened["n"])


def _evaluated(state: State, happened: Event) -> State:
    winning = tuple(Bid(card, seat, value) for card, seat, value in happened["dice"])
    return replace(state, bids=winning, phase=Phase.PAY if winning else Phase.REFILL)


def _settled(state: State, happened: Event) -> State:
    """The sector is dealt with: its die goes back, its energy and goods into the pool."""
    seat, card = happened["seat"], happened["sector"]
    player, goods = state.players[seat], counted(happened.get("goods", ()))
    pile = "paid" if happened.kind == "paid" else "lost"
    state = state.with_player(
        seat,
        energy=player.energy - happened["energy"],
        goods=minus(player.goods, goods),
        dice=player.dice + 1,
        **{pile: (*getattr(player, pile), card)},
    )
    return replace(
        state,
        energy=state.energy + happened["energy"],
        goods=plus(state.goods, goods),
        bids=tuple(bid for bid in state.bids if bid.card != card),
        cards=tuple(other for other in state.cards if other != card),
    )


def _payments_over(state: State, happened: Event) -> State:
    return replace(state, phase=Phase.REFILL)


def _energy(sign: int) -> Callable[[State, Event], State]:
    def fold(state: State, happened: Event) -> State:
        amount = sign * happened["amount"]
        player = state.players[happened["seat"]]
        return replace(state.with_player(happened["seat"], energy=player.energy + amount), energy=state.energy - amount)

    return fold


def _took_goods(state: State, happened: Event) -> State:
    goods, player = counted(happened["goods"]), state.players[happened["seat"]]
    state = state.with_player(happened["seat"], goods=plus(player.goods, goods))
    return replace(state, goods=minus(state.goods, goods))


def _put_goods(state: State, happened: Event) -> State:
    goods, player = counted(happened["goods"]), state.players[happened["seat"]]
    state = state.with_player(happened["seat"], goods=minus(player.goods, goods))
    return replace(state, goods=plus(state.goods, goods))


def _token_back(state: State, happened: Event) -> State:
    speed = tuple(sorted((*state.speed, *happened["tokens"])))
    return replace(state.with_player(happened["seat"], tokens=()), speed=speed)


def _round_over(state: State, happened: Event) -> State:
    return replace(state, phase=Phase.DEAL)


def _game_over(state: State, happened: Event) -> State:
    return replace(state, phase=Phase.OVER)


FOLDS: dict[str, Callable[[State, Event], State]] = {
    "colour": _colour,
    "seated": _seated,
    "host": _host,
    "dealt": _dealt,
    "placed": _placed,
    "speed": _speed,
    "bidding_over": _bidding_over,
    "unclaimed": _unclaimed,
    "won": _said,
    "won_by_speed": _said,
    "dice_back": _dice_back,
    "evaluated": _evaluated,
    "paid": _settled,
    "lost": _settled,
    "payments_over": _payments_over,
    "took_energy": _energy(1),
    "put_energy": _energy(-1),
    "took_goods": _took_goods,
    "put_goods": _put_goods,
    "passed": _said,
    "nothing": _said,
    "token_back": _token_back,
    "round_over": _round_over,
    "game_over": _game_over,
}


def census(state: State) -> dict[str, int]:
    """How many of everything there is, wherever it lies."""
    players = state.players
    counts = {
        "energy": state.energy + sum(player.energy for player in players),
        "dice": sum(player.dice for player in players) + len(state.bids),
        "tokens": len(state.speed) + sum(len(player.tokens) for player in players),
        "sectors": state.galaxies * state.layout.cards + len(state.met()),
    }
    for number, colour in enumerate(GOODS):
        counts[f"goods.{colour}"] = state.goods[number] + sum(player.goods[number] for player in players)
    return counts
