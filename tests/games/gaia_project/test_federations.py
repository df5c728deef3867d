"""I: federations, and that the search for the fewest satellites is exact."""

import random
from itertools import combinations

import pytest

from tableside.core.moves import Move, move
from tableside.core.ruling import Illegal
from tableside.games.gaia_project import GAME
from tableside.games.gaia_project.federation import Field, cheaper, field_of, needed, proposals, value_of
from tableside.games.gaia_project.links import Links
from tableside.games.gaia_project.map_geometry import Geometry, bits
from tableside.games.gaia_project.names import hex_names
from tableside.games.gaia_project.records import LAYOUTS
from tableside.games.gaia_project.state import State, evolve, total_value
from tests.games.gaia_project.table import agreed, bare, build, do, put, refusal, rich, started, turn_of


def galaxy(faction: str = "terrans", tokens: int = 9, **pieces: str) -> State:
    """A player with these structures and so many tokens, to act."""
    other = "xenos" if faction != "xenos" else "terrans"
    state = turn_of(bare(started(faction, other, "taklons"), 0), 0)
    return build(put(state, 0, bowl1=tokens, bowl2=0, bowl3=0, qic=tokens), 0, **pieces)


def federation(*hexes: str, token: str = "fed4") -> Move:
    return move(0, "federation", hexes=tuple(sorted(hexes)), token=token)


def key(refused: Illegal) -> str:
    return refused.reason.key.removeprefix("gaia_project.no.")


# -- the search --------------------------------------------------------------------------------


def brute_cost(grid: Geometry, open_hexes: int, clusters: list[int], chosen: int, limit: int) -> int | None:
    """The fewest satellites by trying all sets; other clusters may be walked over."""
    places = [1 << hex for hex in bits(open_hexes)]
    ground = sum(clusters)
    wanted = sum(cluster for number, cluster in enumerate(clusters) if chosen >> number & 1)
    for n in range(limit + 1):
        for picked in combinations(places, n):
            hexes = sum(picked) | ground
            part = next(part for part in grid.pieces(hexes) if part & wanted)
            if part & wanted == wanted:
                return n
    return None


def scattered(chance: random.Random) -> tuple[Geometry, int, list[int]]:
    """Two sectors with some clusters of one or two hexes and some hexes that are closed."""
    grid = Geometry((("1", 0, 0, 0), ("2", 0, 5, -2)))
    names = chance.sample(sorted(grid.number), 9)
    clusters = grid.pieces(grid.mask(names[:5]))
    blocked = grid.mask(names[5:])
    return grid, grid.board & ~sum(clusters) & ~blocked, clusters


@pytest.mark.parametrize("seed", range(12))
def test_i6_the_fewest_satellites_are_found_exactly(seed: int) -> None:
    chance = random.Random(seed)
    grid, open_hexes, clusters = scattered(chance)
    links = Links(grid, open_hexes, clusters, 3)
    for chosen in range(1, 1 << len(clusters)):
        if chosen.bit_count() > 3:
            continue
        cost = links.cost(chosen)
        assert cost == brute_cost(grid, open_hexes, clusters, chosen, 3), (seed, chosen)
        if cost is not None:
            satellites = links.satellites(chosen)
            assert satellites.bit_count() == cost
            assert not satellites & ~open_hexes
            hexes = satellites | sum(clusters)
            wanted = sum(cluster for number, cluster in enumerate(clusters) if chosen >> number & 1)
            assert any(part & wanted == wanted for part in grid.pieces(hexes))


def test_i6_superfluous_is_found_exactly() -> None:
    """Every linking in small galaxies, judged by trying all smaller ones."""
    seen: list[bool] = []
    for seed in range(40):
        chance = random.Random(seed)
        grid = Geometry((("1", 0, 0, 0), ("2", 0, 5, -2)))
        near = [grid.name[hex] for hex in bits(grid.within(grid.number["1B0"], 3))]
        names = chance.sample(near, 8)
        clusters = grid.pieces(grid.mask(names[:6]))
        open_hexes = grid.mask(near) & ~sum(clusters) & ~grid.mask(names[6:])
        values = tuple(chance.choice((1, 2, 3)) for _ in clusters)
        field = Field(grid, open_hexes, tuple(clusters), values, 0)
        linkings = _linkings(field, 5)
        picked = [*linkings[:3], *chance.sample(linkings, min(3, len(linkings)))]
        seen += [_judged_like_all(field, chosen, satellites, 5, linkings) for chosen, satellites in picked]
    print(f"{len(seen)} linkings, {sum(seen)} forbidden")
    assert 20 < sum(seen) < len(seen) - 20


