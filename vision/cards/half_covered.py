"""Half-covered cards by a corner that shows: their size is that of a card already seen, what is hidden is left out."""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards.gallery import Shelf
from vision.cards.geometry import FRAMES, Image, Points, from_quad, outline_of, sane, through, turned
from vision.cards.thumbnail_print import INNER, SMALL, finer, place_print

SHOWN: Final = 0.16
"""Less of a card than this in one piece is not looked for."""
MOST: Final = 24
SCALE: Final = 0.16
"""How much nearer or further away than the known one a card of the same size may lie."""
NEARBY: Final = (0.93, 1.0, 1.07)

Corner = tuple[Points, Points]
"""A corner that shows, and the quadrilateral a card with that corner would fill."""
Lines = list[list[NDArray[np.int32]]]
"""The lines of each of some edge maps."""


def lines(maps: tuple[Image, ...]) -> Lines:
    """The lines of some edge maps, point by point."""
    found = (cv2.findContours(m, cv2.RETR_LIST, cv2.CHAIN_APPROX_NONE)[0] for m in maps)
    return [[np.asarray(line, np.int32) for line in map_] for map_ in found]


def corner_quads(drawn: Lines, like: Points, free: Image) -> list[Corner]:
    """Places a card may have, judged by one corner and the two edges that leave it.

    `like` is a card of the same kind that was seen, its short side first: it tells how long a side must be in each
    direction. `free` is not 0 where something is left unexplained; the corner must lie there.
    """
    sides = like[[1, 2]] - like[[0, 1]]
    # To plane units: the short side of the known card and its long side, both 1 long.
    flat = np.linalg.inv(sides.T)
    short = float(np.hypot(*sides[0]))
    ratio = float(np.hypot(*sides[1])) / short
    h, w = free.shape
    out: list[Corner] = []
    seen: set[tuple[int, int, int]] = set()
    for contours in drawn:
        for contour in contours:
            if len(contour) < 2 * short:
                continue
            corners = cv2.approxPolyDP(contour, max(2.5, 0.03 * short), True)[:, 0].astype(float)
            if not 4 <= len(corners) <= 40:
                continue
            before, after = np.roll(corners, 1, axis=0) - corners, np.roll(corners, -1, axis=0) - corners
            la, lb = np.hypot(*before.T), np.hypot(*after.T)
            across = (before * after).sum(axis=1) / np.maximum(la * lb, 1e-6)
            square = (np.abs(across) < 0.35) & (la > 0.3 * short) & (lb > 0.3 * short)
            for i in np.nonzero(square)[0]:
                x, y = int(corners[i][0]), int(corners[i][1])
                if not (0 <= x < w and 0 <= y < h) or not free[y, x]:
                    continue
                one, two = before[i] / la[i], after[i] / lb[i]
                key = (x // 6, y // 6, round(float(np.arctan2(one[1], one[0])) * 6))
                if key in seen:
                    continue
                seen.add(key)
                whole = (bool(square[i - 1]), bool(square[(i + 1) % len(corners)]))
                for a, b in _lengths(flat, ratio, one, two, (la[i], lb[i]), whole):
                    quad = np.array(
                        [corners[i], corners[i] + one * a, corners[i] + one * a + two * b, corners[i] + two * b]
                    )
                    clockwise = cv2.contourArea(quad.astype(np.float32), True) > 0
                    out.append((corners[i], quad if clockwise else quad[::-1]))
    return out[: 6 * MOST]


def side_quads(drawn: Lines, slim: tuple[float, float], least: float) -> list[Points]:
    """Places a card that lies on others may have, judged by one whole side of it: between two corners that show.

    `slim`: how wide the known cards are, as a share of their height, from and to; `least`: the shortest side.
    """
    out: list[Points] = []
    seen: set[tuple[int, ...]] = set()
    aspect = (slim[0] + slim[1]) / 2
    for contours in drawn:
        for contour in sorted((c for c in contours if len(c) > 5 * least), key=len, reverse=True)[:MOST]:
            corners = cv2.approxPolyDP(contour, max(2.5, 0.012 * len(contour) ** 0.9), True)[:, 0].astype(float)
            if not 5 <= len(corners) <= 40:
                continue
            step = np.roll(corners, -1, axis=0) - corners
            long = np.hypot(*step.T)
            way = step / np.maximum(long, 1e-6)[:, None]
            before = np.roll(way, 1, axis=0)
            turn = before[:, 0] * way[:, 1] - before[:, 1] * way[:, 0]
            for i in np.nonzero(long > least)[0]:
                j = (i + 1) % len(corners)
                # Both corners turn the same way, about square, and the sides that leave them show for a bit.
                if turn[i] * turn[j] < 0 or min(abs(turn[i]), abs(turn[j])) < 0.9:
                    continue
                if min(long[i - 1], long[j]) < 0.25 * long[i]:
                    continue
                key = tuple(int(v) for v in np.concatenate([corners[i] + corners[j], way[i] * 12]) // 8)
                if key in seen:
                    continue
                seen.add(key)
                for length in (long[i] / aspect, long[i] * aspect):
                    quad = np.array(
                        [corners[i], corners[j], corners[j] + way[j] * length, corners[i] - way[i - 1] * length]
                    )
                    clockwise = cv2.contourArea(quad.astype(np.float32), True) > 0
                    out.append(quad if clockwise else quad[::-1])
    return out[: 2 * MOST]


def _lengths(
    flat: Points, ratio: float, one: Points, two: Points, seen: tuple[float, float], whole: tuple[bool, bool]
) -> list[tuple[float, float]]:
    """How long the two sides at a corner may be: one is the short side, the other the long one."""
    out = []
    stretch = np.array([1.0, ratio])
    for first, second in ((1.0, ratio), (ratio, 1.0)):
        a = first / float(np.hypot(*(flat @ one * stretch)))
        b = second / float(np.hypot(*(flat @ two * stretch)))
        # A side that ends in another corner shows the card's own scale, nearer or further away.
        scales = [s / side for s, side, w in zip(seen, (a, b), whole, strict=True) if w and abs(s / side - 1) < SCALE]
        for scale in (float(np.mean(scales)),) if scales else NEARBY:
            # A side that shows further than the card is wide cannot be its short side.
            if seen[0] < 1.08 * a * scale and seen[1] < 1.08 * b * scale:
                out.append((a * scale, b * scale))
    return out


def as_frame(quad: Points, shape: str) -> Points:
    """The place of a quadrilateral with its long sides upright."""
    step = np.hypot(*(quad[[1, 2, 3, 0]] - quad).T)
    return from_quad(quad[[1, 2, 3, 0]] if step[0] + step[2] > step[1] + step[3] else quad, shape)


def shown_small(shape: str, m: Points, corner: Points, rings: list[Points]) -> NDArray[np.uint8]:
    """Which grains of a print at a place show in one piece with the corner: 1, or 0 under or behind other cards."""
    w, h = FRAMES[shape]
    mask = np.ones((h, w), np.uint8)
    back = np.linalg.inv(m)
    for ring in rings:
        local = np.column_stack([ring, np.ones(len(ring))]) @ back.T
        if (local[:, 2] > 0).all():
            cv2.fillPoly(mask, [np.round(local[:, :2] / local[:, 2:]).astype(np.int32)], 0)
    x, y = round(w * (1 - INNER) / 2), round(h * (1 - INNER) / 2)
    sw, sh = SMALL[shape]
    grains = np.asarray(cv2.resize(mask[y : h - y, x : w - x] * 255, (sw, sh), interpolation=cv2.INTER_AREA) > 200)
    n, labels = cv2.connectedComponents(grains.astype(np.uint8), connectivity=4)
    if n < 2:
        return np.zeros((sh, sw), np.uint8)
    at = through(back, corner[None])[0] / (w, h) * (sw, sh)
    ys, xs = np.nonzero(labels)
    nearest = int(np.hypot(xs - at[0], ys - at[1]).argmin())
    return np.asarray(labels == labels[ys[nearest], xs[nearest]], np.uint8)


def hypotheses(
    small: Image, drawn: Lines, shelf: Shelf, shape: str, like: Points, rings: list[Points], free: Image
) -> list[tuple[float, float, int, Points]]:
    """Samples that may lie half covered, the likeliest first: likeness, its lead, row and upright place."""
    h, w = small.shape[:2]
    sw, sh = SMALL[shape]
    ways: list[Points] = []
    rows: list[NDArray[np.float32]] = []
    weights: list[NDArray[np.float32]] = []
    for corner, quad in corner_quads(drawn, like, free):
        m = as_frame(quad, shape)
        if not sane(m, shape, (w, h)) or (outline_of(m, shape).mean(axis=0) < 0).any():
            continue
        for quarter in (0,) if shape == "rect" else (0, 1):
            way = turned(m, shape, quarter)
            shown = shown_small(shape, way, corner, rings)
            if not SHOWN < shown.mean() < 1.0:
                continue
            # Next to what lies on it a card shows a sleeve's rim or a shadow: further off counts more.
            off = cv2.distanceTransform(cv2.copyMakeBorder(shown, 1, 1, 1, 1, cv2.BORDER_REPLICATE), cv2.DIST_L2, 3)
            mask = np.repeat(np.clip((off[1:-1, 1:-1, None] - 1) / 3, 0, 1), 3, axis=2)
            seen = finer(place_print(small, way, shape), shape).reshape(sh, sw, 3) * mask
            for half in (1, -1):
                ways.append(turned(way, shape, 0 if half == 1 else 2))
                rows.append(np.asarray(seen[::half, ::half], np.float32).reshape(-1))
                weights.append(mask[::half, ::half].reshape(-1).astype(np.float32))
    if not ways:
        return []
    each = np.stack(rows)
    norm = np.sqrt(np.stack(weights) @ (shelf.fine * shelf.fine).T) * np.linalg.norm(each, axis=1)[:, None]
    scores = each @ shelf.fine.T / np.maximum(norm, 1e-6)
    found = []
    for score, way in zip(scores, ways, strict=True):
        row = int(score.argmax())
        next_ = score[shelf.ids != shelf.ids[row]].max(initial=0.0)
        found.append((float(score[row]), float(score[row] - next_), row, way))
    found.sort(key=lambda f: -f[0])
    return found[:MOST]
