"""Chapter D: movement, undefended tiles, deployment, pass tokens and turns."""

from dataclasses import replace

import pytest

from tableside.core.moves import move
from tableside.games.onward_to_venus.state import PLANETS, Force, Task
from tableside.language import language
from tests.games.onward_to_venus.scenes import (
    GAME,
    act,
    deploy,
    do,
    fly,
    on,
    planet,
    player,
    refuse,
    scene,
    targets,
    there,
    tiles,
    top,
)


def claim(seat: int, where: str, tile: str, unit: str):
    return move(seat, "claim", planet=where, tile=tile, unit=unit)


def test_D1_a_group_of_cruisers_and_infantry_moves_together_and_ends_in_orbit() -> None:
    state = do(on(scene(), 0, "earth", orbit=(4, 0, 2)), fly(0, "earth", "ganymede", (3, 0, 1)))
    assert state.players[0].on("ganymede").orbit == Force(3, 0, 1)
    assert state.players[0].on("earth").orbit == Force(1, 0, 1)


def test_D1_a_group_needs_a_cruiser() -> None:
    refuse(on(scene(), 0, "earth", orbit=(4, 0, 2)), fly(0, "earth", "mars", (4, 0, 0)), "no_cruiser")


def test_D1_only_units_in_orbit_move() -> None:
    state = on(scene(), 0, "earth", orbit=(0, 0, 1), surface=(2, 0, 1))
    refuse(state, fly(0, "earth", "mars", (1, 0, 1)), "not_in_orbit")
    refuse(state, fly(0, "earth", "mars", (0, 0, 2)), "not_in_orbit")


def test_D1_tanks_do_not_move() -> None:
    refuse(on(scene(), 0, "mars", orbit=(0, 1, 1)), fly(0, "mars", "earth", (0, 1, 1)), "tanks_stay")


def test_D1_the_group_must_go_somewhere_and_not_too_far() -> None:
    state = on(scene(), 0, "earth", orbit=(0, 0, 1))
    refuse(state, fly(0, "earth", "earth", (0, 0, 1)), "stays")
    refuse(state, fly(0, "earth", "titan", (0, 0, 1)), "too_far")
    refuse(state, fly(0, "earth", "pluto", (0, 0, 1)), "no_such_planet")


def test_ex_3_movement_from_earth_reaches_mercury_and_ganymede_and_claims_at_venus_moon_mars() -> None:
    state = on(scene(), 0, "earth", orbit=(0, 0, 1))
    for name in PLANETS:
        state = tiles(state, name, "draw")
    reached = {made["destination"] for made in GAME.moves(state, 0) if made.kind == "move" and not made["cards"]}
    assert reached == {"mercury", "venus", "moon", "mars", "ganymede"}
    claiming = {aim for aim in reached if top(do(state, fly(0, "earth", aim, (0, 0, 1)))).kind == "arrived"}
    assert claiming == {"venus", "moon", "mars"}


@pytest.mark.parametrize(("aim", "may_claim"), [("mars", True), ("ganymede", True), ("titan", False)])
def test_ex_4_movement_bonus_of_one_allows_a_claim_after_one_or_two(aim: str, may_claim: bool) -> None:
    state = tiles(on(scene(), 0, "earth", orbit=(0, 0, 1)), aim, "trophy")
    state = do(state, fly(0, "earth", aim, (0, 0, 1), "move_1"))
    assert (top(state).kind == "arrived") is may_claim


def test_D2_where_nothing_lies_nothing_is_asked() -> None:
    state = on(scene(), 0, "earth", orbit=(0, 0, 1))
    assert top(do(state, fly(0, "earth", "mars", (0, 0, 1)))) == Task("act", 0)
    laid = do(replace(state, rubbish=("tension",)), fly(0, "earth", "mars", (0, 0, 1)))
    assert top(laid).kind == "arrived"  # a card may still lay the discarded tension tile there


def test_D13_the_next_players_move_ends_a_turn() -> None:
    state = do(scene(), move(0, "token"))
    assert GAME.to_act(state) == {0, 1}
    assert GAME.leads(state) == 1
    assert "még kijátszhat kártyát" in language("hu").say(GAME.phase(state))
    after, events = act(state, move(1, "token"))
    assert [event.kind for event in events if event.kind in ("turn", "token")] == ["turn", "token"]
    assert (after.turn, after.players[1].tokens) == (1, 1)
    assert do(state, move(0, "done"), move(1, "token")) == after
    assert {made.kind for made in GAME.moves(state, 1)} >= {"token"}
    late = do(state, move(0, "play", card="lottery"))
    assert (late.turn, late.players[0].money) == (0, 15)
    assert GAME.to_act(scene()) == {0}  # an action must be taken first
    assert GAME.to_act(player(state, 0, hand=10)) == {0}  # and cards over nine are discarded


