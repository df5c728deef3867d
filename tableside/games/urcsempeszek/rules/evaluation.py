"""Who has won which sector (C8, C9, E3, F5)."""

from __future__ import annotations

from tableside.core.catalog import Catalog
from tableside.core.moves import Event, Move, event, text
from tableside.core.ruling import Illegal, Legal, Ruling
from tableside.games.urcsempeszek.state import SLUG, Bid, Phase, State, cite


def winner(state: State, card: str) -> Bid | None:
    """The winning die of a card: the highest, and of equals that of the faster player."""
    here = [bid for bid in state.bids if bid.card == card]
    return max(here, key=lambda bid: (bid.value, state.players[bid.seat].speed), default=None)


def tied(state: State, won: Bid) -> tuple[int, ...]:
    """The other players who have as high a die on the card."""
    here = {bid.seat for bid in state.bids if bid.card == won.card and bid.value == won.value}
    return tuple(sorted(here - {won.seat}))


def judge(state: State, wanted: Move, catalog: Catalog) -> Ruling:
    """Every card in turn, then the payments begin, or the refill where nothing was won."""
    if state.phase is not Phase.EVALUATE:
        return Illegal(text(f"{SLUG}.not_now"), cite("C8"))
    events: list[Event] = []
    winning = []
    for card in state.cards:
        won = winner(state, card)
        if won is None:
            events.append(event("unclaimed", cite("C8"), card=card))
            continue
        winning.append(won)
        level = tied(state, won)
        if level:
            rule = "E3" if len(state.players) == 2 else "C8"
            speed = state.players[won.seat].speed
            args = {"card": card, "seat": won.seat, "value": won.value, "level": level, "speed": speed}
            events.append(event("won_by_speed", cite(rule), **args))
        else:
            rule = "F5" if state.settings.stacked_dice else "C8"
            events.append(event("won", cite(rule), card=card, seat=won.seat, value=won.value))
    for seat in range(len(state.players)):
        back = sum(1 for bid in state.bids if bid.seat == seat) - sum(1 for won in winning if won.seat == seat)
        if back:
            events.append(event("dice_back", cite("C8"), seat=seat, n=back))
    dice = tuple((won.card, won.seat, won.value) for won in winning)
    events.append(event("evaluated", cite("C10" if winning else "C16"), dice=dice))
    return Legal(tuple(events))
