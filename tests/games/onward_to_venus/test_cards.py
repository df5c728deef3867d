"""Chapter F: every kind of card, with its timing."""

from dataclasses import replace

import pytest

from tableside.core.moves import move
from tableside.core.ruling import Illegal
from tableside.games.onward_to_venus.rules.combat import bursts, needed
from tableside.games.onward_to_venus.state import Force, Task
from tableside.language import language
from tests.games.onward_to_venus.scenes import (
    GAME,
    act,
    attack,
    crisis,
    deploy,
    do,
    fly,
    lose,
    on,
    pay,
    planet,
    player,
    refuse,
    roll,
    scene,
    there,
    tiles,
    top,
)


def play(card: str, seat: int = 0):
    return move(seat, "play", card=card)


def fight(*dice: int, tile: str = "mine_3", orbit: tuple[int, int, int] = (2, 1, 1), where: str = "mars"):
    state = tiles(on(scene(), 0, where, orbit=orbit), where, tile)
    return do(state, attack(0, where, tile), roll(*dice))


def wins(state, payment) -> bool:
    return bool(GAME.judge(state, payment).legal)


def test_F1_movement_cards_add_up() -> None:
    state = on(scene(), 0, "mercury", orbit=(0, 0, 1))
    state = do(state, fly(0, "mercury", "kuiper", (0, 0, 1), "move_2", "move_2"))
    assert state.players[0].on("kuiper").orbit.cruiser == 1
    assert state.discards == ("move_2", "move_2")


def test_F1_with_movement_left_a_tile_may_be_claimed() -> None:
    state = tiles(on(scene(), 0, "earth", orbit=(0, 0, 1)), "titan", "draw")
    state = do(state, fly(0, "earth", "titan", (0, 0, 1), "move_2"))
    assert top(state) == Task("arrived", 0, "titan")


@pytest.mark.parametrize(
    ("rule", "card", "units"),
    [("F2", "big_tanks", (0, 1, 0)), ("F3", "elite_infantry", (2, 0, 0)), ("F4", "modern_cruisers", (1, 0, 1))],
)
def test_F2_F3_F4_one_card_makes_all_units_of_a_kind_stronger(rule: str, card: str, units: tuple) -> None:
    state = fight(1, 1, 1)  # three are needed
    assert not wins(state, pay(0, units))
    assert wins(state, pay(0, units, card))
    assert refuse(state, pay(0, units, card, card), "only_one_such").cite.rule == rule


def test_F5_transports_carry_tanks_in_one_group() -> None:
    state = on(scene(), 0, "mars", orbit=(1, 2, 1))
    state = do(state, fly(0, "mars", "moon", (1, 2, 1), "transports"))
    assert state.players[0].on("moon").orbit == Force(1, 2, 1)
    refuse(on(scene(), 0, "mars", orbit=(1, 2, 1)), fly(0, "mars", "moon", (1, 0, 1), "transports"), "transports_idle")


def test_F6_an_excluded_die_counts_neither_for_the_difference_nor_for_losses() -> None:
    state = fight(0, 2, 3)
    assert (needed(GAME.copy, state, state.combat), bursts(state.combat)) == (6, 1)
    state = do(state, move(0, "exclude", card="exclude", die=0))
    assert (needed(GAME.copy, state, state.combat), bursts(state.combat)) == (4, 0)
    refuse(state, move(0, "exclude", card="exclude", die=4), "not_these_dice")
    refuse(scene(), move(0, "exclude", card="exclude", die=1), "not_now")


def test_F7_a_card_just_played_comes_back() -> None:
    state = do(scene(), play("lottery"), move(0, "recycle", card="recycle", back="lottery"), play("lottery"))
    assert state.players[0].money == 18
    assert state.players[0].hand == 4
    assert state.discards == ("lottery", "recycle")


def test_F7_only_the_latest_card_and_only_ones_own_turn() -> None:
    state = do(scene(), play("lottery"), play("veins"))
    refuse(state, move(0, "recycle", card="recycle", back="lottery"), "not_just_played")
    refuse(scene(), move(0, "recycle", card="recycle", back="lottery"), "not_just_played")
    assert isinstance(GAME.judge(state, move(1, "recycle", card="recycle", back="veins")), Illegal)


def test_F7_a_card_paid_in_combat_comes_back_too() -> None:
    state = do(fight(1, 1, 1), pay(0, (2, 0, 0), "points_1"), move(0, "recycle", card="recycle", back="points_1"))
    assert state.discards == ("recycle",)


