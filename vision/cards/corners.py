"""Corners of cards from straight edges that meet, and how far a card laid into one is borne out by edges."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards.geometry import Image, Points, through
from vision.cards.unexplained import MAYBE, grown

BINS: Final = 12
"""Directions that edges are told apart by."""
SQUARE: Final = 0.3
"""How far from square, as a cosine, two edges of a card may meet in a photo."""
GAP: Final = 0.14
"""How far before a corner an edge may end, and"""
LEAST: Final = 0.12
"""how much of it must show, in short sides of the card."""
NEARBY: Final = (1.0, 0.94, 1.06, 0.88, 1.12)
"""How much nearer or further away than the nearest card seen another may lie."""
POINTS: Final = np.linspace(0.06, 0.94, 18)
"""Where along a side an edge is looked for."""
ROOT: Final = 5
"""Of those, how many at its corner lie along what showed it."""


NEXT: Final = np.array([1, 2, 3, 0])
BEFORE: Final = np.array([3, 0, 1, 2])
ROOM: Final = 3
"""How far, in pixels, an edge may run from where it should before the sides are moved to it."""
ROUGH: Final = 300
LOOSE: Final = 0.7
TIGHT: Final = 0.7
"""How much of the edge that shows must be there before and after its sides were moved to it."""
MOST: Final = 30
"""So many places are told at most."""
SHOWN: Final = 0.28
"""Less of a card than this is not looked for."""
BARE: Final = 0.4
"""Where more of what shows is bare table, no card lies."""


RESIZED: Final = 0.04
"""By how much of a card a side that does not show may lie elsewhere."""
OVER: Final = 0.75
UNDER: Final = 0.5
"""With so much of its edge, and so little of the other's, to be seen where they cross, a card lies on another."""


@dataclass(frozen=True, slots=True)
class Likely:
    """A place where a card may lie, in the small picture."""

    quad: Points
    borne_out: float
    """Which share of the edge that shows is there."""
    shown: float
    """Which share of the card shows."""
    bare: float
    """On which share of that no card seems to lie."""
    hidden: tuple[bool, ...] = ()
    """Which of its sides do not show."""

    def resized(self) -> list[Points]:
        """The same with the sides that do not show a little nearer or further away."""
        out = []
        for k in (i for i, hidden in enumerate(self.hidden) if hidden):
            ways = self.quad[[k, (k + 1) % 4]] - self.quad[[(k + 3) % 4, (k + 2) % 4]]
            for far in (-RESIZED, RESIZED):
                quad = self.quad.copy()
                quad[[k, (k + 1) % 4]] += far * ways
                out.append(quad)
        return out


