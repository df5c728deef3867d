"""Teach only the last layers of a shipped network, on what its first layers made of each picture once: minutes, not
hours. `python -m vision.training.tune reader --crops ...` or `... tune finder --made ... --laid ... --photos ...`."""

from __future__ import annotations

import argparse
import copy
import json
import math
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import torch
from torch import nn

from vision.training import data, train_finder
from vision.training.export import export
from vision.training.hard_negatives import LAID
from vision.training.nets import Finder, Reader
from vision.training.train_reader import Crops, loss_of
from vision.training.warm_start import warm_start

FIRST = 7
"""How many parts of the reader's body stay as they are."""
Rows = list[torch.Tensor]
Parts = tuple[list[nn.Module], Callable[[torch.Tensor], Rows], Callable[[Rows], torch.Tensor]]


def reader_parts(
    model: Reader,
) -> Parts:
    """The layers to teach, what the others make of pictures, and the loss of such rows."""

    def first(x: torch.Tensor) -> Rows:
        return [model.body[:FIRST](x)]

    def loss(rows: Rows) -> torch.Tensor:
        seen, y, quad = rows
        return loss_of(model.say(model.drop(model.body[FIRST:](seen.float()).flatten(1))), y, quad)[0]

    return [*model.body[FIRST:], model.say], first, loss


def finder_parts(
    model: Finder,
) -> Parts:
    """The same for the finder: everything on the way up again is taught."""

    def first(x: torch.Tensor) -> Rows:
        c2 = model.s2(x)
        c3 = model.s3(c2)
        c4 = model.s4(c3)
        return [model.up(model.l5(model.s5(c4))) + model.l4(c4), model.l3(c3), c2]

    def loss(rows: Rows) -> torch.Tensor:
        top, middle, c2 = (part.float() for part in rows[:3])
        p3 = model.m3(model.up(model.m4(top)) + middle)
        seen = model.head(model.m2(model.up(p3) + c2))
        return train_finder.loss_of(model.out(seen), None, rows[3:])

    return [model.m4, model.m3, model.m2, model.head, model.out], first, loss


def looked_at(
    first: Callable[[torch.Tensor], Rows], batches: Callable[[], tuple[torch.Tensor, Rows]], count: int
) -> Rows:
    """What the first layers make of so many batches, and what is true of them."""
    parts = []
    with torch.no_grad():
        for i in range(count):
            x, truth = batches()
            parts.append([*(part.half() for part in first(x.to(memory_format=torch.channels_last))), *truth])
            if i % 25 == 24:
                print("looked at", i + 1, flush=True)
    return [torch.cat(column) for column in zip(*parts, strict=True)]


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("network", choices=("reader", "finder"))
    parser.add_argument("--crops", type=Path)
    parser.add_argument("--made", type=Path)
    parser.add_argument("--laid", type=Path)
    parser.add_argument("--photos", type=Path, nargs="*", default=[])
    parser.add_argument("--boxes", type=Path)
    parser.add_argument("--start", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--batches", type=int, default=200, help="of pictures, looked at once")
    parser.add_argument("--batch", type=int, default=64)
    parser.add_argument("--steps", type=int, default=600)
    parser.add_argument("--rate", type=float, default=5e-4)
    parser.add_argument("--share", type=float, default=0.75, help="of real pictures")
    parser.add_argument("--seed", type=int, default=0)
    a = parser.parse_args()
    torch.set_num_threads(1)
    torch.manual_seed(a.seed)
    cv2.setNumThreads(1)
    rng = np.random.default_rng(a.seed)
    model: Reader | Finder
    if a.network == "reader":
        crops, model = Crops(a.crops, a.share), Reader()

        def batch() -> tuple[torch.Tensor, Rows]:
            x, y, quad = crops.batch(rng, a.batch)
            return x, [y, quad]
    else:
        boxes = json.loads(a.boxes.read_text()) if a.boxes else None
        photos = [*data.synthetic(a.laid, scene=LAID), *data.real(a.photos, boxes=boxes)]
        pool, model = train_finder.Pool(data.synthetic(a.made), photos, a.share), Finder(aux=False)

        def batch() -> tuple[torch.Tensor, Rows]:
            return pool.batch(rng, a.batch)

    model = model.to(memory_format=torch.channels_last)
    warm_start(model, a.start, batch()[0])
    model.eval()  # normalisations keep what they measured
    layers, first, loss_of_rows = reader_parts(model) if isinstance(model, Reader) else finder_parts(model)
    a.out.mkdir(parents=True, exist_ok=True)
    kept = a.out / "pool.pt"
    if not kept.exists():
        torch.save(looked_at(first, batch, a.batches), kept)
    rows = torch.load(kept)
    mean = copy.deepcopy(model)
    taught = [p for layer in layers for p in layer.parameters()]
    names = {id(p): name for name, p in model.named_parameters()}
    means = [dict(mean.named_parameters())[names[id(p)]] for p in taught]
    optimiser = torch.optim.AdamW(taught, a.rate, weight_decay=1e-3)
    if isinstance(model, Reader):
        model.drop.train()
    told = 0.0
    for step in range(a.steps):
        for group in optimiser.param_groups:
            group["lr"] = a.rate * min(1, (step + 1) / 50) * (0.5 + 0.5 * math.cos(math.pi * step / a.steps))
        pick = torch.from_numpy(rng.integers(0, len(rows[0]), a.batch))
        loss = loss_of_rows([part[pick] for part in rows])
        optimiser.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(taught, 5.0)
        optimiser.step()
        with torch.no_grad():
            for m, v in zip(means, taught, strict=True):
                m.lerp_(v, 1 - min(0.99, (step + 1) / (step + 10)))
        told += (0.03 if step else 1.0) * (float(loss.detach()) - told)
        if step % 100 == 99 or step == a.steps - 1:
            print(step + 1, round(told, 4), flush=True)
            export(mean, a.out / f"{a.network}.onnx")


if __name__ == "__main__":
    main()
