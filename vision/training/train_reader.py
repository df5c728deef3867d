"""Teach the reader what a die shows, that a printed dot is no die, and where the top face's corners are."""

from __future__ import annotations

import argparse
import contextlib
import itertools
import queue
import threading
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch.nn import functional as F  # noqa: N812

from vision.dice.classify import CLASSES, CONTEXT
from vision.dice.classify import SIDE as READER_SIDE
from vision.training import data
from vision.training.data import LAID
from vision.training.hard_negatives import PATCH, REACH
from vision.training.loop import BFLOAT16, Course
from vision.training.nets import Reader
from vision.training.scenes import OTHER

FREE_TURN = ("byler-tray", "chase-craps-crop", "lurig-white-d20")


class Crops:
    """All patches of a folder, drawn by source and class."""

    def __init__(self, folder: Path, share: float) -> None:
        self.share = share
        self.reload(folder)

    def reload(self, folder: Path) -> None:
        self.files, metas = [], []
        for path in sorted(folder.glob("*.npz")):
            meta = np.load(path, allow_pickle=False)
            self.files.append(np.load(path.with_suffix(".npy"), mmap_mode="r"))
            metas.append(
                (
                    np.full(len(meta["label"]), len(self.files) - 1),
                    np.arange(len(meta["label"])),
                    meta["label"],
                    meta["size"],
                    meta["scene"].astype("U24"),
                    meta["quad"],
                )
            )
        self.file, self.row, self.label, self.size, self.scene, self.quad = (
            np.concatenate([m[i] for m in metas]) for i in range(6)
        )
        made = self.scene == "made-up"
        none, other = self.label == 0, self.label == OTHER
        self.groups = []
        for mask, weight in ((made & none, 0.38), (made & other, 0.1), (made & ~none & ~other, 0.52)):
            if mask.any():
                self.groups.append((np.flatnonzero(mask), weight * (1 - self.share)))
        for mask, weight in ((~made & none, 0.32), (~made & other, 0.1), (~made & ~none & ~other, 0.58)):
            if mask.any():
                self.groups.append((np.flatnonzero(mask), weight * self.share))
        by_scene = {
            "lurig": 0.5,
            "matteo-desk": 0.6,
            "dam": 6.0,
            "neg-": 3.0,
            "skovy": 3.0,
            "bartek": 6.0,
            "burks": 3.0,
            LAID: 0.5,
        }
        self.odds = []
        for index, _ in self.groups:
            w = np.ones(len(index))
            for name, k in by_scene.items():
                w[np.char.startswith(self.scene[index], name)] *= k
            self.odds.append(np.cumsum(w / w.sum()))
        self.weights = np.array([w for _, w in self.groups])
        self.weights /= self.weights.sum()

    def sample(self, rng: np.random.Generator) -> tuple[NDArray[Any], int, NDArray[Any]]:
        g = int(rng.choice(len(self.groups), p=self.weights))
        i = self.groups[g][0][min(len(self.odds[g]) - 1, int(np.searchsorted(self.odds[g], rng.random())))]
        patch = np.asarray(self.files[self.file[i]][self.row[i]])
        return vary(rng, patch, int(self.label[i]), self.quad[i], str(self.scene[i]), float(self.size[i]))

    def batch(self, rng: np.random.Generator, n: int) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
        rows = [self.sample(rng) for _ in range(n)]
        x = np.stack([r[0] for r in rows]).transpose(0, 3, 1, 2).astype(np.float32) / 255 - 0.5
        return torch.from_numpy(x), torch.tensor([r[1] for r in rows]), torch.from_numpy(np.stack([r[2] for r in rows]))


