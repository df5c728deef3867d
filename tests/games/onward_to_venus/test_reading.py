"""From a photo: the three dice, newly drawn tiles, cards played, and units as a proposal to correct."""

import pytest

from tableside.control.reading import Meant
from tableside.core.moves import move
from tableside.core.readings import Alternative, CardReading, DieKind, DieReading, Readings, Verdict
from tableside.core.ruling import Legal
from tableside.games.onward_to_venus.reading import face_value, planet_id, planets_seen, unit_id
from tableside.games.onward_to_venus.state import PLANETS, Task
from tests.games.onward_to_venus.scenes import GAME, attack, do, on, planet, roll, scene, tiles


def quad(x: float, y: float, size: float):
    half = size / 2
    return ((x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half))


def die(*alternatives: tuple[int | str, float]) -> DieReading:
    ranked = tuple(Alternative(value, p) for value, p in alternatives)
    return DieReading((0, 0, 10, 10), quad(5, 5, 10), DieKind.CUSTOM, "black", ranked)


def card(x: float, y: float, *alternatives: tuple[str, float], size: float = 10) -> CardReading:
    ranked = tuple(Alternative(value, p) for value, p in alternatives)
    return CardReading(quad(x, y, size), "rect", 0, 0.0, "up", ranked)


def photo(*, dice: tuple[DieReading, ...] = (), cards: tuple[CardReading, ...] = ()) -> Readings:
    return Readings(Verdict.CLEAR, (1000, 400), dice, cards)


def rolling():
    return do(tiles(on(scene(), 0, "mars", orbit=(2, 0, 0)), "mars", "mine_3"), attack(0, "mars", "mine_3"))


def sky() -> tuple[CardReading, ...]:
    """The planets in a row, the Moon under Earth."""
    places = {name: (100.0 * number, 100.0) for number, name in enumerate(PLANETS)}
    places["moon"] = (200.0, 220.0)
    return tuple(card(x, y, (planet_id(name), 0.9), size=80) for name, (x, y) in places.items())


def test_dice_the_camera_expects_three_dice_with_the_enrolled_faces() -> None:
    expected = GAME.expect(rolling())
    assert expected is not None
    assert (expected.counts, expected.values) == ((3,), (0, 1, 2, 3, 4, "burst", "robbanás"))


@pytest.mark.parametrize(
    ("seen", "value"),
    [("burst", 0), ("robbanás", 0), ("Robbanás", 0), (0, 0), ("3", 3), (3, 3), ("b", None), ("²", None)],
)
def test_dice_a_face_by_name_or_number(seen: int | str, value: int | None) -> None:
    assert face_value(seen) == value


def test_dice_become_a_roll_with_its_ruling() -> None:
    seen = photo(dice=(die((3, 0.9), (2, 0.1)), die(("burst", 0.8), ("1", 0.2)), die(("1", 1.0))))
    guesses = GAME.read(rolling(), seen)
    assert guesses[0].move == roll(0, 1, 3)
    assert guesses[0].p == pytest.approx(0.72)
    assert isinstance(guesses[0].ruling, Legal)
    assert {guess.move for guess in guesses} == {roll(0, 1, 3), roll(1, 1, 3), roll(0, 1, 2), roll(1, 1, 2)}


def test_dice_a_face_that_does_not_exist_is_recognised_and_refused() -> None:
    guesses = GAME.read(rolling(), photo(dice=(die((6, 1.0)), die((1, 1.0)), die((1, 1.0)))))
    assert [bool(guess.ruling.legal) for guess in guesses] == [False]


def test_dice_that_were_seen_stand_when_another_was_not() -> None:
    (guess,) = GAME.read(rolling(), photo(dice=(die((3, 1.0)), die(("burst", 1.0)))))
    assert guess.partial and guess.move == roll(0, 3)
    (asked,) = GAME.choices(rolling(), guess.move)
    assert asked.slot == "dice", "the third die is asked"
    assert GAME.read(rolling(), photo(dice=(die((6, 1.0)),))) == (), "no die of this box shows a six"
    assert GAME.read(rolling(), photo(dice=(die((1, 1.0)),) * 4)) == (), "four dice are not a throw of three"


