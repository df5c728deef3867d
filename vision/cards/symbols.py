"""The symbols that stand free on a card's paper: is each as much filled, and of the same hue, as on the known card?

Siblings of a deck often differ in nothing else: a red diamond for a purple one, a hatched oval for an open one.
"""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np

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


def _paper(tone: Grid, mask: Grid) -> Grid:
    """The paper without its print, under a light that changes smoothly over it."""
    h, w = tone.shape[:2]
    y, x = (v.reshape(-1).astype(np.float32) for v in np.mgrid[-1 : 1 : h * 1j, -1 : 1 : w * 1j])
    terms = np.stack([np.ones_like(x), x, y, x * x, x * y, y * y], axis=1)
    colours = tone.reshape(-1, 3)
    some = np.nonzero(mask.reshape(-1) > 0)[0][::5]
    surface = np.broadcast_to(midmost(colours[some]), colours.shape)
    for far in (3 * INKED, 2 * INKED, INKED):
        near = some[np.abs(colours[some] - surface[some]).sum(axis=1) < far]
        if len(near) < 60:
            break
        square = terms[near].T @ terms[near] + 1e-3 * np.eye(6, dtype=np.float32)
        surface = terms @ np.linalg.solve(square, terms[near].T @ colours[near])
    return surface.reshape(tone.shape)


def symbols(known: Look, shape: str) -> list[tuple[Grid, Grid, Grid]]:
    """The symbols of a card, large ones first: the whole of each, its inside, and the paper around it."""
    mask = mask_of(shape)[::2, ::2]
    ink = ((np.abs(known.tone - _paper(known.tone, mask)).sum(axis=2) > INKED) & (mask > 0)).astype(np.uint8)
    solid = cv2.morphologyEx(ink, cv2.MORPH_CLOSE, np.ones((3, 3), np.uint8))
    outer, _ = cv2.findContours(solid, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    h, w = solid.shape
    out = []
    for contour in sorted(outer, key=cv2.contourArea, reverse=True)[: 2 * MOST]:
        x, y, wide, high = cv2.boundingRect(contour)
        if cv2.contourArea(contour) < SMALLEST * mask.sum() or min(wide, high) < 5:
            break
        if cv2.contourArea(contour) > LARGEST * mask.sum() or min(x, y, w - x - wide, h - y - high) < 2:
            continue
        # A shadow has no edge of its own; print has.
        at = contour[:, 0]
        if float(np.abs(known.half[at[:, 1], at[:, 0]]).sum(axis=1).mean()) < CRISP:
            continue
        whole = np.zeros((h, w), np.uint8)
        cv2.drawContours(whole, [contour], -1, 1, -1)
        inside = cv2.erode(whole, np.ones((5, 5), np.uint8))
        beside = cv2.dilate(whole, np.ones((9, 9), np.uint8)) - cv2.dilate(solid, np.ones((3, 3), np.uint8))
        near = (np.asarray(beside) == 1).astype(np.uint8)
        if near.sum() > 12 and inside.sum() > 8:
            out.append((whole, inside, near))
    return out[:MOST]


def _balanced(seen: Look, known: Look, paper: Grid) -> Grid:
    """What is seen under the light in which the known card was taught, going by the paper of both."""
    picture = cv2.cvtColor(np.clip(seen.tone, 0, 255).astype(np.uint8), cv2.COLOR_LAB2BGR).astype(np.float32) + 4
    taught = cv2.cvtColor(np.clip(known.tone, 0, 255).astype(np.uint8), cv2.COLOR_LAB2BGR).astype(np.float32) + 4
    gain = midmost(taught[paper > 0]) / midmost(picture[paper > 0])
    lit = np.clip(picture * np.clip(gain, 0.3, 3.5), 0, 255).astype(np.uint8)
    return np.asarray(cv2.cvtColor(lit, cv2.COLOR_BGR2LAB), np.float32)


def off(seen: Look, known: Look, shape: str, valid: Grid | None = None) -> tuple[float, float, float]:
    """How far the symbols are off the known card's: in fill, in depth and in hue.

    Fill is measured against a symbol's own rim (0 open, about 1 solid), depth against the paper (as a logarithm), hue
    in radians. On a sibling all symbols differ alike, a die or a reflection changes one or two: the middle one counts.
    """
    if known.symbols is None:
        known.symbols = symbols(known, shape)
    found = known.symbols
    if not found:
        return 0.0, 0.0, 0.0
    shown = np.ones(known.tone.shape[:2], np.uint8) if valid is None else (valid[::2, ::2] > 0).astype(np.uint8)
    paper = np.max([near for _, _, near in found], axis=0) & shown
    if paper.sum() < 20:
        return 0.0, 0.0, 0.0
    lit = _balanced(seen, known, paper)
    fills, depths, turns = [], [], []
    for whole, inside, near in found:
        if (whole & shown).sum() < 0.8 * whole.sum() or (near & shown).sum() < 12:
            continue
        beside = [midmost(p[(near & shown) > 0]) for p in (lit, known.tone)]
        if abs(float(beside[0][0] - beside[1][0])) > LIT:
            continue
        here = (whole & shown) > 0
        rim, middle = here & (inside == 0), here & (inside > 0)
        one, two = lit - beside[0], known.tone - beside[1]
        levels = []
        for print_ in (one, two):
            edge, core = print_[rim].mean(axis=0), print_[middle].mean(axis=0)
            levels.append(float(np.clip(core @ edge / (float(edge @ edge) + 60.0), 0, 1.5)))
        fills.append(abs(levels[0] - levels[1]))
        weight = np.abs(two[here]).sum(axis=1)
        a, b = ((p[here] * weight[:, None]).sum(axis=0) / (float(weight.sum()) + 1.0) for p in (one, two))
        way = b / max(float(np.linalg.norm(b)), 1e-6)
        deep = [max(0.0, float(p[middle].mean(axis=0) @ way)) + SHALLOW for p in (one, two)]
        depths.append(abs(float(np.log(deep[0] / deep[1]))))
        strength = min(float(np.hypot(*a[1:])), float(np.hypot(*b[1:])))
        turned = abs(float(np.arctan2(a[1] * b[2] - a[2] * b[1], a[1:] @ b[1:])))
        turns.append(turned * min(1.0, strength / FAINT))
    if not fills:
        return 0.0, 0.0, 0.0
    return float(np.median(fills)), float(np.median(depths)), float(np.median(turns))
