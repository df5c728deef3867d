"""The search of one photo: whole outlines first, then corners and local marks where something is left unexplained."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards.belief import NAME_FROM, belief
from vision.cards.corners import hypotheses
from vision.cards.find import Place, edge_maps, find, shrunk
from vision.cards.gallery import Gallery, Shelf
from vision.cards.geometry import Image, Points, area, outline_of
from vision.cards.guesses import guesses_at, slim, worth
from vision.cards.local import sightings
from vision.cards.sample import local_marks
from vision.cards.verify import Finding, Guess, verify

LIKELY: Final = 0.34
"""Prints less alike than this are not worth a closer look."""
WORTH: Final = 0.5
"""Likeness and lead over the next card, together at least this much, make a place worth a closer look."""
IN_VAIN: Final = 8
"""After this many places in a row that were looked at in vain, the less likely ones are left."""
HALF_ALIKE: Final = 0.42
"""The part that shows of a covered card must be at least this much like it."""
CLOSED: Final = 6.0
"""How much likelier a name is when nothing but taught cards can lie here."""
AGAIN: Final = 0.02
"""What is less likely than this is not looked at a second time."""
WORDS: Final = 900
"""Local marks taken from one photo at most."""
LONG: Final = 170
"""How long, in pixels, a card should be when its local marks are sought."""
TRIES: Final = 3
"""How many places that mean the same card are looked at before it is left."""
PIECE: Final = 0.14
"""A piece of the photo smaller than this share of a card shows too little of one to know it."""
FIRM: Final = 0.94
"""An outline this good, and as large and slim as a card, is a card, known or not."""

Judge = Callable[[NDArray[np.float64]], float]
Spot = tuple[int, int, int, int]


@dataclass(frozen=True, slots=True)
class Seen:
    """A card recognised, or a card-like thing that is none of those known (p below NAME_FROM)."""

    finding: Finding
    id: str
    p: float
    ring: Points
    others: tuple[tuple[str, float], ...] = ()
    hidden: float = 0.0


@dataclass(frozen=True, slots=True)
class Stranger:
    """An outline as large and as slim as a known card, with no name."""

    shape: str
    m: Points
    ring: Points
    firm: bool
    """So good an outline that it is a card for certain, and lies on top of what it covers."""


def overlap(a: Points, b: Points) -> tuple[float, float]:
    """How much of each of two outlines the other covers."""
    both, _ = cv2.intersectConvexConvex(a.astype(np.float32), b.astype(np.float32))
    return both / max(area(a), 1.0), both / max(area(b), 1.0)


class Search:
    """One photo being searched: what was recognised so far, and what was looked at in vain."""

    def __init__(
        self, photo: Image, gallery: Gallery, judge: Judge = belief, weights: Mapping[str, float] | None = None
    ) -> None:
        self.photo, self.gallery, self.judge = photo, gallery, judge
        self.weights = weights or {}
        # When every card the rules allow has been taught, a stranger is unlikely.
        self.closed = bool(self.weights) and set(self.weights) <= set(gallery.ids)
        self.small, self.scale = shrunk(photo)
        self.lift = np.diag([1 / self.scale, 1 / self.scale, 1.0])
        self.named: list[Seen] = []
        self.doubtful: list[Seen] = []
        self.unnamed: list[Stranger] = []
        self.places: list[Place] = []
        self.maps: list[Image] = []

    def run(self) -> None:
        """Whole outlines first; then corners and local marks where something is left unexplained."""
        if not self.gallery.samples:
            return
        self.by_outline()
        self.unnamed = self.strangers()
        if self.unexplained():
            self.by_corner()
            self.by_marks()
        self.again()
        self.unnamed = self.strangers()

    def _above(self, ring: Points) -> list[Points]:
        """What may lie on a card with this outline: every card seen but itself."""
        firm = [s.ring for s in self.unnamed if s.firm]
        return [s.ring for s in self.named] + [r for r in firm if max(overlap(ring, r)) < 0.85]

    def _look(self, shelf: Shelf, guesses: list[Guess]) -> Seen | None:
        shape = shelf.rows[guesses[0].row][1].shape
        finding = verify(self.photo, shelf, guesses, self._above(outline_of(guesses[0].m, shape)))
        if finding is None:
            return None
        id = str(shelf.ids[finding.row])
        p = self.judge(finding.evidence)
        if self.weights:
            weight = max(self.weights.get(id, 0.05), 1e-6)
            odds = p / max(1 - p, 1e-9) * weight * (CLOSED if self.closed and id in self.weights else 1.0)
            p = odds / (1 + odds)
        left = finding.evidence[5]
        others = tuple((str(shelf.ids[row]), float(left / max(u, 1e-3))) for row, u in finding.rivals)
        return Seen(finding, id, p, outline_of(finding.m, finding.shape), others)

    def _keep(self, seen: Seen | None) -> bool:
        if seen is None:
            return False
        if seen.p < NAME_FROM:
            self.doubtful.append(seen)
            return False
        if self._known_already(seen.ring):
            return False
        self.named.append(seen)
        return True

    def _known_already(self, ring: Points) -> bool:
        """Whether a card recognised lies just there."""
        return any(max(both) > 0.8 or min(both) > 0.5 for both in (overlap(ring, s.ring) for s in self.named))

    def by_outline(self) -> None:
        """Every outline that looks like a known card is looked at closely, the likeliest first."""
        shelves = self.gallery.shelves
        rect = [s.aspect for _, s in shelves["rect"].rows] if "rect" in shelves else [0.7]
        self.maps = edge_maps(self.small)
        self.places = find(self.small, frozenset(shelves), (min(rect), max(rect)), self.maps)
        ranked = []
        for shape, shelf in shelves.items():
            mine = [p for p in self.places if p.shape == shape]
            found = guesses_at(self.small, mine, shelf, self.lift, self.photo)
            for place, guesses in zip(mine, found, strict=True):
                value = worth(guesses, shelf)
                if guesses[0].likeness > LIKELY and value > WORTH:
                    ranked.append((value, guesses, shelf, place.ring / self.scale))
        ranked.sort(key=lambda r: -r[0])
        tried: list[tuple[str, Points]] = []
        in_vain = 0
        for _, guesses, shelf, ring in ranked:
            if any(overlap(ring, s.ring)[0] > 0.7 for s in self.named):
                continue
            id = str(shelf.ids[guesses[0].row])
            if sum(i == id and min(overlap(ring, r)) > 0.75 for i, r in tried) >= TRIES:
                continue
            tried.append((id, ring))
            in_vain = 0 if self._keep(self._look(shelf, guesses)) else in_vain + 1
            if in_vain >= IN_VAIN:
                break

    def strangers(self) -> list[Stranger]:
        """Outlines as large and as slim as known cards, with no name."""
        aspects = {shape: [s.aspect for _, s in shelf.rows] for shape, shelf in self.gallery.shelves.items()}
        h, w = self.photo.shape[:2]
        out: list[Stranger] = []
        # A sound outline goes before a larger one that swallowed a piece of the table.
        for place in sorted(self.places, key=lambda p: (min(p.fit, p.support) <= FIRM, -area(p.ring))):
            m = self.lift @ place.m
            ring = outline_of(m, place.shape)
            big, typical = area(ring), self._usual(place.shape)
            if place.fit < 0.93 or (not 0.4 < big / typical < 2.5 if typical else not 0.008 < big / (w * h) < 0.6):
                continue
            mine = aspects[place.shape]
            if place.shape == "rect" and not min(mine) - 0.1 < slim(ring) < max(mine) + 0.1:
                continue
            if (ring < 1).any() or (ring[:, 0] > w - 1).any() or (ring[:, 1] > h - 1).any():
                continue
            others = [s.ring for s in self.named] + [s.ring for s in out]
            if any(max(overlap(ring, other)) > 0.3 for other in others):
                continue
            # Without a card known by name the largest sound outline is the measure: a picture on a card is smaller.
            measure = typical or max([area(s.ring) for s in out if s.firm and s.shape == place.shape], default=big)
            firm = min(place.fit, place.support) > FIRM and 0.6 < big / measure < 1.6
            out.append(Stranger(place.shape, m, ring, firm))
        return out

    def _usual(self, shape: str) -> float:
        """How large the recognised cards of a shape are in the photo; 0 when there are none."""
        mine = [area(s.ring) for s in self.named if s.finding.shape == shape]
        return float(np.median(mine)) if mine else 0.0

    def _rings(self) -> list[Points]:
        """Every card seen so far, in the small picture."""
        rings = [s.ring for s in self.named] + [s.ring for s in self.unnamed if s.firm]
        return [ring * self.scale for ring in rings]

    def unexplained(self) -> list[Spot]:
        """The boxes of the small picture where edges are dense and no card was seen."""
        h, w = self.small.shape[:2]
        dense = np.asarray(cv2.boxFilter((self.maps[7] > 0).astype(np.float32), -1, (21, 21)), np.float32)
        # A table with a grain of its own is dense all over: only what stands out from it is something.
        mask: Image = (dense > max(0.16, 1.5 * float(np.median(dense[::5, ::5])))).astype(np.uint8)
        rings = self._rings()
        for ring in rings:
            middle = ring.mean(axis=0)
            cv2.fillPoly(mask, [np.round(middle + (ring - middle) * 1.06).astype(np.int32)], 0)
        mask = cv2.morphologyEx(mask, cv2.MORPH_OPEN, np.ones((9, 9), np.uint8))
        n, _, stats, _ = cv2.connectedComponentsWithStats(mask)
        least = max(0.004 * w * h, PIECE * float(np.median([area(r) for r in rings])) if rings else 0.0)
        pad = 12
        boxes = [
            (max(0, int(x) - pad), max(0, int(y) - pad), min(w, int(x + bw) + pad), min(h, int(y + bh) + pad))
            for x, y, bw, bh, count in stats[1:n]
            if count >= least
        ]
        return _merged(boxes)

    def _free(self) -> Image:
        """Not 0 where something is left unexplained."""
        free = np.zeros(self.small.shape[:2], np.uint8)
        for x0, y0, x1, y1 in self.unexplained():
            free[y0:y1, x0:x1] = 255
        for ring in self._rings():
            middle = ring.mean(axis=0)
            cv2.fillPoly(free, [np.round(middle + (ring - middle) * 0.97).astype(np.int32)], 0)
        return free

    def _without_seen(self) -> Image:
        """The small picture with every card seen painted over, so that it yields no marks."""
        rest = self.small.copy()
        for ring in self._rings():
            flat = np.round(ring).astype(np.int32)
            inner = np.zeros(rest.shape[:2], np.uint8)
            cv2.fillPoly(inner, [flat], 1)
            cv2.fillPoly(rest, [flat], [float(v) for v in np.ravel(cv2.mean(self.small, inner))[:3]])
        return rest

    def by_corner(self) -> None:
        """Cards of the size of those seen, of which at least a corner shows."""
        for shape in ("rect", "square"):
            mine = [s.ring for s in self.named if s.finding.shape == shape]
            mine += [s.ring for s in self.unnamed if s.firm and s.shape == shape]
            if not mine:
                continue
            like = sorted(mine, key=area)[len(mine) // 2] * self.scale
            shelf = self.gallery.shelves[shape]
            tries = 0
            free = self._free()
            for likeness, row, m in hypotheses(self.small, self.maps[6:8], shelf, shape, like, self._rings(), free):
                if likeness < HALF_ALIKE or tries >= IN_VAIN:
                    break
                if self._known_already(outline_of(self.lift @ m, shape)):
                    continue
                tries += 1
                self._keep(self._look(shelf, [Guess(row, likeness, self.lift @ m)]))

    def by_marks(self) -> None:
        """Where something is left unexplained, cards are sought by their local marks."""
        boxes = self.unexplained()
        if not boxes:
            return
        marks, words = self._marks(boxes)
        size = (self.small.shape[1], self.small.shape[0])
        rows = self.gallery.row_on_shelf
        in_vain = 0
        for sighting in sightings(self.gallery.index, marks, words, size):
            shape, row = rows[sighting.row]
            m = self.lift @ sighting.m
            if self._known_already(outline_of(m, shape)):
                continue
            shelf = self.gallery.shelves[shape]
            guesses = [Guess(row, 0.6, m)] + [Guess(r, 0.5, m) for r in shelf.siblings(row, 2)]
            in_vain = 0 if self._keep(self._look(shelf, guesses)) else in_vain + 1
            if in_vain >= IN_VAIN // 2:
                break

    def _marks(self, boxes: list[Spot]) -> tuple[NDArray[np.float32], NDArray[np.uint8]]:
        """Local marks within these boxes, at a scale at which a card has enough of them and no more."""
        rings = self._rings()
        longest = [float(np.hypot(*(r - r.mean(axis=0)).T).max()) * 1.65 for r in rings]
        shrink = float(np.clip(LONG / np.median(longest), 0.5, 1.0)) if rings else 0.8
        rest = self._without_seen()
        whole = sum((x1 - x0) * (y1 - y0) for x0, y0, x1, y1 in boxes)
        marks, words = [], []
        for x0, y0, x1, y1 in boxes:
            part = cv2.resize(rest[y0:y1, x0:x1], None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA)
            share = (x1 - x0) * (y1 - y0) / whole
            where, look = local_marks(np.asarray(part), None, max(150, round(WORDS * share)))
            where[:, :3] /= shrink
            where[:, :2] += (x0, y0)
            marks.append(where)
            words.append(look)
        return np.concatenate(marks), np.concatenate(words)

    def again(self) -> None:
        """What was doubtful is looked at once more where cards found since lie on it."""
        doubtful, self.doubtful = self.doubtful, []
        for seen in sorted(doubtful, key=lambda s: -s.p):
            if seen.p < AGAIN:
                continue
            shares = [overlap(seen.ring, s.ring)[0] for s in self.named]
            if not shares or max(shares) < 0.08 or max(shares) > 0.75:
                continue
            shelf = self.gallery.shelves[seen.finding.shape]
            self._keep(self._look(shelf, [Guess(seen.finding.row, 0.6, seen.finding.m)]))


def _merged(boxes: list[Spot]) -> list[Spot]:
    """Boxes that touch become one."""
    out: list[Spot] = []
    for box in sorted(boxes, key=lambda b: -(b[2] - b[0]) * (b[3] - b[1])):
        x0, y0, x1, y1 = box
        for i, (a0, b0, a1, b1) in enumerate(out):
            if x0 < a1 and a0 < x1 and y0 < b1 and b0 < y1:
                out[i] = (min(x0, a0), min(y0, b0), max(x1, a1), max(y1, b1))
                break
        else:
            out.append(box)
    return out if len(out) == len(boxes) else _merged(out)
