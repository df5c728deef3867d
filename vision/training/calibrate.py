"""Fit how far to believe the networks, on photos and scenes neither was trained on."""

from __future__ import annotations

import argparse
import json
from collections import Counter
from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np

from vision.dice import prior, trust
from vision.dice.face import NONE, OTHER, Look, look
from vision.dice.find import find
from vision.training import data
from vision.training.mine import finder, match

SILENT = 0.005
"""Wrong photos among those called clear, as wanted on held-out data."""


@dataclass
class Frame:
    looks: list[Look]
    truth: list[int]  # per look: -2 to be ignored, -1 nothing, else the value
    values: Counter
    """What a perfect reader would say, pips only."""
    other: bool
    scene: str
    name: str


def from_manifest(path: Path) -> list[data.Labelled]:
    out = []
    for e in json.loads(path.read_text()):
        dice = e["dice"]
        out.append(
            data.Labelled(
                (path.parent / e["file"]).read_bytes(),
                np.array([d["value"] for d in dice], int),
                np.array([d["box"] for d in dice], np.float32).reshape(-1, 4),
                [None] * len(dice),
                np.zeros(len(dice), np.float32),
                np.zeros((0, 3), np.float32),
                f"clutter-{e['scene']}",
            )
        )
    return out


def frames(items: list[data.Labelled], find_run, read_run) -> list[Frame]:
    out = []
    for k, item in enumerate(items):
        if (item.hidden > 0.15).any():
            continue  # what a cut or covered die counts as is a matter of taste
        if len(item.boxes) and item.boxes[:, 2:].max(1).min() < 14:
            continue
        image = item.image()
        places = find(image, run=find_run)
        which = match(places, item.boxes)
        looks = look(image, places, run=read_run)
        truth = [int(item.values[i]) if i >= 0 else -1 for i in which]
        values = Counter(int(v) for v in item.values if v != OTHER)
        out.append(Frame(looks, truth, values, bool((item.values == OTHER).any()), item.scene, str(k)))
    return out


def fit_temperature(all_frames: list[Frame]) -> float:
    logits = np.array([lk.logits for f in all_frames for lk, t in zip(f.looks, f.truth) if 1 <= t <= OTHER])
    labels = np.array([t for f in all_frames for t in f.truth if 1 <= t <= OTHER])
    best = (np.inf, 1.0)
    for t in np.linspace(0.4, 3, 53):
        z = logits[:, 1:] / t
        z = z - z.max(1, keepdims=True)
        logp = z - np.log(np.exp(z).sum(1, keepdims=True))
        best = min(best, (float(-logp[np.arange(len(labels)), labels - 1].mean()), float(t)))
    return best[1]


def fit_die(all_frames: list[Frame], temperature: float) -> tuple[float, float, float]:
    rows, labels = [], []
    for f in all_frames:
        for lk, t in zip(f.looks, f.truth):
            z = lk.logits / temperature
            p = np.exp(z - z.max())
            p /= p.sum()
            rows.append([trust.logit(lk.found.score), trust.logit(1 - float(p[NONE])), 1.0])
            labels.append(float(t >= 1))
    x, y = np.array(rows), np.array(labels)
    w = np.array([0.5, 0.7, 0.0])
    for _ in range(50):  # Newton with a little weight decay
        p = 1 / (1 + np.exp(-x @ w))
        g = x.T @ (p - y) + 0.5 * w
        h = (x * (p * (1 - p))[:, None]).T @ x + 0.5 * np.eye(3)
        w = w - np.linalg.solve(h, g)
    return float(w[0]), float(w[1]), float(w[2])


def outcome(f: Frame, given: trust.Fit) -> tuple[float, bool, bool]:
    """The photo's chance, whether it could be called clear at all, and whether it is right."""
    dice, rest = prior.choose([trust.believe(lk, given) for lk in f.looks], ())
    got = Counter(b.best for b in dice if b.best != OTHER)
    may = bool(dice) and all(b.best != OTHER for b in dice) and min(b.look.found.size for b in dice) >= given.smallest
    return trust.chance(dice, rest), may, got == f.values


def report(name: str, group: list[Frame], given: trust.Fit) -> dict:
    rows = [outcome(f, given) for f in group]
    right = np.array([r[2] for r in rows])
    clear = np.array([r[1] and r[0] >= given.clear for r in rows])
    empty = [r for f, r in zip(group, rows) if not f.values]
    out = {
        "photos": len(rows),
        "exact": round(float(right.mean()), 4),
        "clear": round(float(clear.mean()), 4),
        "silent": round(float((clear & ~right).sum() / max(1, clear.sum())), 4),
        "silent_n": int((clear & ~right).sum()),
        "empty_clean": [sum(r[2] for r in empty), len(empty)],
    }
    print(name, out, flush=True)
    return out


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--made", type=Path, required=True)
    parser.add_argument("--photos", type=Path, required=True)
    parser.add_argument("--boards", type=Path)
    parser.add_argument("--weights", type=Path, required=True)
    parser.add_argument("--dump", type=Path)
    a = parser.parse_args()
    cv2.setNumThreads(1)
    find_run, read_run = finder(a.weights / "finder.onnx"), finder(a.weights / "reader.onnx")
    groups = {"photos": data.real(a.photos, held_out=True), "made": data.synthetic(a.made)}
    if a.boards:
        groups["boards"] = from_manifest(a.boards)
    seen = {name: frames(items, find_run, read_run) for name, items in groups.items()}
    if a.dump:
        import pickle

        a.dump.write_bytes(pickle.dumps(seen))
    every = [f for group in seen.values() for f in group]
    temperature = fit_temperature(every)
    heat, face, bias = fit_die(every, temperature)
    given = trust.Fit(temperature, heat, face, bias)
    rows = sorted(((c, r) for c, m, r in (outcome(f, given) for f in every) if m), reverse=True)
    wrong, best = 0, 0.9999
    for i, (c, r) in enumerate(rows):
        wrong += not r
        if wrong <= SILENT * (i + 1):
            best = c
    given = replace(given, clear=max(best, 0.8))
    print("silent at threshold", best, given)
    figures = {name: report(name, group, given) for name, group in seen.items()}
    fields = {
        k: round(getattr(given, k), 5)
        for k in ("temperature", "heat", "face", "bias", "spread", "clear", "close", "smallest")
    }
    (a.weights / "trust.json").write_text(json.dumps({**fields, "held_out": figures}, indent=1) + "\n")


if __name__ == "__main__":
    main()
