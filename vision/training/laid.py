"""Real dice laid on photos of real boards: whole photos to choose by, and crops for the reader to learn from."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dice.find import Found
from vision.training import shards
from vision.training.board_mix import mixed
from vision.training.cutouts import cut_once, real_boards
from vision.training.data import LAID
from vision.training.die_styles import Rng
from vision.training.hard_negatives import REACH, Store
from vision.training.layers import painted, shadowed
from vision.training.scenes import OTHER, Cutout, Ground, Truth, cut_layer, develop

LONGEST = 1280
"""Longer side of a whole photo in pixels."""
CROPS = 2000
"""In one file."""
MOST, MOST_NUMBERED = 110, 40
"""Dice of one scene among those laid on mixed boards, with pips and with digits."""


def lay(rng: Rng, image: NDArray[Any], cutouts: list[Cutout], centres: list[NDArray[Any]], size: float) -> list[Truth]:
    """Dice of one or several kinds at these places, the farthest first, under one lamp."""
    level = float(np.clip(np.quantile(image[::4, ::4].max(2), 0.9), 0.25, 1.0))
    dark, away = rng.uniform(0.25, 0.85), rng.normal(0, 0.13, 2)
    of_a_kind, tint_seed = rng.random() < 0.5, int(rng.integers(1 << 30))
    scene = cutouts[int(rng.integers(len(cutouts)))].scene
    kin = [cut for cut in cutouts if cut.scene == scene] if of_a_kind else cutouts
    out = []
    for c in sorted(centres, key=lambda c: float(c[1])):
        tint = np.random.default_rng(tint_seed) if of_a_kind else rng
        truth, (rgb, cover, at) = cut_layer(rng, kin, c, size, tint)
        rgb = rgb * np.float32(level * rng.uniform(0.85, 1.1))
        shadowed(image, cover, at, away, dark)
        painted(image, rgb, cover, at)
        out.append(truth)
    return out


def lamp(rng: Rng) -> NDArray[Any]:
    """What the light of a room does to white: often warm, as under a lamp at night."""
    if rng.random() < 0.35:
        return np.array([rng.uniform(0.45, 0.8), rng.uniform(0.78, 0.95), rng.uniform(0.95, 1.1)], np.float32)
    return rng.normal(1, 0.05, 3).astype(np.float32)


def spots(rng: Rng, count: int, low: NDArray[Any], high: NDArray[Any], size: float) -> list[NDArray[Any]]:
    """Places for dice that do not lie on each other: apart, in a heap or in a row."""
    clump = float(rng.choice([0.0, 0.4, 0.85]))
    row = rng.random() < 0.2
    step = np.array([np.cos(a := rng.uniform(0, 6.28)), np.sin(a)]) * size * rng.uniform(1.15, 1.4)
    out: list[NDArray[Any]] = []
    for _ in range(count * 12):
        if len(out) == count:
            break
        if out and row:
            p = out[-1] + step
        elif out and rng.random() < clump:
            a = rng.uniform(0, 6.28)
            p = out[int(rng.integers(len(out)))] + rng.uniform(1.1, 1.6) * size * np.array([np.cos(a), np.sin(a)])
        else:
            p = rng.uniform(low, high)
        if (p > low).all() and (p < high).all() and all(np.linalg.norm(p - q) > 1.1 * size for q in out):
            out.append(p)
    return out


def piece(rng: Rng, ground: Ground, width: int, height: int, die: float) -> NDArray[Any]:
    """A piece of the board's photo, turned, on which a die is about `die` pixels wide."""
    k = float(np.clip(die / ground.die * np.exp(rng.normal(0, 0.2)), 0.25, 1.3))
    h, w = ground.image.shape[:2]
    reach = np.hypot(width, height) / 2 / k
    x, y = (rng.uniform(min(reach, v / 2), max(v - reach, v / 2)) for v in (w, h))
    m: NDArray[Any] = cv2.getRotationMatrix2D((x, y), rng.uniform(0, 360), k)
    m[:, 2] += np.array([width / 2, height / 2]) - np.array([x, y])
    image = ground.image
    out = cv2.warpAffine(image, m, (width, height), flags=cv2.INTER_AREA, borderMode=cv2.BORDER_REFLECT)
    return out.astype(np.float32) / 255


