"""Where something card-like lies: quadrilaterals, ellipses and hexagons among the edges of the photo."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards.geometry import FRAMES, Image, Points, area, from_hexagon, from_quad, outline_of, sane

SIDE: Final = 720
"""The longer side of the picture in which edges are sought."""
SMALLEST: Final = 0.0022
"""The smallest card, as a share of the photo."""
TOKEN: Final = 0.0012
"""The smallest round token."""
SAME: Final = 2.0
"""Outlines whose edges are no further apart than this, in pixels of the small picture, are one."""
FILLED: Final = 0.7
"""An outline that fills less than this of the rectangle around it is no card."""
BACKED: Final = 0.5
"""An outline with less of it along edges than this is an accident."""


@dataclass(frozen=True)
class Place:
    """Where something card-like lies: the homography from the shape's frame to the picture that was searched."""

    shape: str
    m: Points
    fit: float
    """How well the outline is that shape: 1 is perfect."""
    support: float = 1.0
    """Share of the outline along which the picture really changes."""

    @cached_property
    def ring(self) -> Points:
        return outline_of(self.m, self.shape)


def shrunk(photo: Image, side: int = SIDE) -> tuple[Image, float]:
    """The photo made small enough to search, and by how much."""
    scale = min(1.0, side / max(photo.shape[:2]))
    if scale == 1.0:
        return photo, 1.0
    size = (max(1, round(photo.shape[1] * scale)), max(1, round(photo.shape[0] * scale)))
    how = cv2.INTER_AREA if scale < 0.45 else cv2.INTER_LINEAR
    return np.asarray(cv2.resize(photo, size, interpolation=how)), scale


@dataclass(frozen=True)
class Edges:
    """The edges of a photo: two maps that show most cards, more for what those leave open, and all there is."""

    light: Image
    colours: tuple[Image, ...]
    """Thin as yet: most photos are read without them."""
    strongest: Image
    strong: Image

    @property
    def first(self) -> tuple[Image, ...]:
        return self.strongest, self.light

    @cached_property
    def more(self) -> tuple[Image, ...]:
        return self.strong, *map(wide, self.colours), _blobs(self.strongest), _blobs(self.strong)


def wide(edges: Image) -> Image:
    """Edges a pixel wider on every side."""
    return np.asarray(cv2.dilate(edges, np.ones((3, 3), np.uint8)))


def without(maps: tuple[Image, ...], rings: list[Points]) -> tuple[Image, ...]:
    """Maps with nothing where these outlines are."""
    out = tuple(m.copy() for m in maps)
    for ring in rings:
        middle = ring.mean(axis=0)
        flat = np.round(middle + (ring - middle) * 1.03).astype(np.int32)
        for m in out:
            cv2.fillPoly(m, [flat], 0)
    return out


def edge_maps(small: Image, where: Image | None = None) -> Edges:
    """The strongest and the strong edges of lightness and of each colour axis, and solid blobs of them.

    How strong is judged against the photo itself: on a grainy table only what stands out from the grain is an edge.
    `where`: 0 where none is sought.
    """
    return edges_in(edge_lines(small), where)


def edge_lines(small: Image) -> tuple[list[Image], list[Image]]:
    """Lines along the strongest and the strong edges of lightness and of each colour axis."""
    planes = cv2.split(cv2.cvtColor(cv2.GaussianBlur(small, (0, 0), 1.0), cv2.COLOR_BGR2LAB))
    strongest: list[Image] = []
    strong: list[Image] = []
    for plane, floor in zip(planes, (36, 24, 24), strict=True):
        dx, dy = cv2.Sobel(plane, cv2.CV_16S, 1, 0), cv2.Sobel(plane, cv2.CV_16S, 0, 1)
        some = np.sort((np.abs(dx[::4, ::4]) + np.abs(dy[::4, ::4])).ravel())
        for share, out in ((0.985, strongest), (0.94, strong)):
            high = max(floor, float(some[int(share * (len(some) - 1))]))
            out.append(np.asarray(cv2.Canny(dx, dy, 0.45 * high, high)))
    return strongest, strong


def edges_in(drawn: tuple[list[Image], list[Image]], where: Image | None = None) -> Edges:
    """The edges along these lines; `where`: 0 where none is sought."""
    strongest, strong = drawn if where is None else ([line & where for line in some] for some in drawn)
    light, *colours = strong
    few, many = (wide(one | two | three) for one, two, three in (strongest, strong))
    return Edges(wide(light), tuple(colours), few, many)


