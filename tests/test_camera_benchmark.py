"""The camera benchmark itself: what a proposal is worth, and photos that go the whole way from pixels to a move."""

import importlib
from dataclasses import replace

import numpy as np
import pytest

from benchmarks import camera
from benchmarks.camera_planets import markers
from benchmarks.camera_tables import (
    BACK,
    FULL,
    NOTHING,
    PART,
    SILENT,
    TABLES,
    Shot,
    Thing,
    ends,
    expected,
    moved,
    of_changes,
    of_move,
    of_sets,
    rows,
    steps,
)
from tableside.core import manual_edit, registry
from tableside.core.game import Guess
from tableside.core.moves import Cite, Move, move, text
from tableside.core.ruling import Illegal, Legal
from tableside.games.gaia_project.records import PLACES, TRACKS
from tableside.games.onward_to_venus.reading import planet_id, unit_id
from tableside.games.onward_to_venus.state import PLANETS

enrol = importlib.import_module("vision.cards.enrol")

STANDS = Legal(())
LACKING = Illegal(text("core.bad"), Cite("core", "A1"))
TRUE = move(None, "lay", mars=("a", "b"), venus=("c",))


def never(told: Move) -> tuple[str, ...]:
    return ()


def always(told: Move) -> tuple[str, ...]:
    return tuple(slot for slot, _ in told.args)


def test_a_proposal_is_full_a_part_nothing_or_silently_wrong() -> None:
    assert of_move((), [TRUE], always) == NOTHING
    assert of_move([Guess(TRUE, 0.9, STANDS)], [TRUE], always) == FULL
    wrong = Guess(move(None, "lay", mars=("a", "x"), venus=("c",)), 1.0, STANDS)
    assert of_move([wrong], [TRUE], always) == SILENT
    unsure = [Guess(wrong.move, 0.5, STANDS), Guess(TRUE, 0.49, STANDS)]
    assert of_move(unsure, [TRUE], always) == PART, "what is not sure is asked"
    refused = Guess(wrong.move, 1.0, LACKING)
    assert of_move([refused], [TRUE], always) == NOTHING, "what the referee refuses is not confirmed"


def test_less_than_all_is_a_part_only_where_the_rest_is_asked() -> None:
    some = move(None, "lay", mars=("a",), venus=("c",))
    assert of_move([Guess(some, 1.0, STANDS)], [TRUE], always) == SILENT, "one tap confirms it as it is"
    assert of_move([Guess(some, 1.0, LACKING, True)], [TRUE], always) == PART
    assert of_move([Guess(some, 1.0, LACKING, True)], [TRUE], never) == SILENT, "nobody asks for the other tile"
    by_place = move(None, "lay", mars=((), ("b",)))
    assert of_move([Guess(by_place, 1.0, LACKING, True)], [move(None, "lay", mars=(("a",), ("b",)))], always) == PART


def test_another_kind_of_move_is_wrong_unless_it_is_asked_which_it_is() -> None:
    kept = move(None, "keep", mars=("a", "b"), venus=("c",))
    assert of_move([Guess(kept, 0.6, STANDS)], [TRUE], always) == SILENT
    assert of_move([Guess(kept, 0.6, STANDS), Guess(TRUE, 0.4, STANDS)], [TRUE], always) == PART
    assert of_move([Guess(replace(TRUE, seat=1), 0.9, STANDS)], [TRUE], always) == SILENT, "another player's"


def test_moves_told_one_after_the_other_stand_in_their_order() -> None:
    second = move(None, "lay", mars=("d",))
    both = [Guess(TRUE, 0.9, STANDS, then=(second,))]
    assert of_move(both, [TRUE, second], always) == FULL
    assert of_move(both, [second, TRUE], always) == SILENT
    assert of_move(both, [TRUE], always) == SILENT
    assert of_move([Guess(TRUE, 0.9, STANDS)], [TRUE, second], always) == PART


