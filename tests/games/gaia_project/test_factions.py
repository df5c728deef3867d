"""O: what each faction has and can."""

import pytest

from tableside.core.moves import Move, move
from tableside.games.gaia_project import GAME
from tableside.games.gaia_project.counts import final_count
from tableside.games.gaia_project.prices import Price, mine_price
from tableside.games.gaia_project.records import FACTIONS
from tableside.games.gaia_project.state import State, evolve, types
from tests.games.gaia_project.table import agreed, bare, build, do, free, put, refusal, rich, seated, started, turn_of


def acting(faction: str, other: str = "terrans", **changes: object) -> State:
    """This faction to act, able to pay."""
    return rich(turn_of(started(faction, other), 0), 0, **changes)


def gaia_phase(state: State) -> State:
    """The same table at the start of the next round's Gaia phase."""
    seats = tuple(range(len(state.players)))
    for seat in seats:
        state = put(state, seat, income=())
    return do(evolve(state, phase="cleanup", passed=seats, order=(), todo=()), Move(None, "proceed"))


@pytest.mark.parametrize("faction", FACTIONS)
def test_o0_every_faction_starts_as_printed(faction: str) -> None:
    other = "xenos" if FACTIONS[faction].board != 2 else "terrans"
    player = seated(faction, other).players[0]
    board = FACTIONS[faction]
    assert (player.bowl1, player.bowl2, player.bowl3) == board.bowls
    assert (player.credits, player.knowledge) == (board.credits, board.knowledge)
    assert sum(player.research) == (1 if board.track else 0)


def test_o1_terrans_tokens_go_to_bowl_2_and_buy_things_with_the_institute() -> None:
    state = build(put(started("terrans", "xenos"), 0, area=4, bowl2=0, ore=0, credits=0), 0, institute="1A9")
    state = gaia_phase(state)
    state = do(state, move(0, "convert", of="area", into=("c", "o")))
    player = state.players[0]
    assert (player.ore, player.credits, player.bowl2, player.area) == (1, 1, 4, 0)
    assert state.phase == "actions"


def test_o1_all_that_one_purchase_out_of_the_gaia_area_can_be_is_listed() -> None:
    """A kind whose listed moves are all suggested has no button of its own: what is not listed is not to be had."""
    state = gaia_phase(build(put(started("terrans", "xenos"), 0, area=6, bowl2=0), 0, institute="1A9"))
    six = move(0, "convert", of="area", into=("c",) * 6)
    assert six in GAME.moves(state, 0)
    assert GAME.judge(state, six).legal


def test_o1_q12_the_conversion_is_optional_unless_agreed() -> None:
    state = build(put(started("terrans", "xenos"), 0, area=4, bowl2=0), 0, institute="1A9")
    asked = gaia_phase(state)
    assert do(asked, Move(0, "done")).players[0].bowl2 == 4
    assert refusal(agreed(asked, terrans_forced=True), Move(0, "done")).cite.rule == "Q12"


def test_o2_lantids_build_on_planets_of_others() -> None:
    state = build(acting("lantids", "xenos"), 0, institute="1B5")
    guest = state.map.name[state.players[1].mines.bit_length() - 1]
    before = state.players[0]
    after = do(put(state, 0, knowledge=0), move(0, "mine", hex=guest))
    player = after.players[0]
    assert player.knowledge == 2
    assert player.guests.bit_count() == 1
    assert types(after, player) == types(state, before)
    assert final_count(after, player, "structure") == final_count(state, before, "structure") + 1
    price = mine_price(state, 0, state.map.number[guest])
    assert isinstance(price, Price)
    assert (price.ore, price.steps) == (1, 0)


def test_o3_xenos_place_a_third_mine() -> None:
    assert started("xenos", "terrans").players[0].mines.bit_count() == 3


def test_o4_gleens_get_ore_for_qic_until_the_qic_academy() -> None:
    state = acting("gleens", ore=0, qic=0, knowledge=4, research=(0, 1, 0, 0, 0, 0))
    after = do(state, move(0, "research", track="int")).players[0]
    assert (after.ore, after.qic) == (1, 0)
    academy = build(state, 0, academy2="1C")
    assert do(academy, move(0, "research", track="int")).players[0].qic == 1


