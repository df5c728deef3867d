"""Half-covered cards by a corner that shows: their size is that of a card already seen, what is hidden is left out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards.find import Place, backed, without
from vision.cards.geometry import Image, Points, from_quad, sane
from vision.cards.seen import key_of

if TYPE_CHECKING:
    from vision.cards.search import Search

MOST: Final = 24

Lines = list[list[NDArray[np.int32]]]
"""The lines of each of some edge maps."""


def lines(maps: tuple[Image, ...]) -> Lines:
    """The lines of some edge maps, point by point."""
    found = (cv2.findContours(m, cv2.RETR_LIST, cv2.CHAIN_APPROX_NONE)[0] for m in maps)
    return [[np.asarray(line, np.int32) for line in map_] for map_ in found]


def by_side(search: Search) -> None:
    """Cards that lie on others like them, so that only one whole side shows clearly."""
    if "rect" not in search.gallery.shelves:
        return
    shape, (h, w) = "rect", search.small.shape[:2]
    rings = search.rings()
    if (key := key_of(rings)) not in search.drawn:
        search.drawn[key] = lines(without((search.edges.strongest, search.edges.strong), rings))
    quads = side_quads(search.drawn[key], search.gallery.shelves["rect"].aspects, 0.045 * max(w, h))
    places = [Place(shape, as_frame(quad, shape), 1.0) for quad in quads]
    search.attempt(backed(search.edges, [p for p in places if sane(p.m, shape, (w, h))], search.limits.sides), True)


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


def as_frame(quad: Points, shape: str) -> Points:
    """The place of a quadrilateral with its long sides upright."""
    step = np.hypot(*(quad[[1, 2, 3, 0]] - quad).T)
    return from_quad(quad[[1, 2, 3, 0]] if step[0] + step[2] > step[1] + step[3] else quad, shape)
