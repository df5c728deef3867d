"""Who has won which sector (C8, C9, E3, F5)."""

from __future__ import annotations

from tableside.core.rulebook import chance
from tableside.games.urcsempeszek import changes
from tableside.games.urcsempeszek.state import Bid, State, Turn


def winner(state: State, card: str) -> Bid | None:
    """The winning die of a card: the highest, and of equals that of the faster player."""
    here = [bid for bid in state.bids if bid.card == card]
    return max(here, key=lambda bid: (bid.value, state.players[bid.seat].speed), default=None)


def tied(state: State, won: Bid) -> tuple[int, ...]:
    """The other players who have as high a die on the card."""
    here = {bid.seat for bid in state.bids if bid.card == won.card and bid.value == won.value}
    return tuple(sorted(here - {won.seat}))


@chance
def evaluate(turn: Turn) -> None:
    """Every card in turn, then the payments begin, or the refill where nothing was won (C8)."""
    state = turn.state
    winning = []
    for card in state.cards:
        won = winner(state, card)
        if won is None:
            turn.do(changes.unclaimed, "C8", card)
            continue
        winning.append(won)
        level = tied(state, won)
        if level:
            rule, speed = "E3" if len(state.players) == 2 else "C8", state.players[won.seat].speed
            turn.do(changes.won_by_speed, rule, card, won.seat, won.value, level, speed)
        else:
            turn.do(changes.won, "F5" if state.settings.stacked_dice else "C8", card, won.seat, won.value)
    for seat in range(len(state.players)):
        back = sum(1 for bid in state.bids if bid.seat == seat) - sum(1 for won in winning if won.seat == seat)
        if back:
            turn.do(changes.dice_back, "C8", seat, back)
    dice = tuple((won.card, won.seat, won.value) for won in winning)
    turn.do(changes.evaluated, "C10" if winning else "C16", dice)


PLAYS = (evaluate,)