def _blobs(edges: Image) -> Image:
    """Dense edges made solid and cut free of thin lines that run into them."""
    solid = cv2.morphologyEx(edges, cv2.MORPH_CLOSE, np.ones((7, 7), np.uint8))
    holes, _ = cv2.findContours(255 - solid, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    most = 0.02 * edges.size
    small = [c for c in holes if len(c) < 400 and cv2.contourArea(c) < most]
    cv2.drawContours(solid, small, -1, 255, -1)
    return np.asarray(cv2.morphologyEx(solid, cv2.MORPH_OPEN, np.ones((15, 15), np.uint8)))


_BEFORE: Final = np.array([3, 0, 1, 2])
_AFTER: Final = np.array([1, 2, 3, 0])


def _four_corners(hull: Points) -> Points | None:
    """The hull's quadrilateral: a line is laid through the middle part of each of its four sides, and the lines meet.

    So rounded and nibbled corners do not matter.
    """
    closed = hull.reshape(-1, 1, 2).astype(np.float32)
    around = cv2.arcLength(closed, True)
    rough = hull
    for eps in (0.015, 0.025, 0.04, 0.06):
        rough = cv2.approxPolyDP(closed, eps * around, True)[:, 0].astype(float)
        if len(rough) <= 4:
            break
    if len(rough) != 4:
        return None
    loop = np.vstack([hull, hull[:1]])
    step = loop[1:] - hull
    walked = np.concatenate([[0.0], np.cumsum(np.hypot(step[:, 0], step[:, 1]))])
    whole = walked[-1]
    ends = np.sort(walked[np.abs(hull[None] - rough[:, None]).sum(axis=2).argmin(axis=1)])
    share = np.linspace(0.2, 0.8, 12)
    lengths = np.append(ends[1:], ends[0] + whole) - ends
    at = (ends[:, None] + lengths[:, None] * share) % whole
    xs, ys = np.interp(at, walked, loop[:, 0]), np.interp(at, walked, loop[:, 1])
    mx, my = xs.mean(axis=1), ys.mean(axis=1)
    dx, dy = xs - mx[:, None], ys - my[:, None]
    turn = 0.5 * np.arctan2(2 * (dx * dy).sum(axis=1), (dx * dx - dy * dy).sum(axis=1))
    c, s = np.cos(turn), np.sin(turn)
    nx, ny, px, py = c[_BEFORE], s[_BEFORE], mx[_BEFORE], my[_BEFORE]
    cross = nx * s - ny * c
    if np.abs(cross).min() < 0.3:
        return None
    t = ((mx - px) * s - (my - py) * c) / cross
    return np.stack([px + nx * t, py + ny * t], axis=1)


def _clockwise(points: Points) -> Points:
    return points if cv2.contourArea(points.astype(np.float32), True) > 0 else points[::-1]


def _quad_places(hull: Points, hull_area: float, slim: tuple[float, float]) -> list[Place]:
    corners = _four_corners(hull)
    if corners is None:
        return []
    quad = _clockwise(corners)
    whole = area(quad)
    fit = hull_area / max(whole, 1.0)
    if not 0.86 < fit < 1.06:
        return []
    step = np.hypot(*(quad[_AFTER] - quad).T)
    a, b = step[0] + step[2], step[1] + step[3]
    ratio = min(a, b) / max(a, b)
    if a > b:
        quad = quad[_AFTER]
    out = []
    if slim[0] - 0.2 < ratio < min(0.96, slim[1] + 0.2):
        out.append(Place("rect", from_quad(quad, "rect"), fit))
    if ratio > 0.72:
        out.append(Place("square", from_quad(quad, "square"), fit))
    return out


def _round_place(hull: Points, hull_area: float) -> Place | None:
    if len(hull) < 8:
        return None
    (cx, cy), (d1, d2), turn = cv2.fitEllipse(hull.astype(np.float32))
    if min(d1, d2) < 0.55 * max(d1, d2):
        return None
    whole = np.pi * d1 * d2 / 4
    fit = min(hull_area, whole) / max(hull_area, whole, 1.0)
    t = np.radians(turn)
    axes = np.array([[np.cos(t), np.sin(t)], [-np.sin(t), np.cos(t)]])
    local = (hull - (cx, cy)) @ axes.T / (d1 / 2, d2 / 2)
    off = float(np.abs(np.hypot(local[:, 0], local[:, 1]) - 1).max())
    if fit < 0.955 or off > 0.07:
        return None
    half = (axes.T * (d1 / 2, d2 / 2)) @ axes
    square = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) @ half.T + (cx, cy)
    return Place("round", from_quad(square, "round"), fit)


def _hex_place(hull: Points, hull_area: float) -> Place | None:
    closed = hull.reshape(-1, 1, 2).astype(np.float32)
    six = cv2.approxPolyDP(closed, 0.025 * cv2.arcLength(closed, True), True)[:, 0].astype(float)
    if len(six) != 6:
        return None
    six = _clockwise(six)
    fit = hull_area / max(area(six), 1.0)
    side = np.hypot(*(np.roll(six, -1, axis=0) - six).T)
    if not 0.93 < fit < 1.07 or side.min() < 0.5 * side.max():
        return None
    six = np.roll(six, -int(six[:, 1].argmin()), axis=0)
    m = from_hexagon(six)
    if np.abs(outline_of(m, "hex") - six).max() > 0.09 * side.mean():
        return None
    return Place("hex", m, fit)