def swap(*cards: str):
    return move(0, "swap", card="swap", cards=cards)


def test_ex_12_swap_three_discarded_are_four_drawn() -> None:
    state = do(scene(), swap("points_1", "points_1", "points_2"))
    assert (state.players[0].hand, state.deck) == (6 - 1 - 3 + 4, 46)
    assert state.discards == ("points_1", "points_1", "points_2", "swap")


def test_F8_fewer_may_be_discarded_too() -> None:
    assert do(scene(), swap()).players[0].hand == 6
    refuse(player(scene(), 0, hand=2), swap("points_1", "points_1"), "hand_too_small")
    refuse(scene(), swap(*["points_1"] * 4), "swap_number")
    assert do(scene(), swap("points_2", "points_1")) == do(scene(), swap("points_1", "points_2"))


def test_F7_a_card_is_used_several_times_in_one_fight() -> None:
    state = tiles(on(scene(), 0, "mars", orbit=(1, 0, 0)), "mars", "mine_6")
    state = do(state, attack(0, "mars", "mine_6"), roll(1, 1, 2))
    refuse(state, pay(0, (1, 0, 0), "points_3"), "too_few_points")
    refuse(state, pay(0, (1, 0, 0), "points_3", "recycle"), "again_number")
    refuse(state, pay(0, (1, 0, 0), "points_3", "recycle", again=("points_2",)), "not_just_played")
    refuse(state, pay(0, (1, 0, 0), "points_3", "recycle", again=("recycle",)), "not_just_played")
    state = do(state, pay(0, (1, 0, 0), "recycle", "points_3", again=("points_3",)))
    assert state.players[0].on("mars").mine == 1
    assert (state.players[0].hand, state.discards) == (4, ("points_3", "recycle"))


def test_F7_a_card_is_used_several_times_in_one_move() -> None:
    state = on(scene(), 0, "earth", orbit=(0, 0, 1))
    refuse(state, fly(0, "earth", "kuiper", (0, 0, 1), "move_1"), "too_far")
    twice = fly(0, "earth", "kuiper", (0, 0, 1), "move_1", "recycle", again=("move_1",))
    state = do(state, twice)
    assert state.players[0].on("kuiper").orbit.cruiser == 1
    assert (state.players[0].hand, state.discards) == (4, ("move_1", "recycle"))


def test_D11_a_played_card_is_discarded_after_its_effect() -> None:
    state = do(scene(deck=0), play("draw_four"))
    assert (state.deck, state.discards, state.players[0].hand) == (0, ("draw_four",), 5)
    state = do(scene(deck=0, discards=("points_1", "points_2")), play("draw_four"))
    assert (state.deck, state.discards, state.players[0].hand) == (0, ("draw_four",), 7)


def test_F32_is_played_before_paying_and_its_point_stands_in_the_sum() -> None:
    state = tiles(on(scene(), 0, "mars", orbit=(1, 0, 0)), "mars", "mine_2")
    state = do(state, attack(0, "mars", "mine_2"), roll(1, 1, 1))
    refuse(state, pay(0, (1, 0, 0), "point_and_card"), "play_before_paying")
    state = do(state, play("point_and_card"))
    assert "ebből 1 már megvan" in language("hu").say(GAME.phase(state))
    do(state, pay(0, (1, 0, 0)))


def test_D5_cards_may_be_told_in_any_order() -> None:
    state = tiles(on(scene(), 0, "mars", orbit=(1, 0, 0)), "mars", "mine_4")
    state = do(state, attack(0, "mars", "mine_4"), roll(1, 1, 1))
    assert do(state, pay(0, (1, 0, 0), "points_2", "points_1")) == do(state, pay(0, (1, 0, 0), "points_1", "points_2"))


def test_F26_saves_a_unit_in_a_crisis_too_unless_the_table_says_no() -> None:
    state = on(crisis("venus", 2), 0, "venus", orbit=(2, 0, 0))
    state = do(state, move(None, "resolve"))
    gone = move(0, "remove", planet="venus", place="orbit", unit="infantry", card="rescue")
    after = do(state, gone)
    assert after.players[0].on("earth").orbit.infantry == 1
    assert (after.players[0].on("venus").orbit.infantry, after.players[0].hand) == (1, 5)
    strict = replace(state, options=scene(options={"rescue_in_crises": False}).options)
    refuse(strict, gone, "not_in_crises")


