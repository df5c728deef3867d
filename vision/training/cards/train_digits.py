"""Trains the network that tells printed digits: python -m vision.training.cards.train_digits OUT.npz [FOLDER...].

Digits of the typefaces that OpenCV draws and of every TrueType file in the folders, bent, blurred and cut as a photo of
a card shows them; letters, badges and pieces of pictures are no digits. The typefaces of HELD_OUT are only tested on.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards.digits import HIGH, NONE, WIDE, patch_of
from vision.training.cards.drawing import Rng, picture, symbol
from vision.training.cards.fonts import HERSHEY, draw, outlines

HELD_OUT = "Roboto"
HIDDEN = 96
Floats = NDArray[np.float32]


def glyph(rng: Rng, faces: Sequence[Path | int]) -> tuple[Floats, int]:
    """One patch as the reader cuts it, and what it is."""
    for _ in range(100):
        canvas: Any = np.zeros((140, 140, 3), np.uint8)
        what = int(rng.integers(10)) if rng.random() < 0.75 else NONE
        face = faces[int(rng.integers(len(faces)))]
        if what < NONE:
            draw(canvas, face, str(what), (70, 70), float(rng.uniform(50, 80)), (255, 255, 255))
        elif rng.random() < 0.5:
            letter = "ABCDEFGHIJKLMNPQRSTUVWXYZabcdefghjkmnpqrstuvwxyz"[int(rng.integers(48))]
            font, thick = HERSHEY[int(rng.integers(4))], int(rng.integers(2, 9))
            cv2.putText(canvas, letter, (35, 105), font, 3.0, (255, 255, 255), thick, cv2.LINE_AA)
        elif rng.random() < 0.5:
            symbol(
                canvas,
                int(rng.integers(8)),
                (70, 70),
                40,
                (255, 255, 255),
                int(rng.integers(3)),
                float(rng.uniform(0, 6)),
            )
        else:
            canvas = picture(rng, 140, 140)
            _, grey = cv2.threshold(cv2.cvtColor(canvas, cv2.COLOR_BGR2GRAY), 0, 255, cv2.THRESH_OTSU)
            canvas = cv2.cvtColor(np.asarray(grey), cv2.COLOR_GRAY2BGR)
        turn, shear = np.radians(rng.normal(0, 5)), rng.normal(0, 0.08)
        fit = np.array([[np.cos(turn), -np.sin(turn) + shear], [np.sin(turn), np.cos(turn)]])
        m = np.column_stack([fit, np.array([70, 70]) - fit @ (70, 70)])
        grey = cv2.warpAffine(canvas[..., 0], m, (140, 140))
        small = cv2.resize(grey, None, fx=0.4, fy=0.4, interpolation=cv2.INTER_AREA).astype(np.float32)
        small = cv2.GaussianBlur(small, (0, 0), float(rng.uniform(0.3, 1.6))) + rng.normal(0, 12, small.shape)
        level = rng.uniform(80, 170)
        dark = (small > level).astype(np.uint8)
        n, labels, stats, _ = cv2.connectedComponentsWithStats(dark)
        if n < 2:
            continue
        k = 1 + int(stats[1:, cv2.CC_STAT_AREA].argmax())
        x, y, w, h, _ = (int(v) for v in stats[k])
        if h < 10 or not 0.15 * h < w < 1.1 * h:
            continue
        return patch_of(np.where(labels[y : y + h, x : x + w] == k, 255, 0).astype(np.uint8)), what
    raise ValueError("no glyph")


def batch(rng: Rng, faces: Sequence[Path | int], count: int) -> tuple[Floats, NDArray[np.int64]]:
    """So many patches and what they are."""
    rows = [glyph(rng, faces) for _ in range(count)]
    return np.stack([p for p, _ in rows]).reshape(count, -1), np.array([k for _, k in rows])


def fitted(x: Floats, y: NDArray[np.int64], rng: Rng, epochs: int = 40) -> list[Floats]:
    """Two layers fitted by Adam."""
    size = HIGH * WIDE
    layers = [
        rng.normal(0, np.sqrt(2 / size), (size, HIDDEN)),
        np.zeros(HIDDEN),
        rng.normal(0, np.sqrt(2 / HIDDEN), (HIDDEN, NONE + 1)),
        np.zeros(NONE + 1),
    ]
    first, second = [np.zeros_like(v) for v in layers], [np.zeros_like(v) for v in layers]
    step = 0
    for epoch in range(epochs):
        rate = 2e-3 * 0.5 * (1 + np.cos(np.pi * epoch / epochs))
        for rows in np.array_split(rng.permutation(len(x)), len(x) // 128):
            step += 1
            hidden = np.maximum(x[rows] @ layers[0] + layers[1], 0)
            kept = hidden * (rng.random(hidden.shape) > 0.2) / 0.8
            out = kept @ layers[2] + layers[3]
            out = np.exp(out - out.max(axis=1, keepdims=True))
            out /= out.sum(axis=1, keepdims=True)
            out[np.arange(len(rows)), y[rows]] -= 1
            out /= len(rows)
            back = (out @ layers[2].T) * (kept > 0) / 0.8
            slopes = [x[rows].T @ back, back.sum(axis=0), kept.T @ out, out.sum(axis=0)]
            for k, slope in enumerate(slopes):
                slope = slope + 1e-4 * layers[k]
                first[k] = 0.9 * first[k] + 0.1 * slope
                second[k] = 0.999 * second[k] + 0.001 * slope**2
                even = np.sqrt(second[k] / (1 - 0.999**step)) + 1e-8
                layers[k] -= rate * first[k] / (1 - 0.9**step) / even
    return [v.astype(np.float32) for v in layers]


def main(argv: Sequence[str]) -> int:
    """Train, test on the faces held out, and write the weights."""
    out, folders = Path(argv[0]), [Path(folder) for folder in argv[1:]]
    files = sorted({file.name: file for folder in folders for file in folder.rglob("*.ttf")}.values())
    whole = [file for file in files if len(outlines(file)) == 10]
    known: list[Path | int] = [*HERSHEY, *HERSHEY, *(file for file in whole if HELD_OUT not in file.name)]
    rng = np.random.default_rng(17)
    x, y = batch(rng, known, 24_000)
    layers = fitted(x, y, rng)
    held: list[Path | int] = [file for file in whole if HELD_OUT in file.name]
    for name, faces in (("known", known), ("held out", held)):
        if faces:
            a, b = batch(np.random.default_rng(18), faces, 3000)
            said = (np.maximum(a @ layers[0] + layers[1], 0) @ layers[2] + layers[3]).argmax(axis=1)
            digits = b < NONE
            print(f"{name}: {len(faces)} faces, digits right {(said == b)[digits].mean():.4f}, "
                  f"no digits taken for one {(said[~digits] < NONE).mean():.4f}")  # fmt: skip
    w1, b1, w2, b2 = (v.astype(np.float16) for v in layers)
    np.savez_compressed(out, w1=w1, b1=b1, w2=w2, b2=b2)
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
