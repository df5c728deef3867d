"""C, D, E, L, M, N: power, income, Gaia phase, turns, passing, charging, the end."""

import pytest

from tableside.core.moves import Move, move
from tableside.core.rulebook import Turn
from tableside.games.gaia_project import GAME
from tableside.games.gaia_project.rules.charging import offers
from tableside.games.gaia_project.rules.effects import charge, charged_stones
from tableside.games.gaia_project.scoring import tile_points
from tableside.games.gaia_project.state import Player, State, evolve, movable
from tests.games.gaia_project.table import agreed, bare, build, cautions, do, free, put, refusal, rich, started, turn_of


def bowls(player: Player) -> tuple[int, int, int]:
    return player.bowl1, player.bowl2, player.bowl3


def acting(*factions: str, **changes: int) -> State:
    """The first seat to act, with these values."""
    return put(turn_of(started(*(factions or ("xenos", "terrans"))), 0), 0, **changes)


def next_round(state: State, **changes: object) -> State:
    """The same table at the start of the next round."""
    seats = tuple(range(len(state.players)))
    return do(evolve(state, phase="cleanup", passed=seats, order=(), todo=(), **changes), Move(None, "proceed"))


def test_c1_charging_empties_bowl_1_first() -> None:
    turn = Turn(GAME, acting(bowl1=2, bowl2=1, bowl3=0), 0)
    charge(turn, 0, 3, "income")
    assert bowls(turn.state.players[0]) == (0, 2, 1)
    assert movable(acting(bowl1=2, bowl2=1).players[0]) == 5


def test_c2_only_bowl_3_pays() -> None:
    state = acting(bowl1=9, bowl2=9, bowl3=2)
    assert refusal(state, move(0, "action", action="power7")).reason.key.endswith("power_missing")


def test_c3_gained_tokens_go_to_bowl_1() -> None:
    state = acting(bowl1=0, bowl3=3)
    assert do(state, move(0, "action", action="power7")).players[0].bowl1 == 3 + 2


def test_c4_discarded_tokens_may_be_any_mix() -> None:
    state = acting("terrans", "xenos", bowl1=3, bowl2=3, bowl3=3, qic=5)
    state = do(state, move(0, "project", hex=free(state, "m")[0]))
    assert state.todo[0].kind == "tokens"
    assert refusal(state, move(0, "tokens", bowls=(3, 2, 0), stone=False)).reason.key.endswith("tokens_number")
    assert refusal(state, move(0, "tokens", bowls=(5, 1, 0), stone=False)).reason.key.endswith("tokens_not_there")
    after = do(state, move(0, "tokens", bowls=(1, 2, 3), stone=False)).players[0]
    assert (bowls(after), after.area) == ((2, 1, 0), 6)


def test_c5_tokens_in_the_gaia_area_cannot_be_used() -> None:
    state = acting("terrans", "xenos", bowl1=0, bowl2=0, bowl3=5, area=9, qic=5)
    assert refusal(state, move(0, "project", hex=free(state, "m")[0])).reason.key.endswith("tokens_missing")


def test_c6_the_brainstone_counts_as_one_token_and_pays_three() -> None:
    state = acting("taklons", "xenos", bowl1=0, bowl2=0, bowl3=1, stone=3, ore=0)
    after = do(state, move(0, "action", action="power3")).players[0]
    assert (after.bowl3, after.stone, after.ore) == (0, 1, 2)
    state = acting("taklons", "xenos", bowl1=0, bowl2=0, bowl3=4, stone=3)
    asked = do(state, move(0, "action", action="power3"))
    assert {made["to"] for made in GAME.moves(asked, 0)} == {1, 3}
    assert bowls(do(asked, move(0, "stone", to=3)).players[0]) == (4, 0, 0)
    assert bowls(do(asked, move(0, "stone", to=1)).players[0]) == (1, 0, 3)


