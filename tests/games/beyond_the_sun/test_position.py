"""Scoring without a tracked game, and everything that cannot be."""

from dataclasses import replace

import pytest

from tableside.core import registry
from tableside.games.beyond_the_sun.position import Final, FinalColony, FinalGoal, Position
from tableside.games.beyond_the_sun.scoring import CATEGORIES
from tableside.language import language
from tests.games.beyond_the_sun.scene import Scene, sample_game

GAME = sample_game()


def reasons(position: Position) -> set[str]:
    return {problem.reason.key.removeprefix("beyond_the_sun.no.") for problem in GAME.audit_position(position)}


def one(**changes: object) -> Position:
    first, second = GAME.example().players
    return replace(GAME.example(), players=(replace(first, **changes), second))


def test_the_example_is_possible_and_scores_in_eleven_categories() -> None:
    assert GAME.audit_position(GAME.example()) == ()
    names, outcome = GAME.score_position(GAME.example())
    assert names == ("Anna", "Péter")
    anna = {line.key: line.points for line in outcome.lines if line.seat == 0}
    assert list(anna) == list(CATEGORIES)
    assert anna == {
        "level_1": 4,
        "level_2": 2,
        "level_3": 0,
        "private": 0,
        "level_4": 0,
        "automation": 2,
        "colonies": 8,
        "discs": 2,
        "highest": 2,
        "events": 0,
        "achievements": 9,
    }
    assert outcome.winners == (0,)
    said = {line.key: language("hu").say(line.detail) for line in outcome.lines if line.seat == 0 and line.detail}
    assert said == {"level_1": "4 darab", "level_2": "1 darab", "automation": "2 darab", "colonies": "2 darab"}


def test_technologies_are_counted_by_level_and_level_iiii_by_its_printed_points() -> None:
    first = Final("A", level_1=4, level_2=4, level_3=4, level_4=(6, 5))
    position = Position((first, Final("B")))
    assert reasons(position) == {"not_over"}
    _, outcome = GAME.score_position(position)
    points = {line.key: line.points for line in outcome.lines if line.seat == 0}
    assert (points["level_1"], points["level_2"], points["level_3"], points["level_4"]) == (4, 8, 12, 11)


def test_eight_discs_of_automation_score_one_for_the_eighth() -> None:
    position = replace(one(automation=8), automation_points=(1, 1, 2, 2, 3, 3, 4))
    _, outcome = GAME.score_position(position)
    assert GAME.audit_position(position) == ()
    assert reasons(one(automation=8)) == {"automation_points"}, "six of the seven are not told"
    assert next(line.points for line in outcome.lines if line.key == "automation") == 1 + 1 + 2 + 2 + 3 + 3 + 4 + 1


def test_the_automation_points_of_a_mat_that_was_told_need_not_be_told_again() -> None:
    untold = replace(GAME.example(), automation_points=())
    assert GAME.audit_position(untold) == ()
    _, outcome = GAME.score_position(untold)
    mat = next(mat for mat in GAME.catalog.table("mats").values() if not mat.advanced)
    assert outcome.lines[5].points == sum(mat.automation[:2])
    bare = registry.find("beyond_the_sun")
    assert [problem.reason.key for problem in bare.audit_position(untold)] == ["beyond_the_sun.no.automation_points"]


def test_twenty_one_cubes_cannot_be() -> None:
    assert reasons(one(population=16)) == {"cubes"}
    assert reasons(one(population=15)) == set()


def test_discs_that_left_the_tracks_must_lie_somewhere() -> None:
    assert reasons(one(food_left=4, ore_left=4)) == set(), "2 automated, 2 outposts, 2 colonies with 2 each"
    assert reasons(one(food_left=4, ore_left=3)) == {"discs_gone"}


def test_a_higher_technology_without_any_lower_cannot_be() -> None:
    assert reasons(one(level_1=0)) == {"higher_alone"}


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"level_1": 5}, "level_most"),
        ({"ore": -1}, "less_than_nothing"),
        ({"level_4": (-2,)}, "negative_points"),
        ({"achievements": (FinalGoal(5, "example"), FinalGoal(3, "example"))}, "goal_once"),
        ({"achievements": (FinalGoal(5, "empire"),)}, "goal_space"),
        ({"outposts": 20}, "outposts_most"),
    ],
)
def test_what_cannot_be_is_named(changes: dict[str, object], reason: str) -> None:
    assert reason in reasons(one(**changes))


def test_every_reason_at_once() -> None:
    found = reasons(one(population=20, ore_left=0, food_left=0, level_1=0, private=(3,) * 9))
    assert {"cubes", "discs_gone", "higher_alone", "private_most"} <= found


