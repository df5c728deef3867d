"""Phase 4: the faster take from the common pool first, and the tokens go back (C16 to C18, E3, D1)."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import replace
from itertools import islice, product

from tableside.core.arguments import typed
from tableside.core.game import Choice
from tableside.core.moves import Move
from tableside.core.rulebook import MOST_WHOLE, chance, play
from tableside.core.ruling import Illegal
from tableside.games.urcsempeszek import changes
from tableside.games.urcsempeszek.records import GOODS, number
from tableside.games.urcsempeszek.state import Goods, Phase, State, Turn, named, taken

PUT_BACK = -1
LOADS_READY = 4
"""So many loads are suggested at most."""
TOGETHER_READY = 4
"""So many refills of all at once are suggested at most."""
TAKING = ("take_energy", "take_goods")
CHOOSING = 3
"""Of so many players, the fastest, a refill of all at once knows both kinds."""
Load = tuple[int, int, int, int, int]
"""One of several refills: energy, then the goods in the order of GOODS; what is put in is below 0."""
NOTHING: Load = (0, 0, 0, 0, 0)


def next_seat(state: State) -> int | None:
    """Whose refill it is: of those with a token, the one with the highest."""
    if state.phase is not Phase.REFILL:
        return None
    waiting = [seat for seat, player in enumerate(state.players) if player.tokens]
    return max(waiting, key=lambda seat: state.players[seat].speed, default=None)


def may_put(state: State, seat: int) -> bool:
    """Whether this player's speed lets something be put in: the -1, or where it is agreed the -1 among others."""
    player = state.players[seat]
    return player.speed == PUT_BACK or (state.settings.minus_one == "holder" and PUT_BACK in player.tokens)


def idle(state: State, seat: int) -> bool:
    """Whether there is nothing this player could take or put back."""
    player = state.players[seat]
    puts = may_put(state, seat) and (player.energy or any(player.goods))
    takes = player.speed > 0 and (state.energy or any(state.goods))
    return not puts and not takes


def routine(state: State) -> Move | None:
    """Return the token of a player who has nothing to choose."""
    seat = next_seat(state)
    return skip.move(None) if seat is not None and idle(state, seat) else None


def _rule(turn: Turn) -> str:
    return "E3" if len(turn.state.players) == 2 else "C16"


def _return(turn: Turn, seat: int) -> None:
    """The token goes back; with the last one the round is over, and with the last galaxy the game."""
    turn.do(changes.token_back, _rule(turn), seat, turn.state.players[seat].tokens)
    if not any(player.tokens for player in turn.state.players):
        if turn.state.galaxies:
            turn.do(changes.round_over, "C18")
        else:
            turn.do(changes.game_over, "D1")


def _kept_in_mind(turn: Turn, taken: int) -> None:
    """In the last round everything kept or taken costs a point."""
    player = turn.state.players[turn.me]
    if turn.state.galaxies:
        return
    if taken:
        turn.warn("last_round_take", "D2", n=taken)
    elif may_put(turn.state, turn.me) and (player.energy or any(player.goods)):
        turn.warn("last_round_put", "D2")


# -- taking ------------------------------------------------------------------------------------


@play
def take_energy(turn: Turn, amount: int) -> Illegal | None:
    """Energy up to the token and the pool (C16)."""
    speed, there = turn.state.players[turn.me].speed, turn.state.energy
    if speed < 0:
        return turn.no("minus_one_takes_nothing", "C17")
    if not 1 <= amount <= min(speed, there):
        return turn.no("take_up_to", _rule(turn), most=min(speed, there), speed=speed, there=there)
    _kept_in_mind(turn, amount)
    turn.do(changes.took_energy, _rule(turn), turn.me, amount)
    _return(turn, turn.me)
    return None


@take_energy.lists_legal
def _amounts(turn: Turn) -> Iterator[Move]:
    most = min(turn.state.players[turn.me].speed, turn.state.energy)
    return (take_energy.move(turn.seat, amount) for amount in range(most, 0, -1))


@take_energy.tries
def _one(turn: Turn) -> Iterator[Move]:
    yield take_energy.move(turn.seat, 1)


