"""The whole table in one photo: cards, dice, and which card each die lies on."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from tableside.core.readings import Advice, Box, CardReading, DieReading, Expect, Readings, Verdict
from vision.cards.gallery import Gallery
from vision.cards.geometry import CELL, FRAMES, Image, from_quad, outline_of, through
from vision.cards.recognise import Scan, scan
from vision.cards.sample import look_of
from vision.cards.verify import Finding

if TYPE_CHECKING:
    from vision.dice.custom_faces import Faces

DiceReader = Callable[[Image, "Expect | None", "Faces | None"], Readings]
PRINTED: Final = 0.25
"""Where a card looks this much like its picture, and nowhere worse than ODD, nothing lies on it."""
ODD: Final = 0.8
INKED: Final = 40.0
"""How much of a picture, in squared steps of lightness, there must be for a die to be printed there."""
AS_LARGE: Final = 0.45
"""A die that fills this much of a card's box is the card itself."""
LYING: Final = 0.012
"""A difference smaller than this share of a card is no die."""
SURE: Final = 0.9
SHADOW: Final = 0.6
"""What lies within this many die sizes of the dice seen belongs to them."""
MARGIN: Final = 0.16
"""How far, in card widths, the photo is cut out around what lies on a card to look at it closely."""


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
    cards = seen.readings.cards
    look = dice or _dice
    rolled = look(image, expect, faces)
    mine = [die for die in rolled.dice if not any(_is_card(die, card) for card in cards)]
    placed = [replace(die, card=under(die, cards)) for die in mine if not _printed(die, seen, gallery)]
    close = _unsure(seen, rolled, placed)
    nearer = _nearer(image, close, expect, faces, look)
    for number, part in nearer.items():
        fresh = [die for die in part.dice if not _is_card(die, cards[number]) and under(die, cards) == number]
        if len(fresh) >= sum(die.card == number for die in placed):
            placed = [die for die in placed if die.card != number] + [replace(die, card=number) for die in fresh]
    told = [part for part in nearer.values() if part.dice] or [rolled]
    advice = (*(one for part in told for one in part.advice), *_missed(seen.readings.advice, tuple(placed)))
    parts = [part.verdict for part in told if part.dice]
    parts += [Verdict.CLOSE for die in placed if nearer and die.card not in close and not _sure(die)]
    parts += [seen.readings.verdict] if cards else []
    verdict = Verdict.NONE if not parts else Verdict.CLEAR if set(parts) == {Verdict.CLEAR} else Verdict.CLOSE
    ms = (time.perf_counter() - began) * 1000
    return Readings(verdict, seen.readings.size, tuple(placed), cards, advice, ms)


def _unsure(seen: Scan, rolled: Readings, placed: list[DieReading]) -> dict[int, list[Box]]:
    """The cards whose dice are worth a closer look, and where: something lies there, and what it is was not clear."""
    out = {}
    for number, card in enumerate(seen.readings.cards):
        on = [die for die in placed if die.card == number]
        swallowed = any(_is_card(die, card) for die in rolled.dice)
        (x0, y0), (x1, y1) = outline(card).min(axis=0), outline(card).max(axis=0)
        whole = (float(x0), float(y0), float(x1 - x0), float(y1 - y0))
        lies = _lying(*seen.findings[number]) if number < len(seen.findings) else whole if swallowed else None
        if lies is not None and (swallowed or not all(_sure(die) for die in on) or not _covers(on, lies)):
            out[number] = [_wider(lies, MARGIN * max(whole[2:])), _wider(whole, 0.0)]
    return out


def _lying(finding: Finding, scale: float) -> Box | None:
    """Where in the photo a card differs from its picture in pieces as large as a die; None when it does not."""
    inner = (finding.disagreement[1:-1, 1:-1] > ODD).astype(np.uint8)
    n, _, stats, _ = cv2.connectedComponentsWithStats(inner, connectivity=8)
    large = [row for row in stats[1:n] if row[cv2.CC_STAT_AREA] >= max(2.0, LYING * inner.size)]
    if not large:
        return None
    boxes = np.array(large)[:, :4] + (1, 1, 0, 0)
    (x0, y0), (x1, y1) = boxes[:, :2].min(axis=0) * CELL, (boxes[:, :2] + boxes[:, 2:]).max(axis=0) * CELL
    ring = through(finding.m, np.array([(x0, y0), (x1, y0), (x1, y1), (x0, y1)], float)) / scale
    (x0, y0), (x1, y1) = ring.min(axis=0), ring.max(axis=0)
    return float(x0), float(y0), float(x1 - x0), float(y1 - y0)