def test_destruction_is_cited_by_the_rule_of_what_destroys() -> None:
    state = on(scene(), 1, "mars", orbit=(1, 0, 0))
    aim = {"victim": 1, "planet": "mars", "place": "orbit", "unit": "infantry"}
    state = do(state, move(0, "destroy", card="destroy_infantry", **aim))
    _, events = act(state, move(1, "stand"))
    assert {event.cite.rule for event in events if event.kind == "removed"} == {"F10"}


def test_an_exploding_tank_is_cited_by_its_own_rule() -> None:
    state = tiles(on(scene(), 0, "mars", orbit=(0, 1, 0)), "mars", "mine_5")
    state = do(state, attack(0, "mars", "mine_5"), roll(1, 1, 1))
    _, events = act(state, pay(0, (0, 1, 0), "exploding_tank", blown=("landed:tank",)))
    assert [event.cite.rule for event in events if event.kind == "removed"] == ["F13"]


def test_F9_draw_four_keep_two() -> None:
    state = do(scene(), play("draw_four"))
    assert (state.players[0].hand, top(state)) == (9, Task("keep", 0, n=2))
    state = do(state, move(0, "discard", card="points_1"), move(0, "discard", card="traitor"))
    assert (state.players[0].hand, top(state).kind) == (7, "act")


def destroy(card: str, victim: int, where: str, place: str, unit: str):
    return move(0, "destroy", card=card, victim=victim, planet=where, place=place, unit=unit)


@pytest.mark.parametrize(
    ("card", "unit"),
    [
        ("destroy_infantry", "infantry"),
        ("destroy_unit", "infantry"),
        ("destroy_unit", "tank"),
        ("destroy_unit", "cruiser"),
        ("destroy_cruiser", "cruiser"),
    ],
)
@pytest.mark.parametrize("place", ["orbit", "surface"])
def test_F10_F11_F12_a_unit_anywhere_is_destroyed(card: str, unit: str, place: str) -> None:
    state = player(on(scene(), 1, "titan", **{place: (1, 1, 1)}), 1, hand=0)
    state = do(state, destroy(card, 1, "titan", place, unit))
    assert state.players[1].on("titan").units == 2
    assert state.players[1].count(unit) == 0


@pytest.mark.parametrize(("card", "unit"), [("destroy_infantry", "tank"), ("destroy_cruiser", "infantry")])
def test_F10_F12_only_the_kind_on_the_card(card: str, unit: str) -> None:
    refuse(on(scene(), 1, "titan", orbit=(1, 1, 1)), destroy(card, 1, "titan", "orbit", unit), "wrong_unit")


def test_F11_there_must_be_such_a_unit() -> None:
    refuse(scene(), destroy("destroy_unit", 1, "titan", "orbit", "tank"), "no_such_target")


def test_F13_a_tank_landed_earlier_gives_three() -> None:
    state = on(fight(1, 1, 2, orbit=(1, 0, 0)), 0, "mars", orbit=(1, 0, 0), surface=(1, 1, 0))
    state = do(state, pay(0, (1, 0, 0), "exploding_tank", blown=("earlier:tank",)))
    assert state.players[0].on("mars").surface == Force(infantry=2)


def test_F13_needs_a_tank_and_one_unit_for_each_card() -> None:
    state = fight(1, 1, 1)
    refuse(state, pay(0, (1, 1, 0), "exploding_tank", blown=("landed:infantry",)), "needs_tank")
    refuse(state, pay(0, (1, 1, 0), "exploding_tank"), "blasts_differ")
    refuse(state, pay(0, (1, 0, 0), "exploding_tank", blown=("landed:tank",)), "nothing_to_blow_up")


@pytest.mark.parametrize(("unit", "units"), [("infantry", (1, 0, 0)), ("cruiser", (0, 0, 1)), ("tank", (0, 1, 0))])
def test_F14_any_unit_just_landed_gives_its_own_points_and_three(unit: str, units: tuple[int, int, int]) -> None:
    state = fight(1, 1, 3 if unit == "tank" else 2)  # 3 + 2 for the tank, 3 + 1 for the others
    assert wins(state, pay(0, units, "kamikaze", blown=(f"landed:{unit}",)))
    stronger = fight(1, 1, 4 if unit == "tank" else 3)
    assert not wins(stronger, pay(0, units, "kamikaze", blown=(f"landed:{unit}",)))


