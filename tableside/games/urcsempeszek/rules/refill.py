"""Phase 4: the faster take from the common pool first, and the tokens go back (C16 to C18, E3, D1)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from tableside.core.catalog import Catalog
from tableside.core.moves import Event, Move, event, move, text
from tableside.core.ruling import Caution, Illegal, Legal, Ruling
from tableside.games.urcsempeszek.records import GOODS
from tableside.games.urcsempeszek.state import SLUG, Goods, Phase, State, cite, named

PUT_BACK = -1


def turn(state: State) -> int | None:
    """Whose refill it is: of those with a token, the one with the highest."""
    if state.phase is not Phase.REFILL:
        return None
    waiting = [seat for seat, player in enumerate(state.players) if player.tokens]
    return max(waiting, key=lambda seat: state.players[seat].speed, default=None)


def idle(state: State, seat: int) -> bool:
    """Whether there is nothing this player could take or put back."""
    player = state.players[seat]
    if player.speed == PUT_BACK:
        return not player.energy and not any(player.goods)
    return player.speed == 0 or (not state.energy and not any(state.goods))


def routine(state: State) -> Move | None:
    """Return the token of a player who has nothing to choose."""
    seat = turn(state)
    return move(None, "skip") if seat is not None and idle(state, seat) else None


def moves(state: State, seat: int) -> Iterator[Move]:
    """Taking the most energy first, then goods, then less; a player may always pass."""
    player = state.players[seat]
    if player.speed == PUT_BACK:
        if player.energy:
            yield move(seat, "put_energy")
        yield from (move(seat, "put_good", good=good) for good, here in zip(GOODS, player.goods) if here)
    else:
        yield from (
            move(seat, "take_energy", amount=amount) for amount in range(min(player.speed, state.energy), 0, -1)
        )
        amounts = product(*(range(min(here, player.speed) + 1) for here in state.goods))
        fitting = [taken for taken in amounts if 1 <= sum(taken) <= player.speed]
        for taken in sorted(fitting, key=lambda taken: -sum(taken)):
            yield move(seat, "take_goods", **dict(zip(GOODS, taken)))
    yield move(seat, "pass")


def judge(state: State, wanted: Move, catalog: Catalog) -> Ruling:
    """What the token allows, then it goes back to the middle."""
    seat = turn(state)
    if seat is None:
        return Illegal(text(f"{SLUG}.not_now"), cite("C16"))
    if wanted.seat is None:
        if wanted.kind == "skip" and idle(state, seat):
            return Legal(_with_return(state, seat, event("nothing", cite("C16"), seat=seat)))
        return Illegal(text(f"{SLUG}.not_now"), cite("C16"))
    if wanted.kind == "pass":
        return Legal(_with_return(state, seat, event("passed", cite("C16"), seat=seat)), _cautions(state, seat, 0))
    if wanted.kind in ("put_energy", "put_good"):
        return _put(state, wanted, seat)
    if wanted.kind in ("take_energy", "take_goods"):
        return _take(state, wanted, seat)
    return Illegal(text(f"{SLUG}.not_now"), cite("C16"))


def _put(state: State, wanted: Move, seat: int) -> Ruling:
    player = state.players[seat]
    if player.speed != PUT_BACK:
        return Illegal(text(f"{SLUG}.put_only_with_minus_one", speed=player.speed), cite("C17"))
    if wanted.kind == "put_energy":
        if not player.energy:
            return Illegal(text(f"{SLUG}.no_energy_to_put"), cite("C17"))
        return Legal(_with_return(state, seat, event("put_energy", cite("C17"), seat=seat, amount=1)))
    good = wanted["good"]
    if good not in GOODS:
        return Illegal(text(f"{SLUG}.no_such_good"), cite("C17"))
    if not player.goods[GOODS.index(good)]:
        return Illegal(text(f"{SLUG}.no_good_to_put"), cite("C17"))
    return Legal(_with_return(state, seat, event("put_goods", cite("C17"), seat=seat, goods=(good,))))


def _take(state: State, wanted: Move, seat: int) -> Ruling:
    speed, rule = state.players[seat].speed, "E3" if len(state.players) == 2 else "C16"
    if speed == PUT_BACK:
        return Illegal(text(f"{SLUG}.minus_one_takes_nothing"), cite("C17"))
    if wanted.kind == "take_energy":
        amount, most = wanted["amount"], min(speed, state.energy)
        if not 1 <= amount <= most:
            return Illegal(text(f"{SLUG}.take_up_to", most=most, speed=speed, there=state.energy), cite(rule))
        taken = event("took_energy", cite(rule), seat=seat, amount=amount)
        return Legal(_with_return(state, seat, taken), _cautions(state, seat, amount))
    wants: Goods = (wanted["red"], wanted["blue"], wanted["green"], wanted["yellow"])
    if any(want < 0 or want > here for want, here in zip(wants, state.goods)):
        return Illegal(text(f"{SLUG}.not_in_pool"), cite(rule))
    if not 1 <= sum(wants) <= speed:
        there = sum(state.goods)
        return Illegal(text(f"{SLUG}.take_up_to", most=min(speed, there), speed=speed, there=there), cite(rule))
    took = event("took_goods", cite(rule), seat=seat, goods=named(wants))
    return Legal(_with_return(state, seat, took), _cautions(state, seat, sum(wants)))


def _cautions(state: State, seat: int, taken: int) -> tuple[Caution, ...]:
    """In the last round everything kept or taken costs a point."""
    if state.galaxies:
        return ()
    if taken:
        return (Caution("last_round_take", text(f"{SLUG}.last_round_take", n=taken), cite("D2")),)
    if state.players[seat].speed == PUT_BACK:
        return (Caution("last_round_put", text(f"{SLUG}.last_round_put"), cite("D2")),)
    return ()


def _with_return(state: State, seat: int, happened: Event) -> tuple[Event, ...]:
    """The token goes back; with the last one the round is over, and with the last galaxy the game."""
    player = state.players[seat]
    rule = "E3" if len(state.players) == 2 else "C16"
    events = [happened, event("token_back", cite(rule), seat=seat, tokens=player.tokens)]
    if sum(1 for other in state.players if other.tokens) == 1:
        over = event("round_over", cite("C18")) if state.galaxies else event("game_over", cite("D1"))
        events.append(over)
    return tuple(events)
