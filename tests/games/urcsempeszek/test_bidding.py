"""C3 to C7, E2, F5: how a bidding can have ended, and what is nearest to what cannot be."""

import random

import pytest

from tableside.core.game import Choice, Offer
from tableside.core.moves import Move, move
from tableside.core.ruling import Illegal
from tableside.games.urcsempeszek.state import Phase
from tableside.language import language
from tests.games.urcsempeszek.support import GAME, A, B, C, D, allowed, bid, dealt, does, kinds, refused


def test_c1_one_hand_each_is_on_the_checklist() -> None:
    assert any(line.key == "urcsempeszek.check.one_hand" for line in GAME.checklist(GAME.info.settle({}), 3))


def test_c3_any_value_on_any_card_or_no_die_at_all() -> None:
    state = dealt(3)
    assert does(state, bid(state)).bids == ()
    for value in range(1, 7):
        for card in state.cards:
            placed = does(state, bid(state, (card, "pink", value)))
            assert [(one.card, one.seat, one.value) for one in placed.bids] == [(card, 2, value)]
            assert [player.dice for player in placed.players] == [2, 2, 1]


@pytest.mark.parametrize("value", [0, 7, -1, 100])
def test_c3_a_die_shows_1_to_6(value: int) -> None:
    state = dealt(3)
    refusal = refused(state, bid(state, (A, "pink", value)), "no_such_face", "A2")
    assert refusal.nearest[0]["dice"] == ((A, "pink", min(max(value, 1), 6)),)


def test_c3_only_cards_in_the_middle_can_be_bid_on() -> None:
    state = dealt(3)
    refusal = refused(state, bid(state, ("s30", "pink", 4)), "card_not_here", "C3")
    assert {near["dice"][0][0] for near in refusal.nearest} == {A, B, C}


def test_c3_only_dice_of_the_players_are_in_play() -> None:
    state = dealt(3)
    refusal = refused(state, bid(state, (A, "white", 4)), "dice_not_in_play", "B1")
    assert {near["dice"][0][1] for near in refusal.nearest} == {"orange", "black", "pink"}


def test_c4_dice_on_a_card_rise_or_stay_level() -> None:
    state = dealt(3)
    legal = allowed(state, bid(state, (A, "pink", 3), (A, "orange", 3), (A, "black", 5)))
    assert legal.events[0].args == (("card", A), ("dice", ((0, 3), (2, 3), (1, 5))))
    assert legal.events[0].cite is not None and legal.events[0].cite.rule == "C4"


def test_c4_dice_are_told_in_any_order() -> None:
    state = dealt(3)
    good = bid(state, (A, "pink", 3), (A, "black", 5))
    assert allowed(state, good.given(dice=tuple(reversed(good["dice"])))) == allowed(state, good)


def test_c5_both_dice_may_go_to_one_card() -> None:
    state = dealt(3)
    placed = does(state, bid(state, (B, "black", 2), (B, "black", 4)))
    assert [one.value for one in placed.bids] == [2, 4]
    assert placed.players[1].dice == 0


def test_c5_a_third_die_of_a_colour_is_refused_with_the_closest_readings() -> None:
    state = dealt(4)
    wanted = bid(state, (A, "pink", 2), (B, "pink", 4), (C, "pink", 6), (D, "orange", 1))
    refusal = refused(state, wanted, "too_many_dice", "A1")
    assert len(refusal.nearest) == 3
    for near in refusal.nearest:
        changed = set(near["dice"]) ^ set(wanted["dice"])
        assert len(changed) == 2, "one die of another colour is nearer than one die fewer"
        assert near["tokens"] == wanted["tokens"]