@pytest.mark.parametrize(
    ("ones", "twos", "stone", "n", "goals"),
    [
        (2, 4, 1, 1, (2, 1)),
        (0, 4, 1, 1, (2,)),
        (2, 4, 1, 3, (2,)),
        (2, 4, 1, 4, (3, 2)),
        (0, 6, 2, 1, (3, 2)),
        (3, 0, 2, 2, (2,)),
        (0, 2, 2, 3, (3,)),
        (0, 0, 3, 2, (3,)),
    ],
)
def test_c6_the_owner_picks_which_piece_is_charged(
    ones: int, twos: int, stone: int, n: int, goals: tuple[int, ...]
) -> None:
    player = Player(faction="taklons", bowl1=ones, bowl2=twos, stone=stone)
    assert charged_stones(player, n) == goals


def test_c6_q3_a_small_payment_with_the_brainstone_is_allowed_with_a_warning() -> None:
    state = acting("taklons", "xenos", bowl3=2, stone=3)
    pays = move(0, "convert", of="pw", into=("c",))
    asked = do(state, pays)
    assert cautions(asked, move(0, "stone", to=1)) == ("stone_wasted",)
    assert not do(agreed(state, small_stone=False), pays).todo


def test_c6_a_discarded_brainstone_is_gone() -> None:
    state = acting("taklons", "xenos", bowl1=0, bowl2=1, bowl3=0, stone=2)
    asked = do(state, Move(0, "burn"))
    assert cautions(asked, move(0, "stone", to=0)) == ("stone_gone",)
    assert do(asked, move(0, "stone", to=0)).players[0].stone == 0
    assert do(asked, move(0, "stone", to=3)).players[0].stone == 3


def test_d1_income_comes_from_board_booster_tiles_and_research() -> None:
    state = started("terrans", "xenos")
    state = bare(put(state, 0, credits=0, ore=0, knowledge=0, booster="booster1"), 0)
    icons = ("base|o", "base|k", "tech6|k,c", "sci|k", "booster|k,o")
    state = next_round(put(state, 0, income=icons, techs=("tech6",)))
    player = state.players[0]
    assert (player.credits, player.ore, player.knowledge) == (1, 2, 4)


def test_d1_a_source_is_taken_whole() -> None:
    state = put(started("itars", "xenos"), 0, bowl1=0, bowl2=0, bowl3=0, ore=0, credits=0)
    state = next_round(put(state, 0, income=("base|t", "eco|2c,o,2pw")))
    after = do(state, move(0, "income", source="eco|2c,o,2pw")).players[0]
    assert (after.credits, after.ore, bowls(after)) == (2, 1, (1, 0, 0))
    assert refusal(state, move(0, "income", source="base|o")).cite.rule == "D1"


def test_d2_mines_give_ore_by_their_number() -> None:
    from tableside.games.gaia_project.records import FACTIONS

    rows = FACTIONS["terrans"].rows["m"]
    assert [sum(len(slot) for slot in rows[: n + 1]) for n in range(8)] == [1, 2, 2, 3, 4, 5, 6, 7]


def test_d3_tokens_and_parked_formers_come_back_in_the_gaia_phase() -> None:
    state = put(started("baltaks", "terrans"), 0, area=4, bowl1=0, parked=1)
    state = next_round(put(state, 1, area=3, bowl2=0), rounds=state.rounds)
    baltaks, terrans = state.players
    assert (baltaks.area, baltaks.parked, baltaks.bowl1 + baltaks.bowl2 + baltaks.bowl3) == (0, 0, 4 + 2)
    assert (terrans.area, terrans.bowl2 >= 3) == (0, True)


def test_d4_no_free_actions_outside_the_own_turn() -> None:
    state = put(started("itars", "xenos"), 0, income=("base|t", "eco|2c,o,2pw"))
    state = next_round(state)
    assert refusal(state, move(0, "convert", of="o", into=("c",))).cite.rule == "L2"