def test_tiles_of_all_planets_in_one_photo() -> None:
    state = tiles(scene(2, (Task("act", 0), Task("lay"))), "mars", "tension")
    where = {"mercury": 2, "venus": 2, "earth": 2, "moon": 2, "mars": 3, "ganymede": 2, "titan": 2, "kuiper": 2}
    seen = list(sky())
    for number, (name, amount) in enumerate(where.items()):
        x, y = (200.0, 220.0) if name == "moon" else (100.0 * number, 100.0)
        for step in range(amount):
            doubt = (("trophy", 0.7), ("draw", 0.3)) if (name, step) == ("titan", 0) else (("factory", 0.9),)
            seen.append(card(x - 20 + 15 * step, y + 10, *doubt))
    seen.append(card(400.0, 90.0, ("tension", 0.9)))  # left over from before
    guesses = GAME.read(state, photo(cards=tuple(seen)))
    assert [bool(guess.ruling.legal) for guess in guesses] == [True, True]
    assert guesses[0].move["titan"] == ("factory", "trophy")
    assert guesses[1].move["titan"] == ("draw", "factory")
    assert guesses[0].p > guesses[1].p
    after = do(state, guesses[0].move)
    assert planet(after, "mars").tiles == ("factory", "factory", "factory", "tension")


def test_tiles_of_the_planets_that_were_read_stand_and_the_others_are_asked() -> None:
    """One planet out of the photo and one tile not read: the rest of the layout is kept."""
    state = scene(3, (Task("act", 0), Task("lay")))
    seen = [one for one in sky() if one.id != planet_id("kuiper")]
    for number, name in enumerate(PLANETS[:4]):
        x, y = (200.0, 220.0) if name == "moon" else (100.0 * number, 100.0)
        seen += [card(x - 20 + 15 * step, y + 10, ("factory", 0.9)) for step in range(1 if name == "venus" else 2)]
    (first, *_) = GAME.read(state, photo(cards=tuple(seen)))
    assert first.partial and first.move["mercury"] == ("factory", "factory")
    assert "kuiper" not in first.move and "venus" not in first.move
    (asked,) = GAME.choices(state, first.move)
    assert asked.slot == "venus"


def test_tiles_without_a_planet_in_the_photo_say_nothing() -> None:
    state = scene(2, (Task("act", 0), Task("lay")))
    assert GAME.read(state, photo(cards=(card(0, 100, ("factory", 0.9)),))) == ()


def test_a_photo_is_not_offered_while_empires_are_chosen() -> None:
    assert GAME.expect(GAME.setup(GAME.info.settle({}), 3)) is None


def test_tiles_expected_are_those_in_the_bag() -> None:
    expected = GAME.expect(scene(2, (Task("act", 0), Task("lay")), rubbish=("tension",) * 6))
    assert expected is not None
    assert "tension" not in expected.cards
    assert expected.cards["factory"] > expected.cards["fortune"]


def test_cards_played_are_matched_with_what_they_can_do() -> None:
    state = scene()
    guesses = GAME.read(state, photo(cards=(card(5, 5, ("lottery", 0.8), ("veins", 0.2)),)))
    assert [guess.move for guess in guesses] == [move(0, "play", card="lottery"), move(0, "play", card="veins")]
    assert all(guess.ruling.legal for guess in guesses)


def test_cards_paid_in_combat_are_read_together() -> None:
    state = do(rolling(), roll(1, 1, 4))
    seen = photo(cards=(card(5, 5, ("points_3", 0.9)), card(20, 5, ("points_3", 0.9))))
    moves = [guess.move for guess in GAME.read(state, seen)]
    assert moves
    assert all(made.kind == "pay" and made["cards"] == ("points_3", "points_3") for made in moves)


