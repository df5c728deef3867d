"""A position typed in or photographed in the middle of a game: what cannot be."""

import pytest

from tableside.core import manual_edit
from tableside.core.ruling import Illegal, Legal
from tableside.games.onward_to_venus.state import Player
from tests import contract
from tests.games.onward_to_venus.scenes import GAME, on, player, scene, there, tiles


def reasons(state) -> list[str]:
    problems = GAME.audit(state)
    for problem in problems:
        contract.check_refusal(problem, GAME)
    return [problem.reason.key.removeprefix("onward_to_venus.no.") for problem in problems]


@pytest.mark.parametrize(
    ("state", "reason"),
    [
        (on(scene(), 0, "mars", orbit=(13, 0, 0)), "too_many_pieces"),
        (on(on(scene(), 0, "mars", mine=5), 0, "titan", mine=5), "too_many_pieces"),
        (on(scene(), 0, "mars", orbit=(-1, 0, 0)), "negative"),
        (player(scene(), 0, money=-1), "negative"),
        (player(scene(), 0, colour="blue"), "same_colour"),
        (player(scene(), 0, colour="pink"), "no_such_colour"),
        (there(tiles(scene(), "venus", "trophy"), "venus", dead=True), "dead_with_tiles"),
        (on(there(scene(), "venus", dead=True), 0, "venus", mine=1), "dead_with_empire"),
        (on(there(scene(), "venus", dead=True), 0, "venus", surface=(1, 0, 0)), "dead_with_empire"),
        (there(scene(), "titan", dead=True), "cannot_die"),
        (
            on(there(scene(aliens=2, options={"beside_alien": False}), "titan", alien=True), 0, "titan", factory=1),
            "alien_beside_buildings",
        ),
        (there(scene(aliens=2), "earth", alien=True), "alien_on_earth"),
        (there(scene(), "titan", alien=True), "alien_number"),
        (tiles(scene(), "ganymede", "crisis_3"), "crisis_on_ganymede"),
        (there(scene(), "mars", traitors=("traitor",)), "traitor_without_crisis"),
        (tiles(scene(), "mars", *["tension"] * 7), "too_many_tiles"),
        (tiles(scene(), "mars", "golden_calf"), "unknown_tile"),
        (player(scene(), 0, kept=("factory",)), "kept_wrong"),
        (scene(discards=("buy",) * 3), "too_many_cards"),
        (scene(deck=-1), "deck_negative"),
        (scene(tokens=6), "token_number"),
        (scene(period=4), "period_number"),
        (scene(start=7), "no_such_seat"),
    ],
)
def test_impossible(state, reason: str) -> None:
    assert reasons(state) == [reason]


def test_a_dead_planet_may_be_orbited() -> None:
    assert reasons(on(there(scene(), "venus", dead=True), 0, "venus", orbit=(1, 0, 1))) == []


def test_several_impossibilities_are_all_named() -> None:
    state = there(tiles(player(scene(), 0, money=-2), "venus", "trophy"), "venus", dead=True)
    assert set(reasons(state)) == {"negative", "dead_with_tiles"}


def test_adjustments_are_held_to_the_audit() -> None:
    state = scene()
    assert isinstance(manual_edit.judge(GAME, state, manual_edit.adjust("players.0.at.4.orbit.tank", 7)), Legal)
    assert isinstance(manual_edit.judge(GAME, state, manual_edit.adjust("players.0.at.4.orbit.tank", 8)), Illegal)
    assert Player().bonus == 0
