"""Ends no game can have: each is refused, by itself and together with others, with a sentence in both languages."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import pytest

from tableside.core import codec, registry
from tableside.language import language

Change = Callable[[dict[str, Any]], None]


def first(**values: Any) -> Change:
    """The first player has this instead."""
    return lambda data: data["players"][0].update(values)


def whole(**values: Any) -> Change:
    """The position says this instead."""
    return lambda data: data.update(values)


def both(*changes: Change) -> Change:
    def change(data: dict[str, Any]) -> None:
        for one in changes:
            one(data)

    return change


def tracks(one: str, other: str, *counts: int) -> Change:
    """Final tiles of Gaia Project, with the first player's markers."""
    return both(whole(finals=[one, other]), first(counts=list(counts)), *(
        (lambda data, seat=seat: data["players"][seat].update(counts=[3, 2])) for seat in (1, 2)
    ))  # fmt: skip


def two(data: dict[str, Any]) -> None:
    data["players"] = data["players"][:2]


def three(*told: tuple[int | None, int]) -> Change:
    """Three players of Káosz Galaktika: when each went out, and how many each eliminated."""
    players = [
        {"name": name, "colony": 5 if out is None else 0, "eliminated": eliminated, "out": out}
        for name, (out, eliminated) in zip(("Dani", "Laci", "Pali"), told)
    ]
    return whole(players=players, closing=None)


GOAL = [{"card": "example", "points": 5}, {"card": "another", "points": 4}]
ENDS: tuple[tuple[str, str, Change], ...] = (
    ("gaia_project", "ten kinds of planet", tracks("planetType", "satellite", 10, 2)),
    ("gaia_project", "nineteen Gaia planets", tracks("gaia", "satellite", 19, 2)),
    ("gaia_project", "eight sectors for two", both(tracks("sector", "satellite", 8, 2), two)),
    ("gaia_project", "twenty-six satellites", tracks("structure", "satellite", 9, 26)),
    ("gaia_project", "more in federations than built", tracks("structure", "structureFed", 5, 6)),
    ("gaia_project", "more kinds than structures", tracks("structure", "planetType", 5, 6)),
    ("gaia_project", "more sectors than structures", tracks("structure", "sector", 5, 6)),
    ("gaia_project", "more Gaia planets than structures", tracks("structure", "gaia", 5, 6)),
    ("gaia_project", "no structure at all", tracks("structure", "satellite", 0, 2)),
    ("gaia_project", "no kind of planet", tracks("planetType", "satellite", 0, 2)),
    ("gaia_project", "Terrans below their start", first(research=[1, 5, 1, 0, 0, 0])),
    ("gaia_project", "a sixth level", first(research=[6, 0, 0, 1, 0, 0])),
    ("gaia_project", "sixteen ore", first(ore=16)),
    ("beyond_the_sun", "eight automation numbers", whole(automation_points=[1, 1, 2, 2, 3, 3, 4, 4])),
    ("beyond_the_sun", "five achievements", first(achievements=[{"card": f"c{n}", "points": 1} for n in range(5)])),
    ("beyond_the_sun", "an achievement twice", first(achievements=[*GOAL, GOAL[0]])),
    ("beyond_the_sun", "twenty-five colonies", first(colonies=[{"points": 1, "discs": []} for _ in range(25)])),
    ("beyond_the_sun", "twenty outposts", first(outposts=20)),
    ("beyond_the_sun", "printed points below zero", first(colonies=[{"points": -1, "discs": ["food", "food"]}])),
    ("beyond_the_sun", "nine private technologies", first(private=[2] * 9)),
    ("beyond_the_sun", "nobody has an achievement", both(
        first(achievements=[]), lambda data: data["players"][1].update(achievements=[])
    )),
    ("beyond_the_sun", "level II without level I", first(level_1=0)),
    ("onward_to_venus", "nobody holds the start marker", lambda data: data["players"][1].update(start_marker=False)),
    ("onward_to_venus", "thirteen mines", first(holdings=[{"planet": "moon", "mines": 13, "factories": 0}])),
    ("onward_to_venus", "forty infantry", first(infantry=40)),
    ("onward_to_venus", "ninety-nine trophies", first(trophies=99)),
    ("onward_to_venus", "aliens win though beaten", both(whole(ending="aliens", planets=[]), first(aliens=2))),
    ("urcsempeszek", "thirty-six energy for one", first(energy=36)),
    ("urcsempeszek", "more green goods than are in play", first(goods={"red": 0, "blue": 0, "green": 10, "yellow": 0})),
    ("urcsempeszek", "favourite ships without ships", first(paid=[{"planets": 3, "ships": None, "station": False}])),
    ("kaosz_galaktika", "the winner is out", first(out=1)),
    ("kaosz_galaktika", "nine eliminations of two", first(eliminated=9)),
    ("kaosz_galaktika", "out seventh of two", lambda data: data["players"][1].update(out=7)),
    ("kaosz_galaktika", "verdict and closing differ", whole(verdict=1)),
    ("kaosz_galaktika", "out seventh and ninth of three", three((None, 2), (7, 0), (9, 0))),
    ("kaosz_galaktika", "the first out eliminated both", three((1, 2), (2, 0), (None, 0))),
)  # fmt: skip


def judged(slug: str, *changes: Change) -> tuple[Any, ...]:
    game = registry.find(slug)
    data = copy.deepcopy(codec.encode(game.example()))
    for change in changes:
        change(data)
    return game.audit_position(codec.decode(game.position_type, data))


@pytest.mark.parametrize(("slug", "change"), [pytest.param(s, c, id=f"{s}: {n}") for s, n, c in ENDS])
def test_an_end_no_game_can_have_is_refused(slug: str, change: Change) -> None:
    assert judged(slug) == (), "the example itself can be"
    found = judged(slug, change)
    assert found
    for code in ("hu", "en"):
        assert all("⟦" not in language(code).say(one.reason) for one in found)


def test_every_reason_is_told_at_once() -> None:
    ore = first(ore=16)
    level = first(research=[6, 0, 0, 1, 0, 0])
    together = judged("gaia_project", ore, level)
    assert {*judged("gaia_project", ore), *judged("gaia_project", level)} <= set(together) and len(together) >= 2
