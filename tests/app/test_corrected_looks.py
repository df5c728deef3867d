"""A reading put right teaches this device once it is taken over: a few looks of each card, to be seen and forgotten."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from models.owned_records import CORRECTED, CORRECTED_MOST, OwnersCopy
from models.store import Store
from tableside.app import routes
from tableside.app.corrected_looks import learnt, remember
from tableside.control.reading import Photo, corrected
from tableside.core import registry
from tableside.core.readings import Alternative, DieKind, DieReading, Readings, Verdict
from tests.app.driver import Person
from tests.app.photos import drawn, jpeg, show, spread
from tests.app.test_filling import SECTORS, opened, shoot, touch_card
from tests.vision.dice_scenes import photo as photographed
from tests.vision.dice_scenes import pips
from vision.cards.sample import Sample
from vision.dice.custom_faces import Faces, only_die
from vision.stored_samples import face_bytes, faces

Sit = Callable[..., Person]


def unread(person: Person, folder: Path, cards: list[Any]) -> Any:
    """A photo in which the first card is seen but not named, its corners counted from another side."""
    person.app.go(routes.ScoreOnly(game="urcsempeszek"))
    person.settle()
    photo = shoot(person, "paid photo", spread(cards), folder).photo
    first, *others = photo.readings.cards
    a, b, c, d = first.quad
    person.back()
    return first.id, replace(
        photo, readings=replace(photo.readings, cards=(replace(first, quad=(b, c, d, a), alternatives=()), *others))
    )


def test_a_card_put_right_is_learnt_when_it_is_taken_over_and_can_be_forgotten(sit_down: Sit, tmp_path: Path) -> None:
    copy = opened("urcsempeszek")
    cards = drawn("sector", SECTORS)
    show(copy, cards[:4])
    copy.store.close()
    person = sit_down()
    copy = OwnersCopy(person.app.store, registry.find("urcsempeszek"))
    id, photo = unread(person, tmp_path, [cards[1]])
    person.app.go(routes.PhotoToField("urcsempeszek", "players.0.paid", photo=photo))
    person.settle()
    person.draw()
    touch_card(person, 0)
    person.tap(f"it is {id}")
    assert copy.look_counts(CORRECTED["card"]) == {}, "nothing is learnt from what is not taken over"
    person.tap("take")
    person.wait(lambda: copy.look_counts(CORRECTED["card"]) == {id: 1}, "it is learnt")
    (taught,) = (Sample.from_bytes(look.descriptor) for look in copy.looks() if look.card == id)
    (learned,) = (Sample.from_bytes(look.descriptor) for look in copy.looks(CORRECTED["card"]))
    assert alike(learned, taught) > 0.5, "turned as it was taught, wherever its corners were counted from"
    person.app.go(routes.MyBox(game="urcsempeszek"))
    person.settle()
    person.tap(f"corrected {id}")
    assert copy.look_counts(CORRECTED["card"]) == {} and not person.there(f"corrected {id}")
    person.tap("toast undo")
    assert copy.look_counts(CORRECTED["card"]) == {id: 1}


def test_what_was_never_taught_or_named_by_nobody_teaches_nothing(sit_down: Sit, tmp_path: Path) -> None:
    copy = opened("urcsempeszek")
    cards = drawn("sector", SECTORS)
    show(copy, cards[:4])
    copy.store.close()
    person = sit_down()
    copy = OwnersCopy(person.app.store, registry.find("urcsempeszek"))
    _, photo = unread(person, tmp_path, [cards[1]])
    assert learnt(photo, photo.readings, copy) == []
    assert learnt(photo, corrected(photo.readings, "card", 0, "s05"), copy) == [], "how it is turned nobody knows"
    hidden = replace(photo, readings=replace(photo.readings, cards=(replace(photo.readings.cards[0], covered=0.4),)))
    assert learnt(hidden, corrected(hidden.readings, "card", 0, "s02"), copy) == []


def test_a_face_put_right_is_learnt_where_its_faces_were_taught() -> None:
    copy = OwnersCopy(Store.open(), registry.find("beyond_the_sun"))
    image, _ = photographed([(2, "white", pips("white", np.random.default_rng(4)))], seed=22, px=110)
    place = only_die(image)
    box, data = (place.x, place.y, place.w, place.h), jpeg(image)
    x, y, w, h = box
    quad = ((x, y), (x + w, y), (x + w, y + h), (x, y + h))
    seen = DieReading(box, quad, DieKind.CUSTOM, "white", (Alternative("ship1", 0.5),))
    height, width = image.shape[:2]
    photo = Photo(data, Readings(Verdict.CLOSE, (width, height), (seen,)), width, height, b"")
    told = corrected(photo.readings, "die", 0, "supply")
    assert learnt(photo, told, copy) == [], "a die whose faces nobody taught"
    copy.add_look("supply", b"", face_bytes(Faces().learned("supply", image, place).samples[0]), "face")
    (found,) = learnt(photo, told, copy)
    remember([found], copy)
    assert copy.look_counts(CORRECTED["face"]) == {"supply": 1}
    known = faces((look.card, look.descriptor) for look in copy.looks(CORRECTED["face"]))
    assert known is not None and known.likeness(image, place)["supply"] > 0.9
    assert learnt(photo, photo.readings, copy) == []
    copy.store.close()


def test_of_each_card_a_few_corrected_looks_are_kept() -> None:
    copy = OwnersCopy(Store.open(), registry.find("urcsempeszek"))
    for n in range(CORRECTED_MOST + 2):
        copy.correct_look("s01", b"", bytes([n]))
    copy.correct_look("s02", b"", b"x")
    kept = [(look.card, look.descriptor) for look in copy.looks(CORRECTED["card"])]
    assert kept == [*(("s01", bytes([n])) for n in range(2, CORRECTED_MOST + 2)), ("s02", b"x")]
    copy.store.close()


def alike(one: Sample, other: Sample) -> float:
    pictures = []
    for sample in (one, other):
        grey = cv2.imdecode(np.frombuffer(sample.jpeg, np.uint8), cv2.IMREAD_GRAYSCALE)
        pictures.append(cv2.resize(grey, (32, 32)).ravel())
    return float(np.corrcoef(*pictures)[0, 1])
