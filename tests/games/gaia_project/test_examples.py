"""The rulebook's worked examples."""

from tableside.core.moves import Move, move
from tableside.core.rulebook import Turn
from tableside.games.gaia_project import GAME
from tableside.games.gaia_project.counts import final_count
from tableside.games.gaia_project.map_geometry import bits
from tableside.games.gaia_project.prices import Price, mine_price, qic_for
from tableside.games.gaia_project.records import BOOSTERS, FINAL_TILES, PROJECT_PRICE, RANGE, STEP_PRICE, STEPS
from tableside.games.gaia_project.rules.charging import charge_amount, offers
from tableside.games.gaia_project.rules.effects import charge, receive, spend
from tableside.games.gaia_project.rules.laying import tiles_move
from tableside.games.gaia_project.rules.research import open_tiles
from tableside.games.gaia_project.scoring import research_points, tile_points
from tableside.games.gaia_project.state import Player, State, Task, evolve, loose
from tests.games.gaia_project.table import (
    FINALS,
    ROUNDS,
    bare,
    build,
    do,
    events,
    free,
    put,
    refusal,
    rich,
    ring,
    seated,
    started,
    turn_of,
)


def bowls(player: Player) -> tuple[int, int, int]:
    return player.bowl1, player.bowl2, player.bowl3


def test_ex_1_four_players_lay_out_seven_boosters() -> None:
    state = GAME.setup({}, 4)
    assert GAME.judge(state, tiles_move(tuple(BOOSTERS)[:7], ROUNDS, FINALS)).legal
    assert not GAME.judge(state, tiles_move(tuple(BOOSTERS)[:6], ROUNDS, FINALS)).legal
    assert not GAME.judge(state, tiles_move(tuple(BOOSTERS)[:8], ROUNDS, FINALS)).legal


def test_ex_2_xenos_start_with_3_knowledge_4_ore_15_credits() -> None:
    player = seated("xenos", "terrans").players[0]
    assert (player.knowledge, player.ore, player.credits) == (3, 4, 15)


def test_ex_3_terrans_start_with_four_tokens_in_bowls_one_and_two() -> None:
    assert bowls(seated("terrans", "xenos").players[0]) == (4, 4, 0)


def test_ex_4_taklons_start_on_level_0_everywhere() -> None:
    assert seated("taklons", "xenos").players[0].research == (0,) * 6


def test_ex_5_terrans_start_with_one_gaiaformer() -> None:
    player = seated("terrans", "xenos").players[0]
    assert (player.research[3], player.formers) == (1, 1)


def test_ex_6_neutral_satellite_stands_at_8_on_the_satellite_tile() -> None:
    assert FINAL_TILES["satellite"].neutral == 8


def test_ex_7_round_tile_pays_2_points_for_a_mine() -> None:
    state = started("terrans", "xenos", rounds=("score3", "score1", "score2", "score4", "score5", "score6"))
    state = rich(turn_of(state, 0), 0)
    near = next(made for made in GAME.moves(state, 0) if made.kind == "mine")
    assert do(state, near).players[0].vp == state.players[0].vp + 2


def test_ex_8_a_gaia_planet_counts_one_on_the_gaia_tile() -> None:
    state = rich(turn_of(started("terrans", "xenos"), 0), 0)
    before = final_count(state, state.players[0], "gaia")
    planet = free(state, "g")[0]
    state = do(state, move(0, "mine", hex=planet))
    assert final_count(state, state.players[0], "gaia") == before + 1


def test_ex_9_the_6_point_token_gives_2_knowledge_and_can_be_flipped_later() -> None:
    state = rich(turn_of(started("terrans", "xenos"), 0), 0, knowledge=0, bowl1=9)
    state = build(bare(state, 0), 0, institute="1A9", academy1="1A6", stations="1B5")
    hexes = next(made["hexes"] for made in GAME.moves(state, 0) if made.kind == "federation")
    state = evolve(state, supply=(3, 3, 3, 3, 3, 3))
    after = do(state, move(0, "federation", hexes=hexes, token="fed6"))
    while after.todo:
        after = do(after, next(iter(GAME.moves(after, 0))))
    player = after.players[0]
    assert (player.tally[5], player.knowledge) == (6, 2)
    assert player.green == (True,)


def test_ex_10_navigation_5_is_worth_12_points() -> None:
    assert research_points((0, 5, 0, 0, 0, 0)) == 12


