"""Outlines in a photo that are certainly or probably cards, and have no name."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

import numpy as np

from vision.cards.candidates import slim
from vision.cards.find import Place
from vision.cards.geometry import Points, area, through
from vision.cards.seen import Seen, Stranger, borders, boxes_of, overlap, touching

SQUARE: Final = 0.2
"""A card's corners are no further from square than this, as a cosine,"""
EVEN: Final = 0.85
"""and of two sides across from each other one is so much of the other."""


def strangers(
    places: Sequence[Place],
    named: Sequence[Seen],
    aspects: Mapping[str, tuple[float, float]],
    lift: Points,
    size: tuple[int, int],
    sound: float,
) -> list[Stranger]:
    """Those of these places that are as large and as slim as known cards, where none was named.

    `aspects`: how slim the known cards of each shape are, from and to; `lift` brings a place to the photo of this size;
    an outline at least so `sound` is a card for certain.
    """
    w, h = size
    usual = {shape: _usual(named, shape) for shape in aspects}
    out: list[Stranger] = []
    others = [s.ring for s in named]
    boxes = boxes_of(others)
    # A sound outline goes before a larger one that swallowed a piece of the table.
    for place in sorted(places, key=lambda p: (min(p.fit, p.support) <= sound, -area(p.ring))):
        ring = place.ring * lift[0, 0]
        big, typical = area(ring), usual[place.shape]
        if place.fit < 0.93 or (not 0.4 < big / typical < 2.5 if typical else not 0.008 < big / (w * h) < 0.6):
            continue
        mine = aspects[place.shape]
        if place.shape == "rect" and not mine[0] - 0.1 < slim(ring) < mine[1] + 0.1:
            continue
        if (ring < 1).any() or (ring[:, 0] > w - 1).any() or (ring[:, 1] > h - 1).any():
            continue
        if any(max(overlap(ring, others[i])) > 0.3 for i in touching(ring, boxes)):
            continue
        # Without a card known by name the largest sound outline is the measure: a picture on a card is smaller.
        measure = typical or max([area(s.ring) for s in out if s.firm and s.shape == place.shape], default=big)
        firm = min(place.fit, place.support) > sound and 0.6 < big / measure < 1.6
        # What ends where another card begins may be several that lie under it.
        firm = firm and not any(borders(ring, s.ring) for s in named)
        firm = firm and (place.shape != "rect" or _flat(ring, [s for s in named if s.finding.shape == place.shape]))
        out.append(Stranger(place.shape, lift @ place.m, ring, firm))
        others.append(ring)
        boxes = boxes_of(others)
    return out


def _flat(ring: Points, named: Sequence[Seen]) -> bool:
    """Whether an outline is square at its corners where it lies beside the nearest card recognised, if there is one.

    The hull of several cards, or of what one that lies on them leaves, seldom is.
    """
    if not named:
        return True
    nearest = min(named, key=lambda s: float(np.hypot(*(s.ring.mean(axis=0) - ring.mean(axis=0)))))
    flat = through(np.linalg.inv(nearest.finding.m), ring)
    way = np.roll(flat, -1, axis=0) - flat
    long = np.hypot(*way.T)
    turn = (way * np.roll(way, -1, axis=0)).sum(axis=1) / np.maximum(long * np.roll(long, -1), 1e-6)
    return bool(
        np.abs(turn).max() < SQUARE and (np.minimum(long[:2], long[2:]) > EVEN * np.maximum(long[:2], long[2:])).all()
    )


def _usual(named: Sequence[Seen], shape: str) -> float:
    """How large the recognised cards of a shape are in the photo; 0 when there are none."""
    mine = [area(s.ring) for s in named if s.finding.shape == shape]
    return float(np.median(mine)) if mine else 0.0
