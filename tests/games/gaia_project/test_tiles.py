"""P: what tiles, boosters and tokens pay."""

import pytest

from tableside.core.moves import Move, move
from tableside.core.rulebook import Turn
from tableside.games.gaia_project import GAME
from tableside.games.gaia_project.counts import amount, final_count
from tableside.games.gaia_project.records import BOOSTERS, FINAL_TILES, ROUND_TILES, TECHS, TOKEN
from tableside.games.gaia_project.rules.effects import trigger
from tableside.games.gaia_project.state import State, evolve
from tests.games.gaia_project.table import bare, build, do, put, rich, started, turn_of


def empire() -> State:
    """Terrans with one of everything."""
    state = bare(started("terrans", "xenos"), 0)
    state = build(state, 0, mines="1A9 7B4", stations="1A6 1B5", labs="2A0", institute="2B1", academy1="2B4", lost="1C")
    return put(
        turn_of(rich(state, 0, credits=0, ore=0, knowledge=0), 0), 0, tokens=("fed1", "fed4"), green=(False, True)
    )


COUNTS = {"token": 2, "mine": 3, "lab": 1, "station": 2, "big": 2, "type": 7, "gaia": 1, "sector": 3}


@pytest.mark.parametrize("per", COUNTS)
def test_p2_p3_tiles_count_these_things(per: str) -> None:
    state = empire()
    assert amount(state, state.players[0], per) == COUNTS[per]


def lab_with(state: State, tile: str) -> State:
    """A station becomes a lab and brings this standard tile."""
    others = [other for other in state.techs if other != tile]
    state = evolve(state, techs=(*others[:6], tile, *others[6:]))
    state = put(state, 0, credits=5, ore=3)
    return do(state, move(0, "upgrade", hex="1A6", to="lab"), move(0, "tile", place="free1"))


def test_p1_tech1_gives_ore_and_qic() -> None:
    player = lab_with(put(empire(), 0, qic=0), "tech1").players[0]
    assert (player.ore, player.qic) == (1, 1)


def test_p1_tech2_gives_knowledge_per_type() -> None:
    assert lab_with(empire(), "tech2").players[0].knowledge == 7


def test_p1_tech4_scores_seven() -> None:
    assert lab_with(empire(), "tech4").players[0].tally[3] == 7


@pytest.mark.parametrize("tile", ["tech5", "tech6", "tech8"])
def test_p1_income_tiles_show_their_icon_until_covered(tile: str) -> None:
    state = lab_with(empire(), tile)
    icon = f"{tile}|{TECHS[tile].gain}"
    assert icon in state.players[0].income
    state = put(do(state, Move(0, "skip")), 0, research=(4, 0, 0, 1, 0, 0), credits=6, ore=6)
    state = turn_of(state, 0)
    state = do(state, move(0, "upgrade", hex="1A6", to="ac2"), move(0, "tile", place="adv-terra"))
    assert icon not in do(state, move(0, "cover", tile=tile)).players[0].income


ONCE = {"advtech4": 6, "advtech8": 2, "advtech9": 4, "advtech10": 6, "advtech12": 10}
"""Mines 3, Gaia planets 1, stations left 1, sectors 3, tokens 2."""


@pytest.mark.parametrize("tile", ONCE)
def test_p2_advanced_tiles_score_at_once(tile: str) -> None:
    state = evolve(empire(), advanced=(tile, *("advtech1",) * 5))
    state = put(state, 0, techs=("tech4",), research=(4, 0, 0, 1, 0, 0), credits=5, ore=3)
    state = do(state, move(0, "upgrade", hex="1A6", to="lab"), move(0, "tile", place="adv-terra"))
    assert do(state, move(0, "cover", tile="tech4")).players[0].tally[4] == ONCE[tile]


def test_p2_advtech6_gives_ore_per_sector() -> None:
    state = evolve(empire(), advanced=("advtech6", *("advtech1",) * 5))
    state = put(state, 0, techs=("tech4",), research=(4, 0, 0, 1, 0, 0), credits=5, ore=3)
    state = do(state, move(0, "upgrade", hex="1A6", to="lab"), move(0, "tile", place="adv-terra"))
    assert do(state, move(0, "cover", tile="tech4")).players[0].ore == 3


@pytest.mark.parametrize(
    ("tile", "on", "points"), [("advtech2", "advance", 2), ("advtech14", "mine", 3), ("advtech15", "station", 3)]
)
def test_p2_triggers_pay_each_time(tile: str, on: str, points: int) -> None:
    turn = Turn(GAME, put(empire(), 0, advanced=(tile,)), 0)
    trigger(turn, 0, on)
    assert turn.state.players[0].tally[4] == points


@pytest.mark.parametrize(
    ("tile", "field", "n"), [("advtech3", "credits", 5), ("advtech11", "ore", 3), ("advtech13", "knowledge", 3)]
)
def test_p2_special_tiles_give_once_a_round(tile: str, field: str, n: int) -> None:
    state = do(put(empire(), 0, advanced=(tile,)), move(0, "special", action=tile))
    assert getattr(state.players[0], field) == n


PASSED = {"booster6": 3, "booster7": 4, "booster8": 3, "booster9": 8, "booster10": 1}


@pytest.mark.parametrize("booster", PASSED)
def test_p3_boosters_pay_on_passing(booster: str) -> None:
    state = put(empire(), 0, booster=booster)
    state = evolve(state, boosters=("booster1",))
    assert do(state, move(0, "pass", booster="booster1")).players[0].tally[1] == PASSED[booster]


def test_p3_every_booster_has_its_income() -> None:
    assert [BOOSTERS[f"booster{n}"].income for n in range(1, 11)] == [
        "k,o",
        "o,2t",
        "q,2c",
        "2c",
        "2pw",
        "o",
        "o",
        "k",
        "4pw",
        "4c",
    ]


def test_p4_round_tiles_pay_their_event() -> None:
    events = [(tile.on, tile.points) for tile in ROUND_TILES.values()]
    several = [("big", 5), ("big", 5), ("gaia", 3), ("gaia", 4), ("station", 3), ("station", 4)]
    assert sorted(events) == sorted([*several, ("step", 2), ("advance", 2), ("mine", 2), ("token", 5)])


def test_p4_free_steps_count() -> None:
    state = evolve(put(empire(), 0, bowl3=5, ore=9, credits=9), rounds=("score1",) * 6)
    state = do(state, move(0, "action", action="power2"))
    after = do(state, move(0, "mine", hex="1A5"))
    assert after.players[0].tally[2] == 2 * 2


def test_p5_tokens_give_their_rewards() -> None:
    assert [token.gain for token in TOKEN.values()] == [
        "12vp",
        "8vp,q",
        "8vp,2t",
        "7vp,2o",
        "7vp,6c",
        "6vp,2k",
        "o,k,2c",
    ]


FINAL = {"structure": 8, "structureFed": 2, "planetType": 7, "gaia": 1, "sector": 3, "satellite": 1}


@pytest.mark.parametrize("tile", FINAL)
def test_p6_final_tiles_count_the_lost_planet_as_structure_type_and_sector(tile: str) -> None:
    state = empire()
    space = state.map.mask(["1B0"])
    state = put(state, 0, federated=state.map.mask(["1A9", "1C"]) | space, satellites=space)
    assert final_count(state, state.players[0], tile) == FINAL[tile]


def test_p6_the_neutral_places() -> None:
    assert {tile: record.neutral for tile, record in FINAL_TILES.items()} == {
        "structure": 11,
        "structureFed": 10,
        "planetType": 5,
        "gaia": 4,
        "sector": 6,
        "satellite": 8,
    }