def test_e1_one_action_a_turn_and_passed_players_are_skipped() -> None:
    state = rich(acting(), 0)
    after = do(state, move(0, "research", track="eco"))
    assert refusal(after, move(0, "research", track="sci")).reason.key.endswith("one_action")
    ended = do(after, Move(0, "end"))
    assert ended.turn == 1
    passed = do(ended, move(1, "pass", booster=ended.boosters[0]))
    assert passed.turn == 0
    again = do(rich(passed, 0), move(0, "research", track="sci"), Move(0, "end"))
    assert again.turn == 0


def test_e2_what_cannot_be_paid_in_full_is_refused() -> None:
    state = acting(credits=1, ore=0, qic=9)
    refused = refusal(state, move(0, "mine", hex=free(state, "d")[0]))
    assert {part.key for part in refused.reason["missing"]} >= {"gaia_project.amount.c", "gaia_project.amount.o"}


def test_e3_the_round_tile_pays_every_time() -> None:
    state = evolve(rich(acting(), 0), rounds=("score2",) * 6)
    after = do(state, move(0, "research", track="eco"), Move(0, "end"))
    assert after.players[0].tally[2] == 2


def test_l1_passing_scores_booster_and_advanced_tiles() -> None:
    state = acting(booster="booster6")
    state = put(state, 0, booster="booster6", advanced=("advtech7",), techs=("tech1",), covered=("tech1",))
    mines = state.players[0].mines.bit_count()
    after = do(state, move(0, "pass", booster=state.boosters[0])).players[0]
    assert (after.tally[1], after.tally[4]) == (mines, 1)


def test_l1_in_round_6_no_booster_is_taken() -> None:
    state = evolve(acting(), round=6)
    assert refusal(state, move(0, "pass", booster=state.boosters[0])).reason.key.endswith("no_booster_now")
    assert do(state, move(0, "pass", booster="")).players[0].booster == ""


def test_l2_every_conversion_has_its_price() -> None:
    state = acting(bowl3=4, qic=1, knowledge=1, ore=1, credits=0)
    prices = {
        ("pw", "q"): 4,
        ("pw", "o"): 3,
        ("pw", "k"): 4,
        ("pw", "c"): 1,
        ("q", "o"): 1,
        ("k", "c"): 1,
        ("o", "c"): 1,
        ("o", "t"): 1,
    }
    for (of, into), price in prices.items():
        after = do(state, move(0, "convert", of=of, into=(into,))).players[0]
        paid = {"pw": 4 - after.bowl3, "q": 1 - after.qic, "k": 1 - after.knowledge, "o": 1 - after.ore}[of]
        assert paid == price, (of, into)
    assert refusal(state, move(0, "convert", of="c", into=("o",))).reason.key.endswith("no_conversion")


def test_l2_free_actions_come_before_or_after_but_not_after_passing() -> None:
    state = acting(ore=5, credits=0)
    state = do(state, move(0, "convert", of="o", into=("c",)))
    passed = do(state, move(0, "pass", booster=state.boosters[0]))
    assert refusal(passed, move(0, "convert", of="o", into=("c",))) is not None


def near() -> State:
    """Xenos about to build beside Terrans' and Taklons' structures."""
    state = started("xenos", "terrans", "taklons")
    for seat in range(3):
        state = bare(state, seat)
    state = build(state, 0, mines="1C")
    state = build(state, 1, mines="1B0", institute="1B1")
    return turn_of(rich(build(state, 2, mines="1B3"), 0), 0)


def test_m1_m4_neighbours_are_asked_clockwise_after_the_turn() -> None:
    state = do(near(), move(0, "upgrade", hex="1C", to="ts"), Move(0, "end"))
    assert [(task.kind, task.seat) for task in state.todo] == [("charge", 1), ("charge", 2), ("turn", 0)]


def test_m1_projects_and_swaps_give_no_charge() -> None:
    state = turn_of(rich(near(), 0, formers=1, research=(0, 5, 0, 1, 0, 0), bowl1=9), 0)
    state = do(state, move(0, "project", hex=free(state, "m")[0]))
    while state.todo:
        state = do(state, next(iter(GAME.moves(state, 0))))
    assert not do(state, Move(0, "end")).todo


