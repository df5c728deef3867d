"""Covered cards by their local marks: words looked up in cells, votes for a place that agree, then a close look."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards.geometry import FRAMES, Points, sane, through
from vision.cards.sample import Sample

CELL_OF: Final = 300
"""Marks in one cell of the index, about; the more cards, the more cells, so that a look-up costs the same."""
PROBES: Final = 6
SHORT: Final = 32
"""Numbers a mark is shortened to for the first comparison."""
ASTRAY: Final = 0.05
"""A mark further off than this share of a card's length is not where it should be."""
ALIKE: Final = 0.83
"""Words less alike than this do not vote."""


@dataclass(frozen=True, slots=True)
class Sighting:
    """A place where a sample's marks agree that it lies."""

    row: int
    m: Points
    votes: int
    known: Points
    seen: Points
    """The marks that agree, in the sample's frame and in the picture."""


class Index:
    """Every mark of every sample, sorted into cells so that a look-up costs the same for many cards as for few."""

    def __init__(self, samples: list[Sample]) -> None:
        self.shapes = [s.shape for s in samples]
        counts = [len(s.descriptors) for s in samples]
        words = np.concatenate([s.descriptors for s in samples]) if samples else np.zeros((0, 128), np.uint8)
        owner = np.repeat(np.arange(len(counts), dtype=np.int32), counts)
        marks = np.concatenate([s.marks for s in samples]) if samples else np.zeros((0, 4), np.float32)
        cells = max(1, len(words) // CELL_OF)
        rng = np.random.default_rng(7)
        some = _floats(words[rng.choice(len(words), min(len(words), 6000), replace=False)])
        self.middle = some.mean(axis=0) if len(some) else np.zeros(128, np.float32)
        spread = (some - self.middle).T @ (some - self.middle)
        self.axes = np.asarray(np.linalg.eigh(spread)[1][:, ::-1][:, :SHORT], np.float32)
        short = np.concatenate([self._shortened(part) for part in np.array_split(words, 1 + len(words) // 8000)])
        self.centres = _centres(short[rng.choice(len(short), min(len(short), 12 * cells), replace=False)], cells)
        home = np.concatenate([_nearest(part, self.centres) for part in np.array_split(short, 1 + len(short) // 8000)])
        order = np.argsort(home, kind="stable")
        self.words, self.owner, self.marks, self.short = words[order], owner[order], marks[order], short[order]
        self.length = np.asarray((self.short * self.short).sum(axis=1))
        self.starts = np.searchsorted(home[order], np.arange(len(self.centres) + 1))

    def _shortened(self, words: NDArray[np.uint8]) -> NDArray[np.float32]:
        return np.asarray((_floats(words) - self.middle) @ self.axes)

    def lookup(
        self, words: NDArray[np.uint8], most: int = 3
    ) -> tuple[NDArray[np.intp], NDArray[np.intp], NDArray[np.float32]]:
        """For each word seen, the known marks most like it: pairs (seen, known) and their likeness."""
        none: NDArray[np.intp] = np.zeros(0, np.intp)
        if not len(self.words) or not len(words):
            return none, none, np.zeros(0, np.float32)
        seen = self._shortened(words)
        far = 2 * (1 - ALIKE)  # the squared distance of two unit words that are just alike enough
        near = _gaps(seen, self.centres, (self.centres * self.centres).sum(axis=1))
        probes = min(PROBES, len(self.centres))
        cells = np.argpartition(near, probes - 1, axis=1)[:, :probes].reshape(-1)
        order = np.argsort(cells, kind="stable")
        bounds = np.searchsorted(cells[order], np.arange(len(self.centres) + 1))
        lengths = (seen * seen).sum(axis=1)
        queries: list[NDArray[np.intp]] = [none]
        known: list[NDArray[np.intp]] = [none]
        for cell in np.unique(cells):
            a, b = self.starts[cell], self.starts[cell + 1]
            rows = order[bounds[cell] : bounds[cell + 1]] // probes
            if a == b:
                continue
            gaps = _gaps(seen[rows], self.short[a:b], self.length[a:b])
            few = min(most, b - a)
            best = np.argpartition(gaps, few - 1, axis=1)[:, :few]
            i, j = np.nonzero(np.take_along_axis(gaps, best, axis=1) < (far - lengths[rows])[:, None])
            queries.append(rows[i])
            known.append(best[i, j] + a)
        q, k = np.concatenate(queries), np.concatenate(known)
        # Shortened words are never further apart than whole ones; now look exactly.
        s = np.einsum("ij,ij->i", _floats(words)[q], _floats(self.words[k]))
        order = np.lexsort((-s, q))
        q, k, s = q[order], k[order], s[order]
        first = np.searchsorted(q, q)
        keep = (np.arange(len(q)) - first < most) & (s > ALIKE) & (s > s[first] - 0.06)
        return q[keep], k[keep], s[keep]


def _gaps(one: NDArray[np.float32], others: NDArray[np.float32], lengths: NDArray[np.float32]) -> NDArray[np.float32]:
    """Squared distances, less the length of the first."""
    return np.asarray(lengths - 2 * (one @ others.T))


def _nearest(words: NDArray[np.float32], centres: NDArray[np.float32]) -> NDArray[np.intp]:
    if not len(words):
        return np.zeros(0, np.intp)
    return np.asarray(_gaps(words, centres, (centres * centres).sum(axis=1)).argmin(axis=1))


def _centres(words: NDArray[np.float32], cells: int) -> NDArray[np.float32]:
    """Middles of as many groups of words that are alike."""
    centres = words[:cells]
    for _ in range(3):
        home = _nearest(words, centres) if len(centres) else np.zeros(0, np.intp)
        sums = np.zeros_like(centres)
        np.add.at(sums, home, words)
        count = np.bincount(home, minlength=len(centres))[:, None]
        centres = np.where(count > 0, sums / np.maximum(count, 1), centres).astype(np.float32)
    return centres


def _floats(words: NDArray[np.uint8]) -> NDArray[np.float32]:
    out = words.astype(np.float32)
    out /= np.maximum(np.linalg.norm(out, axis=1, keepdims=True), 1e-6)
    return out


def sightings(
    index: Index,
    marks: NDArray[np.float32],
    words: NDArray[np.uint8],
    size: tuple[int, int],
    most: int = 8,
    least: int = 4,
) -> list[Sighting]:
    """Where known cards may lie by the marks seen, the most agreed first."""
    q, k, _ = index.lookup(words)
    out: list[Sighting] = []
    if not len(q):
        return out
    owner = index.owner[k]
    counts = np.bincount(owner, minlength=len(index.shapes))
    for row in np.argsort(-counts)[: 3 * most]:
        if counts[row] < least:
            break
        mine = owner == row
        shape = index.shapes[row]
        out += _agreed(int(row), shape, marks[q[mine]], index.marks[k[mine]], size, least)
    out.sort(key=lambda s: -s.votes)
    return out[:most]


def _agreed(
    row: int, shape: str, seen: NDArray[np.float32], known: NDArray[np.float32], size: tuple[int, int], least: int
) -> list[Sighting]:
    """Groups of marks that mean the same place."""
    w, h = FRAMES[shape]
    out: list[Sighting] = []
    turn = np.radians(seen[:, 3] - known[:, 3])
    scale = seen[:, 2] / np.maximum(known[:, 2], 1e-3)
    dx, dy = w / 2 - known[:, 0], h / 2 - known[:, 1]
    c, s = np.cos(turn) * scale, np.sin(turn) * scale
    # Each pair alone says where the card's centre is, how large and how turned it lies.
    x, y = seen[:, 0] + c * dx - s * dy, seen[:, 1] + s * dx + c * dy
    left = np.arange(len(seen))
    for _ in range(4):
        if len(left) < least:
            break
        lx, ly, ls, lt = x[left], y[left], scale[left], turn[left]
        reach = 0.22 * h * np.minimum(ls[:, None], ls[None, :])
        spin = np.abs((lt[:, None] - lt[None, :] + np.pi) % (2 * np.pi) - np.pi)
        agree = (
            (np.hypot(lx[:, None] - lx, ly[:, None] - ly) < reach)
            & (spin < 0.45)
            & (np.abs(np.log(ls[:, None] / ls)) < 0.45)
        )
        many = agree.sum(axis=1)
        top = int(many.argmax())
        if many[top] < least:
            break
        group = left[agree[top]]
        m, inside = _fit(known[group, :2], seen[group, :2], size, shape)
        mine, there = known[group, :2][inside], seen[group, :2][inside]
        votes = len(np.unique(np.round(there), axis=0))
        if m is not None and votes >= least:
            out.append(Sighting(row, m, votes, mine.astype(float), there.astype(float)))
        left = left[~agree[top]]
    return out


def _fit(
    known: NDArray[np.float32], seen: NDArray[np.float32], size: tuple[int, int], shape: str
) -> tuple[Points | None, NDArray[np.bool_]]:
    """Where the card lies by pairs of marks, if anywhere, and which of them agree with that."""
    nowhere = None, np.zeros(len(known), bool)
    fit: Any
    fit, kept = cv2.estimateAffine2D(known, seen, method=cv2.RANSAC, ransacReprojThreshold=4.0, maxIters=300)
    if fit is None:
        return nowhere
    inside = kept[:, 0] > 0
    m = np.vstack([fit, (0, 0, 1)])
    good = sane(m, shape, size) and _upright(m)
    if inside.sum() < 7 or not good:
        fit, near = cv2.estimateAffinePartial2D(known, seen, method=cv2.RANSAC, ransacReprojThreshold=5.0, maxIters=300)
        if fit is None:
            return nowhere
        m, inside = np.vstack([fit, (0, 0, 1)]), near[:, 0] > 0
        if not sane(m, shape, size):
            return nowhere
    if inside.sum() >= 12:
        full, held = cv2.findHomography(known, seen, cv2.RANSAC, 4.0, maxIters=300)
        if full is not None and held.sum() >= inside.sum() and sane(full, shape, size):
            m, inside = full, held[:, 0] > 0
    return np.asarray(m, float), inside


def beside(sighting: Sighting, shape: str, aspect: float, like: Points) -> Points | None:
    """The same card's place when it lies flat beside one like it, of the same size; None when its marks are not there.

    `like` is that card's place. Then only where the card lies and how it is turned is left open, so that a few marks in
    one corner say where the others are.
    """
    w, h = FRAMES[shape]
    even = np.diag([aspect / w, 1 / h, 1.0])
    flat = even @ np.linalg.inv(like)
    p, q = through(even, sighting.known), through(flat, sighting.seen)
    for _ in range(2):
        a, b = p - p.mean(axis=0), q - q.mean(axis=0)
        turn = np.arctan2((a[:, 0] * b[:, 1] - a[:, 1] * b[:, 0]).sum(), (a * b).sum())
        c, s = np.cos(turn), np.sin(turn)
        r = np.array([[c, -s], [s, c]])
        t = q.mean(axis=0) - r @ p.mean(axis=0)
        off = np.hypot(*(p @ r.T + t - q).T)
        near = off < ASTRAY
        if near.sum() < 3:
            return None
        p, q = p[near], q[near]
    if off.mean() > ASTRAY / 2:
        return None
    return np.asarray(like @ np.linalg.inv(even) @ np.block([[r, t[:, None]], [np.zeros((1, 2)), 1.0]]) @ even)


def _upright(m: Points) -> bool:
    """Whether the map stretches both ways about alike, as a card seen from above does."""
    one, two = np.linalg.svd(m[:2, :2], compute_uv=False)
    return bool(two > 0.5 * one)
