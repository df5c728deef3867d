"""A name is given only when the whole card agrees with it, and better than with any sibling known or unknown."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards.compare import APART, FEATURES, UNLIKELY, Comparison, Left, Register, leanings, left, settle
from vision.cards.difference_features import own_ink, own_symbol
from vision.cards.duel import Duel, told_apart
from vision.cards.gallery import Shelf
from vision.cards.geometry import DISCS, FRAMES, Grid, Image, Points, area, outline_of, rectify, turned
from vision.cards.lightness import Lightness
from vision.cards.part_prints import part_likenesses, set_apart
from vision.cards.sample import Look, look_of
from vision.cards.symbols import off
from vision.cards.thumbnail_print import print_mask, print_of

CLOSE: Final = 0.22
"""A card whose print is no further than this behind the best one is looked at too."""
UNLIKE: Final = 0.4
ASTRAY: Final = 0.3
"""A print less alike and fewer marks in place than this: not worth a comparison."""
KIN: Final = 0.4
"""Cards whose prints are less alike than this are no siblings: no card leans from one to the other."""
TWIN: Final = 0.15
"""Cards no further behind the one most like the part that shows may be it,"""
TWINS: Final = 6
"""so many of them at most."""
GLANCED: Final = 64
"""So many of the cards whose prints are most like it are compared by what they do not have in common,"""
KINDRED: Final = 16
"""fewer of them where all of it shows,"""
ALL: Final = 0.985
"""or so much of it: the outline of the next card in a row may reach a pixel or two over it."""
MOST: Final = 6
ALIKE: Final = 0.5
WELL: Final = 0.8
"""With fewer of the marks in place a card is not in register, or it is another;"""
PLAINLY: Final = 0.4
"""so it is when more than this remains unexplained."""
PLAIN: Final = (0.95, 0.2, 0.9)
"""With more of its marks in place, less unexplained and a print more like it than this a card is plainly there."""
CLEAR: Final = 0.3
"""With so small a share of what the next card leaves unexplained, and of half of all, no other guess is looked at."""
SIBLINGS: Final = 2
"""So many of the cards most like it are told apart from a card that shows whole."""
SHADOW: Final = np.ones((9, 9), np.uint8)
"""Half as wide a strip along the edge of what covers a card is left out: its shadow lies there."""
HOPELESS: Final = 1.3
"""What differs more than this is another card, whatever it is most like."""
ADRIFT, UNLIKELIER = 0.5, 0.9
"""So is what has fewer of its marks in place than this and differs more than that."""
EVIDENCE: Final = (
    *FEATURES, "rival", "ratio", "lean", "gap", "lean2", "print", "margin", "sibling", "marks", "share", "drift",
    "size", "disc", "ink", "symbol", "piece", "fill", "depth", "turned",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Guess:
    """A card that may lie at a place: which sample, with its print's likeness, and the place turned upright for it."""

    row: int
    likeness: float
    m: Points
    beside: bool = False
    """Whether a card beside it says how large it lies there."""


@dataclass(frozen=True)
class Photo:
    """The photo that is looked at."""

    picture: Image

    @cached_property
    def light(self) -> Lightness:
        """Its lightness, for laying cards into register."""
        return Lightness(self.picture)


@dataclass(frozen=True, slots=True)
class Finding:
    """The best guess at a place after it was looked at closely, with the evidence for it."""

    shape: str
    row: int
    m: Points
    evidence: NDArray[np.float64]
    disagreement: Grid
    rivals: tuple[tuple[int, float], ...]
    """Other samples that were compared, with what they left unexplained."""
    duel: Duel | None = None
    """How it compares with those like it where they differ; of discs and of what is hardly that card there is none."""


def shown_part(shape: str, m: Points, taken: list[Points], size: tuple[int, int]) -> Grid | None:
    """Where in the frame the card shows: within the photo, and under nothing else; None when all of it does."""
    w, h = FRAMES[shape]
    ring = outline_of(m, shape)
    cut = bool((ring < 0).any() or (ring[:, 0] > size[0]).any() or (ring[:, 1] > size[1]).any())
    if not cut and not taken:
        return None
    back = np.linalg.inv(m)
    mask = np.zeros((h, w), np.float32) if cut else np.ones((h, w), np.float32)
    if cut:
        _fill(mask, back, np.array([(0, 0), (size[0], 0), size, (0, size[1])], float), 1.0)
    for other in taken:
        _fill(mask, back, other, 0.0)
    return None if float(mask.mean()) > ALL else mask


def _fill(mask: Grid, back: Points, ring: Points, value: float) -> None:
    """Paint into the frame what an outline in the photo covers of it."""
    local = np.column_stack([ring, np.ones(len(ring))]) @ back.T
    if (local[:, 2] > 0).all():
        flat = np.clip(local[:, :2] / local[:, 2:], -8000, 8000)
        cv2.fillPoly(mask, [np.round(flat).astype(np.int32)], value)


