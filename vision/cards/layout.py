"""Cards laid out regularly: from those seen, where their neighbours in rows and columns should lie."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np

from vision.cards.geometry import Points, frame_corners, from_quad, through

ASIDE: Final = 0.2
"""How far beside its row or column a neighbour may lie, in card sizes."""
NEAREST: Final = 0.22
"""The shortest step from card to card, in card sizes, where a strip of the card below shows,"""
FARTHEST: Final = 1.75
"""and the longest, with a gap between them."""
APART: Final = 0.45
"""Nearer to each other than this, in steps, two places are one."""
HALF_ON: Final = 0.75
"""Nearer to each other than this, in card lengths, one card lies on the other."""
INSIDE: Final = 0.06
"""How much of a card, in its own size, may reach out of the photo."""


def neighbours(cards: Sequence[Points], shape: str, size: tuple[int, int]) -> list[Points]:
    """Places one step from a card along its rows and columns where none of `cards` lies yet.

    Cards and places are homographies from the shape's frame to the photo of `size` (width, height). The step along
    each axis is the median distance of the cards to their nearest neighbour along it; without two such cards there is
    none.
    """
    if len(cards) < 2:
        return []
    quads = np.stack([through(m, frame_corners(shape)) for m in cards])
    centres = quads.mean(axis=1)
    across = (quads[:, 1] - quads[:, 0] + quads[:, 2] - quads[:, 3]) / 2
    down = (quads[:, 3] - quads[:, 0] + quads[:, 2] - quads[:, 1]) / 2
    steps = [_step(centres, across, down), _step(centres, down, across)]
    groups: list[list[Points]] = []
    firsts: Points = np.zeros((0, 2))
    for quad, *axes in zip(quads, across, down):
        reach = INSIDE * (np.abs(axes[0]) + np.abs(axes[1]))
        for axis, step in zip(axes, steps):
            for way in (-step, step) if step else ():
                moved = quad + axis * way
                if (moved.min(axis=0) < -reach).any() or (moved.max(axis=0) > np.array(size) + reach).any():
                    continue
                middle = moved.mean(axis=0)
                apart = APART * min(1.0, step) * float(np.hypot(*axis))
                if np.hypot(*(centres - middle).T).min() < apart:
                    continue
                # What several cards say of one place is averaged: each lies a little off its row.
                same = np.flatnonzero(np.hypot(*(firsts - middle).T) < apart)
                if len(same):
                    groups[same[0]].append(_turned_like(moved, groups[same[0]][0]))
                else:
                    groups.append([moved])
                    firsts = np.concatenate([firsts, middle[None]])
    return [from_quad(np.mean(group, axis=0), shape) for group in groups]


def carried_on(cards: Sequence[Points], shape: str, size: tuple[int, int]) -> list[Points]:
    """Quadrilaterals that go on as cards lying half on each other do: in a column, a fan, a stack pushed over.

    How each card lies to the next one is carried on from every card, both ways.
    """
    quads = [through(m, frame_corners(shape)) for m in cards]
    same = [from_quad(_turned_like(quad, _centred(quads[0], quad)), shape) for quad in quads]
    backs = [np.linalg.inv(m) for m in same]
    middles = np.stack([quad.mean(axis=0) for quad in quads]) if quads else np.zeros((0, 2))
    long = [float(np.hypot(*(quad[3] - quad[0] + quad[2] - quad[1]))) / 2 for quad in quads]
    steps = []
    for i, back in enumerate(backs):
        far = np.hypot(*(middles - middles[i]).T) / max(long[i], 1e-6)
        for j in np.nonzero((far > NEAREST) & (far < HALF_ON))[0]:
            steps.append(back @ same[j])
    found: list[Points] = []
    for m in same:
        for step in steps:
            moved = through(m @ step, frame_corners(shape))
            wide = np.abs(moved[2] - moved[0])
            if (moved > -INSIDE * wide).all() and (moved < np.array(size) + INSIDE * wide).all():
                found.append(moved)
    return found


def _centred(quad: Points, at: Points) -> Points:
    """The first quadrilateral moved to where the second lies."""
    return np.asarray(quad - quad.mean(axis=0) + at.mean(axis=0))


def _turned_like(quad: Points, other: Points) -> Points:
    """The corners named as in the other quadrilateral, should one card lie upside down."""
    upside_down = np.roll(quad, 2, axis=0)
    return quad if np.abs(quad - other).sum() <= np.abs(upside_down - other).sum() else upside_down


def _step(centres: Points, along: Points, aside: Points) -> float:
    """The usual distance to the next card along an axis, in card sizes; 0 when no two cards lie so."""
    nearest = []
    for i, centre in enumerate(centres):
        frame = np.linalg.inv(np.column_stack([along[i], aside[i]]))
        far, off = np.abs((centres - centre) @ frame.T).T
        beside = far[(off < ASIDE) & (far > NEAREST)]
        if len(beside):
            nearest.append(float(beside.min()))
    near = [step for step in nearest if step < FARTHEST]
    # Between two that lie further apart a row or a column may have been missed.
    between = [step / 2 for step in nearest if 1.0 < step / 2 < FARTHEST]
    return float(np.median(near or between)) if near or between else 0.0
