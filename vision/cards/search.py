"""The search of one photo: whole outlines first, then local marks where something is left unexplained."""

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
from vision.cards.geometry import (
    DISCS,
    Image,
    Points,
    area,
    outline_of,
    spun,
)
from vision.cards.local import Sighting, sightings
from vision.cards.prints import place_print, spectrum, spin_scores, turn_prints
from vision.cards.sample import local_marks
from vision.cards.verify import Finding, Guess, turns, verify

LIKELY: Final = 0.34
"""Prints less alike than this are not worth a closer look."""
IN_VAIN: Final = 12
"""After this many places in a row that were looked at in vain, the less likely ones are left."""
HALF_ALIKE: Final = 0.6
"""The part that shows of a covered card must be at least this much like it."""
CLOSED: Final = 6.0
"""How much likelier a name is when nothing but taught cards can lie here."""
AGAIN: Final = 0.02
"""What is less likely than this is not looked at a second time."""
WORDS: Final = 700
"""Local marks taken from one region at most."""
TRIES: Final = 3
"""How many places that mean the same card are looked at before it is left."""

Judge = Callable[[NDArray[np.float64]], float]


@dataclass(frozen=True, slots=True)
class Seen:
    """A card recognised, or a card-like thing that is none of those known (p below NAME_FROM)."""

    finding: Finding
    id: str
    p: float
    ring: Points
    others: tuple[tuple[str, float], ...] = ()
    hidden: float = 0.0


