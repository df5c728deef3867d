"""Fit the belief on evidence gathered from invented decks: python -m vision.training.cards.fit FILE..."""

from __future__ import annotations

import json
import sys
from itertools import pairwise
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from vision.cards.belief import WEIGHTS
from vision.cards.verify import EVIDENCE

Floats = NDArray[np.float64]
HIDDEN = 10


def forward(x: Floats, layers: list[tuple[Floats, Floats]]) -> list[Floats]:
    """The values of every layer, the last one before the logistic curve."""
    out = [x]
    for weight, bias in layers[:-1]:
        out.append(np.tanh(out[-1] @ weight + bias))
    weight, bias = layers[-1]
    return [*out, out[-1] @ weight + bias]


def train(
    x: Floats, y: Floats, weight: Floats, seed: int, rounds: int = 2000, decay: float = 7e-3
) -> list[tuple[Floats, Floats]]:
    """Weights by full-batch Adam."""
    rng = np.random.default_rng(seed)
    sizes = [x.shape[1], HIDDEN, 1]
    layers = [(rng.normal(0, 1 / np.sqrt(a), (a, b)), np.zeros(b)) for a, b in pairwise(sizes)]
    flat = [p for layer in layers for p in layer]
    first, second = [np.zeros_like(p) for p in flat], [np.zeros_like(p) for p in flat]
    for step in range(1, rounds + 1):
        values = forward(x, layers)
        p = 1 / (1 + np.exp(-values[-1][:, 0]))
        back = ((p - y) * weight / weight.sum())[:, None]
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


def report(name: str, p: Floats, y: Floats) -> None:
    """Errors at a few thresholds, and how honest the probabilities are."""
    for at in (0.3, 0.5, 0.7, 0.85):
        said = p >= at
        wrong, missed = int((said & (y == 0)).sum()), int((~said & (y == 1)).sum())
        print(f"{name} from {at}: names {said.sum()}, wrong {wrong}, missed {missed} of {int(y.sum())}")
    for low, high in ((0, 0.1), (0.1, 0.3), (0.3, 0.5), (0.5, 0.7), (0.7, 0.9), (0.9, 0.98), (0.98, 1.01)):
        part = (p >= low) & (p < high)
        if part.any():
            print(f"   said {low}-{high}: {int(part.sum())} times, right {y[part].mean():.3f}")


def main(paths: list[str]) -> int:
    data = [np.load(path) for path in paths]
    x = np.concatenate([d["evidence"] for d in data])
    y = np.concatenate([d["right"] for d in data]).astype(float)
    seed = np.concatenate([d["seed"] for d in data])
    whole = ~np.isnan(x).any(axis=1)
    mean, spread = np.nanmean(x, axis=0), np.nanstd(x, axis=0) + 1e-6
    mean, spread = np.where(np.isnan(mean), 0.0, mean), np.where(np.isnan(spread), 1.0, spread)
    x = np.where(np.isnan(x), mean, x)  # evidence that was not gathered says nothing
    z = np.clip((x - mean) / spread, -4, 4)
    weight = np.where(whole, 3.0, 1.0)
    held = seed % 4 == 0
    layers = train(z[~held], y[~held], weight[~held], 1)
    for name, part in (("fitted on", ~held), ("held out", held)):
        report(name, 1 / (1 + np.exp(-forward(z[part], layers)[-1][:, 0])), y[part])
    layers = train(z, y, weight, 1)
    plain = {
        "evidence": list(EVIDENCE),
        "mean": [round(float(v), 5) for v in mean],
        "spread": [round(float(v), 5) for v in spread],
        "layers": [[np.round(w, 4).tolist(), np.round(b, 4).tolist()] for w, b in layers],
    }
    Path(WEIGHTS).write_text(json.dumps(plain) + "\n")
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