def test_F15_a_traitor_brings_three_pounds_and_strengthens_the_crisis_until_it_is_beaten() -> None:
    state = on(tiles(scene(), "mars", "crisis_2_burst", "crisis_3"), 0, "mars", orbit=(6, 0, 0))
    state = do(state, move(0, "play_at", card="traitor", planet="mars"))
    assert (state.players[0].money, planet(state, "mars").traitors, state.discards) == (15, ("traitor",), ())
    state = do(state, move(0, "play", card="extra_action"), attack(0, "mars", "crisis_2_burst"), roll(1, 1, 1))
    assert needed(GAME.copy, state, state.combat) == 4
    state = do(state, pay(0, (4, 0, 0)))
    assert planet(state, "mars").traitors == ()
    assert "traitor" in state.discards
    refuse(scene(), move(0, "play_at", card="traitor", planet="venus"), "no_crisis_here")


@pytest.mark.parametrize(("card", "unit"), [("tank_up", "tank"), ("infantry_up", "infantry")])
def test_F16_F17_a_unit_goes_back_to_orbit(card: str, unit: str) -> None:
    state = on(scene(), 0, "moon", surface=(1, 1, 1))
    state = do(state, move(0, "play_at", card=card, planet="moon"))
    assert state.players[0].on("moon").orbit.of(unit) == 1
    refuse(scene(), move(0, "play_at", card=card, planet="moon"), "none_on_surface")


def test_F18_three_pounds_for_three_cards_and_not_fewer() -> None:
    state = do(scene(), play("buy"))
    assert (state.players[0].money, state.players[0].hand) == (9, 8)
    refuse(player(scene(), 0, money=2), play("buy"), "cannot_pay")


def test_F19_a_burst_is_ignored_in_a_claim() -> None:
    state = do(fight(0, 1, 3), play("ignore_burst"))
    assert bursts(state.combat) == 0
    assert needed(GAME.copy, state, state.combat) == 6  # it is still a nought for the difference
    refuse(state, play("ignore_burst"), "no_burst")
    refuse(scene(), play("ignore_burst"), "in_combat_only")


def test_F19_an_own_unit_is_saved_as_an_interrupt() -> None:
    state = on(scene(), 1, "titan", orbit=(0, 0, 1))
    state = do(state, destroy("destroy_cruiser", 1, "titan", "orbit", "cruiser"))
    assert GAME.to_act(state) == {1}
    assert state.players[1].on("titan").orbit.cruiser == 1  # not yet
    saved = do(state, move(1, "answer", card="ignore_burst"))
    assert (saved.players[1].on("titan").orbit.cruiser, saved.players[1].hand) == (1, 5)
    assert not saved.answers
    lost = do(state, move(1, "stand"))
    assert lost.players[1].on("titan").orbit.cruiser == 0
    refuse(state, move(1, "answer", card="points_1"), "card_does_not")


def test_F19_against_oneself_only_the_rescue_helps() -> None:
    state = on(scene(), 0, "titan", orbit=(0, 0, 1))
    state = do(state, destroy("destroy_cruiser", 0, "titan", "orbit", "cruiser"))
    refuse(state, move(0, "answer", card="ignore_burst"), "card_does_not")
    assert do(state, move(0, "answer", card="rescue")).players[0].on("earth").orbit.cruiser == 1


def test_F20_several_extra_actions_in_one_turn() -> None:
    state = do(scene(), play("extra_action"), play("extra_action"))
    assert state.actions == 3
    state = do(state, move(0, "token"), move(0, "token"), move(0, "token"))
    refuse(state, move(0, "token"), "no_action_left")


def test_F20_an_extra_action_need_not_be_used() -> None:
    state = do(scene(), play("extra_action"), move(0, "token"), move(0, "done"))
    assert state.turn == 1


def test_F21_deployment_beside_the_action_is_still_paid() -> None:
    state = do(scene(), deploy(0, "tank:earth", card="deploy"))
    assert (state.actions, state.players[0].money, state.players[0].hand) == (1, 9, 5)


def test_F22_a_pass_token_by_card_and_the_last_one_ends_the_phase() -> None:
    state = do(scene(), play("token"))
    assert (state.tokens, state.players[0].tokens, state.players[0].hand, state.actions) == (4, 1, 6, 1)
    last = do(scene(tokens=1, start=2), play("token"))
    assert (last.start, last.turn, top(last).kind) == (0, None, "last_call")
    refuse(scene(tokens=0), play("token"), "no_token")


