"""Scoring without a tracked game, and everything that cannot be."""

from dataclasses import replace

import pytest

from tableside.core import registry
from tableside.games.beyond_the_sun.position import Final, FinalColony, FinalGoal, Position, Printed
from tableside.games.beyond_the_sun.scoring import CATEGORIES
from tableside.language import language
from tests.games.beyond_the_sun.scene import Scene, sample_game

GAME = sample_game()


def reasons(position: Position) -> set[str]:
    return {problem.reason.key.removeprefix("beyond_the_sun.no.") for problem in GAME.audit_position(position)}


def one(**changes: object) -> Position:
    first, second = GAME.example().players
    return Position((replace(first, **changes), second))


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


def test_level_iiii_points_are_printed_and_shared_by_all_who_have_it() -> None:
    slots = ("I.1", "I.2", "I.3", "I.4", "II.A", "II.B", "II.C", "II.D", "III.A", "III.B", "III.C", "III.D", "IIII.1")
    first = Final("A", slots, food_left=8, ore_left=8)
    position = Position((first, Final("B")), (Printed("IIII.1", 6),))
    assert reasons(position) == {"not_over"}
    _, outcome = GAME.score_position(position)
    points = {line.key: line.points for line in outcome.lines if line.seat == 0}
    assert (points["level_1"], points["level_2"], points["level_3"], points["level_4"]) == (4, 8, 12, 6)


def test_twenty_one_cubes_cannot_be() -> None:
    assert reasons(one(population=4)) == {"cubes"}


def test_an_outpost_without_its_disc_missing_from_the_track_cannot_be() -> None:
    assert reasons(one(outposts=("ore", "food", "food"))) == {"food_discs"}
    assert reasons(one(ore_left=6)) == {"ore_discs"}


def test_a_technology_without_its_prerequisites_cannot_be() -> None:
    assert reasons(one(technologies=("I.1", "I.3", "I.4", "II.B"))) == {"without_prerequisites"}


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"technologies": ("I.1", "I.1", "I.2", "II.B")}, "technology_twice"),
        ({"technologies": ("I.1", "V.9")}, "unknown_slot"),
        ({"automation_points": (1,)}, "automation_points"),
        ({"sol": (5,)}, "ship_level"),
        ({"ore": -1}, "less_than_nothing"),
        ({"achievements": (FinalGoal("example", 5), FinalGoal("example", 3))}, "goal_once"),
        ({"achievements": (FinalGoal("empire", 5),)}, "goal_space"),
    ],
)
def test_what_cannot_be_is_named(changes: dict[str, object], reason: str) -> None:
    assert reason in reasons(one(**changes))


def test_every_reason_at_once() -> None:
    found = reasons(one(population=9, ore_left=8, technologies=("II.B",), sol=(7,)))
    assert {"cubes", "ore_discs", "without_prerequisites", "ship_level"} <= found


def test_level_iiii_without_its_points_and_points_for_another_level() -> None:
    assert "points_missing" in reasons(Position((Final("A", ("IIII.1",)), Final("B"))))
    assert "not_level_4" in reasons(Position((Final("A"), Final("B")), (Printed("I.1", 3),)))


def test_two_to_four_players() -> None:
    assert "seats" in reasons(Position((Final("A"),)))


def test_three_discs_on_one_colony_cannot_be() -> None:
    colony = FinalColony(3, ("food", "food", "food"))
    assert "colony_discs" in reasons(one(colonies=(colony, FinalColony(5, ("ore", "food")))))


def claimed(*goals: tuple[str, int]) -> tuple[FinalGoal, ...]:
    return tuple(FinalGoal(card, points) for card, points in goals)


def test_with_fewer_than_four_the_second_space_of_the_a_achievement_is_closed() -> None:
    first, second = claimed(("warlord", 4), ("x", 5)), claimed(("warlord", 2), ("x", 3))
    three = Position((Final("A", achievements=first), Final("B", achievements=second), Final("C")))
    assert reasons(three) == {"goal_discs"}
    assert reasons(Position((*three.players, Final("D")))) == set()


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"automation": ("food",) * 8, "automation_points": (1, 1, 2, 2, 3, 3, 4, 5)}, "automation_spaces"),
        ({"achievements": claimed(("warlord", 4), ("gyaros", 4))}, "goal_group"),
        ({"achievements": claimed(("Nagykardos", 4), ("Gyáros", 4))}, "goal_group"),
        ({"achievements": claimed(("excellence", 2), ("warlord", 4))}, "goal_space"),
        ({"achievements": claimed(*((f"unknown{n}", 3) for n in range(8)))}, "goals_most"),
        ({"colonies": (FinalColony(1, ("food",)),) * 25}, "colonies_most"),
        ({"colonies": (FinalColony(-1, ("food",)),)}, "negative_points"),
        ({"achievements": ()}, "not_over"),
    ],
)
def test_an_end_that_cannot_be_is_refused(changes: dict[str, object], reason: str) -> None:
    assert reason in reasons(one(**changes))


def test_what_is_only_strange_is_told_and_not_refused() -> None:
    """How many outposts and private technologies there can be is our count, not the rulebook's."""
    many = one(outposts=("star",) * 13, private=(2,) * 5, food_left=4, ore_left=6)
    assert not reasons(many) & {"outposts_most", "private_most"}
    _, outcome = GAME.score_position(many)
    told = {line.key: line.detail.key for line in outcome.lines if line.detail is not None and line.seat == 0}
    assert told["discs"].endswith("outposts_many") and told["private"].endswith("private_many")
    _, usual = GAME.score_position(GAME.example())
    assert not any(line.detail and "many" in line.detail.key for line in usual.lines)


def test_printed_points_given_twice_are_refused() -> None:
    twice = (Printed("IIII.1", 6), Printed("IIII.1", 7))
    assert "printed_twice" in reasons(replace(GAME.example(), printed=twice))


def test_lines_nobody_has_looked_up_refuse_no_end() -> None:
    bare = registry.find("beyond_the_sun")
    first, second = bare.example().players
    position = Position((replace(first, technologies=("I.3", "II.A")), second))
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
