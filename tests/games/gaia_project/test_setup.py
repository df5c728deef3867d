"""A and B: components, setup, maps."""

import random

import pytest

from tableside.core.moves import Move, move
from tableside.games.gaia_project import GAME
from tableside.games.gaia_project.map_geometry import Geometry, geometry, shape_of
from tableside.games.gaia_project.records import (
    ADVANCED,
    BOOSTERS,
    FACTIONS,
    FINAL_TILES,
    LAYOUTS,
    ROUND_TILES,
    SECTORS,
    STANDARD,
    STRUCTURES,
    TOKEN,
)
from tableside.games.gaia_project.rules.laying import layout, map_move, places_laid, tiles_move
from tableside.games.gaia_project.rules.own_shape import clashes
from tableside.games.gaia_project.rules.setup import start_order
from tableside.games.gaia_project.state import State, evolve
from tests.games.gaia_project.table import (
    BOARD,
    FINALS,
    ROUNDS,
    agreed,
    bare,
    build,
    do,
    laid,
    put,
    refusal,
    rich,
    seated,
    started,
    turn_of,
)


def test_a1_the_box_holds_what_the_rulebook_lists() -> None:
    assert len(BOOSTERS) == len(ROUND_TILES) == 10
    assert (len(FINAL_TILES), len(STANDARD), len(ADVANCED)) == (6, 9, 15)
    assert sum(token.copies for token in TOKEN.values()) == 19
    assert len(SECTORS) == 13
    assert len({faction.board for faction in FACTIONS.values()}) == 7
    large = Geometry(LAYOUTS["large"].places)
    assert len(large.number) == 190
    assert large.of["m"].bit_count() == 12


def test_a2_pieces_are_limited() -> None:
    assert {piece: structure.pieces for piece, structure in STRUCTURES.items()} == {
        "m": 8,
        "ts": 4,
        "lab": 3,
        "PI": 1,
        "ac1": 1,
        "ac2": 1,
    }
    state = rich(turn_of(started("terrans", "xenos"), 0), 0)
    planets = " ".join(name for name in state.map.number if state.map.planet[state.map.number[name]] in "ovsti")
    names = planets.split()
    state = build(bare(state, 0), 0, mines=" ".join(names[:8]))
    assert refusal(state, move(0, "mine", hex=names[8])).cite.rule == "A2"


def test_a3_caps_are_kept_and_losses_warned_about() -> None:
    state = put(turn_of(started("terrans", "xenos"), 0), 0, ore=14, bowl3=4)
    ruling = GAME.judge(state, move(0, "action", action="power3"))
    assert ruling.legal
    assert [caution.key for caution in ruling.cautions] == ["lost"]
    assert do(state, move(0, "action", action="power3")).players[0].ore == 15


def test_a4_every_planet_type_is_on_the_map() -> None:
    grid = Geometry(LAYOUTS["large"].places)
    assert all(grid.of[kind] for kind in "rovdstigm")


def test_b1_two_players_use_seven_sectors_with_the_outlined_side() -> None:
    assert [place[0] for place in layout(2)] == ["1", "5B", "2", "3", "6B", "4", "7B"]
    assert sorted(place[0] for place in layout(4)) == sorted(["1", "2", "3", "4", "5A", "6A", "7A", "8", "9", "10"])


@pytest.mark.parametrize("method", ["core", "upright", "free", "shape"])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_b2_a_random_map_keeps_equal_planets_apart(method: str, seats: int) -> None:
    state = laid(seats, map=method)
    assert state.phase == "map"
    chance = random.Random(f"{method} {seats}")
    made = GAME.sample(state, None, chance.randrange)
    after = do(state, made)
    assert clashes(after.map) == []
    assert after.phase == "factions"


def test_b2_equal_planets_side_by_side_are_refused() -> None:
    state = laid(4, map="free")
    chance = random.Random(1)
    for _ in range(60):
        made = GAME.sample(state, None, chance.randrange)
        places = tuple((face, chance.randrange(6), q, r) for face, _, q, r in places_laid(dict(made.args), 4))
        if clashes(geometry(places)):
            refused = refusal(state, map_move(state.rules, 4, places))
            assert refused.reason.key.endswith("equal_neighbours")
            assert GAME.judge(agreed(state, neighbours="any"), map_move(state.rules, 4, places)).legal
            return
    raise AssertionError("no clash was made")


def test_b2_inner_sectors_stay_where_the_method_wants_them() -> None:
    state = laid(4, map="core")
    made = GAME.sample(state, None, random.Random(3).randrange)
    assert refusal(state, made.given(turn_1=1)).reason.key.endswith("inner_fixed")


def test_b2_a_map_needs_its_shape_and_its_sectors() -> None:
    state = laid(4, map="free")
    made = GAME.sample(state, None, random.Random(3).randrange)
    assert refusal(state, made.given(at_1=made["at_2"])).reason.key.endswith("sectors")
    state = laid(4, map="shape")
    made = GAME.sample(state, None, random.Random(3).randrange)
    assert refusal(state, made.given(places=made["places"][:-1])).reason.key.endswith("sectors")
    moved = tuple((face, n, q + (20 if face == "10" else 0), r) for face, n, q, r in made["places"])
    assert refusal(state, made.given(places=tuple(sorted(moved)))).reason.key.endswith("map_shape")