def test_D2_the_claim_after_a_move_may_use_a_unit_that_was_there_before() -> None:
    state = tiles(on(on(scene(), 0, "earth", orbit=(0, 0, 1)), 0, "mars", orbit=(0, 1, 0)), "mars", "trophy")
    state = do(state, fly(0, "earth", "mars", (0, 0, 1)), claim(0, "mars", "trophy", "tank"))
    assert state.players[0].on("mars").surface == Force(tank=1)
    assert state.players[0].kept == ("trophy",)
    assert state.actions == 0


def test_D2_only_where_the_group_arrived() -> None:
    state = tiles(tiles(on(scene(), 0, "earth", orbit=(2, 0, 1)), "earth", "trophy"), "mars", "draw")
    state = do(state, fly(0, "earth", "mars", (0, 0, 1)))
    refuse(state, claim(0, "earth", "trophy", "infantry"), "only_where_arrived")
    assert top(do(state, move(0, "stop"))).kind == "act"


def test_ex_5_undefended_tile_a_tank_takes_the_draw_tile_on_mars() -> None:
    state = tiles(on(scene(), 0, "mars", orbit=(0, 1, 0)), "mars", "draw")
    state = do(state, claim(0, "mars", "draw", "tank"))
    red = state.players[0]
    assert (red.hand, state.deck, state.rubbish) == (8, 48, ("draw",))
    assert red.on("mars").surface == Force(tank=1)
    assert red.on("mars").surface.strength == 2  # it still defends


def test_ex_5_undefended_tile_the_landed_tank_cannot_be_used_again_this_period() -> None:
    state = tiles(on(scene(), 0, "mars", surface=(0, 1, 0)), "mars", "draw", "mine_2")
    refuse(state, claim(0, "mars", "draw", "tank"), "not_in_orbit")
    attempt = move(0, "attack", planet="mars", tile="mine_2", victim=None, what=None)
    refuse(state, attempt, "nobody_in_orbit")


def test_D3_a_factory_tile_becomes_an_own_factory() -> None:
    state = tiles(on(scene(), 0, "moon", orbit=(1, 0, 0)), "moon", "factory", "fortune")
    state = do(state, claim(0, "moon", "factory", "infantry"))
    assert state.players[0].on("moon").factory == 1
    assert planet(state, "moon").tiles == ("fortune",)
    assert state.rubbish == ("factory",)


def test_D3_fortune_is_three_pounds_and_a_trophy_is_kept() -> None:
    state = tiles(on(scene(), 0, "moon", orbit=(2, 0, 0)), "moon", "fortune", "trophy")
    rich = do(state, claim(0, "moon", "fortune", "infantry"))
    assert rich.players[0].money == 15
    proud = do(state, claim(0, "moon", "trophy", "infantry"))
    assert (proud.players[0].kept, proud.rubbish) == (("trophy",), ())


def test_D3_a_factory_needs_one_left_in_the_set() -> None:
    state = tiles(on(on(scene(), 0, "moon", orbit=(1, 0, 0)), 0, "mars", factory=8), "moon", "factory")
    refuse(state, claim(0, "moon", "factory", "infantry"), "none_left")


def test_D3_what_is_not_there_cannot_be_claimed() -> None:
    state = tiles(on(scene(), 0, "moon", orbit=(1, 0, 0)), "moon", "mine_3")
    refuse(state, claim(0, "moon", "trophy", "infantry"), "no_such_tile")
    refuse(state, claim(0, "moon", "mine_3", "infantry"), "defended")
    refuse(state, claim(0, "moon", "mine_3", "robot"), "defended")
    refuse(there(state, "moon", dead=True, tiles=()), claim(0, "moon", "trophy", "infantry"), "dead")


def test_D4_what_a_draw_tile_gives_may_be_played_before_the_hand_is_counted() -> None:
    state = player(tiles(on(scene(), 0, "mars", orbit=(1, 0, 0)), "mars", "draw"), 0, hand=9)
    state = do(state, claim(0, "mars", "draw", "infantry"))
    assert (state.players[0].hand, top(state)) == (11, Task("act", 0))
    state = do(state, move(0, "play", card="lottery"), move(0, "done"))
    assert top(state) == Task("discard", 0, n=1)
    state = do(state, move(0, "discard", card="points_1"))
    assert (state.players[0].hand, top(state)) == (9, Task("act", 1))


def test_D4_option_a_hand_over_nine_is_discarded_down_at_once() -> None:
    state = scene(options={"drawn_first": False})
    state = player(tiles(on(state, 0, "mars", orbit=(1, 0, 0)), "mars", "draw"), 0, hand=8)
    state = do(state, claim(0, "mars", "draw", "infantry"))
    assert top(state) == Task("discard", 0, n=1)
    refuse(state, move(0, "done"), "not_now")
    state = do(state, move(0, "discard", card="points_1"))
    assert (state.players[0].hand, state.discards, top(state).kind) == (9, ("points_1",), "act")


def test_D4_option_ten_cards() -> None:
    state = player(scene(options={"hand_limit": 10}), 0, hand=9)
    assert top(do(state, move(0, "token"))).kind == "act"
    assert top(do(player(scene(), 0, hand=9), move(0, "token"))).kind == "discard"