def test_ex_11_tech_tile_pays_3_points_for_a_mine_on_a_gaia_planet() -> None:
    state = put(rich(turn_of(started("terrans", "xenos"), 0), 0), 0, techs=("tech7",))
    state = do(state, move(0, "mine", hex=free(state, "g")[0]))
    assert state.players[0].tally[3] == 3


def test_ex_12_bowls_1_1_0_charge_4_become_0_0_2_and_one_is_lost() -> None:
    state = put(started("xenos", "terrans"), 0, bowl1=1, bowl2=1, bowl3=0)
    turn = Turn(GAME, state, 0)
    charge(turn, 0, 4, "income")
    assert bowls(turn.state.players[0]) == (0, 0, 2)
    assert [caution.key for caution in turn.cautions] == ["charge_lost"]


def test_ex_13_spending_2_moves_two_tokens_from_bowl_3_to_1() -> None:
    state = put(started("xenos", "terrans"), 0, bowl1=0, bowl2=0, bowl3=3)
    turn = Turn(GAME, state, 0)
    spend(turn, 0, 2, "action")
    assert bowls(turn.state.players[0]) == (2, 0, 1)


def test_ex_14_a_gained_token_goes_to_bowl_1_and_any_two_may_be_discarded() -> None:
    state = put(started("xenos", "terrans"), 0, bowl1=1, bowl2=1, bowl3=1)
    turn = Turn(GAME, state, 0)
    receive(turn, 0, (("t", 1),), "action", "C3")
    player = turn.state.players[0]
    assert bowls(player) == (2, 1, 1)
    waiting = evolve(turn.state, todo=(Task("tokens", 0, 2),))
    assert {made["bowls"] for made in GAME.moves(waiting, 0)} == {(2, 0, 0), (1, 1, 0), (1, 0, 1), (0, 1, 1)}


def test_ex_15_hadsch_hallas_income_is_1_ore_1_knowledge_and_3_credits() -> None:
    player = seated("hadsch-hallas", "terrans").players[0]
    assert [icon for icon in player.income if icon.startswith("base|")] == ["base|o", "base|k", "base|3c"]


def test_ex_16_four_power_and_one_token_may_come_in_either_order() -> None:
    state = put(seated("xenos", "terrans"), 0, bowl1=1, bowl2=0, bowl3=0, booster="booster1")
    state = put(state, 0, income=("PI|4pw", "PI|t"))
    state = evolve(state, phase="cleanup", queue=())
    state = do(state, Move(None, "proceed"))
    assert {made["source"] for made in GAME.moves(state, 0)} == {"PI|4pw", "PI|t"}
    token_first = do(state, move(0, "income", source="PI|t"))
    charge_first = do(state, move(0, "income", source="PI|4pw"))
    assert bowls(token_first.players[0]) == (0, 0, 2)
    assert bowls(charge_first.players[0]) == (1, 0, 1)


def test_ex_17_a_transdim_planet_with_a_gaiaformer_becomes_a_gaia_planet() -> None:
    state = started("terrans", "xenos")
    planet = free(state, "m")[0]
    state = build(state, 0, projects=planet)
    state = evolve(state, phase="cleanup", order=(), passed=(0, 1), todo=())
    state = do(state, Move(None, "proceed"))
    while state.todo:
        (seat,) = GAME.to_act(state)
        state = do(state, next(iter(GAME.moves(state, seat))))
    assert state.formed == state.map.mask([planet])
    assert state.players[0].projects == state.map.mask([planet])


def test_ex_18_navigation_2_reaches_two_hexes() -> None:
    assert RANGE[2] == 2


def test_ex_19_one_qic_more_reaches_four_hexes() -> None:
    state = put(started("ivits", "terrans"), 0, research=(0, 2, 0, 0, 0, 0), qic=1)
    home = state.map.name[next(bits(state.players[0].institute))]
    assert {qic_for(state, state.players[0], state.map.number[name]) for name in ring(state, home, 4)} == {1}
    assert {qic_for(state, state.players[0], state.map.number[name]) for name in ring(state, home, 2)} == {0}


def test_ex_20_only_the_owner_of_the_gaiaformer_may_build_there() -> None:
    state = rich(rich(started("itars", "xenos"), 0), 1)
    planet = free(state, "m")[0]
    state = evolve(build(state, 0, projects=planet), formed=state.map.mask([planet]))
    state = put(state, 0, formers=1)
    assert GAME.judge(turn_of(state, 0), move(0, "mine", hex=planet)).legal
    assert refusal(turn_of(state, 1), move(1, "mine", hex=planet)).cite.rule == "F3"


