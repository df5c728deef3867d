"""C and D: the turn, action spaces, costs, and actions that would change nothing."""

from dataclasses import replace

import pytest

from tableside.games.beyond_the_sun.effects import Action, Effect, Verb
from tableside.games.beyond_the_sun.state import Ending, Phase
from tests.games.beyond_the_sun.scene import Scene, sample_game
from tests.games.beyond_the_sun.test_copy import PACK


def act(scene: Scene, space: str, seat: int = 0) -> None:
    scene.do(seat, "act", space=space)


def test_c1_action_then_production_then_achievement_then_the_left_neighbour() -> None:
    scene = Scene()
    act(scene, "basic:populate")
    assert scene.state.phase is Phase.PRODUCTION
    assert scene.game.to_act(scene.state) == {0}
    scene.do(0, "mine")
    assert (scene.state.turn, scene.state.phase) == (1, Phase.ACTION)


def test_c1_after_the_last_seat_a_new_round_begins() -> None:
    scene = Scene(2)
    for seat in (0, 1):
        act(scene, "basic:populate", seat)
        scene.do(seat, "mine")
    assert (scene.state.turn, scene.state.round) == (0, 2)


def test_c2_off_the_neighbour_waits() -> None:
    scene = Scene()
    act(scene, "basic:populate")
    assert scene.game.to_act(scene.state) == {0}


def test_c2_on_the_neighbour_may_begin_while_production_is_chosen() -> None:
    scene = Scene(early_start=True)
    act(scene, "basic:populate")
    assert scene.game.to_act(scene.state) == {0, 1}
    act(scene, "basic:populate", 1)
    assert scene.game.to_act(scene.state) == {0}, "the first must produce before the second does"
    scene.do(0, "grow")
    assert scene.game.to_act(scene.state) == {1, 2}
    scene.do(1, "mine")
    assert (scene.state.turn, scene.state.phase) == (2, Phase.ACTION)


def test_c2_a_new_round_may_begin_early_but_nothing_follows_the_last() -> None:
    scene = Scene(2, early_start=True)
    act(scene, "basic:populate")
    scene.do(0, "mine")
    act(scene, "basic:populate", 1)
    assert scene.game.to_act(scene.state) == {0, 1}
    late = scene.state
    scene.state = replace(late, ending=Ending.ROUND)
    act(scene, "basic:populate")
    assert (scene.state.turn, scene.state.late, scene.state.round) == (0, 1, 2)
    scene.do(1, "mine")
    assert scene.state.ending is Ending.LAST, "the last round has begun with the turn that was early"
    assert scene.game.to_act(scene.state) == {0, 1}
    scene.state = replace(late, ending=Ending.LAST)
    assert scene.game.to_act(scene.state) == {1}


def test_d1_the_space_must_be_empty() -> None:
    scene = Scene()
    scene.give(1, pawn="basic:research_1:0")
    assert scene.refused(0, "act", space="basic:research_1:0") == ("occupied", "D1")


def test_d1_the_pawn_must_move() -> None:
    scene = Scene()
    scene.give(0, pawn="basic:research_1:0")
    assert scene.refused(0, "act", space="basic:research_1:0") == ("must_move", "D1")


def test_d1_another_space_of_the_same_action_is_a_move() -> None:
    scene = Scene()
    scene.give(0, pawn="basic:research_1:0")
    act(scene, "basic:research_1:1")


def test_d2_the_last_basic_action_is_open_to_everybody_again_and_again() -> None:
    scene = Scene()
    for seat in range(3):
        scene.give(seat, pawn="basic:populate")
    act(scene, "basic:populate")
    scene.sound()


def test_d3_a_card_action_needs_the_own_cube() -> None:
    scene = Scene()
    assert scene.refused(0, "act", space="slot:I.4:0:0") == ("not_researched", "D3")
    scene.knows(0, "I.4")
    act(scene, "slot:I.4:0:0")
    assert scene.player(0).ore == 3


def test_d4_a_cost_that_cannot_be_paid() -> None:
    scene = Scene()
    scene.knows(0, "I.1")
    assert scene.refused(0, "act", space="basic:research_2:0") == ("ore_short", "D4")


def test_d4_an_action_that_cannot_be_carried_out() -> None:
    scene = Scene()
    scene.knows(0, "I.2")
    assert scene.refused(0, "act", space="slot:I.2:0:0") == ("nothing_to_colonise", "L1")
    scene.give(0, ore=9)
    scene.give(0, population=0)
    assert scene.refused(0, "act", space="basic:research_1:0") == ("population_short", "G5")


def test_d5_two_spaces_cost_one_more_ore() -> None:
    scene = Scene(4)
    extras = [extra for _, basic in scene.facts.basics() for extra in basic.spaces_4 or ()]
    assert sum(extras) == 2
    scene.do(0, "act", space="basic:research_1:3")
    assert scene.player(0).ore == 0
    scene = Scene(4)
    scene.give(0, ore=0)
    assert scene.refused(0, "act", space="basic:research_1:3") == ("ore_short", "D4")


def test_d6_the_cost_comes_before_the_effect() -> None:
    scene = Scene()
    scene.knows(0, "I.1")
    scene.give(0, ore=2)
    scene.do(0, "act", space="basic:research_2:0")
    assert scene.kinds()[:2] == ["pawn", "ore"]
    assert scene.player(0).ore == 0