def photo(
    rng: Rng, grounds: list[Ground], cutouts: list[Cutout], mix: bool = False
) -> tuple[NDArray[Any], list[Truth]]:
    """A whole photo of a real board as it was taken, or with `mix` of one made out of several, with real dice on it or
    none."""
    ground = grounds[int(rng.integers(len(grounds)))]
    k = LONGEST / max(ground.image.shape[:2])
    size = float(np.clip(ground.die * k * np.exp(rng.normal(0.05, 0.25)), 20, 90))
    if mix:
        size = float(np.exp(rng.uniform(np.log(18), np.log(64))))
    if mix and rng.random() < 0.4:  # a part of the board
        image = piece(rng, ground, LONGEST, LONGEST * 3 // 4, size)
    else:
        image = cv2.resize(ground.image, None, fx=k, fy=k, interpolation=cv2.INTER_AREA).astype(np.float32) / 255
    if mix:
        image = mixed(rng, image, grounds, size)
    h, w = image.shape[:2]
    count = int(rng.choice([0, 1, 2, 3, 4, 5, 6, 10], p=[0.15, 0.13, 0.25, 0.17, 0.1, 0.08, 0.07, 0.05]))
    low = np.array([0.06 * w, 0.06 * h])
    places = spots(rng, count, low, np.array([w, h]) - low, size) if cutouts else []
    truths = lay(rng, image, cutouts, places, size) if places else []
    image *= lamp(rng)
    return develop(rng, image), truths


def crops(rng: Rng, grounds: list[Ground], cutouts: list[Cutout], count: int, mix: bool = False) -> Store:
    """Crops of dice on boards, most of them 20 to 40 pixels wide, with neighbours and without."""
    store = Store()
    while len(store.patches) < count:
        size = float(np.exp(rng.uniform(np.log(15), np.log(70)))) if rng.random() < 0.5 else rng.uniform(20, 42)
        side = int(size * REACH * 2.2)
        image = piece(rng, grounds[int(rng.integers(len(grounds)))], side, side, size)
        if mix:
            image = mixed(rng, image, grounds, size)
        near = spots(rng, int(rng.choice([1, 2, 3, 5])), np.full(2, 0.3 * side), np.full(2, 0.7 * side), size)
        truths = lay(rng, image, cutouts, near, size)
        image *= lamp(rng)
        seen = develop(rng, image)
        for i, truth in enumerate(truths):
            x, y, w, h = truth.box
            later = [o.box for o in truths[i + 1 :]]
            if any(_covered(truth.box, box) > 0.2 for box in later):
                continue
            x, y = x + rng.normal(0, 0.03) * w, y + rng.normal(0, 0.03) * h
            store.add(seen, Found(x, y, w, h, 1.0), truth.value, None, LAID)
    return store


def _covered(a: list[float], b: list[float]) -> float:
    """How much of a lies under b."""
    w = min(a[0] + a[2], b[0] + b[2]) - max(a[0], b[0])
    h = min(a[1] + a[3], b[1] + b[3]) - max(a[1], b[1])
    return max(0.0, w) * max(0.0, h) / (a[2] * a[3])


def balanced(cutouts: list[Cutout]) -> list[Cutout]:
    """At most so many dice of each scene, that those of the long series are not most of what is seen."""
    rng = np.random.default_rng(0)
    out: list[Cutout] = []
    for scene in sorted({cut.scene for cut in cutouts}):
        kin = [cut for cut in cutouts if cut.scene == scene]
        out += [kin[i] for i in rng.permutation(len(kin))[: MOST_NUMBERED if kin[0].value == OTHER else MOST]]
    return out


def _row(image: NDArray[Any], truths: list[Truth]) -> tuple[bytes, str]:
    packed = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, 95])[1].tobytes()
    return packed, json.dumps({"dice": [vars(t) for t in truths], "spots": []})


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("out", type=Path)
    parser.add_argument("--photos", type=Path, nargs="+", required=True)
    parser.add_argument("--whole", action="store_true", help="whole photos in shards, not crops")
    parser.add_argument("--last", type=int, default=1, help="how many files")
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--mix", action="store_true", help="boards in other colours and with parts of one another")
    parser.add_argument("--kept", action="store_true", help="dice and boards of the photos held out")
    a = parser.parse_args()
    cv2.setNumThreads(1)
    a.out.mkdir(parents=True, exist_ok=True)
    cutouts = cut_once(a.photos, a.out.parent, a.kept)
    if a.mix:
        cutouts = balanced(cutouts)
    grounds = [ground for folder in a.photos for ground in real_boards(folder, a.kept)]
    if a.whole:

        def rngs(shard: int) -> Iterator[Rng]:
            return (np.random.default_rng([a.seed, shard, i]) for i in range(shards.SHARD))

        shards.write(
            a.out, "shard", 0, a.last, lambda s: [_row(*photo(rng, grounds, cutouts, a.mix)) for rng in rngs(s)]
        )
        return
    for number in range(a.last):
        if not (a.out / f"close{number:04d}.npz").exists():
            crops(np.random.default_rng([a.seed, number]), grounds, cutouts, CROPS, a.mix).save(
                a.out / f"close{number:04d}"
            )
            print(number, flush=True)


if __name__ == "__main__":
    main()