@dataclass(frozen=True)
class Borders:
    """The straight edges of a small picture, and all its edges by direction."""

    small: Image

    def segments(self, where: Image) -> Points:
        """Straight edges of lightness and both colour axes in the box round what is not 0: two ends each."""
        x, y, w, h = cv2.boundingRect(where)
        detector = cv2.createLineSegmentDetector()
        planes = cv2.split(cv2.cvtColor(self.small[y : y + h, x : x + w], cv2.COLOR_BGR2LAB))
        found = [detector.detect(plane)[0] for plane in planes]
        return np.concatenate([np.zeros((0, 4)), *(f[:, 0] + (x, y, x, y) for f in found if f is not None)])

    @cached_property
    def near(self) -> NDArray[np.uint8]:
        """For each direction not 0 where such an edge runs within a few pixels."""
        return np.stack([cv2.dilate(one, np.ones((2 * ROOM + 1, 2 * ROOM + 1), np.uint8)) for one in self.directed])

    @cached_property
    def directed(self) -> NDArray[np.uint8]:
        """For each direction not 0 where an edge runs that way, or nearly."""
        planes = cv2.split(cv2.cvtColor(cv2.GaussianBlur(self.small, (0, 0), 1.0), cv2.COLOR_BGR2LAB))
        out = np.zeros((BINS, *self.small.shape[:2]), np.uint8)
        for plane, floor in zip(planes, (24, 16, 16), strict=True):
            dx, dy = cv2.Sobel(plane, cv2.CV_16S, 1, 0), cv2.Sobel(plane, cv2.CV_16S, 0, 1)
            some = np.sort((np.abs(dx[::4, ::4]) + np.abs(dy[::4, ::4])).ravel())
            high = max(floor, float(some[int(0.9 * (len(some) - 1))]))
            ys, xs = np.nonzero(cv2.Canny(dx, dy, 0.45 * high, high))
            way = np.arctan2(dx[ys, xs].astype(float), -dy[ys, xs].astype(float)) % np.pi / np.pi * BINS
            bin_ = np.floor(way).astype(int) % BINS
            out[bin_, ys, xs] = 1
            out[(bin_ + np.where(way % 1 > 0.5, 1, -1)) % BINS, ys, xs] = 1
        return np.stack([cv2.dilate(one, np.ones((3, 3), np.uint8)) for one in out])

    def quads(self, like: Sequence[Points], free: Image) -> Points:
        """Where a card may lie that has a corner here: four corners each, clockwise, the one that shows first or last.

        `like` are cards of the same kind that were seen: the nearest tells how long a side must be in each direction.
        `free` is not 0 where a corner is sought.
        """
        short = float(np.median([min(np.hypot(*(r[1] - r[0])), np.hypot(*(r[2] - r[1]))) for r in like]))
        corners = self._corners(short, free)
        middles = np.stack([ring.mean(axis=0) for ring in like])
        nearest = np.hypot(*np.moveaxis(corners[:, None, :2] - middles[None], 2, 0)).argmin(axis=1)
        near = [(corners[nearest == i], ring) for i, ring in enumerate(like) if (nearest == i).any()]
        quads = np.concatenate([np.zeros((0, 4, 2)), *(_filled(*one, scale) for scale in NEARBY for one in near)])
        # Both sides must show for a bit from the corner on: side 0 from its start, side 3 to its end.
        sides = quads[:, NEXT] - quads
        for side, part in ((0, POINTS[:ROOT]), (3, POINTS[-ROOT:])):
            hit, _ = self._along(quads[:, [side]], sides[:, [side]], self.bare, self.near, part)
            rooted = hit[:, 0].sum(axis=1) >= ROOT - 2
            quads, sides = quads[rooted], sides[rooted]
        _, shown = self._along(quads, sides, self.bare, self.near)
        return np.asarray(quads[shown.sum(axis=(1, 2)) > len(POINTS)])

    def _corners(self, short: float, free: Image) -> Points:
        """Where two straight edges meet: the point, the directions in which they leave it, and how far they show."""
        if not free.any():
            return np.zeros((0, 8))
        # An edge that runs nowhere near has no part in a corner there.
        around = cv2.dilate(free, np.ones((2 * int(GAP * short) + 3,) * 2, np.uint8))
        ends = self.segments(around)
        ends = ends[np.hypot(*(ends[:, 2:] - ends[:, :2]).T) > LEAST * short]
        ends = ends[_touching(ends, around)]
        start, way = ends[:, :2], ends[:, 2:] - ends[:, :2]
        long = np.hypot(*way.T)
        way = way / np.maximum(long, 1e-6)[:, None]
        i, j = np.nonzero(np.triu(np.abs(way @ way.T) < SQUARE, 1))
        cross = way[i, 0] * way[j, 1] - way[i, 1] * way[j, 0]
        off = start[j] - start[i]
        along = (off[:, 0] * way[j, 1] - off[:, 1] * way[j, 0]) / cross
        meet = start[i] + way[i] * along[:, None]
        x, y = np.round(meet.T).astype(int)
        h, w = free.shape[:2]
        inside = (x >= 0) & (y >= 0) & (x < w) & (y < h)
        inside[inside] = free[y[inside], x[inside]] > 0
        i, j, meet, along = i[inside], j[inside], meet[inside], along[inside]
        other = ((meet - start[j]) * way[j]).sum(axis=1)
        out = [np.zeros((0, 8))]
        for a in (1, -1):
            far_a, gap_a = (long[i] - along, -along) if a == 1 else (along, along - long[i])
            for b in (1, -1):
                far_b, gap_b = (long[j] - other, -other) if b == 1 else (other, other - long[j])
                near = np.maximum(gap_a, gap_b) < GAP * short
                near &= np.minimum(far_a, far_b) > LEAST * short
                one, two = a * way[i[near]], b * way[j[near]]
                out.append(np.column_stack([meet[near], one, two, far_a[near], far_b[near]]))
        corners = np.concatenate(out)
        turn = corners[:, 2] * corners[:, 5] - corners[:, 3] * corners[:, 4]
        corners[turn < 0] = corners[turn < 0][:, [0, 1, 4, 5, 2, 3, 7, 6]]
        angle = np.arctan2(corners[:, 3], corners[:, 2])
        keys = np.round(np.column_stack([corners[:, :2] / 3, angle * 25])).astype(int)
        return corners[np.unique(keys, axis=0, return_index=True)[1]]

    def likely(self, quads: Points, rings: Sequence[Points], lies: Image) -> list[Likely]:
        """Those whose edge is there where these outlines do not cover it, the best first, doubles left out."""
        covered = _painted(self.small.shape, rings)
        rough = _share(*self._hits(quads, covered, self.near))
        # Of places borne out alike the one as large as the nearest card comes first: `quads` are in that order.
        some = quads[np.argsort(-rough, kind="stable")[:ROUGH]]
        fitted = self.fitted(some[: int((rough > LOOSE).sum())], rings, lies)
        fitted = [p for p in fitted if p.borne_out > TIGHT and p.shown > SHOWN and p.bare < BARE]
        return apart(sorted(fitted, key=lambda p: -round(p.borne_out, 1)))[:MOST]

    def fitted(self, quads: Points, rings: Sequence[Points], lies: Image, reach: int = 4) -> list[Likely]:
        """These quadrilaterals with their sides moved to the edges there, up to `reach` pixels."""
        covered = _painted(self.small.shape, rings)
        moved = self._fitted(quads, covered, reach)
        hits, showing = self._hits(moved, covered)
        good = _share(hits, showing)
        shown, bare = _within(moved, covered, lies)
        hidden = showing.sum(axis=2) <= len(POINTS) // 4
        return [
            Likely(q, float(g), float(s), float(b), tuple(h.tolist()))
            for q, g, s, b, h in zip(moved, good, shown, bare, hidden, strict=True)
        ]

    @cached_property
    def bare(self) -> Image:
        """What covers nothing."""
        return np.zeros(self.small.shape[:2], np.uint8)

    def lies_on(self, ring: Points, other: Points) -> bool:
        """Whether of two outlines that cross the first one's edge runs on within the second, and not the other way."""
        return self._inside(ring, other) > OVER and self._inside(other, ring) < UNDER

    def _inside(self, ring: Points, other: Points) -> float:
        """Of the part of an edge that lies within an outline, the share that is there; 0 where little is."""
        way = ring[NEXT] - ring
        at = (ring[:, None] + way[:, None] * POINTS[:, None]).reshape(-1, 2)
        corners = grown(other, 0.94).astype(float)
        step, off = corners[NEXT] - corners, at[:, None] - corners
        side = step[:, 0] * off[..., 1] - step[:, 1] * off[..., 0]
        within = (side >= 0).all(axis=1) | (side <= 0).all(axis=1)
        if within.sum() <= len(POINTS) // 4:
            return 0.0
        hit, shown = self._along(ring[None], way[None], self.bare)
        shown &= within.reshape(shown.shape)
        return float((hit & shown).sum() / shown.sum()) if shown.sum() > len(POINTS) // 4 else 0.0

    def _fitted(self, quads: Points, covered: Image, reach: int) -> Points:
        """The same with each side moved, a few pixels at either end, to where most of an edge runs."""
        best = np.zeros((len(quads), 4, 2))
        hits, showing = self._hits(quads, covered)
        most = hits.sum(axis=2).astype(float)
        step = quads[:, NEXT] - quads
        out = (
            np.stack([step[..., 1], -step[..., 0]], axis=2)
            / np.maximum(np.hypot(step[..., 0], step[..., 1]), 1e-6)[..., None]
        )
        ends = range(-reach, reach + 1, 2)
        for a, b in ((a, b) for a in ends for b in ends if abs(a - b) <= 4 and (a or b)):
            start, end = quads + a * out, quads[:, NEXT] + b * out
            # Ever less for moving: the place as it is, if that is as good.
            hit = self._along(start, end - start, covered)[0].sum(axis=2) - 0.1 * (abs(a) + abs(b))
            better = hit > most
            most[better] = hit[better]
            best[better] = a, b
        start, end = quads + best[..., :1] * out, quads[:, NEXT] + best[..., 1:] * out
        before, way = start[:, BEFORE], end - start
        prior = way[:, BEFORE]
        cross = prior[..., 0] * way[..., 1] - prior[..., 1] * way[..., 0]
        off = start - before
        t = (off[..., 0] * way[..., 1] - off[..., 1] * way[..., 0]) / np.where(np.abs(cross) < 1e-6, 1e-6, cross)
        corners = np.asarray(before + prior * t[..., None])
        shown = showing.sum(axis=2) > len(POINTS) // 4
        for k in range(4):
            a, b, c, d = ((k + n) % 4 for n in range(4))
            # How large it is shows in the side opposite to one that does not show.
            use = ~shown[:, k] & shown[:, b] & shown[:, c] & shown[:, d]
            size = _length(corners[use, d] - corners[use, c]) / _length(quads[use, d] - quads[use, c])
            for at, from_ in ((a, d), (b, c)):
                way = corners[use, at] - corners[use, from_]
                corners[use, at] = corners[use, from_] + way * (
                    size * _length(quads[use, at] - quads[use, from_]) / _length(way)
                )
        return corners

    def _hits(
        self, quads: Points, covered: Image, edges: NDArray[np.uint8] | None = None
    ) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
        """For some points along each side whether an edge runs there that way, and whether they show at all."""
        return self._along(quads, quads[:, NEXT] - quads, covered, edges)

    def _along(
        self,
        start: Points,
        step: Points,
        covered: Image,
        edges: NDArray[np.uint8] | None = None,
        points: Points = POINTS,
    ) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
        h, w = covered.shape
        bins = (np.arctan2(step[..., 1], step[..., 0]) % np.pi / np.pi * BINS).astype(np.int32) % BINS
        x, y = (np.rint(start[..., k, None] + step[..., k, None] * points).astype(np.int32) for k in (0, 1))
        shown = (x >= 1) & (y >= 1) & (x < w - 1) & (y < h - 1)
        at = y.clip(0, h - 1) * w + x.clip(0, w - 1)
        shown &= covered.reshape(-1)[at] == 0
        maps = self.directed if edges is None else edges
        return shown & (maps.reshape(-1)[bins[..., None] * (h * w) + at] > 0), shown


