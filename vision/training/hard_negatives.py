"""Cut what the finder finds: true dice with its own boxes, and everything it mistakes for one."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dice.crop import crop
from vision.dice.find import Found, Run, find, overlap
from vision.training import data
from vision.training.data import LAID

PATCH = 128
MISTAKES = 8
"""Kept per photo, the likeliest first,"""
BOARD_MISTAKES = 40
"""or this many of a photo of a real board; one without dice is looked at in both views of the finder."""
REACH = 2.6
"""A patch's side in die sizes, so that it can still be turned and shifted."""


def finder(path: Path) -> Run:
    net = cv2.dnn.readNetFromONNX(str(path))

    def run(batch: NDArray[Any]) -> NDArray[Any]:
        net.setInput(batch)
        return np.array(net.forward())

    return run


def match(found: list[Found], boxes: NDArray[Any]) -> list[int]:
    """For each find the die it means, or -1; a die is meant once."""
    taken: set[int] = set()
    out = []
    for f in found:
        best, which = 0.0, -1
        for i, (x, y, w, h) in enumerate(boxes):
            if i in taken:
                continue
            o = overlap(f, Found(x, y, w, h, 1))
            inside = abs(f.centre[0] - x - w / 2) < w * 0.35 and abs(f.centre[1] - y - h / 2) < h * 0.35
            if (o > 0.4 or (inside and o > 0.2)) and o > best:
                best, which = o, i
        if which >= 0:
            taken.add(which)
        out.append(which)
    return out


class Store:
    """Patches with class, quadrilateral, turnability and source."""

    def __init__(self) -> None:
        self.patches: list[NDArray[Any]] = []
        self.meta: list[tuple[Any, ...]] = []

    def add(self, image: NDArray[Any], box: Found, label: int, quad: list[Any] | None, scene: str) -> None:
        side = box.size * REACH
        patch = crop(image, box.centre, side, PATCH)
        q = np.full(8, np.nan, np.float32)
        if quad is not None:
            q = (((np.array(quad) - box.centre) / side + 0.5) * PATCH).astype(np.float32).ravel()
        self.patches.append(patch)
        self.meta.append((label, box.size, box.score, scene, q))

    def save(self, path: Path) -> None:
        np.save(path.with_suffix(".npy"), np.stack(self.patches))
        np.savez(
            path.with_suffix(".npz"),
            label=np.array([m[0] for m in self.meta]),
            size=np.array([m[1] for m in self.meta], np.float32),
            score=np.array([m[2] for m in self.meta], np.float32),
            scene=np.array([m[3] for m in self.meta]),
            quad=np.stack([m[4] for m in self.meta]),
        )


def mine(
    items: list[data.Labelled], run: Run, store: Store, rng: np.random.Generator, spots: int, jittered: bool
) -> None:
    for item in items:
        image = item.image()
        found = find(image, 0.08, run)
        board = not len(item.boxes) and item.scene != "made-up"
        if board:
            found += find(image, 0.08, run, 1280)
        which = match(found, item.boxes)
        mistakes = 0
        for f, i in zip(found, which):
            if f.size < 9:
                continue
            if i >= 0:
                if item.hidden[i] < 0.35:
                    store.add(image, f, int(item.values[i]), item.quads[i], item.scene)
            elif not any(
                overlap(f, Found(b[0], b[1], b[2], b[3], 1)) > 0.05
                or (b[0] < f.centre[0] < b[0] + b[2] and b[1] < f.centre[1] < b[1] + b[3])
                for b in item.boxes.tolist()
            ):
                mistakes += 1
                if mistakes <= (BOARD_MISTAKES if board or item.scene == LAID else MISTAKES):
                    store.add(image, f, 0, None, item.scene)
        if jittered:
            for i, (x, y, w, h) in enumerate(item.boxes.tolist()):
                if item.hidden[i] < 0.35 and max(w, h) >= 12 and i not in which:
                    store.add(image, Found(x, y, w, h, 1.0), int(item.values[i]), item.quads[i], item.scene)
        clear = [
            s
            for s in item.spots.tolist()
            if 10 < s[2] < 200
            and 0 < s[0] < image.shape[1]
            and 0 < s[1] < image.shape[0]
            and not any(
                b[0] - s[2] / 2 < s[0] < b[0] + b[2] + s[2] / 2 and b[1] - s[2] / 2 < s[1] < b[1] + b[3] + s[2] / 2
                for b in item.boxes.tolist()
            )
        ]
        for k in rng.permutation(len(clear))[:spots]:
            x, y, s = clear[k]
            s = s * rng.uniform(0.8, 1.25)
            store.add(image, Found(x - s / 2, y - s / 2, s, s, 0.0), 0, None, item.scene)


