"""E: growing, ore and trade."""

from tableside.games.beyond_the_sun.state import Phase
from tests.games.beyond_the_sun.scene import Scene


def producing(**changes: int) -> Scene:
    scene = Scene()
    scene.give(0, **changes)
    scene.at(Phase.PRODUCTION)
    return scene


def test_e1_one_cube_from_above_every_uncovered_icon() -> None:
    scene = producing()
    scene.discs_off(0, food=2)
    scene.do(0, "grow")
    assert scene.player(0).supply == (3, 2, 3, 3, 2, 2)
    assert scene.player(0).population == 4


def test_e1_an_empty_column_gives_nothing() -> None:
    scene = producing()
    scene.supply(0, 0, 3, 3, 3, 2, 2)
    scene.do(0, "grow")
    assert scene.player(0).population == 2


def test_e2_one_ore_for_every_uncovered_icon() -> None:
    scene = producing()
    scene.discs_off(0, ore=2)
    scene.do(0, "mine")
    assert scene.player(0).ore == 3


def test_e3_three_ore_for_the_leftmost_cube_whatever_the_food_discs() -> None:
    scene = producing(ore=6)
    scene.supply(0, 0, 0, 1, 0, 0, 1)
    scene.do(0, "trade")
    scene.do(0, "buy_population")
    scene.do(0, "buy_population")
    assert scene.player(0).supply == (0,) * 6
    assert (scene.player(0).population, scene.player(0).ore) == (4, 0)


def test_e3_no_supply_no_buying() -> None:
    scene = producing(ore=6)
    scene.supply(0, 0, 0, 0, 0, 0, 0)
    scene.do(0, "trade")
    assert scene.refused(0, "buy_population") == ("no_supply", "E3")
    scene.give(0, ore=2)
    assert scene.refused(0, "buy_population") == ("ore_short", "E3")


def test_e3_one_ore_scraps_a_ship_anywhere() -> None:
    scene = producing(ore=1)
    scene.ship(0, "p4.deep", 3)
    scene.do(0, "trade")
    scene.do(0, "scrap", place="p4.deep", level=3)
    assert (scene.player(0).population, scene.player(0).ore) == (3, 0)
    assert scene.refused(0, "scrap", place="p4.sol", level=1) == ("ore_short", "E3")


def test_e3_population_goes_back_to_the_rightmost_gap_for_one_ore() -> None:
    scene = producing()
    scene.supply(0, 0, 3, 3, 1, 2, 2)
    scene.do(0, "trade")
    scene.do(0, "sell_population")
    assert scene.player(0).supply == (0, 3, 3, 2, 2, 2)
    assert (scene.player(0).population, scene.player(0).ore) == (1, 2)


def test_e3_any_number_and_mix() -> None:
    scene = producing(ore=3)
    scene.do(0, "trade")
    scene.do(0, "buy_population")
    scene.do(0, "sell_population")
    scene.do(0, "scrap", place="p4.sol", level=1)
    scene.do(0, "sell_population")
    scene.do(0, "done")
    assert scene.state.turn == 1


def test_e3a_trading_nothing_is_allowed() -> None:
    scene = producing()
    scene.do(0, "trade")
    scene.do(0, "done")
    assert scene.state.turn == 1


def test_e3b_the_pawn_stays_where_it_is() -> None:
    scene = producing()
    scene.give(0, pawn="basic:launch:0")
    scene.do(0, "mine")
    assert scene.player(0).pawn == "basic:launch:0"


def test_e_exactly_one_of_three() -> None:
    scene = producing()
    scene.do(0, "grow")
    assert scene.refused(0, "mine")[0] != ""
    assert scene.game.to_act(scene.state) == {1}


def test_e4_scrapping_rechecks_control_at_once() -> None:
    scene = producing(ore=1)
    scene.ship(0, "p4.yard_left", 3)
    scene.outpost(0, "p4.yard_left", "food")
    scene.ship(1, "p4.yard_left", 2)
    scene.do(0, "trade")
    scene.do(0, "scrap", place="p4.yard_left", level=3)
    assert scene.owner("p4.yard_left") == 1
    assert scene.player(0).food == 8
