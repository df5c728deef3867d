"""Cards sought by their local marks, where something is left unexplained."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from vision.cards.geometry import Points, area, outline_of
from vision.cards.sift_index import Sighting, beside, sightings
from vision.cards.unexplained import marks_in
from vision.cards.verify import Guess

if TYPE_CHECKING:
    from vision.cards.search import Search


def by_marks(search: Search) -> None:
    """Where something is left unexplained, cards are sought by their local marks."""
    boxes = search.unexplained()
    if not boxes:
        return
    marks, words = marks_in(search.small, search.lies, boxes, search.rings())
    size = (search.small.shape[1], search.small.shape[0])
    rows = search.gallery.row_on_shelf
    in_vain = 0
    for sighting in sightings(search.gallery.index, marks, words, size):
        shape, row = rows[sighting.row]
        shelf = search.gallery.shelves[shape]
        places = _placed(search, sighting, shape, shelf.rows[row][1].aspect)
        places = [m for m in places if not search.known_already(outline_of(m, shape))]
        if not places:
            continue
        likely = [row, *shelf.siblings(row, 2)]
        looks = (search.look(shelf, [Guess(r, 0.6 if r == row else 0.5, m) for r in likely]) for m in places)
        in_vain = 0 if any(search.keep(seen) for seen in looks) else in_vain + 1
        if in_vain >= search.limits.in_vain // 2:
            break


def _placed(search: Search, sighting: Sighting, shape: str, aspect: float) -> list[Points]:
    """Where a card may lie whose marks were seen: like the nearest card of its size, and as its marks alone say."""
    alone = search.lift @ sighting.m
    ring = outline_of(alone, shape)
    mine = [s for s in search.named if s.finding.shape == shape and 0.7 < area(s.ring) / area(ring) < 1.4]
    out = [alone]
    if mine:
        nearest = min(mine, key=lambda s: float(np.hypot(*(s.ring.mean(axis=0) - ring.mean(axis=0)))))
        m = beside(sighting, shape, aspect, np.linalg.inv(search.lift) @ nearest.finding.m)
        if m is not None:
            out.insert(0, search.lift @ m)
    return out
