"""G: supply columns, population, ore and substitutes."""

from tableside.games.beyond_the_sun.effects import Effect, Verb
from tableside.games.beyond_the_sun.rules import cubes
from tableside.games.beyond_the_sun.state import Phase
from tests.games.beyond_the_sun.scene import Scene


def test_g1_taken_from_the_leftmost_column_that_has_any() -> None:
    scene = Scene()
    scene.supply(0, 0, 2, 3, 3, 2, 2)
    assert cubes.leftmost(scene.player(0)) == 1


def test_g1_returned_to_the_rightmost_gap_column_by_column() -> None:
    scene = Scene()
    scene.supply(0, 0, 0, 2, 3, 2, 1)
    scene.give(0, population=4)
    scene.supply(0, 0, 0, 2, 3, 2, 1)
    for expected in (5, 2, 1):
        assert cubes.gap(scene.facts, scene.player(0)) == expected
        scene.settle(Effect(Verb.RETURN))
    assert scene.player(0).supply == (0, 1, 3, 3, 2, 2)


def test_g1_column_a_grows_without_limit() -> None:
    scene = Scene()
    scene.settle(Effect(Verb.RETURN, n=2))
    assert scene.player(0).supply == (6, 3, 3, 3, 2, 2)
    scene.sound()


def test_g2_supply_directly_whatever_the_food_discs() -> None:
    scene = Scene()
    scene.settle(Effect(Verb.POPULATE, n=5))
    assert scene.player(0).supply == (0, 2, 3, 3, 2, 2)
    assert scene.player(0).population == 7


def test_g2_exhausted_supply_may_be_replaced_by_population_or_skipped() -> None:
    scene = Scene()
    scene.supply(0, 0, 0, 0, 0, 0, 0)
    build = Effect(Verb.BUILD, level=2, source="supply", where="sol")
    scene.settle(build)
    assert {made.kind for made in scene.moves(0)} == {"build"}, "skipping would leave the action without any change"
    scene.do(0, "build", place="p4.sol")
    assert scene.player(0).population == 1
    scene.settle(Effect(Verb.GAIN), build)
    scene.do(0, "done")
    assert scene.ships(0, "p4.sol") == (1, 2)


def test_g2_partly_supply_partly_population() -> None:
    scene = Scene()
    scene.supply(0, 0, 0, 0, 1, 0, 0)
    scene.settle(Effect(Verb.BUILD, n=2, source="supply", where="sol"))
    assert scene.player(0).supply == (0,) * 6, "the last supply cube is used at once"
    scene.do(0, "build", place="p4.sol")
    assert scene.player(0).population == 1


def test_g3_gaps_left_by_an_effect_are_still_filled_from_the_right() -> None:
    scene = Scene()
    scene.settle(Effect(Verb.POPULATE, column="any"))
    scene.do(0, "pick_column", column=2)
    scene.settle(Effect(Verb.RETURN))
    assert scene.player(0).supply == (4, 3, 3, 3, 2, 2)


def test_g4_a_cost_of_population_goes_back_as_supply() -> None:
    scene = Scene()
    scene.known("II.D", "kettos_kohok")
    scene.knows(0, "I.3", "II.D")
    scene.supply(0, 0, 3, 3, 3, 2, 1)
    scene.at(Phase.ACTION)
    scene.do(0, "act", space="slot:II.D:0:0")
    assert scene.player(0).population == 1
    assert scene.player(0).supply[5] == 2


def test_g5_population_for_the_cost_and_for_the_effect() -> None:
    scene = Scene()
    scene.known("II.D", "terido_anomalias_kutatasok")
    scene.known("III.D", "gondolatgyar")
    scene.knows(0, "I.3", "I.4", "II.D", "III.D")
    scene.known("III.E", "melykert")
    scene.known("II.E", "uvegkert")
    scene.knows(0, "II.E")
    scene.give(0, ore=2, population=1)
    scene.at(Phase.ACTION)
    assert scene.refused(0, "act", space="slot:III.D:0:0") == ("population_short", "G5")
    scene.give(0, population=2)
    scene.do(0, "act", space="slot:III.D:0:0")


def test_g5a_cubes_on_technologies_are_tied_up() -> None:
    scene = Scene()
    scene.knows(0, "I.1", "I.2", "I.3")
    scene.give(0, population=0)
    assert scene.refused(0, "act", space="basic:research_1:0")[0] == "population_short"


def test_g6_a_substitute_taken_back_lies_beside_the_mat() -> None:
    scene = Scene()
    scene.give(0, food=0, automation=("food",) * 8)
    scene.ship(0, "p4.yard_left", 1)
    scene.settle(Effect(Verb.GAIN))
    assert scene.state.place("p4.yard_left").disc == "star"  # type: ignore[union-attr]
    scene.ship(1, "p4.yard_left", 2)
    scene.settle(Effect(Verb.GAIN))
    assert scene.owner("p4.yard_left") == 1
    assert scene.player(0).food == 0


def test_g7_ore_goes_to_the_bank_unless_an_opponent_is_named() -> None:
    scene = Scene()
    scene.give(0, ore=4)
    scene.settle(Effect(Verb.PAY, n=2))
    assert [player.ore for player in scene.state.players] == [2, 1, 2]
    scene.settle(Effect(Verb.PAY, n=2, to="opponent"))
    scene.do(0, "pay_opponent", opponent=2)
    assert [player.ore for player in scene.state.players] == [0, 1, 4]
