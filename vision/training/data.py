"""Training pictures: made-up scenes from disk, real photos by scene, and how both are varied."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.training import cutouts, shards
from vision.training.die_styles import Rng
from vision.training.scenes import OTHER

LAID = "laid"
"""The scene of real dice laid on real boards."""
LONGEST = 1280
"""Photos are kept decoded at this longer side."""
TURNABLE = ("byler-tray",)
"""Scenes seen from straight above: any turn of them is another true photo."""


@dataclass
class Labelled:
    """A photo still packed, with what lies in it."""

    data: bytes
    values: NDArray[Any]  # n
    boxes: NDArray[Any]  # n x 4
    quads: list[list[list[float]] | None]
    hidden: NDArray[Any]
    spots: NDArray[Any]  # m x 3
    scene: str

    def image(self) -> NDArray[Any]:
        return np.asarray(cv2.imdecode(np.frombuffer(self.data, np.uint8), cv2.IMREAD_COLOR))


@dataclass
class Decoded(Labelled):
    """A photo unpacked once, when it is first asked for."""

    pixels: NDArray[Any] | None = None

    def image(self) -> NDArray[Any]:
        if self.pixels is None:
            image = super().image()
            k = min(1.0, LONGEST / max(image.shape[:2]))
            self.pixels = cv2.resize(image, None, fx=k, fy=k, interpolation=cv2.INTER_AREA) if k < 1 else image
            self.boxes = self.boxes * np.float32(k)
        return self.pixels


def decoded(item: Labelled) -> Decoded:
    return Decoded(**{f.name: getattr(item, f.name) for f in fields(Labelled)})


def synthetic(folder: Path, first: int = 0, last: int = 10_000, scene: str = "made-up") -> list[Labelled]:
    out = []
    for data, truth in shards.read(folder, "shard", first, last):
        t = json.loads(truth)
        dice = t["dice"]
        out.append(
            Labelled(
                data,
                np.array([d["value"] for d in dice], int),
                np.array([d["box"] for d in dice], np.float32).reshape(-1, 4),
                [d["quad"] for d in dice],
                np.array([d["hidden"] for d in dice], np.float32),
                np.array(t["spots"], np.float32).reshape(-1, 3),
                scene,
            )
        )
    return out


def real(
    folders: list[Path],
    held_out: bool | None = False,
    boxes: Mapping[str, list[float]] | None = None,
    crops: bool = False,
) -> list[Labelled]:
    """The real photos of the scenes trained on, of those held out, or (None) of both; boxes fill in missing labels."""
    out = []
    entries = [(folder, e) for folder in folders for e in json.loads((folder / "manifest.json").read_text())]
    for folder, entry in entries:
        if (held_out is not None and cutouts.held_out(entry) != held_out) or bool(entry.get("crop")) != crops:
            continue
        if entry.get("complete") is False and not crops:
            continue
        dice = [dict(d) for d in entry["dice"]]
        for i, d in enumerate(dice):
            if d.get("box") is None:
                d["box"] = (boxes or {}).get(f"{entry['file']}#{i}")
        if any(d["box"] is None for d in dice):
            continue
        values = [d["value"] if entry["kind"] == "pips" else OTHER for d in dice]
        out.append(
            Labelled(
                (folder / entry["file"]).read_bytes(),
                np.array(values, int),
                np.array([d["box"] for d in dice], np.float32).reshape(-1, 4),
                [None] * len(dice),
                np.array([0.3 if d.get("truncated") else 0.0 for d in dice], np.float32),
                np.zeros((0, 3), np.float32),
                entry["scene"],
            )
        )
    return out


def vary_colour(rng: Rng, image: NDArray[Any], strong: float = 1.0) -> NDArray[Any]:
    """Another lamp, another camera."""
    x: NDArray[Any] = image.astype(np.float32)
    x *= np.float32(np.exp(rng.normal(0, 0.18 * strong)))
    x *= rng.normal(1, 0.07 * strong, 3).astype(np.float32)
    if rng.random() < 0.3:
        m = x.mean()
        x = (x - m) * np.float32(rng.uniform(0.6, 1.3)) + m
    if rng.random() < 0.25:
        hsv = cv2.cvtColor(np.clip(x, 0, 255).astype(np.uint8), cv2.COLOR_BGR2HSV)
        hsv[..., 0] = (hsv[..., 0].astype(int) + int(rng.integers(0, 180))) % 180
        x = cv2.cvtColor(hsv, cv2.COLOR_HSV2BGR).astype(np.float32)
    if rng.random() < 0.08:
        x[:] = x.mean(2, keepdims=True)
    if rng.random() < 0.25:
        x = cv2.GaussianBlur(x, (0, 0), float(rng.uniform(0.3, 1.0)))
    if rng.random() < 0.35:
        x += rng.normal(0, rng.uniform(1, 9), x.shape).astype(np.float32)
    return np.clip(x, 0, 255)


def finder_sample(rng: Rng, item: Labelled, side: int) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any], NDArray[Any]]:
    """A square piece of the photo at some scale, with boxes, values and how much of each die is hidden."""
    image = item.image()
    h, w = image.shape[:2]
    sizes = item.boxes[:, 2:].max(1) if len(item.boxes) else np.array([])
    if len(sizes) and item.scene != LAID:
        want = float(np.exp(rng.uniform(np.log(12), np.log(150))))
        scale = np.clip(want / float(np.median(sizes)), 0.3, 1.9 if item.scene == "made-up" else 1.6)
    else:  # boards as the finder sees them, up to twice as close
        scale = np.clip(640 / max(h, w) * np.exp(rng.uniform(-0.2, 0.9)), 0.3, 1.5)
    if len(item.boxes) and rng.random() < 0.85:
        b = item.boxes[int(rng.integers(len(item.boxes)))]
        centre = b[:2] + b[2:] / 2 + rng.uniform(-0.45, 0.45, 2) * side / scale
    else:
        centre = rng.uniform(0, 1, 2) * (w, h)
    angle = rng.uniform(-8, 8)
    if item.scene in TURNABLE:
        angle = rng.uniform(0, 360)
    m: NDArray[Any] = cv2.getRotationMatrix2D((float(centre[0]), float(centre[1])), angle, float(scale))
    m[:, 2] += side / 2 - centre
    flip = rng.random() < 0.5
    reach = 0.75 * side / scale + 8  # what lies farther away is not seen
    x0, y0 = (int(np.clip(v - reach, 0, most - 1)) for v, most in zip(centre, (w, h), strict=True))
    image = image[y0 : int(centre[1] + reach) + 1, x0 : int(centre[0] + reach) + 1]
    part = m.copy()
    part[:, 2] += m[:, :2] @ (x0, y0)
    if scale < 0.7:
        image = cv2.GaussianBlur(image, (0, 0), 0.35 / scale)
    out = cv2.warpAffine(
        image, part, (side, side), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT, borderValue=(114, 114, 114)
    )
    boxes = []
    for x, y, bw, bh in item.boxes:
        c = m @ [x + bw / 2, y + bh / 2, 1]
        boxes.append([c[0], c[1], bw * scale, bh * scale])
    found = np.array(boxes, np.float32).reshape(-1, 4)
    if flip:
        out = out[:, ::-1]
        found[:, 0] = side - found[:, 0]
    return vary_colour(rng, np.ascontiguousarray(out)), found, item.values, item.hidden