def guesses_at(small: Image, place: Place, shelf: Shelf, lift: Points, most: int = 4) -> list[Guess]:
    """The samples most like what lies at a place, best first; `lift` brings the place to the large picture."""
    if place.shape in DISCS:
        assert shelf.spectra is not None
        likeness, angles = spin_scores(spectrum(place_print(small, place.m, place.shape)), shelf.spectra)
        rows = np.argsort(-likeness)[: most + 2]
        found = [Guess(int(r), float(likeness[r]), lift @ place.m @ spun(place.shape, float(angles[r]))) for r in rows]
    else:
        scores = turn_prints(small, place.m, place.shape) @ shelf.prints.T
        flat = np.argsort(-scores, axis=None)[: most + 2]
        n = scores.shape[1]
        if scores[flat[0] // n, flat[0] % n] <= LIKELY:
            return []
        ways = turns(place.m, place.shape)
        found = [Guess(int(i % n), float(scores[i // n, i % n]), lift @ ways[i // n]) for i in flat]
    out: list[Guess] = []
    for guess in found:
        if all(shelf.ids[guess.row] != shelf.ids[g.row] or not np.allclose(g.m, guess.m) for g in out):
            out.append(guess)
    return out[:most]


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
        self.places: list[Place] = []
        self.looked: list[Finding] = []
        self.maps: list[Image] = []

    def run(self) -> None:
        """Whole outlines first; then local marks where something is left unexplained."""
        if not self.gallery.samples:
            return
        self.by_outline()
        if self._leftovers():
            self.by_corner()
            self.by_marks()
        self.again()

    def _taken(self) -> list[Points]:
        return [s.ring for s in self.named]

    def _look(self, shelf: Shelf, guesses: list[Guess]) -> Seen | None:
        finding = verify(self.photo, shelf, guesses, self._taken())
        if finding is None:
            return None
        self.looked.append(finding)
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
        for other in self.named:
            mine, theirs = overlap(seen.ring, other.ring)
            if max(mine, theirs) > 0.8 or min(mine, theirs) > 0.5:
                return False
        self.named.append(seen)
        return True

    def by_outline(self) -> None:
        """Every outline that looks like a known card is looked at closely, the likeliest first."""
        shelves = self.gallery.shelves
        rect = [s.aspect for _, s in shelves["rect"].rows] if "rect" in shelves else [0.7]
        self.maps = edge_maps(self.small)
        self.places = find(self.small, frozenset(shelves), (min(rect), max(rect)), self.maps)
        ranked = []
        for place in self.places:
            guesses = guesses_at(self.small, place, shelves[place.shape], self.lift)
            if guesses and guesses[0].likeness > LIKELY:
                ranked.append((guesses, place, place.ring / self.scale))
        ranked.sort(key=lambda r: -r[0][0].likeness)
        tried: list[tuple[str, Points]] = []
        in_vain = 0
        for guesses, place, ring in ranked:
            if any(overlap(ring, s.ring)[0] > 0.7 for s in self.named):
                continue
            shelf = shelves[place.shape]
            id = str(shelf.ids[guesses[0].row])
            if sum(i == id and min(overlap(ring, r)) > 0.75 for i, r in tried) >= TRIES:
                continue
            tried.append((id, ring))
            in_vain = 0 if self._keep(self._look(shelf, guesses)) else in_vain + 1
            if in_vain >= IN_VAIN:
                break

    def unexplained(self) -> tuple[Image, list[tuple[int, int, int, int]]]:
        """The picture for marks, and the boxes in it where edges are dense and nothing was recognised."""
        picture, scale = self.small, self.scale
        h, w = picture.shape[:2]
        dense = np.asarray(cv2.boxFilter((self.maps[7] > 0).astype(np.float32), -1, (21, 21)), np.float32)
        # A table with a grain of its own is dense all over: only what stands out from it is something.
        mask: Image = (dense > max(0.16, 1.5 * float(np.median(dense[::5, ::5])))).astype(np.uint8)
        for ring in self._taken():
            middle = ring.mean(axis=0)
            cv2.fillPoly(mask, [np.round((middle + (ring - middle) * 1.06) * scale).astype(np.int32)], 0)
        mask = cv2.morphologyEx(mask, cv2.MORPH_OPEN, np.ones((9, 9), np.uint8))
        n, _, stats, _ = cv2.connectedComponentsWithStats(mask)
        boxes = []
        for x, y, bw, bh, count in stats[1:n]:
            if count < 0.004 * w * h:
                continue
            pad = 12
            boxes.append(
                (max(0, int(x) - pad), max(0, int(y) - pad), min(w, int(x + bw) + pad), min(h, int(y + bh) + pad))
            )
        return picture, _merged(boxes)

    def _without_named(self, picture: Image) -> Image:
        """The picture with everything recognised painted over, so that it yields no marks."""
        rest = picture.copy()
        for ring in self._taken():
            small = np.round(ring * self.scale).astype(np.int32)
            inner = np.zeros(picture.shape[:2], np.uint8)
            cv2.fillPoly(inner, [small], 1)
            cv2.fillPoly(rest, [small], [float(v) for v in np.ravel(cv2.mean(picture, inner))[:3]])
        return rest

    def _leftovers(self) -> bool:
        """Whether there is anything left to explain."""
        return bool(self.unexplained()[1])

    def by_corner(self) -> None:
        """Cards of the size of those recognised, of which at least a corner shows."""
        for shape in ("rect", "square"):
            mine = [s for s in self.named if s.finding.shape == shape]
            if not mine:
                continue
            shelf = self.gallery.shelves[shape]
            steps = [np.hypot(*(s.ring[[1, 2, 3, 0]] - s.ring).T) * self.scale for s in mine]
            sides = (
                float(np.median([(t[0] + t[2]) / 2 for t in steps])),
                float(np.median([(t[1] + t[3]) / 2 for t in steps])),
            )
            rings = [r * self.scale for r in self._taken()]
            tries = 0
            for likeness, row, m in hypotheses(self.small, self.maps[6:8], shelf, shape, sides, rings):
                ring = outline_of(self.lift @ m, shape)
                if (
                    likeness < HALF_ALIKE
                    or tries >= IN_VAIN
                    or any(min(overlap(ring, s.ring)) > 0.5 for s in self.named)
                ):
                    continue
                tries += 1
                self._keep(self._look(shelf, [Guess(row, likeness, self.lift @ m)]))

    def by_marks(self) -> None:
        """Where something is left unexplained, cards are sought by their local marks."""
        picture, boxes = self.unexplained()
        if not boxes:
            return
        scale = picture.shape[1] / self.photo.shape[1]
        index = self.gallery.index
        found: list[Sighting] = []
        marks, words = [], []
        rest = self._without_named(picture)
        for x0, y0, x1, y1 in boxes:
            where, look = local_marks(np.ascontiguousarray(rest[y0:y1, x0:x1]), None, WORDS)
            where[:, :2] += (x0, y0)
            marks.append(where)
            words.append(look)
        size = (picture.shape[1], picture.shape[0])
        found = sightings(index, np.concatenate(marks), np.concatenate(words), size)
        lift = np.diag([1 / scale, 1 / scale, 1.0])
        rows = self.gallery.row_on_shelf
        for sighting in found:
            shape, row = rows[sighting.row]
            m = lift @ sighting.m
            ring = outline_of(m, shape)
            if any(min(overlap(ring, s.ring)) > 0.5 for s in self.named):
                continue
            shelf = self.gallery.shelves[shape]
            guesses = [Guess(row, 0.6, m)] + [Guess(r, 0.5, m) for r in shelf.siblings(row, 2)]
            self._keep(self._look(shelf, guesses))

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


def _merged(boxes: list[tuple[int, int, int, int]]) -> list[tuple[int, int, int, int]]:
    """Boxes that touch become one."""
    out: list[tuple[int, int, int, int]] = []
    for box in sorted(boxes, key=lambda b: -(b[2] - b[0]) * (b[3] - b[1])):
        x0, y0, x1, y1 = box
        for i, (a0, b0, a1, b1) in enumerate(out):
            if x0 < a1 and a0 < x1 and y0 < b1 and b0 < y1:
                out[i] = (min(x0, a0), min(y0, b0), max(x1, a1), max(y1, b1))
                break
        else:
            out.append(box)
    return out if len(out) == len(boxes) else _merged(out)
