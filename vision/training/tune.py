"""Teach the shipped finder or reader on, all its layers, with its normalisations folded into the convolutions.

`python -m vision.training.tune teach --made ... --laid ... --photos ... --start FINDER --out FOLDER` goes on for some
minutes and writes the running mean of the weights; `... tune mean A B ... --out FILE` writes the mean
of such files.
"""

from __future__ import annotations

import argparse
import copy
import math
import time
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import onnx
import torch
from onnx import numpy_helper
from torch import nn
from torch.nn import functional as F  # noqa: N812

from vision.dice.classify import CLASSES
from vision.training import train_finder, train_reader
from vision.training.export import export
from vision.training.loop import BFLOAT16
from vision.training.nets import Finder, Reader, folded

Lesson = Callable[[nn.Module, nn.Module], torch.Tensor]
"""The loss of a network on the next pictures, beside the network it comes from."""
KEEP = 2.0
"""How much it counts to say what the former network says wherever that is right, beside saying what is true."""


def shipped(path: Path, model: nn.Module) -> nn.Module:
    """The network of an ONNX file, to be taught on."""
    model = folded(model)
    known = {i.name: torch.from_numpy(numpy_helper.to_array(i).copy()) for i in onnx.load(str(path)).graph.initializer}
    model.load_state_dict({name: known[name] for name in model.state_dict()})
    return model.to(memory_format=torch.channels_last)


def mean(files: list[Path], out: Path) -> None:
    """The network whose weights are the mean of these; a file named twice counts twice."""
    networks = [onnx.load(str(path)) for path in files]
    every = [{i.name: numpy_helper.to_array(i) for i in network.graph.initializer} for network in networks]
    for i in networks[0].graph.initializer:
        if every[0][i.name].dtype == np.float32:
            value = np.mean([weights[i.name].astype(np.float64) for weights in every], 0)
            i.CopyFrom(numpy_helper.from_array(value.astype(np.float32), i.name))
    onnx.save(networks[0], str(out))


def finding(a: argparse.Namespace, rng: np.random.Generator) -> Lesson:
    """Pieces of photos and scenes with their dice."""
    pool = train_finder.Pool(a.made, a.laid, a.photos, a.share, a.boxes)

    def lesson(model: nn.Module, former: nn.Module) -> torch.Tensor:
        x, rows = pool.batch(rng, a.batch)
        out, was = both(x, model, former)
        heat, weight = rows[:2]
        now, then = torch.sigmoid(out[:, 0]), torch.sigmoid(was[:, 0])
        right = weight * ((then - heat).abs() < 0.5)
        kept = ((now - then) ** 2 * right).sum() / (heat > 0.999).sum().clamp(min=1)
        return train_finder.loss_of(out, None, rows) + KEEP * kept

    return lesson


def reading(a: argparse.Namespace, rng: np.random.Generator) -> Lesson:
    """Crops of dice and of what was mistaken for dice."""
    crops = train_reader.Crops(a.crops, a.share)

    def lesson(model: nn.Module, former: nn.Module) -> torch.Tensor:
        x, label, quad = crops.batch(rng, a.batch)
        out, was = both(x, model, former)
        said, before = (o[:, :CLASSES].log_softmax(1) for o in (out, was))
        right = (before.argmax(1) == label).float()
        kept = F.kl_div(said, before, reduction="none", log_target=True).sum(1)
        moved = (out[:, CLASSES:] - was[:, CLASSES:]).abs().mean(1) * (label > 0)
        return train_reader.loss_of(out, label, quad)[0] + KEEP * ((kept + moved) * right).mean()

    return lesson


def both(x: torch.Tensor, model: nn.Module, former: nn.Module) -> tuple[torch.Tensor, torch.Tensor]:
    """What the network says of these pictures now, and what it said before it was taught on."""
    x = x.to(memory_format=torch.channels_last)
    with torch.autocast("cpu", torch.bfloat16, enabled=BFLOAT16):
        out = model(x)
        with torch.no_grad():
            was = former(x)
    return out.float(), was.float()


def teach(a: argparse.Namespace) -> None:
    """Steps down the loss until the time is over."""
    torch.set_num_threads(1)
    torch.manual_seed(a.seed)
    cv2.setNumThreads(1)
    rng = np.random.default_rng(a.seed)
    a.out.mkdir(parents=True, exist_ok=True)
    name = "reader" if a.crops else "finder"
    lesson = reading(a, rng) if a.crops else finding(a, rng)
    model = shipped(a.start, Reader() if a.crops else Finder(aux=False)).eval()
    former, slow = copy.deepcopy(model), copy.deepcopy(model)
    optimiser = torch.optim.AdamW(model.parameters(), a.rate, weight_decay=1e-3)
    began = time.process_time()
    told, step = 0.0, 0
    while (done := (time.process_time() - began) / (60 * a.minutes)) < 1:
        for group in optimiser.param_groups:
            group["lr"] = a.rate * min(1, (step + 1) / 60) * (0.52 + 0.48 * math.cos(math.pi * done))
        loss = lesson(model, former)
        optimiser.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), 5.0)
        optimiser.step()
        step += 1
        with torch.no_grad():
            for m, v in zip(slow.parameters(), model.parameters(), strict=True):
                m.lerp_(v, 1 - min(0.99, step / (step + 10)))
        told += max(0.02, 1 / step) * (float(loss.detach()) - told)
        if step % 50 == 0:
            print(step, round(told, 4), round(time.process_time() - began), flush=True)
    export(slow, a.out / f"{name}.onnx")


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("task", choices=("teach", "mean"))
    parser.add_argument("files", type=Path, nargs="*", help="networks to take the mean of")
    parser.add_argument("--crops", type=Path, help="teach the reader, on these crops, and not the finder")
    parser.add_argument("--made", type=Path)
    parser.add_argument("--laid", type=Path)
    parser.add_argument("--photos", type=Path, nargs="*", default=[])
    parser.add_argument("--boxes", type=Path)
    parser.add_argument("--start", type=Path)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--minutes", type=float, default=60, help="of the processor")
    parser.add_argument("--batch", type=int, default=8)
    parser.add_argument("--rate", type=float, default=3e-4)
    parser.add_argument("--share", type=float, default=0.65, help="of real pictures")
    parser.add_argument("--seed", type=int, default=0)
    a = parser.parse_args()
    if a.task == "mean":
        mean(a.files, a.out)
    else:
        teach(a)


if __name__ == "__main__":
    main()
