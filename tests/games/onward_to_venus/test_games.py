"""Whole games from legal moves: three periods, and both ways in which everybody loses."""

from collections import Counter
from dataclasses import replace

import pytest

from tableside.core import codec
from tableside.core.score import Ending
from tableside.core.table import Table
from tableside.games.onward_to_venus.state import PLANETS
from tests import contract
from tests.games.onward_to_venus.scenes import GAME


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_random_games_reach_the_end_of_the_third_period(seats: int) -> None:
    ends = Counter()
    for seed in range(8):
        played = contract.play(GAME, {}, seats, f"ends {seats} {seed}")
        final = played.states[-1]
        ends[final.end] += 1
        if final.end == "done":
            assert final.period == 3
            assert all(not player.on("venus").surface.size for player in final.players)
    assert ends["done"] >= 4, ends


def dangerous(kind: str):
    """A copy in whose bag there is hardly anything but crises, and whose dice are mostly bursts."""
    catalog = GAME.catalog
    for id, record in catalog.table("tiles").items():
        count = 13 if id == "crisis_4_burst" else 0 if record.kind == "crisis" or kind == "robots" else 1
        catalog = catalog.learn("tiles", id, codec.encode(replace(record, count=count)))
    die = replace(catalog.find("dice", "die"), faces=(0, 0, 0, 0, 0, 1))
    catalog = catalog.learn("dice", "die", codec.encode(die))
    spared = ("earth", "moon", "mars", "venus") if kind == "aliens" else [one for one in PLANETS if one != "earth"]
    for planet in spared:
        world = replace(catalog.find("worlds", planet), tiles_2=0)
        catalog = catalog.learn("worlds", planet, codec.encode(world))
    return GAME.with_catalog(catalog)


@pytest.mark.parametrize("kind", ["robots", "aliens"])
def test_random_games_reach_both_ways_in_which_everybody_loses(kind: str) -> None:
    game = dangerous(kind)
    for seed in range(30):
        played = contract.play(game, {}, 2, f"lost {kind} {seed}")
        final = played.states[-1]
        if final.end == kind:
            outcome = game.outcome(final)
            assert outcome is not None
            assert (outcome.ending, outcome.winners) == (Ending.ALL_LOSE, ())
            return
    raise AssertionError(f"no game in 30 was lost to the {kind}")


def test_a_table_does_the_bookkeeping_by_itself() -> None:
    played = contract.play(GAME, {}, 3, "bookkeeping")
    table = Table(GAME, {}, 3)
    for made in played.moves:
        if made.kind in ("deal", "begin", "resolve", "income", "return", "finish"):
            continue
        table.confirm(made)
    assert codec.digest(table.state) == codec.digest(played.states[-1])
    assert table.outcome() is not None
