"""Teach the finder where dice are."""

from __future__ import annotations

import argparse
import copy
import json
import math
import time
from pathlib import Path

import cv2
import numpy as np
import torch
from torch.nn import functional as F  # noqa: N812

from vision.training import data
from vision.training.export import export
from vision.training.nets import Finder

SIDE = 320
STRIDE = 4


def targets(
    boxes: np.ndarray, values: np.ndarray, hidden: np.ndarray
) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
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


def loss_of(model: Finder, x: torch.Tensor, t: list[torch.Tensor]) -> torch.Tensor:
    heat, weight, form, at, what = t
    feats = model.features(x)
    out = model.out(feats)
    z = out[:, 0].float()
    p = torch.sigmoid(z)
    pos = (heat > 0.999).float()
    lp = F.logsigmoid(z) * (1 - p) ** 2 * pos
    ln = F.logsigmoid(-z) * p**2 * (1 - heat) ** 4 * (1 - pos)
    count = pos.sum().clamp(min=1)
    total = -((lp + ln) * weight).sum() / count
    norm = at.sum().clamp(min=1)
    total = total + 0.6 * ((out[:, 1:].float() - form).abs().sum(1) * at).sum() / norm
    if model.aux is not None:
        ce = F.cross_entropy(model.aux(feats).float(), what, reduction="none")
        total = total + 0.25 * (ce * at).sum() / norm
    return total


class Pool:
    """Draws training pieces: made-up scenes and real photos by weight."""

    def __init__(self, made: list[data.Labelled], photos: list[data.Labelled], share: float) -> None:
        self.made, self.photos, self.share = made, photos, share
        weight = {
            "lurig-white-d6": 0.12,
            "lurig-white-d20": 0.2,
            "lurig-white-d20-offangle": 0.2,
            "epa-purple": 4.0,
            "byler-tray": 1.3,
            "matteo-desk": 0.5,
        }
        w = np.array([weight.get(p.scene, 1.0) for p in photos])
        self.p = w / w.sum()

    def draw(self, rng: np.random.Generator) -> data.Labelled:
        if rng.random() < self.share and self.photos:
            return self.photos[int(rng.choice(len(self.photos), p=self.p))]
        return self.made[int(rng.integers(len(self.made)))]

    def batch(self, rng: np.random.Generator, n: int) -> tuple[torch.Tensor, list[torch.Tensor]]:
        images, rows = [], []
        for _ in range(n):
            image, boxes, values, hidden = data.finder_sample(rng, self.draw(rng), SIDE)
            images.append(image.transpose(2, 0, 1))
            rows.append(targets(boxes, values, hidden))
        x = torch.from_numpy(np.stack(images).astype(np.float32) / 255 - 0.5)
        return x, [torch.from_numpy(np.stack([r[i] for r in rows])) for i in range(5)]


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--made", type=Path, required=True)
    parser.add_argument("--photos", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--steps", type=int, default=3000)
    parser.add_argument("--batch", type=int, default=16)
    parser.add_argument("--rate", type=float, default=2e-3)
    parser.add_argument("--share", type=float, default=0.3)
    parser.add_argument("--boxes", type=Path)
    parser.add_argument("--start", type=Path)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--last", type=int, default=10_000)
    a = parser.parse_args()
    torch.set_num_threads(a.threads)
    cv2.setNumThreads(1)
    torch.manual_seed(a.seed)
    rng = np.random.default_rng(a.seed)
    boxes = json.loads(a.boxes.read_text()) if a.boxes else None
    pool = Pool(data.synthetic(a.made, 0, a.last), data.real(a.photos, boxes=boxes), a.share)
    print("scenes", len(pool.made), "photos", len(pool.photos), flush=True)
    model = Finder().to(memory_format=torch.channels_last)
    if a.start:
        model.load_state_dict(torch.load(a.start)["ema"])
    ema = copy.deepcopy(model)
    optimiser = torch.optim.AdamW(model.parameters(), a.rate, weight_decay=1e-4)
    first, kept = 0, a.out / "finder.pt"
    if kept.exists():
        state = torch.load(kept)
        model.load_state_dict(state["model"])
        ema.load_state_dict(state["ema"])
        optimiser.load_state_dict(state["optimiser"])
        first = state["step"]
        rng = np.random.default_rng([a.seed, first])
    a.out.mkdir(parents=True, exist_ok=True)
    began, mean = time.time(), 0.0
    for step in range(first, a.steps):
        for group in optimiser.param_groups:
            group["lr"] = a.rate * min(1, (step + 1) / 100) * (0.5 + 0.5 * math.cos(math.pi * step / a.steps)) + 1e-6
        x, t = pool.batch(rng, a.batch)
        model.train()
        with torch.autocast("cpu", torch.bfloat16):
            loss = loss_of(model, x.to(memory_format=torch.channels_last), t)
        optimiser.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 5.0)
        optimiser.step()
        decay = min(0.997, (step + 1) / (step + 10))
        with torch.no_grad():
            for e, v in zip(ema.state_dict().values(), model.state_dict().values()):
                if e.dtype.is_floating_point:
                    e.mul_(decay).add_(v, alpha=1 - decay)
        mean = 0.98 * mean + 0.02 * float(loss.detach()) if step > first else float(loss.detach())
        if step % 50 == 0:
            print(step, round(mean, 3), round(time.time() - began, 1), flush=True)
        if step % 250 == 249 or step == a.steps - 1:
            torch.save(
                {
                    "model": model.state_dict(),
                    "ema": ema.state_dict(),
                    "optimiser": optimiser.state_dict(),
                    "step": step + 1,
                },
                kept,
            )
            export(ema, a.out / "finder.onnx")
            pool.made = data.synthetic(a.made, 0, a.last)  # scenes may still be in the making


if __name__ == "__main__":
    main()
