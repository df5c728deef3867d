"""C10 to C15: energy, then goods, with every real choice left to the player."""

import random
from dataclasses import replace
from itertools import combinations_with_replacement
from typing import Any

import pytest

from tableside.core.moves import Move, move
from tableside.core.ruling import Legal
from tableside.core.table import Table
from tableside.games.urcsempeszek.delivery import deliverable, deliveries
from tableside.games.urcsempeszek.records import CRUISER, GOODS, SECTORS
from tableside.games.urcsempeszek.state import Goods, Phase, State, counted
from tableside.language import language
from tests.games.urcsempeszek.support import (
    GAME,
    A,
    B,
    C,
    D,
    E,
    allowed,
    dealt,
    does,
    evaluated,
    kinds,
    refused,
    stocked,
)


def two_won(first: int = 4, second: int = 2, **options: Any) -> State:
    """Black has won C (red, red, cruiser) and D (green, yellow, blue, red)."""
    return evaluated(5, (C, "black", first), (D, "black", second), **options)


def pay(sector: str, omit: str | None = None, *cruisers: str, seat: int = 1) -> Move:
    return move(seat, "pay", sector=sector, omit=omit, cruisers=cruisers)


def offered(state: State, seat: int = 1) -> list[Move]:
    return list(GAME.moves(state, seat))


# -- energy ------------------------------------------------------------------------------------


def test_c10_the_winning_die_is_paid_in_energy() -> None:
    state = does(two_won(), pay(C, "red", "blue"))
    assert (state.players[1].energy, state.energy) == (9 - 4, 4)


def test_c10_a_sector_one_has_no_energy_for_is_lost_without_goods() -> None:
    table = Table(GAME, {}, 5, start=stocked(evaluated(5, (E, "black", 6)), 1, energy=5))
    table.run_routine()
    black = table.state.players[1]
    assert (black.lost, black.paid, black.energy, black.goods) == ((E,), (), 5, (2, 2, 2, 2))
    assert table.state.phase is Phase.REFILL


def test_c10_with_energy_for_only_one_of_two_the_player_chooses_which() -> None:
    state = stocked(two_won(4, 2), 1, energy=5)
    assert GAME.routine(state) is None and GAME.to_act(state) == {1}
    assert {made["sector"] for made in offered(state)} == {C, D}
    for chosen, other in ((C, D), (D, C)):
        table = Table(GAME, {}, 5, start=state)
        table.confirm(next(made for made in offered(state) if made["sector"] == chosen))
        assert (table.state.players[1].paid, table.state.players[1].lost) == ((chosen,), (other,))


def test_c10_energy_for_neither_loses_both() -> None:
    table = Table(GAME, {}, 5, start=stocked(two_won(4, 2), 1, energy=1))
    table.run_routine()
    assert table.state.players[1].lost == (C, D)
    assert table.state.players[1].energy == 1


def test_c10_a_sector_out_of_reach_leaves_no_choice() -> None:
    state = stocked(two_won(4, 2), 1, energy=3)
    assert GAME.routine(state) == move(None, "lose", sector=C)
    refused(state, pay(D, "red"), "core.wait_for_table", "turn")
    state = does(state, move(None, "lose", sector=C))
    assert {made["sector"] for made in offered(state)} == {D}


def test_c10_nobody_pays_for_what_another_has_won() -> None:
    state = evaluated(5, (C, "black", 4), (D, "pink", 2))
    refused(state, pay(D), "not_won", "C10")
    assert GAME.to_act(state) == {1, 2}, "payments of different players do not wait for each other"
    does(state, pay(D, "red", seat=2), pay(C, "red", "blue"))


def test_c10_the_referee_loses_nothing_that_can_be_paid() -> None:
    state = two_won()
    refused(state, move(None, "lose", sector=C), "core.not_your_turn", "turn")
    refused(state, move(1, "forfeit", sector=C), "must_deliver", "C12")


# -- goods -------------------------------------------------------------------------------------


