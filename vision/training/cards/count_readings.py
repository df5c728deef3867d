"""A composed photo read and counted: what was named right, wrong, or taken for a card it is not."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.cards import Gallery, recognise
from vision.cards.geometry import from_quad, outline_of
from vision.training.cards.scenes import Lying, Scene


@dataclass(slots=True)
class Count:
    """What came of some photos."""

    known: int = 0
    right: int = 0
    wrong: int = 0
    strangers: int = 0
    strangers_named: int = 0
    turned: int = 0
    turned_right: int = 0
    unknown_shown: int = 0

    @property
    def recall(self) -> float:
        return self.right / max(1, self.known)

    def plus(self, other: Count) -> Count:
        """Both counted together."""
        return Count(*(getattr(self, name) + getattr(other, name) for name in self.__slots__))


def lies_on(point: tuple[float, float], card: Lying) -> bool:
    """Whether a point is on the card."""
    ring = outline_of(from_quad(card.quad, card.shape), card.shape).astype(np.float32)
    return bool(cv2.pointPolygonTest(ring, point, False) >= 0)


def nearest(scene: Scene, point: tuple[float, float]) -> Lying | None:
    """The card the point lies on; of several, the one whose middle is nearest."""
    under = [c for c in scene.cards if lies_on(point, c)]
    return min(under, key=lambda c: float(np.hypot(*(c.quad.mean(axis=0) - point))), default=None)


def counted(scene: Scene, gallery: Gallery, count: Count, hidden: float = 0.5) -> Count:
    """One photo read, and counted against its truth."""
    known = set(gallery.ids)
    readings = recognise(scene.image, gallery)
    named = [c for c in readings.cards if c.id is not None]
    for card in scene.cards:
        if card.id in known:
            count.known += card.hidden <= hidden
        else:
            count.strangers += 1
    for reading in named:
        mine = [c for c in scene.cards if c.id == reading.id and lies_on(reading.centre, c)]
        if mine:
            count.right += mine[0].hidden <= hidden
            if not mine[0].symmetric:
                count.turned += 1
                count.turned_right += abs((reading.angle - mine[0].angle + 180) % 360 - 180) < 20
            continue
        under = nearest(scene, reading.centre)
        if under is not None and under.id not in known:
            count.strangers_named += 1
        else:
            count.wrong += 1
    count.unknown_shown += sum(c.id is None for c in readings.cards)
    return count
