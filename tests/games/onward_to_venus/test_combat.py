"""The fight for defended tiles: what is needed, what is paid, what is lost (D5 to D9)."""

from dataclasses import replace

import pytest

from tableside.core.moves import move
from tableside.core.ruling import Legal
from tableside.games.onward_to_venus.rules.combat import needed
from tableside.games.onward_to_venus.state import Force, Task
from tests.games.onward_to_venus.scenes import (
    GAME,
    attack,
    do,
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


def fight(*dice: int, tile: str = "mine_3", orbit: tuple[int, int, int] = (3, 1, 1), where: str = "mars"):
    """The first player attempts a tile and has rolled."""
    state = tiles(on(scene(), 0, where, orbit=orbit), where, tile)
    return do(state, attack(0, where, tile), roll(*dice))


def need(state) -> int:
    assert state.combat is not None
    return needed(GAME.copy, state, state.combat)


@pytest.mark.parametrize(("dice", "points"), [((0, 2, 3), 6), ((1, 1, 1), 3), ((0, 0, 0), 3), ((2, 3, 4), 5)])
def test_D5_needed_is_the_defence_and_highest_less_lowest(dice: tuple[int, ...], points: int) -> None:
    assert need(fight(*dice)) == points


def test_ex_6_mine_two_infantry_and_two_cards_of_two_win_it_and_one_burst_costs_a_unit() -> None:
    state = fight(0, 1, 3, orbit=(2, 0, 0))
    assert need(state) == 6
    state = do(state, pay(0, (2, 0, 0), "points_2", "points_2"))
    yellow = state.players[0]
    assert (yellow.on("mars").mine, planet(state, "mars").tiles, state.rubbish) == (1, (), ("mine_3",))
    assert (yellow.hand, state.discards) == (4, ("points_2", "points_2"))
    assert top(state) == Task("lose", 0, "mars", 1)
    state = do(state, lose(0, "infantry", "surface"))
    assert state.players[0].on("mars").surface == Force(infantry=1)
    assert top(state).kind == "act"


def test_ex_7_tension_takes_another_players_mine() -> None:
    state = tiles(on(scene(), 0, "moon", orbit=(2, 0, 0)), "moon", "tension")
    state = on(state, 1, "moon", orbit=(1, 0, 0), surface=(0, 1, 0), mine=1)
    state = do(state, attack(0, "moon", "tension", 1, "mine"), roll(1, 2, 4))
    assert need(state) == 6
    state = do(state, pay(0, (2, 0, 0), "points_2", "points_2"))
    assert (state.players[0].on("moon").mine, state.players[1].on("moon").mine) == (1, 0)
    assert state.rubbish == ("tension",)
    assert state.players[1].on("moon").units == 2  # only the active player has losses


def test_ex_6_mine_the_referee_shows_how_the_dice_come_to_six() -> None:
    state = tiles(on(scene(), 0, "mars", orbit=(2, 0, 0)), "mars", "mine_3")
    state = do(state, attack(0, "mars", "mine_3"))
    ruling = GAME.judge(state, roll(0, 1, 3))
    assert isinstance(ruling, Legal)
    shown = GAME.say_event(state, ruling.events[0])
    assert (shown["difference"], shown["defence"], shown["need"], shown["losses"]) == (3, 3, 6, 1)
    assert GAME.phase(fight(0, 1, 3))["what"]["need"] == 6


def test_D5_at_least_one_unit_lands_and_cards_alone_are_not_enough() -> None:
    refuse(fight(1, 1, 1), pay(0, (0, 0, 0), "points_3"), "one_must_land")


def test_D5_a_tank_is_worth_two_the_others_one() -> None:
    state = fight(1, 1, 1)
    refuse(state, pay(0, (2, 0, 0)), "too_few_points")
    refuse(state, pay(0, (0, 1, 0)), "too_few_points")
    for force in ((3, 0, 0), (1, 1, 0), (0, 1, 1), (2, 0, 1)):
        assert GAME.judge(state, pay(0, force)).legal


def test_D5_only_units_in_orbit_land_and_only_cards_with_points_count() -> None:
    state = fight(1, 1, 1)
    refuse(state, pay(0, (4, 0, 0)), "not_in_orbit")
    refuse(state, pay(0, (1, 0, 0), "buy", "points_2"), "no_points_here")
    refuse(player(state, 0, hand=1), pay(0, (1, 0, 0), "points_1", "points_1"), "hand_too_small")


def test_D5_a_card_with_another_use_gives_its_printed_points_too() -> None:
    state = do(fight(1, 1, 1), pay(0, (2, 0, 0), "lottery"))
    assert (state.players[0].on("mars").mine, state.players[0].money) == (1, 12)


def test_D5_paying_too_much_is_allowed_with_a_word_of_caution() -> None:
    ruling = GAME.judge(fight(1, 1, 1), pay(0, (3, 0, 0), "points_3"))
    assert isinstance(ruling, Legal)
    assert [caution.key for caution in ruling.cautions] == ["overpaid"]


def test_D6_giving_up_lands_nobody_and_spends_no_card_but_losses_apply() -> None:
    state = do(fight(0, 0, 4), move(0, "give_up"))
    assert state.players[0].on("mars").orbit == Force(3, 1, 1)
    assert (state.players[0].hand, planet(state, "mars").tiles) == (6, ("mine_3",))
    assert top(state) == Task("lose", 0, "mars", 2)
    state = do(state, lose(0, "infantry", "orbit"), lose(0, "cruiser", "orbit"))
    assert state.players[0].on("mars").orbit == Force(2, 1, 0)


def test_D6_no_attempt_without_a_unit_in_orbit() -> None:
    state = tiles(on(scene(), 0, "mars", surface=(2, 0, 0)), "mars", "crisis_3")
    refuse(state, attack(0, "mars", "crisis_3"), "nobody_in_orbit")


def test_D6_a_dead_planet_is_not_landed_on() -> None:
    state = there(on(scene(), 0, "venus", orbit=(2, 0, 0)), "venus", dead=True)
    refuse(state, attack(0, "venus", "mine_3"), "dead")


def test_D7_a_crisis_tile_is_kept() -> None:
    state = do(fight(1, 1, 1, tile="crisis_3"), pay(0, (3, 0, 0)))
    assert (state.players[0].kept, state.rubbish) == (("crisis_3",), ())


def test_D7_a_mine_needs_one_left_in_the_set() -> None:
    state = tiles(on(on(scene(), 0, "mars", orbit=(3, 0, 0)), 0, "titan", mine=9), "mars", "mine_3")
    refuse(state, attack(0, "mars", "mine_3"), "none_left")


def test_D8_the_aim_is_named_and_must_be_there() -> None:
    state = tiles(on(scene(), 0, "moon", orbit=(2, 0, 0)), "moon", "tension", "mine_2")
    state = on(state, 1, "moon", factory=1)
    refuse(state, attack(0, "moon", "tension"), "name_the_aim")
    refuse(state, attack(0, "moon", "tension", 0, "factory"), "name_the_aim")
    refuse(state, attack(0, "moon", "tension", 1, "mine"), "no_such_aim")
    refuse(state, attack(0, "moon", "mine_2", 1, "factory"), "no_victim_here")
    refuse(on(state, 0, "mars", factory=8), attack(0, "moon", "tension", 1, "factory"), "none_left")


def test_D8_without_an_aim_a_tension_tile_is_not_offered() -> None:
    state = tiles(on(scene(), 0, "moon", orbit=(2, 0, 0)), "moon", "tension")
    assert not [made for made in GAME.moves(state, 0) if made.kind == "attack"]


def test_D8_an_undefended_rival_has_defence_nought() -> None:
    state = on(tiles(on(scene(), 0, "moon", orbit=(1, 0, 0)), "moon", "tension"), 1, "moon", factory=2)
    state = do(state, attack(0, "moon", "tension", 1, "factory"), roll(2, 2, 2))
    assert need(state) == 0
    state = do(state, pay(0, (1, 0, 0)))
    assert (state.players[0].on("moon").factory, state.players[1].on("moon").factory) == (1, 1)


def test_D9_losses_are_any_own_units_at_that_planet() -> None:
    state = do(fight(0, 0, 0), pay(0, (3, 0, 0)))
    assert top(state).n == 3
    refuse(state, lose(0, "cruiser", "surface"), "no_such_loss")
    state = do(state, lose(0, "cruiser", "orbit"), lose(0, "infantry", "surface"), lose(0, "tank", "orbit"))
    assert state.players[0].on("mars").units == 2


def test_D9_surplus_bursts_are_ignored_when_nobody_is_left() -> None:
    state = do(fight(0, 0, 0, orbit=(1, 0, 0)), move(0, "give_up"), lose(0, "infantry", "orbit"))
    assert state.players[0].on("mars").units == 0
    assert top(state).kind == "act"


def test_ex_11_exploding_tank_just_landed_is_worth_five() -> None:
    state = fight(1, 1, 3, orbit=(0, 1, 0))
    assert need(state) == 5
    state = do(state, pay(0, (0, 1, 0), "exploding_tank", blown=("landed:tank",)))
    assert state.players[0].on("mars").mine == 1
    assert state.players[0].on("mars").units == 0


def test_E10_an_alien_has_defence_seven_and_is_worth_keeping() -> None:
    state = there(on(scene(aliens=0, invaded=0), 0, "titan", orbit=(7, 0, 0)), "titan", alien=True)
    state = there(there(state, "ganymede", alien=True), "kuiper", alien=True)
    state = do(state, attack(0, "titan", "alien"), roll(1, 1, 1))
    assert need(state) == 7
    state = do(state, pay(0, (7, 0, 0)))
    assert (state.players[0].aliens, planet(state, "titan").alien) == (1, False)


def test_E10_beside_an_alien_tiles_can_be_claimed_and_by_option_nothing_is_built() -> None:
    state = there(on(scene(aliens=2), 0, "titan", orbit=(3, 0, 0)), "titan", alien=True)
    state = tiles(state, "titan", "factory", "fortune", "mine_2", "crisis_2_burst")
    built = do(state, move(0, "claim", planet="titan", tile="factory", unit="infantry"))
    assert built.players[0].on("titan").factory == 1
    assert GAME.judge(state, attack(0, "titan", "mine_2")).legal
    shy = scene(aliens=2, options={"beside_alien": False})
    state = replace(state, options=shy.options)
    refuse(state, move(0, "claim", planet="titan", tile="factory", unit="infantry"), "alien_here")
    refuse(state, attack(0, "titan", "mine_2"), "alien_here")
    assert GAME.judge(state, attack(0, "titan", "crisis_2_burst")).legal
    assert GAME.judge(state, move(0, "claim", planet="titan", tile="fortune", unit="infantry")).legal