def test_two_to_four_players() -> None:
    assert "seats" in reasons(Position((Final("A"),)))


def test_three_discs_on_one_colony_cannot_be() -> None:
    colony = FinalColony(3, ("food", "food", "food"))
    assert "colony_discs" in reasons(one(colonies=(colony, FinalColony(5, ("ore", "food")))))


def claimed(*goals: tuple[str, int]) -> tuple[FinalGoal, ...]:
    return tuple(FinalGoal(points, card) for card, points in goals)


def test_with_fewer_than_four_the_second_space_of_the_a_achievement_is_closed() -> None:
    first, second = claimed(("warlord", 4), ("x", 5)), claimed(("warlord", 2), ("x", 3))
    three = Position((Final("A", achievements=first), Final("B", achievements=second), Final("C")))
    assert reasons(three) == {"goal_discs"}
    assert reasons(Position((*three.players, Final("D")))) == set()


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"achievements": claimed(("warlord", 4), ("gyaros", 4))}, "goal_group"),
        ({"achievements": claimed(("Nagykardos", 4), ("Gyáros", 4))}, "goal_group"),
        ({"achievements": claimed(("excellence", 2), ("warlord", 4))}, "goal_space"),
        ({"achievements": claimed(*((f"unknown{n}", 3) for n in range(8)))}, "goals_most"),
        ({"colonies": (FinalColony(1, ("food",)),) * 25}, "colonies_most"),
        ({"colonies": (FinalColony(-1, ("food",)),)}, "negative_points"),
        ({"private": (2,) * 9}, "private_most"),
        ({"achievements": ()}, "not_over"),
    ],
)
def test_an_end_that_cannot_be_is_refused(changes: dict[str, object], reason: str) -> None:
    assert reason in reasons(one(**changes))


def test_what_is_only_strange_is_told_and_not_refused() -> None:
    """How many outposts and private technologies there can be is our count, not the rulebook's."""
    many = one(outposts=12, private=(2,) * 5)
    assert not reasons(many) & {"outposts_most", "private_most"}
    _, outcome = GAME.score_position(many)
    told = {line.key: line.detail.key for line in outcome.lines if line.detail is not None and line.seat == 0}
    assert told["discs"].endswith("outposts_many") and told["private"].endswith("private_many")
    _, usual = GAME.score_position(GAME.example())
    assert not any(line.detail and "many" in line.detail.key for line in usual.lines)


def test_eight_automation_numbers_are_refused() -> None:
    assert "automation_spaces" in reasons(replace(GAME.example(), automation_points=(1, 1, 2, 2, 3, 3, 4, 5)))


def test_what_is_not_told_refuses_no_end() -> None:
    """Neither lines of the board, nor names of technologies and achievements, nor what breaks a tie."""
    bare = registry.find("beyond_the_sun")
    first, second = bare.example().players
    position = replace(bare.example(), players=(replace(first, level_1=1, level_2=2, level_3=1, level_4=(9,)), second))
    assert bare.audit_position(position) == ()


def test_the_tiebreak_is_traced() -> None:
    position = Position((Final("A", ore=2), Final("B", ore=3)))
    _, outcome = GAME.score_position(position)
    assert outcome.winners == (1,)
    assert [step.rule for step in outcome.trace] == ["discs", "population", "ore"]


# -- a position of a game in progress ----------------------------------------------------------


def test_audit_of_a_state_names_what_cannot_be() -> None:
    scene = Scene()
    scene.sound()
    whole = scene.state
    scene.give(0, ore=-1)
    assert scene.game.audit(scene.state)[0].reason.key.endswith("less_than_nothing")
    scene.state = whole
    scene.knows(0, "II.A")
    assert scene.game.audit(scene.state)[0].reason.key.endswith("without_prerequisites")
    scene.state = whole
    scene.give(0, pawn="basic:launch:0")
    scene.give(1, pawn="basic:launch:0")
    assert scene.game.audit(scene.state)[0].reason.key.endswith("two_pawns")
    scene.state = whole
    scene.ship(0, "p4.yard_left", 2)
    assert scene.game.audit(scene.state)[0].reason.key.endswith("wrong_controller")
    scene.state = whole
    scene.outpost(0, "p4.sol", "food")
    assert scene.game.audit(scene.state)[0].reason.key.endswith("outpost_wrong")
    scene.state = whole
    scene.claimed(0, "empire")
    scene.claimed(0, "empire")
    assert scene.game.audit(scene.state)[0].reason.key.endswith("goal_discs")