def test_F23_a_discarded_tension_tile_comes_back() -> None:
    state = scene(rubbish=("factory", "tension"))
    state = do(state, move(0, "play_at", card="tension_in", planet="mars"))
    assert (planet(state, "mars").tiles, state.rubbish) == (("tension",), ("factory",))
    refuse(scene(), move(0, "play_at", card="tension_in", planet="mars"), "no_tension_discarded")
    dead = there(scene(rubbish=("tension",)), "mars", dead=True)
    refuse(dead, move(0, "play_at", card="tension_in", planet="mars"), "no_tiles_here")


def test_F24_a_tension_tile_is_discarded() -> None:
    state = do(tiles(scene(), "mars", "tension"), move(0, "play_at", card="tension_out", planet="mars"))
    assert (planet(state, "mars").tiles, state.rubbish) == ((), ("tension",))
    refuse(state, move(0, "play_at", card="tension_out", planet="mars"), "no_tension_here")


def test_F24_not_the_tile_that_is_just_fought_for() -> None:
    state = on(tiles(on(scene(), 0, "mars", orbit=(2, 0, 0)), "mars", "tension"), 1, "mars", mine=1)
    state = do(state, attack(0, "mars", "tension", 1, "mine"), roll(1, 1, 1))
    refuse(state, move(0, "play_at", card="tension_out", planet="mars"), "no_tension_here")


def test_F25_dice_are_rolled_again_and_the_last_result_counts() -> None:
    state = fight(0, 0, 4)
    state = do(state, move(0, "reroll", card="reroll", dice=(0, 4)))
    assert top(state) == Task("combat_roll", None, n=2)
    state = do(state, roll(1, 1))
    assert state.combat.dice == (0, 1, 1)
    state = do(state, move(0, "reroll", card="reroll", dice=(0,)), roll(1))
    assert (needed(GAME.copy, state, state.combat), bursts(state.combat)) == (3, 0)


def test_F25_only_dice_that_lie_there() -> None:
    refuse(fight(0, 0, 4), move(0, "reroll", card="reroll", dice=(3,)), "not_these_dice")
    refuse(fight(0, 0, 4), move(0, "reroll", card="reroll", dice=()), "not_these_dice")


def test_F26_a_unit_lost_in_combat_goes_to_earth() -> None:
    state = do(fight(0, 0, 1), move(0, "give_up"), lose(0, "tank", "orbit", "rescue"))
    assert state.players[0].on("earth").orbit.tank == 1
    assert top(state) == Task("lose", 0, "mars", 1)


def test_F26_a_unit_destroyed_by_a_card_goes_to_earth() -> None:
    state = on(scene(), 1, "titan", surface=(0, 1, 0))
    state = do(state, destroy("destroy_unit", 1, "titan", "surface", "tank"), move(1, "answer", card="rescue"))
    assert state.players[1].on("earth").orbit.tank == 1
    assert state.players[1].on("titan").units == 0


def test_F27_an_opponent_discards_two_at_random() -> None:
    state = do(scene(), move(0, "play_on", card="spill", victim=1))
    assert GAME.to_act(state) == {1}
    state = do(state, move(1, "discard", card="points_1"), move(1, "discard", card="buy"))
    assert (state.players[1].hand, top(state)) == (4, Task("act", 0))
    one = do(player(scene(), 1, hand=1), move(0, "play_on", card="spill", victim=1), move(1, "discard", card="buy"))
    assert (one.players[1].hand, top(one)) == (0, Task("act", 0))
    refuse(player(scene(), 1, hand=0), move(0, "play_on", card="spill", victim=1), "empty_hand")
    refuse(scene(), move(0, "play_on", card="spill", victim=0), "no_such_opponent")


def test_F28_spying_swaps_a_card_or_takes_one_when_one_has_none() -> None:
    state = do(scene(), move(0, "play_on", card="spy", victim=1))
    assert [one.hand for one in do(state, move(0, "trade")).players] == [5, 6, 6]
    assert [one.hand for one in do(state, move(0, "decline")).players] == [5, 6, 6]
    alone = do(player(scene(), 0, hand=1), move(0, "play_on", card="spy", victim=1), move(0, "trade"))
    assert [one.hand for one in alone.players] == [1, 5, 6]


def test_F29_a_pound_for_every_own_mine() -> None:
    state = on(on(scene(), 0, "mars", mine=2, factory=3), 0, "titan", mine=1)
    assert do(state, play("veins")).players[0].money == 15


def test_F30_three_pounds() -> None:
    assert do(scene(), play("lottery")).players[0].money == 15