def test_o4_gleens_pay_ore_for_gaia_planets_and_score_2() -> None:
    state = acting("gleens")
    price = mine_price(state, 0, state.map.number[free(state, "g")[0]])
    assert isinstance(price, Price)
    assert price.ore == 2
    assert do(state, move(0, "mine", hex=free(state, "g")[0])).players[0].tally[9] == 2


def test_o4_the_institute_brings_their_own_token() -> None:
    state = build(bare(acting("gleens", ore=9, credits=9, knowledge=0), 0), 0, stations="1A9")
    player = do(state, move(0, "upgrade", hex="1A9", to="PI")).players[0]
    assert (player.tokens, player.green) == (("gleens",), (True,))
    assert (player.ore, player.credits, player.knowledge) == (9 - 4 + 1, 9 - 6 + 2, 1)


def test_o5_taklons_with_the_institute_get_a_token_before_or_after() -> None:
    state = started("xenos", "taklons")
    state = build(bare(build(bare(state, 0), 0, mines="1C"), 1), 1, institute="1B0")
    state = put(turn_of(rich(state, 0), 0), 1, bowl1=0, bowl2=0, bowl3=1, stone=3)
    state = do(state, move(0, "upgrade", hex="1C", to="ts"), Move(0, "end"))
    assert state.todo[0].seat == 1
    before = do(state, move(1, "charge", token="before")).players[1]
    after = do(state, move(1, "charge", token="after")).players[1]
    assert (before.bowl1, before.bowl3, before.vp) == (0, 2, 9)
    assert (after.bowl1, after.bowl3, after.vp) == (1, 1, 10)
    assert refusal(state, move(1, "charge", token="none")).cite.rule == "O5"


def test_o6_ambas_swap_institute_and_mine_without_building() -> None:
    state = build(bare(acting("ambas"), 0), 0, institute="1A9", mines="1B1")
    state = do(state, move(0, "special", action="faction"))
    assert refusal(state, move(0, "swap", hex="1A9")).cite.rule == "O6"
    after = do(state, move(0, "swap", hex="1B1"))
    assert after.players[0].institute == after.map.mask(["1B1"])
    assert after.players[0].mines == after.map.mask(["1A9"])
    assert after.built == ()


def test_o7_hadsch_hallas_with_the_institute_pay_in_credits() -> None:
    state = acting("hadsch-hallas", credits=11, qic=0, ore=0, knowledge=0)
    assert refusal(state, move(0, "convert", of="c", into=("q",))) is not None
    state = build(state, 0, institute="1C")
    state = do(state, *(move(0, "convert", of="c", into=(unit,)) for unit in "qok"))
    player = state.players[0]
    assert (player.credits, player.qic, player.ore, player.knowledge) == (0, 1, 1, 1)


def test_o8_ivits_put_stations_on_empty_hexes_as_range_origins() -> None:
    state = do(acting("ivits", qic=0), move(0, "special", action="faction"))
    spot = next(made["hex"] for made in GAME.moves(state, 0))
    assert refusal(state, move(0, "station", hex=free(state, "s")[0])).reason.key.endswith("planet_there")
    sat = put(state, 0, satellites=state.map.mask([spot]), federated=state.map.mask([spot]))
    assert refusal(sat, move(0, "station", hex=spot)).cite.rule == "Q7"
    assert GAME.judge(agreed(sat, station_on_satellite=True), move(0, "station", hex=spot)).legal
    after = do(state, move(0, "station", hex=spot))
    assert after.players[0].outposts == after.map.mask([spot])
    assert final_count(after, after.players[0], "satellite") == 1
    assert after.built == ()


def test_o9_geodens_get_3_knowledge_for_each_new_type() -> None:
    state = build(acting("geodens", knowledge=0), 0, institute="1A5")
    planet = free(state, "o")[0]
    assert do(state, move(0, "mine", hex=planet)).players[0].knowledge == 3
    known = build(state, 0, mines=planet)
    assert do(known, move(0, "mine", hex=free(known, "o")[0])).players[0].knowledge == 0


def test_o10_baltaks_turn_formers_into_qic_and_need_the_institute_to_navigate() -> None:
    state = acting("baltaks", qic=0, formers=1)
    after = do(state, move(0, "convert", of="former", into=("q",))).players[0]
    assert (after.qic, after.parked) == (1, 1)
    assert refusal(state, move(0, "research", track="nav")).cite.rule == "O10"
    assert GAME.judge(build(state, 0, institute="1C"), move(0, "research", track="nav")).legal
    academy = do(put(build(state, 0, academy2="1C"), 0, credits=0), move(0, "special", action="academy"))
    assert academy.players[0].credits == 4