def test_c11_a_good_of_its_colour_for_every_ship_and_any_for_a_cruiser() -> None:
    state = does(two_won(), pay(C, None, "yellow"))
    assert state.players[1].goods == (0, 2, 2, 1)
    assert state.goods == (2, 0, 0, 1)


def test_c11_one_good_per_sector_may_be_omitted() -> None:
    state = two_won()
    for omit, cruisers, left in (
        ("red", ("blue",), (1, 1, 2, 2)),
        ("cruiser", (), (0, 2, 2, 2)),
        (None, ("green",), (0, 2, 1, 2)),
    ):
        assert does(state, pay(C, omit, *cruisers)).players[1].goods == left


def test_c11_what_is_not_in_the_sector_cannot_be_omitted() -> None:
    refusal = refused(two_won(), pay(C, "blue", "red"), "no_such_ship", "C11")
    assert refusal.nearest and all(near["sector"] == C for near in refusal.nearest)


def test_c11_every_cruiser_that_is_served_gets_one_good() -> None:
    state = two_won()
    refused(state, pay(C, None), "cruisers_get_one_each", "C11")
    refused(state, pay(C, "cruiser", "red"), "cruisers_get_one_each", "C11")
    refused(state, pay(C, None, "cruiser"), "no_such_good", "C11")


def test_c11_missing_goods_are_named() -> None:
    state = stocked(two_won(), 1, goods=(1, 2, 2, 2))
    refusal = refused(state, pay(C, None, "blue"), "short_of_goods", "C11")
    (missing,) = refusal.reason["missing"]
    assert (missing.key, missing["n"]) == ("urcsempeszek.amount.red", 1)


def test_c11_omitting_a_ship_and_serving_a_cruiser_with_its_colour_is_the_same_as_omitting_the_cruiser() -> None:
    state = two_won()
    assert does(state, pay(C, "red", "red")).players == does(state, pay(C, "cruiser")).players
    assert pay(C, "red", "red") not in offered(state), "offered once only"


def test_c11_cruisers_goods_are_told_in_any_order() -> None:
    rules = GAME.with_catalog(
        GAME.catalog.learn(
            SECTORS, A, {"planets": ["red"], "ships": [CRUISER, CRUISER], "station": False, "source": "x", "sure": True}
        )
    )
    state = evaluated(5, (A, "black", 1))
    first, second = pay(A, None, "yellow", "red"), pay(A, None, "red", "yellow")
    assert allowed(state, first, rules) == allowed(state, second, rules)


def test_c11_the_cheapest_payment_is_proposed_first_with_what_it_leaves_and_nobody_is_nagged() -> None:
    state = stocked(two_won(2, 4), 1, goods=(2, 1, 1, 2))
    first = offered(state)[0]
    assert first == pay(C, "red", "yellow"), "fewest goods, and those one has the most of"
    assert allowed(stocked(state, 1, goods=(2, 2, 2, 2)), pay(C, None, "yellow")).cautions == ()
    assert allowed(state, first).cautions == ()
    (choice,) = GAME.choices(state, move(1, "pay", sector=C))
    assert choice.offers[0].value == "red"
    assert language("en").say(choice.label).endswith("1 red, 1 yellow; this leaves 7 energy and 4 goods.")
    assert language("hu").say(choice.label).endswith("1 piros, 1 sárga; marad 7 energia és 4 áru.")


def test_d2_last_round_advice_follows_the_aim_to_be_left_with_nothing() -> None:
    state = replace(stocked(two_won(2, 4), 1, goods=(2, 1, 1, 2)), galaxies=0)
    first = offered(state)[0]
    assert first["omit"] is None, "in the last round a good that is kept costs a point"
    assert GAME.judge(state, first).cautions == ()  # type: ignore[union-attr]
    legal = GAME.judge(state, pay(C, "red", "yellow"))
    assert isinstance(legal, Legal) and [caution.key for caution in legal.cautions] == ["last_round_keep"]
    (choice,) = GAME.choices(state, move(1, "pay", sector=C))
    assert choice.offers[0].value is None and "utolsó körben" in language("hu").say(choice.label)


