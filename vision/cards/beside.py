"""Cards beside those seen: the next in a row or a column, and those pushed out from under another."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

from vision.cards.gallery import Shelf
from vision.cards.geometry import Image, area, outline_of
from vision.cards.layout import neighbours
from vision.cards.seen import Seen, Stranger
from vision.cards.strips import Strip, slid, strips
from vision.cards.unexplained import grown, left

if TYPE_CHECKING:
    from vision.cards.search import Search

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
            before = len(search.named)
            for m in neighbours(mine, shape, size):
                middle = outline_of(m, shape).mean(axis=0)
                side = np.sqrt(area(outline_of(m, shape)))
                if any(np.hypot(*(middle - other)) < search.limits.off * side for other in looked):
                    continue
                looked.append(middle)
                flat = np.diag([search.scale, search.scale, 1.0]) @ m
                found = slid(search.small, flat, shape, shelf, _covered(search, search.named), search.lies)
                if found is not None and found.worth > search.limits.in_a_row:
                    search.keep(search.look(shelf, found.guesses(search.lift), search.named))
            if len(search.named) == before:
                break


def by_strip(search: Search) -> None:
    """Cards of which a strip shows beside one that lies on them, seen or only guessed from its neighbours."""
    for shape in sorted({"rect", "square"} & set(search.gallery.shelves)):
        shelf, looked = search.gallery.shelves[shape], set[bytes]()
        while search.unexplained():
            found = []
            for cover in _covers(search, shape):
                place = (cover.ring // SAME).tobytes()
                if place not in looked:
                    looked.add(place)
                    found += [(strip, cover) for strip in _strips(search, shelf, cover)]
            found.sort(key=lambda pair: -pair[0].likeness)
            if not [strip for strip, cover in found if _named_strip(search, shelf, strip, cover)]:
                break


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
    found = strips(search.small, flat, cover.shape, shelf, covered, search.lies)
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
