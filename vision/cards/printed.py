"""What is printed on a card, as far as it can be told: symbols by colour and kind, numbers, its title."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

import cv2
import numpy as np

from tableside.core.printed import Present, Printed
from tableside.core.readings import Box
from vision.cards.digits import numbers_in
from vision.cards.geometry import Grid, Image
from vision.cards.titles import title_on

SIDE: Final = 320
"""The longer side of the picture in which symbols are sought."""
BORDERS: Final = (14, 42, 88, 142)
"""Where red, yellow, green and blue end on OpenCV's circle of 180 hues."""
PURPLE: Final = (135, 165)
GREY: Final = 0.3
"""With less of it coloured than this, a symbol is grey."""
LEAST: Final = 0.0045
MOST: Final = 0.16
"""The area of a symbol as a share of the card."""
SPECK: Final = 0.3
"""A blob smaller than this share of the others is a speck of haze or glare."""
ROUND: Final = 0.86
"""A symbol that fills this much of the circle around it is a disc."""
CORE: Final = 0.88
STEP: Final = 14.0
"""A symbol differs from the ground just beside it by at least so many steps of lightness and colour; haze does not."""
WHEEL: Final = 0.72
"""A grey symbol about as wide as high that fills less of its hull than this has gaps: it is a station."""


@dataclass(frozen=True, slots=True)
class Symbol:
    """One symbol: its kind (disc, ship, station), its colour, how sure both are, and where it lies on the card."""

    kind: str
    colour: str
    p: float
    box: Box


@dataclass(frozen=True, slots=True)
class Proposal:
    """Values for fields of a record, each with how likely it is right."""

    values: dict[str, object] = field(default_factory=dict)
    chances: dict[str, float] = field(default_factory=dict)


def propose(card: Image, shape: str, printed: Printed) -> Proposal:
    """The fields of a record as read off its upright, cut-out picture (see `Found.picture`)."""
    found = Proposal()
    seen = symbols(card, shape) if printed.symbols else ()
    for name, wanted in printed.symbols.items():
        mine = [s for s in seen if s.kind == wanted.kind]
        # What is not there was looked for on the whole card: one symbol overlooked is as likely as one misread.
        found.chances[name] = float(np.prod([s.p for s in mine])) * 0.97
        if isinstance(wanted, Present):
            found.values[name] = bool(mine)
            continue
        called = [{"grey": wanted.grey, "other": wanted.other}.get(s.colour, s.colour) for s in mine]
        found.values[name] = [colour for colour in called if colour]
    for column in printed.numbers:
        read = numbers_in(card, column.part)
        names = next((fields for fields in column.fields if len(fields) == len(read)), ())
        for name, (value, p) in zip(names, read, strict=False):
            found.values[name], found.chances[name] = value, p
    title = title_on(card) if printed.title else None
    if title is not None:
        found.values[printed.title], found.chances[printed.title] = title
    return found


def symbols(card: Image, shape: str) -> tuple[Symbol, ...]:
    """The symbols that stand out from the ground of a card, in reading order."""
    scale = SIDE / max(card.shape[:2])
    small = np.asarray(cv2.resize(card, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA))
    inner = _inner(small.shape[:2], shape)
    white = _white(small, inner)
    balanced = np.clip(small * (white.mean() / white), 0, 255).astype(np.uint8)
    far, standing = _standing(balanced, inner)
    whole = float(inner.sum())
    hsv = cv2.cvtColor(cv2.GaussianBlur(balanced, (0, 0), 1.0), cv2.COLOR_BGR2HSV)
    blobs = [blob for blob in _parts(standing, hsv, whole) if _step(far, blob) > STEP]
    usual = float(np.median([blob.sum() for blob in blobs])) if blobs else 0.0
    out = [_symbol(blob, hsv, scale) for blob in blobs if blob.sum() > SPECK * usual]
    high = 0.25 * SIDE / scale
    return tuple(sorted(out, key=lambda s: (round((s.box[1] + s.box[3] / 2) / high), s.box[0])))