def _linkings(field: Field, value: int) -> list[tuple[int, int]]:
    """Everything of at most three satellites that is connected, closed and worth enough."""
    grid, found = field.geometry, []
    places = [1 << hex for hex in bits(field.open)]
    for number, worth in enumerate(field.values):
        if worth >= value:
            found.append((1 << number, 0))
    for n in (1, 2, 3):
        for picked in combinations(places, n):
            satellites = sum(picked)
            around = grid.near(satellites)
            chosen = sum(1 << number for number, cluster in enumerate(field.clusters) if cluster & around)
            members = sum(cluster for number, cluster in enumerate(field.clusters) if chosen >> number & 1)
            if len(grid.pieces(members | satellites)) == 1 and value_of(field, chosen) >= value:
                found.append((chosen, satellites))
    return found


def _judged_like_all(field: Field, chosen: int, satellites: int, value: int, linkings: list[tuple[int, int]]) -> bool:
    n = satellites.bit_count()
    fewer = bool(n) and brute_cost(field.geometry, field.open, list(field.clusters), chosen, n - 1) is not None
    smaller = any(other & ~chosen == 0 and less.bit_count() < n for other, less in linkings if other != chosen)
    assert (cheaper(field, chosen, n, value) is not None) == (fewer or smaller), (field, chosen, satellites)
    return fewer or smaller


def test_paths_on_the_printed_maps_are_as_the_crow_flies() -> None:
    for layout in LAYOUTS.values():
        grid = Geometry(layout.places)
        for hex in list(grid.name)[::7]:
            for distance in range(1, 9):
                assert grid.within(hex, distance) == grid._crow(hex, distance)


# -- the rules ---------------------------------------------------------------------------------


def test_i1_structures_have_their_values() -> None:
    state = galaxy(mines="8B0", stations="8B2", labs="2A7", institute="8B4", academy1="4A9")
    player = state.players[0]
    assert total_value(state, player, player.land) == 1 + 2 + 2 + 3 + 3
    player = put(state, 0, techs=("tech3",)).players[0]
    assert total_value(state, player, player.land) == 1 + 2 + 2 + 4 + 4


def test_i1_bescods_institute_adds_one_on_titanium() -> None:
    state = galaxy("bescods", institute="8B0", mines="8B2 9B4")
    player = state.players[0]
    assert total_value(state, player, player.land) == 3 + 2 + 2


def test_i1_xenos_with_their_institute_need_six() -> None:
    assert needed(galaxy("xenos", institute="8B0").players[0]) == 6
    assert needed(galaxy("xenos").players[0]) == 7


def test_i2_a_cluster_cannot_be_split() -> None:
    state = galaxy(institute="8C", academy1="8B5", stations="8A10 8B0")
    refused = refusal(state, federation("8C", "8B5", "8A10"))
    assert key(refused) == "touches"
    assert refused.cite.rule == "I5"


def test_i3_satellites_go_on_hexes_without_planets_and_cost_a_token_each() -> None:
    state = galaxy(institute="8B4", stations="8B0 8B2")
    assert key(refusal(state, federation("8B4", "8B0", "8B2", "8A0"))) == "satellite_place"
    after = do(state, federation("8B4", "8B0", "8B2", "8C"))
    player = after.players[0]
    assert (player.bowl1, player.satellites) == (8, state.map.mask(["8C"]))


def test_i3_too_few_tokens_refuse_the_federation() -> None:
    state = galaxy(tokens=0, institute="8B4", stations="8B0 8B2")
    assert key(refusal(state, federation("8B4", "8B0", "8B2", "8C"))) == "satellites_cost"
    assert not any(made.kind == "federation" for made in GAME.moves(state, 0))


def test_i4_nothing_may_touch_an_older_federation() -> None:
    state = galaxy(institute="8B4", stations="8B0 8B2")
    state = put(state, 0, federated=state.map.mask(["8A9"]), satellites=state.map.mask(["8A9"]))
    refused = refusal(state, federation("8B4", "8B0", "8B2", "8C"))
    assert key(refused) == "closed"
    assert hex_names(state, ("8B4",))[0] in refused.reason["hexes"]


def test_i5_a_planet_beside_a_satellite_belongs_to_it() -> None:
    state = galaxy(institute="8B0", stations="2A7 8B4", mines="8B2")
    assert key(refusal(state, federation("8B0", "2A7", "8B4", "8C", "8A1"))) == "touches"


