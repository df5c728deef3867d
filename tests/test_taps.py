"""The count of taps: an answer is one, a suggestion is one and stands at once, and the questions lead to the move."""

from __future__ import annotations

from collections import Counter

from benchmarks.finger import Finger, drawn
from benchmarks.taps import winners_only
from tableside.core import registry
from tableside.core.moves import move
from tableside.core.table import Table
from tests.games.urcsempeszek.support import GAME, A, B, C, bid, dealt, evaluated, opened


def taps(start: object, seats: int, *made: object) -> Counter[str]:
    finger = Finger(Table(GAME, {}, seats, start=start))
    for one in made:
        finger.enter(one)  # type: ignore[arg-type]
    assert not finger.counted.unreached
    return finger.counted.taps


def test_a_galaxy_is_a_tap_for_each_card_in_any_order_and_stands_with_the_last() -> None:
    counted = taps(opened(3), 3, move(None, "deal", cards=(C, A, B)))
    assert (counted["deal.cards"], counted["confirm"]) == (3, 0)


def test_a_bidding_is_a_tap_for_each_card_and_each_token_but_the_last() -> None:
    state = dealt(3)
    made = winners_only(GAME, state, bid(state, (A, "pink", 5), (A, "black", 3), (C, "orange", 2)))
    assert made["dice"] == ((A, "pink", 5), (C, "orange", 2)), "losing dice need not be told"
    counted = taps(state, 3, made)
    assert (counted["bid.dice"], counted["bid.tokens"], counted["confirm"]) == (3, 2, 0)


def test_a_suggested_payment_is_one_tap_in_all() -> None:
    state = evaluated(3, (B, "pink", 1))
    ready = GAME.suggest(state, 2)
    assert all(taps(state, 3, made).total() == 1 for made in ready)
    other = next((made for made in GAME.moves(state, 2) if made not in ready), None)
    assert other is None or taps(state, 3, other).total() > 1


def test_a_thing_that_is_drawn_and_its_verb_are_two_taps_in_all() -> None:
    assert {"hex", "track"} <= set(drawn("gaia_project")) and "sector" in drawn("urcsempeszek")
    game = registry.find("gaia_project")
    table = Table(game, {}, 2)
    while None in table.to_act() or "research" not in game.kinds(table.state, min(table.to_act(), key=str)):
        seat = next(iter(table.to_act()))
        table.confirm(game.sample(table.state, seat, lambda count: 0))
    (seat,) = table.to_act()
    study = next(made for made in game.moves(table.state, seat) if made.kind == "research")
    finger = Finger(table)
    finger.enter(study)
    assert finger.counted.taps.total() <= 2 and not finger.counted.unreached
