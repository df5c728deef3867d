"""The symbols that stand free on a card's paper: is each as much filled, and of the same hue, as on the known card?

Siblings of a deck often differ in nothing else: a red diamond for a purple one, a hatched oval for an open one.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards.geometry import Grid, mask_of
from vision.cards.sample import Look, midmost

INKED: Final = 16.0
"""How far light and colour must be from the paper's to be print."""
CRISP: Final = 11.0
"""The same for its edge, less slow shades: a shadow on the paper has none so sharp."""
SMALLEST, LARGEST = 0.006, 0.3
"""A symbol's size as a share of the card: a smaller one tells too little, a larger one is a frame or a picture."""
MOST: Final = 8
FAINT: Final = 5.0
"""Print with less colour than this has no hue to speak of."""
LIT: Final = 35.0
"""Paper that is so much lighter or darker than elsewhere on the card is under a reflection or a shadow."""
SHALLOW: Final = 10.0
"""A difference of so little light and colour means nothing."""
SUM: Final = np.ones((1, 3), np.float32)
_NONE: Final = np.zeros(0, np.intp)


@dataclass(frozen=True, slots=True)
class Symbol:
    """A symbol that stands free on a card's paper, by its pixels' numbers in Symbols.pixels."""

    whole: NDArray[np.intp]
    inside: NDArray[np.bool_]
    """Which of them do not lie at its rim."""
    near: NDArray[np.intp]
    """The paper around it."""


@dataclass(frozen=True, slots=True)
class Symbols:
    """The symbols of a card, large ones first."""

    pixels: NDArray[np.intp]
    """All pixels of the symbols and of the paper around them, in a picture half as fine as the frame."""
    paper: NDArray[np.intp]
    """Which of them are paper around any."""
    each: tuple[Symbol, ...]


@cache
def _surface(h: int, w: int) -> Grid:
    """A plane and a bowl over pixels, as columns."""
    y, x = (v.reshape(-1).astype(np.float32) for v in np.mgrid[-1 : 1 : h * 1j, -1 : 1 : w * 1j])
    return np.stack([np.ones_like(x), x, y, x * x, x * y, y * y], axis=1)


def _paper(tone: Grid, mask: Grid) -> Grid:
    """The paper without its print, under a light that changes smoothly over it."""
    terms = _surface(*tone.shape[:2])
    some = np.flatnonzero(mask.reshape(-1) > 0)[::5]
    colours, rows = tone.reshape(-1, 3)[some], terms[some]
    light = np.zeros((6, 3), np.float32)
    light[0] = midmost(colours)
    for far in (3 * INKED, 2 * INKED, INKED):
        near = np.abs(colours - rows @ light).sum(axis=1) < far
        if near.sum() < 60:
            break
        held = rows[near]
        square = held.T @ held + 1e-3 * np.eye(6, dtype=np.float32)
        light = np.linalg.solve(square, held.T @ colours[near])
    return np.asarray((terms @ light).reshape(tone.shape))