def vary(
    rng: np.random.Generator, patch: NDArray[Any], label: int, quad: NDArray[Any], scene: str, size: float
) -> tuple[NDArray[Any], int, NDArray[Any]]:
    k = READER_SIDE / PATCH * REACH / CONTEXT
    k *= float(np.exp(rng.normal(0, 0.09)))
    angle = rng.uniform(0, 360) if scene in FREE_TURN or (label == 0 and rng.random() < 0.5) else rng.normal(0, 9)
    m: Any = cv2.getRotationMatrix2D((PATCH / 2 - 0.5, PATCH / 2 - 0.5), angle, k)
    m[:, 2] += (READER_SIDE - PATCH) / 2 + rng.normal(0, 0.05, 2) * READER_SIDE / CONTEXT
    if rng.random() < 0.5:
        m[0] = -m[0]
        m[0, 2] += READER_SIDE - 1
    out: Any = cv2.warpAffine(
        patch, m, (READER_SIDE, READER_SIDE), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    if rng.random() < 0.3 and size > 24:
        low = int(rng.integers(24, 56))
        out = cv2.resize(
            cv2.resize(out, (low, low), interpolation=cv2.INTER_AREA),
            (READER_SIDE, READER_SIDE),
            interpolation=cv2.INTER_LINEAR,
        )
    if rng.random() < 0.12:
        out = cv2.imdecode(
            cv2.imencode(".jpg", out, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(30, 90))])[1], cv2.IMREAD_COLOR
        )
    x = data.vary_colour(rng, out, 1.3)
    if rng.random() < 0.12:  # a flash too near, or hardly any light
        x = np.clip(x * rng.choice((rng.uniform(1.2, 1.9), rng.uniform(0.3, 0.6))), 0, 255).astype(np.float32)
    if label and rng.random() < 0.05:  # another die or a hand in a corner
        a = rng.integers(0, READER_SIDE, 2)
        b = a + rng.integers(4, 30, 2)
        if (a < 18).any() or (b > READER_SIDE - 18).any():
            x[a[1] : b[1], a[0] : b[0]] = rng.uniform(0, 255, 3)
    q = (quad.reshape(4, 2) @ m[:, :2].T + m[:, 2]).astype(np.float32) / READER_SIDE - 0.5
    return x, label, q.ravel()


def feed(
    crops: Crops, folder: Path, rng: np.random.Generator, size: int, batches: queue.Queue[Any], over: threading.Event
) -> None:
    """Make batches while the network learns from the last one; crops may still be in the making."""
    for i in itertools.count(1):
        if over.is_set():
            return
        batches.put(crops.batch(rng, size))
        if i % 250 == 0:
            crops.reload(folder)


def loss_of(out: torch.Tensor, y: torch.Tensor, quad: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    """The loss of what the reader said, and the share of classes it named right."""
    ce = F.cross_entropy(out[:, :CLASSES], y, label_smoothing=0.02)
    known = ~torch.isnan(quad[:, 0])
    if known.any():
        got = out[known, CLASSES:].view(-1, 4, 2)
        want = quad[known].view(-1, 4, 2)
        tries = []
        for ring in (want, want.flip(1)):  # a mirrored crop runs the other way round
            tries += [(got - ring.roll(s, 1)).abs().mean((1, 2)) for s in range(4)]
        ce = ce + 2.0 * torch.stack(tries).min(0).values.mean()
    return ce, (out[:, :CLASSES].argmax(1) == y).float().mean()


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--crops", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--steps", type=int, default=4000)
    parser.add_argument("--batch", type=int, default=192)
    parser.add_argument("--rate", type=float, default=2e-3)
    parser.add_argument("--share", type=float, default=0.35)
    parser.add_argument("--start", type=Path)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--seed", type=int, default=0)
    a = parser.parse_args()
    crops = Crops(a.crops, a.share)
    course = Course(
        Reader, a.out, "reader", steps=a.steps, rate=a.rate, seed=a.seed, start=a.start, threads=a.threads,
        batch=lambda: crops.batch(np.random.default_rng(a.seed), 256)[0], weight_decay=2e-3, slow=0.998,
    )  # fmt: skip
    print("crops", len(crops.label), [len(g[0]) for g in crops.groups], flush=True)
    batches: queue.Queue[Any] = queue.Queue(4)
    over = threading.Event()
    feeder = threading.Thread(target=feed, args=(crops, a.crops, course.rng, a.batch, batches, over), daemon=True)
    feeder.start()
    for step in range(course.first, a.steps):
        x, y, quad = batches.get()
        course.model.train()
        with torch.autocast("cpu", torch.bfloat16, enabled=BFLOAT16):
            out = course.model(x.to(memory_format=torch.channels_last))
        loss, hit = loss_of(out.float(), y, quad)
        course.learn(step, loss, right=float(hit))
    over.set()
    while feeder.is_alive():  # it may wait for room
        with contextlib.suppress(queue.Empty):
            batches.get(timeout=0.1)


if __name__ == "__main__":
    main()
