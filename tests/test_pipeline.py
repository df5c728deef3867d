"""From photo to readings without a window: what is sought, what is kept of the photo, and what is made only once."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from models.owned_records import OwnersCopy
from models.store import Store
from tableside.app import tutorial_table
from tableside.control import pipeline
from tableside.control.reading import Failed, Photo, as_text
from tableside.core import registry
from tableside.core.readings import Expect, Readings, Verdict
from vision.photo import load


@pytest.fixture
def copy() -> Iterator[OwnersCopy]:
    store = Store.open()
    yield OwnersCopy(store, registry.find("urcsempeszek"))
    store.close()


@pytest.fixture
def sought(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Which readers were asked, in place of the readers themselves."""
    asked: list[str] = []

    def reader(name: str) -> Any:
        return lambda image, *_: asked.append(name) or Readings(Verdict.CLEAR, (image.shape[1], image.shape[0]))

    monkeypatch.setattr("vision.dice.read", reader("dice"))
    monkeypatch.setattr("vision.cards.recognise", reader("cards"))
    monkeypatch.setattr("vision.dice_on_cards.read", reader("dice on cards"))
    return asked


@pytest.mark.parametrize(
    ("expect", "looks", "reader"),
    [
        (Expect(values=(1, 2)), True, "dice"),
        (Expect(cards={"s01": 1.0}), True, "cards"),
        (Expect(values=(1, 2), cards={"s01": 1.0}), True, "dice on cards"),
        (Expect(values=(1, 2), cards={"s01": 1.0}), False, "dice"),
        (None, False, "dice"),
    ],
)
def test_only_what_is_expected_is_sought(
    copy: OwnersCopy, sought: list[str], expect: Expect | None, looks: bool, reader: str
) -> None:
    more = tutorial_table.looks()[:1] if looks else ()
    found = pipeline.read(tutorial_table.photo().read_bytes(), expect, copy, more)
    assert isinstance(found, Photo), found
    assert sought == [reader]


def test_the_kept_photo_is_small_bare_and_measured_in_its_own_pixels(
    sought: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pipeline, "KEPT", 400)
    found = pipeline.read(tutorial_table.photo().read_bytes(), Expect(values=(1,)), None)
    assert isinstance(found, Photo)
    image = load(found.data)
    assert (found.width, found.height) == found.readings.size == (image.shape[1], image.shape[0])
    assert max(found.readings.size) == 400 and b"Exif" not in found.data
    again = pipeline.reopened(found.data, as_text(found.readings))
    assert (again.readings, again.width, again.height) == (found.readings, found.width, found.height)


def test_what_is_no_photo_is_told(copy: OwnersCopy) -> None:
    assert isinstance(pipeline.read(b"no photo", None, copy), Failed)
    with pytest.raises(ValueError):
        pipeline.reopened(tutorial_table.photo().read_bytes(), "no readings")


def test_readings_are_weighed_where_they_are_read(sought: list[str]) -> None:
    weighed: list[Readings] = []
    found = pipeline.read(
        tutorial_table.photo().read_bytes(), Expect(values=(1,)), None, weigh=lambda one: weighed.append(one) or ()
    )
    assert isinstance(found, Photo) and found.guesses == () and weighed == [found.readings]


def test_the_gallery_is_made_once_and_again_when_the_copy_changes(copy: OwnersCopy) -> None:
    name, sample = tutorial_table.looks()[0]
    assert len(pipeline.sight(copy).gallery) == 0
    copy.add_look(name, b"", sample.to_bytes())
    known = pipeline.sight(copy)
    assert len(known.gallery) == 1 and pipeline.sight(copy) is known
    copy.learn("sectors", "own1", {"planets": [], "ships": [], "station": False, "source": "your copy", "sure": True})
    copy.remove("sectors", name)
    assert len(pipeline.sight(copy).gallery) == 0
    copy.add_look(name, b"", sample.to_bytes())
    pipeline.forget()
    assert pipeline.sight(copy) is not known and len(pipeline.sight(copy).gallery) == 1


@pytest.mark.parametrize(("counts", "told"), [((3,), True), ((1, 2), False), ((), False)])
def test_the_table_before_the_roll_counts_where_the_number_of_dice_is_known(
    monkeypatch: pytest.MonkeyPatch, counts: tuple[int, ...], told: bool
) -> None:
    seen: list[Any] = []
    monkeypatch.setattr(
        "vision.dice.read", lambda image, *more: seen.append(more[-1]) or Readings(Verdict.NONE, (4, 3))
    )
    earlier = object()
    pipeline.seek(load(tutorial_table.photo()), Expect(counts=counts, values=(1, 2)), None, (), earlier)
    assert seen == [earlier if told else None]
