"""The whole table in one photo: cards, dice, and which card each die lies on."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from tableside.core.readings import Advice, CardReading, DieReading, Expect, Readings, Verdict
from vision.cards.gallery import Gallery
from vision.cards.geometry import CELL, FRAMES, Image, from_quad, outline_of, through
from vision.cards.recognise import Scan, scan

if TYPE_CHECKING:
    from vision.faces import Faces

DiceReader = Callable[[Image, "Expect | None", "Faces | None"], Readings]
PRINTED: Final = 0.25
"""Where a card looks this much like its picture, nothing lies on it: a die seen there is printed."""


def read(
    image: Image,
    gallery: Gallery,
    expect: Expect | None = None,
    faces: Faces | None = None,
    dice: DiceReader | None = None,
) -> Readings:
    """Every card and every die, each die with the card it lies on; `dice` stands in for the dice reader."""
    began = time.perf_counter()
    seen = scan(image, gallery, expect)
    rolled = (dice or _dice)(image, expect, faces)
    kept = [die for die in rolled.dice if not _printed(die, seen)]
    cards = seen.readings.cards
    placed = tuple(replace(die, card=under(die, cards)) for die in kept)
    advice = (*rolled.advice, *_missed(seen.readings.advice, placed))
    parts = [r.verdict for r, any_ in ((rolled, rolled.dice), (seen.readings, cards)) if any_]
    verdict = Verdict.NONE if not parts else Verdict.CLEAR if set(parts) == {Verdict.CLEAR} else Verdict.CLOSE
    ms = (time.perf_counter() - began) * 1000
    return Readings(verdict, seen.readings.size, placed, cards, advice, ms)


def _dice(image: Image, expect: Expect | None, faces: Faces | None) -> Readings:
    from vision.dice import read as read_dice

    return read_dice(image, expect, faces)


def outline(card: CardReading) -> NDArray[np.float32]:
    """The card's edge in the photo."""
    shape = card.shape if card.shape in FRAMES else "rect"
    quad = np.array(card.quad, float)
    return outline_of(from_quad(quad, shape), shape).astype(np.float32)


def under(die: DieReading, cards: tuple[CardReading, ...]) -> int | None:
    """The card a die lies on: the one whose edge its middle is deepest within; None beside them all."""
    x, y = _foot(die)
    best: tuple[float, int] | None = None
    for index, card in enumerate(cards):
        depth = cv2.pointPolygonTest(outline(card), (x, y), True)
        size = float(np.sqrt(max(cv2.contourArea(outline(card)), 1.0)))
        if depth >= 0 and (best is None or depth / size > best[0]):
            best = (depth / size, index)
    return None if best is None else best[1]


def _foot(die: DieReading) -> tuple[float, float]:
    """Where a die stands: between the middle of its face and the middle of all that is seen of it."""
    cx, cy = die.centre
    bx, by, bw, bh = die.box
    return (cx + bx + bw / 2) / 2, (cy + by + bh / 2) / 2


def _printed(die: DieReading, seen: Scan) -> bool:
    """Whether the die is only a picture on a known card."""
    for finding, scale in seen.findings:
        shape = finding.shape
        back = np.linalg.inv(finding.m)
        corners = through(back, np.array(die.quad, float) * scale)
        w, h = FRAMES[shape]
        x0, y0 = np.floor(corners.min(axis=0) / CELL).astype(int)
        x1, y1 = np.ceil(corners.max(axis=0) / CELL).astype(int)
        if x0 < 0 or y0 < 0 or x1 > w // CELL or y1 > h // CELL or x1 <= x0 or y1 <= y0:
            continue
        if float(finding.disagreement[y0:y1, x0:x1].mean()) < PRINTED:
            return True
    return False


def _missed(advice: tuple[Advice, ...], dice: tuple[DieReading, ...]) -> list[Advice]:
    """Advice about cards, without unknown ones that are dice."""
    out = []
    for told in advice:
        if told.text.key == "vision.card_unknown" and told.box is not None:
            x, y, w, h = told.box
            if any(x < d.centre[0] < x + w and y < d.centre[1] < y + h and d.box[2] > 0.5 * w for d in dice):
                continue
        out.append(told)
    return out


__all__ = ["outline", "read", "under"]
