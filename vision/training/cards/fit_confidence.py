"""Fit the belief on looks at invented decks: python -m vision.training.cards.fit_confidence [FILE...].

Half of the belief is a network fitted on the first looks, half are six fitted on all of them, many at half-covered
cards. Without files the looks are gathered first (half an hour on one quiet core); with files of
vision.training.cards.collect_evidence the same looks are taken from there, which gives the same belief.
"""

from __future__ import annotations

import json
import sys
from itertools import pairwise
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards.confidence import WEIGHTS
from vision.cards.verify import EVIDENCE
from vision.training.cards.collect_evidence import Evidence, gathered, joined

Floats = NDArray[np.float64]
HIDDEN = 12
FIRST = (1, 2, 3, 8, 9, 10, 11, 12)
SEEDS = (*FIRST, *range(13, 19), *range(20, 28))
STARTS = (1, 2, 3, 4, 5, 6)
HELD_OUT = (8, 12, 16, 22, 26)

Layers = list[tuple[Floats, Floats]]


def forward(x: Floats, layers: Layers) -> list[Floats]:
    """The values of every layer, the last one before the logistic curve."""
    out = [x]
    for weight, bias in layers[:-1]:
        out.append(np.tanh(out[-1] @ weight + bias))
    weight, bias = layers[-1]
    return [*out, out[-1] @ weight + bias]


def train(x: Floats, y: Floats, seed: int, rounds: int = 800, decay: float = 7e-3) -> Layers:
    """Weights by full-batch Adam."""
    rng = np.random.default_rng(seed)
    sizes = [x.shape[1], HIDDEN, 1]
    layers: Layers = [(rng.normal(0, 1 / np.sqrt(a), (a, b)), np.zeros(b)) for a, b in pairwise(sizes)]
    flat = [p for layer in layers for p in layer]
    first, second = [np.zeros_like(p) for p in flat], [np.zeros_like(p) for p in flat]
    for step in range(1, rounds + 1):
        values = forward(x, layers)
        p = 1 / (1 + np.exp(-values[-1][:, 0]))
        back = ((p - y) / len(y))[:, None]
        grads: list[Floats] = []
        for k in range(len(layers) - 1, -1, -1):
            w, _ = layers[k]
            grads = [values[k].T @ back + decay * w / len(layers), back.sum(axis=0), *grads]
            if k:
                back = (back @ w.T) * (1 - values[k] ** 2)
        rate = 0.02 * 0.5 * (1 + np.cos(np.pi * step / rounds))
        for i, g in enumerate(grads):
            first[i] = 0.9 * first[i] + 0.1 * g
            second[i] = 0.999 * second[i] + 0.001 * g * g
            flat[i] -= rate * (first[i] / (1 - 0.9**step)) / (np.sqrt(second[i] / (1 - 0.999**step)) + 1e-8)
    return layers


def together(networks: list[Layers], shares: list[float]) -> Layers:
    """One network that says what these say, each with its share."""
    first = np.concatenate([n[0][0] for n in networks], axis=1), np.concatenate([n[0][1] for n in networks])
    last = np.concatenate([n[1][0] * s for n, s in zip(networks, shares, strict=True)])
    return [first, (last, np.sum([n[1][1] * s for n, s in zip(networks, shares, strict=True)], axis=0))]


def fitted(z: Floats, y: Floats, first: NDArray[np.bool_]) -> Layers:
    """Half of it fitted on the first looks alone, half on all."""
    networks = [train(z[first], y[first], 1), *(train(z, y, start, decay=4e-3) for start in STARTS)]
    return together(networks, [0.5, *[0.5 / len(STARTS)] * len(STARTS)])


def report(name: str, p: Floats, y: Floats) -> None:
    """Errors at a few thresholds, and how honest the probabilities are."""
    for at in (0.3, 0.5, 0.7, 0.8, 0.9):
        said = p >= at
        wrong, missed = int((said & (y == 0)).sum()), int((~said & (y == 1)).sum())
        print(f"{name} from {at}: names {said.sum()}, wrong {wrong}, missed {missed} of {int(y.sum())}")
    for low, high in ((0, 0.1), (0.1, 0.3), (0.3, 0.5), (0.5, 0.7), (0.7, 0.9), (0.9, 0.98), (0.98, 1.01)):
        part = (p >= low) & (p < high)
        if part.any():
            print(f"   said {low}-{high}: {int(part.sum())} times, right {y[part].mean():.3f}")


def load(path: str) -> Evidence:
    """Evidence gathered before."""
    data = np.load(path)
    return Evidence(*(data[name] for name in Evidence.__slots__))


def main(paths: list[str]) -> int:
    cv2.setNumThreads(1)
    looks = joined([load(path) for path in paths] or [gathered(seed) for seed in SEEDS])
    x, y = looks.values, looks.right.astype(float)
    mean, spread = x.mean(axis=0), x.std(axis=0) + 1e-6
    z = np.clip((x - mean) / spread, -4, 4)
    held, first = np.isin(looks.seed, HELD_OUT), np.isin(looks.seed, FIRST)
    layers = fitted(z[~held], y[~held], first[~held])
    for name, part in (("fitted on", ~held), ("held out", held)):
        report(name, 1 / (1 + np.exp(-forward(z[part], layers)[-1][:, 0])), y[part])
    layers = fitted(z, y, first)
    plain = {
        "seeds": sorted({int(seed) for seed in looks.seed}),
        "looks": len(y),
        "evidence": list(EVIDENCE),
        "mean": [round(float(v), 5) for v in mean],
        "spread": [round(float(v), 5) for v in spread],
        "layers": [[np.round(w, 4).tolist(), np.round(b, 4).tolist()] for w, b in layers],
    }
    Path(WEIGHTS).write_text(json.dumps(plain) + "\n")
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
