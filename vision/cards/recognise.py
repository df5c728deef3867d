"""Which of the owner's cards lie in the photo, where, how they are turned, and which cards nobody taught."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

import cv2
import numpy as np

from tableside.core.moves import text
from tableside.core.readings import Advice, Alternative, CardReading, Expect, Quad, Readings, Verdict
from vision.cards.find import Place
from vision.cards.gallery import Gallery
from vision.cards.geometry import Image, Points, angle_of, box_of, frame_corners, from_quad, through, turn_of
from vision.cards.half_covered import as_frame
from vision.cards.naming import unsure
from vision.cards.search import Search
from vision.cards.seen import Seen, Stranger, overlap
from vision.cards.verify import Finding

FULL: Final = 1600
"""The longer side of the picture in which cards are looked at closely."""
SURE: Final = 0.9
SAME: Final = 0.6
"""Two outlines that cover so much of each other are one card's."""
MOST_ADVICE: Final = 24


@dataclass(frozen=True, slots=True)
class Scan:
    """The readings, with what was found underneath them and by how much the photo was shrunk."""

    readings: Readings
    findings: tuple[tuple[Finding, float], ...] = ()


def recognise(image: Image, gallery: Gallery, expect: Expect | None = None) -> Readings:
    """Every card in the photo: a name with its alternatives, or unknown; and what to do about what is unclear."""
    return scan(image, gallery, expect).readings


def scan(image: Image, gallery: Gallery, expect: Expect | None = None) -> Scan:
    """The same with the findings themselves."""
    start = time.perf_counter()
    photo, scale = large(image)
    weights = dict(expect.cards) if expect is not None else {}
    search = Search(photo, gallery, weights=weights, pieces=expect.pieces if expect is not None else ())
    search.run()
    cards = [_named(seen, gallery, scale) for seen in search.named]
    advice = [
        Advice(text("vision.card_unexpected", card=seen.id), box_of(seen.ring / scale))
        for seen in search.named
        if weights and weights.get(seen.id, 0.0) <= 0.0
    ]
    asked = unsure(search.doubtful, search.named)
    for seen in asked:
        cards.append(_asked(seen, gallery, scale))
        advice.append(Advice(text("vision.card_unsure"), box_of(seen.ring / scale)))
    for stranger in search.unnamed:
        if any(max(overlap(stranger.ring, seen.ring)) > SAME for seen in asked):
            continue
        cards.append(_stranger(stranger, scale))
        advice.append(Advice(text("vision.card_unknown"), box_of(stranger.ring / scale)))
    clear = bool(cards) and all(c.alternatives and c.alternatives[0].p >= SURE for c in cards) and not advice
    verdict = Verdict.CLEAR if clear else Verdict.CLOSE if cards else Verdict.NONE
    size = (int(image.shape[1]), int(image.shape[0]))
    ms = (time.perf_counter() - start) * 1000
    readings = Readings(verdict, size, (), tuple(cards), tuple(advice[:MOST_ADVICE]), ms)
    return Scan(readings, tuple((seen.finding, scale) for seen in search.named))


def names_at(image: Image, gallery: Gallery, cards: Sequence[tuple[str, Quad]]) -> list[str | None]:
    """Which of the owner's cards lie whole within these outlines, each given with its shape; None for a card unknown.

    For photos whose outlines are known: nothing else is searched.
    """
    photo, scale = large(image)
    search = Search(photo, gallery)
    places = []
    for shape, quad in cards:
        small = np.array(quad, float) * (scale * search.scale)
        places.append(Place(shape, as_frame(small, shape) if shape == "rect" else from_quad(small, shape), 1.0))
    search.at(places)
    rings = [place.ring / search.scale for place in places]
    return [next((s.id for s in search.named if min(overlap(ring, s.ring)) > SAME), None) for ring in rings]


def large(image: Image) -> tuple[Image, float]:
    """The photo in three colours, at most FULL pixels long, and by how much it was shrunk."""
    if image.ndim == 2:
        image = np.asarray(cv2.cvtColor(image, cv2.COLOR_GRAY2BGR))
    elif image.shape[2] == 4:
        image = np.asarray(cv2.cvtColor(image, cv2.COLOR_BGRA2BGR))
    scale = min(1.0, FULL / max(image.shape[:2]))
    if scale < 1.0:
        size = (max(1, round(image.shape[1] * scale)), max(1, round(image.shape[0] * scale)))
        image = np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA))
    return image, scale


def _quad(m: Points, shape: str, lying: bool, scale: float) -> Points:
    """The card's corners in the photo, clockwise from its own top left."""
    quad = through(m, frame_corners(shape)) / scale
    return np.roll(quad, -1, axis=0) if lying else quad


def _named(seen: Seen, gallery: Gallery, scale: float) -> CardReading:
    shelf = gallery.shelves[seen.finding.shape]
    sample = shelf.rows[seen.finding.row][1]
    quad = _quad(seen.finding.m, sample.shape, sample.lying, scale)
    angle = angle_of(quad)
    alternatives = (Alternative(seen.id, seen.p), *(Alternative(id, p) for id, p in seen.others if p > 1e-4))
    a, b, c, d = ((float(x), float(y)) for x, y in quad)
    face = "down" if sample.face == "down" else "up"
    covered = min(1.0, max(0.0, seen.hidden))
    return CardReading((a, b, c, d), sample.shape, turn_of(angle), angle, face, alternatives, covered)


def _asked(seen: Seen, gallery: Gallery, scale: float) -> CardReading:
    """What looks like a card so much that it is asked whether it is that card."""
    card = _named(seen, gallery, scale)
    return replace(card, face="unknown", alternatives=(), maybe=card.alternatives)


def _stranger(stranger: Stranger, scale: float) -> CardReading:
    quad = _quad(stranger.m, stranger.shape, False, scale)
    angle = angle_of(quad)
    a, b, c, d = ((float(x), float(y)) for x, y in quad)
    return CardReading((a, b, c, d), stranger.shape, turn_of(angle), angle, "unknown", ())