def _inner(size: tuple[int, ...], shape: str) -> Grid:
    """Not 0 where the card is, without its rim."""
    h, w = size
    mask = np.zeros((h, w), np.uint8)
    if shape in ("round", "hex"):
        cv2.circle(mask, (w // 2, h // 2), int(0.45 * min(w, h)), 1, -1)
    else:
        mask[int(0.04 * h) : int(0.96 * h), int(0.05 * w) : int(0.95 * w)] = 1
    return mask


def _white(small: Image, inner: Grid) -> Grid:
    """The colour of the light: that of small bright details (stars, windows, thin lines) if any, else none."""
    light = small.min(axis=2)
    detail = light - cv2.morphologyEx(light, cv2.MORPH_OPEN, np.ones((7, 7), np.uint8))
    bright = small[(detail >= max(35, float(np.quantile(detail[inner > 0], 0.994)))) & (inner > 0)]
    if len(bright) < 20:
        return np.ones(3)
    found = np.median(bright.astype(np.float32), axis=0)
    return np.asarray(found if found.min() > 0.35 * found.max() else np.ones(3))


def _standing(small: Image, inner: Grid) -> tuple[Grid, Grid]:
    """How far each place is from the ground; not 0 where something stands out, stars and lines left out."""
    tones = cv2.cvtColor(small, cv2.COLOR_BGR2LAB).astype(np.float32)
    ground = np.median(tones[inner > 0], axis=0)
    for _ in range(2):  # the ground is what most of the card is; its haze is a slow change over it
        far = np.sqrt((((tones - ground) * (0.7, 1.0, 1.0)) ** 2).sum(axis=2))
        near = ((far < 30) & (inner > 0)).astype(np.float32)
        share = cv2.GaussianBlur(near, (0, 0), 30)[..., None]
        ground = cv2.GaussianBlur(tones * near[..., None], (0, 0), 30) / np.maximum(share, 1e-3)
    far = np.sqrt((((tones - ground) * (0.7, 1.0, 1.0)) ** 2).sum(axis=2))
    values = far[inner > 0]
    level, _ = cv2.threshold(np.clip(values, 0, 120).astype(np.uint8), 0, 255, cv2.THRESH_OTSU)
    mask = ((far > np.clip(level, 20, 45)) & (inner > 0)).astype(np.uint8)
    kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (5, 5))
    # A thin dark line across a symbol does not cut it in two.
    opened = cv2.morphologyEx(mask, cv2.MORPH_OPEN, kernel)
    return far, np.asarray(cv2.morphologyEx(opened, cv2.MORPH_CLOSE, kernel))


def _parts(standing: Grid, hsv: Image, whole: float) -> list[Grid]:
    """The blobs of a size a symbol can have; one of two colours that lie side by side is two symbols."""
    n, labels, stats, _ = cv2.connectedComponentsWithStats(standing)
    out: list[Grid] = []
    for k in range(1, n):
        if not LEAST * whole < stats[k, cv2.CC_STAT_AREA] < MOST * whole:
            continue
        blob = (labels == k).astype(np.uint8)
        split = _by_colour(blob, hsv) if _solid(blob) < 0.9 else []
        out += split if len(split) > 1 else [blob]
    return out


def _step(far: Grid, blob: Grid) -> float:
    """By how much a blob stands out from what is just around it."""
    rim = blob - cv2.erode(blob, np.ones((9, 9), np.uint8))
    around = cv2.dilate(blob, np.ones((13, 13), np.uint8)) - cv2.dilate(blob, np.ones((5, 5), np.uint8))
    return _mean(far, rim) - _mean(far, around)


def _mean(values: Grid, where: Grid) -> float:
    return float(values[where > 0].mean()) if where.any() else 0.0


def _by_colour(blob: Grid, hsv: Image) -> list[Grid]:
    """The large, solid pieces of a blob, one for each colour it has."""
    coloured = (hsv[..., 1] > 80) & (hsv[..., 2] > 50)
    kind = np.where(coloured, np.searchsorted(BORDERS, hsv[..., 0]) % 4 + 1, 5) * blob
    out: list[Grid] = []
    for colour in range(1, 6):
        mine = cv2.morphologyEx((kind == colour).astype(np.uint8), cv2.MORPH_OPEN, np.ones((5, 5), np.uint8))
        n, labels, stats, _ = cv2.connectedComponentsWithStats(mine)
        if n > 1:
            part = (labels == 1 + int(stats[1:, cv2.CC_STAT_AREA].argmax())).astype(np.uint8)
            if part.sum() > 0.25 * blob.sum() and _solid(part) > 0.86:
                out.append(part)
    return out


def _hull(blob: Grid) -> Image:
    contours, _ = cv2.findContours(blob, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    return np.asarray(cv2.convexHull(max(contours, key=cv2.contourArea)))


def _solid(blob: Grid) -> float:
    """How much of its hull a blob fills."""
    return float(blob.sum() / max(cv2.contourArea(_hull(blob)), 1.0))


def _symbol(blob: Grid, hsv: Image, scale: float) -> Symbol:
    """What one blob is."""
    hull = _hull(blob)
    box = cv2.boundingRect(hull)
    coloured = (hsv[..., 1] > 70) & (hsv[..., 2] > 45) & (blob > 0)
    share = float(coloured.sum() / blob.sum())
    colour, sure = ("grey", min(1.0, (GREY - share) / GREY + 0.6)) if share < GREY else _colour(hsv[..., 0][coloured])
    solid = _solid(blob)
    core = cv2.morphologyEx(
        cv2.copyMakeBorder(blob, 9, 9, 9, 9, cv2.BORDER_CONSTANT),
        cv2.MORPH_OPEN,
        cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (15, 15)),
    )
    # A planet's ring is thin: without it the planet is round, and not much smaller.
    disc = max(_roundness(one) for one in (blob, core) if one.sum() > CORE * blob.sum())
    _, (a, b), _ = cv2.minAreaRect(hull)
    even = min(a, b) / max(a, b, 1.0)
    if colour == "grey" and solid < WHEEL and even > 0.7:
        kind, clear = "station", min(1.0, 0.75 + 3 * (WHEEL - solid))
    elif disc > ROUND and even > 0.55:
        # A wheel out of focus has no gaps; a grey planet is as likely.
        kind, clear = ("station", 0.6) if colour == "grey" else ("disc", min(1.0, 0.8 + 4 * (disc - ROUND)))
    else:
        kind, clear = "ship", min(1.0, 0.8 + 2 * max(ROUND - disc, 0))
    x, y, w, h = (float(v) / scale for v in box)
    return Symbol(kind, colour, clear * sure, (x, y, w, h))


def _roundness(blob: Grid) -> float:
    """How much of the circle around it a blob fills, its holes closed."""
    hull = _hull(blob)
    _, r = cv2.minEnclosingCircle(hull)
    contours, _ = cv2.findContours(blob, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    filled = max(cv2.contourArea(c) for c in contours)
    return float(filled / max(np.pi * r * r, 1.0))


def _colour(hues: Grid) -> tuple[str, float]:
    """The colour most of these hues are, and how clearly."""
    counts = np.bincount(np.searchsorted(BORDERS, hues, side="right") % 4, minlength=4)
    best = int(counts.argmax())
    around = hues.astype(np.float32) * (2 * np.pi / 180)
    middle = float(np.degrees(np.arctan2(np.sin(around).mean(), np.cos(around).mean())) / 2) % 180
    if PURPLE[0] < middle < PURPLE[1]:
        return "other", 0.7
    edge = min(abs(middle - border) for border in BORDERS)
    return ("red", "yellow", "green", "blue")[best], float(counts[best] / counts.sum()) ** 0.3 * min(
        1.0, 0.75 + edge / 40
    )