def test_F31_a_trophy_from_any_planet() -> None:
    state = do(tiles(scene(), "kuiper", "trophy"), move(0, "play_at", card="hunt", planet="kuiper"))
    assert state.players[0].kept == ("trophy",)
    refuse(scene(), move(0, "play_at", card="hunt", planet="kuiper"), "no_trophy_here")


def test_F32_a_combat_point_and_a_card_at_once() -> None:
    state = fight(1, 1, 1)
    state = do(state, play("point_and_card"))
    assert (state.players[0].hand, state.combat.points) == (6, 1)
    assert wins(state, pay(0, (2, 0, 0)))
    refuse(scene(), play("point_and_card"), "in_combat_only")


@pytest.mark.parametrize(
    ("card", "where", "tile", "points"),
    [("moon", "moon", "mine_3", 3), ("venus", "venus", "mine_3", 2), ("earth_crisis", "earth", "crisis_3", 3)],
)
def test_F33_F34_F35_points_in_one_place_only(card: str, where: str, tile: str, points: int) -> None:
    state = fight(1, 1, 1 + points - 2 if points == 3 else 1, tile=tile, where=where, orbit=(1, 0, 0))
    assert wins(state, pay(0, (1, 0, 0), card))
    refuse(fight(1, 1, 1), pay(0, (1, 0, 0), card), "no_points_here")


def test_F35_only_against_a_crisis() -> None:
    refuse(fight(1, 1, 1, where="earth"), pay(0, (1, 0, 0), "earth_crisis"), "no_points_here")


def test_F36_one_more_action_after_the_last_token() -> None:
    state = do(scene(tokens=1), move(0, "token"))
    assert top(state) == Task("last_call", 1)  # clockwise from the left of who took it
    state = do(state, play("last_action", 1))
    assert (state.turn, state.actions, state.last_call) == (1, 1, True)
    refuse(state, move(1, "token"), "no_token")
    state = do(state, deploy(1, "tank:earth"), move(1, "done"))
    assert top(state) == Task("last_call", 1)
    assert (GAME.to_act(state), GAME.leads(state)) == ({0, 1, 2}, 1)
    assert top(do(state, move(1, "let"))).kind == "income"  # nobody wants another


def test_F36_who_is_asked_later_may_speak_first_and_those_before_have_not_wanted_one() -> None:
    state = do(scene(tokens=1), move(0, "token"), play("last_action", 2))
    assert (state.turn, state.last_call) == (2, True)
    state = do(state, deploy(2, "tank:earth"), move(2, "done"))
    assert (top(state), GAME.to_act(state)) == (Task("last_call", 2), {2, 0})
    assert top(do(state, move(0, "let"))).kind == "income"


def test_F36_the_action_may_be_forgone_and_only_this_card_is_for_it() -> None:
    state = do(scene(tokens=1), move(0, "token"))
    refuse(state, play("lottery", 1), "last_call_only")
    refuse(scene(), play("last_action"), "last_call_only")
    state = do(state, play("last_action", 1), move(1, "done"))
    assert top(state).kind == "last_call"


def test_F36_nobody_is_asked_when_the_cards_are_gone() -> None:
    state = do(scene(tokens=1, discards=("last_action", "last_action")), move(0, "token"))
    assert top(state).kind == "income"


def test_F37_free_actions_come_at_any_time_of_ones_own_turn() -> None:
    before = do(scene(), play("lottery"), move(0, "token"), play("veins"))
    assert before.turn == 0
    during = do(fight(1, 1, 1), play("lottery"))
    assert (during.players[0].money, top(during).kind) == (15, "combat")
    state = tiles(on(scene(), 0, "earth", orbit=(0, 0, 1)), "mars", "draw")
    arrived = do(state, fly(0, "earth", "mars", (0, 0, 1)), play("lottery"))
    assert top(arrived).kind == "arrived"
    assert isinstance(GAME.judge(scene(), play("lottery", 1)), Illegal)


def test_F37_an_action_card_does_not_fit_into_another_action() -> None:
    refuse(fight(1, 1, 1), play("draw_four"), "finish_first")


def test_F37_a_card_all_of_whose_copies_are_seen_cannot_be_played() -> None:
    refuse(scene(discards=("buy", "buy")), play("buy"), "card_elsewhere")
    refuse(player(scene(), 0, hand=0), play("buy"), "hand_too_small")
    refuse(scene(), play("swap"), "card_does_not")
