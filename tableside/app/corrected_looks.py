"""Stores a sample of each reading that a player corrected, a few per card or face, to recognise it next time."""

from __future__ import annotations

from typing import Any

from models.database import StoreError
from models.owned_records import OwnersCopy
from tableside.control.reading import TOLD, Photo
from tableside.core.readings import DieKind, Readings

COVERED = 0.1
"""A card of which more is hidden is no look to learn from."""
Learnt = tuple[str, bytes, bytes, str]
"""The card or face, a small picture, what the reader compares, and which of the two it is."""


def learnt(photo: Photo, readings: Readings, copy: OwnersCopy) -> list[Learnt]:
    """Samples of the readings in a photo that players corrected, as card or face, thumbnail, data, kind. Any thread.

    Only of what was taught before: how a thing is turned is known from its taught look.
    """
    from vision.cards.sample import Sample
    from vision.corrected_look import another_face, another_look
    from vision.images import as_jpeg, cut, smaller
    from vision.photo import load

    image, found = load(photo.data), list[Learnt]()
    taught = {look.card: look.descriptor for look in reversed(copy.looks())}
    under = {die.card for die in readings.dice}
    for number, (card, seen) in enumerate(zip(readings.cards, photo.readings.cards, strict=True)):
        if not _told(card) or card.id == seen.id or card.id not in taught:
            continue
        if card.covered <= COVERED and number not in under:
            look = another_look(image, card.quad, Sample.from_bytes(taught[card.id]))
            if look is not None:
                found.append((card.id, as_jpeg(smaller(look[0], 240), 80), look[1].to_bytes(), "card"))
    faces = {look.card for look in copy.looks("face")}
    before = {die.box: die.value for die in photo.readings.dice}
    for die in readings.dice:
        if die.kind is DieKind.CUSTOM and _told(die) and die.value != before.get(die.box) and str(die.value) in faces:
            picture = as_jpeg(smaller(cut(image, die.quad), 240), 85)
            found.append((str(die.value), picture, another_face(image, die.box, str(die.value)), "face"))
    return found


def remember(found: list[Learnt], copy: OwnersCopy) -> None:
    """Store the samples; StoreError is ignored, for the game does not depend on them."""
    for card, picture, descriptor, kind in found:
        try:
            copy.correct_look(card, picture, descriptor, kind)
        except StoreError:
            return


def _told(thing: Any) -> bool:
    return bool(thing.alternatives) and thing.alternatives[0].p >= TOLD