def test_ex_21_terrans_pay_1_ore_2_credits_on_their_own_gaiaformer_and_get_it_back() -> None:
    state = put(started("terrans", "xenos"), 0, credits=2, ore=1, qic=0)
    planet = free(state, "m")[0]
    state = evolve(build(state, 0, projects=planet), formed=state.map.mask([planet]))
    after = do(turn_of(state, 0), move(0, "mine", hex=planet)).players[0]
    assert (after.credits, after.ore, after.projects, after.formers) == (0, 0, 0, 1)


def test_ex_22_geodens_need_three_steps_to_ice_and_titanium() -> None:
    assert STEPS["vi"] == STEPS["vt"] == 3


def test_ex_23_terraforming_3_makes_a_step_cost_1_ore() -> None:
    assert STEP_PRICE == (3, 3, 2, 1, 1, 1)


def test_ex_24_two_steps_one_of_them_free_cost_1_ore() -> None:
    state = put(rich(started("geodens", "terrans"), 0), 0, research=(3, 5, 0, 0, 0, 0))
    swamp = state.map.number[free(state, "s")[0]]
    price = mine_price(state, 0, swamp, free=1)
    assert isinstance(price, Price)
    assert (price.steps, price.ore) == (2, 1 + 1)


def test_ex_25_with_two_gaiaformers_a_project_takes_four_tokens() -> None:
    state = put(rich(started("terrans", "xenos"), 0), 0, research=(0, 5, 0, 3, 0, 0), formers=2)
    assert PROJECT_PRICE[3] == 4
    before = loose(state.players[0])
    state = do(turn_of(state, 0), move(0, "project", hex=free(state, "m")[0]))
    while state.todo:
        state = do(state, next(iter(GAME.moves(state, 0))))
    assert (loose(state.players[0]), state.players[0].area) == (before - 4, 4)


def test_ex_26_level_4_on_two_tracks_and_a_green_token_open_two_advanced_tiles() -> None:
    state = rich(turn_of(started("ivits", "terrans"), 0), 0, qic=8)
    state = put(state, 0, research=(0, 4, 4, 0, 0, 0), techs=("tech4",), tokens=("fed4",), green=(True,))
    advanced = [place for place in open_tiles(state, state.players[0]) if place.startswith("adv-")]
    assert advanced == ["adv-nav", "adv-int"]
    state = do(state, move(0, "action", action="qic1"), move(0, "tile", place="adv-nav"))
    player = do(state, move(0, "cover", tile="tech4")).players[0]
    assert (player.green, player.covered, len(player.advanced)) == ((False,), ("tech4",), 1)


def galaxy(**pieces: str) -> State:
    """Terrans with these structures and enough tokens, to act."""
    state = turn_of(bare(started("terrans", "xenos", "taklons"), 0), 0)
    return build(put(state, 0, bowl1=9, bowl2=0, bowl3=0), 0, **pieces)


def federation(*hexes: str) -> Move:
    return move(0, "federation", hexes=tuple(sorted(hexes)), token="fed4")


def test_ex_27_two_routes_of_two_satellites_are_both_legal_though_one_touches_a_mine() -> None:
    state = galaxy(institute="8B0", stations="2A7 8B4", mines="8B2")
    assert GAME.judge(state, federation("8B0", "2A7", "8B4", "8B5", "8A1")).legal
    assert GAME.judge(state, federation("8B0", "2A7", "8B4", "8B2", "8C", "8A1")).legal


def test_ex_28_a_needless_mine_that_costs_a_second_satellite_is_illegal() -> None:
    state = galaxy(institute="8B4", stations="8B0 8B2", mines="2A7")
    assert GAME.judge(state, federation("8B4", "8B0", "8B2", "8C")).legal
    refused = refusal(state, federation("8B4", "8B0", "8B2", "2A7", "8C", "8A1"))
    assert refused.reason.key == "gaia_project.no.superfluous"
    assert refused.nearest == (federation("8B4", "8B0", "8B2", "8C"),)


def test_ex_29_two_clusters_that_are_not_enough_alone_are_legal_together_with_11() -> None:
    """The hexes stand for planets: only where they lie matters here."""
    state = galaxy(institute="8C", stations="8B5 8A4", mines="8A10 8A3", labs="8A5")
    assert refusal(state, federation("8C", "8B5", "8A10")).reason["value"] == 6
    assert refusal(state, federation("8A5", "8A4", "8A3")).reason["value"] == 5
    both = federation("8C", "8B5", "8A10", "8A5", "8A4", "8A3", "8B3")
    assert GAME.judge(state, both).legal


