"""C, L2: free actions, and the choices of the power cycle: the brainstone, tokens to give up, burning."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from tableside.core.arguments import typed
from tableside.core.game import Choice, Offer
from tableside.core.moves import Move, text
from tableside.core.rulebook import MOST_WHOLE, play
from tableside.core.ruling import Illegal, Legal
from tableside.games.gaia_project.names import into_words
from tableside.games.gaia_project.records import CONVERSIONS, SLUG
from tableside.games.gaia_project.refusal import no
from tableside.games.gaia_project.rules.actions import all_lost
from tableside.games.gaia_project.rules.effects import (
    FIELD,
    awaited,
    change,
    charge_to,
    charged_stones,
    done,
    lowest,
    receive,
    shift_mix,
    spend,
    spend_with,
    then,
)
from tableside.games.gaia_project.state import Player, Task, Turn, free_formers, spendable

AT_MOST = 9
"""How many of a kind are offered for one payment once it is said what is paid."""
LISTED = {"pw": 4, "area": AT_MOST}
"""How many of a kind are listed before that, more than one; out of the Gaia area (O1) nothing else is asked."""


def own_conversions(player: Player) -> set[str]:
    """L2: the free actions this player has."""
    found = {key for key, conversion in CONVERSIONS.items() if not conversion.faction}
    if player.faction in ("nevlas", "baltaks") or (player.faction == "hadsch-hallas" and player.institute):
        found |= {key for key, conversion in CONVERSIONS.items() if conversion.faction == player.faction}
    return found


def _have(player: Player, of: str) -> int:
    match of:
        case "pw":
            return spendable(player)
        case "area":
            return player.area
        case "token":
            return player.bowl3
        case "former":
            return free_formers(player)
    return int(getattr(player, FIELD[of]))


@play
def convert(turn: Turn, of: str, into: tuple[str, ...]) -> Illegal | None:
    """L2: one thing is paid, others gained; several of a kind may be taken in one payment."""
    me, player = turn.me, turn.state.players[turn.me]
    task = awaited(turn)
    terrans = task is not None and task.kind == "terrans"
    units = tuple(sorted(into))
    own = own_conversions(player)
    for unit in units:
        known = f"{of}-{unit}" in CONVERSIONS and (of == "area") == terrans
        if not known or (not terrans and f"{of}-{unit}" not in own):
            return no("no_conversion", "L2")
    if not units:
        return no("no_conversion", "L2")
    price = sum(CONVERSIONS[f"{of}-{unit}"].price for unit in units)
    have = _have(player, of)
    if have < price:
        return no("missing", "L2", missing=(text(f"{SLUG}.amount.{of}", n=price - have),))
    if not terrans and not turn.state.rules.wasted and all_lost(player, tuple((unit, 1) for unit in units)):
        return no("wasted_gain", "Q8")
    match of:
        case "pw":
            spend(turn, me, price, "convert")
        case "area":
            change(turn, me, "convert", "O1", area=-price, bowl2=price)
        case "token":
            change(turn, me, "convert", "O13", bowl3=-price, area=price)
        case "former":
            change(turn, me, "convert", "O10", parked=price)
        case _:
            change(turn, me, "convert", "L2", **{FIELD[of]: -price})
    receive(turn, me, tuple((unit, units.count(unit)) for unit in dict.fromkeys(units)), "convert", "L2")
    return None


@convert.lists_legal
def _conversions(turn: Turn) -> Iterator[Move]:
    player = turn.state.players[turn.me]
    own = own_conversions(player)
    for key, record in CONVERSIONS.items():
        if record.of == "area" if turn.state.todo else key in own:
            most = _have(player, record.of) // record.price
            for n in range(1, min(most, LISTED.get(record.of, 1)) + 1):
                made = convert.move(turn.seat, record.of, (record.into,) * n)
                free = turn.state.rules.wasted or turn.state.todo
                if free or isinstance(turn.book.judge(turn.state, made), Legal):
                    yield made


@convert.why_none
def _no_conversion(turn: Turn) -> Illegal:
    return no("none.convert", "L2")


@convert.asks("of")
def _payments(turn: Turn, partial: Move) -> Choice:
    """What is paid; the usual conversions are had at once."""
    usual = tuple(_conversions(turn))
    return replace(turn.ask(partial, "of"), ready=usual[:MOST_WHOLE])


@convert.asks("into")
def _priced(turn: Turn, partial: Move) -> Choice:
    """What may be had for it and how many of it, each with its price."""
    asked, of = turn.ask(partial, "into"), typed(str, partial["of"])
    units = dict.fromkeys(unit for offer in asked.offers for unit in typed(tuple[str, ...], offer.value))
    every = ((unit,) * n for unit in units for n in range(1, AT_MOST + 1))
    whole = tuple(made for into in every if turn.book.judge(turn.state, made := partial.given(into=into)).legal)
    bought = (typed(tuple[str, ...], made["into"]) for made in whole)
    offers = tuple(Offer(into, into_words(of, into)) for into in bought)
    return replace(asked, offers=offers, ready=whole, complete=True)


@play
def burn(turn: Turn) -> Illegal | None:
    """L2: one token of bowl II is given up so that another of bowl II moves to III."""
    player = turn.state.players[turn.me]
    if player.bowl2 + (1 if player.stone == 2 else 0) < 2:
        return no("burn", "L2")
    if player.stone == 2 and turn.state.rules.tokens == "free":
        then(turn, "stone_burn", turn.me, what="burn")
    else:
        _burn(turn, 3 if player.stone == 2 else player.stone)
    return None


@burn.why_none
def _no_burn(turn: Turn) -> Illegal:
    return no("none.burn", "L2")


def _burn(turn: Turn, goal: int) -> None:
    me, player = turn.me, turn.state.players[turn.me]
    moved = player.stone == 2 and goal != 2
    if moved and goal == 0:
        turn.warn("stone_gone", "C6")
        change(turn, me, "burn", "L2", bowl2=-1, bowl3=1, stone=-2)
    elif moved:
        change(turn, me, "burn", "L2", bowl2=-1, stone=1)
    elif player.faction == "itars":
        change(turn, me, "burn", "O14", bowl2=-2, bowl3=1, area=1)
    else:
        change(turn, me, "burn", "L2", bowl2=-2, bowl3=1)


def stone_goals(player: Player, task: Task) -> tuple[int, ...]:
    """C6: where the brainstone may be after what is being paid or charged (0: gone, 4: Gaia area)."""
    match task.kind:
        case "stone_charge":
            return charged_stones(player, task.a)
        case "stone_spend":
            return (1, 3)
        case "stone_burn":
            return (3, 2, 0) if player.bowl2 >= 2 else (3, 0)
        case _:
            return (player.stone, 4 if task.b else 0)


@play
def stone(turn: Turn, to: int) -> Illegal | None:
    """The owner says where the brainstone goes."""
    me, player = turn.me, turn.state.players[turn.me]
    goals = stone_goals(player, turn.start.todo[0])
    if to not in goals:
        return no("stone_place", "C6", places=goals)
    task = done(turn)
    match task.kind:
        case "stone_charge":
            charge_to(turn, me, task.a, to, task.what)
        case "stone_spend":
            spend_with(turn, me, task.a, to == 1, task.what)
        case "stone_burn":
            _burn(turn, to)
        case _:
            gone = to != player.stone
            mix = lowest(player, task.a - 1 if gone else task.a)
            shift_mix(turn, me, mix, gone, "area" if task.b else "out", task.what, "C6")
    return None


@stone.lists_legal
def _stones(turn: Turn) -> Iterator[Move]:
    goals = stone_goals(turn.state.players[turn.me], turn.state.todo[0])
    return (stone.move(turn.seat, goal) for goal in goals)


@play
def tokens(turn: Turn, bowls: tuple[int, int, int], stone: bool) -> Illegal | None:
    """C4: any mix of tokens may be given up."""
    player, task = turn.state.players[turn.me], turn.start.todo[0]
    have = (player.bowl1, player.bowl2, player.bowl3)
    if any(not 0 <= n <= most for n, most in zip(bowls, have)) or (stone and not 1 <= player.stone <= 3):
        return no("tokens_not_there", "C4", have=have)
    if sum(bowls) + (1 if stone else 0) != task.a:
        return no("tokens_number", "C4", n=task.a)
    done(turn)
    if stone and not task.b:
        turn.warn("stone_gone", "C6")
    shift_mix(turn, turn.me, bowls, stone, "area" if task.b else "out", task.what, "C4")
    return None


@tokens.lists_legal
def _mixes(turn: Turn) -> Iterator[Move]:
    """Every way to give up so many tokens, the least charged first."""
    player, n = turn.state.players[turn.me], turn.state.todo[0].a
    for with_stone in (False, True) if 1 <= player.stone <= 3 else (False,):
        left = n - 1 if with_stone else n
        for third in range(min(left, player.bowl3) + 1):
            for second in range(min(left - third, player.bowl2) + 1):
                first = left - third - second
                if first <= player.bowl1:
                    yield tokens.move(turn.seat, (first, second, third), with_stone)


PLAYS = (convert, burn, stone, tokens)
