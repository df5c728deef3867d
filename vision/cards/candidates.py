"""Which samples a place may be, at a glance: all prints in all turns are one product."""

from __future__ import annotations

from itertools import pairwise
from typing import Final

import numpy as np

from vision.cards.find import Place
from vision.cards.gallery import Shelf
from vision.cards.geometry import DISCS, Image, Points, area, spun
from vision.cards.thumbnail_print import place_print, spectrum, spin_scores, turn_prints
from vision.cards.verify import Guess, turns

LEAD: Final = 1.5
"""How much more the lead over the next card counts than likeness."""
LITTLE: Final = 70
"""A token narrower than this, in pixels of the small picture, shows more in the large one."""
STRAIGHT: Final = 0.78
"""A rectangle slimmer than this, as seen, cannot lie on its side."""


def guesses_at(
    small: Image, places: list[Place], shelf: Shelf, lift: Points, photo: Image | None = None, most: int = 4
) -> list[list[Guess]]:
    """For each place the samples most like what lies there, best first; `lift` brings it to the large picture.

    Small tokens are looked at in the large picture itself.
    """
    if not places:
        return []
    shape = places[0].shape
    if shape in DISCS:
        return [_spun_guesses(small, place, shelf, lift, photo, most) for place in places]
    rows, ways, owner = [], [], []
    for k, place in enumerate(places):
        lying = shape != "rect" or slim(place.ring) > STRAIGHT
        prints = turn_prints(small, place.m, shape, lying)
        rows.append(prints)
        ways += turns(place.m, shape) if lying else turns(place.m, shape)[::2]
        owner += [k] * len(prints)
    scores = np.concatenate(rows) @ shelf.prints.T
    out = []
    bounds = np.searchsorted(owner, np.arange(len(places) + 1))
    for a, b in pairwise(bounds):
        mine = scores[a:b]
        best = np.argpartition(-mine, min(most + 2, mine.size - 1), axis=None)[: most + 2]
        best = best[np.argsort(-mine.reshape(-1)[best])]
        n = mine.shape[1]
        found = [Guess(int(i % n), float(mine[i // n, i % n]), lift @ ways[a + i // n]) for i in best]
        out.append(_different(found, shelf, most))
    return out


def _spun_guesses(
    small: Image, place: Place, shelf: Shelf, lift: Points, photo: Image | None, most: int
) -> list[Guess]:
    assert shelf.spectra is not None
    if photo is not None and area(place.ring) < LITTLE**2:
        seen = place_print(photo, lift @ place.m, place.shape)
    else:
        seen = place_print(small, place.m, place.shape)
    likeness, angles = spin_scores(spectrum(seen), shelf.spectra)
    rows = np.argsort(-likeness)[: most + 2]
    found = [Guess(int(r), float(likeness[r]), lift @ place.m @ spun(place.shape, float(angles[r]))) for r in rows]
    return _different(found, shelf, most)


def _different(found: list[Guess], shelf: Shelf, most: int) -> list[Guess]:
    """Without the same card turned the same way twice."""
    out: list[Guess] = []
    for guess in found:
        if all(shelf.whose[guess.row] != shelf.whose[g.row] or (g.m != guess.m).any() for g in out):
            out.append(guess)
    return out[:most]


def worth(guesses: list[Guess], shelf: Shelf) -> float:
    """How much a place is worth a closer look: the best likeness, and its lead over the next card."""
    best = guesses[0]
    others = [g.likeness for g in guesses if shelf.whose[g.row] != shelf.whose[best.row]]
    return best.likeness + LEAD * (best.likeness - max(others, default=best.likeness - 0.1))


def slim(ring: Points) -> float:
    """The short side of a quadrilateral as a share of its long side."""
    sides = np.hypot(*(ring[[1, 2, 3, 0]] - ring).T)
    a, b = sides[0] + sides[2], sides[1] + sides[3]
    return float(min(a, b) / max(a, b, 1e-6))