def test_c6_one_token_for_each_of_3_to_6_players() -> None:
    state = dealt(3)
    legal = allowed(state, bid(state, tokens=((-1,), (2,), (1,))))
    assert kinds(legal.events) == ("speed", "speed", "speed", "bidding_over")
    refused(state, bid(state, tokens=((-1, 1), (2,), ())), "one_token", "C6")
    refused(state, bid(state, tokens=((-1,), (2,), (1,), ())), "tokens_for_each", "C6")
    refused(state, bid(state, tokens=((-1,),)), "last_token", "C7")


def test_c6_only_the_tokens_of_this_number_of_players_each_once() -> None:
    state = dealt(3)
    refusal = refused(state, bid(state, tokens=((3,), (2,), (1,))), "token_not_in_play", "B2")
    assert refusal.nearest[0]["tokens"] == ((-1,), (2,), (1,))
    refusal = refused(state, bid(state, tokens=((2,), (2,), (1,))), "token_twice", "B2")
    assert {near["tokens"] for near in refusal.nearest[:2]} == {((-1,), (2,), (1,)), ((2,), (-1,), (1,))}


def test_c7_the_last_token_goes_to_the_one_without() -> None:
    state = dealt(3)
    after = does(state, bid(state, tokens=((2,), (1,), (-1,))))
    assert after.speed == () and after.phase is Phase.EVALUATE
    assert does(state, bid(state, tokens=((2,), (), (-1,)))) == after, "the referee knows where it goes"


@pytest.mark.parametrize("tokens", [((1, 3), (-1, 0)), ((-1, 0, 1), (3,)), ((3,), (-1, 0, 1)), ((-1, 3), (0, 1))])
def test_e2_two_players_end_with_three_and_one_or_two_and_two(tokens: tuple[tuple[int, ...], ...]) -> None:
    state = dealt(2)
    after = does(state, bid(state, tokens=tokens))
    assert tuple(player.tokens for player in after.players) == tokens


def test_e2_nobody_can_have_all_four_tokens() -> None:
    state = dealt(2)
    refusal = refused(state, bid(state, tokens=((-1, 0, 1, 3), ())), "last_token_to_fewer", "E2")
    assert all(len(near["tokens"][0]) == 3 for near in refusal.nearest)


def test_e2_the_last_token_goes_to_the_player_with_fewer() -> None:
    state = dealt(2)
    for told, whole in (
        (((-1, 0, 3), ()), ((-1, 0, 3), (1,))),
        (((3, 1), (0,)), ((1, 3), (-1, 0))),
        (((3, 1), (0, -1)), ((1, 3), (-1, 0))),
    ):
        assert does(state, bid(state, tokens=told)) == does(state, bid(state, tokens=whole))
    refused(state, bid(state, tokens=((3,), (0,))), "tokens_left_over", "E2")


def test_e2_there_are_fourteen_ways_to_share_four_tokens() -> None:
    from tableside.games.urcsempeszek.rules.placing import shares

    ways = list(shares(dealt(2)))
    assert len(ways) == len(set(ways)) == 14
    assert {len(first) for first, _ in ways} == {1, 2, 3}


def test_f5_each_die_of_a_tower_is_higher_than_the_one_below() -> None:
    state = dealt(3, stacked_dice=True)
    legal = allowed(state, bid(state, (A, "pink", 3), (A, "black", 5)))
    assert legal.events[0].cite is not None and legal.events[0].cite.rule == "F5"
    refusal = refused(state, bid(state, (A, "pink", 3), (A, "black", 3)), "same_value_in_tower", "F5")
    assert {sorted(value for _, _, value in near["dice"])[0] for near in refusal.nearest} <= {2, 3}
    assert all(len(near["dice"]) == 2 for near in refusal.nearest)


def test_f5_nothing_goes_on_a_six() -> None:
    state = dealt(3, stacked_dice=True)
    refusal = refused(state, bid(state, (A, "pink", 6), (A, "black", 6)), "over_a_six", "F5")
    assert refusal.nearest[0]["dice"] in (
        ((A, "black", 5), (A, "pink", 6)),
        ((A, "pink", 5), (A, "black", 6)),
    )