def test_d7_an_action_that_would_change_nothing() -> None:
    scene = Scene()
    scene.ship(0, "p4.sol")
    scene.give(0, population=0)
    assert scene.refused(0, "act", space="basic:launch:0") == ("no_change", "D7")


def test_d8_the_same_action_again_only_on_another_space() -> None:
    scene = Scene()
    scene.do(0, "act", space="basic:launch:0")
    scene.do(0, "build", place="p4.sol")
    scene.do(0, "done")
    scene.do(0, "mine")
    scene.at(Phase.ACTION)
    assert scene.refused(0, "act", space="basic:launch:0") == ("must_move", "D1")
    scene.do(0, "act", space="basic:launch:1")


def test_d9_research_of_level_one_takes_one_population() -> None:
    scene = Scene()
    scene.do(0, "act", space="basic:research_1:0")
    scene.do(0, "research", slot="I.4", using=())
    assert scene.player(0).population == 1
    assert scene.state.site("I.4").cubes == (0,)  # type: ignore[union-attr]


def test_d9_population_straight_from_the_leftmost_column_and_one_ore() -> None:
    scene = Scene()
    act(scene, "basic:populate")
    player = scene.player(0)
    assert (player.supply[0], player.population, player.ore) == (3, 3, 2)


@pytest.mark.parametrize("first", ["build", "done"])
def test_d9a_a_ship_or_a_jump_is_enough_but_not_neither(first: str) -> None:
    scene = Scene()
    act(scene, "basic:launch:0")
    if first == "build":
        scene.do(0, "build", place="p4.sol")
        scene.do(0, "done")
        assert scene.ships(0, "p4.sol") == (1, 1)
    else:
        scene.do(0, "done")
        assert scene.refused(0, "done") == ("no_change", "D7")
        scene.do(0, "jump", origin="p4.sol", target="p4.yard_left", level=1)
        scene.do(0, "done")
    assert scene.state.phase is Phase.PRODUCTION


def test_d9a_the_last_basic_action_works_without_supply() -> None:
    scene = Scene()
    scene.supply(0, 0, 0, 0, 0, 0, 0)
    act(scene, "basic:populate")
    assert (scene.player(0).population, scene.player(0).ore) == (2, 2)


def test_d9a_no_ship_declined_when_nothing_could_jump() -> None:
    scene = Scene()
    scene.ship(0, "p4.sol")
    act(scene, "basic:launch:0")
    assert scene.refused(0, "done") == ("no_change", "D7")


def test_d10_a_guild_is_there_only_when_unlocked() -> None:
    scene = Scene()
    scene.give(0, ore=9)
    assert scene.refused(0, "act", space="guild:builders:0:0")[0] == "no_such_space"
    scene.settle(Effect(Verb.UNLOCK, guild="builders"))
    scene.at(Phase.ACTION)
    act(scene, "guild:builders:0:0")


def test_an_action_does_something() -> None:
    with pytest.raises(ValueError, match=r"beyond_the_sun\.bad\.action"):
        Action(())


def with_action(action: dict[str, object], **options: bool) -> Scene:
    """The card on I.1 has this action, and seat 0 knows it."""
    game = sample_game()
    card = {**PACK["technologies"]["lezerfegyverek"], "actions": [action]}
    scene = Scene(game=game.with_catalog(game.catalog.learn("technologies", "lezerfegyverek", card)), **options)
    scene.knows(0, "I.1")
    return scene


def test_g7_a_cost_can_go_to_an_opponent_and_is_paid_first() -> None:
    scene = with_action({"cost": [{"verb": "pay", "n": 2, "to": "opponent"}], "effects": [{"verb": "gain", "n": 5}]})
    scene.give(0, ore=1)
    assert scene.refused(0, "act", space="slot:I.1:0:0") == ("ore_short", "D4")
    scene.give(0, ore=2)
    rival = scene.player(2).ore
    act(scene, "slot:I.1:0:0")
    scene.do(0, "pay_opponent", opponent=2)
    assert (scene.player(0).ore, scene.player(2).ore) == (5, rival + 2)


def test_d7_paying_an_opponent_is_no_change() -> None:
    scene = with_action({"cost": [{"verb": "pay", "to": "opponent"}], "effects": [{"verb": "jump", "n": 2}]})
    scene.give(0, ore=1)
    act(scene, "slot:I.1:0:0")
    scene.do(0, "pay_opponent", opponent=1)
    assert scene.refused(0, "done") == ("no_change", "D7")


def test_d7_a_copied_paid_jump_must_jump_as_the_action_itself() -> None:
    scene = with_action({"cost": [{"verb": "pay"}], "effects": [{"verb": "jump", "n": 2}]})
    scene.give(0, ore=2)
    scene.settle(Effect(Verb.COPY))
    scene.do(0, "copy", action="slot:I.1:0")
    assert scene.refused(0, "done") == ("no_change", "D7")
    scene.at(Phase.ACTION)
    scene.give(0, ore=2)
    act(scene, "slot:I.1:0:0")
    assert scene.refused(0, "done") == ("no_change", "D7")