def _touching(ends: Points, where: Image) -> NDArray[np.bool_]:
    """Which of these segments run through a place that is not 0."""
    h, w = where.shape[:2]
    far = int(np.hypot(*(ends[:, 2:] - ends[:, :2]).T).max(initial=0.0) / 2) + 2
    share = np.linspace(0, 1, far)
    x = np.rint(ends[:, :1] + (ends[:, 2:3] - ends[:, :1]) * share).astype(int).clip(0, w - 1)
    y = np.rint(ends[:, 1:2] + (ends[:, 3:] - ends[:, 1:2]) * share).astype(int).clip(0, h - 1)
    return np.asarray((where[y, x] > 0).any(axis=1))


def _length(steps: Points) -> Points:
    """How long each of some steps is."""
    return np.asarray(np.maximum(np.hypot(steps[:, 0], steps[:, 1]), 1e-6)[:, None])


def _painted(shape: tuple[int, ...], rings: Sequence[Points]) -> Image:
    """1 where these outlines lie, else 0."""
    out = np.zeros(shape[:2], np.uint8)
    for ring in rings:
        cv2.fillPoly(out, [np.round(ring).astype(np.int32)], 1)
    return out


def _share(hit: NDArray[np.bool_], shown: NDArray[np.bool_]) -> NDArray[np.float64]:
    """Which share of the edge that shows is there; 0 where a side is missing or next to nothing shows."""
    hits, seen = hit.sum(axis=2), shown.sum(axis=2)
    counts = seen > len(POINTS) // 4
    worst = np.where(counts, hits / np.maximum(seen, 1), 1.0).min(axis=1)
    enough = (counts.sum(axis=1) >= 2) & (seen.sum(axis=1) > len(POINTS)) & (worst > 0.25)
    return np.where(enough, hits.sum(axis=1) / np.maximum(seen.sum(axis=1), 1), 0.0)