def test_o11_firaks_turn_a_lab_into_a_station_and_advance() -> None:
    state = build(bare(acting("firaks"), 0), 0, institute="1A9", labs="1B1")
    state = evolve(state, rounds=("score5",) * 6)
    state = do(state, move(0, "special", action="faction"), move(0, "downgrade", hex="1B1"))
    after = do(state, move(0, "up", track="sci"))
    player = after.players[0]
    assert (player.stations, player.labs) == (after.map.mask(["1B1"]), 0)
    assert player.tally[2] == 4
    assert after.built == ((0, after.map.number["1B1"]),)
    full = build(bare(acting("firaks"), 0), 0, institute="1A9", labs="1B1", stations="2A0 2A3 2B1 2B4")
    assert refusal(full, move(0, "special", action="faction")).cite.rule == "A2"


def test_o12_bescods_advance_one_of_their_lowest_tracks() -> None:
    state = acting("bescods", research=(1, 1, 0, 2, 0, 1))
    state = do(state, move(0, "special", action="faction"))
    assert [made["track"] for made in GAME.moves(state, 0) if made.kind == "up"] == ["int", "eco"]


def test_o13_nevlas_move_tokens_for_knowledge_and_count_double_with_the_institute() -> None:
    state = acting("nevlas", bowl1=0, bowl2=0, bowl3=3, knowledge=0, ore=0)
    after = do(state, move(0, "convert", of="token", into=("k",))).players[0]
    assert (after.bowl3, after.area, after.knowledge) == (2, 1, 1)
    double = build(state, 0, institute="1C")
    after = do(double, move(0, "convert", of="pw", into=("o",))).players[0]
    assert (after.bowl3, after.bowl1, after.ore) == (1, 2, 1)


def test_o14_itars_burn_into_the_gaia_area_and_buy_tiles() -> None:
    state = acting("itars", bowl1=0, bowl2=2, bowl3=0, area=3)
    after = do(state, Move(0, "burn"))
    assert (after.players[0].area, after.players[0].bowl3) == (4, 1)
    asked = gaia_phase(build(after, 0, institute="1C"))
    assert {made.kind for made in GAME.moves(asked, 0)} == {"exchange", "done"}
    bought = do(asked, Move(0, "exchange"), move(0, "tile", place="free1"), move(0, "up", track="eco"))
    player = bought.players[0]
    assert (player.area, player.techs, bought.phase) == (0, (bought.techs[6],), "actions")


def test_q12_itars_reaching_navigation_5_in_the_gaia_phase_let_others_charge_then() -> None:
    for when in ("now", "later"):
        state = started("itars", "xenos", gaia_charging=when)
        state = build(bare(bare(state, 0), 1), 0, institute="1A9")
        state = build(state, 1, mines="1A6")
        state = put(state, 0, area=4, research=(0, 4, 0, 0, 0, 0), tokens=("fed4",), green=(True,))
        state = gaia_phase(state)
        state = do(state, Move(0, "exchange"), move(0, "tile", place="free1"), move(0, "up", track="nav"))
        spot = next(
            made["hex"]
            for made in GAME.moves(state, 0)
            if state.map.within(state.map.number[made["hex"]], 2) & state.players[1].land
        )
        state = do(state, move(0, "lost", hex=spot))
        if when == "now":
            assert state.todo[0].kind == "charge" and state.phase == "gaia"
        else:
            assert not state.todo and state.phase == "actions"
            state = do(rich(state, 0), move(0, "research", track="eco"), Move(0, "end"))
            assert state.todo[0].kind == "charge"


def test_q12_forced_terrans_may_convert_into_what_is_lost() -> None:
    state = started("terrans", "xenos", terrans_forced=True, wasted=False)
    state = build(rich(state, 0, area=1, credits=30, ore=15, knowledge=15), 0, institute="1A9")
    asked = gaia_phase(state)
    assert [made["into"] for made in GAME.moves(asked, 0)] == [("c",)]
    assert do(asked, move(0, "convert", of="area", into=("c",))).players[0].credits == 30
