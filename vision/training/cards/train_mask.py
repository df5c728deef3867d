"""Teach the network that tells where cards lie: python -m vision.training.cards.train_mask SCENES --out OUT.

SCENES is what `vision.training.cards.mask_scenes` made; OUT keeps the state, so that a stopped training goes on.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch.nn import functional as F  # noqa: N812

from vision.cards.card_mask import LONG, STRIDE, fitting
from vision.training import shards
from vision.training.cards.drawing import Rng
from vision.training.loop import Course
from vision.training.nets import Bare

Row = tuple[bytes, bytes]


def piece(rng: Rng, row: Row) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """A scene as the network sees it, turned, mirrored and tinted; where cards lie in it and where their edges show."""
    image: Any = cv2.imdecode(np.frombuffer(row[0], np.uint8), cv2.IMREAD_COLOR)
    both: Any = cv2.imdecode(np.frombuffer(row[1], np.uint8), cv2.IMREAD_GRAYSCALE)
    mask = np.dstack(np.split(both, 2))
    if image.shape[0] > image.shape[1]:
        image, mask = np.rot90(image), np.rot90(mask)
    wide, high = LONG, 32 * round(0.75 * LONG / 32)
    # A piece of the scene: what is cut off at its edge is a card all the same.
    cut = rng.uniform(0.45, 1.0) if rng.random() < 0.6 else 1.0
    ch, cw = round(image.shape[0] * cut), round(image.shape[1] * cut)
    y, x = int(rng.integers(image.shape[0] - ch + 1)), int(rng.integers(image.shape[1] - cw + 1))
    image = cv2.resize(np.ascontiguousarray(image[y : y + ch, x : x + cw]), (wide, high), interpolation=cv2.INTER_AREA)
    mask = cv2.resize(
        np.ascontiguousarray(mask[y : y + ch, x : x + cw]),
        (wide // STRIDE, high // STRIDE),
        interpolation=cv2.INTER_AREA,
    )
    ways = [slice(None, None, int(s)) for s in rng.choice([1, -1], 2)]
    image, mask = image[ways[0], ways[1]], mask[ways[0], ways[1]]
    lit = image.astype(np.float32) * rng.uniform(0.75, 1.25) * rng.uniform(0.85, 1.15, 3) + rng.normal(0, 12)
    if rng.random() < 0.5:
        lit += rng.normal(0, rng.uniform(1, 8), lit.shape)
    image = np.clip(lit, 0, 255)[..., :: int(rng.choice([1, 1, 1, -1]))]
    truth: Any = mask.transpose(2, 0, 1).astype(np.float32) / 255
    truth[1] = np.minimum(1, 1.6 * truth[1])
    return fitting(image), truth


def train(
    folder: Path, out: Path, start: Path | None, steps: int, batch: int, rate: float, seed: int, held: int
) -> None:
    """Train on all shards but the first `held`, which tell how good it is."""
    course = Course(Bare, out, "card_mask", steps=steps, rate=rate, seed=seed, start=start)
    rows, trial = shards.read(folder, "card_mask", held), shards.read(folder, "card_mask", 0, held)
    for step in range(course.first, steps):
        pieces = [piece(course.rng, rows[int(course.rng.integers(len(rows)))]) for _ in range(batch)]
        x, y = (torch.from_numpy(np.stack(v)) for v in zip(*pieces, strict=True))
        course.model.train()
        with torch.autocast("cpu", torch.bfloat16):
            say = course.model.both(x.to(memory_format=torch.channels_last)).float()
        loss = F.binary_cross_entropy_with_logits(say, y, pos_weight=torch.tensor([[[2.0]], [[4.0]]]))
        if course.learn(step, loss):
            _report(step + 1, course.ema.eval(), trial)
            rows = shards.read(folder, "card_mask", held)  # scenes may still be in the making


def _report(step: int, model: Bare, trial: list[Row]) -> None:
    """Of the held-out scenes: how much card is taken for bare table, and how much bare table for card."""
    rng = np.random.default_rng(0)
    missed, alarm, card, bare = 0.0, 0.0, 0.0, 0.0
    for start in range(0, min(len(trial), 400), 16):
        x, y = (np.stack(v) for v in zip(*(piece(rng, row) for row in trial[start : start + 16]), strict=True))
        with torch.no_grad():
            p = torch.sigmoid(model(torch.from_numpy(x))[:, 0]).numpy()
        y = y[:, 0]
        missed += float(((p < 0.3) & (y > 0.9)).sum())
        alarm += float(((p >= 0.3) & (y < 0.1)).sum())
        card, bare = card + float((y > 0.9).sum()), bare + float((y < 0.1).sum())
    print(
        "held out", step, "missed", round(missed / max(card, 1), 4), "alarm", round(alarm / max(bare, 1), 4), flush=True
    )


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("scenes", type=Path)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--start", type=Path)
    parser.add_argument("--steps", type=int, default=16_000)
    parser.add_argument("--batch", type=int, default=16)
    parser.add_argument("--rate", type=float, default=3e-3)
    parser.add_argument("--seed", type=int, default=4)
    parser.add_argument("--held", type=int, default=2, help="shards held out")
    a = parser.parse_args()
    train(a.scenes, a.out, a.start, a.steps, a.batch, a.rate, a.seed, a.held)
