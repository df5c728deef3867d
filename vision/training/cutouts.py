"""Real dice cut out of the training photos, to be laid on made-up tables."""

from __future__ import annotations

import json
import pickle
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.training.scenes import OTHER, Cutout, Ground

HELD_OUT = ("epa-plain2dice", "bartek-wood", "bartek-sets", "neg-catan-paolo")
HELD_OUT_FILES = tuple(f"images/chess_{i}.jpg" for i in (4, 6, 10, 12, 16))
"""The chess sets and tables that occur once."""
LOOSE = ("bartek-cork", "bartek-towel")
"""Scenes whose boxes are too loose to cut a die out by."""
DIE_PIXELS = {"neg-scrabble": 50.0, "neg-catan-paolo": 40.0, "neg-chess": 30.0}
"""How wide a die would be in the boards' photos: a Scrabble square is 19 mm, a hex of Catan 80, one of chess 45."""


def held_out(entry: dict[str, Any]) -> bool:
    """Whether a photo is kept for choosing and never trained on: whole scenes, and one maker's photos of three dice."""
    if entry["scene"] in HELD_OUT or entry["file"] in HELD_OUT_FILES:
        return True
    return bool(entry["scene"] == "dam" and len(entry["dice"]) == 3)


def _loaded(path: Path) -> NDArray[Any]:
    image = cv2.imread(str(path))
    assert image is not None, path
    return image


def real_boards(folder: Path, kept: bool = False) -> list[Ground]:
    """Photos of boards without dice, of the games trained on or, with `kept`, of those held out."""
    return [
        Ground(_loaded(folder / entry["file"]), DIE_PIXELS.get(entry["scene"], 40.0))
        for entry in json.loads((folder / "manifest.json").read_text())
        if entry["kind"] == "negative" and held_out(entry) == kept
    ]


UPRIGHT = ("epa-purple", "epa-plain", "matteo-desk", "lurig-white-d20-offangle")


def cut_all(folder: Path, kept: bool = False) -> list[Cutout]:
    """Every usable die of the training photos, or of those held out, with its outline found by graph cut."""
    out: list[Cutout] = []
    for entry in json.loads((folder / "manifest.json").read_text()):
        if held_out(entry) != kept or entry["scene"] in LOOSE:
            continue
        image = _loaded(folder / entry["file"])
        for die in entry["dice"]:
            if die.get("box") is None or die.get("truncated"):
                continue
            value = die["value"] if entry["kind"] == "pips" else OTHER
            cut = _cut(image, die["box"], bool(entry.get("crop")))
            if cut is not None:
                out.append(Cutout(cut, value, entry["scene"] in UPRIGHT, entry["scene"]))
    return out


def cut_once(folders: list[Path], work: Path, kept: bool) -> list[Cutout]:
    """The usable dice of all folders, cut at the first call and kept in WORK."""
    store = work / ("dice-held-out.pkl" if kept else "dice.pkl")
    if not store.exists():
        store.write_bytes(pickle.dumps([cut for folder in folders for cut in cut_all(folder, kept)]))
    found: list[Cutout] = pickle.loads(store.read_bytes())  # noqa: S301 - our own file of a moment ago
    return found


def _cut(image: NDArray[Any], box: list[float], whole: bool) -> NDArray[Any] | None:
    x, y, w, h = box
    size = max(w, h)
    pad = 0 if whole else 0.3 * size
    x0, y0 = max(0, int(x - pad)), max(0, int(y - pad))
    x1, y1 = min(image.shape[1], int(x + w + pad)), min(image.shape[0], int(y + h + pad))
    patch = image[y0:y1, x0:x1]
    if min(patch.shape[:2]) < 18:
        return None
    k = 110 / max(patch.shape[:2])
    patch = cv2.resize(patch, None, fx=k, fy=k, interpolation=cv2.INTER_AREA if k < 1 else cv2.INTER_CUBIC)
    mask: Any = np.full(patch.shape[:2], cv2.GC_BGD, np.uint8)
    bx, by = int((x - x0) * k), int((y - y0) * k)
    bw, bh = int(w * k), int(h * k)
    if whole:
        m = 4
        mask[m:-m, m:-m] = cv2.GC_PR_FGD
    else:
        mask[max(0, by) : by + bh, max(0, bx) : bx + bw] = cv2.GC_PR_FGD
    cx, cy = bx + bw // 2, by + bh // 2
    cv2.ellipse(mask, (cx, cy), (max(1, int(bw * 0.28)), max(1, int(bh * 0.28))), 0, 0, 360, cv2.GC_FGD, -1)
    rect: Any = None  # the mask says where
    try:
        cv2.grabCut(patch, mask, rect, np.zeros((1, 65)), np.zeros((1, 65)), 3, cv2.GC_INIT_WITH_MASK)
    except cv2.error:
        return None
    solid = ((mask == cv2.GC_FGD) | (mask == cv2.GC_PR_FGD)).astype(np.uint8)
    contours, _ = cv2.findContours(solid, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    if not contours:
        return None
    hull = cv2.convexHull(max(contours, key=cv2.contourArea))  # a die has no bays; pips at the rim leave some
    fill = cv2.contourArea(hull) / max(1, bw * bh)
    if not 0.45 < fill < 1.05:
        return None
    alpha: Any = np.zeros(patch.shape[:2], np.uint8)
    cv2.fillConvexPoly(alpha, hull, 255)
    alpha = cv2.GaussianBlur(cv2.erode(alpha, np.ones((3, 3), np.uint8)), (0, 0), 1.0)
    hx, hy, hw, hh = cv2.boundingRect(hull)
    return np.dstack([patch, alpha])[hy : hy + hh, hx : hx + hw].copy()
