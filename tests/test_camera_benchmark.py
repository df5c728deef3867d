"""The camera benchmark itself: what a proposal is worth, and photos that go the whole way from pixels to a move."""

from benchmarks import camera
from benchmarks.camera_tables import BACK, FULL, NOTHING, PART, SILENT, TABLES, ends, of_changes, of_move, of_sets
from tableside.core import manual_edit, registry
from tableside.core.game import Guess
from tableside.core.moves import Cite, move, text
from tableside.core.ruling import Illegal, Legal

STANDS = Legal(())
TRUE = move(None, "lay", mars=("a", "b"), venus=("c",))


def test_a_proposal_is_full_a_part_nothing_or_silently_wrong() -> None:
    assert of_move((), [TRUE]) == NOTHING
    assert of_move([Guess(TRUE, 0.9, STANDS)], [TRUE]) == FULL
    some = Guess(move(None, "lay", mars=("a",)), 1.0, Illegal(text("core.bad"), Cite("core", "A1")), True)
    assert of_move([some], [TRUE]) == PART
    wrong = Guess(move(None, "lay", mars=("a", "x"), venus=("c",)), 1.0, STANDS)
    assert of_move([wrong], [TRUE]) == SILENT
    unsure = [Guess(wrong.move, 0.5, STANDS), Guess(TRUE, 0.49, STANDS)]
    assert of_move(unsure, [TRUE]) == PART, "what is not sure is asked"


def test_a_correction_that_is_not_so_is_silently_wrong() -> None:
    right = Guess(manual_edit.adjust("players.0.credits", 3), 0.9, STANDS)
    assert of_changes([right], {"players.0.credits": 3}) == FULL
    assert of_changes([right], {"players.0.credits": 4}) == SILENT
    assert of_changes([], {"players.0.credits": 4}) == NOTHING
    assert of_sets(["a"], ["a", "b"]) == PART


def test_every_game_is_photographed() -> None:
    assert set(TABLES) >= {slug for slug in registry.infos() if not slug.startswith("kavics")}


def test_a_galaxy_goes_from_pixels_to_the_deal() -> None:
    game, table = camera.game_of("urcsempeszek"), TABLES["urcsempeszek"]
    shot = next(shot for shot in table.shots(game, 1) if shot.use == "setup")
    art = camera.Art.of({"sector": [thing.id for thing in shot.things]})
    assert camera.taken(art, shot, 7) in (FULL, PART)


def test_cards_are_not_counted_on_a_table_where_they_cannot_be_told_from_its_pattern() -> None:
    game = camera.game_of("kaosz_galaktika")
    art = camera.Art.of({"picture": [BACK]})
    shot = next(shot for n, shot in enumerate(ends(game, 1)) if n == 11)
    assert camera.taken(art, shot, 2011) == NOTHING