def test_D4_an_empty_deck_is_made_of_the_discards() -> None:
    state = scene(deck=0, discards=("points_1", "points_2"))
    state = do(state, move(0, "token"))
    assert (state.deck, state.discards, state.players[0].hand) == (1, (), 7)


def test_D4_with_no_card_anywhere_nothing_is_drawn() -> None:
    state = do(scene(deck=0), move(0, "token"))
    assert state.players[0].hand == 6


def test_D10_one_or_two_units_are_paid_for_and_put_in_orbit() -> None:
    state = do(on(scene(), 0, "mars", factory=1), deploy(0, "cruiser:mars", "infantry:earth"))
    assert state.players[0].money == 12 - 4 - 2
    assert state.players[0].on("mars").orbit == Force(cruiser=1)
    assert state.players[0].on("earth").orbit == Force(infantry=1)


def test_D10_infantry_only_at_earth_and_the_rest_where_a_factory_is_or_at_earth() -> None:
    state = on(scene(), 0, "mars", factory=1)
    refuse(state, deploy(0, "infantry:mars"), "infantry_at_earth")
    refuse(state, deploy(0, "tank:venus"), "no_factory")
    assert do(state, deploy(0, "tank:mars")).players[0].money == 9
    assert do(scene(), deploy(0, "tank:earth")).players[0].on("earth").orbit.tank == 1


def test_D10_money_and_the_set_are_limits() -> None:
    refuse(player(scene(), 0, money=3), deploy(0, "cruiser:earth"), "cannot_pay")
    refuse(on(scene(), 0, "earth", orbit=(0, 0, 4)), deploy(0, "cruiser:earth", "cruiser:earth"), "none_left")
    refuse(scene(), deploy(0), "deploy_number")
    refuse(scene(), deploy(0, "tank:earth", "tank:earth", "tank:earth"), "deploy_number")
    refuse(scene(), deploy(0, "robot:earth"), "no_such_unit")


def test_D10_units_are_told_in_any_order() -> None:
    both = [
        do(scene(), deploy(0, *units)) for units in (("tank:earth", "cruiser:earth"), ("cruiser:earth", "tank:earth"))
    ]
    assert both[0] == both[1]
    assert both[0].players[0].on("earth").orbit == Force(0, 1, 1)


def test_D11_an_action_card_takes_the_action() -> None:
    state = tiles(scene(), "mars", "trophy")
    state = do(state, move(0, "play_at", card="hunt", planet="mars"))
    assert (state.actions, state.acted, state.players[0].kept) == (0, True, ("trophy",))
    refuse(state, move(0, "play", card="draw_four"), "no_action_left")


def test_D12_a_pass_token_brings_a_card() -> None:
    state = do(scene(), move(0, "token"))
    assert (state.tokens, state.players[0].tokens, state.players[0].hand) == (4, 1, 7)


def test_D12_the_last_token_brings_the_start_marker_and_ends_the_phase() -> None:
    state = player(player(player(scene(tokens=1, start=1), 0, hand=0), 1, hand=0), 2, hand=0)
    state = do(state, move(0, "token"))
    assert (state.start, state.turn, state.tokens) == (0, None, 0)
    state = do(state, move(0, "let"))  # the card just drawn might be the one of F36
    assert top(state).kind == "income"


def test_D13_one_action_must_be_taken_and_only_one() -> None:
    state = scene()
    refuse(state, move(0, "done"), "must_act")
    state = do(state, move(0, "token"))
    refuse(state, move(0, "token"), "no_action_left")
    refuse(state, deploy(0, "tank:earth"), "no_action_left")
    state = do(state, move(0, "done"))
    assert (state.turn, state.actions, top(state)) == (1, 1, Task("act", 1))


def test_D13_the_turn_passes_by_itself_when_no_card_is_left_to_play() -> None:
    state = do(player(scene(), 0, hand=0), deploy(0, "infantry:earth"))
    assert state.turn == 1


def test_D13_it_is_clockwise() -> None:
    state = scene(3, (Task("act", 2),), turn=2)
    state = do(state, move(2, "token"), move(2, "done"))
    assert state.turn == 0


def test_C5_income_is_three_for_a_mine_and_two_for_a_factory() -> None:
    state = on(on(scene(3, (Task("begin"), Task("return"), Task("income"))), 0, "mars", mine=2), 0, "earth", factory=1)
    assert [one.money for one in do(state, move(None, "income")).players] == [20, 12, 12]


def test_C6_units_return_to_orbit() -> None:
    state = on(scene(3, (Task("begin"), Task("return"))), 0, "mars", orbit=(1, 0, 0), surface=(1, 1, 1))
    state = do(state, move(None, "return"))
    assert state.players[0].on("mars").orbit == Force(2, 1, 1)
    assert state.players[0].on("mars").surface == Force()


def test_C3_the_table_offers_only_what_the_phase_has() -> None:
    assert targets(on(scene(), 0, "earth", orbit=(0, 0, 1)), 0, "move", "origin") == {"earth"}
    assert not list(GAME.moves(scene(), 1))
    assert set(PLANETS) >= targets(on(scene(), 0, "earth", orbit=(1, 0, 1)), 0, "move", "destination")
