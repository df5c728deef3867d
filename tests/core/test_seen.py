"""What a photo adds to a field of a final position."""

from __future__ import annotations

from dataclasses import dataclass

from tableside.core import photo_fields
from tableside.core.catalog import Catalog, Record
from tableside.core.readings import Alternative, CardReading, DieKind, DieReading, Quad, Readings, Verdict


@dataclass(frozen=True, slots=True)
class Tile(Record):
    """A tile of a game nobody sells."""

    points: int | None = None


CATALOG = Catalog({"tiles": Tile}, {"tiles": {id: Tile("a test", True, points) for id, points in
                                              (("moon", 3), ("sun", 5), ("star", None))}})  # fmt: skip


def square(x: float, side: float = 10.0) -> Quad:
    return ((x, 0.0), (x + side, 0.0), (x + side, side), (x, side))


def card(x: float, id: str = "", side: float = 10.0) -> CardReading:
    told = (Alternative(id, 0.9),) if id else ()
    return CardReading(square(x, side), "rect", 0, 0.0, "up", told)


def readings(*cards: CardReading, dice: tuple[DieReading, ...] = ()) -> Readings:
    return Readings(Verdict.CLEAR, (100, 100), dice, cards)


def test_the_cards_of_the_table_are_told_from_left_to_right_and_strangers_are_not() -> None:
    photo = readings(card(40, "sun"), card(20), card(0, "moon"), card(60, "of another table"))
    found = photo_fields.cards("tiles").read(CATALOG, photo)
    assert [(one.number, one.name, one.value) for one in found] == [(2, "moon", "moon"), (0, "sun", "sun")]


def test_the_name_a_look_carries_may_have_a_prefix() -> None:
    tiles = photo_fields.cards("tiles", prefix="tile:")
    assert [one.value for one in tiles.read(CATALOG, readings(card(0, "tile:sun"), card(20, "moon")))] == [
        "sun",
        "moon",
    ]
    assert set(tiles.expect(CATALOG).cards) == {"moon", "sun", "star", "tile:moon", "tile:sun", "tile:star"}
    assert tiles.names(CATALOG) == ("moon", "sun", "star")


def test_a_card_adds_what_its_record_says_and_what_lies_on_it() -> None:
    worth = photo_fields.cards("tiles", lambda id, tile, on_it: None if tile.points is None else (tile.points, on_it))
    photo = readings(card(0, "sun"), card(2, "disc", 3.0), card(20, "star"), card(40, "moon"))
    assert [one.value for one in worth.read(CATALOG, photo)] == [(5, ("disc",)), None, (3, ())]


def test_only_the_cards_that_are_meant_count() -> None:
    dear = photo_fields.cards("tiles", lambda id, tile, on_it: 1, lambda tile: (tile.points or 0) > 4)
    assert dear.names(CATALOG) == ("sun",)
    assert [one.name for one in dear.read(CATALOG, readings(card(0, "sun"), card(20, "moon")))] == ["sun"]


def test_a_piece_on_a_card_belongs_to_that_card() -> None:
    photo = readings(card(0, "sun"), card(2, "disc", 3.0), card(30, "disc", 3.0), card(40, "disc", 3.0))
    assert [one.number for one in photo_fields.pieces("disc").read(CATALOG, photo)] == [2, 3]


def test_cubes_are_counted_by_the_face_they_show() -> None:
    dice = tuple(
        DieReading((x, 0, 10, 10), square(x), DieKind.CUSTOM, "blue", told)
        for x, told in ((0, (Alternative("ship", 0.8),)), (20, (Alternative("crew", 0.9),)), (40, ()))
    )
    crew = photo_fields.dice("crew", ("crew", "ship"))
    assert [(one.kind, one.number, one.value) for one in crew.read(CATALOG, readings(dice=dice))] == [("die", 1, 1)]
    assert crew.expect(CATALOG).values == ("crew", "ship")
