"""F and O1: achievements and what brings the end."""

from dataclasses import replace

import pytest

from tableside.games.beyond_the_sun.rules import achievements
from tableside.games.beyond_the_sun.state import Ending, Phase
from tests.games.beyond_the_sun.scene import Scene


def rich(scene: Scene, seat: int = 0) -> None:
    """Three colonies: the empire achievement of the sample copy."""
    for system in ("koves", "parazs", "kek_ful"):
        scene.colony(seat, system, "food")


def test_f1_claiming_is_mandatory_and_at_most_one_a_turn() -> None:
    scene = Scene(4, first_goals=True)
    rich(scene)
    scene.ship(0, "p4.deep", 4, 4)
    scene.at(Phase.PRODUCTION)
    scene.do(0, "mine")
    assert scene.state.phase is Phase.GOAL
    assert {made["goal"] for made in scene.moves(0)} == {"empire", "warlord"}
    assert scene.refused(0, "pass_goal") == ("goal_mandatory", "F1")
    scene.do(0, "claim", goal="warlord")
    assert (scene.state.turn, scene.state.phase) == (1, Phase.ACTION)


def test_f1_without_one_the_phase_passes() -> None:
    scene = Scene()
    scene.at(Phase.PRODUCTION)
    scene.do(0, "mine")
    assert scene.state.turn == 1


def test_f1_a_condition_only_the_players_can_judge_is_never_forced() -> None:
    scene = Scene(4, cards=("kozkivanat",))
    scene.give(0, population=4)
    scene.at(Phase.PRODUCTION)
    scene.do(0, "mine")
    assert {made.kind for made in scene.moves(0)} == {"claim", "pass_goal"}
    scene.do(0, "pass_goal")
    assert scene.state.turn == 1


def test_f2_the_leftmost_free_space() -> None:
    scene = Scene(4)
    scene.claimed(2, "empire")
    rich(scene)
    scene.at(Phase.GOAL)
    scene.do(0, "claim", goal="empire")
    goal = scene.state.goal("empire")
    assert goal is not None
    assert goal.discs == (2, 0)


def test_f2_a_full_card_is_closed() -> None:
    scene = Scene(3, first_goals=True)
    scene.claimed(2, "warlord")
    scene.ship(0, "p4.deep", 4, 4)
    assert achievements.claimable(scene.facts, scene.state, 0) == ()
    scene.at(Phase.GOAL)
    assert scene.refused(0, "claim", goal="warlord") == ("goal_full", "F2")


def test_f2_each_achievement_once() -> None:
    scene = Scene(4)
    scene.claimed(0, "empire")
    rich(scene)
    scene.at(Phase.GOAL)
    assert scene.refused(0, "claim", goal="empire") == ("goal_once", "F2")


def test_f3_the_disc_stays_when_the_condition_fails() -> None:
    scene = Scene(4, first_goals=True)
    scene.claimed(0, "warlord")
    scene.at(Phase.PRODUCTION)
    scene.do(0, "mine")
    goal = scene.state.goal("warlord")
    assert goal is not None
    assert goal.discs == (0,)


def test_f3_only_the_active_player_claims() -> None:
    scene = Scene(4)
    rich(scene, 1)
    scene.at(Phase.PRODUCTION)
    scene.do(0, "mine")
    assert scene.state.phase is Phase.ACTION, "seat 1 fulfils it, but it is not their turn"


def test_f4_points_by_the_space_of_the_disc() -> None:
    scene = Scene(4)
    scene.claimed(2, "empire")
    scene.claimed(0, "empire")
    points = {line.seat: line.points for line in scene.game.score(scene.state) if line.key == "achievements"}
    assert (points[2], points[0]) == (6, 4)


@pytest.mark.parametrize(("seats", "discs"), [(2, 3), (3, 3), (4, 4)])
def test_o1_the_number_of_discs_that_brings_the_end(seats: int, discs: int) -> None:
    assert achievements.trigger(seats) == discs
    scene = Scene(seats)
    for number in range(discs - 1):
        scene.claimed(number % seats, "excellence" if number < seats else "empire")
    rich(scene)
    scene.at(Phase.GOAL)
    scene.do(0, "claim", goal="empire" if 0 not in scene.state.goal("empire").discs else "excellence")  # type: ignore[union-attr]
    assert scene.state.ending is Ending.ROUND


def test_o1_achievements_go_on_after_the_trigger() -> None:
    scene = Scene(2)
    rich(scene)
    scene.state = replace(scene.state, ending=Ending.LAST)
    scene.at(Phase.GOAL)
    scene.do(0, "claim", goal="empire")
    assert scene.state.ending is Ending.LAST