def test_i6_hexes_must_be_connected_and_worth_enough() -> None:
    state = galaxy(institute="8B4", stations="8B0 8B2")
    assert key(refusal(state, federation("8B4", "8B0", "8B2"))) == "not_connected"
    state = galaxy(mines="8B4 8B0 8B2")
    assert key(refusal(state, federation("8B4", "8B0", "8B2", "8C"))) == "value"


def test_i6_more_satellites_than_needed_are_refused_with_the_shorter_way() -> None:
    state = galaxy(institute="8B4", stations="8B0 8B2")
    refused = refusal(state, federation("8B4", "8B0", "8B2", "8B5", "8B1"))
    assert refused.nearest == (federation("8B4", "8B0", "8B2", "8C"),)


def test_i8_a_mine_beside_a_federation_joins_it() -> None:
    state = rich(galaxy(institute="8B4", stations="8B0"), 0)
    sea = state.map.mask(["8C"])
    state = put(state, 0, federated=sea | state.map.mask(["8B4", "8B0"]), satellites=sea)
    after = do(state, move(0, "mine", hex="8B2"))
    assert after.players[0].federated & after.map.mask(["8B2"])


def test_i9_ivits_enlarge_one_federation_with_qic() -> None:
    state = galaxy("ivits", institute="8B4", stations="8B0 8B2")
    first = do(state, federation("8B4", "8B0", "8B2", "8C"))
    player = first.players[0]
    assert (player.qic, needed(player)) == (8, 14)
    grown = turn_of(build(first, 0, academy1="2A7", academy2="4A9", labs="2B4"), 0)
    assert sum(field_of(grown, 0).values) == 7 + 3 + 3 + 2
    offered = [made for made in GAME.moves(grown, 0) if made.kind == "federation"]
    assert offered
    assert key(refusal(grown, federation("2A7", "8A1", "8C"))) == "only_new_hexes"
    larger = do(grown, offered[0])
    assert larger.players[0].federations == 2


def test_i9_q6_ivits_may_take_a_token_when_the_federation_has_grown_enough() -> None:
    state = galaxy("ivits", institute="8B4", academy1="8B0", academy2="8B2", labs="2A7", stations="8A1 8A9 8A10")
    own = state.players[0].land
    state = put(state, 0, federated=own | state.map.mask(["8C"]), satellites=state.map.mask(["8C"]), federations=1)
    assert GAME.judge(state, federation()).legal
    strict = agreed(state, ivits_growth=False)
    assert refusal(strict, federation()).cite.rule == "Q6"


def test_i10_a_guest_mine_counts_as_an_own_planet() -> None:
    state = galaxy("lantids", institute="8B4", stations="8B0", mines="8B2", guests="2A7")
    player = state.players[0]
    assert total_value(state, player, player.land) == 7


def test_i11_a_token_that_is_gone_cannot_be_chosen() -> None:
    state = evolve(galaxy(institute="8B4", stations="8B0 8B2"), supply=(3, 3, 3, 0, 3, 3))
    assert key(refusal(state, federation("8B4", "8B0", "8B2", "8C"))) == "no_such_token"


def test_i11_the_12_point_token_is_grey() -> None:
    state = do(galaxy(institute="8B4", stations="8B0 8B2"), federation("8B4", "8B0", "8B2", "8C", token="fed1"))
    assert state.players[0].green == (False,)
    assert state.players[0].tally[5] == 12


def test_q1_satellites_left_follow_the_table() -> None:
    state = galaxy(tokens=40, institute="8B4", stations="8B0 8B2")
    space = list(bits(state.map.of["e"]))[-23:]
    state = put(state, 0, satellites=sum(1 << hex for hex in space))
    assert key(refusal(state, federation("8B4", "8B0", "8B2", "8C"))) == "satellites_left"
    assert GAME.judge(agreed(state, satellites="all"), federation("8B4", "8B0", "8B2", "8C")).legal


def test_q5_the_strict_wording_drops_a_planet_that_is_not_needed() -> None:
    state = galaxy(institute="8B0", stations="2A7 8B4", mines="8B2")
    wide = federation("8B0", "2A7", "8B4", "8B2", "8C", "8A1")
    assert GAME.judge(state, wide).legal
    strict = agreed(state, federations="strict")
    assert refusal(strict, wide).cite.rule == "Q5"


def test_every_listed_federation_is_legal_and_links_with_the_fewest() -> None:
    state = galaxy(tokens=12, institute="8B4", academy1="2B4", stations="8B0 8B2 4A9", labs="2A7", mines="4B4 2A11")
    offered = proposals(state, 0)
    assert len(offered) > 3
    for hexes in offered:
        assert GAME.judge(state, federation(*hexes)).legal, hexes
