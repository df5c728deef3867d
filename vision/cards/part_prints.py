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

SUM: Final = np.ones((1, 3), np.float32)
BLANK: Final = 0.02
"""Less of a card's print than this is blank paper."""
FIRM: Final = 1e-6
"""Keeps shades apart where next to nothing shows."""


def set_apart(seen: NDArray[np.float32], rows: Grid, shelf: Shelf, shape: str) -> list[int]:
    """These samples, ranked by how alike they are in what they do not have in common; slow shades are taken away.

    What all cards of a deck have, as a band of colour over white paper, says nothing of which one it is, and under
    uneven light it outweighs what does.
    """
    both = np.concatenate([seen[None], shelf.prints[rows]])
    slow = both @ _colour_shades(*SMALL[shape])
    # All that is asked for are products of prints with each other, less what their slow shades have in them.
    rest = (both @ both.T - slow @ slow.T).astype(float)
    usual = rest[:, 1:].mean(axis=1)
    power = float(usual[1:].mean())
    share = usual / max(power, 1e-6)
    own = rest - np.outer(share, usual) - np.outer(usual, share) + np.outer(share, share) * power
    fit = own[1:, 0] / np.maximum(np.sqrt(np.maximum(own.diagonal()[1:], 0.0)), 0.1)
    return [int(rows[i]) for i in np.argsort(-fit)]


@cache
def _colour_shades(w: int, h: int) -> Grid:
    """The same for the numbers of a print, of which three belong to each grain."""
    terms = _shades(w, h)
    out = np.zeros((len(terms), 3, terms.shape[1], 3), np.float32)
    for colour in range(3):
        out[:, colour, :, colour] = terms
    return out.reshape(3 * len(terms), -1)


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


def _bases(terms: Grid, masks: Grid) -> Grid:
    """For each mask (1 where something shows) the slow shades over what shows, as rows square to each other."""
    products = (terms[:, :, None] * terms[:, None, :]).reshape(len(terms), -1)
    square = (masks @ products).reshape(len(masks), terms.shape[1], -1).astype(float)
    lower = np.linalg.cholesky(square + FIRM * np.eye(terms.shape[1]))
    return np.asarray((np.linalg.inv(lower).astype(np.float32) @ terms.T) * masks[:, None, :])


def likenesses(seen: Grid, shown: Grid, prints: Grid, grains: tuple[int, int]) -> NDArray[np.float32]:
    """How alike what shows at some places is to that part of every print, slow shades over it taken away."""
    terms, flat = _shades(*grains), prints.reshape(len(prints), -1)
    whole = shown.all(axis=1)
    held, power = np.zeros((len(seen), flat.shape[1]), np.float32), np.zeros((len(seen), len(prints)), np.float32)
    if whole.any():
        mine, slow = seen[whole].reshape(int(whole.sum()), -1), _colour_shades(*grains)
        held[whole] = mine - mine @ slow @ slow.T
        power[whole] = np.einsum("ij,ij->i", flat, flat) - ((flat @ slow) ** 2).sum(axis=1)
    parts = np.flatnonzero(~whole)
    if len(parts):
        # Places beside each other often show the same part of a card.
        keys = [row.tobytes() for row in shown[parts]]
        number = {key: i for i, key in enumerate(dict.fromkeys(keys))}
        which, masks = [number[key] for key in keys], np.stack([np.frombuffer(key, shown.dtype) for key in number])
        basis = _bases(terms, masks)
        mine, q = seen[parts], basis[which]
        mine = (mine - q.transpose(0, 2, 1) @ (q @ mine)) * shown[parts][:, :, None]
        held[parts] = mine.reshape(len(parts), -1)
        rows = basis.reshape(-1, len(terms))
        some: Grid = masks @ np.asarray(cv2.transform(prints * prints, SUM)).T
        for plane in cv2.split(prints):
            slow = (rows @ plane.T).reshape(len(masks), -1, len(prints))
            some = some - (slow * slow).sum(axis=1)
        power[parts] = some[which]
    norm = np.sqrt(np.maximum(power, BLANK)) * np.linalg.norm(held, axis=1)[:, None]
    return np.asarray(held @ flat.T / np.maximum(norm, 1e-6), np.float32)
