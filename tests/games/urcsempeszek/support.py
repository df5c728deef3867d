"""Tables laid out for a test, in the rulebook's words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from tableside.core.moves import Event, Move, move
from tableside.core.ruling import Illegal, Legal, Ruling
from tableside.games.urcsempeszek.game import Urcsempeszek
from tableside.games.urcsempeszek.state import Goods, Phase, State, minus, plus
from tableside.language import language
from tests import contract

COLOURS = ("orange", "black", "pink", "brown", "white", "sixth")
A, B, C, D, E = "s01", "s02", "s03", "s04", "s05"
"""The sectors of the rulebook's worked example; A, C, D and E are described there, B is invented."""


def game() -> Urcsempeszek:
    """The game with the sample copy."""
    found = contract.game_of("urcsempeszek")
    assert isinstance(found, Urcsempeszek)
    return found


GAME = game()


def bare() -> Urcsempeszek:
    """The game as it is shipped: no sector and no sheet is known."""
    from tableside.games.urcsempeszek import GAME as SHIPPED

    return SHIPPED


def opened(seats: int, **options: Any) -> State:
    """Colours taken in order, the first player host, nothing dealt."""
    state = GAME.setup(GAME.info.settle(options), seats)
    for seat in range(seats):
        state = does(state, move(seat, "colour", colour=COLOURS[seat]))
    return does(state, move(None, "host", player=0))


def dealt(seats: int, cards: Sequence[str] = (), **options: Any) -> State:
    """The first galaxy is in the middle."""
    state = opened(seats, **options)
    named = list(cards) or [A, B, C, D, E, "s06"][: state.layout.cards]
    return does(state, move(None, "deal", cards=named))


def tokens_of(state: State) -> tuple[tuple[int, ...], ...]:
    """The speed tokens in seat order, the highest first; two players share them 3, 1 against 0, -1."""
    if len(state.players) == 2:
        return ((1, 3), (-1, 0))
    return tuple((token,) for token in sorted(state.layout.tokens, reverse=True))


def bid(state: State, *dice: tuple[str, str, int], tokens: Any = None) -> Move:
    """A bidding's result as it is written."""
    order = sorted(dice, key=lambda die: (die[0], die[2], COLOURS.index(die[1]) if die[1] in COLOURS else 9))
    return move(None, "bid", dice=order, tokens=tokens or tokens_of(state))


def does(state: State, *made: Move, rules: Urcsempeszek = GAME) -> State:
    """The table after these moves, all of which must be allowed."""
    for one in made:
        state = after(state, allowed(state, one, rules), rules)
    return state


def after(state: State, legal: Legal, rules: Urcsempeszek = GAME) -> State:
    for happened in legal.events:
        assert happened.cite is not None
        state = rules.apply(state, happened)
    assert rules.audit(state) == ()
    return state


def allowed(state: State, made: Move, rules: Urcsempeszek = GAME) -> Legal:
    """The ruling, which must be in favour."""
    ruling = rules.judge(state, made)
    assert isinstance(ruling, Legal), f"{made}: {language('en').say(ruling.reason)}"
    return ruling


def refused(state: State, made: Move, key: str, rule: str, rules: Urcsempeszek = GAME) -> Illegal:
    """The ruling, which must be against with this reason and rule, and near moves that stand."""
    ruling: Ruling = rules.judge(state, made)
    assert isinstance(ruling, Illegal), f"{made} is allowed"
    assert (ruling.reason.key.removeprefix("urcsempeszek.no."), ruling.cite.rule) == (key, rule)
    contract.check_refusal(ruling, rules)
    for near in ruling.nearest:
        assert rules.judge(state, near).legal, f"named as near but refused: {near}"
    return ruling


def evaluated(
    seats: int, *dice: tuple[str, str, int], cards: Sequence[str] = (), tokens: Any = None, **options: Any
) -> State:
    """The winners are known and nobody has paid."""
    state = dealt(seats, cards, **options)
    return does(state, bid(state, *dice, tokens=tokens), move(None, "evaluate"))


def having(state: State, seat: int, **changes: Any) -> State:
    """The table with something changed for one player."""
    return state.having(seat, replace(state.players[seat], **changes))


def stocked(state: State, seat: int, energy: int | None = None, goods: Goods | None = None) -> State:
    """The table with another stock for one player; the last of the others has the rest."""
    player = state.players[seat]
    other = max(place for place in range(len(state.players)) if place != seat)
    energy, goods = player.energy if energy is None else energy, player.goods if goods is None else goods
    rest = state.players[other]
    state = having(
        state,
        other,
        energy=rest.energy + player.energy - energy,
        goods=plus(rest.goods, minus(player.goods, goods)),
    )
    return having(state, seat, energy=energy, goods=goods)


def kinds(events: Sequence[Event]) -> tuple[str, ...]:
    return tuple(one.kind for one in events)


def won(state: State) -> dict[str, tuple[int, int]]:
    """Each card in the middle with its winner and the die."""
    return {one.card: (one.seat, one.value) for one in state.bids}


def refilling(seats: int, tokens: Any = None, energy: int = 0, goods: Goods = (0, 0, 0, 0), **options: Any) -> State:
    """Nobody bid, and this lies in the common pool; then all but the last have 5 energy and a good of each colour."""
    state = dealt(seats, **options)
    state = does(state, bid(state, tokens=tokens), move(None, "evaluate"))
    assert state.phase is Phase.REFILL
    if energy or any(goods):
        for seat in range(seats - 1):
            state = stocked(state, seat, 5, (1, 1, 1, 1))
        last = state.players[-1]
        state = having(state, seats - 1, energy=last.energy - energy, goods=minus(last.goods, goods))
    return replace(state, energy=energy, goods=goods)


def points(state: State) -> tuple[Mapping[str, int], ...]:
    """Each player's score lines by key; lines of one key are added."""
    found: list[dict[str, int]] = [{} for _ in state.players]
    for line in GAME.score(state):
        found[line.seat][line.key] = found[line.seat].get(line.key, 0) + line.points
    return tuple(found)