def test_d2_last_round_advice_knows_the_favourite_goods_that_cost_nothing() -> None:
    """Black favours yellow and green ships: one good of each is free."""
    state = evaluated(5, (E, "black", 2), favourite_goods=True)
    state = replace(stocked(state, 1, goods=(0, 1, 1, 1)), galaxies=0)
    assert offered(state)[0] == pay(E)
    rules = GAME.with_catalog(
        GAME.catalog.learn(SECTORS, E, {"planets": 3, "ships": ["green"], "source": "x", "sure": True})
    )
    legal = rules.judge(state, pay(E, "green"))
    assert isinstance(legal, Legal) and legal.cautions == (), "the green one is free, so keeping it costs nothing"


def test_ex_2_a_card_with_one_ship_can_be_had_for_energy_only() -> None:
    state = stocked(evaluated(5, (E, "pink", 6)), 2, goods=(0, 0, 0, 0))
    state = does(state, pay(E, "blue", seat=2))
    assert (state.players[2].paid, state.players[2].energy, state.goods) == ((E,), 3, (0, 0, 0, 0))


# -- what cannot be delivered ------------------------------------------------------------------


def test_c12_without_goods_the_sector_is_lost_and_the_energy_stays_paid() -> None:
    table = Table(GAME, {}, 5, start=stocked(evaluated(5, (C, "black", 4)), 1, goods=(0, 1, 1, 1)))
    table.run_routine()
    black = table.state.players[1]
    assert (black.lost, black.energy, black.goods) == ((C,), 5, (0, 1, 1, 1)), "all or nothing: no goods are given up"
    assert (table.state.energy, table.state.goods) == (4, (0, 0, 0, 0))


def test_c12_option_refund_gives_the_energy_back() -> None:
    start = stocked(evaluated(5, (C, "black", 4), refund=True), 1, goods=(0, 1, 1, 1))
    table = Table(GAME, {"refund": True}, 5, start=start)
    table.run_routine()
    assert (table.state.players[1].lost, table.state.players[1].energy) == ((C,), 9)


def test_c12_who_can_pay_must_pay() -> None:
    state = two_won()
    refused(state, move(1, "refuse", sector=C), "must_pay", "C12")
    assert {made.kind for made in offered(state)} == {"pay", "all_pay"}


def test_c12_option_refuse_lets_a_player_decline() -> None:
    state = two_won(refuse=True)
    state = does(state, move(1, "refuse", sector=C), move(1, "refuse", sector=D))
    assert (state.players[1].lost, state.players[1].energy, state.phase) == ((C, D), 9, Phase.REFILL)


def test_c12_when_both_sectors_can_be_paid_the_first_must_leave_enough_for_the_second() -> None:
    state = stocked(two_won(), 1, goods=(1, 1, 1, 2))
    refusal = refused(state, pay(C, "red", "blue"), "both_can_be_paid", "C12")
    assert refusal.nearest == (pay(C, "red", "yellow"),)
    does(state, pay(C, "red", "yellow"), pay(D, "red"))
    assert pay(C, "red", "blue") not in offered(state)
    free = stocked(two_won(refuse=True), 1, goods=(1, 1, 1, 2))
    allowed(free, pay(C, "red", "blue"))


def test_c12_energy_for_one_may_go_to_the_sector_that_cannot_be_delivered() -> None:
    """Torn between two sectors the player is free to choose, but is warned."""
    state = stocked(two_won(4, 2), 1, energy=5, goods=(0, 1, 1, 1))
    legal = allowed(state, move(1, "forfeit", sector=C))
    assert [caution.key for caution in legal.cautions] == ["forfeit"]
    after = does(state, move(1, "forfeit", sector=C), move(None, "lose", sector=D))
    assert (after.players[1].lost, after.players[1].energy, after.players[1].goods) == ((C, D), 1, (0, 1, 1, 1))
    better = does(state, pay(D, "red"), move(None, "lose", sector=C))
    assert (better.players[1].paid, better.players[1].lost, better.players[1].energy) == ((D,), (C,), 3)