def bare(items: list[data.Labelled], store: Store, rng: np.random.Generator, count: int) -> None:
    """Pieces of table at any size with no die near: what a blurred texture looks like close up."""
    for item in items:
        image = item.image()
        h, w = image.shape[:2]
        for _ in range(count):
            s = float(np.exp(rng.uniform(np.log(9), np.log(150))))
            x, y = rng.uniform(0, w), rng.uniform(0, h)
            if any(
                abs(x - b[0] - b[2] / 2) < (s + b[2]) * 0.55 and abs(y - b[1] - b[3] / 2) < (s + b[3]) * 0.55
                for b in item.boxes.tolist()
            ):
                continue
            store.add(image, Found(x - s / 2, y - s / 2, s, s, 0.0), 0, None, item.scene)


def missing_boxes(photos: list[Path], run: Run) -> dict[str, list[float]]:
    """Boxes of dice whose labels give only the pips: what the finder finds round them."""
    out = {}
    for folder, entry in ((f, e) for f in photos for e in json.loads((f / "manifest.json").read_text())):
        if not any(d.get("pips_box") for d in entry["dice"]):
            continue
        image: Any = cv2.imread(str(folder / entry["file"]))
        found = find(image, 0.25, run)
        for i, d in enumerate(entry["dice"]):
            x, y, w, h = d["pips_box"]
            cx, cy = x + w / 2, y + h / 2
            near = [
                f
                for f in found
                if f.x + 0.15 * f.w < cx < f.x + 0.85 * f.w
                and f.y + 0.05 * f.h < cy < f.y + 0.75 * f.h
                and f.size < 6 * max(w, h, 8)
            ]
            if near:
                f = max(near, key=lambda f: f.score)
                out[f"{entry['file']}#{i}"] = [f.x, f.y, f.w, f.h]
    return out


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--made", type=Path, required=True)
    parser.add_argument("--photos", type=Path, nargs="+", required=True)
    parser.add_argument("--finder", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--last", type=int, default=1000)
    parser.add_argument("--real", action="store_true")
    parser.add_argument("--laid", action="store_true", help="the scenes are real dice laid on real boards")
    parser.add_argument("--seed", type=int, default=0)
    a = parser.parse_args()
    cv2.setNumThreads(1)
    run = finder(a.finder)
    a.out.mkdir(parents=True, exist_ok=True)
    rng = np.random.default_rng(a.seed)
    if a.real and (a.out / "real.npz").exists():
        return
    if a.real:
        boxes = missing_boxes(a.photos, run)
        (a.out / "boxes.json").write_text(json.dumps(boxes))
        store = Store()
        mine(data.real(a.photos, boxes=boxes), run, store, rng, 0, True)
        for item in data.real(a.photos, crops=True):
            image = item.image()
            x, y, w, h = item.boxes[0].tolist()
            store.add(
                image, Found(x + 0.06 * w, y + 0.06 * h, 0.88 * w, 0.88 * h, 1), int(item.values[0]), None, item.scene
            )
        bare(data.real(a.photos, boxes=boxes), store, rng, 8)
        store.save(a.out / "real")
        return
    scene = LAID if a.laid else "made-up"
    for shard in range(a.first, a.last):
        items = data.synthetic(a.made, shard, shard + 1, scene)
        if not items or (a.out / f"{scene}{shard:04d}.npz").exists():
            continue
        store = Store()
        mine(items, run, store, rng, 4, True)
        bare(items, store, rng, 5)
        store.save(a.out / f"{scene}{shard:04d}")
        print(shard, len(store.patches), flush=True)


if __name__ == "__main__":
    main()
