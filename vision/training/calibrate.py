"""Fit how far to believe the networks, on photos and scenes neither was trained on."""

from __future__ import annotations

import argparse
import json
import pickle
from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from tableside.core.readings import Expect
from vision.dice import calibration, prior
from vision.dice.calibration import Belief
from vision.dice.classify import OTHER, Look, look
from vision.dice.find import find
from vision.training import data
from vision.training.hard_negatives import finder, match

SILENT = 0.005
"""Wrong photos among those called clear, as wanted on held-out data."""


@dataclass
class Frame:
    looks: list[Look]
    truth: list[int]  # per look: -2 to be ignored, -1 nothing, else the value
    values: Counter[int]
    """What a perfect reader would say, pips only."""
    scene: str

    @property
    def count(self) -> int:
        return sum(self.values.values())


Groups = dict[str, list[Frame]]


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


def frames(items: list[data.Labelled], find_run: Any, read_run: Any) -> list[Frame]:
    out = []
    for item in items:
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
        out.append(Frame(looks, truth, values, item.scene))
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


SHARE = {"photos": 1.0, "laid": 0.3, "made": 0.15, "printed": 0.15, "boards": 0.3}
"""How much each group counts: real tables most; the made-up ones are harder than any table."""


TABLES = {"photos": 8.0, "laid": 2.0, "made": 0.2, "printed": 0.4, "boards": 1.0}
"""The same for calling a photo clear: made-up scenes hide dice in the dark that no player would photograph."""


PULL = np.array([40.0, 40, 8, 160, 320, 40, 40, 40, 40])
"""How strongly each weight is held where it was: the tables here are few, and a die's size in pixels tells which set a
photo is of rather than whether there is a die."""


def fit_die(groups: Groups, temperature: float, former: Sequence[float]) -> tuple[float, ...]:
    """Weights of the evidence for a die, by logistic regression not too far from the former ones."""
    rows: list[Any] = []
    labels: list[float] = []
    counts: list[float] = []
    for name, group in groups.items():
        for f in group:
            if not f.looks:
                continue
            rows.extend(calibration.evidence(f.looks, temperature))
            labels.extend(float(t >= 1) for t in f.truth)
            counts.extend(SHARE[name] for _ in f.truth)
    x = np.array(rows).reshape(-1, len(former))
    return logistic(x, np.array(labels), np.array(counts), np.array(former), PULL)


def logistic(
    x: NDArray[Any],
    y: NDArray[Any],
    c: NDArray[Any],
    former: NDArray[Any] | float = 0.0,
    pull: NDArray[Any] | float = 0.5,
) -> tuple[float, ...]:
    """Weights that make the rows tell the labels, each row counted so often; without rows the former ones stay."""
    w = np.zeros(x.shape[1]) + former
    for _ in range(50):  # Newton
        p = 1 / (1 + np.exp(-x @ w))
        g = x.T @ ((p - y) * c) + pull * (w - former)
        h = (x * (p * (1 - p) * c)[:, None]).T @ x + np.eye(len(w)) * pull
        w = w - np.linalg.solve(h, g)
    return tuple(float(v) for v in w)


def chosen(f: Frame, given: calibration.Fit, counted: bool) -> tuple[list[Belief], list[Belief], float | None]:
    """The places taken for dice, the others, and the logarithm of their chance where the number of dice is known."""
    if not counted:
        return (*prior.choose(calibration.believe(f.looks, given), ()), None)
    counts = (f.count,)
    beliefs = prior.weigh_values(calibration.believe(f.looks, given), Expect(counts=counts), only_pips=True)
    return prior.given_counts(*prior.choose(beliefs, counts), counts)


def outcome(f: Frame, given: calibration.Fit, counted: bool = False) -> tuple[float, bool, bool]:
    """The photo's chance, whether it could be called clear at all, and whether it is right."""
    dice, rest, known = chosen(f, given, counted)
    got = Counter(b.best for b in dice if b.best != OTHER)
    may = bool(dice) and all(b.best != OTHER for b in dice) and min(b.look.found.seen for b in dice) >= given.smallest
    may = may and (not counted or len(dice) == f.count)
    sure = [b.sure for b in dice]
    whole = calibration.chance(dice, rest, sure, given, known)
    return whole, may and not calibration.doubtful(dice, rest, sure, counted), got == f.values


