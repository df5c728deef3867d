"""I and J: automation, building, upgrading, jumping."""

from tableside.games.beyond_the_sun.effects import Effect, Verb
from tableside.games.beyond_the_sun.rules import cubes, fleet
from tests.games.beyond_the_sun.scene import Scene


def test_i1_the_leftmost_disc_goes_to_the_next_automation_space() -> None:
    scene = Scene()
    scene.settle(Effect(Verb.AUTOMATE, track="food"), Effect(Verb.AUTOMATE, track="ore"))
    player = scene.player(0)
    assert (player.food, player.ore_discs, player.automation) == (7, 7, ("food", "ore"))


def test_i1_an_empty_track_is_stood_in_for_by_an_achievement_disc() -> None:
    scene = Scene()
    scene.give(0, food=0, automation=("food",) * 8)
    scene.settle(Effect(Verb.AUTOMATE, track="food"))
    assert scene.player(0).automation[-1] == "star"
    scene.sound()


def test_i1_past_the_seventh_one_point_each() -> None:
    scene = Scene()
    scene.give(0, food=0, automation=("food",) * 8)
    points = {line.key: line.points for line in scene.game.score(scene.state) if line.seat == 0}
    assert points["automation"] == 1 + 1 + 2 + 2 + 3 + 3 + 4 + 1


def test_i2_automation_uncovers_the_next_icon_from_the_left() -> None:
    scene = Scene()
    assert cubes.food_columns(scene.facts, scene.player(0)) == (0,)
    scene.settle(Effect(Verb.AUTOMATE, track="food", n=2))
    assert cubes.food_columns(scene.facts, scene.player(0)) == (0, 1)


def test_j1_built_on_sol_or_an_own_shipyard_only() -> None:
    scene = Scene()
    scene.ship(0, "p4.yard_left", 1)
    scene.outpost(0, "p4.yard_left", "food")
    scene.ship(1, "p4.yard_right", 1)
    scene.outpost(1, "p4.yard_right", "ore")
    scene.settle(Effect(Verb.BUILD))
    assert {made["place"] for made in scene.moves(0, "build")} == {"p4.sol", "p4.yard_left"}
    assert scene.refused(0, "build", place="p4.yard_right") == ("no_yard", "J1")
    assert scene.refused(0, "build", place="p4.A1") == ("no_yard", "J1")


def test_j1_several_ships_at_different_places() -> None:
    scene = Scene()
    scene.ship(0, "p4.yard_left", 1)
    scene.outpost(0, "p4.yard_left", "food")
    scene.settle(Effect(Verb.BUILD, n=2, level=2))
    scene.do(0, "build", place="p4.sol")
    scene.do(0, "build", place="p4.yard_left")
    assert scene.ships(0, "p4.sol") == (1, 2)
    assert scene.ships(0, "p4.yard_left") == (1, 2)
    assert scene.player(0).population == 0


def test_j2_own_ships_up_to_level_four_the_rest_is_lost() -> None:
    scene = Scene()
    scene.ship(0, "p4.sol", 3)
    scene.settle(Effect(Verb.UPGRADE, level=3))
    assert scene.refused(0, "upgrade", place="p4.sol", level=1) == ("not_upgradable", "J2")
    scene.do(0, "upgrade", place="p4.sol", level=3)
    assert scene.ships(0, "p4.sol") == (4,)
    scene.settle(Effect(Verb.UPGRADE), Effect(Verb.GAIN))
    assert "nothing" in scene.kinds(), "no ship can be upgraded: the effect is lost"


def test_j2_every_upgrade_of_another_ship_when_the_card_says_so() -> None:
    scene = Scene()
    scene.ship(0, "p4.sol", 1, 2)
    scene.settle(Effect(Verb.UPGRADE, n=2, distinct=True))
    scene.do(0, "upgrade", place="p4.sol", level=1)
    assert scene.ships(0, "p4.sol") == (2, 2)
    scene.do(0, "upgrade", place="p4.sol", level=2)
    assert scene.ships(0, "p4.sol") == (2, 3)
    scene.ship(0, "p4.sol", 1)
    scene.settle(Effect(Verb.UPGRADE, n=2, distinct=True))
    scene.do(0, "upgrade", place="p4.sol", level=1)
    assert scene.ships(0, "p4.sol") == (2,), "the only ship is not raised twice"


def test_j3_points_are_split_freely_and_may_be_left() -> None:
    scene = Scene()
    scene.ship(0, "p4.sol", 1, 2)
    scene.settle(Effect(Verb.JUMP, n=4))
    scene.do(0, "jump", origin="p4.sol", target="p4.yard_left", level=2)
    scene.do(0, "jump", origin="p4.yard_left", target="p4.B1", level=2)
    scene.do(0, "jump", origin="p4.sol", target="p4.A2", level=1)
    assert scene.front.left == 1
    scene.do(0, "done")
    assert scene.ships(0, "p4.B1") == (2,)


def test_j3_a_point_for_each_line_with_a_ship_that_is_there() -> None:
    scene = Scene()
    far = fleet.distances(scene.facts, scene.state, "p4.sol")["p4.deep"]
    assert far > 1
    scene.settle(Effect(Verb.JUMP, n=far - 1))
    assert scene.refused(0, "jump", origin="p4.sol", target="p4.deep", level=1) == ("too_far", "J3")
    assert scene.refused(0, "jump", origin="p4.sol", target="p4.A1", level=2) == ("no_ship", "J3")
    assert scene.refused(0, "jump", origin="p4.sol", target="p4.sol", level=1) == ("no_line", "J3")


def test_j3_a_ship_goes_several_lines_in_one_step_and_where_it_passes_nothing_changes() -> None:
    scene = Scene()
    far = fleet.distances(scene.facts, scene.state, "p4.sol")["p4.deep"]
    scene.settle(Effect(Verb.JUMP, n=far + 1))
    owners = [place.owner for place in scene.state.places]
    scene.do(0, "jump", origin="p4.sol", target="p4.deep", level=1)
    assert scene.state.front is not None and scene.state.front.left == 1
    assert [place.owner for place in scene.state.places] == owners
    scene.do(0, "done")
    assert 1 in scene.state.place("p4.deep").ships[0]


def test_jumps_that_win_a_place_are_suggested_first_and_home_last() -> None:
    scene = Scene()
    scene.ship(0, "p4.A1", 1)
    scene.settle(Effect(Verb.JUMP, n=2))
    kinds = [scene.state.place(made["target"]).kind for made in scene.moves(0, "jump")]
    assert kinds[0] in ("system", "shipyard") and kinds[-1] in ("sol", "deep")


def test_j3_lines_lead_both_ways() -> None:
    scene = Scene()
    assert "p4.sol" in scene.facts.neighbours(scene.state, "p4.A1")
    assert "p4.A1" in scene.facts.neighbours(scene.state, "p4.sol")
    assert set(scene.facts.neighbours(scene.state, "p4.B1")) == {"p4.B2", "p4.yard_left", "p4.deep"}