@play
def take_goods(turn: Turn, red: int, blue: int, green: int, yellow: int) -> Illegal | None:
    """Goods of any colours up to the token and the pool (C16)."""
    wants: Goods = (red, blue, green, yellow)
    speed, there = turn.state.players[turn.me].speed, sum(turn.state.goods)
    if speed < 0:
        return turn.no("minus_one_takes_nothing", "C17")
    if any(want < 0 or want > here for want, here in zip(wants, turn.state.goods)):
        return turn.no("not_in_pool", _rule(turn))
    if not 1 <= sum(wants) <= speed:
        return turn.no("take_up_to", _rule(turn), most=min(speed, there), speed=speed, there=there)
    _kept_in_mind(turn, sum(wants))
    turn.do(changes.took_goods, _rule(turn), turn.me, named(wants))
    _return(turn, turn.me)
    return None


@take_goods.lists_legal
def _loads(turn: Turn) -> Iterator[Move]:
    """The most goods first."""
    speed = turn.state.players[turn.me].speed
    amounts = product(*(range(min(here, speed) + 1) for here in turn.state.goods))
    fitting = [taken for taken in amounts if 1 <= sum(taken) <= speed]
    for red, blue, green, yellow in sorted(fitting, key=lambda taken: -sum(taken)):
        yield take_goods.move(turn.seat, red, blue, green, yellow)


@take_goods.asks("red")
def _which(turn: Turn, partial: Move) -> Choice:
    """All full loads at once, and what is less colour by colour."""
    return replace(turn.ask(partial, "red"), ready=_full(turn)[:MOST_WHOLE])


def _full(turn: Turn) -> tuple[Move, ...]:
    """The loads with as many goods as there may be, first those that even out the stock."""
    player, there = turn.state.players[turn.me], sum(turn.state.goods)
    full = [made for made in _loads(turn) if sum(taken(made)) == min(player.speed, there)]
    return tuple(sorted(full, key=lambda made: sum((n + more) ** 2 for n, more in zip(player.goods, taken(made)))))


@take_goods.why_none
def _no_goods(turn: Turn) -> Illegal:
    refusal = take_goods.judge(turn, 1, 0, 0, 0)
    assert refusal is not None
    return refusal


# -- putting in, or neither --------------------------------------------------------------------


def _cannot_put(turn: Turn) -> Illegal | None:
    player = turn.state.players[turn.me]
    if may_put(turn.state, turn.me):
        return None
    holds = PUT_BACK in player.tokens
    key, rule = ("put_only_with_sum", "E3") if holds else ("put_only_with_minus_one", "C17")
    return turn.no(key, rule, speed=number(player.speed))


@play
def put_energy(turn: Turn) -> Illegal | None:
    """The -1 lets one energy be put in (C17)."""
    refusal = _cannot_put(turn)
    if refusal is not None:
        return refusal
    if not turn.state.players[turn.me].energy:
        return turn.no("no_energy_to_put", "C17")
    turn.do(changes.put_energy, "C17", turn.me, 1)
    _return(turn, turn.me)
    return None


@play
def put_good(turn: Turn, good: str) -> Illegal | None:
    """The -1 lets one good be put in (C17)."""
    refusal = _cannot_put(turn)
    if refusal is not None:
        return refusal
    if good not in GOODS:
        return turn.no("no_such_good", "C17")
    if not turn.state.players[turn.me].goods[GOODS.index(good)]:
        return turn.no("no_good_to_put", "C17")
    turn.do(changes.put_goods, "C17", turn.me, (good,))
    _return(turn, turn.me)
    return None


@put_good.lists_legal
def _own_goods(turn: Turn) -> Iterator[Move]:
    held = turn.state.players[turn.me].goods if may_put(turn.state, turn.me) else ()
    return (put_good.move(turn.seat, good) for good, here in zip(GOODS, held) if here)


put_good.quiet = True  # one refusal of putting in is enough


@play
def pass_(turn: Turn) -> None:
    """A player may always do without (C16)."""
    _kept_in_mind(turn, 0)
    turn.do(changes.passed, "C16", turn.me)
    _return(turn, turn.me)


@play
def all_refill(turn: Turn, loads: tuple[Load, ...]) -> Illegal | None:
    """All who have still to refill do so, the fastest first, each by the rules for one (C16, C17)."""
    first = turn.seat
    waiting = sum(1 for player in turn.state.players if player.tokens)
    if len(loads) != waiting:
        return turn.no("load_for_each", _rule(turn), n=waiting).near(*_together(Turn(turn.book, turn.start, first)))
    for load in loads:
        turn.seat = next_seat(turn.state)
        refusal = _refilled(turn, *load)
        if refusal is not None:
            return refusal.near(*_together(Turn(turn.book, turn.start, first)))
    return None


