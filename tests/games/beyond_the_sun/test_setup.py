"""A and B: the box and the setup for two, three and four."""

from dataclasses import replace

import pytest

from tableside.core.moves import move
from tableside.games.beyond_the_sun.reading import FACES
from tableside.games.beyond_the_sun.rules import decks
from tableside.games.beyond_the_sun.state import Ask, Phase
from tests.games.beyond_the_sun.scene import MATS, Scene, after, sample_game


def test_a1_the_sample_copy_has_every_component() -> None:
    catalog = sample_game().catalog
    assert len(catalog.table("technologies")) == 46
    assert len(catalog.table("events")) == 20
    assert len(catalog.table("systems")) == 24
    assert len(catalog.table("achievements")) == 10
    assert len(catalog.table("guilds")) == 4


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a2_twenty_cubes_and_sixteen_discs_each(seats: int) -> None:
    scene = Scene(seats)
    census = scene.game.census(scene.state)
    for seat in range(seats):
        assert census[f"cubes {seat}"] == 20
        assert census[f"food discs {seat}"] == 8
        assert census[f"ore discs {seat}"] == 8


def test_a3_a_cube_shows_one_of_six_faces() -> None:
    assert FACES == ("population", "supply", "ship1", "ship2", "ship3", "ship4")


def test_a4_ore_and_achievement_discs_never_run_out() -> None:
    scene = Scene()
    scene.give(0, ore=500)
    scene.sound()


def test_b1_four_level_i_cards_lie_on_their_slots() -> None:
    scene = Scene()
    assert [site.card for site in scene.state.sites if site.level == 1] == list(scene.wanted[:4])


def test_b2_the_higher_slots_are_empty_at_first() -> None:
    scene = Scene()
    assert all(not site.card for site in scene.state.sites if site.level > 1)


@pytest.mark.parametrize(("rule", "level"), [("b3", 2), ("b4", 3)])
def test_b3_b4_six_events_two_of_them_light_framed(rule: str, level: int) -> None:
    scene = Scene()
    sites = [site for site in scene.state.sites if site.level == level]
    assert len(sites) == 6
    assert all(site.event for site in sites)
    dark = [id for id, card in scene.facts.complete("events").items() if card.level == level and not card.light]
    seen = replace(scene.state, discarded=tuple(dark[:4]))
    left = decks.events(scene.facts, seen, level)
    assert len(left) == 2
    assert all(scene.facts.event(card).light for card in left), "four of the other eight are in: the rest is light"


def test_b5_the_first_a_systems_are_start_systems() -> None:
    game = sample_game()
    state = game.setup(game.info.settle({}), 3)
    state = after(game, state, move(None, "lay_out"))
    while state.front is not None and state.front.ask is Ask.DEAL:
        card = decks.possible(game.facts, state, state.front)[0]
        state = after(game, state, move(None, "reveal", card=card))
    offered = {made["card"] for made in game.moves_of(state, None, "reveal")}
    assert offered == {"barnard", "sziriusz", "procyon", "ross_154"}
    assert not game.judge(state, move(None, "reveal", card="koves")).legal


def test_b5_the_other_start_systems_are_shuffled_back() -> None:
    scene = Scene(cards=("barnard", "sziriusz"))
    assert {"procyon", "ross_154"} <= set(decks.systems(scene.facts, scene.state, "A"))


def test_b6_two_base_achievements_one_a_and_one_b() -> None:
    scene = Scene(4)
    groups = [scene.facts.achievement(goal.id).group for goal in scene.state.goals]
    assert groups == ["base", "base", "A", "B"]


def test_b6_beginners_get_the_recommended_four() -> None:
    scene = Scene(4, first_goals=True)
    assert [goal.id for goal in scene.state.goals] == ["excellence", "empire", "warlord", "technologist"]


def test_b7_guilds_are_covered_at_first() -> None:
    assert Scene().state.guilds == ()


def test_b8_columns_full_two_population_a_ship_on_sol_pawn_off_the_board() -> None:
    scene = Scene(4)
    player = scene.player(0)
    assert player.supply == (4, 3, 3, 3, 2, 2)
    assert (player.population, player.spare, player.food, player.ore_discs) == (2, 0, 8, 8)
    assert scene.ships(0, "p4.sol") == (1,)
    assert player.pawn == ""


def test_b8_a_smaller_mat_leaves_cubes_in_reserve() -> None:
    scene = Scene(3)
    game = scene.game
    state = game.setup(game.info.settle({}), 3)
    while state.phase is Phase.SETUP:
        front = state.front
        assert front is not None
        if front.ask is Ask.MAT and front.seat == 0:
            made = move(0, "choose_mat", mat="tabernacle")
        else:
            made = next(iter(game.moves(state, next(iter(game.to_act(state))))))
        state = after(game, state, made)
    assert state.players[0].spare == 1
    assert game.audit(state) == ()


@pytest.mark.parametrize(("seats", "ore"), [(2, (1, 1)), (3, (1, 1, 2)), (4, (1, 1, 2, 2))])
def test_b9_starting_ore_by_seat(seats: int, ore: tuple[int, ...]) -> None:
    scene = Scene(seats)
    assert tuple(player.ore for player in scene.state.players) == ore


def test_b10_three_players_close_the_second_space_of_the_a_achievement() -> None:
    scene = Scene(3)
    a_card = next(goal for goal in scene.state.goals if scene.facts.achievement(goal.id).group == "A")
    assert scene.facts.goal_spaces(a_card, 3) == 1


def test_b11_two_players_have_their_own_side_and_one_a_system() -> None:
    scene = Scene(2)
    assert all(place.id.startswith("p2.") for place in scene.state.places)
    systems = [place for place in scene.state.places if place.system]
    assert [scene.facts.system(place.system).deck for place in systems] == ["A", "B", "B"]


def test_b11_a_faction_that_is_not_for_two() -> None:
    game = sample_game()
    for seats, legal in ((2, False), (3, True)):
        state = game.setup(game.info.settle({}), seats)
        while state.front is not None and state.front.ask is not Ask.MAT:
            made = next(iter(game.moves(state, None)))
            state = after(game, state, made)
        ruling = game.judge(state, move(0, "choose_mat", mat="tabernacle"))
        assert bool(ruling.legal) is legal


def test_b12_only_the_a_achievement_is_cut_and_not_with_four() -> None:
    for seats, spaces in ((2, 1), (3, 1), (4, 2)):
        scene = Scene(seats, first_goals=True)
        goal = scene.state.goal("warlord")
        assert goal is not None
        assert scene.facts.goal_spaces(goal, seats) == spaces
        other = scene.state.goal("technologist")
        assert other is not None
        assert scene.facts.goal_spaces(other, seats) == 3


def test_b8_two_players_cannot_have_the_same_mat() -> None:
    game = sample_game()
    state = game.setup(game.info.settle({}), 2)
    while state.front is not None and (state.front.ask is not Ask.MAT or state.front.seat == 0):
        seat = next(iter(game.to_act(state)))
        made = move(0, "choose_mat", mat=MATS[0]) if seat == 0 else next(iter(game.moves(state, None)))
        state = after(game, state, made)
    assert not game.judge(state, move(1, "choose_mat", mat=MATS[0])).legal
    assert game.judge(state, move(1, "choose_mat", mat=MATS[1])).legal
