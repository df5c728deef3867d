"""The title of a card: a network finds lines of print, another reads the one that is set largest, accents and all."""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards.geometry import Image
from vision.nets import run

LETTERS: Final = " ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyzáéíóöőúüűÁÉÍÓÖŐÚÜŰ0123456789-.,:;!?'’\"()&/+"
"""What the reading network tells apart, after nothing at all."""
WIDE, HIGH = 320, 448
"""A card as the network for lines sees it."""
LONG, TALL = 320, 48
"""A line as the reading network sees it."""
PRINT: Final = 0.3
"""How sure the network must be that there is print."""
GROWN: Final = 0.75
"""It sees the core of a line: so much of its height is added on every side."""
SHORT: Final = 3
"""A title has at least so many letters."""
LARGE: Final = 0.8
"""Lines at least so high as the highest of letters may be the title; the uppermost of them is."""
MEAN: Final = np.array([0.485, 0.456, 0.406], np.float32)
SPREAD: Final = np.array([0.229, 0.224, 0.225], np.float32)
Line = tuple[float, float, float, float]


def title_on(card: Image) -> tuple[str, float] | None:
    """The title printed on an upright card, and how sure its least sure letter is; None where there is none."""
    found = [(line, read(card, line)) for line in sorted(lines(card), key=lambda one: -one[3])[:4]]
    words = [(line, said) for line, said in found if sum(c.isalpha() for c in said[0]) >= SHORT]
    if not words:
        return None
    highest = max(line[3] for line, _ in words)
    return min((one for one in words if one[0][3] >= LARGE * highest), key=lambda one: one[0][1])[1]


def lines(card: Image) -> list[Line]:
    """Where print stands on a card, line by line: left, top, width, height."""
    h, w = card.shape[:2]
    seen = cv2.resize(card, (WIDE, HIGH), interpolation=cv2.INTER_AREA).astype(np.float32) / 255
    batch = np.ascontiguousarray(((seen - MEAN) / SPREAD).transpose(2, 0, 1)[None], np.float32)
    say = run("text_lines", batch)[0, 0]
    _, _, stats, _ = cv2.connectedComponentsWithStats((say > PRINT).astype(np.uint8))
    out = []
    for x, y, wide, high, count in stats[1:].tolist():
        if count < 40 or wide < 1.2 * high:
            continue
        more = GROWN * high
        left, top = max(0.0, x - more), max(0.0, y - more)
        right, low = min(float(WIDE), x + wide + more), min(float(HIGH), y + high + more)
        out.append((left * w / WIDE, top * h / HIGH, (right - left) * w / WIDE, (low - top) * h / HIGH))
    return out


def read(card: Image, line: Line) -> tuple[str, float]:
    """The letters of one line, and how sure the least sure of them is."""
    x, y, w, h = (round(v) for v in line)
    return spelt(run("titles", fitted(card[y : y + h, x : x + w])))


def fitted(line: Image) -> NDArray[np.float32]:
    """A line as the reading network takes it: as high as it sees, and as wide as there is room."""
    high, wide = line.shape[:2]
    size = (min(LONG, max(8, round(TALL * wide / high))), TALL)
    seen = cv2.resize(line, size, interpolation=cv2.INTER_AREA if high > TALL else cv2.INTER_CUBIC)
    batch = np.zeros((1, 3, TALL, LONG), np.float32)
    batch[0, :, :, : size[0]] = (seen.astype(np.float32) / 127.5 - 1).transpose(2, 0, 1)
    return batch


def spelt(steps: NDArray[np.float32]) -> tuple[str, float]:
    """What the steps along a line say: a letter said twice running is one, and nothing stands between two alike."""
    chances = np.exp(steps - steps.max(axis=1, keepdims=True))
    chances /= chances.sum(axis=1, keepdims=True)
    best = chances.argmax(axis=1)
    starts = [n for n, k in enumerate(best) if k and (n == 0 or best[n - 1] != k)]
    sure = min((float(chances[n, best[n]]) for n in starts), default=0.0)
    return "".join(LETTERS[best[n] - 1] for n in starts).strip(), sure