def test_c12_forfeit_is_offered_only_where_it_is_a_choice() -> None:
    lone = stocked(evaluated(5, (C, "black", 4), refuse=True), 1, goods=(0, 1, 1, 1))
    assert {made.kind for made in offered(lone)} == {"forfeit", "refuse"}
    rich = stocked(two_won(), 1, energy=9, goods=(0, 1, 1, 1))
    assert GAME.routine(rich) == move(None, "lose", sector=C), "both energies are paid, so nothing is left to choose"
    back = stocked(two_won(4, 2, refund=True), 1, energy=5, goods=(0, 1, 1, 1))
    assert GAME.routine(back) == move(None, "lose", sector=C)


def test_c13_with_goods_for_only_one_of_two_the_player_chooses_which() -> None:
    state = stocked(two_won(), 1, goods=(2, 1, 1, 0))
    assert GAME.routine(state) is None
    assert {made["sector"] for made in offered(state)} == {C, D}
    table = Table(GAME, {}, 5, start=state)
    table.confirm(pay(C, "cruiser"))
    assert (table.state.players[1].paid, table.state.players[1].lost) == ((C,), (D,))
    assert table.state.players[1].energy == 9 - 4 - 2, "the energy for D is paid and gone"


def test_c14_what_is_paid_goes_to_the_common_pool_and_the_card_face_up() -> None:
    state = does(two_won(), pay(C, "red", "blue"), pay(D, "red"))
    assert (state.energy, state.goods) == (6, (1, 2, 1, 1))
    assert state.players[1].paid == (C, D)
    assert state.players[1].dice == 2
    assert GAME.census(state) == GAME.census(dealt(5))


def test_c15_totals_count_and_not_tokens() -> None:
    state = stocked(evaluated(5, (E, "black", 4)), 1, energy=5)
    assert does(state, pay(E, "blue")).players[1].energy == 1


def test_f5_a_winning_six_of_a_tower_costs_ten() -> None:
    dice = ((E, "black", 6),)
    plain, tower = (stocked(evaluated(5, *dice, stacked_dice=on), 1, energy=11) for on in (False, True))
    assert does(plain, pay(E, "blue")).players[1].energy == 5
    assert does(tower, pay(E, "blue")).players[1].energy == 1
    poor = stocked(tower, 1, energy=9)
    assert GAME.routine(poor) == move(None, "lose", sector=E)


# -- the arithmetic of goods -------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(4))
def test_c11_deliverable_agrees_with_trying_everything(seed: int) -> None:
    chance = random.Random(seed)
    for _ in range(400):
        ships = tuple(chance.choice((*GOODS, CRUISER)) for _ in range(chance.randint(0, 5)))
        have: Goods = (chance.randint(0, 2), chance.randint(0, 2), chance.randint(0, 2), chance.randint(0, 2))
        ways = set()
        for left_out in (None, *range(len(ships))):
            served = [ship for number, ship in enumerate(ships) if number != left_out]
            for jokers in combinations_with_replacement(GOODS, served.count(CRUISER)):
                given = counted((*(ship for ship in served if ship != CRUISER), *jokers))
                if all(want <= here for want, here in zip(given, have)):
                    ways.add(given)
        assert deliverable(have, ships) == bool(ways), f"seed {seed}: {have} {ships}"
        assert {made.goods for made in deliveries(have, ships)} == ways, f"seed {seed}: {have} {ships}"
        costs = [sum(made.goods) for made in deliveries(have, ships)]
        assert costs == sorted(costs)


# -- asked slot by slot ------------------------------------------------------------------------


def test_payment_is_asked_sector_then_omission_then_cruisers() -> None:
    state = two_won()
    partial = Move(1, "")
    asked = []
    for _ in range(4):
        (choice,) = GAME.choices(state, partial)
        asked.append(choice.slot)
        value = next(offer.value for offer in choice.offers if offer.why_not is None)
        partial = Move(1, value) if choice.slot == "kind" else partial.given(**{choice.slot: value})
    assert asked == ["kind", "sector", "omit", "cruisers"]
    assert GAME.choices(state, partial) == ()
    allowed(state, partial)


