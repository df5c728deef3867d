"""F, G, H, J, K: mines, Gaia projects, upgrades, research, action spaces."""

import pytest

from tableside.core.moves import Move, move
from tableside.core.ruling import Illegal
from tableside.games.gaia_project import GAME
from tableside.games.gaia_project.prices import Price, mine_price, upgrade_price
from tableside.games.gaia_project.records import TRACKS
from tableside.games.gaia_project.state import State, evolve
from tests.games.gaia_project.table import (
    agreed,
    bare,
    build,
    cautions,
    do,
    free,
    put,
    refusal,
    rich,
    ring,
    started,
    turn_of,
)


def acting(*factions: str, **changes: object) -> State:
    """The first seat to act, able to pay."""
    return rich(turn_of(started(*(factions or ("xenos", "terrans"))), 0), 0, **changes)


def price(state: State, hex: str, **more: int) -> Price:
    found = mine_price(state, 0, state.map.number[hex], **more)
    assert isinstance(found, Price)
    return found


def key(refused: Illegal) -> str:
    return refused.reason.key.removeprefix("gaia_project.no.")


def test_f1_a_mine_costs_2_credits_1_ore_on_an_empty_habitable_planet_in_range() -> None:
    state = acting()
    planet = free(state, "d")[0]
    paid = price(state, planet)
    assert (paid.credits, paid.ore) == (2, 1)
    taken = state.map.name[(state.players[1].mines).bit_length() - 1]
    assert key(refusal(state, move(0, "mine", hex=taken))) == "occupied"
    space = state.map.names(state.map.of["e"])[0]
    assert key(refusal(state, move(0, "mine", hex=space))) == "no_planet"
    assert key(refusal(state, move(0, "mine", hex="99Z"))) == "no_hex"


