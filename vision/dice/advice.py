"""What a player can do for a better photo: light, focus, distance, dice apart and flat."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import cv2
import numpy as np

from tableside.core.moves import text
from tableside.core.readings import Advice, Box
from vision.dice.calibration import Belief
from vision.dice.crop import crop
from vision.dice.find import overlap

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Image = NDArray[np.uint8]

DARK, BRIGHT = 45, 250
FAR = 20.0
SHARP = 0.16
GLARE = 0.12


def box_of(belief: Belief) -> Box:
    f = belief.look.found
    return (round(f.x, 1), round(f.y, 1), round(f.w, 1), round(f.h, 1))


def light(image: Image) -> list[Advice]:
    """Too dark or washed out as a whole."""
    step = max(1, max(image.shape[:2]) // 200)
    bright = image[::step, ::step].max(2)
    out = []
    if float(np.quantile(bright, 0.9)) < DARK:
        out.append(Advice(text("vision.too_dark")))
    elif float(np.quantile(bright, 0.25)) >= BRIGHT:
        out.append(Advice(text("vision.too_bright")))
    return out


def sharpness(image: Image, belief: Belief) -> float:
    """How steep the edges of a die are against its contrast: near 0 is mush."""
    f = belief.look.found
    side = int(min(96, max(16, f.size)))
    grey = cv2.cvtColor(crop(image, f.centre, f.size, side), cv2.COLOR_BGR2GRAY).astype(np.float32)
    contrast = float(np.quantile(grey, 0.97) - np.quantile(grey, 0.03))
    if contrast < 8:
        return 0.0
    steep = np.hypot(cv2.Sobel(grey, cv2.CV_32F, 1, 0) / 8, cv2.Sobel(grey, cv2.CV_32F, 0, 1) / 8)
    return float(np.quantile(steep, 0.97)) / contrast


def glare(image: Image, belief: Belief) -> bool:
    """A burnt-out patch on a die whose body is not white."""
    f = belief.look.found
    patch = crop(image, f.centre, f.size * 0.8, 32)
    burnt = float((patch.min(2) >= 250).mean())
    return GLARE < burnt < 0.5 and float(np.median(patch.max(2))) < 200


def about_dice(image: Image, dice: Sequence[Belief], doubtful: Sequence[Belief]) -> list[Advice]:
    """Advice with a place: for dice that are small, cut, burnt out, on each other, leaning or blurred."""
    out: list[Advice] = []
    h, w = image.shape[:2]
    unsure = {id(b) for b in doubtful}
    small = [b for b in dice if b.look.found.seen < FAR]
    if small and (len(small) * 2 > len(dice) or any(id(b) in unsure for b in small)):
        out.append(Advice(text("vision.too_far"), box_of(small[0])))
    if doubtful and float(np.median([sharpness(image, b) for b in doubtful])) < SHARP:
        out.append(Advice(text("vision.blurred"), box_of(doubtful[0])))
    for b in dice:
        f = b.look.found
        if glare(image, b):
            out.append(Advice(text("vision.glare"), box_of(b)))
        if (
            f.x < -0.12 * f.w
            or f.y < -0.12 * f.h
            or f.x + 1.12 * f.w < f.w
            or f.x + 0.88 * f.w > w
            or f.y + 0.88 * f.h > h
        ):
            out.append(Advice(text("vision.cut_off"), box_of(b)))
    for i, a in enumerate(dice):
        for b in dice[i + 1 :]:
            if overlap(a.look.found, b.look.found) > 0.22 and (id(a) in unsure or id(b) in unsure):
                out.append(Advice(text("vision.overlap"), box_of(a)))
    for b in doubtful:
        if any(o is not b and _touch(b, o) for o in dice) and not any(a.box == box_of(b) for a in out):
            out.append(Advice(text("vision.leaning"), box_of(b)))
        elif not any(a.box == box_of(b) for a in out):
            out.append(Advice(text("vision.unsure"), box_of(b)))
    return out


def _touch(a: Belief, b: Belief) -> bool:
    (ax, ay), (bx, by) = a.look.found.centre, b.look.found.centre
    return float(np.hypot(ax - bx, ay - by)) < 0.62 * (a.look.found.size + b.look.found.size)
