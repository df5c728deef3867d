"""Several frames of one roll: still or rolling, a vote over the burst, and what changed on the table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING

import cv2
import numpy as np

from tableside.core.moves import text
from tableside.core.readings import Advice, Alternative, DieReading, Readings, Verdict

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Image = NDArray[np.uint8]

SMALL = 160
MOVED = 18
"""A pixel that changed by this much of 255 has moved; less is noise and flicker."""
ROLLING = 0.004
"""Share of moved pixels from which something is still moving: a die of 10 in 160 pixels."""
OTHER_TABLE = 0.6
"""With more of the picture changed than this, the earlier photo tells nothing."""
COMPARED = 960
LEAST_MARKS = 20
"""How large photos are when they are laid on each other, and how many marks must agree on how."""
NEAR = 0.5
"""Two places are one die when their centres are within this share of its size."""


def _at_most(image: Image, side: int) -> Image:
    """The picture, its longer side no longer than this."""
    scale = min(1.0, side / max(image.shape[:2]))
    size = (max(1, round(image.shape[1] * scale)), max(1, round(image.shape[0] * scale)))
    return np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA), np.uint8)


def _grey(image: Image) -> NDArray[np.float32]:
    return np.asarray(cv2.cvtColor(_at_most(image, SMALL), cv2.COLOR_BGR2GRAY), np.float32)


def motion(before: Image, after: Image) -> float:
    """Share of the picture that moved between two frames of one size, a change of brightness left out."""
    a, b = _grey(before), _grey(after)
    if a.shape != b.shape:
        return 1.0
    b = b + (float(np.median(a)) - float(np.median(b)))
    return float((np.abs(a - b) > MOVED).mean())


def still(frames: Sequence[Image]) -> bool:
    """Nothing moved through the burst."""
    return all(motion(a, b) < ROLLING for a, b in pairwise(frames))


def vote(frames: Sequence[Image], read: Callable[[Image], Readings]) -> Readings:
    """The readings of a burst as one: dice seen in most frames, their chances averaged."""
    if not frames:
        raise ValueError("a vote needs at least one frame")
    if len(frames) == 1:
        return read(frames[0])
    last = read(frames[-1])
    if not still(frames):
        told = (*last.advice, Advice(text("vision.still_rolling")))
        return replace(last, verdict=Verdict.NONE if last.verdict is Verdict.NONE else Verdict.CLOSE, advice=told)
    every = [read(f) for f in frames[:-1]] + [last]
    dice, split = [], False
    for group in _groups(every):
        if len(group) * 2 <= len(frames):
            split = True
            continue
        merged, agreed = _merge(group)
        split = split or not agreed or len(group) < len(frames)
        dice.append(merged)
    verdicts = Counter(r.verdict for r in every)
    verdict = Verdict.CLOSE if split or verdicts[Verdict.CLEAR] * 2 <= len(every) else Verdict.CLEAR
    if not dice:
        verdict = Verdict.NONE
    told = last.advice
    if split:
        told = (*told, Advice(text("vision.frames_disagree")))
    return replace(last, verdict=verdict, dice=tuple(dice), advice=told, ms=round(sum(r.ms for r in every), 1))


def _groups(every: Sequence[Readings]) -> list[list[DieReading]]:
    """The dice of all frames, one list per place."""
    groups: list[list[DieReading]] = []
    for readings in every:
        free = list(groups)
        for die in readings.dice:
            size = max(die.box[2], die.box[3])
            home = next((g for g in free if _apart(g[-1], die) < NEAR * size), None)
            if home is None:
                groups.append([die])
            else:
                home.append(die)
                free = [g for g in free if g is not home]
    return groups


def _apart(a: DieReading, b: DieReading) -> float:
    ax, ay = a.box[0] + a.box[2] / 2, a.box[1] + a.box[3] / 2
    return float(np.hypot(ax - b.box[0] - b.box[2] / 2, ay - b.box[1] - b.box[3] / 2))


def _merge(group: Sequence[DieReading]) -> tuple[DieReading, bool]:
    """One die from several views of it, and whether they said the same."""
    total: Counter[int | str] = Counter()
    for die in group:
        for alternative in die.alternatives:
            total[alternative.value] += alternative.p / len(group)  # type: ignore[assignment]
    ranked = tuple(Alternative(v, round(float(p), 4)) for v, p in sorted(total.items(), key=lambda pair: -pair[1]))
    agreed = len({die.value for die in group}) == 1
    best = max(group, key=lambda d: d.alternatives[0].p if d.alternatives else 0.0)
    return replace(best, alternatives=ranked), agreed


def changed(before: Image, after: Image) -> NDArray[np.bool_] | None:
    """Where the table differs from how it was before the roll; None when the photos are of two tables.

    The answer is a grid of at most COMPARED cells a side. A hand that moved a little between the two is made up for; a
    change of brightness is left out.
    """
    before, after = (_at_most(image, COMPARED) for image in (before, after))
    earlier = _laid_on(before, after)
    if earlier is None or float(earlier[1].mean()) < 1 - OTHER_TABLE:
        return None
    picture, inside = earlier
    a, b = (cv2.GaussianBlur(v, (0, 0), 1.5).astype(np.float32) for v in (picture, after))
    b = b + (np.median(a[inside], 0) - np.median(b[inside], 0))
    # Edges that lie a pixel off are no change: the nearest of the neighbours counts.
    near = np.ones((5, 5), np.uint8)
    off = np.maximum(b - cv2.dilate(a, near), cv2.erode(a, near) - b).max(2)
    moved = np.asarray((off > MOVED) | ~inside)
    return None if float(moved.mean()) > OTHER_TABLE else moved


def _laid_on(before: Image, after: Image) -> tuple[Image, NDArray[np.bool_]] | None:
    """The earlier photo as seen from where the later one was taken, and where it shows anything."""
    h, w = after.shape[:2]
    if before.shape == after.shape and motion(before, after) < OTHER_TABLE / 4:
        return before, np.ones((h, w), np.bool_)
    points, words = [], []
    for image in (before, after):
        grey = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
        keys, found = cv2.ORB.create(800).detectAndCompute(grey, np.full_like(grey, 255))
        if found is None or len(keys) < LEAST_MARKS:
            return None
        points.append(np.array([key.pt for key in keys], np.float32))
        words.append(found)
    pairs = cv2.BFMatcher(cv2.NORM_HAMMING, crossCheck=True).match(*words)
    one, two = (
        np.array([points[k][i] for i in rows], np.float32)
        for k, rows in enumerate(([p.queryIdx for p in pairs], [p.trainIdx for p in pairs]))
    )
    if len(pairs) < LEAST_MARKS:
        return None
    m, held = cv2.findHomography(one, two, cv2.RANSAC, 4.0)
    if m is None or int(held.sum()) < LEAST_MARKS:
        return None
    seen = cv2.warpPerspective(np.full(before.shape[:2], 255, np.uint8), m, (w, h)) == 255
    return np.asarray(cv2.warpPerspective(before, m, (w, h))), seen