def _covers(dice: list[DieReading], lies: Box) -> bool:
    """Whether these dice and their shadows account for all that lies there."""
    if not dice:
        return False
    room = SHADOW * max(max(die.box[2:]) for die in dice)
    x0, y0 = min(die.box[0] for die in dice) - room, min(die.box[1] for die in dice) - room
    x1 = max(die.box[0] + die.box[2] for die in dice) + room
    y1 = max(die.box[1] + die.box[3] for die in dice) + room
    return x0 <= lies[0] and y0 <= lies[1] and lies[0] + lies[2] <= x1 and lies[1] + lies[3] <= y1


def _wider(box: Box, by: float) -> Box:
    return box[0] - by, box[1] - by, box[2] + 2 * by, box[3] + 2 * by


def _nearer(
    image: Image, close: dict[int, list[Box]], expect: Expect | None, faces: Faces | None, look: DiceReader
) -> dict[int, Readings]:
    """The dice on these cards, cut out of the photo; what the rules say of all dice says nothing of a few."""
    some = replace(expect, counts=(), multisets=()) if expect is not None else None
    out = {}
    for number, boxes in close.items():
        for x, y, w, h in boxes:
            x0, y0 = max(0, int(x)), max(0, int(y))
            part = np.ascontiguousarray(image[y0 : int(y + h) + 1, x0 : int(x + w) + 1])
            out[number] = _moved(look(part, some, faces), float(x0), float(y0))
            if out[number].dice:
                break
    return out


def _moved(readings: Readings, dx: float, dy: float) -> Readings:
    """The same readings where they are in the whole photo."""
    dice = []
    for die in readings.dice:
        a, b, c, d = ((x + dx, y + dy) for x, y in die.quad)
        dice.append(replace(die, box=(die.box[0] + dx, die.box[1] + dy, *die.box[2:]), quad=(a, b, c, d)))
    advice = tuple(
        replace(one, box=None if one.box is None else (one.box[0] + dx, one.box[1] + dy, *one.box[2:]))
        for one in readings.advice
    )
    return replace(readings, dice=tuple(dice), advice=advice)


def _sure(die: DieReading) -> bool:
    return bool(die.alternatives) and die.alternatives[0].p >= SURE


def _is_card(die: DieReading, card: CardReading) -> bool:
    """Whether what was taken for a die is the card itself."""
    ring = outline(card)
    w, h = np.ptp(ring, axis=0)
    inside = cv2.pointPolygonTest(ring, die.centre, False) >= 0
    return bool(inside and die.box[2] * die.box[3] > AS_LARGE * w * h)


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


def _printed(die: DieReading, seen: Scan, gallery: Gallery) -> bool:
    """Whether the die is only a picture on a known card: the card shows it too, and looks just as it was taught."""
    for finding, scale in seen.findings:
        shape = finding.shape
        back = np.linalg.inv(finding.m)
        corners = through(back, np.array(die.quad, float) * scale)
        w, h = FRAMES[shape]
        x0, y0 = np.floor(corners.min(axis=0) / CELL).astype(int)
        x1, y1 = np.ceil(corners.max(axis=0) / CELL).astype(int)
        if x0 < 0 or y0 < 0 or x1 > w // CELL or y1 > h // CELL or x1 <= x0 or y1 <= y0:
            continue
        there = finding.disagreement[y0:y1, x0:x1]
        if there.mean() >= PRINTED or there.max() >= ODD:
            continue
        step = CELL // 2
        taught = look_of(gallery.shelves[shape].rows[finding.row][1]).half
        print_ = taught[y0 * step : y1 * step, x0 * step : x1 * step, 0]
        if float((print_ * print_).mean()) > INKED:
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