@dataclass(frozen=True)
class _View:
    """What the photo shows where a guess was brought into register."""

    shelf: Shelf
    shape: str
    register: Register
    seen: Look
    valid: Grid | None
    print: NDArray[np.float32]
    likeness: NDArray[np.float32]
    """How alike the print is to every sample of the shape, as turned now."""

    @cached_property
    def clear(self) -> Grid | None:
        """Where the card shows and no shadow of what covers it falls."""
        return None if self.valid is None else np.asarray(cv2.erode(self.valid, SHADOW))

    @cached_property
    def ranked(self) -> list[int]:
        """The samples most like it, by what they do not have in common."""
        rows = np.argsort(-self.likeness)[:GLANCED]
        if self.shape in DISCS:
            return [int(row) for row in rows[:MOST]]
        if self.valid is None:
            return set_apart(self.print, rows[:KINDRED], self.shelf, self.shape)
        alike = part_likenesses(self.seen, self.valid, self.shelf, self.shape, rows)
        return [int(rows[i]) for i in np.argsort(-alike) if alike[i] > alike.max() - TWIN][:TWINS]


def _view(
    photo: Photo, shelf: Shelf, shape: str, guess: Guess, taken: list[Points], apart: tuple[float, ...] = ()
) -> _View:
    return _viewed(photo, shelf, shape, _register(photo, shelf, shape, guess, taken, apart), taken)


def _register(
    photo: Photo, shelf: Shelf, shape: str, guess: Guess, taken: list[Points], apart: tuple[float, ...] = ()
) -> Register:
    """A guess brought into register by its own marks; `apart` as in `settle`."""
    shown = shown_part(shape, guess.m, taken, photo.light.size)
    return settle(photo.light, guess.m, shape, look_of(shelf.rows[guess.row][1]), shown, apart, guess.beside)


def _viewed(photo: Photo, shelf: Shelf, shape: str, register: Register, taken: list[Points]) -> _View:
    picture = rectify(photo.picture, register.m, shape)
    valid = shown_part(shape, register.m, taken, photo.light.size)
    shown = None if valid is None else print_mask(valid, shape)
    seen, look = print_of(picture, shape).reshape(-1), Look(picture, shape)
    return _View(shelf, shape, register, look, valid, seen, shelf.alike(seen, shown))


def _rivals(shelf: Shelf, view: _View, row: int, most: int = 2) -> list[int]:
    """The samples of other cards whose print is close behind."""
    close = view.likeness > view.likeness[row] - CLOSE
    if not (shelf.whose[close] != shelf.whose[row]).any():
        return []
    out, names = list[int](), {int(shelf.whose[row])}
    for other in view.ranked:
        name = int(shelf.whose[other])
        if close[other] and name not in names:
            out.append(other)
            names.add(name)
    return out[:most]


def _kin(shelf: Shelf, view: _View, row: int) -> list[int]:
    """The card itself and those that may rather lie there."""
    return [row, *_rivals(shelf, view, row, 3)] if view.likeness[row] > ALIKE else []