def shape_told(seats: int, sectors: int) -> tuple[State, Move]:
    """A map of one's own shape told sector by sector, the last possible answer of each question."""
    state = GAME.setup({"map": "shape"}, seats)
    for _ in range(2):
        state = do(state, GAME.sample(state, None, random.Random(1).randrange))
    told = Move(None, "map")
    while choices := GAME.choices(state, told):
        (asked,) = choices
        values = [offer.value for offer in asked.offers if offer.why_not is None]
        number = asked.label.key.endswith("number")
        told = told.given(places=(("…", sectors),) if number else values[-1])
    return state, told


@pytest.mark.parametrize(("seats", "sectors"), [(2, 7), (3, 10), (3, 8), (4, 10)])
def test_b2_a_shape_of_ones_own_is_entered_sector_by_sector(seats: int, sectors: int) -> None:
    """Three players may leave out 09 and 10; the shape need not be the printed one."""
    state, told = shape_told(seats, sectors)
    whole = do(state, told)
    assert len(whole.places) == sectors
    assert shape_of(whole.places) != shape_of(layout(seats))
    assert {"9", "10"}.isdisjoint(face for face, *_ in whole.places) == (sectors < 10)


def test_b3_the_research_board_takes_nine_kinds_six_advanced_and_one_token() -> None:
    state = do(GAME.setup({}, 2), tiles_move(tuple(BOOSTERS)[:5], ROUNDS, FINALS))
    assert refusal(state, BOARD.given(terra="tech2")).cite.rule == "B3"
    assert refusal(state, BOARD.given(adv_nav=BOARD["adv_terra"])).cite.rule == "B3"
    assert refusal(state, BOARD.given(token="gleens")).cite.rule == "B3"
    after = do(state, BOARD)
    assert after.supply == (3, 3, 3, 3, 3, 2)


def test_b4_six_round_tiles_two_final_tiles_and_players_plus_three_boosters() -> None:
    state = GAME.setup({}, 3)
    tiles = tiles_move(tuple(BOOSTERS)[:6], ROUNDS, FINALS)
    assert GAME.judge(state, tiles).legal
    assert refusal(state, tiles.given(round2=tiles["round1"])).cite.rule == "B4"
    assert refusal(state, tiles.given(final2=tiles["final1"])).cite.rule == "B4"
    swapped = tiles.given(booster1=tiles["booster2"], booster2=tiles["booster1"])
    assert do(state, swapped).boosters == do(state, tiles).boosters


def test_p4_two_equal_round_tiles_are_the_same_tile() -> None:
    """The box holds the tile for institutes and academies twice; a photo shows it twice under one name."""
    state = GAME.setup({}, 3)
    tiles = tiles_move(tuple(BOOSTERS)[:6], ("score7", "score7", *ROUNDS[2:]), FINALS)
    assert do(state, tiles).rounds[:2] == ("score7", "score7")
    assert GAME.judge(state, tiles.given(round2="score10")).legal
    assert refusal(state, tiles.given(round3="score10")).cite.rule == "B4"
    partial = Move(None, "tiles", tuple(pair for pair in tiles.args if pair[0] < "round2"))
    (choice,) = GAME.choices(state, partial)
    assert [offer.value for offer in choice.offers].count("score7") == 1
    assert "score10" not in [offer.value for offer in choice.offers]
    (choice,) = GAME.choices(state, partial.given(round2="score7"))
    assert "score7" not in [offer.value for offer in choice.offers]


def test_b5_first_game_and_free_choice_of_factions() -> None:
    first = laid(3, setup="first")
    assert [made["faction"] for made in GAME.moves(first, 0)] == ["terrans", "taklons", "gleens"]
    free = do(laid(3), move(0, "faction", faction="terrans"))
    offered = [made["faction"] for made in GAME.moves(free, 1)]
    assert "lantids" not in offered
    assert len(offered) == 12
    assert refusal(free, move(1, "faction", faction="lantids")).reason.key.endswith("board_taken")
    assert refusal(free, move(1, "faction", faction="terrans")).reason.key.endswith("faction_taken")
    first = laid(3, setup="first", map="free")
    assert first.phase == "factions"
    assert refusal(first, move(0, "faction", faction="ivits")).reason.key.endswith("not_in_first_game")


def test_b6_level_1_gives_its_one_time_bonus_but_no_income() -> None:
    state = seated("xenos", "ambas", "geodens", "hadsch-hallas")
    assert [player.qic for player in state.players] == [2, 2, 1, 1]
    assert state.players[2].ore == 6
    assert state.players[3].credits == 15
    assert seated("gleens", "terrans").players[0].ore == 5
    assert all(player.vp == 10 for player in state.players)