def test_cards_played_for_movement_are_read_with_the_groups_they_move() -> None:
    state = on(scene(), 0, "earth", orbit=(0, 0, 1))
    guesses = GAME.read(state, photo(cards=(card(5, 5, ("move_2", 0.9)),)))
    assert guesses
    assert all(guess.move.kind == "move" and guess.move["cards"] == ("move_2",) for guess in guesses)


def test_units_by_colour_are_a_proposal_to_correct_the_table() -> None:
    state = on(on(scene(), 0, "mars", orbit=(2, 0, 1)), 1, "mars", surface=(0, 1, 0))
    seen = photo(
        cards=(
            card(500, 100, (planet_id("mars"), 0.9), size=80),
            card(500, 170, (unit_id("red", "infantry"), 0.9)),
            card(430, 100, (unit_id("red", "cruiser"), 0.9)),
            card(500, 100, (unit_id("red", "infantry"), 0.9)),
            card(510, 110, (unit_id("blue", "tank"), 0.9)),
        )
    )
    guesses = GAME.read(state, seen)
    assert {guess.move["changes"][0] for guess in guesses} == {
        ("players.0.at.4.orbit.infantry", 1),
        ("players.0.at.4.surface.infantry", 1),
    }
    assert all(isinstance(guess.ruling, Legal) for guess in guesses)


def test_buildings_are_set_right_once_they_are_known_to_the_camera() -> None:
    state = on(scene(), 0, "mars", orbit=(0, 0, 1), factory=1)
    mars = card(500, 100, (planet_id("mars"), 0.9), size=80)
    cruiser = card(430, 100, (unit_id("red", "cruiser"), 0.9))
    assert GAME.read(state, photo(cards=(mars, cruiser))) == ()
    mine = card(500, 110, (unit_id("red", "mine"), 0.9))
    guesses = GAME.read(state, photo(cards=(mars, cruiser, mine)))
    assert {guess.move["changes"][0] for guess in guesses} == {
        ("players.0.at.4.factory", 0),
        ("players.0.at.4.mine", 1),
    }


def test_a_replacement_tile_is_read() -> None:
    todo = (Task("act", 0), Task("replace", planet="ganymede", n=1))
    state = tiles(scene(2, todo, options={"ganymede_replaced": True}), "ganymede", "fortune")
    there = card(500, 100, (planet_id("ganymede"), 0.9), size=80)
    old, new = card(490, 100, ("fortune", 0.9)), card(510, 100, ("trophy", 0.7), ("draw", 0.3))
    guesses = GAME.read(state, photo(cards=(there, old, new)))
    assert [guess.move["tile"] for guess in guesses] == ["trophy", "draw"]
    assert isinstance(guesses[0].ruling, Legal)


def test_a_unit_that_is_not_seen_is_asked_for_and_left_alone_where_something_was_not_read() -> None:
    state = on(on(scene(), 0, "mars", orbit=(0, 0, 2)), 1, "mars", orbit=(0, 0, 1))
    mars = card(500, 100, (planet_id("mars"), 0.9), size=80)
    mine = card(430, 100, (unit_id("red", "cruiser"), 0.95))
    fewer = Meant(GAME.read(state, photo(cards=(mars, mine))))
    assert fewer.told is None and fewer.corrects, "both may be hidden, or gone"
    assert GAME.read(state, photo(cards=(mars, mine, card(570, 100)))) == (), "that may be one of them"
    three = tuple(card(500, y, (unit_id("red", "cruiser"), 0.95)) for y in (20, 30, 185))
    other = card(430, 100, (unit_id("blue", "cruiser"), 0.95))
    more = Meant(GAME.read(state, photo(cards=(mars, *three, other))))
    assert [made["changes"] for made in more.moves] == [((f"players.0.at.{PLANETS.index('mars')}.orbit.cruiser", 3),)]
    rim = card(460, 100, (unit_id("red", "cruiser"), 0.95))
    assert Meant(GAME.read(state, photo(cards=(mars, *three[:2], other, rim)))).moves == (), "on Mars, or about it"