def test_what_cannot_be_chosen_is_shown_with_its_reason() -> None:
    state = stocked(two_won(), 1, goods=(0, 2, 2, 2))
    state = does(state, move(None, "lose", sector=C))
    (choice,) = GAME.choices(state, Move(1, ""))
    greyed = {offer.value: offer.why_not for offer in choice.offers if offer.why_not is not None}
    assert not greyed, "what can never be chosen here fills no panel"
    (choice,) = GAME.choices(state, move(1, "pay", sector=D))
    why = {offer.value: offer.why_not for offer in choice.offers}
    assert why["red"] is None
    for other in (None, "blue", "green", "yellow"):
        refusal = why[other]
        assert refusal is not None and refusal.reason.key == "urcsempeszek.no.short_of_goods"


def test_events_of_the_last_payment_lead_to_the_refill() -> None:
    state = evaluated(3, (B, "pink", 1))
    assert kinds(allowed(state, pay(B, "red", seat=2)).events) == ("paid", "payments_over")


def test_the_best_payment_of_each_sector_is_one_tap_and_stays_legal() -> None:
    state = two_won()
    (choice,) = GAME.choices(state, Move(1, ""))
    both, *single = choice.ready
    assert both.kind == "all_pay" and {made["sector"] for made in single} == {C, D}
    for made in choice.ready:
        allowed(state, made)
    (choice,) = GAME.choices(state, move(1, "pay", sector=C))
    assert {made["sector"] for made in choice.ready} == {C}, "what is chosen already stands"


# -- everybody at once ---------------------------------------------------------------------------


def test_everybody_pays_the_best_way_with_one_tap() -> None:
    state = evaluated(5, (A, "orange", 3), (C, "black", 4), (D, "pink", 2))
    together = GAME.suggest(state, 0)[0]
    assert together.kind == "all_pay" and [one[0] for one in together["payments"]] == [A, C, D]
    one_by_one = state
    for seat in range(3):
        one_by_one = does(one_by_one, GAME.suggest(one_by_one, seat)[1 if seat < 2 else 0])
    assert does(state, together) == one_by_one, "the same as each by himself"
    said = language("hu").say(GAME.say_move(state, together))
    assert said.startswith("Mindenki így fizet:") and "(3 energia, " in said and "(2 energia, " in said, said


def test_who_must_choose_between_two_sectors_is_not_paid_for() -> None:
    state = stocked(evaluated(5, (A, "orange", 3), (B, "orange", 2), (C, "black", 4), (D, "pink", 2)), 0, energy=4)
    together = GAME.suggest(state, 1)[0]
    assert {one[0] for one in together["payments"]} == {C, D}
    after = does(state, together)
    assert GAME.to_act(after) == {0} and {bid.card for bid in after.bids} == {A, B}
    assert GAME.suggest(after, 0)[0].kind == "pay", "and is asked"


def test_a_lone_payment_is_not_told_as_everybodys() -> None:
    state = evaluated(5, (A, "orange", 3))
    assert {made.kind for made in GAME.suggest(state, 0)} == {"pay"}
    refused(state, move(0, "all_pay", payments=()), "nothing_to_pay", "C10")


def test_of_several_payments_each_is_judged_as_alone() -> None:
    state = evaluated(5, (A, "orange", 3), (C, "black", 4))
    (_, omit, cruisers), second = GAME.suggest(state, 0)[0]["payments"]
    refused(state, move(0, "all_pay", payments=((A, "nonsense", cruisers), second)), "no_such_ship", "C11")
    refused(state, move(0, "all_pay", payments=((E, None, ()), second)), "not_won", "C10")
    refused(state, move(0, "all_pay", payments=(second, second)), "not_won", "C10")
    refused(state, move(1, "all_pay", payments=(second, (A, omit, ()))), "cruisers_get_one_each", "C11")
