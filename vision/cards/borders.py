"""A card by its border: the same colour all along the inside of each side, another beside it, whatever the table is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import log
from typing import Final

import cv2
import numpy as np

from vision.cards.find import Place
from vision.cards.geometry import Grid, Image, Points, area, from_quad, sane
from vision.cards.seen import overlap

TILTS: Final = np.radians(np.arange(-6.0, 6.1, 1.5))
"""How far a side may be turned from the thing a search starts from."""
ALONG: Final = np.linspace(-0.42, 0.42, 28)
BESIDE: Final = 2.5
"""How far to either side of a line the colours are compared, in pixels of the small picture."""
STEP: Final = 11.0
"""Colours this far apart in the Lab space differ,"""
EVEN: Final = 13.0
"""and this near each other they are one border."""
SIDE: Final = 0.45
"""Along so much of a side the border must end."""
UNLIKE: Final = 0.02
"""What four sides lose for each step their colours are apart."""
KEPT: Final = 6
WIDE: Final = (0.5, 0.92)
"""The shorter side of a card as a share of its longer one."""
ONE_SIZE: Final = 0.13
"""By how much cards of one size differ in a photo taken aslant."""


@dataclass(frozen=True, slots=True)
class Side:
    """A line that may be one side of a card: how far from the start, how tilted, what speaks for it, its border."""

    far: float
    tilt: float
    worth: float
    colour: tuple[float, float, float]


@dataclass(frozen=True, slots=True)
class Start:
    """A place on a card from which its sides are sought."""

    middle: Points
    across: Points
    wide: float
    high: float

    def axes(self, k: int) -> tuple[Points, Points, float, float]:
        """Outwards and along the k-th side (right, bottom, left, top), and how large the start is in both."""
        a, d = self.across, np.array([-self.across[1], self.across[0]])
        out, along = ((a, d), (d, -a), (-a, -d), (-d, a))[k]
        return (out, along, self.wide, self.high) if k % 2 == 0 else (out, along, self.high, self.wide)


def bordered(small: Image, lies: Image, rings: Sequence[Points], longest: float) -> list[Place]:
    """The rectangular cards around these pieces of cards, all of about one size; none when no size is common."""
    lab = cv2.cvtColor(cv2.GaussianBlur(small, (0, 0), 0.8), cv2.COLOR_BGR2LAB).astype(np.float32)
    size = (small.shape[1], small.shape[0])
    starts = [_start(ring) for ring in rings]
    sides = [[_sides(lab, lies, start, k, (0.35, longest)) for k in range(4)] for start in starts]
    made = [(start, found, _made(start, found, None)) for start, found in zip(starts, sides, strict=True)]
    usual = _usual([whole for _, _, whole in made if whole is not None])
    if usual is None:
        return []
    out: list[tuple[float, Place]] = []
    for start, found, _ in made:
        whole = _made(start, found, usual)
        if whole is None:
            continue
        # Once more along whole sides: what it started from may have been a small piece.
        again = _start(whole[1])
        closer = [_sides(lab, lies, again, k, (0.4, 0.6 * again.axes(k)[2]), TILTS / 3) for k in range(4)]
        worth, quad = _made(again, closer, usual) or whole
        long_way = np.hypot(*(quad[1] - quad[0])) > np.hypot(*(quad[2] - quad[1]))
        m = from_quad(np.roll(quad, 1, axis=0) if long_way else quad, "rect")
        if sane(m, "rect", size):
            out.append((worth, Place("rect", m, 1.0)))
    kept: list[Place] = []
    for _, place in sorted(out, key=lambda one: -one[0]):
        if all(max(overlap(place.ring, other.ring)) < 0.1 for other in kept):
            kept.append(place)
    return kept


def _start(ring: Points) -> Start:
    """Where a piece of a card lies, with its sides as upright as they can be."""
    (x, y), (w, h), turn = cv2.minAreaRect(ring.astype(np.float32))
    while turn > 45:
        turn, w, h = turn - 90, h, w
    t = np.radians(turn)
    return Start(np.array([x, y]), np.array([np.cos(t), np.sin(t)]), float(w), float(h))


def _sides(
    lab: Image, lies: Image, start: Start, k: int, reach: tuple[float, float], tilts: Points = TILTS
) -> list[Side]:
    """The lines on one side of a start along which a border of one colour ends, the likeliest first.

    `reach`: from this share of the start's size, to so many pixels.
    """
    out, along, deep, broad = start.axes(k)
    fars = np.arange(reach[0] * deep, max(0.6 * deep, reach[1]), 1.0)
    c, s = np.cos(tilts)[:, None], np.sin(tilts)[:, None]
    tangent, normal = c * along + s * out, c * out - s * along
    on = (
        start.middle
        + fars[None, :, None, None] * out
        + (ALONG * broad)[None, None, :, None] * tangent[:, None, None, :]
    )
    inner, outer = on - BESIDE * normal[:, None, None, :], on + BESIDE * normal[:, None, None, :]
    inside, beside = _at(lab, inner), _at(lab, outer)
    usual = np.median(inside, axis=2, keepdims=True)
    even = np.abs(inside - usual).sum(axis=3) < EVEN
    ends = np.abs(inside - beside).sum(axis=3) > STEP
    share = (even & ends).mean(axis=2)
    h, w = lab.shape[:2]
    share = np.where(((inner > -1) & (inner < (w, h))).all(axis=(2, 3)), share, 0)
    seen = _at(lies, on - 3 * BESIDE * normal[:, None, None, :]).mean(axis=2)
    bare = _at(lies, on + 3 * BESIDE * normal[:, None, None, :]).mean(axis=2)
    worth = share + 0.5 * (seen - bare) / 255
    found = []
    best = np.where(share > SIDE, worth, -1.0)
    for _ in range(KEPT):
        t, f = np.unravel_index(int(best.argmax()), best.shape)
        if best[t, f] < 0:
            break
        light, a, b = (float(v) for v in usual[t, f, 0])
        found.append(Side(float(fars[f]), float(tilts[t]), float(best[t, f]), (light, a, b)))
        best[:, max(0, f - 5) : f + 6] = -1.0
    return found


def _at(picture: Image, points: Grid) -> Grid:
    """The picture at these points, of any shape but for x and y at the end."""
    flat = points.reshape(points.shape[0], -1, 2).astype(np.float32)
    got = cv2.remap(picture, flat[..., 0], flat[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(got, np.float32).reshape(*points.shape[:-1], *picture.shape[2:])


def _made(start: Start, sides: list[list[Side]], usual: tuple[float, float] | None) -> tuple[float, Points] | None:
    """The best rectangle of four sides, of the usual size if one is given: how much speaks for it, and its corners."""
    if not all(sides):
        return None
    across = [(a.worth + b.worth, a.far + b.far, a, b) for a in sides[0] for b in sides[2]]
    down = [(a.worth + b.worth, a.far + b.far, a, b) for a in sides[1] for b in sides[3]]
    best: tuple[float, tuple[Side, Side, Side, Side]] | None = None
    for one, wide, right, left in across:
        for two, high, bottom, top in down:
            if not WIDE[0] < min(wide, high) / max(wide, high) < WIDE[1]:
                continue
            worth = one + two - UNLIKE * _spread((right, bottom, left, top))
            if usual is not None:
                off = min(_off((wide, high), usual), _off((high, wide), usual))
                if off > ONE_SIZE:
                    continue
                worth -= 2 * off
            if best is None or worth > best[0]:
                best = worth, (right, bottom, left, top)
    if best is None:
        return None
    lines = []
    for k, side in enumerate(best[1]):
        out, along, _, _ = start.axes(k)
        lines.append((start.middle + side.far * out, np.cos(side.tilt) * along + np.sin(side.tilt) * out))
    corners = []
    for k in (2, 3, 0, 1):  # left and top meet first
        (p, d), (q, e) = lines[k], lines[(k + 1) % 4]
        cross = d[0] * e[1] - d[1] * e[0]
        if abs(cross) < 0.5:
            return None
        corners.append(p + d * ((q[0] - p[0]) * e[1] - (q[1] - p[1]) * e[0]) / cross)
    return best[0], np.array(corners)


def _spread(sides: tuple[Side, ...]) -> float:
    """How far apart the colours of a border are: in the shade of a lamp a little, of two things more."""
    light, a, b = (max(values) - min(values) for values in zip(*(side.colour for side in sides), strict=True))
    return float(0.4 * light + a + b)


def _off(size: tuple[float, float], usual: tuple[float, float]) -> float:
    """By how much a size differs from the usual one, at most, on either side."""
    return max(abs(log(size[0] / usual[0])), abs(log(size[1] / usual[1])))


def _usual(found: list[tuple[float, Points]]) -> tuple[float, float] | None:
    """The width and height that most speaks for: that of the rectangles most others are like."""
    sizes, worths = [], []
    for worth, quad in found:
        if area(quad) > 0:
            edges = np.hypot(*(np.roll(quad, -1, axis=0) - quad).T)
            sizes.append(tuple(sorted(((edges[0] + edges[2]) / 2, (edges[1] + edges[3]) / 2))))
            worths.append(worth)
    best: tuple[float, float] | None = None
    most = 0.0
    for one in sizes:
        votes = sum(worth for worth, other in zip(worths, sizes, strict=True) if _off(other, one) < ONE_SIZE)
        if votes > most and (len(sizes) < 3 or sum(_off(o, one) < ONE_SIZE for o in sizes) >= 2):
            most, best = votes, (float(one[0]), float(one[1]))
    return best
