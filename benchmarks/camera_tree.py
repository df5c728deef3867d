"""Photos of the technology tree of Beyond the Sun where the referee has missed a cube, for `benchmarks.camera`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from benchmarks.camera_tables import BODIES, EDGE, LONG, Shot, Thing, changed, expected, steps
from tableside.core.codec import encode
from tableside.core.game import Game
from tableside.games.beyond_the_sun import tree_check
from tableside.games.beyond_the_sun.reading import colours
from tableside.games.beyond_the_sun.state import Phase, State, with_player, with_site
from tests.composite_dice import Standing

SPOTS = ((480, 360), (1120, 360), (480, 840), (1120, 840))


def trees(game: Game[Any], seed: int) -> Iterator[Shot]:
    """Technologies with a cube beside them: one more lies there than the referee has."""
    painted = _painted(game)
    for state, _ in steps(painted, 3, seed):
        if state.phase is not Phase.ACTION or state.front is not None:
            continue
        cubes = colours(painted.facts, state)
        shown = [site for site in state.sites if site.card and site.cubes][-len(SPOTS) :]
        if not shown:
            continue
        things, dice = [], list[Standing]()
        for site, (x, y) in zip(shown, SPOTS, strict=False):
            things.append(Thing(site.card, x, y, 0.0, 1.1))
            for place, seat in enumerate(site.cubes):
                dice.append(((x - 0.3 * LONG, y + EDGE * 1.5 * (place - 1)), 1 + place, cubes[seat]))
        late = shown[seed % len(shown)]
        missed = _without(state, late.id, late.cubes[-1])
        number = next(n for n, site in enumerate(state.sites) if site.id == late.id)
        truth = dict(tree_check.differences(missed, {number: late.cubes}))
        yield Shot("check", expected(painted, missed), tuple(things), changed(painted, missed, truth), tuple(dice))


def _painted(game: Any) -> Any:
    """The game with mats whose cubes have the colours that are drawn."""
    catalog = game.catalog
    normal = [id for id, mat in catalog.table("mats").items() if mat.columns is not None and not mat.advanced]
    for id, colour in zip(normal, BODIES, strict=False):
        catalog = catalog.learn("mats", id, {**encode(catalog.find("mats", id)), "colour": colour})
    return game.with_catalog(catalog)


def _without(state: State, slot: str, seat: int) -> State:
    """The referee's table, where this cube still lies beside the mat."""
    site = state.site(slot)
    assert site is not None
    state = with_site(
        state, slot, lambda site: replace(site, cubes=tuple(other for other in site.cubes if other != seat))
    )
    return with_player(state, seat, replace(state.players[seat], population=state.players[seat].population + 1))