def find(
    edges: Edges,
    shapes: frozenset[str] = frozenset(FRAMES),
    slim: tuple[float, float] = (0.5, 0.8),
    maps: tuple[Image, ...] | None = None,
) -> list[Place]:
    """Every card-like outline of these shapes in these maps (all, if none), the best first, near doubles left out.

    `slim`: the width of the known rectangular cards, as a share of their height, from and to.
    """
    h, w = edges.strong.shape[:2]
    least = (TOKEN if "round" in shapes else SMALLEST) * h * w
    angular = SMALLEST * h * w
    slimmest = min(slim[0] - 0.25 if shape == "rect" else 0.5 for shape in shapes)
    places: list[Place] = []
    seen: Points = np.zeros((0, 5), np.float32)
    for one in (*edges.first, *edges.more) if maps is None else maps:
        contours, _ = cv2.findContours(one, cv2.RETR_LIST, cv2.CHAIN_APPROX_SIMPLE)
        for contour in contours:
            box = cv2.boundingRect(contour)
            if box[2] * box[3] < least or max(box[2], box[3]) > 0.98 * max(w, h):
                continue
            hull = cv2.convexHull(contour)
            hull_area = cv2.contourArea(hull)
            if not least < hull_area < 0.9 * w * h:
                continue
            _, (bw, bh), _ = cv2.minAreaRect(hull)
            if hull_area < FILLED * bw * bh or min(bw, bh) < slimmest * max(bw, bh):
                continue
            # Both sides of one line, and the same line in several maps, are one outline.
            side = np.sqrt(hull_area)
            key = np.array([[box[0], box[1], box[0] + box[2], box[1] + box[3], side]], np.float32)
            if len(seen) and np.abs(seen - key).max(axis=1).min() < max(SAME, 0.01 * side):
                continue
            seen = np.concatenate([seen, key])
            points = hull[:, 0].astype(float)
            made: list[Place | None] = []
            if hull_area > angular and ("rect" in shapes or "square" in shapes):
                made += _quad_places(points, hull_area, slim)
            if "round" in shapes:
                made.append(_round_place(points, hull_area))
            if hull_area > angular and "hex" in shapes:
                made.append(_hex_place(points, hull_area))
            places += [p for p in made if p is not None and p.shape in shapes and sane(p.m, p.shape, (w, h))]
    return backed(edges, places)


def backed(edges: Edges, places: list[Place], least: float = BACKED) -> list[Place]:
    """The places whose outline lies along edges, each with how much of it does, near doubles left out."""
    near = wide(edges.strong)
    out, places = [], thinned(places)
    for corners in sorted({len(place.ring) for place in places}):
        mine = [place for place in places if len(place.ring) == corners]
        shares = _supports(near, np.stack([place.ring for place in mine]))
        out += [replace(p, support=float(s)) for p, s in zip(mine, shares, strict=True) if s > least]
    return out


def _supports(edges: Image, rings: Points) -> NDArray[np.float64]:
    """Along how much of each outline there is an edge."""
    loops = np.concatenate([rings, rings[:, :1]], axis=1)
    ways = np.diff(loops, axis=1)
    step = np.hypot(ways[..., 0], ways[..., 1])
    walked = np.cumsum(step, axis=1)
    at = walked[:, -1:] * np.arange(72) / 72
    side = (at[:, :, None] >= walked[:, None, :-1]).sum(axis=2)
    row = np.arange(len(rings))[:, None]
    share = 1 - (walked[row, side] - at) / np.maximum(step[row, side], 1e-9)
    x, y = np.moveaxis((loops[row, side] + ways[row, side] * share[..., None]).round().astype(int), 2, 0)
    h, w = edges.shape
    inside = (x >= 0) & (y >= 0) & (x < w) & (y < h)
    return np.asarray((inside & (edges[y.clip(0, h - 1), x.clip(0, w - 1)] > 0)).mean(axis=1))


def thinned(places: list[Place], near: float = 0.025) -> list[Place]:
    """Without places that are all but the same as a better fitting one."""
    kept: list[Place] = []
    rings: dict[str, list[tuple[float, float, Points]]] = {}
    for place in sorted(places, key=lambda p: -min(p.fit, 2 - p.fit)):
        ring = place.ring
        limit = near * float(np.sqrt(max(area(ring), 1.0)))
        x, y = (float(v) for v in ring.mean(axis=0))
        known = rings.setdefault(place.shape, [])
        if any(abs(x - a) + abs(y - b) < 2 * limit and _apart(ring, other) < limit for a, b, other in known):
            continue
        known.append((x, y, ring))
        kept.append(place)
    return kept


def _apart(a: Points, b: Points) -> float:
    """How far two outlines are apart, whichever corner they start from."""
    gaps = np.hypot(a[:, None, 0] - b[None, :, 0], a[:, None, 1] - b[None, :, 1])
    return float(gaps.min(axis=1).max())
