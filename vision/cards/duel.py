"""Near twins told apart by what differs between them, and nothing else."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, cached_property
from typing import Final
from weakref import WeakKeyDictionary

import cv2
import numpy as np

from vision.cards.gallery import Shelf
from vision.cards.geometry import Grid, mask_of
from vision.cards.sample import Look, look_of

WINDOW: Final = 9
"""Pictures are compared by windows as wide as this, in half pixels of the frame,"""
SHIFTS: Final = tuple((x, y) for y in (0, 1, 2) for x in (0, 1, 2))
"""each where it fits best: print is never quite in register."""
UNLIKE: Final = 0.1
"""Windows in which two cards differ less than this say nothing,"""
FAINT: Final = 20.0
"""nor do those in which there is next to no print on either."""
USUAL: Final = 0.9
"""How alike a card in a photo is to itself."""
ALONE: Final = 1.0
"""How far ahead a card is that no other is like."""
LITTLE: Final = 3.0
"""Two cards that differ so little where they show are hardly told apart."""
BROAD: Final = (11, 11)
"""What changes over more than this is no print."""
SUM: Final = np.ones((1, 3), np.float32)
INK: Final = 60.0
"""Windows with more print than this must be alike on a card and its picture;"""
SHADE: Final = 17
"""those so near to what covers the card, in half pixels of the frame across, may lie in its shadow."""
AROUND: Final = (5, 5)
"""A place is so many windows."""
FEW: Final = 20
"""So few windows of print say nothing of the worst of them."""
BLANK: Final = 60
"""With so many windows of blank paper the photo's grain is known."""
ELSE: Final = 0.4
"""A place less alike than this shows something else."""
JOIN: Final = np.ones((11, 11), np.uint8)
"""What differs this near to each other is one difference,"""
CORNER: Final = 12
"""and one that reaches a corner of the card, so wide, in which nothing is alike, may be a card that lies on it."""
RING: Final = 14
"""So far around a place, in half pixels of the frame, lies what is beside it."""
TINT: Final = np.array([1.0, 2.0**0.5, 2.0**0.5], np.float32)


@dataclass(frozen=True, slots=True)
class Worst:
    """The printed place at which a card is least like its picture, but for what may be a card that lies on it."""

    alike: float
    usual: float
    """How alike print is elsewhere on it."""
    other: float
    """How much print is otherwise at one place, as a logarithm."""
    printed: float
    """How much print is seen there, as a share of the card's own."""
    plain: float
    """How much of the card around that place is plain paper."""


@dataclass(frozen=True, slots=True)
class Duel:
    """The card that what is seen is most like where the cards differ."""

    row: int
    ahead: float
    """By how much it is more alike there than any other: 1 as much as they differ, 0 not at all."""
    fit: float
    """How alike it is where it differs from another, at the worst; if no other is like it, in its worst quarter."""
    worst: Worst | None = None
    """The printed place at which it is least like the card; none where next to nothing is printed."""


@dataclass(frozen=True, eq=False)
class _Print:
    """A picture without its slow shades, how much print is in each window of it, and what that is divided by."""

    picture: Grid
    power: Grid
    root: Grid

    @cached_property
    def alike(self) -> WeakKeyDictionary[_Print, Grid]:
        """How alike other samples are to this one, as far as it was asked for."""
        return WeakKeyDictionary()


def _between(one: _Print, other: _Print) -> Grid:
    """How alike two samples are in each window: worked out once, and kept as long as both are kept."""
    if one.alike.get(other) is None:
        one.alike[other] = other.alike[one] = _alike(one, other)
    return one.alike[other]