def test_b7_mines_go_there_and_back_then_xenos_third_then_ivits_institute() -> None:
    assert start_order(seated("ivits", "xenos", "terrans")) == (1, 2, 2, 1, 1, 0)
    state = seated("ivits", "xenos", "terrans")
    foreign = next(name for name in state.map.number if state.map.planet[state.map.number[name]] == "r")
    assert refusal(state, move(1, "start", hex=foreign)).reason.key.endswith("not_home")
    state = started("ivits", "xenos", "terrans")
    assert [player.mines.bit_count() for player in state.players] == [0, 3, 2]
    assert state.players[0].institute


def test_b8_boosters_are_chosen_from_the_last_player_backwards() -> None:
    state = seated("terrans", "xenos", "taklons")
    while state.phase == "start":
        (seat,) = GAME.to_act(state)
        state = do(state, next(iter(GAME.moves(state, seat))))
    assert state.queue == (2, 1, 0)
    chosen = move(2, "booster", booster=state.boosters[0])
    assert refusal(do(state, chosen), move(1, "booster", booster=state.boosters[0])).cite.rule == "B8"


def test_b9_the_neutral_player_is_on_the_checklist_of_two() -> None:
    keys = [line.key for line in GAME.checklist({}, 2)]
    assert "gaia_project.check.neutral" in keys
    assert "gaia_project.check.neutral" not in [line.key for line in GAME.checklist({}, 3)]


def test_b10_variable_turn_order_follows_passing() -> None:
    for option, order in (("pass", (2, 0, 1)), ("clockwise", (2, 0, 1))):
        state = evolve(started("terrans", "xenos", "taklons", turn_order=option), phase="cleanup", passed=(2, 0, 1))
        assert do(state, Move(None, "proceed")).order == order
    state = evolve(started("terrans", "xenos", "taklons", turn_order="pass"), phase="cleanup", passed=(2, 1, 0))
    assert do(state, Move(None, "proceed")).order == (2, 1, 0)
    state = evolve(started("terrans", "xenos", "taklons"), phase="cleanup", passed=(2, 1, 0))
    assert do(state, Move(None, "proceed")).order == (2, 0, 1)


def test_the_same_picks_give_the_same_setup() -> None:
    state = GAME.setup({}, 4)
    assert GAME.sample(state, None, random.Random(7).randrange) == GAME.sample(state, None, random.Random(7).randrange)


def bid(seat: int, faction: str, points: int) -> Move:
    return move(seat, "bid", faction=faction, points=points)


def choose(seat: int, faction: str) -> Move:
    return move(seat, "faction", faction=faction)


def test_an_auction_while_choosing_seats_players_in_the_order_of_the_factions() -> None:
    state = do(laid(4, auction="choosing"), choose(0, "ivits"), choose(1, "terrans"), choose(2, "xenos"))
    assert refusal(state, bid(3, "taklons", 1)).reason.key.endswith("not_in_pool")
    assert refusal(state, bid(3, "ivits", 0)).reason.key.endswith("bid_too_low")
    state = do(state, bid(3, "ivits", 1))
    assert (state.players[0].faction, GAME.to_act(state)) == ("", {0})
    state = do(state, bid(0, "terrans", 1), bid(1, "terrans", 6), bid(0, "ivits", 8), bid(3, "xenos", 1))
    state = do(state, choose(2, "taklons"))
    assert [player.faction for player in state.players] == ["ivits", "terrans", "taklons", "xenos"]
    assert [player.bid for player in state.players] == [8, 6, 0, 1]
    assert state.seating == (0, 1, 3, 2)
    assert state.queue == (1, 3, 2, 2, 3, 1, 3, 0)


def test_an_auction_after_choosing_gives_nobody_a_faction_before_the_bids() -> None:
    state = do(laid(2, auction="after"), choose(0, "ivits"), choose(1, "terrans"))
    assert (state.phase, [player.faction for player in state.players]) == ("auction", ["", ""])
    state = do(state, bid(0, "terrans", 0), bid(1, "terrans", 3), bid(0, "ivits", 0))
    assert [player.faction for player in state.players] == ["ivits", "terrans"]
    assert state.phase == "start"


def test_a_bid_is_lost_at_the_end() -> None:
    state = evolve(put(started("terrans", "xenos"), 0, bid=5), phase="scoring", round=6)
    state = agreed(state, auction="choosing")
    after = do(state, Move(None, "proceed"))
    lines = {(line.seat, line.key): line.points for line in GAME.score(after)}
    assert (lines[0, "bid"], lines[1, "bid"]) == (-5, 0)
    assert GAME.audit(do(put(state, 0, bid=200), Move(None, "proceed"))) == ()


def test_q13_distance_is_as_the_crow_flies_unless_agreed_otherwise() -> None:
    """Three sectors around a gap: over the map the way is longer."""
    places = (("1", 0, 0, 0), ("2", 0, 3, -5), ("3", 0, -2, -3), ("4", 0, 8, -7))
    crow, path = Geometry(places), Geometry(places, on_map=True)
    farther = [
        (one, other)
        for one in crow.number
        for other in crow.number
        if crow.within(crow.number[one], 4) >> crow.number[other] & 1
        and not path.within(path.number[one], 4) >> path.number[other] & 1
    ]
    assert farther
    assert all(path.within(path.number[one], 12) >> path.number[other] & 1 for one, other in farther)