def test_units_as_they_are_need_no_correction() -> None:
    state = on(scene(), 0, "mars", orbit=(0, 0, 1))
    mars = card(500, 100, (planet_id("mars"), 0.9), size=80)
    assert GAME.read(state, photo(cards=(mars, card(430, 100, (unit_id("red", "cruiser"), 0.9))))) == ()


def test_when_the_table_itself_is_to_act_without_dice_or_tiles_nothing_is_expected() -> None:
    assert GAME.expect(scene(2, (Task("income"),))) is None


def test_a_planet_shown_to_the_camera_as_a_record_of_the_copy_is_found() -> None:
    """In the app a planet is taught under its record; the card for the Moon bears the same name and stays a card."""
    seen = planets_seen(photo(cards=(card(0.0, 0.0, ("mars", 0.9)), card(300.0, 0.0, ("moon", 0.9)))))
    assert set(seen) == {"mars", "moon"}
    assert set(planets_seen(photo(cards=(card(0.0, 0.0, ("moon", 0.9)),)), GAME.catalog.table("cards"))) == set()
    assert "mars" in GAME.expect(scene(2, (Task("act", 0), Task("lay")))).cards


def checked(state, *cards: CardReading) -> Meant:
    """What a photo of Mars with these pieces means."""
    return Meant(GAME.read(state, photo(cards=(card(500, 100, (planet_id("mars"), 0.98), size=80), *cards))))


def offered(meant: Meant) -> list[tuple[tuple[str, int], ...]]:
    """The corrections that a question offers."""
    (part,) = meant.left
    return [dict(args)["changes"] for _, _, args in part.offered]


MARS = f"at.{PLANETS.index('mars')}"


def test_a_piece_that_came_is_offered_first_however_many_others_are_not_seen() -> None:
    """Several that are recorded and not seen are hidden rather than gone; nothing of it goes by one tap."""
    state = on(on(scene(), 0, "mars", orbit=(2, 0, 1)), 1, "mars", surface=(2, 1, 0))
    meant = checked(state, *(card(x, 170, (unit_id("red", "cruiser"), 0.97)) for x in (450, 550)))
    assert meant.moves == ()
    assert offered(meant)[0] == ((f"players.0.{MARS}.orbit.cruiser", 2),)


def test_a_piece_that_is_missing_here_and_seen_there_has_moved() -> None:
    state = on(scene(), 0, "mars", orbit=(0, 0, 2))
    meant = checked(
        state, card(500, 170, (unit_id("red", "cruiser"), 0.97)), card(500, 110, (unit_id("red", "cruiser"), 0.97))
    )
    assert meant.moves == (), "the one that is not seen may be hidden"
    assert offered(meant)[0] == ((f"players.0.{MARS}.surface.cruiser", 1), (f"players.0.{MARS}.orbit.cruiser", 1))


def test_on_the_rim_of_a_planet_a_piece_lies_where_it_is_recorded() -> None:
    rim = card(460, 100, (unit_id("red", "cruiser"), 0.97))
    for place in ("surface", "orbit"):
        assert checked(on(scene(), 0, "mars", **{place: (0, 0, 1)}), rim).guesses == ()


def test_a_piece_that_may_be_of_the_colour_that_is_missing_is_asked() -> None:
    """Under a lamp two colours may look alike: that red went and blue came is then no news by itself."""
    state = on(scene(), 0, "mars", orbit=(0, 0, 1))
    blue = card(500, 170, (unit_id("blue", "cruiser"), 0.96), (unit_id("red", "cruiser"), 0.03))
    assert checked(state, blue).moves == ()
    assert sum(guess.p for guess in checked(state, blue).guesses) < 0.8, "all may be as it is recorded"