def test_f5_equal_dice_are_fine_without_towers() -> None:
    state = dealt(3)
    allowed(state, bid(state, (A, "pink", 6), (A, "black", 6)))


def test_the_nearest_bidding_is_always_possible_and_near() -> None:
    chance = random.Random(7)
    for number in range(300):
        seats = chance.choice((2, 3, 4, 5, 6))
        state = dealt(seats, stacked_dice=number % 2 == 0)
        colours = [player.colour for player in state.players] + ["no such colour"]
        dice = [
            (chance.choice([*state.cards, "s36"]), chance.choice(colours), chance.randint(0, 8))
            for _ in range(chance.randint(0, 2 * seats + 2))
        ]
        tokens = [[chance.randint(-1, 4)] for _ in range(seats)]
        wanted = move(None, "bid", dice=dice, tokens=tokens)
        ruling = GAME.judge(state, wanted)
        if isinstance(ruling, Illegal):
            for near in ruling.nearest:
                assert GAME.judge(state, near).legal, f"seed 7, {number}: {near}"
            assert ruling.nearest or len(dice) > 4, f"seed 7, {number}: {wanted}"


def labelled(choice: Choice) -> dict[str, Offer]:
    """The offers of a choice by what a player reads."""
    return {language("en").say(offer.label): offer for offer in choice.offers}


def test_a_bidding_is_told_card_by_card_the_winning_die_first_and_the_last_token_by_the_rule() -> None:
    state = dealt(4)
    partial = Move(None, "bid")
    for step in ("Pink 6", "no die on it", "Orange 2", "Black 1", "2", "−1", "3"):
        (choice,) = GAME.choices(state, partial)
        offer = labelled(choice)[step]
        assert offer.why_not is None
        partial = partial.given(**{choice.slot: offer.value})
    assert GAME.choices(state, partial) == (), "seven taps, and nothing is open"
    whole = bid(state, (A, "pink", 6), (C, "orange", 2), (D, "black", 1), tokens=((2,), (-1,), (3,), (1,)))
    assert partial == whole
    allowed(state, partial)


def test_more_dice_on_a_card_may_be_told_so_that_the_referee_settles_a_tie() -> None:
    state = dealt(3)
    partial = Move(None, "bid")
    steps = ("Pink 4", "one more die on the 2-planet sector (yellow, blue, green, cruiser)", "Black 4", "no die on it")
    for step in (*steps, "no die on it", "−1", "2"):
        (choice,) = GAME.choices(state, partial)
        partial = partial.given(**{choice.slot: labelled(choice)[step].value})
    assert GAME.choices(state, partial) == ()
    after = does(state, partial, move(None, "evaluate"))
    assert [(one.card, one.seat) for one in after.bids] == [(A, 1)], "the higher token wins"


def test_a_player_without_dice_left_is_not_offered_and_a_value_in_the_tower_is_greyed() -> None:
    state = dealt(3, stacked_dice=True)
    (choice,) = GAME.choices(state, move(None, "bid", dice=((A, "pink", 4), (A, "pink", 2), ("…", "more", 0))))
    offers = labelled(choice)
    assert not any(name.startswith("Pink") for name in offers)
    refusal = offers["Black 4"].why_not
    assert refusal is not None and refusal.cite.rule == "F5"
    assert offers["Black 5"].why_not is None


def test_tokens_are_asked_by_the_players_name() -> None:
    state = dealt(3)
    (choice,) = GAME.choices(state, move(None, "bid", dice=()))
    assert language("hu", ("Anna", "Béla", "Csaba")).say(choice.label) == "Anna melyik gyorsaságjelzőt vette el?"
    assert list(labelled(choice)) == ["−1", "1", "2"]
    two = dealt(2)
    (choice,) = GAME.choices(two, move(None, "bid", dice=()))
    assert labelled(choice)["−1, 3 (sum 2)"].value == ((-1, 3), (0, 1))
