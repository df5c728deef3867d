"""Cards beside those seen: the next in a row or a column, and those pushed out from under another."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

from vision.cards.columns import Next, column_places
from vision.cards.gallery import Shelf
from vision.cards.geometry import Image, Points, area, outline_of, spun, through
from vision.cards.layout import neighbours
from vision.cards.seen import HIDDEN, Seen, Stranger, overlap
from vision.cards.strips import BESIDE, Strip, slid, strips
from vision.cards.unexplained import grown, left, reaches

if TYPE_CHECKING:
    from vision.cards.search import Search

LESS: Final = 0.35
"""Less than this of a card is unlike its picture where it lies on another."""
ALSO: Final = (-3.0, 3.0)
"""What lies beside a card may be turned so many degrees from where it should lie."""
FAR: Final = 9.0
"""A place found so far from where it was looked for, in pixels of the frame, is looked about once more."""
SAME: Final = 16
"""Two places that are no further apart than this, in pixels of the photo, are looked beside once."""


def by_layout(search: Search) -> None:
    """Where cards lie in rows or columns, looks for the neighbours of those named until none is left to find."""
    size = (search.photo.shape[1], search.photo.shape[0])
    looked = search.neighbours
    for shape in sorted({s.finding.shape for s in search.named} & {"rect", "square"}):
        shelf = search.gallery.shelves[shape]
        while True:
            mine = [s.finding.m for s in search.named if s.finding.shape == shape]
            before, covered = len(search.named), _covered(search, search.named)
            for m in neighbours(mine, shape, size):
                ring = outline_of(m, shape)
                middle = ring.mean(axis=0)
                near = search.limits.off * float(np.sqrt(area(ring)))
                if looked and np.hypot(*(np.array(looked) - middle).T).min() < near:
                    continue
                looked.append(middle)
                flat = np.diag([search.scale, search.scale, 1.0]) @ m
                found = slid(search.small, flat, shape, shelf, covered, search.lies)
                if (
                    found is not None
                    and found.worth > search.limits.in_a_row
                    and search.keep(search.look(shelf, found.guesses(search.lift), search.named))
                ):
                    covered = _covered(search, search.named)
            if len(search.named) == before:
                break


def by_strip(search: Search) -> None:
    """Cards of which a strip shows beside one that lies on them, seen or only guessed from its neighbours."""
    for shape in sorted({"rect", "square"} & set(search.gallery.shelves)):
        shelf, looked = search.gallery.shelves[shape], set[bytes]()
        while spots := search.unexplained():
            found = []
            for cover in _covers(search, shape):
                place = (cover.ring // SAME).tobytes()
                if place not in looked and reaches(cover.ring * search.scale, spots):
                    looked.add(place)
                    found += [(strip, cover) for strip in _strips(search, shelf, cover)]
            found.sort(key=lambda pair: -pair[0].likeness)
            if not [strip for strip, cover in found if _named_strip(search, shelf, strip, cover)]:
                break


def by_column(search: Search) -> None:
    """Where named cards lie half on each other in columns, looks where the columns should go on.

    What shows of such a card is often blank paper, in which nothing else sees a card.
    """
    size = (search.photo.shape[1], search.photo.shape[0])

    for shape in sorted({s.finding.shape for s in search.named} & {"rect", "square"}):
        firm = [s for s in search.unnamed if s.firm and s.shape == shape]
        waiting, unnamed = list[Next](), [s for s in firm if not search.known_already(s.ring)]
        looked = list[tuple[Points, int]]()
        before = -1
        while len(looked) > before:
            before = len(looked)
            mine = [s for s in search.named if s.finding.shape == shape]
            cards = [s.finding.m for s in mine] + [s.m for s in unnamed]
            places = column_places(cards, shape, size, partial(_upon, search, [*mine, *unnamed]))
            # What was looked at before the card that lies on it was seen is looked at again.
            for place in (*places, *waiting):
                ring = outline_of(place.m, shape)
                others: list[Seen | Stranger] = [*search.named, *unnamed]
                upon = [s for s in others if place.under(s.ring) and overlap(ring, s.ring)[0] > 0.1]
                same = (np.hypot(*(place.middle - middle)) < SAME for middle, n in looked if n == len(upon))
                if any(same) or search.known_already(ring):
                    continue
                if not place.certain and left(search.lies, ring * search.scale, search.rings()) < search.limits.pair:
                    continue
                looked.append((place.middle, len(upon)))
                found = _in_column(search, place, shape, upon) or _passed(search, place, shape, upon)
                if found is not None and place not in waiting:
                    # What is so like a card is one, known or not: the column goes on from it.
                    waiting.append(place)
                    unnamed.append(found)


def _upon(search: Search, cards: Sequence[Seen | Stranger], i: int, j: int) -> int:
    """Whether the second of two cards lies on the first: 1, under it: -1, or it cannot be told: 0."""
    one, other = cards[i], cards[j]
    if isinstance(one, Seen) and isinstance(other, Seen):
        unlike = one.unlike(other.ring), other.unlike(one.ring)
        if max(unlike) > HIDDEN and min(unlike) < LESS:
            return 1 if unlike[0] > unlike[1] else -1
    rings = [seen.ring * search.scale for seen in (one, other)]
    return int(search.borders.lies_on(rings[1], rings[0])) - int(search.borders.lies_on(rings[0], rings[1]))


def _in_column(search: Search, place: Next, shape: str, upon: Sequence[Seen | Stranger]) -> Stranger | None:
    """What lies where a column should go on: named, nothing, or a card that gets no name."""
    shelf, covered = search.gallery.shelves[shape], _covered(search, upon)
    down = np.diag([search.scale, search.scale, 1.0])
    strip = _nearest(search, down @ place.m, shape, covered)
    if strip is None or strip.likeness < search.limits.strip_alike:
        return None
    if search.keep(search.look(shelf, strip.guesses(search.lift), upon)):
        return None
    m = search.lift @ strip.m
    return Stranger(shape, m, outline_of(m, shape), True)


def _passed(search: Search, place: Next, shape: str, upon: Sequence[Seen | Stranger]) -> Stranger | None:
    """A card that is like none taught, where a column that is certain goes on and the network sees one."""
    ring = outline_of(place.m, shape)
    if not place.certain or search.known_already(ring):
        return None
    part = left(search.lies, ring * search.scale, [s.ring * search.scale for s in upon])
    return Stranger(shape, place.m, ring, False) if part > search.limits.passed else None


def _nearest(search: Search, m: Points, shape: str, covered: Image, strip: Strip | None = None) -> Strip | None:
    """The likeliest card about a place, turned a little either way; `strip` is one that was found there."""
    find = partial(slid, search.small, shape=shape, shelf=search.gallery.shelves[shape], covered=covered)
    for _ in range(2):
        strip = strip or find(m=m, lies=search.lies)
        if strip is None or strip.likeness < search.limits.dim:
            return strip
        ways = (find(m=strip.m @ spun(shape, degrees), lies=search.lies, about=BESIDE) for degrees in ALSO)
        strip = max((strip, *(way for way in ways if way is not None)), key=lambda one: one.likeness)
        off = through(np.linalg.inv(m) @ strip.m, outline_of(np.eye(3), shape)).mean(axis=0)
        if np.abs(off - outline_of(np.eye(3), shape).mean(axis=0)).max() < FAR:
            break
        m, strip = strip.m, None
    return strip


def _covers(search: Search, shape: str) -> list[Stranger]:
    """Where cards lie that may cover others: those seen, and where a row or a column seems to go on."""
    named = [Stranger(shape, s.finding.m, s.ring, True) for s in search.named if s.finding.shape == shape]
    seen = named + [s for s in (*search.unnamed, *search.ghosts) if s.firm and s.shape == shape]
    size = (search.photo.shape[1], search.photo.shape[0])
    rings = [ring * search.scale for ring in (s.ring for s in seen)]
    guessed = []
    for m in neighbours([s.m for s in seen], shape, size):
        ring = outline_of(m, shape)
        if left(search.lies, ring * search.scale, rings) > search.limits.left:
            guessed.append(Stranger(shape, m, ring, False))
    return seen + guessed


def _strips(search: Search, shelf: Shelf, cover: Stranger) -> list[Strip]:
    """What shows beside a card and is like a part of a known one."""
    covered = _covered(search, (*search.named, *(u for u in search.unnamed if u.firm), cover))
    flat = np.diag([search.scale, search.scale, 1.0]) @ cover.m
    found = []
    for strip in strips(search.small, flat, cover.shape, shelf, covered, search.lies):
        if strip.likeness > search.limits.dim:
            found.append(_nearest(search, strip.m, cover.shape, covered, strip) or strip)
    return [strip for strip in found if strip.likeness > search.limits.strip_alike]


def _covered(search: Search, cards: Sequence[Seen | Stranger]) -> Image:
    """1 in the small picture where these lie."""
    covered = np.zeros(search.small.shape[:2], np.uint8)
    for card in cards:
        cv2.fillPoly(covered, [grown(card.ring * search.scale, 1.0)], 1)
    return covered


def _named_strip(search: Search, shelf: Shelf, strip: Strip, cover: Stranger) -> bool:
    """Whether this strip was named; a card that was only guessed to lie on it is believed then."""
    m = search.lift @ strip.m
    if search.known_already(outline_of(m, cover.shape)):
        return False
    if not cover.firm:
        search.ghosts.append(replace(cover, firm=True))
    if search.keep(search.look(shelf, strip.guesses(search.lift))):
        return True
    if not cover.firm:
        search.ghosts.pop()
    return False
