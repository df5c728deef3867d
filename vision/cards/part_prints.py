"""Prints of a part of a card, compared with that part of all known cards' prints."""

from __future__ import annotations

from functools import cache
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards.gallery import Shelf
from vision.cards.geometry import Grid
from vision.cards.sample import Look
from vision.cards.thumbnail_print import CHROMA, INNER, SMALL, print_mask

BLANK: Final = 0.02
"""Less of a card's print than this is blank paper."""


def set_apart(seen: NDArray[np.float32], rows: Grid, shelf: Shelf, shape: str) -> list[int]:
    """These samples, ranked by how alike they are in what they do not have in common; slow shades are taken away.

    What all cards of a deck have, as a band of colour over white paper, says nothing of which one it is, and under
    uneven light it outweighs what does.
    """
    basis = _shades(*SMALL[shape])
    both = np.concatenate([seen[None], shelf.prints[rows]]).reshape(len(rows) + 1, -1, 3)
    both = both.transpose(0, 2, 1)
    rest = (both - both @ basis @ basis.T).reshape(len(both), -1)
    usual = rest[1:].mean(axis=0)
    own = rest - np.outer(rest @ usual, usual) / max(float(usual @ usual), 1e-6)
    fit = own[1:] @ own[0] / np.maximum(np.linalg.norm(own[1:], axis=1), 0.1)
    return [int(rows[i]) for i in np.argsort(-fit)]


@cache
def _shades(w: int, h: int) -> Grid:
    """A plane and a bowl over the grains of a print, as columns square to each other."""
    y, x = (v.reshape(-1) for v in np.mgrid[-1 : 1 : h * 1j, -1 : 1 : w * 1j])
    return np.linalg.qr(np.stack([np.ones_like(x), x, y, x * x, x * y, y * y], axis=1))[0].astype(np.float32)


def part_likenesses(look: Look, shown: Grid, shelf: Shelf, shape: str, rows: Grid) -> NDArray[np.float32]:
    """How alike the part of an upright card that shows is to that of these samples."""
    (w, h), (high, wide) = SMALL[shape], look.tone.shape[:2]
    x, y = round(wide * (1 - INNER) / 2), round(high * (1 - INNER) / 2)
    small = cv2.resize(look.tone[y : high - y, x : wide - x], (w, h), interpolation=cv2.INTER_AREA)
    seen = (small * np.array([1, CHROMA, CHROMA], np.float32)).reshape(1, -1, 3)
    part = print_mask(shown, shape).reshape(1, -1, 3)[..., 0]
    prints = shelf.prints[rows].reshape(len(rows), -1, 3)
    return np.asarray(likenesses(seen, part, prints, (w, h))[0])


def likenesses(seen: Grid, shown: Grid, prints: Grid, grains: tuple[int, int]) -> NDArray[np.float32]:
    """How alike what shows at some places is to that part of every print, slow shades over it taken away."""
    terms = _shades(*grains)
    bases = [terms if part.all() else np.linalg.qr(terms * part[:, None])[0] for part in shown]
    rest = np.stack([(s - q @ (q.T @ s)) * part[:, None] for s, q, part in zip(seen, bases, shown, strict=True)])
    held = rest.reshape(len(rest), -1).astype(np.float32)
    basis = np.concatenate([q.T for q in bases]).astype(np.float32)
    power = shown @ np.asarray((prints * prints).sum(axis=2)).T
    for colour in range(3):
        slow = (basis @ np.ascontiguousarray(prints[..., colour]).T).reshape(len(seen), -1, len(prints))
        power = power - (slow * slow).sum(axis=1)
    norm = np.sqrt(np.maximum(power, BLANK)) * np.linalg.norm(held, axis=1)[:, None]
    return np.asarray(held @ prints.reshape(len(prints), -1).T / np.maximum(norm, 1e-6), np.float32)