def test_m2_all_or_nothing_for_the_strongest_structure() -> None:
    state = near()
    asked = offers(state, 0, state.map.number["1C"])
    assert [(task.seat, task.a) for task in asked] == [(1, 3), (2, 1)]
    state = do(state, move(0, "upgrade", hex="1C", to="ts"), Move(0, "end"))
    assert do(state, move(1, "charge", token="none")).players[1].tally[7] == -2
    assert do(state, Move(1, "decline")).players[1].tally[7] == 0


def test_m2_passed_players_may_charge() -> None:
    state = evolve(near(), order=(0, 2), passed=(1,))
    state = do(state, move(0, "upgrade", hex="1C", to="ts"), Move(0, "end"))
    assert state.todo[0].seat == 1


def test_m3_nobody_is_asked_who_cannot_move_a_token() -> None:
    state = put(near(), 1, bowl1=0, bowl2=0, bowl3=6)
    state = do(state, move(0, "upgrade", hex="1C", to="ts"), Move(0, "end"))
    assert state.todo[0].seat == 2


def test_m5_other_charging_costs_nothing() -> None:
    state = acting(techs=("tech9",))  # type: ignore[arg-type]
    after = do(state, move(0, "special", action="tech9"))
    assert after.players[0].vp == state.players[0].vp


def test_n1_markers_are_removed_and_the_first_to_pass_starts() -> None:
    state = acting(bowl3=4)
    state = do(state, move(0, "action", action="power3"), Move(0, "end"))
    state = do(state, move(1, "pass", booster=state.boosters[0]))
    state = do(state, move(0, "pass", booster=state.boosters[0]))
    assert (state.phase, GAME.routine(state)) == ("cleanup", Move(None, "proceed"))
    state = do(state, Move(None, "proceed"))
    assert (state.round, state.order, state.used) == (2, (1, 0), ())


def test_n2_ties_share_and_a_count_of_zero_scores_nothing() -> None:
    assert tile_points((5, 3, 1, 0), None, False) == (18, 12, 6, 0)
    assert tile_points((4, 4, 4), None, False) == (12, 12, 12)
    assert tile_points((0, 5), 8, False) == (0, 12)
    assert tile_points((0, 5), 8, True) == (6, 12)
    assert tile_points((3, 3, 3, 3), None, False) == (9, 9, 9, 9)
    assert tile_points((7, 2, 2, 2), None, False) == (18, 6, 6, 6)


def test_n3_n4_n5_research_and_resources_are_scored_and_ties_shared() -> None:
    state = evolve(started("xenos", "terrans"), phase="scoring", round=6)
    state = put(state, 0, credits=4, ore=3, knowledge=2, qic=9, bowl3=9, research=(3, 4, 1, 0, 0, 0))
    after = do(state, Move(None, "proceed"))
    player = after.players[0]
    assert (player.tally[11], player.tally[12]) == (4 + 8, 3)
    outcome = GAME.outcome(after)
    assert outcome is not None
    tied = GAME.outcome(put(after, 1, tally=after.players[0].tally))
    assert tied is not None
    assert tied.winners == (0, 1)


def test_q10_the_other_reading_converts_power_and_qic_at_the_end() -> None:
    state = evolve(started("xenos", "terrans", end_conversion=True), phase="scoring", round=6)
    state = put(state, 0, credits=0, ore=0, knowledge=0, qic=3, bowl1=0, bowl2=4, bowl3=1)
    player = do(state, Move(None, "proceed")).players[0]
    assert (player.credits, player.ore, player.qic, player.tally[12]) == (3, 3, 0, 2)


def test_q10_the_last_pass_reminds_of_conversions() -> None:
    state = evolve(acting(qic=1), round=6)
    assert "convert_before_end" in cautions(state, move(0, "pass", booster=""))
