"""Half-covered cards by a corner that shows: their size is that of a card already known, what is hidden is left out."""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards.gallery import Shelf
from vision.cards.geometry import FRAMES, Image, Points, from_quad, outline_of, sane, turned
from vision.cards.prints import INNER, SMALL, place_print

SHOWN: Final = 0.28
"""Less of a card than this is not looked for."""
MOST: Final = 24


def corner_quads(maps: list[Image], sides: tuple[float, float], free: Image) -> list[Points]:
    """Places a card of this size may have, judged by one corner and the two edges that leave it.

    `free` is not 0 where nothing was recognised; the corner must lie there.
    """
    short, long = sides
    h, w = free.shape
    out: list[Points] = []
    seen: set[tuple[int, int, int]] = set()
    for edges in maps:
        contours, _ = cv2.findContours(edges, cv2.RETR_LIST, cv2.CHAIN_APPROX_NONE)
        for contour in contours:
            if len(contour) < 2 * short:
                continue
            corners = cv2.approxPolyDP(contour, max(2.5, 0.03 * short), True)[:, 0].astype(float)
            if not 4 <= len(corners) <= 40:
                continue
            before, after = np.roll(corners, 1, axis=0) - corners, np.roll(corners, -1, axis=0) - corners
            la, lb = np.hypot(*before.T), np.hypot(*after.T)
            across = (before * after).sum(axis=1) / np.maximum(la * lb, 1e-6)
            for i in np.nonzero((np.abs(across) < 0.35) & (la > 0.3 * short) & (lb > 0.3 * short))[0]:
                x, y = int(corners[i][0]), int(corners[i][1])
                if not (0 <= x < w and 0 <= y < h) or not free[y, x]:
                    continue
                one, two = before[i] / la[i], after[i] / lb[i]
                key = (x // 6, y // 6, round(float(np.arctan2(one[1], one[0])) * 6))
                if key in seen:
                    continue
                seen.add(key)
                for a, b in ((short, long), (long, short)):
                    # A side that shows further than the card is wide cannot be its short side.
                    if la[i] > 1.12 * a or lb[i] > 1.12 * b:
                        continue
                    quad = np.array(
                        [corners[i], corners[i] + one * a, corners[i] + one * a + two * b, corners[i] + two * b]
                    )
                    out.append(quad if cv2.contourArea(quad.astype(np.float32), True) > 0 else quad[::-1])
    return out[: 4 * MOST]


def as_frame(quad: Points, shape: str) -> Points:
    """The place of a quadrilateral with its long sides upright."""
    step = np.hypot(*(quad[[1, 2, 3, 0]] - quad).T)
    return from_quad(quad[[1, 2, 3, 0]] if step[0] + step[2] > step[1] + step[3] else quad, shape)


def shown_small(shape: str, m: Points, rings: list[Points]) -> NDArray[np.float32]:
    """Which grains of a print at a place show: 1, or 0 under a card already recognised."""
    w, h = FRAMES[shape]
    mask = np.ones((h, w), np.uint8)
    back = np.linalg.inv(m)
    for ring in rings:
        local = np.column_stack([ring, np.ones(len(ring))]) @ back.T
        if (local[:, 2] > 0).all():
            cv2.fillPoly(mask, [np.round(local[:, :2] / local[:, 2:]).astype(np.int32)], 0)
    x, y = round(w * (1 - INNER) / 2), round(h * (1 - INNER) / 2)
    return np.asarray(
        cv2.resize(mask[y : h - y, x : w - x], SMALL[shape], interpolation=cv2.INTER_AREA) > 0.5, np.float32
    )


def part_scores(
    small: Image, m: Points, shape: str, shelf: Shelf, rings: list[Points]
) -> tuple[NDArray[np.float32], float]:
    """How alike the part that shows is to every sample, in four turns; and how much shows."""
    w, h = SMALL[shape]
    rows: list[NDArray[np.float32]] = []
    masks: list[NDArray[np.float32]] = []
    for quarter in (0, 1):
        way = turned(m, shape, quarter)
        rows.append(place_print(small, way, shape).reshape(h, w, 3))
        masks.append(shown_small(shape, way, rings))
    rows += [r[::-1, ::-1] for r in rows]
    masks += [k[::-1, ::-1] for k in masks]
    out = []
    for row, mask in zip(rows, masks, strict=True):
        weight = np.repeat(mask.reshape(-1), 3)
        seen = row.reshape(-1) * weight
        norm = np.sqrt(shelf.squares @ weight) * max(float(np.linalg.norm(seen)), 1e-6)
        out.append(shelf.prints @ seen / np.maximum(norm, 1e-6))
    return np.stack(out), float(masks[0].mean())


def hypotheses(
    small: Image, maps: list[Image], shelf: Shelf, shape: str, sides: tuple[float, float], rings: list[Points]
) -> list[tuple[float, int, Points]]:
    """Samples that may lie half covered: likeness of what shows, row and upright place, the likeliest first."""
    h, w = small.shape[:2]
    free = np.full((h, w), 255, np.uint8)
    for ring in rings:
        middle = ring.mean(axis=0)
        cv2.fillPoly(free, [np.round(middle + (ring - middle) * 0.97).astype(np.int32)], 0)
    found: list[tuple[float, int, Points]] = []
    for quad in corner_quads(maps, sides, free):
        m = as_frame(quad, shape)
        if not sane(m, shape, (w, h)) or (outline_of(m, shape).mean(axis=0) < 0).any():
            continue
        scores, shown = part_scores(small, m, shape, shelf, rings)
        if shown < SHOWN:
            continue
        best = int(scores.argmax())
        found.append(
            (float(scores.reshape(-1)[best]), best % scores.shape[1], turned(m, shape, best // scores.shape[1]))
        )
    found.sort(key=lambda f: -f[0])
    return found[:MOST]