def verify(
    photo: Photo, shelf: Shelf, guesses: list[Guess], taken: list[Points], apart: bool = False
) -> Finding | None:
    """Look closely at the best guesses for one place; None when the first glance already rules them out.

    `apart`: no card lies on another here, so that what does not fit is soon given up.
    """
    likely, unlikely = (APART, UNLIKELY) if apart else ((), ())
    best = guesses[0]
    shape = shelf.rows[best.row][1].shape
    tried: list[tuple[Left, int, _View]] = []
    done: set[int] = set()
    for guess in guesses:
        same_way = np.abs(guess.m - best.m).max() < 1e-6
        if guess is not best and (same_way or guess.likeness < best.likeness - CLOSE / 2 or len(done) > 3):
            continue
        if guess is not best and shelf.ids[guess.row] == shelf.ids[best.row] and shelf.symmetric(best.row):
            continue
        view = _view(photo, shelf, shape, guess, taken, likely)
        if view.likeness[guess.row] < UNLIKE and view.register.share < ASTRAY:
            continue
        for row in [guess.row, *_rivals(shelf, view, guess.row)]:
            if row not in done or guess.row == row:
                done.add(row)
                tried.append((left(view.seen, look_of(shelf.rows[row][1]), shape, view.clear), row, view))
        first, *behind = (result.unexplained for result, _, _ in tried)
        if guess is best and view.register.share > PLAIN[0] and first < CLEAR * min(0.5, *behind, 0.5):
            break
    if not tried:
        return None
    tried.sort(key=lambda t: t[0].unexplained - 0.4 * float(t[2].likeness[t[1]]))
    result, row, view = tried[0]
    if all(row != g.row for g in guesses[:1]):
        register = _register(photo, shelf, shape, Guess(row, 0.0, view.register.m, best.beside), taken, unlikely)
        if not apart or register.share >= UNLIKELY[-1]:
            again = _viewed(photo, shelf, shape, register, taken)
            second = left(again.seen, look_of(shelf.rows[row][1]), shape, again.clear)
            if second.unexplained <= result.unexplained:
                result, view = second, again
    if view.register.share < WELL or result.unexplained > PLAINLY:
        # Marks of its twin pull a card out of register: each of those most like it is laid there by its own.
        for other in (r for r in _kin(shelf, view, row) if r != best.row):
            register = _register(photo, shelf, shape, Guess(other, 0.0, best.m, best.beside), taken, unlikely)
            if register.share < (UNLIKELY[-1] if apart else min(ADRIFT, view.register.share)):
                continue
            again = _viewed(photo, shelf, shape, register, taken)
            second = left(again.seen, look_of(shelf.rows[other][1]), shape, again.clear)
            tried.append((second, other, again))
            if second.unexplained < result.unexplained:
                result, row, view = second, other, again
    if view.register.share < ADRIFT and result.unexplained > UNLIKELIER:
        return None
    if apart and result.unexplained > HOPELESS:
        return None
    duel = None
    if view.valid is not None and shape not in DISCS and result.unexplained < HOPELESS:
        duel = _duel(shelf, view, row, shape, result.mask)
        if duel.row != row:
            row, view = duel.row, _view(photo, shelf, shape, Guess(duel.row, 0.0, view.register.m, best.beside), taken)
            result = left(view.seen, look_of(shelf.rows[row][1]), shape, view.clear)
    told_by = shape not in DISCS and (view.valid is None or result.unexplained < HOPELESS)
    if duel is None and told_by and not _plain(shelf, view, row, result):
        others = dict.fromkeys([*shelf.siblings(row, 3)[:SIBLINGS], *_rivals(shelf, view, row)])
        duel = told_apart(view.seen, shelf, [row, *others], shape, view.valid, True, result.mask)
    told = result.told()
    name = shelf.ids[row]
    rivals = sorted((c.unexplained, r) for c, r, _ in tried if shelf.ids[r] != name)
    evidence = np.concatenate(
        [
            told.values,
            _beside(shelf, shape, row, told, view, rivals[0][0] if rivals else 1.5),
        ]
    )
    ranked = tuple((r, u) for u, r in rivals)
    return Finding(shape, row, view.register.m, evidence, told.disagreement, ranked, duel)


def _plain(shelf: Shelf, view: _View, row: int, result: Left) -> bool:
    """Whether it is that card for all that can be seen, and none is like it: nothing is left to be told apart."""
    sure = view.valid is None and view.register.share > PLAIN[0] and result.unexplained < PLAIN[1]
    return sure and view.likeness[row] > PLAIN[2] and not _rivals(shelf, view, row)


def _duel(shelf: Shelf, view: _View, row: int, shape: str, lit: Grid) -> Duel:
    """Which card what shows is most like where it differs from those like it."""
    assert view.valid is not None
    return told_apart(view.seen, shelf, [row, *(r for r in view.ranked if r != row)], shape, view.valid, lit=lit)


def _beside(shelf: Shelf, shape: str, row: int, result: Comparison, view: _View, rival: float) -> NDArray[np.float64]:
    """The evidence that comes from other cards: rivals for the place, and the card's own siblings."""
    known = look_of(shelf.rows[row][1])
    siblings = shelf.siblings(row, 3)
    alike = [float(shelf.prints[row] @ shelf.prints[r]) for r in siblings[:2]]
    kin = [r for r, near in zip(siblings, alike, strict=False) if near > KIN]
    leans = leanings(view.seen, known, [look_of(shelf.rows[r][1]) for r in kin], shape, view.clear)
    leans = [*leans, (0.0, 60.0), (0.0, 60.0)][:2]
    twin = max(alike, default=0.0)
    others = view.likeness[shelf.whose != shelf.whose[row]]
    margin = float(view.likeness[row]) - (float(others.max()) if len(others) else 0.0)
    size = np.log(np.sqrt(max(area(outline_of(view.register.m, shape)), 1.0)))
    return np.array([
        rival, result["unexplained"] / max(rival, 0.05),
        max(v for v, _ in leans), min(g for _, g in leans), leans[1][0],
        float(view.likeness[row]), margin, twin, np.log1p(view.register.inliers), view.register.share,
        view.register.drift, size, float(shape in DISCS),
        own_ink(view.seen, known, result), *own_symbol(view.seen, known, result),
        *off(view.seen, known, shape, view.clear),
    ])  # fmt: skip


def turns(m: Points, shape: str) -> list[Points]:
    """The place in its four turns."""
    return [turned(m, shape, k) for k in range(4)]