def _refilled(turn: Turn, energy: int, red: int, blue: int, green: int, yellow: int) -> Illegal | None:
    """One player's load: energy or goods taken, one of them put in where it is below 0, or nothing at all."""
    goods = (red, blue, green, yellow)
    if not energy and not any(goods):
        if idle(turn.state, turn.me):
            turn.do(changes.nothing, "C16", turn.me)
            _return(turn, turn.me)
            return None
        return pass_.judge(turn)
    if energy and any(goods):
        return turn.no("energy_or_goods", _rule(turn))
    if energy > 0:
        return take_energy.judge(turn, energy)
    if sum(goods) > 0:
        return take_goods.judge(turn, *goods)
    if energy == PUT_BACK:
        return put_energy.judge(turn)
    if sorted(goods) != [PUT_BACK, 0, 0, 0]:
        return turn.no("put_one", "C17")
    return put_good.judge(turn, GOODS[goods.index(PUT_BACK)])


@all_refill.lists_legal
def _together(turn: Turn) -> Iterator[Move]:
    """Where several have still to refill: each what there is less of, all energy, all goods, and some of both."""
    mixed = tuple(_ways(turn, TAKING, CHOOSING))
    ways = dict.fromkeys((*mixed[:1], *(way for kind in TAKING for way in _ways(turn, (kind,))), *mixed))
    together = (loads for loads, choosing in ways if choosing > 1)
    return (all_refill.move(turn.seat, loads) for loads in islice(together, TOGETHER_READY))


def _ways(turn: Turn, kinds: Collection[str], free: int = 0) -> Iterator[tuple[tuple[Load, ...], int]]:
    """What each could do by these kinds of refill, and how many have a choice; the first `free` any of the kinds."""
    seat = next_seat(turn.state)
    if seat is None:
        yield (), 0
        return
    skipped = idle(turn.state, seat)
    ready = () if skipped else best_alone(Turn(turn.book, turn.state, seat))
    liked = {made.kind: made for made in reversed(ready) if made.kind in kinds}
    first = next((made for made in ready if made.kind in kinds), ready[0] if ready else None)
    both = [first, *(made for made in liked.values() if made != first)] if free else [first]
    for made in both:
        after, load = Turn(turn.book, turn.state, seat), NOTHING if made is None else _load(made)
        _refilled(after, *load)
        for others, choosing in _ways(after, kinds, free - (len(both) > 1)):
            yield (load, *others), choosing + (not skipped)


def _load(made: Move) -> Load:
    """A refill as one of several."""
    match made.kind:
        case "take_energy":
            return (typed(int, made["amount"]), 0, 0, 0, 0)
        case "take_goods":
            return (0, *taken(made))
        case "put_energy":
            return (PUT_BACK, 0, 0, 0, 0)
        case "put_good":
            red, blue, green, yellow = (PUT_BACK if made["good"] == colour else 0 for colour in GOODS)
            return (0, red, blue, green, yellow)
    return NOTHING


def best(turn: Turn) -> tuple[Move, ...]:
    """The likeliest for this player, everybody at once, and what else this player would do."""
    first, *others = best_alone(turn)
    return (first, *_together(turn), *others)


def best_alone(turn: Turn) -> tuple[Move, ...]:
    """First what the player has less of: the most energy, or the fullest loads that even out the goods; then the rest.

    In the last round what is taken costs points, so only putting in and doing without are suggested.
    """
    player = turn.state.players[turn.me]
    energy, puts = [*_amounts(turn)], [*_own_goods(turn)]
    loads = _full(turn)
    puts = [put_energy.move(turn.seat), *puts] if may_put(turn.state, turn.me) and player.energy else puts
    without = [pass_.move(turn.seat)]
    if not turn.state.galaxies:
        return (*puts, *without)
    if player.energy > sum(player.goods):
        return (*loads[:LOADS_READY], *energy, *without, *puts)
    return (*energy[:1], *loads[:LOADS_READY], *energy[1:], *without, *puts)


@chance
def skip(turn: Turn) -> Illegal | None:
    """A player has nothing to choose (C16)."""
    seat = next_seat(turn.state)
    if seat is None or not idle(turn.state, seat):
        return turn.no("not_now", "C16")
    turn.do(changes.nothing, "C16", seat)
    _return(turn, seat)
    return None


all_refill.quiet = True

PLAYS = (take_energy, take_goods, put_energy, put_good, pass_, all_refill, skip)