def _within(quads: Points, covered: Image, lies: Image) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Which share of each quadrilateral shows, and on which share of that no card seems to lie."""
    u, v = (grid.ravel()[None, :, None] for grid in np.meshgrid(np.linspace(0.06, 0.94, 9), np.linspace(0.06, 0.94, 9)))
    a, b, c, d = (quads[:, None, k] for k in range(4))
    at = np.round(a * (1 - u) * (1 - v) + b * u * (1 - v) + c * u * v + d * (1 - u) * v).astype(int)
    h, w = covered.shape
    inside = (at[..., 0] >= 0) & (at[..., 1] >= 0) & (at[..., 0] < w) & (at[..., 1] < h)
    x, y = at[..., 0].clip(0, w - 1), at[..., 1].clip(0, h - 1)
    shown = inside & (covered[y, x] == 0)
    bare = shown & (lies[y, x] <= MAYBE)
    return shown.mean(axis=1), bare.sum(axis=1) / np.maximum(shown.sum(axis=1), 1)


def apart(places: list[Likely]) -> list[Likely]:
    """Without those that are all but the same as one before."""
    if not places:
        return []
    quads = np.stack([p.quad for p in places])
    # The corners in one order, whichever a place was laid into.
    first = (quads @ np.array([1.0, 1.7])).argmin(axis=1)
    quads = quads[np.arange(len(quads))[:, None], (first[:, None] + np.arange(4)) % 4]
    near = np.abs(quads[:, None] - quads[None]).max(axis=(2, 3)) < 0.05 * _length(quads[:, 1] - quads[:, 0])
    kept: list[int] = []
    for i, row in enumerate(near):
        if not row[kept].any():
            kept.append(i)
    return [places[i] for i in kept]


def _filled(corners: Points, like: Points, scale: float) -> Points:
    """The quadrilaterals that cards of the size of this one, times `scale`, fill from these corners on.

    They are laid on the table as the known card lies in it, so that what is further away is smaller.
    """
    sides = np.hypot(*(like[[1, 2, 3, 0]] - like).T)
    ratio = float((sides[1] + sides[3]) / (sides[0] + sides[2]))
    if ratio < 1:
        like, ratio = np.roll(like, -1, axis=0), 1 / ratio
    flat = np.array([(0, 0), (1, 0), (1, ratio), (0, ratio)], np.float32)
    table = np.asarray(cv2.getPerspectiveTransform(flat, like.astype(np.float32)), float)
    back = np.linalg.inv(table)
    at = through(back, corners[:, :2])
    one, two = (through(back, corners[:, :2] + 4 * corners[:, k : k + 2]) - at for k in (2, 4))
    one, two = one / _length(one), two / _length(two)
    out = []
    for first, second in ((1.0, ratio), (ratio, 1.0)):
        across, down = one * first * scale, two * second * scale
        quads = np.stack([at, at + across, at + across + down, at + down], axis=1)
        quads = through(table, quads.reshape(-1, 2)).reshape(-1, 4, 2)
        # A side that shows further than the card is wide cannot be its short side.
        a, b = _length(quads[:, 1] - quads[:, 0]), _length(quads[:, 3] - quads[:, 0])
        out.append(quads[(corners[:, 6] < 1.08 * a[:, 0]) & (corners[:, 7] < 1.08 * b[:, 0])])
    return np.concatenate(out)