def fit_whole(groups: Groups, given: calibration.Fit, counted: bool) -> tuple[float, float, float]:
    """How the chance of a photo follows from its parts, by logistic regression over photos of pip dice."""
    rows: list[Any] = []
    labels: list[float] = []
    counts: list[float] = []
    for name, group in groups.items():
        for f in group:
            dice, rest, known = chosen(f, given, counted)
            if dice and all(b.best != OTHER for b in dice) and (not counted or len(dice) == f.count):
                rows.append(calibration.parts(dice, rest, [b.sure for b in dice], known))
                labels.append(float(Counter(b.best for b in dice) == f.values))
                counts.append(TABLES[name])
    a, b, c = logistic(np.array(rows).reshape(-1, 3), np.array(labels), np.array(counts))
    return round(a, 4), round(b, 4), round(c, 4)


def threshold(groups: Groups, given: calibration.Fit, counted: bool) -> float:
    """The lowest chance at which few enough photos are silently wrong, each group counted by its share."""
    rows = [
        (*outcome(f, given, counted), TABLES[name])
        for name, group in groups.items()
        for f in group
        if f.count or not counted
    ]
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


def fitted(groups: Groups) -> calibration.Fit:
    """The calibration that these photos ask for, beginning at the one that is shipped."""
    temperature = fit_temperature([f for group in groups.values() for f in group])
    weights = fit_die(groups, temperature, calibration.fit().weights)
    given = calibration.Fit(temperature, tuple(round(v, 4) for v in weights))
    given = replace(given, whole=fit_whole(groups, given, False), counted=fit_whole(groups, given, True))
    return replace(given, clear=threshold(groups, given, False), counted_clear=threshold(groups, given, True))


def figures(rows: Sequence[tuple[Frame, calibration.Fit]], counted: bool = False) -> dict[str, Any]:
    """Exact, clear and silently wrong photos, each judged with its calibration."""
    rows = [(f, given) for f, given in rows if f.count or not counted]
    if not rows:
        return {"photos": 0}
    outcomes = [outcome(f, given, counted) for f, given in rows]
    right = np.array([r[2] for r in outcomes])
    clear = np.array([r[1] and r[0] >= (g.counted_clear if counted else g.clear) for r, (_, g) in zip(outcomes, rows)])
    empty = [r for (f, _), r in zip(rows, outcomes) if not f.values]
    return {
        "photos": len(rows),
        "exact": round(float(right.mean()), 4),
        "clear": round(float(clear.mean()), 4),
        "silent": round(float((clear & ~right).sum() / max(1, clear.sum())), 4),
        "silent_n": int((clear & ~right).sum()),
        "empty_clean": [sum(r[2] for r in empty), len(empty)],
    }


def leave_one_scene_out(groups: Groups) -> dict[str, dict[str, Any]]:
    """Figures over real photos, those of each scene judged by a calibration fitted without that scene."""
    rows, photos = [], groups.get("photos", [])
    for scene in sorted({f.scene for f in photos}):
        given = fitted({**groups, "photos": [f for f in photos if f.scene != scene]})
        rows += [(f, given) for f in photos if f.scene == scene]
    return {"free": figures(rows), "counted": figures(rows, True)}


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--made", type=Path)
    parser.add_argument("--laid", type=Path, help="dice and boards held out, laid together")
    parser.add_argument("--photos", type=Path, nargs="+", required=True)
    parser.add_argument("--unseen", type=Path, nargs="*", default=[], help="folders of which nothing was trained on")
    parser.add_argument("--boards", type=Path)
    parser.add_argument("--weights", type=Path, required=True)
    parser.add_argument("--looks", type=Path, help="file that keeps what the networks said, to fit again quickly")
    a = parser.parse_args()
    cv2.setNumThreads(1)
    if a.looks and a.looks.exists():
        seen = pickle.loads(a.looks.read_bytes())  # noqa: S301 - written below
    else:
        find_run, read_run = finder(a.weights / "finder.onnx"), finder(a.weights / "reader.onnx")
        groups = {"photos": data.real(a.photos, held_out=True) + data.real(a.unseen, held_out=None)}
        groups["laid"] = data.synthetic(a.laid) if a.laid else []
        groups["made"] = data.synthetic(a.made, 0, 5) if a.made else []
        groups["printed"] = data.synthetic(a.made, 5) if a.made else []
        groups["boards"] = from_manifest(a.boards) if a.boards else []
        seen = {name: frames(items, find_run, read_run) for name, items in groups.items() if items}
    if a.looks and not a.looks.exists():
        a.looks.write_bytes(pickle.dumps(seen))
    given = fitted(seen)
    print(given)
    report = {name: figures([(f, given) for f in group]) for name, group in seen.items()}
    report |= {f"{name}, counted": figures([(f, given) for f in group], True) for name, group in seen.items()}
    report |= {f"left out, {name}": row for name, row in leave_one_scene_out(seen).items()}
    for name, row in report.items():
        print(name, row)
    (a.weights / "calibration.json").write_text(json.dumps({**asdict(given), "held_out": report}, indent=1) + "\n")


if __name__ == "__main__":
    main()