def test_f2_each_qic_adds_two_hexes_of_range() -> None:
    state = build(bare(acting(qic=1), 0), 0, mines="1C")
    far = [name for name in free(state, "d") if price(state, name).qic > 1]
    refused = refusal(state, move(0, "mine", hex=far[0]))
    assert (key(refused), refused.cite.rule) == ("too_far", "F2")
    said = {name: refused.reason[name] for name in ("distance", "range", "needed", "have")}
    assert said["distance"] == next(n for n in range(20) if far[0] in ring(state, "1C", n))
    assert (said["range"], said["have"]) == (1, 1)
    assert said["needed"] == -(-(said["distance"] - 1) // 2) == price(state, far[0]).qic
    near = [name for name in free(state, "sotiv") if price(state, name).qic == 1]
    assert do(state, move(0, "mine", hex=near[0])).players[0].qic == 0
    assert "qic_for_range" in cautions(state, move(0, "mine", hex=near[0]))


def test_f2_a_gaiaformer_is_no_origin() -> None:
    state = bare(acting(), 0)
    state = build(state, 0, mines="1A9", projects="7A10")
    assert price(state, "7B0").qic > 1


def test_f3_gaia_planets_cost_a_qic_and_transdim_ones_take_no_mine() -> None:
    state = acting()
    gaia = free(state, "g")[0]
    home = free(state, "d")
    assert price(state, gaia).qic >= 1
    assert price(state, gaia).steps == 0
    assert home
    assert key(refusal(state, move(0, "mine", hex=free(state, "m")[0]))) == "transdim"


def test_f4_steps_are_circular_and_cost_ore_by_terraforming_level() -> None:
    state = acting()
    for kind, steps in {"d": 0, "v": 1, "s": 1, "o": 2, "t": 2, "r": 3, "i": 3}.items():
        for name in free(state, kind)[:1]:
            assert price(state, name).steps == steps
            assert price(state, name).ore == 1 + 3 * steps
    cheap = put(state, 0, research=(2, 0, 0, 0, 0, 0))
    assert price(cheap, free(state, "s")[0]).ore == 1 + 2


def test_f5_the_leftmost_mine_leaves_its_row() -> None:
    state = acting()
    before = len([icon for icon in state.players[0].income if icon.startswith("m|")])
    after = do(state, move(0, "mine", hex=free(state, "d")[0])).players[0]
    row = len([icon for icon in after.income if icon.startswith("m|")])
    assert (after.mines.bit_count(), before, row) == (4, 2, 3)


def test_g1_a_project_needs_a_former_and_a_transdim_planet() -> None:
    state = acting("terrans", "xenos", bowl1=9)
    assert key(refusal(state, move(0, "project", hex=free(state, "d")[0]))) == "not_transdim"
    planet = free(state, "m")[0]
    assert key(refusal(put(state, 0, parked=1), move(0, "project", hex=planet))) == "no_former"
    other = build(state, 1, projects=planet)
    assert key(refusal(other, move(0, "project", hex=planet))) == "former_there"


def test_g2_tokens_move_to_the_gaia_area_by_level() -> None:
    for level, tokens in ((1, 6), (2, 6), (3, 4), (4, 3), (5, 3)):
        state = acting("terrans", "xenos", bowl1=9, bowl2=0, bowl3=0, research=(0, 0, 0, level, 0, 0), formers=1)
        after = do(state, move(0, "project", hex=free(state, "m")[0])).players[0]
        assert after.area == tokens


def test_g3_a_project_in_round_6_is_legal_but_never_finished() -> None:
    state = evolve(acting("terrans", "xenos", bowl1=9, bowl2=0), round=6)
    assert "project_too_late" in cautions(state, move(0, "project", hex=free(state, "m")[0]))


def test_h1_upgrades_cost_less_beside_an_opponent() -> None:
    state = build(bare(bare(acting(), 0), 1), 0, mines="1C 7A6", stations="4A4", labs="5A3")
    alone = upgrade_price(state, 0, state.map.number["1C"], "ts")
    beside = upgrade_price(build(state, 1, mines="1B0"), 0, state.map.number["1C"], "ts")
    assert (alone, beside) == (("m", Price(6, 2)), ("m", Price(3, 2)))
    assert upgrade_price(state, 0, state.map.number["4A4"], "PI") == ("ts", Price(6, 4))
    assert upgrade_price(state, 0, state.map.number["4A4"], "lab") == ("ts", Price(5, 3))
    assert upgrade_price(state, 0, state.map.number["5A3"], "ac2") == ("lab", Price(6, 6))
    assert key(refusal(state, move(0, "upgrade", hex="1C", to="PI"))) == "no_upgrade"
    bescods = build(bare(acting("bescods", "terrans"), 0), 0, stations="4A4", labs="5A3")
    assert upgrade_price(bescods, 0, state.map.number["4A4"], "ac1") == ("ts", Price(6, 6))
    assert upgrade_price(bescods, 0, state.map.number["5A3"], "PI") == ("lab", Price(6, 4))


def test_h2_the_old_piece_goes_back_and_covers_income() -> None:
    state = started("terrans", "xenos")
    state = rich(turn_of(state, 0), 0)
    hex = state.map.name[state.players[0].mines.bit_length() - 1]
    after = do(state, move(0, "upgrade", hex=hex, to="ts")).players[0]
    icons = [icon for icon in after.income if not icon.startswith("base|")]
    assert sorted(icons) == ["m|o", "ts|3c"]
    guest = build(bare(acting("lantids", "xenos"), 0), 0, guests="1A9")
    assert key(refusal(guest, move(0, "upgrade", hex="1A9", to="ts"))) == "guest_stays"
    lost = build(bare(acting(), 0), 0, lost="1C")
    assert key(refusal(lost, move(0, "upgrade", hex="1C", to="ts"))) == "lost_stays"


def tile_asked(**changes: object) -> State:
    """Somebody has just built a lab."""
    state = build(bare(acting(**changes), 0), 0, stations="1A9")
    return do(state, move(0, "upgrade", hex="1A9", to="lab"))


def test_h3_a_standard_kind_is_owned_once_covered_or_not() -> None:
    state = tile_asked(techs=("tech1",), covered=("tech1",), advanced=("advtech4",))
    assert key(refusal(state, move(0, "tile", place="terra"))) == "tile_owned"
    assert key(refusal(state, move(0, "tile", place="nowhere"))) == "no_tile"


def test_h4_a_track_tile_advances_its_track_a_free_one_any() -> None:
    state = tile_asked()
    under = do(state, move(0, "tile", place="eco"))
    assert [made["track"] for made in GAME.moves(under, 0) if made.kind == "up"] == ["eco"]
    assert key(refusal(under, move(0, "up", track="nav"))) == "other_track"
    free_one = do(state, move(0, "tile", place="free1"))
    assert [made["track"] for made in GAME.moves(free_one, 0) if made.kind == "up"] == list(TRACKS)
    assert cautions(free_one, Move(0, "skip")) == ("advance_skipped",)


def test_h5_an_advanced_tile_needs_level_token_and_a_tile_to_cover() -> None:
    ready = {"research": (4, 0, 0, 0, 0, 0), "techs": ("tech4",), "tokens": ("fed4",), "green": (True,)}
    assert GAME.judge(tile_asked(**ready), move(0, "tile", place="adv-terra")).legal
    low = tile_asked(**{**ready, "research": (3, 0, 0, 0, 0, 0)})
    assert key(refusal(low, move(0, "tile", place="adv-terra"))) == "tile_level"
    grey = tile_asked(**{**ready, "green": (False,)})
    assert key(refusal(grey, move(0, "tile", place="adv-terra"))) == "no_green_token"
    bare_hands = tile_asked(**{**ready, "techs": ()})
    assert key(refusal(bare_hands, move(0, "tile", place="adv-terra"))) == "nothing_to_cover"
    gone = evolve(tile_asked(**ready), advanced=("", *("advtech2",) * 5))
    assert key(refusal(gone, move(0, "tile", place="adv-terra"))) == "tile_gone"


def test_h6_q4_a_new_advance_tile_scores_its_own_advance_unless_agreed_otherwise() -> None:
    ready = {"research": (4, 0, 0, 0, 0, 0), "techs": ("tech4",), "tokens": ("fed4",), "green": (True,)}
    for own, points in ((True, 2), (False, 0)):
        state = evolve(tile_asked(**ready), advanced=("advtech2", *("advtech4",) * 5))
        state = do(agreed(state, adv2_own=own), move(0, "tile", place="adv-terra"), move(0, "cover", tile="tech4"))
        assert do(state, move(0, "up", track="sci")).players[0].tally[4] == points


def test_j1_an_advance_costs_4_knowledge() -> None:
    assert key(refusal(acting(knowledge=3), move(0, "research", track="eco"))) == "knowledge"
    assert do(acting(knowledge=4), move(0, "research", track="eco")).players[0].knowledge == 0
    top = acting(research=(0, 0, 0, 0, 5, 0))
    assert key(refusal(top, move(0, "research", track="eco"))) == "track_end"


def test_j3_level_5_flips_a_green_token_and_is_for_one_player() -> None:
    state = acting(research=(0, 0, 0, 0, 4, 0))
    assert key(refusal(state, move(0, "research", track="eco"))) == "no_green_token"
    ready = put(state, 0, tokens=("fed4",), green=(True,))
    assert do(ready, move(0, "research", track="eco")).players[0].green == (False,)
    taken = put(ready, 1, research=(0, 0, 0, 0, 5, 0))
    assert key(refusal(taken, move(0, "research", track="eco"))) == "level_taken"


@pytest.mark.parametrize(
    ("track", "level", "gained"),
    [
        ("terra", 1, {"ore": 2}),
        ("terra", 4, {"ore": 2}),
        ("nav", 1, {"qic": 1}),
        ("nav", 3, {"qic": 1}),
        ("int", 1, {"qic": 1}),
        ("int", 3, {"qic": 2}),
        ("int", 5, {"qic": 4}),
        ("gaia", 1, {"formers": 1}),
        ("gaia", 2, {"bowl1": 3}),
        ("eco", 5, {"credits": 6, "ore": 3}),
        ("sci", 5, {"knowledge": 9}),
    ],
)
def test_j4_levels_give_their_one_time_bonus(track: str, level: int, gained: dict[str, int]) -> None:
    research = tuple(level - 1 if name == track else 0 for name in TRACKS)
    state = acting(research=research, knowledge=4, ore=0, credits=0, qic=0, bowl1=0, bowl2=0, bowl3=0)
    formers = sum(1 for at in (1, 3, 4) if research[3] >= at)
    state = put(state, 0, tokens=("fed4",), green=(True,), formers=formers)
    after = do(state, move(0, "research", track=track)).players[0]
    for name, n in gained.items():
        assert getattr(after, name) == n + (formers if name == "formers" else 0)


def test_j4_gaia_5_scores_4_and_one_per_gaia_planet() -> None:
    state = build(acting(research=(0, 0, 0, 4, 0, 0), tokens=("fed4",), green=(True,)), 0, mines="7B4 5B5")
    assert do(state, move(0, "research", track="gaia")).players[0].tally[8] == 6


def test_j4_terraforming_5_takes_the_token_on_the_track() -> None:
    state = acting(research=(4, 0, 0, 0, 0, 0), tokens=("fed4",), green=(True,))
    after = do(state, move(0, "research", track="terra"))
    assert (after.players[0].tokens, after.token, after.players[0].tally[5]) == (("fed4", "fed6"), "", 6)


def test_j5_the_lost_planet_is_a_mine_on_an_empty_hex() -> None:
    state = acting(research=(0, 4, 0, 0, 0, 0), tokens=("fed4",), green=(True,), knowledge=4)
    state = do(state, move(0, "research", track="nav"))
    assert key(refusal(state, move(0, "lost", hex=free(state, "s")[0]))) == "planet_there"
    spot = next(made["hex"] for made in GAME.moves(state, 0) if made.kind == "lost")
    foreign = put(state, 1, satellites=state.map.mask([spot]))
    assert refusal(foreign, move(0, "lost", hex=spot)).cite.rule == "Q7"
    assert GAME.judge(agreed(foreign, lost_on_satellites=True), move(0, "lost", hex=spot)).legal
    before = state.players[0]
    after = do(state, move(0, "lost", hex=spot)).players[0]
    assert (after.mines, after.income, bool(after.lost)) == (before.mines, before.income, True)
    assert after.credits == before.credits


def test_k1_action_spaces_are_paid_marked_and_used_once() -> None:
    state = acting(bowl3=7, bowl1=0, bowl2=0, knowledge=0)
    after = do(state, move(0, "action", action="power1"))
    assert (after.players[0].knowledge, after.players[0].bowl3, after.used) == (3, 0, ("power1",))
    assert key(refusal(acting(qic=1), move(0, "action", action="qic3"))) == "missing"
    assert do(acting(qic=2), move(0, "action", action="qic3")).players[0].tally[6] == 4
    assert key(refusal(acting(qic=3), move(0, "action", action="qic2"))) == "no_token_possible"
    again = do(acting(qic=3, tokens=("fed2",), green=(False,)), move(0, "action", action="qic2"))
    scored = do(again, move(0, "token", token="fed2")).players[0]
    assert (scored.tally[6], scored.qic, scored.tokens) == (8, 1, ("fed2",))
    assert key(refusal(again, move(0, "token", token="fed3"))) == "token_not_owned"


def test_k2_step_actions_include_the_mine() -> None:
    state = acting(bowl3=5, bowl1=0, bowl2=0, ore=1)
    stepped = do(state, move(0, "action", action="power2"))
    assert {made.kind for made in GAME.moves(stepped, 0)} == {"mine"}
    planet = next(name for name in free(state, "ot") if price(state, name).qic <= 8)
    after = do(stepped, move(0, "mine", hex=planet)).players[0]
    assert after.ore == 0
    poor = acting(bowl3=5, ore=0, credits=0)
    assert key(refusal(poor, move(0, "action", action="power2"))) == "no_mine_possible"
    assert key(refusal(stepped, move(0, "project", hex=free(state, "m")[0]))) == "step_needs_mine"


def test_k2_the_range_booster_may_start_a_project() -> None:
    state = acting("terrans", "xenos", booster="booster5", bowl1=9, bowl2=0, bowl3=0)
    ranged = do(state, move(0, "special", action="booster5"))
    assert {made.kind for made in GAME.moves(ranged, 0)} == {"mine", "project"}


def test_k3_never_two_action_spaces_in_one_action() -> None:
    state = acting(booster="booster4", bowl3=9)
    stepped = do(state, move(0, "special", action="booster4"))
    assert refusal(stepped, move(0, "action", action="power6")).cite.rule == "E1"


def test_q8_useless_steps_and_gains_can_be_forbidden() -> None:
    state = acting(booster="booster4", bowl3=4, credits=30)
    own = free(state, "d")[0]
    stepped = do(state, move(0, "special", action="booster4"))
    assert "step_wasted" in cautions(stepped, move(0, "mine", hex=own))
    assert key(refusal(agreed(stepped, wasted=False), move(0, "mine", hex=own))) == "wasted_step"
    assert GAME.judge(state, move(0, "action", action="power4")).legal
    assert key(refusal(agreed(state, wasted=False), move(0, "action", action="power4"))) == "wasted_gain"
