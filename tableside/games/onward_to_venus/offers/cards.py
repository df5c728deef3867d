"""What cards a player may play, and how."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations_with_replacement, product

from tableside.core.moves import Move, move
from tableside.games.onward_to_venus.content import Copy
from tableside.games.onward_to_venus.offers.turn import held, timed
from tableside.games.onward_to_venus.records import Effect
from tableside.games.onward_to_venus.rules import answers
from tableside.games.onward_to_venus.rules import cards as card_rules
from tableside.games.onward_to_venus.state import (
    PLACES,
    PLANETS,
    State,
)

Moves = Iterator[Move]


def _play(copy: Copy, state: State, seat: int) -> Moves:
    if state.top is not None and state.top.kind == "last_call":
        effects: tuple[Effect, ...] = (Effect.LAST_ACTION,)
    else:
        effects = (*card_rules.PLAIN, *card_rules.IN_COMBAT)
    for card in held(copy, state, seat, *effects):
        made = move(seat, "play", card=card)
        if card_rules.judge_play(copy, state, made):
            yield made


def _play_at(copy: Copy, state: State, seat: int) -> Moves:
    for card, effect in timed(copy, state, seat, *card_rules.AT):
        for planet in PLANETS:
            if card_rules.no_aim_at(copy, state, seat, effect, planet) is None:
                yield move(seat, "play_at", card=card, planet=planet)


def _play_on(copy: Copy, state: State, seat: int) -> Moves:
    for card, _ in timed(copy, state, seat, *card_rules.ON):
        for victim, player in enumerate(state.players):
            if victim != seat and player.hand:
                yield move(seat, "play_on", card=card, victim=victim)


def _swap(copy: Copy, state: State, seat: int) -> Moves:
    known = [card for card in copy.catalog.table("cards") if copy.unseen(state, card) > 0]
    for card, _ in timed(copy, state, seat, Effect.SWAP):
        for amount in range(min(3, state.players[seat].hand - 1) + 1):
            some = known if amount < 2 else known[:6]
            for thrown in combinations_with_replacement(sorted(some), amount):
                if all(copy.unseen(state, other) >= thrown.count(other) + (other == card) for other in {*thrown, card}):
                    first, second, third = (*thrown, None, None, None)[:3]
                    yield move(seat, "swap", card=card, first=first, second=second, third=third)


def targets(state: State, units: tuple[str, ...]) -> Iterator[dict[str, int | str]]:
    for victim, planet, here in state.presences():
        for place, unit in product(PLACES, units):
            if here.force(place).of(unit):
                yield {"victim": victim, "planet": planet, "place": place, "unit": unit}


def _destroy(copy: Copy, state: State, seat: int) -> Moves:
    for card, effect in timed(copy, state, seat, *answers.DESTROYS):
        for aim in targets(state, answers.DESTROYS[effect]):
            yield move(seat, "destroy", card=card, **aim)


def _recycle(copy: Copy, state: State, seat: int) -> Moves:
    for card in held(copy, state, seat, Effect.RECYCLE):
        for back in dict.fromkeys(state.fresh):
            if state.turn == seat and back in state.discards:
                yield move(seat, "recycle", card=card, back=back)


def _discard(copy: Copy, state: State, seat: int) -> Moves:
    for card in copy.catalog.table("cards"):
        if copy.unseen(state, card) > 0:
            yield move(seat, "discard", card=card)


def _answer(copy: Copy, state: State, seat: int) -> Moves:
    effects = answers.answering(state, state.answers.top.seat, seat)
    for card in held(copy, state, seat, *effects):
        yield move(seat, "answer", card=card)


CARDS: dict[str, Callable[[Copy, State, int], Moves]] = {
    "play": _play,
    "play_at": _play_at,
    "play_on": _play_on,
    "swap": _swap,
    "destroy": _destroy,
    "recycle": _recycle,
    "discard": _discard,
    "answer": _answer,
}