def told_apart(
    seen: Look,
    shelf: Shelf,
    rows: list[int],
    shape: str,
    valid: Grid | None,
    first: bool = False,
    lit: Grid | None = None,
) -> Duel:
    """Which of these samples, the likeliest first, is seen; each pair is compared only where the two differ.

    `first`: it is the first one, whatever the others say; `lit`: 0 where a reflection hides the card.
    """
    mask = _mask(shape) if valid is None else np.ascontiguousarray((mask_of(shape) * valid)[::2, ::2])
    here = _print(seen.half, mask)
    # Along the edge of what covers the card its shadow falls on it.
    use = cv2.blur(cv2.erode(mask, np.ones((5, 5), np.uint8)), (WINDOW, WINDOW)) > 0.55
    known = {row: _known(look_of(shelf.rows[row][1]), shape, None if valid is None else mask) for row in rows}
    here = (
        here
        if valid is None
        else _without_grain(here, use & np.all([one.power < FAINT for one in known.values()], axis=0))
    )
    fits = {row: _alike(here, one) for row, one in known.items()}
    gaps: dict[tuple[int, int], Grid] = {}

    def against(one: int, other: int) -> tuple[float, float]:
        """By how much the first is more alike than the second where they differ, and how alike it is there."""
        key = min(one, other), max(one, other)
        if key not in gaps:
            gap = np.clip(1 - _between(known[one], known[other]), 0, 1) * use
            gaps[key] = gap * ((gap > UNLIKE) & (np.maximum(known[one].power, known[other].power) > FAINT))
        apart = gaps[key]
        power, total = float(np.vdot(apart, apart)) + LITTLE, float(apart.sum()) + LITTLE
        fit = float(np.vdot(apart, fits[one])) + LITTLE * USUAL
        return float(np.vdot(apart, fits[one] - fits[other])) / power, fit / total

    best = rows[0]
    for row in () if first else rows[1:]:
        if shelf.whose[row] != shelf.whose[best] and against(best, row)[0] < 0:
            best = row
    duels = [against(best, row) for row in rows if shelf.whose[row] != shelf.whose[best]]
    where = use if lit is None else use & (cv2.blur(lit[::2, ::2], (WINDOW, WINDOW)) > 0.99)
    local = _worst(fits[best], here.power, known[best].power, where, valid)
    if not duels:
        printed = np.sort(fits[best][use & (np.maximum(known[best].power, here.power) > FAINT)])
        return Duel(best, ALONE, float(printed[: len(printed) // 4].mean()) if len(printed) > 8 else 0.0, local)
    return Duel(best, min(ahead for ahead, _ in duels), min(fit for _, fit in duels), local)


def _without_grain(here: _Print, blank: Grid) -> _Print:
    """The same without the grain of the photo, as it is seen where no card has print."""
    if blank.sum() < BLANK:
        return here
    power = np.maximum(here.power - float(np.median(here.power[blank])), 0)
    return _Print(here.picture, power, 1 / np.sqrt(power + FAINT / 2))


def _worst(fit: Grid, seen: Grid, known: Grid, use: Grid, valid: Grid | None) -> Worst | None:
    """Where the card is least like its picture.

    A twin that nobody taught is alike almost everywhere, and another card in one small place.
    """
    power = np.maximum(seen, known)
    printed = use & (power > INK)
    if valid is not None:
        hidden = (valid[::2, ::2] == 0).astype(np.uint8)
        printed &= cv2.dilate(hidden, np.ones((SHADE, SHADE), np.uint8)) == 0
    there = cv2.blur(printed.astype(np.float32), AROUND)
    alike = cv2.blur(np.where(printed, fit, 0), AROUND) / np.maximum(there, 1e-3)
    places = printed & (there > 0.6)
    if valid is None:
        places &= ~_covered(alike, places)
    if places.sum() < FEW:
        return None
    alike = np.where(places, alike, 1.0)
    y, x = np.unravel_index(int(alike.argmin()), alike.shape)
    near, wide = (np.s_[max(0, y - n) : y + n + 1, max(0, x - n) : x + n + 1] for n in (2, RING))
    other = float(cv2.blur(np.where(printed, (1 - fit) * power, 0), AROUND)[places].max())
    return Worst(
        alike=float(alike[y, x]),
        usual=float(np.median(fit[places])),
        other=float(np.log1p(max(other, 0.0))),
        printed=float(seen[near].sum() / max(float(known[near].sum()), 1.0)),
        plain=float((known[wide] < INK).mean()),
    )


def _covered(alike: Grid, places: Grid) -> Grid:
    """Where a card that nobody has seen yet may lie on this one: what differs reaches a corner in which all does."""
    joined = cv2.morphologyEx((places & (alike < ELSE)).astype(np.uint8), cv2.MORPH_CLOSE, JOIN)
    _, which = cv2.connectedComponents(joined, connectivity=8)
    out = np.zeros(places.shape, bool)
    for corner in (
        np.s_[:CORNER, :CORNER],
        np.s_[:CORNER, -CORNER:],
        np.s_[-CORNER:, :CORNER],
        np.s_[-CORNER:, -CORNER:],
    ):
        same = (places & (alike > ELSE))[corner]
        if not same.any():
            out |= np.isin(which, np.setdiff1d(which[corner], 0))
    return out


@cache
def _mask(shape: str) -> Grid:
    return np.ascontiguousarray(mask_of(shape)[::2, ::2])


def _known(look: Look, shape: str, mask: Grid | None) -> _Print:
    """A sample's print where the card shows; of the whole card it is worked out once."""
    if mask is not None:
        return _print(look.half, mask)
    fine: _Print | None = look.fine
    if fine is None:
        fine = look.fine = _print(look.half, _mask(shape))
    return fine


def _print(high: Grid, mask: Grid) -> _Print:
    fine = high - cv2.blur(high * mask[..., None], BROAD) / np.maximum(cv2.blur(mask, BROAD), 1e-3)[..., None]
    picture = fine * TINT * mask[..., None]
    power = _within(picture * picture)
    return _Print(picture, power, 1 / np.sqrt(power + FAINT / 2))


def _within(values: Grid) -> Grid:
    """Averages over windows, all colours together."""
    return np.asarray(cv2.blur(cv2.transform(values, SUM), (WINDOW, WINDOW)))


def _alike(one: _Print, other: _Print) -> Grid:
    """For each window how alike two pictures are, 1 the same, moved to where they are most."""
    h, w = one.power.shape
    picture, root = (cv2.copyMakeBorder(v, 1, 1, 1, 1, cv2.BORDER_WRAP) for v in (other.picture, other.root))
    best: Grid = np.full((h, w), -1, np.float32)
    for x, y in SHIFTS:
        both = _within(one.picture * picture[y : y + h, x : x + w])
        best = np.maximum(best, (both + FAINT / 2) * root[y : y + h, x : x + w])
    return np.asarray(best * one.root)
