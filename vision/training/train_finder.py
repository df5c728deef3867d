"""Teach the finder where dice are."""

from __future__ import annotations

import argparse
import json
import math
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch.nn import functional as F  # noqa: N812

from vision.training import data
from vision.training.data import LAID
from vision.training.loop import BFLOAT16, Course
from vision.training.nets import Finder

SIDE = 320
STRIDE = 4


def targets(
    boxes: NDArray[Any], values: NDArray[Any], hidden: NDArray[Any]
) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any], NDArray[Any], NDArray[Any]]:
    """Heat, its weight, offset and size, where these count, and the value there."""
    n = SIDE // STRIDE
    heat = np.zeros((n, n), np.float32)
    weight = np.ones((n, n), np.float32)
    form = np.zeros((4, n, n), np.float32)
    at = np.zeros((n, n), np.float32)
    what = np.zeros((n, n), np.int64)
    gy, gx = np.mgrid[0:n, 0:n].astype(np.float32)
    for (cx, cy, w, h), value, gone in zip(boxes, values, hidden):
        x, y = cx / STRIDE, cy / STRIDE
        size = max(w, h)
        dx, dy = gx + 0.5 - x, gy + 0.5 - y
        near = (np.abs(dx) < w / STRIDE / 2) & (np.abs(dy) < h / STRIDE / 2)
        if gone > 0.45 or size < 9 or size > 240 or not (0 <= x < n and 0 <= y < n):
            weight[near] = 0
            continue
        sigma = max(0.7, size / STRIDE / 9)
        g = np.exp(-(dx * dx + dy * dy) / (2 * sigma * sigma))
        iy, ix = int(y), int(x)
        g[iy, ix] = 1
        better = g > heat
        heat[better] = g[better]
        core = (g > 0.6) & better
        core[iy, ix] = True
        form[0][core], form[1][core] = -dx[core], -dy[core]
        form[2][core], form[3][core] = math.log(w / 32), math.log(h / 32)
        at[core] = g[core]
        what[core] = value - 1
    return heat, weight, form, at, what


def loss_of(out: torch.Tensor, said: torch.Tensor | None, t: list[torch.Tensor]) -> torch.Tensor:
    """The loss of what the finder gave, and of what it said the dice show where that is taught too."""
    heat, weight, form, at, what = t
    z = out[:, 0].float()
    p = torch.sigmoid(z)
    pos = (heat > 0.999).float()
    lp = F.logsigmoid(z) * (1 - p) ** 2 * pos
    ln = F.logsigmoid(-z) * p**2 * (1 - heat) ** 4 * (1 - pos)
    count = pos.sum().clamp(min=1)
    total = -((lp + ln) * weight).sum() / count
    norm = at.sum().clamp(min=1)
    total = total + 0.6 * ((out[:, 1:].float() - form).abs().sum(1) * at).sum() / norm
    if said is not None:
        ce = F.cross_entropy(said.float(), what, reduction="none")
        total = total + 0.25 * (ce * at).sum() / norm
    return total


WEIGHT = {
    "lurig-white-d6": 0.12,
    "lurig-white-d20": 0.2,
    "lurig-white-d20-offangle": 0.2,
    "epa-purple": 4.0,
    "byler-tray": 1.3,
    "matteo-desk": 0.5,
    "skovy-table": 2.0,
    "neg-chess": 6.0,
    "neg-scrabble": 2.0,
    "burks": 1.5,
    LAID: 1.5,
}
"""How often photos of a scene are drawn."""
UNPACKED = 5000
"""Made-up scenes kept decoded, some 0.8 MB each."""


class Pool:
    """Draws training pieces by weight: made-up scenes, which may still be in the making, and real photos with real
    dice laid on real boards."""

    def __init__(self, made: Path, laid: Path | None, photos: list[Path], share: float, boxes: Path | None) -> None:
        known = json.loads(boxes.read_text()) if boxes else None
        self.share = share
        self.made: list[data.Labelled] = []
        self.photos: list[data.Labelled] = [data.decoded(item) for item in data.real(photos, boxes=known)]
        self.sources = [(made, "made-up", self.made), (laid, LAID, self.photos)]
        self.shards = [0, 0]
        self.batches = 0
        self.more()

    def more(self) -> None:
        """Take in what has been made since."""
        for k, (folder, scene, items) in enumerate(self.sources):
            while folder and (folder / f"shard{self.shards[k]:04d}.pkl").exists():
                new = data.synthetic(folder, self.shards[k], self.shards[k] + 1, scene)
                items += [data.decoded(item) for item in new] if len(items) < UNPACKED else new
                self.shards[k] += 1
        w = np.array([WEIGHT.get(p.scene, WEIGHT.get(p.scene.split("-")[0], 1.0)) for p in self.photos])
        self.p = w / w.sum()

    def draw(self, rng: np.random.Generator) -> data.Labelled:
        if self.photos and (not self.made or rng.random() < self.share):
            return self.photos[int(rng.choice(len(self.photos), p=self.p))]
        return self.made[int(rng.integers(len(self.made)))]

    def batch(self, rng: np.random.Generator, n: int) -> tuple[torch.Tensor, list[torch.Tensor]]:
        images, rows = [], []
        self.batches += 1
        if self.batches % 50 == 0:
            self.more()
        for _ in range(n):
            image, boxes, values, hidden = data.finder_sample(rng, self.draw(rng), SIDE)
            images.append(image.transpose(2, 0, 1))
            rows.append(targets(boxes, values, hidden))
        x = torch.from_numpy(np.stack(images).astype(np.float32) / 255 - 0.5)
        return x, [torch.from_numpy(np.stack([r[i] for r in rows])) for i in range(5)]


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--made", type=Path, required=True)
    parser.add_argument("--photos", type=Path, nargs="+", required=True)
    parser.add_argument("--laid", type=Path, help="real dice laid on real boards")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--steps", type=int, default=3000)
    parser.add_argument("--batch", type=int, default=16)
    parser.add_argument("--rate", type=float, default=2e-3)
    parser.add_argument("--share", type=float, default=0.3)
    parser.add_argument("--boxes", type=Path)
    parser.add_argument("--start", type=Path)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--seed", type=int, default=0)
    a = parser.parse_args()
    pool = Pool(a.made, a.laid, a.photos, a.share, a.boxes)
    course = Course(
        Finder, a.out, "finder", steps=a.steps, rate=a.rate, seed=a.seed, start=a.start, threads=a.threads,
        batch=lambda: pool.batch(np.random.default_rng(a.seed), 32)[0],
    )  # fmt: skip
    print("scenes", len(pool.made), "photos", len(pool.photos), flush=True)
    for step in range(course.first, a.steps):
        x, t = pool.batch(course.rng, a.batch)
        course.model.train()
        with torch.autocast("cpu", torch.bfloat16, enabled=BFLOAT16):
            seen = course.model.features(x.to(memory_format=torch.channels_last))
            loss = loss_of(course.model.out(seen), course.model.aux(seen), t)
        course.learn(step, loss)


if __name__ == "__main__":
    main()