def test_ex_30_xenos_pay_4_knowledge_and_gain_2_ore_on_terraforming_1() -> None:
    state = put(turn_of(started("xenos", "terrans"), 0), 0, knowledge=4, ore=1)
    player = do(state, move(0, "research", track="terra")).players[0]
    assert (player.knowledge, player.ore, player.research[0]) == (0, 3, 1)


def test_ex_31_from_level_2_to_3_three_power_is_charged() -> None:
    state = put(turn_of(started("xenos", "terrans"), 0), 0, knowledge=4, research=(2, 0, 1, 0, 0, 0))
    state = put(state, 0, bowl1=3, bowl2=0, bowl3=0)
    assert bowls(do(state, move(0, "research", track="terra")).players[0]) == (0, 3, 0)


def test_ex_32_four_power_buy_2_ore_and_the_space_is_marked() -> None:
    state = put(turn_of(started("xenos", "terrans"), 0), 0, bowl1=0, bowl3=4, ore=0)
    after = do(state, move(0, "action", action="power3"))
    assert (bowls(after.players[0]), after.players[0].ore, after.used) == ((4, 4, 0), 2, ("power3",))
    again = turn_of(put(after, 1, bowl3=4), 1)
    assert refusal(again, move(1, "action", action="power3")).reason.key == "gaia_project.no.action_used"


def test_ex_33_special_actions_are_for_their_owner_once_a_round() -> None:
    state = put(turn_of(started("xenos", "terrans"), 0), 0, techs=("tech9",))
    assert refusal(turn_of(state, 1), move(1, "special", action="tech9")).cite.rule == "K2"
    after = do(state, move(0, "special", action="tech9"))
    assert refusal(turn_of(after, 0), move(0, "special", action="tech9")).reason.key == "gaia_project.no.special_used"


def test_ex_34_passing_takes_one_of_the_three_spare_boosters() -> None:
    state = turn_of(started("xenos", "terrans"), 0)
    offered = [made["booster"] for made in GAME.moves(state, 0) if made.kind == "pass"]
    assert offered == list(state.boosters) and len(offered) == 3
    mine = state.players[0].booster
    assert refusal(state, move(0, "pass", booster=mine)).cite.rule == "L1"
    after = do(state, move(0, "pass", booster=offered[0]))
    assert after.players[0].booster == offered[0] and mine in after.boosters


def test_ex_35_burning_takes_two_from_bowl_2_and_puts_one_into_3() -> None:
    state = put(turn_of(started("xenos", "terrans"), 0), 0, bowl1=1, bowl2=4, bowl3=0)
    assert bowls(do(state, Move(0, "burn")).players[0]) == (1, 2, 1)


def neighbours() -> State:
    """Ivits build; Xenos have a mine near, Itars an institute and a mine."""
    state = started("ivits", "xenos", "itars")
    for seat in range(3):
        state = bare(state, seat)
    state = build(state, 0, mines="1C")
    state = build(state, 1, mines="1B0")
    return build(state, 2, institute="1B3", mines="1B4")


def test_ex_36_xenos_charge_1_for_nothing_and_itars_3_for_2_points() -> None:
    state = neighbours()
    asked = offers(state, 0, state.map.number["1C"])
    assert [(task.seat, task.a) for task in asked] == [(1, 1), (2, 3)]
    state = evolve(state, todo=tuple(asked))
    state = do(state, move(1, "charge", token="none"))
    after = do(state, move(2, "charge", token="none"))
    assert after.players[1].vp == state.players[1].vp == 10
    assert after.players[2].vp == 8


def test_ex_37_itars_with_one_movable_token_charge_1_for_nothing() -> None:
    player = put(neighbours(), 2, bowl1=0, bowl2=1, bowl3=5).players[2]
    assert charge_amount(player, 3) == 1


def test_ex_38_ivits_with_1_point_charge_2_for_it() -> None:
    player = put(neighbours(), 0, tally=(1, *(0,) * 12), bowl1=3).players[0]
    assert charge_amount(player, 3) == 2


def test_ex_39_two_tied_first_get_15_each_and_the_next_6() -> None:
    assert tile_points((9, 9, 4), None, False) == (15, 15, 6)


def test_every_event_of_a_move_cites_a_rule() -> None:
    state = rich(turn_of(started("terrans", "xenos"), 0), 0)
    for made in GAME.moves(state, 0):
        assert all(happened.cite is not None for happened in events(state, made))
