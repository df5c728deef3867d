"""A roll in a fight told by what counts, bursts and difference, and its dice only where a card is about single ones."""

from __future__ import annotations

from itertools import product

import pytest

from tableside.core.moves import Move, move
from tableside.core.ruling import Illegal, Legal
from tableside.games.onward_to_venus.rules.combat import bursts, counts, needed
from tableside.games.onward_to_venus.state import State, Task
from tableside.language import language
from tests.games.onward_to_venus.scenes import GAME, attack, do, on, pay, refuse, roll, scene, tiles, top
from tests.games.onward_to_venus.test_at_the_table import at


def rolling(tile: str = "mine_3") -> State:
    state = tiles(on(scene(), 0, "mars", orbit=(6, 1, 1)), "mars", tile)
    return do(state, attack(0, "mars", tile))


def outcome(n: int, difference: int) -> Move:
    return move(None, "outcome", bursts=n, difference=difference)


def show(*dice: int) -> Move:
    return move(0, "show", dice=dice)


@pytest.mark.parametrize("dice", sorted(set(product(GAME.copy.known_faces(), repeat=3))))
def test_told_in_short_every_roll_needs_and_costs_the_same(dice: tuple[int, ...]) -> None:
    whole, short = do(rolling(), roll(*dice)), do(rolling(), outcome(*counts(dice)))
    for state in (whole, short):
        assert state.combat is not None and top(state).kind == "combat"
    assert whole.combat is not None and short.combat is not None
    assert needed(GAME.copy, whole, whole.combat) == needed(GAME.copy, short, short.combat)
    assert bursts(whole.combat) == bursts(short.combat)
    paid = pay(0, (6, 0, 1))
    ruled = [GAME.judge(state, paid) for state in (whole, short)]
    assert ruled[0] == ruled[1] and isinstance(ruled[0], Legal)


def test_what_cannot_be_rolled_is_refused() -> None:
    refuse(rolling(), outcome(0, 4), "no_such_roll")
    refuse(rolling(), outcome(3, 1), "no_such_roll")


def test_dice_that_follow_from_what_is_told_are_known() -> None:
    state = do(rolling(), outcome(2, 4))
    assert state.combat is not None and state.combat.dice == (0, 0, 4)
    refuse(state, show(0, 0, 4), "none_show")


def test_F6_a_die_is_excluded_once_the_dice_are_told() -> None:
    state = do(rolling(), outcome(1, 4))
    refuse(state, move(0, "exclude", card="exclude", die=4), "show_first")
    refuse(state, show(0, 0, 4), "other_roll")
    refuse(state, show(1, 2, 4), "other_roll")
    state = do(state, show(4, 0, 1))
    assert state.combat is not None and state.combat.dice == (0, 1, 4)
    state = do(state, move(0, "exclude", card="exclude", die=4))
    assert state.combat is not None and needed(GAME.copy, state, state.combat) == 3 + 1


def test_F25_dice_are_thrown_again_once_they_are_told_and_the_new_roll_may_be_told_in_short() -> None:
    state = do(rolling(), outcome(0, 3))
    refuse(state, move(0, "reroll", card="reroll", dice=(1,)), "show_first")
    state = do(state, show(1, 3, 4), move(0, "reroll", card="reroll", dice=(1, 3, 4)))
    assert top(state) == Task("combat_roll", n=3)
    again = do(state, outcome(1, 2))
    assert again.combat is not None and needed(GAME.copy, again, again.combat) == 3 + 2 and bursts(again.combat) == 1


def test_one_die_thrown_again_is_told_as_it_lies() -> None:
    state = do(rolling(), roll(1, 3, 4), move(0, "reroll", card="reroll", dice=(4,)))
    refuse(state, outcome(0, 2), "dice_number")
    play = at(state, GAME)
    assert not play.choices[0].ready and play.asked_parts is not None, "the faces are asked at once"


def test_F19_a_burst_told_in_short_can_be_ignored() -> None:
    state = do(rolling(), outcome(1, 3), move(0, "play", card="ignore_burst"))
    assert state.combat is not None and bursts(state.combat) == 0
    refuse(state, move(0, "play", card="ignore_burst"), "no_burst")


def test_a_roll_is_one_tap_and_three_dice_can_still_be_tapped_or_drawn() -> None:
    play = at(rolling(), GAME)
    said = [language("hu").say(GAME.say_ready(play.state, made)) for made in play.choices[0].ready]
    assert said[:3] == ["különbség 1", "1 robbanás, különbség 1", "2 robbanás, különbség 1"]
    assert said[-4:] == [
        "különbség 0",
        "1 robbanás, különbség 4",
        "2 robbanás, különbség 4",
        "3 robbanás, különbség 0",
    ], "each number of bursts has its column"
    assert len(said) == len(set(said)), "no two mean the same"
    assert play.offer("kind", "roll") is not None
    assert play.draw() is None and play.partial.kind == "roll", "lots throw dice"
    play.restart()
    play.take(outcome(1, 3))
    assert play.stands
    play.confirm()
    assert "különbség 3 + védelem 3 = 6 harci pont kell" in language("hu").say(GAME.phase(play.state))
    assert language("hu").say(play.choices[0].label) == "Mivel fizetsz? 6 harci pont kell"


def test_the_three_dice_are_asked_only_where_a_card_may_be_about_them() -> None:
    play = at(do(rolling(), outcome(0, 2)), GAME)
    offered = {offer.value: offer.why_not for offer in play.choices[0].offers}
    assert offered["show"] is None
    refused = offered["exclude"]
    assert isinstance(refused, Illegal) and refused.reason.key.endswith("show_first")
    told = at(do(rolling(), roll(1, 2, 3)), GAME)
    assert "show" not in {offer.value for offer in told.choices[0].offers}
