"""Readings drawn over the photo: apart from reading, so that nothing depends on how it looks."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np

from tableside.core.readings import CardReading, DieReading, Quad, Readings, Verdict

if TYPE_CHECKING:
    from vision.images import Image

Colour = tuple[int, int, int]
GOOD, DOUBT, BAD, INK = (70, 190, 60), (30, 170, 245), (60, 60, 230), (255, 255, 255)
SURE, LIKELY = 0.95, 0.6
VERDICTS: dict[Verdict, Colour] = {Verdict.CLEAR: GOOD, Verdict.CLOSE: DOUBT, Verdict.NONE: BAD}


def draw(image: Image, readings: Readings) -> Image:
    """A copy of the photo with every reading outlined and named; the frame's colour is the verdict."""
    out = image.copy()
    unit = max(1.0, max(image.shape[:2]) / 640)
    for card in readings.cards:
        _card(out, card, unit)
    for die in readings.dice:
        _die(out, die, unit)
    for advice in readings.advice:
        if advice.box is not None:
            x, y, w, h = (round(v) for v in advice.box)
            cv2.rectangle(out, (x - 2, y - 2), (x + w + 2, y + h + 2), DOUBT, max(1, round(unit)), cv2.LINE_AA)
    cv2.rectangle(
        out, (0, 0), (out.shape[1] - 1, out.shape[0] - 1), VERDICTS[readings.verdict], max(2, round(4 * unit))
    )
    return out


def _tone(p: float) -> Colour:
    return GOOD if p >= SURE else DOUBT if p >= LIKELY else BAD


def _die(out: Image, die: DieReading, unit: float) -> None:
    p = die.alternatives[0].p if die.alternatives else 0.0
    _outline(out, die.quad, _tone(p), unit)
    label = "?" if die.value is None else str(die.value)
    if die.alternatives and p < SURE and len(die.alternatives) > 1:
        label += f"/{die.alternatives[1].value}"
    x, y, w, _ = die.box
    _label(out, label, (x + w, y), _tone(p), unit)


def _card(out: Image, card: CardReading, unit: float) -> None:
    p = card.alternatives[0].p if card.alternatives else 0.0
    _outline(out, card.quad, _tone(p), unit)
    # The card's own top edge, so that its turn can be seen.
    (x0, y0), (x1, y1) = card.quad[0], card.quad[1]
    cv2.line(out, (round(x0), round(y0)), (round(x1), round(y1)), INK, max(1, round(2 * unit)), cv2.LINE_AA)
    _label(out, card.id or "?", card.centre, _tone(p), unit)


def _outline(out: Image, quad: Quad, colour: Colour, unit: float) -> None:
    points = np.round(np.array(quad)).astype(np.int32)
    cv2.polylines(out, [points], True, colour, max(1, round(2 * unit)), cv2.LINE_AA)


def _label(out: Image, label: str, at: tuple[float, float], colour: Colour, unit: float) -> None:
    scale, thick = 0.6 * unit, max(1, round(1.5 * unit))
    (w, h), base = cv2.getTextSize(label, cv2.FONT_HERSHEY_SIMPLEX, scale, thick)
    x = round(min(max(0.0, at[0]), max(0, out.shape[1] - w - 4)))
    y = round(min(max(h + base + 4.0, at[1]), out.shape[0] - 1.0))
    cv2.rectangle(out, (x, y - h - base - 3), (x + w + 4, y), colour, -1)
    cv2.putText(out, label, (x + 2, y - base), cv2.FONT_HERSHEY_SIMPLEX, scale, INK, thick, cv2.LINE_AA)