def symbols(known: Look, shape: str) -> Symbols:
    """The symbols of a card."""
    mask = mask_of(shape)[::2, ::2]
    size = float(mask.sum())
    ink = ((cv2.transform(np.abs(known.tone - _paper(known.tone, mask)), SUM) > INKED) & (mask > 0)).astype(np.uint8)
    solid = cv2.morphologyEx(ink, cv2.MORPH_CLOSE, np.ones((3, 3), np.uint8))
    outer, _ = cv2.findContours(solid, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    h, w = solid.shape
    wide_ink = np.asarray(cv2.dilate(solid, np.ones((3, 3), np.uint8)))
    found = []
    for contour in sorted(outer, key=cv2.contourArea, reverse=True)[: 2 * MOST]:
        x, y, wide, high = cv2.boundingRect(contour)
        if cv2.contourArea(contour) < SMALLEST * size or min(wide, high) < 5:
            break
        if cv2.contourArea(contour) > LARGEST * size or min(x, y, w - x - wide, h - y - high) < 2:
            continue
        # A shadow has no edge of its own; print has.
        at = contour[:, 0]
        if float(np.abs(known.half[at[:, 1], at[:, 0]]).sum(axis=1).mean()) < CRISP:
            continue
        whole = np.zeros((h, w), np.uint8)
        cv2.drawContours(whole, [contour], -1, 1, -1)
        inside = np.asarray(cv2.erode(whole, np.ones((5, 5), np.uint8)))
        near = (np.asarray(cv2.dilate(whole, np.ones((9, 9), np.uint8))) > 0) & (wide_ink == 0)
        if near.sum() > 12 and inside.sum() > 8:
            found.append((whole.reshape(-1), inside.reshape(-1), near.reshape(-1)))
    found = found[:MOST]
    if not found:
        return Symbols(_NONE, _NONE, ())
    paper = np.any([near for _, _, near in found], axis=0)
    pixels = np.flatnonzero(np.any([whole for whole, _, _ in found], axis=0) | paper)
    number = np.zeros(h * w, np.intp)
    number[pixels] = np.arange(len(pixels))
    each = (Symbol(number[whole > 0], inside[whole > 0] > 0, number[near]) for whole, inside, near in found)
    return Symbols(pixels, number[paper], tuple(each))


def _balanced(seen: Grid, known: Grid, paper: NDArray[np.intp]) -> Grid:
    """Colours seen under the light in which the known card was taught, going by the paper of both."""
    picture, taught = (
        cv2.cvtColor(np.clip(v, 0, 255).astype(np.uint8)[None], cv2.COLOR_LAB2BGR)[0].astype(np.float32) + 4
        for v in (seen, known)
    )
    gain = midmost(taught[paper]) / midmost(picture[paper])
    lit = np.clip(picture * np.clip(gain, 0.3, 3.5), 0, 255).astype(np.uint8)
    return np.asarray(cv2.cvtColor(lit[None], cv2.COLOR_BGR2LAB)[0], np.float32)


def off(seen: Look, known: Look, shape: str, valid: Grid | None = None) -> tuple[float, float, float]:
    """How far the symbols are off the known card's: in fill, in depth and in hue.

    Fill is measured against a symbol's own rim (0 open, about 1 solid), depth against the paper (as a logarithm), hue
    in radians. On a sibling all symbols differ alike, a die or a reflection changes one or two: the middle one counts.
    """
    if known.symbols is None:
        known.symbols = symbols(known, shape)
    found: Symbols = known.symbols
    shown = None if valid is None else valid[::2, ::2].reshape(-1)[found.pixels] > 0
    paper = found.paper if shown is None else found.paper[shown[found.paper]]
    if len(paper) < 20:
        return 0.0, 0.0, 0.0
    taught = known.tone.reshape(-1, 3)[found.pixels]
    lit = _balanced(seen.tone.reshape(-1, 3)[found.pixels], taught, paper)
    fills, depths, turns = [], [], []
    for symbol in found.each:
        whole, inside, near = symbol.whole, symbol.inside, symbol.near
        if shown is not None:
            here = shown[whole]
            near = near[shown[near]]
            if here.sum() < 0.8 * len(whole) or len(near) < 12:
                continue
            whole, inside = whole[here], inside[here]
        beside = [midmost(p[near]) for p in (lit, taught)]
        if abs(float(beside[0][0] - beside[1][0])) > LIT:
            continue
        one, two = lit[whole] - beside[0], taught[whole] - beside[1]
        levels, deep = [], []
        weight = np.abs(two).sum(axis=1)
        total = float(weight.sum()) + 1.0
        a, b = weight @ one / total, weight @ two / total
        way = b / max(float(np.linalg.norm(b)), 1e-6)
        for print_ in (one, two):
            edge, core = print_[~inside].mean(axis=0), print_[inside].mean(axis=0)
            levels.append(float(np.clip(core @ edge / (float(edge @ edge) + 60.0), 0, 1.5)))
            deep.append(max(0.0, float(core @ way)) + SHALLOW)
        fills.append(abs(levels[0] - levels[1]))
        depths.append(abs(float(np.log(deep[0] / deep[1]))))
        strength = min(float(np.hypot(*a[1:])), float(np.hypot(*b[1:])))
        turned = abs(float(np.arctan2(a[1] * b[2] - a[2] * b[1], a[1:] @ b[1:])))
        turns.append(turned * min(1.0, strength / FAINT))
    if not fills:
        return 0.0, 0.0, 0.0
    return float(np.median(fills)), float(np.median(depths)), float(np.median(turns))