def test_a_correction_that_is_not_so_is_silently_wrong_unless_it_is_asked() -> None:
    right = Guess(manual_edit.adjust("players.0.credits", 3), 0.9, STANDS)
    assert of_changes([right], {"players.0.credits": 3}) == FULL
    assert of_changes([right], {"players.0.credits": 4}) == SILENT
    assert of_changes([replace(right, then=(TRUE,))], {"players.0.credits": 3}) == SILENT
    assert of_changes([replace(right, p=0.5)], {"players.0.credits": 3}) == PART
    assert of_changes([replace(right, p=0.5)], {"players.0.credits": 4}) == NOTHING
    assert of_changes([], {"players.0.credits": 4}) == NOTHING
    assert of_sets(["a"], ["a", "b"]) == PART


def test_every_game_is_photographed() -> None:
    assert set(TABLES) >= {slug for slug in registry.infos() if not slug.startswith("kavics")}


def test_a_galaxy_goes_from_pixels_to_the_deal() -> None:
    game, table = camera.game_of("urcsempeszek"), TABLES["urcsempeszek"]
    shot = next(shot for shot in table.shots(game, 1) if shot.use == "setup")
    art = camera.Art.of({"sector": [thing.id for thing in shot.things]})
    assert camera.taken(art, shot, 7) in (FULL, PART)


def test_on_a_patterned_table_what_is_seen_as_a_card_is_counted_and_no_stone_of_it() -> None:
    """On this paving the edges of the stones beside a row of three look like a fourth and a fifth card."""
    game = camera.game_of("kaosz_galaktika")
    shot = next(shot for n, shot in enumerate(ends(game, 7301)) if n == 13)
    read = camera.seen(camera.Art.of({"picture": [BACK]}), shot, 7301016)
    assert len(shot.things) == len(read.cards) == 3
    assert shot.judged(read) == PART


def test_where_no_card_is_seen_on_a_patterned_table_none_is_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    game = camera.game_of("kaosz_galaktika")
    shot = next(shot for n, shot in enumerate(ends(game, 7301)) if n == 13)
    monkeypatch.setattr(enrol, "lying", lambda image: np.zeros(image.shape[:2], np.uint8))
    read = camera.seen(camera.Art.of({"picture": [BACK]}), shot, 7301016)
    assert not read.cards and [advice.text for advice in read.advice] == [enrol.PATTERNED]
    assert shot.judged(read) == NOTHING


def test_that_a_tile_is_expected_makes_it_no_likelier_than_another_that_is_expected_too() -> None:
    """Upside down the 3 of this token looks a little like the 2 of another; no rule prefers either."""
    game = camera.game_of("gaia_project")
    state, (made, *_) = next((state, ahead) for state, ahead in steps(game, 3, 1) if ahead[0].kind == "board")
    upper = dict(zip(TRACKS, (1, 12, 8, 3, 13, 9), strict=True))
    lower = dict(zip(PLACES, (5, 2, 3, 6, 9, 1, 8, 4, 7), strict=True))
    told = {f"adv_{track}": f"advtech{n}" for track, n in upper.items()}
    told |= {place: f"tech{n}" for place, n in lower.items()} | {"token": "fed5"}
    lines = [
        ["token:fed5"],
        [f"advanced:advtech{n}" for n in upper.values()],
        [f"tech:tech{lower[place]}" for place in PLACES[:6]],
        [f"tech:tech{lower[place]}" for place in PLACES[6:]],
    ]
    truth = moved(game, state, [made.given(**told)])
    shot = Shot("setup", expected(game, state), rows(lines, 0.6, gap=1.35), truth)
    assert camera.taken(camera.Art.of(TABLES["gaia_project"].things(game)), shot, 9301004) in (FULL, PART)


def test_pieces_of_one_kind_are_seen_beside_a_planet_and_on_it() -> None:
    game = camera.game_of("onward_to_venus")
    art = camera.Art.of(TABLES["onward_to_venus"].things(game), markers(game))
    state = next(state for state, ahead in steps(game, 2, 1) if ahead[0].kind == "move")
    ship = unit_id(state.players[0].colour, "cruiser")
    things = (
        *(Thing(planet_id(PLANETS[n]), 430.0 + 740 * n, 600.0, 0.0, 1.3) for n in (0, 1)),
        *(Thing(ship, x, y, 0.0, 0.3) for x, y in ((430, 510), (490, 320), (1230, 320))),
    )
    read = camera.seen(art, Shot("check", expected(game, state), things, lambda readings: NOTHING), 9301027)
    assert [card.id for card in read.cards].count(ship) == 3
