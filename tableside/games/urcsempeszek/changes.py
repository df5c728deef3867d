"""What each event changes on the table, a function of its name; nothing is judged here."""

from __future__ import annotations

from dataclasses import replace

from tableside.games.urcsempeszek.state import Bid, Phase, State, counted, minus, plus


def colour(state: State, seat: int, colour: str) -> State:
    """A player takes the dice and the sheet of a colour."""
    return state.having(seat, replace(state.players[seat], colour=colour))


def seated(state: State) -> State:
    """Everybody has a colour."""
    return replace(state, phase=Phase.HOST)


def host(state: State, seat: int) -> State:
    """A player leads the game."""
    return replace(state, host=seat, phase=Phase.DEAL)


def dealt(state: State, cards: tuple[str, ...]) -> State:
    """A galaxy lies face up in the middle."""
    return replace(state, cards=cards, galaxies=state.galaxies - 1, phase=Phase.BID)


def placed(state: State, card: str, dice: tuple[tuple[int, int], ...]) -> State:
    """Dice lie on a card: whose, and what they show."""
    for seat, value in dice:
        state = replace(state, bids=(*state.bids, Bid(card, seat, value)))
        state = state.having(seat, replace(state.players[seat], dice=state.players[seat].dice - 1))
    return state


def speed(state: State, seat: int, tokens: tuple[int, ...]) -> State:
    """A player has taken a token, or several when two play."""
    left = tuple(token for token in state.speed if token not in tokens)
    return replace(state.having(seat, replace(state.players[seat], tokens=tokens)), speed=left)


def bidding_over(state: State) -> State:
    """Nobody may bid any more."""
    return replace(state, phase=Phase.EVALUATE)


def unclaimed(state: State, card: str) -> State:
    """A card without dice goes back to the box."""
    return replace(state, cards=tuple(other for other in state.cards if other != card), box=(*state.box, card))


def won(state: State, card: str, seat: int, value: int) -> State:
    """The highest die of a card is known."""
    return state


def won_by_speed(state: State, card: str, seat: int, value: int, level: tuple[int, ...], speed: int) -> State:
    """Of equal dice that of the faster player wins."""
    return state


def dice_back(state: State, seat: int, n: int) -> State:
    """Losing dice go back to their player."""
    return state.having(seat, replace(state.players[seat], dice=state.players[seat].dice + n))


def evaluated(state: State, dice: tuple[tuple[str, int, int], ...]) -> State:
    """Only the winning dice are left on the cards."""
    winning = tuple(Bid(card, seat, value) for card, seat, value in dice)
    return replace(state, bids=winning, phase=Phase.PAY if winning else Phase.REFILL)


def _settled(state: State, seat: int, sector: str, energy: int, goods: tuple[str, ...]) -> State:
    """The sector is dealt with: its die goes back, its energy and goods into the pool."""
    player, given = state.players[seat], counted(goods)
    player = replace(player, energy=player.energy - energy, goods=minus(player.goods, given), dice=player.dice + 1)
    return replace(
        state.having(seat, player),
        energy=state.energy + energy,
        goods=plus(state.goods, given),
        bids=tuple(bid for bid in state.bids if bid.card != sector),
        cards=tuple(card for card in state.cards if card != sector),
    )


def paid(state: State, seat: int, sector: str, energy: int, goods: tuple[str, ...], omit: str | None) -> State:
    """A sector is paid for and lies face up before its player."""
    state = _settled(state, seat, sector, energy, goods)
    return state.having(seat, replace(state.players[seat], paid=(*state.players[seat].paid, sector)))


def lost(state: State, seat: int, sector: str, why: str, energy: int) -> State:
    """A sector that was not paid for lies face down before its player."""
    state = _settled(state, seat, sector, energy, ())
    return state.having(seat, replace(state.players[seat], lost=(*state.players[seat].lost, sector)))


def payments_over(state: State) -> State:
    """Every sector is settled."""
    return replace(state, phase=Phase.REFILL)


def took_energy(state: State, seat: int, amount: int) -> State:
    """Energy goes from the pool to a player."""
    player = state.players[seat]
    return replace(state.having(seat, replace(player, energy=player.energy + amount)), energy=state.energy - amount)


def put_energy(state: State, seat: int, amount: int) -> State:
    """Energy goes from a player to the pool."""
    return took_energy(state, seat, -amount)


def took_goods(state: State, seat: int, goods: tuple[str, ...]) -> State:
    """Goods go from the pool to a player."""
    player = state.players[seat]
    state = state.having(seat, replace(player, goods=plus(player.goods, counted(goods))))
    return replace(state, goods=minus(state.goods, counted(goods)))


def put_goods(state: State, seat: int, goods: tuple[str, ...]) -> State:
    """Goods go from a player to the pool."""
    player = state.players[seat]
    state = state.having(seat, replace(player, goods=minus(player.goods, counted(goods))))
    return replace(state, goods=plus(state.goods, counted(goods)))


def passed(state: State, seat: int) -> State:
    """A player takes nothing and puts nothing in."""
    return state


def nothing(state: State, seat: int) -> State:
    """There is nothing a player could take or put in."""
    return state


def token_back(state: State, seat: int, tokens: tuple[int, ...]) -> State:
    """A player's tokens go back to the middle."""
    speed = tuple(sorted((*state.speed, *tokens)))
    return replace(state.having(seat, replace(state.players[seat], tokens=())), speed=speed)


def round_over(state: State) -> State:
    """The next galaxy is to come."""
    return replace(state, phase=Phase.DEAL)


def game_over(state: State) -> State:
    """That was the last galaxy."""
    return replace(state, phase=Phase.OVER)


CHANGES = (
    *(colour, seated, host, dealt, placed, speed, bidding_over),
    *(unclaimed, won, won_by_speed, dice_back, evaluated),
    *(paid, lost, payments_over),
    *(took_energy, put_energy, took_goods, put_goods, passed, nothing, token_back, round_over, game_over),
)
