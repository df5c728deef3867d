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
from vision.dice.face import OTHER, Look, look
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
    if not len(labels):
        return best[1]
    for t in np.linspace(0.4, 3, 53):
        z = logits[:, 1:] / t
        z = z - z.max(1, keepdims=True)
        logp = z - np.log(np.exp(z).sum(1, keepdims=True))
        best = min(best, (float(-logp[np.arange(len(labels)), labels - 1].mean()), float(t)))
    return best[1]


SHARE = {"photos": 8.0, "made": 1.0, "printed": 1.0, "boards": 1.0}
"""How much each group counts: real tables most; the made-up ones are harder than any table."""


TABLES = {"photos": 8.0, "made": 0.2, "printed": 0.4, "boards": 1.0}
"""The same for calling a photo clear: made-up scenes hide dice in the dark that no player would photograph."""


def fit_die(groups: dict[str, list[Frame]], temperature: float) -> tuple[float, ...]:
    """Weights of the evidence for a die, by logistic regression."""
    rows, labels, counts = [], [], []
    for name, group in groups.items():
        for f in group:
            if not f.looks:
                continue
            rows.extend(trust.evidence(f.looks, temperature))
            labels.extend(float(t >= 1) for t in f.truth)
            counts.extend(SHARE[name] for _ in f.truth)
    return logistic(np.array(rows).reshape(-1, len(trust.Fit().weights)), np.array(labels), np.array(counts))


def logistic(x: np.ndarray, y: np.ndarray, c: np.ndarray) -> tuple[float, ...]:
    """Weights that make the rows tell the labels, each row counted so often; without rows nothing weighs."""
    w = np.zeros(x.shape[1])
    for _ in range(50):  # Newton with a little weight decay
        p = 1 / (1 + np.exp(-x @ w))
        g = x.T @ ((p - y) * c) + 0.5 * w
        h = (x * (p * (1 - p) * c)[:, None]).T @ x + 0.5 * np.eye(len(w))
        w = w - np.linalg.solve(h, g)
    return tuple(float(v) for v in w)


def outcome(f: Frame, given: trust.Fit) -> tuple[float, bool, bool]:
    """The photo's chance, whether it could be called clear at all, and whether it is right."""
    dice, rest = prior.choose(trust.believe(f.looks, given), ())
    got = Counter(b.best for b in dice if b.best != OTHER)
    may = bool(dice) and all(b.best != OTHER for b in dice) and min(b.look.found.size for b in dice) >= given.smallest
    sure = [b.sure for b in dice]
    whole = trust.chance(dice, rest, sure, given)
    return whole, may and not trust.doubtful(dice, rest, sure), got == f.values


def fit_whole(groups: dict[str, list[Frame]], given: trust.Fit) -> tuple[float, float, float]:
    """How the chance of a photo follows from its parts, by logistic regression over photos of pip dice."""
    rows, labels, counts = [], [], []
    for name, group in groups.items():
        for f in group:
            dice, rest = prior.choose(trust.believe(f.looks, given), ())
            if dice and all(b.best != OTHER for b in dice):
                right = Counter(b.best for b in dice) == f.values
                parts = sum(float(np.log(max(1e-9, b.die * b.sure))) for b in dice)
                parts += sum(float(np.log(max(1e-9, 1 - b.die))) for b in rest)
                rows.append((max(parts, -9.0), np.log1p(len(rest)), 1.0))
                labels.append(float(right))
                counts.append(TABLES[name])
    a, b, c = logistic(np.array(rows).reshape(-1, 3), np.array(labels), np.array(counts))
    return round(a, 4), round(b, 4), round(c, 4)


def threshold(groups: dict[str, list[Frame]], given: trust.Fit) -> float:
    """The lowest chance at which few enough photos are silently wrong, each group counted by its share."""
    rows = [(*outcome(f, given), TABLES[name]) for name, group in groups.items() for f in group]
    wrong = right = 0.0
    best = 0.995
    for c, may, ok, share in sorted(rows, reverse=True):
        if not may:
            continue
        wrong += share * (not ok)
        right += share * ok
        if wrong <= SILENT * (wrong + right):
            best = c
    # The held-out photos are few, so go a third of the way from there to the surest of them.
    surest = max((c for c, may, _, _ in rows if may), default=1.0)
    return round(max(best + (surest - best) / 3, 0.6), 4)


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
    groups = {"photos": data.real(a.photos, held_out=True), "made": data.synthetic(a.made, 0, 5)}
    groups["printed"] = data.synthetic(a.made, 5)
    if a.boards:
        groups["boards"] = from_manifest(a.boards)
    seen = {name: frames(items, find_run, read_run) for name, items in groups.items()}
    if a.dump:
        import pickle

        a.dump.write_bytes(pickle.dumps(seen))
    every = [f for group in seen.values() for f in group]
    temperature = fit_temperature(every)
    given = trust.Fit(temperature, fit_die(seen, temperature))
    given = replace(given, whole=fit_whole(seen, given))
    given = replace(given, clear=threshold(seen, given))
    print(given)
    figures = {name: report(name, group, given) for name, group in seen.items()}
    fields = {k: getattr(given, k) for k in ("temperature", "doubt", "clear", "close", "smallest")}
    fields["whole"] = list(given.whole)
    fields["weights"] = [round(v, 4) for v in given.weights]
    (a.weights / "trust.json").write_text(json.dumps({**fields, "held_out": figures}, indent=1) + "\n")


if __name__ == "__main__":
    main()
